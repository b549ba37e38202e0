"""Markdown files become sections with exact lines; everything wrong with them is named with its line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.corpus.front_matter import YamlFault, load_strings
from bot.corpus.markdown import doc_id_of, read_markdown, slug, split_lines

HEAD = "---\nid: d\ntitle: T\nlang: en\nreviewed: 2026-01-01\nsources:\n  - {id: s, title: S, url: '', date: 2018}\n---\n"


def read(text: str):
    return read_markdown(text, "guide/d.en.md", "en")


def codes(text: str) -> dict[str, int]:
    return {problem.code: problem.line for problem in read(text)[1]}


def test_a_section_is_its_own_lines_without_the_meta_fence() -> None:
    text = (
        HEAD
        + "# T\n\n## First question? {#one}\n\nThe *answer* with `code`\nand a [link](#x).\n\n### Deeper\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n```meta\nfacts: [F1]\nsources: [s]\nquestions:\n  - how: big\n```\n\n"
        "## Second {#two}\n\nText.\n"
    )
    document, problems = read(text)
    assert problems == ()
    assert document is not None
    one, two = document.sections
    assert (one.section_id, one.title, two.section_id) == ("one", "First question?", "two")
    assert one.answer == "The answer with code and a link."
    assert one.text.startswith("The *answer*")
    assert one.text.endswith("| 1 | 2 |")
    assert (one.facts, one.questions) == (("F1",), ("how: big",))
    assert [source.title for source in one.sources] == ["S"]
    assert one.first_line == split_lines(text).index("## First question? {#one}") + 1


def test_every_text_line_stands_where_the_section_says(folder) -> None:
    path = folder / "guide/psu-size.zh-Hant.md"
    text = path.read_text()
    document, _ = read_markdown(text, "x.md", "zh-Hant")
    assert document is not None
    lines = split_lines(text)
    for section in document.sections:
        first = section.last_line - section.text.count("\n")
        assert lines[first - 1 : section.last_line] == section.text.split("\n")


FAULTS = [
    pytest.param("# T\n\n## A {#a}\n\nx\n", "front-matter-absent", 1, id="no-front-matter"),
    pytest.param("---\nid: d\n\n## A {#a}\n\nx\n", "front-matter-unclosed", 1, id="unclosed"),
    pytest.param("---\nid: [d\ntitle: T\n---\n## A {#a}\n\nx\n", "front-matter-yaml", 3, id="bad-yaml"),
    pytest.param("---\n- id\n- title\n---\n## A {#a}\n\nx\n", "front-matter-not-mapping", 2, id="list"),
    pytest.param("---\njust words\n---\n## A {#a}\n\nx\n", "front-matter-not-mapping", 2, id="scalar"),
    pytest.param("---\nid: d\nid: e\n---\n## A {#a}\n\nx\n", "front-matter-yaml", 2, id="key-twice"),
    pytest.param("---\nid: d\n---\n## A {#a}\n\nx\n", "front-matter-key", 1, id="missing-keys"),
    pytest.param(HEAD.replace("lang: en", "lang: fr") + "## A {#a}\n\nx\n", "lang-unknown", 4, id="lang"),
    pytest.param(
        HEAD.replace("title: T", "titel: T") + "## A {#a}\n\nx\n", "front-matter-unknown-key", 3, id="typo"
    ),
    pytest.param(HEAD + "## A {#a}\n\nx\n\n```py\nnever closed\n", "fence-unclosed", 13, id="fence"),
    pytest.param(HEAD + "## A {#a}\n\nx\n\n```meta\nfacts: [F1\n```\n", "meta-yaml", 14, id="meta-yaml"),
    pytest.param(HEAD + "## A {#a}\n\nx\n\n```meta\n- F1\n```\n", "meta-not-mapping", 13, id="meta-list"),
    pytest.param(
        HEAD + "## A {#a}\n\nx\n\n```meta\nfact: [F1]\n```\n", "meta-unknown-key", 13, id="meta-key"
    ),
    pytest.param(
        HEAD + "## A {#a}\n\nx\n\n```meta\n{}\n```\n\n```meta\n{}\n```\n",
        "meta-duplicate",
        17,
        id="two-metas",
    ),
    pytest.param(HEAD + "## A {#a}\n\nx\n\n```meta\nsources: [q]\n```\n", "source-unknown", 13, id="source"),
    pytest.param(HEAD + "## A {#a}\n\n## B {#b}\n\nx\n", "section-empty", 9, id="empty-section"),
    pytest.param(HEAD + "## A\n\nx\n", "section-id-absent", 9, id="no-id"),
    pytest.param(HEAD + "stray\n\n## A {#a}\n\nx\n", "text-outside-section", 9, id="stray-text"),
    pytest.param(
        HEAD.replace(", date: 2018", "") + "## A {#a}\n\nx\n", "source-incomplete", 7, id="source-date"
    ),
    pytest.param(HEAD.replace(", url: ''", "") + "## A {#a}\n\nx\n", "source-incomplete", 7, id="source-url"),
]


@pytest.mark.req("R73")
@pytest.mark.parametrize(("text", "code", "line"), FAULTS)
def test_faults_are_named_with_their_line(text: str, code: str, line: int) -> None:
    assert codes(text)[code] == line


@pytest.mark.req("R73")
def test_unusable_front_matter_refuses_the_file_and_nothing_else_does() -> None:
    refused = {"front-matter-unclosed", "front-matter-yaml", "front-matter-not-mapping"}
    for case in FAULTS:
        text, code, _ = case.values
        assert (read(text)[0] is None) == (code in refused), code


@pytest.mark.req("R73")
def test_scalars_stay_as_written() -> None:
    head = HEAD.replace("title: T", "title: no").replace("id: s,", "id: 1.10,")
    document, problems = read(
        head + "## A {#a}\n\nx\n\n```meta\nsources: [1.10]\nquestions: [yes, 2026-01-02]\n```\n"
    )
    assert document is not None
    assert problems == ()
    assert (document.title, document.reviewed) == ("no", "2026-01-01")
    assert document.sections[0].questions == ("yes", "2026-01-02")
    assert document.sections[0].sources[0].date == "2018"


def test_crlf_and_cr_read_like_lf() -> None:
    text = HEAD + "## A {#a}\n\none\ntwo\n"
    plain = read(text)
    assert read(text.replace("\n", "\r\n")) == plain
    assert read(text.replace("\n", "\r")) == plain


def test_a_file_without_h2_is_one_section() -> None:
    document, problems = read(HEAD + "# Words\n\nOnly text.\n")
    assert document is not None
    assert [(s.title, s.text, s.first_line) for s in document.sections] == [("Words", "Only text.", 9)]
    assert [p.code for p in problems] == ["section-id-absent"]


@pytest.mark.parametrize(
    ("body", "n"),
    [
        pytest.param("## A {#a}\n\npara\n---\n\nmore\n", 1, id="rule-below-a-paragraph"),
        pytest.param("## A {#a}\n\n```\n## not {#b}\n```\n", 1, id="inside-a-fence"),
        pytest.param("## A {#a}\n\n> ## quoted\n", 1, id="inside-a-quote"),
        pytest.param("## A {#a}\n\nx\n\n### B {#b}\n\ny\n", 1, id="deeper-heading"),
        pytest.param("## A {#a}\n\nx\n\n## B {#b} \n\ny\n", 2, id="space-after-id"),
    ],
)
def test_only_real_h2_headings_open_sections(body: str, n: int) -> None:
    document, _ = read(HEAD + body)
    assert document is not None
    assert len(document.sections) == n


def test_a_line_break_inside_chinese_leaves_no_space() -> None:
    document, _ = read(HEAD + "## A {#a}\n\n這是一句\n話，RTX\n3090 很\n快\n")
    assert document is not None
    assert document.sections[0].answer == "這是一句話，RTX 3090 很快"


@pytest.mark.parametrize(
    ("path", "doc_id"),
    [("guide/psu.en.md", "psu"), ("a/b/gpu-choice.zh-Hant.md", "gpu-choice"), ("My Notes.txt", "my-notes")],
)
def test_doc_ids_from_paths(path: str, doc_id: str) -> None:
    assert doc_id_of(path) == doc_id


def test_slugs_of_different_chinese_headings_differ() -> None:
    assert slug("內存") != slug("主板")
    assert slug("PCIe lanes!") == "pcie-lanes"


@pytest.mark.parametrize("text", ["[" * 5000, "a: [", "a: b: c", "\t- x", "&a [*b]", "a: 'x"])
def test_broken_yaml_is_one_kind_of_fault(text: str) -> None:
    with pytest.raises(YamlFault):
        load_strings(text)


@given(st.text(alphabet=st.sampled_from(list("#`-> |\n\r\tab記{}[]:!*_~\x0b")), max_size=300))
def test_any_text_is_read_without_an_exception(text: str) -> None:
    document, _ = read(HEAD + text)
    assert document is not None
    lines = split_lines(HEAD + text)
    for section in document.sections:
        assert section.text.strip()
        first = section.last_line - section.text.count("\n")
        assert section.first_line <= first <= section.last_line <= len(lines)
