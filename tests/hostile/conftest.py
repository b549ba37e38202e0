"""The shipped tables, and an index over them."""

from pathlib import Path

import pytest

from bot.corpus.tables import read_tables
from bot.domain.hardware import Catalogue
from bot.domain.lookup import PartIndex

KNOWLEDGE = Path(__file__).parents[2] / "knowledge"


@pytest.fixture(scope="session")
def tables() -> Catalogue:
    return read_tables(KNOWLEDGE)[0]


@pytest.fixture(scope="session")
def index(tables: Catalogue) -> PartIndex:
    return PartIndex(tables)
