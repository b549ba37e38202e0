"""The registry: every calculator runs, is worded in every language, and refuses bad inputs with what it accepts."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answering import calculators
from bot.domain.hardware import Catalogue, GridCarbon, Tariff
from bot.domain.inputs import CostInputs, MemoryPart, PowerPart, PsuInputs, SpecRow
from bot.domain.model import LANGS
from bot.errors import InputError
from bot.i18n import catalogue as wording
from bot.presentation import plain

_SOURCE = {"source_url": "https://example.org", "checked_on": "2026-01-01"}


def tariff(country: str, name: str, price: str, currency: str) -> Tariff:
    return Tariff(
        country=country, name=name, price_per_kwh=Decimal(price), currency=currency, kind="average",
        taxes_included=False, period="2025", **_SOURCE,
    )  # fmt: skip


def carbon(country: str, grams: int, year: int) -> GridCarbon:
    return GridCarbon(country=country, name=country, g_per_kwh=Decimal(grams), year=year, **_SOURCE)


TABLES = Catalogue(
    tariffs=(
        tariff("HK", "CLP", "1.4", "HKD"),
        tariff("HK", "HK Electric", "1.6", "HKD"),
        tariff("DE", "Germany", "0.38", "EUR"),
    ),
    carbon=(carbon("DE", 381, 2022), carbon("DE", 344, 2024)),
)
GPU = PowerPart(kind="gpu", count=4, watts=Decimal(250), connectors="2x8-pin", name="Some card")

EXAMPLES = {
    "psu": {
        "parts": (GPU, PowerPart(kind="cpu", watts=Decimal(125), peak_w=Decimal(253), name="i9")),
        "efficiency": "92%",
    },
    "cost": {"low_w": 600, "high_w": "1,500", "hours": 24.5, "country": "DE", "other_efficiencies": [0.8]},
    "ram": {"gpus": (MemoryPart(count=2, memory_gb=Decimal(24)),), "workload": "kaggle"},
    "copy": {"size_bytes": 19_440_000, "lanes": 4, "compute_ms": 216},
    "disk": {"size_bytes": 19_440_000, "speed_mb_s": "100", "compute_ms": "200"},
    "spec": {
        "rows": (
            SpecRow(
                kind="gpu", asked="some card", name="Some card", values={"memory": Decimal(24)},
                source_url="https://example.org/card", checked_on="2026-01-01",
            ),
        ),
        "figures": ("memory", "power", "plugs"),
    },
}  # fmt: skip


def test_every_calculator_has_an_example_here() -> None:
    assert set(EXAMPLES) == set(calculators.CALCULATORS)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_calculator_runs_and_is_worded(name, lang) -> None:
    result = calculators.run(name, calculators.parse_inputs(name, EXAMPLES[name]), TABLES)
    assert result.name == name
    text = plain.calculation_text(result, lang)
    assert wording.say(result.headline, lang) == text.splitlines()[0]
    assert "{" not in text
    assert (re.search(r"[\u4e00-\u9fff]", text) is not None) == (lang != "en")


def test_numbers_stay_exact() -> None:
    inputs = calculators.parse_inputs("cost", EXAMPLES["cost"] | {"hours": 0.1})
    assert isinstance(inputs, CostInputs)
    assert (inputs.high_w, inputs.hours, inputs.other_efficiencies) == (
        1500,
        Decimal("0.1"),
        (Decimal("0.8"),),
    )


def test_the_country_picks_its_first_tariff_and_latest_carbon() -> None:
    assert calculators.tariff_of(TABLES, "HK") is TABLES.tariffs[0]
    assert calculators.carbon_of(TABLES, "DE") is TABLES.carbon[1]
    assert calculators.tariff_of(TABLES, None) is None
    assert calculators.carbon_of(TABLES, "XX") is None
    result = calculators.run("cost", calculators.parse_inputs("cost", EXAMPLES["cost"]), TABLES)
    assert (result.results["currency"], result.results["co2_kg"]) == ("EUR", Decimal("36.75") * 344 / 1000)


REFUSED = [
    ("cost", {"low_w": 0}, "err-out-of-range", {"field": "low_w", "low": 0, "high": 1_000_000, "bound": "above"}),
    ("cost", {"low_w": -5}, "err-out-of-range", {"field": "low_w", "given": "-5"}),
    ("cost", {"high_w": "1000001"}, "err-out-of-range", {"field": "high_w", "high": 1_000_000}),
    ("cost", {"hours": 10**12}, "err-out-of-range", {"field": "hours", "high": 876_000}),
    ("cost", {"efficiency": "150%"}, "err-out-of-range", {"field": "efficiency", "low": 0, "high": 1}),
    ("cost", {"base_kwh_per_month": -1}, "err-out-of-range", {"low": 0, "bound": "from"}),
    ("cost", {"hours": "inf"}, "err-not-a-number", {"field": "hours", "given": "inf"}),
    ("cost", {"hours": float("nan")}, "err-not-a-number", {"field": "hours", "given": "nan"}),
    ("cost", {"hours": float("inf")}, "err-not-a-number", {"field": "hours"}),
    ("cost", {"hours": Decimal("Infinity")}, "err-not-a-number", {"field": "hours"}),
    ("cost", {"hours": Decimal("1e400")}, "err-out-of-range", {"field": "hours", "high": 876_000}),
    ("cost", {"hours": "1e3"}, "err-not-a-number", {"field": "hours", "given": "1e3"}),
    ("cost", {"hours": "9**9**9"}, "err-not-a-number", {"given": "9＊＊9＊＊9"}),
    ("cost", {"hours": "__import__('os')"}, "err-not-a-number", {"field": "hours"}),
    ("cost", {"hours": "@everyone"}, "err-not-a-number", {"given": "＠everyone"}),
    ("cost", {"hours": "x" * 999}, "err-not-a-number", {"given": "x" * 39 + "…"}),
    ("cost", {"hours": "9" * 999}, "err-not-a-number", {"field": "hours"}),
    ("cost", {"hours": 10**5000}, "err-not-a-number", {"given": "…"}),
    ("cost", {"hours": True}, "err-not-a-number", {"field": "hours", "given": "True"}),
    ("cost", {"hours": []}, "err-not-a-number", {"field": "hours"}),
    ("cost", {"hours": {}}, "err-not-a-number", {"field": "hours", "given": "dict"}),
    ("cost", {"hours": None}, "err-input-missing", {"field": "hours"}),
    ("cost", {"hours": "١٢"}, "err-not-a-number", {"field": "hours"}),
    ("cost", {"currency": "dollars"}, "err-bad-code", {"field": "currency", "given": "dollars"}),
    ("cost", {"other_prices": (1, 2, 3, 4)}, "err-too-many", {"field": "other_prices", "high": 3}),
    ("cost", {"other_prices": (0,)}, "err-out-of-range", {"field": "other_prices", "low": 0, "high": 1_000_000}),
    ("cost", {"other_efficiencies": ("110%",)}, "err-out-of-range", {"field": "other_efficiencies", "high": 1}),
    ("cost", {"colour": "red"}, "err-input-unusable", {"field": "colour"}),
    ("psu", {"parts": ()}, "err-too-few", {"field": "parts", "low": 1}),
    ("psu", {"parts": ({"kind": "gpu", "watts": Decimal(0)},)}, "err-out-of-range", {"field": "watts", "high": 5000}),
    ("psu", {"parts": ({"kind": "gpu", "watts": Decimal(1), "count": 65},)}, "err-out-of-range", {"field": "count", "high": 64}),
    ("psu", {"parts": ({"kind": "fan", "watts": Decimal(1)},)}, "err-not-a-choice", {"choices": "gpu, cpu or other"}),
    ("ram", {"gpus": ({"memory_gb": Decimal(2001)},)}, "err-out-of-range", {"field": "memory_gb", "high": 2000}),
    ("ram", {"workload": "mining"}, "err-not-a-choice", {"field": "workload", "given": "mining"}),
    ("copy", {"size_bytes": 1.5}, "err-not-a-number", {"field": "size_bytes"}),
    ("copy", {"lanes": 3}, "err-not-a-choice", {"field": "lanes", "choices": "1, 2, 4, 8 or 16"}),
    ("copy", {"generation": 2}, "err-not-a-choice", {"field": "generation"}),
    ("disk", {"speed_mb_s": 0}, "err-out-of-range", {"field": "speed_mb_s"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "raw", "code", "args"), REFUSED, ids=[f"{n}-{c}-{i}" for i, (n, _, c, _) in enumerate(REFUSED)]
)
def test_bad_inputs_are_refused_with_what_is_accepted(name, raw, code, args) -> None:
    with pytest.raises(InputError) as fault:
        calculators.parse_inputs(name, EXAMPLES[name] | raw)
    assert fault.value.code == code
    assert args.items() <= fault.value.args_.items()
    for lang in LANGS:
        text = wording.say(calculators.complaint(fault.value), lang)
        assert text
        assert "{" not in text
        if "high" in args and code == "err-out-of-range":
            assert str(args["high"]) in text.replace(",", "")


def test_the_accepted_range_is_the_models_own() -> None:
    assert calculators.accepted_range(PowerPart, "count") == {"low": 1, "high": 64, "bound": "from"}
    assert calculators.accepted_range(PsuInputs, "efficiency") == {"low": 0, "high": 1, "bound": "above"}
    assert calculators.accepted_range(PsuInputs, "use_cpu_peak") == {}


def test_a_complaint_keeps_only_what_a_message_may_hold() -> None:
    fault = InputError("err-input-missing", field="hours", flag=True, thing=object())
    assert calculators.complaint(fault).args == {"field": "hours"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0,25", "0.25"),
        ("1,234,567.5", "1234567.5"),
        (" .5 ", "0.5"),
        ("92 %", "0.92"),
        ("92％", "0.92"),
        ("+3", "3"),
    ],
)
def test_plain_numbers_are_read_as_written(text, value) -> None:
    assert calculators.number("price_per_kwh", text) == Decimal(value)


@pytest.mark.parametrize(
    "text", ["1,5", "1,50", "12,34", "1_000", "0x10", "1.2.3", "½", "", "%", "--1", "1e9", "NaN"]
)
def test_anything_else_is_not_guessed(text) -> None:
    with pytest.raises(InputError):
        calculators.number("price_per_kwh", text)


@given(st.text(max_size=60) | st.floats() | st.integers() | st.booleans() | st.none() | st.decimals())
def test_any_value_gives_a_model_or_an_input_error(value) -> None:
    refused = ""
    inputs = None
    try:
        inputs = calculators.parse_inputs("cost", EXAMPLES["cost"] | {"hours": value})
    except InputError as fault:
        refused = wording.say(calculators.complaint(fault), "zh-Hant")
    assert bool(refused) != isinstance(inputs, CostInputs)
    assert inputs is None or 0 < inputs.hours <= 876_000
