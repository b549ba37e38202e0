"""Energy, money and carbon of a load over time.

One rounding rule: nothing here rounds. Money stays an exact ``Decimal`` until it is shown, and then the message
catalogue rounds once, half up, to the currency's own decimals. Currencies are never converted.

For a range of watts ``energy_kwh``, ``cost`` and ``co2_kg`` are the high end, so that a plan made with them is never
short; the low end stands beside them as ``…_low``. The same holds where a tariff has two seasons.
"""

from collections.abc import Sequence
from decimal import Decimal

from bot.domain.amounts import Amount, bounded, energy_of, money_of
from bot.domain.calculation import Calculation
from bot.domain.comparison import compare
from bot.domain.hardware import GridCarbon, Tariff
from bot.domain.inputs import CostInputs
from bot.domain.model import Message, Source
from bot.domain.tariff import DAYS_A_MONTH, marginal_cost, months_of, seasons_of
from bot.domain.working import GUIDE, Working, literal, part_message, table_sources
from bot.errors import InputError

SECTION = "energy-cost-two-weeks"

_DAY_H = Decimal(24)
_WEEK_D = 7
_SAME_HOURS = Decimal("1e-12")
"""Relative: hours that came back from JSON are still the product they were."""


def cost(inputs: CostInputs, tariff: Tariff | None = None, carbon: GridCarbon | None = None) -> Calculation:
    """Energy, cost and carbon of running a load.

    ``energy = watts ÷ 1000 × hours ÷ efficiency``; ``cost = energy × price``; ``co2 = energy × g/kWh ÷ 1000``.

    Args:
        inputs: load, hours, price, efficiency.
        tariff: the country's dated price, used only if no price was given, and then stated as an assumption.
        carbon: the country's grid intensity, if known.

    Returns:
        ``energy_kwh``, ``cost`` (``None`` without a price), ``currency``, ``co2_kg`` (``None`` without an
        intensity); ``…_low`` and ``…_high`` for a range; ``cost_summer`` and ``cost_other`` for a tariff with
        seasons; ``efficiency_2``, ``price_2``, ``energy_kwh_2``, ``cost_2``, ``difference_kwh_2``,
        ``difference_cost_2`` … for further efficiencies and prices.

    Raises:
        InputError: a price without a currency, or a result beyond any bill.
    """
    work = Working()
    inputs = _with_currency(work, inputs, tariff)
    inputs = _with_time(work, inputs)
    _write_load(work, inputs)
    ends = [
        energy_of(watts, inputs.hours, inputs.efficiency) for watts in sorted({inputs.low_w, inputs.high_w})
    ]
    work.results |= {"energy_kwh": ends[-1].value, "cost": None, "currency": None, "co2_kg": None}
    _write_ends(work, "energy_kwh", "step-energy", ends, "kWh")
    price = inputs.price_per_kwh
    if price is None and tariff is not None:
        price = _use_tariff(work, inputs, ends, tariff)
    if price is not None:
        currency = tariff.currency if tariff and inputs.price_per_kwh is None else str(inputs.currency)
        work.results["currency"] = currency
        _write_ends(work, "cost", "step-cost", [money_of(end, price) for end in ends], currency)
    if inputs.base_kwh_per_month is not None and (inputs.price_per_kwh or not (tariff and tariff.tiers)):
        work.note("cost-base-unused", base=inputs.base_kwh_per_month)
    _write_gaps(work, inputs, carbon)
    compare(work, inputs, ends, price)
    if carbon is not None:
        _write_carbon(work, ends, carbon)
    _write_remarks(work, inputs)
    understood, sources = _understood(inputs, tariff), _sources(inputs, tariff, carbon)
    return work.finish("cost", inputs, _headline(work, inputs), understood, sources, SECTION)


def _with_currency(work: Working, inputs: CostInputs, tariff: Tariff | None) -> CostInputs:
    """A price without a currency is taken in the country's own, and that is said."""
    if inputs.price_per_kwh is None or inputs.currency is not None:
        return inputs
    if tariff is None:
        raise InputError("err-currency-missing", field="currency")
    work.assume("cost-currency", currency=tariff.currency, **_place(tariff))
    return inputs.model_copy(update={"currency": tariff.currency})


