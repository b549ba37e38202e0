"""Efficiencies, amounts of energy, the household's own use, and figures that are none."""

import re
from collections.abc import Iterator
from decimal import Decimal

from bot.answering.extract.reading import Fault
from bot.answering.extract.scan import Scan

_PERCENT = r"(?P<first>N)?(?P<link>[VR,/]|%V|%,)?(?:(?P<n>N)(?:%|L(?P<digit>N(?![WEGHDJOYMx%L$k]))?)|#(?P<m>N))(?P<after>[.@]?[wl])?"
_STATED = r"f[.@]{0,3}(?P<n>N)(?![WEGHDJOYIMx%L$kgcPQ])(?:[V,](?P<second>N)(?![WEGHDJOYIMx%L$kgcPQ]))?"
_BASE = r"u[^W$NE]{0,5}(?P<n>N)E(?:[/AeN]?O)?"
_BASE_MONTHLY = r"/O[^W$NE]{0,3}u[^W$NE]{0,3}(?P<n>N)E"
_ENERGY = r"(?P<n>N)E"
_RATES = (
    r"/(?P<unit>[HDJO])[^NE$]{0,3}(?P<n>N)E",  # 每小時耗電 1.2 度
    r"(?P<n>N)E(?=[/A](?P<unit>[HDJO]))",  # 5 kWh per day
    r"(?P<one>N)M?(?P<unit>[HDJO])[.@]{0,2}(?P<n>N)E",  # 一天 5 度
)
_HOURS_OF = {"H": 1, "D": 24, "J": 168, "O": 720}
_NO_NUMBER = r"!N?(?:M|x)?[WEGHDJOY$%gcPQ]|[WgcPQ][.@]?!"

_LOAD = r"(?:load|util(?:i[sz]ation)?|usage|duty(?: cycle)?|负载|负荷|使用率|利用率|占用率)"
_LOAD_SHARE = re.compile(
    rf"(?<![\d.])(?P<before>\d{{1,3}}) ?(?:%|percent) ?(?:of )?(?:(?:the|average|avg|gpu|full|的|平均) ?){{0,2}}{_LOAD}"
    rf"|{_LOAD} ?(?:(?:of|at|is|about|=|:|约|大约|平均|在|为|是|只有) ?){{0,2}}(?P<behind>\d{{1,3}}) ?(?:%|percent)"
)
_POWER_LIMIT = re.compile(
    r"(?<![\d.])(?P<before>\d{2}) ?% ?(?:power[ -]?)?(?:limit|cap|tdp|pl)(?![a-z])"
    r"|(?:(?<![a-z])(?:limit(?:ed)?|capped|undervolt(?:ed)?|throttled|pl)|限制?|锁定?|功耗墙|上限|降(?:压|频|功耗)?(?=到|至)|功耗)"
    r" ?(?:(?:to|at|of|is|=|:|设|到|在|至|为|是) ?){0,2}(?P<behind>\d{2}) ?%"
)
_LEAST_LIMIT = Decimal("0.3")
_HALF_LOAD = re.compile(r"(?<![a-z])half load(?![a-z])|半载")
_HALF = Decimal("0.5")
_SHOWN_CHARS = 40
_LOAD_WORDS = frozenset({"load", "负载", "满载"})


def read_efficiencies(scan: Scan) -> tuple[Decimal, ...]:
    """Efficiencies as fractions, in the order written; claimed.

    A percentage counts only where the question speaks of efficiency or a PSU; a load, a discount or a
    speed-up does not. ``效率八成`` is 0.8; ``效率 0.92`` and ``efficiency 92`` are read too.
    """
    about = scan.has("[fS]")
    found: list[Decimal] = []
    for match in scan.find(_PERCENT):
        scan.claim_match(match)
        if about and not _is_other_share(scan, match):
            found.extend(_fractions(scan, match))
    for match in scan.find(_STATED):
        for name in ("n", "second"):
            if match[name]:
                value = scan.value(match, name)
                found.append(value / 100 if value > 1 else value)
        scan.claim_match(match)
    return tuple(dict.fromkeys(found))


def _is_other_share(scan: Scan, match: re.Match[str]) -> bool:
    """Whether a percentage is of a load, a discount, a speed-up."""
    before = scan.kinds[max(0, match.start() - 2) : match.start()]
    return (
        bool(match["after"])
        or "w" in before
        or "l" in before
        or ("f" not in before and _is_load(scan, match.end()))
    )


def _fractions(scan: Scan, match: re.Match[str]) -> Iterator[Decimal]:
    """The one or two efficiencies of a percentage: 92 %, 80 vs 94 %, 九成四."""
    if match["first"] and match["link"]:
        yield scan.value(match, "first") / 100
    value = scan.value(match, "n" if match["n"] else "m")
    if "L" in match[0]:
        value = value * 10 + (scan.value(match, "digit") if match["digit"] else 0)
    yield value / 100


def _is_load(scan: Scan, at: int) -> bool:
    """Whether the word behind a percentage is "load"."""
    return at < len(scan.tokens) and scan.text[slice(*scan.tokens[at][1:3])] in _LOAD_WORDS


def read_load_share(text: str) -> Decimal | None:
    """Part of the full load in a folded text, 0 to 1: "at 50% load", "80% utilization", ``None`` for all of it."""
    found = _LOAD_SHARE.search(text)
    if found is None:
        return _HALF if _HALF_LOAD.search(text) else None
    share = Decimal(found["before"] or found["behind"]) / 100
    return share if 0 < share < 1 else None


def read_power_limit(text: str) -> Decimal | None:
    """Part of its rated power that a card is held to, 0 to 1: "power limited to 80%", "80% power limit", 限制在80%."""
    found = _POWER_LIMIT.search(text)
    share = Decimal(found["before"] or found["behind"]) / 100 if found else Decimal(1)
    return share if _LEAST_LIMIT <= share < 1 else None


def read_base_use(scan: Scan) -> Decimal | None:
    """The household's kWh a month without the machine; claimed."""
    for pattern in (_BASE, _BASE_MONTHLY):
        for match in scan.find(pattern):
            scan.claim_match(match)
            return scan.value(match, "n") * scan.tokens[match.start("n") + 1].value
    return None


def read_energy(scan: Scan) -> Decimal | None:
    """The first amount of energy, kWh; claimed."""
    for match in scan.find(_ENERGY):
        scan.claim_match(match)
        return scan.value(match, "n") * scan.tokens[match.end() - 1].value
    return None


def read_energy_rate(scan: Scan) -> Decimal | None:
    """Average watts where energy per hour, day, week or month (30 days) was said; the energy is claimed."""
    for pattern in _RATES:
        for match in scan.find(pattern):
            one = match.groupdict().get("one")
            if one and scan.value(match, "one") != 1:
                continue
            at = match.start("n")
            scan.claim(match.start() if one else at, at + 2)
            return scan.value(match, "n") * scan.tokens[at + 1].value * 1000 / _HOURS_OF[match["unit"]]
    return None


def read_faults(scan: Scan) -> tuple[Fault, ...]:
    """Expressions and words that stand where a number should: 9**9**9 W, infinite GPUs, NaN watts; claimed."""
    faults = []
    for match in scan.find(_NO_NUMBER):
        start, end = scan.span(*match.span())
        faults.append(Fault(kind="not_a_number", text=scan.text[start:end][:_SHOWN_CHARS], span=(start, end)))
        scan.claim_match(match)
    return tuple(faults)
