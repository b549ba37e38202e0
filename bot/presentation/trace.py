"""A trace in words: one line about the answer, one about the floor, one for each section."""

from bot.answering.trace import Trace
from bot.domain.model import Lang
from bot.i18n import catalogue


def head_lines(trace: Trace, lang: Lang) -> tuple[str, ...]:
    """What was answered, by which version, and whether the guide covers it."""
    facts = {"kind": trace.kind, "version": trace.asked_version}
    lines = [catalogue.text("why-answered", lang, facts)]
    if trace.calculators:
        lines.append(catalogue.text("why-calculators", lang, {"names": ", ".join(trace.calculators)}))
    if trace.version != trace.asked_version:
        lines.append(catalogue.text("why-changed", lang, {"version": trace.version}))
    figures = {"confidence": f"{trace.confidence:.3f}", "floor": f"{trace.floor:.3f}"}
    lines.append(catalogue.text("why-known" if trace.known else "why-not-known", lang, figures))
    return tuple(lines)


def row_lines(trace: Trace, lang: Lang) -> tuple[str, ...]:
    """The ranked sections, best first."""
    return tuple(
        catalogue.text(
            "why-row",
            lang,
            {
                "rank": str(row.rank),
                "section": row.section_id,
                "keyword": str(row.keyword_rank or "–"),
                "dense": str(row.dense_rank),
                "score": f"{row.score:.3f}",
            },
        )
        for row in trace.rows
    )
