"""The keyword leg: BM25 over folded tokens, kept as plain arrays."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float32]


class _Numbered:
    """Texts as lists of token numbers, each made when it is asked for: four bytes a token are kept.

    Args:
        numbers: of all tokens, text after text.
        ends: where each text ends.
    """

    def __init__(self, numbers: npt.NDArray[np.int32], ends: Sequence[int]) -> None:
        self._numbers, self._ends = numbers, ends

    def __len__(self) -> int:
        return len(self._ends)

    def __iter__(self) -> Iterator[list[int]]:
        begin = 0
        for end in self._ends:
            yield self._numbers[begin:end].tolist()
            begin = end


def _numbered(texts: Iterable[Iterable[str]]) -> tuple[list[str], _Numbered]:
    """The vocabulary in ascending order, and each text's tokens as their places in it."""
    met: dict[str, int] = {}
    numbers, ends = array("i"), array("q")
    for text in texts:
        numbers.extend(met.setdefault(token, len(met)) for token in text)
        ends.append(len(numbers))
    vocabulary = sorted(met)
    place = np.empty(len(met), np.int32)
    place[[met[token] for token in vocabulary]] = np.arange(len(met), dtype=np.int32)
    return vocabulary, _Numbered(place[np.frombuffer(numbers, np.int32)], ends)


class KeywordIndex:
    """BM25 weights of every token in every text, as a sparse matrix by token.

    Args:
        vocabulary: token to row, rows in ascending order.
        data: weight of each entry; indices: its text; indptr: where each token's entries begin.
        n_texts: how many texts there are.
    """

    def __init__(
        self,
        vocabulary: Sequence[str],
        data: npt.NDArray[np.float32],
        indices: npt.NDArray[np.int32],
        indptr: npt.NDArray[np.int64],
        n_texts: int,
    ) -> None:
        if len(indptr) != len(vocabulary) + 1 or len(data) != len(indices) or indptr[-1] != len(data):
            raise ValueError("the arrays of a keyword index do not belong together")
        if len(indices) and (indices.min() < 0 or indices.max() >= n_texts):
            raise ValueError("a keyword index names a text that does not exist")
        self.vocabulary = tuple(vocabulary)
        self.data, self.indices, self.indptr, self.n_texts = data, indices, indptr, n_texts
        self._row: Mapping[str, int] = {token: row for row, token in enumerate(self.vocabulary)}

    @classmethod
    def build(cls, texts: Iterable[Iterable[str]], k1: float = 1.2, b: float = 0.75) -> "KeywordIndex":
        """Index tokenised texts (Lucene's BM25, weights computed at build time).

        Args:
            texts: tokens of each text; gone through once, so they need not all be in memory.
            k1: how soon further occurrences of a token stop to count.
            b: how much a text's length counts.
        """
        vocabulary, numbered = _numbered(texts)
        if not vocabulary:
            return cls(
                (), np.zeros(0, np.float32), np.zeros(0, np.int32), np.zeros(1, np.int64), len(numbered)
            )
        import bm25s  # noqa: PLC0415 - brings scipy; only needed while building

        row = {token: i for i, token in enumerate(vocabulary)}
        engine = bm25s.BM25(method="lucene", k1=k1, b=b)
        engine.index(bm25s.tokenization.Tokenized(ids=numbered, vocab=row), show_progress=False)
        scores = engine.scores
        indptr = np.asarray(scores["indptr"], np.int64)[: len(vocabulary) + 1]
        length = int(indptr[-1])
        return cls(
            vocabulary,
            np.asarray(scores["data"], np.float32)[:length],
            np.asarray(scores["indices"], np.int32)[:length],
            indptr,
            len(numbered),
        )

    def scores(self, tokens: Iterable[str]) -> Scores:
        """BM25 of every text for the question's distinct tokens; float32, (n_texts,), 0 where none occurs."""
        total = np.zeros(self.n_texts, np.float32)
        for token in dict.fromkeys(tokens):
            row = self._row.get(token)
            if row is not None:
                begin, end = self.indptr[row], self.indptr[row + 1]
                total[self.indices[begin:end]] += self.data[begin:end]
        return total

    def document_frequency(self, token: str) -> int:
        """In how many texts a token occurs."""
        row = self._row.get(token)
        return 0 if row is None else int(self.indptr[row + 1] - self.indptr[row])

    def texts_with(self, token: str) -> npt.NDArray[np.int32]:
        """Which texts a token occurs in, in ascending order."""
        row = self._row.get(token)
        return self.indices[:0] if row is None else self.indices[self.indptr[row] : self.indptr[row + 1]]

    def any_with(self, token: str, texts: npt.NDArray[np.int32]) -> bool:
        """Whether a token occurs in any of some texts; does not walk through all that it occurs in."""
        found = self.texts_with(token)
        if not len(found):
            return False
        places = np.minimum(np.searchsorted(found, texts), len(found) - 1)
        return bool((found[places] == texts).any())

    def arrays(self, prefix: str) -> dict[str, npt.NDArray[np.generic]]:
        """What to save, as arrays that need no pickle."""
        words = "\n".join(self.vocabulary).encode("utf-8")
        return {
            f"{prefix}_vocabulary": np.frombuffer(words, np.uint8),
            f"{prefix}_data": self.data,
            f"{prefix}_indices": self.indices,
            f"{prefix}_indptr": self.indptr,
            f"{prefix}_count": np.asarray([self.n_texts], np.int64),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[np.generic]], prefix: str) -> "KeywordIndex":
        """The index that ``arrays`` came from.

        Raises:
            KeyError, ValueError: arrays are missing or do not belong together.
        """
        words = arrays[f"{prefix}_vocabulary"].tobytes().decode("utf-8")
        return cls(
            words.split("\n") if words else (),
            np.asarray(arrays[f"{prefix}_data"], np.float32),
            np.asarray(arrays[f"{prefix}_indices"], np.int32),
            np.asarray(arrays[f"{prefix}_indptr"], np.int64),
            int(arrays[f"{prefix}_count"][0]),
        )
