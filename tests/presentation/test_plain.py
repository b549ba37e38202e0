"""A reply as text: what is in it, in which order, and never more than fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.model import LANGS, Message
from bot.presentation import blocks, plain
from bot.presentation.blocks import CalculationBlock, CitationLine, QuoteBlock, Reply


def test_a_reply_reads_from_the_number_to_the_source(answer) -> None:
    text = plain.to_text(blocks.reply(answer(lead=(Message(key="ask-unknown"),), nearest=("Lanes",))))
    order = [
        "That is not in my guide", "Buy a 1400 W power supply", "Understood:\n- 4 × graphics card at 250 W",
        "Working:\n- Load: 4 × 250 + 1 × 150 = 1150 W", "Assumed:\n- ", "At full load that is 1250 W",
        "Add the watts. A 1400 W unit suits. [1]", "Nearest topics in my guide:\n- Lanes", "No gaps are recorded.",
        "[1] Power › How large? — Guide, 2018-12-16; reviewed 2026-01-01\n    https://example.org/guide",
    ]  # fmt: skip
    places = [text.index(piece) for piece in order]
    assert places == sorted(places)
    assert text.endswith(order[-1])


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_absent_leaves_no_heading(answer, lang) -> None:
    found = answer(
        lang=lang, kind="clarify", calculations=(), citations=(), notes=(), lead=(Message(key="ask-empty"),)
    )
    text = plain.to_text(blocks.reply(found))
    assert "\n" not in text
    assert ":\n" not in text
    assert "：\n" not in text


@pytest.mark.parametrize(
    ("lang", "joined"), [("en", "A. B. [1]\n\nC. [2]"), ("zh-Hant", "A.B. [1]\n\nC. [2]")]
)
def test_quotes_of_one_section_are_one_paragraph(lang, joined: str) -> None:
    quotes = tuple(QuoteBlock(number=n, text=t) for n, t in ((1, "A."), (2, "C."), (1, "B.")))
    assert plain.to_text(reply(lang=lang, quotes=quotes)) == joined


def reply(**changes) -> Reply:
    empty = {
        "lang": "en", "kind": "passages", "answer_id": "a", "lead": (), "calculations": (), "quotes": (),
        "nearest": (), "notes": (), "citations": (),
    }  # fmt: skip
    return Reply.model_validate(empty | changes)


LINE = st.one_of(st.text(max_size=40), st.text(min_size=1, max_size=4).map(lambda t: t * 900))
LINES = st.lists(LINE, max_size=6).map(tuple)
BLOCK = st.builds(
    CalculationBlock,
    name=st.just("psu"),
    headline=LINE,
    understood=LINES,
    steps=LINES,
    assumptions=LINES,
    notes=LINES,
)
QUOTE = st.builds(QuoteBlock, number=st.integers(1, 9), text=LINE)
CITATION = st.builds(CitationLine, number=st.integers(1, 9), label=LINE, url=LINE)


@given(
    st.builds(
        Reply, lang=st.sampled_from(LANGS), kind=st.just("both"), answer_id=st.just("a"), lead=LINES,
        calculations=st.lists(BLOCK, max_size=3).map(tuple), quotes=st.lists(QUOTE, max_size=3).map(tuple),
        nearest=LINES, notes=LINES, citations=st.lists(CITATION, max_size=3).map(tuple),
    )
)  # fmt: skip
def test_a_reply_always_fits_one_message(whole: Reply) -> None:
    assert len(plain.to_text(whole)) <= 2000


def test_what_fits_is_not_touched() -> None:
    exact = "x" * 2000
    assert plain.to_text(reply(lead=(exact,))) == exact


def test_a_long_reply_ends_at_a_line_and_keeps_its_sources() -> None:
    notes = tuple(f"Note {i} says something of about sixty characters in its line." for i in range(60))
    source = CitationLine(number=1, label="Power", url="https://example.org")
    text = plain.to_text(reply(notes=notes, citations=(source,)))
    assert text.endswith("in its line.…\n\n[1] Power\n    https://example.org")
    assert 1900 < len(text) <= 2000


def test_of_many_sources_those_are_named_that_fit_whole() -> None:
    many = tuple(
        CitationLine(number=n, label="x" * 90, url="https://example.org/" + "y" * 30) for n in range(1, 20)
    )
    text = plain.to_text(reply(citations=many))
    assert text.endswith("y" * 30 + "\n…")
    assert text.count("https://") == text.count("[") < 19
    endless = CitationLine(number=1, label="x" * 2000, url="https://example.org")
    assert len(plain.to_text(reply(citations=(endless,)))) <= plain.MAX_SOURCES_CHARS


def test_one_calculation_alone_has_no_sources(calculation) -> None:
    text = plain.calculation_text(calculation, "en")
    assert text.startswith("Buy a 1400 W power supply")
    assert "Working:\n- Load" in text
    assert "[1]" not in text
