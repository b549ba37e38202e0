"""One version of the knowledge, searchable. Immutable: a question sees the same snapshot from start to end."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from bot.corpus.model import Document, Section, Shelf, Term
from bot.domain.hardware import Catalogue
from bot.domain.model import LANGS, Frozen, Lang
from bot.retrieval.chunk import CHUNKER_VERSION
from bot.retrieval.encoder import Encoder, Progress
from bot.retrieval.fold import Folder
from bot.retrieval.index import INDEX_VERSION, Index
from bot.retrieval.model import Hit, Passage, Query, SearchResult
from bot.retrieval.negatives import negatives_hash
from bot.retrieval.ranking import UNCALIBRATED, Ranking
from bot.retrieval.search import Asked, Signals, first, fuse, inverse_frequency, rank, rounded, signals_of
from bot.retrieval.stages import stage

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
    topics_hash: str

    @classmethod
    def of(cls, shelf: Shelf, encoder: Encoder) -> "Identity":
        """The identity of an index of this shelf with this encoder."""
        return cls(
            model=encoder.name,
            revision=encoder.revision,
            prefixes=encoder.prefixes,
            corpus_hash=shelf.content_hash,
            topics_hash=negatives_hash(),
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
        provisional: adapter and ranking were made for the shelf before; its answers may differ from those of the
            settled snapshot, so it is a version of its own, and it is never saved.
    """

    def __init__(
        self,
        shelf: Shelf,
        encoder: Encoder,
        index: Index,
        ranking: Ranking = UNCALIBRATED,
        *,
        provisional: bool = False,
    ) -> None:
        self.shelf = shelf
        self.encoder = encoder
        self.index = index
        self.ranking = ranking
        self.identity = Identity.of(shelf, encoder)
        self.fold = make_folder(shelf)
        self.provisional = provisional
        self._version = self.identity.version() + ("+" if provisional else "")

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

    def with_ranking(self, ranking: Ranking) -> "Snapshot":
        """The same snapshot with other weights and floors."""
        return Snapshot(self.shelf, self.encoder, self.index, ranking)

    def with_index(self, index: Index) -> "Snapshot":
        """The same shelf searched through another index."""
        return Snapshot(self.shelf, self.encoder, index, self.ranking)

    def search(self, query: Query) -> SearchResult:
        """Rank sections for a question.

        Raises:
            EncoderError: the model cannot be loaded.
        """
        if not self.index.passages:
            return self._nothing()
        return self.search_encoded(query, self.ask([query.text])[0])

    def ask(self, texts: Sequence[str], progress: Progress | None = None) -> list[Asked]:
        """Questions made ready to be searched for, in one go.

        Raises:
            EncoderError: the model cannot be loaded.
        """
        folded = [self.fold.fold(text) for text in texts]
        with stage("encode"):
            vectors = self.encoder.encode_queries(folded, progress)
        tokens = (tuple(dict.fromkeys(self.fold.tokens_of(text))) for text in folded)
        return [Asked(vector, words) for vector, words in zip(vectors, tokens, strict=True)]

    def search_encoded(self, query: Query, asked: Asked) -> SearchResult:
        """The same for a question that is already encoded."""
        signals = signals_of(self.index, asked)
        scores = fuse(signals, self.ranking.weight_vector())
        ranked = first(scores, query.top_k)
        dense, keyword = rounded(signals.values[:, 0]), rounded(signals.values[:, 2])
        hits = tuple(
            Hit(
                passage=self._passage(int(group), query.lang, signals),
                score=round(float(scores[group]), 6),
                rank=place,
                keyword_rank=rank(keyword, group) if signals.values[group, 2] > 0 else 0,
                dense_rank=rank(dense, group),
            )
            for place, group in enumerate(ranked.tolist(), start=1)
        )
        best = int(ranked[0])
        values = self.confidence_signals(asked, signals, best)
        confidence = self.ranking.confidence(values)
        return SearchResult(
            hits=hits,
            known=confidence >= self.ranking.floor or self._is_example(query.text, best),
            confidence=round(confidence, 6),
            on_topic=signals.near_field or bool(values[5] > 0) or confidence >= self.ranking.topic_floor,
            floor=self.ranking.floor,
            version=self.version,
        )

    def _is_example(self, text: str, group: int) -> bool:
        """Whether the question stands as it is among the example questions of the group."""
        passage = self.index.passages[self.index.members[group][0]]
        return self._examples.get(_bare(self.fold.fold(text))) == passage.section_id

    @cached_property
    def _examples(self) -> Mapping[str, str]:
        """Folded example question, without the mark at its end, to its section."""
        return {_bare(question.folded): question.section_id for question in self.index.questions}

    def confidence_signals(self, asked: Asked, signals: Signals, best: int) -> npt.NDArray[np.float64]:
        """The signals of ``ranking.CONFIDENCE_SIGNALS`` for the best group."""
        values = signals.values[best].astype(np.float64)
        last = len(signals.values) - min(10, len(signals.values))
        tenth = float(np.partition(signals.values[:, 0], last)[last])
        domain = [t for t in asked.tokens if self.fold.is_domain(t)]
        return np.asarray(
            [
                values[0],
                values[1],
                values[0] - tenth,
                self._coverage(asked, best),
                values[3],
                min(1.0, len(domain) / 2),
                values[1] - signals.uncovered[0],
                values[3] - signals.uncovered[1],
            ]
        )

    def _coverage(self, asked: Asked, best: int) -> float:
        """Share of the question's words, weighted by rarity, that the group's passages hold; 0 to 1.

        Words of a language the shelf has no text in do not count.
        """
        words = self.index.passage_words
        members = np.asarray(self.index.members[best], np.int32)
        total = covered = 0.0
        for token in asked.tokens:
            if self._of_a_missing_language(token):
                continue
            weight = inverse_frequency(words, token)
            total += weight
            if words.any_with(token, members):
                covered += weight
        return covered / total if total else 0.0

    def _of_a_missing_language(self, token: str) -> bool:
        """Whether a word cannot be covered because the shelf has no text in its language.

        Names and terms that stand in the text all the same (GPU, 4.0) are not of a missing language.
        """
        if self.index.passage_words.document_frequency(token):
            return False
        english = token.isascii() and token.isalpha()
        return (english and not self.index.has_english) or (
            not token.isascii() and not self.index.has_chinese
        )

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


def _bare(folded: str) -> str:
    return folded.rstrip("?!.。？！ ")


def make_folder(shelf: Shelf) -> Folder:
    """The folder for a shelf's glossary and catalogue."""
    names = [n for gpu in shelf.catalogue.gpus for n in (gpu.name, *gpu.aliases)]
    names += [n for cpu in shelf.catalogue.cpus for n in (cpu.name, *cpu.aliases)]
    return _folder(shelf.glossary, tuple(names))


@lru_cache(maxsize=2)
def _folder(glossary: tuple[Term, ...], part_names: tuple[str, ...]) -> Folder:
    """One folder for all snapshots with the same words, so that what it folded for one serves the next."""
    return Folder(glossary, part_names)
