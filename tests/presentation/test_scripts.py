"""No sentence of another language stands in a Chinese reply: a wide sample of calculator questions, worded."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.answering import calculators
from bot.answering.router import Route, route
from bot.corpus.tables import read_tables
from bot.domain.hardware import Catalogue
from bot.domain.lookup import PartIndex
from bot.domain.model import Lang
from bot.i18n import catalogue as messages
from bot.presentation import plain

ROOT = Path(__file__).parents[2]
PHRASES = [
    json.loads(line)["text"]
    for line in (ROOT / "tests" / "answering" / "phrases.jsonl").read_text("utf-8").splitlines()
]
SPECS = [
    "tdp of a 3090", "specs of a 4090", "specs of the 5950x", "3060 vram", "3090 vs 4090 vram", "a100 vs h100 tdp",
    "is the 3080 10gb", "is a 3090 450w", "3090 cores", "MI300X power plugs", "13900k tdp", "rtx 9090 vram",
    "3970x socket", "how long is a 3090", "when was the 3090 released", "specs of rtx pro 6000 blackwell max-q",
]  # fmt: skip
_WORDS = re.compile(r"[A-Za-z]{2,}(?:[ ,;:]+[A-Za-z]{2,}){2,}")
"""Three words in a row and more; what stands between digits, units and signs is a name or a formula."""


@pytest.fixture(scope="module")
def tables() -> Catalogue:
    return read_tables(ROOT / "knowledge")[0]


@pytest.fixture(scope="module")
def index(tables: Catalogue) -> PartIndex:
    return PartIndex(tables)


def said(found: Route, lang: Lang, tables: Catalogue) -> Iterator[str]:
    """All that a route says in a language, titles of sources left out."""
    for message in (*found.missing, *found.assumptions):
        yield messages.say(message, lang)
    for name, inputs in found.calculators:
        yield plain.calculation_text(calculators.run(name, inputs, tables), lang)


def places(tables: Catalogue) -> list[str]:
    """A question for each country that has a price or an intensity, with and without the household's own use."""
    codes = dict.fromkeys(row.country for row in (*tables.tariffs, *tables.carbon))
    names = {row.country: row.name.partition(" (")[0] for row in (*tables.carbon, *tables.tariffs)}
    return [
        f"{question} in {names[code]}"
        for code in codes
        for question in (
            "800W for a month cost",
            "1000-1500 W, 12h a day for 30 days, household 300 kWh a month, cost",
        )
    ]


@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans"])
def test_no_english_sentence_in_a_chinese_reply(lang: Lang, tables: Catalogue, index: PartIndex) -> None:
    questions = [*PHRASES, *SPECS, *places(tables)]
    names = [row.name for row in (*tables.gpus, *tables.cpus)]
    faults, worded = [], 0
    for question in questions:
        found = route(question, lang, index, tables)
        for text in said(found, lang, tables):
            worded += 1
            bare = re.sub("[「“][^」”]*[」”]", " | ", text)  # what is quoted, the asker's own words among it
            for name in sorted((n for n in names if n in bare), key=len, reverse=True):
                bare = bare.replace(name, "|")
            faults += [f"{question}: {words}" for words in _WORDS.findall(bare)]
    assert worded > 500
    assert not faults


def test_the_test_sees_what_it_looks_for() -> None:
    assert _WORDS.search("家庭平均，before the end of October 2025。")
    assert not _WORDS.search("RTX PRO 6000，80 PLUS Gold，2 × 8-pin，kg CO2e")
