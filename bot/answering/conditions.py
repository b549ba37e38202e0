"""What a question says that the calculators take no account of, said instead of passed over."""

import re

from bot.answering.extract.reading import Group, Reading
from bot.domain.model import Message

_NIGHT = re.compile(
    r"(?<![a-z])(?:at night|nights? only|only (?:at|during the) night|overnight)(?![a-z])|夜间|晚上|夜里|半夜"
)
_PEAK = re.compile(
    r"(?<![a-z])(?:(?:off|on)[- ]?peak|peak (?:hours?|rates?|prices?|tariffs?)|time[- ]of[- ]use)(?![a-z])|峰谷|峰电|谷电|尖峰|离峰|低谷"
)
_IDLE = re.compile(
    r"(?<![a-z])(?:idle|idles|idling|standby|half (?:of )?the time)(?![a-z])|待机|空闲|闲置|一半时间|一半的时间"
)


def not_counted(reading: Reading, *, cost: bool) -> tuple[Message, ...]:
    """Remarks on conditions and parts that a calculation leaves out.

    Args:
        reading: the question.
        cost: whether energy is calculated; otherwise a supply is sized.
    """
    keys = _times(reading) if cost else []
    if reading.load_share is not None and (not cost or reading.efficiencies):
        keys.append("load" if cost else "load-of-supply")
    return (*(Message(key=f"uncounted-{key}") for key in keys), *_parts(reading, cost=cost))


def _times(reading: Reading) -> list[str]:
    """Times of day and states of rest that are not told apart."""
    found = []
    if _NIGHT.search(reading.text) and reading.hours_per_day is None:
        found.append("night")
    if _PEAK.search(reading.text) and len(reading.prices) < 2:
        found.append("peak")
    if _IDLE.search(reading.text):
        found.append("idle")
    return found


def _parts(reading: Reading, *, cost: bool) -> tuple[Message, ...]:
    """Fans, disks and the like without watts, where named parts are added up."""
    groups = reading.of("gpu", "cpu", "system", "bare")
    if not any(g.mention or g.high_w is not None for g in reading.of("gpu", "cpu")):
        return ()
    if cost and any(g.kind in {"system", "bare"} and g.high_w is not None for g in groups):
        return ()
    left = [g for g in reading.of("other") if g.high_w is None]
    sticks = [g for g in reading.of("ram") if g.count_given and g.memory_gb is None] if not cost else []
    return tuple(_said(g) for g in (*left, *sticks) if cost or g.item != "monitor")


def _said(group: Group) -> Message:
    """Like "Not counted: 10 × fan"."""
    number = f"{int(group.count)} × " if group.count_given and group.count == int(group.count) else ""
    code = "ram" if group.kind == "ram" else group.item or "other"
    return Message(key=f"uncounted-{code}", args={"number": number})
