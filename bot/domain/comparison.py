"""The same run with a second efficiency or a second price, and the difference."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from bot.domain.amounts import Amount, difference, energy_of, money_of
from bot.domain.inputs import CostInputs
from bot.domain.working import Working


class _Other(NamedTuple):
    """What is compared: ``efficiency`` or ``price``, and its value."""

    kind: str
    value: Decimal


class _Change(NamedTuple):
    """One end of the load under the other condition; money only where a price is known."""

    energy: Amount
    extra_energy: Amount
    money: Amount | None
    extra_money: Amount | None


def compare(work: Working, inputs: CostInputs, ends: Sequence[Amount], price: Decimal | None) -> None:
    """Write down each comparison that was asked for.

    Args:
        work: receives ``efficiency_2`` or ``price_2``, ``energy_kwh_2``, ``difference_kwh_2``, ``cost_2``,
            ``difference_cost_2`` (other minus first; the high end of a range), then ``…_3``.
        inputs: the run.
        ends: its energy at the wall, kWh: one item, or the low and the high end of a range.
        price: of one kWh, or ``None``; prices are then not compared.
    """
    others = [_Other("efficiency", value) for value in inputs.other_efficiencies]
    others += [_Other("price", value) for value in inputs.other_prices if price is not None]
    for number, other in enumerate(others, start=2):
        changes = [_change(inputs, end, index, other, price) for index, end in enumerate(ends)]
        currency = str(work.results["currency"] or "")
        for change in changes:
            _write_steps(work, other, change, currency)
        _write_results(work, number, other, changes[-1])
        _write_note(work, other, changes, currency)


def _change(inputs: CostInputs, end: Amount, index: int, other: _Other, price: Decimal | None) -> _Change:
    watts = sorted((inputs.low_w, inputs.high_w))[index]
    by_efficiency = other.kind == "efficiency"
    energy = energy_of(watts, inputs.hours, other.value) if by_efficiency else end
    if price is None:
        return _Change(energy, difference(energy, end), None, None)
    money = money_of(energy, price if by_efficiency else other.value)
    return _Change(energy, difference(energy, end), money, difference(money, money_of(end, price)))


def _write_steps(work: Working, other: _Other, change: _Change, currency: str) -> None:
    if other.kind == "efficiency":
        work.line("step-compare-energy", change.energy.expression, change.energy.value, "kWh")
    if change.money is None or change.extra_money is None:
        work.line("step-difference", change.extra_energy.expression, change.extra_energy.value, "kWh")
    else:
        work.line("step-compare-cost", change.money.expression, change.money.value, currency)
        work.line("step-difference", change.extra_money.expression, change.extra_money.value, currency)


def _write_results(work: Working, number: int, other: _Other, high: _Change) -> None:
    work.results[f"{other.kind}_{number}"] = other.value
    work.results[f"energy_kwh_{number}"] = high.energy.value
    work.results[f"difference_kwh_{number}"] = high.extra_energy.value
    if high.money is not None and high.extra_money is not None:
        work.results[f"cost_{number}"] = high.money.value
        work.results[f"difference_cost_{number}"] = high.extra_money.value


def _write_note(work: Working, other: _Other, changes: Sequence[_Change], currency: str) -> None:
    """One sentence: ``cost-compare-<efficiency|price>[-range][-energy]``."""
    key = f"cost-compare-{other.kind}"
    args: dict[str, str | int | Decimal] = {"value": other.value, "percent": other.value * 100}
    names = ("",) if len(changes) == 1 else ("low_", "high_")
    key += "-range" if len(changes) > 1 else ""
    for name, change in zip(names, changes, strict=True):
        args[f"{name}kwh"] = change.energy.value
        args[f"{name}extra_kwh"] = abs(change.extra_energy.value)
        if change.money is not None and change.extra_money is not None:
            args[f"{name}cost_money"] = change.money.value
            args[f"{name}extra_money"] = abs(change.extra_money.value)
    last = changes[-1].extra_money or changes[-1].extra_energy
    args["direction"] = "less" if last.value < 0 else "more"
    if changes[-1].money is None:
        key += "-energy"
    work.note(key, **args, currency=currency)
