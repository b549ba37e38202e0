"""Which way a question goes: ordered, named rules over a ``Reading``; the first that fits decides."""

import re
from collections.abc import Callable
from typing import Literal

from bot.answering.borrowed import with_parts_of
from bot.answering.extract.read import read
from bot.answering.extract.reading import Reading, Topic
from bot.answering.followup import carry, carry_load, merge
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
from bot.answering.plan_cost import elsewhere, plan_cost
from bot.answering.plan_spec import plan_spec
from bot.answering.planned import Inputs, Plan, ask, concrete, unique
from bot.domain.amounts import energy_of
from bot.domain.calculation import Calculation
from bot.domain.hardware import Catalogue
from bot.domain.inputs import CostInputs, RamInputs
from bot.domain.lookup import PartIndex
from bot.domain.model import Frozen, Lang, Message

Kind = Literal["calculate", "look_up", "both", "clarify"]

_NOT_OURS: frozenset[Topic] = frozenset({"mining", "gaming", "wiring", "laptop", "brand", "elsewhere"})


class Route(Frozen):
    """Where a question goes.

    Attributes:
        kind: ``calculate`` runs the calculators; ``look_up`` searches the guide; ``both`` does both;
            ``clarify`` asks for what is missing (and may still carry calculators that can say something).
        rule: name of the rule that decided, for logs and tests.
        calculators: names and inputs, most important first.
        missing: questions to the asker.
        assumptions: what was taken for granted while filling the inputs.
        guide: whether the guide's text belongs beside the answer.
    """

    kind: Kind
    rule: str
    calculators: tuple[tuple[str, Inputs], ...] = ()
    missing: tuple[Message, ...] = ()
    assumptions: tuple[Message, ...] = ()
    guide: bool = False


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

SAID_BY_RESULTS = frozenset({"clarify-price", "clarify-country"})
"""What a cost says itself that it lacks."""

_PLAIN: frozenset[Topic] = frozenset({"ask_size", "ask_amount", "enough", "follow_up"})
"""Words that say that something is asked, but not what about."""

_SHORT_CHARS = 24
"""A question this short after a calculation may be a follow-up without saying so ("20 cents", "8 h a day")."""

_REFERS = re.compile(
    r"(?<![a-z])(?:it|that|this|these|those|them|they|same)(?![a-z])|它|[这那](?:些|套|台|张|块|样)|同样|上面"
)
"""A question with one of these is about something that was said before."""

Rule = Callable[[Reading], Route | None]


def route(
    question: str, lang: Lang, index: PartIndex, catalogue: Catalogue, previous: Calculation | None = None
) -> Route:
    """Decide what to do with a question.

    Args:
        question: as typed.
        lang: language of the reply.
        index: part names over ``catalogue``.
        catalogue: the tables; named in the signature so that rules may come to need tariffs.
        previous: the calculation this question may follow up on.
    """
    del catalogue
    reading = read(question, index, lang)
    if previous is not None and (followed := _follow_up(reading, previous, index)):
        return followed
    return decide(reading)


def decide(reading: Reading) -> Route:
    """The first rule that fits."""
    for rule in RULES:
        chosen = rule(reading)
        if chosen is not None:
            return chosen
    return Route(kind="look_up", rule="guide", guide=True)


def _follow_up(reading: Reading, previous: Calculation, index: PartIndex) -> Route | None:
    """A change of the previous inputs, if the question says so little that it can be nothing else."""
    topics = reading.topics
    if _NOT_OURS & topics or reading.faults or topics & {"advice", "explain", "article"}:
        return None
    refers = "follow_up" in topics or _REFERS.search(reading.text) is not None
    if not refers and len(reading.text) > _SHORT_CHARS:
        return None
    alone = decide(reading)
    complete = alone.kind in {"calculate", "both"} and alone.rule != "parts-only"
    if complete and (alone.calculators[0][0] != previous.name or "follow_up" not in topics):
        return None
    asks_psu = previous.name != "psu" and bool(reading.of("psu")) and not reading.efficiencies
    if asks_psu and (borrowed := _borrowed(reading, previous, index)):
        return borrowed
    plan = _carried(reading, previous) or merge(previous, reading)
    if plan is None:
        return _borrowed(reading, previous, index)
    name = previous.name
    if isinstance(plan.inputs, RamInputs | CostInputs):
        name = "ram" if isinstance(plan.inputs, RamInputs) else "cost"
    return _in_each_country(_answer(name, "follow-up", plan), reading)


