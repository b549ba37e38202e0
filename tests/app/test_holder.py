"""Hot reload: the knowledge changes under running questions, and each answer is of one version."""

import os
import queue
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.answering.model import Answer
from bot.app.engine import Engine, Place
from bot.app.holder import EngineHolder
from bot.discord_ui.ports import ReloadReport
from bot.errors import BusyError, EncoderError, KnowledgeError, KnowledgeMissing, RigwiseError
from bot.presentation.export import answer_text
from bot.retrieval.build import build_snapshot, settled
from tests.cli.conftest import new_encoder
from tests.corpus.conftest import HEAD_EN

EN, ZH, GPUS = "guide/psu-size.en.md", "guide/psu-size.zh-Hant.md", "hardware/gpus.csv"
QUESTIONS = (
    "is 80 plus worth it", "how many watts for my rig", "2x RTX 3090 and a 150W cpu, what psu", "效率差的電源供應器",
    "how many fans", "liquid metal", "what psu do i need", "best pizza",
)  # fmt: skip
HEAD = HEAD_EN.replace("psu-size", "case-fans")
NEW = """
## How many fans does a case need? {#fans}

Two fans that blow in and one that blows out.

```meta
facts: []
sources: [guide]
questions:
  - how many fans
```
"""


def replace(path: Path, old: str, new: str) -> str:
    text = path.read_text("utf-8")
    assert old in text
    return text.replace(old, new)


class Kept(EngineHolder):
    """A holder that remembers every engine it ever had."""

    @property
    def engine(self) -> Engine | None:
        return self.engines[-1] if self.engines else None

    @engine.setter
    def engine(self, engine: Engine | None) -> None:
        self.engines = [*getattr(self, "engines", []), *([engine] if engine else [])]


@pytest.fixture
def holder(place: Place, engine: Engine) -> Kept:
    return Kept(place, engine)


class Heard:
    """A listener that puts what it hears into a queue, and counts the swaps."""

    def __init__(self) -> None:
        self.queue: queue.Queue[ReloadReport | RigwiseError] = queue.Queue()
        self.told = self.failed = self.queue.put
        self.swaps = 0

    def swapped(self) -> None:
        self.swaps += 1


def settle(holder: EngineHolder) -> str:
    """The version once the search is fitted to the new texts."""
    for _ in range(2000):
        if not holder.status().version.endswith("+"):
            break
        time.sleep(0.02)
    with holder._settling:  # saved, too
        return holder.status().version


class Running:
    """A holder whose folder is watched, with threads that keep asking."""

    def __init__(self, holder: EngineHolder, askers: int = 4) -> None:
        self.holder = holder
        self.root = holder.place.knowledge_dir
        self.listener = Heard()
        self.heard = self.listener.queue
        holder.heard_by(self.listener)
        self.answers: list[tuple[str, str, Answer, str]] = []
        self.faults: list[BaseException] = []
        self.stopped = threading.Event()
        self.threads = [threading.Thread(target=self._watch, daemon=True)]
        self.threads += [threading.Thread(target=self._ask, args=(i,), daemon=True) for i in range(askers)]
        for thread in self.threads:
            thread.start()
        while holder._watch is None:
            time.sleep(0.01)

    def _watch(self) -> None:
        self.holder.watch(polling=False)

    def _ask(self, number: int) -> None:
        while not self.stopped.is_set():
            question = QUESTIONS[number % len(QUESTIONS)]
            number += 1
            try:
                loaded = self.holder.engine
                assert loaded is not None
                answer = loaded.answerer.answer(question)
                self.answers.append((loaded.snapshot.version, question, answer, answer_text(answer)))
            except BaseException as fault:
                self.faults.append(fault)
                raise
            self.stopped.wait(0.03)

    def after(self, act: Callable[[Path], object]) -> ReloadReport | RigwiseError:
        """Act on the folder and return the last that is heard of it, once 40 questions were asked meanwhile."""
        asked = len(self.answers)
        act(self.root)
        heard = self.heard.get(timeout=60)
        while not self.heard.empty() or len(self.answers) < asked + 40:
            try:
                heard = self.heard.get(timeout=0.05)
            except queue.Empty:
                continue
        return heard

    def stop(self) -> None:
        self.stopped.set()
        self.holder.stop()
        for thread in self.threads:
            thread.join(timeout=30)
            assert not thread.is_alive()


