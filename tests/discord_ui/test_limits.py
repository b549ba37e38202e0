"""Lengths, cuts and splits, with any text."""

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bot.discord_ui import limits

FRAGMENTS = st.sampled_from(
    [
        "```py\nx = 1\n```\n", "```\n" + "abc def\n" * 40 + "```\n", "~~~\nfoo\n~~~\n", "`code here`", " ", "\n", "\n\n",
        "word. ", "中文句子。", "👩‍👩‍👧‍👦", "e\u0301\u0301", "مرحبا", "[link](https://x.y/z_(1))", "<@123>",
        "https://a.b/c ", "a" * 50, "- item\n", "🇹🇼",
    ]
)  # fmt: skip
TEXTS = st.lists(st.one_of(FRAGMENTS, st.text(max_size=30)), max_size=60).map("".join)
PLAIN = st.lists(
    st.one_of(
        st.sampled_from(["word. ", "中文句子。", "👩‍👩‍👧‍👦", "e\u0301", "\n\n", " ", "a" * 50]),
        st.text(max_size=20),
    ),
    max_size=60,
).map(lambda parts: "".join(parts).replace("`", "").replace("~", ""))


@pytest.mark.req("R16")
@pytest.mark.parametrize(
    ("text", "length"),
    [("", 0), ("abc", 3), ("中文", 2), ("😀", 2), ("e\u0301", 2), ("👩‍👩‍👧‍👦", 11), ("\ud800", 1)],
)
def test_length_is_the_stricter_count(text, length):
    assert limits.length(text) == length


@pytest.mark.req("R15", "R16")
@given(TEXTS, st.integers(60, 300))
def test_no_part_is_too_long_or_blank(text, limit):
    parts = limits.split(text, limit)
    assert all(limits.length(part) <= limit for part in parts)
    assert all(part.strip() for part in parts)


@pytest.mark.req("R17")
@given(PLAIN, st.integers(60, 300))
def test_joined_parts_are_the_text_and_no_grapheme_is_cut(text, limit):
    parts = limits.split(text, limit)
    if all(part.strip() for part in (text[i : i + 1] for i in range(len(text)))):
        assert "".join(parts) == text
    assert "".join("".join(parts).split()) == "".join(text.split())
    graphemes = regex.findall(r"\X", text)
    if all(limits.length(g) <= limit for g in graphemes):
        ends = {0}
        for grapheme in graphemes:
            ends.add(max(ends) + len(grapheme))
        position = 0
        for part in parts:
            start = text.index(part, position)
            position = start + len(part)
            assert start in ends
            assert position in ends


@pytest.mark.req("R17")
@given(st.lists(FRAGMENTS, max_size=60).map("\n".join), st.integers(60, 300))
def test_fences_are_balanced_in_every_part(text, limit):
    for part in limits.split(text, limit):
        assert part.count("```") % 2 == 0
        assert part.count("~~~") % 2 == 0


@pytest.mark.req("R17")
def test_a_long_fence_is_closed_and_opened_again_with_its_tag():
    body = [f"line_{number} = {number}" for number in range(200)]
    text = "before\n```python\n" + "\n".join(body) + "\n```\nafter"
    parts = limits.split(text, 500)
    assert len(parts) > 3
    assert all(part.startswith("```python\n") for part in parts[1:-1])
    lines = [line for part in parts for line in part.splitlines() if not line.startswith("```")]
    assert lines == ["before", *body, "after"]


@pytest.mark.req("R17")
@pytest.mark.parametrize(
    "whole",
    [
        "`inline code here`",
        "[a link](https://example.org/a_(b))",
        "<@1234567890>",
        "https://example.org/long/path",
    ],
)
def test_what_belongs_together_is_not_cut(whole):
    text = "word " * 15 + whole + " word" * 20
    for limit in range(60, 110):
        assert any(whole in part for part in limits.split(text, limit)), limit


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("one. two.\n\nthree four five six seven eight nine ten eleven", "one. two.\n\n"),
        ("一句話，兩句話，三句話。四句話五句話六句話七句話八句話九句話十句話", "一句話，兩句話，三句話。"),
    ],
)
def test_cuts_fall_on_paragraphs_and_sentences(text, first):
    assert limits.split(text, 20)[0] == first


@given(st.text(max_size=300), st.integers(2, 100))
def test_shortened_text_fits(text, limit):
    short = limits.shorten(text, limit)
    assert limits.length(short) <= limit
    assert short == text or short.endswith("…")


def test_fifty_thousand_characters_split_in_a_moment():
    assert len(limits.split("中文字，沒有空格。" * 5600, 1900)) < 40
