"""Numbers with units are read alike in each language; facts hold them."""

from decimal import Decimal
from pathlib import Path

import pytest

from bot.corpus.facts import read_facts, sections_by_fact
from bot.corpus.figures import bare_numbers, figures_in
from bot.corpus.folder import read_folder


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("336–504 kWh and 67.20-100.80 EUR", ["336 kWh", "504 kWh", "67.2 EUR", "100.8 EUR"]),
        ("from 250 W to 350, 450 and 575 W", ["250 W", "350 W", "450 W", "575 W"]),
        ("$1,150 to 1,200", ["1150 USD", "1200 USD"]),
        ("約 1150 美元", ["1150 USD"]),
        ("20 euro cents", ["20 cent"]),
        ("0.20 元人民幣", ["0.2 CNY"]),
        ("27-inch, 16-bit", ["27 inch", "16 bit"]),
        ("27 吋、16 位元、2 個位元組", ["27 inch", "16 bit", "2 byte"]),
        ("As of 2020, 8 GB", ["8 GB"]),
        ("RTX 3090 and 24 GB", ["24 GB"]),
        ("10％～25%", ["10 %", "25 %"]),
        ("80 °C（83–90 ℃）", ["80 °C", "83 °C", "90 °C"]),
        ("2018 年 12 月 16 日，四張 GPU，PCIe 3.0 x16", []),
        ("14 天 = 336 小時", ["14 d", "336 h"]),
        ("每批幾毫秒，100 MB/s", ["100 MB/s"]),
        ("344 g/kWh, 344 g CO2e/kWh", ["344 g/kWh", "344 g/kWh"]),
        ("19,440,000 bytes", ["19440000 byte"]),
        ("A100 Warp 4 A100 12V", ["12 V"]),
        ("1e400 W", []),
    ],
)
def test_figures(text: str, figures: list[str]) -> None:
    assert [str(figure) for figure in figures_in(text)] == figures


def test_lines_are_counted_from_the_start_of_the_text() -> None:
    assert [(str(f), f.line) for f in figures_in("a\n350 W\n\n24 GB")] == [("350 W", 1), ("24 GB", 3)]


def test_bare_numbers_carry_no_unit() -> None:
    assert bare_numbers("| 150 | 250 W |\n112.50 per card") == {Decimal(150), Decimal("112.5")}


def test_facts_are_read_with_their_figures(folder: Path) -> None:
    facts, problems = read_facts(folder)
    assert problems == ()
    assert facts is not None
    assert [str(figure) for figure in facts["W01"].figures] == ["250 W", "150 W", "1265 W", "1400 W"]


@pytest.mark.parametrize(
    "content", [b"- a\n", b"a: [\n", b"\xff\xfe", b"x"], ids=["list", "yaml", "utf-16", "word"]
)
def test_a_broken_registry_is_reported(folder: Path, content: bytes) -> None:
    (folder / "facts.yaml").write_bytes(content)
    facts, problems = read_facts(folder)
    assert facts is None
    assert [p.path for p in problems] == ["facts.yaml"]


def test_facts_without_a_section_show(folder: Path) -> None:
    found = sections_by_fact(["F136", "F140", "F001"], read_folder(folder).documents)
    assert found == {"F136": ("psu-rule",), "F140": ("psu-efficiency",), "F001": ()}
