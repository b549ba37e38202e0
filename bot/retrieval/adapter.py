"""A small linear map that moves questions towards the passages that answer them.

People's questions and the guide's sentences are worded differently, and the encoder has never seen this guide.
When an index is built, one matrix is trained on the shelf's example questions so that each comes nearest to a
passage of its own section; every question is then sent through it before the search. It is stored with the
index. Training is plain numpy with a fixed seed: the same shelf gives the same matrix.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from bot.retrieval.encoder import Vectors

MIN_QUESTIONS = 60
"""With fewer example questions there is too little to learn from, and the questions stay where they are."""

MAX_QUESTIONS = 10_000
MAX_PASSAGES = 10_000
"""Of a larger shelf this many are trained with, and always the passages that answer those questions."""

_STEPS = 100
_BATCH = 512
_RATE = 1e-3
_SHARPNESS = 30.0
_DECAY = 3e-3
_SEED = 20240229

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Adapter:
    """The map q → normalised(q + q·W).

    Attributes:
        matrix: W, float32, (dim, dim); (0, 0) for no change.
    """

    matrix: Vectors

    @classmethod
    def identity(cls) -> "Adapter":
        """The map that changes nothing."""
        return cls(np.zeros((0, 0), np.float32))

    def __call__(self, vectors: Vectors) -> Vectors:
        """Unit vectors, (n, dim) or (dim,), moved; float32, L2-normalised again."""
        if not self.matrix.size:
            return vectors
        moved = vectors + vectors @ self.matrix
        return np.asarray(moved / np.linalg.norm(moved, axis=-1, keepdims=True), np.float32)


@dataclass(frozen=True)
class Lesson:
    """What an adapter is trained on.

    Attributes:
        questions: float32, (n, dim), unit rows; answers: the group of each, (n,).
        passages: float32, (m, dim), unit rows, ordered by group; groups: the group of each, (m,), from 0 without gaps.
    """

    questions: Vectors
    answers: Ints
    passages: Vectors
    groups: Ints


def lesson(questions: Vectors, answers: Ints, passages: Vectors, groups: Ints) -> Lesson:
    """Questions that have a group, and passages in the order of their groups.

    Of a large shelf, an even selection: all passages at once against a batch of questions would take gigabytes.
    """
    asked = _thinned(np.flatnonzero(answers >= 0), MAX_QUESTIONS)
    rows = _learnt_from(answers[asked], groups)
    by_group = rows[np.argsort(groups[rows], kind="stable")]
    names, numbers = np.unique(groups[by_group], return_inverse=True)
    places = np.searchsorted(names, answers[asked])
    return Lesson(questions[asked], places.astype(np.int64), passages[by_group], numbers.astype(np.int64))


def _learnt_from(answers: Ints, groups: Ints) -> Ints:
    """Rows of the passages to train with: those of the answers, and others up to ``MAX_PASSAGES``."""
    if len(groups) <= MAX_PASSAGES:
        return np.arange(len(groups), dtype=np.int64)
    wanted = np.isin(groups, answers)
    others = _thinned(np.flatnonzero(~wanted), max(0, MAX_PASSAGES - int(wanted.sum())))
    return np.sort(np.concatenate([np.flatnonzero(wanted), others])).astype(np.int64)


def _thinned(rows: Ints, most: int) -> Ints:
    """At most so many of them, evenly."""
    if len(rows) <= most:
        return rows
    return rows[np.arange(most, dtype=np.int64) * len(rows) // max(1, most)]


def train(learn: Lesson) -> Adapter:
    """The adapter under which each question's nearest passage is most often one of its own group.

    Softmax cross-entropy over groups (each by its nearest passage), Adam in small batches, weight decay
    towards no change.
    """
    n = len(learn.questions)
    if n < MIN_QUESTIONS or len(learn.passages) < 2:
        return Adapter.identity()
    with threadpool_limits(1, "blas"):  # more threads add up in another order, and take twice as long
        return Adapter(np.ascontiguousarray(_descent(learn), np.float32))


def _descent(learn: Lesson) -> Vectors:
    """The matrix after all steps."""
    n, dim = learn.questions.shape
    order = np.random.default_rng(_SEED)
    matrix = np.zeros((dim, dim), np.float32)
    mean, spread = np.zeros_like(matrix), np.zeros_like(matrix)
    waiting: list[int] = []
    for step in range(1, _STEPS + 1):
        if len(waiting) < min(_BATCH, n):
            waiting = order.permutation(n).tolist()
        batch, waiting = np.asarray(waiting[:_BATCH]), waiting[_BATCH:]
        gradient = _gradient(matrix, learn, batch)
        mean = 0.9 * mean + 0.1 * gradient
        spread = 0.999 * spread + 0.001 * gradient * gradient
        matrix -= (_RATE * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-8)).astype(
            np.float32
        )
    return matrix


def _gradient(matrix: Vectors, learn: Lesson, batch: Ints) -> Vectors:
    """Gradient of the loss of one batch with respect to the matrix."""
    questions, answers = learn.questions[batch], learn.answers[batch]
    moved = questions + questions @ matrix
    length = np.linalg.norm(moved, axis=1, keepdims=True)
    unit = moved / length
    scores = unit @ learn.passages.T
    starts = np.flatnonzero(np.r_[True, learn.groups[1:] != learn.groups[:-1]])
    best = np.maximum.reduceat(scores, starts, axis=1)
    share = np.exp(_SHARPNESS * (best - best.max(axis=1, keepdims=True)))
    share /= share.sum(axis=1, keepdims=True)
    share[np.arange(len(batch)), answers] -= 1
    # np.take keeps rows together, which indexing with [:, groups] does not: a fifth of the time of all this.
    nearest = scores == np.take(best, learn.groups, axis=1)
    slope = np.take(share, learn.groups, axis=1) * nearest
    towards = (slope @ learn.passages) * (_SHARPNESS / len(batch))
    towards -= (towards * unit).sum(axis=1, keepdims=True) * unit
    return np.asarray(questions.T @ (towards / length) + 2 * _DECAY * matrix, np.float32)
