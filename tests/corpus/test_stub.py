"""A new topic starts as two files that only wait for words."""

from datetime import date
from pathlib import Path

import pytest

from bot.corpus.check import check
from bot.corpus.folder import read_folder
from bot.corpus.stub import new_topic
from bot.errors import InputError

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    "topic", ["Quiet fans", "NVMe: which one? 'best'", "靜音 風扇", 'He said "x"\nyes', "{#x} & <y>"]
)
def test_a_stub_has_no_fault_but_the_missing_words(folder: Path, topic: str) -> None:
    paths = new_topic(folder, topic, today=TODAY)
    assert [path.suffixes[-2] for path in paths] == [".en", ".zh-Hant"]
    shelf = read_folder(folder)
    problems = [p for p in check(shelf, folder, today=TODAY) if p.code != "table-missing"]
    assert {(p.code, p.severity) for p in problems} == {("fill-me-in", "warning")}
    assert {folder / p.path for p in problems} == set(paths)


def test_a_stub_is_not_served(folder: Path) -> None:
    new_topic(folder, "Quiet fans", today=TODAY)
    assert "FILL ME IN" not in str([d.sections for d in read_folder(folder).documents])


def test_a_filled_stub_is_served(folder: Path) -> None:
    for path in new_topic(folder, "Quiet fans", today=TODAY):
        path.write_text(path.read_text().replace("FILL ME IN: ", ""))
    ids = {s.section_id for d in read_folder(folder).documents for s in d.sections}
    assert "quiet-fans-question" in ids


@pytest.mark.parametrize("topic", ["", "  ", "!?", "x" * 81, "\x00"])
def test_a_topic_needs_a_name(folder: Path, topic: str) -> None:
    with pytest.raises(InputError) as caught:
        new_topic(folder, topic)
    assert caught.value.code == "err-topic-name"


@pytest.mark.parametrize("topic", ["../../etc/passwd", "/etc/x", "..", "a/../../b"])
def test_a_topic_cannot_leave_the_folder(folder: Path, topic: str) -> None:
    try:
        paths = new_topic(folder, topic, today=TODAY)
    except InputError:
        return
    assert {path.parent for path in paths} == {folder / "guide"}


def test_nothing_is_overwritten(folder: Path) -> None:
    first = new_topic(folder, "Quiet fans")
    first[1].write_text("mine")
    first[0].unlink()
    with pytest.raises(InputError) as caught:
        new_topic(folder, "quiet FANS")
    assert caught.value.args_["path"] == "guide/quiet-fans.zh-Hant.md"
    assert first[1].read_text() == "mine"
    assert not first[0].exists()
