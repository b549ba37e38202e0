"""One version of the knowledge, searchable. Immutable: a question sees the same snapshot from start to end."""

import hashlib
from collections.abc import Mapping
from functools import cached_property

import numpy as np
import numpy.typing as npt

from bot.corpus.model import Document, Section, Shelf
from bot.domain.hardware import Catalogue
from bot.domain.model import LANGS, Frozen, Lang
from bot.retrieval.chunk import CHUNKER_VERSION, passages_of
from bot.retrieval.encoder import Encoder, Progress
from bot.retrieval.fold import Folder
from bot.retrieval.index import (
    INDEX_VERSION,
    Index,
    example_questions,
    passage_encoding,
    passage_words,
    question_words,
    text_key,
)
from bot.retrieval.model import Hit, Passage, Query, SearchResult
from bot.retrieval.ranking import UNCALIBRATED, Ranking
from bot.retrieval.search import Asked, Signals, ask, fuse, inverse_frequency, order, signals_of
from bot.retrieval.vector import VectorIndex

_QUESTION_BATCH = 16

_OTHER_SCRIPT: Mapping[Lang, tuple[Lang, ...]] = {
    "en": ("en",),
    "zh-Hant": ("zh-Hant", "zh-Hans", "en"),
    "zh-Hans": ("zh-Hans", "zh-Hant", "en"),
}


