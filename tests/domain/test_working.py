"""Literals, operands and bounds that every calculator rests on."""

from decimal import Decimal

import pytest
from pydantic import ValidationError

from bot.domain.calculation import Step
from bot.domain.inputs import CopyInputs, CostInputs, PowerPart, PsuInputs
from bot.domain.working import literal, next_size, operand


@pytest.mark.parametrize(
    ("value", "text"),
    [("1391.5", "1391.5"), ("1265.00", "1265"), ("1E+6", "1000000"), ("0.9200", "0.92"), ("100", "100"), ("-2.50", "-2.5"),
     ("1E-7", "0.0000001"), ("0.1234567891234", "0.1234567891234"), ("12345678901234", "12345678901234"),
     (str(Decimal(150) / 7), "(150 / 7)"), ("0.16666666666666666", "(1 / 6)"), (str(Decimal(-1) / 3), "(-1 / 3)")],
)  # fmt: skip
def test_literals_are_plain_digits(value, text) -> None:
    assert literal(Decimal(value)) == text


def test_long_operands_give_way_to_their_expression() -> None:
    assert operand(Decimal(204), "850 / 1000 * 240") == "204"
    assert operand(Decimal(1) / 3, "1 / 3") == "(1 / 3)"
    assert operand(Decimal(1000) / 3, "2 * 500 / 3") == "(2 * 500 / 3)"


@pytest.mark.parametrize(("needed", "size"), [("0", 8), ("8", 8), ("8.01", 16), ("16", 16), ("17", None)])
def test_the_next_size_is_at_or_above(needed, size) -> None:
    assert next_size(Decimal(needed), (8, 16)) == size


# R105: what lax models let through, and ours must not.
BAD = [
    pytest.param(
        Step, {"key": "k", "expression": "1", "value": Decimal("1e16"), "unit": "W"}, id="beyond-all"
    ),
    pytest.param(PowerPart, {"kind": "gpu", "watts": Decimal("Infinity")}, id="infinite-watts"),
    pytest.param(PowerPart, {"kind": "gpu", "watts": Decimal("NaN")}, id="nan-watts"),
    pytest.param(PowerPart, {"kind": "gpu", "watts": True}, id="true-is-not-1"),
    pytest.param(PowerPart, {"kind": "gpu", "watts": "1e3"}, id="text-is-no-number"),
    pytest.param(PowerPart, {"kind": "gpu", "watts": Decimal(1), "count": 2.0}, id="float-count"),
    pytest.param(PowerPart, {"kind": "gpu", "watts": Decimal(1), "count": 10**9}, id="10^9-GPUs"),
    pytest.param(PowerPart, {"kind": "gpu", "watts": Decimal(1), "wats": 1}, id="misspelt-field"),
    pytest.param(PowerPart, {"kind": "gpu", "watts": Decimal("5000.1")}, id="above-the-upper-bound"),
    pytest.param(PsuInputs, {"parts": ()}, id="no-parts"),
    pytest.param(CopyInputs, {"size_bytes": 1, "lanes": 12}, id="12-lanes"),
    pytest.param(
        CostInputs, {"low_w": Decimal(1), "high_w": Decimal("1e16"), "hours": Decimal(1)}, id="beyond-all"
    ),
]


@pytest.mark.req("R105", "B29")
@pytest.mark.parametrize(("model", "values"), BAD)
def test_models_are_strict_finite_closed_and_bounded(model, values) -> None:
    with pytest.raises(ValidationError):
        model.model_validate(values)


def test_inputs_cannot_be_changed_afterwards() -> None:
    part = PowerPart(kind="gpu", watts=Decimal(1))
    with pytest.raises(ValidationError):
        part.watts = Decimal(2)
