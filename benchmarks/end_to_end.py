"""How long people wait and what it costs, end to end: latency, throughput, starts, reload, memory.

python -m benchmarks.end_to_end [--quick]

Questions go the way they go in the bot: the event loop, the bounded worker, the answer, its wording, its embeds.
Nothing is sent to Discord. The cache of answers is off except where a row says otherwise.
"""

import argparse
import asyncio
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks import measure
from benchmarks.measure import Question

_LANGS = ("en", "zh-Hant", "zh-Hans")
_FIRST = "do i need x16 for 2 gpus?"
_PSU = ["psu", "--gpu", "4x250W", "--cpu", "150W"]
_PSU_NAMED = ["psu", "--gpu", "4xRTX 3090", "--cpu", "3970X"]
_NUMERIC = "4x250W + 150W psu"


def opened(state: Path, knowledge: Path | None = None) -> Any:
    """A holder of the product's engine, loaded."""
    from bot.app.engine import Place
    from bot.app.holder import EngineHolder
    from bot.i18n import catalogue
    from bot.ops.folder import knowledge_dir

    holder = EngineHolder(Place(knowledge or knowledge_dir(), state))
    holder.open()
    catalogue.preload()
    return holder


def make_desk(holder: Any, *, cached: bool = False) -> Any:
    """The desk that commands and triggers use, on an engine. Needs a running event loop."""
    from bot.answering.cache import AnswerCache
    from bot.app.answers import EngineAnswers
    from bot.discord_ui.desk import Desk, Manners, Ports

    answers = EngineAnswers(holder, AnswerCache() if cached else None)
    return Desk(Ports(answers, holder), Manners(queue_size=10_000))


async def ask(desk: Any, question: Question) -> float:
    """Ask one question and lay the reply out; milliseconds."""
    from bot.discord_ui.desk import Asked
    from bot.discord_ui.render import render

    started = time.perf_counter()
    reply, _ = await desk.answer(question.text, question.lang, None, Asked(1, None, "ask"))
    render(reply)
    return (time.perf_counter() - started) * 1000


async def run(
    holder: Any, asked: Sequence[Question], clients: int, *, cached: bool = False
) -> tuple[list[tuple[Question, float]], float]:
    """Ask all questions with so many clients at a time; each one's milliseconds, and the seconds for all."""
    desk = make_desk(holder, cached=cached)
    waiting = iter(asked)
    took: list[tuple[Question, float]] = []

    async def client() -> None:
        for question in waiting:
            ms = await ask(desk, question)
            took.append((question, ms))

    try:
        await ask(desk, asked[0])
        started = time.perf_counter()
        await asyncio.gather(*(client() for _ in range(clients)))
        return took, time.perf_counter() - started
    finally:
        desk.close()


