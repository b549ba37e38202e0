"""A large knowledge folder becomes an index: time and memory by size, an interruption, encoding by one process and by two.

python -m benchmarks.ingest [--sizes 10000,30000,100000]

The folder is synthetic: files of a thousand sections of 60 to 100 words, one passage each, in English. What encodes it is a
stand-in that makes up vectors, since a hundred thousand passages would take the real encoder three hours; cutting,
folding, shards, keywords, fitting, saving and loading are the real ones, with the exact store of vectors. Each build is a
process of its own. Few sections have example questions: fitting takes longer with more, up to a limit. The real
encoder is measured on a sample of the shipped knowledge. Results go to ``benchmarks/ingest.md``.
"""

import argparse
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import measure

SIZES = (10_000, 30_000, 100_000)
DATA = measure.RESULTS / "ingest.json"
WRITTEN = measure.ROOT / "benchmarks" / "ingest.md"
_DIM, _PER_FILE, _ASKING, _WORDS = 384, 1_000, 64, 30_000
_SAMPLE = 256
_MILLION = 1_000_000


class Made:
    """An encoder that makes up unit vectors; each depends on its text alone."""

    name, revision, prefixes, dim, max_tokens = "made up", "1", ("", ""), _DIM, 512

    def encode_passages(self, texts: Any, progress: Any = None) -> Any:
        vectors = np.empty((len(texts), _DIM), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
            row[:] = np.random.Generator(np.random.SFC64(seed)).standard_normal(_DIM, np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        if progress:
            progress(len(texts), len(texts))
        return vectors

    encode_queries = encode_passages

    def count_tokens(self, text: str) -> int:
        return 2 + len(text) // 4


def write_folder(n: int, folder: Path) -> None:
    """Files of Markdown; the first sections have example questions, so that there is something to fit."""
    guide = folder / "guide"
    guide.mkdir(parents=True)
    shutil.copytree(measure.ROOT / "knowledge" / "hardware", folder / "hardware")
    shutil.copytree(measure.ROOT / "knowledge" / "prices", folder / "prices")
    draw = np.random.default_rng(n)
    for number, start in enumerate(range(0, n, _PER_FILE)):
        parts = [
            f"---\nid: part{number}\ntitle: Part {number}\nlang: en\nreviewed: 2026-11-30\n---\n\n# Part {number}\n"
        ]
        for i in range(start, min(start + _PER_FILE, n)):
            words = [f"w{word}" for word in np.minimum(draw.zipf(1.2, int(draw.integers(60, 101))), _WORDS)]
            parts.append(f"\n## Subject {i} {words[0]} {words[1]} {{#s{i}}}\n\n{' '.join(words)}.\n")
            if i < _ASKING:
                parts.append(f"\n```meta\nquestions:\n  - what about {' '.join(words[:6])}\n```\n")
        (guide / f"part{number}.en.md").write_text("".join(parts), "utf-8")


class Peak:
    """The most anonymous memory (what cannot be paged out to a file) that this process has had, MB; looked at 50 times a second."""

    def __init__(self) -> None:
        self.mb = 0.0
        self._end = threading.Event()
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        while not self._end.wait(0.02):
            self.mb = max(self.mb, anonymous_mb())

    def read(self) -> float:
        """The peak so far; looking goes on from nothing."""
        found, self.mb = max(self.mb, anonymous_mb()), 0.0
        return found


def anonymous_mb() -> float:
    return measure.status_mb("RssAnon")


def child(knowledge: Path, state: Path) -> None:
    """Read, build, save; or open what is saved. Prints what it took."""
    from bot.app.engine import Place
    from bot.corpus.folder import read_folder
    from bot.retrieval import build
    from bot.retrieval.opening import open_or_build

    peak, began = Peak(), time.perf_counter()
    found: dict[str, Any] = {"start_mb": anonymous_mb()}
    times = [began]
    shelf = read_folder(Place(knowledge, state).knowledge_dir)
    times.append(time.perf_counter())
    found["shelf_mb"] = anonymous_mb() - found["start_mb"]

    def settled(snapshot: Any, really: Any = build.settled) -> Any:
        times.append(time.perf_counter())
        result = really(snapshot)
        times.append(time.perf_counter())
        return result

    build.settled = settled
    steps: list[int] = []
    encoder = Made()
    counting = Counting(encoder)
    snapshot = open_or_build(shelf, lambda: counting, state, lambda done, _: steps.append(done))
    times.append(time.perf_counter())
    spans = np.diff(times).tolist()
    found |= {
        "n": len(snapshot.passages), "encoded": counting.n, "first_step": steps[0] if steps else 0,
        "encoding_s": counting.seconds, "spans": spans, "total_s": times[-1] - began,
        "peak_anon_mb": peak.read(), "peak_mb": measure.peak_mb(), "after_anon_mb": anonymous_mb(),
    }  # fmt: skip
    print(json.dumps(found))


class Counting(Made):
    """Knows how many texts it was given, and for how long it had them."""

    def __init__(self, within: Made) -> None:
        self.within, self.n, self.seconds = within, 0, 0.0

    def encode_passages(self, texts: Any, progress: Any = None) -> Any:
        began = time.perf_counter()
        vectors = self.within.encode_passages(texts, progress)
        self.seconds += time.perf_counter() - began
        self.n += len(texts)
        return vectors

    encode_queries = encode_passages


def started(knowledge: Path, state: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "benchmarks.ingest", "--child", str(knowledge), str(state)]
    return subprocess.Popen(command, env=measure.environment(), stdout=subprocess.PIPE, text=True)


def built(knowledge: Path, state: Path) -> dict[str, Any]:
    with started(knowledge, state) as process:
        out, _ = process.communicate()
    assert process.returncode == 0
    found: dict[str, Any] = json.loads(out.splitlines()[-1])
    return found


def sums(state: Path) -> dict[str, str]:
    folder = state / "index" / (state / "index" / "current").read_text().strip()
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def interrupted(n: int, knowledge: Path, state: Path, whole: Path) -> dict[str, Any]:
    """Kill a build when half of its shards are there, and let a second one finish it."""
    from bot.retrieval import ingest

    with started(knowledge, state) as process:
        while (
            len(list(state.glob("index/encoding/*/*.npy"))) < n // ingest.SHARD_TEXTS // 2
            and process.poll() is None
        ):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    kept = sum(len(np.load(path, mmap_mode="r")) for path in state.glob("index/encoding/*/*.npy"))
    again = built(knowledge, state)
    return {"n": n, "kept": kept, "same": sums(state) == sums(whole)} | {
        name: again[name] for name in ("encoded", "first_step", "peak_anon_mb", "total_s")
    }


def sized(n: int, home: Path) -> dict[str, Any]:
    """Build one size, open it, and for the rest of this run leave nothing of it."""
    knowledge, state = home / "knowledge", home / "state"
    write_folder(n, knowledge)
    found = built(knowledge, state)
    found["disk_mb"] = {
        p.name: p.stat().st_size / 1e6 for p in state.glob("index/*/*") if p.stat().st_size > 1e6
    }
    found["opened"] = built(knowledge, state)
    return found


def real(state: Path) -> dict[str, Any]:
    """Texts of the shipped knowledge a second, by this process with one thread, and by two workers of Ray."""
    from bot.corpus.folder import read_folder
    from bot.retrieval import ingest
    from bot.retrieval.chunk import passages_of
    from bot.retrieval.index import passage_encoding, text_key
    from bot.retrieval.opening import make_encoder
    from bot.retrieval.snapshot import make_folder
    from bot.retrieval.spread import InProcess, RayWorkers

    make = partial(make_encoder, state_dir=state.absolute())
    encoder, shelf = make(), read_folder(measure.ROOT / "knowledge")
    passages = passages_of(shelf.documents, encoder.count_tokens, encoder.max_tokens)
    fold = make_folder(shelf)
    texts = [passage_encoding(p, fold) for p in passages[:: max(1, len(passages) // _SAMPLE)]][:_SAMPLE]
    ingest.SHARD_TEXTS = 32
    wanted = [ingest.Texts("p", tuple(text_key("p", text) for text in texts), texts.__getitem__)]
    encoder.encode_passages(texts[:8])
    found: dict[str, Any] = {"n": len(texts), "load": []}
    results = []
    for name, encoding in (("one", InProcess(encoder)), ("two", RayWorkers(make, 2))):
        first, steps = [0.0], [0]
        found["load"].append(round(os.getloadavg()[0], 1))

        def told(done: int, _: int, first: list[float] = first, steps: list[int] = steps) -> None:
            if done and not first[0]:  # without the start of Ray, which a million texts make nothing of
                first[0], steps[0] = time.perf_counter(), done

        work = ingest.Work(wanted, (), encoder, encoding)
        began, busy = time.perf_counter(), time.process_time()
        results.append(work.vectors(told)[0].tobytes())
        ended = time.perf_counter()
        found[f"{name}_cpu_s"] = (
            time.process_time() - busy
        )  # of this process, which with workers has little to do
        found[name] = (len(texts) - steps[0]) / (ended - first[0])
        found[f"{name}_all_s"] = ended - began
    found["same"] = results[0] == results[1]
    return found


def report(
    sizes: list[dict[str, Any]], cut: dict[str, Any], rate: dict[str, Any] | None, about: dict[str, Any]
) -> None:
    heads = ["passages", "read s", "cut, shards, keywords s", "fit s", "save s", "in the encoder s",
             "peak MB", "of it anonymous", "shelf alone MB", "open s", "opened, anonymous MB"]  # fmt: skip
    rows = []
    for f in sizes:
        read, cut_s, fit, save = f["spans"]
        rows.append([f"{f['n']:,}", read, cut_s, fit, save, f["encoding_s"], f["peak_mb"], f["peak_anon_mb"],
                     f["shelf_mb"], f["opened"]["total_s"], f["opened"]["after_anon_mb"]])  # fmt: skip
    few, most = sizes[0], sizes[-1]
    each = {
        name: (value(most) - value(few)) * 1e6 / (most["n"] - few["n"])
        for name, value in {
            "peak while building": lambda f: f["peak_anon_mb"],
            "opened": lambda f: f["opened"]["after_anon_mb"],
            "the texts as read": lambda f: f["shelf_mb"],
        }.items()
    } if most["n"] > few["n"] else {}  # fmt: skip
    parts = [
        "# A large knowledge folder",
        "`make ingest-bench`. " + measure.describe(about),
        (
            "Synthetic folder, made-up vectors, real everything else (see `benchmarks/ingest.py`). Where the load at the start is above the number of "
            "cores, times are by the clock beside other work and some times what a machine to itself takes; memory does not depend on it."
        ),
        measure.table(heads, rows),
        "**What grows with the folder**, anonymous memory a passage, from the smallest and the largest build: "
        + "; ".join(f"{name} {value / 1000:.1f} kB" for name, value in each.items())
        + f". For a million passages, by arithmetic: {each.get('peak while building', 0) / 1000 + few['start_mb'] / 1000:.1f} GB while "
        f"building and {each.get('opened', 0) / 1000:.1f} GB opened, of which the exact store of vectors takes 1.5 GB (other stores: "
        "`benchmarks/scale.md`). Vectors that are being made do not count: they lie in files.",
        (
            f"**Interrupted** (SIGKILL at {cut['kept']:,} of {cut['kept'] + cut['encoded']:,} texts, {cut['n']:,} passages): the second "
            f"build's bar began at {cut['first_step']:,}, it encoded {cut['encoded']:,} and ended with "
            f"{'the same' if cut['same'] else 'OTHER'} bytes in every file as an undisturbed one."
        ),
    ]
    if rate:
        each = rate["one_cpu_s"] / rate["n"]
        hours = _MILLION * each / 3600
        parts.append(
            f"**The real encoder** on {rate['n']} passages of the shipped knowledge: {rate['one']:.1f} texts a second with one thread "
            f"of this process, {rate['two']:.1f} with two Ray workers (load {rate['load'][0]} and {rate['load'][1]} on "
            f"{about['cores']} cores, so neither is what a machine to itself does), {'the same' if rate['same'] else 'OTHER'} bytes. A "
            f"text takes {each * 1000:.0f} ms of CPU. A million such passages, by arithmetic and not measured: {hours:.1f} hours of one "
            f"core to itself, {hours / 16:.1f} hours of sixteen."
        )
    text = "\n\n".join(parts) + "\n"
    print(text)
    WRITTEN.write_text(text, "utf-8")
    data = {"sizes": sizes, "interrupted": cut, "real": rate}
    written = {"command": [Path(sys.argv[0]).name, *sys.argv[1:]], "machine": about, "data": data}
    DATA.write_text(json.dumps(written, indent=1) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--state", type=Path, default=measure.ROOT / ".state")
    parser.add_argument("--without-real", action="store_true", help="leave the real encoder out")
    parser.add_argument(
        "--only-real", action="store_true", help="measure it anew, and keep the rest of the last run"
    )
    parser.add_argument("--child", nargs=2, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(*options.child)
        return
    if options.only_real:
        before = json.loads(DATA.read_text("utf-8"))
        report(before["data"]["sizes"], before["data"]["interrupted"], real(options.state), before["machine"])
        return
    about, sizes = measure.machine(), []
    os.environ.update(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false")
    cut: dict[str, Any] = {}
    for n in map(int, options.sizes.split(",")):
        with tempfile.TemporaryDirectory(prefix="ingest-") as folder:
            sizes.append(sized(n, Path(folder)))
            print(f"{n:,}: {sizes[-1]['total_s']:.0f} s", file=sys.stderr, flush=True)
            if not cut:
                home = Path(folder)
                cut = interrupted(n, home / "knowledge", home / "second", home / "state")
    report(sizes, cut, None if options.without_real else real(options.state), about)


if __name__ == "__main__":
    main()
