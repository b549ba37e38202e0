"""A small catalogue with names that people really type, for tests that must not depend on the shipped tables; and those."""

from decimal import Decimal
from pathlib import Path

import pytest

from bot.corpus.tables import read_tables
from bot.domain.hardware import Catalogue, CpuSpec, GpuSpec
from bot.domain.lookup import PartIndex

KNOWLEDGE = Path(__file__).parents[2] / "knowledge"

_GPUS = (
    ("GTX 1080 Ti", 250, 11),
    ("RTX 2070", 175, 8),
    ("RTX 2080 Ti", 250, 11),
    ("Titan RTX", 280, 24),
    ("RTX 3060 8GB", 170, 8),
    ("RTX 3060 12GB", 170, 12),
    ("RTX 3080 10GB", 320, 10),
    ("RTX 3080 12GB", 350, 12),
    ("RTX 3090", 350, 24),
    ("RTX 3090 Ti", 450, 24),
    ("RTX 4080 Super", 320, 16),
    ("RTX 4090", 450, 24),
    ("RTX 5090", 575, 32),
    ("RTX A6000", 300, 48),
    ("RTX PRO 6000 Blackwell Workstation", 600, 96),
    ("Tesla V100 16GB PCIe", 250, 16),
    ("Tesla V100 32GB PCIe", 250, 32),
    ("A100 40GB PCIe", 250, 40),
    ("A100 40GB SXM4", 400, 40),
    ("A100 80GB PCIe", 300, 80),
    ("A100 80GB SXM4", 400, 80),
)
_CPUS = (
    ("Core i7-8700K", 95, None),
    ("Core i9-9900K", 95, None),
    ("Core i9-13900K", 125, 253),
    ("Ryzen 7 5800X", 105, 142),
    ("Ryzen 9 5950X", 105, 142),
    ("Ryzen 9 7950X", 170, 230),
    ("Ryzen 9 9950X", 170, 230),
    ("Threadripper 1950X", 180, None),
    ("Threadripper 3960X", 280, None),
    ("Threadripper 3970X", 280, None),
    ("Xeon E5-2680 v4", 120, None),
    ("EPYC 7742", 225, None),
)
_SOURCE = {"source_url": "https://example.org/part", "checked_on": "2026-11-30"}


@pytest.fixture(scope="session")
def parts_catalogue() -> Catalogue:
    return Catalogue(
        gpus=tuple(
            GpuSpec(
                name=name,
                aliases=("RTX PRO 6000 Blackwell",) if "PRO 6000" in name else (),
                vendor="NVIDIA",
                board_power_w=Decimal(watts),
                memory_gb=Decimal(memory),
                connectors="2x8-pin",
                released="2020",
                **_SOURCE,
            )
            for name, watts, memory in _GPUS
        ),
        cpus=tuple(
            CpuSpec(
                name=name,
                vendor="Other",
                cores=8,
                threads=16,
                base_w=Decimal(base),
                peak_w=None if peak is None else Decimal(peak),
                **_SOURCE,
            )
            for name, base, peak in _CPUS
        ),
    )


@pytest.fixture(scope="session")
def parts_index(parts_catalogue: Catalogue) -> PartIndex:
    return PartIndex(parts_catalogue)


@pytest.fixture(scope="session")
def tables() -> Catalogue:
    """The shipped tables."""
    return read_tables(KNOWLEDGE)[0]


@pytest.fixture(scope="session")
def index(tables: Catalogue) -> PartIndex:
    """Part names of the shipped tables."""
    return PartIndex(tables)
