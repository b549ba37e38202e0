"""The form behind "Change numbers": what nobody touched stays exactly as it was, what was changed is read anew."""

from decimal import Decimal

import pytest

from bot.answering import calculators
from bot.app.answers import EngineAnswers
from bot.corpus.tables import read_tables
from bot.discord_ui import state
from bot.discord_ui.views import forms
from bot.domain.lookup import PartIndex
from bot.errors import InputError
from tests.app.test_answers import SHIPPED, loaded


@pytest.fixture(scope="module")
def answers() -> EngineAnswers:
    """The answers over the tables that are shipped."""
    catalogue, _, _ = read_tables(SHIPPED)
    return loaded(catalogue, PartIndex(catalogue))


COST = {"low_w": 600, "high_w": 600, "hours": 720}
PSU_PARTS = [
    {"kind": "gpu", "name": "RTX 3090", "count": 4, "watts": 280},
    {"kind": "cpu", "name": "Threadripper 3970X"},
    {"kind": "other", "watts": 80},
]
INPUTS = {
    "psu of one card": ("psu", {"parts": [{"kind": "gpu", "name": "RTX 3090", "watts": 350}], "cpu_assumed": True}),
    "psu with a supply in mind": ("psu", {"parts": PSU_PARTS, "supply_w": 1600, "efficiency": 0.92}),
    "psu of base powers": ("psu", {"parts": [{"kind": "cpu", "name": "Core i9-13900K", "watts": 125}], "use_cpu_peak": False}),
    "cost on top of a household": ("cost", {**COST, "country": "TW", "base_kwh_per_month": 600}),
    "cost with a second price": ("cost", {**COST, "price_per_kwh": 0.12, "currency": "USD", "other_prices": [0.3]}),
    "cost with a second efficiency": ("cost", {**COST, "efficiency": 0.85, "efficiency_given": True, "other_efficiencies": [0.92]}),
    "cost of a month": ("cost", {**COST, "days": 30}),
    "cost of a part of each week": ("cost", {**COST, "hours": 171.42857142857142, "hours_per_day": 8, "days": 30, "days_per_week": 5}),
    "cost of ten minutes": ("cost", {**COST, "hours": 0.16666666666666666, "price_per_kwh": 0.3333333333333333, "currency": "EUR"}),
    "cost of parts": ("cost", {**COST, "low_w": 980, "high_w": 980, "parts": [{"kind": "gpu", "name": "RTX 3090", "count": 2, "watts": 350}, {"kind": "cpu", "name": "Threadripper 3970X", "watts": 280}]}),
    "carbon": ("cost", {**COST, "country": "DE", "asks_carbon": True}),
    "ram": ("ram", {"gpus": [{"name": "RTX 3090", "count": 3, "memory_gb": 24}], "workload": "kaggle"}),
}  # fmt: skip


def carried_by(name, inputs) -> state.State:
    return state.State(1, "abcdef0123", "en", "calculation", (), name, inputs)


def filled_in(name, inputs, answers, **typed) -> dict[str, str]:
    """What arrives from a form in which only some lines were touched."""
    shown = {field.option: field.text for field in forms.fields_of(carried_by(name, inputs), answers)}
    return forms.changed_in(shown, shown | typed)


@pytest.mark.parametrize(("name", "inputs"), INPUTS.values(), ids=INPUTS)
def test_a_form_sent_back_unchanged_changes_nothing(answers, name, inputs):
    first = answers.restore(name, inputs)
    again = answers.change(name, state.trimmed(first), filled_in(name, state.trimmed(first), answers))
    assert again == first


def test_every_calculator_with_a_form_is_among_them():
    assert {name for name, _ in INPUTS.values()} == forms.EDITABLE <= set(calculators.CALCULATORS)


def test_no_line_shows_more_digits_than_a_person_would_type(answers):
    for name, inputs in INPUTS.values():
        for field in forms.fields_of(carried_by(name, inputs), answers):
            digits = [word for word in field.text.replace("%", " ").split() if word[0].isdigit()]
            assert all(len(word) <= 9 for word in digits), field


