"""The registry of calculators: name → inputs model → function; and what is accepted when inputs are refused.

To add a calculator: one pure function in ``domain``, one inputs model, one row in :data:`CALCULATORS`, its message
keys in three languages, one table test.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from bot.domain.calculation import Calculation
from bot.domain.energy import cost
from bot.domain.hardware import Catalogue, GridCarbon, Tariff
from bot.domain.inputs import (
    CopyInputs,
    CostInputs,
    DiskInputs,
    MemoryPart,
    PowerPart,
    PsuInputs,
    RamInputs,
    SpecInputs,
)
from bot.domain.memory import ram
from bot.domain.model import Frozen, Message
from bot.domain.psu import psu
from bot.domain.specs import spec
from bot.domain.transfer import copy_time, disk_read
from bot.errors import InputError

MAX_SHOWN = 40
"""So many characters of a refused value are shown back."""

_PLAIN_NUMBER = re.compile(r"[+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?|[+-]?\.\d+")
_DECIMAL_COMMA = re.compile(r"0,\d+")
_HARMLESS = str.maketrans({c: chr(ord(c) + 0xFEE0) for c in "@`*_~|<>#\\[]"})
"""Marks of Discord's formatting and mentions to their full-width look-alikes."""

_MAX_DIGITS = 40


@dataclass(frozen=True)
class Calculator:
    """One row of the registry."""

    name: str
    inputs: type[Frozen]
    run: Callable[[Any, Catalogue], Calculation]


def _cost(inputs: CostInputs, catalogue: Catalogue) -> Calculation:
    return cost(inputs, tariff_of(catalogue, inputs.country), carbon_of(catalogue, inputs.country))


CALCULATORS: Mapping[str, Calculator] = {
    row.name: row
    for row in (
        Calculator("psu", PsuInputs, lambda inputs, _: psu(inputs)),
        Calculator("cost", CostInputs, _cost),
        Calculator("ram", RamInputs, lambda inputs, _: ram(inputs)),
        Calculator("copy", CopyInputs, lambda inputs, _: copy_time(inputs)),
        Calculator("disk", DiskInputs, lambda inputs, _: disk_read(inputs)),
        Calculator("spec", SpecInputs, spec),
    )
}


def run(name: str, inputs: Frozen, catalogue: Catalogue) -> Calculation:
    """Run a calculator.

    Args:
        name: a key of :data:`CALCULATORS`.
        inputs: an instance of that calculator's inputs model.
        catalogue: for tariffs and carbon intensities.

    Raises:
        InputError: the inputs contradict each other or the result is beyond all bounds.
    """
    return CALCULATORS[name].run(inputs, catalogue)


def tariff_of(catalogue: Catalogue, country: str | None) -> Tariff | None:
    """The country's tariff, the first row of the table where there are several."""
    return next((row for row in catalogue.tariffs if row.country == country), None)


def carbon_of(catalogue: Catalogue, country: str | None) -> GridCarbon | None:
    """The country's grid intensity of the latest year in the table."""
    rows = [row for row in catalogue.carbon if row.country == country]
    return max(rows, key=lambda row: row.year, default=None)


def parse_inputs(name: str, raw: Mapping[str, object]) -> Frozen:
    """A calculator's inputs from loose values, as the command line and Discord's options hold them.

    Numbers may be ``int``, ``float``, ``Decimal`` or plain digits in a string ("0.125", "1,500", "92%"); nothing is
    evaluated. ``None`` counts as not given.

    Raises:
        InputError: with ``field``, ``given`` and what is accepted (``low``, ``high``, ``choices`` …).
    """
    model = CALCULATORS[name].inputs
    values = {key: _loose(model, key, value) for key, value in raw.items() if value is not None}
    try:
        return model.model_validate(values)
    except ValidationError as fault:
        raise _input_error(model, fault.errors(include_url=False)[0]) from None


def number(field: str, value: object) -> Decimal:
    """An exact, finite number from a loose value; a percentage becomes a fraction.

    Raises:
        InputError: it is no plain number (``nan``, ``1e9``, ``9**9``, ``True``, a word).
    """
    if isinstance(value, Decimal):
        exact = value
    elif isinstance(value, bool) or not isinstance(value, int | float | str):
        raise _not_a_number(field, value)
    else:
        exact = _from_text(field, value)
    if not exact.is_finite():
        raise _not_a_number(field, value)
    return exact