@contextmanager
def busy_neighbour() -> Iterator[None]:
    """Another process that uses a core without pause."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def latency(state: Path, rounds: int, limit: int | None) -> tuple[list[str], dict[str, Any]]:
    """Warm latency by route and language, and throughput."""
    holder = opened(state)
    asked = measure.questions()[:: max(1, len(measure.questions()) // limit) if limit else 1]
    guide = [q for q in asked if q.route == "guide"]
    one, one_s = asyncio.run(run(holder, asked * rounds, 1))
    eight, eight_s = asyncio.run(run(holder, asked * rounds, 8))
    guide_eight, guide_s = asyncio.run(run(holder, guide * rounds, 8))
    with busy_neighbour():
        busy, _ = asyncio.run(run(holder, asked * rounds, 1))
    again, again_s = asyncio.run(run(holder, asked * (rounds + 1), 8, cached=True))
    cells: dict[str, dict[str, dict[str, float]]] = {}
    rows = []
    for name, took in (("1", one), ("1, busy neighbour", busy), ("8", eight)):
        cells[name] = by_route(took)
        rows += [[name, group, int(s["n"]), s["p50"], s["p95"], s["p99"]] for group, s in cells[name].items()]
    speeds = {
        "all questions, 1 client": len(one) / one_s,
        "all questions, 8 clients": len(eight) / eight_s,
        "guide questions only, 8 clients": len(guide_eight) / guide_s,
        f"all questions, 8 clients, each asked {rounds + 1} times, cache on": len(again) / again_s,
    }
    tables = [
        "Warm question, milliseconds from the event loop and back, embeds included:\n\n"
        + measure.table(["clients", "route, language", "n", "p50", "p95", "p99"], rows),
        "Throughput:\n\n" + measure.table(["load", "questions a second"], speeds.items()),
        numeric(holder),
    ]
    return tables, {"latency_ms": cells, "questions_per_s": speeds}


def by_route(took: Sequence[tuple[Question, float]]) -> dict[str, dict[str, float]]:
    """Spread of the milliseconds by route and language, and of all."""
    groups: dict[str, list[float]] = defaultdict(list)
    for question, ms in took:
        groups[f"{question.route}, {question.lang}"].append(ms)
        groups[f"{question.route}, all"].append(ms)
        groups["all"].append(ms)
    return {name: measure.spread(values) for name, values in sorted(groups.items(), key=lambda g: g[0])}


def numeric(holder: Any) -> str:
    """A purely numeric question in one thread: reading to embeds, and whether the encoder was asked."""
    from bot.discord_ui.render import render
    from bot.presentation import blocks

    encoder = holder.engine.encoder
    before, calls = encoder.encode_queries, []
    encoder.encode_queries = lambda *args: calls.append(1) or before(*args)
    took, cpu = [], []
    for _ in range(300):
        started, started_cpu = time.perf_counter(), time.thread_time()
        render(blocks.reply(holder.engine.answerer.answer(_NUMERIC)))
        cpu.append((time.thread_time() - started_cpu) * 1000)
        took.append((time.perf_counter() - started) * 1000)
    del encoder.encode_queries
    s = measure.spread(took)
    cells = [_NUMERIC, s["p50"], s["p95"], measure.spread(cpu)["p50"], len(calls)]
    return "A purely numeric question, in one thread:\n\n" + measure.table(
        ["question", "p50 ms", "p95 ms", "CPU ms", "times the encoder ran"], [cells]
    )


def timed(command: Sequence[str], state: Path) -> tuple[float, float]:
    """Wall seconds and user + system CPU seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "bot", *command],
        env=measure.environment(RIGWISE_STATE_DIR=str(state)),
        check=True,
        capture_output=True,
    )
    wall = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def starts(state: Path, rounds: int) -> tuple[list[str], dict[str, Any]]:
    """Cold starts of commands, as processes."""
    rows, data = [], {}
    for name, command, times in (
        ("`rigwise psu`, plain watts", _PSU, rounds * 3),
        ("`rigwise psu`, part names", _PSU_NAMED, rounds * 3),
        ("`rigwise ask`, saved index: first answer", ["ask", _FIRST], rounds),
    ):
        timed(command, state)
        pairs = [timed(command, state) for _ in range(times)]
        wall, cpu = measure.spread([w for w, _ in pairs]), measure.spread([c for _, c in pairs])
        data[name] = {"wall_s": wall, "cpu_s": cpu}
        rows.append([name, times, wall["p50"], wall["min"], wall["max"], cpu["p50"]])
    head = ["command", "runs", "wall s, median", "least", "most", "user + system CPU s"]
    return ["Cold starts:\n\n" + measure.table(head, rows)], data


def service(state: Path, asked: int) -> dict[str, float]:
    """Start what the bot starts before it connects, in a process; then its memory as questions come."""
    started = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.end_to_end", "--child", str(state), "--questions", str(asked)],
        env=measure.environment(),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        ready_s = time.perf_counter() - started
        rest = json.loads(process.stdout.readline()) if asked else {}
        process.wait()
    return {"ready_s": ready_s, **first, **rest}


