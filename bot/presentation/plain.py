"""A Reply as plain text: what the terminal prints and the batch interface calls ``text``."""

from collections.abc import Iterable
from itertools import accumulate

from bot.domain.calculation import Calculation
from bot.domain.model import Lang
from bot.i18n import catalogue
from bot.presentation.blocks import CalculationBlock, QuoteBlock, Reply, calculation_block

MAX_CHARS = 2000
"""The longest reply, in characters: Discord's limit for one message."""

MAX_SOURCES_CHARS = 900
"""The most of them that numbered sources may take."""


def _listing(key: str, items: Iterable[str], lang: Lang) -> list[str]:
    lines = [f"- {item}" for item in items]
    return [catalogue.text(key, lang), *lines] if lines else []


def _calculation(block: CalculationBlock, lang: Lang) -> list[str]:
    return [
        block.headline,
        *_listing("label-understood", block.understood, lang),
        *_listing("label-steps", block.steps, lang),
        *_listing("label-assumptions", block.assumptions, lang),
        *block.notes,
    ]


def _quotes(quotes: tuple[QuoteBlock, ...], lang: Lang) -> list[str]:
    """The quotes of one citation as one paragraph, closed by its number."""
    joint = " " if lang == "en" else ""
    by_number: dict[int, list[str]] = {}
    for quote in quotes:
        by_number.setdefault(quote.number, []).append(quote.text)
    return [f"{joint.join(texts)} [{number}]" for number, texts in by_number.items()]


def to_text(reply: Reply) -> str:
    """The whole reply as text, at most ``MAX_CHARS`` characters.

    What does not fit is cut at the end of a line; the sources are cut last, for a reply must be checkable.
    """
    body: list[list[str]] = [list(reply.lead)]
    body += [_calculation(c, reply.lang) for c in reply.calculations]
    quotes = [[paragraph] for paragraph in _quotes(reply.quotes, reply.lang)]
    if quotes and reply.calculations:  # its figures are the guide's example, not the asker's
        quotes[0].insert(0, catalogue.text("label-guide", reply.lang))
    body += quotes
    body.append(_listing("label-nearest", reply.nearest, reply.lang))
    body.append(list(reply.notes))
    sources = _sources(reply)
    room = MAX_CHARS - (len(sources) + 2 if sources else 0)
    text = _cut("\n\n".join("\n".join(block) for block in body if block), room)
    return "\n\n".join(part for part in (text, sources) if part)


def _sources(reply: Reply) -> str:
    """The numbered sources; of many, those that fit whole."""
    lines = [f"[{c.number}] {c.label}" + (f"\n    {c.url}" if c.url else "") for c in reply.citations]
    used = list(accumulate(len(line) + 1 for line in lines))
    fitting = [line for line, end in zip(lines, used, strict=True) if end <= MAX_SOURCES_CHARS]
    if len(fitting) < len(lines):
        fitting = [*fitting, "…"] if fitting else [_cut(lines[0], MAX_SOURCES_CHARS)]
    return "\n".join(fitting)


def _cut(text: str, limit: int) -> str:
    """The text, or as many of its first lines as fit, with a mark that something is missing."""
    if len(text) <= limit:
        return text
    return text[: limit - 1].rsplit("\n", 1)[0] + "…"


def calculation_text(calculation: Calculation, lang: Lang) -> str:
    """One calculation alone, as the calculators' commands print it."""
    return "\n".join(_calculation(calculation_block(calculation, lang), lang))
