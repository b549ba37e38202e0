"""A small catalogue made by hand (the domain's tests never read the knowledge folder), and a reader of steps."""

import ast
import operator
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import pytest

from bot.domain.calculation import Calculation
from bot.domain.hardware import Catalogue, CpuSpec, GpuSpec
from bot.domain.lookup import PartIndex

_SOURCE = {"source_url": "https://example.org/part", "checked_on": "2026-01-01"}

GPUS = [
    ("RTX 5090", "NVIDIA", 575, 32, "1x16-pin", "2025-01"),
    ("RTX 4090", "NVIDIA", 450, 24, "1x16-pin", "2022-10"),
    ("RTX 4090 D", "NVIDIA", 425, 24, "1x16-pin", "2023-12"),
    ("RTX 4070", "NVIDIA", 200, 12, "1x16-pin", "2023-04"),
    ("RTX 4070 Ti Super", "NVIDIA", 285, 16, "1x16-pin", "2024-01"),
    ("RTX 4070 Super", "NVIDIA", 220, 12, "1x16-pin", "2024-01"),
    ("RTX 4060 Ti 8GB", "NVIDIA", 160, 8, "1x8-pin", "2023-05"),
    ("RTX 4060 Ti 16GB", "NVIDIA", 165, 16, "1x8-pin", "2023-07"),
    ("RTX 3090", "NVIDIA", 350, 24, "2x8-pin", "2020-09"),
    ("RTX 3090 Ti", "NVIDIA", 450, 24, "1x16-pin", "2022-03"),
    ("RTX 3060 12GB", "NVIDIA", 170, 12, "1x8-pin", "2021-02"),
    ("RTX 3060 8GB", "NVIDIA", 170, 8, "1x8-pin", "2022-10"),
    ("RTX 2080", "NVIDIA", 215, 8, "1x8-pin+1x6-pin", "2018-09"),
    ("RTX 2080 Ti", "NVIDIA", 250, 11, "2x8-pin", "2018-09"),
    ("GTX 1080", "NVIDIA", 180, 8, "1x8-pin", "2016-05"),
    ("GTX 1080 Ti", "NVIDIA", 250, 11, "1x8-pin+1x6-pin", "2017-03"),
    ("Titan RTX", "NVIDIA", 280, 24, "2x8-pin", "2018-12"),
    ("Titan V", "NVIDIA", 250, 12, "1x8-pin+1x6-pin", "2017-12"),
    ("RTX PRO 6000 Blackwell", "NVIDIA", 600, 96, "1x16-pin", "2025-03"),
    ("RTX PRO 6000 Blackwell Max-Q", "NVIDIA", 300, 96, "1x16-pin", "2025-03"),
    ("RTX A6000", "NVIDIA", 300, 48, "1x8-pin-eps", "2020-10"),
    ("RTX 6000 Ada", "NVIDIA", 300, 48, "1x16-pin", "2022-12"),
    ("Quadro RTX 6000", "NVIDIA", 295, 24, "1x8-pin+1x6-pin", "2018-08"),
    ("A100 40GB PCIe", "NVIDIA", 250, 40, "1x8-pin-eps", "2020-06"),
    ("A100 80GB PCIe", "NVIDIA", 300, 80, "1x8-pin-eps", "2021-06"),
    ("A100 80GB SXM4", "NVIDIA", 400, 80, "none", "2020-11"),
    ("V100 16GB PCIe", "NVIDIA", 250, 16, "2x8-pin", "2017-06"),
    ("V100 32GB PCIe", "NVIDIA", 250, 32, "2x8-pin", "2018-03"),
    ("P40", "NVIDIA", 250, 24, "1x8-pin-eps", "2016-09"),
    ("L40S", "NVIDIA", 350, 48, "1x16-pin", "2023-08"),
    ("L40", "NVIDIA", 300, 48, "1x16-pin", "2022-10"),
    ("RX 7900 XTX", "AMD", 355, 24, "2x8-pin", "2022-12"),
    ("RX 7900 XT", "AMD", 315, 20, "2x8-pin", "2022-12"),
    ("Radeon VII", "AMD", 300, 16, "2x8-pin", "2019-02"),
    ("MI300X", "AMD", 750, 192, "none", "2023-12"),
]
CPUS = [
    ("Threadripper 3970X", "AMD", 32, 280, 280),
    ("Threadripper 1950X", "AMD", 16, 180, None),
    ("Threadripper PRO 5995WX", "AMD", 64, 280, 280),
    ("Ryzen 7 1700", "AMD", 8, 65, 88),
    ("Ryzen 9 7950X", "AMD", 16, 170, 230),
    ("Ryzen 9 7950X3D", "AMD", 16, 120, 162),
    ("EPYC 7742", "AMD", 64, 225, None),
    ("EPYC 7302P", "AMD", 16, 155, None),
    ("Core i9-13900K", "Intel", 24, 125, 253),
    ("Core i9-13900KF", "Intel", 24, 125, 253),
    ("Core i7-8700", "Intel", 6, 65, None),
    ("Core Ultra 9 285K", "Intel", 24, 125, 250),
    ("Xeon E5-2680 v4", "Intel", 14, 120, None),
    ("Xeon E5-2680", "Intel", 8, 130, None),
    ("Xeon Gold 6148", "Intel", 20, 150, None),
    ("Xeon W-3175X", "Intel", 28, 255, None),
]


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    gpus = tuple(
        GpuSpec(
            name=name,
            aliases=("Tesla P40",) if name == "P40" else (),
            vendor=vendor,
            board_power_w=Decimal(watts),
            memory_gb=Decimal(memory),
            connectors=plugs,
            released=released,
            **_SOURCE,
        )
        for name, vendor, watts, memory, plugs, released in GPUS
    )
    cpus = tuple(
        CpuSpec(
            name=name,
            vendor=vendor,
            cores=cores,
            threads=cores * 2,
            base_w=Decimal(base),
            peak_w=None if peak is None else Decimal(peak),
            **_SOURCE,
        )
        for name, vendor, cores, base, peak in CPUS
    )
    return Catalogue(gpus=gpus, cpus=cpus)


