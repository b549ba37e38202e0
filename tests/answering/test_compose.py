"""Quotes: which sentences are chosen, and that each is the section's own words."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answering import compose
from bot.corpus.model import Section
from bot.domain.model import Source
from bot.retrieval.model import Hit, Passage

STOP = frozenset(
    ["a", "all", "and", "do", "for", "how", "i", "is", "it", "may", "of", "that", "the", "to", "what"]
)


def tokens(text: str) -> list[str]:
    return [t for t in re.findall(r"[a-z0-9]+|[\u3400-\u9fff]", text.lower()) if t not in STOP]


def section(text: str, **more) -> Section:
    return Section(
        section_id="psu", title="Power supply", text=text, answer="", first_line=3, last_line=3 + text.count("\n"),
        **more,
    )  # fmt: skip


def passage() -> Passage:
    return Passage(
        passage_id="p", section_id="psu", doc_id="power", heading_path=("Power", "Power supply"), lang="en",
        path="guide/power.en.md", text="Text.", first_line=4, last_line=4,
    )  # fmt: skip


def hit(score: float, rank: int = 1) -> Hit:
    return Hit(passage=passage(), score=score, rank=rank)


def quotes(text: str, question: str, room: int = compose.QUOTE_CHARS) -> tuple[str, ...]:
    return compose.quotes_of(section(text), question, tokens, room)


ANSWER = "Add the watts of all parts and buy the next size above."
ADVICE = f"{ANSWER}\n\nFor four cards of 250 W that is a 1400 W unit. A cheap unit may hum.\n\n- Cables differ between makers."


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("how do i choose a size", (ANSWER,)),
        ("zzz", (ANSWER,)),
        ("may i mix cables of makers", (ANSWER, "Cables differ between makers.")),
        ("does it hum", (ANSWER, "A cheap unit may hum.")),
        (
            "how many watts for four cards of 250 W",
            ("For four cards of 250 W that is a 1400 W unit.", ANSWER),
        ),
    ],
    ids=["answer-alone", "nothing-shared", "asked-detail", "another-detail", "number-first"],
)
def test_the_answer_paragraph_and_what_was_asked(question: str, quoted: tuple[str, ...]) -> None:
    assert quotes(ADVICE, question) == quoted


def test_at_most_two_details_and_no_more_than_the_room_holds() -> None:
    text = "Yes.\n\n" + " ".join(f"The red fan number {i} is loud." for i in range(9))
    assert len(quotes(text, "red fan loud")) == 1 + compose.MOST_DETAILS
    assert quotes(text, "red fan loud", room=10) == ("Yes.",)
    assert len(quotes(text, "red fan loud", room=40)) == 2


def test_a_chinese_number_question_gets_its_figure_first() -> None:
    text = "把瓦數加起來就好。\n\n四張卡的整機要 1400 瓦。風扇也要錢。"
    assert quotes(text, "四張卡整機要多少瓦")[0] == "四張卡的整機要 1400 瓦。"


def test_a_section_without_prose_is_quoted_as_it_stands() -> None:
    table = "| card | watts |\n|---|---|\n| 3090 | 350 |"
    assert quotes(f"\n{table}\n", "watts") == (table,)
    assert compose.answer_paragraph(section(table)) == (table,)
    assert quotes(" \n ", "watts") == compose.answer_paragraph(section("")) == ()


@pytest.mark.parametrize(
    "paragraph",
    ["A short sentence about fans. " * 400, "字" * 3000, "這是一句話。" * 500, "word " * 2000, "x" * 5000],
    ids=["sentences", "one-chinese-run", "chinese-sentences", "no-full-stop", "one-word"],
)
def test_an_endless_paragraph_is_quoted_from_its_beginning(paragraph: str) -> None:
    found = quotes(paragraph, "fans")
    assert paragraph.startswith(found[0])
    assert 0 < compose.width(found[0]) <= compose.QUOTE_CHARS
    assert compose.width(found[0]) > compose.QUOTE_CHARS / 2
    assert compose.answer_paragraph(section(paragraph)) == (found[0],)


def test_the_rest_of_an_endless_paragraph_can_be_an_asked_detail() -> None:
    text = "A plain sentence without meaning. " * 25 + "The zebra pump costs 300 euros."
    assert "The zebra pump costs 300 euros." in quotes(text, "what does the zebra pump cost", room=2000)


TEXTS = st.lists(
    st.sampled_from(
        ["One fan. ", "It draws 350 W. ", "四張卡。", "「可以。」", "\n", "\n\n", "- item ", "\n- ", "```\n", "| a |\n",
         "# h\n", "\u2028", "\x85", "🙂 ", "word " * 60, "字" * 200, "<!--", "-->"]
    ),
    max_size=20,
).map("".join)  # fmt: skip


@pytest.mark.req("R102")
@given(
    text=TEXTS,
    question=st.sampled_from(["fan", "how many watts", "四張卡要多少", "", "🙂"]),
    room=st.integers(0, 900),
)
def test_every_quote_is_a_substring_of_its_section(text: str, question: str, room: int) -> None:
    found = quotes(text, question, room)
    assert bool(found) == bool(text.strip())
    assert all(quote.strip() and quote in text for quote in found)
    assert len(set(found)) == len(found) or "".join(found).count(found[0]) <= text.count(found[0])
    assert sum(map(compose.width, found)) <= max(room, compose.QUOTE_CHARS)
    assert found == quotes(text, question, room)


@pytest.mark.parametrize(
    ("scores", "chosen"),
    [((), 0), ((0.5,), 1), ((0.5, 0.45), 2), ((0.5, 0.38), 1), ((0.5, 0.5, 0.5), 2)],
    ids=["none", "one", "close", "far", "at-most-two"],
)
def test_a_second_section_is_quoted_only_where_it_comes_close(scores: tuple[float, ...], chosen: int) -> None:
    hits = [hit(score, rank) for rank, score in enumerate(scores, start=1)]
    assert compose.close_hits(hits) == hits[:chosen]


PLAIN = Source(title="Advertisement", date="2018")
LINKED = Source(title="Guide", url="https://example.org/guide", date="2018-12-16")


@pytest.mark.parametrize(
    ("sources", "named"),
    [
        ((), ("", "", "")),
        ((PLAIN,), ("", "Advertisement", "2018")),
        ((LINKED, PLAIN), ("https://example.org/guide", "Guide", "2018-12-16")),
        ((PLAIN, LINKED), ("", "Advertisement", "2018")),
    ],
    ids=["no-source", "no-link", "first-linked", "first-without-link"],
)
def test_a_citation_names_the_source_listed_first(sources, named) -> None:
    cited = compose.cite(2, section("Text.", sources=sources, reviewed="2026-01-01"), passage(), ("Text.",))
    assert (cited.url, cited.source_title, cited.source_date) == named
    assert (cited.number, cited.reviewed, cited.quotes) == (2, "2026-01-01", ("Text.",))
    assert (cited.doc_id, cited.path, cited.first_line, cited.last_line) == (
        "power",
        "guide/power.en.md",
        3,
        3,
    )
