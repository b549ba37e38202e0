"""Is this revision slower than another? Ratios of both, measured in turns in one run.

python -m benchmarks.compare BASE [--rounds 5] [--state DIR]

``BASE`` is any git revision; it is checked out aside and run with this environment's packages. Each round measures
both revisions, the order changing, so that a machine that becomes busier does so for both. The exit code is 1 where
a median ratio is above the limit.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks import measure

_LIMIT = 1.15
_PSU = ["psu", "--gpu", "4xRTX 3090", "--cpu", "3970X"]
_WARM = """
import json, sys, time
from pathlib import Path
from bot.app.engine import Place, open_engine
from bot.presentation.export import answer_text
root, state, questions = Path(sys.argv[1]), Path(sys.argv[2]), json.loads(sys.stdin.read())
engine = open_engine(Place(root / "knowledge", state))
took = []
for turn in range(3):
    for text in questions:
        started = time.perf_counter()
        answer_text(engine.answerer.answer(text))
        if turn:
            took.append((time.perf_counter() - started) * 1000)
print(json.dumps(took))
"""
"""Only functions that every revision has."""


def psu_cpu_s(root: Path) -> float:
    """User and system CPU seconds of one ``psu``, cold."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = measure.environment(PYTHONPATH=str(root))
    subprocess.run([sys.executable, "-m", "bot", *_PSU], cwd=root, env=env, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def warm_ms(root: Path, state: Path, texts: list[str]) -> list[float]:
    """Milliseconds of each question, warm, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _WARM, str(root), str(state)],
        cwd=root, env=measure.environment(PYTHONPATH=str(root)), input=json.dumps(texts),
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    found: list[float] = json.loads(done.stdout.splitlines()[-1])
    return found


def round_of(roots: dict[str, Path], states: dict[str, Path], turn: int) -> dict[str, dict[str, float]]:
    """One round: every measure of both revisions."""
    asked = measure.questions()[::8]
    guide = [q.text for q in asked if q.route == "guide"]
    numbers = [q.text for q in asked if q.route != "guide"]
    found: dict[str, dict[str, float]] = {}
    for name in sorted(roots, reverse=bool(turn % 2)):
        root, state = roots[name], states[name]
        found[name] = {
            "warm guide question, p50": statistics.median(warm_ms(root, state, guide)),
            "warm calculation, p50": statistics.median(warm_ms(root, state, numbers)),
            "`psu`, cold, CPU": min(psu_cpu_s(root) for _ in range(3)),
        }
    return found


def compared(base: str, rounds: int, work: Path, state: Path) -> list[dict[str, dict[str, float]]]:
    """All rounds; a revision's index is built in the first turn that needs it and reused."""
    tree = work / "base"
    subprocess.run(
        ["git", "-C", str(measure.ROOT), "worktree", "add", "--detach", str(tree), base],
        check=True, capture_output=True,
    )  # fmt: skip
    try:
        roots = {"base": tree, "now": measure.ROOT}
        states = {"base": work / "state", "now": state}
        warm_ms(tree, states["base"], ["x16?"])
        psu_cpu_s(tree)
        return [round_of(roots, states, turn) for turn in range(rounds)]
    finally:
        subprocess.run(
            ["git", "-C", str(measure.ROOT), "worktree", "remove", "--force", str(tree)], check=True
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", metavar="BASE", help="git revision to compare with")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--state", type=Path, default=measure.ROOT / ".state")
    options = parser.parse_args()
    os.environ.update(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false")
    about = measure.machine()
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as work:
        rounds = compared(options.base, options.rounds, Path(work), options.state)
    rows: list[list[object]] = []
    data: dict[str, Any] = {"base": options.base, "rounds": rounds, "seconds": time.perf_counter() - started}
    slower = False
    for name in rounds[0]["now"]:
        ratios = [one["now"][name] / one["base"][name] for one in rounds]
        ratio = statistics.median(ratios)
        slower |= ratio > _LIMIT
        bases = statistics.median(one["base"][name] for one in rounds)
        rows.append([name, bases, ratio, min(ratios), max(ratios), "slower" if ratio > _LIMIT else "ok"])
    head = ["measure", f"{options.base} (ms or s)", "now ÷ base, median", "least", "most", f"limit {_LIMIT}"]
    measure.report("compare", [measure.table(head, rows)], data, about)
    return int(slower)


if __name__ == "__main__":
    sys.exit(main())