class Identity(Frozen):
    """Everything that must agree for a saved index to be usable: any difference means a rebuild."""

    model: str
    revision: str
    prefixes: tuple[str, str]
    chunker_version: int = CHUNKER_VERSION
    index_version: int = INDEX_VERSION
    corpus_hash: str

    @classmethod
    def of(cls, shelf: Shelf, encoder: Encoder) -> "Identity":
        """The identity of an index of this shelf with this encoder."""
        return cls(
            model=encoder.name,
            revision=encoder.revision,
            prefixes=encoder.prefixes,
            corpus_hash=shelf.content_hash,
        )

    def version(self) -> str:
        """Twelve hexadecimal digits."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:12]


class Snapshot:
    """Searches one shelf through one index.

    Args:
        shelf: the knowledge.
        encoder: the model the index was built with.
        index: passages, vectors, keywords.
        ranking: weights and calibrated floor.
    """

    def __init__(self, shelf: Shelf, encoder: Encoder, index: Index, ranking: Ranking = UNCALIBRATED) -> None:
        self.shelf = shelf
        self.encoder = encoder
        self.index = index
        self.ranking = ranking
        self.identity = Identity.of(shelf, encoder)
        self.fold = make_folder(shelf)
        self._version = self.identity.version()

    @property
    def version(self) -> str:
        """Id of the snapshot."""
        return self._version

    @property
    def catalogue(self) -> Catalogue:
        """Parts and prices of the same version of the folder."""
        return self.shelf.catalogue

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage, in reading order."""
        return self.index.passages

    def search(self, query: Query) -> SearchResult:
        """Rank sections for a question.

        Raises:
            EncoderError: the model cannot be loaded.
        """
        if not self.index.passages:
            return self._nothing()
        vector = self.encoder.encode_queries([query.text])[0]
        return self.search_encoded(query, ask(self.fold, query.text, vector))

    def search_encoded(self, query: Query, asked: Asked) -> SearchResult:
        """The same for a question that is already encoded."""
        signals = signals_of(self.index, asked)
        scores = fuse(signals, self.ranking.weight_vector())
        ranked = order(scores)
        dense_rank = _ranks(signals.values[:, 0])
        keyword_rank = _ranks(signals.values[:, 2])
        hits = tuple(
            Hit(
                passage=self._passage(int(group), query.lang, signals),
                score=round(float(scores[group]), 6),
                rank=rank,
                keyword_rank=int(keyword_rank[group]) if signals.values[group, 2] > 0 else 0,
                dense_rank=int(dense_rank[group]),
            )
            for rank, group in enumerate(ranked[: query.top_k].tolist(), start=1)
        )
        best = int(ranked[0])
        values = self.confidence_signals(asked, signals, best)
        confidence = self.ranking.confidence(values)
        return SearchResult(
            hits=hits,
            known=confidence >= self.ranking.floor,
            confidence=round(confidence, 6),
            on_topic=bool(values[5] > 0) or confidence >= self.ranking.topic_floor,
            floor=self.ranking.floor,
            version=self.version,
        )

    def confidence_signals(self, asked: Asked, signals: Signals, best: int) -> npt.NDArray[np.float64]:
        """The signals of ``ranking.CONFIDENCE_SIGNALS`` for the best group."""
        values = signals.values.astype(np.float64)
        tenth = np.sort(values[:, 0])[-min(10, len(values))]
        domain = [t for t in asked.tokens if self.fold.is_domain(t)]
        return np.asarray(
            [
                values[best, 0],
                values[best, 1],
                values[best, 0] - tenth,
                self._coverage(asked, best),
                values[best, 3],
                min(1.0, len(domain) / 2),
            ]
        )

    def _coverage(self, asked: Asked, best: int) -> float:
        """Share of the question's words, weighted by rarity, that the group's passages hold; 0 to 1."""
        words = self.index.passage_words
        members = np.asarray(self.index.members[best])
        total = covered = 0.0
        for token in asked.tokens:
            weight = inverse_frequency(words, token)
            total += weight
            if np.isin(members, words.texts_with(token)).any():
                covered += weight
        return covered / total if total else 0.0

    def _passage(self, group: int, lang: Lang, signals: Signals) -> Passage:
        """The group's best passage in the asker's language, else the nearest other."""
        members = self.index.members[group]
        for wanted in (*_OTHER_SCRIPT[lang], *LANGS):
            found = [i for i in members if self.index.passages[i].lang == wanted]
            if found:
                best = max(found, key=lambda i: (round(float(signals.passage_scores[i]), 6), -i))
                return self.index.passages[best]
        return self.index.passages[members[0]]

    def tokens(self, text: str) -> list[str]:
        """Folded search tokens of a text: how questions and sentences are compared."""
        return self.fold.tokens(text)

    def section(self, section_id: str, lang: Lang) -> tuple[Section, Passage] | None:
        """A section in the asker's language (else English, else any) with its first passage."""
        versions = self._sections.get(section_id)
        if not versions:
            return None
        for wanted in (*_OTHER_SCRIPT[lang], *LANGS):
            if wanted in versions:
                return versions[wanted]
        return next(iter(versions.values()))

    @cached_property
    def _sections(self) -> Mapping[str, Mapping[Lang, tuple[Section, Passage]]]:
        first: dict[tuple[str, Lang], Passage] = {}
        any_language: dict[str, Passage] = {}
        for passage in self.index.passages:
            first.setdefault((passage.section_id, passage.lang), passage)
            any_language.setdefault(passage.section_id, passage)
        found: dict[str, dict[Lang, tuple[Section, Passage]]] = {}
        for document in self.shelf.documents:
            for section in document.sections:
                key = section.section_id
                own = first.get((key, document.lang)) or any_language.get(key)
                if own:
                    found.setdefault(key, {}).setdefault(document.lang, (section, own))
        return found

    @cached_property
    def documents(self) -> Mapping[tuple[str, Lang], Document]:
        """Documents by id and language."""
        return {(d.doc_id, d.lang): d for d in self.shelf.documents}

    def _nothing(self) -> SearchResult:
        return SearchResult(
            hits=(),
            known=False,
            confidence=0.0,
            on_topic=False,
            floor=self.ranking.floor,
            version=self.version,
        )


def make_folder(shelf: Shelf) -> Folder:
    """The folder for a shelf's glossary and catalogue."""
    names = [n for gpu in shelf.catalogue.gpus for n in (gpu.name, *gpu.aliases)]
    names += [n for cpu in shelf.catalogue.cpus for n in (cpu.name, *cpu.aliases)]
    return Folder(shelf.glossary, names)


