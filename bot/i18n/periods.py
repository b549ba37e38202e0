"""Periods as ISO 8601 writes them, worded: a day, month or year, from one to another, since one, until one."""

import re
from collections.abc import Callable, Mapping

Say = Callable[[str, Mapping[str, str]], str]
"""A message of the catalogue with its arguments put in."""

_MOMENT = re.compile(r"(?P<year>\d{4})(?:-(?P<month>0[1-9]|1[0-2])(?:-(?P<day>0[1-9]|[12]\d|3[01]))?)?")
_OPEN = ".."


def worded(period: str, say: Say) -> str:
    """A period in the words of a catalogue; a text that is none stays as it is.

    Args:
        period: ``2025``, ``2025-07``, ``2025-10-01``, ``2025-01/2025-06``, ``2025-10-01/..``, ``../2025-09``.
        say: words a message.
    """
    begin, slash, end = period.partition("/")
    ends = [_moment(text, say) for text in (begin, end) if text not in {"", _OPEN}]
    if not ends or None in ends:
        return period
    words = [text for text in ends if text]
    if not slash:
        return words[0]
    if len(words) == 2:
        return say("period-between", {"from": words[0], "to": words[1]})
    return say("period-since" if end == _OPEN else "period-until", {"moment": words[0]})


def _moment(text: str, say: Say) -> str | None:
    found = _MOMENT.fullmatch(text)
    if not found:
        return None
    key = "period-day" if found["day"] else "period-month" if found["month"] else "period-year"
    month = (found["month"] or "").lstrip("0")
    day = (found["day"] or "").lstrip("0")
    return say(key, {"year": found["year"], "month": month, "name": f"m{month}", "day": day})
