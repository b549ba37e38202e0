"""The JSON that batches, scripts and scorers read: exactly these keys, plain values."""

import json

import pytest

from bot.domain.model import LANGS
from bot.presentation.export import answer_json, answer_text, calculation_json

KEYS = ["question", "lang", "kind", "text", "calculation", "passages", "citations"]
"""``id`` and ``latency_ms`` are the command's, for it alone knows them."""
CALCULATION_KEYS = ["name", "inputs", "results", "steps", "assumptions"]
PASSAGE_KEYS = ["rank", "section_id", "doc_id", "title", "path", "score", "text"]
CITATION_KEYS = ["number", "title", "path", "section_id", "url", "reviewed"]


def exported(answer, top: int = 5):
    return json.loads(
        json.dumps(answer_json(answer, answer_text(answer), top), ensure_ascii=False, allow_nan=False)
    )


def test_the_keys_are_those_agreed(answer) -> None:
    data = exported(answer())
    assert list(data) == KEYS
    assert sorted(data["calculation"]) == sorted(CALCULATION_KEYS)
    assert list(data["passages"][0]) == PASSAGE_KEYS
    assert list(data["citations"][0]) == CITATION_KEYS


def test_without_a_calculation_the_key_stays(answer) -> None:
    assert exported(answer(calculations=()))["calculation"] is None


@pytest.mark.parametrize(("top", "ranks"), [(0, []), (1, [1]), (2, [1, 2]), (9, [1, 2, 3])])
def test_as_many_passages_as_asked_for(answer, top: int, ranks: list[int]) -> None:
    assert [p["rank"] for p in exported(answer(), top)["passages"]] == ranks


def test_values(answer) -> None:
    data = exported(answer())
    assert data["passages"][0] == {
        "rank": 1, "section_id": "psu-size-rule", "doc_id": "power", "title": "Power › How large?",
        "path": "guide/power.en.md", "score": 0.333333, "text": "Add the watts. A 1400 W unit suits.",
    }  # fmt: skip
    assert data["citations"][0]["url"] == "https://example.org/guide"
    assert data["calculation"]["results"] == {
        "load_w": 1150, "minimum_w": 1265, "comfortable_w": 1391.5, "buy_w": 1400, "wall_w": 1250,
        "efficiency_class": data["calculation"]["results"]["efficiency_class"],
    }  # fmt: skip
    assert data["calculation"]["inputs"]["parts"][0]["watts"] == 250


@pytest.mark.parametrize("lang", LANGS)
def test_steps_are_worded_and_numbers_are_not(calculation, lang) -> None:
    data = calculation_json(calculation, lang)
    assert any("1150 × 1.10 = 1265 W" in step for step in data["steps"])
    assert data["results"]["comfortable_w"] == 1391.5
    assert data["results"] == calculation_json(calculation, "en")["results"]


def test_a_link_that_is_no_web_address_is_left_out(answer, citation) -> None:
    assert exported(answer(citations=(citation(url="javascript:alert(1)"),)))["citations"][0]["url"] == ""


def test_the_same_answer_is_the_same_bytes(answer) -> None:
    assert json.dumps(exported(answer())) == json.dumps(exported(answer()))
