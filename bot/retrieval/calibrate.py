"""The floor of an index, fitted on the shelf itself when the index is built.

Questions to be answered are the shelf's example questions, asked of an index that has never seen them: they
are dealt into two halves, and each half is asked while only the other is indexed and taught to the adapter.
Questions to be refused are those of the topics not covered, in the same way. A logistic model over a handful
of signals separates them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bot.corpus.script import detect_lang
from bot.retrieval.index import UNCOVERED, ExampleQuestion, Index
from bot.retrieval.ranking import UNCALIBRATED, UNTAUGHT, Ranking
from bot.retrieval.search import Asked, ask, fuse, order, signals_of
from bot.retrieval.snapshot import Snapshot

MAX_EXAMPLES = 600
"""More example questions than this are thinned out evenly; the fit has only a few parameters."""
MIN_EXAMPLES = 20
FOLDS = 2
TOPIC_FOLDS = 4
_ALLOWED_REFUSED = 0.03
_ALLOWED_ACCEPTED = 0.05
_BLUR = 0.6
"""Width in log-odds, within which a question counts in part on either side of a floor. Counted sharply, the best floor
jumps by a tenth and more between builds whose vectors differ in the last digit."""

Matrix = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def calibrated(snapshot: Snapshot) -> Snapshot:
    """The snapshot with a confidence model and floors fitted to it.

    With fewer than ``MIN_EXAMPLES`` example questions there is nothing to fit on; then general weights are
    scaled to how this encoder and this shelf take the topics not covered.
    """
    if not snapshot.passages:
        return snapshot
    if int((snapshot.index.question_group >= 0).sum()) < MIN_EXAMPLES:
        return _without_examples(snapshot.with_ranking(UNTAUGHT))
    rows = _fitting(snapshot)
    return snapshot.with_ranking(_fitted(snapshot.ranking, rows))


class Fitting(NamedTuple):
    """Signals of questions to answer and to refuse, one row each; which of the latter are of another field."""

    answer: Matrix
    refuse: Matrix
    elsewhere: npt.NDArray[np.bool_]


def _fitted(ranking: Ranking, rows: Fitting) -> Ranking:
    answer, refuse = rows.answer, rows.refuse
    labels = np.repeat([1.0, 0.0], [len(answer), len(refuse)])
    intercept, coefficients = fit_logistic(np.concatenate([answer, refuse]), labels)
    fitted = ranking.model_copy(
        update={"intercept": intercept, "coefficients": tuple(float(c) for c in coefficients)}
    )
    yes, no = _confidences(fitted, answer), _confidences(fitted, refuse)
    floor = best_floor(yes, no)
    elsewhere = no[rows.elsewhere]
    return fitted.model_copy(
        update={
            "floor": floor,
            "topic_floor": min(floor, float(np.quantile(elsewhere, 0.95))) if len(elsewhere) else floor,
            "n_positive": len(yes),
            "n_negative": len(no),
            "rejected": round(float((no < floor).mean()), 4),
            "refused": round(float((yes < floor).mean()), 4),
        }
    )


def _without_examples(snapshot: Snapshot) -> Snapshot:
    """A shelf of plain texts: what is about other fields is refused; near misses can hardly be told apart."""
    numbers = snapshot.index.uncovered.tolist()
    refuse = _asked(snapshot, numbers)
    if not len(refuse):
        return snapshot
    spread = refuse.std(axis=0)
    slope = np.asarray(snapshot.ranking.coefficients) / np.where(spread < 1e-9, np.inf, spread)
    scaled = snapshot.ranking.model_copy(
        update={
            "intercept": -float(slope @ refuse.mean(axis=0)),
            "coefficients": tuple(float(c) for c in slope),
        }
    )
    no = _confidences(scaled, refuse)
    elsewhere = no[_is_elsewhere(snapshot, numbers)]
    floor = float(np.quantile(elsewhere if len(elsewhere) else no, 1 - _ALLOWED_ACCEPTED))
    return snapshot.with_ranking(
        scaled.model_copy(
            update={
                "floor": floor,
                "topic_floor": floor,
                "n_negative": len(no),
                "rejected": round(float((no < floor).mean()), 4),
            }
        )
    )


def _is_elsewhere(snapshot: Snapshot, numbers: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Which of some questions are about another field altogether."""
    names = (snapshot.index.questions[n].section_id for n in numbers)
    return np.asarray([name.startswith(f"{UNCOVERED}elsewhere") for name in names], bool)


def turns(snapshot: Snapshot) -> Ints:
    """The place of each example question among those of its section and language.

    Sections list the same wishes in the same order in each language, so what has the same turn is mostly the
    same question translated, and belongs to the same fold.
    """
    seen: Counter[tuple[str, str]] = Counter()
    places = []
    for question in snapshot.index.questions:
        key = (question.section_id, detect_lang(question.text, snapshot.shelf.glossary, ambiguous="zh-Hans"))
        places.append(seen[key])
        seen[key] += 1
    return np.asarray(places, np.int64)


def folds(snapshot: Snapshot, n: int) -> Iterator[tuple[Index, list[int]]]:
    """For each fold, an index that has not seen its questions, and the numbers of those questions."""
    fold_of = turns(snapshot) % n
    for fold in range(n):
        asked = np.flatnonzero(fold_of == fold)
        if len(asked):
            rest = np.flatnonzero(fold_of != fold).astype(np.int64)
            yield snapshot.index.keeping(rest, snapshot.fold).taught(), asked.tolist()


