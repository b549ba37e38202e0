"""Any page, table or web page is read or refused with its place, and what is quoted of it stands in it."""

import csv
import datetime as dt
import io
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.answering import compose
from bot.corpus import tables
from bot.corpus.check import check
from bot.corpus.folder import read_document, read_whatever
from bot.corpus.front_matter import YamlFault, load_strings
from bot.corpus.markdown import split_lines
from bot.corpus.model import Document, Problem
from bot.corpus.walk import Found
from bot.retrieval.chunk import encoded_text, passages_of
from tests.hostile.budget import LONG, budget
from tests.hostile.strategies import HUGE_LINES, huge, nasty, storable
from tests.hostile.test_regexes import at_most
from tests.retrieval.conftest import HashingEncoder

TODAY = dt.date(2026, 11, 30)
HEAD = "---\nid: page\ntitle: Page\nlang: en\nreviewed: 2026-10-01\nsources:\n  - id: s\n    title: S\n    url: https://e.org\n    date: 2026\n---\n"
KINDS = ("page.en.md", "page.txt", "page.html")

FRONT = st.lists(
    st.one_of(
        st.sampled_from(["id: x", "title: [", "lang: en", "lang: <", "sources:", "  - id: a", "- b", "? x", "reviewed: 0", "a: &a [*a]", "<<: x"]),
        st.builds("{}: {}".format, st.sampled_from(["id", "title", "lang", "reviewed", "sources", "x"]), storable(3)),
        storable(2),
    ),
    max_size=8,
).map("\n".join)  # fmt: skip
SECTION = st.builds(
    "## {} {{#{}}}\n\n{}\n".format, storable(3), st.sampled_from(["a", "b", "A b", ""]), storable(10)
)
PAGE = st.one_of(
    storable(),
    st.builds("---\n{}\n---\n{}".format, FRONT, storable(8)),
    st.builds((HEAD + "# Page\n\n{}").format, st.lists(SECTION, max_size=4).map("\n".join)),
)
WEB = st.lists(
    st.one_of(
        storable(4),
        st.sampled_from(["<p>", "</p>", "<li>", "<h2>", "<table><tr><td>", "</table>", "<pre>", "<br>", "<html lang='zh-TW'>", "<![CDATA[",
                         "<!DOCTYPE x [<!ENTITY a 'b'>]>", "<p style='display: none'>", "<svg>", "<p hidden>", "<title>", "<?php", "&#0;", "&#xd800;"]),
    ),
    max_size=20,
).map("".join)  # fmt: skip


def read(name: str, content: bytes) -> tuple[Document | None, tuple[Problem, ...]]:
    return read_document(Found(path=f"guide/{name}", real=Path(name)), content, ())


def hold(document: Document | None, problems: tuple[Problem, ...], text: str) -> None:
    """What is true of every page that was read: places in the file, a bounded size, quotes word for word."""
    lines = split_lines(text)
    assert all(
        0 <= problem.line <= len(lines) and len(problem.message) < 2_000 and problem.message.isprintable()
        for problem in problems
    )
    if document is None:
        assert problems
        return
    for section in document.sections:
        assert section.text.strip()
        assert 1 <= section.first_line <= section.last_line <= len(lines)
        quotes = compose.quotes_of(section, "how many watts 幾瓦", str.split, compose.QUOTE_CHARS)
        assert all(quote in section.text for quote in quotes)
        assert sum(map(compose.width, quotes)) <= 3 * compose.QUOTE_CHARS
    assert sum(len(section.text) for section in document.sections) <= 4 * len(text) + 100


@pytest.mark.req("R73", "R101", "R102")
@budget(100)
@given(text=PAGE)
@example(HEAD + "## A {#a}\n```meta\n- [\n```\nx")
@example("---\n\ud7ff: \x85\n---\n\x0c")
def test_any_markdown_page(text):
    document, problems = read("page.en.md", text.encode())
    hold(document, problems, text)
    assert (document, problems) == read("page.en.md", text.encode())
    for section in document.sections if document else ():
        assert section.text in "\n".join(split_lines(text)) or "```meta" in text


@pytest.mark.req("R101", "R102")
@budget(60)
@given(text=storable())
def test_any_text_file(text):
    document, problems = read("page.txt", text.encode())
    hold(document, problems, text)
    for section in document.sections if document else ():
        assert section.text in "\n".join(split_lines(text))


