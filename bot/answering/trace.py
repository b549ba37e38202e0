"""Why an answer came out as it did: ranks, floor and version, for the people who maintain the knowledge.

Only what is needed to search again is remembered, for the last few hundred answers and in memory alone. Searching is
deterministic, so the same question to the same version gives the ranks of that answer; to a later version it
gives what an edit has changed.
"""

import threading
from collections import OrderedDict
from typing import NamedTuple

from bot.answering.model import Answer, Kind
from bot.domain.model import Frozen, Lang
from bot.retrieval.model import Query, Searcher

SIZE = 512
"""Answers remembered; a cleaned question is 2,000 characters at most, so all of them take about a megabyte."""

TOP = 10


class TraceRow(Frozen):
    """One ranked section.

    Attributes:
        section_id: of the section.
        rank: of the fused score, from 1.
        keyword_rank: among all sections, by words alone; 0 where no word is shared.
        dense_rank: among all sections, by meaning alone.
        score: fused, the sum of weighted signals.
    """

    section_id: str
    rank: int
    keyword_rank: int
    dense_rank: int
    score: float


class Trace(Frozen):
    """How one question was treated.

    Attributes:
        answer_id: of the answer.
        kind: of the answer.
        calculators: that ran, most important first.
        asked_version: of the knowledge that answered.
        version: of the knowledge these ranks are from.
        rows: the best sections.
        confidence: 0 to 1, that the best section answers the question.
        floor: confidence below which a question counts as not covered.
        known: whether the floor was reached.
    """

    answer_id: str
    kind: Kind
    calculators: tuple[str, ...]
    asked_version: str
    version: str
    rows: tuple[TraceRow, ...]
    confidence: float
    floor: float
    known: bool


class _Kept(NamedTuple):
    question: str
    lang: Lang
    kind: Kind
    calculators: tuple[str, ...]
    version: str


class Traces:
    """Remembers the last answers by id; safe to share between threads.

    Args:
        size: answers remembered; of more, the oldest goes.
    """

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def note(self, answer: Answer) -> None:
        """Remember an answer."""
        with self._lock:
            self._kept[answer.answer_id] = _kept(answer)
            self._kept.move_to_end(answer.answer_id)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def of(self, answer_id: str, searcher: Searcher) -> Trace | None:
        """The trace of a remembered answer, ``None`` for any other.

        Args:
            answer_id: as ``Answer.answer_id``.
            searcher: the knowledge of the moment.

        Raises:
            EncoderError: the model cannot be loaded.
        """
        with self._lock:
            kept = self._kept.get(answer_id)
        return _trace(answer_id, kept, searcher) if kept else None


def trace_of(answer: Answer, searcher: Searcher) -> Trace:
    """The trace of an answer at hand.

    Raises:
        EncoderError: the model cannot be loaded.
    """
    return _trace(answer.answer_id, _kept(answer), searcher)


def _kept(answer: Answer) -> _Kept:
    names = tuple(calculation.name for calculation in answer.calculations)
    return _Kept(answer.question, answer.lang, answer.kind, names, answer.version)


def _trace(answer_id: str, kept: _Kept, searcher: Searcher) -> Trace:
    found = searcher.search(Query(text=kept.question, lang=kept.lang, top_k=TOP))
    rows = tuple(
        TraceRow(
            section_id=hit.passage.section_id,
            rank=hit.rank,
            keyword_rank=hit.keyword_rank,
            dense_rank=hit.dense_rank,
            score=hit.score,
        )
        for hit in found.hits
    )
    return Trace(
        answer_id=answer_id,
        kind=kept.kind,
        calculators=kept.calculators,
        asked_version=kept.version,
        version=found.version,
        rows=rows,
        confidence=found.confidence,
        floor=found.floor,
        known=found.known,
    )
