"""How well an index finds the sections of questions it has not seen."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from bot.corpus.script import detect_lang
from bot.domain.model import Frozen, Lang
from bot.retrieval.calibrate import asked_again, folds
from bot.retrieval.index import Index
from bot.retrieval.search import Asked, fuse, order, signals_of
from bot.retrieval.snapshot import Snapshot

Weights = Sequence[float]


class Recall(Frozen):
    """Shares of questions whose section came first, among the first three, among the first five; 0 to 1.

    Attributes:
        n: how many questions.
        mrr: mean reciprocal rank.
    """

    n: int
    at_1: float
    at_3: float
    at_5: float
    mrr: float

    @classmethod
    def of(cls, ranks: Iterable[int]) -> "Recall":
        """From the rank of the right section of each question, counted from 1."""
        found = np.asarray(list(ranks), np.int64)
        at_1, at_3, at_5 = (round(float((found <= k).mean()), 4) for k in (1, 3, 5))
        return cls(n=len(found), at_1=at_1, at_3=at_3, at_5=at_5, mrr=round(float((1 / found).mean()), 4))


def rank_of(index: Index, asked: Asked, weights: npt.NDArray[np.float64], sections: Sequence[str]) -> int:
    """The rank, from 1, of the best of some sections; one more than there are groups if none is there."""
    wanted = {i for i, name in enumerate(index.groups) if name in set(sections)}
    for rank, group in enumerate(order(fuse(signals_of(index, asked), weights)).tolist(), start=1):
        if group in wanted:
            return rank
    return len(index.groups) + 1


def cross_validated(
    snapshot: Snapshot, weights: Weights | None = None, *, n_folds: int = 5, step: int = 1
) -> dict[str, Recall]:
    """Recall over the shelf's own example questions, per language and for ``all``.

    Each fold's questions are neither in the index nor known to the adapter when they are asked.

    Args:
        snapshot: what is searched.
        weights: fusion weights to try instead of the snapshot's own, in the order of ``search.SIGNALS``.
        n_folds: how many folds.
        step: ask every ``step``-th question only.
    """
    vector = np.asarray(weights, np.float64) if weights is not None else snapshot.ranking.weight_vector()
    ranks: dict[str, list[int]] = defaultdict(list)
    for _, lang, rank in question_ranks(snapshot, vector, n_folds=n_folds, step=step):
        ranks[lang].append(rank)
        ranks["all"].append(rank)
    return {lang: Recall.of(found) for lang, found in ranks.items()}


def question_ranks(
    snapshot: Snapshot, weights: npt.NDArray[np.float64], *, n_folds: int = 5, step: int = 1
) -> Iterator[tuple[str, Lang, int]]:
    """Section id, language and rank of the own section of each example question, asked as of a stranger."""
    for index, numbers in folds(snapshot, n_folds):
        known = [n for n in numbers if snapshot.index.question_group[n] >= 0]
        for number in known[::step]:
            question = snapshot.index.questions[number]
            rank = rank_of(index, asked_again(snapshot, number), weights, [question.section_id])
            yield (
                question.section_id,
                detect_lang(question.text, snapshot.shelf.glossary, ambiguous="zh-Hans"),
                rank,
            )


def worst_sections(snapshot: Snapshot, most: int) -> list[tuple[str, float]]:
    """The sections that the fewest of their own example questions find among the first three, with that share."""
    found: dict[str, list[bool]] = defaultdict(list)
    for section_id, _, rank in question_ranks(snapshot, snapshot.ranking.weight_vector()):
        found[section_id].append(rank <= 3)
    shares = [(section_id, round(sum(hits) / len(hits), 4)) for section_id, hits in found.items()]
    return sorted(shares, key=lambda row: (row[1], row[0]))[:most]


def judged(
    snapshot: Snapshot, questions: Sequence[tuple[str, Sequence[str]]], weights: Weights | None = None
) -> Recall:
    """Recall over (question, sections that answer it) pairs."""
    vector = np.asarray(weights, np.float64) if weights is not None else snapshot.ranking.weight_vector()
    asked = snapshot.ask([text for text, _ in questions])
    return Recall.of(
        rank_of(snapshot.index, one, vector, sections)
        for one, (_, sections) in zip(asked, questions, strict=True)
    )
