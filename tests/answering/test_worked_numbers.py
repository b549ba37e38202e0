"""The guide's worked numbers against the shipped folder: what a calculator yields is what the sections say.

W01-W07, W09, W10, W16 and W22 are table tests of the calculators (``tests/domain``). The rest are one-line sums of
the guide without a calculator: they are worked out again here and must stand in the sections that claim them.
"""

import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from bot.answering import calculators
from bot.corpus.folder import read_folder
from bot.corpus.model import Section, Shelf
from bot.domain.inputs import MemoryPart, PowerPart
from bot.domain.lookup import PartIndex
from bot.domain.mentions import find_mentions

KNOWLEDGE = Path(__file__).parents[2] / "knowledge"
CARDS = 4


def water_cooling_usd(cards: int) -> int:
    return 100 * cards + 50


def ghz_ratio(*steps: str) -> Decimal:
    product = Decimal(1)
    for step in steps:
        product *= Decimal(step)
    return product


SUMS = [
    pytest.param("W08", [CARDS * 8], id="W08-8-lanes-for-each-of-4-GPUs"),
    pytest.param("W11", [water_cooling_usd(n) for n in (1, CARDS)], id="W11-water-cooling-100n+50"),
    pytest.param("W12", [Fraction(24, 8)], id="W12-batch-ratio-24-to-8-GB"),
    pytest.param("W13", [4 // 2], id="W13-16-bit-halves-32-bit"),
    pytest.param("W14", [CARDS * 2], id="W14-2-threads-a-GPU"),
    pytest.param("W15", [CARDS + 2], id="W15-GPUs+2-cores"),
    pytest.param("W17", [CARDS * 2], id="W17-2-slots-a-GPU"),
    pytest.param("W18", [2 * 4], id="W18-channels-of-two-Xeons"),
    pytest.param("W19", [2 * 28], id="W19-cores-of-two-CPUs"),
    pytest.param("W21", [10, 25], id="W21-heat-losses"),
]


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return read_folder(KNOWLEDGE)


def sections(shelf: Shelf, lang: str) -> list[Section]:
    return [section for document in shelf.documents if document.lang == lang for section in document.sections]


def holds(text: str, figure: object) -> bool:
    return re.search(rf"(?<![\d.]){figure}(?!\d|\.\d)", text) is not None


@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
@pytest.mark.parametrize(("fact", "figures"), SUMS)
def test_sums_without_a_calculator_stand_in_their_sections(shelf: Shelf, fact, figures, lang) -> None:
    claiming = [section for section in sections(shelf, lang) if fact in section.facts]
    assert claiming, f"no {lang} section claims {fact}"
    text = "\n".join(section.text for section in claiming)
    missing = [figure for figure in figures if not holds(text, figure)]
    assert not missing, (fact, [section.section_id for section in claiming])


def test_w20_speed_ratios_multiply() -> None:
    """GTX 680 -> Titan 1.15, Titan -> 980 1.20: together 1.38, which no section may print otherwise."""
    assert ghz_ratio("1.15", "1.20") == Decimal("1.38")


CALCULATED = {
    "psu-size-rule": ("psu", {"parts": (PowerPart(kind="gpu", count=4, watts=Decimal(250)),
                                        PowerPart(kind="cpu", watts=Decimal(150)))},
                      ("load_w", "minimum_w", "comfortable_w", "buy_w")),
    "energy-cost-two-weeks": ("cost", {"low_w": 1000, "high_w": 1500, "hours": 336, "price_per_kwh": "0.20", "currency": "EUR"},
                              ("energy_kwh_low", "energy_kwh_high", "cost_low", "cost_high")),
    "ram-size-rule": ("ram", {"gpus": (MemoryPart(memory_gb=Decimal(24)),)}, ("minimum_gb",)),
    "pcie-copy-time": ("copy", {"size_bytes": 19_440_000}, ("guide_theory_ms",)),
    "disk-read-time": ("disk", {"size_bytes": 19_440_000, "speed_mb_s": 100}, ("guide_ms",)),
}  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
@pytest.mark.parametrize("section_id", CALCULATED)
def test_calculators_cite_a_section_that_states_their_figures(shelf: Shelf, section_id, lang) -> None:
    name, raw, keys = CALCULATED[section_id]
    result = calculators.run(name, calculators.parse_inputs(name, raw), shelf.catalogue)
    assert result.sections == (section_id,)
    found = next((section for section in sections(shelf, lang) if section.section_id == section_id), None)
    assert found, f"no {lang} section {section_id}"
    for key in keys:
        value = Decimal(result.results[key])
        spellings = {str(value.normalize()) if value < 10 else format(value, "f").rstrip("0").rstrip("."),
                     str(round(value, 1)), str(round(value, 2)), str(round(value))}  # fmt: skip
        assert any(holds(found.text, spelling) for spelling in spellings), (key, value)


def test_every_name_and_alias_of_the_tables_means_its_own_row(shelf: Shelf) -> None:
    index = PartIndex(shelf.catalogue)
    wrong = [
        (text, row.name, index.resolve(text, kind).names)
        for kind, rows in (("gpu", shelf.catalogue.gpus), ("cpu", shelf.catalogue.cpus))
        for row in rows
        for text in (row.name, *row.aliases)
        if index.resolve(text, kind).names != (row.name,)
    ]
    assert wrong == []


def test_every_name_of_the_tables_is_found_in_a_sentence(shelf: Shelf) -> None:
    index = PartIndex(shelf.catalogue)
    missed = []
    for row in (*shelf.catalogue.gpus, *shelf.catalogue.cpus):
        mentions = find_mentions(index, f"四張 {row.name.lower()} 要幾瓦")
        if [row.name] != [name for mention in mentions for name in mention.resolution.names]:
            missed.append((row.name, [(m.text, m.resolution.names) for m in mentions]))
    assert missed == []


@pytest.mark.parametrize(
    "text", ["RTX 9090", "GTX 5090", "RX 9990 XT", "i9-99999K", "RTX 6090 Ti", "Threadripper 9999X"]
)
def test_invented_parts_are_in_no_table(shelf: Shelf, text) -> None:
    mentions = find_mentions(PartIndex(shelf.catalogue), text.lower())
    assert [(m.text, m.resolution.status) for m in mentions] == [(text.lower(), "unknown")]
