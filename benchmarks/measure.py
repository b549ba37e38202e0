"""What every benchmark here needs: questions, percentiles, the machine, tables, and files of results."""

import datetime as dt
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "results"
PHRASES = ROOT / "tests" / "answering" / "phrases.jsonl"
CALCULATORS = ("psu", "cost", "ram")


class Question(NamedTuple):
    """A question, its script, and where it should go: ``guide`` or the name of a calculator."""

    text: str
    lang: str
    route: str


def questions() -> list[Question]:
    """The tuning half of the golden set, and of the phrases those that are for a calculator."""
    from tests.relevance.questions import golden

    asked = [Question(row.text, row.lang, "guide") for row in golden("tune")]
    for line in PHRASES.read_text("utf-8").splitlines():
        row = json.loads(line)
        route = row["expect"].get("calculator")
        if row["split"] == "tune" and route in CALCULATORS and row["lang"] != "mixed":
            asked.append(Question(row["text"], row["lang"], route))
    return asked


def percentile(values: Sequence[float], share: float) -> float:
    """The value that ``share`` of the values do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(share * len(ordered) + 0.5) - 1))]


def spread(values: Sequence[float]) -> dict[str, float]:
    """Count, median, p95, p99, least and greatest."""
    return {
        "n": len(values),
        "p50": statistics.median(values),
        "p95": percentile(values, 0.95),
        "p99": percentile(values, 0.99),
        "min": min(values),
        "max": max(values),
    }


def resident_mb(pid: int | None = None) -> float:
    """Resident memory of a process, MB of 10⁶ bytes."""
    return status_mb("VmRSS", pid)


def peak_mb(pid: int | None = None) -> float:
    """The most memory that a process has been resident with, MB of 10⁶ bytes."""
    return status_mb("VmHWM", pid)


def status_mb(name: str, pid: int | None = None) -> float:
    """A figure of a process's status, such as ``RssAnon``, MB of 10⁶ bytes."""
    for line in Path(f"/proc/{pid or 'self'}/status").read_text("ascii").splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) * 1024 / 1e6
    raise OSError(f"no {name} in the process status")


def load_1_min() -> float:
    """How many processes wanted to run, on average of the last minute."""
    return os.getloadavg()[0]


def machine() -> dict[str, Any]:
    """What ran the benchmark, and how busy it was."""
    cpu, flags = "", ""
    for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
        if line.startswith("model name") and not cpu:
            cpu = line.split(":", 1)[1].strip()
        if line.startswith("flags") and not flags:
            flags = line
    memory = Path("/proc/meminfo").read_text("ascii").split("\n", 1)[0].split()[1]
    return {
        "date": dt.datetime.now(dt.UTC).isoformat(timespec="minutes"),
        "cpu": cpu,
        "cores": os.cpu_count(),
        "vector": [name for name in ("avx2", "avx512f", "avx512_vnni", "avx_vnni") if f" {name}" in flags],
        "memory_gb": round(int(memory) * 1024 / 1e9, 1),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release().split('-')[0]}",
        "load_1_min": round(os.getloadavg()[0], 2),
        "revision": revision(),
    }


def revision() -> str:
    """Short commit of this work tree; empty outside of one."""
    done = subprocess.run(
        ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


def environment(**more: str) -> dict[str, str]:
    """This process's environment for a child: one thread a library, modules found from the root."""
    fixed = {"OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false", "PYTHONPATH": str(ROOT)}
    return {**os.environ, **fixed, **more}


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; floats with three significant digits, whole from 100 on."""
    lines = [list(head), ["---"] * len(head), *([_cell(value) for value in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return str(value)


def report(name: str, tables: Sequence[str], data: dict[str, Any], about: dict[str, Any]) -> None:
    """Print the tables and write them, with the data and the machine, to ``results/``.

    Args:
        name: of the benchmark.
        tables: Markdown.
        data: what the tables were made from.
        about: ``machine()`` as it was at the start.
    """
    described = describe(about)
    print("\n\n".join([described, *tables]))
    RESULTS.mkdir(exist_ok=True)
    written = {"command": [Path(sys.argv[0]).name, *sys.argv[1:]], "machine": about, "data": data}
    (RESULTS / f"{name}.json").write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", "utf-8")
    (RESULTS / f"{name}.md").write_text("\n\n".join([described, *tables]) + "\n", "utf-8")


def describe(about: dict[str, Any]) -> str:
    """The machine in a line."""
    vector = ", ".join(about["vector"])
    return (
        f"Measured {about['date']} at revision {about['revision']} on {about['cores']} cores of {about['cpu']} "
        f"({vector}), {about['memory_gb']} GB, {about['system']}, Python {about['python']}; "
        f"load at the start {about['load_1_min']}."
    )
