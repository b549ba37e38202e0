"""Processors named by a bare number ("8480+", "9654", "7763"): read only where the words around tie it to a build."""

import re
from collections.abc import Sequence

from bot.domain.lookup import PartIndex, Resolution
from bot.domain.part_names import PartKind, Token

_COUNT = r"(?:\d{1,2}|one|two|three|four|eight|dual|quad|single|both|双|雙|两|兩|一|二|三|四)"
_COUNTED_BEFORE = re.compile(
    rf"(?<![a-z0-9.,]){_COUNT}\s?(?:[x×*]|[颗顆個个枚]|(?:cpus?|路)\s?)\s?$|[颗顆枚]\s?$"
)
_COUNTED_BEHIND = re.compile(
    r"\+?\s?(?:[x×*]\s?\d{1,2}(?![\d.a-z])|[一二两兩双雙四\d]{1,2}\s?[颗顆枚])|\+(?![\s\d]*\d)"
)
_JOINED_BEFORE = re.compile(
    rf"(?:[+&/,、]|(?<![a-z])(?:and|with|plus|on|w/)|[配搭加跟和与與带帶])\s?(?:an?\s)?$|(?<![a-z0-9.,]){_COUNT}\s?$"
)
_JOINED_BEHIND = re.compile(r"\s?(?:[+&]|(?:and|with|plus|w/)(?![a-z])|[配搭加跟和与與])")
_BUILD = re.compile(
    r"psu|power ?suppl|watt|gpu|cpu|card|电源|電源|供应器|供應器|卡|瓦|內存|内存|记忆体|記憶體"
)
_OTHERWISE = re.compile(r"\s?(?:ram|ddr|mt|內存|内存|记忆体|記憶體|cl\d|rpm|socket)")
_SPEED_BEFORE = re.compile(r"ddr\d?[\s-]?$|(?:lga|socket|am|batch|port|year|in|since)\s?$")
_ROUND_W = 3000
_CARD_NUMBER = re.compile(r"[1-9]0[5-9]0")


def tied_number(index: PartIndex, text: str, token: Token, *, among_parts: bool) -> Resolution | None:
    """What a bare number of four or five digits stands for, ``None`` if nothing says that it is a part.

    Joined to other parts ("and a 7763", "4090 配 9654") it must be in the tables. Counted as parts are
    ("2x 8999", "8999 两颗") it is one even if no table holds it, so that it is asked about and not dropped.

    Args:
        index: the tables.
        text: the whole folded text; units and money around the number were ruled out.
        token: the number.
        among_parts: whether the text names other parts.
    """
    before, number = text[max(0, token.start - 16) : token.start], token.values[0]
    if _OTHERWISE.match(text, token.end) or _SPEED_BEFORE.search(before):
        return None
    if int(number) <= _ROUND_W and int(number) % 50 == 0:  # as likely watts without a unit
        return None
    counted = bool(_COUNTED_BEFORE.search(before) or _COUNTED_BEHIND.match(text, token.end))
    joined = bool(_JOINED_BEFORE.search(before) or _JOINED_BEHIND.match(text, token.end))
    if not (counted or joined) or not (among_parts or _BUILD.search(text)):
        return None
    found = index.match_tokens((token,), "cpu")
    if found:
        return index.resolution(number, "cpu", found)
    if not counted or not among_parts or len(number) != 4:
        return None
    kind: PartKind = "gpu" if _CARD_NUMBER.fullmatch(number) else "cpu"
    return Resolution(kind=kind, text=number, nearest=index.nearest(number, kind))


def bare_numbers(tokens: Sequence[Token], taken: Sequence[tuple[int, int]]) -> list[Token]:
    """The tokens of four or five digits that no part name has taken."""
    return [
        token
        for token in tokens
        if token.role == "word"
        and 4 <= token.end - token.start <= 5
        and token.values[0].isdigit()
        and not any(start <= token.start < end for start, end in taken)
    ]
