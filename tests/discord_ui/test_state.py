"""States survive the way through the ids of buttons."""

import json
from decimal import Decimal
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord_ui import limits, state
from bot.discord_ui.state import State
from bot.domain.inputs import PowerPart, PsuInputs
from bot.domain.model import LANGS
from bot.domain.psu import psu

ACTIONS = ("up", "dn", "ed", "sr", "ch")


def example(n_parts=3):
    parts = tuple(
        PowerPart(
            kind="gpu",
            name=f"RTX 30{n}0 Ti",
            count=n + 1,
            watts=Decimal(300 + n),
            source_url="https://x.org/" + "a" * 80,
        )
        for n in range(n_parts)
    )
    calculation = psu(
        PsuInputs(parts=(*parts, PowerPart(kind="other", watts=Decimal("80.5"))), efficiency=Decimal("0.92"))
    )
    return State(
        2**63, "0123456789", "zh-Hant", "calculation", ("psu-size-rule",), "psu", state.trimmed(calculation)
    )


@pytest.mark.parametrize("n_parts", [1, 4, 8])
def test_usual_calculations_fit_five_buttons_and_come_back(n_parts):
    carried = example(n_parts)
    ids = state.pack(carried, ACTIONS)
    assert ids is not None
    assert all(limits.length(id_) <= limits.CUSTOM_ID for id_ in ids.values())
    assert len(set(ids.values())) == len(ids)
    assert state.unpack(ids.values()) == carried


def test_a_state_beyond_the_room_is_refused_not_cut():
    assert state.pack(example(31), ("up", "dn")) is None


def test_what_the_tables_know_is_left_out():
    part = example(1).inputs["parts"][0]
    assert part == {"kind": "gpu", "name": "RTX 3000 Ti", "count": 1}


@given(
    st.builds(
        State,
        st.integers(0, 2**64 - 1),
        st.text(alphabet="0123456789abcdef", min_size=10, max_size=10),
        st.sampled_from(LANGS),
        st.sampled_from(["passages", "unknown"]),
        st.lists(st.text(alphabet="abcdefghij-", max_size=30), max_size=3).map(tuple),
        st.just(""),
        st.just({}),
    )
)
def test_any_answer_comes_back_from_three_buttons(carried):
    ids = state.pack(carried, ("up", "dn", "sr"))
    assert ids is None or state.unpack(ids.values()) == carried


@pytest.mark.req("R57")
@given(st.lists(st.text(max_size=100), max_size=5))
def test_foreign_ids_are_no_state(custom_ids):
    assert state.unpack(custom_ids) is None
    assert state.unpack([f"rw1:up:{id_}" for id_ in custom_ids]) is None


def test_components_without_ids_are_passed_over():
    ids = state.pack(example(1), ACTIONS)
    row = SimpleNamespace(children=[SimpleNamespace(custom_id=id_) for id_ in ids.values()])
    link = SimpleNamespace(children=[SimpleNamespace(custom_id=None), SimpleNamespace()])
    assert state.of_components([link, row, SimpleNamespace()]) == example(1)
    assert json.dumps(dict(example(1).inputs))
