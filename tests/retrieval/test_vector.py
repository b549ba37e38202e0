import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import SnapshotError
from bot.retrieval.vector import VectorIndex


def unit(rows: int, dim: int, seed: int) -> np.ndarray:
    vectors = np.random.default_rng(seed).normal(size=(rows, dim)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@settings(max_examples=60, deadline=None)
@given(rows=st.integers(0, 40), dim=st.integers(2, 24), k=st.integers(1, 60), seed=st.integers(0, 2**32 - 1))
def test_agrees_with_numpy(rows: int, dim: int, k: int, seed: int) -> None:
    vectors, query = unit(rows, dim, seed), unit(1, dim, seed + 1)[0]
    ids, scores = VectorIndex(vectors).search(query, k)
    expected = np.sort(vectors @ query)[::-1][:k]
    assert len(ids) == len(set(ids.tolist())) == min(k, rows)
    assert np.allclose(scores, expected, atol=1e-5)
    assert np.allclose(vectors[ids] @ query, scores, atol=1e-5)


@pytest.mark.req("R86")
@pytest.mark.parametrize("rows", [0, 1, 2])
def test_never_more_than_there_are(rows: int) -> None:
    ids, _ = VectorIndex(unit(rows, 8, 3)).search(unit(1, 8, 4)[0], 10)
    assert sorted(ids.tolist()) == list(range(rows))


@pytest.mark.req("R85")
@pytest.mark.parametrize("dim", [7, 9])
def test_wrong_dimension_of_a_query(dim: int) -> None:
    with pytest.raises(SnapshotError) as caught:
        VectorIndex(unit(3, 8, 3)).search(unit(1, dim, 4)[0], 1)
    assert caught.value.code == "err-index-dimension"


@pytest.mark.req("R87")
def test_nan_query_is_refused() -> None:
    query = unit(1, 8, 4)[0]
    query[2] = np.nan
    with pytest.raises(SnapshotError):
        VectorIndex(unit(3, 8, 3)).search(query, 1)


@pytest.mark.req("R87")
@pytest.mark.parametrize("value", [0.0, np.nan, np.inf])
def test_bad_rows_are_refused(value: float) -> None:
    vectors = unit(3, 8, 3)
    vectors[1] = value
    with pytest.raises(SnapshotError) as caught:
        VectorIndex(vectors)
    assert caught.value.code == "err-index-bad-vectors"


@pytest.mark.req("R96")
def test_float64_is_refused() -> None:
    with pytest.raises(SnapshotError):
        VectorIndex(unit(3, 8, 3).astype(np.float64))  # type: ignore[arg-type]


@pytest.mark.req("R100")
def test_vectors_cannot_be_changed() -> None:
    index = VectorIndex(unit(3, 8, 3))
    with pytest.raises(ValueError, match="read-only"):
        index.vectors[0, 0] = 5
