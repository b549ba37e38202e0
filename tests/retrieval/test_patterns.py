import re

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.retrieval.patterns import any_of

WORDS = st.lists(st.text("ab1显卡 .", min_size=1, max_size=5), max_size=8)


def slow(words: list[str]) -> re.Pattern[str] | None:
    """The same by trying every word, longest first."""
    parts = []
    for word in sorted(set(words), key=len, reverse=True):
        head = "(?<![a-z0-9])" if word[0].isascii() and word[0].isalnum() else ""
        tail = "(?![a-z0-9])" if word[-1].isascii() and word[-1].isalnum() else ""
        parts.append(head + re.escape(word) + tail)
    return re.compile("|".join(parts)) if parts else None


@settings(max_examples=300, deadline=None)
@given(words=WORDS, text=st.text("ab1显卡 .", max_size=30))
def test_finds_what_a_plain_alternation_finds(words: list[str], text: str) -> None:
    fast, plain = any_of(words), slow(words)
    assert (fast is None) == (plain is None)
    if fast and plain:
        assert fast.findall(text) == plain.findall(text)


def test_whole_latin_words_and_the_longest_first() -> None:
    pattern = any_of(["ram", "ram clock", "显卡", "卡"])
    assert pattern is not None
    assert pattern.findall("gram ram clock rams ram, 双显卡坞卡") == ["ram clock", "ram", "显卡", "卡"]


def test_no_words() -> None:
    assert any_of([]) is None
    assert any_of([""]) is None
