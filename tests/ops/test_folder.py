"""The calculators' shortcut to the knowledge folder says what the settings say."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.errors import SettingsError
from bot.ops import settings
from bot.ops.folder import knowledge_dir


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.upper().startswith("RIGWISE_"):
            monkeypatch.delenv(name)


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"RIGWISE_KNOWLEDGE_DIR": ""},
        {"RIGWISE_KNOWLEDGE_DIR": "/srv/guide"},
        {"rigwise_knowledge_dir": "/srv/lower"},
        {"RIGWISE_KNOWLEDGE_DIR": "/srv/guide", "RIGWISE_LOG_LEVEL": "debug"},
    ],
    ids=["nothing", "empty", "set", "lower-case", "with-another"],
)
def test_the_folder_is_that_of_the_settings(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert knowledge_dir() == settings.load().knowledge_dir


def test_a_file_of_settings_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "rigwise.toml"
    file.write_text('knowledge_dir = "/srv/from-file"\n')
    monkeypatch.setenv("RIGWISE_CONFIG", str(file))
    assert knowledge_dir() == Path("/srv/from-file")


@pytest.mark.parametrize(
    ("name", "value"), [("RIGWISE_KNOWLEGDE_DIR", "/srv/guide"), ("RIGWISE_DEADLINE_S", "nan")]
)
def test_a_misspelt_or_invalid_setting_is_refused_all_the_same(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError):
        knowledge_dir()


def test_nothing_heavy_is_imported() -> None:
    code = "import sys; from bot.ops.folder import knowledge_dir; knowledge_dir(); print('pydantic' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PATH": "/usr/bin"}
    )
    assert done.stdout.strip() == "False"
