"""Graphics cards and processors as the calculators see them."""

from typing import Literal

from pydantic import Field

from bot.domain.model import Frozen, Number

Vendor = Literal["NVIDIA", "AMD", "Intel", "Other"]


class GpuSpec(Frozen):
    """One graphics card or accelerator board.

    Attributes:
        name: canonical name without the vendor, ``RTX 3090``, ``A100 80GB PCIe``.
        aliases: other ways people write it.
        board_power_w: rated board power, watts.
        memory_gb: memory of one board, GB as the vendor counts.
        slots: width in case slots of the reference board, ``None`` if unknown or not a card (SXM).
        length_mm: length of the reference board.
        connectors: power plugs of the reference board, ``"2x8-pin"``, ``"1x16-pin"``, ``"none"``.
        family: ``geforce-10`` … for grouping; free text.
        released: ISO date, month or year.
        source_url: where the figures were read; checked_on: ISO date.
    """

    name: str
    aliases: tuple[str, ...] = ()
    vendor: Vendor
    board_power_w: Number = Field(gt=0, le=5000)
    memory_gb: Number = Field(gt=0, le=2000)
    slots: Number | None = None
    length_mm: Number | None = None
    connectors: str | None = None
    family: str = ""
    released: str
    source_url: str
    checked_on: str


class CpuSpec(Frozen):
    """One processor.

    Attributes:
        name: canonical name without the vendor, ``Threadripper 3970X``.
        base_w: rated (base) power, watts; peak_w: sustained turbo or package limit, ``None`` if not sourced.
        cores, threads: physical cores, hardware threads.
        memory_channels, pcie_lanes: of one processor; ``None`` if not sourced.
    """

    name: str
    aliases: tuple[str, ...] = ()
    vendor: Vendor
    socket: str = ""
    cores: int = Field(gt=0, le=1024)
    threads: int = Field(gt=0, le=2048)
    base_w: Number = Field(gt=0, le=2000)
    peak_w: Number | None = Field(default=None, gt=0, le=3000)
    memory_channels: int | None = None
    pcie_lanes: int | None = None
    released: str = ""
    source_url: str
    checked_on: str


class Tier(Frozen):
    """One step of a tiered tariff: the price per kWh from ``from_kwh`` a month upwards.

    Attributes:
        period: when it is in force, ISO 8601; the tariff's own period where empty.
        source_url, checked_on: of the step's row; those of the tariff where empty.
    """

    from_kwh: Number
    price_per_kwh: Number
    season: Literal["all", "summer", "other"] = "all"
    period: str = ""
    source_url: str = ""
    checked_on: str = ""


class Tariff(Frozen):
    """A dated household electricity price.

    Attributes:
        country: ISO 3166-1 alpha-2, or ``EU``; name: English name.
        price_per_kwh: in ``currency`` (ISO 4217) per kWh.
        kind: ``average``, ``tariff`` or ``cap``; period: what the figure covers, ISO 8601: ``2025``, ``2025-01/2025-06``, ``../2025-09``.
        tiers: marginal tiers where the country has them, lowest first.
    """

    country: str
    name: str
    price_per_kwh: Number = Field(gt=0)
    currency: str
    kind: Literal["average", "tariff", "cap"]
    taxes_included: bool | None
    period: str
    tiers: tuple[Tier, ...] = ()
    source_url: str
    checked_on: str
    note: str = ""


class GridCarbon(Frozen):
    """Greenhouse gas of one kWh of grid power, g CO2e, for one country and year."""

    country: str
    name: str
    g_per_kwh: Number = Field(gt=0, le=2000)
    year: int
    source_url: str
    checked_on: str


class Catalogue(Frozen):
    """All parts, prices and intensities of one version of the knowledge folder."""

    gpus: tuple[GpuSpec, ...] = ()
    cpus: tuple[CpuSpec, ...] = ()
    tariffs: tuple[Tariff, ...] = ()
    carbon: tuple[GridCarbon, ...] = ()
