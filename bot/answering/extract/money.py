"""Prices per kWh: amounts in fifteen spellings of money, and which of them are for energy."""

import re
from collections.abc import Iterator
from decimal import Decimal

from bot.answering.extract.reading import Price
from bot.answering.extract.scan import Scan
from bot.answering.extract.tokens import Token

_AMOUNT = r"(?:N[$k]N[$k]|N[$k]q|N[$k]N(?![MWEGHDJOYx%$kgPQVLtI])|N\$\$?|\$N\$?)"
_PER = r"(?:[/A,]{0,2}E)"

_AFTER = rf"(?P<amount>{_AMOUNT}|Nk)p?{_PER}"
"""20 cents per kWh, 4元/度, NT$4 一度."""

_BEFORE = rf"(?:/E|NE)[p.@u]{{0,3}}(?P<amount>{_AMOUNT}|Nk)"
"""每度電 0.6 元, 一度 4 塊."""

_PRICED = rf"(?:p[.@]{{0,3}}|@)(?P<amount>{_AMOUNT}|(?<=p)Nk|(?<=p[.@])Nk)"
"""電價六毛五, at 12.5 cents."""

_CLAUSE_MARKS = frozenset(",;.?!(")
_ANY = rf"(?P<amount>{_AMOUNT})"
_BARE_PER = r"(?P<amount>N)(?:/E|AE)"
_BARE_BEFORE = r"/E[p.@u]{0,3}(?P<amount>N)(?![WEGHDJOYIMx%L$kgcPQB])"
_YEARS = range(1900, 2101)
_UNITLESS = r"p[.@]{0,2}(?P<amount>N)(?![WEGHDJOYIMx%$kgcPQVLRBNv])"

_BOTH = rf"N[$k][VR/,](?=N[$k]{_PER})"
"""0.5 元和 0.8 元一度: "per kWh" belongs to both."""

_ALTERNATIVE = r"(?P<first>N)(?P<link>[VR/,])(?P<second>N)(?P<unit>[$k])"
"""20 vs 38 cents: the unit belongs to both."""


def read_prices(scan: Scan) -> tuple[tuple[Price, ...], Decimal | None]:
    """Prices in the order written, and a price that was given as a mere number ("price is 20")."""
    found = [*_pairs(scan), *_with_unit(scan), *_without_currency(scan)]
    ordered = sorted(found, key=lambda price: price.span)
    return _energy_only(ordered), None if ordered else _unitless(scan)


def _pairs(scan: Scan) -> Iterator[Price]:
    """Two amounts that share a unit or a "per kWh"."""
    for match in scan.find(_ALTERNATIVE + rf"(?={_PER}|[,.?]|$)"):
        link = scan.text[scan.token(match, "link").start]
        if link not in _CLAUSE_MARKS:
            yield from _pair(scan, match)
    for match in scan.find(_BOTH):
        at = match.start()
        yield _price_of(scan, at, at + 2, per_kwh=True)
        scan.claim(at, at + 3)


def _with_unit(scan: Scan) -> Iterator[Price]:
    """Amounts with a currency: those said to be per kWh first, the rest after."""
    for pattern, per_kwh in ((_AFTER, True), (_BEFORE, True), (_PRICED, False), (_ANY, False)):
        for match in scan.find(pattern):
            if pattern is _BEFORE and match[0].startswith("N") and scan.value(match, 0) != 1:
                continue
            yield _price_of(scan, match.start("amount"), match.end("amount"), per_kwh=per_kwh)
            scan.claim_match(match)


def _without_currency(scan: Scan) -> Iterator[Price]:
    """Numbers per kWh."""
    for pattern in (_BARE_PER, _BARE_BEFORE):
        for match in scan.find(pattern):
            at = match.start("amount")
            yield Price(value=scan.tokens[at].value, code="", per_kwh=True, span=scan.span(at, at + 1))
            scan.claim_match(match)


def _energy_only(prices: list[Price]) -> tuple[Price, ...]:
    """Amounts said to be per kWh; if there are none, the others."""
    said = tuple(price for price in prices if price.per_kwh)
    return said or tuple(prices)


def _unitless(scan: Scan) -> Decimal | None:
    for match in scan.find(_UNITLESS):
        value = scan.value(match, "amount")
        if value not in _YEARS:
            scan.claim_match(match)
            return value
    return None


def _pair(scan: Scan, match: re.Match[str]) -> list[Price]:
    unit = scan.token(match, "unit")
    rest = scan.kinds[match.end() :]
    per = re.match(_PER, rest)
    prices = [
        Price(
            value=scan.value(match, name) * unit.value,
            code=unit.code,
            per_kwh=per is not None,
            span=scan.span(match.start(name), match.start(name) + 1),
        )
        for name in ("first", "second")
    ]
    scan.claim(match.start(), match.end() + (per.end() if per else 0))
    return prices


def _price_of(scan: Scan, start: int, end: int, *, per_kwh: bool) -> Price:
    """An amount from its tokens: N$, $N, $N$, and 六毛五, 三塊二, 3塊5毛."""
    tokens = scan.tokens[start:end]
    units = [token for token in tokens if token.kind in "$k"]
    numbers = [token for token in tokens if token.kind == "N"]
    unit = _named(units) if tokens[0].kind == "$" else units[0]
    value = numbers[0].value * unit.value
    if tokens[-1].kind == "q":
        value += unit.value / 2
    if len(numbers) == 2:
        value += numbers[1].value * (units[1].value if len(units) == 2 else unit.value / 10)
    return Price(
        value=value, code=_code([t.code for t in units]), per_kwh=per_kwh, span=scan.span(start, end)
    )


def _named(units: list[Token]) -> Token:
    """Of ``$0.20 usd`` and ``$ 20 cents`` the unit that sets the scale."""
    return units[-1]


def _code(codes: list[str]) -> str:
    """The most telling of the codes written: ISO before open ones."""
    return next((code for code in codes if len(code) == 3 and code.isupper()), codes[0])
