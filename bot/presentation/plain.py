"""A Reply as plain text: what the terminal prints and the batch interface calls ``text``."""

from collections.abc import Iterable

from bot.domain.calculation import Calculation
from bot.domain.model import Lang
from bot.i18n import catalogue
from bot.presentation.blocks import CalculationBlock, QuoteBlock, Reply, calculation_block

MAX_CHARS = 2000
"""The longest reply, in characters: Discord's limit for one message."""


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


def _quotes(quotes: tuple[QuoteBlock, ...]) -> list[str]:
    """Quotes of one citation run on in one paragraph, closed by its number."""
    paragraphs: list[str] = []
    for position, quote in enumerate(quotes):
        last = position + 1 == len(quotes) or quotes[position + 1].number != quote.number
        text = f"{quote.text} [{quote.number}]" if last else quote.text
        if position and quotes[position - 1].number == quote.number:
            paragraphs[-1] = f"{paragraphs[-1]}\n{text}"
        else:
            paragraphs.append(text)
    return paragraphs


def to_text(reply: Reply) -> str:
    """The whole reply as text, at most ``MAX_CHARS`` characters; what does not fit is cut at a line."""
    blocks: list[list[str]] = [list(reply.lead)]
    blocks += [_calculation(c, reply.lang) for c in reply.calculations]
    blocks += [[paragraph] for paragraph in _quotes(reply.quotes)]
    blocks.append(_listing("label-nearest", reply.nearest, reply.lang))
    blocks.append(list(reply.notes))
    blocks.append([f"[{c.number}] {c.label}" + (f"\n    {c.url}" if c.url else "") for c in reply.citations])
    text = "\n\n".join("\n".join(block) for block in blocks if block)
    if len(text) <= MAX_CHARS:
        return text
    return text[: MAX_CHARS - 1].rsplit("\n", 1)[0] + "…"


def calculation_text(calculation: Calculation, lang: Lang) -> str:
    """One calculation alone, as the calculators' commands print it."""
    return "\n".join(_calculation(calculation_block(calculation, lang), lang))
