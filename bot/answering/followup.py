"""A follow-up ("and with 80 % efficiency?", "那三張呢", "換成 4090 呢") applied to the previous inputs."""

import json
import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from bot.answering.extract.reading import Duration, Group, Price, Reading
from bot.answering.extract.tokens import kinds, lex
from bot.answering.plan import efficiency_faults, ram_of, supply_of, workload_of
from bot.answering.plan_cost import hours_of, load_of, value_faults
from bot.answering.plan_spec import plan_figures
from bot.answering.planned import (
    Plan,
    ask,
    concrete,
    memory_part,
    part_faults,
    power_part,
    unique,
    unresolved,
)
from bot.answering.pricing import money_of, unit_open
from bot.domain.calculation import Calculation
from bot.domain.inputs import (
    MAX_COUNT,
    MAX_PART_W,
    MAX_SUPPLY_W,
    CostInputs,
    MemoryPart,
    PowerPart,
    PsuInputs,
    RamInputs,
    SpecInputs,
)
from bot.domain.model import Message

_DRAWN = re.compile(r"(?<![a-z])(?:draw|pull|consum|use|load)|功耗|耗电|吃|负载|用电")
_HELD = re.compile(r"(?<![a-z])(?:power limit|limit|cap|undervolt|underclock)|限|锁|降压|功耗墙")
_PRICE = re.compile(r"[@p]?N(?![WEGHDJOYIMx%L$kgcPQBNvj/AeR])")
_COUNT = re.compile(r"N(?=x?[Mkgj])|x(?P<m>N)|N(?=[.,]{0,3}$)")


def merge(previous: Calculation, reading: Reading) -> Plan | None:
    """The previous inputs with what the question changes.

    Args:
        previous: the calculation that was answered before; its inputs are read back, not trusted to be newer.
        reading: the follow-up question.

    Returns:
        ``None`` if the question changes nothing in them.
    """
    change = _CHANGES.get(previous.name)
    if change is None:
        return None
    faults = (
        *part_faults(reading.of("gpu", "cpu", "other")),
        *efficiency_faults(reading),
        *value_faults(reading),
    )
    if faults:
        return Plan(missing=unique(faults))
    return change(json.dumps(dict(previous.inputs)), reading)


def _psu(raw: str, reading: Reading) -> Plan | None:
    before = PsuInputs.model_validate_json(raw)
    parts, questions = changed_parts(before.parts, reading)
    if questions:
        return Plan(missing=questions)
    supply = supply_of(reading) or bare_supply(reading)
    efficiency = reading.efficiencies[0] if reading.efficiencies else before.efficiency
    named_cpu = any(part.kind == "cpu" for part in parts)
    inputs = before.model_copy(
        update={
            "parts": parts,
            "efficiency": efficiency,
            "supply_w": supply or before.supply_w,
            "cpu_assumed": before.cpu_assumed and not named_cpu and "cards_alone" not in reading.topics,
        }
    )
    return Plan(inputs=inputs) if inputs != before or supply or said_count(reading) else None


def bare_supply(reading: Reading) -> Decimal | None:
    """Watts after a PSU was sized, "is 1600W enough?": those of a supply, unless something is said to draw them."""
    if _DRAWN.search(reading.text) or _HELD.search(reading.text):
        return None
    stated = {g.high_w for g in reading.of("bare", "psu", "system") if g.count == 1 and g.low_w == g.high_w}
    watts = stated.pop() if len(stated) == 1 else None
    return watts if watts is not None and 0 < watts <= MAX_SUPPLY_W else None


def _cost(raw: str, reading: Reading) -> Plan | None:
    before = CostInputs.model_validate_json(raw)
    update: dict[str, object] = {}
    notes: list[Message] = []
    reading = _with_bare_price(reading)
    open_price = unit_open(reading, before.currency)
    if open_price is not None:
        return Plan(missing=(ask("price-unit", price=open_price),))
    questions = _new_load(before, reading, update)
    if questions:
        return Plan(missing=questions)
    notes.extend(_new_hours(before, reading, update))
    notes.extend(_new_money(before, reading, update))
    if reading.efficiencies:
        update["efficiency"], *others = reading.efficiencies
        update |= {"efficiency_given": True, "other_efficiencies": tuple(others[:3])}
    if reading.country:
        update["country"] = reading.country
        if "price_per_kwh" not in update:  # the price before was another place's
            update |= {"price_per_kwh": None, "currency": None, "other_prices": ()}
    if reading.base_kwh is not None:
        update["base_kwh_per_month"] = reading.base_kwh
    inputs = before.model_copy(update=update)
    changed = inputs != before or reading.country is not None
    return Plan(inputs=inputs, assumptions=tuple(notes)) if changed else None