@pytest.fixture
def running(holder: Kept) -> Iterator[Running]:
    running = Running(holder)
    yield running
    running.stop()
    assert running.faults == []


def texts(engine: Engine | None) -> str:
    assert engine is not None
    return "\n".join(s.text for d in engine.shelf.documents if not d.derived for s in d.sections)


def in_place(root: Path) -> None:
    (root / EN).write_text(replace(root / EN, "A wasteful unit", "A bad unit"))


def atomic(root: Path) -> None:
    (root / "guide/.new").write_text(replace(root / EN, "A bad unit", "A poor unit"))
    (root / "guide/.new").replace(root / EN)


def rename(root: Path) -> None:
    (root / EN).rename(root / "guide/power.en.md")


def add(root: Path) -> None:
    (root / "guide/fans.en.md").write_text(HEAD + NEW)


def delete(root: Path) -> None:
    (root / "guide/fans.en.md").unlink()


def broken_yaml(root: Path) -> None:
    (root / ZH).write_text("---\nid: [psu-size\ntitle: x\n---\n\n## x {#x}\n\ntext\n")


def half_written(root: Path) -> None:
    (root / ZH).write_bytes((root / ZH).read_bytes()[:45])


def table(root: Path) -> None:
    (root / GPUS).write_text(replace(root / GPUS, "RTX 3090,,NVIDIA,350,", "RTX 3090,,NVIDIA,390,"))


def emptied(root: Path) -> None:
    shutil.rmtree(root / "guide")


def refilled(root: Path) -> None:
    aside = root.parent / "aside"
    (aside / "guide").mkdir(parents=True)
    (aside / "guide/other.en.md").write_text(
        HEAD + "\n## Why? {#why}\n\nBecause a whole new folder says so.\n"
    )
    (aside / "guide").rename(root / "guide")


EVENTS = [
    (in_place, lambda e: "A bad unit" in texts(e)),
    (atomic, lambda e: "A poor unit" in texts(e)),
    (rename, lambda e: "A poor unit" in texts(e) and any(d.path == "guide/power.en.md" for d in e.shelf.documents)),
    (add, lambda e: "Two fans that blow in" in texts(e)),
    (delete, lambda e: "Two fans that blow in" not in texts(e)),
    (broken_yaml, lambda e: "市面上的下一級" in texts(e)),
    (half_written, lambda e: "市面上的下一級" in texts(e)),
    (table, lambda e: next(g for g in e.shelf.catalogue.gpus if g.name == "RTX 3090").board_power_w == 390),
    (emptied, lambda e: "A poor unit" in texts(e)),
    (refilled, lambda e: "a whole new folder" in texts(e) and "A poor unit" not in texts(e)),
]  # fmt: skip


@pytest.mark.req("R66", "R67", "R69", "R70", "B15")
def test_ten_kinds_of_file_events_under_running_questions(running: Running) -> None:
    for act, wanted in EVENTS:
        heard = running.after(act)
        assert wanted(running.holder.engine), f"{act.__name__}: {heard}"
        if act in {broken_yaml, half_written}:
            assert isinstance(heard, ReloadReport)
            assert ZH in heard.rejected
        if act is emptied:
            assert isinstance(heard, KnowledgeMissing)
    running.stop()
    assert len(running.answers) >= 40 * len(EVENTS)
    held_by_version(running)


