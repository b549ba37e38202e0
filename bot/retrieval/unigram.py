"""The bundled model's tokenizer, small enough to stay in memory: SentencePiece's unigram segmentation.

The tokenizers library keeps its pieces in a tree that takes 105 MB and a quarter of a second to build; a dictionary of
the same pieces takes 20 MB. Text is normalised by that library and segmented here, and tests hold that the tokens are
the same.
"""

import re
from array import array
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

PIECES_FILE = "pieces.txt"
"""One piece a line, in the order of their ids."""
SCORES_FILE = "pieces.f64"
"""Their log probabilities: as many little-endian float64."""

BEGIN, PAD, END, UNKNOWN = 0, 1, 2, 3
"""Ids of ``<s>``, ``<pad>``, ``</s>`` and ``<unk>``."""

_SPECIAL = re.compile(r"(</?s>|<pad>|<unk>|<mask>)")
_UNKNOWN_PENALTY = 10.0
"""A character without a piece is this much less likely than the least likely piece: SentencePiece's constant."""
_REMEMBERED = 16_384
"""Words; a passage is counted when it is cut and again when it is encoded."""


def write_pieces(folder: Path, pieces: Iterable[tuple[str, float]]) -> None:
    """Save a vocabulary.

    Args:
        folder: gets ``PIECES_FILE`` and ``SCORES_FILE``.
        pieces: text and log probability, in id order; the special ones first, ``<mask>`` last.
    """
    texts, scores = zip(*pieces, strict=True)
    (folder / PIECES_FILE).write_text("\n".join(texts), encoding="utf-8", newline="\n")
    (folder / SCORES_FILE).write_bytes(_little_endian(array("d", scores)).tobytes())


def _little_endian(values: "array[float]") -> "array[float]":
    if array("H", [1]).tobytes()[0] == 0:
        values.byteswap()
    return values


class UnigramTokenizer:
    """Splits text into the pieces of the vocabulary whose probabilities have the greatest product.

    Args:
        folder: what ``write_pieces`` wrote.

    Raises:
        OSError, ValueError: the files are absent, damaged or do not belong together.
    """

    def __init__(self, folder: Path) -> None:
        from tokenizers import normalizers  # noqa: PLC0415 - importing this room must stay light

        texts = (folder / PIECES_FILE).read_bytes().decode("utf-8").split("\n")
        scores = array("d", (folder / SCORES_FILE).read_bytes())
        if len(scores) != len(texts):
            raise ValueError(f"{len(texts)} pieces, {len(scores)} scores")
        self._scores = _little_endian(scores)
        self._ids = {text: number for number, text in enumerate(texts)}
        self._longest = max(map(len, texts))
        self._unknown = min(scores) - _UNKNOWN_PENALTY
        self._normalizer: Any = normalizers.Sequence([normalizers.Nmt(), normalizers.NFKC()])
        self.word_ids = lru_cache(maxsize=_REMEMBERED)(self._word_ids)

    def ids(self, text: str) -> list[int]:
        """Ids of a text's tokens between those of ``<s>`` and ``</s>``."""
        found = [BEGIN]
        for place, part in enumerate(_SPECIAL.split(text)):
            if place % 2:
                found.append(self._ids[part])
            elif part:
                for word in self._normalizer.normalize_str(part).split():
                    found += self.word_ids("▁" + word)
        return [*found, END]

    def pieces(self, text: str) -> list[str]:
        """The same as texts, for people and tests."""
        texts = list(self._ids)
        return [texts[number] for number in self.ids(text)]

    def _word_ids(self, word: str) -> tuple[int, ...]:
        """The likeliest segmentation of one word, by dynamic programming over its positions.

        At equal probability the one whose last piece begins first stays, as in the library.
        """
        ids, scores, size = self._ids, self._scores, len(word)
        best: list[float | None] = [0.0, *[None] * size]
        came = [(0, UNKNOWN)] * (size + 1)
        for start in range(size):
            here = best[start]
            assert here is not None  # every position is reached, by an unknown character if by nothing else
            single = False
            for end in range(start + 1, min(size, start + self._longest) + 1):
                number = ids.get(word[start:end])
                if number is not None:
                    single = single or end == start + 1
                    score, before = here + scores[number], best[end]
                    if before is None or score > before:
                        best[end], came[end] = score, (start, number)
            if not single:
                score, before = here + self._unknown, best[start + 1]
                if before is None or score > before:
                    best[start + 1], came[start + 1] = score, (start, UNKNOWN)
        return self._walked_back(came)

    @staticmethod
    def _walked_back(came: list[tuple[int, int]]) -> tuple[int, ...]:
        """The ids along the best way; neighbouring unknown characters are one token."""
        found: list[int] = []
        at = len(came) - 1
        while at:
            at, number = came[at]
            if number != UNKNOWN or not found or found[-1] != UNKNOWN:
                found.append(number)
        return tuple(reversed(found))
