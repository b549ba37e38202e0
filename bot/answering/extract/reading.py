"""What was read from one question: every item with its span of the folded text. Nothing is filled in here."""

from decimal import Decimal
from typing import Literal

from pydantic import Field

from bot.domain.mentions import Mention
from bot.domain.model import Frozen, Lang, Number

Span = tuple[int, int]
"""Start and end in characters of ``Reading.text``."""

GroupKind = Literal["gpu", "cpu", "other", "system", "psu", "ram", "bare"]
Topic = Literal[
    "psu", "cost", "ram", "energy", "money", "ask_size", "enough", "advice", "mining", "gaming", "wiring",
    "laptop", "brand", "workload_large", "workload_prep", "workload_kaggle", "copy", "disk", "cards_alone",
    "follow_up", "lanes", "explain", "article",
    "ask_amount", "efficiency", "carbon", "example", "later", "elsewhere",
]  # fmt: skip


class Group(Frozen):
    """So many parts of one kind, as far as the words say.

    Attributes:
        kind: ``bare`` where no noun said what draws the watts.
        count: as said, 1 if nothing was said; any number here, bounds are checked by ``plan``.
        count_given: whether a count was said.
        low_w, high_w: watts of one part; equal unless a range was given.
        memory_gb: memory of one card.
        each: "each", "per card" stood beside the figure.
        mention: the part name, resolved or not.
        item: which kind of other part: ``fan``, ``disk``, ``pump``, ``monitor``, or empty.
        vague: only a brand or series was named ("a卡", "i9").
    """

    kind: GroupKind
    count: Number = Decimal(1)
    count_given: bool = False
    low_w: Number | None = None
    high_w: Number | None = None
    memory_gb: Number | None = None
    each: bool = False
    mention: Mention | None = None
    vague: bool = False
    item: str = ""
    span: Span


class Duration(Frozen):
    """A stretch of time: ``hours`` of clock time; ``per`` marks "per month", "每天"."""

    hours: Number
    unit: Literal["minute", "hour", "day", "week", "month", "year"]
    per: bool = False
    span: Span


class Price(Frozen):
    """Money for energy.

    Attributes:
        value: in whole units of the currency per kWh (20 cents = 0.2).
        code: ISO 4217, or what was written where that is open: ``$``, ``¥``, ``cent``, ``fen``, ``local``,
            or empty where no currency was written.
        per_kwh: whether "per kWh" was said; otherwise it is only likely.
    """

    value: Number
    code: str
    per_kwh: bool
    span: Span


class Fault(Frozen):
    """Something that cannot be a quantity: ``text`` as typed (folded, at most 40 characters)."""

    kind: Literal["not_a_number", "negative", "zero", "too_large"]
    text: str
    span: Span


class Transfer(Frozen):
    """Bytes to move and how: for the two small calculators."""

    size_bytes: int | None = None
    lanes: int | None = None
    generation: int | None = None
    speed_mb_s: Number | None = None
    compute_ms: Number | None = None


class Reading(Frozen):
    """All that a question says in numbers, names and topic words.

    Attributes:
        text: the folded question that spans count in.
        lang: language of the reply; script: script of its Han characters.
        groups: parts and loads in reading order.
        durations: stretches of time, "per" ones included; hours_per_day; days_per_week.
        nonstop: "24/7", "不停".
        prices, efficiencies: the first is the main one, more are to be compared with.
        load_share: part of the full load that is said to be drawn ("at 50% load"), 0 to 1.
        average_w: watts that a stated energy per hour, day, week or month comes to.
        energy_kwh: an amount of energy asked about; base_kwh: the household's monthly use without the machine.
        country: ISO 3166-1 alpha-2, the first of ``countries``.
        topics: what the words are about.
        faults: numbers that cannot be used.
    """

    text: str
    lang: Lang
    script: Lang
    groups: tuple[Group, ...] = ()
    durations: tuple[Duration, ...] = ()
    hours_per_day: Number | None = None
    days_per_week: Number | None = None
    nonstop: bool = False
    prices: tuple[Price, ...] = ()
    bare_price: Number | None = None
    efficiencies: tuple[Number, ...] = ()
    load_share: Number | None = None
    average_w: Number | None = None
    energy_kwh: Number | None = None
    base_kwh: Number | None = None
    country: str | None = None
    countries: tuple[str, ...] = ()
    transfer: Transfer = Field(default_factory=Transfer)
    topics: frozenset[Topic] = frozenset()
    faults: tuple[Fault, ...] = ()

    def of(self, *kinds: GroupKind) -> tuple[Group, ...]:
        """The groups of some kinds, in reading order."""
        return tuple(group for group in self.groups if group.kind in kinds)