@pytest.mark.parametrize(
    ("case", "typed", "results"),
    [
        ("cost with a second price", {"load": "300 W"}, {"cost": Decimal("25.92"), "cost_2": Decimal("64.8")}),
        ("cost with a second price", {"price": "0.1 USD"}, {"cost": Decimal("43.2"), "cost_2": Decimal("129.6")}),
        ("cost with a second price", {"price": "0.2 EUR"}, {"cost": Decimal("86.4"), "currency": "EUR", "cost_2": None}),
        ("cost with a second efficiency", {"hours": "100"}, {"efficiency_2": Decimal("0.92")}),
        ("cost of a month", {"days": "10"}, {"energy_kwh": 144}),
        ("cost of a month", {"hours": "10"}, {"energy_kwh": 180}),
        ("cost of a month", {"days": "", "hours": "10"}, {"energy_kwh": 6}),
        ("cost of a part of each week", {"days": "7"}, {"energy_kwh": 24}),
        ("cost of ten minutes", {"days": "3", "hours": "10"}, {"energy_kwh": 18}),
        ("carbon", {"price": ""}, {"cost": None, "co2_kg": None}),
        ("carbon", {"price": "0.5 EUR"}, {"cost": 216}),
        ("carbon", {"price": "tw"}, {"currency": "TWD"}),
        ("cost of parts", {"load": "2x RTX 3090, 100W"}, {"energy_kwh": 576}),
        ("cost of parts", {"load": "2x RTX 3090 + 100-200 W"}, {"energy_kwh_low": 576, "energy_kwh_high": 648}),
        ("psu with a supply in mind", {"other": ""}, {"load_w": 1400, "supply_w": 1600}),
        ("psu with a supply in mind", {"gpu": "RTX 3090"}, {"load_w": 710, "supply_w": 1600}),
        ("psu with a supply in mind", {"efficiency": ""}, {"wall_w": None, "supply_w": 1600}),
        ("psu of base powers", {"gpu": "RTX 3090"}, {"load_w": 475}),
        ("ram", {"workload": "normal"}, {"minimum_gb": 24}),
        ("ram", {"gpu": "3x 12GB"}, {"minimum_gb": 12}),
    ],
)  # fmt: skip
def test_what_was_changed_is_read_and_the_rest_kept(answers, case, typed, results):
    name, inputs = INPUTS[case]
    changed = answers.change(name, inputs, filled_in(name, inputs, answers, **typed))
    assert {key: changed.results.get(key) for key in results} == results


def test_the_household_counts_beside_a_new_load(answers):
    name, inputs = INPUTS["cost on top of a household"]
    changed = answers.change(name, inputs, filled_in(name, inputs, answers, load="700 W"))
    assert changed == answers.restore(name, inputs | {"low_w": 700, "high_w": 700})
    assert changed.results["cost_summer"] > changed.results["cost_other"]


@pytest.mark.parametrize(
    ("case", "typed", "code"),
    [
        ("cost of a month", {"load": "RTX 9999"}, "err-part-unknown"),
        ("cost of a month", {"hours": "25"}, "err-out-of-range"),
        ("cost of a month", {"price": "cheap"}, "err-not-a-number"),
        ("cost of a month", {"price": "0.3 XTS"}, "err-currency-unknown"),
        ("cost of a month", {"price": "ZZ"}, "err-country-unknown"),
        ("cost of a month", {"price": "0.3"}, "err-currency-missing"),
        ("psu of one card", {"gpu": ""}, "err-too-few"),
        ("psu of one card", {"efficiency": "200%"}, "err-out-of-range"),
    ],
)
def test_what_cannot_be_read_is_named(answers, case, typed, code):
    name, inputs = INPUTS[case]
    with pytest.raises(InputError) as caught:
        answers.change(name, inputs, filled_in(name, inputs, answers, **typed))
    assert caught.value.code == code
