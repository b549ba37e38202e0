"""The markup of a web page written anew, in one pass, so that no page can keep a parser busy.

Python's own parser looks for the end of every tag and comment up to the end of the file: 80 kB of ``<a `` cost it
two minutes. What this pass writes has nothing without an end. It follows the tokenizer of the HTML Standard
(https://html.spec.whatwg.org/multipage/parsing.html#tokenization): what is never closed swallows the rest of the
page, as in a browser. Scripts and comments go, tags keep the attributes that tell what is visible, lines stay.
"""

import re
from collections.abc import Iterator

_OPENING = re.compile(r"<[a-zA-Z/!?]")
_NAME = re.compile(r"<(/?)([a-zA-Z][^\s/>]*+)")
_REST = re.compile(r"""(?:[^>"'=]++|["']|=\s*+(?:"[^"]*+"|'[^']*+'|(?!["'])))*+>""")
_COMMENT_END = re.compile(r"-->|(?<!<!)--!>")
_DECLARATION_END = re.compile(r">")
_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]++)\s*+(?:=\s*+("[^"]*+"|'[^']*+'|[^\s>"']*+))?+""")
_CLOSED_AT_ONCE = re.compile(r"""(?:^|[\s"'])/>$""")

_KEPT = frozenset({"lang", "hidden", "aria-hidden", "style"})
_SILENT = frozenset({"script", "style", "iframe", "noembed", "noframes"})
"""Elements whose content is no markup and is not shown."""

_WORDS_ONLY = frozenset({"title", "textarea"})
"""Elements whose content is no markup, but text."""

_FOREIGN = frozenset({"svg", "math"})


def sound(text: str) -> str:
    """The page with every tag and comment closed, every other ``<`` a character, and each line where it was."""
    return "".join(_written(text))


def _written(text: str) -> Iterator[str]:
    position = 0
    while found := _OPENING.search(text, position):
        yield _as_text(text[position : found.start()])
        written, position = _markup(text, found.start())
        yield written
    yield _as_text(text[position:])


def _markup(text: str, start: int) -> tuple[str, int]:
    """What stands for the markup at ``start``, and where the text goes on: at its end if nothing closes it."""
    name = _NAME.match(text, start)
    if name:
        end = _REST.match(text, name.end())
    elif text.startswith("<!--", start):
        end = _COMMENT_END.search(text, start + 2)
    else:
        end = _DECLARATION_END.search(text, start)
    if end is None:
        return "", len(text)
    if name is None:
        return _nothing(text[start : end.end()]), end.end()
    tag, inside = re.sub(r"[^a-z0-9:-]", "", name[2].lower()), text[name.end() : end.end()]
    if name[1]:
        return f"</{tag}{_lines(inside)}>", end.end()
    return _element(text, tag, inside, end.end())


def _element(text: str, tag: str, inside: str, end: int) -> tuple[str, int]:
    """A start tag; of elements without markup inside, also their content."""
    closed = _CLOSED_AT_ONCE.search(inside) is not None and tag in _SILENT | _WORDS_ONLY | _FOREIGN
    opening = f"<{tag}{_lines(inside)}{_attributes(inside)}{'/' if closed else ''}>"
    if closed or tag not in _SILENT | _WORDS_ONLY:
        return opening, end
    close = re.compile(rf"</{tag}(?=[\s/>])", re.IGNORECASE).search(text, end)
    stop = close.start() if close else len(text)
    content = text[end:stop]
    return opening + (_nothing(content) if tag in _SILENT else _as_text(content)), stop


def _attributes(inside: str) -> str:
    kept = [(name.lower(), value.strip("\"'")) for name, value in _ATTRIBUTE.findall(inside)]
    return "".join(f' {name}="{_quotable(value)}"' for name, value in kept if name in _KEPT)


def _quotable(value: str) -> str:
    joined = " ".join(value.split())
    return joined.replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")


def _as_text(text: str) -> str:
    return text.replace("<", "&lt;")


def _nothing(text: str) -> str:
    """Nothing to see, over as many lines."""
    return f"<!--{_lines(text)}-->"


def _lines(text: str) -> str:
    return "\n" * text.count("\n")
