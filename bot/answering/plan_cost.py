"""From what was read to the cost calculator's inputs: load, hours, price, currency, efficiency, country."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from bot.answering.conditions import not_counted
from bot.answering.extract.reading import Duration, Group, Reading
from bot.answering.plan import drawing, efficiency_faults, loads
from bot.answering.planned import (
    Plan,
    ask,
    chosen_row_notes,
    fault_messages,
    out_of_range,
    part_faults,
    power_part,
    unique,
    unresolved,
)
from bot.answering.pricing import Money, money_of, money_or_bare, unit_open
from bot.domain.inputs import MAX_LOAD_W, CostInputs, PowerPart
from bot.domain.model import Message

_DAY_H = 24
_WEEK_D = 7
_MONTH_D = 30
_MAX_HOURS = 876_000
_MAX_PRICE = 1_000_000
_MAX_COMPARED = 3


class Load(NamedTuple):
    """Watts of a whole machine, and the parts they are the sum of."""

    low_w: Decimal
    high_w: Decimal
    parts: tuple[PowerPart, ...] = ()


class Hours(NamedTuple):
    """Total hours and how they came about."""

    total: Decimal
    per_day: Decimal | None
    days: Decimal | None
    assumptions: tuple[Message, ...] = ()
    days_per_week: Decimal | None = None


def plan_cost(reading: Reading) -> Plan:
    """Inputs of the cost calculator, or what is missing: load, hours, price.

    Without a price the country's average serves, if a country was named; else the price is asked for, beside
    inputs that still give the energy.
    """
    faults = (
        *fault_messages(reading),
        *_load_faults(reading),
        *efficiency_faults(reading),
        *value_faults(reading),
    )
    if faults:
        return Plan(missing=unique(faults))
    hours = hours_of(reading)
    load, load_gaps = load_of(reading, hours)
    gaps = [*load_gaps]
    if hours is None:
        gaps.append(ask("hours"))
    money = money_of(reading) if load is None or hours is None else money_or_bare(reading)
    open_price = unit_open(reading) or (None if money.prices else reading.bare_price)
    if open_price is not None:
        gaps.append(ask("price-unit", price=open_price))
        money = Money()
    if load is None or hours is None:
        return Plan(missing=unique(gaps))
    load, share_notes = _part_load(reading, load)
    missing = unique(gaps) or _missing_price(reading, money)
    inputs = _inputs(reading, load, hours, money)
    assumptions = (
        *hours.assumptions,
        *money.assumptions,
        *chosen_row_notes(loads(reading)),
        *_supply_notes(reading),
        *share_notes,
        *not_counted(reading, cost=True),
    )
    return Plan(inputs=inputs, missing=missing, assumptions=assumptions)


def _inputs(reading: Reading, load: Load, hours: Hours, money: Money) -> CostInputs:
    efficiencies = reading.efficiencies
    return CostInputs(
        low_w=load.low_w,
        high_w=load.high_w,
        parts=load.parts,
        hours=hours.total,
        hours_per_day=hours.per_day,
        days=hours.days,
        days_per_week=hours.days_per_week,
        price_per_kwh=money.prices[0] if money.prices else None,
        currency=money.currency,
        other_prices=money.prices[1 : 1 + _MAX_COMPARED],
        efficiency=efficiencies[0] if efficiencies else Decimal(1),
        efficiency_given=bool(efficiencies),
        other_efficiencies=efficiencies[1 : 1 + _MAX_COMPARED],
        country=reading.country,
        base_kwh_per_month=reading.base_kwh,
        asks_carbon="carbon" in reading.topics,
    )


def elsewhere(inputs: CostInputs, countries: Sequence[str]) -> tuple[CostInputs, ...]:
    """The same run in the other countries that were named, where their prices are what is compared."""
    if inputs.price_per_kwh is not None:
        return ()
    others = [country for country in countries if country != inputs.country]
    return tuple(inputs.model_copy(update={"country": country}) for country in others[: _MAX_COMPARED - 1])


def _missing_price(reading: Reading, money: Money) -> tuple[Message, ...]:
    """The question for a price, where money was asked for and no country's average can stand in.

    Where carbon is asked for, it is the country that is needed.
    """
    if "carbon" in reading.topics:
        return () if reading.country else (ask("country"),)
    wants_money = "money" in reading.topics
    return (ask("price"),) if wants_money and not money.prices and reading.country is None else ()


def _load_faults(reading: Reading) -> tuple[Message, ...]:
    """As for parts, but a total may be larger than one part."""
    groups = drawing(reading)
    named = any(g.kind not in {"system", "bare"} for g in groups)
    totals = [g for g in groups if g.kind == "system" or (g.kind == "bare" and not named)]
    parts = [g for g in groups if g not in totals]
    bad = [g for g in totals if not _total_fits(g)]
    return (*part_faults(parts), *(out_of_range("load", 1, MAX_LOAD_W) for _ in bad[:1]))


def _total_fits(group: Group) -> bool:
    low, high = group.low_w or Decimal(0), group.high_w or Decimal(0)
    return low > 0 and group.count > 0 and high * group.count <= MAX_LOAD_W


def value_faults(reading: Reading) -> tuple[Message, ...]:
    """Complaints about prices, hours and energies outside the accepted ranges."""
    found: list[Message] = []
    amounts = [price.value for price in reading.prices]
    if reading.bare_price is not None:
        amounts.append(reading.bare_price)
    if not all(0 < amount <= _MAX_PRICE for amount in amounts):
        found.append(ask("range-price", low=0, high=_MAX_PRICE))
    per_day = reading.hours_per_day
    if per_day is not None and not 0 < per_day <= _DAY_H:
        found.append(out_of_range("hours-per-day", 0, _DAY_H))
    if any(not 0 < stretch.hours <= _MAX_HOURS for stretch in reading.durations):
        found.append(out_of_range("hours", 0, _MAX_HOURS))
    energies = [value for value in (reading.energy_kwh, reading.average_w) if value is not None]
    if not all(0 < value <= _MAX_HOURS for value in energies):
        found.append(out_of_range("energy", 0, _MAX_HOURS))
    return tuple(found)


def load_of(reading: Reading, hours: Hours | None = None) -> tuple[Load | None, tuple[Message, ...]]:
    """The machine's load: a stated total, else the sum of the parts; or what to ask.

    Args:
        reading: the question.
        hours: running time, to spread a stated amount of energy over.
    """
    groups = drawing(reading)
    totals = [g for g in groups if g.kind == "system"] or [g for g in groups if g.kind == "bare"]
    named = [g for g in groups if g.kind not in {"system", "bare"}]
    if totals and (totals[0].kind == "system" or not any(power_part(g) for g in named)):
        return _total(totals), ()
    average = _average(reading, hours)
    if average is not None and not named:
        return Load(average, average), ()
    questions = [_question(g) for g in named]
    open_ends = unique([question for question in questions if question])
    if not named or open_ends:
        return None, open_ends or (ask("load"),)
    return _sum([*named, *totals]), ()


def _part_load(reading: Reading, load: Load) -> tuple[Load, tuple[Message, ...]]:
    """The load at the share that was said, "600W at 50% load", and how it was counted; beside an efficiency the share is its condition."""
    share = reading.load_share
    if share is None or reading.efficiencies:
        return load, ()
    args = {"percent": share * 100, "watts": load.high_w * share, "full": load.high_w}
    note = Message(key="assume-load-share", args=args)
    return load._replace(low_w=load.low_w * share, high_w=load.high_w * share), (note,)


def _supply_notes(reading: Reading) -> tuple[Message, ...]:
    """Says that the watts beside "PSU" are counted as drawn."""
    if loads(reading):
        return ()
    return tuple(
        Message(key="assume-supply-as-load", args={"watts": g.high_w or 0}) for g in drawing(reading)
    )


def _average(reading: Reading, hours: Hours | None) -> Decimal | None:
    """The watts that a stated energy comes to."""
    if reading.average_w is not None or reading.energy_kwh is None or hours is None:
        return reading.average_w
    return reading.energy_kwh * 1000 / hours.total


def _question(group: Group) -> Message | None:
    return unresolved(group) or (None if power_part(group) else ask(group.kind))


def _total(totals: Sequence[Group]) -> Load:
    """One total; a second one makes a range of the two."""
    lows = [(g.low_w or Decimal(0)) * g.count for g in totals]
    highs = [(g.high_w or Decimal(0)) * g.count for g in totals]
    return Load(min(lows), max(highs))


def _sum(groups: Sequence[Group]) -> Load:
    parts = tuple(part for g in groups if (part := power_part(g)))
    high = sum((p.watts * p.count for p in parts), Decimal(0))
    spread = sum(((g.high_w - g.low_w) * g.count for g in groups if g.high_w and g.low_w), Decimal(0))
    return Load(high - spread, high, () if spread else parts)


def hours_of(reading: Reading) -> Hours | None:
    """Total running hours; ``None`` if nothing was said about time.

    A month is 30 days, a year 365: assumptions. A day is 24 hours unless hours a day were said; where it is
    neither that nor "24/7", ``per_day`` stays ``None`` and the calculator says so.
    """
    stretch = _stretch(reading.durations)
    if stretch is None and reading.energy_kwh is not None and reading.hours_per_day is None:
        return Hours(reading.energy_kwh, None, None, (Message(key="assume-energy-as-load"),))
    notes: list[Message] = []
    if stretch is None:
        if reading.hours_per_day is None and not reading.nonstop:
            return None
        notes.append(Message(key="assume-period-month"))
        days = Decimal(_MONTH_D)
    elif stretch.unit in {"hour", "minute"} and reading.hours_per_day is None:
        return Hours(stretch.hours, None, None)
    else:
        days = stretch.hours / _DAY_H
        notes.extend(_calendar_notes(stretch))
    weekly = reading.days_per_week if reading.days_per_week and reading.days_per_week < _WEEK_D else None
    per_day = Decimal(_DAY_H) if reading.nonstop and reading.hours_per_day is None else reading.hours_per_day
    total = days * (per_day or _DAY_H) * (weekly or _WEEK_D) / _WEEK_D
    return Hours(total, per_day, days, tuple(notes), weekly)


def _stretch(durations: Sequence[Duration]) -> Duration | None:
    """The time in question: what was said outright, the sum of unlike units, else "per month"."""
    said = [d for d in durations if not d.per]
    if not said:
        return max((d for d in durations if d.unit != "hour"), key=lambda d: d.hours, default=None)
    units = {d.unit for d in said}
    if len(said) > 1 and len(units) == len(said):
        total = sum((d.hours for d in said), Decimal(0))
        return max(said, key=lambda d: d.hours).model_copy(update={"hours": total})
    return said[0]


def _calendar_notes(stretch: Duration) -> list[Message]:
    if stretch.unit == "month":
        return [Message(key="assume-month-days", args={"days": _MONTH_D})]
    return [Message(key="assume-year-days", args={"days": 365})] if stretch.unit == "year" else []
