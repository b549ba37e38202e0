"""Prices of a question: in which currency, per kWh or not, and what was assumed about it."""

from decimal import Decimal
from typing import NamedTuple

from bot.answering.extract.places import CURRENCY_OF
from bot.answering.extract.reading import Price, Reading
from bot.domain.model import Message

_ISO_LENGTH = 3
_FEWEST_YEN = 8
"""From here on ¥ per kWh are yen."""

_LIKELY_PER_KWH = {
    "CNY": 5, "TWD": 20, "HKD": 10, "JPY": 200, "KRW": 2000, "INR": 50, "THB": 30, "PHP": 60, "MYR": 5,
    "VND": 20_000, "IDR": 10_000, "NOK": 20, "SEK": 20, "DKK": 20, "CZK": 30, "TRY": 30, "ZAR": 30, "HUF": 300,
    "BRL": 10, "PLN": 10,
}  # fmt: skip
"""Amounts up to these pass for a price per kWh where "per kWh" or the currency was not said."""
_LIKELY_ELSEWHERE = 2
"""The same for other currencies."""


class Money(NamedTuple):
    """Prices per kWh in one currency."""

    prices: tuple[Decimal, ...] = ()
    currency: str | None = None
    assumptions: tuple[Message, ...] = ()


def money_of(reading: Reading, usual: str | None = None) -> Money:
    """Prices of the first one's currency, with what was assumed about currency and unit.

    Args:
        reading: the question.
        usual: currency to take where the question leaves it open, as in a follow-up.
    """
    if not reading.prices:
        return Money()
    notes: list[Message] = []
    codes = [currency_of(price, reading) for price in reading.prices]
    code, assumed = next((c for c in codes if not c[1]), codes[0])
    if assumed and usual and reading.country is None:
        code, assumed = usual, False
    if assumed:
        notes.append(Message(key="assume-currency", args={"currency": code}))
    fitting = [
        price
        for price, (own, open_) in zip(reading.prices, codes, strict=True)
        if (own == code or open_)
        and (price.per_kwh or price.value <= _LIKELY_PER_KWH.get(code, _LIKELY_ELSEWHERE))
    ]
    if not fitting:
        return Money()
    left_out = [
        Message(key="uncounted-currency", args={"price": price.value, "currency": own})
        for price, (own, open_) in zip(reading.prices, codes, strict=True)
        if own != code and not open_
    ]
    notes.extend(left_out)
    if not fitting[0].per_kwh:
        notes.append(Message(key="assume-per-kwh", args={"price": fitting[0].value, "currency": code}))
    values = tuple(dict.fromkeys(price.value for price in fitting))
    return Money(values, code, tuple(notes))


def unit_open(reading: Reading, usual: str | None = None) -> Decimal | None:
    """A price of which nobody can tell the unit: a mere number, too large for the currency that would be assumed.

    "20 per kWh" are cents or rupees, hardly dollars. The arguments are those of ``money_of``.
    """
    for price in reading.prices:
        code = usual if usual and reading.country is None else currency_of(price, reading)[0]
        if not price.code and price.value > _LIKELY_PER_KWH.get(code, _LIKELY_ELSEWHERE):
            return price.value
    return None


def money_or_bare(reading: Reading) -> Money:
    """As ``money_of``; "電價 0.7" beside a load and hours is taken as the price of a kWh, which is said."""
    bare = reading.bare_price
    if reading.prices or bare is None:
        return money_of(reading)
    price = Price(value=bare, code="", per_kwh=False, span=(0, 0))
    return money_of(reading.model_copy(update={"prices": (price,)}))


def currency_of(price: Price, reading: Reading) -> tuple[str, bool]:
    """ISO code of a price, and whether it was assumed."""
    if len(price.code) == _ISO_LENGTH and price.code.isupper():
        return price.code, False
    local = CURRENCY_OF.get(reading.country or "")
    if price.code == "¥":
        return ("JPY" if local == "JPY" or price.value >= _FEWEST_YEN else "CNY"), True
    return local or _by_script(price, reading), True


def _by_script(price: Price, reading: Reading) -> str:
    """Without a country the script decides: Traditional → TWD, Simplified → CNY, else US dollars."""
    hant = reading.script == "zh-Hant"
    if price.code == "$":
        return "TWD" if hant and price.value >= 1 else "USD"
    if price.code == "cent" or (price.code == "fen" and hant) or (not price.code and reading.lang == "en"):
        return "USD"
    return "TWD" if hant else "CNY"
