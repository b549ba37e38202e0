"""Ordered, named rules over a ``Reading``; the first that fits decides which way a question goes."""

import re
from collections.abc import Callable

from bot.answering.extract.reading import Reading, Topic
from bot.answering.intent import (
    asks_cost_of_unknown,
    asks_psu_size,
    asks_ram_size,
    has_power,
    is_cost,
    is_guide_example,
    is_guide_load,
    is_only_listed,
    is_powered,
    is_timed,
    means_card_memory,
)
from bot.answering.plan import loads, plan_copy, plan_disk, plan_psu, plan_ram, supply_of
from bot.answering.plan_cost import plan_cost
from bot.answering.plan_spec import plan_spec
from bot.answering.planned import Plan, ask, concrete, unique
from bot.answering.routes import SAID_BY_RESULTS, Route, answered, in_each_country
from bot.domain.amounts import energy_of
from bot.domain.inputs import CostInputs

NOT_OURS: frozenset[Topic] = frozenset({"mining", "gaming", "wiring", "laptop", "brand", "elsewhere"})

_OCCASIONS: frozenset[Topic] = frozenset({"gaming", "brand"})

_ASKS_BRAND = re.compile(r"brand|which (?:one|psu)|牌|(?<![a-z])fps|帧")

_SIZE_WORDS = re.compile(r"wattage|瓦数|功率")

_GENERAL: frozenset[Topic] = frozenset({"explain", "advice", "article", "example", "later", "efficiency"})
"""Words of questions about rules and reasons: without any figure or name they go to the guide."""

_STATEMENT_CHARS = 32
"""A price in a question this short is all that it says."""

_ASKS_ELSE = re.compile(
    r"(?<![a-z])(?:is|are|can|should|does|do|safe|hot|heat|loud|noise|last)(?![a-z])|吗|安全|热|吵|寿命|坏"
)
"""Words beside a load and a time that ask about something other than their cost."""

_PLAIN: frozenset[Topic] = frozenset({"ask_size", "ask_amount", "enough", "follow_up"})
"""Words that say that something is asked, but not what about."""

Rule = Callable[[Reading], Route | None]


def decide(reading: Reading) -> Route:
    """The first rule that fits."""
    for rule in RULES:
        chosen = rule(reading)
        if chosen is not None:
            return chosen
    return Route(kind="look_up", rule="guide", guide=True)


def _not_ours(reading: Reading) -> Route | None:
    """Mining profit, frame rates, house wiring, laptops, brands, other machines: the guide answers or refuses.

    Games and brands are only the occasion where a PSU for named parts is asked for.
    """
    foreign = NOT_OURS & reading.topics
    if not foreign:
        return None
    named = any(g.mention or g.high_w is not None for g in reading.of("gpu"))
    sizing = "psu" in reading.topics and bool(reading.topics & {"ask_amount", "enough"})
    if foreign <= _OCCASIONS and named and sizing and not _ASKS_BRAND.search(reading.text):
        return None
    return Route(kind="look_up", rule="not-ours", guide=True)


def _faulty(reading: Reading) -> Route | None:
    """A number that is none, in a question that asks for a calculation."""
    if not reading.faults:
        return None
    plan = plan_psu(reading)
    return Route(kind="clarify", rule="not-a-number", missing=plan.missing)


def _copy(reading: Reading) -> Route | None:
    transfer = reading.transfer
    if transfer.size_bytes is None or "cost" in reading.topics or "ram" in reading.topics:
        return None
    if transfer.speed_mb_s is not None and ("disk" in reading.topics or transfer.lanes is None):
        return answered("disk", "disk-time", plan_disk(reading))
    if "copy" in reading.topics and (transfer.lanes is not None or transfer.generation is not None):
        return answered("copy", "copy-time", plan_copy(reading))
    return None


def _psu(reading: Reading) -> Route | None:
    """A PSU to be sized: with parts it is calculated, without it is asked for; pure advice is looked up."""
    topics = reading.topics
    judged = "enough" in topics and supply_of(reading) is not None and bool(concrete(reading.of("gpu")))
    if ("psu" not in topics and not judged) or is_cost(reading):
        return None
    if has_power(loads(reading)):
        if "example" in topics or ("explain" in topics and "ask_size" not in topics):
            return None
        return answered("psu", "psu-size", plan_psu(reading))
    if not topics & {"ask_amount", "enough"} or topics & _GENERAL:
        return None
    if not reading.of("psu") and not _SIZE_WORDS.search(reading.text):
        return None
    return answered("psu", "psu-gaps", plan_psu(reading))


