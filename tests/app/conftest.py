"""A small knowledge folder with its index, and an engine over it without a model."""

import shutil
from pathlib import Path

import pytest

from bot.app.engine import Engine, Place, open_engine
from tests.cli.conftest import make_library, new_encoder


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder and its index, made once."""
    return make_library(tmp_path_factory.mktemp("library"))


@pytest.fixture
def place(library: Path, tmp_path: Path) -> Place:
    """A copy to damage."""
    shutil.copytree(library, tmp_path, dirs_exist_ok=True)
    return Place(tmp_path / "knowledge", tmp_path / "state")


@pytest.fixture
def engine(place: Place) -> Engine:
    return open_engine(place, encoder=new_encoder())
