"""A folded question as a row of typed tokens; part names first, so that 3090 is never a number of watts."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from bot.answering.extract import numbers
from bot.answering.extract.lexicon import AFTER_NUMBER, BY_FIRST, GLUED, Entry
from bot.domain.mentions import Mention

MAX_CHARS = 500
"""Nothing beyond this many characters is read."""

_JUNK = re.compile(
    r"[\d.]{1,40}(?:\s?(?:\*\*|\^)\s?[-\d.()]{1,40}){1,20}"  # 9**9**9, 2^64
    r"|[_a-z.]{0,40}__[_a-z]{0,40}|\)\s?\*"  # __import__, (2+3)*
    r"|0x[0-9a-z]{1,40}"
)
_SUSPECT = re.compile(r"[*^_]|0x")
"""Only a text with one of these can hold arithmetic or code."""

_ALNUM = re.compile(r"[a-z_][a-z0-9_.+\-]*|[a-z0-9]+")
_ASCII_WORD = re.compile(r"[a-z0-9]")
_LATIN = re.compile(r"[a-z]+")
_HAN_SINGLE_JIAO = re.compile(r"(?<=[毛块元角塊])[一二两三四五六七八九](?=一度|1度|每度|/度|一kwh)")
_ONE_UNIT = re.compile(r"(?:一|1|一个)\s?(?:度电?|千瓦时|kwh|瓩时)")
_HUGE = Decimal(10) ** 11
_SCALED = {"k": 1000, "万": 10_000}


class Token(NamedTuple):
    """One token: its kind (see ``lexicon``), span, value of a number, and the lexicon's scale and code."""

    kind: str
    start: int
    end: int
    value: Decimal = Decimal(1)
    code: str = ""
    mention: Mention | None = None


def lex(text: str, mentions: Sequence[Mention]) -> list[Token]:
    """Cut a folded text into tokens, words that mean nothing here left out.

    Args:
        text: a result of ``normalise``.
        mentions: part names in it, in order, without overlaps.
    """
    return _Lexer(text[:MAX_CHARS], mentions).run()


def kinds(tokens: Sequence[Token]) -> str:
    """The tokens' kinds as one string, a character each: what the rules match on."""
    return "".join(token.kind for token in tokens)


