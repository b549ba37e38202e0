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

_LISTED = r"N(?:[VR/,]N){1,5}"
_ROWS = (
    rf"(?:/E|(?P<one>N)E)[p.@u]{{0,3}}(?P<row>{_LISTED})(?P<unit>[$k])",
    rf"(?P<row>{_LISTED})(?P<unit>[$k])p?{_PER}",
    rf"(?P<sign>\$)(?P<row>{_LISTED})p?{_PER}",
    rf"(?P<row>{_LISTED})(?:/E|AE)",
)
"""每度 3、4 或 5 元; 0.12, 0.20 or 0.30 USD per kWh: unit and "per kWh" belong to all of them."""

_LINK = re.compile(
    r"(?:\s|[,/;]|(?<![a-z])(?:vs\.?|versus|or|and|then|to|than|rather|compared|with|against|the|other|at|an?|per|each|every|kwh|"
    r"unit|cents?|it|is|was|one|house|place)(?![a-z])|和|跟|与|或|者|还是|还有|对比|比|及|改成|变成|涨到|变|一|每|千瓦时|度|电|的|价|另外|另一|个|是){1,24}"
)
"""What may stand between two prices of one kWh."""
_NEAR = re.compile(r"[^\d/$€£¥]{1,16}")
"""As little between two amounts of one size in one currency: both are prices of one kWh."""
_MOST_TIMES = 12
"""Prices of one kWh that are compared lie no further apart; an amount that does is the price of something else."""

_ALTERNATIVE = r"(?P<first>N)(?P<link>[VR/,])(?P<second>N)(?P<unit>[$k])"
"""20 vs 38 cents: the unit belongs to both."""


def read_prices(scan: Scan) -> tuple[tuple[Price, ...], Decimal | None]:
    """Prices in the order written, and a price that was given as a mere number ("price is 20")."""
    found = [*_rows(scan), *_pairs(scan), *_with_unit(scan), *_without_currency(scan)]
    ordered = _inherited(scan.text, sorted(found, key=lambda price: price.span))
    return _energy_only(ordered), None if ordered else _unitless(scan)


def _rows(scan: Scan) -> Iterator[Price]:
    """Amounts in a row that share their unit and "per kWh"."""
    for pattern in _ROWS if scan.has(_LISTED) else ():
        for match in scan.find(pattern):
            numbers = [i for i in range(*match.span("row")) if scan.kinds[i] == "N"]
            values = [scan.tokens[i].value for i in numbers]
            named = match.groupdict()
            if min(values) <= 0 or max(values) > _MOST_TIMES * min(values):
                continue
            if pattern is _ROWS[0] and named["one"] and scan.value(match, "one") != 1:
                continue
            if pattern is not _ROWS[0] and len(values) == 2 and _is_clause(scan, numbers[0] + 1):
                continue  # "at 12, 20 cents per kWh"
            name = next((name for name in ("unit", "sign") if name in named), None)
            unit = scan.token(match, name) if name else None
            for i, value in zip(numbers, values, strict=True):
                scaled, code = (value * unit.value, unit.code) if unit else (value, "")
                yield Price(value=scaled, code=code, per_kwh=True, span=scan.span(i, i + 1))
            scan.claim_match(match)


def _inherited(text: str, prices: list[Price]) -> list[Price]:
    """The prices with "per kWh" passed on to a neighbour in the same currency: "$0.12 vs $0.30 per kWh"."""
    result = list(prices)
    for order in (range(1, len(result)), range(len(result) - 2, -1, -1)):
        step = -1 if order.step > 0 else 1
        for i in order:
            other = result[i + step]
            if other.per_kwh and not result[i].per_kwh and _alike(text, other, result[i]):
                result[i] = result[i].model_copy(update={"per_kwh": True})
    return result


def _alike(text: str, one: Price, other: Price) -> bool:
    """Whether two prices stand side by side, in one currency and of one size; or are compared in two currencies."""
    gap = text[min(one.span[1], other.span[1]) : max(one.span[0], other.span[0])]
    if one.code != other.code:
        return _LINK.fullmatch(gap) is not None
    near = _LINK.fullmatch(gap) or _NEAR.fullmatch(gap)
    return _one_size(one, other) and near is not None


def _one_size(one: Price, other: Price) -> bool:
    low, high = sorted((one.value, other.value))
    return 0 < high <= _MOST_TIMES * low


def _pairs(scan: Scan) -> Iterator[Price]:
    """Two amounts that share a unit or a "per kWh"."""
    for match in scan.find(_ALTERNATIVE + rf"(?={_PER}|[,.?]|$)"):
        if not _is_clause(scan, match.start("link")):
            yield from _pair(scan, match)
    for match in scan.find(_BOTH):
        at = match.start()
        first, second = (_price_of(scan, i, i + 2, per_kwh=True) for i in (at, at + 3))
        if first.code != second.code or _one_size(first, second):
            yield first
            scan.claim(at, at + 3)


def _is_clause(scan: Scan, at: int) -> bool:
    """Whether a token is a mark that may end a clause, not a word such as "and"."""
    return scan.text[scan.tokens[at].start] in _CLAUSE_MARKS


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
