"""How search grows with the shelf: latency, memory and build time from 100 to 100,000 passages.

python -m benchmarks.growth [--quick]

Synthetic: random unit vectors and words drawn by Zipf's law, one section a passage. Encoding is left out of both
times, since it does not depend on the size but on each text; what it would add to a build is stated.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import measure

_SIZES = (100, 1_000, 10_000, 100_000)
_WORDS = 20_000
_TOKENS = 60
_DIM = 384
_ASKED = 300


class _Random:
    """An encoder that makes up vectors."""

    name, revision, prefixes, dim, max_tokens = "random", "1", ("", ""), _DIM, 512

    def __init__(self) -> None:
        self.draw = np.random.default_rng(2)

    def encode_queries(self, texts: Any, progress: Any = None) -> Any:
        del progress
        return unit(self.draw, len(texts))


def unit(draw: np.random.Generator, n: int) -> Any:
    """Random unit vectors, float32, (n, dim)."""
    vectors = draw.standard_normal((n, _DIM), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def _passages(texts: list[str]) -> tuple[Any, ...]:
    from bot.retrieval.model import Passage

    return tuple(
        Passage(
            passage_id=f"p{i:06}", section_id=f"s{i:06}", doc_id=f"d{i // 20}", heading_path=("Doc", f"Section {i}"),
            lang="en", path=f"guide/d{i // 20}.en.md", text=text, first_line=1, last_line=2,
        )
        for i, text in enumerate(texts)
    )  # fmt: skip


def child(n: int) -> None:
    """Build one synthetic index, search it, and print what was measured."""
    from bot.corpus.model import Shelf
    from bot.retrieval.adapter import Adapter
    from bot.retrieval.fold import Folder
    from bot.retrieval.index import Index, passage_words, question_words
    from bot.retrieval.model import Query
    from bot.retrieval.snapshot import Snapshot
    from bot.retrieval.vector import VectorIndex

    draw = np.random.default_rng(1)
    picked = np.minimum(draw.zipf(1.2, (n, _TOKENS)), _WORDS)
    texts = [" ".join(f"word{w}" for w in row) for row in picked.tolist()]
    passages, vectors, fold = _passages(texts), unit(draw, n), Folder()
    VectorIndex(unit(draw, 1)).search(unit(draw, 1)[0], 1)  # faiss is loaded
    before, started = measure.resident_mb(), time.perf_counter()
    index = Index(
        passages=passages, vectors=VectorIndex(vectors), questions=(), question_vectors=unit(draw, 0),
        passage_words=passage_words(passages, fold), question_words=question_words((), fold),
        adapter=Adapter.identity(), passage_keys=(), question_keys=(),
    )  # fmt: skip
    shelf = Shelf.model_construct(documents=(), glossary=(), problems=(), content_hash="", **_no_tables())
    snapshot = Snapshot(shelf, _Random(), index)
    snapshot.search(Query(text="word1", lang="en"))
    built = time.perf_counter() - started
    took = []
    for row in draw.integers(0, n, _ASKED).tolist():
        query = Query(text=" ".join(texts[row].split()[:8]), lang="en")
        began = time.perf_counter()
        snapshot.search(query)
        took.append((time.perf_counter() - began) * 1000)
    s = measure.spread(took)
    print(
        json.dumps(
            {"n": n, "build_s": built, "index_mb": measure.resident_mb() - before, **s, "n_asked": s["n"]}
            | {"n": n}
        )
    )


def _no_tables() -> dict[str, Any]:
    from bot.domain.hardware import Catalogue

    return {"catalogue": Catalogue()}


def encoding_ms(state: Path) -> float:
    """Milliseconds to encode one of the shelf's own passages, as a build does."""
    from benchmarks.end_to_end import opened
    from bot.retrieval.index import passage_encoding

    snapshot = opened(state).engine.snapshot
    texts = [passage_encoding(p, snapshot.fold) for p in snapshot.passages[::20]]
    started = time.perf_counter()
    snapshot.encoder.encode_passages(texts)
    return (time.perf_counter() - started) * 1000 / len(texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--state", type=Path, default=measure.ROOT / ".state")
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child)
        return
    os.environ.update(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false")
    about = measure.machine()
    each = encoding_ms(options.state)
    found = []
    for n in _SIZES[:2] if options.quick else _SIZES:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.growth", "--child", str(n)],
            env=measure.environment(), check=True, capture_output=True, text=True,
        )  # fmt: skip
        found.append(json.loads(done.stdout.splitlines()[-1]))
    rows = [
        [f"{f['n']:,}", f["p50"], f["p95"], f["p99"], f["build_s"], f["index_mb"], f["n"] * each / 1000]
        for f in found
    ]
    head = [
        "passages", "search p50 ms", "p95 ms", "p99 ms", "build s, without encoding", "index MB",
        f"encoding would add, s (at {each:.0f} ms each)",
    ]  # fmt: skip
    text = "Search alone, without encoding the question; synthetic passages:\n\n" + measure.table(head, rows)
    name = "growth_quick" if options.quick else "growth"
    measure.report(name, [text], {"sizes": found, "encoding_ms": each}, about)


if __name__ == "__main__":
    main()