@pytest.fixture(scope="session")
def index(catalogue: Catalogue) -> PartIndex:
    return PartIndex(catalogue)


# Written down again on purpose: the reference must not read the sizes from the code that it checks.
SOLD = {
    "W": (
        300, 350, 400, 450, 500, 550, 600, 650, 700, 750, 800, 850, 900, 1000, 1100, 1200, 1250, 1300, 1350,
        1400, 1500, 1600, 1650, 1800, 2000, 2050, 2400, 2500, 3000,
    ),
    "GB": (8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048),
}  # fmt: skip
_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def evaluate(expression: str, unit: str) -> Fraction:
    """The value of a step's expression, in exact fractions; only arithmetic, ``max``, ``min`` and ``next``."""

    def value(node: ast.expr) -> Fraction:
        match node:
            case ast.Constant():
                return Fraction(ast.get_source_segment(expression, node) or "")
            case ast.BinOp():
                return _OPERATORS[type(node.op)](value(node.left), value(node.right))
            case ast.UnaryOp(op=ast.USub()):
                return -value(node.operand)
            case ast.Call(func=ast.Name(id="max")):
                return max(value(item) for item in node.args)
            case ast.Call(func=ast.Name(id="min")):
                return min(value(item) for item in node.args)
            case ast.Call(func=ast.Name(id="next")):
                return Fraction(next(size for size in SOLD[unit] if size >= value(node.args[0])))
        raise AssertionError(f"no arithmetic: {expression}")

    return value(ast.parse(expression, mode="eval").body)


def recompute(calculation: Calculation) -> None:
    """Every step's value is what its expression yields, to 20 digits."""
    assert calculation.steps
    for step in calculation.steps:
        exact = evaluate(step.expression, step.unit)
        assert abs(Fraction(step.value) - exact) <= abs(exact) * Fraction(1, 10**20), step


@pytest.fixture(scope="session")
def check_steps() -> Callable[[Calculation], None]:
    return recompute


@pytest.fixture(scope="session")
def reference_next() -> Callable[[Fraction, str], int | None]:
    return lambda needed, unit: next((size for size in SOLD[unit] if size >= needed), None)
