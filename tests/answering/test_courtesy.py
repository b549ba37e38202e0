"""Greetings and thanks alone."""

import pytest

from bot.answering.courtesy import courtesy


@pytest.mark.parametrize(
    "text",
    ["hi", "Hello bot!", "hey there", "你好", "您好！", "哈囉", "嗨", "早安", "good morning", "hi 你好"],
)
def test_greetings(text: str) -> None:
    found = courtesy(text)
    assert found is not None
    assert found.key == "ask-hello"


@pytest.mark.parametrize(
    "text", ["thanks!", "thank you so much", "thx", "ok thanks", "謝謝", "谢谢你", "感謝", "多谢！"]
)
def test_thanks(text: str) -> None:
    found = courtesy(text)
    assert found is not None
    assert found.key == "ask-thanks"


@pytest.mark.parametrize(
    "text", ["hi, what psu for a 3090", "ok", "thanks, and how much ram?", "你好 电源多大", "h", "hi " * 30]
)
def test_anything_else_is_no_courtesy(text: str) -> None:
    assert courtesy(text) is None
