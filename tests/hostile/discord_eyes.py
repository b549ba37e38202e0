"""What Discord makes of a text: code it shows as it is, escapes it drops, and then mentions and links.

Written after the rules of Discord's own reader, which goes from left to right: an escape, a fence, inline code.
"""

import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import urlsplit

_VERBATIM = re.compile(
    r"\\(?P<escaped>[^0-9A-Za-z\s])"
    r"|```(?:[a-z0-9_+\-.#]+\n)?\n*[^\n].*?\n*```"
    r"|(?P<run>`+)(?:.*?[^`])(?P=run)(?!`)",
    re.DOTALL,
)
_STRUCTURE = frozenset("[]()<>@#`*_~|\\:/!")
_PING = re.compile(r"@everyone|@here|<(?:@[!&]?\d|#\d|/[-\w ]+:\d|a?:\w+:\d|t:-?\d|id:\w)")
_MASKED = re.compile(r"\[((?:\[[^\]]*\]|[^\[\]])*)\]\(\s*<?([^\s<>)]*)")
_AUTOLINK = re.compile(r"<([a-z][a-z0-9+.-]*):[^\s>]*>", re.IGNORECASE)
_BARE = re.compile(r"(?<![a-z])([a-z]{2,10})://\S", re.IGNORECASE)
_SITE = re.compile(r"(?:https?://)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?:/\S*)?")
_WEB = ("http", "https")


def prose(text: str) -> str:
    """The text outside of code; an escaped mark is a dot, because it means nothing any more."""

    def shown(found: re.Match[str]) -> str:
        escaped = found["escaped"]
        return ("·" if escaped in _STRUCTURE else escaped) if escaped else " "

    return _VERBATIM.sub(shown, text)


def pings(text: str) -> list[str]:
    """Mentions that Discord would show as such."""
    return _PING.findall(prose(text))


def bad_links(text: str) -> Iterator[str]:
    """Links to what is no web page, and links whose words are another site's address."""
    seen = prose(text)
    for words, address in _MASKED.findall(seen):
        parts = urlsplit(address) if "[" not in address else None
        if parts is None or parts.scheme not in _WEB or not parts.hostname or parts.username is not None:
            yield f"{words} -> {address}"
            continue
        plain = "".join(c for c in unicodedata.normalize("NFKC", words) if unicodedata.category(c) != "Cf")
        site = _SITE.fullmatch(plain.strip().lower())
        known = site and site[1].rsplit(".", 1)[-1] in {"com", "org"}
        if site and known and not f".{parts.hostname}".endswith(f".{site[1].removeprefix('www.')}"):
            yield f"{words} -> {address}"
    for scheme in (*_AUTOLINK.findall(seen), *_BARE.findall(seen)):
        if scheme.lower() not in _WEB:
            yield scheme


def bare_links(text: str) -> list[str]:
    """Addresses that Discord would make links of by themselves."""
    return _BARE.findall(prose(text))