def _with_time(work: Working, inputs: CostInputs) -> CostInputs:
    """The running hours as a product of hours a day, days and days a week, where they are one; then exactly that."""
    if inputs.days is None:
        return inputs
    hours = (inputs.hours_per_day or _DAY_H) * inputs.days
    expression = f"{literal(inputs.hours_per_day or _DAY_H)} * {literal(inputs.days)}"
    if inputs.days_per_week is not None:
        hours = hours * inputs.days_per_week / _WEEK_D
        expression += f" * {literal(inputs.days_per_week)} / {_WEEK_D}"
    if abs(hours - inputs.hours) > hours * _SAME_HOURS:
        return inputs
    work.line("step-hours", expression, hours, "h")
    if inputs.hours_per_day is None:
        work.assume("cost-around-the-clock")
    return inputs.model_copy(update={"hours": hours})


def _write_load(work: Working, inputs: CostInputs) -> None:
    """The load, where it is the sum of named parts."""
    total = sum((part.count * part.watts for part in inputs.parts), Decimal(0))
    if inputs.parts and total == inputs.low_w == inputs.high_w:
        expression = " + ".join(f"{part.count} * {literal(part.watts)}" for part in inputs.parts)
        work.line("step-load", expression, total, "W")


def _write_ends(work: Working, name: str, key: str, ends: Sequence[Amount], unit: str) -> None:
    """One result, or the two ends of a range, the high one under the plain name."""
    work.results[name] = ends[-1].value
    if len(ends) == 1:
        work.line(key, ends[0].expression, ends[0].value, unit)
        return
    for end, amount in zip(("low", "high"), ends, strict=True):
        work.results[f"{name}_{end}"] = work.line(f"{key}-{end}", amount.expression, amount.value, unit)


def _use_tariff(work: Working, inputs: CostInputs, ends: Sequence[Amount], tariff: Tariff) -> Decimal | None:
    """The country's average as a stated assumption; with the household's own use known, its tiers instead."""
    if tariff.tiers and inputs.base_kwh_per_month is not None:
        _write_tiers(work, inputs, ends, tariff, inputs.base_kwh_per_month)
        return None
    work.assume(
        "cost-tariff",
        **_place(tariff),
        price=tariff.price_per_kwh,
        currency=tariff.currency,
        kind=tariff.kind,
        period=tariff.period,
        taxes={True: "yes", False: "no", None: "unknown"}[tariff.taxes_included],
    )
    if tariff.tiers:
        work.note("cost-tiers")
    return tariff.price_per_kwh


def _write_tiers(
    work: Working, inputs: CostInputs, ends: Sequence[Amount], tariff: Tariff, base: Decimal
) -> None:
    """Cost under the marginal tiers, for each season that the tariff tells apart."""
    months = months_of(inputs)
    work.assume(
        "cost-tiered",
        **_place(tariff),
        base=base,
        period=tariff.tiers[0].period or tariff.period,
        days=DAYS_A_MONTH,
    )
    every: list[Decimal] = []
    named: dict[str, Decimal] = {}
    for season in seasons_of(tariff.tiers):
        for end in ends:
            amount = marginal_cost(tariff.tiers, season, base, end, months)
            named[season] = work.line(f"step-cost-{season}", amount.expression, amount.value, tariff.currency)
            every.append(amount.value)
    work.results |= {"currency": tariff.currency, "cost": max(every)}
    if len(every) > 1:
        work.results |= {"cost_low": min(every), "cost_high": max(every)}
    if len(named) > 1:
        work.results |= {f"cost_{season}": amount for season, amount in named.items()}
        money = {f"{season}_money": amount for season, amount in named.items()}
        work.note("cost-seasons", currency=tariff.currency, **money)


def _write_gaps(work: Working, inputs: CostInputs, carbon: GridCarbon | None) -> None:
    """What is missing for the money or the carbon; a country that the tables lack is named, not asked for."""
    code = inputs.country or ""
    place = _place(carbon) | {"region": ""} if carbon else {"code": code, "country": code, "region": ""}
    if inputs.country and inputs.asks_carbon and carbon is None:
        work.note("cost-no-carbon", **place)
    if work.results["cost"] is not None or inputs.asks_carbon:
        return
    if inputs.country:
        work.note("cost-no-tariff", **place)
    else:
        work.note("cost-ask-price")


def _write_carbon(work: Working, ends: Sequence[Amount], carbon: GridCarbon) -> None:
    grams = carbon.g_per_kwh
    amounts = [
        bounded(Amount(end.value * grams / 1000, f"{end.shown} * {literal(grams)} / 1000")) for end in ends
    ]
    _write_ends(work, "co2_kg", "step-carbon", amounts, "kg")
    work.assume("cost-carbon", **_place(carbon), grams=grams, year=str(carbon.year))
    if len(amounts) > 1:
        work.note("cost-carbon-range", low=amounts[0].value, high=amounts[-1].value)
    else:
        work.note("cost-carbon-result", kilograms=amounts[0].value)


