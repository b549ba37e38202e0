"""Building a snapshot: cut, encode what is new, index; then teach the adapter and fit the floor.

The first half is a matter of a second where most texts are known, the second one of twenty. So an edit can be
searched at once through ``provisional_snapshot``, and ``settled`` follows when there is time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

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
from bot.retrieval.ingest import KnownVectors, Rows, Texts, Work, Workbench
from bot.retrieval.snapshot import Identity, Snapshot, make_folder
from bot.retrieval.spread import Encoding
from bot.retrieval.stores import FLAT, Stores
from bot.retrieval.vector_store import Vectors, VectorStore


def build_snapshot(  # noqa: PLR0913, PLR0917 - where vectors come from, who makes them, where they go
    shelf: Shelf,
    encoder: Encoder,
    previous: Snapshot | None = None,
    progress: Progress | None = None,
    saved: KnownVectors | None = None,
    encoding: Encoding | None = None,
    bench: Workbench | None = None,
    stores: Stores | None = None,
) -> Snapshot:
    """Cut, encode, index and calibrate a shelf.

    Args:
        shelf: the knowledge.
        encoder: the model.
        previous: a snapshot whose vectors are taken over where the text is unchanged and the model the same.
        progress: told (done, total) texts while encoding.
        saved: further vectors to take over, made by the same model.
        encoding: who encodes, if not ``encoder`` in this process.
        bench: where finished vectors are kept in case the build is interrupted; in memory if absent.
        stores: makes the store of vectors; as in ``previous`` if absent, or exact.

    Raises:
        VectorsUnavailable: the store of vectors does not answer as it should.
        EncoderError: the model cannot be loaded or refuses a text.
    """
    taken = (_vectors_of(previous, encoder), saved or {})

    def plan(texts: Sequence[Texts]) -> Work:
        return Work(texts, taken, encoder, encoding, bench)

    work, index = _indexed(shelf, encoder, plan, progress, _opening(shelf, encoder, previous, stores))
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
        VectorsUnavailable: the store of vectors does not answer as it should.
    """
    taken, opening = _vectors_of(previous, encoder), _opening(shelf, encoder, previous, None)
    _, index = _indexed(shelf, encoder, lambda texts: Work(texts, (taken,), encoder), None, opening)
    adapted = index.with_adapter(previous.index.adapter)
    return Snapshot(shelf, encoder, adapted, previous.ranking, provisional=True)


def settled(snapshot: Snapshot) -> Snapshot:
    """The same shelf with an adapter taught and floors fitted on it: the same as if it was built so at once."""
    return calibrated(Snapshot(snapshot.shelf, snapshot.encoder, snapshot.index.taught()))


@dataclass(frozen=True)
class _Opening:
    """How the store of vectors comes about: that of ``same`` where the texts are the same, else a new one."""

    stores: Stores
    version: str
    same: VectorStore | None

    def __call__(self, vectors: Vectors, questions: Vectors) -> VectorStore:
        return self.same or self.stores.open(vectors, questions, self.version)


def _opening(shelf: Shelf, encoder: Encoder, previous: Snapshot | None, stores: Stores | None) -> _Opening:
    identity = Identity.of(shelf, encoder)
    if previous is None:
        return _Opening(stores or FLAT, identity.version(), None)
    kept = stores is None or stores == previous.index.stores
    same = previous.index.vectors if kept and previous.identity == identity else None
    return _Opening(stores or previous.index.stores, identity.version(), same)


def _indexed(
    shelf: Shelf,
    encoder: Encoder,
    plan: Callable[[Sequence[Texts]], Work],
    progress: Progress | None,
    opening: _Opening,
) -> tuple[Work, Index]:
    """Everything that is searched, behind an adapter that changes nothing."""
    fold = make_folder(shelf)
    passages = passages_of(
        shelf.documents, lambda text: _length(encoder.count_tokens, folded(fold, text)), encoder.max_tokens
    )
    questions = all_questions(shelf, fold)
    passage_keys = tuple(text_key("p", passage_encoding(p, fold)) for p in passages)
    question_keys = tuple(text_key("q", q.folded) for q in questions)
    work = plan(
        [
            Texts("p", passage_keys, lambda i: passage_encoding(passages[i], fold)),
            Texts("q", question_keys, lambda i: questions[i].folded),
        ]
    )
    vectors, question_vectors = work.vectors(progress)
    index = Index(
        passages=passages,
        vectors=opening(vectors, question_vectors),
        questions=questions,
        question_vectors=question_vectors,
        passage_words=passage_words(passages, fold),
        question_words=question_words(questions, fold),
        adapter=Adapter.identity(),
        passage_keys=passage_keys,
        question_keys=question_keys,
        stores=opening.stores,
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
    rows = Rows(previous.index.passage_keys, previous.index.vectors.vectors)
    rows.add(previous.index.question_keys, previous.index.question_vectors)
    return rows
