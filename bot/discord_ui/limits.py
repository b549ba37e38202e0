"""Discord's numbers, the one measure of length, and the one splitter.

The numbers are those of the documented message, component and command objects. Discord counts some texts in
code points and some in UTF-16 units, so a length here is the larger of both.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import regex

CONTENT = 2000
EMBED_DESCRIPTION = 4096
EMBED_FIELDS = 25
FIELD_NAME = 256
FIELD_VALUE = 1024
EMBED_TOTAL = 6000
"""Over all embeds of one message, of which ours have one each."""
CUSTOM_ID = 100
MODAL_TITLE = 45
MODAL_LABEL = 45
CHOICES = 25
CHOICE_TEXT = 100
COMMAND_NAME = 32
COMMAND_DESCRIPTION = 100
COMMAND_OPTIONS = 25
COMMAND_TOTAL = 8000
THREAD_NAME = 100
ATTACHMENT_BYTES = 10 * 1024 * 1024
MAX_PARTS = 3
"""More than so many messages for one answer are a flood; the answer goes into a file then."""
MARGIN = 100
"""Kept free below every limit on long texts."""

_FENCE = re.compile(
    r"(?m)^(?P<mark>`{3,}|~{3,})(?P<tag>[^\n`]*)\n(?P<body>.*?)(?:^(?P=mark)[`~]*[ \t]*$\n?|\Z)", re.DOTALL
)
_ATOM = regex.compile(
    r"(?P<escape>\\[^\w\s])"
    r"|(?P<code>(`{1,2})(?!`)[^`\n]+\3(?!`))"
    r"|(?P<link>!?\[[^\[\]\n]*\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\))"
    r"|(?P<url><?https?://[^\s<>]+>?)"
    r"|(?P<mention><[@#:/a-zA-Z][^<>\s]*(?: [^<>\s]+)?>)"
    r"|\X"
)
_SENTENCE_END = frozenset("。！？!?.;；…")


def length(text: str) -> int:
    """Length of a text as the stricter of Discord's two ways of counting: code points or UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2  # never fewer than code points


def shorten(text: str, limit: int) -> str:
    """The text, or its beginning and ``…``, at most ``limit`` long; no grapheme is cut."""
    if length(text) <= limit:
        return text
    kept, used = [], 1
    for match in regex.finditer(r"\X", text):
        size = length(match[0])
        if used + size > limit:
            break
        kept.append(match[0])
        used += size
    return "".join(kept).rstrip() + "…"


class _Piece(NamedTuple):
    """Something that stays whole: a grapheme, a link, inline code, a line of a fence.

    Attributes:
        text: as it stands in the source.
        rank: how good it is to cut after it: 0 anywhere, 1 after a space, 2 a sentence, 3 a line, 4 a paragraph.
        fence: the opening line of the fence it belongs to, or nothing.
        part: of a fence: ``open``, ``body`` or ``close``.
    """

    text: str
    rank: int
    fence: str = ""
    part: str = ""


def split(text: str, limit: int = CONTENT - MARGIN) -> list[str]:
    """The text cut into parts of at most ``limit``, as few as possible without ugly cuts.

    Fences, inline code, links, mentions and graphemes stay whole; a fence that is longer than a part is closed at
    the end of a line and opened again, with its tag, in the next part. Cuts fall on paragraphs, lines, sentences,
    then spaces. Apart from those fence marks the parts, joined, are the text. Parts without visible characters
    are left out.

    Args:
        text: Markdown, any characters.
        limit: of one part, measured by :func:`length`; at least 20.
    """
    if length(text) <= limit:  # nearly every reply: looking for cuts would cost more than writing it did
        return [text] if text.strip() else []
    parts: list[str] = []
    pieces = list(_pieces(text, limit))
    start = 0
    while start < len(pieces):
        end = _end_of_part(pieces, start, limit)
        reopen, close = _continues(pieces, start), _continues(pieces, end)
        parts.append(_joined(pieces[start:end], reopen=reopen, close=close))
        start = end + 1 if close and pieces[end].part == "close" else end
    return [part for part in parts if part.strip()]