def _new_load(before: CostInputs, reading: Reading, update: dict[str, object]) -> tuple[Message, ...]:
    """A new total, or changed parts."""
    held = before.parts and _HELD.search(reading.text)
    if reading.of("system", "bare") and not held:
        load, _ = load_of(reading)
        if load is not None:
            update |= {"low_w": load.low_w, "high_w": load.high_w, "parts": load.parts}
            return ()
    parts, questions = changed_parts(before.parts, reading)
    if parts != before.parts and not questions:
        total = sum((part.watts * part.count for part in parts), Decimal(0))
        update |= {"low_w": total, "high_w": total, "parts": parts}
    return questions


def _new_hours(before: CostInputs, reading: Reading, update: dict[str, object]) -> tuple[Message, ...]:
    """New hours a day keep the old days, new days keep the old hours a day."""
    said_days = reading.durations or reading.days_per_week is not None
    if not said_days and reading.hours_per_day is None and not reading.nonstop:
        return ()
    per_day = reading.hours_per_day
    if per_day is None and not reading.nonstop:
        per_day = before.hours_per_day
    said = {
        "hours_per_day": per_day,
        "durations": reading.durations or _days(before),
        "days_per_week": reading.days_per_week or (None if reading.nonstop else before.days_per_week),
    }
    hours = hours_of(reading.model_copy(update=said))
    if hours is None:
        return ()
    update |= {
        "hours": hours.total,
        "hours_per_day": hours.per_day,
        "days": hours.days,
        "days_per_week": hours.days_per_week,
    }
    return hours.assumptions


def _days(before: CostInputs) -> tuple[Duration, ...]:
    hours = before.days * 24 if before.days is not None else before.hours
    return (Duration(hours=hours, unit="day", span=(0, 0)),)


def _with_bare_price(reading: Reading) -> Reading:
    """The question with its lone number as a price: "at 0.3 instead", "按0.5算", "what about 0.25?"."""
    value = reading.bare_price
    if value is None and not reading.prices:
        tokens = lex(reading.text, [g.mention for g in reading.groups if g.mention])
        found = list(_PRICE.finditer(kinds(tokens)))
        if len(found) == 1 and kinds(tokens).count("N") == 1:
            number = tokens[found[0].end() - 1].value
            marked = len(found[0][0]) > 1
            value = number if marked or number != number.to_integral_value() else None
    if value is None or value <= 0:
        return reading
    price = Price(value=value, code="", per_kwh=True, span=(0, 0))
    return reading.model_copy(update={"prices": (price,)})


def _new_money(before: CostInputs, reading: Reading, update: dict[str, object]) -> tuple[Message, ...]:
    """A new price; written without a currency it stays in the old one."""
    money = money_of(reading, before.currency)
    if not money.prices:
        return ()
    update |= {
        "price_per_kwh": money.prices[0],
        "currency": money.currency,
        "other_prices": money.prices[1:4],
    }
    return money.assumptions


def _ram(raw: str, reading: Reading) -> Plan | None:
    before = RamInputs.model_validate_json(raw)
    have = ram_of(reading) if "enough" in reading.topics else None
    if have is not None:
        return Plan(inputs=before.model_copy(update={"have_gb": have}))
    groups = _telling(reading.of("gpu"))
    questions = unique([q for g in groups if (q := unresolved(g, memory=True))])
    if questions:
        return Plan(missing=questions)
    count = said_count(reading)
    gpus = before.gpus
    if groups:
        gpus = tuple(part for g in _kept_count(groups, [p.count for p in gpus]) if (part := memory_part(g)))
        if not gpus:  # cards of which only the watts were said
            return None
    elif count is not None and len(gpus) == 1:
        gpus = _recount_memory(gpus, count)
    workload = workload_of(reading)
    inputs = before.model_copy(
        update={"gpus": gpus, "workload": before.workload if workload == "normal" else workload}
    )
    return Plan(inputs=inputs) if inputs != before or count else None


def _recount_memory(gpus: tuple[MemoryPart, ...], count: int) -> tuple[MemoryPart, ...]:
    return (gpus[0].model_copy(update={"count": count}),)


def _spec(raw: str, reading: Reading) -> Plan | None:
    """The same figures of another part ("and the 4090?"); another figure of the same one is a question of its own."""
    before = SpecInputs.model_validate_json(raw)
    return plan_figures(reading, before.figures)


_CHANGES: dict[str, Callable[[str, Reading], Plan | None]] = {
    "psu": _psu,
    "cost": _cost,
    "ram": _ram,
    "spec": _spec,
}


