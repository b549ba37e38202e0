"""System RAM to go with the graphics cards.

The guide's rule: at least as much RAM as the memory of the largest single card, however many cards there are. The
workstation text's rule, more than the memory of all cards together, is shown beside it.
"""

from decimal import Decimal

from bot.domain.calculation import Calculation
from bot.domain.inputs import MemoryPart, RamInputs
from bot.domain.model import Message
from bot.domain.working import GUIDE, WORKSTATION_TEXT, Working, literal, next_size, table_sources

SECTION = "ram-size-rule"
KITS_GB = (8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)
"""Totals sold as kits or as sets of equal modules, GB."""


def ram(inputs: RamInputs) -> Calculation:
    """RAM for some graphics cards.

    ``minimum = max(memory of each card)``. ``suggested`` = next kit sold; for large data sets, preprocessing and
    Kaggle the next kit at or above ``max(2 × minimum, sum of all cards)``, which is this program's own rule: the
    guide says only "more".

    Returns:
        ``minimum_gb``, ``suggested_gb``; with more than one card also ``sum_gb`` and ``sum_rule_gb``, the next kit
        strictly above the sum. GB as vendors count. ``None`` where no kit is that large. With RAM in mind ``have_gb``
        and ``enough``: ``yes``, ``no``, or ``tight``, the minimum but less than the workload asks for.
    """
    work = Working()
    sizes = ", ".join(literal(part.memory_gb) for part in inputs.gpus)
    largest = max(part.memory_gb for part in inputs.gpus)
    minimum = work.line("step-largest-card", f"max({sizes})", largest, "GB")
    needed = minimum if inputs.workload == "normal" else _raise(work, inputs, minimum)
    kit = next_size(needed, KITS_GB)
    work.results |= {"minimum_gb": minimum, "suggested_gb": None}
    headline = _headline(work, minimum, needed, kit)
    if inputs.have_gb is not None:
        headline = _judged(work, inputs.have_gb, minimum, needed, headline)
    several = sum(part.count for part in inputs.gpus) > 1
    if several:
        _sum_rule(work, inputs)
    if inputs.workload == "normal":
        work.note("ram-more")
    sources = (GUIDE, *((WORKSTATION_TEXT,) if several else ()), *table_sources(inputs.gpus))
    understood = [*map(_understood, inputs.gpus)]
    if inputs.have_gb is not None:
        understood.append(Message(key="ram-have", args={"have": inputs.have_gb}))
    return work.finish("ram", inputs, headline, understood, sources, SECTION)


def _headline(work: Working, minimum: Decimal, needed: Decimal, kit: int | None) -> Message:
    """The minimum and the next kit sold, with a word about kits that ordinary boards do not take."""
    if kit is None:
        return Message(key="ram-no-kit", args={"minimum": minimum, "largest": KITS_GB[-1]})
    work.results["suggested_gb"] = work.line("step-kit", f"next({literal(needed)})", kit, "GB")
    if kit & (kit - 1):
        work.note("ram-odd-kit", kit=kit, usual=2 ** kit.bit_length())
    key = "ram-buy" if needed == minimum else "ram-buy-workload"
    return Message(key=key, args={"minimum": minimum, "needed": needed, "suggested": kit})


def _judged(work: Working, have: Decimal, minimum: Decimal, needed: Decimal, buy: Message) -> Message:
    """Whether the asker's RAM is enough; only where it is not, a note says what to buy."""
    enough = "no" if have < minimum else "tight" if have < needed else "yes"
    work.results |= {"have_gb": have, "enough": enough}
    work.notes[:0] = [buy] if enough != "yes" else []
    if enough == "yes":
        work.notes[:] = [note for note in work.notes if note.key != "ram-odd-kit"]
    return Message(key=f"ram-have-{enough}", args={"have": have, "minimum": minimum, "needed": needed})


def _total(inputs: RamInputs) -> Decimal:
    return sum((part.count * part.memory_gb for part in inputs.gpus), Decimal(0))


def _sum_expression(inputs: RamInputs) -> str:
    return " + ".join(f"{part.count} * {literal(part.memory_gb)}" for part in inputs.gpus)


def _raise(work: Working, inputs: RamInputs, minimum: Decimal) -> Decimal:
    """What the suggestion must reach for a heavy workload, GB; said to be our rule, not the guide's."""
    needed = max(2 * minimum, _total(inputs))
    work.line("step-workload", f"max(2 * {literal(minimum)}, {_sum_expression(inputs)})", needed, "GB")
    work.assume("ram-workload", workload=inputs.workload, needed=needed)
    return needed


def _sum_rule(work: Working, inputs: RamInputs) -> None:
    """The workstation text's rule: more than the memory of all cards together."""
    total = _total(inputs)
    kit = next_size(total + 1, KITS_GB)
    work.results |= {"sum_gb": total, "sum_rule_gb": None}
    if kit is None:
        work.note("ram-sum-rule-beyond", total=total)
    else:
        work.line("step-sum", _sum_expression(inputs), total, "GB")
        work.results["sum_rule_gb"] = work.line("step-sum-kit", f"next({literal(total)} + 1)", kit, "GB")
        work.note("ram-sum-rule", total=total, kit=kit)


def _understood(part: MemoryPart) -> Message:
    args: dict[str, str | int | Decimal] = {"count": part.count, "memory": part.memory_gb}
    if part.name is None:
        return Message(key="ram-card", args=args)
    return Message(key="ram-card-named", args={**args, "name": part.name})
