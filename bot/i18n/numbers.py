"""Numbers and money as people read them: the only place that rounds."""

from decimal import ROUND_HALF_UP, Decimal

from babel.numbers import format_decimal, get_currency_precision

from bot.domain.model import Lang

BABEL_LOCALE: dict[Lang, str] = {"en": "en_US", "zh-Hant": "zh_Hant_TW", "zh-Hans": "zh_Hans_CN"}
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
    exact = Decimal(value)
    rounded = exact.quantize(Decimal(1).scaleb(-_places(exact)), rounding=ROUND_HALF_UP).normalize()
    whole = "#,##0" if abs(rounded) >= _GROUPING_FROM else "0"
    return format_decimal(
        rounded, format=f"{whole}.##", locale=BABEL_LOCALE[lang], decimal_quantization=False
    )


def money(amount: Decimal, currency: str, lang: Lang) -> str:
    """An amount and its ISO 4217 code, half up to the currency's own decimals: ``29.35 USD``, ``300 JPY``.

    The code and not the sign, because ``$`` and ``¥`` mean different money in our three languages.
    """
    digits = get_currency_precision(currency)
    rounded = amount.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)
    whole = "#,##0" if abs(rounded) >= _GROUPING_FROM else "0"
    pattern = whole + ("." + "0" * digits if digits else "")
    return f"{format_decimal(rounded, format=pattern, locale=BABEL_LOCALE[lang])} {currency}"
