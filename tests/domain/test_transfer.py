"""PCIe copy time and disk read time: hand-worked tables and properties."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.inputs import CopyInputs, DiskInputs
from bot.domain.transfer import EXAMPLE_BYTES, copy_time, disk_read

BATCH = 32 * 225 * 225 * 3 * 4


def near(value, text: str) -> bool:
    """Whether a value rounds to the figure as printed."""
    digits = len(text.partition(".")[2])
    return round(Decimal(value), digits) == Decimal(text)


def keys(messages) -> list[str]:
    return [message.key for message in messages]


def copy(lanes=16, generation=3, size=BATCH, compute=None):
    compute_ms = None if compute is None else Decimal(str(compute))
    return copy_time(CopyInputs(size_bytes=size, lanes=lanes, generation=generation, compute_ms=compute_ms))


def disk(speed, size=BATCH, compute=None):
    compute_ms = None if compute is None else Decimal(str(compute))
    return disk_read(DiskInputs(size_bytes=size, speed_mb_s=Decimal(str(speed)), compute_ms=compute_ms))


def test_the_guides_batch() -> None:
    assert BATCH == EXAMPLE_BYTES == 19_440_000


COPIES = [
    pytest.param(16, 3, "1.234", "1.132", "2.26", id="W05-W06-16-lanes"),
    pytest.param(8, 3, "2.468", "2.263", "4.53", id="W05-W06-8-lanes"),
    pytest.param(4, 3, "4.936", "4.526", "9.05", id="W05-W06-4-lanes"),
    pytest.param(16, 4, "0.617", None, None, id="W05-PCIe4"),
    # W05 prints a quarter of 1.234, 0.309; unrounded it is 0.3085
    pytest.param(16, 5, "0.3085", None, None, id="W05-PCIe5"),
    pytest.param(16, 6, "0.161", None, None, id="PCIe6-121-GB/s"),
]


@pytest.mark.parametrize(("lanes", "generation", "theory", "guide", "guide_practice"), COPIES)
def test_hand_worked_copies(check_steps, lanes, generation, theory, guide, guide_practice) -> None:
    """The guide's 1.1, 2.3, 4.5 ms need 1 GiB/s a lane; a real lane is slower, and both are shown."""
    result = copy(lanes, generation)
    assert near(result.results["theory_ms"], theory)
    assert result.results["practice_ms"] == 2 * result.results["theory_ms"]
    assert ("guide_theory_ms" in result.results) == (guide is not None)
    if guide is not None:
        assert near(result.results["guide_theory_ms"], guide)
        assert near(result.results["guide_practice_ms"], guide_practice)
        assert "copy-guide" in keys(result.notes)
    check_steps(result)


@pytest.mark.parametrize(
    ("generation", "rate"), [(3, "15.754"), (4, "31.508"), (5, "63.015"), (6, "121.000")]
)
def test_link_rates(generation, rate) -> None:
    assert near(copy(16, generation).results["link_gb_s"], rate)


def test_w07_gain_from_4_to_16_lanes(check_steps) -> None:
    """Printed 3.2 %: (216 + 9) / (216 + 2) - 1. With the unrounded real lanes 3.4 %; the note says why."""
    printed = (Fraction(216 + 9, 216 + 2) - 1) * 100
    assert near(Decimal(printed.numerator) / printed.denominator, "3.2")
    result = copy(4, compute=216)
    assert near(result.results["gain_16_lanes_percent"], "3.4")
    assert {"copy-gain", "copy-guide-gain"} <= set(keys(result.notes))
    assert result.results["with_overlap_ms"] == 216  # pinned memory: nothing is lost
    check_steps(result)


def test_the_printed_gain_is_mentioned_for_the_guides_case_only() -> None:
    for other in (
        copy(16, compute=216),
        copy(4, compute=200),
        copy(4, 4, compute=216),
        copy(4, size=1, compute=216),
    ):
        assert "copy-guide-gain" not in keys(other.notes)
    assert "gain_16_lanes_percent" not in copy(16, compute=216).results
    assert "with_overlap_ms" not in copy(4).results


