"""``knowledge …``: the maintainers' commands."""

import json
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.app.stores import open_store
from bot.ops import settings

EN, ZH = "guide/psu-size.en.md", "guide/psu-size.zh-Hant.md"


@pytest.fixture(autouse=True)
def _loaded(folder, encoder) -> None:
    """Every test here has the folder and the encoder."""


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_a_folder_in_order_has_no_errors(run) -> None:
    done = run("knowledge", "check")
    assert (done.code, done.err) == (0, "")
    assert done.out == "Checked: 0 errors, 0 warnings.\n"
    assert json.loads(run("knowledge", "check", "--json").out) == []


def test_a_fault_is_named_by_file_and_line_and_is_code_3(run, folder: Path) -> None:
    replace(folder / EN, "need 1265 W", "need 1234 W")
    done = run("knowledge", "check")
    line = next(n for n, text in enumerate((folder / EN).read_text().splitlines(), 1) if "1234 W" in text)
    assert done.code == 3
    assert f"{folder / EN}:{line}: error: " in done.out
    assert "Checked: " in done.out
    found = json.loads(run("knowledge", "check", "--json").out)
    assert {"path", "line", "code", "severity", "message"} == set(found[0])
    assert (EN, line, "error") in {(p["path"], p["line"], p["severity"]) for p in found}


def test_a_warning_alone_is_code_0(run, folder: Path) -> None:
    replace(folder / EN, "reviewed: 2026-10-01", "reviewed: 2019-01-01")
    done = run("knowledge", "check")
    assert "warning" in done.out
    assert done.code == (3 if ": error: " in done.out else 0)


def test_a_folder_that_is_wholly_broken_says_why(run, folder: Path) -> None:
    (folder / EN).write_text("---\nid: [\n---\n")
    (folder / ZH).write_text("---\nid: [\n---\n")
    done = run("knowledge", "check")
    assert done.code == 3
    assert str(folder / EN) in done.out
    assert str(folder / ZH) in done.out


def test_a_missing_folder_is_code_3(run, folder: Path) -> None:
    shutil.rmtree(folder)
    for command in (("check",), ("facts",), ("eval",), ("diff", "HEAD")):
        done = run("knowledge", *command)
        assert done.code == 3
        assert done.err.startswith("No readable knowledge in “")


def test_a_new_topic_has_a_stub_in_both_languages(run, folder: Path) -> None:
    done = run("knowledge", "new", "riser cables")
    paths = [Path(line) for line in done.out.splitlines()]
    assert (done.code, [p.relative_to(folder).as_posix() for p in paths]) == (
        0, ["guide/riser-cables.en.md", "guide/riser-cables.zh-Hant.md"],
    )  # fmt: skip
    assert all("FILL ME IN" in path.read_text("utf-8") for path in paths)
    again = run("knowledge", "new", "riser cables")
    assert (again.code, again.err) == (
        2, "“guide/riser-cables.en.md” exists already. Edit it, or choose another name.\n",
    )  # fmt: skip
    checked = run("knowledge", "check")
    assert "riser-cables" in checked.out


@pytest.mark.parametrize("topic", ["", "  ", "???", "x" * 81, "\udcff"])
def test_a_topic_needs_words(run, topic: str) -> None:
    done = run("knowledge", "new", topic)
    assert done.code == 2
    assert done.err == "A topic needs a name of at most 80 characters with at least one letter or digit.\n"


@pytest.mark.parametrize("topic", ["../../etc/passwd", "水冷", "A/B\\C", "--gpu", "..."])
def test_a_topic_never_leaves_the_folder(run, folder: Path, topic: str) -> None:
    done = run("knowledge", "new", "--", topic)
    if done.code == 0:
        assert all(Path(line).resolve().is_relative_to(folder / "guide") for line in done.out.splitlines())
    else:
        assert done.code == 2


def test_facts_and_their_sections(run, folder: Path) -> None:
    done = run("knowledge", "facts")
    assert (done.code, done.out) == (
        0, "| fact | sections |\n|---|---|\n| F136 | `psu-rule` |\n| F140 | `psu-efficiency` |\n| W01 | `psu-rule` |\n",
    )  # fmt: skip
    replace(folder / "facts.yaml", "W01:", "F999:\n  says: Nobody wrote this.\nW01:")
    assert "| F999 | — |" in run("knowledge", "facts").out
    assert json.loads(run("knowledge", "facts", "--json").out)["F140"] == ["psu-efficiency"]


