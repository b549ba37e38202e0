"""An Answer in words: the same blocks for every surface."""

import re
from decimal import Decimal

import pytest

from bot.corpus.script import to_simplified
from bot.domain.calculation import Step
from bot.domain.model import LANGS, Lang, Message, Source
from bot.domain.working import GUIDE
from bot.presentation import blocks

HAN = re.compile(r"[\u3400-\u9fff]")


def test_the_working_is_written_for_people(calculation) -> None:
    assert blocks.calculation_block(calculation, "en").steps == (
        "Load: 4 × 250 + 1 × 150 = 1150 W",
        "Minimum, 10% more for peaks: 1150 × 1.10 = 1265 W",
        "Comfortable, 10% more again: 1265 × 1.10 = 1391.5 W",
        "Next size sold: 1400 W",
        "At the wall: 1150 ÷ 0.92 = 1250 W",
    )


def test_a_step_without_a_unit_has_no_stray_space(calculation) -> None:
    step = Step(key="step-load", expression="1 / 3", value=Decimal("0.25"), unit="")
    worded = blocks.calculation_block(calculation.model_copy(update={"steps": (step,)}), "en")
    assert worded.steps == ("Load: 1 ÷ 3 = 0.25",)


@pytest.mark.parametrize("lang", LANGS)
def test_every_part_is_in_the_language_of_the_reply(calculation, lang: Lang) -> None:
    block = blocks.calculation_block(calculation, lang)
    lines = [block.headline, *block.understood, *block.steps, *block.assumptions, *block.notes]
    assert (block.name, len(block.understood), len(block.steps)) == ("psu", 2, 5)
    assert "1400" in block.headline
    simplified = [to_simplified(line) == line for line in lines]
    if lang == "en":
        assert not HAN.search("".join(lines))
    else:
        assert sum(bool(HAN.search(line)) for line in lines) >= len(lines) - 1  # "4 × CPU" has none
        assert all(simplified) == (lang == "zh-Hans")


def test_numbers_are_grouped(calculation) -> None:
    step = Step(key="step-load", expression="4 * 3000", value=Decimal(12000), unit="W")
    worded = blocks.calculation_block(calculation.model_copy(update={"steps": (step,)}), "zh-Hant")
    assert worded.steps[0].endswith("4 × 3000 = 12,000 W")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://example.org/a?b=1", "https://example.org/a?b=1"),
        ("http://example.org", "http://example.org"),
        ("", ""),
        ("javascript:alert(1)", ""),
        ("ftp://example.org", ""),
        ("file:///etc/passwd", ""),
        ("//example.org", ""),
        (" https://example.org", ""),
        ("guide/power.md", ""),
    ],
)
def test_links_are_web_addresses_or_none(citation, url: str, shown: str) -> None:
    assert blocks.citation_line(citation(url=url), "en").url == shown


def test_a_citation_names_section_source_and_dates(citation) -> None:
    line = blocks.citation_line(citation(number=7), "en")
    assert line.number == 7
    assert line.label == "Power › How large? — Guide, 2018-12-16; reviewed 2026-01-01"


@pytest.mark.parametrize("absent", [{"source_title": ""}, {"reviewed": ""}])
@pytest.mark.parametrize("lang", LANGS)
def test_a_citation_without_source_or_review_is_its_path(citation, absent, lang: Lang) -> None:
    assert blocks.citation_line(citation(**absent), lang).label == "Power › How large?"


def test_the_whole_reply(answer) -> None:
    reply = blocks.reply(answer(lead=(Message(key="ask-unknown"),), nearest=("Lanes", "Fans")))
    assert (reply.lang, reply.kind, reply.answer_id) == ("en", "both", "0123456789")
    assert [(q.number, q.text) for q in reply.quotes] == [(1, "Add the watts."), (1, "A 1400 W unit suits.")]
    assert reply.lead == ("That is not in my guide, so I will not guess.",)
    assert reply.nearest == ("Lanes", "Fans")
    assert len(reply.citations) == len(reply.calculations) == len(reply.notes) == 1


def test_pages_behind_table_rows_follow_the_sections_each_once(calculation, citation) -> None:
    row = Source(title="RTX 3090", url="https://www.example.org/3090", date="2026-01-01")
    same = Source(title="RTX 3090 Ti", url="https://www.example.org/3090", date="2026-01-01")
    wall = Source(title="Advertisement", date="2018")
    told = calculation.model_copy(update={"sources": (GUIDE, row, same, row, wall)})
    lines = blocks.citation_lines((citation(),), (told, told), "en")
    assert [(line.number, line.url) for line in lines] == [
        (1, "https://example.org/guide"),
        (2, "https://www.example.org/3090"),
    ]
    assert lines[1].label == "RTX 3090; RTX 3090 Ti — example.org, as of 2026-01-01"
    assert blocks.citation_lines((), (told,), "en")[0].number == 1


@pytest.mark.parametrize(
    ("url", "page"),
    [
        ("https://pypi.org/project/codecarbon/3.3.2/", "pypi.org codecarbon 3.3.2"),
        ("https://github.com/a/b/blob/main/c.csv", "github.com a/b"),
        ("https://www.techpowerup.com/gpu-specs/x", "techpowerup.com"),
        ("https://pypi.org/", "pypi.org"),
    ],
)
def test_a_page_is_named_in_few_words(calculation, url: str, page: str) -> None:
    told = calculation.model_copy(update={"sources": (Source(title="It", url=url, date="2026"),)})
    assert blocks.citation_lines((), (told,), "en")[0].label == f"It — {page}, as of 2026"
