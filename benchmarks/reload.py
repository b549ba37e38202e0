"""How soon an edit of the knowledge is seen: save to swap, and what questions wait meanwhile.

python -m benchmarks.reload [--quick]

The shipped knowledge is copied, watched as by the bot, and one section of one file edited again and again. An edit is
seen when a new question gets the new text, counted from the closing of the file; after that the search is fitted to
the new texts. All the while one member asks one question after the other.
"""

import argparse
import queue
import shutil
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from benchmarks import measure

_FILE = "guide/psu-size.en.md"
_QUESTION = "does a cheap power supply hum"


def _sections(engine: Any) -> int:
    return len({section.section_id for document in engine.shelf.documents for section in document.sections})


def _edit(path: Path, number: int) -> None:
    """One more sentence at the end of the first section's first paragraph, another one each time."""
    lines = path.read_text("utf-8").split("\n")
    first = next(n for n, line in enumerate(lines) if line.startswith("## "))
    at = next(n for n in range(first + 1, len(lines)) if lines[n].strip())
    lines[at] = lines[at].split(" Edit number")[0] + f" Edit number {number} of this paragraph."
    path.write_text("\n".join(lines), "utf-8")


def _ask(holder: Any, stopped: threading.Event, took_ms: list[float]) -> None:
    while not stopped.is_set():
        started = time.perf_counter()
        holder.engine.answerer.answer(_QUESTION)
        took_ms.append((time.perf_counter() - started) * 1000)
        stopped.wait(0.05)


def main() -> None:
    """Measure, print and write the result."""
    from bot.app.engine import Place
    from bot.app.holder import EngineHolder

    options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    options.add_argument("--quick", action="store_true", help="three edits instead of ten")
    quick = options.parse_args().quick
    about = measure.machine()
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch)
        shutil.copytree(measure.ROOT / "knowledge", home / "knowledge")
        if (measure.ROOT / ".state").is_dir():
            shutil.copytree(
                measure.ROOT / ".state", home / "state", ignore=shutil.ignore_patterns("*.db*", "*.lock")
            )
        holder = EngineHolder(Place(home / "knowledge", home / "state"))
        data = _measured(holder, home / "knowledge" / _FILE, 3 if quick else 10)
    rows = [[name, row["p50"], row["p95"], row["max"], row["n"]] for name, row in data["spread"].items()]
    shown = measure.table(["", "median", "p95", "greatest", "n"], rows)
    measure.report(
        "reload_quick" if quick else "reload", [f"{data['sections']} sections.", shown], data, about
    )


class _Listener:
    """Puts what becomes of an edit into a queue."""

    def __init__(self, heard: "queue.Queue[Any]") -> None:
        self.told = self.failed = heard.put

    def swapped(self) -> None:
        """Nothing: the engine itself is looked at."""


def _measured(holder: Any, path: Path, edits: int) -> dict[str, Any]:
    """Times of so many edits."""
    engine = holder.open()
    heard: queue.Queue[Any] = queue.Queue()
    stopped = threading.Event()
    took_ms: list[float] = []
    holder.heard_by(_Listener(heard))
    watching = threading.Thread(target=lambda: holder.watch(polling=False), daemon=True)
    asking = threading.Thread(target=_ask, args=(holder, stopped, took_ms), daemon=True)
    watching.start()
    time.sleep(3)  # the watch has looked once and stands
    alone = _alone(holder)
    asking.start()
    seen_s, reload_s, settled_s = [], [], []
    for number in range(edits):
        before = holder.engine
        _edit(path, number)
        started = time.perf_counter()
        while holder.engine is before:
            time.sleep(0.005)
        seen_s.append(time.perf_counter() - started)
        reload_s.append(heard.get(timeout=120).seconds)
        while holder.engine.snapshot.provisional:
            time.sleep(0.05)
        settled_s.append(time.perf_counter() - started)
        time.sleep(1)
    stopped.set()
    holder.stop()
    spreads = {
        "edit seen, s": seen_s,
        "of that the reload, s": reload_s,
        "search fitted to it, s": settled_s,
        "question during it, ms": took_ms,
        "question alone, ms": alone,
    }
    return {
        "sections": _sections(engine),
        "spread": {name: measure.spread(values) for name, values in spreads.items()},
        "median_seen_s": statistics.median(seen_s),
    }


def _alone(holder: Any) -> list[float]:
    took_ms = []
    for _ in range(50):
        started = time.perf_counter()
        holder.engine.answerer.answer(_QUESTION)
        took_ms.append((time.perf_counter() - started) * 1000)
    return took_ms


if __name__ == "__main__":
    main()
