"""Periods as ISO 8601 writes them, in the words of three languages; what is none stays as it is."""

import csv
from decimal import Decimal
from pathlib import Path

import pytest

from bot.domain.model import LANGS
from bot.i18n import catalogue

PRICES = Path(__file__).parents[2] / "knowledge" / "prices"
WORDED = [
    ("2025", "2025", "2025 年", "2025 年"),
    ("2025-07", "July 2025", "2025 年 7 月", "2025 年 7 月"),
    ("2025-10-01", "October 1, 2025", "2025 年 10 月 1 日", "2025 年 10 月 1 日"),
    (
        "2025-01/2025-06",
        "January 2025 to June 2025",
        "2025 年 1 月至 2025 年 6 月",
        "2025 年 1 月至 2025 年 6 月",
    ),
    ("2025/2026", "2025 to 2026", "2025 年至 2026 年", "2025 年至 2026 年"),
    ("2025-10-01/..", "since October 1, 2025", "2025 年 10 月 1 日起", "2025 年 10 月 1 日起"),
    ("../2025-09", "until September 2025", "到 2025 年 9 月為止", "到 2025 年 9 月为止"),
    ("../2025-12", "until December 2025", "到 2025 年 12 月為止", "到 2025 年 12 月为止"),
    ("winter 2025", *["winter 2025"] * 3),
    ("2025-13", *["2025-13"] * 3),
    ("2025/spring", *["2025/spring"] * 3),
    ("../..", *["../.."] * 3),
    ("", "", "", ""),
]


@pytest.mark.parametrize(("period", "en", "hant", "hans"), WORDED, ids=[row[0] for row in WORDED])
def test_words_of_a_period(period: str, en: str, hant: str, hans: str) -> None:
    args = {"code": "XX", "country": "C", "region": "", "base": 1, "days": 30}
    for lang, words in zip(LANGS, (en, hant, hans), strict=True):
        assert words in catalogue.text("cost-tiered", lang, {**args, "period": period})


@pytest.mark.parametrize("lang", LANGS)
def test_every_period_of_the_shipped_tables_is_worded(lang) -> None:
    for table in ("electricity.csv", "tiers.csv"):
        with (PRICES / table).open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                text = catalogue.text(
                    "cost-tiered",
                    lang,
                    {
                        "code": "XX",
                        "country": "C",
                        "region": "",
                        "base": 1,
                        "days": 30,
                        "period": row["period"],
                    },
                )
                plain = row["period"].isdigit()
                assert plain or row["period"] not in text, row


def test_the_price_of_a_unit_keeps_four_decimals() -> None:
    assert (
        catalogue.text("cost-price", "en", {"price": Decimal("1.4062"), "currency": "HKD"})
        == "1.4062 HKD per kWh"
    )
    assert (
        catalogue.text("cost-price", "en", {"price": Decimal("0.00012"), "currency": "HKD"})
        == "0.00012 HKD per kWh"
    )
    assert catalogue.text("cost-price", "en", {"price": 2204, "currency": "HKD"}) == "2204 HKD per kWh"
