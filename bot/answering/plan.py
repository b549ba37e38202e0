"""From what was read to what a calculator takes: PSU, RAM, copy and disk. Gaps become questions, not numbers."""

import re
from decimal import Decimal
from typing import Literal

from pydantic import ValidationError

from bot.answering.conditions import not_counted
from bot.answering.extract.reading import Group, Reading
from bot.answering.planned import (
    Plan,
    ask,
    chosen_row_notes,
    concrete,
    fault_messages,
    memory_part,
    out_of_range,
    part_faults,
    power_part,
    unique,
    unresolved,
)
from bot.domain.inputs import MAX_RAM_GB, MAX_SUPPLY_W, CopyInputs, DiskInputs, PsuInputs, RamInputs
from bot.domain.model import Message

_FRACTION = (0, 1)
_SMALLEST_PSU_W = 300
_LARGEST_PSU_W = 5000
_PSU_IS = re.compile(
    r"(?:psu|power ?supply|电源|电源供应器|供应器|电供)(?: is| was|是|为|只有|有)?[\s:=]{0,3}(?:an? )?$"
)


def loads(reading: Reading) -> tuple[Group, ...]:
    """The groups that draw power: cards, CPUs, other loads; totals and unnamed watts come last."""
    gpus, cpus = concrete(reading.of("gpu")), concrete(reading.of("cpu"))
    if "cards_alone" in reading.topics:
        cpus = ()
    rest = [g for g in reading.of("other", "bare", "system") if g.high_w is not None]
    if gpus and rest:
        rest = [g for g in rest if not _is_supply(reading, g)]
    return (*gpus, *cpus, *rest)


def drawing(reading: Reading) -> tuple[Group, ...]:
    """As ``loads``; where nothing else is said to draw power, watts right behind "PSU" count, if its losses are asked for.

    In "85%跟92%效率的電源 600W 一個月" they are the machine's.
    """
    groups = loads(reading)
    if groups or not (reading.efficiencies and reading.durations):
        return groups
    supplies = [g for g in reading.of("psu") if g.high_w is not None]
    return tuple(group.model_copy(update={"kind": "bare"}) for group in supplies[:1])


def _is_supply(reading: Reading, group: Group) -> bool:
    """Whether bare watts are the supply's: "is 1200 W enough for …", "my psu is 850W"."""
    watts = group.high_w
    if group.kind != "bare" or group.count != 1 or watts is None or watts != group.low_w:
        return False
    if not _SMALLEST_PSU_W <= watts <= _LARGEST_PSU_W:
        return "enough" in reading.topics and watts > _LARGEST_PSU_W
    return "enough" in reading.topics or _PSU_IS.search(reading.text, 0, group.span[0]) is not None


def supply_of(reading: Reading) -> Decimal | None:
    """Watts of the supply that the asker has or has in mind, ``None`` if there is none or more than one."""
    stated = [g for g in reading.of("psu") if g.high_w is not None and g.count == 1 and g.low_w == g.high_w]
    if concrete(reading.of("gpu")):
        stated += [g for g in reading.of("bare") if _is_supply(reading, g)]
    sizes = {g.high_w for g in stated}
    return sizes.pop() if len(sizes) == 1 else None


def plan_psu(reading: Reading) -> Plan:
    """Parts to supply.

    A single total ("the rig draws 1150 W") is one part. Cards without a CPU are calculated as the cards alone,
    which the inputs say, unless a CPU was named too vaguely: then it is asked for.
    """
    groups = loads(reading)
    supply = supply_of(reading)
    faults = (*fault_messages(reading), *part_faults(groups), *efficiency_faults(reading))
    if supply is not None and not 0 < supply <= MAX_SUPPLY_W:
        faults = (*faults, out_of_range("supply", 1, MAX_SUPPLY_W))
    if faults:
        return Plan(missing=unique(faults))
    gpus = [g for g in groups if g.kind == "gpu"]
    cpus = [g for g in groups if g.kind == "cpu"]
    rest = [g for g in groups if g.kind not in {"gpu", "cpu"}]
    open_ends = _gaps(gpus, cpus, total=bool(rest))
    if open_ends:
        return Plan(missing=open_ends)
    parts = tuple(part for g in groups if (part := power_part(g)))
    return Plan(
        inputs=PsuInputs(
            parts=parts,
            efficiency=reading.efficiencies[0] if reading.efficiencies else None,
            cpu_assumed=not cpus and not rest and "cards_alone" not in reading.topics,
            supply_w=supply,
        ),
        assumptions=(*chosen_row_notes(groups), *not_counted(reading, cost=False)),
    )


