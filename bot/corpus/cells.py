"""Readers of single table cells: the stripped text of a cell in, a value out.

Each raises ``ValueError`` with the reason as an English clause that goes on from the column's name, such as
``is not a plain number: '350 W'``. Nothing is guessed or repaired: a thousands separator, a unit or a sign in
a number is a slip to be shown to the maintainer.
"""

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal

Cell = Callable[[str], object]
"""Turns the stripped text of a cell into a value; raises ``ValueError`` with the reason as an English clause."""


def text(cell: str) -> str:
    """Any text but none."""
    if not cell:
        raise ValueError("is empty")
    return cell


def several(cell: str) -> tuple[str, ...]:
    """Values separated by ``|``; an empty cell holds none, an empty value between bars is a slip."""
    values = tuple(value.strip() for value in cell.split("|")) if cell else ()
    if not all(values):
        raise ValueError("has an empty value between bars")
    return values


def number(cell: str) -> Decimal:
    """A plain decimal number: no sign, no exponent, no thousands separator, no unit."""
    if not re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,10})?", cell):
        raise ValueError(f"is not a plain number: {cell[:40]!r}")
    return Decimal(cell)


def whole(cell: str) -> int:
    """A whole number."""
    if not re.fullmatch(r"[0-9]{1,9}", cell):
        raise ValueError(f"is not a whole number: {cell[:40]!r}")
    return int(cell)


def day(cell: str) -> str:
    """A day as ``YYYY-MM-DD``; a row without one is refused."""
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text(cell)):
        raise ValueError(f"is not a date as YYYY-MM-DD: {cell[:40]!r}")
    return date.fromisoformat(cell).isoformat()


def moment(cell: str) -> str:
    """A year, month or day: ``2020``, ``2020-09``, ``2020-09-24``."""
    if not re.fullmatch(r"\d{4}(-\d{2}){0,2}", text(cell)):
        raise ValueError(f"is not a year, month or day: {cell[:40]!r}")
    date.fromisoformat(cell + "-01-01"[len(cell) - 4 :])
    return cell


def period(cell: str) -> str:
    """What a figure covers, as ISO 8601 writes it: a moment, ``2025-01/2025-06``, ``2025-10-01/..``, ``../2025-09``."""
    begin, slash, end = text(cell).partition("/")
    if (begin, end) == ("..", "..") or not (begin and (end or not slash)):
        raise ValueError(f"is not a period such as 2025, 2025-01/2025-06 or 2025-10-01/..: {cell[:40]!r}")
    for part in (begin, end) if slash else (begin,):
        if not (slash and part == ".."):
            moment(part)
    return cell


def url(cell: str) -> str:
    """Address of the source; a row without one is refused."""
    if not re.fullmatch(r"https?://[^\s/]+\.[^\s]+", text(cell)):
        raise ValueError(f"is not a web address: {cell[:80]!r}")
    return cell


def yes_no(cell: str) -> bool:
    """``yes`` or ``no``."""
    if cell not in ("yes", "no"):
        raise ValueError(f"is neither yes nor no: {cell[:40]!r}")
    return cell == "yes"


def code(pattern: str) -> Cell:
    """A cell of fixed form, such as an ISO code."""

    def read(cell: str) -> str:
        if not re.fullmatch(pattern, cell):
            raise ValueError(f"does not look like {pattern}: {cell[:40]!r}")
        return cell

    return read


def unknown_or(read: Cell) -> Cell:
    """An empty cell means ``None``: not known."""
    return lambda cell: read(cell) if cell else None
