"""Text and HTML files without front matter become Documents.

Such files are often copied from elsewhere and messy: paragraphs and headings are told apart by blank lines
and punctuation only, and the same passage may stand in one file several times. Of a repeated passage the
last copy counts, because a page saved in instalments is complete at its end.
"""

import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from bot.corpus.markdown import doc_id_of, slug, split_lines
from bot.corpus.model import Document, Section
from bot.corpus.web_markup import sound
from bot.domain.model import Frozen, Lang

if TYPE_CHECKING:  # a tenth of a second to import, for a folder that mostly holds no web page
    from bs4 import BeautifulSoup, Tag
    from bs4.element import NavigableString

LONG_BLOCK = 40
"""Characters from which a block repeated in one file counts as the same passage and not as a common phrase."""

MAX_HEADING_WIDTH = 48
"""Widest line taken for a heading, a Han character counting as two."""

_DROPPED = (
    "script",
    "style",
    "nav",
    "noscript",
    "template",
    "svg",
    "iframe",
    "form",
    "button",
    "head",
    "footer",
)
_BLOCKS = frozenset(
    ("p", "li", "dt", "dd", "pre", "blockquote", "tr", "table", "ul", "ol", "dl", "div", "section", "article", "main",
     "header", "aside", "figure", "figcaption", "h1", "h2", "h3", "h4", "h5", "h6", "br", "hr", "body", "html",
     "address", "details", "summary")
)  # fmt: skip
_SENTENCE_END = tuple("。！？；，、.!?;,:：…")
_LIST_MARK = re.compile(r"(?:[-*•·–—]\s*|[（(]?\d{1,2}[.)、）．]|[（(][一二三四五六七八九十]{1,2}[)）])")


class Block(Frozen):
    """Neighbouring non-blank lines: their text and 1-based lines; ``level`` is 1 to 6 for a heading.

    ``number`` counts the blocks of the file, so a gap shows where repeats were folded.
    """

    text: str
    first_line: int
    last_line: int
    level: int = 0
    number: int = 0


def read_txt(text: str, path: str, lang: Lang) -> Document:
    """A plain text file as a Document.

    A short line that stands alone and does not end like a sentence is a heading; the first of them, if it
    opens the file, is the title.
    """
    lines = split_lines(text)
    blocks = fold_repeats(_text_blocks(lines))
    return _document(_with_headings(blocks), path, lang, lines)


def read_html(text: str, path: str, detect: Callable[[str], Lang]) -> Document:
    """An HTML file as a Document: visible text only; ``<h1>`` to ``<h6>`` are its headings.

    Args:
        text: the file's text.
        path: relative to the folder.
        detect: language of a text; asked only if the page does not declare one we know.
    """
    from bs4 import BeautifulSoup  # noqa: PLC0415 - see above

    with warnings.catch_warnings():
        # Text that resembles a file name, or XHTML, is parsed all the same.
        warnings.simplefilter("ignore", UserWarning)
        soup = BeautifulSoup(sound(text), "html.parser")
    declared = str(soup.html.get("lang", "")) if soup.html else ""
    title = soup.title.get_text(" ", strip=True) if soup.title else ""
    for hidden in soup.find_all(_is_hidden):
        if not hidden.decomposed:
            hidden.decompose()
    blocks = fold_repeats(tuple(_html_blocks(soup)))
    lang = _declared_lang(declared) or detect("\n".join(block.text for block in blocks))
    document = _document(blocks, path, lang)
    return document.model_copy(update={"title": title}) if title else document


