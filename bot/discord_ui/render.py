"""A Reply laid out for Discord: pure functions from blocks of words to embeds.

Order of reading: the number or the answer in bold, what was understood, the working in a narrow block,
assumptions and notes, quotes, sources as numbered links. Everything passes ``limits`` on its way out.
"""

import io
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import discord

from bot.discord_ui import limits, markdown
from bot.domain.hardware import GpuSpec
from bot.domain.model import Lang
from bot.i18n import catalogue, numbers
from bot.presentation.blocks import CalculationBlock, CitationLine, QuoteBlock, Reply

BLOCK_COLUMNS = 36
"""Columns of a code block that a phone shows without breaking lines; a Han character takes two."""

_MAX_LISTED = 12
_PART = limits.EMBED_DESCRIPTION - limits.MARGIN


class Look(NamedTuple):
    """Icon and colour of a kind of reply."""

    icon: str
    colour: int


LOOKS = {
    "psu": Look("⚡", 0xE67E22),
    "cost": Look("💰", 0x2ECC71),
    "ram": Look("🧠", 0x9B59B6),
    "copy": Look("⏱️", 0x1ABC9C),
    "disk": Look("⏱️", 0x1ABC9C),
    "spec": Look("🖥️", 0x5865F2),
    "passages": Look("📖", 0x3498DB),
    "clarify": Look("❓", 0xF1C40F),
    "unknown": Look("🔍", 0x95A5A6),
    "off_topic": Look("🧭", 0x95A5A6),
    "gpu": Look("🖥️", 0x5865F2),
    "help": Look("👋", 0x5865F2),
    "settings": Look("⚙️", 0x5865F2),
    "error": Look("⚠️", 0xE74C3C),
}


class Attachment(NamedTuple):
    """A file to send: ``alt`` describes a picture for those who cannot see it."""

    name: str
    data: bytes
    alt: str = ""

    def file(self) -> discord.File:
        """The file, anew for each sending, since discord.py reads it up."""
        return discord.File(io.BytesIO(self.data), filename=self.name, description=self.alt[:1024] or None)


class Parcel(NamedTuple):
    """What one reply sends: one embed per message, at most three, or one and a file with the whole text."""

    embeds: tuple[discord.Embed, ...]
    attachment: Attachment | None = None


def look_of(reply: Reply) -> Look:
    """Icon and colour: those of the first calculator, else of the kind of answer."""
    if reply.calculations and reply.kind != "clarify":
        return LOOKS.get(reply.calculations[0].name, LOOKS["passages"])
    return LOOKS.get(reply.kind, LOOKS["passages"])


def render(reply: Reply) -> Parcel:
    """A reply as embeds."""
    look = look_of(reply)
    cited = "\n".join(map(citation_line, reply.citations))
    beside = bool(cited) and limits.length(cited) <= limits.FIELD_VALUE
    blocks = [*_blocks(reply, look), "" if beside else cited]
    parcel = pack("\n\n".join(block for block in blocks if block.strip()), look, reply.lang)
    if beside:
        parcel.embeds[-1].add_field(name=catalogue.text("ui-sources", reply.lang), value=cited, inline=False)
    return parcel


def pack(text: str, look: Look, lang: Lang) -> Parcel:
    """Markdown as one embed, as up to three, or as its beginning and a file."""
    parts = limits.split(text, _PART)
    if len(parts) <= limits.MAX_PARTS:
        return Parcel(tuple(_embed(part, look) for part in parts or [_dash(lang)]))
    notice = f"📎 {catalogue.text('ui-rest-in-file', lang)}"
    head = limits.split(text, _PART - limits.length(notice) - 2)[0]
    data = text.encode("utf-8", "replace")[: limits.ATTACHMENT_BYTES - 1]
    return Parcel((_embed(f"{head}\n\n{notice}", look),), Attachment("answer.md", data))


def notice(text: str, kind: str = "error") -> discord.Embed:
    """One sentence, such as an error, in the look of its kind; the text is escaped."""
    look = LOOKS[kind]
    return _embed(limits.shorten(f"{look.icon} {markdown.escape(text)}", _PART), look)


