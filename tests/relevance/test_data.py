"""The question files themselves: counts, halves, scripts, labels, and that the shelf can answer what is asked."""

import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest
import yaml

from bot.corpus.folder import read_folder
from bot.corpus.model import Section, Shelf
from bot.retrieval.negatives import shipped_negatives
from tests.relevance.questions import SCRIPTS, Golden, golden, half_of, hostile, out_of_scope
from tests.relevance.said import unsaid

KNOWLEDGE = Path(__file__).resolve().parents[2] / "knowledge"
HAN = re.compile("[\u3400-\u9fff]")
GOLDEN, OUTSIDE, HOSTILE = golden(), out_of_scope(), hostile()
EVERY = (*GOLDEN, *OUTSIDE, *HOSTILE)


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return read_folder(KNOWLEDGE)


@pytest.fixture(scope="module")
def sections(shelf: Shelf) -> dict[tuple[str, str], Section]:
    return {(s.section_id, d.lang): s for d in shelf.documents for s in d.sections}


def triplets() -> dict[str, list[Golden]]:
    found: dict[str, list[Golden]] = defaultdict(list)
    for question in GOLDEN:
        if question.triplet:
            found[question.triplet].append(question)
    return found


def comparable(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())


def test_ids_are_unique() -> None:
    assert [i for i, n in Counter(q.id for q in EVERY).items() if n > 1] == []


def test_texts_are_unique() -> None:
    assert [t for t, n in Counter(q.text for q in EVERY).items() if n > 1] == []


@pytest.mark.parametrize("script", SCRIPTS)
def test_each_script_has_its_share(script: str) -> None:
    assert sum(q.lang == script for q in GOLDEN) >= 80
    assert sum(q.lang == script and q.triplet is not None for q in GOLDEN) >= 27
    assert sum(q.lang == script for q in OUTSIDE) == 30
    assert sum(q.lang == script for q in HOSTILE) >= 10


def test_there_are_forty_hostile_questions_of_each_expectation() -> None:
    assert len(HOSTILE) == 40
    assert min(Counter(q.expect for q in HOSTILE).values()) >= 8
    assert all(q.facts for q in HOSTILE if q.expect == "correct")


@pytest.mark.parametrize("name", sorted(triplets()))
def test_a_triplet_is_one_question_in_three_scripts(name: str) -> None:
    members = triplets()[name]
    assert sorted(q.lang for q in members) == sorted(SCRIPTS)
    assert len({(q.sections, q.facts, q.about, q.ask, q.split) for q in members}) == 1


def test_halves_follow_from_ids_alone() -> None:
    assert [q.id for q in GOLDEN if q.split != half_of(q.triplet or q.id)] == []
    assert [q.id for q in OUTSIDE if q.split != half_of(q.id)] == []


@pytest.mark.parametrize("script", SCRIPTS)
def test_halves_are_about_equal(script: str) -> None:
    for questions in (GOLDEN, OUTSIDE):
        own = [q.split for q in questions if q.lang == script]
        assert 0.4 <= own.count("held") / len(own) <= 0.6


def in_charset(char: str, charset: str) -> bool:
    try:
        char.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def script_of(text: str) -> str:
    """By characters that only one of the two national character sets has; ``?`` for both or none of them."""
    han = HAN.findall(text)
    traditional = any(in_charset(c, "big5") and not in_charset(c, "gb2312") for c in han)
    simplified = any(in_charset(c, "gb2312") and not in_charset(c, "big5") for c in han)
    if not han:
        return "en"
    return {(True, False): "zh-Hant", (False, True): "zh-Hans"}.get((traditional, simplified), "?")


def test_characters_are_of_the_script_a_question_is_filed_under() -> None:
    assert {q.id: script_of(q.text) for q in EVERY if script_of(q.text) != q.lang} == {}


def test_sections_exist(sections: dict[tuple[str, str], Section]) -> None:
    known = {section_id for section_id, _ in sections}
    assert {s for q in GOLDEN for s in q.sections} - known == set()


def test_facts_exist_and_are_nearly_all_asked_for() -> None:
    known = set(yaml.safe_load((KNOWLEDGE / "facts.yaml").read_text("utf-8")))
    asked = {fact for q in GOLDEN for fact in q.about}
    assert asked - known == set()
    guide = {fact for fact in known if fact.startswith("F")}
    assert len(guide & asked) >= 0.97 * len(guide)


def test_the_shelf_says_what_is_asked(sections: dict[tuple[str, str], Section]) -> None:
    """The best section, in the asker's language, holds every asked fact: else no reply could say it."""
    silent = {}
    for question in GOLDEN:
        section = sections[question.sections[0], question.lang]
        if missing := unsaid(question.facts, f"{section.title}\n{section.text}"):
            silent[question.id] = (question.sections[0], missing)
    assert silent == {}


def test_no_question_is_one_the_index_has_seen(shelf: Shelf) -> None:
    """An example question or a shipped negative would be found by heart; these questions are to be new."""
    seen = {comparable(q) for d in shelf.documents for s in d.sections for q in s.questions}
    seen |= {comparable(n.text) for n in shipped_negatives()}
    assert [q.id for q in EVERY if comparable(q.text) and comparable(q.text) in seen] == []


def pairs(text: str) -> set[str]:
    bare = comparable(text)
    return {bare[i : i + 2] for i in range(max(1, len(bare) - 1))}


def test_no_question_out_of_scope_is_nearly_a_shipped_negative() -> None:
    """The floor is fitted on the negatives: a question worded like one of them would measure memory."""
    shipped = [(pairs(n.text), n.text) for n in shipped_negatives()]
    near = {}
    for question in OUTSIDE:
        own = pairs(question.text)
        share, text = max((len(own & other) / len(own | other), text) for other, text in shipped)
        if share > 0.5:
            near[question.id] = text
    assert near == {}
