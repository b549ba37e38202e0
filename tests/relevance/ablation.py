"""The same engine with a piece taken away, to see what each piece earns. Nothing is encoded anew."""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from bot.app.engine import Engine
from bot.retrieval.calibrate import calibrate
from bot.retrieval.fold import Folder
from bot.retrieval.index import Index, passage_words, question_words
from bot.retrieval.ranking import Ranking
from bot.retrieval.search import SIGNALS
from bot.retrieval.snapshot import Snapshot
from bot.retrieval.vector import VectorIndex

Piece = Literal["keyword_only", "dense_only", "no_folding", "no_questions"]
PIECES: tuple[Piece, ...] = ("keyword_only", "dense_only", "no_folding", "no_questions")

_KEPT: dict[Piece, tuple[str, ...]] = {
    "keyword_only": ("keyword", "keyword_question"),
    "dense_only": ("dense", "dense_question"),
}


class BareFolder(Folder):
    """Tokens without folding: no script conversion, no glossary, no spelling of part names."""

    def fold(self, text: str) -> str:
        """Only what every search engine does: compatibility forms and lower case."""
        return unicodedata.normalize("NFKC", text).lower()


class RememberingEncoder:
    """Encodes each question once, however many variants are asked it."""

    def __init__(self, encoder: Any) -> None:
        self._encoder = encoder
        self._known: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._encoder, name)

    def encode_queries(self, texts: Sequence[str]) -> Any:
        """Unit rows, one per text."""
        new = [t for t in dict.fromkeys(texts) if t not in self._known]
        if new:
            self._known.update(zip(new, self._encoder.encode_queries(new), strict=True))
        return np.stack([self._known[t] for t in texts])


def without(engine: Engine, piece: Piece) -> Engine:
    """An engine on the same shelf and vectors without a piece.

    Weights that stay keep their proportions; the floor is fitted anew, as it would be for an index made so.
    """
    old = engine.snapshot
    snapshot = Snapshot(old.shelf, old.encoder, _index(old, piece), _ranking(old.ranking, piece))
    if piece == "no_folding":
        snapshot.fold = BareFolder()
    snapshot.ranking = calibrate(snapshot)
    return Engine(engine.shelf, snapshot, engine.encoder)


def remembering(engine: Engine) -> Engine:
    """The same engine, with an encoder that remembers its questions."""
    old = engine.snapshot
    encoder = RememberingEncoder(old.encoder)
    return Engine(engine.shelf, Snapshot(old.shelf, encoder, old.index, old.ranking), encoder)


def _ranking(ranking: Ranking, piece: Piece) -> Ranking:
    if piece not in _KEPT:
        return ranking
    kept = [w if name in _KEPT[piece] else 0.0 for name, w in zip(SIGNALS, ranking.weights, strict=True)]
    return ranking.model_copy(update={"weights": tuple(kept)})


def _index(snapshot: Snapshot, piece: Piece) -> Index:
    index, fold = snapshot.index, snapshot.fold
    if piece == "no_questions":
        none = VectorIndex(np.zeros((0, snapshot.encoder.dim), np.float32))
        return replace(index, questions=(), question_vectors=none, question_words=question_words((), fold))
    if piece == "no_folding":
        words = passage_words(index.passages, BareFolder())
        return replace(
            index, passage_words=words, question_words=question_words(index.questions, BareFolder())
        )
    return index