@pytest.mark.req("R101")
@budget(60)
@given(text=WEB)
def test_any_web_page(text):
    document, problems = read("page.html", text.encode())
    hold(document, problems, text)


UNENDING = (
    "<!--",
    "<a ",
    '<a b="',
    "<a/",
    "<?",
    "</a",
    "<a b='>'",
    "<title>",
    "<script>",
    "<b>x",
    "<td>x",
    "<b>x</i>",
)


@pytest.mark.req("R74", "R101")
@pytest.mark.parametrize("piece", UNENDING)
def test_a_web_page_of_what_never_ends_is_read_in_linear_time(piece):
    with at_most(5):
        read("page.html", huge(piece, 50_000).encode())


@pytest.mark.req("R101")
@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<p>1 < 2 and 3 <4</p>", "1 < 2 and 3 <4"),
        ("<p title='<p>'>a</p><p>b<!-- <p>c</p> -->d</p>", "a\n\nbd"),
        ("<p>a</p><!-- never closed <p>hidden</p>", "a"),
        ("<p>a</p><script>x = '<p>'</script><script>never closed <p>hidden</p>", "a"),
        ("<p>a</p><a href='never closed><p>hidden</p>", "a"),
        ("<p>a<script/>b<svg/>c</p>", "abc"),
        ("<p style='display&#58;none'>hidden</p><p STYLE=\"DISPLAY: none\">hidden</p><p\nhidden\n>hidden</p><p>a", "a"),
        ("<p><textarea><b>&lt;</textarea>&amp;lt;</p>", "<b><&lt;"),
        ("<p>a<!-->b</p><p>c<!--->d<!--x--!>e</p>", "ab\n\ncde"),
        ("<p>a<![CDATA[ hidden ]]>b</p>", "ab"),
    ],
)  # fmt: skip
def test_of_a_web_page_only_what_a_reader_sees_is_kept(page, shown):
    document, _ = read("page.html", page.encode())
    assert document is not None
    assert "\n\n".join(section.text for section in document.sections) == shown


def test_dropped_markup_keeps_the_lines():
    page = "<!--\n\n-->\n<p\n class=x\n>a</p>\n<script>\n\n</script>\n<h2>B</h2><p>b</p>"
    document, _ = read("page.html", page.encode())
    assert document is not None
    assert [section.first_line for section in document.sections] == [4, 10]


@pytest.mark.req("R72")
@budget(60)
@given(content=st.binary(max_size=300), name=st.sampled_from(KINDS))
def test_any_bytes(content, name):
    document, problems = read(name, content)
    assert document is not None or problems


@pytest.mark.req("R73")
@budget(80)
@given(text=FRONT)
def test_front_matter_yields_strings_or_a_fault(text):
    def strings(value: object) -> bool:
        if isinstance(value, dict):
            return all(strings(key) and strings(item) for key, item in value.items())
        return (
            isinstance(value, str) or value is None or (isinstance(value, list) and all(map(strings, value)))
        )

    try:
        loaded = load_strings(text)
    except YamlFault as fault:
        loaded, line = None, fault.line
        assert 1 <= line <= text.count("\n") + 2
    assert strings(loaded)


@pytest.mark.req("R73")
def test_a_yaml_bomb_is_refused_or_small():
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "\n".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 9)}]" for i in range(9)
    )
    text = f"---\n{bomb}\n---\n## A {{#a}}\n\nText.\n"
    with at_most(3):
        document, problems = read("page.en.md", text.encode())
    hold(document, problems, text)
    assert any(problem.severity == "error" for problem in problems)


# --- tables -----------------------------------------------------------------------------------------------------

CELL = st.one_of(
    storable(3),
    st.sampled_from(
        ["1", "350", "NVIDIA", "2020-09-24", "https://e.org", "a|b", "yes", "TW", "", "all", "0"]
    ),
)


