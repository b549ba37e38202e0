"""Rules against text that hides, misleads or commands, and against links that lead nowhere or somewhere bad.

A page is data. It reaches people as quotes, so what a reader of the file cannot see must not be in it.
"""

import html
import posixpath
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import unquote, urlsplit

from markdown_it.token import Token

from bot.corpus.model import Problem
from bot.corpus.page import Page, problem

_HIDDEN = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_SCRIPT_LINK = re.compile(r"(?:javascript|vbscript):\S|data:[a-z]+/[a-z0-9.+-]+[;,]|file://", re.IGNORECASE)
_MENTION = re.compile(r"@everyone\b|@here\b|<@[!&]?\d+>")
_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|above|prior|earlier|preceding|all|system)\b.{0,20}"
    r"\b(?:instructions?|prompts?|rules?|messages?|context)\b"
    r"|\byou are now\b|\b(?:new|hidden) (?:system )?instructions?\s*:|\bsystem prompt\b|\bdo not tell the user\b"
    r"|<\|[a-z_]+\|>|\[/?INST\]|<<SYS>>|^\s*(?:system|assistant)\s*:\s"
    r"|(?:忽略|無視|无视|不要理會|不要理会|忘記|忘记).{0,8}(?:之前|以上|先前|前面|所有|系統|系统).{0,6}(?:指示|指令|提示|規則|规则|設定|设定)"
    r"|你現在是|你现在是|系統提示詞|系统提示词",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)


def check_safety(page: Page, anchors: Mapping[str, frozenset[str]]) -> Iterator[Problem]:
    """What is hidden, dangerous or dead in one file.

    Args:
        page: the file.
        anchors: path of every page → ids of its sections.
    """
    for number, line in enumerate(page.lines, 1):
        yield from _line_faults(page.path, number, line)
    yield from _comments(page)
    for token in page.tokens:
        place = token.map[0] + 1 if token.map else 0
        if token.type == "html_block" and not token.content.lstrip().startswith("<!--"):
            yield problem(page.path, place, "raw-html", "Raw HTML is not shown to readers; use Markdown.")
        for child in token.children or ():
            if child.type == "html_inline" and not child.content.startswith("<!--"):
                what = f"Raw HTML ({child.content[:30]}) is not shown to readers; use Markdown."
                yield problem(page.path, place, "raw-html", what)
        yield from _links(page, token.children or [], place, anchors)


def _line_faults(path: str, number: int, line: str) -> Iterator[Problem]:
    """Hidden characters, script links, mentions and commands in one line."""
    hidden = _HIDDEN.search(line)
    if hidden:
        name = unicodedata.name(hidden[0], "control character")
        what = f"The invisible character U+{ord(hidden[0]):04X} ({name}) stands in this line."
        yield problem(path, number, "hidden-character", what)
    plain = re.sub(
        r"(?<![\s\x00-\x1f])[\s\x00-\x1f]+(?=[a-z]*:)", "", html.unescape(unquote(_HIDDEN.sub("", line)))
    )
    if _SCRIPT_LINK.search(plain):
        yield problem(
            path, number, "link-script", "A link to javascript:, data: or file: stands in this line."
        )
    if _MENTION.search(line):
        yield problem(path, number, "mention", "A Discord mention stands in this line.")
    if _INSTRUCTION.search(unicodedata.normalize("NFKC", _HIDDEN.sub("", line))):
        yield problem(path, number, "instruction", "This line reads like an instruction to a language model.")


def _comments(page: Page) -> Iterator[Problem]:
    text = "\n".join(page.lines)
    for found in _COMMENT.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield problem(
            page.path, line, "html-comment", "An HTML comment hides text from readers; take it out."
        )


def _links(
    page: Page, children: Sequence[Token], line: int, anchors: Mapping[str, frozenset[str]]
) -> Iterator[Problem]:
    """Faults of the links and images of one paragraph."""
    for i, child in enumerate(children):
        target = (
            str(child.attrGet("href") or child.attrGet("src") or "")
            if child.type in {"link_open", "image"}
            else ""
        )
        if not target:
            continue
        words = (
            children[i + 1].content if child.type == "link_open" and i + 1 < len(children) else child.content
        )
        fault = _link_fault(page.path, target, words, anchors)
        if fault:
            yield problem(page.path, line, *fault)


def _link_fault(
    path: str, target: str, words: str, anchors: Mapping[str, frozenset[str]]
) -> tuple[str, str] | None:
    """Code and sentence for a bad link, or nothing."""
    try:
        parts = urlsplit(target)
    except ValueError:
        return "link-scheme", f"The link '{target}' is not an address."
    if parts.scheme:
        return _outward_fault(target, words)
    if parts.netloc:
        return "link-scheme", f"The link '{target}' must start with https://."
    place = (
        posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path))) if parts.path else ""
    )
    if place and place not in anchors:
        return "link-dead", f"The link '{target}' leads to no page of this folder."
    known = anchors[place] if place else frozenset[str]().union(*anchors.values())
    if parts.fragment and unquote(parts.fragment) not in known:
        return "link-dead", f"The link '{target}' leads to no section."
    return None


def _outward_fault(target: str, words: str) -> tuple[str, str] | None:
    """A web link with another scheme than http, or whose words show another site than it leads to."""
    parts = urlsplit(target)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return "link-scheme", f"The link '{target}' must start with https://."
    shown = re.search(r"(?<![a-z0-9.-])\.*(?:https?://)?((?:[a-z0-9-]+\.+)+[a-z]{2,})", words.lower())
    if shown and not f".{parts.hostname}".endswith(f".{shown[1].removeprefix('www.')}"):
        return "link-masked", f"The link shows {shown[1]} but leads to {parts.hostname}."
    return None
