"""Questions as they arrive: nothing in them can break what reads them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answering.clean import clean, has_words

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=80)


@pytest.mark.parametrize(
    ("typed", "cleaned"),
    [
        ("  how big \t a\n\npsu? ", "how big a psu?"),
        ("4\u00a0x\u30003090", "4 x 3090"),
        ("3090\x00\x07\x1b[31m", "3090[31m"),
        ("30\u200b90\ufeff", "3090"),
        ("\u202e3090\u202c", "3090"),
        ("a\ud800b\udfff", "ab"),
        ("x\ue000y\U0010ffffz", "xyz"),
        ("a \u200b b", "a b"),
        ("\x00 \u200d\n", ""),
        ("四張 3090，夠嗎？", "四張 3090，夠嗎？"),
        ("é e\u0301 ＧＰＵ", "é e\u0301 ＧＰＵ"),
        ("", ""),
    ],
    ids=[
        "white-space", "wide-spaces", "control", "zero-width", "bidi", "surrogates", "private-and-unassigned",
        "space-around-dropped", "nothing-left", "chinese", "kept-as-typed", "empty",
    ],
)  # fmt: skip
def test_what_is_left_of_a_question(typed: str, cleaned: str) -> None:
    assert clean(typed) == cleaned


@given(ANYTHING)
def test_cleaned_text_is_safe_and_stays_as_it_is(typed: str) -> None:
    cleaned = clean(typed)
    assert clean(cleaned) == cleaned
    cleaned.encode("utf-8")
    assert not {unicodedata.category(char)[0] for char in cleaned} & {"C"}
    assert "  " not in cleaned
    assert cleaned == cleaned.strip()


@given(ANYTHING)
def test_no_letter_or_digit_is_lost(typed: str) -> None:
    assert [c for c in typed if c.isalnum()] == [c for c in clean(typed) if c.isalnum()]


@pytest.mark.parametrize(
    ("text", "words"),
    [("psu", True), ("要", True), ("4", True), ("", False), ("?!…", False), ("🙂🔥", False), ("@#$%", False)],
)
def test_words_are_letters_or_digits(text: str, words: bool) -> None:
    assert has_words(text) is words
