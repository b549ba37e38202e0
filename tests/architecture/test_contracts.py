"""The contracts between the rooms hold, and would notice if they were broken."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(folder), "PATH": "/usr/bin:/bin", "COLUMNS": "200"},
    )  # fmt: skip


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    shutil.copytree(ROOT / "bot", folder / "bot", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


PLANTED = {
    "domain reads a file": ("bot/domain/psu.py", "import pathlib"),
    "domain asks the clock": ("bot/domain/energy.py", "import time"),
    "domain uses numpy": ("bot/domain/memory.py", "import numpy"),
    "corpus imports retrieval": ("bot/corpus/model.py", "import bot.retrieval.model"),
    "answering imports i18n": ("bot/answering/clean.py", "import bot.i18n.catalogue"),
    "answering imports faiss": ("bot/answering/clean.py", "import faiss"),
    "presentation imports discord": ("bot/presentation/plain.py", "import discord"),
    "a second door to faiss": ("bot/retrieval/search.py", "import faiss"),
    "a second door to pymilvus": ("bot/retrieval/search.py", "import pymilvus"),
    "a second door to sentence-transformers": ("bot/app/engine.py", "import sentence_transformers"),
    "a second reader of settings": ("bot/app/engine.py", "import pydantic_settings"),
    "ops knows answering": ("bot/ops/settings.py", "import bot.answering.model"),
}


@pytest.mark.req("R104")
def test_shipped_code_keeps_the_contracts(copy: Path) -> None:
    result = _lint(copy)
    assert result.returncode == 0, result.stdout[-3000:]


@pytest.mark.parametrize("name", sorted(PLANTED))
def test_planted_violation_is_caught(copy: Path, name: str) -> None:
    path, line = PLANTED[name]
    file = copy / path
    original = file.read_text("utf-8")
    file.write_text(f"{original}\n{line}\n", "utf-8")
    try:
        assert _lint(copy).returncode == 1, f"{name}: not noticed"
    finally:
        file.write_text(original, "utf-8")
