"""Writing a calculation down: decimal literals, steps, sizes sold, and the texts the rules come from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from bot.domain.calculation import Calculation, Step
from bot.domain.inputs import MemoryPart, PowerPart, SpecRow
from bot.domain.model import Frozen, Message, Source

GUIDE = Source(
    title="A Full Hardware Guide to Deep Learning (Tim Dettmers)",
    url="https://timdettmers.com/2018/12/16/deep-learning-hardware-guide/",
    date="2018-12-16",
)
WORKSTATION_TEXT = Source(title="Workstation advertisement (UltraLAB)", date="2018")

_SHORT = 12
_MAX_DENOMINATOR = 10_000
_SAME = Decimal("1e-15")
"""Relative: what a number from JSON and the exact one differ by at most."""


def literal(value: Decimal | int) -> str:
    """A number as plain decimal digits without trailing zeros: ``1391.5``, ``1000000``, ``0.92``.

    One whose digits go on and on, as of a third, becomes the division that it came from: ``(1 / 3)``.
    """
    exact = Decimal(value)
    text = format(exact, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    if len(text) <= _SHORT or "." not in text:
        return text
    near = Fraction(exact).limit_denominator(_MAX_DENOMINATOR)
    same = abs(Decimal(near.numerator) / near.denominator - exact) <= abs(exact) * _SAME
    return f"({near.numerator} / {near.denominator})" if same else text


def operand(value: Decimal, expression: str) -> str:
    """A result as the next expression uses it: its digits if they are few, else the expression behind it.

    So that ``204 * 0.6`` stays readable while ``(600 / 1000 * 360 / 0.92) * 0.125`` stays exact.
    """
    digits = literal(value)
    return f"({expression})" if len(digits) > _SHORT or digits.startswith("(") else digits


def next_size(needed: Decimal, sizes: Sequence[int]) -> int | None:
    """The smallest size sold at or above what is needed; ``None`` if none is that large.

    Args:
        needed: in the unit of ``sizes``.
        sizes: ascending.
    """
    return next((size for size in sizes if size >= needed), None)


@dataclass
class Working:
    """A calculation being written: results by name, and the lines, assumptions and notes in order."""

    results: dict[str, Decimal | str | None] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    assumptions: list[Message] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)

    def line(self, key: str, expression: str, value: Decimal | int, unit: str) -> Decimal:
        """Write one step down and give its value back."""
        exact = Decimal(value)
        self.steps.append(Step(key=key, expression=expression, value=exact, unit=unit))
        return exact

    def assume(self, key: str, **args: str | int | Decimal) -> None:
        """State something that was not given."""
        self.assumptions.append(Message(key=key, args=args))

    def note(self, key: str, **args: str | int | Decimal) -> None:
        """Add what a careful adviser would say."""
        self.notes.append(Message(key=key, args=args))

    def finish(
        self,
        name: str,
        inputs: Frozen,
        headline: Message,
        understood: Iterable[Message],
        sources: Iterable[Source],
        section: str = "",
    ) -> Calculation:
        """The finished calculation; without a section where no rule of the guide stands behind it."""
        return Calculation(
            name=name,
            inputs=inputs.model_dump(mode="json", exclude_none=True),
            results=dict(self.results),
            headline=headline,
            understood=tuple(understood),
            steps=tuple(self.steps),
            assumptions=tuple(self.assumptions),
            notes=tuple(self.notes),
            sources=tuple(sources),
            sections=(section,) if section else (),
        )


def part_label(part: PowerPart) -> str:
    """A part in a list of counts: its name, or its watts where it has none."""
    return part.name or f"{literal(part.watts)} W"


def part_message(part: PowerPart, watts: Decimal | None = None) -> Message:
    """A part as understood: "2 × RTX 3090 at 350 W", "4 × graphics card at 250 W".

    Args:
        part: the part.
        watts: what is counted for one, where that is not its rated power.
    """
    args: dict[str, str | int | Decimal] = {"count": part.count, "watts": watts or part.watts}
    if part.name is None:
        return Message(key=f"part-{part.kind}", args=args)
    return Message(key="part-named", args={**args, "name": part.name})


def table_sources(parts: Iterable[PowerPart | MemoryPart | SpecRow]) -> tuple[Source, ...]:
    """Where the table's figures for these parts come from, each part once."""
    sources = {
        part.name: Source(title=part.name, url=part.source_url, date=part.checked_on)
        for part in parts
        if part.name and part.source_url
    }
    return tuple(sources.values())
