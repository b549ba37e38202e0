"""Building a snapshot: cut, encode what is new, index; then teach the adapter and fit the floor.

The first half is a matter of a second where most texts are known, the second one of twenty. So an edit can be
searched at once through ``provisional_snapshot``, and ``settled`` follows when there is time.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from bot.corpus.model import Shelf
from bot.retrieval.adapter import Adapter
from bot.retrieval.calibrate import calibrated
from bot.retrieval.chunk import passages_of
from bot.retrieval.encoder import Encoder, Progress
from bot.retrieval.index import (
    Index,
    all_questions,
    folded,
    passage_encoding,
    passage_words,
    question_words,
    text_key,
)
from bot.retrieval.snapshot import Snapshot, make_folder
from bot.retrieval.vector import VectorIndex

KnownVectors = Mapping[bytes, npt.NDArray[np.float32]]
"""Vectors by ``index.text_key``."""


def build_snapshot(
    shelf: Shelf,
    encoder: Encoder,
    previous: Snapshot | None = None,
    progress: Progress | None = None,
    saved: KnownVectors | None = None,
) -> Snapshot:
    """Cut, encode, index and calibrate a shelf.

    Args:
        shelf: the knowledge.
        encoder: the model.
        previous: a snapshot whose vectors are taken over where the text is unchanged and the model the same.
        progress: told (done, total) texts while encoding.
        saved: further vectors to take over, made by the same model.

    Raises:
        EncoderError: the model cannot be loaded or refuses a text.
    """
    known = {**(saved or {}), **_vectors_of(previous, encoder)}
    work, index = _indexed(shelf, encoder, known, progress)
    snapshot = settled(Snapshot(shelf, encoder, index))
    work.finish(progress)
    return snapshot


def provisional_snapshot(shelf: Shelf, encoder: Encoder, previous: Snapshot) -> Snapshot:
    """A shelf behind the adapter and the floors of the snapshot before, to be settled afterwards.

    Args:
        shelf: the knowledge as it is now.
        encoder: the model that ``previous`` was built with.
        previous: of nearly the same shelf.

    Raises:
        EncoderError: the model cannot be loaded or refuses a text.
    """
    _, index = _indexed(shelf, encoder, _vectors_of(previous, encoder), None)
    adapted = index.with_adapter(previous.index.adapter)
    return Snapshot(shelf, encoder, adapted, previous.ranking, provisional=True)


def settled(snapshot: Snapshot) -> Snapshot:
    """The same shelf with an adapter taught and floors fitted on it: the same as if it was built so at once."""
    return calibrated(Snapshot(snapshot.shelf, snapshot.encoder, snapshot.index.taught()))


def _indexed(
    shelf: Shelf, encoder: Encoder, known: KnownVectors, progress: Progress | None
) -> tuple["_Work", Index]:
    """Everything that is searched, behind an adapter that changes nothing."""
    fold = make_folder(shelf)
    passages = passages_of(
        shelf.documents, lambda text: _length(encoder.count_tokens, folded(fold, text)), encoder.max_tokens
    )
    questions = all_questions(shelf, fold)
    work = _Work(
        encoder,
        known,
        [passage_encoding(p, fold) for p in passages],
        [q.folded for q in questions],
    )
    vectors, question_vectors = work.encode(progress)
    index = Index(
        passages=passages,
        vectors=VectorIndex(vectors),
        questions=questions,
        question_vectors=question_vectors,
        passage_words=passage_words(passages, fold),
        question_words=question_words(questions, fold),
        adapter=Adapter.identity(),
        passage_keys=work.order[0],
        question_keys=work.order[1],
    )
    return work, index


@lru_cache(maxsize=8192)
def _length(count_tokens: Callable[[str], int], text: str) -> int:
    """Tokens of a text; remembered, because a reload cuts mostly unchanged sections."""
    return count_tokens(text)


def _vectors_of(previous: Snapshot | None, encoder: Encoder) -> KnownVectors:
    """Vectors of an earlier snapshot, if the same model made them."""
    if previous is None:
        return {}
    old = previous.identity
    if (old.model, old.revision, old.prefixes) != (encoder.name, encoder.revision, encoder.prefixes):
        return {}
    index = previous.index
    keys = (*index.passage_keys, *index.question_keys)
    return dict(zip(keys, np.concatenate([index.vectors.vectors, index.question_vectors]), strict=True))


class _Work:
    """Texts to encode, each once, with what is known already left out."""

    def __init__(
        self, encoder: Encoder, known: KnownVectors, passages: list[str], questions: list[str]
    ) -> None:
        self.encoder = encoder
        self.known = dict(known)
        self.total = 0
        self.passages = {text_key("p", t): t for t in passages}
        self.questions = {text_key("q", t): t for t in questions}
        self.order = (
            tuple(text_key("p", t) for t in passages),
            tuple(text_key("q", t) for t in questions),
        )

    def encode(self, progress: Progress | None) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Vectors of the passages and of the questions, in the order given."""
        passages = [key for key in self.passages if key not in self.known]
        questions = [key for key in self.questions if key not in self.known]
        total = self.total = len(passages) + len(questions)

        def report(done: int) -> None:
            if progress and done < total:  # the last step is reported when the index is fitted, too
                progress(done, total)

        texts = [self.passages[k] for k in passages]
        self._learn(passages, self.encoder.encode_passages(texts, lambda done, _: report(done)))
        texts = [self.questions[k] for k in questions]
        done_before = len(passages)
        self._learn(questions, self.encoder.encode_queries(texts, lambda done, _: report(done_before + done)))
        return self._rows(self.order[0]), self._rows(self.order[1])

    def finish(self, progress: Progress | None) -> None:
        """Report the last step."""
        if progress and self.total:
            progress(self.total, self.total)

    def _learn(self, keys: list[bytes], vectors: npt.NDArray[np.float32]) -> None:
        self.known.update(zip(keys, vectors, strict=True))

    def _rows(self, keys: Sequence[bytes]) -> npt.NDArray[np.float32]:
        if not keys:
            return np.zeros((0, self.encoder.dim), np.float32)
        return np.ascontiguousarray(np.stack([self.known[key] for key in keys]), np.float32)