def _place(row: Tariff | GridCarbon) -> dict[str, str]:
    """Country code, English name, and the region, supplier or step that the name has in brackets."""
    name, bracket, region = row.name.partition(" (")
    return {"code": row.country, "country": name, "region": bracket + region}


def _write_remarks(work: Working, inputs: CostInputs) -> None:
    """Losses that were left out, and the guide's printed figures where the question is its example."""
    if not inputs.efficiency_given and not inputs.other_efficiencies:
        work.assume("cost-losses-ignored")
    load = inputs.low_w == 1000 and inputs.high_w == 1500 and inputs.hours == 336
    if load and inputs.price_per_kwh == Decimal("0.2") and inputs.currency == "EUR":
        work.note("cost-guide-example")
        if Decimal("0.8") in (inputs.efficiency, *inputs.other_efficiencies):
            work.note("cost-guide-losses")


def _sources(inputs: CostInputs, tariff: Tariff | None, carbon: GridCarbon | None) -> list[Source]:
    sources = [GUIDE, *table_sources(inputs.parts)]
    if tariff is not None and inputs.price_per_kwh is None:
        row = tariff.tiers[0] if tariff.tiers and inputs.base_kwh_per_month is not None else tariff
        url, date = row.source_url or tariff.source_url, row.checked_on or tariff.checked_on
        sources.append(Source(title=f"{tariff.name}, {tariff.currency}/kWh", url=url, date=date))
    if carbon is not None:
        sources.append(
            Source(title=f"{carbon.name}, g CO2e/kWh", url=carbon.source_url, date=carbon.checked_on)
        )
    return sources


def _headline(work: Working, inputs: CostInputs) -> Message:
    """Carbon first where it is asked for and known, else money where there is a price, else energy."""
    money = _money_headline(work)
    if not inputs.asks_carbon or work.results["co2_kg"] is None:
        return money
    names = {"co2_kg": "kg", "co2_kg_low": "low_kg", "energy_kwh": "kwh", "energy_kwh_low": "low_kwh"}
    given = {name: work.results[key] for key, name in names.items() if key in work.results}
    said = {"cost-carbon-result", "cost-carbon-range"}
    work.notes[:] = [note for note in work.notes if note.key not in said]
    if work.results["cost"] is not None:
        work.notes.append(money)
    key = "cost-carbon-headline" + ("-range" if "low_kg" in given else "")
    return Message(key=key, args={name: value for name, value in given.items() if value is not None})


def _money_headline(work: Working) -> Message:
    """Money first where there is a price, else energy; ranges as ranges."""
    names = {
        "energy_kwh": "kwh",
        "energy_kwh_low": "low_kwh",
        "energy_kwh_high": "high_kwh",
        "cost": "cost_money",
        "cost_low": "low_money",
        "cost_high": "high_money",
    }
    given = {key: value for key, value in work.results.items() if value is not None}
    args: dict[str, str | int | Decimal] = {name: given[key] for key, name in names.items() if key in given}
    key = "cost-money" if "cost" in given else "cost-energy"
    if "energy_kwh_low" in given:
        key += "-range"
    elif "cost_low" in given:
        key += "-seasons"
    return Message(key=key, args={**args, "currency": str(work.results["currency"] or "")})


def _understood(inputs: CostInputs, tariff: Tariff | None) -> list[Message]:
    lines = [part_message(part) for part in inputs.parts]
    if tariff is not None and inputs.price_per_kwh is None:  # of two countries it says which this one is
        lines.insert(0, Message(key="cost-country", args=_place(tariff)))
    if inputs.low_w != inputs.high_w:
        lines.append(Message(key="cost-watts-range", args={"low": inputs.low_w, "high": inputs.high_w}))
    elif not inputs.parts:
        lines.append(Message(key="cost-watts", args={"watts": inputs.low_w}))
    hours: dict[str, str | int | Decimal] = {"hours": inputs.hours}
    if inputs.days is not None and (inputs.hours_per_day or inputs.days_per_week):
        daily = {"daily": inputs.hours_per_day or _DAY_H, "days": inputs.days}
        if inputs.days_per_week is not None:
            daily["weekly"] = inputs.days_per_week
        key = "cost-daily" if inputs.days_per_week is None else "cost-weekly"
        lines.append(Message(key=key, args={**hours, **daily}))
    else:
        lines.append(Message(key="cost-hours", args=hours))
    if inputs.price_per_kwh is not None:
        currency = inputs.currency or ""
        lines.append(Message(key="cost-price", args={"price": inputs.price_per_kwh, "currency": currency}))
    if inputs.efficiency_given:
        lines.append(Message(key="cost-efficiency", args={"percent": inputs.efficiency * 100}))
    return lines
