"""Conditions and parts beside a load: counted where it can be, named where it cannot; never passed over."""

from decimal import Decimal

import pytest

from bot.answering.extract.normalise import script
from bot.answering.router import route
from bot.answering.routes import Route
from bot.domain.hardware import Catalogue
from bot.domain.inputs import CostInputs, PsuInputs
from bot.domain.lookup import PartIndex
from bot.domain.model import LANGS, Lang
from bot.i18n import catalogue as messages

D = Decimal


@pytest.fixture
def ask(parts_index: PartIndex, parts_catalogue: Catalogue):
    def routed(text: str) -> Route:
        lang: Lang = "en" if text.isascii() or "€" in text else script(text, "zh-Hant")
        return route(text, lang, parts_index, parts_catalogue)

    return routed


def said(found: Route, prefix: str = "uncounted-") -> list[str]:
    """Remarks on what is not counted, each of them worded in every language."""
    for message in found.assumptions:
        assert all(messages.say(message, lang) for lang in LANGS)
    return [m.key.removeprefix(prefix) for m in found.assumptions if m.key.startswith(prefix)]


@pytest.mark.parametrize(
    ("text", "watts"),
    [
        ("600w at 50% load for a month at 0.2 EUR", 300),
        ("600W half load for a month at 0.2 EUR", 300),
        ("600W, GPU utilization 70%, a month at 0.2 EUR", 420),
        ("600W at 30 % of full load for a month at 0.2 EUR", 180),
        ("600W at full load for a month at 0.2 EUR", 600),
        ("600W at 100% load for a month at 0.2 EUR", 600),
        ("4x 3090 and a 3970X at 80% load for a month at 0.2 EUR", 1344),
        ("600W 負載50% 一個月 一度3元", 300),
        ("600W 一个月 利用率70% 一度0.6元", 420),
    ],
)
def test_a_share_of_the_load_is_counted_and_stated(ask, text: str, watts: int) -> None:
    found = ask(text)
    inputs = found.calculators[0][1]
    assert isinstance(inputs, CostInputs)
    assert (inputs.low_w, inputs.high_w) == (watts, watts)
    assert ("load-share" in said(found, "assume-")) is (watts != 600)


def test_beside_an_efficiency_a_share_is_its_condition(ask) -> None:
    found = ask("600W, 90% efficient psu at 50% load, a month at 0.2 EUR")
    assert found.calculators[0][1].high_w == 600
    assert said(found) == ["load"]


def test_a_supply_is_sized_for_full_load(ask) -> None:
    found = ask("psu for 4090 and 7950X at 50% load")
    assert found.calculators[0][1].parts[0].watts == 450
    assert said(found) == ["load-of-supply"]


@pytest.mark.parametrize(
    ("text", "days_per_week"),
    [
        ("600w on weekdays only for a month at 0.2 EUR", 5),
        ("600W Monday to Friday for a year at 0.2 EUR", 5),
        ("600W for a year, not on weekends, at 0.2 EUR", 5),
        ("600W 8h a day on weekdays at 0.2 EUR", 5),
        ("600w weekends only for a year at 0.2 EUR", 2),
        ("600W 工作日 每天8小時 一年 一度3元", 5),
        ("600W 週末不跑 一個月 一度3元", 5),
        ("600W 周一到周五 一个月 一度0.6元", 5),
        ("600W 周末 一年 一度0.6元", 2),
        ("600W 3 days a week for a year at 0.2 EUR", 3),
    ],
)
def test_days_of_the_week_are_counted(ask, text: str, days_per_week: int) -> None:
    inputs = ask(text).calculators[0][1]
    assert isinstance(inputs, CostInputs)
    assert inputs.days_per_week == days_per_week
    assert inputs.days is not None
    assert inputs.hours == inputs.days * (inputs.hours_per_day or 24) * days_per_week / 7


@pytest.mark.parametrize(
    ("text", "remarks"),
    [
        ("psu for 4x 3090 + 3970X + 10 fans + 4 hard disks", ["fan", "disk"]),
        ("psu for 4x 3090 + 3970X + 10 fans at 5W each", []),
        ("psu for a 4090, a 7950X and a pump", ["pump"]),
        ("psu for 4090 7950X 8 sticks of RAM 3 monitors", ["ram"]),
        ("psu for 4090 7950X, motherboard and water cooling", ["other"]),
        ("psu for 4090 and 7950X, rest 100W", []),
        ("4張3090 3970X 加10顆風扇 4顆硬碟 電源要多大", ["fan", "disk"]),
        ("4张3090 3970X 10个风扇 电源要多大", ["fan"]),
        ("cost of 4x 3090 + 3970X + 3 monitors for a month at 0.2 EUR", ["monitor"]),
        ("600W with 3 monitors for a month at 0.2 EUR", []),
        ("600W at night for a month at 0.2 EUR", ["night"]),
        ("600W 8h a day at night for a month at 0.2 EUR", []),
        ("600W for a month at 0.2 EUR off-peak", ["peak"]),
        ("600W 一个月 谷电0.3元", ["peak"]),
        ("600W for a month €0.25 vs £0.28 per kWh", ["currency"]),
        ("600W for a month 0.2 eur vs 5 TWD per kWh", ["currency"]),
        ("600W for a month at 0.2 EUR, idle half of the time", ["idle"]),
        ("600W 一個月 一度3元 一半時間待機", ["idle"]),
    ],
)
def test_what_is_not_counted_is_said(ask, text: str, remarks: list[str]) -> None:
    assert said(ask(text)) == remarks


def test_watts_of_other_parts_are_counted(ask) -> None:
    inputs = ask("psu for 4x 3090 + 3970X + 10 fans at 5W each + 4 hard disks at 10W each").calculators[0][1]
    assert isinstance(inputs, PsuInputs)
    assert sum(part.count * part.watts for part in inputs.parts) == 1770
