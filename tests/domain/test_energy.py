"""Energy, money and carbon: hand-worked tables, a second implementation in fractions, properties."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.energy import cost
from bot.domain.hardware import GridCarbon, Tariff, Tier
from bot.domain.inputs import CostInputs, PowerPart
from bot.errors import InputError

_SOURCE = {"source_url": "https://example.org", "checked_on": "2026-01-01"}
GERMANY = GridCarbon(country="DE", name="Germany", g_per_kwh=Decimal(344), year=2024, **_SOURCE)
TAIWAN = GridCarbon(country="TW", name="Taiwan", g_per_kwh=Decimal(636), year=2024, **_SOURCE)
FRANCE = GridCarbon(country="FR", name="France", g_per_kwh=Decimal(44), year=2024, **_SOURCE)
GERMAN_PRICE = Tariff(
    country="DE", name="Germany", price_per_kwh=Decimal("0.3835"), currency="EUR", kind="average",
    taxes_included=True, period="2025-01/2025-06", **_SOURCE,
)  # fmt: skip


def tiers(*rows: tuple[int, str, str]) -> tuple[Tier, ...]:
    """Rows of (from kWh, summer price, other price)."""
    return tuple(
        Tier(from_kwh=Decimal(start), price_per_kwh=Decimal(price), season=season)
        for start, summer, other in rows
        for season, price in (("summer", summer), ("other", other))
    )


TAIPOWER = Tariff(
    country="TW", name="Taiwan", price_per_kwh=Decimal("2.77"), currency="TWD", kind="average",
    taxes_included=None, period="2025-10-01/..",
    tiers=tiers((0, "1.78", "1.78"), (120, "2.55", "2.26"), (330, "3.80", "3.13"), (500, "5.14", "4.24"),
                (700, "6.44", "5.27"), (1000, "8.86", "7.03")),
    **_SOURCE,
)  # fmt: skip
KOREA = Tariff(
    country="KR", name="South Korea", price_per_kwh=Decimal("214.6"), currency="KRW", kind="tariff",
    taxes_included=False, period="2024",
    tiers=tuple(Tier(from_kwh=Decimal(f), price_per_kwh=Decimal(p)) for f, p in ((0, "120"), (200, "214.6"), (400, "307.3"))),
    **_SOURCE,
)  # fmt: skip


def given_inputs(watts, hours, price=None, currency=None, **more) -> CostInputs:
    low, high = watts if isinstance(watts, tuple) else (watts, watts)
    exact = {
        k: Decimal(v) if isinstance(v, str) and k in {"efficiency", "base_kwh_per_month"} else v
        for k, v in more.items()
    }
    return CostInputs(
        low_w=Decimal(str(low)),
        high_w=Decimal(str(high)),
        hours=Decimal(str(hours)),
        price_per_kwh=None if price is None else Decimal(price),
        currency=currency,
        **exact,
    )


def keys(messages) -> list[str]:
    return [message.key for message in messages]


@pytest.mark.parametrize(
    "hours", ["171.428571428571428571428571", "171.42857142857142"], ids=["exact", "from JSON"]
)
def test_days_a_week_are_a_factor_and_not_a_long_number(check_steps, hours) -> None:
    days = {"hours_per_day": Decimal(8), "days": Decimal(30), "days_per_week": Decimal(5)}
    result = cost(given_inputs(600, hours, "0.2", "EUR", **days))
    expressions = [step.expression for step in result.steps]
    assert expressions == ["8 * 30 * 5 / 7", "600 / 1000 * (1200 / 7)", "(600 / 1000 * (1200 / 7)) * 0.2"]
    assert result.understood[1].key == "cost-weekly"
    check_steps(result)


def test_no_operand_is_longer_than_people_read(check_steps) -> None:
    third = Decimal(1) / 3
    for inputs, tariff in (
        (given_inputs(600, third / 2, "0.2", "EUR", other_efficiencies=(Decimal("0.9"),)), None),
        (given_inputs(Decimal(1000) * third, 720, "0.2", "EUR", efficiency="0.92"), None),
        (given_inputs(600, 1000, country="TW", base_kwh_per_month="500", days=Decimal(1000) / 24), TAIPOWER),
    ):
        result = cost(inputs, tariff=tariff)
        numbers = [
            word
            for step in result.steps
            for word in step.expression.replace("(", " ").replace(")", " ").split()
        ]
        assert max(map(len, numbers)) <= 12, numbers
        check_steps(result)


@pytest.mark.parametrize(
    ("price", "tariff", "said"),
    [
        (None, TAIPOWER, False),
        ("4", TAIPOWER, True),
        ("4", None, True),
        (None, GERMAN_PRICE, True),
        (None, None, True),
    ],
    ids=["steps", "own price", "own price without a country", "no steps", "no tariff"],
)
def test_a_household_that_makes_no_difference_is_said_to_make_none(price, tariff, said) -> None:
    inputs = given_inputs(600, 720, price, "TWD" if price else None, base_kwh_per_month="300")
    assert ("cost-base-unused" in keys(cost(inputs, tariff=tariff).notes)) is said


def test_a_country_that_the_tables_lack_is_named() -> None:
    inputs = given_inputs(600, 720, country="JP")
    japan = GridCarbon(country="JP", name="Japan (all)", g_per_kwh=Decimal(480), year=2024, **_SOURCE)
    args = {"code": "JP", "country": "Japan", "region": ""}
    assert note(cost(inputs, carbon=japan), "cost-no-tariff") == args
    assert note(cost(inputs), "cost-no-tariff") == args | {"country": "JP"}
    assert keys(cost(given_inputs(600, 720, "30", "JPY", country="JP")).notes) == []
    asked = given_inputs(600, 720, country="JP", asks_carbon=True)
    assert keys(cost(asked).notes) == ["cost-no-carbon"]
    assert "cost-no-carbon" not in keys(cost(asked, carbon=japan).notes)


def note(calculation, key):
    return next(n.args for n in calculation.notes if n.key == key)


WORKED = [
    pytest.param(600, 360, "0.125", "USD", "0.92", ("234.78", "29.35"), id="cost-007"),
    pytest.param(1180, 168, "4", "TWD", "1", ("198.24", "792.96"), id="cost-012"),
    pytest.param(850, 240, "0.6", "CNY", "1", ("204.00", "122.40"), id="cost-004"),
    pytest.param(1000, 336, "0.20", "EUR", "1", ("336.00", "67.20"), id="W03-low"),
    pytest.param(1500, 336, "0.20", "EUR", "1", ("504.00", "100.80"), id="W03-high"),
    pytest.param(1500, 336, "0.3835", "EUR", "1", ("504.00", "193.28"), id="W03-Germany-2025"),
    pytest.param(1000, 336, "0.20", "EUR", "0.8", ("420.00", "84.00"), id="W04-low"),
    pytest.param(1500, 336, "0.20", "EUR", "0.8", ("630.00", "126.00"), id="W04-high"),
    pytest.param(1, 1, "1", "USD", "1", ("0.00", "0.00"), id="one-watt-hour"),
]


@pytest.mark.req("R108")
@pytest.mark.parametrize(("watts", "hours", "price", "currency", "efficiency", "expected"), WORKED)
def test_hand_worked_costs(check_steps, watts, hours, price, currency, efficiency, expected) -> None:
    result = cost(given_inputs(watts, hours, price, currency, efficiency=efficiency, efficiency_given=True))
    cent = Decimal("0.01")
    found = (result.results["energy_kwh"].quantize(cent), result.results["cost"].quantize(cent))
    assert found == tuple(map(Decimal, expected))
    assert result.results["currency"] == currency
    assert result.results["co2_kg"] is None
    assert result.headline.key == "cost-money"
    check_steps(result)


def test_w03_range_gives_both_ends_and_the_printed_figures(check_steps) -> None:
    """The guide prints 300-500 kWh and 60-100 EUR; exact are 336-504 kWh and 67.20-100.80 EUR."""
    result = cost(given_inputs((1000, 1500), 336, "0.20", "EUR"))
    expected = {
        "energy_kwh_low": 336,
        "energy_kwh_high": 504,
        "cost_low": Decimal("67.2"),
        "cost_high": Decimal("100.8"),
    }
    assert {key: result.results[key] for key in expected} == expected
    assert (result.results["energy_kwh"], result.results["cost"]) == (504, Decimal("100.8"))
    assert result.headline.key == "cost-money-range"
    assert "cost-guide-example" in keys(result.notes)
    assert "cost-guide-losses" not in keys(result.notes)
    check_steps(result)


def test_w04_an_80_percent_supply_adds_a_quarter(check_steps) -> None:
    """Printed 18-26 EUR; exact 84-126 kWh and 16.80-25.20 EUR, and a note says that nothing gives 18-26."""
    result = cost(given_inputs((1000, 1500), 336, "0.20", "EUR", other_efficiencies=(Decimal("0.8"),)))
    args = note(result, "cost-compare-efficiency-range")
    assert (args["low_extra_kwh"], args["high_extra_kwh"]) == (84, 126)
    assert (args["low_extra_money"], args["high_extra_money"]) == (Decimal("16.8"), Decimal("25.2"))
    assert args["direction"] == "more"
    assert result.results["difference_cost_2"] == Decimal("25.2")
    assert {"cost-guide-example", "cost-guide-losses"} <= set(keys(result.notes))
    check_steps(result)
    own = cost(given_inputs((1000, 1500), 336, "0.2", "EUR", efficiency="0.8", efficiency_given=True))
    assert (own.results["cost_low"], own.results["cost_high"]) == (84, 126)
    assert "cost-guide-losses" in keys(own.notes)
    dollars = cost(given_inputs((1000, 1500), 336, "0.2", "USD"))
    assert "cost-guide-example" not in keys(dollars.notes)


@pytest.mark.parametrize(
    ("carbon", "low", "high"),
    [pytest.param(GERMANY, 116, 173, id="W22-Germany"), pytest.param(TAIWAN, 214, 321, id="W22-Taiwan"),
     pytest.param(FRANCE, 15, 22, id="W22-France")],
)  # fmt: skip
def test_w22_carbon_of_two_weeks(check_steps, carbon, low, high) -> None:
    result = cost(given_inputs((1000, 1500), 336), carbon=carbon)
    assert (round(result.results["co2_kg_low"]), round(result.results["co2_kg_high"])) == (low, high)
    assert result.results["co2_kg"] == result.results["co2_kg_high"]
    assert keys(result.assumptions)[0] == "cost-carbon"
    assert result.sources[-1].title == f"{carbon.name}, g CO2e/kWh"
    check_steps(result)


def test_the_headline_leads_with_carbon_where_it_is_asked_for() -> None:
    one = cost(given_inputs(1500, 336, asks_carbon=True), carbon=TAIWAN)
    assert one.headline.key == "cost-carbon-headline"
    assert one.headline.args == {"kg": Decimal("320.544"), "kwh": Decimal(504)}
    assert "cost-ask-price" not in keys(one.notes)
    ends = cost(given_inputs((1000, 1500), 336, "0.2", "EUR", asks_carbon=True), carbon=GERMANY)
    assert ends.headline.key == "cost-carbon-headline-range"
    assert "cost-money-range" in keys(ends.notes)
    assert cost(given_inputs(1000, 10, asks_carbon=True)).headline.key == "cost-energy"


def test_carbon_of_one_load() -> None:
    result = cost(given_inputs(1000, 1000), carbon=GERMANY)
    assert result.results["co2_kg"] == 344
    assert note(result, "cost-carbon-result") == {"kilograms": 344}


@pytest.mark.req("R109")
def test_without_a_price_the_energy_is_given_and_the_price_asked_for() -> None:
    result = cost(given_inputs(600, 100))
    assert result.results == {"energy_kwh": 60, "cost": None, "currency": None, "co2_kg": None}
    assert result.headline.key == "cost-energy"
    assert keys(result.notes) == ["cost-ask-price"]
    assert cost(given_inputs((600, 700), 100)).headline.key == "cost-energy-range"


@pytest.mark.req("R109")
def test_a_countrys_average_is_an_assumption_with_period_and_source(check_steps) -> None:
    result = cost(given_inputs(1000, 100, country="DE"), GERMAN_PRICE)
    assert (result.results["cost"], result.results["currency"]) == (Decimal("38.35"), "EUR")
    assumed = result.assumptions[0]
    assert assumed.key == "cost-tariff"
    assert (assumed.args["period"], assumed.args["taxes"]) == ("2025-01/2025-06", "yes")
    assert result.sources[-1].title == "Germany, EUR/kWh"
    check_steps(result)


def test_ones_own_price_wins_over_the_average() -> None:
    result = cost(given_inputs(1000, 100, "0.1", "EUR", country="DE"), GERMAN_PRICE)
    assert result.results["cost"] == 10
    assert "cost-tariff" not in keys(result.assumptions)
    assert len(result.sources) == 1


def test_a_price_without_currency_takes_the_countrys_or_is_refused() -> None:
    result = cost(given_inputs(1000, 100, "0.1", country="DE"), GERMAN_PRICE)
    assert result.results["currency"] == "EUR"
    assert result.assumptions[0].key == "cost-currency"
    with pytest.raises(InputError) as fault:
        cost(given_inputs(1000, 100, "0.1"))
    assert fault.value.code == "err-currency-missing"


def test_tiers_are_only_mentioned_while_the_household_is_unknown() -> None:
    result = cost(given_inputs(1000, 100, country="TW"), TAIPOWER)
    assert result.results["cost"] == 277
    assert "cost-tiers" in keys(result.notes)


def test_taiwan_720_kwh_on_top_of_330(check_steps) -> None:
    """170 at 3.80, 200 at 5.14, 300 at 6.44, 50 at 8.86 = 4049 NT$ in summer, 5.62 per kWh; 4.60 otherwise."""
    inputs = given_inputs(
        1000, 720, country="TW", base_kwh_per_month="330", days=Decimal(30), hours_per_day=Decimal(24)
    )
    result = cost(inputs, TAIPOWER)
    summer = 170 * Decimal("3.80") + 200 * Decimal("5.14") + 300 * Decimal("6.44") + 50 * Decimal("8.86")
    other = 170 * Decimal("3.13") + 200 * Decimal("4.24") + 300 * Decimal("5.27") + 50 * Decimal("7.03")
    assert (result.results["cost_summer"], result.results["cost_other"]) == (summer, other)
    assert (result.results["cost_low"], result.results["cost_high"]) == (other, summer)
    assert result.results["cost"] == summer
    assert round(summer / 720, 2) == Decimal("5.62")
    assert round(other / 720, 2) == Decimal("4.60")
    assert result.headline.key == "cost-money-seasons"
    assert note(result, "cost-seasons")["summer_money"] == summer
    check_steps(result)


def test_a_short_run_falls_into_one_month_and_a_long_one_is_spread(check_steps) -> None:
    week = cost(given_inputs(1000, 168, base_kwh_per_month="400", country="KR"), KOREA)
    assert week.results["cost"] == 168 * Decimal("307.3")
    assert week.headline.key == "cost-money"
    spread = cost(given_inputs(100, 24 * 45, base_kwh_per_month="380", days=Decimal(45)), KOREA)
    assert spread.results["cost"] == Decimal("1.5") * (20 * Decimal("214.6") + 52 * Decimal("307.3"))
    check_steps(week)
    check_steps(spread)


def test_tiers_with_a_range_and_an_inexact_month(check_steps) -> None:
    inputs = given_inputs((777, 1333), 24 * 47, base_kwh_per_month="100", days=Decimal(47), efficiency="0.93")
    result = cost(inputs, TAIPOWER)
    assert result.headline.key == "cost-money-range"
    assert result.results["cost_low"] < result.results["cost_other"] < result.results["cost_high"]
    check_steps(result)


def test_steps_of_a_tariff_have_a_period_and_a_page_of_their_own() -> None:
    step = {"period": "2025-10-01/..", "source_url": "https://example.org/steps", "checked_on": "2026-02-02"}
    stepped = KOREA.model_copy(update={"tiers": tuple(t.model_copy(update=step) for t in KOREA.tiers)})
    result = cost(given_inputs(1000, 300, base_kwh_per_month="0"), stepped)
    assert result.assumptions[0].args["period"] == "2025-10-01/.."
    assert (result.sources[-1].url, result.sources[-1].date) == ("https://example.org/steps", "2026-02-02")
    plain = cost(given_inputs(1000, 300, country="KR"), stepped)
    assert (plain.assumptions[0].args["period"], plain.sources[-1].url) == ("2024", "https://example.org")
    assert (
        cost(given_inputs(1000, 300, base_kwh_per_month="0"), KOREA).assumptions[0].args["period"] == "2024"
    )


def test_the_region_stands_apart_from_the_country() -> None:
    clp = GERMAN_PRICE.model_copy(update={"country": "HK", "name": "Hong Kong (CLP Power)"})
    args = cost(given_inputs(1000, 1, country="HK"), clp).assumptions[0].args
    assert (args["code"], args["country"], args["region"]) == ("HK", "Hong Kong", " (CLP Power)")


def test_an_unused_household_starts_at_the_first_tier() -> None:
    result = cost(given_inputs(1000, 300, base_kwh_per_month="0"), KOREA)
    assert result.results["cost"] == 200 * 120 + 100 * Decimal("214.6")


def test_two_prices_are_compared(check_steps) -> None:
    result = cost(given_inputs(1000, 100, "0.30", "EUR", other_prices=(Decimal("0.20"), Decimal("0.35"))))
    assert (result.results["price_2"], result.results["cost_2"], result.results["difference_cost_2"]) == (
        Decimal("0.20"), 20, -10,
    )  # fmt: skip
    assert result.results["difference_cost_3"] == 5
    directions = [n.args["direction"] for n in result.notes if n.key == "cost-compare-price"]
    assert directions == ["less", "more"]
    check_steps(result)
    ranged = cost(given_inputs((1000, 2000), 100, "0.30", "EUR", other_prices=(Decimal("0.20"),)))
    assert note(ranged, "cost-compare-price-range")["low_extra_money"] == 10
    check_steps(ranged)


def test_efficiencies_are_compared_without_a_price_too(check_steps) -> None:
    result = cost(
        given_inputs(900, 100, efficiency="0.8", efficiency_given=True, other_efficiencies=(Decimal("0.9"),))
    )
    args = note(result, "cost-compare-efficiency-energy")
    assert (args["kwh"], args["extra_kwh"], args["direction"]) == (100, Decimal("12.5"), "less")
    assert "cost_2" not in result.results
    check_steps(result)
    ranged = cost(given_inputs((900, 1800), 100, other_efficiencies=(Decimal("0.9"),)))
    assert "cost-compare-efficiency-range-energy" in keys(ranged.notes)
    one = cost(given_inputs(900, 100, "1", "USD", other_efficiencies=(Decimal("0.9"),)))
    assert note(one, "cost-compare-efficiency")["extra_money"] == 10


def test_prices_without_a_first_price_are_not_compared() -> None:
    assert "price_2" not in cost(given_inputs(900, 100, other_prices=(Decimal("0.2"),))).results


def test_hours_and_load_are_explained_where_they_were_put_together(check_steps) -> None:
    parts = (
        PowerPart(
            kind="gpu",
            name="RTX 2080 Ti",
            count=4,
            watts=Decimal(250),
            source_url="https://x",
            checked_on="2026",
        ),
        PowerPart(kind="cpu", name="Threadripper 1950X", watts=Decimal(180)),
    )
    inputs = given_inputs(1180, 168, "4", "TWD", parts=parts, days=Decimal(7))
    result = cost(inputs)
    assert [(s.key, s.expression) for s in result.steps[:2]] == [
        ("step-hours", "24 * 7"),
        ("step-load", "4 * 250 + 1 * 180"),
    ]
    assert keys(result.understood) == ["part-named", "part-named", "cost-hours", "cost-price"]
    assert keys(result.assumptions) == ["cost-around-the-clock", "cost-losses-ignored"]
    assert [s.title for s in result.sources][1:] == ["RTX 2080 Ti"]
    check_steps(result)


def test_what_does_not_add_up_is_not_explained() -> None:
    parts = (PowerPart(kind="gpu", count=2, watts=Decimal(300)),)
    result = cost(given_inputs(900, 100, parts=parts, days=Decimal(7), hours_per_day=Decimal(8)))
    assert keys(result.steps) == ["step-energy"]
    assert "cost-daily" in keys(result.understood)


def test_what_was_understood_is_said() -> None:
    inputs = given_inputs(
        (600, 700), 240, days=Decimal(30), hours_per_day=Decimal(8), efficiency="0.9", efficiency_given=True
    )
    result = cost(inputs)
    assert keys(result.understood) == ["cost-watts-range", "cost-daily", "cost-efficiency"]
    assert result.assumptions == ()
    assert keys(cost(given_inputs(600, 240)).understood) == ["cost-watts", "cost-hours"]
    by_country = cost(given_inputs(600, 240, country="DE"), GERMAN_PRICE)
    assert keys(by_country.understood) == ["cost-country", "cost-watts", "cost-hours"]


@pytest.mark.parametrize(
    "more", [{"efficiency": "0.0000001"}, {"price": "1000000", "currency": "IDR", "efficiency": "0.001"}]
)
def test_results_beyond_any_bill_are_refused(more) -> None:
    with pytest.raises(InputError) as fault:
        cost(given_inputs(1_000_000, 876_000, **more))
    assert fault.value.code == "err-result-too-large"


watts = st.decimals("0.1", 1_000_000, places=1)
hours = st.decimals("0.1", 876_000, places=1)
prices = st.decimals("0.0001", 10_000, places=4)
shares = st.decimals("0.3", 1, places=3)


@given(watts, hours, prices, shares)
def test_a_second_implementation_agrees(check_steps, load, running, price, efficiency) -> None:
    result = cost(given_inputs(load, running, price, "USD", efficiency=efficiency))
    energy = Fraction(load) * Fraction(running) / 1000 / Fraction(efficiency)
    for name, exact in (("energy_kwh", energy), ("cost", energy * Fraction(price))):
        assert abs(Fraction(result.results[name]) - exact) <= exact / 10**20
    check_steps(result)


@pytest.mark.req("R108")
@given(watts, hours, prices, st.integers(2, 9))
def test_cost_is_linear_in_hours_watts_and_price(load, running, price, factor) -> None:
    def money(w, h, p) -> Decimal:
        return cost(given_inputs(w, h, p, "USD")).results["cost"]

    base = money(load / 10, running / 10, price)
    for scaled in (
        money(load * factor / 10, running / 10, price),
        money(load / 10, running * factor / 10, price),
    ):
        assert scaled == factor * base
    assert money(load / 10, running / 10, price * factor) == factor * base


@given(watts, watts, hours, shares, shares)
def test_more_watts_or_losses_never_cost_less(one, two, running, better, worse) -> None:
    def energy(w, e) -> Decimal:
        return cost(given_inputs(w, running, efficiency=e)).results["energy_kwh"]

    assert energy(max(one, two), better) >= energy(min(one, two), better)
    assert energy(one, min(better, worse)) >= energy(one, max(better, worse))


@given(st.decimals(0, 2000, places=1), st.decimals("0.1", 5000, places=1), st.integers(1, 90))
def test_tiers_agree_with_a_count_in_fractions(check_steps, base, load, days) -> None:
    inputs = given_inputs(load, 24 * days, days=Decimal(days), base_kwh_per_month=base)
    months = max(Fraction(days, 30), Fraction(1))
    monthly = Fraction(load) * 24 * days / 1000 / months

    def bill(kwh: Fraction) -> Fraction:
        return sum(
            max(Fraction(0), min(kwh, end) - start) * Fraction(price)
            for start, end, price in ((0, 200, "120"), (200, 400, "214.6"), (400, 10**9, "307.3"))
        )

    exact = (bill(Fraction(base) + monthly) - bill(Fraction(base))) * months
    result = cost(inputs, KOREA)
    assert abs(Fraction(result.results["cost"]) - exact) <= exact / 10**18
    check_steps(result)
