import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.corpus.markdown import read_markdown
from bot.corpus.model import Document, Section
from bot.retrieval.chunk import blocks_of, encoded_text, passage_id, passages_of


def count(text: str) -> int:
    return 3 + len(re.findall(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+", text))


def build(text: str, title: str = "Title", first_line: int = 10) -> Document:
    section = Section(
        section_id="s",
        title=title,
        text=text,
        answer="",
        first_line=first_line,
        last_line=first_line + 1 + text.count("\n"),
    )
    return Document(doc_id="d", title="Doc", path="d.md", lang="en", sections=(section,))


def cut(text: str, limit: int, title: str = "Title") -> list[str]:
    passages = passages_of([build(text, title)], count, limit)
    assert all(count(encoded_text(title, p.text)) <= limit or len(title) > 40 for p in passages)
    return [p.text for p in passages]


def words(text: str) -> list[str]:
    return re.findall(r"[\u3400-\u9fff]|\w+", text)


def test_a_section_that_fits_stays_whole() -> None:
    text = "One.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n"
    assert cut(text, 100) == [text.strip()]


def test_long_text_is_cut_between_sentences() -> None:
    text = " ".join(f"Sentence number {i} has six words." for i in range(20))
    pieces = cut(text, 30)
    assert len(pieces) > 3
    assert all(piece.endswith(".") for piece in pieces)
    assert words(" ".join(pieces)) == words(text)


def test_chinese_is_cut_after_its_full_stop() -> None:
    text = "".join(f"這是第{i}句話，內容不重要。" for i in range(20))
    pieces = cut(text, 40)
    assert len(pieces) > 3
    assert all(piece.endswith("。") for piece in pieces)
    assert "".join(pieces) == text


def test_a_closing_quote_stays_with_its_sentence() -> None:
    pieces = cut("他說「可以。」" * 12, 20)
    assert all(piece.endswith("」") for piece in pieces)


def test_numbers_and_abbreviations_do_not_end_a_sentence() -> None:
    text = "PCIe 4.0 is e.g. twice as fast as PCIe 3.0 and so on. " * 6
    assert all(p.startswith("PCIe 4.0") for p in cut(text, 40))


def test_a_table_is_split_by_row_and_keeps_its_header() -> None:
    rows = [f"| card {i} | {i} W |" for i in range(30)]
    text = "\n".join(["| card | watts |", "|---|---|", *rows])
    pieces = cut(text, 60)
    assert len(pieces) > 2
    assert all(p.split("\n")[:2] == ["| card | watts |", "|---|---|"] for p in pieces)
    assert [row for p in pieces for row in p.split("\n")[2:]] == rows


def test_a_fence_is_split_by_line_and_stays_a_fence() -> None:
    lines = [f"command number {i} --with option" for i in range(30)]
    pieces = cut("\n".join(["```bash", *lines, "```"]), 40)
    assert len(pieces) > 2
    assert all(p.startswith("```bash\n") and p.endswith("\n```") for p in pieces)
    assert [line for p in pieces for line in p.split("\n")[1:-1]] == lines


def test_a_blank_line_inside_a_fence_does_not_end_it() -> None:
    assert [b.kind for b in blocks_of("~~~\na\n\nb\n```\n~~~\n\ntext")] == ["fence", "text"]


def test_an_unclosed_fence_reaches_to_the_end() -> None:
    (block,) = blocks_of("```\na\n\nb")
    assert (block.kind, block.last) == ("fence", 3)


def test_blocks_are_packed_together() -> None:
    text = "\n\n".join(f"Paragraph {i} is short." for i in range(6))
    pieces = cut(text, 16)
    assert len(pieces) < 6
    assert words(" ".join(pieces)) == words(text)


@pytest.mark.req("R64", "B19")
@pytest.mark.parametrize("text", ["x" * 5000, "字" * 500, "a b " * 800], ids=["one word", "Han", "no stop"])
def test_text_without_a_place_to_cut(text: str) -> None:
    def letters(value: str) -> int:
        return len(value.split()) + len(value) // 10

    passages = passages_of([build(text)], letters, 50)
    assert all(letters(encoded_text("Title", p.text)) <= 50 for p in passages)
    # the same text may come twice and is then kept once, so only the order of characters can be compared
    assert {c for p in passages for c in p.text} == set(text.strip()) - {" "} | ({" "} & set(text.strip()))


def test_a_heading_as_long_as_a_text_does_not_starve_the_passage() -> None:
    passages = passages_of([build("short text", title="word " * 60)], count, 50)
    assert [p.text for p in passages] == ["short text"]


def test_an_empty_section_has_no_passage() -> None:
    assert cut("\n \n", 50) == []


def test_lines_point_into_the_file() -> None:
    document = build("First paragraph here.\n\nSecond paragraph there.\n", first_line=10)
    whole, first, second = (
        *passages_of([document], count, 100),
        *passages_of([document], count, 9),
    )
    assert (whole.first_line, whole.last_line) == (11, 13)
    assert (first.first_line, first.last_line) == (11, 11)
    assert (second.first_line, second.last_line) == (13, 13)


@pytest.mark.parametrize("blank_lines", [0, 1, 3])
@pytest.mark.parametrize("limit", [9, 100])
def test_lines_are_those_of_the_file_however_many_are_blank_below_the_heading(
    blank_lines: int, limit: int
) -> None:
    text = "# Top\n\n## Heading {#s}\n" + "\n" * blank_lines
    text += "First paragraph here.\n\nSecond paragraph there.\n\n```meta\nfacts: [F1]\n```\n"
    document, _ = read_markdown(text, "d.md", "en")
    assert document is not None
    lines = text.split("\n")
    for passage in passages_of([document], count, limit):
        assert "\n".join(lines[passage.first_line - 1 : passage.last_line]) == passage.text


def test_lines_of_a_page_that_has_none_stay_within_its_section() -> None:
    section = Section(
        section_id="s", title="T", text="One.\n\n\n\n\nTwo.", answer="One.", first_line=7, last_line=8
    )
    document = Document(doc_id="d", title="Doc", path="d.html", lang="en", sections=(section,))
    (passage,) = passages_of([document], count, 100)
    assert (passage.first_line, passage.last_line) == (7, 8)


def test_the_same_article_four_times_is_indexed_once() -> None:
    article = [f"Part {i}: sentence about topic {i}." for i in range(10)]
    sections = tuple(
        Section(
            section_id=f"s{copy}-{i}", title=f"Part {i}", text=text, answer=text, first_line=1, last_line=2
        )
        for copy in range(4)
        for i, text in enumerate(t if copy % 2 else t.replace(" ", "  ") for t in article)
    )
    document = Document(doc_id="d", title="Doc", path="d.txt", lang="en", sections=sections)
    passages = passages_of([document], count, 100)
    assert [words(p.text) for p in passages] == [words(t) for t in article]


@pytest.mark.req("R80")
def test_ids_come_from_the_content() -> None:
    one, other = (passages_of([build(text)], count, 100)[0] for text in ("same", "other"))
    again = passages_of([build("same", first_line=99)], count, 100)[0]
    assert one.passage_id == again.passage_id != other.passage_id
    assert one.passage_id == passage_id("s", "en", "same")


MARKDOWN = st.lists(
    st.sampled_from(
        [
            "word " * 9,
            "One. Two! Three?",
            "短句。第二句！",
            "| a | b |",
            "|---|---|",
            "```",
            "- item",
            "",
            "x" * 60,
        ]
    ),
    max_size=14,
).map("\n".join)


@pytest.mark.req("R64", "R76", "B20")
@settings(deadline=None, max_examples=150)
@given(text=MARKDOWN, limit=st.integers(14, 60))
def test_nothing_is_lost_and_everything_fits(text: str, limit: int) -> None:
    pieces = cut(text, limit)
    kept = set(words(" ".join(pieces)))
    assert set(words(text)) <= kept
