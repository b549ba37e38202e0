"""Text made fit for Discord's dialect of Markdown: knowledge is adapted, everything else is escaped.

What a document or a person wrote is data: it pings nobody, links nowhere but to absolute http(s) addresses,
hides nothing in HTML and shouts in no giant headings.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from bot.presentation.visible import visible

_MARKS = re.compile(r"([\\*_~`|>\[\]])")
_HEAD = re.compile(r"(?m)^([^\S\n]*)(#{1,3}|-#|[-+*])(?=\s)")
_NUMBERED = re.compile(r"(?m)^([^\S\n]*\d{1,9})([.)])(?=\s)")
_ADDRESS = re.compile(r"(?i)(?<![a-z])([a-z]{2,10}):(?=//)")
_TOKEN = re.compile(r"<(?=[@#:/a-zA-Z!])")
_MENTION = re.compile(r"<(?=[@#:/!]|a?:|t:|id:)")
_EVERYONE = re.compile(r"@(?=everyone|here)")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]*>|<!--(?:.*?-->|.*)", re.DOTALL)
_LINK = re.compile(
    r"\[(?P<text>[^\[\]\n]*)\]\((?P<url>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+\"[^\"]*\")?\)"
)
_IMAGE = re.compile("!" + _LINK.pattern)
_CODE = re.compile(r"(?<![\\`])(`{1,2})(?!`)[^`\n]+\1(?!`)")
_TICKS = re.compile(r"`{3,}")
_LONE_TICK = re.compile(r"(\\[^\w\s])|`")
_FENCE = re.compile(r"^\s{0,3}(`{3,}|~{3,})\s*([\w+#.-]*)")
_RULE = re.compile(r"^\s*(?:\|\s*)?:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*(?:\|\s*)?$")
_DOMAIN = re.compile(
    r"(?:https?://|\bwww\.)(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*)"
    r"|(?<![a-z0-9.-])([a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|edu|gov|info|app|dev|xyz|io|ai|gg|me|co|tv|cc|us|uk|de|fr|eu|ru|jp|kr|tw|cn|hk))(?![a-z0-9-])"
)
_ZERO_WIDTH = "\u200b"
_MOST_ADDRESS = 512
_MOST_WORDS = 300
"""Longest address and words of a link: longer ones would be cut in two between messages."""


def escape(text: str) -> str:
    """Text that shows just as it is written: no formatting, no mention, no link.

    For everything that may hold a person's words: part names, questions, error arguments.
    """
    safe = _MARKS.sub(r"\\\1", _EVERYONE.sub("@" + _ZERO_WIDTH, visible(text)))
    safe = _NUMBERED.sub(r"\1\\\2", _HEAD.sub(r"\1\\\2", safe))
    return _ADDRESS.sub(r"\1\\:", _TOKEN.sub(r"\\<", safe))


def code_block(lines: Iterable[str], tag: str = "") -> str:
    """Lines in a fence that nothing in them can close."""
    body = _TICKS.sub(lambda ticks: _ZERO_WIDTH.join(ticks[0]), visible("\n".join(lines)))
    return f"```{tag}\n{body}\n```"


def code_span(text: str) -> str:
    """Text of one line as inline code that nothing in it can close."""
    return f"`{' '.join(visible(text).replace('`', chr(39)).split()) or ' '}`"


def is_web_address(url: str) -> bool:
    """Whether a text is an absolute http or https address that may stand in a link, without a name before the host."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    if len(url) > _MOST_ADDRESS:
        return False
    plain = not any(character.isspace() or character in '<>"()\\' for character in url) and url.isprintable()
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and "@" not in parts.netloc and plain


def link(text: str, url: str) -> str:
    """A masked link; text alone where the address is unusable; both where the text names another domain."""
    address = url.replace("(", "%28").replace(")", "%29")
    words = " ".join(text.replace("[", "(").replace("]", ")").split())
    shown = escape(words if len(words) <= _MOST_WORDS else f"{words[:_MOST_WORDS]}…")
    if not is_web_address(address):
        return shown
    address = _EVERYONE.sub("%40", address)
    if _names_another(text, urlsplit(address).hostname or ""):
        return f"{shown} <{address}>"
    return f"[{shown}]({address})" if shown.strip() else f"<{address}>"


def _names_another(text: str, host: str) -> bool:
    """Whether words show a site that an address does not lead to, to a reader's eye: look-alikes are folded."""
    seen = "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf").lower()
    named = (found[1] or found[2] for found in _DOMAIN.finditer(seen))
    return any(not f".{host}".endswith(f".{name.removeprefix('www.')}") for name in named)


