"""Two rounds of sixty questions, twenty a script, written down before the reader was run on them, as people type.

``first`` says whether the reader had a question right the first time it saw it; ``area`` what it is about. The first round
was put to the reader before it knew how to look figures up (``spec``: none of 15 right, the other 45 all right), the second
after (57 of 60). What was wrong was put right as a kind of mistake, never as one phrase:

- watts behind a processor's name that no such processor draws are the supply's ("R7 5800X - is 650W too little?");
- "w/" behind a card's number is "with", not watts;
- RAM that the asker has in mind is judged, not only sized.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from bot.answering.extract.normalise import script
from bot.answering.planned import Inputs
from bot.answering.router import route
from bot.domain.hardware import Catalogue
from bot.domain.inputs import PsuInputs, RamInputs, SpecInputs
from bot.domain.lookup import PartIndex
from tests.answering.test_phrases import parsed

ROWS = [json.loads(line) for line in Path(__file__).with_name("fresh.jsonl").read_text("utf-8").splitlines()]


def beside(inputs: Inputs) -> dict[str, object]:
    """What the other corpus does not hold."""
    if isinstance(inputs, PsuInputs):
        return {"supply": inputs.supply_w and int(inputs.supply_w)}
    if isinstance(inputs, RamInputs):
        return {"have": inputs.have_gb and int(inputs.have_gb)}
    if isinstance(inputs, SpecInputs):
        claimed = inputs.claimed and int(inputs.claimed)
        names = [row.name for row in inputs.rows]
        return {"rows": names, "figures": list(inputs.figures), "claimed": claimed}
    return {}


def read(text: str, index: PartIndex, tables: Catalogue) -> dict[str, object]:
    found = route(text, script(text, "en"), index, tables)
    extra = beside(found.calculators[0][1]) if found.calculators else {}
    return {**parsed(found), **extra}


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['round']}-{row['text']}" for row in ROWS])
def test_each_is_read_as_meant(row, index, tables) -> None:
    got = read(row["text"], index, tables)
    assert {key: got.get(key) for key in row["expect"]} == row["expect"]


def test_rounds_are_even_and_their_first_run_is_kept() -> None:
    assert Counter((row["round"], row["lang"]) for row in ROWS) == {
        (number, lang): 20 for number in (1, 2) for lang in ("en", "zh-Hant", "zh-Hans")
    }
    right = Counter((row["round"], row["area"] == "spec") for row in ROWS if row["first"])
    assert right == {(1, False): 45, (2, False): 45, (2, True): 12}
