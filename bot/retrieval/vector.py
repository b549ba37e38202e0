"""The dense leg as it is by default: exact inner product over unit vectors in FAISS, all of them in memory.

faiss brings its own OpenMP. Where torch is used in the same process it must be imported first; the encoder is
always loaded before vectors exist, so building keeps that order, and this module imports faiss at first use.
"""

from typing import Any

import numpy as np

from bot.errors import SnapshotError
from bot.retrieval.vector_store import Ints, Vectors, check_query, checked_rows


class VectorIndex:
    """An immutable flat index.

    Args:
        vectors: float32, (n, dim), rows L2-normalised; n may be 0.

    Raises:
        SnapshotError: ``err-index-bad-vectors`` for a wrong shape or type, NaN, or rows that are not unit length.
    """

    def __init__(self, vectors: Vectors) -> None:
        self.vectors = checked_rows(vectors)
        self.dim = int(vectors.shape[1])
        self._index = _flat_index(self.vectors)

    def __len__(self) -> int:
        return len(self.vectors)

    def search(self, query: Vectors, k: int) -> tuple[Ints, Vectors]:
        """The ``k`` nearest rows and their similarities, best first; fewer where there are fewer.

        Args:
            query: float32, (dim,), L2-normalised.
            k: how many, at least 1.

        Raises:
            SnapshotError: ``err-index-dimension`` if the query has another dimension, ``err-index-bad-vectors``
                if it holds NaN or infinity.
        """
        check_query(query, self.dim)
        k = min(k, len(self))
        if k < 1:
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        scores, ids = self._index.search(np.ascontiguousarray(query[None, :], np.float32), k)
        found = ids[0] >= 0
        return ids[0][found].astype(np.int64), scores[0][found].astype(np.float32)

    def similarities(self, query: Vectors) -> Vectors:
        """The similarity of every row, in row order; float32, (n,). Cheaper than a search for all of them.

        Args and errors as for ``search``.
        """
        check_query(query, self.dim)
        return self.vectors @ query


def _flat_index(vectors: Vectors) -> Any:
    import faiss  # noqa: PLC0415 - torch, where used, comes first

    faiss.omp_set_num_threads(1)  # two OpenMP runtimes in one process, and 2,000 rows need no second thread
    index = faiss.IndexFlatIP(int(vectors.shape[1]))
    if len(vectors):
        index.add(vectors)
    if index.ntotal != len(vectors):
        raise SnapshotError("err-index-bad-vectors", reason="count")
    return index