def _cost(reading: Reading) -> Route | None:
    """Energy, money and carbon of a load; the guide's own example, and questions without figures, are looked up."""
    if not is_cost(reading):
        return None
    powered, timed = is_powered(reading), is_timed(reading)
    if is_guide_example(reading):
        return Route(kind="look_up", rule="guide-worked-cost", guide=True)
    if not (powered and timed) and reading.topics & {"explain", "article", "example"}:
        return None
    if not powered and not asks_cost_of_unknown(reading, timed=timed):
        return None
    plan = plan_cost(reading)
    if isinstance(plan.inputs, CostInputs) and is_guide_load(plan.inputs):
        return answered("cost", "guide-load", plan._replace(missing=()), also_guide=True)
    chosen = answered("cost", "cost", plan, also_guide="explain" in reading.topics and not reading.prices)
    return in_each_country(chosen, reading)


def _spec(reading: Reading) -> Route | None:
    """A figure of a named part, read from the tables; the guide has nothing to add to it."""
    plan = plan_spec(reading)
    return answered("spec", "spec", plan).model_copy(update={"guide": False}) if plan else None


def _several(reading: Reading) -> Route | None:
    """A question with two parts gets two calculations: "psu and ram for 2x 3090 and a 3970x"."""
    plans: list[tuple[str, Plan]] = []
    if asks_psu_size(reading) and has_power(loads(reading)):
        plans.append(("psu", plan_psu(reading)))
    if asks_ram_size(reading):
        plans.append(("ram", plan_ram(reading)))
    if plans and is_cost(reading) and is_powered(reading):
        plans.append(("cost", plan_cost(reading)))
    usable = [(name, plan.inputs) for name, plan in plans if plan.inputs is not None]
    ready = any(plan.inputs is not None and not plan.missing for _, plan in plans)
    if len(plans) < 2 or not ready or reading.topics & {"explain", "example"}:
        return None
    missing = unique([message for _, plan in plans for message in plan.missing])
    return Route(
        kind="calculate",
        rule="several",
        calculators=tuple(usable),
        missing=tuple(m for m in missing if m.key not in SAID_BY_RESULTS or len(usable) < len(plans)),
        assumptions=unique([message for _, plan in plans for message in plan.assumptions]),
        guide=True,
    )


def _ram(reading: Reading) -> Route | None:
    """System RAM for cards: calculated where the cards are known, asked about where they are only mentioned."""
    topics = reading.topics
    if not reading.of("ram") or is_cost(reading) or is_only_listed(reading):
        return None
    gpus = reading.of("gpu")
    if any(g.mention or g.memory_gb for g in gpus):
        if topics & {"explain", "advice"} and ("ask_amount" not in topics or means_card_memory(reading)):
            return None
        if means_card_memory(reading) and not topics & {"ask_amount", "ask_size", "enough"}:
            return None  # "3090 memory temperature"
        return answered("ram", "ram-size", plan_ram(reading), also_guide="ask_amount" not in topics)
    if not gpus or "ask_amount" not in topics or topics & _GENERAL or means_card_memory(reading):
        return None
    return answered("ram", "ram-gaps", plan_ram(reading))


def _price_only(reading: Reading) -> Route | None:
    """Like "price is 20": twenty of what?"""
    if is_powered(reading) or reading.durations:
        return None
    if (
        any(price.per_kwh for price in reading.prices)
        and len(reading.text) <= _STATEMENT_CHARS
        and not reading.topics & _GENERAL
        and not reading.groups
    ):
        return answered("cost", "price-only", plan_cost(reading))
    if reading.bare_price is None:
        return None
    return Route(kind="clarify", rule="price-unit", missing=(ask("price-unit", price=reading.bare_price),))


def _parts_only(reading: Reading) -> Route | None:
    """Like "4x 3090 + 3970x" and nothing else: the PSU is the usual question."""
    kinds = {g.kind for g in reading.groups if g.mention or g.high_w is not None}
    if {"gpu", "cpu"} <= kinds and not reading.topics - _PLAIN:
        return answered("psu", "parts-only", plan_psu(reading))
    return None


def _load_over_time(reading: Reading) -> Route | None:
    """Like "600W for a month" and nothing else: what it costs is the usual question, so the price is asked for."""
    stated = any(g.high_w is not None for g in reading.of("bare", "system"))
    if not stated or not is_timed(reading) or reading.topics - {"follow_up"}:
        return None
    if len(reading.text) > _STATEMENT_CHARS or _ASKS_ELSE.search(reading.text):
        return None
    if reading.of("gpu", "cpu", "psu", "ram"):
        return None
    plan = plan_cost(reading)
    inputs = plan.inputs
    if (
        isinstance(inputs, CostInputs)
        and not plan.missing
        and not inputs.price_per_kwh
        and not inputs.country
    ):
        energy = energy_of(inputs.high_w, inputs.hours, inputs.efficiency).value
        plan = plan._replace(missing=(ask("price-of-energy", kwh=energy),))
    return in_each_country(answered("cost", "load-over-time", plan), reading)


RULES: tuple[Rule, ...] = (
    _not_ours,
    _faulty,
    _copy,
    _spec,
    _several,
    _ram,
    _psu,
    _price_only,
    _cost,
    _parts_only,
    _load_over_time,
)
"""In order; the name of a rule is in the route it returns."""