def adapt(text: str) -> str:
    """Markdown of the knowledge folder as Discord shows it well.

    Tables become lists, headings bold lines, raw HTML and images go, links stay if they are http(s),
    mention tokens lose their power, fences keep their content and are always closed.
    """
    out: list[str] = []
    for kind, lines in _blocks(visible(text).splitlines()):
        if kind == "table":
            out += _list_of(lines)
        elif kind == "prose":
            out += map(_line, lines)
        else:
            out += code_block(lines[1:], lines[0]).split("\n")
    return "\n".join(out)


def _blocks(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Stretches of lines: ``prose``, ``table``, or ``fence`` (its tag first, its marks left out)."""
    position = 0
    while position < len(lines):
        opening = _FENCE.match(lines[position])
        start, kind = position, "table" if _is_row(lines[position]) else "prose"
        position += 1
        if opening:
            mark, tag = opening.groups()
            ends = (i for i in range(position, len(lines)) if _closes(lines[i], mark))
            end = next(ends, len(lines))
            yield "fence", [tag, *lines[position:end]]
            position = end + 1
            continue
        while position < len(lines) and not _FENCE.match(lines[position]):
            if ("table" if _is_row(lines[position]) else "prose") != kind:
                break
            position += 1
        yield kind, lines[start:position]


def _closes(line: str, mark: str) -> bool:
    bare = line.strip()
    return bare.startswith(mark) and not bare.strip(mark[0])


def _is_row(line: str) -> bool:
    bare = line.strip()
    return len(bare) > 2 and bare[0] == bare[-1] == "|" and bare[1] != "|"


def _line(line: str) -> str:
    heading = re.match(r"^\s{0,3}#{1,6}\s+(.*?)\s*#*$", line)
    if heading:
        title = heading[1].replace("*", "")
        return f"**{_inline(title)}**"
    return _inline(line)


def _inline(text: str) -> str:
    """Prose of one line: inline code is kept as it is, the rest is made safe.

    Every backtick outside of that code is escaped, so Discord sees the same code as we do.
    """
    out, position = [], 0
    for code in _CODE.finditer(text):
        out += [_prose(text[position : code.start()]), code[0]]
        position = code.end()
    return "".join([*out, _prose(text[position:])])


def _prose(text: str) -> str:
    """Prose without tags and images; links are shown, then mention tokens lose their power.

    What goes, goes first, and what is defused, is defused last: a token could stand around what was taken out.
    """
    text = _TAG.sub(lambda tag: tag[0] if is_web_address(tag[0][1:-1]) else "", _IMAGE.sub("", text))
    text = _TICKS.sub("", text)
    out, position = "", 0
    for found in _LINK.finditer(text):
        out = _joined(
            _joined(out, _harmless(text[position : found.start()])), link(found["text"], found["url"])
        )
        position = found.end()
    out = _joined(out, _harmless(text[position:]))
    return _MENTION.sub("<" + _ZERO_WIDTH, _EVERYONE.sub("@" + _ZERO_WIDTH, out))


def _joined(before: str, after: str) -> str:
    """One behind the other, without making a link of them."""
    return f"{before}\\{after}" if before.endswith("]") and after.startswith("(") else before + after


def _harmless(text: str) -> str:
    """Prose without stray code marks, spoilers and what is left of links; bold, italics and quotes stay."""
    safe = _LONE_TICK.sub(lambda tick: tick[1] or "\\`", text)
    return safe.replace("](", "]\\(").replace("||", r"\|\|")


def _list_of(table: list[str]) -> Iterator[str]:
    """A table as a list: ``- first: second · third``; the header row explains columns three and up."""
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))] for line in table]
    plain = [cells for line, cells in zip(table, rows, strict=True) if not _RULE.match(line)]
    with_header = len(plain) < len(rows) and len(plain) > 1
    header = plain[0] if with_header else []
    for cells in plain[1:] if with_header else plain:
        rest = [_labelled(header, column, cell) for column, cell in enumerate(cells) if column and cell]
        yield f"- {_inline(cells[0])}" + (": " + " · ".join(rest) if rest else "")


def _labelled(header: list[str], column: int, cell: str) -> str:
    name = header[column] if len(header) > 2 and column < len(header) else ""
    return _inline(f"{name} {cell}" if name else cell)
