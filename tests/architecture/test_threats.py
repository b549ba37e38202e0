"""The threat model names tests that exist."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODEL = (ROOT / "deploy/THREATS.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`([a-z0-9_]+/test_[a-z_]+\.py::[\w:]+)`", MODEL)))


def test_the_model_names_tests() -> None:
    assert len(NAMED) > 25


@pytest.mark.parametrize("name", NAMED)
def test_a_named_test_exists(name: str) -> None:
    path, *scopes = name.split("::")
    body = ast.parse((ROOT / "tests" / path).read_text("utf-8")).body
    for scope in scopes:
        found = [node for node in body if getattr(node, "name", "") == scope]
        assert found, name
        body = found[0].body


@pytest.mark.parametrize("heading", ["A member", "A writer of knowledge", "The supply chain"])
def test_every_attack_has_a_measure(heading: str) -> None:
    section = MODEL.split(f"### {heading}")[1].split("\n## ")[0].split("\n### ")[0]
    rows = re.findall(r"^\| (?!attack|---)(.+?) \| (.+?) \| (.+?) \|$", section, re.MULTILINE)
    assert len(rows) >= 4
    unheld = [attack for attack, _, held in rows if not re.search(r"`\w", held) and held != "–"]
    assert unheld == []