def _borrowed(reading: Reading, previous: Calculation, index: PartIndex) -> Route | None:
    """Another calculator for the parts of the previous one, asked in full: "what psu do they need?"."""
    borrowed = with_parts_of(previous, reading, index)
    found = decide(borrowed) if borrowed else None
    if found is None or not found.calculators or found.calculators[0][0] == previous.name:
        return None
    return found.model_copy(update={"rule": "follow-up"})


def _carried(reading: Reading, previous: Calculation) -> Plan | None:
    """Another calculator for the parts of the previous one: "and how much RAM?", "and the cost of a week?"."""
    if reading.of("gpu", "cpu", "system", "bare"):
        return None
    if reading.of("ram") and previous.name != "ram":
        inputs = carry(previous, reading)
        return Plan(inputs=inputs) if inputs else None
    return carry_load(previous, reading) if previous.name == "psu" else None


def _answer(name: str, rule: str, plan: Plan, *, also_guide: bool = False) -> Route:
    """A plan as a route: calculated, or asked about."""
    calculators = ((name, plan.inputs),) if plan.inputs is not None else ()
    kind: Kind = "clarify" if plan.missing or not calculators else "calculate"
    if kind == "calculate" and also_guide:
        kind = "both"
    return Route(
        kind=kind,
        rule=rule,
        calculators=calculators,
        missing=plan.missing,
        assumptions=plan.assumptions,
        guide=True,
    )


def _not_ours(reading: Reading) -> Route | None:
    """Mining profit, frame rates, house wiring, laptops, brands, other machines: the guide answers or refuses.

    Games and brands are only the occasion where a PSU for named parts is asked for.
    """
    foreign = _NOT_OURS & reading.topics
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
        return _answer("disk", "disk-time", plan_disk(reading))
    if "copy" in reading.topics and (transfer.lanes is not None or transfer.generation is not None):
        return _answer("copy", "copy-time", plan_copy(reading))
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
        return _answer("psu", "psu-size", plan_psu(reading))
    if not topics & {"ask_amount", "enough"} or topics & _GENERAL:
        return None
    if not reading.of("psu") and not _SIZE_WORDS.search(reading.text):
        return None
    return _answer("psu", "psu-gaps", plan_psu(reading))


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
        return _answer("cost", "guide-load", plan._replace(missing=()), also_guide=True)
    chosen = _answer("cost", "cost", plan, also_guide="explain" in reading.topics and not reading.prices)
    return _in_each_country(chosen, reading)


def _in_each_country(chosen: Route, reading: Reading) -> Route:
    """Two countries are compared by a calculation each."""
    more = [
        ("cost", inputs)
        for _, first in chosen.calculators
        if isinstance(first, CostInputs)
        for inputs in elsewhere(first, reading.countries)
    ]
    return chosen.model_copy(update={"calculators": (*chosen.calculators, *more)}) if more else chosen


def _spec(reading: Reading) -> Route | None:
    """A figure of a named part, read from the tables; the guide has nothing to add to it."""
    plan = plan_spec(reading)
    return _answer("spec", "spec", plan).model_copy(update={"guide": False}) if plan else None


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
        return _answer("ram", "ram-size", plan_ram(reading), also_guide="ask_amount" not in topics)
    if not gpus or "ask_amount" not in topics or topics & _GENERAL or means_card_memory(reading):
        return None
    return _answer("ram", "ram-gaps", plan_ram(reading))


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
        return _answer("cost", "price-only", plan_cost(reading))
    if reading.bare_price is None:
        return None
    return Route(kind="clarify", rule="price-unit", missing=(ask("price-unit", price=reading.bare_price),))


def _parts_only(reading: Reading) -> Route | None:
    """Like "4x 3090 + 3970x" and nothing else: the PSU is the usual question."""
    kinds = {g.kind for g in reading.groups if g.mention or g.high_w is not None}
    if {"gpu", "cpu"} <= kinds and not reading.topics - _PLAIN:
        return _answer("psu", "parts-only", plan_psu(reading))
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
    return _in_each_country(_answer("cost", "load-over-time", plan), reading)


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
