"""Sections cut into passages that fit the encoder.

Most sections fit whole. A longer one is cut between blocks (paragraphs, list items, tables, code fences),
a table between rows with its header repeated, a fence between lines with its fence repeated, a paragraph
between sentences. Nothing is ever cut off.
"""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from bot.corpus.model import Document, Section
from bot.retrieval.model import Passage

CHUNKER_VERSION = 1

_FENCE = re.compile(r"^\s{0,3}(`{3,}|~{3,})")
_TABLE_RULE = re.compile(r"^\s*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s")
# A sentence ends at a Chinese full stop with its closing quotes, or at an English one before white space.
_CLOSING = "”』」）"
_SENTENCE_END = re.compile(
    rf"(?<=[。！？；])(?![{_CLOSING}])|(?<=[。！？；][{_CLOSING}])(?![{_CLOSING}])"
    r"|(?<=[.!?][\"')\]])\s+|(?<=[.!?])\s+(?=[^a-z])"
)

Fits = Callable[[str], bool]


@dataclass(frozen=True)
class Block:
    """A stretch of lines that belongs together; ``first`` and ``last`` are offsets from the section's text."""

    text: str
    first: int
    last: int
    kind: str  # "text", "table" or "fence"


def encoded_text(title: str, text: str) -> str:
    """What of a passage is given to the encoder: its title, then its text."""
    return f"{title}\n{text}" if title else text


def blocks_of(text: str) -> list[Block]:
    """The blocks of a Markdown text in order; blank lines between them belong to none."""
    lines = text.split("\n")
    blocks: list[Block] = []
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        end, kind = _block_end(lines, at)
        blocks.append(Block("\n".join(lines[at:end]), at, end - 1, kind))
        at = end
    return blocks


def _block_end(lines: list[str], at: int) -> tuple[int, str]:
    fence = _FENCE.match(lines[at])
    if fence:
        return _fence_end(lines, at, fence[1]), "fence"
    if "|" in lines[at] and at + 1 < len(lines) and _TABLE_RULE.match(lines[at + 1]):
        end = at + 2
        while end < len(lines) and "|" in lines[end]:
            end += 1
        return end, "table"
    end = at + 1
    while (
        end < len(lines) and lines[end].strip() and not (_FENCE.match(lines[end]) or _ITEM.match(lines[end]))
    ):
        end += 1
    return end, "text"


def _fence_end(lines: list[str], at: int, mark: str) -> int:
    for end in range(at + 1, len(lines)):
        closing = lines[end].strip()
        if closing.startswith(mark) and not closing.strip(mark[0]):
            return end + 1
    return len(lines)  # never closed: it reaches to the end, as in CommonMark


def split_block(block: Block, fits: Fits) -> Iterator[Block]:
    """A block too long for one passage as several that fit."""
    if block.kind == "table":
        yield from _split_lines(block, fits, header=2, footer="")
    elif block.kind == "fence":
        lines = block.text.split("\n")
        mark = _FENCE.match(lines[0])
        closed = len(lines) > 1 and _FENCE.match(lines[-1]) is not None
        footer = lines[-1] if closed else (mark[1] if mark else "```")
        body = block if not closed else Block("\n".join(lines[:-1]), block.first, block.last - 1, "fence")
        yield from _split_lines(body, fits, header=1, footer=footer)
    else:
        for piece in _pack(_sentences(block.text), fits):
            yield Block(piece, block.first, block.last, "text")


def _split_lines(block: Block, fits: Fits, header: int, footer: str) -> Iterator[Block]:
    lines = block.text.split("\n")
    head, rows = lines[:header], lines[header:]
    tail = [footer] if footer else []

    def whole(body: list[str]) -> str:
        return "\n".join([*head, *body, *tail])

    if not fits(whole([])):  # a head that leaves no room cannot be repeated: it is text like the rest
        for piece in _pack(_sentences(block.text), fits):
            yield Block(piece, block.first, block.last, "text")
        return
    start = 0
    while start < len(rows):
        end = start + 1
        while end < len(rows) and fits(whole(rows[start : end + 1])):
            end += 1
        text = whole(rows[start:end])
        first, last = block.first + header + start, block.first + header + end - 1
        if end == start + 1 and not fits(text):  # one row alone is too long: it becomes plain text
            for piece in _pack(_sentences(rows[start]), fits):
                yield Block(piece, first, last, "text")
        else:
            yield Block(text, first, last, block.kind)
        start = end


def _sentences(text: str) -> list[str]:
    """Sentences with the white space that follows them, so joining gives the text back."""
    pieces: list[str] = []
    at = 0
    for match in _SENTENCE_END.finditer(text):
        if match.end() > at:
            pieces.append(text[at : match.end()])
            at = match.end()
    if at < len(text):
        pieces.append(text[at:])
    return pieces