def _from_text(field: str, value: float | str) -> Decimal:
    if not isinstance(value, str):
        return Decimal(repr(value)) if abs(value) < 1e300 else Decimal("Infinity")
    text = value.strip().replace("％", "%")
    percent = text.endswith("%")
    digits = text.rstrip("% ")
    if _DECIMAL_COMMA.fullmatch(digits):
        digits = digits.replace(",", ".")
    if len(digits) > _MAX_DIGITS or not digits.isascii() or not _PLAIN_NUMBER.fullmatch(digits):
        raise _not_a_number(field, value)
    exact = Decimal(digits.replace(",", ""))
    return exact / 100 if percent else exact


def _not_a_number(field: str, value: object) -> InputError:
    return InputError("err-not-a-number", field=field, given=shown(value))


def _loose(model: type[Frozen], key: str, value: object) -> object:
    """A value as the strict model wants it: exact numbers where the field holds numbers."""
    info = model.model_fields.get(key)
    if info is None or not _holds_numbers(info.annotation):
        return value
    if isinstance(value, list | tuple):
        return tuple(number(key, item) for item in value)
    return number(key, value)


def _holds_numbers(annotation: Any) -> bool:
    """Whether a field is a ``Number``, an optional one or a tuple of them."""
    return annotation is Decimal or any(_holds_numbers(inner) for inner in get_args(annotation))


def accepted_range(model: type[Frozen], field: str) -> dict[str, Decimal | int | str]:
    """What a numeric field accepts: ``low``, ``high``, and ``bound``: whether ``low`` itself is (``from``) or not (``above``)."""
    found: dict[str, Decimal | int | str] = {}
    info = model.model_fields[field]
    for rule in (*info.metadata, *_item_rules(info.annotation)):
        for name, key in (("gt", "low"), ("ge", "low"), ("lt", "high"), ("le", "high")):
            limit = getattr(rule, name, None)
            if limit is not None:
                found[key] = limit
                if key == "low":
                    found["bound"] = "above" if name == "gt" else "from"
    return found


def _item_rules(annotation: Any) -> list[Any]:
    """The bounds of the items, where a field is a tuple of bounded numbers."""
    if get_origin(annotation) is not tuple:
        return []
    rules = get_args(get_args(annotation)[0])[1:]
    return [bound for rule in rules for bound in getattr(rule, "metadata", ())]


_RANGE_FAULTS = frozenset({"greater_than", "greater_than_equal", "less_than", "less_than_equal"})
_CODES = {
    "missing": "err-input-missing",
    "literal_error": "err-not-a-choice",
    "string_pattern_mismatch": "err-bad-code",
    "too_short": "err-too-few",
    "too_long": "err-too-many",
    "finite_number": "err-not-a-number",
    "int_type": "err-not-a-number",
    "decimal_type": "err-not-a-number",
    "is_instance_of": "err-not-a-number",
}


def _input_error(model: type[Frozen], fault: ErrorDetails) -> InputError:
    """The first fault of a validation as an error a person can act on."""
    field = str(next((item for item in reversed(fault["loc"]) if isinstance(item, str)), "input"))
    context = fault.get("ctx", {})
    args: dict[str, object] = {"field": field, "given": shown(fault["input"])}
    if fault["type"] in _RANGE_FAULTS:
        return InputError("err-out-of-range", **args, **_range_of(model, field))
    if fault["type"] == "literal_error":
        args["choices"] = str(context.get("expected", "")).replace("'", "")
    if fault["type"] in {"too_short", "too_long"}:
        args["high"] = context.get("max_length", 0)
        args["low"] = context.get("min_length", 0)
    return InputError(_CODES.get(fault["type"], "err-input-unusable"), **args)


def _range_of(model: type[Frozen], field: str) -> dict[str, object]:
    """The accepted range of a field of the model, or of a part inside it."""
    owner = next(candidate for candidate in (model, PowerPart, MemoryPart) if field in candidate.model_fields)
    return dict(accepted_range(owner, field))


def part_error(fault: ValidationError, model: type[Frozen]) -> InputError:
    """The error of building one part (``PowerPart``, ``MemoryPart``) from options."""
    return _input_error(model, fault.errors(include_url=False)[0])


def shown(value: object) -> str:
    """A refused value as it may be shown back: short, printable, and without power to ping or to format."""
    if isinstance(value, int) and abs(value) > 10**MAX_SHOWN:
        return "…"
    text = str(value) if isinstance(value, str | int | float | Decimal) else type(value).__name__
    text = "".join(character for character in text if character.isprintable()).translate(_HARMLESS)
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


def complaint(fault: InputError) -> Message:
    """An input error as a message of the catalogue."""
    args = {
        name: value
        for name, value in fault.args_.items()
        if isinstance(value, str | int | Decimal) and not isinstance(value, bool)
    }
    return Message(key=fault.code, args=args)
