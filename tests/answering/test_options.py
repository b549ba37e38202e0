"""Options of the command line and of Discord: counts, names, watts, memory, ranges."""

import functools
from decimal import Decimal

import pytest

from bot.answering import calculators, options
from bot.domain.hardware import Catalogue, CpuSpec, GpuSpec
from bot.domain.lookup import PartIndex
from bot.domain.model import LANGS
from bot.errors import InputError
from bot.i18n import catalogue as wording

_SOURCE = {"source_url": "https://example.org", "checked_on": "2026-01-01"}


def gpu(name: str, watts: int, memory: int, connectors: str = "2x8-pin") -> GpuSpec:
    return GpuSpec(
        name=name, vendor="NVIDIA", board_power_w=Decimal(watts), memory_gb=Decimal(memory),
        connectors=connectors, released="2020", **_SOURCE,
    )  # fmt: skip


INDEX = PartIndex(
    Catalogue(
        gpus=(
            gpu("RTX 3090", 350, 24), gpu("GTX 1080 Ti", 250, 11), gpu("GTX 980", 165, 4),
            gpu("RTX 3060 12GB", 170, 12, "1x8-pin"), gpu("RTX 3060 8GB", 170, 8),
            gpu("A100 40GB PCIe", 250, 40), gpu("A100 80GB PCIe", 300, 80), gpu("A100 80GB SXM4", 400, 80, "none"),
            gpu("RX 7900 XTX", 355, 24),
        ),
        cpus=(
            CpuSpec(name="Core i9-13900K", vendor="Intel", cores=24, threads=32, base_w=Decimal(125), peak_w=Decimal(253), **_SOURCE),
            CpuSpec(name="Threadripper 3970X", vendor="AMD", cores=32, threads=64, base_w=Decimal(280), **_SOURCE),
        ),
    )
)  # fmt: skip

POWER = [
    ("gpu", '4x"RTX 3090"', 4, "RTX 3090", 350),
    ("gpu", "4xRTX 3090", 4, "RTX 3090", 350),
    ("gpu", "4 x RTX 3090", 4, "RTX 3090", 350),
    ("gpu", "4×RTX3090", 4, "RTX 3090", 350),
    ("gpu", "RTX 3090 x4", 4, "RTX 3090", 350),
    ("gpu", "3090x2", 2, "RTX 3090", 350),
    ("gpu", "2x3090", 2, "RTX 3090", 350),
    ("gpu", "4 rtx 3090", 4, "RTX 3090", 350),
    ("gpu", "RTX 3090", 1, "RTX 3090", 350),
    ("gpu", "1080 ti", 1, "GTX 1080 Ti", 250),
    ("gpu", "2x980", 2, "GTX 980", 165),
    ("gpu", "7900 xtx", 1, "RX 7900 XTX", 355),
    ("gpu", "７９００ＸＴＸ", 1, "RX 7900 XTX", 355),
    ("gpu", "4x250W", 4, None, 250),
    ("gpu", "250W x4", 4, None, 250),
    ("gpu", "1080tix2", 2, "GTX 1080 Ti", 250),
    ("gpu", "4x 0.35 kW", 4, None, 350),
    ("gpu", "350瓦", 1, None, 350),
    ("gpu", "1,200 watts", 1, None, 1200),
    ("gpu", "2x RTX 3090 @ 300W", 2, "RTX 3090", 300),
    ("gpu", "RTX 3090 at 280 watts", 1, "RTX 3090", 280),
    ("gpu", "RTX 3060", 1, "RTX 3060 12GB / RTX 3060 8GB", 170),
    ("gpu", "A100 @ 250W", 1, "A100 40GB PCIe / A100 80GB PCIe / A100 80GB SXM4", 250),
    ("cpu", "i9-13900K", 1, "Core i9-13900K", 125),
    ("cpu", "2x3970X", 2, "Threadripper 3970X", 280),
    ("cpu", "150W", 1, None, 150),
    ("other", "80W", 1, None, 80),
    ("other", "3x5W", 3, None, 5),
]


@pytest.mark.parametrize(("kind", "text", "count", "name", "watts"), POWER, ids=[row[1] for row in POWER])
def test_parts_with_watts(kind, text, count, name, watts) -> None:
    part = options.power_part(kind, text, INDEX)
    assert (part.kind, part.count, part.name, part.watts) == (kind, count, name, watts)
    assert bool(part.source_url) == (name is not None and "@" not in text and " at " not in text)


def test_what_the_table_knows_comes_along() -> None:
    assert options.power_part("cpu", "13900k", INDEX).peak_w == 253
    assert options.power_part("cpu", "13900k @ 200W", INDEX).peak_w is None
    card = options.power_part("gpu", "3090", INDEX)
    assert (card.connectors, card.memory_gb) == ("2x8-pin", 24)
    assert options.power_part("gpu", "3060", INDEX).connectors is None


MEMORY = [
    ("3x12GB", 3, None, 12),
    ("24 GB", 1, None, 24),
    ("16g x2", 2, None, 16),
    ('2x"RTX 3090"', 2, "RTX 3090", 24),
    ("3060 12gb", 1, "RTX 3060 12GB", 12),
    ("4xA100 80G", 4, "A100 80GB PCIe / A100 80GB SXM4", 80),
]


