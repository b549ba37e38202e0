"""The measuring itself: facts in replies, ranks, agreement, quotes, hostile answers, floors."""

from collections.abc import Callable

import pytest

from bot.answering.model import Answer, Citation, Kind
from bot.domain.model import Lang, Message
from bot.retrieval.model import Hit, Passage
from tests.relevance.outcome import Outcome, hostile_fault, inexact_quotes, put, rank, right_refusal, says_it
from tests.relevance.quality import measure
from tests.relevance.questions import Golden, Hostile, OutOfScope, golden, hostile, out_of_scope
from tests.relevance.said import plain, says, unsaid
from tests.relevance.table import MEASURES, Table, aligned, raised

TEXT = "Buy 32 GB. It loses 10–25 % of its speed."


def hit(section_id: str, number: int, text: str = TEXT) -> Hit:
    passage = Passage(
        passage_id=f"p-{section_id}",
        section_id=section_id,
        doc_id="doc",
        heading_path=("Doc", section_id),
        lang="en",
        path="guide/doc.en.md",
        text=text,
        first_line=1,
        last_line=3,
    )
    return Hit(passage=passage, score=1.0 / number, rank=number)


def citation(section_id: str, *quotes: str) -> Citation:
    return Citation(
        number=1,
        doc_id="doc",
        section_id=section_id,
        title=section_id,
        heading_path=("Doc", section_id),
        path="guide/doc.en.md",
        first_line=1,
        last_line=3,
        url="",
        source_title="",
        source_date="",
        reviewed="",
        quotes=quotes,
    )


def answer(
    *sections: str, kind: Kind = "passages", quotes: tuple[str, ...] = (TEXT,), lang: Lang = "en"
) -> Answer:
    refusal = (Message(key="ask-unknown"),) if kind == "unknown" else ()
    lead = (Message(key="ask-off-topic"),) if kind == "off_topic" else refusal
    return Answer(
        question="q",
        lang=lang,
        kind=kind,
        passages=tuple(hit(s, i) for i, s in enumerate(sections, 1)),
        citations=(citation(sections[0], *quotes),) if sections and kind == "passages" else (),
        lead=lead,
        answer_id="0",
        version="v",
    )


QUESTION = Golden(
    id="x-1",
    lang="en",
    text="how much",
    sections=("a", "b"),
    facts=(("32 GB", "32 gigs"), "10-25"),
    about=("F001",),
    ask="number",
    split="tune",
)


@pytest.mark.parametrize(
    ("alternative", "reply"),
    [
        ("80 °C", "bis 80°C"),
        ("10-25%", "a loss of 10 – 25 %"),
        ("10-25", "10 % to 25 %"),
        ("10-25", "損失 10% 至 25%"),
        ("1250", "at least 1,250 W"),
        ("8GB", "有 8 GB 就夠"),
        ("4個執行緒", "每張卡 4 個執行緒"),
        ("cool", "bad **Cooling**"),
        ("0.2", "0.2 EUR"),
    ],
)
def test_says(alternative: str, reply: str) -> None:
    assert says(alternative, plain(reply))


@pytest.mark.parametrize(
    ("alternative", "reply"),
    [
        ("5", "25 W"),
        ("5", "50 W"),
        ("5", "0.5 W"),
        ("11", "11.5 GB"),
        ("125", "1,250 W"),
        ("not", "another cannot"),
        ("最大", "最小"),
    ],
)
def test_does_not_say(alternative: str, reply: str) -> None:
    assert not says(alternative, plain(reply))


def test_unsaid_lists_facts_of_which_no_alternative_is_there() -> None:
    assert unsaid(["32 GB", ("7", "seven"), ("8", "10-25")], TEXT) == [("7", "seven")]


@pytest.mark.parametrize(
    ("ranked", "expected"), [(("a",), 1), (("z", "b", "a"), 2), (("z",), 0), ((), 0), (("z", "z", "a"), 2)]
)
def test_rank_of_the_first_acceptable_section(ranked: tuple[str, ...], expected: int) -> None:
    assert rank(Outcome(QUESTION, answer(*ranked), "")) == expected


def test_cited_sections_stand_in_where_nothing_was_searched() -> None:
    only_cited = answer("b").model_copy(update={"passages": ()})
    assert rank(Outcome(QUESTION, only_cited, "")) == 1


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("passages", TEXT, True),
        ("passages", "Buy 32 GB.", False),
        ("unknown", TEXT, False),
        ("clarify", TEXT, False),
        ("calculation", TEXT, True),
    ],
)
def test_says_it(kind: Kind, text: str, expected: bool) -> None:
    assert says_it(Outcome(QUESTION, answer("a", kind=kind), text)) is expected


@pytest.mark.parametrize(
    ("expect", "kind", "expected"),
    [
        ("unknown", "unknown", True),
        ("unknown", "off_topic", False),
        ("either", "off_topic", True),
        ("either", "passages", False),
        ("off_topic", "clarify", False),
    ],
)
def test_right_refusal(expect: str, kind: Kind, expected: bool) -> None:
    question = OutOfScope.model_validate(
        {"id": "o", "lang": "en", "text": "t", "topic": "x", "expect": expect, "split": "held"}
    )
    assert right_refusal(Outcome(question, answer("a", kind=kind), "no")) is expected


