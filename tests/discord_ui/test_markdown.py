"""Knowledge adapted for Discord, people's words escaped."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord_ui import markdown

TABLE = """Sums:

| step | example | note |
|---|---|---|
| sum | 1150 W | |
| minimum | 1265 W | 110% |
"""


@pytest.mark.req("R20")
@pytest.mark.parametrize(
    ("source", "adapted"),
    [
        ("# Title #\ntext", "**Title**\ntext"),
        (TABLE, "Sums:\n\n- sum: example 1150 W\n- minimum: example 1265 W · note 110%"),
        ("| a | b |\n|---|---|\n| 1 | 2 |\nafter", "- 1: 2\nafter"),
        ("| lone | row |", "- lone: row"),
        ("a <b>bold</b> <!-- hidden --> word<script>x</script>", "a bold  wordx"),
        ("![picture](https://a.b/c.png) text", " text"),
        (
            "~~~py\n# no heading\n| no | table |\n~~~\nafter",
            "```py\n# no heading\n| no | table |\n```\nafter",
        ),
        ("```\nnever closed", "```\nnever closed\n```"),
        ("stray ``` here", "stray  here"),
        ("||spoiler||", r"\|\|spoiler\|\|"),
        ("**bold** and `x|y` stay", "**bold** and `x|y` stay"),
    ],
    ids=[
        "heading",
        "table",
        "narrow table",
        "row",
        "html",
        "image",
        "fence",
        "open fence",
        "stray",
        "spoiler",
        "plain",
    ],
)
def test_knowledge_is_adapted(source, adapted):
    assert markdown.adapt(source) == adapted


@pytest.mark.req("R21", "R101", "R103")
@pytest.mark.parametrize(
    ("text", "url", "shown"),
    [
        ("guide", "https://example.org/a", "[guide](https://example.org/a)"),
        ("guide", "http://example.org/a_(b)", "[guide](http://example.org/a_%28b%29)"),
        ("guide", "javascript:alert(1)", "guide"),
        ("guide", "/relative/path", "guide"),
        ("guide", "ftp://example.org", "guide"),
        ("guide", "https://", "guide"),
        ("guide", "https://exa mple.org", "guide"),
        ("guide", "", "guide"),
        ("a ] b [ c", "https://example.org", "[a ) b ( c](https://example.org)"),
        ("google.com", "https://evil.org/x", "google.com <https://evil.org/x>"),
        ("https://google.com/a", "https://evil.org", r"https\://google.com/a <https://evil.org>"),
        (
            "the new ｇｏｏｇｌｅ.\u200bcom site",
            "https://evil.org",
            "the new ｇｏｏｇｌｅ.com site <https://evil.org>",
        ),
        ("google.com", "https://google.com@evil.org/", "google.com"),
        ("google.com", "https://evil.org\\@google.com", "google.com"),
        ("google.com", "https://maps.google.com", "[google.com](https://maps.google.com)"),
        ("node.js and torch.nn", "https://example.org", "[node.js and torch.nn](https://example.org)"),
        ("example.org", "https://www.example.org/x", "[example.org](https://www.example.org/x)"),
    ],
)
def test_links_lead_where_they_say(text, url, shown):
    assert markdown.link(text, url) == shown


@pytest.mark.req("R101")
@pytest.mark.parametrize(
    "token", ["@everyone", "@here", "<@123>", "<@&5>", "<#7>", "</ask:1>", "<t:1:R>", "<:a:1>"]
)
def test_mention_tokens_lose_their_power(token):
    for made in (markdown.escape(token), markdown.adapt(f"so {token} it is")):
        assert not re.search(r"(?<!\\)" + re.escape(token), made)


@given(st.text(alphabet="*_~`|>#-+[]()\\ab1.\n ", max_size=60))
def test_escaped_text_has_no_bare_marks(text):
    escaped = markdown.escape(text)
    bare = (
        escaped.replace("\\\\", "")
        .replace("\\*", "")
        .replace("\\_", "")
        .replace("\\`", "")
        .replace("\\~", "")
    )
    assert not set("*_`~") & set(bare)


@given(st.text(max_size=200))
def test_a_code_block_cannot_be_closed_from_inside(text):
    made = markdown.code_block(text.split("\n"))
    assert made.count("```") == 2


@given(st.text(alphabet=st.sampled_from(list("ab|-`~#<>[]()!\n @")), max_size=120))
def test_adapted_text_always_has_closed_fences(text):
    assert markdown.adapt(text).count("```") % 2 == 0