def held_by_version(running: Running) -> None:
    """Every answer is, byte for byte, what its version answers, and quotes only what stands in that version."""
    assert isinstance(running.holder, Kept)
    engines = {engine.snapshot.version: engine for engine in running.holder.engines}
    seen = {(version, question, text): answer for version, question, answer, text in running.answers}
    assert len({version for version, _, _ in seen}) > 8
    for (version, question, text), answer in seen.items():
        assert answer.version == version
        assert text == answer_text(engines[version].answerer.answer(question)), (version, question)
        sections = "\n".join(all_texts(engines[version]))
        assert all(quote in sections for citation in answer.citations for quote in citation.quotes)


def all_texts(engine: Engine) -> list[str]:
    return [section.text for document in engine.shelf.documents for section in document.sections]


@pytest.mark.req("R68", "B16")
def test_a_configmap_swap_is_taken_over(place: Place, engine: Engine) -> None:
    root = place.knowledge_dir
    mount = root.parent / "mount"
    for version in ("..v1", "..v2"):
        shutil.copytree(root, mount / version)
    (mount / "..v2" / EN).write_text(replace(root / EN, "A wasteful unit", "A swapped unit"))
    (mount / "..data").symlink_to("..v1")
    for name in ("guide", "hardware", "prices", "facts.yaml"):
        (mount / name).symlink_to(f"..data/{name}")
    running = Running(EngineHolder(Place(mount, place.state_dir), engine), askers=1)

    def swap(_: Path) -> None:
        (mount / "..data_tmp").symlink_to("..v2")
        (mount / "..data_tmp").replace(mount / "..data")

    running.after(swap)
    assert "A swapped unit" in texts(running.holder.engine)
    running.stop()


def test_the_search_is_fitted_to_the_new_texts_after_they_can_be_found(holder: Kept) -> None:
    """The settled version answers as a new start over the same folder does; the one between is marked."""
    in_place(holder.place.knowledge_dir)
    report = holder.reload()
    assert report.version.endswith("+")
    assert settle(holder) == report.version.removesuffix("+")
    assert [engine.snapshot.provisional for engine in holder.engines] == [False, True, False]
    assert holder.engine is not None
    fresh = build_snapshot(holder.engine.shelf, new_encoder())
    assert holder.engine.snapshot.ranking == fresh.ranking
    assert holder.engine.snapshot.version == fresh.version


