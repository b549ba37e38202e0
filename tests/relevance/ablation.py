"""The same engine with a piece taken away, to see what each piece earns. Nothing is encoded anew."""

import unicodedata
from dataclasses import fields, replace

import numpy as np

from bot.app.engine import Engine
from bot.corpus.model import Shelf
from bot.retrieval.adapter import Adapter
from bot.retrieval.calibrate import calibrated
from bot.retrieval.encoder import Encoder
from bot.retrieval.fold import Folder
from bot.retrieval.index import Index, passage_words, question_words
from bot.retrieval.ranking import Ranking
from bot.retrieval.search import SIGNALS
from bot.retrieval.snapshot import Snapshot
from tests.relevance.questions import Piece

_KEPT: dict[Piece, tuple[str, ...]] = {
    "keyword_only": ("keyword", "keyword_question"),
    "dense_only": ("dense", "dense_question"),
}


class BareFolder(Folder):
    """Tokens without folding: no script conversion, no glossary, no spelling of part names."""

    def fold(self, text: str) -> str:
        """Only what every search engine does: compatibility forms and lower case."""
        return unicodedata.normalize("NFKC", text).lower()


class BareSnapshot(Snapshot):
    """Takes questions as they are typed; passages keep their vectors, so nothing has to be encoded anew."""

    def __init__(self, shelf: Shelf, encoder: Encoder, index: Index, ranking: Ranking) -> None:
        super().__init__(shelf, encoder, index, ranking)
        self.fold = BareFolder()


class UntaughtIndex(Index):
    """Trains no adapter, so that the floor too is fitted without one."""

    def taught(self) -> Index:
        """The index as it is."""
        return self


def without(engine: Engine, piece: Piece) -> Engine:
    """An engine on the same shelf and vectors without a piece.

    Weights that stay keep their proportions; the floor is fitted anew, as it would be for an index made so.
    """
    old = engine.snapshot
    kind = BareSnapshot if piece == "no_folding" else Snapshot
    fitted = calibrated(kind(old.shelf, old.encoder, _index(old, piece), _ranking(old.ranking, piece)))
    snapshot = kind(old.shelf, old.encoder, fitted.index, fitted.ranking)
    return Engine(engine.shelf, snapshot, engine.encoder)


def _ranking(ranking: Ranking, piece: Piece) -> Ranking:
    if piece not in _KEPT:
        return ranking
    kept = [w if name in _KEPT[piece] else 0.0 for name, w in zip(SIGNALS, ranking.weights, strict=True)]
    return ranking.model_copy(update={"weights": tuple(kept)})


def _index(snapshot: Snapshot, piece: Piece) -> Index:
    index = snapshot.index
    if piece == "no_adapter":
        kept = {f.name: getattr(index, f.name) for f in fields(index)}
        return UntaughtIndex(**kept | {"adapter": Adapter.identity()})
    if piece == "no_questions":
        return index.keeping(np.zeros(0, np.int64), snapshot.fold).with_adapter(Adapter.identity())
    if piece == "no_folding":
        fold = BareFolder()
        words = passage_words(index.passages, fold)
        return replace(index, passage_words=words, question_words=question_words(index.questions, fold))
    return index
