"""How well an index finds the section of each of its own example questions, that question left out."""

from collections import defaultdict
from collections.abc import Sequence

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
    index = snapshot.index
    vector = np.asarray(weights, np.float64) if weights is not None else snapshot.ranking.weight_vector()
    ranks: dict[Lang | str, list[int]] = defaultdict(list)
    for number in range(0, len(index.questions), step):
        question = index.questions[number]
        group = int(index.question_group[number])
        if group < 0:
            continue
        asked = ask(snapshot.fold, question.text, index.question_vectors.vectors[number])
        hidden = hidden_questions(index.questions, number, whole_section=whole_section)
        ranked = order(fuse(signals_of(index, asked, hidden), vector))
        rank = int(np.flatnonzero(ranked == group)[0]) + 1
        ranks[detect_lang(question.text, snapshot.shelf.glossary)].append(rank)
        ranks["all"].append(rank)
    return {lang: _recall(np.asarray(found)) for lang, found in ranks.items()}


def _recall(ranks: npt.NDArray[np.int64]) -> Recall:
    at_1, at_3, at_5 = (round(float((ranks <= k).mean()), 4) for k in (1, 3, 5))
    return Recall(n=len(ranks), at_1=at_1, at_3=at_3, at_5=at_5, mrr=round(float((1 / ranks).mean()), 4))
