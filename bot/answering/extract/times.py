"""Time: how long in all, how many hours a day, how many days a week, round the clock."""

import re
from decimal import Decimal
from typing import Literal, NamedTuple

from bot.answering.extract.reading import Duration
from bot.answering.extract.scan import Scan

Unit = Literal["minute", "hour", "day", "week", "month", "year"]

_UNITS: dict[str, tuple[Unit, Decimal]] = {
    "I": ("minute", Decimal(1)),
    "H": ("hour", Decimal(1)),
    "D": ("day", Decimal(24)),
    "J": ("week", Decimal(24)),
    "O": ("month", Decimal(24)),
    "Y": ("year", Decimal(24)),
}
_FIRST_YEAR, _LAST_YEAR = 1900, 2100
"""A number between these before 年 is a date, not a stretch."""

_HALF = Decimal("0.5")

_DAILY = (
    r"(?P<n>N)H[/AeN]D",  # 12h a day, 12 hours each day
    r"[/eAN]D[.x@,h]{0,3}(?P<n>N)M?H",  # 每天跑 8 小時
)
_HALF_DAYS = r"/D[.x@,h]{0,3}qD"
_WEEKLY = (r"(?P<n>N)D[/AeN]?J", r"[/N]J[.@]{0,2}(?P<n>N)D")
_WEEKDAYS = re.compile(
    r"(?<![a-z])(?:weekdays?|week days|work(?:ing)? ?days|business days|mon(?:day)?s?(?: to |-| through | - )fri(?:day)?s?|"
    r"(?:no|not (?:on|at)|except(?: on)?|without) (?:the )?weekends?)(?![a-z])|工作日|平日|上班日|"
    r"(?:周|星期|礼拜)一(?:到|至|-|~)(?:周|星期|礼拜)?五|(?:周末|假日)(?:不|关|除外)"
)
_WEEKENDS = re.compile(r"(?<![a-z])(?:on |at )?(?:the )?weekends?(?: only)?(?![a-z])|周末|周六日|星期六日")
_DATE = r"(?P<year>N)Y(?:NO(?:ND)?)?"
_SPAN = r"(?P<count>N|A)?M?(?P<half>q)?M?(?P<unit>[HIDJOY])(?P<tail>q)?"
_PER = r"/(?P<unit>[HDJOY])"


class Times(NamedTuple):
    """What was said about time."""

    durations: tuple[Duration, ...]
    hours_per_day: Decimal | None
    days_per_week: Decimal | None
    nonstop: bool


def read_times(scan: Scan) -> Times:
    """Read and claim all statements of time; a month is 30 days, a year 365."""
    nonstop = False
    for match in scan.find(_DATE):
        written = scan.text[scan.tokens[match.start() + 1].start]
        if written == "年" and _FIRST_YEAR <= scan.value(match, "year") <= _LAST_YEAR:
            scan.claim_match(match)
    for match in scan.find("Z"):
        nonstop = True
        scan.claim_match(match)
    per_day = _rate(scan, _DAILY) or _half_days(scan)
    per_week = _rate(scan, _WEEKLY)
    _nights(scan)
    per = [span for match in scan.find(_PER) if (span := _per(scan, match))]
    spans = [span for match in scan.find(_SPAN) if (span := _duration(scan, match))]
    if per_day is None:
        spans, per_day = _short_beside_long([*spans, *per])
        per = [span for span in spans if span.per]
        spans = [span for span in spans if not span.per]
    return Times((*_distinct(spans), *per), per_day, per_week, nonstop)


def read_days(text: str) -> Decimal | None:
    """Days of a week in a folded text that says which: "weekdays only", "on weekends", 週一到週五."""
    if _WEEKDAYS.search(text):
        return Decimal(5)
    return Decimal(2) if _WEEKENDS.search(text) else None


def _rate(scan: Scan, patterns: tuple[str, ...]) -> Decimal | None:
    """Hours of each day, or days of each week; ``1`` and ``one`` may stand for "each"."""
    for pattern in patterns:
        for match in scan.find(pattern):
            each = [i for i in range(*match.span()) if scan.kinds[i] == "N" and i != match.start("n")]
            if any(scan.tokens[i].value != 1 for i in each):
                continue
            scan.claim_match(match)
            return scan.value(match, "n")
    return None


def _nights(scan: Scan) -> None:
    """三天三夜 is three days, not six."""
    for match in scan.find("(?P<a>N)D,?(?P<b>N)D"):
        if scan.value(match, "a") == scan.value(match, "b"):
            scan.claim(match.start() + 2, match.end())


def _half_days(scan: Scan) -> Decimal | None:
    """Half of each day: 每天跑半天."""
    for match in scan.find(_HALF_DAYS):
        scan.claim_match(match)
        return _HALF * 24
    return None


def _per(scan: Scan, match: re.Match[str]) -> Duration | None:
    """As in "per month": a stretch; "every day" only says how often."""
    scan.claim_match(match)
    token = scan.token(match, "unit")
    if scan.text.startswith("every", scan.tokens[match.start()].start):
        return None
    unit, hours = _UNITS[token.kind]
    days = token.value if token.kind != "H" else 1
    return Duration(hours=hours * days, unit=unit, per=True, span=scan.span(*match.span()))


def _duration(scan: Scan, match: re.Match[str]) -> Duration | None:
    if not (match["count"] or match["half"]):
        return None
    token = scan.token(match, "unit")
    count = _count(scan, match)
    scan.claim_match(match)
    unit, hours = _UNITS[token.kind]
    total = count * hours * token.value
    return Duration(hours=total / 60 if unit == "minute" else total, unit=unit, span=scan.span(*match.span()))


def _count(scan: Scan, match: re.Match[str]) -> Decimal:
    """The number of units, "a", "half a" and "and a half" included."""
    halves = _HALF * sum(match[name] is not None for name in ("half", "tail"))
    if match["count"] == "N":
        return scan.value(match, "count") + halves
    return halves + (1 if match["count"] == "A" else 0)


def _short_beside_long(spans: list[Duration]) -> tuple[list[Duration], Decimal | None]:
    """``8 hours, 30 days``: hours of one day beside a stretch of days are hours a day."""
    short = [s for s in spans if s.unit == "hour" and not s.per and 0 < s.hours <= 24]
    long = [s for s in spans if s.unit not in {"hour", "minute"}]
    if len(short) == 1 and long and max(s.hours for s in long) >= 24:
        return [s for s in spans if s is not short[0]], short[0].hours
    return spans, None


def _distinct(spans: list[Duration]) -> list[Duration]:
    """Without restatements of the same stretch ("two weeks = 336 hours")."""
    result: list[Duration] = []
    for span in spans:
        if all(span.hours != other.hours for other in result):
            result.append(span)
    return result