def _ranks(scores: npt.NDArray[np.float32]) -> npt.NDArray[np.int64]:
    """Rank of each group by one signal, from 1."""
    ranks = np.empty(len(scores), np.int64)
    ranks[order(scores.astype(np.float64))] = np.arange(1, len(scores) + 1)
    return ranks


KnownVectors = Mapping[bytes, npt.NDArray[np.float32]]
"""Vectors by ``index.text_key``."""


def build_snapshot(
    shelf: Shelf,
    encoder: Encoder,
    previous: Snapshot | None = None,
    progress: Progress | None = None,
    saved: KnownVectors | None = None,
) -> Snapshot:
    """Cut, encode and index a shelf.

    Args:
        shelf: the knowledge.
        encoder: the model.
        previous: a snapshot whose vectors are taken over where the text is unchanged and the model the same.
        progress: told (done, total) texts while encoding.
        saved: further vectors to take over, made by the same model.

    Raises:
        EncoderError: the model cannot be loaded or refuses a text.
    """
    fold = make_folder(shelf)
    passages = passages_of(shelf.documents, encoder.count_tokens, encoder.max_tokens)
    questions = example_questions(shelf, fold)
    known = {**(saved or {}), **_vectors_of(previous, encoder)}
    work = _Work(encoder, known, [passage_encoding(p) for p in passages], [q.text for q in questions])
    vectors, question_vectors = work.encode(progress)
    index = Index(
        passages=passages,
        vectors=VectorIndex(vectors),
        questions=questions,
        question_vectors=VectorIndex(question_vectors),
        passage_words=passage_words(passages, fold),
        question_words=question_words(questions, fold),
    )
    return Snapshot(shelf, encoder, index)


def _vectors_of(previous: Snapshot | None, encoder: Encoder) -> KnownVectors:
    """Vectors of an earlier snapshot, if the same model made them."""
    if previous is None:
        return {}
    old = previous.identity
    if (old.model, old.revision, old.prefixes) != (encoder.name, encoder.revision, encoder.prefixes):
        return {}
    index = previous.index
    vectors = np.concatenate([index.vectors.vectors, index.question_vectors.vectors])
    return dict(zip(index.keys, vectors, strict=True))


class _Work:
    """Texts to encode, each once, with what is known already left out."""

    def __init__(
        self, encoder: Encoder, known: KnownVectors, passages: list[str], questions: list[str]
    ) -> None:
        self.encoder = encoder
        self.known = dict(known)
        self.passages = {text_key("p", t): t for t in passages}
        self.questions = {text_key("q", t): t for t in questions}
        self.order = ([text_key("p", t) for t in passages], [text_key("q", t) for t in questions])

    def encode(self, progress: Progress | None) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Vectors of the passages and of the questions, in the order given."""
        passages = [key for key in self.passages if key not in self.known]
        questions = [key for key in self.questions if key not in self.known]
        total = len(passages) + len(questions)

        def report(done: int) -> None:
            if progress and total:
                progress(done, total)

        report(0)
        texts = [self.passages[k] for k in passages]
        self._learn(passages, self.encoder.encode_passages(texts, lambda done, _: report(done)))
        for start in range(0, len(questions), _QUESTION_BATCH):
            keys = questions[start : start + _QUESTION_BATCH]
            self._learn(keys, self.encoder.encode_queries([self.questions[k] for k in keys]))
            report(len(passages) + start + len(keys))
        return self._rows(self.order[0]), self._rows(self.order[1])

    def _learn(self, keys: list[bytes], vectors: npt.NDArray[np.float32]) -> None:
        self.known.update(zip(keys, vectors, strict=True))

    def _rows(self, keys: list[bytes]) -> npt.NDArray[np.float32]:
        if not keys:
            return np.zeros((0, self.encoder.dim), np.float32)
        return np.ascontiguousarray(np.stack([self.known[key] for key in keys]), np.float32)
