"""Steps shared by the plans: a group of the reading becomes a part, or a question about it."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from bot.answering.extract.reading import Group, Reading
from bot.domain.hardware import CpuSpec, GpuSpec
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
    SpecInputs,
)
from bot.domain.model import Message

Inputs = PsuInputs | CostInputs | RamInputs | CopyInputs | DiskInputs | SpecInputs

_MAX_MEMORY_GB = 2000
_MAX_PARTS = 32
_SHOWN_CHARS = 60


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
        stated = [watts for watts in (group.low_w, group.high_w) if watts is not None]
        if not all(0 < watts <= MAX_PART_W for watts in stated):
            found.append(out_of_range("watts", 1, MAX_PART_W))
        if group.memory_gb is not None and not 0 < group.memory_gb <= _MAX_MEMORY_GB:
            found.append(out_of_range("memory", 1, _MAX_MEMORY_GB))
    if len(groups) > _MAX_PARTS:
        found.append(out_of_range("parts", 1, _MAX_PARTS))
    return unique(found)


def unique(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The messages without repetitions, in order."""
    return tuple(
        {(m.key, tuple(sorted((k, str(v)) for k, v in m.args.items()))): m for m in messages}.values()
    )


def concrete(groups: Sequence[Group]) -> tuple[Group, ...]:
    """Without bare nouns ("the cards") where a group of the same kind says which; their count is kept."""
    telling = [g for g in groups if g.mention or g.high_w is not None or g.memory_gb is not None]
    telling = [g for g in telling if not _restated(g, telling)]
    plain = [g for g in groups if g not in telling]
    if not telling:
        return tuple(plain[:1]) if not any(g.vague or g.count_given for g in plain) else tuple(plain)
    counted = [g for g in plain if g.count_given and not g.vague]
    if len(telling) == 1 and len(counted) == 1 and _takes_count(telling[0]):
        return (telling[0].model_copy(update={"count": counted[0].count, "count_given": True}),)
    return (*telling, *(g for g in plain if g.vague and g.count_given))


def _takes_count(group: Group) -> bool:
    """Whether a figure is of one of several: "三張卡 一張 350 瓦"."""
    return not group.count_given or (group.count == 1 and group.mention is None)


def _restated(group: Group, groups: Sequence[Group]) -> bool:
    """Like "a second 3090, so 2x 3090": the name without a count repeats the one with a count."""
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


def rows_of(group: Group, *, memory: bool = False) -> tuple[GpuSpec | CpuSpec, ...]:
    """The rows of the tables that a group's name may mean, as far as it matters.

    Where they differ in what is needed and some are PCIe boards, those are meant: an SXM module is not a card that
    anyone plugs in, and the choice is stated.

    Args:
        group: a group with or without a name.
        memory: whether memory is needed; otherwise watts are.
    """
    if group.mention is None:
        return ()
    rows = group.mention.resolution.rows
    stated = [row for row in rows if isinstance(row, GpuSpec) and row.memory_gb == group.memory_gb]
    rows = tuple(stated) or rows
    boards = tuple(row for row in rows if "PCIe" in row.name)
    return boards if _spread(rows, memory=memory) and boards else rows


def _spread(rows: Sequence[GpuSpec | CpuSpec], *, memory: bool) -> bool:
    """Whether rows differ in the figure that is needed."""
    figures = {
        (row.memory_gb if memory else row.board_power_w) if isinstance(row, GpuSpec) else row.base_w
        for row in rows
    }
    return len(figures) > 1


def unresolved(group: Group, *, memory: bool = False) -> Message | None:
    """What to ask about a group's part name, ``None`` if it is clear enough.

    Args:
        group: a group with or without a name.
        memory: whether memory is needed; otherwise watts are.
    """
    if group.mention is None or (group.memory_gb if memory else group.high_w) is not None:
        return None
    resolution = group.mention.resolution
    part = group.mention.text[:_SHOWN_CHARS]
    if resolution.status == "unknown":
        key = "unknown-part-memory" if memory else "unknown-part"
        return ask(key, part=part, nearest=", ".join(resolution.nearest))
    if _spread(rows_of(group, memory=memory), memory=memory):
        return ask("which-part", part=part, names=", ".join(resolution.names[:6]))
    return None


def power_part(group: Group) -> PowerPart | None:
    """A group as a load, at its stated watts or those of the tables; ``None`` if neither is known."""
    row = next(iter(rows_of(group)), None)
    values: dict[str, object] = {
        "kind": group.kind if group.kind in {"gpu", "cpu"} else "other",
        "name": row.name if row else (group.mention.text if group.mention else None),
        "count": int(group.count),
        "watts": group.high_w,
    }
    if isinstance(row, GpuSpec):
        values |= {"memory_gb": row.memory_gb, "connectors": row.connectors}
    if group.high_w is None:
        if row is None:
            return None
        values["watts"] = row.board_power_w if isinstance(row, GpuSpec) else row.base_w
        values |= {"source_url": row.source_url, "checked_on": row.checked_on}
        if isinstance(row, CpuSpec):
            values["peak_w"] = row.peak_w
    return PowerPart.model_validate(values)


def memory_part(group: Group) -> MemoryPart | None:
    """A group as cards with memory, stated or from the tables; ``None`` if neither is known."""
    row = next((row for row in rows_of(group, memory=True) if isinstance(row, GpuSpec)), None)
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


def chosen_row_notes(groups: Sequence[Group], *, memory: bool = False) -> tuple[Message, ...]:
    """Says which row was taken where a name fits several."""
    found = []
    for group in groups:
        if group.mention is None or group.mention.resolution.status != "ambiguous":
            continue
        if (group.memory_gb if memory else group.high_w) is not None:
            continue
        rows = rows_of(group, memory=memory)
        same = len(rows) == len(group.mention.resolution.rows)
        args = {"part": group.mention.text[:_SHOWN_CHARS], "name": rows[0].name}
        found.append(Message(key="assume-part" if same else "assume-board", args=args))
    return unique(found)
