"""How well an index finds the section of each of its own example questions, that question left out."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from bot.corpus.script import detect_lang
from bot.domain.model import Frozen, Lang
from bot.retrieval.calibrate import hidden_questions
from bot.retrieval.search import ask, fuse, order, signals_of
from bot.retrieval.snapshot import Snapshot


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


def leave_one_out(
    snapshot: Snapshot,
    weights: Sequence[float] | None = None,
    *,
    whole_section: bool = False,
    step: int = 1,
) -> dict[Lang | str, Recall]:
    """Recall over the shelf's example questions, per language and for ``all``.

    Args:
        snapshot: what is searched.
        weights: fusion weights to try instead of the snapshot's own, in the order of ``search.SIGNALS``.
        whole_section: leave out every example question of the section instead of only the one asked.
        step: ask every ``step``-th question only.
    """
    ranks: dict[Lang | str, list[int]] = defaultdict(list)
    for _, lang, rank in question_ranks(snapshot, weights, whole_section=whole_section, step=step):
        ranks[lang].append(rank)
        ranks["all"].append(rank)
    return {lang: _recall(np.asarray(found)) for lang, found in ranks.items()}


def question_ranks(
    snapshot: Snapshot,
    weights: Sequence[float] | None = None,
    *,
    whole_section: bool = False,
    step: int = 1,
) -> Iterator[tuple[str, Lang, int]]:
    """Section id, language and rank of the own section for each example question, itself left out."""
    index = snapshot.index
    vector = np.asarray(weights, np.float64) if weights is not None else snapshot.ranking.weight_vector()
    for number in range(0, len(index.questions), step):
        question = index.questions[number]
        group = int(index.question_group[number])
        if group < 0:
            continue
        asked = ask(snapshot.fold, question.text, index.question_vectors.vectors[number])
        hidden = hidden_questions(index.questions, number, whole_section=whole_section)
        ranked = order(fuse(signals_of(index, asked, hidden), vector))
        rank = int(np.flatnonzero(ranked == group)[0]) + 1
        yield question.section_id, detect_lang(question.text, snapshot.shelf.glossary), rank


def worst_sections(snapshot: Snapshot, most: int) -> list[tuple[str, float]]:
    """The sections that the fewest of their own example questions find among the first three, with that share."""
    found: dict[str, list[bool]] = defaultdict(list)
    for section_id, _, rank in question_ranks(snapshot):
        found[section_id].append(rank <= 3)
    shares = [(section_id, sum(hits) / len(hits)) for section_id, hits in found.items()]
    return sorted(shares, key=lambda row: (row[1], row[0]))[:most]


def _recall(ranks: npt.NDArray[np.int64]) -> Recall:
    at_1, at_3, at_5 = (round(float((ranks <= k).mean()), 4) for k in (1, 3, 5))
    return Recall(n=len(ranks), at_1=at_1, at_3=at_3, at_5=at_5, mrr=round(float((1 / ranks).mean()), 4))
