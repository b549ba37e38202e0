"""Tokens grouped into parts: how many of what, at how many watts or GB each, whatever the word order.

A group is opened by the first of count, noun, watts or memory and takes each of them once. A second noun or a
second figure opens the next group, a comma or "and" closes it softly: what follows joins it only if it cannot
stand alone ("…, 350 W each", "…, got 3 of them", "…兩張").
"""

import re
from collections.abc import Sequence
from decimal import Decimal

from bot.answering.extract.drafts import (
    CARD_COUNTERS,
    CPU_COUNTERS,
    Draft,
    held_down,
    is_bare_noun,
    last_part,
    merged,
)
from bot.answering.extract.lexicon import COUNTED
from bot.answering.extract.reading import Group, GroupKind
from bot.answering.extract.scan import Scan
from bot.answering.extract.supply import apart, is_size
from bot.answering.extract.tokens import Token

_NOUNS: dict[str, GroupKind] = {
    "g": "gpu", "c": "cpu", "o": "other", "s": "system", "S": "psu", "r": "ram", "P": "gpu", "Q": "cpu",
}  # fmt: skip
_FIGURE = re.compile(r"(?:(?P<low>N)(?P<unit>[W])?R)?(?:(?P<high>N)(?P<half>q)?|q)(?P<scale>[WG])")
_MEMORIES = re.compile(r"NG(?:[,V]?NG)+")
_UNITLESS = re.compile(r"N(?=e|,|$)")
_USUAL_WATTS = (Decimal(30), Decimal(1500))
_LIMITED = re.compile(r"l[.R@e]*\Z")
_NEAR = 5
"""So many tokens before a figure are looked at for what it is."""
_COUNT = re.compile(r"(?P<n>N)(?P<mark>[MkxR]{0,2})|x(?P<m>N)(?![WG])|A(?=[gcPQNo])")


