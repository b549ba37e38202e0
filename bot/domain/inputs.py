"""What each calculator takes: one strict model per calculator.

The reader (``answering``), the command line and Discord's options all end here, so the bounds below
are the only bounds.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Literal, get_args

from pydantic import Field

from bot.domain.model import Frozen, Number

Price = Annotated[Number, Field(gt=0, le=1_000_000)]
"""The price of one kWh in some currency."""
Share = Annotated[Number, Field(gt=0, le=1)]
"""An efficiency."""

MAX_COUNT = 64
MAX_PART_W = 5000
MAX_LOAD_W = 1_000_000
MAX_SUPPLY_W = 10_000
MAX_RAM_GB = 100_000


class PowerPart(Frozen):
    """So many parts of one kind, each drawing ``watts``.

    Attributes:
        kind: ``gpu``, ``cpu`` or ``other``.
        name: canonical part name, ``None`` where only watts were given.
        count: how many, 1 to 64.
        watts: rated power of one, W.
        peak_w: sourced turbo or package limit of one CPU, W; ``None`` if unknown or not a CPU.
        memory_gb: memory of one card, GB, where known.
        connectors: power plugs of one card, ``"2x8-pin"``, where known.
        source_url, checked_on: of the table row the figures come from; empty if the asker gave them.
    """

    kind: Literal["gpu", "cpu", "other"]
    name: str | None = None
    count: int = Field(default=1, ge=1, le=MAX_COUNT)
    watts: Number = Field(gt=0, le=MAX_PART_W)
    peak_w: Number | None = Field(default=None, gt=0, le=MAX_PART_W)
    memory_gb: Number | None = Field(default=None, gt=0, le=2000)
    connectors: str | None = None
    source_url: str = ""
    checked_on: str = ""


class PsuInputs(Frozen):
    """Parts to supply. ``use_cpu_peak``: take ``peak_w`` where a CPU has one. ``efficiency``: for wall watts, (0, 1]."""

    parts: tuple[PowerPart, ...] = Field(min_length=1, max_length=32)
    use_cpu_peak: bool = True
    efficiency: Number | None = Field(default=None, gt=0, le=1)
    cpu_assumed: bool = False
    """No CPU was named and the asker did not exclude one: the result says that it covers the cards alone."""
    supply_w: Number | None = Field(default=None, gt=0, le=MAX_SUPPLY_W)
    """Rated output of a supply the asker has in mind, W: the result then says whether it is enough."""


class CostInputs(Frozen):
    """Energy, money and carbon of a load over time.

    Attributes:
        low_w, high_w: load behind the PSU, W; equal unless a range was given.
        parts: where the load is the sum of named parts (base watts).
        hours: total running hours, > 0.
        hours_per_day, days: how ``hours`` came about, where said (24 h a day if only days were given).
        days_per_week: of those days only so many a week count.
        price_per_kwh, currency: ISO 4217; both ``None`` if no price is known.
        other_prices, other_efficiencies: further values to compare with, in the same question.
        efficiency: PSU efficiency, (0, 1]; 1 = the load is measured at the wall or losses are ignored.
        country: ISO 3166-1 alpha-2 for carbon intensity and tariff, where said or implied.
        base_kwh_per_month: the household's use without the machine, for tiered tariffs.
    """

    low_w: Number = Field(gt=0, le=MAX_LOAD_W)
    high_w: Number = Field(gt=0, le=MAX_LOAD_W)
    parts: tuple[PowerPart, ...] = Field(default=(), max_length=32)
    hours: Number = Field(gt=0, le=876_000)
    hours_per_day: Number | None = Field(default=None, gt=0, le=24)
    days: Number | None = Field(default=None, gt=0, le=36_500)
    days_per_week: Number | None = Field(default=None, gt=0, le=7)
    price_per_kwh: Number | None = Field(default=None, gt=0, le=1_000_000)
    currency: str | None = Field(default=None, pattern=r"^[A-Z]{3}$")
    other_prices: tuple[Price, ...] = Field(default=(), max_length=3)
    efficiency: Number = Field(default=Decimal(1), gt=0, le=1)
    efficiency_given: bool = False
    other_efficiencies: tuple[Share, ...] = Field(default=(), max_length=3)
    country: str | None = Field(default=None, pattern=r"^[A-Z]{2}$")
    base_kwh_per_month: Number | None = Field(default=None, ge=0, le=100_000)
    asks_carbon: bool = False
    """Carbon is what was asked for: the headline leads with it."""


class MemoryPart(Frozen):
    """So many cards with ``memory_gb`` each; ``name`` where a part was named."""

    name: str | None = None
    count: int = Field(default=1, ge=1, le=MAX_COUNT)
    memory_gb: Number = Field(gt=0, le=2000)
    source_url: str = ""
    checked_on: str = ""


class RamInputs(Frozen):
    """Cards to match with system RAM; ``workload`` raises the suggestion (not the minimum)."""

    gpus: tuple[MemoryPart, ...] = Field(min_length=1, max_length=32)
    workload: Literal["normal", "large_data", "preprocessing", "kaggle"] = "normal"
    have_gb: Number | None = Field(default=None, gt=0, le=MAX_RAM_GB)
    """RAM that the asker has or has in mind, GB: the result then says whether it is enough."""


class CopyInputs(Frozen):
    """One batch copied over PCIe: bytes, lanes, PCIe generation (3 to 6)."""

    size_bytes: int = Field(gt=0, le=10**13)
    lanes: Literal[1, 2, 4, 8, 16] = 16
    generation: Literal[3, 4, 5, 6] = 3
    compute_ms: Number | None = Field(default=None, gt=0, le=1_000_000)


class DiskInputs(Frozen):
    """One batch read from a drive: bytes, drive speed in MB/s (decimal), compute time to hide it behind."""

    size_bytes: int = Field(gt=0, le=10**13)
    speed_mb_s: Number = Field(gt=0, le=1_000_000)
    compute_ms: Number | None = Field(default=None, gt=0, le=1_000_000)


Figure = Literal[
    "memory",
    "power",
    "cores",
    "threads",
    "length",
    "slots",
    "plugs",
    "channels",
    "lanes",
    "socket",
    "released",
]
"""What the hardware tables know about a part."""

FIGURES: tuple[Figure, ...] = get_args(Figure)


class SpecRow(Frozen):
    """One row of the hardware tables that a question names.

    Attributes:
        asked: the name in the question that fits it; several rows may share one ("3060").
        values: what the row holds: GB, W (of a card the board power, of a CPU the base power), mm, counts, names.
        peak_w: sourced turbo or package limit of a CPU, W.
    """

    kind: Literal["gpu", "cpu"]
    asked: str = Field(max_length=100)
    name: str
    values: Mapping[Figure, Number | str]
    peak_w: Number | None = Field(default=None, gt=0, le=MAX_PART_W)
    source_url: str
    checked_on: str


class SpecInputs(Frozen):
    """Rows to read figures from.

    Attributes:
        figures: which ones, most wanted first.
        claimed: the figure that the question states ("is the 2080 Ti 11 GB?").
        versions: no memory was said, so the same card with other memory may be meant as well.
    """

    rows: tuple[SpecRow, ...] = Field(min_length=1, max_length=24)
    figures: tuple[Figure, ...] = Field(min_length=1, max_length=11)
    claimed: Number | None = Field(default=None, gt=0, le=MAX_LOAD_W)
    versions: bool = True
