"""What a person typed into options and forms, as inputs of a calculator.

Options are all text and new; a form starts from the inputs a calculation had, and only what was changed in it is read.
"""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, cast

from bot.answering import calculators, options
from bot.app.named_places import checked
from bot.domain.inputs import CostInputs, PowerPart, PsuInputs
from bot.domain.lookup import PartIndex
from bot.domain.model import Frozen
from bot.domain.part_names import fold_name
from bot.errors import InputError

_LISTED = re.compile(r"[、;；\n]|[,，](?!\d{3}(?!\d))")
_LOAD = re.compile(
    r"[\d.,\s]+(?:(?:k?w|watts?|瓦|千瓦|瓩)\s*)?(?:(?:-|–|~|to|到|至)[\d.,\s]+(?:k?w|watts?|瓦|千瓦|瓩)?)?"
)
_WATTS_ALONE = re.compile(r"(?:\d+\s*[x×]\s*)?[\d.]+\s*(?:k?w|watts?|瓦|千瓦|瓩)")
_RANGE = re.compile(r"[\d.]+\s*(?:k?w)?\s*(?:-|–|~|to|到|至)\s*[\d.]+\s*k?w")
_SUMMED = re.compile(r"(?<!\s)\s+\+\s+|[、;；\n]|[,，](?!\d{3}(?!\d))")
_PRICE = re.compile(r"(?P<number>[\d.,]+)?\s*(?P<code>[A-Za-z]{2,3})?")
_COUNTRY_CHARS = 2
_DAY_H = 24
_WEEK_D = 7


def inputs_of(name: str, typed: Mapping[str, str], index: PartIndex) -> Frozen:
    """A calculator's inputs from its options, of which the empty ones are not said.

    Raises:
        InputError: a value is unusable, or a part unknown.
    """
    said = {key: text.strip() for key, text in typed.items() if text.strip()}
    return calculators.parse_inputs(name, _RAW[name](said, index))


def changed(name: str, before: Frozen, typed: Mapping[str, str], index: PartIndex) -> Frozen:
    """Inputs with some of them changed in a form; all that the form does not show, or nobody touched, stays.

    Args:
        name: ``psu``, ``cost`` or ``ram``.
        before: the inputs as they were.
        typed: only what was changed; an empty text takes the value out.
        index: names are looked up here.

    Raises:
        InputError: a value is unusable, or a part unknown.
    """
    raw = {field: getattr(before, field) for field in type(before).model_fields}
    raw |= _CHANGED[name](before, {key: text.strip() for key, text in typed.items()}, index)
    return calculators.parse_inputs(name, raw)


def _parts(kind: Any, text: str, index: PartIndex) -> list[PowerPart]:
    return [options.power_part(kind, part.strip(), index) for part in _LISTED.split(text) if part.strip()]


def _psu(typed: Mapping[str, str], index: PartIndex) -> dict[str, object]:
    parts = [
        part for kind in ("gpu", "cpu", "other") if kind in typed for part in _parts(kind, typed[kind], index)
    ]
    raw: dict[str, object] = {
        "parts": tuple(parts),
        "use_cpu_peak": "base" not in typed,
        "cpu_assumed": not {"cpu", "other"} & set(typed),
    }
    if "efficiency" in typed:
        raw["efficiency"] = options.share("efficiency", typed["efficiency"])
    return raw


def _cost(typed: Mapping[str, str], index: PartIndex) -> dict[str, object]:
    in_days = "hours_per_day" in typed or "days" in typed or "hours" not in typed
    raw: dict[str, object] = options.cost_inputs(
        load=_load(typed.get("load", ""), index, typed.get("parts", "")),
        hours_per_day=typed.get("hours_per_day", "24") if in_days else typed["hours"],
        days=typed.get("days", "30") if in_days else 1,
        price=typed.get("price"),
        currency=typed.get("currency"),
        efficiency=typed.get("efficiency"),
        country=typed.get("country"),
    )
    if not in_days:
        del raw["hours_per_day"], raw["days"]
    return checked(raw | {"base_kwh_per_month": typed.get("base_kwh")})


def _load(text: str, index: PartIndex, more: str = "") -> options.Load:
    """A load in watts, or a list of parts and watts in any order, of which one may be a range.

    Args:
        text: watts or the list.
        index: names are looked up here.
        more: another list, to be added.
    """
    alone = bool(_LOAD.fullmatch(fold_name(text)))
    items = [item.strip() for item in _SUMMED.split(more if alone else f"{more}\n{text}") if item.strip()]
    ranges = [item for item in items if _RANGE.fullmatch(fold_name(item))]
    parts = [part for item in items if item not in ranges for part in _load_part(item, index)]
    ends = [options.watts_range(item) for item in ([*ranges, text] if alone else ranges)]
    watts = (sum((low for low, _ in ends), Decimal(0)), sum((high for _, high in ends), Decimal(0)))
    return options.load_of(parts, watts if ends else None)


