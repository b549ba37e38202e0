"""Questions without an answer, grouped: mostly the same words, or the same nearest sections in another script.

Pure and deterministic: the same rows give the same groups, whatever their order.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

SAME = 0.5
"""Jaccard similarity of two questions' words from which they count as one."""


_TRANSLATED = 2
"""So many nearest sections at least must be the same for two questions to be one in two scripts."""


class GapQuestion(NamedTuple):
    """One row: the text or ``None``, ids of the nearest sections, nearest first, and when, in seconds since 1970."""

    question: str | None
    nearest: tuple[str, ...]
    created_s: int

    @property
    def topic(self) -> str:
        """The nearest section, or ""."""
        return self.nearest[0] if self.nearest else ""


@dataclass(frozen=True)
class GapGroup:
    """Questions that belong together.

    Attributes:
        text: the most frequent of the questions, or the nearest section where no text was kept.
        topic: the section that is nearest to most of them, or "".
        count: how many questions.
        last_seen: ISO date (UTC) of the latest.
        kept: ``text`` is a question.
    """

    text: str
    topic: str
    count: int
    last_seen: str
    kept: bool


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


def _latin(found: frozenset[str]) -> frozenset[str]:
    """The words that both scripts share: part names, units, figures."""
    return frozenset(word for word in found if not _is_han(word[0]))


@dataclass
class _Cluster:
    """A group in the making; its first question's words stand for all, so that groups do not drift."""

    words: frozenset[str]
    sections: frozenset[str]
    texts: Counter[str] = field(default_factory=Counter)
    topics: Counter[str] = field(default_factory=Counter)
    last_s: int = 0

    def add(self, row: GapQuestion) -> None:
        self.texts[row.question or ""] += 1
        self.topics[row.topic] += 1
        self.last_s = max(self.last_s, row.created_s)

    def says_as(self, words: frozenset[str], sections: frozenset[str]) -> bool:
        """Whether a question in the other script says the same: same sections, no other part names and figures."""
        if len(sections) < _TRANSLATED or sections != self.sections:
            return False
        mine, theirs = _latin(self.words), _latin(words)
        if (mine == self.words) == (theirs == words):
            return False  # the same script: their words would tell
        return theirs <= mine if mine == self.words else mine <= theirs

    def group(self) -> GapGroup:
        text, topic = _most_frequent(self.texts), _most_frequent(self.topics)
        last = datetime.fromtimestamp(self.last_s, UTC).date().isoformat()
        return GapGroup(text or topic, topic, self.texts.total(), last, bool(text))


def _most_frequent(counted: Counter[str]) -> str:
    return min(counted, key=lambda text: (-counted[text], text))


class _Texts:
    """The clusters of questions whose text was kept."""

    def __init__(self) -> None:
        self.clusters: list[_Cluster] = []
        self._by_words: dict[frozenset[str], _Cluster] = {}
        self._by_sections: dict[frozenset[str], list[_Cluster]] = defaultdict(list)
        self._with_word: dict[str, list[tuple[int, _Cluster]]] = defaultdict(list)
        self._known: list[frozenset[str]] = []

    def add(self, row: GapQuestion) -> None:
        found, sections = words(row.question or ""), frozenset(row.nearest)
        cluster = self._by_words.get(found)
        if cluster is None:
            cluster = self._nearest(found)
            if cluster is None:
                cluster = self._translation(found, sections) or self._new(found, sections)
                self._learn(found, cluster)
            self._by_words[found] = cluster
        cluster.add(row)

    def _nearest(self, found: frozenset[str]) -> _Cluster | None:
        """The cluster with the most of the same words, the oldest of several."""
        shared: Counter[int] = Counter()
        owner: dict[int, _Cluster] = {}
        for word in found:
            for number, cluster in self._with_word.get(word, ()):
                shared[number] += 1
                owner[number] = cluster
        best, best_score = None, 0.0
        for number in sorted(shared):
            score = shared[number] / (len(found) + len(self._known[number]) - shared[number])
            if score >= SAME and score > best_score:
                best, best_score = owner[number], score
        return best

    def _translation(self, found: frozenset[str], sections: frozenset[str]) -> _Cluster | None:
        same = (cluster for cluster in self._by_sections[sections] if cluster.says_as(found, sections))
        return next(same, None)

    def _learn(self, found: frozenset[str], cluster: _Cluster) -> None:
        for word in found:
            self._with_word[word].append((len(self._known), cluster))
        self._known.append(found)

    def _new(self, found: frozenset[str], sections: frozenset[str]) -> _Cluster:
        self.clusters.append(_Cluster(found, sections))
        self._by_sections[sections].append(self.clusters[-1])
        return self.clusters[-1]


def grouped(rows: Iterable[GapQuestion]) -> list[GapGroup]:
    """Groups of questions, the most frequent first, then the latest, then by text.

    Where no text was kept, the nearest section alone makes a group.
    """
    texts, without = _Texts(), dict[str, _Cluster]()
    for row in sorted(rows, key=lambda row: (row.created_s, row.question or "", row.nearest)):
        if row.question:
            texts.add(row)
        else:
            without.setdefault(row.topic, _Cluster(frozenset(), frozenset())).add(row)
    groups = [cluster.group() for cluster in (*texts.clusters, *without.values())]
    return sorted(
        groups, key=lambda group: (-group.count, _negated(group.last_seen), group.text, group.topic)
    )


def _negated(date: str) -> int:
    return -int(date.replace("-", ""))