class _Lexer:
    def __init__(self, text: str, mentions: Sequence[Mention]) -> None:
        self.text = text
        self.at = 0
        self.out: list[Token] = []
        self.mentions = [m for m in mentions if m.end <= len(text)]
        self.next_mention = 0

    def run(self) -> list[Token]:
        steps = [self._mention, self._one_unit, self._word, self._number, self._rest]
        if _SUSPECT.search(self.text):
            steps.insert(1, self._junk)
        while self.at < len(self.text):
            if self.text[self.at].isspace():
                self.at += 1
                continue
            any(step() for step in steps)
        return self.out

    def _clamped(self, value: Decimal) -> Decimal:
        """Absurd numbers stay absurd but small enough to multiply; they are refused later."""
        return max(-_HUGE, min(_HUGE, value))

    def _add(self, kind: str, end: int, value: Decimal = Decimal(1), code: str = "") -> bool:
        if kind != "_":
            self.out.append(Token(kind, self.at, end, value, code))
        self.at = end
        return True

    def _mention(self) -> bool:
        if self.next_mention >= len(self.mentions):
            return False
        mention = self.mentions[self.next_mention]
        if mention.start != self.at:
            if mention.start < self.at:
                self.next_mention += 1
            return False
        self.next_mention += 1
        kind = {"gpu": "P", "cpu": "Q"}[mention.kind]
        self.out.append(Token(kind, mention.start, mention.end, mention=mention))
        self.at = mention.end
        if self.text.startswith(("s ", "s,", "s'", "'s", "s?"), self.at) or self.text[self.at :] == "s":
            self.at += 2 if self.text.startswith("'s", self.at) else 1
        return True

    def _junk(self) -> bool:
        """Arithmetic and code are text: ``9**9**9`` is no number, and what follows it is no quantity of it."""
        match = _JUNK.match(self.text, self.at)
        return self._add("!", match.end()) if match else False

    def _one_unit(self) -> bool:
        """``一度`` after money or an electricity word is "per kWh"."""
        if self.text[self.at] not in "1一":
            return False
        match = _ONE_UNIT.match(self.text, self.at)
        if match is None:
            return False
        self._add("/", self.at + 1)
        return self._add("E", match.end())

    def _word(self) -> bool:
        for word, entry in BY_FIRST.get(self.text[self.at], ()):
            if self.text.startswith(word, self.at) and self._fits(word):
                return self._take(word, entry)
        return False

    def _fits(self, word: str) -> bool:
        """Whether a word stands by itself here: Latin words need edges, some units a number before them."""
        end = self.at + len(word)
        if word in AFTER_NUMBER and not self._after_number():
            return False
        if word == "." and self.text[end : end + 1].isdigit():
            return False
        if not _ASCII_WORD.match(word[-1]):
            return True
        rest = self.text[end : end + 1]
        if word[0].isdigit():
            return not rest.isdigit() and not (rest == "." and self.text[end + 1 : end + 2].isdigit())
        return not (_LATIN.match(rest) or (rest.isdigit() and rest.isascii() and word not in GLUED))

    def _after_number(self) -> bool:
        if not self.out or self.out[-1].kind not in {"N", "!", "q"}:
            return False
        return self.text[self.out[-1].end : self.at] in {"", " "}

    def _take(self, word: str, entry: Entry) -> bool:
        end = self.at + len(word)
        if entry.kinds == "N":
            return self._add("N", end, entry.scale)
        if len(entry.kinds) == 2:
            self.out.append(Token(entry.kinds[0], self.at, end))
            return self._add(entry.kinds[1], end, entry.scale, entry.code)
        return self._add(entry.kinds, end, entry.scale, entry.code)

    def _number(self) -> bool:
        text, at = self.text, self.at
        match = _HAN_SINGLE_JIAO.match(text, at) or numbers.HAN_NUMERAL.match(text, at)
        if match:
            return self._numeral(numbers.han_value(match.group()), match.end())
        match = numbers.PLAIN_NUMBER.match(text, at)
        if match:
            return self._numeral(numbers.plain_value(match.group()), match.end())
        worded = numbers.word_number(text, at)
        return self._numeral(*worded) if worded else False

    def _numeral(self, value: Decimal, end: int) -> bool:
        """Add a number; a minus before it and a k behind it belong to it."""
        suffix = self.text[end : end + 1]
        if suffix in _SCALED and not re.match("[a-z0-9]", self.text[end + 1 : end + 2] or " "):
            value, end = value * _SCALED[suffix], end + 1
        if self.out and self.out[-1].kind in {"-", "R"} and self._is_sign():
            start = self.out.pop().start
            self.out.append(Token("N", start, end, -self._clamped(value)))
            self.at = end
            return True
        return self._add("N", end, self._clamped(value))

    def _is_sign(self) -> bool:
        """Whether the last token is a minus sign: nothing but a word or nothing before it, no space after it."""
        last = self.out[-1]
        if last.kind == "-":
            return True
        if self.text[last.start] != "-" or last.end != self.at:
            return False
        if len(self.out) > 1 and self.out[-2].kind in {"N", "W", "P", "Q"}:
            return False
        before = self.text[max(0, last.start - 1) : last.start]
        return not before or before in " (:=" or not before.isascii()

    def _rest(self) -> bool:
        """A word that means nothing here; letters and digits hang together (``ddr4``, ``9090ti``)."""
        match = _ALNUM.match(self.text, self.at)
        end = match.end() if match else self.at + 1
        if self.out and self.out[-1].kind == "." and not match:
            last = self.out.pop()
            self.at = last.start
        return self._add(".", end)
