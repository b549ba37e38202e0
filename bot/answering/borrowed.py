"""The parts of the calculation before, put into a question that names none ("what psu do they need?")."""

import json
from collections.abc import Iterable, Sequence
from decimal import Decimal

from bot.answering.extract.reading import Group, GroupKind, Reading
from bot.answering.followup import said_count
from bot.domain.calculation import Calculation
from bot.domain.inputs import CostInputs, MemoryPart, PowerPart, PsuInputs, RamInputs, SpecInputs
from bot.domain.lookup import PartIndex, Resolution
from bot.domain.mentions import Mention
from bot.domain.part_names import PartKind

_NOWHERE = (0, 0)
"""Span of what stands in the question before."""


def with_parts_of(previous: Calculation, reading: Reading, index: PartIndex) -> Reading | None:
    """The question with the parts of the calculation before, as if it had named them.

    Args:
        previous: the calculation that was answered before.
        reading: a question that says no parts; a count ("psu for 4 of them") counts the only card there was.
        index: part names, to find the rows of the parts again.

    Returns:
        ``None`` if the question says what it is about, or the calculation before had no parts.
    """
    said = [g for g in reading.groups if g.mention or g.high_w is not None or g.memory_gb is not None]
    parts = () if said else _parts_of(previous, index)
    if not parts:
        return None
    cards = [part for part in parts if part.kind == "gpu"]
    count = said_count(reading) or _counted(reading)
    if count and len(cards) == 1:
        changed = {"count": Decimal(count), "count_given": True}
        parts = tuple(p.model_copy(update=changed) if p.kind == "gpu" else p for p in parts)
    kept = [g for g in reading.groups if g.kind not in {"gpu", "cpu"}]
    return reading.model_copy(update={"groups": (*parts, *kept)})


def _counted(reading: Reading) -> int | None:
    """Like "psu for 4 of them": nobody counts power supplies."""
    counts = [g.count for g in reading.of("psu", "ram") if g.count_given]
    whole = [int(count) for count in counts if count == count.to_integral_value() and count > 0]
    return whole[0] if whole else None


def _parts_of(previous: Calculation, index: PartIndex) -> tuple[Group, ...]:
    raw = json.dumps(dict(previous.inputs))
    if previous.name == "psu":
        return tuple(_drawing(part, index) for part in PsuInputs.model_validate_json(raw).parts)
    if previous.name == "cost":
        return tuple(_drawing(part, index) for part in CostInputs.model_validate_json(raw).parts)
    if previous.name == "ram":
        return tuple(_with_memory(part, index) for part in RamInputs.model_validate_json(raw).gpus)
    if previous.name == "spec":
        return _of_rows(SpecInputs.model_validate_json(raw), index)
    return ()


def _drawing(part: PowerPart, index: PartIndex) -> Group:
    """A load; its own watts where they are not those of its row."""
    mention = _named(part.name, part.kind, index) if part.kind != "other" else None
    watts = None if mention and part.source_url else part.watts
    return _group(part.kind, part.count, mention, watts=watts, memory=part.memory_gb)


def _with_memory(part: MemoryPart, index: PartIndex) -> Group:
    return _group("gpu", part.count, _named(part.name, "gpu", index), memory=part.memory_gb)


def _of_rows(inputs: SpecInputs, index: PartIndex) -> tuple[Group, ...]:
    """One part for each name that was asked about."""
    names = dict.fromkeys((row.asked, row.kind) for row in inputs.rows)
    found = []
    for asked, kind in names:
        rows = [row.name for row in inputs.rows if row.asked == asked]
        found.append(_group(kind, 1, _mention(asked, kind, rows, index)))
    return tuple(group for group in found if group.mention)


def _named(name: str | None, kind: PartKind, index: PartIndex) -> Mention | None:
    return _mention(name, kind, [name], index) if name else None


def _mention(text: str, kind: PartKind, names: Iterable[str], index: PartIndex) -> Mention | None:
    """The rows of exactly these names, as if they stood in the question."""
    wanted = set(names)
    rows: Sequence[object] = index.catalogue.gpus if kind == "gpu" else index.catalogue.cpus
    found = [i for i, row in enumerate(rows) if getattr(row, "name", None) in wanted]
    if not found:
        return None
    resolution: Resolution = index.resolution(text, kind, found)
    return Mention(start=0, end=0, kind=kind, text=text, resolution=resolution)


def _group(
    kind: GroupKind,
    count: int,
    mention: Mention | None,
    *,
    watts: Decimal | None = None,
    memory: Decimal | None = None,
) -> Group:
    return Group(
        kind=kind,
        count=Decimal(count),
        count_given=True,
        low_w=watts,
        high_w=watts,
        memory_gb=memory,
        mention=mention,
        span=_NOWHERE,
    )
