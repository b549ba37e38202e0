"""Prose cut into sentences that stand in the text just so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answering.sentences import opening, paragraphs, split

PIECES = st.lists(
    st.sampled_from(
        ["One. ", "350 W. ", "PCIe 4.0 ", "vs. ", "「可以。」", "第二句！", "Yes? ", "- item\n", "  1. x\n", "\n", "\n\n",
         "```\n", "~~~~\n", "| a | b |\n", "a | b\n---|---\n", "# Head\n", "> said\n", "<!-- note\n", "-->\n", "***\n",
         "\u2028", "\x0b", "\x85", "\r", "[x]: http://a\n", "…", "🙂", "-\n"]
    ),
    max_size=25,
).map("".join)  # fmt: skip


@pytest.mark.parametrize(
    ("prose", "sentences"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("PCIe 4.0 gives 1.5 times. It is enough.", ["PCIe 4.0 gives 1.5 times.", "It is enough."]),
        ("They need 1265 W. The next size is 1400 W.", ["They need 1265 W.", "The next size is 1400 W."]),
        ("It has 24 GB. 4 of them have 96 GB.", ["It has 24 GB.", "4 of them have 96 GB."]),
        ("A card, e.g. the 3090, i.e. RTX 3090, fits.", ["A card, e.g. the 3090, i.e. RTX 3090, fits."]),
        ("3090 vs. RTX 4090, approx. 350 W. Done.", ["3090 vs. RTX 4090, approx. 350 W.", "Done."]),
        ("No. 3 is best. Is it? No. It is not.", ["No. 3 is best.", "Is it?", "No.", "It is not."]),
        ("Says T. Dettmers. Right.", ["Says T. Dettmers.", "Right."]),
        ("He said “Buy it.” Then “No.”", ["He said “Buy it.”", "Then “No.”"]),
        ("**Never.** Not once (see below.) End", ["**Never.**", "Not once (see below.)", "End"]),
        ("Wait... Then go.", ["Wait...", "Then go."]),
        ("wrapped\nline. Next\none.", ["wrapped\nline.", "Next\none."]),
        ("要 850 W。夠嗎？夠！", ["要 850 W。", "夠嗎？", "夠！"]),
        ("他說「可以。」然後買了。", ["他說「可以。」", "然後買了。"]),
        ("（見下文。）快 1.5 倍。", ["（見下文。）", "快 1.5 倍。"]),
        ("真的嗎？！是的……大概。", ["真的嗎？！", "是的……大概。"]),
        ("沒有句號", ["沒有句號"]),
        ("", []),
    ],
)
def test_sentences(prose: str, sentences: list[str]) -> None:
    assert split(prose) == sentences


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One.\nStill one.\n\nTwo.", ["One.\nStill one.", "Two."]),
        ("Intro:\n- first\n  goes on\n- second\n1. third\n12) fourth", ["Intro:", "first\n  goes on", "second", "third", "fourth"]),
        ("- a\n    - b\n-\n- c", ["a", "b", "c"]),
        ("A.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nB.", ["A.", "B."]),
        ("A.\n\na | b\n--- | ---\n1 | 2\nB.", ["A.", "B."]),
        ("A.\n```\ncode.\n\nmore\n```\nB.", ["A.", "B."]),
        ("A.\n````\n```\ninside\n```\n````\nB.", ["A.", "B."]),
        ("A.\n```\n~~~\ncode\n```\nB.", ["A.", "B."]),
        ("- A.\n  ```\n  code\n  ```\n- B.", ["A.", "B."]),
        ("A.\n```\nnever closed", ["A."]),
        ("### Head\nA.\n> quoted\n#1 is a rule", ["A.", "#1 is a rule"]),
        ("<!-- note -->\nA.\n<!-- two\nlines -->\nB.", ["A.", "B."]),
        ("A.\n\n---\n* * *\nB.\n\n[id]: https://example.org", ["A.", "B."]),
        ("A price of 0.30 | 0.40 a kWh.", ["A price of 0.30 | 0.40 a kWh."]),
        ("A\u2028still A\x0cand more", ["A\u2028still A\x0cand more"]),
        ("\n \n", []),
        ("", []),
    ],
    ids=[
        "paragraphs", "list", "nested-and-empty-items", "table", "table-without-bars", "fence", "longer-fence",
        "other-marks-in-fence", "fence-in-list", "unclosed-fence", "headings-and-quotations", "comments",
        "rules-and-link-definitions", "a-bar-is-no-table", "odd-line-separators", "blank", "empty",
    ],
)  # fmt: skip
def test_paragraphs(text: str, found: list[str]) -> None:
    assert paragraphs(text) == found


@given(PIECES)
def test_everything_stands_in_the_text_just_so_and_in_order(text: str) -> None:
    at = 0
    for paragraph in paragraphs(text):
        assert paragraph.strip()
        at = text.index(paragraph, at)
        inner = 0
        for sentence in split(paragraph):
            assert sentence.strip()
            inner = paragraph.index(sentence, inner) + len(sentence)
        at += len(paragraph)


@given(PIECES)
def test_splitting_loses_only_white_space(text: str) -> None:
    for paragraph in paragraphs(text):
        assert "".join("".join(split(paragraph)).split()) == "".join(paragraph.split())


@pytest.mark.parametrize(
    ("prose", "fits", "quoted"),
    [
        ("One two. Three four. Five.", 21, "One two. Three four."),
        ("One two three four.", 9, "One two"),
        ("一句。兩句。三句", 7, "一句。兩句。"),
        ("無止無盡的字", 3, "無止無"),
    ],
    ids=["sentences", "words", "chinese", "no-space"],
)
def test_a_long_paragraph_is_opened(prose: str, fits: int, quoted: str) -> None:
    assert prose[: opening(prose, fits)] == quoted