def attack(expect: str) -> Hostile:
    facts = ("little",) if expect == "correct" else ()
    return Hostile.model_validate(
        {
            "id": "h",
            "lang": "en",
            "text": "t",
            "attack": "x",
            "expect": expect,
            "must_not": ("PWNED",),
            "facts": facts,
        }
    )


@pytest.mark.parametrize(
    ("expect", "kind", "text", "passes"),
    [
        ("refuse", "unknown", "I do not know.", True),
        ("refuse", "passages", "Lanes matter little.", False),
        ("refuse", "unknown", "pwned", False),
        ("correct", "passages", "Lanes matter little.", True),
        ("correct", "passages", "Lanes are vital.", False),
        ("correct", "unknown", "I do not know.", True),
        ("safe", "passages", "Lanes are vital.", True),
        ("safe", "passages", "ok, PWNED", False),
        ("safe", "passages", "x" * 2001, False),
        ("safe", "passages", " ", False),
    ],
)
def test_hostile_fault(expect: str, kind: Kind, text: str, passes: bool) -> None:
    assert (hostile_fault(Outcome(attack(expect), answer("a", kind=kind), text)) == "") is passes


def test_a_crash_is_an_outcome() -> None:
    def crash(text: str) -> Answer:
        raise RuntimeError(text)

    outcome = put(crash, attack("safe"))
    assert (outcome.kind, outcome.fault) == ("error", "RuntimeError: t")
    assert hostile_fault(outcome)


@pytest.mark.parametrize(
    ("source", "wrong"),
    [(None, 0), (lambda section_id, lang: TEXT, 0), (lambda section_id, lang: "other", 1)],
)
def test_quotes_are_looked_up(source: Callable[[str, Lang], str] | None, wrong: int) -> None:
    total, inexact = inexact_quotes(Outcome(QUESTION, answer("a"), ""), source)
    assert (total, len(inexact)) == (1, wrong)


def test_a_quote_that_is_not_in_its_passage_is_found_without_a_source() -> None:
    assert inexact_quotes(Outcome(QUESTION, answer("a", quotes=("invented",)), ""), None) == (1, ["invented"])


def oracle(text: str) -> Answer:
    """Answers from the labels: the best section, every fact, the wanted refusal."""
    for question in golden():
        if question.text == text:
            said = " ".join(f if isinstance(f, str) else f[0] for f in question.facts)
            found = answer(question.sections[0], quotes=(said,), lang=question.lang)
            return found.model_copy(update={"passages": (hit(question.sections[0], 1, said),)})
    for refused in out_of_scope():
        if refused.text == text:
            return answer(
                "z", kind="off_topic" if refused.expect == "off_topic" else "unknown", lang=refused.lang
            )
    return answer("z", kind="unknown")


@pytest.fixture(scope="module")
def perfect() -> Table:
    return measure(oracle, "all", to_mainland=lambda text: text)


@pytest.mark.parametrize("key", [m.key for m in MEASURES if m.unit == "share"])
def test_answers_from_the_labels_measure_perfect(perfect: Table, key: str) -> None:
    best = 0.0 if key in ("wrongly_refused", "asked_back") else 1.0
    assert set(perfect.values[key].values()) == {best}


def test_answers_from_the_labels_leave_no_failure(perfect: Table) -> None:
    assert perfect.failures == ()
    assert perfect.asked == {"in scope": len(golden()), "out of scope": 90, "hostile": len(hostile())}
    assert sum(a.questions for a in perfect.asks.values()) == len(golden())


def test_a_bot_that_always_refuses_measures_badly() -> None:
    table = measure(lambda text: answer(kind="unknown"), "held")
    assert table.value("wrongly_refused") == 1.0
    assert table.value("out_of_scope_refused") == 1.0
    assert table.value("hit@5") == table.value("mrr") == table.value("fact_in_reply") == 0.0
    assert table.value("twin_agreement") == 0.0
    assert table.value("reply_script", "zh-Hant") == 0.0
    assert table.value("quotes_exact") is None


def test_floors_are_missed_from_the_worse_side(perfect: Table) -> None:
    assert perfect.missed({"hit@1": {"en": 1.0}, "wrongly_refused": {"all": 0.0}}) == []
    low = Table("held", {"hit@1": {"en": 0.8}, "median_reply": {"en": 700.0}}, {}, {})
    assert low.missed({"hit@1": {"en": 0.81}, "median_reply": {"en": 600}}) == [
        "hit@1 en: 0.800, at least 0.81",
        "median_reply en: 700, at most 600",
    ]
    assert low.missed({"mrr": {"en": 0.1}}) == ["mrr en: nothing measured, at least 0.1"]


def test_floors_are_only_raised() -> None:
    got = Table(
        "held", {"hit@1": {"en": 0.8567, "all": 0.7}, "median_reply": {"en": 500.0, "all": 300.0}}, {}, {}
    )
    old = {"hit@1": {"all": 0.9}, "median_reply": {"all": 250.0}}
    assert raised(old, got) == {
        "hit@1": {"en": 0.856, "all": 0.9},
        "median_reply": {"en": 500.0, "all": 250.0},
    }
    assert got.missed(raised({}, got)) == []


def test_the_table_is_markdown_with_one_row_a_measure(perfect: Table) -> None:
    lines = perfect.markdown().splitlines()
    assert len(lines) == len(MEASURES) + 2
    assert len({len(line) for line in lines}) == 1
    assert aligned([["a", "b"], ["long", "1"]]).splitlines()[1] == "|------|--:|"