def _gaps(gpus: list[Group], cpus: list[Group], *, total: bool) -> tuple[Message, ...]:
    """What is not known of the parts."""
    found: list[Message] = []
    usable_gpus = [g for g in gpus if power_part(g)]
    for group in (*gpus, *cpus):
        question = unresolved(group)
        if question:
            found.append(question)
        elif power_part(group) is None:
            found.append(ask(group.kind))
    if not gpus and not total:
        found.append(ask("gpu"))
    if not cpus and not usable_gpus and not total and not any(g.mention for g in gpus):
        found.append(ask("cpu"))
    return unique(found)


def efficiency_faults(reading: Reading) -> tuple[Message, ...]:
    """A complaint if an efficiency is not above 0 and at most 100 %."""
    low, high = _FRACTION
    if all(low < value <= high for value in reading.efficiencies):
        return ()
    return (ask("range-efficiency", low=1, high=100),)


def plan_ram(reading: Reading) -> Plan:
    """Cards to match with system RAM."""
    gpus = concrete(reading.of("gpu"))
    faults = (*fault_messages(reading), *part_faults(gpus))
    if faults:
        return Plan(missing=unique(faults))
    questions = [question for g in gpus if (question := unresolved(g, memory=True))]
    parts = [memory_part(g) for g in gpus]
    if not questions and (not parts or None in parts):
        questions.append(ask("memory"))
    if questions:
        return Plan(missing=unique(questions))
    return Plan(
        inputs=RamInputs(
            gpus=tuple(p for p in parts if p), workload=workload_of(reading), have_gb=ram_of(reading)
        ),
        assumptions=chosen_row_notes(gpus, memory=True),
    )


def ram_of(reading: Reading) -> Decimal | None:
    """GB of RAM that the asker has or has in mind ("is 64 GB enough"), ``None`` if there is none or more than one."""
    stated = [g for g in reading.of("ram") if g.memory_gb is not None]
    if not stated and "enough" in reading.topics:
        stated = [g for g in reading.of("bare") if g.memory_gb is not None]
    sizes = {g.memory_gb * g.count for g in stated if g.memory_gb is not None}
    size = sizes.pop() if len(sizes) == 1 else None
    return size if size is not None and 0 < size <= MAX_RAM_GB else None


def workload_of(reading: Reading) -> Literal["normal", "large_data", "preprocessing", "kaggle"]:
    """What the words say about data handling; it raises the suggested RAM, not the minimum."""
    if "workload_kaggle" in reading.topics:
        return "kaggle"
    if "workload_prep" in reading.topics:
        return "preprocessing"
    return "large_data" if "workload_large" in reading.topics else "normal"


def plan_copy(reading: Reading) -> Plan:
    """One batch over PCIe; 16 lanes of generation 3 unless said, as the inputs' defaults state."""
    transfer = reading.transfer
    values = {
        "size_bytes": transfer.size_bytes,
        "lanes": transfer.lanes,
        "generation": transfer.generation,
        "compute_ms": transfer.compute_ms,
    }
    try:
        return Plan(inputs=CopyInputs.model_validate({k: v for k, v in values.items() if v is not None}))
    except ValidationError:
        return Plan(missing=(ask("range-size", low=1, high=10_000),))


def plan_disk(reading: Reading) -> Plan:
    """One batch from a drive."""
    transfer = reading.transfer
    values = {
        "size_bytes": transfer.size_bytes,
        "speed_mb_s": transfer.speed_mb_s,
        "compute_ms": transfer.compute_ms,
    }
    try:
        return Plan(inputs=DiskInputs.model_validate({k: v for k, v in values.items() if v is not None}))
    except ValidationError:
        return Plan(missing=(ask("range-size", low=1, high=10_000),))
