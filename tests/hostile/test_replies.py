"""Whatever an answer says: Discord takes it, it pings nobody, links lead to web pages, and no log line is forged."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import example, given
from hypothesis import strategies as st

from bot.discord_ui import delivery, limits, markdown, render
from bot.domain.model import LANGS
from bot.ops import log
from bot.presentation import plain
from bot.presentation.blocks import CalculationBlock, CitationLine, QuoteBlock, Reply, web_address
from tests.hostile.budget import budget
from tests.hostile.discord_eyes import bad_links, bare_links, pings
from tests.hostile.strategies import LINKS, MENTIONS, PIECES, RTL, nasty

ADDRESSES = (
    "https://example.org/a", "http://a.b/c_(d)", "javascript:alert(1)", "https://google.com@evil.org", "https://evil.org\\@google.com",
    "https://a.b/@everyone", "https://e.org/" + "x" * 2000, "//evil.org", "https://\u202egro.live", "https://[::1", "HTTPS://E.ORG", "https://a b", "",
)  # fmt: skip
WORDS = nasty(5)
FEW = st.lists(WORDS, max_size=2).map(tuple)
NAMED = st.one_of(
    WORDS,
    st.sampled_from(["google.com", "ｇoogle.com", "google.\u200bcom", "x — y", "https://google.com", " "]),
)

CITATIONS = st.lists(
    st.builds(
        CitationLine, number=st.integers(1, 40), label=NAMED, url=st.sampled_from(ADDRESSES).map(web_address)
    ),
    max_size=4,
).map(tuple)
CALCULATIONS = st.lists(
    st.builds(
        CalculationBlock, name=st.sampled_from(["psu", "cost", "x"]), headline=WORDS, understood=FEW, steps=FEW,
        assumptions=FEW, notes=FEW,
    ),
    max_size=2,
).map(tuple)  # fmt: skip
REPLIES = st.builds(
    Reply, lang=st.sampled_from(LANGS), kind=st.sampled_from([*render.LOOKS, "calculation", "both"]), answer_id=st.just("a"),
    lead=FEW, calculations=CALCULATIONS, nearest=FEW, notes=FEW, citations=CITATIONS,
    quotes=st.lists(st.builds(QuoteBlock, number=st.integers(1, 3), text=WORDS), max_size=4).map(tuple),
)  # fmt: skip


def texts(parcel: render.Parcel) -> list[str]:
    """Every text of a parcel that Discord would read as Markdown."""
    fields = [field for embed in parcel.embeds for field in embed.fields]
    return [embed.description or "" for embed in parcel.embeds] + [f"{f.name}\n{f.value}" for f in fields]


def hold(parcel: render.Parcel) -> None:
    """What is true of everything that is sent."""
    assert 1 <= len(parcel.embeds) <= limits.MAX_PARTS
    for embed in parcel.embeds:
        said = [embed.description or "", *(text for f in embed.fields for text in (f.name, f.value))]
        assert all(text and text.strip() for text in said)
        assert limits.length(said[0]) <= limits.EMBED_DESCRIPTION
        assert len(embed.fields) <= limits.EMBED_FIELDS
        assert all(limits.length(f.name or "") <= limits.FIELD_NAME for f in embed.fields)
        assert all(limits.length(f.value or "") <= limits.FIELD_VALUE for f in embed.fields)
        assert sum(map(limits.length, said)) <= limits.EMBED_TOTAL
    assert parcel.attachment is None or 0 < len(parcel.attachment.data) < limits.ATTACHMENT_BYTES
    contents = limits.split("\n\n".join(map(delivery._plain, parcel.embeds)))
    assert all(limits.length(content) <= limits.CONTENT for content in contents)
    for text in [*texts(parcel), *contents]:
        assert pings(text) == []
        assert list(bad_links(text)) == []


@pytest.mark.req("R15", "R16", "R19", "R21", "R27", "R101", "R103")
@budget(60)
@given(reply=REPLIES)
def test_any_reply_can_be_sent(reply):
    hold(render.render(reply))
    assert len(plain.to_text(reply)) <= plain.MAX_CHARS


@pytest.mark.req("R15", "R27", "R101")
@budget(30)
@given(title=WORDS, lines=FEW, columns=st.lists(st.tuples(WORDS, WORDS), max_size=30), said=WORDS)
def test_any_notice_can_be_sent(title, lines, columns, said):
    escape = markdown.escape
    rows = [f"- {escape(line)}" for line in lines]
    named = [(escape(name), escape(value)) for name, value in columns]
    hold(render.Parcel((render.panel(escape(title), rows, "help", named),)))
    hold(render.Parcel((render.notice(said),)))


@pytest.mark.req("R21", "R101", "R103")
@budget(150)
@given(text=nasty(8))
@example("@```everyone")
@example("@![a](b)everyone <![a](b)@1>")
@example("@[everyone](javascript:x) <[@1](javascript:x)>")
@example(r"\<@123> \`@everyone`")
@example("`a ``b` @everyone `c``")
@example("[google.com]![a](b)(https://evil.org)")
@example("[google.com][(https://evil.org)](javascript:x)")
@example("[[google.com](https://google.com)](https://evil.org)")
@example("[google.com]( https://evil.org) [google.com](https://evil.org 't')")
@example("[google.com login](https://evil.org) [ｇoogle.com](https://evil.org)")
@example("~~~\n````\n@everyone\n~~~")
@example("``<b>`@everyone`</b>``")
def test_any_knowledge_is_adapted(text):
    made = markdown.adapt(text)
    assert pings(made) == []
    assert list(bad_links(made)) == []
    assert made.count("```") % 2 == 0


@pytest.mark.req("R101")
@budget(150)
@given(text=nasty(8))
@example("see https://evil.org and discord://x")
@example("1. first\n- second\n# third")
def test_any_words_of_a_person_are_shown_as_they_are(text):
    made = markdown.escape(text)
    assert pings(made) == []
    assert [*bad_links(made), *bare_links(made)] == []


@budget(100)
@given(text=nasty(6), tag=st.sampled_from(["", "py"]))
@example("````\n@everyone", "")
def test_nothing_closes_a_code_block_or_span(text, tag):
    for made in (markdown.code_block(text.split("\n"), tag), markdown.code_span(text)):
        assert pings(f"{made} end") == []
        assert list(bad_links(made)) == []
    assert markdown.code_block([text]).count("```") == 2


@pytest.mark.req("R17", "R101")
@budget(60)
@given(text=nasty(), limit=st.integers(60, 400))
def test_a_cut_gives_no_power_back(text, limit):
    """Where a text is cut, an escape and what it escapes stay together."""
    for part in limits.split(markdown.escape(text), limit):
        assert limits.length(part) <= limit
        assert pings(part) == []


# --- the log ----------------------------------------------------------------------------------------------------


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    named = {name: logging.getLogger(name).level for name in (*log._QUIET, "rigwise")}
    yield io.StringIO()
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in named.items():
        logging.getLogger(name).setLevel(before)
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


def written(stream: io.StringIO, form: log.Form, text: str) -> list[str]:
    """The lines of one event that carries a text wherever an event can carry one, and of a failure that quotes it."""
    stream.seek(0)
    stream.truncate()
    log.configure(form=form, stream=stream)
    logger = logging.getLogger("rigwise.hostile")
    with structlog.contextvars.bound_contextvars(request=text):
        logger.info(
            "asked: %s", text, extra={"part": text, text or "x": 1, "rows": [text], "named": {text: text}}
        )
        structlog.get_logger("rigwise.hostile").info(text, part=text)
    logger.error("failed", exc_info=ValueError(text))
    return stream.getvalue().split("\n")


@pytest.mark.req("R59", "R101")
@pytest.mark.parametrize("form", ["console", "json"])
def test_no_text_forges_a_log_line(stream, form):
    @budget(50)
    @given(text=st.one_of(nasty(6), st.sampled_from(PIECES)))
    @example(f"x\n2026-01-01T00:00:00Z info     rigwise: forged{RTL}\x1b[2J")
    @example('" request="forged')
    def hold_lines(text):
        first, second, third, *trace, last = written(stream, form, text)
        assert last == ""
        assert all(line.isprintable() for line in (first, second, third, *trace))
        if form == "json":
            rows = [json.loads(line) for line in (first, second)]
            assert all(row["logger"] == "rigwise.hostile" and row["level"] == "info" for row in rows)
            assert json.loads(third)["event"] == "failed"
            assert trace == []
        else:
            assert all(line.split(maxsplit=2)[1:][0] in {"info", "error"} for line in (first, second, third))
            assert all(line.startswith("  | ") for line in trace)

    hold_lines()


def test_the_eyes_see() -> None:
    """The checks of this file would notice what they look for."""
    assert all(pings(token) for token in MENTIONS[:10])
    assert [link for link in LINKS if list(bad_links(link))]
    assert list(bad_links("[google.com](https://evil.org)"))
    assert list(bad_links("<javascript:x>"))
    assert pings(r"\\<@1>")
    assert not pings(r"\<@1> `<@1>` ```@everyone```")
    assert bare_links("https://a.b")
