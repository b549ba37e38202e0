"""Replies laid out: order, limits, narrow blocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord_ui import limits, render
from bot.presentation.blocks import CalculationBlock, CitationLine, QuoteBlock, Reply


def reply(**changes):
    values = {
        "lang": "en", "kind": "passages", "answer_id": "a", "lead": (), "calculations": (), "quotes": (), "nearest": (),
        "notes": (), "citations": (),
    }  # fmt: skip
    return Reply.model_validate(values | changes)


CALCULATION = CalculationBlock(
    name="psu",
    headline="Buy a 1400 W power supply: the parts draw 1150 W.",
    understood=("4 × card at 250 W",),
    steps=("Load: 4 × 250 + 1 × 150 = 1150 W",),
    assumptions=("no drives",),
    notes=("Mind the plugs.",),
)


def test_the_number_comes_first_in_bold_then_inputs_then_working():
    text = render.render(reply(kind="calculation", calculations=(CALCULATION,))).embeds[0].description
    parts = [
        "⚡ **Buy a 1400 W power supply:**",
        "- 4 × card",
        "```\nLoad: 4 × 250",
        "- no drives",
        "- Mind the plugs.",
    ]
    positions = [text.index(part) for part in parts]
    assert positions == sorted(positions)
    assert "Assumed" in text


def test_the_first_sentence_of_a_quote_is_bold_and_numbered():
    text = render.render(reply(quotes=(QuoteBlock(number=1, text="No. It is not."),))).embeds[0].description
    assert text == "📖 **No.** It is not. \\[1]"


def test_quotes_beside_a_calculation_are_quoted():
    made = reply(kind="both", calculations=(CALCULATION,), quotes=(QuoteBlock(number=1, text="One.\nTwo."),))
    assert "> One.\n> Two. \\[1]" in render.render(made).embeds[0].description


def test_a_quote_that_is_a_list_keeps_its_first_line():
    made = reply(quotes=(QuoteBlock(number=1, text="| a | 1 |\n| b | 2 |"),))
    assert render.render(made).embeds[0].description == "📖\n- a: 1\n- b: 2\n\\[1]"


@pytest.mark.req("R21")
def test_citations_are_numbered_links_where_they_have_an_address():
    lines = (
        CitationLine(number=1, label="A › b", url="https://x.org"),
        CitationLine(number=2, label="C", url=""),
    )
    (field,) = render.render(reply(lead=("Hm.",), citations=lines)).embeds[0].fields
    assert (field.name, field.value) == ("Sources", "\\[1] [A › b](https://x.org)\n\\[2] C")


def test_bold_ends_before_a_chinese_full_stop():
    made = reply(lang="zh-Hant", quotes=(QuoteBlock(number=1, text="不需要。八條就夠。"),))
    assert render.render(made).embeds[0].description == "📖 **不需要**。八條就夠。 \\[1]"


def test_only_the_section_of_a_citation_is_linked():
    line = CitationLine(number=1, label="A › b — Some guide, 2018; reviewed 2026", url="https://x.org")
    assert render.citation_line(line) == "\\[1] [A › b](https://x.org) — Some guide, 2018; reviewed 2026"


@pytest.mark.req("R14", "R15", "R19", "B5")
@given(st.lists(st.text(max_size=3000), max_size=6), st.text(max_size=50_000), st.text(max_size=300))
def test_whatever_is_said_fits(lead, quote, label):
    citations = tuple(
        CitationLine(number=n, label=label, url="https://x.org/" + "a" * n) for n in range(1, 41)
    )
    made = reply(
        kind="clarify", lead=tuple(lead), quotes=(QuoteBlock(number=1, text=quote),), citations=citations
    )
    parcel = render.render(made)
    assert 1 <= len(parcel.embeds) <= limits.MAX_PARTS
    for embed in parcel.embeds:
        assert embed.description.strip()
        assert limits.length(embed.description) <= limits.EMBED_DESCRIPTION
        assert len(embed) <= limits.EMBED_TOTAL


@pytest.mark.req("R15", "R19")
@given(
    st.text(max_size=500),
    st.lists(st.text(max_size=2000), max_size=20),
    st.lists(st.tuples(st.text(max_size=400), st.text(max_size=2000)), max_size=40),
)
def test_panels_fit_and_have_no_empty_fields(title, lines, columns):
    embed = render.panel(title, lines, "help", columns)
    assert limits.length(embed.description) <= limits.EMBED_DESCRIPTION
    assert len(embed.fields) <= limits.EMBED_FIELDS
    assert all(field.name.strip() and field.value.strip() for field in embed.fields)
    assert all(
        limits.length(field.name) <= 256 and limits.length(field.value) <= 1024 for field in embed.fields
    )
    assert len(embed) <= limits.EMBED_TOTAL


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("Load: 4 × 350 = 1400 W", ["Load: 4 × 350 = 1400 W"]),
        (
            "Minimum, 10% more for peaks: 1400 × 1.10 = 1540 W",
            ["Minimum, 10% more for peaks:", "  1400 × 1.10 = 1540 W"],
        ),
        ("Load: 4 × 350 + 1 × 280 + 1 × 80 = 1760 W", ["Load: 4 × 350 + 1 × 280 + 1 × 80", "  = 1760 W"]),
        (
            "最低需求，為尖峰多留 10%：1400 × 1.10 = 1540 W",
            ["最低需求，為尖峰多留 10%：", "  1400 × 1.10 = 1540 W"],
        ),
        (
            "a word and another word and yet another word",
            ["a word and another word and yet", "  another word"],
        ),
    ],
)
def test_working_is_broken_for_a_phone(line, lines):
    assert render.narrow(line) == lines


@given(st.text(alphabet=st.sampled_from(list("ab 1+=:×中")), max_size=200))
def test_broken_lines_keep_their_words_and_width(line):
    lines = render.narrow(line)
    assert "".join("".join(lines).split()) == "".join(line.split())
    longest = max((render.columns(word) for word in line.split()), default=0)
    assert all(render.columns(made) <= max(render.BLOCK_COLUMNS, longest + 4) for made in lines)
