"""From a question to ranked groups: four signals per group, fused with weights stored in the index."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bot.retrieval.fold import Folder
from bot.retrieval.index import NEAR, Index, Ints
from bot.retrieval.keyword import KeywordIndex
from bot.retrieval.vector import VectorIndex

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
    by_passage = _nearest(index.vectors, vector)
    by_question = index.moved_questions.similarities(vector)
    words_passage = _share(index.passage_words, asked.tokens)
    words_question = _share(index.question_words, asked.tokens)
    values = np.stack(
        [
            _best(by_passage, index.passage_group, n_groups),
            _best(by_question, index.question_group, n_groups),
            _best(words_passage, index.passage_group, n_groups),
            _best(words_question, index.question_group, n_groups),
        ],
        axis=1,
    )
    rows = index.uncovered
    uncovered = float(by_question[rows].max(initial=0.0)), float(words_question[rows].max(initial=0.0))
    nearest = index.questions[int(rows[by_question[rows].argmax()])].section_id if len(rows) else ""
    return Signals(values, by_passage, uncovered, nearest.startswith(NEAR))


def ask(folder: Folder, text: str, vector: Floats) -> Asked:
    """A question's tokens beside its vector."""
    return Asked(vector, tuple(dict.fromkeys(folder.tokens(text))))


def _nearest(vectors: VectorIndex, query: Floats) -> Floats:
    """Cosine of every row; rows beyond the nearest get the lowest similarity seen."""
    rows, scores = vectors.search(query, _NEAREST)
    out = np.full(len(vectors), scores.min(initial=1.0) if len(scores) else 0.0, np.float32)
    out[rows] = scores
    return out


def _share(words: KeywordIndex, tokens: tuple[str, ...]) -> Floats:
    """BM25 as a share of the sum of every token's inverse document frequency; unknown tokens count fully."""
    ceiling = sum(inverse_frequency(words, t) for t in tokens)
    return words.scores(tokens) / np.float32(ceiling) if ceiling > 0 else words.scores(())


def inverse_frequency(words: KeywordIndex, token: str) -> float:
    """Lucene's idf of a token; highest for one that occurs nowhere."""
    df = words.document_frequency(token)
    return math.log(1 + (words.n_texts - df + 0.5) / (df + 0.5))


def _best(scores: Floats, group: Ints, n_groups: int) -> Floats:
    """The best score of each group; groups without a row get the lowest score of all."""
    best = np.full(n_groups, scores.min(initial=1.0) if len(scores) else 0.0, np.float32)
    known = group >= 0
    np.maximum.at(best, group[known], scores[known])
    return best


def fuse(signals: Signals, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """One score per group: the weighted sum of its signals."""
    return signals.values.astype(np.float64) @ weights


def order(scores: npt.NDArray[np.float64]) -> Ints:
    """Group numbers best first. Scores that differ by less than 1e-6 are ties; those go by name, as groups do."""
    return np.argsort(-np.round(scores, 6), kind="stable").astype(np.int64)