def fold_repeats(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Blocks without earlier copies of passages that come again.

    A long block is dropped if it comes again. A short one (a heading, a list entry) is dropped only along
    with a neighbour, where the pair of them comes again; on its own it may well be said twice.
    """
    keys = [re.sub(r"\s+", " ", block.text).strip() for block in blocks]
    last = {key: i for i, key in enumerate(keys)}
    last_pair = {pair: i for i, pair in enumerate(pairwise(keys))}
    again = [i < last[key] for i, key in enumerate(keys)]
    pair_again = [i < last_pair[pair] for i, pair in enumerate(pairwise(keys))]
    dropped = [again[i] and len(key) >= LONG_BLOCK for i, key in enumerate(keys)]
    for i in range(1, len(keys)):
        dropped[i] = dropped[i] or (pair_again[i - 1] and dropped[i - 1])
    for i in reversed(range(len(keys) - 1)):
        dropped[i] = dropped[i] or (pair_again[i] and dropped[i + 1])
    return tuple(block for block, gone in zip(blocks, dropped, strict=True) if not gone)


def _text_blocks(lines: Sequence[str]) -> tuple[Block, ...]:
    """Blocks of a text file, split at blank lines."""
    blocks: list[Block] = []
    start = 0
    for i, line in enumerate([*lines, ""]):
        if line.strip():
            continue
        if start < i:
            blocks.append(
                Block(text="\n".join(lines[start:i]), first_line=start + 1, last_line=i, number=len(blocks))
            )
        start = i + 1
    return tuple(blocks)


def _with_headings(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks with those marked that look like headings.

    A short line after a colon is the first of a list, and so are short lines after it; one that no text
    follows heads nothing.
    """
    marked: list[Block] = []
    in_list = False
    for i, block in enumerate(blocks):
        short = _looks_like_heading(block.text)
        before = blocks[i - 1].text.rstrip() if i else ""
        in_list = short and (before.endswith((":", "：")) or in_list)
        follows_text = i + 1 < len(blocks) and (i == 0 or not _looks_like_heading(blocks[i + 1].text))
        is_heading = short and not in_list and follows_text
        marked.append(block.model_copy(update={"level": 1 if i == 0 else 2}) if is_heading else block)
    return tuple(marked)


def _looks_like_heading(text: str) -> bool:
    """Whether a block is one short line that does not end like a sentence or start like a list entry."""
    line = text.strip()
    width = sum(2 if ord(char) > 0x2E7F else 1 for char in line)
    return (
        0 < width <= MAX_HEADING_WIDTH
        and "\n" not in line
        and not line.rstrip("”\"'」』）)").endswith(_SENTENCE_END)
        and not _LIST_MARK.match(line)
        and not re.search(r"[|：:=<>]|https?:", line)
    )


def _document(blocks: Sequence[Block], path: str, lang: Lang, lines: Sequence[str] = ()) -> Document:
    """Sections of marked blocks; with ``lines`` their text is cut from the file as it stands.

    A gap left by a folded repeat ends a section, so the lines of each stay in one piece.
    """
    doc_id = doc_id_of(path)
    titled = bool(blocks) and blocks[0].level == 1
    title = blocks[0].text.strip(" \t'\"‘’“”「」『』") if titled else doc_id
    sections: list[Section] = []
    uses: Counter[str] = Counter()
    for heading, body in _grouped(blocks[1:] if titled else blocks):
        name = heading.text.strip() if heading else title
        section_id = stem = slug(f"{doc_id} {name}") if heading else doc_id
        while uses[section_id]:
            uses[stem] += 1
            section_id = f"{stem}-{uses[stem]}"
        uses[section_id] += 1
        first, last = body[0].first_line, body[-1].last_line
        cut = lines[first - 1 : last] if lines else ["\n\n".join(block.text for block in body)]
        sections.append(
            Section(
                section_id=section_id,
                title=name, text="\n".join(cut), answer=re.sub(r"\s+", " ", body[0].text).strip(),
                first_line=heading.first_line if heading else first, last_line=last,
            )
        )  # fmt: skip
    return Document(doc_id=doc_id, title=title, path=path, lang=lang, sections=tuple(sections))


def _grouped(blocks: Sequence[Block]) -> Iterator[tuple[Block | None, list[Block]]]:
    """Runs of text blocks, each with the heading it stands under."""
    heading: Block | None = None
    body: list[Block] = []
    for block in blocks:
        if body and (block.level or block.number != body[-1].number + 1):
            yield heading, body
            body = []
        if block.level:
            heading = block
        else:
            body.append(block)
    if body:
        yield heading, body


def _is_hidden(tag: "Tag") -> bool:
    """Whether a reader of the page would not see this element."""
    style = str(tag.get("style", "")).replace(" ", "").lower()
    return (
        tag.name in _DROPPED
        or tag.has_attr("hidden")
        or tag.get("aria-hidden") == "true"
        or "display:none" in style
        or "visibility:hidden" in style
    )


def _declared_lang(declared: str) -> Lang | None:
    """Our name for the language a page declares, if it is one of ours."""
    code = declared.strip().lower()
    if code.startswith(("zh-hant", "zh-tw", "zh-hk", "zh-mo")):
        return "zh-Hant"
    if code.startswith(("zh-hans", "zh-cn", "zh-sg")):
        return "zh-Hans"
    return "en" if code.split("-")[0] == "en" else None


def _html_blocks(soup: "BeautifulSoup") -> Iterator[Block]:
    """Visible text grouped by the block element it stands in, in reading order."""
    from bs4.element import NavigableString  # noqa: PLC0415 - see above

    owner: Tag | None = None
    known: dict[int, Tag | None] = {}
    pieces: list[str] = []
    line = 1
    number = 0
    for string in [*soup.find_all(string=True), None]:
        if string is not None and type(string) is not NavigableString:
            continue  # comments, doctypes and the like
        block = None if string is None else _block_of(string, known)
        if block is not owner or string is None:
            text = _tidy(pieces, owner)
            if text:
                level = int(owner.name[1]) if owner is not None and re.fullmatch(r"h[1-6]", owner.name) else 0
                yield Block(text=text, first_line=line, last_line=line, level=level, number=number)
                number += 1
            owner, pieces = block, []
            line = (block.sourceline or line) if block is not None else line
        if string is not None:
            pieces += ["\n"] if _after_break(string) else []
            pieces += [" | "] if _starts_cell(string) and pieces else []
            pieces.append(str(string))


def _block_of(string: "NavigableString", known: "dict[int, Tag | None]") -> "Tag | None":
    """The nearest element around a text that starts its own line; a whole table row is one.

    Args:
        string: the text.
        known: what was found for other elements of the page, by ``id``; a deep page is climbed once.
    """
    climbed: list[int] = []
    block: Tag | None = None
    for parent in string.parents:
        if id(parent) in known or parent.name in _BLOCKS:
            block = known.get(id(parent), parent)
            break
        climbed.append(id(parent))
    known.update(dict.fromkeys(climbed, block))
    return block


def _after_break(string: "NavigableString") -> bool:
    before = string.previous_sibling
    return getattr(before, "name", None) == "br"  # a text has none


def _starts_cell(string: "NavigableString") -> bool:
    parent = string.parent
    return parent is not None and parent.name in {"td", "th"} and string.previous_sibling is None


def _tidy(pieces: Sequence[str], owner: "Tag | None") -> str:
    """Text of a block with the white space a browser would show; list entries get their dash."""
    joined = "".join(pieces)
    if owner is not None and owner.name == "pre":
        return joined.strip("\n")
    rows = (re.sub(r"[ \t\r\f\v\u00a0]+", " ", row).strip() for row in joined.split("\n"))
    text = "\n".join(row for row in rows if row)
    if owner is not None and owner.name == "tr":
        text = text.replace("\n", " ")
    return f"- {text}" if text and owner is not None and owner.name == "li" else text
