"""The rules for a set of application commands, written from Discord's reference and not from the product."""

import unicodedata
from collections.abc import Iterator
from typing import Any

from tests.e2e.rules import length
from tests.e2e.shapes import Json

_EUROPE = "da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE cs el bg ru uk"
_ASIA = "id vi tr hi th zh-CN ja zh-TW ko"
LOCALES = frozenset(f"{_EUROPE} {_ASIA}".split())
_TYPES = range(1, 12)


def commands(payloads: list[Json]) -> list[str]:
    """Faults of a whole set."""
    found = [fault for payload in payloads for fault in _command(payload)]
    names = [(payload.get("type", 1), payload.get("name")) for payload in payloads]
    if len(set(names)) != len(names):
        found.append("a name stands twice")
    if sum(kind == 1 for kind, _ in names) > 100:
        found.append("more than 100 commands")
    return found


def _command(payload: Json) -> Iterator[str]:
    if payload.get("type", 1) in {2, 3}:
        if not 1 <= length(payload.get("name", "")) <= 32:
            yield "a menu name has 1 to 32 characters"
        return
    yield from _node(payload)
    if _total(payload) > 8000:
        yield f"{payload.get('name')}: more than 8000 characters"


def _node(node: Json) -> Iterator[str]:
    path = str(node.get("name"))
    yield from _words(node, path)
    options = node.get("options") or []
    if len(options) > 25:
        yield f"{path}: {len(options)} options"
    names = [option.get("name") for option in options]
    if len(set(names)) != len(names):
        yield f"{path}: an option stands twice"
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield f"{path}: a required option after an optional one"
    for option in options:
        if option.get("type") not in _TYPES:
            yield f"{path}: option type {option.get('type')}"
        yield from _node(option)
    yield from _choices(node, path)


def _words(node: Json, path: str) -> Iterator[str]:
    for text in _worded(node, "name"):
        if not _is_name(text):
            yield f"{path}: bad name {text!r}"
    for text in _worded(node, "description"):
        if not 1 <= length(text) <= 100:
            yield f"{path}: description of {length(text)}"
    for what in ("name_localizations", "description_localizations"):
        for locale in set(node.get(what) or {}) - LOCALES:
            yield f"{path}: unknown locale {locale}"


def _choices(node: Json, path: str) -> Iterator[str]:
    choices = node.get("choices") or []
    if len(choices) > 25 or (choices and node.get("autocomplete")):
        yield f"{path}: too many choices, or choices beside autocomplete"
    for choice in choices:
        if not all(1 <= length(text) <= 100 for text in _worded(choice, "name")):
            yield f"{path}: a choice name has 1 to 100 characters"


def _worded(node: Json, what: str) -> list[Any]:
    return [node.get(what) or "", *(node.get(f"{what}_localizations") or {}).values()]


def _is_name(text: str) -> bool:
    """Letters and numbers of any script, hyphen, underscore, apostrophe; lower case; 1 to 32."""
    sound = all(c in "-_'" or unicodedata.category(c)[0] in "LNM" for c in text)
    return sound and 1 <= length(text) <= 32 and text == text.lower()


def _total(node: Json) -> int:
    longest = sum(max(length(text) for text in _worded(node, what)) for what in ("name", "description"))
    values = sum(
        length(str(choice.get("value", ""))) + _total(choice) for choice in node.get("choices") or []
    )
    return longest + values + sum(_total(option) for option in node.get("options") or [])
