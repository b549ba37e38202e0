"""Approximate indexes for one big machine: a graph (HNSW) and inverted lists of product codes (IVF-PQ), in FAISS.

Both only propose rows. What is returned is ranked by the exact inner product over the vectors themselves, so
similarities are those of an exact search, and all that can go wrong is that a near row is not proposed. How much is
looked at is therefore set when the index is made: it is doubled until recall on the probes is what it must be.
"""

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import ValidationError

from bot.domain.model import Frozen
from bot.errors import SnapshotError
from bot.retrieval.checksum import sha256_of
from bot.retrieval.vector_store import Effort, Ints, Vectors, check_query, checked_rows, least_effort, probes

AnnKind = Literal["hnsw", "ivfpq"]

MIN_ROWS = 1000
"""Fewer rows than this are not worth an approximation, and product codes cannot be trained on them."""

_LINKS, _BUILD_WIDTH = 16, 80
_FIRST_WIDTH, _MOST_WIDTH, _FIRST_LISTS = 64, 4096, 8
_ROWS_A_LIST, _TRAINING_A_LIST = 1000, 64
_CODE_BYTES = 64
_ROUNDS = 10
"""Of the training of the product codes; more are not found to propose better."""
_SEED = 20261130
_BLOCK = 65_536


class AnnIndex:
    """An approximate index over vectors that stay where they are; immutable once made.

    Args:
        kind: ``hnsw`` or ``ivfpq``.
        vectors: float32, (n, dim), rows L2-normalised, n at least ``MIN_ROWS``; may be mapped from a file.
        questions: float32, (m, dim), unit rows that recall is measured with; m may be 0.
        threads: while building; a search takes one.
        saved: where the index is kept; it is read from there if it is whole and fits, else made and, if the disk
            lets it, written.

    Raises:
        SnapshotError: ``err-index-bad-vectors`` for a wrong shape or type, NaN, rows that are not unit length, or
            fewer rows than ``MIN_ROWS``.
    """

    def __init__(
        self,
        kind: AnnKind,
        vectors: Vectors,
        questions: Vectors,
        threads: int = 1,
        saved: Path | None = None,
    ) -> None:
        self.kind: AnnKind = kind
        self.vectors = checked_rows(vectors)
        if len(vectors) < MIN_ROWS:
            raise SnapshotError("err-index-bad-vectors", reason="count")
        self.dim = int(vectors.shape[1])
        known = _read(saved, kind, len(vectors), self.dim) if saved else None
        if known is not None:
            self._index, self.effort = known
            return
        self._index = _built(kind, self.vectors, threads)
        self.effort = self._least_effort(probes(self.vectors, questions))
        if saved:
            with contextlib.suppress(OSError):  # the next start makes it again
                _write(self._index, kind, self.effort, saved)

    def __len__(self) -> int:
        return len(self.vectors)

    def search(self, query: Vectors, k: int) -> tuple[Ints, Vectors]:
        """The nearest of the proposed rows and their exact similarities, as ``VectorStore.search`` says."""
        check_query(query, self.dim)
        return self._search(query, k, self.effort.width)

    def _search(self, query: Vectors, k: int, width: int) -> tuple[Ints, Vectors]:
        wanted = min(len(self), _proposed(self.kind, k))
        row = np.ascontiguousarray(query[None, :], np.float32)
        _, ids = self._index.search(row, wanted, params=_parameters(self.kind, width, wanted))
        rows = np.unique(ids[0][ids[0] >= 0])
        exact = self.vectors[rows] @ row[0]
        best = np.argsort(-exact, kind="stable")[:k]
        return rows[best].astype(np.int64), exact[best].astype(np.float32)

    def _least_effort(self, asked: Vectors) -> Effort:
        graph = self.kind == "hnsw"
        first, most = (_FIRST_WIDTH, _MOST_WIDTH) if graph else (_FIRST_LISTS, int(self._index.nlist))
        return least_effort(
            lambda q, k, width: self._search(q, k, width)[0], self.vectors, asked, first, most
        )


