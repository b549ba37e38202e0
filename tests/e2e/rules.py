"""What Discord refuses in a payload, and what this project refuses on top. Lengths are counted in UTF-16 units."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from tests.e2e.shapes import Json

MESSAGE_KEYS = frozenset(
    {
        "content",
        "embeds",
        "components",
        "allowed_mentions",
        "message_reference",
        "flags",
        "tts",
        "attachments",
    }
)
KNOWN_FLAGS = 4 | 64 | 4096  # suppressed previews, ephemeral, silent
MAX_FILE = 10 * 1024 * 1024

_MASKED = re.compile(r"\[[^\]\n]*\]\(\s*<?([^)\s>]*)")
_STYLES = {1, 2, 3, 4, 5}


def length(text: str) -> int:
    """UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _bounded(what: str, text: Any, most: int, least: int = 1) -> Iterator[str]:
    if not isinstance(text, str):
        yield f"{what}: no text"
        return
    if len(text.strip()) < least:
        yield f"{what}: empty"
    if length(text) > most:
        yield f"{what}: {length(text)} of {most}"


def _web(what: str, url: Any, *, attached: bool = False) -> Iterator[str]:
    parts = urlsplit(url) if isinstance(url, str) else None
    schemes = {"http", "https", "attachment"} if attached else {"http", "https"}
    if parts is None or parts.scheme not in schemes or not parts.netloc:
        yield f"{what}: scheme of {url!r}"


def message(body: Json) -> list[str]:
    """Faults of a message that Discord answers with 50035."""
    found = list(_bounded("content", body["content"], 2000, least=0)) if body.get("content") else []
    embeds = body.get("embeds") or []
    if len(embeds) > 10:
        found.append(f"embeds: {len(embeds)} of 10")
    for number, embed in enumerate(embeds):
        found += (f"embeds[{number}].{fault}" for fault in _embed(embed))
    total = sum(_embed_length(embed) for embed in embeds)
    if total > 6000:
        found.append(f"embeds: {total} of 6000 in total")
    found += _rows(body.get("components") or [])
    for file in body.get("attachments") or []:
        if length(file.get("description") or "") > 1024:
            found.append("attachments: description over 1024")
    return found


def _texts(embed: Json) -> Iterator[tuple[str, str, int]]:
    yield "title", embed.get("title") or "", 256
    yield "description", embed.get("description") or "", 4096
    yield "footer", (embed.get("footer") or {}).get("text") or "", 2048
    yield "author", (embed.get("author") or {}).get("name") or "", 256


def _embed_length(embed: Json) -> int:
    fields = embed.get("fields") or []
    own = sum(length(text) for _, text, _ in _texts(embed))
    return own + sum(length(field.get("name", "")) + length(field.get("value", "")) for field in fields)


def _embed(embed: Json) -> Iterator[str]:
    for what, text, most in _texts(embed):
        if text:
            yield from _bounded(what, text, most)
    yield from _fields(embed.get("fields") or [])
    if embed.get("url"):
        yield from _web("url", embed["url"])
    for key in ("image", "thumbnail"):
        if embed.get(key):
            yield from _web(key, embed[key].get("url"), attached=True)
    if not any((embed.get("title"), embed.get("description"), embed.get("fields"), embed.get("image"))):
        yield "empty embed"


def _fields(fields: list[Json]) -> Iterator[str]:
    if len(fields) > 25:
        yield f"fields: {len(fields)} of 25"
    for number, field in enumerate(fields):
        yield from _bounded(f"fields[{number}].name", field.get("name"), 256)
        yield from _bounded(f"fields[{number}].value", field.get("value"), 1024)


def _rows(rows: list[Json]) -> Iterator[str]:
    if len(rows) > 5:
        yield f"components: {len(rows)} rows of 5"
    ids: list[str] = []
    for row in rows:
        children = row.get("components") or []
        if row.get("type") != 1 or not 1 <= len(children) <= 5:
            yield "components: a row holds one to five"
        for child in children:
            yield from _button(child)
            ids.append(child.get("custom_id") or child.get("url") or "")
    if len(set(ids)) != len(ids):
        yield "components: a custom id stands twice"


def _button(button: Json) -> Iterator[str]:
    if button.get("type") != 2 or button.get("style") not in _STYLES:
        yield f"components: unmodelled component {button.get('type')}"
        return
    if button["style"] == 5:
        yield from _web("button url", button.get("url"))
        yield from _bounded("button url", button.get("url"), 512)
    else:
        yield from _bounded("custom_id", button.get("custom_id"), 100)
    if not button.get("emoji") or button.get("label"):
        yield from _bounded("label", button.get("label"), 80)


def policy(body: Json, *, edit: bool) -> list[str]:
    """What Discord would let pass and this project does not: pings, links to anything but the web."""
    found = []
    shows = body.get("content") or body.get("embeds")
    mentions = body.get("allowed_mentions")
    if (shows or not edit) and (mentions is None or mentions.get("parse") != [] or mentions.get("users")):
        found.append(f"allowed_mentions: {mentions!r}")
    if mentions and (mentions.get("roles") or mentions.get("replied_user")):
        found.append(f"allowed_mentions: {mentions!r}")
    texts = [body.get("content") or ""]
    for embed in body.get("embeds") or []:
        texts += [text for _, text, _ in _texts(embed)]
        texts += [field.get("value", "") for field in embed.get("fields") or []]
    for text in texts:
        found += (f"link to {url!r}" for url in _MASKED.findall(text) if not re.match("https?://", url))
        if text.count("```") % 2:
            found.append("a code fence is left open")
    return found


def modal(data: Json) -> list[str]:
    """Faults of a form."""
    found = [*_bounded("custom_id", data.get("custom_id"), 100), *_bounded("title", data.get("title"), 45)]
    parts = data.get("components") or []
    if not 1 <= len(parts) <= 5:
        found.append(f"components: {len(parts)} of 1 to 5")
    for part in parts:
        if part.get("type") != 18:
            found.append(f"components: unmodelled component {part.get('type')} in a form")
            continue
        found += _bounded("label", part.get("label"), 45)
        found += _input(part.get("component") or {})
    return found


def _input(item: Json) -> Iterator[str]:
    yield from _bounded("custom_id", item.get("custom_id"), 100)
    if item.get("type") == 3:
        if not 1 <= len(item.get("options") or []) <= 25:
            yield "options: one to 25"
        return
    if item.get("type") != 4:
        yield f"components: unmodelled component {item.get('type')}"
        return
    most = item.get("max_length") or 4000
    if most > 4000:
        yield "max_length over 4000"
    if length(item.get("value") or "") > most:
        yield "value longer than max_length"
    if length(item.get("placeholder") or "") > 100:
        yield "placeholder over 100"


def choices(data: Json) -> list[str]:
    """Faults of an autocomplete answer."""
    offered = data.get("choices") or []
    found = [f"choices: {len(offered)} of 25"] if len(offered) > 25 else []
    for choice in offered:
        found += _bounded("choice name", choice.get("name"), 100)
        if isinstance(choice.get("value"), str):
            found += _bounded("choice value", choice["value"], 100)
    return found
