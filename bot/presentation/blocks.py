"""An Answer worded in its language, cut into the blocks that every surface lays out."""

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.domain.calculation import Calculation
from bot.domain.model import Frozen, Lang, Message
from bot.domain.working import GUIDE
from bot.i18n import catalogue, numbers
from bot.presentation.visible import visible

if TYPE_CHECKING:  # a calculation alone is worded without the models of searching
    from bot.answering.model import Answer, Citation


class QuoteBlock(Frozen):
    """Words quoted from the guide and the number of their citation."""

    number: int
    text: str


class CitationLine(Frozen):
    """One numbered source: ``label`` names section and date; ``url`` is absolute http(s) or empty."""

    number: int
    label: str
    url: str


class CalculationBlock(Frozen):
    """A calculation, worded. ``headline`` holds the number; the rest explains it."""

    name: str
    headline: str
    understood: tuple[str, ...]
    steps: tuple[str, ...]
    assumptions: tuple[str, ...]
    notes: tuple[str, ...]


class Reply(Frozen):
    """Everything a surface shows, in reading order. Empty tuples are left out by the surface."""

    lang: Lang
    kind: str
    answer_id: str
    lead: tuple[str, ...]
    calculations: tuple[CalculationBlock, ...]
    quotes: tuple[QuoteBlock, ...]
    nearest: tuple[str, ...]
    notes: tuple[str, ...]
    citations: tuple[CitationLine, ...]


def _all(messages: tuple[Message, ...], lang: Lang) -> tuple[str, ...]:
    return tuple(visible(catalogue.say(m, lang)) for m in messages)


def _steps(calculation: Calculation, lang: Lang) -> tuple[str, ...]:
    """Each step as ``label: expression = value unit``, with × and ÷ for people."""
    lines = []
    for step in calculation.steps:
        label = catalogue.text(step.key, lang)
        value = f"{numbers.number(step.value, lang)} {step.unit}".strip()
        shown = step.expression.replace("*", "×").replace("/", "÷")
        if shown.startswith("next("):
            lines.append(catalogue.text("step-next", lang, {"label": label, "value": value}))
        else:
            lines.append(
                catalogue.text("step-line", lang, {"label": label, "expression": shown, "value": value})
            )
    return tuple(lines)


def calculation_block(calculation: Calculation, lang: Lang) -> CalculationBlock:
    """A calculation worded in a language."""
    return CalculationBlock(
        name=calculation.name,
        headline=visible(catalogue.say(calculation.headline, lang)),
        understood=_all(calculation.understood, lang),
        steps=_steps(calculation, lang),
        assumptions=_all(calculation.assumptions, lang),
        notes=_all(calculation.notes, lang),
    )


def citation_line(citation: "Citation", lang: Lang) -> CitationLine:
    """``Power supply size › How big a power supply? — source of 2018-12-16, reviewed 2026-11-30``."""
    args = {
        "path": " › ".join(citation.heading_path),
        "source": citation.source_title,
        "date": citation.source_date,
        "reviewed": citation.reviewed,
    }
    key = "cite-line" if citation.source_title and citation.reviewed else "cite-bare"
    label = visible(catalogue.text(key, lang, args))
    return CitationLine(number=citation.number, label=label, url=web_address(citation.url))


def citation_lines(
    citations: "Iterable[Citation]", calculations: Iterable[Calculation], lang: Lang
) -> tuple[CitationLine, ...]:
    """The guide's sections that are quoted, then the pages behind table rows, each page once.

    A page that several rows come from is one line; a page that a section cites already is none.
    """
    lines = [citation_line(citation, lang) for citation in citations]
    pages: dict[tuple[str, str], list[str]] = {}
    for source in (source for calculation in calculations for source in calculation.sources):
        url = web_address(source.url)
        if url and source != GUIDE:
            titles = pages.setdefault((url, source.date), [])
            titles.extend([] if source.title in titles else [source.title])
    last = max((line.number for line in lines), default=0)
    for number, ((url, date), titles) in enumerate(pages.items(), start=last + 1):
        args = {"name": "; ".join(titles), "page": _page(url), "date": date}
        lines.append(CitationLine(number=number, label=catalogue.text("cite-table", lang, args), url=url))
    return tuple(lines)


def _page(url: str) -> str:
    """A page in few words: its host, of a package index or a code host the project as well."""
    parts = urlsplit(url)
    host = (parts.hostname or url).removeprefix("www.")
    path = parts.path.strip("/").split("/")
    if host == "pypi.org" and len(path) > 1:
        return " ".join([host, *path[1:3]])
    return f"{host} {'/'.join(path[:2])}" if host == "github.com" else host


def web_address(url: str) -> str:
    """The address if it is one to open in a browser, else nothing."""
    return url if url.startswith(("https://", "http://")) else ""


def reply(answer: "Answer") -> Reply:
    """The answer worded in its own language."""
    lang = answer.lang
    return Reply(
        lang=lang,
        kind=answer.kind,
        answer_id=answer.answer_id,
        lead=_all(answer.lead, lang),
        calculations=tuple(calculation_block(c, lang) for c in answer.calculations),
        quotes=tuple(
            QuoteBlock(number=c.number, text=visible(text)) for c in answer.citations for text in c.quotes
        ),
        nearest=tuple(map(visible, answer.nearest)),
        notes=_all(answer.notes, lang),
        citations=citation_lines(answer.citations, answer.calculations, lang),
    )