def _proposed(kind: AnnKind, k: int) -> int:
    """How many rows to rank exactly for ``k`` wanted: bytes confuse close neighbours, product codes much more."""
    return k + max(22, k // 4) if kind == "hnsw" else max(4 * k, 256)


def _faiss() -> Any:
    """The library, without its types: those of its generated classes are incomplete."""
    import faiss  # noqa: PLC0415 - torch, where used, comes first

    return faiss


def _parameters(kind: AnnKind, width: int, wanted: int) -> Any:
    if kind == "hnsw":
        return _faiss().SearchParametersHNSW(efSearch=max(width, wanted))
    return _faiss().SearchParametersIVF(nprobe=width)


def _built(kind: AnnKind, vectors: Vectors, threads: int) -> Any:
    faiss = _faiss()
    faiss.omp_set_num_threads(max(1, threads))
    try:
        index = _hnsw(faiss, vectors) if kind == "hnsw" else _ivfpq(faiss, vectors)
    finally:
        faiss.omp_set_num_threads(1)  # two OpenMP runtimes in one process, and questions come one by one
    if index.ntotal != len(vectors):
        raise SnapshotError("err-index-bad-vectors", reason="count")
    return index


def _hnsw(faiss: Any, vectors: Vectors) -> Any:
    """A graph over bytes instead of floats: a quarter of the memory, and faster to build."""
    index = faiss.IndexHNSWSQ(
        int(vectors.shape[1]), faiss.ScalarQuantizer.QT_8bit, _LINKS, faiss.METRIC_INNER_PRODUCT
    )
    index.hnsw.efConstruction = _BUILD_WIDTH
    index.train(_sample(vectors, 100_000))
    _add(index, vectors)
    return index


def _ivfpq(faiss: Any, vectors: Vectors) -> Any:
    dim = int(vectors.shape[1])
    lists = max(1, min(len(vectors) // _ROWS_A_LIST, 65_536))
    code_bytes = max(m for m in range(1, min(_CODE_BYTES, dim) + 1) if dim % m == 0)
    index = faiss.IndexIVFPQ(faiss.IndexFlatIP(dim), dim, lists, code_bytes, 8, faiss.METRIC_INNER_PRODUCT)
    index.cp.seed = _SEED
    index.cp.spherical = True
    index.pq.cp.niter = _ROUNDS
    index.cp.min_points_per_centroid = index.pq.cp.min_points_per_centroid = 1  # said nowhere but on stderr
    index.train(_sample(vectors, max(_TRAINING_A_LIST * lists, 16_384)))
    _add(index, vectors)
    return index


def _sample(vectors: Vectors, most: int) -> Vectors:
    """Rows at even distances."""
    return np.ascontiguousarray(vectors[:: max(1, len(vectors) // most)][:most], np.float32)


def _add(index: Any, vectors: Vectors) -> None:
    """Add block by block, so that mapped vectors are never all in memory."""
    for start in range(0, len(vectors), _BLOCK):
        index.add(np.ascontiguousarray(vectors[start : start + _BLOCK], np.float32))


class _About(Frozen):
    """What lies beside a kept index: what it is, how hard to look, and the SHA-256 of its file."""

    kind: AnnKind
    n: int
    dim: int
    width: int
    recall: float
    sha256: str


def about_file(path: Path) -> Path:
    """The file that describes a kept index."""
    return path.with_name(path.name + ".json")


def _read(path: Path, kind: AnnKind, n: int, dim: int) -> tuple[Any, Effort] | None:
    """The index kept in a file, ``None`` where there is none, it is damaged, or it is of other vectors."""
    try:
        about = _About.model_validate_json(about_file(path).read_bytes())
        if (about.kind, about.n, about.dim) != (kind, n, dim) or about.sha256 != sha256_of(path):
            return None
        index = _faiss().read_index(str(path))
    except (OSError, ValidationError, RuntimeError):  # the last: written by another version of FAISS
        return None
    return index, Effort(about.width, about.recall)


def _write(index: Any, kind: AnnKind, effort: Effort, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".building-", dir=path.parent)
    os.close(handle)
    aside = Path(name)
    try:
        _faiss().write_index(index, name)
        about = _About(
            kind=kind,
            n=int(index.ntotal),
            dim=int(index.d),
            width=effort.width,
            recall=effort.recall,
            sha256=sha256_of(aside),
        )
        about_file(path).unlink(missing_ok=True)  # never a description beside an index of another making
        aside.chmod(0o644)
        aside.replace(path)
        about_file(path).write_text(about.model_dump_json() + "\n", "utf-8")
    finally:
        aside.unlink(missing_ok=True)
