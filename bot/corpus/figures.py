"""Numbers with a unit in a text, in a form that can be compared across languages.

``336–504 kWh`` is two figures; ``350, 450 and 575 W`` is three; ``$1,150`` and ``1150 美元`` are the same one.
Counts of things (cards, cores, lanes) are left alone: languages word them too differently to compare.
"""

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache

from bot.domain.model import Frozen

UNITS: dict[str, str] = {
    "kWh": "kWh|度電|度电|千瓦時|千瓦时|瓩時|kilowatt[- ]hours?",
    "kW": "kW|千瓦|瓩|kilowatts?",
    "W": "W|瓦特?|watts?",
    "g/kWh": "g(?: ?CO2e?)?/kWh",
    "kg": "kg|公斤|kilograms?",
    "GB/s": "GB/s",
    "MB/s": "MB/s",
    "GiB/s": "GiB/s",
    "MiB/s": "MiB/s",
    "Gbit/s": "Gbit/s|Gb/s|Gbps",
    "TB": "TB",
    "GB": "GB|gigabytes?",
    "MB": "MB|megabytes?",
    "kB": "kB|KB",
    "TiB": "TiB",
    "GiB": "GiB",
    "MiB": "MiB",
    "byte": "bytes?|位元組|字节",
    "bit": "bits?|位元",
    "GHz": "GHz",
    "MHz": "MHz",
    "MT/s": "MT/s",
    "TFLOPS": "TFLOPS",
    "ms": "ms|毫秒|milliseconds?",
    "ns": "ns|奈秒|纳秒|nanoseconds?",
    "s": "seconds?|秒鐘?",
    "h": "h|hours?|小時|小时",
    "d": "days?|天",
    "%": "%|percent",
    "°C": "°C",
    "mm": "mm|公釐|毫米",
    "cm": "cm|公分|厘米",
    "inch": "inch(?:es)?|英?吋|英寸",
    "V": "V|伏特?|volts?",
    "A": "A|安培|amps?|amperes?",
    "USD": "USD|(?:US )?dollars?|美元|美金",
    "EUR": "EUR|euros?(?! cents?)|歐元|欧元",
    "TWD": "TWD|新[台臺]幣",
    "CNY": "CNY|yuan|元?人民[幣币]",
    "cent": "(?:euro )?cents?|歐分|欧分|美分",
}
"""Unit as we name it, and the ways it is written after a number."""

_PREFIXES = {"US$": "USD", "NT$": "TWD", "$": "USD", "€": "EUR"} | {
    code: code for code in ("USD", "EUR", "TWD", "CNY")
}
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_JOINT = r"\s*(?:[-–—~/、]|\bto\b|\band\b|\bor\b|到|至|和|或|與|与|及)\s*"
_CHAIN = rf"{_NUMBER}(?:(?:{_JOINT}|,\s+(?=[^.;]{{0,60}}?(?:and|or)\b))(?:and |or )?{_NUMBER}){{0,19}}"
_MODEL = re.compile(r"(?:[A-Z][A-Za-z]{0,20}[- ]?|Ti |[A-Za-z]\d*-)$")
_YEAR = re.compile(r"(?:19|20)\d\d")


class Figure(Frozen):
    """A number and its unit; ``line`` is the 0-based line of the text it stands in."""

    value: Decimal
    unit: str
    line: int = 0

    @property
    def key(self) -> tuple[Decimal, str]:
        """What two equal figures have in common."""
        return self.value, self.unit

    def __str__(self) -> str:
        return f"{self.value:f} {self.unit}"


def figures_in(text: str) -> tuple[Figure, ...]:
    """The figures of a text in reading order."""
    return tuple(
        Figure(value=value, unit=unit, line=number)
        for number, line in enumerate(text.split("\n"))
        for value, unit in _line_figures(unicodedata.normalize("NFKC", line))
    )


def bare_numbers(text: str) -> frozenset[Decimal]:
    """Numbers of a text that carry no unit we know, such as those of a table with the unit in its head."""
    plain = unicodedata.normalize("NFKC", text)
    without = _pattern().sub(" ", plain)
    return frozenset(_plain(number) for number in re.findall(_NUMBER, without))


def _line_figures(line: str) -> list[tuple[Decimal, str]]:
    found: list[tuple[Decimal, str]] = []
    for match in _pattern().finditer(line):
        unit = _PREFIXES.get(match["prefix"] or "") or next(
            name for name, written in UNITS.items() if re.fullmatch(written, match["unit"])
        )
        numbers = re.findall(_NUMBER, match["chain"] or match["priced"])
        if len(numbers) > 1 and _MODEL.search(line[max(0, match.start() - 24) : match.start()]):
            numbers = numbers[1:]  # "RTX 3090 and 24 GB"
        kept = [n for i, n in enumerate(numbers) if i == len(numbers) - 1 or not _YEAR.fullmatch(n)]
        found += [(_plain(number), unit) for number in kept]
    return found


def _plain(number: str) -> Decimal:
    """The number without thousands separators and trailing zeros: 1,150 and 1150.0 are one."""
    value = Decimal(number.replace(",", ""))
    return value.quantize(Decimal(1)) if value == value.to_integral_value() else value.normalize()


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    """A chain of numbers with a unit after or a currency before it."""
    units = "|".join(UNITS.values())
    prefixes = "|".join(re.escape(prefix) for prefix in _PREFIXES)
    return re.compile(
        rf"(?<![A-Za-z0-9.])(?<!\d,)(?:(?P<prefix>{prefixes})\s?(?P<priced>{_CHAIN})"
        rf"|(?P<chain>{_CHAIN})[ \u00a0-]?個?(?P<unit>{units})(?![A-Za-z0-9]))"
    )
