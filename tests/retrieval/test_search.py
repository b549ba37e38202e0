"""Choosing the first few of many groups gives what ordering all of them would."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.retrieval.search import _best, _sparse, first, order, rank, rounded

SCORES = st.lists(
    st.sampled_from([0.0, -0.0, -1.0, 0.5, 0.5 + 1e-7, 0.5 + 2e-6, 0.25, 1.0]), min_size=1, max_size=40
)


@settings(deadline=None, max_examples=200)
@given(scores=SCORES, k=st.integers(1, 50))
def test_the_first_are_those_of_the_whole_order(scores: list[float], k: int) -> None:
    values = np.asarray(scores)
    assert first(values, k).tolist() == order(values)[:k].tolist()


@settings(deadline=None, max_examples=100)
@given(scores=SCORES)
def test_a_rank_is_the_place_in_the_whole_order(scores: list[float]) -> None:
    values = np.asarray(scores)
    assert [rank(rounded(values), g) for g in order(values).tolist()] == list(range(1, len(scores) + 1))


@settings(deadline=None, max_examples=100)
@given(scores=st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75]), max_size=30), n_groups=st.integers(1, 6))
def test_the_best_of_each_group(scores: list[float], n_groups: int) -> None:
    """Groups without a row, and rows without a group, as the text says."""
    group = [i % (n_groups + 1) - 1 for i in range(len(scores))]
    found = _best(_sparse(np.asarray(scores, np.float32)), np.asarray(group, np.int64), n_groups)
    lowest = min(scores, default=0.0)
    assert found.tolist() == [
        max((s for s, g in zip(scores, group, strict=True) if g == number), default=lowest)
        for number in range(n_groups)
    ]


@pytest.mark.parametrize("k", [1, 5])
def test_many_ties_go_by_name(k: int) -> None:
    assert first(np.zeros(1000), k).tolist() == list(range(k))