def _fitting(snapshot: Snapshot) -> Fitting:
    """Every question asked of an index that has not seen it.

    Those of topics not covered are asked twice: with half of their topic known, and with none of it, as what
    nobody thought of would be.
    """
    step = max(1, -(-len(snapshot.index.questions) // MAX_EXAMPLES))
    group, uncovered = snapshot.index.question_group, set(snapshot.index.uncovered.tolist())
    answer, refuse, refused = [], [], []
    for index, numbers in folds(snapshot, FOLDS):
        blind = snapshot.with_index(index)
        answer.append(_asked(blind, [n for n in numbers if group[n] >= 0][::step], snapshot))
        topics = [n for n in numbers if n in uncovered]
        refuse.append(_asked(blind, topics, snapshot))
        refused += topics
    for index, numbers in _without_topics(snapshot):
        refuse.append(_asked(snapshot.with_index(index), numbers, snapshot))
        refused += numbers
    elsewhere = _is_elsewhere(snapshot, refused)
    return Fitting(np.concatenate(answer), np.concatenate(refuse), elsewhere)


def _without_topics(snapshot: Snapshot) -> Iterator[tuple[Index, list[int]]]:
    """Indexes that lack every fourth topic that is not covered, with the numbers of its questions."""
    questions = snapshot.index.questions
    uncovered = snapshot.index.uncovered.tolist()
    topics = list(dict.fromkeys(questions[n].section_id for n in uncovered))
    for turn in range(TOPIC_FOLDS):
        left_out = set(topics[turn::TOPIC_FOLDS])
        hidden = [n for n in uncovered if questions[n].section_id in left_out]
        rest = np.setdiff1d(np.arange(len(questions)), hidden).astype(np.int64)
        yield snapshot.index.keeping(rest, snapshot.fold), hidden


def asked_again(snapshot: Snapshot, number: int) -> Asked:
    """An example question as if a person asked it."""
    question: ExampleQuestion = snapshot.index.questions[number]
    return ask(snapshot.fold, question.text, snapshot.index.question_vectors[number])


def _asked(blind: Snapshot, numbers: Sequence[int], whole: Snapshot | None = None) -> Matrix:
    """The signals of some questions of ``whole``, asked of ``blind``."""
    rows = [_signals(blind, asked_again(whole or blind, number)) for number in numbers]
    return np.stack(rows) if rows else np.zeros((0, len(UNCALIBRATED.coefficients)))


def _signals(snapshot: Snapshot, asked: Asked) -> Matrix:
    signals = signals_of(snapshot.index, asked)
    best = int(order(fuse(signals, snapshot.ranking.weight_vector()))[0])
    return snapshot.confidence_signals(asked, signals, best)


def _confidences(ranking: Ranking, rows: Matrix) -> Matrix:
    return np.asarray([ranking.confidence(row) for row in rows])


def fit_logistic(x: Matrix, y: Matrix, ridge: float = 1.0) -> tuple[float, Matrix]:
    """Intercept and coefficients of a logistic regression by Newton's method; both classes weigh the same.

    Args:
        x: float64, (n, m), any scale.
        y: 1 or 0, (n,).
        ridge: penalty on the standardised coefficients, in questions.
    """
    mean, scale = x.mean(axis=0), x.std(axis=0)
    scale[scale < 1e-9] = 1.0
    design = np.column_stack([np.ones(len(x)), (x - mean) / scale])
    share = y.mean()
    weight = np.where(y > 0, 0.5 / share, 0.5 / (1 - share))
    penalty = np.diag([1e-6, *([ridge] * x.shape[1])])
    beta = np.zeros(design.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(design @ beta, -30, 30)))
        gradient = design.T @ (weight * (p - y)) + penalty @ beta
        curvature = (design.T * (weight * p * (1 - p) + 1e-9)) @ design + penalty
        step = np.linalg.solve(curvature, gradient)
        beta -= step
        if np.abs(step).max() < 1e-8:
            break
    coefficients = beta[1:] / scale
    return float(beta[0] - coefficients @ mean), coefficients


def best_floor(yes: Matrix, no: Matrix) -> float:
    """The threshold with the least harm.

    Args:
        yes: confidences of questions to answer, 0 to 1, at least one.
        no: confidences of questions to refuse.
    """
    answered, refused = _log_odds(yes), _log_odds(no)
    odds = np.linspace(min(answered.min(), refused.min()), max(answered.max(), refused.max()), 1001)
    best = int(np.argmin([_harm(at, answered, refused) for at in odds]))
    return float(_share(odds)[best])


def harm(floor: float, yes: Matrix, no: Matrix) -> float:
    """Wrong acceptances and wrong refusals at a floor, each in units of what is allowed, blurred around it."""
    return _harm(float(_log_odds(np.asarray([floor]))[0]), _log_odds(yes), _log_odds(no))


def _harm(at: float, answered: Matrix, refused: Matrix) -> float:
    """The same in log-odds."""
    wrongly_accepted = float(_share((refused - at) / _BLUR).mean())
    wrongly_refused = float(_share((at - answered) / _BLUR).mean())
    return wrongly_accepted / _ALLOWED_ACCEPTED + wrongly_refused / _ALLOWED_REFUSED


def _log_odds(p: Matrix) -> Matrix:
    inside = np.clip(p, 1e-6, 1 - 1e-6)
    return np.asarray(np.log(inside / (1 - inside)), np.float64)


def _share(x: Matrix) -> Matrix:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -50, 50))), np.float64)
