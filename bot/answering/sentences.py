"""A section's prose cut into sentences that can be quoted word for word."""

import re

_FENCE = re.compile(r"^(```|~~~)")
_LIST_MARK = re.compile(r"^\s{0,3}(?:[-*+]|\d{1,2}[.)])\s+")
_END = re.compile(r"[。！？]+[」』”’）)]*|(?<=[^\s.][^\s.])[.!?]+[\"”’)*]*(?=\s+[A-Z0-9“\"(*`]|\s*$)")


def split(prose: str) -> list[str]:
    """Sentences of one paragraph, English and Chinese, each an exact substring; decimals stay whole."""
    found: list[str] = []
    start = 0
    for end in _END.finditer(prose):
        found.append(prose[start : end.end()].strip())
        start = end.end()
    found.append(prose[start:].strip())
    return [sentence for sentence in found if sentence]


def paragraphs(text: str) -> list[str]:
    """Paragraphs and list items of Markdown text in order; tables, fences and headings are left out."""
    found: list[str] = []
    current: list[str] = []
    fenced = False

    def close() -> None:
        if current:
            found.append("\n".join(current))
            current.clear()

    for line in text.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
            close()
        elif fenced or line.lstrip().startswith(("|", "#", ">")) or not line.strip():
            close()
        elif mark := _LIST_MARK.match(line):
            close()
            current.append(line[mark.end() :])
        else:
            current.append(line)
    close()
    return [p.strip() for p in found]
