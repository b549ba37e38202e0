"""What is asked of a store of vectors, whichever library is behind it, and how well an approximate one must find."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from bot.errors import SnapshotError

Vectors = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

RECALL = 0.98
"""Share of the ten nearest rows that an approximate store must find, over all probes."""
PROBES = 256
"""Most questions that recall is measured with."""
_NEAREST = 10
_SEED = 20261130
_BLOCK = 65_536


class VectorStore(Protocol):
    """Finds the rows nearest to a question; immutable once made, and safe to search from several threads."""

    @property
    def vectors(self) -> Vectors:
        """The rows themselves: float32, (n, dim), L2-normalised, read-only; they may be mapped from a file.

        They are what a snapshot saves, so that any other store can be made without encoding anything again.
        """
        ...

    @property
    def dim(self) -> int:
        """Length of a vector."""
        ...

    def __len__(self) -> int:
        """How many rows there are."""
        ...

    def search(self, query: Vectors, k: int) -> tuple[Ints, Vectors]:
        """Row numbers and cosine similarities of the nearest rows, best first.

        Args:
            query: float32, (dim,), L2-normalised.
            k: how many, at least 1.

        Returns:
            int64, (m,) without repetition, and float32, (m,), −1 to 1, with m ≤ min(k, n): exactly that many from an
            exact store, mostly from an approximate one. Similarities are exact inner products in every store.

        Raises:
            SnapshotError: ``err-index-dimension`` if the query has another dimension, ``err-index-bad-vectors`` if it
                holds NaN or infinity, ``err-milvus-…`` if a server does not answer as it should.
        """
        ...


def checked_rows(vectors: Vectors) -> Vectors:
    """Rows fit to be stored, contiguous and read-only.

    Raises:
        SnapshotError: ``err-index-bad-vectors`` for a wrong shape or type, NaN, or rows that are not unit length.
    """
    if vectors.ndim != 2 or vectors.dtype != np.float32:
        raise SnapshotError("err-index-bad-vectors", reason="shape")
    norms = np.sqrt(
        np.einsum("ij,ij->i", vectors, vectors)
    )  # without a copy: the rows may be mapped gigabytes
    if not (np.abs(norms - 1.0) < 1e-3).all():  # also false for NaN
        raise SnapshotError("err-index-bad-vectors", reason="length")
    rows = np.ascontiguousarray(vectors)
    rows.setflags(write=False)
    return rows


def check_query(query: Vectors, dim: int) -> None:
    """Refuse what cannot be compared with rows of this length.

    Raises:
        SnapshotError: as ``VectorStore.search`` does.
    """
    if query.shape != (dim,):
        raise SnapshotError("err-index-dimension", got=int(query.shape[-1]), expected=dim)
    if not np.isfinite(query).all():
        raise SnapshotError("err-index-bad-vectors", reason="query")


class Effort(NamedTuple):
    """How hard an approximate store looks, and what that finds.

    Attributes:
        width: how much is looked at, in the store's own unit.
        recall: share of the ten nearest rows of the probes that were found, 0 to 1.
    """

    width: int
    recall: float


Find = Callable[[Vectors, int, int], Ints]
"""The row numbers found for (query, k, width)."""


def least_effort(find: Find, vectors: Vectors, asked: Vectors, first: int, most: int) -> Effort:
    """The least width, doubled from ``first``, that finds ``RECALL`` of the nearest rows; ``most`` if none does.

    Args:
        find: searches with a given width.
        vectors: float32, (n, dim), the rows that are searched, n at least 1.
        asked: float32, (m, dim), the probes.
        first: width to begin with, at least 1.
        most: width that looks at everything.
    """
    k = min(_NEAREST, len(vectors))
    right = exact_nearest(vectors, asked, k)
    width = min(first, most)
    while True:
        found = [find(probe, k, width) for probe in asked]
        recall = float(np.mean([np.isin(r, f).mean() for r, f in zip(right, found, strict=True)]))
        if recall >= RECALL or width >= most:
            return Effort(width, round(recall, 4))
        width = min(2 * width, most)


def exact_nearest(vectors: Vectors, asked: Vectors, k: int) -> Ints:
    """Row numbers of the ``k`` nearest rows of each probe, in no order; int64, (len(asked), k). k is at most n."""
    scores = np.zeros((len(asked), 0), np.float32)
    rows = np.zeros((len(asked), 0), np.int64)
    for start in range(0, len(vectors), _BLOCK):
        block = asked @ vectors[start : start + _BLOCK].T
        here = np.broadcast_to(np.arange(start, start + block.shape[1]), block.shape)
        scores, rows = np.concatenate([scores, block], 1), np.concatenate([rows, here], 1)
        if scores.shape[1] > k:
            top = np.argpartition(-scores, k - 1, axis=1)[:, :k]
            scores, rows = np.take_along_axis(scores, top, 1), np.take_along_axis(rows, top, 1)
    return rows


def probes(vectors: Vectors, questions: Vectors) -> Vectors:
    """At most ``PROBES`` unit vectors to measure recall with: questions, evenly thinned out, else mixtures of rows.

    Args:
        vectors: float32, (n, dim), the rows, n at least 1.
        questions: float32, (m, dim), unit rows such as people ask; m may be 0.
    """
    if len(questions):
        step = -(-len(questions) // PROBES)
        return questions[::step]
    pairs = np.random.default_rng(_SEED).integers(0, len(vectors), (PROBES, 2))
    mixed = vectors[pairs[:, 0]] + np.float32(0.8) * vectors[pairs[:, 1]]
    unit = mixed / np.maximum(np.linalg.norm(mixed, axis=1, keepdims=True), 1e-6)
    return np.asarray(unit, np.float32)
