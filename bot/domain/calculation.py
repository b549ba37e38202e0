"""The result of a calculator: what was understood, what came out, and every step between."""

from collections.abc import Mapping

from pydantic import Field, JsonValue

from bot.domain.model import Frozen, Message, Number, Source


class Step(Frozen):
    """One line of working that a reader, or a test, can compute again.

    Attributes:
        key: message key of the line's label, such as ``step-load``.
        expression: plain arithmetic over decimal literals, ``+ - * /``, parentheses, ``max(...)`` and
            ``min(...)``; a table look-up such as the next size sold is written ``next(1391.5)``.
        value: what the expression yields, in ``unit``, unrounded (28 significant digits).
        unit: the unit of ``value``: ``W``, ``h``, ``kWh``, ``GB``, ``ms``, an ISO 4217 code …
    """

    key: str
    expression: str
    value: Number
    unit: str


class Calculation(Frozen):
    """A calculator's answer.

    Attributes:
        name: ``psu``, ``cost``, ``ram`` …
        inputs: the inputs as understood, JSON-ready.
        results: named results; the unit is in the name (``load_w``). ``None`` = no such value exists.
        headline: the one sentence a hurried reader needs, with its number.
        understood: the inputs, each as a short phrase ("2 × RTX 3090 at 350 W").
        steps: the working, in order.
        assumptions: what was taken for granted because it was not given.
        notes: what a careful adviser would add (the guide's own figures, plugs, limits).
        sources: where constants and table values come from.
        sections: ids of the guide's sections that explain the rule.
    """

    name: str
    inputs: Mapping[str, JsonValue]
    results: Mapping[str, Number | str | None]
    headline: Message
    understood: tuple[Message, ...] = ()
    steps: tuple[Step, ...] = ()
    assumptions: tuple[Message, ...] = ()
    notes: tuple[Message, ...] = ()
    sources: tuple[Source, ...] = ()
    sections: tuple[str, ...] = Field(default=())
