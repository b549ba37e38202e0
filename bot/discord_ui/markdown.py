"""Text made fit for Discord's dialect of Markdown: knowledge is adapted, everything else is escaped.

What a document or a person wrote is data: it pings nobody, links nowhere but to absolute http(s) addresses,
hides nothing in HTML and shouts in no giant headings.
"""

import re
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

_MARKS = re.compile(r"([\\*_~`|>\[\]])")
_HEAD = re.compile(r"(?m)^([^\S\n]*)(#{1,3}|-#|[-+*]|\d{1,9}[.)])(?=\s)")
_TOKEN = re.compile(r"<(?=[@#:/a-zA-Z!])")
_EVERYONE = re.compile(r"@(?=everyone|here)")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]*>|<!--(?:.*?-->|.*)", re.DOTALL)
_LINK = re.compile(
    r"(?P<image>!?)\[(?P<text>[^\[\]\n]*)\]\((?P<url>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+\"[^\"]*\")?\)"
)
_CODE = re.compile(r"(`{1,2})(?!`)[^`\n]+\1(?!`)")
_FENCE = re.compile(r"^\s{0,3}(`{3,}|~{3,})\s*([\w+#.-]*)")
_RULE = re.compile(r"^\s*(?:\|\s*)?:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*(?:\|\s*)?$")
_DOMAIN = re.compile(r"(?:https?://)?(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)", re.IGNORECASE)
_ZERO_WIDTH = "\u200b"


def escape(text: str) -> str:
    """Text that shows just as it is written: no formatting, no mention, no link.

    For everything that may hold a person's words: part names, questions, error arguments.
    """
    safe = _MARKS.sub(r"\\\1", _EVERYONE.sub("@" + _ZERO_WIDTH, text))
    safe = _HEAD.sub(r"\1\\\2", safe)
    return _TOKEN.sub(r"\\<", safe)


def code_block(lines: Iterable[str], tag: str = "") -> str:
    """Lines in a fence that nothing in them can close."""
    body = "\n".join(lines).replace("```", "`" + _ZERO_WIDTH + "``")
    return f"```{tag}\n{body}\n```"


def is_web_address(url: str) -> bool:
    """Whether a text is an absolute http or https address that may stand in a link."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    plain = not any(character.isspace() or character in '<>"()' for character in url)
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and plain and url.isprintable()


def link(text: str, url: str) -> str:
    """A masked link; text alone where the address is unusable; both where the text names another domain."""
    address = url.replace("(", "%28").replace(")", "%29")
    shown = escape(text.replace("[", "(").replace("]", ")"))
    if not is_web_address(address):
        return shown
    host = (urlsplit(address).hostname or "").removeprefix("www.")
    named = _DOMAIN.fullmatch(text.strip()) if "/" not in text.strip() else _DOMAIN.match(text.strip())
    if named and named[1].lower() != host:
        return f"{shown} <{address}>"
    return f"[{shown}]({address})"


def adapt(text: str) -> str:
    """Markdown of the knowledge folder as Discord shows it well.

    Tables become lists, headings bold lines, raw HTML and images go, links stay if they are http(s),
    mention tokens lose their power, fences keep their content and are always closed.
    """
    out: list[str] = []
    for kind, lines in _blocks(text.splitlines()):
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
    """Prose of one line: inline code is kept as it is, the rest is made safe."""
    out, position = [], 0
    for code in _CODE.finditer(text):
        out += [_prose(text[position : code.start()]), code[0]]
        position = code.end()
    return "".join([*out, _prose(text[position:])])


def _prose(text: str) -> str:
    out, position = [], 0
    for found in _LINK.finditer(text):
        shown = "" if found["image"] else link(found["text"], found["url"])
        out += [_harmless(text[position : found.start()]), shown]
        position = found.end()
    return "".join([*out, _harmless(text[position:])])


def _harmless(text: str) -> str:
    """Prose without tags, mention tokens, stray fences and spoilers; bold, italics and quotes stay."""
    safe = _TAG.sub(lambda tag: tag[0] if is_web_address(tag[0][1:-1]) else "", text)
    safe = _EVERYONE.sub("@" + _ZERO_WIDTH, safe)
    safe = re.sub(r"<(?=[@#:/!]|t:\d|id:)", r"\\<", safe)
    return safe.replace("```", "").replace("||", r"\|\|")


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