def test_an_edit_while_the_search_is_fitted_is_not_undone_by_it(
    holder: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    fitting, go_on = threading.Event(), threading.Event()

    def slow(snapshot: object) -> object:
        fitting.set()
        assert go_on.wait(30)
        return settled(snapshot)  # type: ignore[arg-type]

    monkeypatch.setattr("bot.app.holder.settled", slow)
    in_place(holder.place.knowledge_dir)
    holder.reload()
    assert fitting.wait(30)
    atomic(holder.place.knowledge_dir)
    holder.reload()
    assert "A poor unit" in texts(holder.engine)
    go_on.set()
    settle(holder)
    assert "A poor unit" in texts(holder.engine)
    assert [engine.snapshot.provisional for engine in holder.engines] == [False, True, True, False]


def test_an_edit_before_the_watch_stood_is_not_lost(holder: Kept) -> None:
    in_place(holder.place.knowledge_dir)
    heard = Heard()
    holder.heard_by(heard)
    thread = threading.Thread(target=lambda: holder.watch(polling=False), daemon=True)
    thread.start()
    report = heard.queue.get(timeout=30)
    holder.stop()
    thread.join(timeout=30)
    assert isinstance(report, ReloadReport)
    assert report.changed == ("psu-efficiency",)


def test_a_watch_that_starts_with_nothing_new_says_nothing_and_can_be_stopped_before(
    holder: Kept,
) -> None:
    heard = Heard()
    holder.heard_by(heard)
    holder.stop()
    holder.watch(polling=False)
    assert heard.queue.empty()


def test_every_swap_is_heard_of_also_after_a_members_reload(holder: Kept) -> None:
    heard = Heard()
    holder.heard_by(heard)
    in_place(holder.place.knowledge_dir)
    report = holder.reload()
    settle(holder)
    assert heard.swaps == 2  # the new texts, then the search fitted to them
    assert heard.queue.get_nowait() is report
    shutil.rmtree(holder.place.knowledge_dir / "guide")
    with pytest.raises(KnowledgeMissing):
        holder.reload()
    assert isinstance(heard.queue.get_nowait(), KnowledgeMissing)
    assert heard.swaps == 2


def test_a_broken_file_is_reported_with_its_line(holder: Kept) -> None:
    broken_yaml(holder.place.knowledge_dir)
    report = holder.reload()
    assert report.rejected == (ZH,)
    assert [fault.split(":")[0] for fault in report.faults] == [ZH]


def test_reload_reports_what_changed(holder: Kept) -> None:
    root = holder.place.knowledge_dir
    before = holder.status()
    in_place(root)
    (root / EN).write_text((root / EN).read_text() + NEW)
    report = holder.reload()
    assert (report.added, report.changed, report.removed, report.rejected) == (
        ("fans",),
        ("psu-efficiency",),
        (),
        (),
    )
    after = holder.status()
    assert after.version == report.version != before.version
    assert (before.sections, after.sections) == (2, 3)
    assert (after.documents, after.gpus, after.encoder, after.problems) == (3, 3, "hashing", ())
    (root / EN).write_text((root / EN).read_text().replace(NEW, ""))
    assert holder.reload().removed == ("fans",)


def test_only_what_is_new_is_encoded(holder: Kept) -> None:
    assert holder.engine is not None
    encoder = holder.engine.encoder
    encoder.encoded.clear()  # type: ignore[attr-defined]
    in_place(holder.place.knowledge_dir)
    holder.reload()
    assert 1 <= len(encoder.encoded) <= 2  # type: ignore[attr-defined]


def test_nothing_changed_keeps_the_engine(holder: Kept) -> None:
    before = holder.engine
    report = holder.reload()
    assert holder.engine is before
    assert before is not None
    assert report.version == before.snapshot.version


def test_the_next_start_opens_the_reloaded_index(holder: Kept) -> None:
    in_place(holder.place.knowledge_dir)
    holder.reload()
    version = settle(holder)
    again = EngineHolder(holder.place)
    encoder = holder.engine.encoder  # type: ignore[union-attr]
    encoder.encoded.clear()  # type: ignore[attr-defined]
    from bot.app.engine import open_engine

    again.engine = open_engine(holder.place, encoder=encoder)
    assert again.status().version == version
    assert encoder.encoded == []  # type: ignore[attr-defined]


@pytest.mark.req("R79")
@pytest.mark.parametrize("damage", ["removed", "emptied", "broken"])
def test_a_folder_without_anything_usable_keeps_the_old_engine(holder: Kept, damage: str) -> None:
    root, before = holder.place.knowledge_dir, holder.engine
    if damage == "removed":
        shutil.rmtree(root)
    elif damage == "emptied":
        shutil.rmtree(root / "guide")
    else:
        for path in (EN, ZH):
            (root / path).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(KnowledgeError):
        holder.reload()
    assert holder.engine is before


def test_a_reload_that_cannot_encode_keeps_the_old_engine(
    holder: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = holder.engine
    assert before is not None

    def fail(texts: object, progress: object = None) -> None:
        raise EncoderError("err-encoder-load", model="hashing", reason="test")

    monkeypatch.setattr(before.encoder, "encode_passages", fail)
    in_place(holder.place.knowledge_dir)
    with pytest.raises(EncoderError):
        holder.reload()
    assert holder.engine is before
    monkeypatch.undo()
    assert holder.reload().changed == ("psu-efficiency",)


def test_an_index_that_cannot_be_saved_is_used_all_the_same(
    holder: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bot.app.holder.save", full)
    in_place(holder.place.knowledge_dir)
    assert holder.reload().changed == ("psu-efficiency",)
    assert "A bad unit" in texts(holder.engine)


@pytest.mark.req("R77")
def test_a_second_reload_meanwhile_is_refused_and_questions_go_on(
    holder: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, go_on = threading.Event(), threading.Event()

    from bot.corpus.folder import read_folder

    def slow(root: Path) -> object:
        reading.set()
        assert go_on.wait(30)
        return read_folder(root)

    monkeypatch.setattr("bot.app.holder.read_folder", slow)
    in_place(holder.place.knowledge_dir)
    thread = threading.Thread(target=holder.reload)
    thread.start()
    assert reading.wait(30)
    with pytest.raises(BusyError) as refused:
        holder.reload()
    assert refused.value.code == "busy-reloading"
    assert holder.engine is not None
    assert answer_text(holder.engine.answerer.answer("is 80 plus worth it"))
    assert "A wasteful unit" in texts(holder.engine)
    go_on.set()
    thread.join(30)
    assert "A bad unit" in texts(holder.engine)


def test_an_edit_during_a_reload_is_taken_over_after_it(
    holder: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watch waits for the reload that a member asked for; that one may have read the folder before the edit."""
    running = Running(holder, askers=1)
    with holder._reloading:
        in_place(running.root)
        time.sleep(0.8)
        assert running.heard.empty()
    assert isinstance(running.heard.get(timeout=30), ReloadReport)
    running.stop()
    assert "A bad unit" in texts(holder.engine)


def test_nothing_unexpected_ends_the_watch(holder: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    running = Running(holder, askers=1)

    def crash(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("bot.app.holder.provisional_snapshot", crash)
    heard = running.after(in_place)
    assert isinstance(heard, KnowledgeError)
    assert isinstance(heard.__cause__, ZeroDivisionError)
    monkeypatch.undo()
    assert isinstance(running.after(atomic), ReloadReport)
    running.stop()
    assert "A poor unit" in texts(holder.engine)


def test_a_deleted_table_keeps_its_rows_and_a_restored_one_is_read(holder: Kept) -> None:
    path = holder.place.knowledge_dir / GPUS
    content = path.read_text()
    path.unlink()
    report = holder.reload()
    assert GPUS in report.rejected
    assert holder.status().gpus == 3
    path.write_text("\n".join(content.splitlines()[:2]) + "\n")
    assert GPUS not in holder.reload().rejected
    assert holder.status().gpus == 1


def test_before_the_engine_is_loaded_there_is_nothing_to_reload_or_show(place: Place) -> None:
    empty = EngineHolder(place)
    for act in (empty.reload, empty.status):
        with pytest.raises(BusyError) as refused:
            act()
        assert refused.value.code == "busy-warming"
    heard = Heard()
    empty.heard_by(heard)
    thread = threading.Thread(target=lambda: empty.watch(polling=True), daemon=True)
    thread.start()
    first = heard.queue.get(timeout=30)
    empty.stop()
    thread.join(30)
    assert isinstance(first, BusyError)


def test_opening_loads_the_encoder_too(place: Place, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def opened(given: Place, notify: object = None) -> Engine:
        assert given is place
        return engine

    monkeypatch.setattr("bot.app.holder.open_engine", opened)
    monkeypatch.setattr(engine.encoder, "encode_queries", asked.append)
    holder = EngineHolder(place)
    assert holder.open() is engine is holder.engine
    assert len(asked) == 1


def test_a_file_touched_without_a_change_keeps_the_engine(running: Running) -> None:
    before = running.holder.engine
    os.utime(running.root / EN)
    time.sleep(0.6)
    assert running.holder.engine is before


@pytest.mark.parametrize(("most", "built"), [(0, 0), (10_000, 1)], ids=["large", "small"])
def test_only_a_small_folder_is_built_for_nothing(
    holder: Kept, monkeypatch: pytest.MonkeyPatch, most: int, built: int
) -> None:
    made: list[object] = []
    monkeypatch.setattr("bot.app.holder.provisional_snapshot", lambda *given: made.append(given))
    monkeypatch.setattr("bot.app.holder._WARMED_PASSAGES", most)
    holder._warm_up()
    assert len(made) == built
