"""Watts that are a power supply's size, not a load."""

import re
from decimal import Decimal

from bot.answering.extract.reading import Group
from bot.domain.hardware import CpuSpec, GpuSpec

_IS = re.compile(r"\s*(?:(?:is|was|rated(?: at)?|only|是|为|只有|有|才)\s*){0,2}(?:[:=]\s*)?(?:an?\s)?")
_WATTS = (Decimal(300), Decimal(5000))
_MOST_OVER_RATED = Decimal("1.4")
"""No part is run at more than this many times its rated power."""


def is_size(words: str, watts: Decimal) -> bool:
    """Whether watts behind the word "PSU" are its size: "my psu is 850W", "電源只有 650W".

    Args:
        words: what stands between the word and the figure.
        watts: the figure.
    """
    return _WATTS[0] <= watts <= _WATTS[1] and _IS.fullmatch(words) is not None


def apart(group: Group) -> tuple[Group, ...]:
    """A named part and the supply it is to run on: "2x 4090 on 1000W?", where no such part draws that much.

    Of a part that no table holds it is not known what it draws; the watts of "is 850W enough for RTX 9090" are not it.
    """
    watts = group.high_w
    if group.mention is None or watts is None or group.each or watts < _WATTS[0]:
        return (group,)
    rated = [_rated(row) for row in group.mention.resolution.rows]
    if rated and watts <= _MOST_OVER_RATED * max(rated):
        return (group,)
    part = group.model_copy(update={"low_w": None, "high_w": None})
    return part, Group(kind="psu", low_w=watts, high_w=watts, span=group.span)


def _rated(row: GpuSpec | CpuSpec) -> Decimal:
    """The most watts that the tables have for a part."""
    return row.board_power_w if isinstance(row, GpuSpec) else row.peak_w or row.base_w
