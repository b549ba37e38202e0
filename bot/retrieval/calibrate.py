"""The floor of an index, fitted on the shelf itself when the index is built.

Questions to be answered are the shelf's example questions, each asked twice: once with only itself left out of
the index, once with every example question of its section left out, as a wording nobody thought of would be.
Questions to be refused are the shipped negatives. A logistic model over a handful of signals separates them.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from bot.retrieval.index import ExampleQuestion
from bot.retrieval.negatives import Negative, shipped_negatives
from bot.retrieval.ranking import UNCALIBRATED, Ranking
from bot.retrieval.search import Asked, ask, fuse, order, signals_of
from bot.retrieval.snapshot import Snapshot

MAX_EXAMPLES = 600
"""More example questions than this are thinned out evenly; the fit has only a few parameters."""
MIN_EXAMPLES = 20
_ALREADY_COVERED = 0.96
_ALLOWED_REFUSED = 0.03
_ALLOWED_ACCEPTED = 0.05

Matrix = npt.NDArray[np.float64]


def calibrate(snapshot: Snapshot) -> Ranking:
    """The ranking numbers for a snapshot: its fusion weights, with a confidence model and floors fitted to it.

    With fewer than ``MIN_EXAMPLES`` example questions there is nothing to fit on; then the default model stands
    and only the floor is moved, to where it refuses the negatives.
    """
    negatives, refuse = _negative_signals(snapshot)
    questions = _thinned(snapshot.index.questions)
    if len(questions) < MIN_EXAMPLES:
        return _floor_only(snapshot, negatives, refuse)
    answer = np.concatenate(
        [_example_signals(snapshot, questions, whole_section=whole) for whole in (False, True)]
    )
    intercept, coefficients = fit_logistic(
        np.concatenate([answer, refuse]), np.repeat([1.0, 0.0], [len(answer), len(refuse)])
    )
    fitted = snapshot.ranking.model_copy(
        update={"intercept": intercept, "coefficients": tuple(float(c) for c in coefficients)}
    )
    yes, no = _confidences(fitted, answer), _confidences(fitted, refuse)
    floor = best_floor(yes, no)
    elsewhere = no[[n.kind == "elsewhere" for n in negatives]]
    return fitted.model_copy(
        update={
            "floor": floor,
            "topic_floor": min(floor, float(np.quantile(elsewhere, 0.95)) if len(elsewhere) else floor),
            "n_positive": len(yes),
            "n_negative": len(no),
            "rejected": round(float((no < floor).mean()), 4),
            "refused": round(float((yes < floor).mean()), 4),
        }
    )


def _floor_only(snapshot: Snapshot, negatives: Sequence[Negative], refuse: Matrix) -> Ranking:
    no = _confidences(UNCALIBRATED, refuse)
    floor = float(np.quantile(no, 1 - _ALLOWED_ACCEPTED)) if len(no) else UNCALIBRATED.floor
    return snapshot.ranking.model_copy(
        update={
            "floor": floor,
            "topic_floor": min(floor, UNCALIBRATED.topic_floor),
            "n_negative": len(negatives),
            "rejected": round(float((no < floor).mean()), 4) if len(no) else 0.0,
        }
    )


def _thinned(questions: Sequence[ExampleQuestion]) -> list[int]:
    step = max(1, -(-len(questions) // MAX_EXAMPLES))
    return list(range(0, len(questions), step))


def _example_signals(snapshot: Snapshot, questions: Sequence[int], *, whole_section: bool) -> Matrix:
    index = snapshot.index
    rows = []
    for number in questions:
        question = index.questions[number]
        asked = ask(snapshot.fold, question.text, index.question_vectors.vectors[number])
        hidden = hidden_questions(index.questions, number, whole_section=whole_section)
        rows.append(_signals(snapshot, asked, hidden))
    return np.stack(rows)


def hidden_questions(
    questions: Sequence[ExampleQuestion], number: int, *, whole_section: bool
) -> npt.NDArray[np.int64]:
    """The example questions to leave out when one is asked: its wording wherever it stands, or all its section."""
    own = questions[number]
    return np.asarray(
        [
            i
            for i, q in enumerate(questions)
            if q.folded == own.folded or (whole_section and q.section_id == own.section_id)
        ],
        np.int64,
    )


def _negative_signals(snapshot: Snapshot) -> tuple[list[Negative], Matrix]:
    """The negatives that the shelf has no example question for, and their signals."""
    shipped = shipped_negatives()
    kept, rows = [], []
    for negative, vector in zip(shipped, _encoded(snapshot, [n.text for n in shipped]), strict=True):
        asked = ask(snapshot.fold, negative.text, vector)
        nearest = snapshot.index.question_vectors.search(vector, 1)[1]
        if len(nearest) and nearest[0] > _ALREADY_COVERED:
            continue
        kept.append(negative)
        rows.append(_signals(snapshot, asked, None))
    width = len(snapshot.ranking.coefficients)
    return kept, np.stack(rows) if rows else np.zeros((0, width))


def _encoded(snapshot: Snapshot, texts: Sequence[str]) -> npt.NDArray[np.float32]:
    return np.concatenate(
        [snapshot.encoder.encode_queries(texts[i : i + 16]) for i in range(0, len(texts), 16)]
    )


def _signals(snapshot: Snapshot, asked: Asked, hidden: npt.NDArray[np.int64] | None) -> Matrix:
    signals = signals_of(snapshot.index, asked, hidden)
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
    """The threshold with the least harm: wrong acceptances and wrong refusals, each in units of what is allowed."""
    points = np.unique(np.concatenate([yes, no]))
    edges = np.concatenate([points[:1] / 2, (points[1:] + points[:-1]) / 2])
    accepted = np.asarray([(no >= edge).mean() for edge in edges])
    refused = np.asarray([(yes < edge).mean() for edge in edges])
    return float(edges[int(np.argmin(accepted / _ALLOWED_ACCEPTED + refused / _ALLOWED_REFUSED))])
