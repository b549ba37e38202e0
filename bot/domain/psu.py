"""The power supply: load, minimum, comfortable, and the size to buy.

The rule is the guide's: add up graphics cards and processors, 10 % more for peaks, 10 % more for comfort, then
the next size sold. The guide's printed example (1250, 1375, 1400 W) rounds the first 10 % to 100 W.
"""

import heapq
import math
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from bot.domain.calculation import Calculation
from bot.domain.inputs import PowerPart, PsuInputs
from bot.domain.model import Message
from bot.domain.working import GUIDE, Working, literal, next_size, part_label, part_message, table_sources

SECTION = "psu-size-rule"
BUFFER = Decimal("1.10")
"""Factor of each of the two margins; the guide's "110 %"."""

SIZES_W = (
    300, 350, 400, 450, 500, 550, 600, 650, 700, 750, 800, 850, 900, 1000, 1100, 1200, 1250, 1300, 1350, 1400,
    1500, 1600, 1650, 1800, 2000, 2050, 2400, 2500, 3000,
)  # fmt: skip
"""Sizes sold, W."""

LARGEST_W = SIZES_W[-1]
_CAPACITY_W = LARGEST_W / (BUFFER * BUFFER)

EIGHTY_PLUS = (
    ("Titanium", Decimal("0.94")),
    ("Platinum", Decimal("0.92")),
    ("Gold", Decimal("0.90")),
    ("Silver", Decimal("0.88")),
    ("Bronze", Decimal("0.85")),
    ("White", Decimal("0.80")),
)
"""80 PLUS classes and the efficiency each asks for at half load (115 V, internal, non-redundant)."""


class _Drawn(NamedTuple):
    """So many of one part, and the watts counted for one."""

    number: int
    watts: Decimal
    part: PowerPart


def psu(inputs: PsuInputs) -> Calculation:
    """Size the power supply for some parts.

    ``load = Σ count × watts``, ``minimum = load × 1.10``, ``comfortable = minimum × 1.10``, ``buy`` = next size
    sold. For a CPU with a sourced peak the peak counts, unless ``use_cpu_peak`` is off.

    Returns:
        ``load_w``, ``minimum_w``, ``comfortable_w``, ``buy_w`` in W. Where no single unit is large enough,
        ``buy_w`` is ``None`` and ``units`` × ``unit_w`` serve instead. ``wall_w`` and ``efficiency_class`` if an
        efficiency was given. ``supply_w`` and ``enough`` if a supply was: ``yes`` from the comfortable size on,
        ``tight`` from the minimum on, else ``no``.
    """
    drawn = [_Drawn(p.count, _counted_watts(p, peak=inputs.use_cpu_peak), p) for p in inputs.parts]
    work = Working()
    load = work.line("step-load", _expression(drawn), _sum(drawn), "W")
    minimum = work.line("step-minimum", f"{literal(load)} * 1.10", load * BUFFER, "W")
    comfortable = work.line("step-comfortable", f"{literal(minimum)} * 1.10", minimum * BUFFER, "W")
    buy = next_size(comfortable, SIZES_W)
    work.results |= {"load_w": load, "minimum_w": minimum, "comfortable_w": comfortable, "buy_w": None}
    if buy is None:
        _split(work, drawn, comfortable)
    else:
        work.results["buy_w"] = work.line("step-buy", f"next({literal(comfortable)})", buy, "W")
    if inputs.efficiency is not None:
        _wall(work, load, inputs.efficiency)
    _assume(work, inputs, drawn)
    _plugs(work, inputs.parts)
    if _is_guide_example(inputs.parts):
        work.note("psu-guide-example")
    key = "psu-no-single-unit" if buy is None else "psu-buy"
    understood = [part_message(d.part, d.watts) for d in drawn]
    if inputs.supply_w is not None:
        key = _judge(work, inputs, inputs.supply_w, minimum, comfortable)
        understood.append(Message(key="psu-supply", args={"watts": inputs.supply_w}))
    headline = Message(
        key=key, args={name: value for name, value in work.results.items() if value is not None}
    )
    sources = (GUIDE, *table_sources(inputs.parts))
    return work.finish("psu", inputs, headline, understood, sources, SECTION)


def _judge(work: Working, inputs: PsuInputs, supply: Decimal, minimum: Decimal, comfortable: Decimal) -> str:
    """Whether the asker's supply is enough, as results; returns the key of the headline."""
    enough = "yes" if supply >= comfortable else "tight" if supply >= minimum else "no"
    work.results |= {"supply_w": supply, "enough": enough}
    if enough == "yes":
        return "psu-supply-yes-cards" if inputs.cpu_assumed else "psu-supply-yes"
    return f"psu-supply-{enough}" + ("-units" if work.results["buy_w"] is None else "")


def _counted_watts(part: PowerPart, *, peak: bool) -> Decimal:
    if peak and part.kind == "cpu" and part.peak_w is not None:
        return max(part.peak_w, part.watts)
    return part.watts


def _sum(drawn: Sequence[_Drawn]) -> Decimal:
    return sum((d.number * d.watts for d in drawn), Decimal(0))


def _expression(drawn: Sequence[_Drawn]) -> str:
    return " + ".join(f"{d.number} * {literal(d.watts)}" for d in drawn)


