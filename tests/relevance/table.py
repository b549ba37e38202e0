"""The table of measures: what its rows mean, its cells, its floors, and how it is printed."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tests.relevance.questions import SCRIPTS, Split

COLUMNS = (*SCRIPTS, "all")

Floors = Mapping[str, Mapping[str, float]]
"""Measure, then column, then the floor; a ceiling where less is better."""


@dataclass(frozen=True)
class Measure:
    """A row of the table; ``low`` means that less is better, so its floor is a ceiling."""

    key: str
    label: str
    better: Literal["high", "low"] = "high"
    unit: Literal["share", "characters"] = "share"

    def shown(self, value: float | None) -> str:
        """A value as text."""
        if value is None:
            return ""
        return f"{value:.0f}" if self.unit == "characters" else f"{value:.3f}"


MEASURES = (
    Measure("hit@1", "right section first"),
    Measure("hit@3", "right section among the first 3"),
    Measure("hit@5", "right section among the first 5"),
    Measure("mrr", "mean reciprocal rank"),
    Measure("fact_in_reply", "reply says what was asked"),
    Measure("wrongly_refused", "in scope, yet refused", "low"),
    Measure("asked_back", "in scope, yet asked back", "low"),
    Measure("reply_script", "reply in the question's script"),
    Measure("converted_agreement", "Traditional question put into Simplified: same first section"),
    Measure("twin_agreement", "asked in Taiwan's and in mainland words: same first section"),
    Measure("triplet_agreement", "asked in all three languages: same first section"),
    Measure("out_of_scope_refused", "out of scope, refused"),
    Measure("right_refusal", "out of scope, refused with the right words"),
    Measure("quotes_exact", "quotes word for word from their section"),
    Measure("hostile_passed", "hostile questions passed"),
    Measure("longest_reply", "longest reply", "low", "characters"),
    Measure("median_reply", "median reply", "low", "characters"),
)
BY_KEY: Mapping[str, Measure] = {m.key: m for m in MEASURES}


@dataclass(frozen=True)
class Failure:
    """A question that went wrong, for reading."""

    id: str
    text: str
    why: str

    def __str__(self) -> str:
        return f"{self.id} | {self.text[:70]} | {self.why}"


class Ask(NamedTuple):
    """One kind of ask: how many questions, share with the right section first, share of replies that say it."""

    questions: int
    first: float
    said: float


@dataclass(frozen=True)
class Table:
    """Values by measure and column (a script, or ``all``); a cell nothing was asked for is missing.

    Attributes:
        split: which half was asked.
        values: share or characters, by measure and column.
        asked: how many questions of each file.
        asks: the same by kind of ask.
        failures: every question that went wrong.
    """

    split: Split
    values: Mapping[str, Mapping[str, float]]
    asked: Mapping[str, int]
    asks: Mapping[str, Ask]
    failures: tuple[Failure, ...] = ()

    def value(self, measure: str, column: str = "all") -> float | None:
        """One cell."""
        return self.values.get(measure, {}).get(column)

    def markdown(self) -> str:
        """The table in Markdown, padded so that it reads well as plain text too."""
        rows = [[m.label, *(m.shown(self.value(m.key, c)) for c in COLUMNS)] for m in MEASURES]
        return aligned([["measure", *COLUMNS], *rows])

    def asks_markdown(self) -> str:
        """How each kind of ask fares, as a table."""
        head = ["ask", "questions", "right section first", "says what was asked"]
        rows = [[ask, str(a.questions), f"{a.first:.3f}", f"{a.said:.3f}"] for ask, a in self.asks.items()]
        return aligned([head, *rows])

    def missed(self, floors: Floors) -> list[str]:
        """The floors that are not reached, one line each; a floor whose cell is empty is missed too."""
        found = []
        for key, columns in floors.items():
            low = BY_KEY[key].better == "low"
            for column, floor in columns.items():
                got = self.value(key, column)
                if got is None or (got > floor + 1e-9 if low else got < floor - 1e-9):
                    shown = BY_KEY[key].shown(got) or "nothing measured"
                    found.append(f"{key} {column}: {shown}, {'at most' if low else 'at least'} {floor}")
        return found


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """A padded Markdown table: the first row is its head, the first column stands left, the others right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("| " + " | ".join(cells) + " |")
    rule = (
        "|" + "|".join("-" * (w + 2) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(widths)) + "|"
    )
    return "\n".join([lines[0], rule, *lines[1:]])


def raised(floors: Floors, table: Table) -> dict[str, dict[str, float]]:
    """Floors moved up to what was measured; none is ever moved the other way."""
    found: dict[str, dict[str, float]] = {}
    for measure in MEASURES:
        for column, value in table.values.get(measure.key, {}).items():
            if measure.better == "high":
                new = max(floors.get(measure.key, {}).get(column, 0.0), math.floor(value * 1000) / 1000)
            else:
                old = floors.get(measure.key, {}).get(column, math.inf)
                new = min(old, math.ceil(value * 1000 - 1e-9) / 1000)
            found.setdefault(measure.key, {})[column] = new
    return found
