"""Charts: drawn for every calculation, legible in three languages, described in words."""

import io
from decimal import Decimal
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from bot.domain.energy import cost
from bot.domain.hardware import Tariff
from bot.domain.inputs import CostInputs, PowerPart, PsuInputs
from bot.domain.model import LANGS
from bot.domain.psu import psu
from bot.presentation import charts

ROOT = Path(__file__).parents[2]
TAIWAN = Tariff(
    country="TW", name="Taiwan", price_per_kwh=Decimal("2.77"), currency="TWD", kind="average", taxes_included=True,
    period="2026", source_url="https://example.org", checked_on="2026-11-01",
)  # fmt: skip


def part(count, watts, name=None, kind="gpu", **more):
    return PowerPart(kind=kind, count=count, watts=Decimal(watts), name=name, **more)


def load(**more):
    values = {"low_w": Decimal(600), "high_w": Decimal(600), "hours": Decimal(720)}
    return CostInputs.model_validate(values | more)


CASES = {
    "one card": psu(PsuInputs(parts=(part(1, 350, "RTX 3090"),))),
    "many parts": psu(
        PsuInputs(parts=(part(4, 350, "RTX 3090"), part(1, 125, "Core i9-13900K", "cpu", peak_w=Decimal(253)), part(1, 80, None, "other")))
    ),
    "several units": psu(PsuInputs(parts=(part(12, 450, "RTX 4090"),))),
    "thirty parts": psu(PsuInputs(parts=tuple(part(1, 100 + n, f"card {n}") for n in range(30)))),
    "hostile names": psu(PsuInputs(parts=(part(1, 350, "$x_{y}$ 顯示卡 \U0001f600"), part(1, 99, "龘" * 60)))),
    "days and price": cost(load(hours_per_day=Decimal(24), days=Decimal(30), price_per_kwh=Decimal("0.3"), currency="EUR")),
    "a range": cost(load(high_w=Decimal(900), price_per_kwh=Decimal("0.3"), currency="EUR")),
    "no price": cost(load()),
    "a tariff": cost(load(country="TW"), TAIWAN),
    "very little": cost(load(low_w=Decimal("0.01"), high_w=Decimal("0.01"), hours=Decimal("0.1"), price_per_kwh=Decimal("0.001"), currency="JPY")),
    "very much": cost(load(low_w=Decimal(10**6), high_w=Decimal(10**6), hours=Decimal(876_000), price_per_kwh=Decimal(1000), currency="IDR")),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("RTX 3090", "RTX 3090"),
        ("card \u0e3f\uf8ff", "GPU"),
        ("\U000f0000", "GPU"),
        ("RTX \u202e3090", "GPU"),
        (None, "GPU"),
    ],
    ids=["ours", "private", "plane 15", "direction", "none"],
)
def test_a_name_that_no_font_can_draw_gives_way_to_its_kind(name, shown):
    chart = charts.draw(psu(PsuInputs(parts=(part(2, 350, name),))), "en")
    assert f"2 × {shown} 700 W" in chart.alt


@pytest.mark.parametrize("case", CASES)
def test_every_calculation_can_be_drawn(case):
    chart = charts.draw(CASES[case], "zh-Hant")
    picture = Image.open(io.BytesIO(chart.png))
    assert picture.format == "PNG"
    assert picture.size[0] == 800
    assert 400 <= picture.size[1] <= 800
    assert len(picture.convert("RGB").getcolors(100_000)) > 4
    assert chart.alt


@pytest.mark.parametrize("lang", LANGS)
def test_the_alternative_text_holds_the_numbers(lang):
    alt = charts.draw(CASES["many parts"], lang).alt
    assert all(number in alt for number in ("1400 W", "253 W", "1733 W", "2400 W")), alt
    assert "176.09 EUR" in charts.draw(cost(load(low_w=Decimal(1000), high_w=Decimal(1500), hours=Decimal(360), efficiency=Decimal("0.92"), price_per_kwh=Decimal("0.3"), currency="EUR")), lang).alt  # fmt: skip


def test_several_units_are_named_as_such():
    assert "3 × 2400 W" in charts.draw(CASES["several units"], "en").alt


def test_other_calculators_have_no_chart():
    with pytest.raises(KeyError):
        charts.draw(CASES["one card"].model_copy(update={"name": "ram"}), "en")


def test_our_font_has_every_character_of_the_labels():
    font = TTFont(ROOT / "bot" / "presentation" / charts.FONT_FILE)
    known = set(font.getBestCmap())
    for path in (ROOT / "bot" / "i18n" / "catalogues").glob("*/chart.ftl"):
        missing = {c for c in path.read_text("utf-8") if ord(c) > 0x7F} - set(map(chr, known))
        assert not missing, f"{path}: run tests/preview/make_font.py"


def test_a_chart_costs_nothing_until_it_is_drawn():
    import subprocess
    import sys

    code = "import sys, bot.presentation.charts; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