@pytest.mark.parametrize(("text", "count", "name", "memory"), MEMORY, ids=[row[0] for row in MEMORY])
def test_cards_with_memory(text, count, name, memory) -> None:
    part = options.memory_part(text, INDEX)
    assert (part.count, part.name, part.memory_gb) == (count, name, memory)


REFUSED = [
    ("gpu", "RTX 9090", "err-part-unknown"),
    ("gpu", "250", "err-part-unknown"),
    ("gpu", "", "err-part-unknown"),
    ("gpu", "@everyone <script>", "err-part-unknown"),
    ("gpu", "A100", "err-part-ambiguous"),
    ("gpu", "0xRTX 3090", "err-out-of-range"),
    ("gpu", "-2x250W", "err-out-of-range"),
    ("gpu", "1000000000x 250W", "err-out-of-range"),
    ("gpu", "1000000000x RTX 3090", "err-out-of-range"),
    ("gpu", "0W", "err-out-of-range"),
    ("gpu", "-250W", "err-out-of-range"),
    ("gpu", "9999W", "err-out-of-range"),
    ("other", "fans", "err-watts-missing"),
    ("other", "RTX 3090", "err-watts-missing"),
    ("memory", "3060", "err-part-ambiguous"),
    ("memory", "0GB", "err-out-of-range"),
    ("memory", "99x24GB", "err-out-of-range"),
    ("memory", "9**9**9GB", "err-part-unknown"),
    ("memory", "x" * 9999, "err-part-unknown"),
]


@pytest.mark.parametrize(
    ("kind", "text", "code"), REFUSED, ids=[f"{row[0]}-{row[1][:20]}" for row in REFUSED]
)
def test_unusable_options_are_refused(kind, text, code) -> None:
    read = options.memory_part if kind == "memory" else functools.partial(options.power_part, kind)
    with pytest.raises(InputError) as fault:
        read(text, INDEX)
    assert fault.value.code == code
    for lang in LANGS:
        shown = wording.say(calculators.complaint(fault.value), lang)
        assert "@everyone" not in shown
        assert len(shown) < 400


def test_an_unknown_part_names_the_nearest_and_an_open_one_its_candidates() -> None:
    with pytest.raises(InputError) as unknown:
        options.power_part("gpu", "RTX 9090", INDEX)
    assert "RTX 3090" in str(unknown.value.args_["nearest"])
    with pytest.raises(InputError) as openly:
        options.power_part("gpu", "A100", INDEX)
    assert openly.value.args_["candidates"] == "A100 40GB PCIe, A100 80GB PCIe, A100 80GB SXM4"
    with pytest.raises(InputError) as nothing:
        options.power_part("gpu", "RTX 3090", PartIndex(Catalogue()))
    assert nothing.value.args_["nearest"] == "–"


RANGES = [
    ("600", 600, 600),
    ("600W", 600, 600),
    ("1.2kW", 1200, 1200),
    ("1,500 watts", 1500, 1500),
    ("1000-1500", 1000, 1500),
    ("1000–1500 W", 1000, 1500),
    ("1 to 1.5 kW", 1000, 1500),
    ("800W到1.2千瓦", 800, 1200),
    ("1500~1000瓦", 1000, 1500),
    (600, 600, 600),
    ("-600", -600, -600),
    (Decimal("0.5"), Decimal("0.5"), Decimal("0.5")),
]


@pytest.mark.parametrize(("value", "low", "high"), RANGES)
def test_ranges_of_watts(value, low, high) -> None:
    assert options.watts_range(value) == (low, high)


@pytest.mark.parametrize("value", ["", "600 VA", "1-2-3", "9**9", "inf", "kW", None, True])
def test_no_watts_no_range(value) -> None:
    with pytest.raises(InputError) as fault:
        options.watts_range(value)
    assert fault.value.code == "err-not-a-number"


@pytest.mark.parametrize(
    ("value", "fraction"),
    [("92%", "0.92"), ("0.92", "0.92"), (92, "0.92"), (0.8, "0.8"), ("1", "1"), ("0.5%", "0.005")],
)
def test_shares(value, fraction) -> None:
    assert options.share("efficiency", value) == Decimal(fraction)


def test_cost_options_become_inputs() -> None:
    raw = options.cost_inputs(
        load=options.load_of((), options.watts_range("600W")),
        hours_per_day="12",
        days=30,
        price="0.125",
        currency=" usd ",
        efficiency="92%",
        country="us",
    )
    inputs = calculators.parse_inputs("cost", raw)
    assert calculators.run("cost", inputs, Catalogue()).results["cost"].quantize(Decimal("0.01")) == Decimal(
        "29.35"
    )
    assert raw["country"] == "US"


def test_what_was_not_given_is_left_out() -> None:
    raw = options.cost_inputs(load=options.load_of((), (Decimal(600), Decimal(600))))
    assert set(raw) == {"low_w", "high_w", "parts", "hours_per_day", "days", "hours"}
    assert raw["hours"] == 720
