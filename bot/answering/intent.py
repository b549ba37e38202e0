"""What a question is after: electricity or size, with or without figures, the guide's own example."""

import re
from collections.abc import Sequence
from decimal import Decimal

from bot.answering.extract.reading import Group, Reading
from bot.answering.plan import drawing
from bot.domain.inputs import CostInputs

_GUIDE_HOURS = 336
"""Two weeks: the stretch of the guide's worked cost."""

_GUIDE_LOAD = (Decimal(1000), Decimal(1500), Decimal(_GUIDE_HOURS))

_CARD_WORDS = frozenset({"memory", "mem"})

_CARD_WORDS_EXPLAINED = _CARD_WORDS | {"内存", "记忆体"}


_PSU = r"(?:psu|power supply|电源供应器|电源|电供)"
_RAM = r"(?:(?<![a-z])ram(?![a-z])|system memory|内存|(?<!显示卡)(?<!显示)(?<!显卡)记忆体)"
_PSU_SIZE = re.compile(
    rf"(?:what|which|how (?:big|large|much|many)|size|recommend)[^,.?。]{{0,30}}{_PSU}"
    rf"|{_PSU}[^,.?。]{{0,8}}(?:size|wattage|多大|几瓦|几w|多少瓦|多少w|怎么选|买)|{_PSU}\s?(?:and|&|/|,|跟|和|与)\s?{_RAM}"
    rf"|{_RAM}\s?(?:and|&|/|,|跟|和|与)\s?{_PSU}"
    rf"|{_PSU}\s?(?:and|&|/|,|跟|和|与|以及)\s?(?:the |its |their |a |一个|每个?)?(?:month|year|week|annual|daily|running|power|elec|energy|cost|bill|月|年|电费)"
)
_RAM_SIZE = re.compile(
    rf"(?:how much|minimum|min|what|which)[^,.?。]{{0,30}}{_RAM}|{_RAM}[^,.?。]{{0,8}}(?:多少|多大|几g|最少|至少|size|minimum)"
    rf"|(?:and|&|/|,|跟|和|与)\s?{_RAM}\s?(?:for|要|各|分别)|{_RAM}\s?(?:and|&|/|跟|和|与)\s?{_PSU}"
)


def has_power(groups: Sequence[Group]) -> bool:
    """Whether any group says what draws power: watts or a part's name."""
    return any(g.high_w is not None or g.mention for g in groups)


def is_timed(reading: Reading) -> bool:
    """Whether anything says how long or how often."""
    per_day_or_week = reading.hours_per_day is not None or reading.days_per_week is not None
    return bool(reading.durations) or reading.nonstop or per_day_or_week


def is_powered(reading: Reading) -> bool:
    """Whether anything says how much power or energy it is about."""
    return has_power(drawing(reading)) or reading.energy_kwh is not None or reading.average_w is not None


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


def asks_psu_size(reading: Reading) -> bool:
    """Whether the words next to "PSU" ask for its size; a PSU may also be mentioned for its efficiency."""
    return _PSU_SIZE.search(reading.text) is not None


def asks_ram_size(reading: Reading) -> bool:
    """Whether RAM is asked for beside other things: "psu and ram for", "how much ram"."""
    known = any(g.mention or g.memory_gb is not None for g in reading.of("gpu"))
    return known and _RAM_SIZE.search(reading.text) is not None and not is_only_listed(reading)


def is_only_listed(reading: Reading) -> bool:
    """Whether RAM stands in the question as a part with its size or number, while a PSU is asked for."""
    ram = reading.of("ram")
    listed = all(group.memory_gb is not None or group.count_given for group in ram)
    return "psu" in reading.topics and bool(ram) and listed


def means_card_memory(reading: Reading) -> bool:
    """English "memory" without "system" is the card's; so is 記憶體 in a question about what a card has."""
    words = {reading.text[slice(*group.span)] for group in reading.of("ram")}
    return words <= _CARD_WORDS or (words <= _CARD_WORDS_EXPLAINED and "explain" in reading.topics)
