"""What the extra energy of a machine costs under a tiered tariff: the marginal tiers, not the average."""

from collections.abc import Sequence
from decimal import Decimal

from bot.domain.amounts import Amount, bounded
from bot.domain.hardware import Tier
from bot.domain.inputs import CostInputs
from bot.domain.working import literal, operand

DAYS_A_MONTH = 30


def seasons_of(tiers: Sequence[Tier]) -> tuple[str, ...]:
    """Seasons a tariff tells apart: ``("all",)``, or those of ``other`` and ``summer`` that it names."""
    named = {tier.season for tier in tiers} - {"all"}
    return tuple(sorted(named)) or ("all",)


def months_of(inputs: CostInputs) -> Decimal:
    """Billing months of a run: a month is 30 days, and a shorter run falls into one month whole."""
    days = inputs.days or inputs.hours / (inputs.hours_per_day or Decimal(24))
    return max(days / DAYS_A_MONTH, Decimal(1))


def marginal_cost(
    tiers: Sequence[Tier], season: str, base_kwh: Decimal, energy: Amount, months: Decimal
) -> Amount:
    """Cost of a machine's energy on top of the household's own use, tier by tier.

    Args:
        tiers: marginal tiers; each starts at its ``from_kwh`` a month.
        season: which prices apply; tiers of the season ``all`` apply always.
        base_kwh: the household's use without the machine, kWh a month.
        energy: the machine's energy over the whole run, kWh.
        months: how many billing months the run is spread over evenly.

    Returns:
        Money in the tariff's currency, unrounded.
    """
    chosen = sorted((t for t in tiers if t.season in {season, "all"}), key=lambda tier: tier.from_kwh)
    ends = [*(tier.from_kwh for tier in chosen[1:]), None]
    top = base_kwh + energy.value / months
    total, pieces = Decimal(0), []
    for tier, end in zip(chosen, ends, strict=True):
        upper = top if end is None else min(top, end)
        lower = max(base_kwh, tier.from_kwh)
        if upper > lower:
            total += (upper - lower) * tier.price_per_kwh
            pieces.append(
                f"({_shown(upper, top, base_kwh, energy, months)} - {literal(lower)}) * {literal(tier.price_per_kwh)}"
            )
    expression = " + ".join(pieces) or "0"
    if months != 1:
        expression = f"({expression}) * {literal(months)}"
    return bounded(Amount(total * months, expression))


def _shown(upper: Decimal, top: Decimal, base_kwh: Decimal, energy: Amount, months: Decimal) -> str:
    """The upper end of a slice: a tier's end, or household and machine together."""
    if upper != top:
        return literal(upper)
    return operand(
        upper, f"{literal(base_kwh)} + {energy.shown}" + (f" / {literal(months)}" if months != 1 else "")
    )
