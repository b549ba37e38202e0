"""Which store of vectors a setting means, made from vectors that are there already."""

import contextlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from bot.retrieval.ann import MIN_ROWS, AnnIndex, AnnKind, about_file
from bot.retrieval.milvus import MilvusStore
from bot.retrieval.vector import VectorIndex
from bot.retrieval.vector_store import RECALL, Vectors, VectorStore

StoreKind = Literal["auto", "flat", "hnsw", "ivfpq", "milvus"]
Made = Literal["flat", "hnsw", "ivfpq", "milvus"]

FLAT_ROWS = 100_000
"""Up to here ``auto`` searches exactly: tens of milliseconds, and an edit needs no new graph, which takes a minute."""
GRAPH_ROWS = 200_000
"""Up to here ``auto`` tries a graph first. For 300,000 clustered rows product codes are as quick to search and made in a
third of the time; of a million, the graph finds too few however long it looks. Figures: ``benchmarks/scale.md``."""

_KEPT = 2


@dataclass(frozen=True)
class Stores:
    """Makes the store of each version of an index.

    Attributes:
        kind: ``flat``, ``hnsw``, ``ivfpq``, ``milvus``, or ``auto`` for one of the first three by size and by what it finds.
        folder: where approximate indexes are kept; ``None`` makes them anew at each start.
        threads: while an approximate index is made.
        milvus_uri, milvus_token: the server; see ``MilvusStore``.
    """

    kind: StoreKind = "flat"
    folder: Path | None = None
    threads: int = 1
    milvus_uri: str = ""
    milvus_token: str = field(default="", repr=False)

    def open(self, vectors: Vectors, questions: Vectors, version: str) -> VectorStore:
        """The store of one version: opened where it was made before, else made.

        Args:
            vectors: float32, (n, dim), rows L2-normalised; n may be 0.
            questions: float32, (m, dim), unit rows that the recall of an approximate store is measured with; m may be 0.
            version: id of the snapshot, twelve hexadecimal digits.

        Raises:
            SnapshotError: the rows are unusable, or Milvus is (``VectorsUnavailable``).
        """
        for kind in kinds_for(self.kind, len(vectors)):
            store = self._made(kind, vectors, questions, version)
            if self.kind != "auto" or not isinstance(store, AnnIndex) or store.effort.recall >= RECALL:
                return store
        return VectorIndex(vectors)

    def _made(self, kind: Made, vectors: Vectors, questions: Vectors, version: str) -> VectorStore:
        if kind == "milvus":
            return MilvusStore(vectors, questions, version, self.milvus_uri, self.milvus_token)
        if kind == "flat":
            return VectorIndex(vectors)
        store = AnnIndex(kind, vectors, questions, self.threads, self._file(kind, version))
        self._remove_old(version)
        return store

    def _file(self, kind: AnnKind, version: str) -> Path | None:
        return self.folder / f"{version}.{kind}" if self.folder else None

    def _remove_old(self, version: str) -> None:
        """Keep the indexes of this version and of the newest other."""
        if self.folder is None:
            return
        with contextlib.suppress(OSError):
            others = [
                p for p in self.folder.glob("*.*") if p.suffix in {".hnsw", ".ivfpq"} and p.stem != version
            ]
            others.sort(key=lambda p: p.stat().st_mtime, reverse=True)
            for path in others[_KEPT - 1 :]:
                path.unlink(missing_ok=True)
                about_file(path).unlink(missing_ok=True)


FLAT = Stores()
"""Exact search in memory."""


def described(store: VectorStore) -> str:
    """What a store is, for whoever checks an installation: its kind and, where it is approximate, what it finds."""
    if isinstance(store, MilvusStore):
        return f"milvus {store.collection}, recall {store.effort.recall}"
    if isinstance(store, AnnIndex):
        return f"{store.kind}, width {store.effort.width}, recall {store.effort.recall}"
    return "flat"


def kinds_for(kind: StoreKind, n: int) -> tuple[Made, ...]:
    """What a setting comes to for so many rows; few rows are always searched exactly.

    Of ``auto`` each is tried until one finds enough; the exact index always does.
    """
    if n < (1 if kind == "milvus" else MIN_ROWS):
        return ("flat",)
    if kind != "auto":
        return (kind,)
    if n <= FLAT_ROWS:
        return ("flat",)
    return ("hnsw", "ivfpq", "flat") if n <= GRAPH_ROWS else ("ivfpq", "flat")