def _load_part(item: str, index: PartIndex) -> list[PowerPart]:
    """Watts alone, a card, or a processor; the complaint about a name is the card's."""
    if _WATTS_ALONE.fullmatch(fold_name(item)):
        return _parts("other", item, index)
    try:
        return _parts("gpu", item, index)
    except InputError as fault:
        try:
            return _parts("cpu", item, index)
        except InputError:
            raise fault from None


def _ram(typed: Mapping[str, str], index: PartIndex) -> dict[str, object]:
    cards = (part.strip() for part in _LISTED.split(typed.get("gpu", "")))
    raw: dict[str, object] = {"gpus": tuple(options.memory_part(card, index) for card in cards if card)}
    return raw | ({"workload": typed["workload"]} if "workload" in typed else {})


def _changed_psu(inputs: Frozen, typed: Mapping[str, str], index: PartIndex) -> dict[str, object]:
    before = cast("PsuInputs", inputs)
    found: dict[str, object] = {}
    if {"gpu", "cpu", "other"} & set(typed):
        parts: list[PowerPart] = []
        for kind in ("gpu", "cpu", "other"):
            kept = [part for part in before.parts if part.kind == kind]
            parts += _parts(kind, typed[kind], index) if kind in typed else kept
        found["parts"] = tuple(parts)
    if {"cpu", "other"} & set(typed):
        found["cpu_assumed"] = not any(part.kind != "gpu" for part in cast("list[PowerPart]", found["parts"]))
    if "efficiency" in typed:
        found["efficiency"] = (
            options.share("efficiency", typed["efficiency"]) if typed["efficiency"] else None
        )
    return found


def _changed_ram(inputs: Frozen, typed: Mapping[str, str], index: PartIndex) -> dict[str, object]:
    del inputs
    return _ram(typed, index) if "gpu" in typed else dict(typed)


def _changed_cost(inputs: Frozen, typed: Mapping[str, str], index: PartIndex) -> dict[str, object]:
    before = cast("CostInputs", inputs)
    found: dict[str, object] = {}
    if "load" in typed:
        found |= _load(typed["load"], index)._asdict()
    if {"hours", "days"} & set(typed):
        found |= _changed_time(before, typed)
    if "price" in typed:
        found |= checked(_changed_price(before, typed["price"]))
    if "efficiency" in typed:
        share = typed["efficiency"]
        found["efficiency"] = options.share("efficiency", share) if share else Decimal(1)
        found["efficiency_given"] = bool(share)
    return found


def _changed_time(before: CostInputs, typed: Mapping[str, str]) -> dict[str, object]:
    """Hours are those of one day where there are days, else all of them."""
    days_text = typed.get("days")
    days = before.days if days_text is None else _number("days", days_text)
    said = _number("hours_per_day" if days else "hours", typed["hours"]) if "hours" in typed else None
    if days is None:
        return {"hours": said or before.hours, "hours_per_day": None, "days": None, "days_per_week": None}
    a_day = said or (before.hours_per_day if before.days else before.hours)
    weekly = before.days_per_week or _WEEK_D
    return {"hours": (a_day or _DAY_H) * days * weekly / _WEEK_D, "hours_per_day": a_day, "days": days}


def _number(field: str, text: str) -> Decimal | None:
    return calculators.number(field, text) if text else None


def _changed_price(before: CostInputs, text: str) -> dict[str, object]:
    """A price, with or without its currency, a country instead of one, or nothing: then it is the country's, if any."""
    match = _PRICE.fullmatch(text)
    number, code = (match["number"], (match["code"] or "").upper()) if match else (text, "")
    found: dict[str, object] = {}
    if len(code) == _COUNTRY_CHARS or (not text and before.price_per_kwh is None):
        found["country"] = code or None
    if not number:
        return found | {"price_per_kwh": None, "currency": None, "other_prices": ()}
    found["price_per_kwh"] = calculators.number("price_per_kwh", number)
    if code and code != before.currency:
        found |= {"currency": None if len(code) == _COUNTRY_CHARS else code, "other_prices": ()}
    return found


_RAW: Mapping[str, Callable[[Mapping[str, str], PartIndex], dict[str, object]]] = {
    "psu": _psu,
    "cost": _cost,
    "ram": _ram,
}
_CHANGED: Mapping[str, Callable[[Frozen, Mapping[str, str], PartIndex], dict[str, object]]] = {
    "psu": _changed_psu,
    "cost": _changed_cost,
    "ram": _changed_ram,
}