def child(state: Path, asked: int) -> None:
    """The other side of ``service``: the steps of ``rigwise run`` up to connecting."""
    from bot.cli.main import quick_imports

    with quick_imports():
        from bot.app.bot import check_commands, make_bot
        from bot.discord_ui.desk import Manners
        from bot.discord_ui.nulls import ForgetfulSync, MemoryStore, NoMetrics

    holder = opened(state)

    async def commands() -> None:
        bot = make_bot(holder, Manners(), MemoryStore(), ForgetfulSync(), NoMetrics())
        await check_commands(bot)
        bot.desk.close()

    asyncio.run(commands())
    usage = resource.getrusage(resource.RUSAGE_SELF)
    start = {"ready_cpu_s": usage.ru_utime + usage.ru_stime, "start_mb": measure.resident_mb()}
    start["torch"] = float("torch" in sys.modules)
    print(json.dumps(start), flush=True)
    if asked:
        base = measure.questions()
        many = [
            q._replace(text=f"{q.text} {n // len(base)}") for n in range(asked) for q in [base[n % len(base)]]
        ]
        _, seconds = asyncio.run(run(holder, many, 8, cached=True))
        print(json.dumps({"end_mb": measure.resident_mb(), "peak_mb": measure.peak_mb(), "asked_s": seconds}))


def reload_s(state: Path, knowledge: Path) -> float:
    """Seconds until an edit of one file is in force."""
    holder = opened(state, knowledge)
    page = min(knowledge.glob("guide/*.en.md"))
    page.write_text(page.read_text("utf-8").rstrip() + "\n\nA sentence added by the benchmark.\n", "utf-8")
    return float(holder.reload().seconds)


def life(state: Path, asked: int, *, build: bool) -> tuple[list[str], dict[str, Any]]:
    """Start to ready, memory, reload, first build."""
    from bot.ops.folder import knowledge_dir

    data: dict[str, Any] = {"saved index": service(state, asked)}
    ready = [data["saved index"]["ready_s"], *(service(state, 0)["ready_s"] for _ in range(2))]
    saved = data["saved index"]
    rows = [
        ["start to ready, saved index, median of 3", f"{sorted(ready)[1]:.2f} s"],
        ["CPU of that", f"{saved['ready_cpu_s']:.2f} s"],
        ["resident at the start", f"{saved['start_mb']:.0f} MB"],
        [f"resident after {asked:,} different questions", f"{saved['end_mb']:.0f} MB"],
        ["most resident on the way", f"{saved['peak_mb']:.0f} MB"],
        ["torch imported", "yes" if saved["torch"] else "no"],
    ]
    with tempfile.TemporaryDirectory() as folder:
        copied, other = Path(folder) / "knowledge", Path(folder) / "state"
        shutil.copytree(knowledge_dir(), copied)
        shutil.copytree(state, other)
        data["reload_s"] = reload_s(other, copied)
        rows.append(["reload after an edit of one file", f"{data['reload_s']:.2f} s"])
        if build:
            data["first build"] = service(Path(folder) / "empty", 0)
            first = data["first build"]
            rows.append(
                ["start to ready, nothing built: export, encode, fit, save", f"{first['ready_s']:.1f} s"]
            )
            rows.append(["CPU of that", f"{first['ready_cpu_s']:.1f} s"])
    return ["Life of the process:\n\n" + measure.table(["what", "measured"], rows)], data


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few questions, no first build")
    parser.add_argument("--state", type=Path, default=measure.ROOT / ".state")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--questions", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child, options.questions)
        return
    os.environ.update(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false")
    about = measure.machine()
    quick = options.quick
    tables, data = latency(options.state, rounds=1 if quick else 2, limit=30 if quick else None)
    for more, found in (
        starts(options.state, rounds=1 if quick else 5),
        life(options.state, 100 if quick else 5000, build=not quick),
    ):
        tables += more
        data |= found
    measure.report("end_to_end" + ("_quick" if quick else ""), tables, data, about)


if __name__ == "__main__":
    main()