def _pack(pieces: Iterable[str], fits: Fits) -> Iterator[str]:
    """As few runs of pieces as fit; a piece that does not fit alone is halved until it does."""
    current = ""
    for piece in pieces:
        if fits(current + piece):
            current += piece
            continue
        if current.strip():
            yield current.strip()
        current = piece
        while (cut := _cut(current, fits)) < len(current):
            if current[:cut].strip():
                yield current[:cut].strip()
            current = current[cut:]
    if current.strip():
        yield current.strip()


def _cut(text: str, fits: Fits) -> int:
    """The longest prefix that fits, moved back to the last white space where there is one near.

    It is looked for from the front, in doubling steps: to count all of a long text for each of its cuts would
    take time that grows with the square of its length.
    """
    low, high = 1, 64
    while high < len(text) and fits(text[:high]):
        low, high = high, 2 * high
    if high >= len(text) and fits(text):
        return len(text)
    high = min(high, len(text)) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(text[:middle]) else (low, middle - 1)
    space = max(text.rfind(" ", 0, low), text.rfind("\n", 0, low), text.rfind("，", 0, low))
    return space + 1 if space > low // 2 else low


def pieces_of(section: Section, fits: Fits) -> list[Block]:
    """A section's text in as few pieces as fit the encoder, in order."""
    whole = section.text.strip("\n")
    if not whole.strip():
        return []
    lines = section.text.count("\n", 0, section.text.find(whole[0])) if whole else 0
    if fits(whole):
        return [Block(whole.strip(), lines, lines + whole.count("\n"), "text")]
    pieces: list[Block] = []
    current: Block | None = None
    for block in _fitting(blocks_of(section.text), fits):
        joined = f"{current.text}\n\n{block.text}" if current else block.text
        if current and fits(joined):
            current = Block(joined, current.first, block.last, "text")
            continue
        if current:
            pieces.append(current)
        current = block
    return [*pieces, current] if current else pieces


def _fitting(blocks: Iterable[Block], fits: Fits) -> Iterator[Block]:
    for block in blocks:
        if fits(block.text):
            yield block
        else:
            yield from split_block(block, fits)


def normal_form(text: str) -> str:
    """What two passages must share to count as the same: letters and digits, however they are spaced."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _normal_key(text: str) -> bytes:
    """Sixteen bytes that stand for the normal form: of a large folder the forms would be another copy of it all."""
    return hashlib.sha256(normal_form(text).encode("utf-8", "surrogatepass")).digest()[:16]


def passage_id(section_id: str, lang: str, text: str) -> str:
    """Twelve hexadecimal digits from the content, so an unchanged passage keeps its id."""
    digest = hashlib.sha256(f"{section_id}\x00{lang}\x00{text}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:12]


def passages_of(
    documents: Iterable[Document], count_tokens: Callable[[str], int], max_tokens: int
) -> tuple[Passage, ...]:
    """Every passage of the documents, in reading order, each text once.

    Args:
        documents: what to cut.
        count_tokens: length of a text for the encoder, prefix and special tokens included.
        max_tokens: the encoder's limit.
    """
    seen: set[bytes] = set()
    passages: list[Passage] = []
    for document in documents:
        for section in document.sections:
            for passage in _section_passages(document, section, count_tokens, max_tokens):
                key = _normal_key(passage.text)
                if key not in seen:
                    seen.add(key)
                    passages.append(passage)
    return tuple(passages)


def _section_passages(
    document: Document, section: Section, count_tokens: Callable[[str], int], max_tokens: int
) -> Iterator[Passage]:
    title = section.title
    if count_tokens(encoded_text(title, "")) > max_tokens // 2:
        title = ""  # a heading that long is text itself; the passage must not starve

    def fits(text: str) -> bool:
        return count_tokens(encoded_text(title, text)) <= max_tokens

    def line(offset: int) -> int:
        """Where a line of the text stands in the file; an HTML page's lines are none of its file's."""
        return min(max(start + offset, section.first_line), section.last_line)

    start = section.last_line - section.text.count("\n")
    path = (document.title, section.title) if document.title != section.title else (section.title,)
    for piece in pieces_of(section, fits):
        yield Passage(
            passage_id=passage_id(section.section_id, document.lang, piece.text),
            section_id=section.section_id,
            doc_id=document.doc_id,
            heading_path=path,
            lang=document.lang,
            path=document.path,
            text=piece.text,
            first_line=line(piece.first),
            last_line=line(piece.last),
        )
