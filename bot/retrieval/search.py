"""From a question to ranked groups: four signals per group, fused with weights stored in the index.

Only rows that a leg has found are looked at one by one. What is as long as the shelf (zeroing, one sum, one partial
sort) takes some milliseconds for a million passages.
"""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bot.retrieval.fold import Folder
from bot.retrieval.index import NEAR, Index, Ints
from bot.retrieval.keyword import KeywordIndex
from bot.retrieval.vector_store import VectorStore

Floats = npt.NDArray[np.float32]
SIGNALS = ("dense", "dense_question", "keyword", "keyword_question")
_NEAREST = 256
"""Passages looked at; a section none of whose passages is among them counts as far as the last of them."""


@dataclass(frozen=True)
class Asked:
    """A question ready to be searched for: its vector as the encoder gave it, and its distinct tokens."""

    vector: Floats
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class Signals:
    """What each leg says of each group.

    Attributes:
        values: float32, (n_groups, 4), columns as in ``SIGNALS``: cosine to the nearest passage and to the
            nearest example question, BM25 of the best passage and of the best example question as a share of
            what a text holding every word of the question could reach.
        passage_scores: cosine of each passage, for choosing one within a group; float32, (n_passages,).
        uncovered: cosine to the nearest question of a topic that is not covered, and the best keyword share.
        near_field: whether that nearest topic is computing or hardware, rather than another field altogether.
    """

    values: Floats
    passage_scores: Floats
    uncovered: tuple[float, float]
    near_field: bool


def signals_of(index: Index, asked: Asked) -> Signals:
    """The four signals of every group."""
    n_groups = len(index.groups)
    vector = index.adapter(asked.vector)
    near = _nearest(index.vectors, vector)
    by_question = index.moved_questions.similarities(vector)
    words_question = _share(index.question_words, asked.tokens)
    values = np.stack(
        [
            _best(near, index.passage_group, n_groups),
            _best(_sparse(by_question), index.question_group, n_groups),
            _best(_sparse(_share(index.passage_words, asked.tokens)), index.passage_group, n_groups),
            _best(_sparse(words_question), index.question_group, n_groups),
        ],
        axis=1,
    )
    rows = index.uncovered
    uncovered = float(by_question[rows].max(initial=0.0)), float(words_question[rows].max(initial=0.0))
    nearest = index.questions[int(rows[by_question[rows].argmax()])].section_id if len(rows) else ""
    return Signals(values, _whole(near, len(index.vectors)), uncovered, nearest.startswith(NEAR))


def ask(folder: Folder, text: str, vector: Floats) -> Asked:
    """A question's tokens beside its vector."""
    return Asked(vector, tuple(dict.fromkeys(folder.tokens(text))))


class _Found(NamedTuple):
    """Scores of some rows, int64 and float32, (m,); all others have ``rest``, the lowest."""

    rows: Ints
    scores: Floats
    rest: float


def _nearest(vectors: VectorStore, query: Floats) -> _Found:
    """Cosine of the nearest rows; rows beyond them get the lowest similarity seen."""
    rows, scores = vectors.search(query, _NEAREST)
    return _Found(rows, scores, float(scores.min(initial=1.0)) if len(scores) else 0.0)


def _sparse(scores: Floats) -> _Found:
    """The same of a score for every row."""
    rest = float(scores.min(initial=1.0)) if len(scores) else 0.0
    rows = np.flatnonzero(scores != np.float32(rest)).astype(np.int64)
    return _Found(rows, scores[rows], rest)


def _whole(found: _Found, n: int) -> Floats:
    """A score for every row."""
    out = np.full(n, found.rest, np.float32)
    out[found.rows] = found.scores
    return out


def _share(words: KeywordIndex, tokens: tuple[str, ...]) -> Floats:
    """BM25 as a share of the sum of every token's inverse document frequency; unknown tokens count fully."""
    ceiling = sum(inverse_frequency(words, t) for t in tokens)
    return words.scores(tokens) / np.float32(ceiling) if ceiling > 0 else words.scores(())


def inverse_frequency(words: KeywordIndex, token: str) -> float:
    """Lucene's idf of a token; highest for one that occurs nowhere."""
    df = words.document_frequency(token)
    return math.log(1 + (words.n_texts - df + 0.5) / (df + 0.5))


def _best(found: _Found, group: Ints, n_groups: int) -> Floats:
    """The best score of each group; groups without a row get the lowest score of all."""
    best = np.full(n_groups, found.rest, np.float32)
    groups = group[found.rows]
    known = groups >= 0
    np.maximum.at(best, groups[known], found.scores[known])
    return best


def fuse(signals: Signals, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """One score per group: the weighted sum of its signals."""
    return signals.values.astype(np.float64) @ weights


def rounded(scores: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Scores as they are compared: what differs by less than 1e-6 is a tie."""
    return np.asarray(np.round(scores.astype(np.float64), 6), np.float64)


def order(scores: npt.NDArray[np.float64]) -> Ints:
    """Group numbers best first. Ties (``rounded``) go by name, as groups do."""
    return np.argsort(-rounded(scores), kind="stable").astype(np.int64)


def first(scores: npt.NDArray[np.float64], k: int) -> Ints:
    """The first ``k`` of ``order``, without ordering the others."""
    if k >= len(scores):
        return order(scores)
    compared = rounded(scores)
    edge = np.partition(compared, len(compared) - k)[len(compared) - k]
    above = np.flatnonzero(compared > edge)
    level = np.flatnonzero(compared == edge)[: k - len(above)]
    picked = np.concatenate([above, level])
    return picked[np.argsort(-compared[picked], kind="stable")].astype(np.int64)


def rank(compared: npt.NDArray[np.float64], number: int) -> int:
    """The place of one group in ``order``, from 1, by scores that are ``rounded`` already."""
    mine = compared[number]
    return 1 + int(np.count_nonzero(compared > mine)) + int(np.count_nonzero(compared[:number] == mine))
