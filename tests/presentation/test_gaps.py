"""The command that begins a topic can be pasted, and the topic has a name that is accepted."""

import shlex

import pytest

from bot.corpus.stub import MAX_TOPIC, new_topic
from bot.presentation.gaps import stub_command


@pytest.mark.parametrize(
    "question",
    [
        "can I use a riser",
        "可以用延長線嗎？我的機殼很小而且顯示卡很長" * 10,
        "what about $(rm -rf ~) `id` and 'quotes'",
        "--help",
        "word " * 100,
    ],
    ids=["plain", "Chinese", "hostile", "option", "long"],
)
def test_a_stub_is_accepted(tmp_path, question) -> None:
    words = [word for word in shlex.split(stub_command(question)) if word != "--"]
    assert words[:3] == ["rigwise", "knowledge", "new"]
    (name,) = words[3:]
    assert name
    assert question.startswith(name)
    assert len(name) <= MAX_TOPIC
    assert len(new_topic(tmp_path, name)) == 2
