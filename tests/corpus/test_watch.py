"""Every kind of file event is noticed once; a broken file keeps its previous version."""

import os
import queue
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.corpus.folder import read_folder
from bot.corpus.model import Shelf
from bot.corpus.walk import scan_hashes
from bot.corpus.watch import Changes, FolderWatch, changes, merge_with_previous
from bot.errors import KnowledgeMissing

EN, ZH = "guide/psu-size.en.md", "guide/psu-size.zh-Hant.md"


def test_changes_between_two_listings() -> None:
    found = changes({"a": "1", "b": "2", "c": "3"}, {"b": "2", "c": "4", "d": "5"})
    assert found == Changes(added=("d",), changed=("c",), removed=("a",))
    assert found
    assert not changes({"a": "1"}, {"a": "1"})


class Heard:
    """A watch running in a thread, with what it yields in a queue."""

    def __init__(self, root: Path, *, polling: bool) -> None:
        # A rescan without an event would hide that events are not heard.
        self.watch = FolderWatch(root, 0.03, polling, rescan_s=600, poll_s=0.05)
        self.found: queue.Queue[Changes] = queue.Queue()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        self._settle(root / "probe.txt")

    def _settle(self, probe: Path) -> None:
        """Return when the watch is known to hear events, and has heard all of ours."""
        heard, n = False, 0
        while not heard or not self.found.empty():
            n += 1
            assert n < 200, "the watch hears nothing"
            if not heard:
                probe.write_text(str(n))
            try:
                self.found.get(timeout=0.15)
                heard = True
            except queue.Empty:
                continue
        time.sleep(0.1)
        while not self.found.empty():
            self.found.get()

    def _run(self) -> None:
        for found in self.watch:
            self.found.put(found)

    def until(self, wanted: Callable[[Changes], bool]) -> None:
        """Wait for a change that satisfies a condition."""
        while not wanted(self.found.get(timeout=10)):
            pass


@pytest.fixture(params=["events", "polling"])
def heard(folder: Path, request: pytest.FixtureRequest) -> Iterator[Heard]:
    heard = Heard(folder, polling=request.param == "polling")
    yield heard
    heard.watch.stop()
    heard.thread.join(timeout=10)
    assert not heard.thread.is_alive()


def in_place(root: Path) -> None:
    with (root / EN).open("a") as stream:
        stream.write("\nMore.\n")


def atomic(root: Path) -> None:
    temporary = root / "guide" / ".psu.tmp"
    temporary.write_text((root / EN).read_text() + "\nMore.\n")
    temporary.replace(root / EN)


def backup_save(root: Path) -> None:
    text = (root / EN).read_text()
    (root / EN).rename(root / (EN + "~"))
    (root / EN).write_text(text + "\nMore.\n")


EVENTS = [
    pytest.param(in_place, lambda c: EN in c.changed, id="in-place-write"),
    pytest.param(atomic, lambda c: EN in c.changed, id="atomic-replace"),
    pytest.param(backup_save, lambda c: EN in c.changed, id="rename-then-write"),
    pytest.param(lambda r: (r / EN).unlink(), lambda c: EN in c.removed, id="delete"),
    pytest.param(lambda r: (r / EN).rename(r / "guide/new.md"), lambda c: "guide/new.md" in c.added, id="rename"),
    pytest.param(lambda r: (r / "new.txt").write_text("x"), lambda c: "new.txt" in c.added, id="new-file"),
    pytest.param(lambda r: os.truncate(r / EN, 10), lambda c: EN in c.changed, id="truncate"),
    pytest.param(
        lambda r: (r / "sub/deep").mkdir(parents=True) or (r / "sub/deep/a.txt").write_text("x"),
        lambda c: "sub/deep/a.txt" in c.added,
        id="file-in-a-new-folder",
    ),
    pytest.param(lambda r: (r / "hardware/gpus.csv").write_text("x\n"), lambda c: "hardware/gpus.csv" in c.changed, id="table"),
    pytest.param(lambda r: shutil.rmtree(r / "guide"), lambda c: ZH in c.removed, id="folder-removed"),
]  # fmt: skip


@pytest.mark.req("R68", "R69")
@pytest.mark.parametrize(("act", "wanted"), EVENTS)
def test_every_kind_of_event_is_noticed(heard: Heard, folder: Path, act, wanted) -> None:
    act(folder)
    heard.until(wanted)


@pytest.mark.req("R68")
def test_a_touch_without_change_is_not_reported(heard: Heard, folder: Path) -> None:
    (folder / EN).write_bytes((folder / EN).read_bytes())
    (folder / ".hidden").write_text("x")
    (folder / "last.txt").write_text("x")
    assert heard.found.get(timeout=10) == Changes(added=("last.txt",))