def _assume(work: Working, inputs: PsuInputs, drawn: Sequence[_Drawn]) -> None:
    """Say which CPU power was taken and what the other would give, and that no CPU is in the sum."""
    if inputs.cpu_assumed:
        work.assume("psu-no-cpu")
    raised = [d for d in drawn if d.watts > d.part.watts]
    for d in raised:
        work.assume("psu-cpu-peak", name=part_label(d.part), peak=d.watts, base=d.part.watts)
    base = next_size(_sum([d._replace(watts=d.part.watts) for d in drawn]) * BUFFER * BUFFER, SIZES_W)
    if raised and base is not None:
        work.assume("psu-cpu-base", base_buy=base)
    if any(p.kind == "cpu" and p.name and p.peak_w is None for p in inputs.parts):
        work.assume("psu-cpu-rated")


def _wall(work: Working, load: Decimal, efficiency: Decimal) -> None:
    """Watts drawn from the wall at full load, and the 80 PLUS class that such an efficiency meets."""
    wall = work.line("step-wall", f"{literal(load)} / {literal(efficiency)}", load / efficiency, "W")
    name = next((name for name, asked in EIGHTY_PLUS if efficiency >= asked), None)
    work.results |= {"wall_w": wall, "efficiency_class": name}
    if name is None:
        work.note("psu-wall-unrated", wall=wall, percent=efficiency * 100)
    else:
        work.note("psu-wall", wall=wall, percent=efficiency * 100, level=name)


def _split(work: Working, drawn: Sequence[_Drawn], comfortable: Decimal) -> None:
    """As few equal units as can feed whole parts; a part too large for any unit is taken as divisible."""
    fullest: list[_Drawn] = []
    if max(d.watts for d in drawn) <= _CAPACITY_W:
        bins = _filled(drawn)
        units = len(bins)
        fullest = min((_fullest(drawn, bins), _fullest(drawn, _dealt(drawn, units))), key=_sum)
        expression, share = f"({_expression(fullest)}) * 1.10 * 1.10", _sum(fullest) * BUFFER * BUFFER
    else:
        units = math.ceil(comfortable / LARGEST_W)
        expression, share = f"{literal(comfortable)} / {units}", comfortable / units
    work.line("step-unit-load", expression, share, "W")
    size = work.line("step-unit", f"next({expression})", next_size(share, SIZES_W) or LARGEST_W, "W")
    work.results |= {"units": Decimal(units), "unit_w": size}
    if fullest:
        shared = " + ".join(f"{d.number} × {part_label(d.part)}" for d in fullest)
        work.note("psu-split", units=units, unit=size, share=shared)
    else:
        work.note("psu-split-evenly", units=units, unit=size)


def _filled(drawn: Sequence[_Drawn]) -> list[Counter[int]]:
    """Units filled one after the other, the largest parts first, each into the first unit with room."""
    rooms: list[Decimal] = []
    bins: list[Counter[int]] = []
    for i in sorted(range(len(drawn)), key=lambda i: -drawn[i].watts):
        left, watts, number = drawn[i].number, drawn[i].watts, -1
        while left:
            number += 1
            if number == len(bins):
                rooms.append(_CAPACITY_W)
                bins.append(Counter())
            taken = min(left, int(rooms[number] // watts))
            rooms[number] -= taken * watts
            bins[number][i] += taken
            left -= taken
    return bins


def _dealt(drawn: Sequence[_Drawn], units: int) -> list[Counter[int]]:
    """So many units with the parts dealt out, the largest first, always to the emptiest unit."""
    heap = [(Decimal(0), number) for number in range(units)]
    bins: list[Counter[int]] = [Counter() for _ in range(units)]
    for i in sorted(range(len(drawn)), key=lambda i: -drawn[i].watts):
        for _ in range(drawn[i].number):
            load, number = heapq.heappop(heap)
            bins[number][i] += 1
            heapq.heappush(heap, (load + drawn[i].watts, number))
    return bins


def _fullest(drawn: Sequence[_Drawn], bins: Sequence[Counter[int]]) -> list[_Drawn]:
    """What the fullest unit feeds."""
    feeds = ([drawn[i]._replace(number=n) for i, n in sorted(unit.items()) if n] for unit in bins)
    return max(feeds, key=_sum)


def _plugs(work: Working, parts: Sequence[PowerPart]) -> None:
    """Plugs that the named cards need, and the advice that goes with the 16-pin plug."""
    needed: Counter[str] = Counter()
    kinds = 0
    for part in parts:
        for plug, each in plugs_of(part.connectors).items():
            total = each * part.count
            needed[plug] += total
            kinds += 1
            work.note("psu-plugs", count=part.count, name=part_label(part), each=each, plug=plug, total=total)
    if kinds > len(needed):
        work.note("psu-plugs-total", total=" + ".join(f"{n} × {plug}" for plug, n in sorted(needed.items())))
    if needed["16-pin"]:
        work.note("psu-plugs-16pin", total=needed["16-pin"])


def plugs_of(connectors: str | None) -> dict[str, int]:
    """Plugs of one card by kind: ``"1x6-pin+1x8-pin"`` → ``{"6-pin": 1, "8-pin": 1}``; empty if none or unknown."""
    plugs: dict[str, int] = {}
    for item in (connectors or "").split("+"):
        count, _, plug = item.strip().partition("x")
        if plug and count.isdigit():
            plugs[plug] = plugs.get(plug, 0) + int(count)
    return plugs


def _is_guide_example(parts: Sequence[PowerPart]) -> bool:
    """Whether the parts are the guide's: four cards of 250 W and a CPU of 150 W."""
    asked = sorted((part.kind, part.count, part.watts) for part in parts)
    return asked == [("cpu", 1, Decimal(150)), ("gpu", 4, Decimal(250))]
