"""Energy and money as exact amounts that carry the arithmetic behind them."""

from decimal import Decimal
from typing import NamedTuple

from bot.domain.working import literal, operand
from bot.errors import InputError

MAX_RESULT = Decimal("1e15")
"""Results beyond this are refused; no electricity bill comes near it in any currency."""


class Amount(NamedTuple):
    """An exact value and the expression that yields it."""

    value: Decimal
    expression: str

    @property
    def shown(self) -> str:
        """The amount as an operand of the next expression."""
        return operand(self.value, self.expression)


def energy_of(watts: Decimal, hours: Decimal, efficiency: Decimal) -> Amount:
    """Energy at the wall, kWh: ``watts ÷ 1000 × hours ÷ efficiency``.

    Raises:
        InputError: beyond :data:`MAX_RESULT`.
    """
    expression = f"{literal(watts)} / 1000 * {literal(hours)}"
    if efficiency != 1:
        expression += f" / {literal(efficiency)}"
    return bounded(Amount(watts * hours / (1000 * efficiency), expression))


def money_of(energy: Amount, price: Decimal) -> Amount:
    """Money for some energy, in the currency of the price per kWh; unrounded.

    Raises:
        InputError: beyond :data:`MAX_RESULT`.
    """
    return bounded(Amount(energy.value * price, f"{energy.shown} * {literal(price)}"))


def difference(after: Amount, before: Amount) -> Amount:
    """``after - before``."""
    return Amount(after.value - before.value, f"{after.shown} - {before.shown}")


def bounded(amount: Amount) -> Amount:
    """The amount, if any bill could hold it.

    Raises:
        InputError: beyond :data:`MAX_RESULT`.
    """
    if amount.value > MAX_RESULT:
        raise InputError("err-result-too-large", field="result", high=MAX_RESULT)
    return amount
