"""The cache gives what the answerer would give, and asks it only once."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.answering.answerer import Answerer
from bot.answering.cache import AnswerCache, key_of
from bot.corpus.script import detect_lang
from bot.domain.model import Lang
from bot.retrieval.model import Query, SearchResult

_LINES = (Path(__file__).parent / "phrases.jsonl").read_text("utf-8").splitlines()
PHRASES = [json.loads(line) for line in _LINES[::8]]


class Nothing:
    """A searcher over an empty shelf that counts what it is asked."""

    def __init__(self, version: str = "v1") -> None:
        self.version = version
        self.asked = 0

    def search(self, query: Query) -> SearchResult:
        self.asked += 1
        return SearchResult(
            hits=(), known=False, confidence=0, on_topic=False, floor=0.5, version=self.version
        )

    def section(self, section_id: str, lang: Lang) -> None:
        return None

    def tokens(self, text: str) -> list[str]:
        return text.lower().split()


@pytest.fixture
def make(parts_catalogue, parts_index) -> Any:
    return lambda version="v1": Answerer(Nothing(version), parts_catalogue, parts_index, detect_lang)


@pytest.mark.parametrize(
    "written", [str.upper, str.title, lambda text: f"  {text}\n "], ids=["upper", "title", "spaced"]
)
def test_other_letters_and_spaces_get_the_same_bytes_as_without_a_cache(make, written):
    answerer, cache = make(), AnswerCache(size=10_000)
    for phrase in PHRASES:
        lang = detect_lang(phrase["text"])
        cache.answer(answerer, phrase["text"], lang)
        asked = answerer.searcher.asked
        again = cache.answer(answerer, written(phrase["text"]), lang)
        assert answerer.searcher.asked == asked, phrase["id"]
        assert again.model_dump_json() == answerer.answer(written(phrase["text"]), lang).model_dump_json()


def test_a_question_is_searched_for_once(make):
    answerer, cache = make(), AnswerCache()
    first = cache.answer(answerer, "do lanes matter", "en")
    assert cache.answer(answerer, "do lanes matter", "en") == first
    assert answerer.searcher.asked == 1


def test_another_version_is_asked_anew(make):
    cache = AnswerCache()
    old, new = make("v1"), make("v2")
    assert cache.answer(old, "do lanes matter", "en").version == "v1"
    assert cache.answer(new, "do lanes matter", "en").version == "v2"
    assert new.searcher.asked == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("do lanes matter", "en"), ("do lanes matter", "zh-Hans")),
        (("電費 600W 24小時 每度 5", "zh-Hant"), ("电费 600W 24小时 每度 5", "zh-Hant")),
        (("lanes?", "en"), ("lanes", "en")),
    ],
    ids=["language", "script", "punctuation"],
)
def test_what_may_be_answered_differently_is_kept_apart(one, other):
    assert key_of("v1", *one, None) != key_of("v1", *other, None)


def test_a_follow_up_depends_on_what_it_follows(make):
    answerer, cache = make(), AnswerCache()
    small = answerer.answer("psu for 2x 3090 and a 3970x").calculations[0]
    large = answerer.answer("psu for 4x 3090 and a 3970x").calculations[0]
    follow = "and with 80% efficiency?"
    answers = [cache.answer(answerer, follow, "en", previous) for previous in (small, large, None, small)]
    assert answers[0].calculations[0].results != answers[1].calculations[0].results
    assert answers[2].kind != "calculation"
    assert answers[3] == answers[0]


def test_the_one_asked_for_longest_ago_goes_first(make):
    answerer, cache = make(), AnswerCache(size=2)
    for question in ("lanes", "monitors", "lanes", "noise"):
        cache.answer(answerer, question, "en")
    assert (len(cache), answerer.searcher.asked) == (2, 3)
    cache.answer(answerer, "lanes", "en")
    assert answerer.searcher.asked == 3
    cache.answer(answerer, "monitors", "en")
    assert answerer.searcher.asked == 4


def test_a_question_too_long_to_read_is_not_kept(make):
    cache = AnswerCache()
    cache.answer(make(), "lanes " * 200, "en")
    assert len(cache) == 0