def panel(
    title: str, lines: Iterable[str], kind: str, columns: Iterable[tuple[str, str]] = ()
) -> discord.Embed:
    """A titled list of lines of Markdown, with named columns below; empty ones and those without room are left out."""
    look = LOOKS[kind]
    body = limits.split("\n".join([f"{look.icon} **{title}**", *lines]), _PART)[0]
    embed = _embed(body, look)
    room = limits.EMBED_TOTAL - limits.MARGIN - limits.length(body)
    for name, value in list(columns)[: limits.EMBED_FIELDS]:
        if name.strip() and value.strip():
            named, shown = limits.shorten(name, limits.FIELD_NAME), limits.shorten(value, limits.FIELD_VALUE)
            room -= limits.length(named) + limits.length(shown)
            if room < 0:
                break
            embed.add_field(name=named, value=shown)
    return embed


def spec_card(spec: GpuSpec, lang: Lang) -> tuple[str, str]:
    """Name and value of a field with a card's figures; what is not known is left out."""
    facts = [
        ("gpu-memory", f"{numbers.number(spec.memory_gb, lang)} GB"),
        ("gpu-power", f"{numbers.number(spec.board_power_w, lang)} W"),
        ("gpu-plugs", (spec.connectors or "").replace("x", " × ", 1) if spec.connectors != "none" else ""),
        ("gpu-slots", numbers.number(spec.slots, lang) if spec.slots else ""),
        ("gpu-length", f"{numbers.number(spec.length_mm, lang)} mm" if spec.length_mm else ""),
        ("gpu-released", spec.released),
    ]
    lines = [
        catalogue.text(
            "ui-fact", lang, {"name": catalogue.text(key, lang), "value": f"**{markdown.escape(value)}**"}
        )
        for key, value in facts
        if value
    ]
    source = markdown.link(catalogue.text("gpu-source", lang, {"date": spec.checked_on}), spec.source_url)
    name = markdown.escape(f"{spec.vendor} {spec.name}".removeprefix("Other "))
    return name, "\n".join([*lines, source])


def _embed(text: str, look: Look) -> discord.Embed:
    return discord.Embed(description=text, colour=look.colour)


def _dash(lang: Lang) -> str:
    return catalogue.text("ask-nothing-known", lang)


def _blocks(reply: Reply, look: Look) -> Iterator[str]:
    if reply.lead:
        first, *rest = reply.lead
        yield "\n".join([f"{look.icon} {_bold_first(markdown.escape(first))}", *map(markdown.escape, rest)])
    for position, calculation in enumerate(reply.calculations):
        icon = LOOKS.get(calculation.name, look).icon if position or not reply.lead else ""
        yield from calculation_blocks(calculation, icon, reply.lang)
    top = not reply.lead and not reply.calculations
    for position, (number, text) in enumerate(_by_citation(reply.quotes)):
        if top:
            yield _top_quote(text, number, look.icon) if not position else _numbered(text, number)
        else:
            yield "\n".join(f"> {line}" for line in _numbered(text, number).split("\n"))
    if reply.nearest:
        heading = f"**{catalogue.text('label-nearest', reply.lang)}**"
        yield "\n".join([heading, *(f"- {markdown.escape(title)}" for title in reply.nearest[:_MAX_LISTED])])
    if reply.notes:
        yield "\n".join(map(markdown.escape, reply.notes))


def _numbered(text: str, number: int) -> str:
    """A quote with its number behind it, on a line of its own after a fence or a list."""
    last = text.rsplit("\n", 1)[-1]
    return f"{text}{chr(10) if last.startswith(('```', '- ')) else ' '}\\[{number}]"


def _top_quote(text: str, number: int, icon: str) -> str:
    """The quote that is the answer: with the icon, its first sentence in bold."""
    separator = "\n" if text.startswith(("```", "- ", "> ")) else " "
    return f"{icon}{separator}{_numbered(_bold_first(text), number)}"


