import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.retrieval.keyword import KeywordIndex

TEXTS = st.lists(st.lists(st.sampled_from("abcdefg§"), max_size=8), min_size=1, max_size=8)


def oracle(texts: list[list[str]], question: list[str], k1: float = 1.2, b: float = 0.75) -> list[float]:
    """Lucene's BM25, straight from its formula."""
    average = sum(map(len, texts)) / len(texts)
    scores = []
    for text in texts:
        counts = Counter(text)
        total = 0.0
        for token in set(question):
            df = sum(token in other for other in texts)
            if counts[token]:
                idf = math.log(1 + (len(texts) - df + 0.5) / (df + 0.5))
                norm = k1 * (1 - b + b * len(text) / average)
                total += idf * counts[token] / (counts[token] + norm)
        scores.append(total)
    return scores


@settings(deadline=None, max_examples=60)
@given(texts=TEXTS, question=st.lists(st.sampled_from("abcdefgxyz"), max_size=6))
def test_agrees_with_the_formula(texts: list[list[str]], question: list[str]) -> None:
    scores = KeywordIndex.build(texts).scores(question)
    assert scores.dtype == np.float32
    assert np.allclose(scores, oracle(texts, question), atol=1e-4)


@settings(deadline=None, max_examples=60)
@given(texts=TEXTS, some=st.lists(st.integers(0, 7), min_size=1, max_size=4))
def test_any_text_of_some_with_a_token(texts: list[list[str]], some: list[int]) -> None:
    index, some = KeywordIndex.build(texts), [i for i in some if i < len(texts)] or [0]
    for token in "abc§z":
        expected = any(token in texts[i] for i in some)
        assert index.any_with(token, np.asarray(some, np.int32)) is expected
        assert index.texts_with(token).tolist() == [i for i, text in enumerate(texts) if token in text]


@settings(deadline=None, max_examples=30)
@given(texts=TEXTS)
def test_saved_arrays_give_the_same_index(texts: list[list[str]]) -> None:
    index = KeywordIndex.build(texts)
    again = KeywordIndex.from_arrays(index.arrays("p"), "p")
    assert again.vocabulary == index.vocabulary
    assert np.array_equal(again.scores("abc"), index.scores("abc"))


def test_frequencies() -> None:
    index = KeywordIndex.build([["a", "b"], ["b", "b"], []])
    assert [index.document_frequency(t) for t in "abz"] == [1, 2, 0]
    assert index.texts_with("b").tolist() == [0, 1]
    assert index.texts_with("z").tolist() == []


def test_empty() -> None:
    assert KeywordIndex.build([]).scores(["a"]).shape == (0,)
    assert KeywordIndex.build([[], []]).scores(["a"]).tolist() == [0, 0]


@pytest.mark.parametrize("name", ["p_indices", "p_indptr", "p_data", "p_count"])
def test_arrays_that_do_not_belong_together(name: str) -> None:
    arrays = KeywordIndex.build([["a", "b"], ["b"]]).arrays("p")
    arrays[name] = arrays[name][:-1] if name != "p_count" else np.asarray([1])
    with pytest.raises(ValueError, match="keyword index"):
        KeywordIndex.from_arrays(arrays, "p")


def test_texts_are_gone_through_once() -> None:
    texts = [["b", "a"], [], ["b", "b", "c"]]
    listed, streamed = KeywordIndex.build(texts), KeywordIndex.build(iter(map(iter, texts)))
    assert streamed.vocabulary == ("a", "b", "c")
    for name, saved in listed.arrays("p").items():
        assert np.array_equal(saved, streamed.arrays("p")[name]), name
