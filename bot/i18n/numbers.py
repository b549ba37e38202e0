"""Numbers and money as people read them: the only place that rounds.

CLDR writes ``12,345.6`` in all three of our languages, so Python's own formatting does; a test compares it with Babel,
which takes a tenth of a second to load.
"""

from decimal import ROUND_HALF_UP, Decimal
from functools import cache

from bot.domain.model import Lang

_GROUPING_FROM = Decimal(10_000)


def _places(value: Decimal) -> int:
    """Decimals worth showing: 2 from 1 on, 4 below 1 (prices per kWh), two significant digits below 0.001."""
    size = abs(value)
    if not size or size >= 1:
        return 2
    return 4 if size >= Decimal("0.001") else 1 - size.adjusted()


def number(value: Decimal | int, lang: Lang) -> str:
    """A number for reading: rounded half up, no trailing zeros, thousands separators from 10,000 on.

    ``1391.5``, ``12,000``, ``0.3835``, ``234.78``.
    """
    del lang  # see the module
    exact = Decimal(value)
    rounded = exact.quantize(Decimal(1).scaleb(-_places(exact)), rounding=ROUND_HALF_UP).normalize()
    return _grouped(rounded)


def rate(value: Decimal | int, lang: Lang) -> str:
    """The price of one unit: four decimals, for it is multiplied (``1.406``, ``0.3835``, ``2204.07``)."""
    del lang  # see the module
    exact = Decimal(value)
    places = max(4, _places(exact))
    return _grouped(exact.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP).normalize())


def _grouped(value: Decimal) -> str:
    return format(value, ",f" if abs(value) >= _GROUPING_FROM else "f")


@cache
def _currency_digits(currency: str) -> int:
    """Decimals of a currency, as CLDR has them; 2 where it has none."""
    from babel.numbers import get_currency_precision  # noqa: PLC0415 - only money pays for it

    return get_currency_precision(currency)


def money(amount: Decimal, currency: str, lang: Lang) -> str:
    """An amount and its ISO 4217 code, half up to the currency's own decimals: ``29.35 USD``, ``300 JPY``.

    The code and not the sign, because ``$`` and ``¥`` mean different money in our three languages.
    """
    del lang  # see the module
    digits = _currency_digits(currency)
    rounded = amount.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)
    return f"{_grouped(rounded)} {currency}"