def table_bytes(header: list[str], rows: list[list[str]]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerows([header, *rows])
    return out.getvalue().encode()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tables")
    for table in (tables.GPUS, tables.TIERS):
        (root / table.path).parent.mkdir(exist_ok=True)
    return root


TABLES = (tables.GPUS, tables.CPUS, tables.TARIFFS, tables.TIERS, tables.CARBON, tables.GLOSSARY)


@pytest.mark.req("R111")
@budget(80)
@given(data=st.data(), table=st.sampled_from(TABLES))
def test_any_rows(place, data, table):
    width = len(table.cells)
    row = st.lists(CELL, min_size=width, max_size=width)
    rows = data.draw(st.lists(st.one_of(row, st.lists(CELL, max_size=width + 2)), max_size=5))
    (place / table.path).write_bytes(table_bytes(list(table.cells), rows))
    reader = tables.Reader(place)
    kept = reader.rows(table)
    assert len(kept) <= len(rows)
    assert all(problem.path == table.path and len(problem.message) < 2_000 for problem in reader.problems)
    assert len(kept) + len({problem.line for problem in reader.problems}) >= len(
        [r for r in rows if any(c.strip() for c in r)]
    )


@pytest.mark.req("R111")
@budget(60)
@given(
    files=st.dictionaries(
        st.sampled_from([table.path for table in TABLES]),
        st.one_of(st.binary(max_size=200), storable().map(str.encode)),
    )
)
def test_any_bytes_for_tables(place, files):
    for table in TABLES:
        (place / table.path).unlink(missing_ok=True)
    for path, content in files.items():
        (place / path).write_bytes(content)
    catalogue, glossary, problems = tables.read_tables(place)
    assert (catalogue, glossary, problems) == tables.read_tables(place)
    assert {problem.path for problem in problems} <= {table.path for table in TABLES}


# --- passages ---------------------------------------------------------------------------------------------------


@pytest.mark.req("R76", "R101")
@budget(80)
@given(text=PAGE, limit=st.integers(20, 120))
def test_passages_fit_and_lose_nothing(text, limit):
    document, _ = read("page.en.md", text.encode())
    encoder = HashingEncoder(max_tokens=limit)
    passages = passages_of([document] if document else [], encoder.count_tokens, limit)
    assert len({passage.passage_id for passage in passages}) == len(passages)
    assert passages == passages_of([document] if document else [], encoder.count_tokens, limit)
    for passage in passages:
        assert passage.text.strip()
        assert encoder.count_tokens(passage.text) <= limit
        assert 1 <= passage.first_line <= passage.last_line
    vectors = encoder.encode_passages([passage.text for passage in passages])
    assert len(vectors) == len(passages)
    shown = "".join(passage.text for passage in passages)
    for section in document.sections if document else ():
        assert set("".join(section.text.split())) <= set(shown)


@pytest.mark.parametrize("limit", [20, 400])
@given(text=nasty())
@budget(40)
def test_even_text_no_file_can_hold_is_cut(text, limit):
    document = Document.model_validate(
        {"doc_id": "d", "title": "D", "path": "d.md", "lang": "en", "sections": (
            {"section_id": "s", "title": "T", "text": text, "answer": "", "first_line": 1, "last_line": 2 + text.count("\n")},
        )}
    )  # fmt: skip
    encoder = HashingEncoder(max_tokens=limit)
    for passage in passages_of([document], encoder.count_tokens, limit):
        assert encoder.count_tokens(encoded_text("", passage.text)) <= limit


# --- huge lines -------------------------------------------------------------------------------------------------


@pytest.mark.req("R74", "R101")
@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("piece", HUGE_LINES)
def test_a_huge_line_is_read_and_cut_in_bounded_time(name, piece):
    """The slowest takes a second for 30 kB; a quadratic one takes many."""
    text = huge(unicodedata.normalize("NFC", piece), 1_000_000 if LONG else 30_000)
    if name.endswith(".md"):
        text = f"{HEAD}## A {{#a}}\n\n{text}\n"
    with at_most(200 if LONG else 12):
        document, problems = read(name, text.encode())
        hold(document, problems, text)
        encoder = HashingEncoder(max_tokens=400)
        passages_of([document] if document else [], encoder.count_tokens, 400)


def test_the_check_survives_what_reading_survives(tmp_path):
    for number, piece in enumerate(HUGE_LINES):
        page = tmp_path / f"p{number}.en.md"
        page.write_text(
            f"{HEAD.replace('page', f'p{number}')}## A {{#a{number}}}\n\n{huge(piece, 4_000)}\n", "utf-8"
        )
    with at_most(30):
        problems = check(read_whatever(tmp_path), tmp_path, today=TODAY)
    assert {"hidden-character", "mention"} <= {problem.code for problem in problems}