def changed_parts(
    parts: tuple[PowerPart, ...], reading: Reading
) -> tuple[tuple[PowerPart, ...], tuple[Message, ...]]:
    """Parts with those of the follow-up in place of the old ones of the same kind.

    A new card without a count comes in the old number; a mere count ("那三張呢") changes the only card there is.
    """
    result = parts
    if "cards_alone" in reading.topics:
        result = tuple(part for part in parts if part.kind == "gpu") or parts
    questions: list[Message] = []
    held = [g.high_w for g in reading.of("bare") if g.high_w is not None and _HELD.search(reading.text)]
    if len(held) == 1 and 0 < held[0] <= MAX_PART_W:  # "with undervolt to 300W"
        own = {"watts": held[0], "source_url": "", "checked_on": ""}
        result = tuple(p.model_copy(update=own) if p.kind == "gpu" else p for p in result)
    for kind in ("gpu", "cpu", "other"):
        groups = _telling(reading.of("gpu" if kind == "gpu" else "cpu" if kind == "cpu" else "other"))
        if not groups:
            continue
        asked = [question for g in groups if (question := unresolved(g))]
        questions.extend(asked)
        old = [part for part in result if part.kind == kind]
        new = [p for g in _kept_count(groups, [p.count for p in old]) if not asked and (p := power_part(g))]
        if new:
            result = (*new, *(part for part in result if part.kind != kind))
    count = said_count(reading)
    cards = [part for part in result if part.kind == "gpu"]
    if result == parts and count is not None and len(cards) == 1:
        result = tuple(p.model_copy(update={"count": count}) if p.kind == "gpu" else p for p in parts)
    return result, unique(questions)


def _telling(groups: Sequence[Group]) -> tuple[Group, ...]:
    """Groups that name a part or a figure."""
    return tuple(g for g in concrete(groups) if g.mention or g.high_w is not None or g.memory_gb is not None)


def _kept_count(groups: Sequence[Group], old: Sequence[int]) -> Sequence[Group]:
    """A single new part without a count takes over the old one's."""
    if len(groups) == 1 and len(old) == 1 and not groups[0].count_given:
        return (groups[0].model_copy(update={"count": Decimal(old[0])}),)
    return groups


def said_count(reading: Reading) -> int | None:
    """A count of cards given without a name: "what about 3 cards", "那三張呢", "and 8?"."""
    counted = [g.count for g in reading.of("gpu") if g.count_given]
    if not counted:
        tokens = lex(reading.text, [g.mention for g in reading.groups if g.mention])
        match = _COUNT.search(kinds(tokens))
        counted = [tokens[match.start("m") if match["m"] else match.start()].value] if match else []
    if counted and counted[0] == counted[0].to_integral_value() and 1 <= counted[0] <= MAX_COUNT:
        return int(counted[0])
    return None


def carry(previous: Calculation, reading: Reading) -> RamInputs | None:
    """Parts of a previous PSU or cost calculation as the cards of a RAM question ("and how much RAM?")."""
    if previous.name not in {"psu", "cost"}:
        return None
    model = PsuInputs if previous.name == "psu" else CostInputs
    before = model.model_validate_json(json.dumps(dict(previous.inputs)))
    cards = tuple(
        MemoryPart(
            name=part.name,
            count=part.count,
            memory_gb=part.memory_gb,
            source_url=part.source_url,
            checked_on=part.checked_on,
        )
        for part in before.parts
        if part.kind == "gpu" and part.memory_gb is not None
    )
    return RamInputs(gpus=cards, workload=workload_of(reading)) if cards else None


def carry_load(previous: Calculation, reading: Reading) -> Plan | None:
    """The load of the previous calculation, a PSU's, for "and two weeks of that at 20 cents?"."""
    hours = hours_of(reading)
    if hours is None:
        return None
    parts = PsuInputs.model_validate_json(json.dumps(dict(previous.inputs))).parts
    total = sum((part.watts * part.count for part in parts), Decimal(0))
    money = money_of(reading)
    inputs = CostInputs(
        low_w=total,
        high_w=total,
        parts=parts,
        hours=hours.total,
        hours_per_day=hours.per_day,
        days=hours.days,
        days_per_week=hours.days_per_week,
        price_per_kwh=money.prices[0] if money.prices else None,
        currency=money.currency,
        country=reading.country,
    )
    missing = () if money.prices or reading.country or "money" not in reading.topics else (ask("price"),)
    return Plan(inputs=inputs, missing=missing, assumptions=(*hours.assumptions, *money.assumptions))
