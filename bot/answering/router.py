"""Which way a question goes: read, as a follow-up of the calculation before or by the rules."""

import re

from bot.answering.borrowed import with_parts_of
from bot.answering.extract.read import read
from bot.answering.extract.reading import Reading
from bot.answering.followup import carry, carry_load, merge
from bot.answering.planned import Plan
from bot.answering.routes import Route, answered, in_each_country
from bot.answering.rules import NOT_OURS, decide
from bot.domain.calculation import Calculation
from bot.domain.hardware import Catalogue
from bot.domain.inputs import CostInputs, RamInputs
from bot.domain.lookup import PartIndex
from bot.domain.model import Lang

_SHORT_CHARS = 24
"""A question this short after a calculation may be a follow-up without saying so ("20 cents", "8 h a day")."""

_REFERS = re.compile(
    r"(?<![a-z])(?:it|that|this|these|those|them|they|same)(?![a-z])|它|[这那](?:些|套|台|张|块|样)|同样|上面"
)
"""A question with one of these is about something that was said before."""


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


def _follow_up(reading: Reading, previous: Calculation, index: PartIndex) -> Route | None:
    """A change of the previous inputs, if the question says so little that it can be nothing else."""
    topics = reading.topics
    if NOT_OURS & topics or reading.faults or topics & {"advice", "explain", "article"}:
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
    return in_each_country(answered(name, "follow-up", plan), reading)


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
