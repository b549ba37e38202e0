"""Questions without an answer, grouped: same nearest section, and mostly the same words.

Pure and deterministic: the same rows give the same groups, whatever their order.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

SAME = 0.5
"""Jaccard similarity of two questions' words from which they count as one."""


class GapQuestion(NamedTuple):
    """One row: the text or ``None``, the nearest section or "", and when, in seconds since 1970."""

    question: str | None
    topic: str
    created_s: int


@dataclass(frozen=True)
class GapGroup:
    """Questions that belong together.

    Attributes:
        text: the most frequent of the questions, or the nearest section where no text was kept.
        topic: the nearest section, or "".
        count: how many questions.
        last_seen: ISO date (UTC) of the latest.
    """

    text: str
    topic: str
    count: int
    last_seen: str


def words(text: str) -> frozenset[str]:
    """The words that are compared: letters and digits, case and width folded; Han text as pairs of characters."""
    found: set[str] = set()
    run = ""
    for char in unicodedata.normalize("NFKC", text).casefold() + " ":
        han = "\u3400" <= char <= "\u9fff"
        if run and (not char.isalnum() or han != _is_han(run[-1])):
            found.update(_pieces(run))
            run = ""
        if char.isalnum():
            run += char
    return frozenset(found)


def _is_han(char: str) -> bool:
    return "\u3400" <= char <= "\u9fff"


def _pieces(run: str) -> Iterable[str]:
    if len(run) > 1 and _is_han(run[0]):
        return (run[at : at + 2] for at in range(len(run) - 1))
    return (run,)


@dataclass
class _Cluster:
    """A group in the making; its first question's words stand for all, so that groups do not drift."""

    words: frozenset[str]
    texts: Counter[str] = field(default_factory=Counter)
    last_s: int = 0

    def add(self, row: GapQuestion) -> None:
        self.texts[row.question or ""] += 1
        self.last_s = max(self.last_s, row.created_s)

    def group(self, topic: str) -> GapGroup:
        text = min(self.texts, key=lambda text: (-self.texts[text], text))
        last = datetime.fromtimestamp(self.last_s, UTC).date().isoformat()
        return GapGroup(text or topic, topic, self.texts.total(), last)


class _Topic:
    """The clusters of one nearest section."""

    def __init__(self) -> None:
        self.clusters: list[_Cluster] = []
        self._by_words: dict[frozenset[str], _Cluster] = {}

    def add(self, row: GapQuestion) -> None:
        found = words(row.question or "")
        cluster = self._by_words.get(found)
        if cluster is None:
            cluster = self._by_words[found] = self._nearest(found) or self._new(found)
        cluster.add(row)

    def _nearest(self, found: frozenset[str]) -> _Cluster | None:
        best, best_score = None, 0.0
        for cluster in self.clusters:
            shared = len(found & cluster.words)
            score = shared / ((len(found) + len(cluster.words) - shared) or 1)
            if score >= SAME and score > best_score:
                best, best_score = cluster, score
        return best

    def _new(self, found: frozenset[str]) -> _Cluster:
        self.clusters.append(_Cluster(found))
        return self.clusters[-1]


def grouped(rows: Iterable[GapQuestion]) -> list[GapGroup]:
    """Groups of questions, the most frequent first, then the latest, then by text."""
    topics: dict[str, _Topic] = {}
    for row in sorted(rows, key=lambda row: (row.created_s, row.question or "", row.topic)):
        topics.setdefault(row.topic, _Topic()).add(row)
    groups = [cluster.group(name) for name, topic in topics.items() for cluster in topic.clusters]
    return sorted(
        groups, key=lambda group: (-group.count, _negated(group.last_seen), group.text, group.topic)
    )


def _negated(date: str) -> int:
    return -int(date.replace("-", ""))
