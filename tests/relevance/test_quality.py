"""The product against the floors of the held half, with the real encoder."""

from pathlib import Path

import pytest

from bot.app.engine import Place, open_engine
from tests.relevance.run import floors, measured
from tests.relevance.table import Table

pytestmark = [pytest.mark.model, pytest.mark.timeout(1200)]  # the index may have to be built first

ROOT = Path(__file__).resolve().parents[2]
FLOORS = [(measure, column) for measure, columns in floors().items() for column in columns]


@pytest.fixture(scope="module")
def table() -> Table:
    engine = open_engine(Place(knowledge_dir=ROOT / "knowledge", state_dir=ROOT / ".state"))
    return measured(engine, "held")


@pytest.mark.req("R63", "R99", "B25", "B26")
@pytest.mark.parametrize(("measure", "column"), FLOORS)
def test_held_half_reaches_its_floor(table: Table, measure: str, column: str) -> None:
    assert table.missed({measure: {column: floors()[measure][column]}}) == []


def test_every_quote_is_word_for_word(table: Table) -> None:
    assert table.value("quotes_exact") == 1.0


def test_no_reply_is_longer_than_a_message(table: Table) -> None:
    assert (table.value("longest_reply") or 0) <= 2000


def test_no_question_crashes(table: Table) -> None:
    assert [str(f) for f in table.failures if "Error" in f.why] == []