def _continues(pieces: list[_Piece], at: int) -> str:
    """The opening line of a fence that runs across a cut at ``at``."""
    return pieces[at].fence if at < len(pieces) and pieces[at].part in {"body", "close"} else ""


def _closing(opening: str) -> str:
    mark = re.match(r"[`~]+", opening)
    return mark[0] if mark else "```"


def _joined(pieces: list[_Piece], *, reopen: str, close: str) -> str:
    body = "".join(piece.text for piece in pieces)
    return f"{reopen}{body}" + (
        f"{'' if body.endswith(chr(10)) else chr(10)}{_closing(close)}" if close else ""
    )


def _end_of_part(pieces: list[_Piece], start: int, limit: int) -> int:
    """Where the part that begins at ``start`` ends: the best cut in its second half, else the last possible."""
    first = _continues(pieces, start)
    used = length(first)
    best = (-1, start + 1)
    for position in range(start, len(pieces)):
        piece = pieces[position]
        used += length(piece.text)
        closing = length(_closing(piece.fence)) + 1 if piece.fence else 0
        if used + closing > limit and position > start:
            return best[1]
        good = piece.rank if used * 2 >= limit else 0
        if good >= best[0]:
            best = (good, position + 1)
    return len(pieces)


def _pieces(text: str, limit: int) -> Iterator[_Piece]:
    position = 0
    for fence in _FENCE.finditer(text):
        yield from _prose(text[position : fence.start()], limit)
        yield from _fenced(fence[0], limit)
        position = fence.end()
    yield from _prose(text[position:], limit)


def _fenced(block: str, limit: int) -> Iterator[_Piece]:
    """A fence line by line: whole if it fits a part, else cuttable after each line."""
    opening = block.split("\n", 1)[0] + "\n"
    if length(opening) > limit // 2:  # a "tag" as long as a part is no tag
        yield from _prose(block, limit)
        return
    if length(block) <= limit:
        yield _Piece(block, 3)
        return
    room = limit - 2 * length(opening) - 2
    lines = block.splitlines(keepends=True)
    closed = len(lines) > 1 and lines[-1].startswith(_closing(opening))
    yield _Piece(lines[0], 0, opening, "open")
    for line in lines[1 : len(lines) - closed]:
        for chunk in _chunks(line, max(room, 1)):
            yield _Piece(chunk, 3 if chunk.endswith("\n") else 0, opening, "body")
    if closed:
        yield _Piece(lines[-1], 3, opening, "close")


def _chunks(text: str, size: int) -> Iterator[str]:
    """A text in chunks of at most ``size``; graphemes stay whole unless one alone is longer."""
    chunk, used = "", 0
    for match in regex.finditer(r"\X", text):
        unit = match[0]
        for item in (unit,) if length(unit) <= size else tuple(unit):
            if chunk and used + length(item) > size:
                yield chunk
                chunk, used = "", 0
            chunk += item
            used += length(item)
    if chunk:
        yield chunk


def _prose(text: str, limit: int) -> Iterator[_Piece]:
    for match in _ATOM.finditer(text):
        atom = match[0]
        if length(atom) > limit:
            for chunk in _chunks(atom, limit):
                yield _Piece(chunk, 0)
        else:
            yield _Piece(atom, _rank(text, match.end(), atom))


def _rank(text: str, end: int, atom: str) -> int:
    if atom in {"\n", "\r\n"}:
        return 4 if text.startswith(("\n", "\r\n"), end) or text.endswith("\n\n", 0, end) else 3
    if atom in {"。", "！", "？", "；", "…"}:
        return 2
    if atom.isspace():
        before = text[end - 2 : end - 1]
        return 2 if before in _SENTENCE_END else 1
    return 0
