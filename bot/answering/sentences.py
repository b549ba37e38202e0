"""A section's prose cut into sentences that can be quoted word for word."""

import re
from collections.abc import Iterator, Sequence

_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_TABLE_RULE = re.compile(r"\s*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)+(?:\|\s*)?")
_NO_PROSE = re.compile(r"\s*(?:[|>]|#{1,6}(?:\s|$)|\[[^\]]+\]:\s|([-*_])(?:\s*\1){2,}\s*$)")
_LIST_MARK = re.compile(r"\s*(?:[-*+]|\d{1,2}[.)])(?:\s+|$)")
_END = re.compile(
    r"[。！？]+[」』”’）)]*"
    r"|(?:(?<=[^\s.][^\s.])|(?<=\d [A-Z]))[.!?]+[\"”’)*]*(?=\s+[A-Z0-9“\"(*`]|\s*$)"
)
_ABBREVIATION = re.compile(
    r"\b(?:vs|approx|incl|excl)\.(?=\s)|\b(?:no|max|min|ca|fig)\.(?=\s+\d)", re.IGNORECASE
)


def split(prose: str) -> list[str]:
    """Sentences of one paragraph, English and Chinese, each an exact substring; decimals stay whole."""
    found: list[str] = []
    start = 0
    for end in _ends(prose):
        found.append(prose[start:end].strip())
        start = end
    found.append(prose[start:].strip())
    return [sentence for sentence in found if sentence]


def opening(prose: str, fits: int) -> int:
    """Where to end a quote of a paragraph that is too long to quote whole.

    Args:
        prose: the paragraph.
        fits: so many characters may be quoted.

    Returns:
        The end of the last sentence that fits; failing that of the last word, or the limit itself.
    """
    whole = [end for end in _ends(prose) if end <= fits]
    if whole:
        return whole[-1]
    space = max(prose.rfind(mark, 0, fits) for mark in " \n")
    return space if space > 0 else fits


def _ends(prose: str) -> Iterator[int]:
    """Positions behind each sentence but an unfinished last one."""
    abbreviated = {found.end() for found in _ABBREVIATION.finditer(prose)}
    return (end.end() for end in _END.finditer(prose) if end.end() not in abbreviated)


def paragraphs(text: str) -> list[str]:
    """Paragraphs and list items of Markdown text in order.

    What is no prose is left out: tables, fences, headings, quotations, rules, comments and link definitions.
    """
    found: list[str] = []
    current: list[str] = []
    for line in [*_prose(text.split("\n")), ""]:
        mark = _LIST_MARK.match(line)
        if mark or not line.strip():
            found.append("\n".join(current).strip())
            current = [line[mark.end() :]] if mark else []
        else:
            current.append(line)
    return [paragraph for paragraph in found if paragraph]


def _prose(lines: Sequence[str]) -> Iterator[str]:
    """The lines with empty ones for what is no prose."""
    tables = _table_lines(lines)
    closing = ""
    for number, line in enumerate(lines):
        if closing:
            closing = "" if _closes(line, closing) else closing
        elif fence := _FENCE.match(line):
            closing = fence[1]
        elif line.lstrip().startswith("<!--"):
            closing = "" if "-->" in line else "-->"
        elif number not in tables and not _NO_PROSE.match(line):
            yield line
            continue
        yield ""


def _closes(line: str, mark: str) -> bool:
    """Whether a line ends the comment or the fence that is open; a fence's mark may be longer there."""
    if mark == "-->":
        return mark in line
    bare = line.strip()
    return bare.startswith(mark) and not bare.strip(mark[0])


def _table_lines(lines: Sequence[str]) -> set[int]:
    """Numbers of the lines of tables written without outer bars."""
    found: set[int] = set()
    for number, line in enumerate(lines):
        below_header = number and _TABLE_RULE.fullmatch(line) and "|" in lines[number - 1]
        if below_header:
            found |= {number - 1, number}
        elif number - 1 in found and "|" in line:
            found.add(number)
    return found
