"""How each store of vectors grows: build time, memory, latency and recall from 10,000 to 1,000,000 passages.

python -m benchmarks.scale [--sizes 10000,100000,1000000] [--backends flat,hnsw,ivfpq,milvus-lite]

Vectors are synthetic, since encoding a million passages takes hours on this kind of machine: unit vectors in clusters
of about 50 around centres that all lean one way, as those of sentence encoders do. Each measurement is a process of
its own, which maps the rows from one file. Results go to ``benchmarks/scale.md`` and ``results/scale.json``.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import measure

SIZES = (10_000, 100_000, 300_000, 1_000_000)
BACKENDS = ("flat", "ivfpq", "hnsw", "milvus-lite")
LITE_ROWS = 100_000
"""Larger than this milvus-lite is not measured: it is made for tests, and filling it takes most of an hour."""
THREADS = 2
_DIM, _CLUSTER = 384, 50
_LEANING, _SPREAD = 1.2, 0.9
_PROBES, _ASKED, _WARM = 128, 200, 20
_BLOCK = 50_000
_WORDS, _TOKENS = 50_000, 60


def rows_of(n: int, kind: int) -> Any:
    """Blocks of the vectors of one corpus; ``kind`` 0 are its rows, others are questions to it."""
    draw = np.random.default_rng([n, 0])
    centres = draw.standard_normal((max(16, n // _CLUSTER), _DIM), dtype=np.float32)
    centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    leaning = draw.standard_normal(_DIM, dtype=np.float32)
    leaning *= _LEANING / np.linalg.norm(leaning)
    draw = np.random.default_rng([n, 1 + kind])
    left = n if kind == 0 else (_PROBES, _ASKED)[kind - 1]
    while left:
        m = min(left, _BLOCK)
        noise = draw.standard_normal((m, _DIM), dtype=np.float32) * np.float32(_SPREAD / _DIM**0.5)
        block = leaning + centres[draw.integers(0, len(centres), m)] + noise
        yield block / np.linalg.norm(block, axis=1, keepdims=True)
        left -= m


def write_rows(n: int, path: Path) -> None:
    out = np.lib.format.open_memmap(path, "w+", np.float32, (n, _DIM))
    start = 0
    for block in rows_of(n, 0):
        out[start : start + len(block)] = block
        start += len(block)
    out.flush()


def store_of(backend: str, vectors: Any, probes: Any, folder: Path) -> Any:
    from bot.retrieval.stores import Stores

    folder.mkdir(exist_ok=True)
    kind: Any = "milvus" if backend == "milvus-lite" else backend
    stores = Stores(kind, folder, THREADS, milvus_uri=str(folder / "milvus.db"))
    return stores.open(vectors, probes, "0" * 12)


def child(n: int, backend: str, rows: Path) -> dict[str, Any]:
    """Make one store, open it again, ask it."""
    import faiss

    from bot.retrieval.vector_store import exact_nearest

    del faiss  # loaded before the clock starts
    vectors = np.load(rows, mmap_mode="r")
    probes, asked = (np.concatenate(list(rows_of(n, kind))) for kind in (1, 2))
    folder, started, used = rows.parent / backend, time.perf_counter(), time.process_time()
    store = store_of(backend, vectors, probes, folder)
    built, cpu = time.perf_counter() - started, time.process_time() - used
    peak, own = measure.peak_mb(), measure.status_mb("RssAnon")
    disk = sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) / 1e6
    started = time.perf_counter()
    reopened = store_of(backend, vectors, probes, folder)
    reopen = time.perf_counter() - started
    right = exact_nearest(vectors, asked, 10)
    took10, found = _asked(reopened, asked, 10)
    used = time.process_time()
    took256, _ = _asked(reopened, asked, 256)
    cpu_ms = (time.process_time() - used) * 1000 / (_ASKED + _WARM)
    hits = sum(len(set(f.tolist()) & set(r.tolist())) for f, r in zip(found, right, strict=True))
    effort = getattr(store, "effort", None)
    return {
        "n": n, "backend": backend, "build_s": built, "build_cpu_s": cpu, "reopen_s": reopen,
        "peak_mb": peak, "own_mb": own, "disk_mb": disk, "width": effort.width if effort else 0,
        "recall": hits / right.size, "k10": measure.spread(took10), "k256": measure.spread(took256),
        "k256_cpu_ms": cpu_ms,
    }  # fmt: skip


def _asked(store: Any, asked: Any, k: int) -> tuple[list[float], list[Any]]:
    for query in asked[:_WARM]:
        store.search(query, k)  # pages are read, code is warm
    took, found = [], []
    for query in asked:
        began = time.perf_counter()
        rows, _ = store.search(query, k)
        took.append((time.perf_counter() - began) * 1000)
        found.append(rows)
    return took, found


def hybrid(n: int, rows: Path) -> dict[str, Any]:
    """The whole search of a question, encoding left out: words, vectors, sections, confidence."""
    from bot.corpus.model import Shelf
    from bot.domain.hardware import Catalogue
    from bot.retrieval.adapter import Adapter
    from bot.retrieval.index import Index
    from bot.retrieval.keyword import KeywordIndex
    from bot.retrieval.model import Passage, Query
    from bot.retrieval.search import Asked
    from bot.retrieval.snapshot import Snapshot
    from bot.retrieval.stores import FLAT_ROWS

    vectors, (asked,) = np.load(rows, mmap_mode="r"), rows_of(n, 2)
    kind = "flat" if n <= FLAT_ROWS else "ivfpq"
    store = store_of(kind, vectors, asked[:_PROBES], rows.parent / kind)
    passages = tuple(
        Passage.model_construct(
            passage_id=f"p{i:07}", section_id=f"s{i // 2:07}", doc_id=f"d{i // 40}", heading_path=("Doc", "Section"),
            lang="en" if i % 2 else "zh-Hans", path="guide/d.md", text="", first_line=1, last_line=2,
        )
        for i in range(n)
    )  # fmt: skip
    words = synthetic_words(n)
    index = Index(
        passages=passages, vectors=store, questions=(), question_vectors=vectors[:0],
        passage_words=words, question_words=KeywordIndex.build(()), adapter=Adapter.identity(),
        passage_keys=(), question_keys=(),
    )  # fmt: skip
    shelf = Shelf.model_construct(
        documents=(), glossary=(), problems=(), content_hash="", catalogue=Catalogue()
    )
    encoder: Any = type("Named", (), {"name": "none", "revision": "1", "prefixes": ("", ""), "dim": _DIM})()
    snapshot = Snapshot(shelf, encoder, index)
    draw, took = np.random.default_rng(7), []
    used = time.process_time()
    for number, vector in enumerate([*asked[:_WARM], *asked]):
        tokens = tuple(dict.fromkeys(f"w{w:05}" for w in _drawn(draw, 8).tolist()))
        began = time.perf_counter()
        snapshot.search_encoded(Query(text="", lang="en"), Asked(vector, tokens))
        if number >= _WARM:
            took.append((time.perf_counter() - began) * 1000)
    cpu_ms = (time.process_time() - used) * 1000 / (_ASKED + _WARM)
    about = {"n": n, "store": kind, "sections": len(index.groups), "own_mb": measure.status_mb("RssAnon")}
    about["cpu_ms"] = cpu_ms
    return measure.spread(took) | about


def _drawn(draw: np.random.Generator, shape: Any) -> Any:
    """Words by Zipf's law."""
    return np.minimum(draw.zipf(1.2, shape), _WORDS).astype(np.int32) - 1


