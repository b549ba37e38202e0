"""Risk against coverage: how often an answer is wrong, depending on how unsure the bot may be and still answer.

A question is covered where the confidence of its best section reaches a threshold. It is answered wrongly where that
section is none of those wanted, which for a question out of scope is always so. The curve shows what another
threshold than the fitted one would cost or gain; only the fitted one is used.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.domain.model import Lang
from tests.relevance.questions import SCRIPTS, Split, golden, out_of_scope
from tests.relevance.table import aligned

COVERAGES = (0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1.0)
Confidence = Callable[[str, Lang], tuple[float, str]]
"""Of a question in a language: the confidence, 0 to 1, and the section it is about."""


class Point(NamedTuple):
    """One question as the search sees it.

    Attributes:
        confidence: 0 to 1.
        right: whether the best section is a wanted one.
    """

    confidence: float
    right: bool


def points(confidence: Confidence, split: Split, script: str) -> list[Point]:
    """The questions of a script, those out of scope too."""
    found = []
    for question in golden(split):
        if question.lang == script:
            value, section = confidence(question.text, question.lang)
            found.append(Point(value, section in question.sections))
    outside = (question for question in out_of_scope(split) if question.lang == script)
    return found + [Point(confidence(question.text, question.lang)[0], False) for question in outside]


def risk_at(asked: Sequence[Point], coverage: float) -> float:
    """Share of wrong answers where the surest ``coverage`` of the questions are answered, 0 to 1.

    Args:
        asked: at least one.
        coverage: 0 to 1, at least one question is answered.
    """
    ordered = sorted(
        asked, key=lambda point: (-point.confidence, point.right)
    )  # of equals, the wrong ones first
    answered = ordered[: max(1, round(coverage * len(ordered)))]
    return sum(not point.right for point in answered) / len(answered)


def at_floor(asked: Sequence[Point], floor: float) -> tuple[float, float]:
    """Coverage and risk where the floor stands; the risk is 0 where nothing is answered."""
    answered = [point for point in asked if point.confidence >= floor]
    wrong = sum(not point.right for point in answered)
    return len(answered) / len(asked), wrong / len(answered) if answered else 0.0


def area(asked: Sequence[Point]) -> float:
    """Mean risk over all coverages (AURC), 0 to 1; less is better."""
    return sum(risk_at(asked, n / len(asked)) for n in range(1, len(asked) + 1)) / len(asked)


def markdown(confidence: Confidence, split: Split, floor: float) -> str:
    """The curve of each script as a table."""
    head = [
        "risk, where the surest … are answered",
        *(f"{c:.0%}" for c in COVERAGES),
        "all mean",
        "at the floor",
    ]
    rows = [head]
    for script in SCRIPTS:
        asked = points(confidence, split, script)
        covered, risk = at_floor(asked, floor)
        row = [f"{script}: {len(asked)} questions, {sum(p.right for p in asked)} with a right section first"]
        row += [f"{risk_at(asked, coverage):.3f}" for coverage in COVERAGES]
        rows.append([*row, f"{area(asked):.3f}", f"{risk:.3f} at {covered:.0%}"])
    return aligned(rows)
