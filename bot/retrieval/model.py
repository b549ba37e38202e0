"""Passages, queries and hits."""

from typing import Protocol

from pydantic import Field

from bot.corpus.model import Section
from bot.domain.model import Frozen, Lang


class Passage(Frozen):
    """A stretch of one section that fits the encoder; most sections are one passage.

    ``passage_id`` is derived from the content, so it survives a reload. ``text`` is the original text,
    unfolded; ``heading_path`` the titles from document to section. Lines are 1-based, in ``path``.
    """

    passage_id: str
    section_id: str
    doc_id: str
    heading_path: tuple[str, ...]
    lang: Lang
    path: str
    text: str
    first_line: int
    last_line: int


class Query(Frozen):
    """A question to search for: its text as typed, the asker's language, how many sections to return."""

    text: str
    lang: Lang
    top_k: int = Field(default=5, ge=1, le=50)


class Hit(Frozen):
    """One section found: its best passage in the asker's language, fused score, rank from 1.

    ``keyword_rank`` and ``dense_rank`` say where each leg put the section (0 = not found by that leg).
    """

    passage: Passage
    score: float
    rank: int
    keyword_rank: int = 0
    dense_rank: int = 0


class SearchResult(Frozen):
    """Hits and what the calibrated floor says of them.

    Attributes:
        hits: at most ``top_k``, one per section, best first; ties broken by passage id.
        known: whether the best hit is good enough to answer from.
        confidence: the calibrated probability that the best section answers the question, 0 to 1.
        on_topic: whether the question is about this bot's field at all.
        floor: the confidence below which ``known`` is false, of this index.
        version: id of the snapshot that was searched.
    """

    hits: tuple[Hit, ...]
    known: bool
    confidence: float
    on_topic: bool
    floor: float
    version: str


class Searcher(Protocol):
    """What the ``answering`` room needs of a snapshot."""

    @property
    def version(self) -> str:
        """Id of the snapshot."""
        ...

    def search(self, query: Query) -> SearchResult:
        """Rank sections for a question."""
        ...

    def section(self, section_id: str, lang: Lang) -> tuple[Section, Passage] | None:
        """A section in the asker's language (else English, else any) with its first passage."""
        ...

    def tokens(self, text: str) -> list[str]:
        """Folded search tokens of a text: how questions and sentences are compared."""
        ...