@pytest.mark.req("R68")
def test_a_configmap_swap_is_noticed(folder: Path, tmp_path: Path) -> None:
    mount = tmp_path / "mount"
    shutil.copytree(folder, mount / "..v1")
    shutil.copytree(folder, mount / "..v2")
    (mount / "..v2" / EN).write_text("## New {#new}\n\nx\n")
    (mount / "..data").symlink_to("..v1")
    (mount / "guide").symlink_to("..data/guide")
    heard = Heard(mount, polling=False)
    (mount / "..data_tmp").symlink_to("..v2")
    (mount / "..data_tmp").replace(mount / "..data")
    heard.until(lambda c: c.changed == (EN,))
    heard.watch.stop()
    heard.thread.join(timeout=10)


@pytest.mark.req("R68")
def test_without_a_free_watch_the_folder_is_polled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(28, "OS file watch limit reached")

    monkeypatch.setattr("bot.corpus.watch.watch", refused)
    watch = FolderWatch(folder, 0.03, poll_s=0.05)
    found: queue.Queue[Changes] = queue.Queue()
    thread = threading.Thread(target=lambda: [found.put(change) for change in watch], daemon=True)
    thread.start()
    in_place(folder)
    assert EN in found.get(timeout=10).changed
    watch.stop()
    thread.join(timeout=10)
    assert not thread.is_alive()


def test_a_folder_that_vanishes_and_returns_is_watched_again(
    heard: Heard, folder: Path, tmp_path: Path
) -> None:
    folder.rename(tmp_path / "aside")
    heard.until(lambda c: EN in c.removed)
    (tmp_path / "aside").rename(folder)
    heard.until(lambda c: EN in c.added)
    (folder / "later.txt").write_text("x")
    heard.until(lambda c: "later.txt" in c.added)


def text_of(shelf: Shelf, path: str) -> str:
    return "\n".join(s.text for d in shelf.documents if d.path == path and not d.derived for s in d.sections)


@pytest.mark.req("R70")
@pytest.mark.parametrize(
    "content",
    [b"", b"---\nid: psu-size\ntit", b"\xff\xfe", b"---\nid: [\n---\n", b"abc\x00def"],
    ids=["empty", "half-written", "utf-16", "bad-yaml", "binary"],
)
def test_a_broken_file_keeps_its_previous_version(folder: Path, put, content: bytes) -> None:
    old = read_folder(folder)
    put(EN, content)
    put(ZH, (folder / ZH).read_text().replace("市面上的", "店裡的"))
    new = read_folder(folder)
    merged = merge_with_previous(new, old)
    assert text_of(merged, EN) == text_of(old, EN) != ""
    assert "店裡的" in text_of(merged, ZH)
    assert [(p.path, p.severity) for p in merged.problems if p.code == "previous-kept" and p.path == EN] == [
        (EN, "warning")
    ]
    assert merged.content_hash not in {old.content_hash, new.content_hash}
    assert [(d.path, d.lang) for d in merged.documents] == [(d.path, d.lang) for d in old.documents]


@pytest.mark.req("R67")
def test_a_deleted_file_is_gone(folder: Path) -> None:
    old = read_folder(folder)
    (folder / EN).unlink()
    assert text_of(merge_with_previous(read_folder(folder), old), EN) == ""


def test_a_good_folder_is_taken_as_it_is(folder: Path, put) -> None:
    put(EN, (folder / EN).read_text().replace("The next size", "A size"))
    for name in ("hardware/cpus.csv", "prices/electricity.csv", "prices/tiers.csv", "prices/grid_carbon.csv"):
        put(name, "")
    new = read_folder(folder)
    new = new.model_copy(update={"problems": ()})
    assert merge_with_previous(new, read_folder(folder)) == new


def test_a_broken_traditional_file_keeps_its_derived_text_too(folder: Path, put) -> None:
    old = read_folder(folder)
    put(ZH, "---\nid: x\n")
    merged = merge_with_previous(read_folder(folder), old)
    assert [d.derived for d in merged.documents if d.path == ZH] == [False, True]


def test_a_broken_table_keeps_its_rows(folder: Path, put) -> None:
    old = read_folder(folder)
    put("hardware/gpus.csv", "nonsense\n")
    put("hardware/synonyms.csv", b"\xff")
    new = read_folder(folder)
    assert new.catalogue.gpus == ()
    merged = merge_with_previous(new, old)
    assert merged.catalogue == old.catalogue
    assert merged.glossary == old.glossary


def test_the_kept_version_wins_over_a_newcomer_with_its_id(folder: Path, put) -> None:
    old = read_folder(folder)
    put("guide/a-copy.md", (folder / EN).read_text().replace("The next size", "A copied size"))
    put(EN, "---\n")
    merged = merge_with_previous(read_folder(folder), old)
    assert text_of(merged, "guide/a-copy.md") == ""
    assert text_of(merged, EN) == text_of(old, EN)
    assert "document-duplicate" in {p.code for p in merged.problems}


@pytest.mark.req("R79")
def test_a_wholly_broken_folder_is_refused(folder: Path, put) -> None:
    put(EN, "---\n")
    put(ZH, b"\x00")
    with pytest.raises(KnowledgeMissing):
        read_folder(folder)


def test_a_scan_of_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeMissing):
        scan_hashes(tmp_path / "gone")
