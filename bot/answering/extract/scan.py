"""Tokens with a record of which of them a rule has already used: each is read once."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache

from bot.answering.extract.tokens import Token, kinds

USED = " "
"""Kind of a token that an earlier rule has claimed; no rule's pattern matches it."""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


class Scan:
    """Rules match on ``kinds``, one character a token, and claim what they used.

    Args:
        text: the folded question; tokens: its tokens.
    """

    def __init__(self, text: str, tokens: Sequence[Token]) -> None:
        self.text = text
        self.tokens = tuple(tokens)
        self._kinds = list(kinds(tokens))

    @property
    def kinds(self) -> str:
        """Kinds of all tokens, ``USED`` where claimed."""
        return "".join(self._kinds)

    def find(self, pattern: str) -> Iterator[re.Match[str]]:
        """Matches of a pattern over the kinds as they are now, left to right, without overlaps."""
        yield from list(_compiled(pattern).finditer(self.kinds))

    def has(self, pattern: str) -> bool:
        """Whether a pattern matches over the unclaimed tokens."""
        return _compiled(pattern).search(self.kinds) is not None

    def claim(self, start: int, end: int) -> None:
        """Mark tokens ``start`` to ``end`` (exclusive) as used."""
        self._kinds[start:end] = USED * (end - start)

    def claim_match(self, match: re.Match[str]) -> None:
        """Mark a match's tokens as used."""
        self.claim(*match.span())

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Characters from token ``start`` to before token ``end``."""
        return self.tokens[start].start, self.tokens[end - 1].end

    def value(self, match: re.Match[str], group: str | int) -> Decimal:
        """Value of the number that a group of a match covers."""
        return self.tokens[match.start(group)].value

    def token(self, match: re.Match[str], group: str | int) -> Token:
        """The first token that a group of a match covers."""
        return self.tokens[match.start(group)]
