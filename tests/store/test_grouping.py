"""Grouping is by words, or by sections across scripts; deterministic, and fast."""

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.grouping import GapQuestion, grouped, words

TOGETHER = {
    "case and punctuation": ("What riser cable?", "what RISER cable"),
    "order": ("best nvme for dataset", "dataset best nvme for"),
    "one word more": ("can I use a riser", "can I use a long riser"),
    "full width": ("ＲＴＸ ４０９０ 轉接線", "rtx 4090 轉接線"),
    "han": ("延長線會降速嗎", "延長線會不會降速"),
}
APART = {
    "other subject": ("which riser cable", "is liquid cooling safe"),
    "han": ("延長線會降速嗎", "水冷會漏水嗎"),
    "other language": ("which riser cable", "用哪種延長線"),
}


def _rows(*texts: str | None, topic: str = "t") -> list[GapQuestion]:
    return [GapQuestion(text, (topic,), number) for number, text in enumerate(texts)]


@pytest.mark.parametrize("name", sorted(TOGETHER))
def test_alike_questions_are_one_group(name: str) -> None:
    assert [group.count for group in grouped(_rows(*TOGETHER[name]))] == [2]


@pytest.mark.parametrize("name", sorted(APART))
def test_unlike_questions_are_two(name: str) -> None:
    assert [group.count for group in grouped(_rows(*APART[name]))] == [1, 1]


def test_alike_questions_are_one_group_whatever_section_happens_to_be_nearest() -> None:
    """Which section is nearest to a question that none answers is an accident of its wording."""
    texts = ("can i use a riser", "can I use a long riser?", "can i use a riser")
    (group,) = grouped(GapQuestion(text, (topic,), 0) for text, topic in zip(texts, "aba", strict=True))
    assert (group.text, group.topic, group.count, group.kept) == ("can i use a riser", "a", 3, True)


def test_without_texts_the_nearest_section_makes_the_group() -> None:
    rows = [GapQuestion(None, ("fan", near), 0) for near in "xyz"] + [GapQuestion(None, (), 0)]
    assert [(g.text, g.topic, g.count, g.kept) for g in grouped(rows)] == [
        ("fan", "fan", 3, False),
        ("", "", 1, False),
    ]


NVLINK = ("card-3090", "card-4090", "plugs")
SCRIPTS = {
    "the same sections": ("does NVLink exist on 4090", NVLINK, "4090 還有 NVLink 嗎", NVLINK[::-1], 1),
    "Chinese first": ("4090 還有 NVLink 嗎", NVLINK, "does NVLink exist on 4090", NVLINK, 1),
    "no part name": ("which riser cable", NVLINK, "用哪種延長線", NVLINK, 1),
    "another figure": ("can I mix 3090 and 4090", NVLINK, "5090 還有 NVLink 嗎", NVLINK, 2),
    "other sections": ("which riser cable", NVLINK, "用哪種延長線", (*NVLINK[:2], "fans"), 2),
    "one section is too little": ("which riser cable", ("a",), "用哪種延長線", ("a",), 2),
    "the same script": ("which riser cable", NVLINK, "is liquid metal safe", NVLINK, 2),
}


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_questions_in_two_scripts(name: str) -> None:
    first, near, second, also_near, groups = SCRIPTS[name]
    found = grouped([GapQuestion(first, near, 1), GapQuestion(second, also_near, 2)])
    assert len(found) == groups


def test_a_question_like_the_translation_joins_too() -> None:
    rows = [
        GapQuestion("which riser cable", NVLINK, 1),
        GapQuestion("要用哪種延長線", NVLINK, 2),
        GapQuestion("要用哪種延長線嗎", ("fans",), 3),
    ]
    assert [group.count for group in grouped(rows)] == [3]


def test_most_frequent_text_stands_for_the_group() -> None:
    (group,) = grouped(_rows("a b c", "a b c d", "a b c d"))
    assert (group.text, group.topic, group.count, group.last_seen) == ("a b c d", "t", 3, "1970-01-01")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RTX-4090: 24GB?", {"rtx", "4090", "24gb"}),
        ("電源供應器", {"電源", "源供", "供應", "應器"}),
        ("4090電源", {"4090", "電源"}),
        ("水", {"水"}),
        ("!?", set()),
    ],
)
def test_words(text: str, expected: set[str]) -> None:
    assert words(text) == expected


texts = st.none() | st.sampled_from(["a b c", "a b", "b c d", "延長線", "延長線嗎", "", "x"])
nearest = st.sampled_from([(), ("s1",), ("s2",), ("s1", "s2"), ("s2", "s1")])
rows = st.lists(st.builds(GapQuestion, texts, nearest, st.integers(0, 10**6)))


@given(rows=rows, seed=st.integers(0, 99))
def test_order_of_rows_does_not_matter(rows: list[GapQuestion], seed: int) -> None:
    shuffled = list(rows)
    random.Random(seed).shuffle(shuffled)
    assert grouped(shuffled) == grouped(rows)
    assert sum(group.count for group in grouped(rows)) == len(rows)


def test_two_thousand_unlike_questions_take_seconds_at_most() -> None:
    chance = random.Random(1)
    vocabulary = [f"w{number}" for number in range(60)]
    many = [GapQuestion(" ".join(chance.sample(vocabulary, 12)), (), at) for at in range(2000)]
    started = time.process_time()
    grouped(many)
    assert time.process_time() - started < 10  # about 2 s
