"""Codes and names of countries and currencies."""

import csv
from pathlib import Path

import pytest

from bot.domain.model import LANGS
from bot.i18n import places

PRICES = Path(__file__).parents[2] / "knowledge/prices"


def column(table: str, name: str) -> set[str]:
    with (PRICES / table).open(encoding="utf-8-sig") as file:
        return {row[name] for row in csv.DictReader(file)}


@pytest.mark.parametrize(
    ("text", "code"),
    [("usd", "USD"), (" TWD ", "TWD"), ("NTD", "TWD"), ("rmb", "CNY"), ("XXX", None), ("XTS", None), ("XAU", None), ("DEM", None), ("dollars", None), ("", None)],
)  # fmt: skip
def test_only_currencies_that_are_paid_with(text, code) -> None:
    assert places.currency_code(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [("de", "DE"), ("Germany", "DE"), ("德國", "DE"), ("德国", "DE"), ("EU", "EU"), ("歐盟", "EU"), ("UK", "GB"), ("usa", "US"),
     ("ZZ", None), ("QQ", None), ("YU", None), ("AQ", None), ("Atlantis", None), ("", None)],
)  # fmt: skip
def test_only_countries_that_exist(text, code) -> None:
    assert places.country_code(text) == code


def test_the_tables_name_only_what_exists() -> None:
    for table in ("electricity.csv", "grid_carbon.csv"):
        assert all(places.country_code(code) == code for code in column(table, "country"))
    assert all(places.currency_code(code) == code for code in column("electricity.csv", "currency"))


def test_the_nearest_are_named_with_their_codes() -> None:
    assert places.nearest_countries("Germny")[0] == "Germany (DE)"
    assert "Taiwan (TW)" in places.nearest_countries("台弯")
    assert places.nearest_countries("%%%%%%%%") == ()


@pytest.mark.parametrize("lang", LANGS)
def test_every_country_of_the_tables_has_a_name(lang) -> None:
    assert all(places.country(code, lang) != code for code in column("grid_carbon.csv", "country"))