def test_eval_prints_a_row_per_language(run) -> None:
    done = run("knowledge", "eval")
    assert done.code in {0, 1}
    rows = [line.split("|")[1].strip() for line in done.out.splitlines() if line.startswith("| ")]
    assert rows[0] == "questions"
    assert {"all", "en", "zh-Hant"} <= set(rows)
    found = json.loads(run("knowledge", "eval", "--json").out)
    assert set(found) == {"recall", "worst"}


@pytest.fixture
def earlier(folder: Path, tmp_path: Path) -> Path:
    """The folder as it was, before one edit of the words, one of a table, and a new section."""
    before = tmp_path / "earlier"
    shutil.copytree(folder, before)
    replace(folder / EN, "A wasteful unit turns", "A thrifty unit never turns")
    replace(folder / "hardware/gpus.csv", "RTX 3090,,NVIDIA,350,", "RTX 3090,,NVIDIA,390,")
    replace(
        folder / EN, "## Why is efficiency",
        "## May I mix cables? {#psu-cables}\n\nNever mix cables of two makers.\n\n```meta\nfacts: []\nsources: [guide]\n"
        "questions:\n  - mix psu cables\n```\n\n## Why is efficiency",
    )  # fmt: skip
    return before


def test_diff_shows_what_an_edit_changes(run, earlier: Path) -> None:
    done = run("knowledge", "diff", str(earlier))
    assert done.code == 0
    assert "**New sections:** `psu-cables`" in done.out
    assert "**Changed sections:** `psu-efficiency`" in done.out
    assert "**Sums that move" in done.out
    found = json.loads(run("knowledge", "diff", str(earlier), "--json").out)
    assert (found["sections_added"], found["sections_removed"]) == (["psu-cables"], [])
    assert found["sections_changed"] == ["psu-efficiency"]
    assert any(
        "× 350" in row["text_before"] and "× 390" in row["text_after"] for row in found["recalculated"]
    )


def test_diff_against_itself_finds_nothing(run, folder: Path) -> None:
    assert "No answer changes." in run("knowledge", "diff", str(folder)).out


def test_diff_against_a_git_revision(run, folder: Path, earlier: Path) -> None:
    new = {path: (folder / path).read_bytes() for path in (EN, "hardware/gpus.csv")}
    for path in new:
        shutil.copy(earlier / path, folder / path)
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-C", str(folder)]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *command], check=True, capture_output=True)
    for path, content in new.items():
        (folder / path).write_bytes(content)
    found = json.loads(run("knowledge", "diff", "HEAD", "--json").out)
    assert found["sections_added"] == ["psu-cables"]


@pytest.mark.parametrize("base", ["no-such-revision", "--output=/tmp/x", "\udcff", "HEAD~99999"])
def test_diff_needs_a_folder_or_a_revision(run, base: str) -> None:
    done = run("knowledge", "diff", "--", base)
    assert (done.code, done.out) == (2, "")
    assert "is neither a folder nor a git revision" in done.err


def test_gaps_are_listed_with_a_command_that_is_safe_to_paste(run) -> None:
    hostile = "what about $(rm -rf ~) `id` and 'quotes'"
    store = open_store(settings.load())
    for question in (hostile, hostile, "liquid metal paste"):
        store.gap(question=question, nearest=("psu-size",), lang="en", guild_id=None)
    store.gap(question=None, nearest=("psu-efficiency",), lang="en", guild_id=None)
    store.close()
    done = run("knowledge", "gaps")
    assert (done.code, done.err) == (0, "")
    assert "   2 × what about" in done.out
    commands = [line for line in done.out.splitlines() if "rigwise knowledge new" in line]
    assert shlex.split(commands[0]) == ["rigwise", "knowledge", "new", hostile]
    assert len(commands) == 2, "a section that exists is no topic to begin"
    assert "   1 × psu-efficiency" in done.out
    assert "nearest section: psu-size" in done.out
    rows = json.loads(run("knowledge", "gaps", "--json").out)
    assert [row["count"] for row in rows] == [2, 1, 1]
    assert set(rows[0]) == {"text", "count", "last_seen", "nearest", "stub"}
    assert [row["stub"] for row in rows if row["text"] == "psu-efficiency"] == [None]


def test_no_gaps(run) -> None:
    assert run("knowledge", "gaps").out == "No gaps are recorded.\n"
    assert json.loads(run("knowledge", "gaps", "--json").out) == []
