"""Numerals of three scripts read as exact decimals. Text is matched and added up, never evaluated."""

import re
from decimal import Decimal

_HAN_DIGIT = {
    "零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    "贰": 2, "陆": 6,
}  # fmt: skip
_HAN_TENS = {"廿": 20, "卅": 30}
_HAN_UNIT = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_MYRIAD = {"万": 10_000, "亿": 100_000_000}

_D = "零〇一二两三四五六七八九贰陆"
_U = "十拾百佰千仟"
HAN_NUMERAL = re.compile(
    # 千 before 瓦 is the kilo of kilowatt; 一 before 度 after 毛/块 is left for "per kWh" by the lexer
    rf"(?:(?:[{_D}]|\d{{1,6}}(?:\.\d{{1,4}})?)?(?:[十拾百佰廿卅]|[千仟](?![瓦伏])|万(?!用)|亿)|[{_D}]){{1,12}}(?:点[{_D}]{{1,8}})?"
    rf"(?:(?<=[{_U}万])\d(?![\d.]))?"
)
"""A run of Han digits and units, digits before a unit allowed ("1千2百"), bounded in length."""

PLAIN_NUMBER = re.compile(
    r"\d{1,3}(?:,\d{3}){1,6}(?![\d,])(?:\.\d{1,9})?|0,\d{1,4}(?!\d)|\d{1,40}(?:\.\d{1,20})?(?:e[+-]?\d{1,5}(?![a-z0-9]))?|\.\d{1,9}"
)
"""Digits, with thousands commas, a decimal point (or "0,25"), or an exponent."""

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_WORD = {word: value for value, word in enumerate(_ONES)} | {
    word: value for value, word in zip(range(20, 100, 10), _TENS, strict=True)
}
_SCALE = {"hundred": 100, "thousand": 1000}

_WORD_RUN = re.compile(r"[a-z]{3,9}(?:(?:[ -]|\sand\s)[a-z]{3,9}){0,7}")


def plain_value(literal: str) -> Decimal:
    """The value of a ``PLAIN_NUMBER`` match; thousands commas dropped, a comma after a lone 0 is a point."""
    if literal.startswith("0,"):
        return Decimal(literal.replace(",", "."))
    return Decimal(literal.replace(",", ""))


def han_value(run: str) -> Decimal:
    """The value of a ``HAN_NUMERAL`` match.

    三百五十 350, 一千三 1300, 百二 120, 二点五 2.5, 1千2百 1200, 二四 24 (digit by digit).
    """
    whole, _, fraction = run.partition("点")
    value = _han_whole(whole)
    if fraction:
        value += Decimal("0." + "".join(str(_HAN_DIGIT[c]) for c in fraction))
    return value


def _han_whole(run: str) -> Decimal:
    total = section = Decimal(0)
    digits = ""
    unit = 0
    for char in run:
        if char in _MYRIAD:
            section += Decimal(digits or ("0" if section else "1"))
            total += section * _MYRIAD[char]
            section, digits, unit = Decimal(0), "", _MYRIAD[char]
        elif char in _HAN_UNIT:
            unit = _HAN_UNIT[char]
            section += Decimal(digits or "1") * unit
            digits = ""
        elif char in _HAN_TENS:
            section += _HAN_TENS[char]
            unit = 1
        else:
            digits += str(_HAN_DIGIT[char]) if char in _HAN_DIGIT else char
    return total + section + _tail(digits, unit)


def _tail(digits: str, unit: int) -> Decimal:
    """Digits after the last unit: 一千三 is 1300, but 一千零三 is 1003 and 二十三 is 23."""
    if not digits:
        return Decimal(0)
    if unit >= 100 and len(digits) == 1:
        return Decimal(digits) * unit / 10
    return Decimal(digits)


def word_number(text: str, start: int) -> tuple[Decimal, int] | None:
    """The number written in English words at ``start`` and where it ends: "two hundred and fifty" → 250.

    Returns:
        ``None`` if no number word stands there.
    """
    run = _WORD_RUN.match(text, start)
    if run is None:
        return None
    count = _WordCount()
    end = start
    for piece in re.finditer(r"[a-z]+", run.group()):
        if piece.group() == "and" and end != start:
            continue
        if not count.take(piece.group()):
            break
        end = start + piece.end()
    return (count.value, end) if end != start else None


class _WordCount:
    """A number being read word by word."""

    def __init__(self) -> None:
        self._total = Decimal(0)
        self._current: Decimal | None = None

    @property
    def value(self) -> Decimal:
        return self._total + (self._current or 0)

    def take(self, word: str) -> bool:
        """Add a word; ``False`` if it does not continue the number."""
        if word in _WORD:
            if self._current is not None and not _may_follow(self._current, _WORD[word]):
                return False
            self._current = (self._current or Decimal(0)) + _WORD[word]
            return True
        if word not in _SCALE or (self._current is None and not self._total):
            return False
        self._current = (self._current or Decimal(1)) * _SCALE[word]
        if word == "thousand":
            self._total, self._current = self._total + self._current, Decimal(0)
        return True


def _may_follow(current: Decimal, value: int) -> bool:
    """Whether a word of ``value`` continues the number: "twenty" + "four" does, "two" + "four" does not."""
    rest = current % 100
    return (rest == 0 and value < 100) or (rest >= 20 and rest % 10 == 0 and 0 < value < 10)
