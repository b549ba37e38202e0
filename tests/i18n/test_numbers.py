"""Numbers and money are rounded and grouped in one place."""

from decimal import Decimal

import pytest
from babel.numbers import format_decimal
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.model import LANGS, Lang
from bot.i18n import numbers
from bot.i18n.places import BABEL_LOCALE


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("1150", "1150"),
        ("1391.5", "1391.5"),
        ("1265.0000", "1265"),
        ("12000", "12,000"),
        ("9999.99", "9999.99"),
        ("234.7826", "234.78"),
        ("1.005", "1.01"),
        ("0.3835", "0.3835"),
        ("0.125", "0.125"),
        ("0.00001234", "0.000012"),
        ("0", "0"),
        ("-3.10", "-3.1"),
    ],
)
def test_number(value: str, shown: str) -> None:
    assert numbers.number(Decimal(value), "en") == shown


@pytest.mark.parametrize(
    ("amount", "currency", "shown"),
    [
        ("29.347826", "USD", "29.35 USD"),
        ("122.4", "CNY", "122.40 CNY"),
        ("792.96", "TWD", "792.96 TWD"),
        ("300.5", "JPY", "301 JPY"),
        ("12345.678", "EUR", "12,345.68 EUR"),
        ("1", "XXX", "1.00 XXX"),
    ],
)
@pytest.mark.parametrize("lang", LANGS)
def test_money_names_its_currency(amount: str, currency: str, shown: str, lang: Lang) -> None:
    assert numbers.money(Decimal(amount), currency, lang) == shown


@given(st.decimals(min_value="-1e12", max_value="1e12", allow_nan=False, allow_infinity=False, places=6))
def test_rounding_error_is_small(value: Decimal) -> None:
    shown = Decimal(numbers.number(value, "en").replace(",", ""))
    assert abs(shown - value) <= max(Decimal("0.005"), abs(value) * Decimal("0.0001"))


@pytest.mark.parametrize("lang", LANGS)
@given(st.decimals(min_value="-1e15", max_value="1e15", allow_nan=False, allow_infinity=False, places=9))
def test_numbers_are_written_as_cldr_has_them(lang: Lang, value: Decimal) -> None:
    shown = numbers.number(value, lang)
    whole = "#,##0" if abs(Decimal(shown.replace(",", ""))) >= 10_000 else "0"
    exact = Decimal(shown.replace(",", ""))
    cldr = format_decimal(exact, format=f"{whole}.##", locale=BABEL_LOCALE[lang], decimal_quantization=False)
    assert shown == cldr


@pytest.mark.parametrize("lang", LANGS)
@given(st.decimals(min_value="-1e12", max_value="1e12", allow_nan=False, allow_infinity=False, places=2))
def test_money_is_written_as_cldr_has_it(lang: Lang, value: Decimal) -> None:
    whole = "#,##0" if abs(value) >= 10_000 else "0"
    cldr = format_decimal(value, format=f"{whole}.00", locale=BABEL_LOCALE[lang])
    assert numbers.money(value, "USD", lang) == f"{cldr} USD"
