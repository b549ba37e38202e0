"""Groups in the making: what a group has taken so far, and which groups belong together in the end."""

from decimal import Decimal

from bot.answering.extract.reading import Group, GroupKind
from bot.answering.extract.scan import Scan
from bot.answering.extract.tokens import Token

CARD_COUNTERS = frozenset({"张", "片", "块"})
CPU_COUNTERS = frozenset({"颗", "枚"})
"""Chinese measure words that tell cards from processors."""


class Draft:
    """A group being put together."""

    def __init__(self, start: int) -> None:
        self.start = start
        self.end = start
        self.kind: GroupKind | None = None
        self.noun: Token | None = None
        self.count: Decimal | None = None
        self.implied = False
        self.low: Decimal | None = None
        self.high: Decimal | None = None
        self.memory: Decimal | None = None
        self.each = False
        self.vram = False
        self.aside = False
        self.closed = False
        self.counter = ""

    @property
    def empty(self) -> bool:
        """Whether nothing was taken yet."""
        return self.kind is None and self.count is None and self.high is None and self.memory is None

    @property
    def counts(self) -> bool:
        """Whether it is a counted noun, not a named part: "2 cards"."""
        return self.count is not None and (self.noun is None or self.noun.mention is None)

    @property
    def only_counted(self) -> bool:
        """Whether nothing but a count was taken yet."""
        return self.count is not None and self.kind is None and self.high is None and self.memory is None

    def some_of(self, other: "Draft") -> bool:
        """Become so many of another group's parts, which is so many fewer: "two 3090s, one limited to 200W"."""
        fewer = self.only_counted and not self.implied and other is not self
        if not fewer or self.count is None or other.count is None or not 0 < self.count < other.count:
            return False
        other.count -= self.count
        self.kind, self.noun = other.kind, other.noun
        return True

    @property
    def words_only(self) -> bool:
        """The word "VRAM" without a figure names no card."""
        noun = self.noun is not None and self.noun.kind == "v"
        return noun and self.high is None and self.memory is None and self.count is None

    def _by_counter(self) -> GroupKind:
        """Without a noun, memory or a counter tells: 一張 450W is a card."""
        if self.counter in CARD_COUNTERS or (
            self.memory is not None and (self.count is not None or self.each)
        ):
            return "gpu"
        return "cpu" if self.counter in CPU_COUNTERS else "bare"

    def freeze(self, scan: Scan) -> Group:
        """The finished group."""
        return Group(
            kind=self.kind or self._by_counter(),
            count=self.count if self.count is not None else Decimal(1),
            count_given=self.count is not None and not self.implied,
            low_w=self.low,
            high_w=self.high,
            memory_gb=self.memory,
            each=self.each,
            mention=self.noun.mention if self.noun else None,
            vague=bool(self.noun and self.noun.code == "vague"),
            item=self.noun.code if self.noun and self.kind == "other" else "",
            span=scan.span(self.start, max(self.end, self.start + 1)),
        )


def is_bare_noun(draft: Draft) -> bool:
    """A group of which only the noun is known: "顯卡" before "四張 250 瓦"."""
    return (
        draft.kind in {"gpu", "cpu"} and draft.count is None and draft.high is None and draft.memory is None
    )


def last_part(drafts: list[Draft]) -> Draft | None:
    """The card that was named last, else the CPU: what "4 of them" counts."""
    named = [draft for draft in drafts if draft.kind in {"gpu", "cpu"} and draft.noun is not None]
    return max(enumerate(named), key=lambda one: (one[1].kind == "gpu", one[0]), default=(0, None))[1]


def held_down(drafts: list[Draft]) -> list[Draft]:
    """The parts that "limited to 250 W" is about: the last ones named, of the kind of a noun said again, without watts."""
    now = drafts[-1]
    kinds = {now.kind} if is_bare_noun(now) else {"gpu", "cpu"}
    if now.kind in {"psu", "system", "ram"} and not now.closed:
        return []
    open_ones = [draft for draft in drafts if draft.kind in kinds and draft.high is None]
    named = [draft for draft in open_ones if draft.noun is not None and draft.noun.mention is not None]
    return named or open_ones


def merged(drafts: list[Draft]) -> list[Draft]:
    """Join what cannot stand alone to the group before it."""
    result: list[Draft] = []
    for draft in drafts:
        target = _target(result, draft)
        if target is None:
            result.append(draft)
            continue
        if draft.high is not None:
            target.low, target.high = draft.low, draft.high
        if draft.memory is not None:
            target.memory = draft.memory
        if draft.count is not None and not draft.implied:
            target.count, target.implied = draft.count, False
        target.each = target.each or draft.each
        target.end = max(target.end, draft.end)
    return result


def _target(before: list[Draft], draft: Draft) -> Draft | None:
    """The earlier group that a nounless one completes."""
    loads = [d for d in before if d.kind in {"gpu", "cpu"} or (d.kind is None and not d.empty)]
    memory_only = draft.noun is not None and draft.noun.kind == "v"
    if not loads or draft.empty or (draft.kind is not None and not memory_only):
        return None
    last = loads[-1]
    if draft.high is None and draft.memory is None:
        counted = last.count is not None and not last.implied and last.count != 1
        return None if counted else last
    named = last.noun is not None and last.noun.mention is not None
    if (
        draft.high is not None
        and last.high is None
        and (draft.each or draft.aside or not named)
        and draft.count is None
    ):
        return last
    if draft.memory is not None and last.memory is None and last.kind == "gpu" and draft.count is None:
        return last
    return None
