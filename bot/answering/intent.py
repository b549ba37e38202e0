"""What a question is after: electricity or size, with or without figures, the guide's own example."""

from collections.abc import Sequence
from decimal import Decimal

from bot.answering.extract.reading import Group, Reading
from bot.answering.plan import loads
from bot.domain.inputs import CostInputs

_GUIDE_HOURS = 336
"""Two weeks: the stretch of the guide's worked cost."""

_GUIDE_LOAD = (Decimal(1000), Decimal(1500), Decimal(_GUIDE_HOURS))

_CARD_WORDS = frozenset({"memory", "mem"})

_CARD_WORDS_EXPLAINED = _CARD_WORDS | {"内存", "记忆体"}


def has_power(groups: Sequence[Group]) -> bool:
    """Whether any group says what draws power: watts or a part's name."""
    return any(g.high_w is not None or g.mention for g in groups)


def is_timed(reading: Reading) -> bool:
    """Whether anything says how long or how often."""
    return bool(reading.durations) or reading.nonstop or reading.hours_per_day is not None


def is_powered(reading: Reading) -> bool:
    """Whether anything says how much power or energy it is about."""
    return has_power(loads(reading)) or reading.energy_kwh is not None or reading.average_w is not None


def is_cost(reading: Reading) -> bool:
    """Whether money for electricity, or energy, is asked for."""
    if any(price.per_kwh for price in reading.prices) or (reading.efficiencies and reading.durations):
        return True
    if reading.topics & {"cost", "energy"}:
        return True
    asks_money = "money" in reading.topics or bool(reading.prices)
    return asks_money and is_timed(reading) and is_powered(reading)


def is_guide_example(reading: Reading) -> bool:
    """Cards without watts, for two weeks or in a named country: what the guide works out itself."""
    if is_powered(reading) or not reading.of("gpu") or not reading.durations:
        return False
    two_weeks = any(stretch.hours == _GUIDE_HOURS for stretch in reading.durations)
    return reading.country is not None or (two_weeks and not reading.prices)


def is_guide_load(inputs: CostInputs) -> bool:
    """The guide's own figures without a price: it gives the price that belongs to them."""
    return (inputs.low_w, inputs.high_w, inputs.hours) == _GUIDE_LOAD and inputs.price_per_kwh is None


def asks_cost_of_unknown(reading: Reading, *, timed: bool) -> bool:
    """Whether a cost is asked for though nothing says what draws the power."""
    topics = reading.topics
    if "carbon" in topics or ("efficiency" in topics and not (timed and reading.prices)):
        return False
    return timed or (bool(reading.prices) and "ask_amount" in topics and reading.country is None)


def means_card_memory(reading: Reading) -> bool:
    """English "memory" without "system" is the card's; so is 記憶體 in a question about what a card has."""
    words = {reading.text[slice(*group.span)] for group in reading.of("ram")}
    return words <= _CARD_WORDS or (words <= _CARD_WORDS_EXPLAINED and "explain" in reading.topics)