def calculation_blocks(block: CalculationBlock, icon: str, lang: Lang) -> Iterator[str]:
    """A calculation: headline, understood inputs, working, then what was assumed and noted."""
    headline = _bold_clause(markdown.escape(block.headline))
    yield "\n".join(
        [f"{icon} {headline}".strip(), *(f"- {markdown.escape(line)}" for line in block.understood)]
    )
    if block.steps:
        yield markdown.code_block(line for step in block.steps for line in narrow(step))
    assumed = [f"- {markdown.escape(line)}" for line in block.assumptions]
    if assumed:
        yield "\n".join([f"**{catalogue.text('label-assumptions', lang)}**", *assumed])
    if block.notes:
        notes = [f"- {markdown.escape(line)}" for line in block.notes]
        yield "\n".join([f"**{catalogue.text('ui-notes', lang)}**", *notes])


def citation_line(citation: CitationLine) -> str:
    """``[1] section — source, date``, the section a masked link where the source has an address."""
    section, dash, source = citation.label.partition(" — ")
    return f"\\[{citation.number}] {markdown.link(section, citation.url)}{dash}{markdown.escape(source)}"


def _by_citation(quotes: tuple[QuoteBlock, ...]) -> list[tuple[int, str]]:
    """Quotes of one citation, which follow each other, as one paragraph with its number."""
    merged: list[tuple[int, str]] = []
    for quote in quotes:
        text = markdown.adapt(quote.text)
        if merged and merged[-1][0] == quote.number:
            merged[-1] = (quote.number, f"{merged[-1][1]}\n{text}")
        else:
            merged.append((quote.number, text))
    return merged


_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_CLAUSE = re.compile(r"^(.{3,90}?)(: |：|。|(?<=\D)\. )")
_SENTENCE = re.compile(r"^(.{2,240}?(?:[.!?](?=\s|$)|[。！？]))", re.DOTALL)


def _bold_clause(text: str) -> str:
    """The first clause in bold, the whole where it is one short clause."""
    found = _CLAUSE.match(text)
    if found is None:
        return f"**{text}**"
    end = found.end()
    return f"**{text[:end].rstrip()}** {text[end:].lstrip()}".rstrip()


def _bold_first(text: str) -> str:
    """The first sentence in bold unless it has formatting of its own."""
    found = _SENTENCE.match(text)
    if (
        found is None
        or any(mark in found[1] for mark in ("*", "`", "\n", "[", "\\"))
        or text.startswith("- ")
    ):
        return text
    inside = found[1].rstrip(
        "。！？"
    )  # strict readers do not end bold between a full stop and a Han character
    return f"**{inside}**{text[len(inside) :]}"


def columns(text: str) -> int:
    """Width of a text in a fixed-pitch font: East Asian wide characters take two columns."""
    beyond = _BEYOND_ASCII.findall(text)
    return len(text) + sum(unicodedata.east_asian_width(character) in "WF" for character in beyond)


def narrow(line: str, width: int = BLOCK_COLUMNS) -> list[str]:
    """A line of working broken for a phone: before ``=`` first, then at spaces; what follows is indented."""
    if columns(line) <= width:
        return [line]
    head, equals, tail = line.rpartition(" = ")
    if not equals:
        return _wrap(line, width)
    label, colon, rest = head.partition(": ") if ": " in head else head.partition("：")
    if not colon or columns(head) <= width:
        return [*_wrap(head, width), f"  = {tail}"]
    sum_line = f"  {rest} = {tail}"
    lines = [sum_line] if columns(sum_line) <= width else [*_wrap(f"  {rest}", width), f"  = {tail}"]
    return [f"{label}{colon.strip()}", *lines]


def _wrap(line: str, width: int) -> list[str]:
    indent = line[: len(line) - len(line.lstrip())]
    lines, current = [], indent
    for word in line.split():
        candidate = f"{current} {word}" if current.strip() else f"{current}{word}"
        if columns(candidate) > width and current.strip():
            lines.append(current)
            current = f"{indent or '  '}{word}"
        else:
            current = candidate
    return [*lines, current]