class _Grouper:
    """Walks the tokens once, left to right."""

    def __init__(self, scan: Scan, *, asks_enough: bool) -> None:
        self.scan = scan
        self.asks_enough = asks_enough
        self.kinds = scan.kinds
        self.tokens: Sequence[Token] = scan.tokens
        self.at = 0
        self.in_all = -1
        self.each_next = False
        self.drafts: list[Draft] = [Draft(0)]

    @property
    def now(self) -> Draft:
        return self.drafts[-1]

    def run(self) -> tuple[Group, ...]:
        while self.at < len(self.kinds):
            kind = self.kinds[self.at]
            if not (self._memories() or self._figure() or self._unitless() or self._count()):
                self._single(kind)
        kept = [draft for draft in merged(self.drafts) if not (draft.empty or draft.words_only)]
        return tuple(draft.freeze(self.scan) for draft in kept if draft.kind or draft.high or draft.memory)

    def _open(self) -> Draft:
        """The group that the next token belongs to, a new one if the last was closed."""
        if self.now.closed:
            self.drafts.append(Draft(self.at))
            self.now.each, self.each_next = self.each_next, False
            self.now.aside = self.at > 0 and self.scan.text[self.tokens[self.at - 1].start] == "("
        elif self.now.empty:
            self.now.start = self.at
        return self.now

    def _next(self) -> Draft:
        self.now.closed = True
        return self._open()

    def _memories(self) -> bool:
        """As in "three cards: 8 GB, 11 GB, 24 GB": a row of sizes is a row of cards, one of each."""
        match = _MEMORIES.match(self.kinds, self.at)
        if match is None or (self.now.noun is not None and self.now.noun.mention is not None):
            return False
        figures = [i for i in range(*match.span()) if self.kinds[i] == "N"]
        if (
            self.kinds[match.end() : match.end() + 1] == "r"
            and self.scan.text[self.tokens[match.end()].start].isascii()
        ):
            return False
        draft = self._open()
        if draft.kind == "gpu" and draft.count == len(figures):
            draft.count = None
        for i in figures:
            if draft.memory is not None:
                draft = self._next()
            draft.kind, draft.start, draft.end = "gpu", i, i + 2
            draft.memory = self.tokens[i].value * self.tokens[i + 1].value
        self.at = match.end()
        draft.closed = True
        return True

    def _figure(self) -> bool:
        match = _FIGURE.match(self.kinds, self.at)
        if match is None:
            return False
        scale = self.tokens[match.start("scale")].value
        high = self._half(match) * scale
        if match["scale"] == "W" and self._limit(match, high):
            return True
        draft = self._open()
        if match["scale"] == "G":
            self._memory(draft, high)
        else:
            taken = draft.high is not None or (
                draft.kind == "psu" and not self._of_supply(draft, match, high)
            )
            if taken or self._belongs_to_next(draft, match.end()):
                draft = self._next()
            if self.in_all == self.at - 1 and draft.count is not None and draft.count > 1:
                scale = scale / draft.count
                high = high / draft.count  # "two cards, 700 W in all"
            low_scale = self.tokens[match.start("unit")].value if match["unit"] else scale
            draft.high = high
            draft.low = self.tokens[match.start("low")].value * low_scale if match["low"] else high
        self.at = match.end()
        self.now.end = self.at
        return True

    def _limit(self, match: re.Match[str], watts: Decimal) -> bool:
        """Like "each limited to 250 W": the watts of the parts named before, wherever the commas are."""
        before = _LIMITED.search(self.kinds, max(0, match.start() - _NEAR), match.start())
        end = match.end() + self.kinds.startswith("l", match.end())
        if before is None and end == match.end():
            return False
        parts = held_down(self.drafts)
        if not parts:
            return False
        each = "e" in self.kinds[max(0, match.start() - _NEAR) : end + 1]
        if not each and self.now.some_of(parts[-1]):
            parts = [*parts, self.now]
        for draft in parts if each else parts[-1:]:
            draft.low = draft.high = watts
        if self.now not in parts and is_bare_noun(self.now):
            self.drafts.pop()
        if self.now is parts[-1]:
            self.now.closed, self.now.end = False, end
        self.at = end
        return True

    def _of_supply(self, draft: Draft, match: re.Match[str], watts: Decimal) -> bool:
        """Whether watts behind "PSU" are its size; those right before a part are the part's, unless "enough?" is asked."""
        before = self.scan.text[self.tokens[draft.end - 1].end : self.tokens[self.at].start]
        named_next = self.kinds[match.end() : match.end() + 1] in {"g", "c", "P", "Q", "o"}
        if draft.closed or draft.count is not None or (named_next and not self.asks_enough):
            return False
        return is_size(before, watts)

    def _half(self, match: re.Match[str]) -> Decimal:
        """The number of a figure, with "half a" and "and a half"."""
        half = Decimal("0.5") if match["half"] or match["high"] is None else Decimal(0)
        return half + (self.tokens[match.start("high")].value if match["high"] else 0)

    def _unitless(self) -> bool:
        """Like "3 GPUs pulling 300 each", "the CPU uses 150": watts by size, where other watts are in the question."""
        draft = self.now
        if (
            draft.closed
            or draft.kind not in {"gpu", "cpu"}
            or draft.high is not None
            or "W" not in self.kinds
        ):
            return False
        value = self.tokens[self.at].value
        if not _UNITLESS.match(self.kinds, self.at) or not _USUAL_WATTS[0] <= value <= _USUAL_WATTS[1]:
            return False
        draft.low = draft.high = value
        self.at += 1
        draft.end = self.at
        return True

    def _belongs_to_next(self, draft: Draft, end: int) -> bool:
        """``4090 150W CPU``: a figure right before a noun is that noun's, if the open group has its watts by name."""
        return (
            draft.noun is not None
            and draft.noun.mention is not None
            and self.kinds[end : end + 1] in {"c", "o", "Q"}
        )

    def _memory(self, draft: Draft, size: Decimal) -> None:
        named = draft.noun is not None and draft.noun.mention is not None
        system_ram = named and self.kinds[self.at : self.at + 3] == "NGr"
        if draft.memory is not None or draft.kind in {"cpu", "psu"} or system_ram:
            draft = self._next()
        draft.memory = size

    def _count(self) -> bool:
        match = _COUNT.match(self.kinds, self.at)
        if match is None:
            return False
        value, implied = Decimal(1), match[0] == "A"
        if not implied:
            value = self.tokens[match.start("n") if match["n"] else match.start("m")].value
        end = self._inside_brackets(match.end(), value)
        if self._more(match, value):
            return True
        if not self._is_count(match, end):
            self.at = match.end() if match["n"] is None else match.start("n") + 1
            return True
        self._take_count(match, end, value, implied=implied)
        self.at = end
        self.now.end = self.at
        return True

    def _more(self, match: re.Match[str], value: Decimal) -> bool:
        """Like "what if I add three more?", "再加兩張": on top of the cards that were named."""
        part = last_part(self.drafts)
        end = match.end()
        before = self.scan.text[self.tokens[match.start() - 1].start :] if match.start() else ""
        behind = self.scan.text[self.tokens[end].start :] if end < len(self.tokens) else ""
        more = behind.startswith(("more", "additional", "extra"))
        if part is None or not (more or before.startswith(("再加", "再买", "另外"))):
            return False
        if self.kinds[end + more : end + more + 1] in {"g", "c", "P", "Q", "o", "s", "r", "N"}:
            return False
        if not more and self._counter(match) not in CARD_COUNTERS:
            return False
        part.count, part.implied = (part.count or Decimal(1)) + value, False
        self.at = end + more
        return True

    def _inside_brackets(self, at: int, value: Decimal) -> int:
        """Where that begins which a count before a bracket counts: "4x (RTX 3090)", "[2x] RTX 4090", "4 (four) RTX 3090"."""
        mark = self.scan.text[self.tokens[at].start] if self.kinds[at : at + 1] == "," else ""
        if mark not in {"(", "[", ")", "]"}:
            return at
        if self.kinds[at : at + 3] == ",N," and self.tokens[at + 1].value == value:
            return at + 3
        return at + 1 if self.kinds[at + 1 : at + 2] in {"g", "c", "P", "Q"} else at

    def _is_count(self, match: re.Match[str], end: int) -> bool:
        """Whether a number counts something: it has a counter or ×, or stands right before a noun or figure."""
        if match["n"] is None:
            return True
        rest = self.kinds[end:]
        if rest.startswith(".") and self.tokens[end].code == "counted":
            return False  # "16 cores, 4090"
        if re.match(r"[.]?[gcPQosr]|[v]?N(?:W?RN)?[WG]|v", rest) or match["mark"] or rest.startswith("j"):
            return True
        if rest.startswith("l"):
            return last_part(self.drafts) is not None  # "two cards, one limited to 200 W"
        before = self.kinds[: match.start()]
        return before.endswith(("h", "hg")) and not re.match("[A-Za-z%$]", rest)

    def _take_count(self, match: re.Match[str], end: int, value: Decimal, *, implied: bool) -> None:
        rest = self.kinds[end:]
        counter = self._counter(match)
        part = last_part(self.drafts)
        if part is not None and rest.startswith("j"):
            part.count, part.implied = value, implied
            return
        leads = self._leads(end, counter)
        draft = self.now
        trailing = not leads or self._trails(draft, counter, rest) or self._times(draft, match)
        trailing = trailing or (is_bare_noun(draft) and rest.startswith("N"))
        if draft.kind in {"psu", "ram"} and counter in CARD_COUNTERS:
            draft = self._next()
        if draft.closed or (
            (draft.kind or draft.high is not None or draft.memory is not None) and not trailing
        ):
            draft = self._next()
        if draft.count is not None and not draft.implied and not (trailing and draft.count == 1):
            draft = self._next()
        if draft.empty:
            draft.start = match.start()
        draft.count, draft.implied, draft.counter = value, implied, counter

    def _leads(self, at: int, counter: str) -> bool:
        """Whether a count belongs to what stands behind it: "8 sticks of RAM", "6顆風扇", but not "四張 其他 200W"."""
        if re.match(r"[.v]?[gcPQ]|v?N(?:W?RN)?[WG]", self.kinds[at : at + 6]):
            return True
        if self.kinds[at : at + 1] == "r":
            return counter not in CARD_COUNTERS
        if self.kinds[at : at + 1] not in {"s", "o"}:
            return False
        return counter not in CARD_COUNTERS | CPU_COUNTERS or self.tokens[at].code in COUNTED

    def _trails(self, draft: Draft, counter: str, rest: str) -> bool:
        """``3090 兩張 4090 一張``: the count belongs to the name before it, unless its counter forbids."""
        if draft.count not in {None, Decimal(1)} or not counter:
            return False
        if draft.kind == "gpu" and rest[:1] in {"c", "Q"}:
            return counter in CARD_COUNTERS
        if draft.kind == "cpu" and rest[:1] in {"g", "P"}:
            return counter in CPU_COUNTERS
        return draft.count is None and draft.kind in {"gpu", "cpu"} and rest[:1] in {"P", "Q"}

    @staticmethod
    def _times(draft: Draft, match: re.Match[str]) -> bool:
        """``4090*2 13900k*1``: × and a number behind a name or figure count what stands before."""
        return match["m"] is not None and not draft.closed and draft.count is None and not draft.empty

    def _counter(self, match: re.Match[str]) -> str:
        if not match["n"] or not match["mark"] or match["mark"][0] not in "Mk":
            return ""
        token = self.tokens[match.start("mark")]
        return self.scan.text[token.start]

    def _single(self, kind: str) -> None:
        token = self.tokens[self.at]
        if kind in _NOUNS:
            self._noun(kind, token)
        elif kind == "v":
            if self.now.closed or self.now.kind != "gpu":
                self._noun("g", token)
            self.now.vram = True
        elif kind == "e":
            self.now.each = self.each_next = True
        elif kind == "h":
            self.in_all = self.at
        elif kind == ",":
            self.now.closed = not self.now.empty
            self.each_next = False
        self.at += 1

    def _noun(self, kind: str, token: Token) -> None:
        named = _NOUNS[kind]
        draft = self._open()
        if named == "psu" and self._is_size(draft):
            draft.low = draft.high = None
            self._next()
            return
        if named == "ram" and self._is_card_memory(draft, token):
            return
        foreign = draft.counter in CARD_COUNTERS and named == "cpu"
        if foreign or (draft.kind is not None and not self._same(draft, named, token)):
            draft = self._next()
        if named == "psu" and not draft.empty and not self._rates(draft, token):
            draft = self._next()
        if named == "ram" and not self._are_sticks(draft, token) and not draft.empty:
            sized = self.kinds[self.at - 1] == "G" and draft.count is None
            draft = draft if sized else self._next()
        if draft.noun is None or draft.noun.mention is None:
            draft.noun = token
        draft.kind = named
        draft.end = self.at + 1

    def _are_sticks(self, draft: Draft, token: Token) -> bool:
        """Like "8 sticks of RAM", "2x 16 GB RAM"."""
        if draft.only_counted:
            return True
        sizes = draft.noun is None and draft.high is None and draft.counter not in CARD_COUNTERS
        return sizes and draft.count is not None and not self.scan.text.startswith("mem", token.start)

    def _is_card_memory(self, draft: Draft, token: Token) -> bool:
        """Like "24 GB memory" of a card; after "VRAM", or apart in Chinese, the word means the system's RAM."""
        if draft.memory is None or draft.vram or self.kinds[self.at - 1] != "G":
            return False
        text = self.scan.text
        if draft.kind is None and len(self.drafts) > 1:
            before = self.drafts[-2]
            lacks_memory = before.kind == "gpu" and before.memory is None and before.counts
            each = self.kinds[self.at + 1 : self.at + 2] == "e"
            return lacks_memory and (each or text.startswith("mem", token.start))
        if draft.kind != "gpu":
            return False
        return text[token.start].isascii() or not text[token.start - 1].isspace()

    def _is_size(self, draft: Draft) -> bool:
        """As in "雙卡 700W 電源夠嗎": the watts are the PSU's, not the cards'."""
        behind_watts = self.kinds[self.at - 1 : self.at] == "W" and draft.high is not None
        return self.asks_enough and draft.kind == "gpu" and behind_watts and self.kinds.count("W") == 1

    def _rates(self, draft: Draft, token: Token) -> bool:
        """Whether the watts right before "PSU" are its size: "a 850w psu"; in Chinese only where "enough?" is asked."""
        if draft.high is None or self.kinds[self.at - 1] != "W" or draft.count not in {None, Decimal(1)}:
            return False
        return self.scan.text[token.start].isascii() or self.asks_enough

    @staticmethod
    def _same(draft: Draft, named: GroupKind, token: Token) -> bool:
        """In "RTX 3090 cards", "4 GPUs, RTX 3090": noun and name say the same thing once."""
        if draft.kind != named or draft.noun is None:
            return False
        return token.mention is None or (draft.noun.mention is None and draft.high is None)


def read_groups(scan: Scan, *, asks_enough: bool = False) -> tuple[Group, ...]:
    """Parts and loads in reading order.

    Args:
        scan: what other rules have left over.
        asks_enough: whether the question asks if something suffices, so that watts before "電源" are its size.
    """
    groups = _Grouper(scan, asks_enough=asks_enough).run()
    if not asks_enough or scan.kinds.count("W") != 1:
        return groups
    return tuple(part for group in groups for part in apart(group))
