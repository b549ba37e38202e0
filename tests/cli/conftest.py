"""A small knowledge folder, an encoder without a model, and the command line run in this process."""

import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.app import engine
from bot.cli import main
from tests.corpus import conftest as good
from tests.retrieval.conftest import HashingEncoder

SHIPPED = Path(__file__).parents[2] / "knowledge"
GPUS = (
    good.GPUS
    + "RTX 3080 10GB,,NVIDIA,320,10,2,285,2x8-pin,geforce-30,2020-09-17,https://example.org/a,2026-10-01\n"
    "RTX 3080 12GB,,NVIDIA,350,12,2,285,2x8-pin,geforce-30,2022-01-11,https://example.org/b,2026-10-01\n"
)


class Done(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def _place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting and no language of the machine reaches a test."""
    for name in list(os.environ):
        if name.upper().startswith(("RIGWISE_", "DISCORD_", "LC_", "LANG")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("RIGWISE_KNOWLEDGE_DIR", str(tmp_path / "knowledge"))
    monkeypatch.setenv("RIGWISE_STATE_DIR", str(tmp_path / "state"))


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the knowledge and its index, made once: most of an index is the questions about other things."""
    return make_library(tmp_path_factory.mktemp("library"))


def make_library(home: Path) -> Path:
    """Write ``knowledge/`` and its index in ``state/`` below a folder."""
    files = {
        "guide/psu-size.en.md": good.HEAD_EN + good.BODY_EN,
        "guide/psu-size.zh-Hant.md": good.HEAD_HANT + good.BODY_HANT,
        "facts.yaml": good.FACTS,
        "hardware/gpus.csv": GPUS,
        "hardware/synonyms.csv": good.SYNONYMS,
        "README.md": "# How this folder works\n",
    }
    for path, text in files.items():
        good.write(home / "knowledge", path, text)
    for table in (
        "hardware/cpus.csv",
        "prices/electricity.csv",
        "prices/tiers.csv",
        "prices/grid_carbon.csv",
    ):
        good.write(home / "knowledge", table, (SHIPPED / table).read_bytes())
    engine.open_engine(engine.Place(home / "knowledge", home / "state"), encoder=new_encoder())
    return home


@pytest.fixture
def folder(library: Path, tmp_path: Path) -> Path:
    """A knowledge folder in which nothing is wrong, its index beside it."""
    shutil.copytree(library, tmp_path, dirs_exist_ok=True)
    return tmp_path / "knowledge"


def new_encoder() -> HashingEncoder:
    return HashingEncoder(max_tokens=400)


@pytest.fixture
def encoder(monkeypatch: pytest.MonkeyPatch) -> HashingEncoder:
    """Every engine of the command line is opened with this encoder."""
    hashing = new_encoder()

    def opened(place, progress=None, notify=None, encoder=None, previous=None):
        return engine.open_engine(place, progress, notify, encoder or hashing, previous)

    for module in ("bot.cli.ask", "bot.cli.knowledge"):
        monkeypatch.setattr(f"{module}.open_engine", opened)
    monkeypatch.setattr("bot.cli.knowledge.encoder_of", lambda place, notify=None: hashing)
    return hashing


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Run the command line in this process."""

    def _run(*arguments: str) -> Done:
        return _done(arguments, capsys)

    return _run


def _done(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> Done:
    try:
        code = main.main(list(arguments))
    except SystemExit as ended:  # argparse
        code = int(ended.code or 0)
    out, err = capsys.readouterr()
    return Done(code, out, err)
