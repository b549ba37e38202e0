"""No regular expression of the program takes more than linear time, whatever it is fed."""

import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.answering.options import MAX_OPTION_CHARS
from tests.hostile.budget import LONG
from tests.hostile.regexes import Expression, expressions

LONG_TEXT = 100_000
SCOUT_TEXT = 1_500
MOST_CPU_S = 10.0
"""For 100 kB. The slowest linear one takes 2 s, most a hundredth; one that is quadratic takes a minute."""

UNITS = (
    " ", "\n", "\t", "\u3000", "a", "1", "中", "三", "十", "-", "|", "#", "\\", "[", "(", "<", "{#", "`", "~~~\n", "- ",
    "1 ", "1,", "1.", "1.1", "a.", "a b ", "a, ", "a\n", " \n", "- - ", "1 - ", "||", "|-", "| a ", "![a](", "<!--",
    "<a ", "https://a", "a@", '"a', "x:", "2x", "$1", "1w ", "kwh ", "9 9 ", "@everyone", "\u200b", "e\u0301", "ignore all ",
)  # fmt: skip

SHORT = {"bot.answering.options._WATTS": MAX_OPTION_CHARS}
"""Patterns that never see more than so many characters."""


class TooSlow(Exception):
    """A pattern has used up its time."""


@contextmanager
def at_most(cpu_s: float) -> Iterator[None]:
    """Ends what runs inside after so many seconds of this process's own time; both engines listen to signals."""

    def give_up(number: int, frame: Any) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, cpu_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def units_of(pattern: str) -> set[str]:
    """What this pattern itself looks for: its literal words, bare and with the space that may stand between them."""
    words = set(re.findall(r"(?<!\\)[A-Za-z0-9@<{\u3400-\u9fff]{2,12}", pattern))
    chosen = sorted(words, key=lambda word: (-len(word), word))[:4]
    return {*chosen, *(f"{word} " for word in chosen)}


def fed(unit: str, size: int) -> Iterator[str]:
    """Repeated, with an end that spoils a match."""
    body = (unit * (size // len(unit) + 1))[: size - 2]
    yield body + "\x00!"


def run(one: Expression, text: str) -> float:
    """Seconds of process time that every use of a pattern takes on a text."""
    begun = time.process_time()
    for method in one.methods:
        if method == "finditer":
            for _ in one.pattern.finditer(text):
                pass
        else:
            getattr(one.pattern, method)(text)
    return time.process_time() - begun


def slowest_units(one: Expression) -> list[str]:
    """The units that cost most per character: a short text shows already what a long one would."""
    source = one.pattern.pattern
    units = {*UNITS, *units_of(source)}
    size = SHORT.get(one.place, SCOUT_TEXT)
    taken = {unit: sum(run(one, text) for text in fed(unit, size)) for unit in units}
    ordered = sorted(taken, key=lambda unit: (-taken[unit], unit))
    return ordered if LONG else ordered[:2]


def test_every_expression_is_found() -> None:
    found = expressions()
    places = {one.place for one in found}
    assert len(found) > 150
    assert {
        "bot.answering.clean._SPACE",
        "bot.discord_ui.limits._ATOM",
        "bot.corpus.check_safety._INSTRUCTION",
    } <= places
    assert any(":" in place for place in places), "patterns inside of functions"


@pytest.mark.timeout(3600 if LONG else 180)
@pytest.mark.req("R101")
def test_no_expression_is_slow_on_a_hundred_kilobytes() -> None:
    slow = []
    for one in expressions():
        unit = ""
        try:
            with at_most(MOST_CPU_S):
                units = slowest_units(one)
            for unit in units:
                with at_most(MOST_CPU_S):
                    for text in fed(unit, SHORT.get(one.place, LONG_TEXT)):
                        run(one, text)
        except TooSlow:
            slow.append(f"{one.place} {'/'.join(one.methods)} on {unit!r}: {one.pattern.pattern[:120]}")
    assert not slow, "\n" + "\n".join(slow)


@pytest.mark.parametrize("pattern", [r"\s*x", r"(a+)+b", r"(?:a|a?)+b"])
def test_a_slow_expression_would_be_named(pattern: str) -> None:
    one = Expression("here", re.compile(pattern), ("finditer",))
    with pytest.raises(TooSlow), at_most(0.3):  # noqa: PT012 - either text may be the slow one
        for unit in (" ", "a"):
            for text in fed(unit, LONG_TEXT):
                run(one, text)
