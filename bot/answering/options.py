"""Options of the command line and of Discord's commands read into calculator inputs.

One option is one kind of part: ``4x"RTX 3090"``, ``RTX 3090 x4``, ``4x250W``, ``RTX 3090 @ 300W``, ``0.35kW``, ``3x12GB``.
A name is looked up, never guessed.
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

from pydantic import ValidationError

from bot.answering import calculators
from bot.domain.hardware import CpuSpec, GpuSpec
from bot.domain.inputs import MAX_PART_W, MemoryPart, PowerPart
from bot.domain.model import Frozen
from bot.domain.part_names import PartKind, fold_name
from bot.errors import InputError

if TYPE_CHECKING:  # plain watts are read without the look-up of names
    from bot.domain.lookup import Resolution

PartT = TypeVar("PartT", bound=Frozen)

MAX_OPTION_CHARS = 100

_NUMBER = r"(?:(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?|0,\d+)"
_WATTS = re.compile(
    rf"(?:(?P<name>.*?)\s*(?:@|\bat\b|,)?\s*)(?P<value>[-+]?{_NUMBER})\s*(?P<unit>kw|w|watts?|千瓦|瓩|瓦)"
)
_MEMORY = re.compile(rf"(?P<value>[-+]?{_NUMBER})\s*(?:gib|gb|gigs?|g)")
_POWER_OR_MEMORY = rf"{_NUMBER}\s*(?:k?w|g|千瓦|瓩|瓦)"
_COUNT_BEFORE = re.compile(
    # "4x rtx 3090", "4xrtx3090" but not "7900 xtx"; "4x250w"; "4x3090"; "4 rtx 3090" but not "1080 ti"
    rf"(?:(?P<a>[-+]?\d+)\s*[x×*](?=\s\D|[^\da-z\s])|(?P<b>[-+]?\d{{1,3}})\s*[x×*](?=[a-z])"
    rf"|(?P<c>[-+]?\d+)\s*[x×*]\s*(?={_POWER_OR_MEMORY}|\d{{3}})|(?P<d>\d{{1,2}})\s(?=[a-z])(?!(?:gib|gb|gigs?|g|k?w|watts?)\b))"
)
_COUNT_BEHIND = re.compile(r"(?:(?<=[\s\dwgb])|(?<=ti))[x×*]\s*(?P<count>\d{1,3})$")
_QUOTES = "\"'“”„‘’「」"


class PartNames(Protocol):
    """Knows parts by name, as ``PartIndex`` does."""

    def resolve(self, text: str, kind: PartKind) -> "Resolution":
        """What a name stands for."""
        ...


class Load(NamedTuple):
    """Watts behind the power supply and the parts they are the sum of; named as the inputs of ``cost``.

    Beside a range of watts the parts are only summed: their list would be the sum of neither end.
    """

    low_w: Decimal
    high_w: Decimal
    parts: tuple[PowerPart, ...] = ()


class _Counted(NamedTuple):
    number: int
    text: str


def power_part(kind: Literal["gpu", "cpu", "other"], text: str, index: PartNames) -> PowerPart:
    """A part and its watts from one option.

    Args:
        kind: ``other`` takes watts only.
        text: the option's words.
        index: names are looked up here.

    Raises:
        InputError: unknown or ambiguous name, no watts for ``other``, count or watts out of range.
    """
    counted = _count(text)
    watts = _WATTS.fullmatch(counted.text)
    name = (watts["name"] if watts else counted.text).strip()
    value = _watts(watts["value"], watts["unit"]) if watts else None
    if kind == "other":
        if value is None:
            raise InputError("err-watts-missing", field="other", given=calculators.shown(text))
        return _build(PowerPart, kind=kind, name=None, count=counted.number, watts=value)
    if not name and value is not None:
        return _build(PowerPart, kind=kind, name=None, count=counted.number, watts=value)
    return power_of(index.resolve(name, kind), counted.number, value)


def power_of(resolution: "Resolution", count: int, watts: Decimal | None = None) -> PowerPart:
    """A named part with the table's watts, or with the asker's own.

    An ambiguous name serves where all candidates draw the same: the name then lists them.

    Raises:
        InputError: ``err-part-unknown`` with ``nearest``, ``err-part-ambiguous`` with ``candidates``.
    """
    own = watts if watts is not None else resolution.common_watts
    if not resolution.rows or own is None:
        raise part_fault(resolution)
    rows = resolution.rows
    first = rows[0]
    return _build(
        PowerPart,
        kind=resolution.kind,
        name=" / ".join(resolution.names),
        count=count,
        watts=own,
        peak_w=first.peak_w if isinstance(first, CpuSpec) and watts is None else None,
        memory_gb=resolution.common_memory_gb,
        connectors=_common_connectors(resolution.gpus),
        source_url=first.source_url if watts is None else "",
        checked_on=first.checked_on if watts is None else "",
    )


def memory_part(text: str, index: PartNames) -> MemoryPart:
    """Cards and their memory from one option.

    Raises:
        InputError: unknown or ambiguous name, count or memory out of range.
    """
    counted = _count(text)
    memory = _MEMORY.fullmatch(counted.text)
    if memory:
        value = calculators.number("memory_gb", memory["value"])
        return _build(MemoryPart, name=None, count=counted.number, memory_gb=value)
    return memory_of(index.resolve(counted.text, "gpu"), counted.number)


def memory_of(resolution: "Resolution", count: int) -> MemoryPart:
    """A named card with the table's memory; an ambiguous name serves where all candidates have the same.

    Raises:
        InputError: ``err-part-unknown`` with ``nearest``, ``err-part-ambiguous`` with ``candidates``.
    """
    memory = resolution.common_memory_gb
    if not resolution.gpus or memory is None:
        raise part_fault(resolution)
    first = resolution.gpus[0]
    return _build(
        MemoryPart,
        name=" / ".join(resolution.names),
        count=count,
        memory_gb=memory,
        source_url=first.source_url,
        checked_on=first.checked_on,
    )


def part_fault(resolution: "Resolution") -> InputError:
    """Why a name cannot be used: unknown, with the nearest three, or ambiguous, with the candidates."""
    given = calculators.shown(resolution.text)
    if resolution.rows:
        candidates = ", ".join(resolution.names[:6])
        return InputError("err-part-ambiguous", field=resolution.kind, given=given, candidates=candidates)
    nearest = ", ".join(resolution.nearest) or "–"
    return InputError("err-part-unknown", field=resolution.kind, given=given, nearest=nearest)


def load_of(parts: Sequence[PowerPart], watts: tuple[Decimal, Decimal] | None = None) -> Load:
    """A load from parts, from watts (low and high end), or from both together.

    Raises:
        InputError: neither is given.
    """
    if watts is None and not parts:
        raise InputError("err-load-missing", field="low_w")
    summed = sum((part.count * part.watts for part in parts), Decimal(0))
    if watts is None:
        return Load(summed, summed, tuple(parts))
    low, high = watts
    if parts and low == high <= MAX_PART_W:
        rest = _build(PowerPart, kind="other", name=None, count=1, watts=low)
        return Load(summed + low, summed + low, (*parts, rest))
    return Load(summed + low, summed + high, ())


def cost_inputs(
    *,
    load: Load,
    hours_per_day: object = 24,
    days: object = 30,
    price: object = None,
    currency: str | None = None,
    efficiency: object = None,
    country: str | None = None,
) -> dict[str, Any]:
    """Raw inputs of ``cost`` for :func:`calculators.parse_inputs` from an option each.

    Args:
        load: watts and parts, see :func:`load_of`.
        hours_per_day: running hours of one day.
        days: how many days.
        price: of one kWh, in ``currency``.
        currency: ISO 4217, any case.
        efficiency: ``0.92`` or ``92%`` or ``92``.
        country: ISO 3166-1 alpha-2, any case.

    Raises:
        InputError: something is no number.
    """
    a_day, running_days = calculators.number("hours_per_day", hours_per_day), calculators.number("days", days)
    raw: dict[str, Any] = {
        **load._asdict(),
        "hours_per_day": a_day,
        "days": running_days,
        "hours": a_day * running_days,
        "price_per_kwh": price,
        "currency": currency.strip().upper() if currency else None,
        "country": country.strip().upper() if country else None,
    }
    if efficiency is not None:
        raw |= {"efficiency": share("efficiency", efficiency), "efficiency_given": True}
    return {name: value for name, value in raw.items() if value is not None}


def watts_range(value: object) -> tuple[Decimal, Decimal]:
    """Low and high end of a load in W: ``600`` → (600, 600), ``1000-1500 W`` → (1000, 1500).

    Raises:
        InputError: no number, or a unit that is not power.
    """
    if not isinstance(value, str):
        exact = calculators.number("low_w", value)
        return exact, exact
    text = fold_name(value).strip()
    match = re.fullmatch(
        rf"({_NUMBER})\s*(kw|w|watts?|瓦|千瓦|瓩)?(?:\s*(?:-|–|~|to|到|至)\s*({_NUMBER})\s*(kw|w|watts?|瓦|千瓦|瓩)?)?",
        text,
    )
    if match is None:
        exact = calculators.number("low_w", value)
        return exact, exact
    first, first_unit, second, second_unit = match.groups()
    low = _watts(first, first_unit or second_unit or "w")
    high = low if second is None else _watts(second, second_unit or first_unit or "w")
    return min(low, high), max(low, high)


def watts(field: str, value: object) -> Decimal:
    """Watts from ``850``, ``850W`` or ``1.2kW``.

    Raises:
        InputError: no number, a range, or a unit that is not power.
    """
    low, high = watts_range(value)
    return low if low == high else calculators.number(field, value)


def share(field: str, value: object) -> Decimal:
    """A fraction from ``0.92``, ``92%`` or ``92``: beyond 1 a bare number is a percentage.

    Raises:
        InputError: it is no number.
    """
    exact = calculators.number(field, value)
    percent = isinstance(value, str) and "%" in value.replace("％", "%")
    return exact if percent or exact <= 1 else exact / 100


def _count(text: str) -> _Counted:
    """A count before or behind the rest: ``4x…``, ``… x4``, ``4 rtx 3090``; one if none is said."""
    folded = " ".join(fold_name(text[:MAX_OPTION_CHARS]).translate({ord(c): " " for c in _QUOTES}).split())
    before = _COUNT_BEFORE.match(folded)
    if before:
        return _Counted(int(next(filter(None, before.groups()))), folded[before.end() :].strip())
    behind = _COUNT_BEHIND.search(folded)
    if behind:
        return _Counted(int(behind["count"]), folded[: behind.start()].strip())
    return _Counted(1, folded)


def _watts(value: str, unit: str) -> Decimal:
    watts = calculators.number("watts", value)
    return watts * 1000 if unit in {"kw", "千瓦", "瓩"} else watts


def _common_connectors(gpus: tuple[GpuSpec, ...]) -> str | None:
    plugs = {row.connectors for row in gpus}
    return plugs.pop() if len(plugs) == 1 else None


def _build(model: type[PartT], **values: Any) -> PartT:
    try:
        return model.model_validate(values)
    except ValidationError as fault:
        raise calculators.part_error(fault, model) from None
