"""Steps shared by the plans: a group of the reading becomes a part, or a question about it."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from bot.answering.extract.reading import Group, Reading
from bot.domain.hardware import GpuSpec
from bot.domain.inputs import (
    MAX_COUNT,
    MAX_PART_W,
    CopyInputs,
    CostInputs,
    DiskInputs,
    MemoryPart,
    PowerPart,
    PsuInputs,
    RamInputs,
)
from bot.domain.model import Message

Inputs = PsuInputs | CostInputs | RamInputs | CopyInputs | DiskInputs

_MAX_MEMORY_GB = 2000
_MAX_PARTS = 32


class Plan(NamedTuple):
    """Inputs of one calculator, or what is missing for them.

    Attributes:
        inputs: complete and inside their bounds, or ``None``.
        missing: questions to the asker, by name of the missing input; may stand beside ``inputs`` where the
            calculator can still say something.
        assumptions: what was taken for granted.
    """

    inputs: Inputs | None = None
    missing: tuple[Message, ...] = ()
    assumptions: tuple[Message, ...] = ()


def ask(key: str, **args: str | int | Decimal) -> Message:
    """A message of the ``clarify`` catalogue."""
    return Message(key=f"clarify-{key}", args=args)


def out_of_range(field: str, low: Decimal | int, high: Decimal | int) -> Message:
    """The complaint about one value, with the accepted range."""
    return ask(f"range-{field}", low=low, high=high)


def fault_messages(reading: Reading) -> tuple[Message, ...]:
    """Complaints about expressions that are no numbers."""
    return tuple(ask("not-a-number", text=fault.text) for fault in reading.faults)


def part_faults(groups: Sequence[Group]) -> tuple[Message, ...]:
    """Complaints about counts, watts and memory outside the accepted ranges, each once."""
    found: list[Message] = []
    for group in groups:
        if group.count != group.count.to_integral_value() or not 1 <= group.count <= MAX_COUNT:
            found.append(out_of_range("count", 1, MAX_COUNT))
        for watts in (group.low_w, group.high_w):
            if watts is not None and not 0 < watts <= MAX_PART_W:
                found.append(out_of_range("watts", 1, MAX_PART_W))
        if group.memory_gb is not None and not 0 < group.memory_gb <= _MAX_MEMORY_GB:
            found.append(out_of_range("memory", 1, _MAX_MEMORY_GB))
    if len(groups) > _MAX_PARTS:
        found.append(out_of_range("parts", 1, _MAX_PARTS))
    return unique(found)


def unique(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The messages without repetitions, in order."""
    return tuple({(m.key, tuple(sorted((k, str(v)) for k, v in m.args.items()))): m for m in messages}.values())


def concrete(groups: Sequence[Group]) -> tuple[Group, ...]:
    """Without bare nouns ("the cards") where a group of the same kind says which; their count is kept."""
    telling = [g for g in groups if g.mention or g.high_w is not None or g.memory_gb is not None]
    telling = [g for g in telling if not _restated(g, telling)]
    plain = [g for g in groups if g not in telling]
    if not telling:
        return tuple(plain[:1]) if not any(g.vague or g.count_given for g in plain) else tuple(plain)
    counted = [g for g in plain if g.count_given and not g.vague]
    if len(telling) == 1 and not telling[0].count_given and len(counted) == 1:
        return (telling[0].model_copy(update={"count": counted[0].count, "count_given": True}),)
    return (*telling, *(g for g in plain if g.vague and g.count_given))


def _restated(group: Group, groups: Sequence[Group]) -> bool:
    """ "a second 3090, so 2x 3090": the name without a count repeats the one with a count."""
    return (
        group.mention is not None
        and not group.count_given
        and any(
            g.mention is not None
            and g.count_given
            and g.count > 1
            and g.mention.resolution.names == group.mention.resolution.names
            for g in groups
        )
    )


def unresolved(group: Group, *, memory: bool = False) -> Message | None:
    """What to ask about a group's part name, ``None`` if it is clear enough.

    Args:
        group: a group with or without a name.
        memory: whether memory is needed; otherwise watts are.
    """
    if group.mention is None:
        return None
    resolution = group.mention.resolution
    if (group.memory_gb if memory else group.high_w) is not None:
        return None
    if resolution.status == "unknown":
        key = "unknown-part-memory" if memory else "unknown-part"
        return ask(key, part=group.mention.text[:60], nearest=", ".join(resolution.nearest))
    common = resolution.common_memory_gb if memory else resolution.common_watts
    if resolution.status == "ambiguous" and common is None:
        return ask("which-part", part=group.mention.text[:60], names=", ".join(resolution.names[:6]))
    return None


def power_part(group: Group) -> PowerPart | None:
    """A group as a load, at its stated watts or those of the tables; ``None`` if neither is known."""
    kind = group.kind if group.kind in {"gpu", "cpu"} else "other"
    count = int(group.count)
    row = group.mention.resolution.rows[0] if group.mention and group.mention.resolution.rows else None
    name = row.name if row else (group.mention.text if group.mention else None)
    if group.high_w is not None:
        memory = row.memory_gb if isinstance(row, GpuSpec) else None
        return PowerPart.model_validate(
            {"kind": kind, "name": name, "count": count, "watts": group.high_w, "memory_gb": memory}
        )
    if row is None:
        return None
    if isinstance(row, GpuSpec):
        return PowerPart(
            kind="gpu",
            name=row.name,
            count=count,
            watts=row.board_power_w,
            memory_gb=row.memory_gb,
            connectors=row.connectors,
            source_url=row.source_url,
            checked_on=row.checked_on,
        )
    return PowerPart(
        kind="cpu",
        name=row.name,
        count=count,
        watts=row.base_w,
        peak_w=row.peak_w,
        source_url=row.source_url,
        checked_on=row.checked_on,
    )


def memory_part(group: Group) -> MemoryPart | None:
    """A group as cards with memory, stated or from the tables; ``None`` if neither is known."""
    row = group.mention.resolution.gpus[0] if group.mention and group.mention.resolution.gpus else None
    size = group.memory_gb if group.memory_gb is not None else (row.memory_gb if row else None)
    if size is None:
        return None
    return MemoryPart(
        name=row.name if row else (group.mention.text if group.mention else None),
        count=int(group.count),
        memory_gb=size,
        source_url=row.source_url if row else "",
        checked_on=row.checked_on if row else "",
    )


def same_watts_notes(groups: Sequence[Group]) -> tuple[Message, ...]:
    """Says which row was taken where several rows of one name draw the same."""
    return tuple(
        Message(
            key="assume-part",
            args={"part": group.mention.text[:60], "name": group.mention.resolution.names[0]},
        )
        for group in groups
        if group.mention and group.high_w is None and group.mention.resolution.status == "ambiguous"
    )
