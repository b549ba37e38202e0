"""Where a question goes, once that is decided."""

from typing import Literal

from bot.answering.extract.reading import Reading
from bot.answering.plan_cost import elsewhere
from bot.answering.planned import Inputs, Plan
from bot.domain.inputs import CostInputs
from bot.domain.model import Frozen, Message

Kind = Literal["calculate", "look_up", "both", "clarify"]

SAID_BY_RESULTS = frozenset({"clarify-price", "clarify-country"})
"""What a cost says itself that it lacks."""


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


def answered(name: str, rule: str, plan: Plan, *, also_guide: bool = False) -> Route:
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


def in_each_country(chosen: Route, reading: Reading) -> Route:
    """Two countries are compared by a calculation each."""
    more = [
        ("cost", inputs)
        for _, first in chosen.calculators
        if isinstance(first, CostInputs)
        for inputs in elsewhere(first, reading.countries)
    ]
    return chosen.model_copy(update={"calculators": (*chosen.calculators, *more)}) if more else chosen