def synthetic_words(n: int) -> Any:
    """A keyword index of ``n`` texts of sixty words, its weights those of BM25 for texts of one length."""
    from bot.retrieval.keyword import KeywordIndex

    draw = np.random.default_rng([n, 9])
    pairs = np.unique(_drawn(draw, (n, _TOKENS)).astype(np.int64) * n + np.arange(n)[:, None])
    word, text = (pairs // n).astype(np.int32), (pairs % n).astype(np.int32)
    indptr = np.searchsorted(word, np.arange(_WORDS + 1)).astype(np.int64)
    df = np.diff(indptr)
    weight = np.log(1 + (n - df + 0.5) / (df + 0.5)).astype(np.float32)
    return KeywordIndex([f"w{w:05}" for w in range(_WORDS)], weight[word], text, indptr, n)


def run(n: int, what: str, rows: Path) -> dict[str, Any]:
    """One child; its figures with the machine's load before and after."""
    before = round(measure.load_1_min(), 2)
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.scale", "--child", what, "--sizes", str(n), "--rows", str(rows)],
        env=measure.environment(), check=True, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    found |= {"load": [before, round(measure.load_1_min(), 2)], "at": measure.revision()}
    print(json.dumps(found), flush=True)
    return found


def read_lines(path: Path) -> dict[tuple[int, str], dict[str, Any]]:
    """What an earlier run printed, by size and what was measured."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.startswith("{")]
    return {(found["n"], found.get("backend", "hybrid")): found for found in lines}


def written(stores: list[dict[str, Any]], whole: list[dict[str, Any]], about: dict[str, Any]) -> str:
    """The report."""
    head = [
        "passages", "store", "build s", "CPU s", "open again s", "own MB", "peak MB", "disk MB", "width",
        "p50 / p99 ms, 10 wanted", "p50 / p99 ms, 256 wanted", "CPU of that, ms", "recall@10", "load before, after",
    ]  # fmt: skip
    lines = [
        [
            f"{f['n']:,}", f["backend"], f["build_s"], f["build_cpu_s"], f["reopen_s"], f["own_mb"], f["peak_mb"],
            f["disk_mb"], f["width"] or "all", f"{f['k10']['p50']:.2f} / {f['k10']['p99']:.2f}",
            f"{f['k256']['p50']:.2f} / {f['k256']['p99']:.2f}",
            f.get("k256_cpu_ms", "–"), f"{f['recall']:.4f}",
            f"{f['load'][0]}, {f['load'][1]}",
        ]
        for f in stores
    ]  # fmt: skip
    whole_lines = [
        [
            f"{f['n']:,}",
            f["store"],
            f"{f['sections']:,}",
            f["p50"],
            f["p99"],
            f["cpu_ms"],
            f["own_mb"],
            f"{f['load'][0]}, {f['load'][1]}",
        ]
        for f in whole
    ]
    whole_head = [
        "passages",
        "store",
        "sections",
        "p50 ms",
        "p99 ms",
        "CPU ms",
        "own MB",
        "load before, after",
    ]
    intro = f"""Made by `make scale`. **The vectors are synthetic** (384 numbers, clusters of about {_CLUSTER}): encoding so many
passages would take hours here. Real ones may need another width; the product measures it for each index on its own
questions. Each line is a process of its own, which builds with {THREADS} threads and searches with one, {_ASKED} questions.
The machine was shared: where the load is above 2, times by the clock are those of a busy machine, and CPU times tell more.
*Own MB* is memory of the process itself after building; *peak MB* the most resident at any time, in which the mapped
file of vectors counts (1.5 GB for a million), though the system may take it back. Building flat is copying.
milvus-lite is made for tests: above {LITE_ROWS:,} passages it is not measured, and it says nothing of a Milvus server."""
    middle = f"""The whole search of a question, encoding left out, over synthetic words (Zipf, {_TOKENS} a passage, 8 a question) and
the same vectors, two passages a section. The passages' texts are empty, so their memory
is not in these figures."""
    parts = ["# Scale: stores of vectors by size", intro, measure.describe(about), measure.table(head, lines)]
    return "\n\n".join([*parts, middle, measure.table(whole_head, whole_lines)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--backends", default=",".join(BACKENDS))
    parser.add_argument("--go-on", type=Path, help="lines an earlier run printed, not to be measured again")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--rows", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    if options.child:
        size = sizes[0]
        found = (
            hybrid(size, options.rows)
            if options.child == "hybrid"
            else child(size, options.child, options.rows)
        )
        print(json.dumps(found))
        return
    about, backends = measure.machine(), options.backends.split(",")
    with tempfile.TemporaryDirectory() as name:
        rows = {size: Path(name) / str(size) / "rows.npy" for size in sizes}
        for size, path in rows.items():
            path.parent.mkdir()
            write_rows(size, path)
        known = read_lines(options.go_on) if options.go_on else {}

        def figures(size: int, what: str) -> dict[str, Any]:
            return known.get((size, what)) or run(size, what, rows[size])

        stores = [
            figures(size, backend)
            for backend in backends
            for size in sizes
            if backend != "milvus-lite" or size <= LITE_ROWS
        ]
        whole = [figures(size, "hybrid") for size in sizes]
    stores.sort(key=lambda found: (found["n"], backends.index(found["backend"])))
    text = written(stores, whole, about)
    print(text)
    (measure.ROOT / "benchmarks" / "scale.md").write_text(text + "\n", "utf-8")
    kept = {"machine": about, "stores": stores, "hybrid": whole}
    (measure.RESULTS / "scale.json").write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