READS = [
    pytest.param(100, "194.4", "185.4", id="W09-100MB/s"),
    pytest.param(550, "35.3", "33.7", id="W09-SATA-SSD"),
    pytest.param(3500, "5.55", "5.30", id="W09-NVMe"),
]


@pytest.mark.parametrize(("speed", "read", "guide"), READS)
def test_hand_worked_reads(check_steps, speed, read, guide) -> None:
    """The guide's 185 ms needs 1 MB = 1,048,576 bytes; with decimal megabytes it is 194.4 ms."""
    result = disk(speed)
    assert near(result.results["read_ms"], read)
    assert near(result.results["guide_ms"], guide)
    assert keys(result.notes) == ["disk-guide", "disk-uncompressed"]
    check_steps(result)


def test_8_bit_pixels_are_a_quarter() -> None:
    quarter = disk(100, size=BATCH // 4)
    assert quarter.results["read_ms"] * 4 == disk(100).results["read_ms"]
    assert keys(quarter.notes) == ["disk-guide"]


def test_w10_prefetch_hides_the_read(check_steps) -> None:
    """185 ms behind 200 ms of compute: 200 ms instead of 385 ms, which is 92 % longer."""
    result = disk("105.081081081", compute=200)  # a drive that needs 185.0 ms
    assert near(result.results["read_ms"], "185.0")
    assert result.results["with_overlap_ms"] == 200
    assert near(result.results["without_overlap_ms"], "385.0")
    assert near(result.results["loss_percent"], "92.5")
    assert keys(result.notes)[0] == "disk-prefetch"
    check_steps(result)


def test_a_slow_drive_sets_the_pace() -> None:
    assert disk(100, compute=20).results["with_overlap_ms"] == disk(100).results["read_ms"]


def test_what_was_understood_is_said() -> None:
    assert keys(copy(8, compute=5).understood) == ["transfer-size", "copy-link", "transfer-compute"]
    assert keys(disk(100).understood) == ["transfer-size", "disk-speed"]
    assert (copy().sections, disk(1).sections) == (("pcie-copy-time",), ("disk-read-time",))


sizes = st.integers(1, 10**13)
lanes = st.sampled_from([1, 2, 4, 8, 16])
computes = st.none() | st.decimals("0.1", 100_000, places=1)


@given(sizes, lanes, st.sampled_from([3, 4, 5, 6]), computes)
def test_copies_agree_with_fractions(check_steps, size, width, generation, compute) -> None:
    transfers, carried, sent = {3: (8, 128, 130), 4: (16, 128, 130), 5: (32, 128, 130), 6: (64, 242, 256)}[
        generation
    ]
    bytes_a_second = Fraction(width * transfers * 10**9 * carried, sent * 8)
    result = copy(width, generation, size, compute)
    exact = Fraction(size) / bytes_a_second * 1000
    assert abs(Fraction(result.results["theory_ms"]) - exact) <= exact / 10**20
    check_steps(result)


@given(sizes, st.decimals("0.1", 100_000, places=1), computes)
def test_reads_agree_with_fractions(check_steps, size, speed, compute) -> None:
    result = disk(speed, size, compute)
    exact = Fraction(size) / (Fraction(speed) * 10**6) * 1000
    assert abs(Fraction(result.results["read_ms"]) - exact) <= exact / 10**20
    check_steps(result)


@given(sizes, lanes, st.decimals("0.1", 100_000, places=1))
def test_more_lanes_and_newer_links_are_never_slower(size, width, speed) -> None:
    times = [
        copy(n, g, size).results["theory_ms"] for n, g in ((width, 3), (16, 3), (16, 4), (16, 5), (16, 6))
    ]
    assert times == sorted(times, reverse=True)
    assert disk(speed, size).results["read_ms"] > disk(speed * 2, size).results["read_ms"]
