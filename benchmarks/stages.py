"""Where the time of a question goes, stage by stage; with ``--profile``, the functions behind each.

python -m benchmarks.stages [--quick] [--profile]

Each stage's own time: what a stage calls that is a stage itself is counted there. The watches cost some
microseconds a call.
"""

import argparse
import cProfile
import functools
import os
import pstats
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import measure
from benchmarks.end_to_end import opened
from benchmarks.measure import Question

STAGES = {
    "read": "quantities, part names, topics",
    "route": "the rules over what was read",
    "calculate": "the calculators",
    "fold": "one spelling, search tokens",
    "encode": "tokenizer and model",
    "keyword": "BM25 over passages and example questions",
    "vector": "adapter, FAISS, example questions",
    "fuse": "weights, ranks, confidence, passages chosen",
    "compose": "sentences rated and quoted, citations, the answer's models",
    "word": "messages and numbers in the reply's language",
    "render": "embeds within Discord's limits",
}


class Watches:
    """Own time of nested stages, per question."""

    def __init__(self) -> None:
        self.own: dict[str, float] = defaultdict(float)
        self._inner: list[float] = []

    def watch(self, holder: Any, name: str, stage: str) -> None:
        """Replace a function or method by one whose own time counts for a stage."""
        inner = getattr(holder, name)

        @functools.wraps(inner)
        def timed(*args: Any, **kwargs: Any) -> Any:
            self._inner.append(0.0)
            started = time.perf_counter()
            try:
                return inner(*args, **kwargs)
            finally:
                took = time.perf_counter() - started
                self.own[stage] += took - self._inner.pop()
                if self._inner:
                    self._inner[-1] += took

        setattr(holder, name, timed)

    def taken(self) -> dict[str, float]:
        """Milliseconds by stage since the last call."""
        found = {stage: seconds * 1000 for stage, seconds in self.own.items()}
        self.own.clear()
        return found


def watched(engine: Any) -> tuple[Watches, Callable[[Question], None]]:
    """Watches on every stage, and a function that answers one question."""
    from bot.answering import answerer, calculators, router
    from bot.discord_ui import render
    from bot.presentation import blocks
    from bot.retrieval.adapter import Adapter
    from bot.retrieval.keyword import KeywordIndex
    from bot.retrieval.snapshot import Snapshot
    from bot.retrieval.vector import VectorIndex

    watches = Watches()
    for holder, name, stage in (
        (router, "read", "read"),
        (answerer, "route", "route"),
        (calculators, "run", "calculate"),
        (Snapshot, "ask", "fold"),
        (type(engine.encoder), "encode_queries", "encode"),
        (KeywordIndex, "scores", "keyword"),
        (Adapter, "__call__", "vector"),
        (VectorIndex, "search", "vector"),
        (VectorIndex, "similarities", "vector"),
        (Snapshot, "search", "fuse"),
        (answerer.Answerer, "answer", "compose"),
        (blocks, "reply", "word"),
        (render, "render", "render"),
    ):
        watches.watch(holder, name, stage)

    def ask(question: Question) -> None:
        lang: Any = question.lang
        render.render(blocks.reply(engine.answerer.answer(question.text, lang)))

    return watches, ask


def profile(engine: Any, asked: list[Question]) -> str:
    """The functions that take most time of their own, by route."""
    from bot.discord_ui import render
    from bot.presentation import blocks

    parts = []
    for route in ("guide", "psu"):
        some = [q for q in asked if q.route == route][:40]
        profiler = cProfile.Profile()
        profiler.enable()
        for question in some:
            lang: Any = question.lang
            render.render(blocks.reply(engine.answerer.answer(question.text, lang)))
        profiler.disable()
        stats: Any = pstats.Stats(profiler)
        total = stats.total_tt
        rows = sorted(stats.stats.items(), key=lambda row: -row[1][2])[:12]
        cells = [
            [f"`{Path(file).name}` {name}", calls // len(some), own / len(some) * 1000, f"{own / total:.0%}"]
            for (file, _, name), (_, calls, own, _, _) in rows
        ]
        head = ["function", "calls a question", "own ms a question", "share"]
        parts.append(
            f"Profile of {route} questions (the profiler's own cost included):\n\n"
            + measure.table(head, cells)
        )
    return "\n\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--state", type=Path, default=measure.ROOT / ".state")
    options = parser.parse_args()
    os.environ.update(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false")
    about = measure.machine()
    engine = opened(options.state).engine
    asked = measure.questions()[:: 10 if options.quick else 1]
    profiled = [profile(engine, asked)] if options.profile else []
    watches, ask = watched(engine)
    for question in asked:
        ask(question)
    watches.taken()
    by_route: dict[str, list[dict[str, float]]] = defaultdict(list)
    for _ in range(1 if options.quick else 3):
        for question in asked:
            ask(question)
            by_route[question.route].append(watches.taken())
    medians = {
        route: {
            stage: measure.spread([one.get(stage, 0.0) for one in taken])["p50"]
            for stage in STAGES
        }
        for route, taken in by_route.items()
    }  # fmt: skip
    routes = sorted(medians)
    rows: list[list[object]] = [
        [stage, what, *(medians[route][stage] for route in routes)] for stage, what in STAGES.items()
    ]
    totals = [measure.spread([sum(one.values()) for one in by_route[route]])["p50"] for route in routes]
    rows.append(["all", "median of the sums", *totals])
    head = ["stage", "what it does", *(f"{route}, ms" for route in routes)]
    tables = ["Own time of each stage, median by route:\n\n" + measure.table(head, rows), *profiled]
    name = "stages_quick" if options.quick else "stages"
    measure.report(name, tables, {"median_ms": medians, "questions": len(asked)}, about)


if __name__ == "__main__":
    main()
