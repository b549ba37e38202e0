"""Holds the engine of the moment and replaces it as a whole when the knowledge changes."""

import contextlib
import gc
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from bot.app.engine import Engine, Place, open_engine
from bot.corpus.folder import read_folder
from bot.corpus.model import Problem, Shelf
from bot.corpus.watch import FolderWatch, merge_with_previous
from bot.discord_ui.ports import KnowledgeStatus, ReloadReport
from bot.errors import BusyError, KnowledgeError, RigwiseError, SnapshotError
from bot.retrieval.build import provisional_snapshot, settled
from bot.retrieval.storage import save

_WARMED_PASSAGES = 20_000


class Listener(Protocol):
    """Hears what becomes of the knowledge, in whatever thread reloads it; must not raise."""

    def swapped(self) -> None:
        """Another engine answers from now on; one swap at a time."""
        ...

    def told(self, report: ReloadReport) -> None:
        """A reload that a member asked for, or that changed something, is done."""
        ...

    def failed(self, fault: RigwiseError) -> None:
        """A change could not be taken over; the old engine answers on."""
        ...


class _Deaf:
    def swapped(self) -> None:
        pass

    def told(self, report: ReloadReport) -> None:
        pass

    def failed(self, fault: RigwiseError) -> None:
        pass


class EngineHolder:
    """One engine at a time; questions take a reference and keep it to their end.

    A reload reads the folder, keeps the previous version of files that broke, encodes only passages that are
    new, and swaps one reference. A folder that is empty or wholly broken changes nothing. What takes long, fitting
    the search to the new texts, is done after that in a thread of its own and swapped in like another reload.

    Args:
        place: folders and encoder.
        engine: the engine to begin with, ``None`` while it still loads.
    """

    def __init__(self, place: Place, engine: Engine | None = None) -> None:
        self.place = place
        self.engine: Engine | None = engine
        self._reloading = threading.Lock()
        self._settling = threading.Lock()
        self._swapping = threading.Lock()
        self._watch: FolderWatch | None = None
        self._stopped = False
        self._listener: Listener = _Deaf()

    def heard_by(self, listener: Listener) -> None:
        """Tell ``listener`` of every swap and reload from now on; it takes the place of an earlier one."""
        self._listener = listener

    def open(self, notify: Callable[[str], None] | None = None) -> Engine:
        """Load the engine for the first time, the encoder included.

        A saved index opens without the encoder. Loading it takes a second in which nothing else of this process runs,
        so it must be over, and a damaged one known, before the first member asks.

        Raises:
            KnowledgeError: nothing readable in the folder.
            EncoderError: the encoder cannot be loaded.
        """
        with _uncollected():
            engine = open_engine(self.place, notify=notify)
            engine.encoder.encode_queries(("ready?",))
        self.engine = engine
        return engine

    def status(self) -> KnowledgeStatus:
        """What is loaded now.

        Raises:
            BusyError: nothing is loaded yet.
        """
        engine = self._loaded()
        shelf, snapshot = engine.shelf, engine.snapshot
        return KnowledgeStatus(
            version=snapshot.version,
            documents=len(shelf.documents),
            sections=len(_sections(shelf)),
            passages=len(snapshot.passages),
            gpus=len(shelf.catalogue.gpus),
            cpus=len(shelf.catalogue.cpus),
            encoder=engine.encoder.name,
            problems=tuple(map(_sentence, shelf.problems)),
        )

    def reload(self) -> ReloadReport:
        """Read the folder again and swap the engine.

        Raises:
            BusyError: another reload is running, or nothing is loaded yet.
            KnowledgeError: the folder has nothing usable; the old engine stays.
        """
        if not self._reloading.acquire(blocking=False):
            raise BusyError("busy-reloading")
        try:
            report = self._reload(self._loaded())
        except BusyError:
            raise
        except RigwiseError as fault:
            self._listener.failed(fault)
            raise
        finally:
            self._reloading.release()
        self._listener.told(report)
        return report

    def watch(self, *, polling: bool) -> None:
        """Follow the folder until ``stop``; blocks, so it runs in a thread of its own.

        Args:
            polling: look instead of listening, for network mounts.
        """
        watch = FolderWatch(self.place.knowledge_dir, polling=polling)
        self._watch = watch
        if self._stopped:
            return
        # What changed between the loading of the engine and the first look of the watch is no event.
        self._take_over()
        self._warm_up()
        for _ in watch:
            self._take_over()

    def stop(self) -> None:
        """End ``watch``, or keep it from beginning."""
        self._stopped = True
        if self._watch is not None:
            self._watch.stop()

    def _warm_up(self) -> None:
        """Build a snapshot for nothing: the texts cut and folded are remembered, and the first edit takes half the time.

        Of a large folder too little is remembered for that, and the second snapshot would take gigabytes.
        """
        engine = self.engine
        if engine is not None and len(engine.snapshot.passages) <= _WARMED_PASSAGES:
            with contextlib.suppress(Exception):  # what is wrong shows at the first edit
                provisional_snapshot(engine.shelf, engine.encoder, engine.snapshot)

    def _take_over(self) -> None:
        """Reload after a change, and tell if it was one; unlike a member's reload it waits for one that runs, which may have read too early.

        Nothing that goes wrong here may end the watch, or no edit would ever be noticed again.
        """
        try:
            with self._reloading:
                before = self._loaded()
                report = self._reload(before)
                changed = self._loaded().shelf is not before.shelf
            if changed:
                self._listener.told(report)
        except RigwiseError as fault:
            self._listener.failed(fault)
        except Exception as fault:  # noqa: BLE001 - see above
            unexpected = KnowledgeError("err-unexpected")
            unexpected.__cause__ = fault
            self._listener.failed(unexpected)

    def _loaded(self) -> Engine:
        if self.engine is None:
            raise BusyError("busy-warming")
        return self.engine

    def _reload(self, old: Engine) -> ReloadReport:
        started = time.perf_counter()
        shelf = merge_with_previous(read_folder(self.place.knowledge_dir), old.shelf)
        if shelf != old.shelf:
            snapshot = provisional_snapshot(shelf, old.encoder, old.snapshot)
            with self._swapping:
                self.engine = Engine(shelf, snapshot, old.encoder)
                self._listener.swapped()
            threading.Thread(target=self._settle, name="settle", daemon=True).start()
        return _report(old.shelf, shelf, self._loaded().snapshot.version, time.perf_counter() - started)

    def _settle(self) -> None:
        """Fit the newest engine to its texts, one at a time, unless another reload has replaced it meanwhile."""
        with self._settling:
            provisional = self._loaded()
            if self._stopped or not provisional.snapshot.provisional:
                return
            snapshot = settled(provisional.snapshot)
            engine = Engine(provisional.shelf, snapshot, provisional.encoder)
            with self._swapping:
                if self.engine is not provisional:
                    return
                self.engine = engine
                self._listener.swapped()
            with contextlib.suppress(OSError, SnapshotError):  # the next start builds it again
                save(snapshot, self.place.state_dir)


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """What is loaded inside stays: looking for garbage in it again and again takes a tenth of the start."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _sections(shelf: Shelf) -> dict[str, list[str]]:
    """Section id → its texts in all languages, in a fixed order."""
    found: dict[str, list[str]] = {}
    for document in shelf.documents:
        for section in document.sections:
            found.setdefault(section.section_id, []).append(
                f"{document.lang}\n{section.title}\n{section.text}"
            )
    return found


def _sentence(problem: Problem) -> str:
    return f"{problem.path}:{problem.line}: {problem.message}"


def _report(old: Shelf, new: Shelf, version: str, seconds: float) -> ReloadReport:
    before, after = _sections(old), _sections(new)
    both: Iterable[str] = before.keys() & after.keys()
    faults = [problem for problem in new.problems if problem.severity == "error"]
    return ReloadReport(
        version=version,
        added=tuple(sorted(after.keys() - before.keys())),
        changed=tuple(sorted(s for s in both if before[s] != after[s])),
        removed=tuple(sorted(before.keys() - after.keys())),
        rejected=tuple(sorted({fault.path for fault in faults})),
        seconds=round(seconds, 2),
        faults=tuple(sorted(map(_sentence, faults))),
    )
