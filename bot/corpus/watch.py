"""Noticing that the knowledge folder changed, and what to keep where a change broke something.

No event is trusted to say what happened: an editor's save shows as a move or an addition, and a ConfigMap
swap never names the visible file. Any event only means: look again, by content hash.
"""

import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from watchfiles import watch

from bot.corpus.folder import with_derived, without_doubles
from bot.corpus.model import Problem, Shelf
from bot.corpus.tables import CARBON, CPUS, GLOSSARY, GPUS, TARIFFS, TIERS
from bot.corpus.walk import Limits, combined_hash, scan_hashes
from bot.domain.model import Frozen
from bot.errors import KnowledgeMissing

_TABLES = {
    GPUS.path: "gpus",
    CPUS.path: "cpus",
    TARIFFS.path: "tariffs",
    TIERS.path: "tariffs",
    CARBON.path: "carbon",
}


class Changes(Frozen):
    """Paths that differ between two scans of the folder, each list sorted."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> Changes:
    """What happened between two listings of path → content hash."""
    return Changes(
        added=tuple(sorted(after.keys() - before.keys())),
        changed=tuple(sorted(path for path in before.keys() & after.keys() if before[path] != after[path])),
        removed=tuple(sorted(before.keys() - after.keys())),
    )


class FolderWatch:
    """Watches the folder from a thread of the caller's.

    Args:
        root: the knowledge folder; it may vanish and come back.
        debounce_s: seconds of quiet after an event before the folder is looked at.
        polling: look for changes by polling, for network mounts that send no events.
        rescan_s: seconds after which the folder is looked at even without an event.
        poll_s: seconds between two looks when polling, or while the folder is gone.
        limits: as for ``read_folder``.
    """

    def __init__(
        self,
        root: Path,
        debounce_s: float = 0.3,
        polling: bool = False,  # noqa: FBT001, FBT002 - named by every caller, part of the agreed signature
        *,
        rescan_s: float = 5.0,
        poll_s: float = 1.0,
        limits: Limits | None = None,
    ) -> None:
        self._root = root
        self._debounce_s = debounce_s
        self._polling = polling
        self._rescan_s = rescan_s
        self._poll_s = poll_s
        self._limits = limits
        self._stopped = threading.Event()
        self._seen = self._scan()

    def stop(self) -> None:
        """Make the iteration end within about a tenth of a second; callable from any thread."""
        self._stopped.set()

    def __iter__(self) -> Iterator[Changes]:
        """Yield what changed, once per burst of events, until ``stop``; blocks in between.

        A folder that is gone counts as one with no files, so the caller hears of it and keeps what it has.
        """
        while not self._stopped.is_set():
            found = self._look()
            if found:
                yield found
            if self._polling or self._identity() is None:
                self._stopped.wait(self._poll_s)
                continue
            try:
                for _ in self._events():
                    found = self._look()
                    if found:
                        yield found
            except FileNotFoundError:
                continue  # gone between the look and the watch
            except OSError:
                self._polling = True  # the system's limit of watches is reached: look instead of listening

    def _events(self) -> Iterator[None]:
        """Reasons to look, until another folder, or none, stands at the root's path.

        Each burst of events is one; so is the first quiet second, for what happened before the watch stood, and
        every ``rescan_s`` after it. watchfiles can poll as well, but compares whole seconds of modification times
        and misses what is written twice within one; our polling compares contents.
        """
        watched = self._identity()
        step = max(1, round(self._debounce_s * 1000))
        due = 0.0
        for events in watch(
            self._root, watch_filter=None, debounce=4 * step, step=step, stop_event=self._stopped,
            rust_timeout=1000, yield_on_timeout=True, raise_interrupt=False, force_polling=False, recursive=True,
        ):  # fmt: skip
            now = time.monotonic()
            if self._identity() != watched:
                return
            if events or now >= due:
                due = now + self._rescan_s
                yield

    def _identity(self) -> tuple[int, int] | None:
        try:
            status = self._root.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _look(self) -> Changes:
        """Rescan and say what differs from the last time.

        While polling nothing has waited for the end of a burst yet, so the scan is repeated until it settles.
        """
        before, self._seen = self._seen, self._scan()
        for _ in range(4):
            if not self._polling or before == self._seen or self._stopped.wait(self._debounce_s):
                break
            again = self._scan()
            if again == self._seen:
                break
            self._seen = again
        return changes(before, self._seen)

    def _scan(self) -> dict[str, str]:
        try:
            return scan_hashes(self._root, self._limits)
        except KnowledgeMissing:
            return {}


def merge_with_previous(new: Shelf, old: Shelf) -> Shelf:
    """The new shelf, with the previous version of every file that now has an error.

    A file half written or broken keeps answering as before, and a warning says so. Tables are kept one by
    one. Where a kept document and a new one claim the same id, the kept one wins.
    """
    broken = {problem.path for problem in new.problems if problem.severity == "error"}
    kept = [document for document in old.documents if document.path in broken and not document.derived]
    tables = {path: field for path, field in _TABLES.items() if path in broken}
    keep_glossary = GLOSSARY.path in broken
    glossary = old.glossary if keep_glossary else new.glossary
    paths = {document.path for document in kept}
    fresh = [document for document in new.documents if not document.derived and document.path not in paths]
    documents, doubles = without_doubles([*kept, *fresh])
    held = sorted({*paths, *tables, *([GLOSSARY.path] if keep_glossary else [])})
    if not held:
        return new
    notes = [
        Problem(
            path=path, code="previous-kept", severity="warning",
            message="The file has an error, so its previous version stays in use.",
        )
        for path in held
    ]  # fmt: skip
    return Shelf(
        documents=with_derived(documents, glossary),
        catalogue=new.catalogue.model_copy(
            update={field: getattr(old.catalogue, field) for field in tables.values()}
        ),
        glossary=glossary,
        problems=tuple(sorted((*new.problems, *doubles, *notes), key=lambda p: (p.path, p.line, p.code))),
        content_hash=combined_hash(
            {"new": new.content_hash, "old": old.content_hash, **dict.fromkeys(held, "kept")}
        ),
    )
