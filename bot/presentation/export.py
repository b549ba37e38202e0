"""An Answer as JSON: the interface that batches, scripts and scorers read."""

from typing import TYPE_CHECKING, Any

from bot.domain.calculation import Calculation
from bot.domain.model import Lang
from bot.presentation import blocks, plain

if TYPE_CHECKING:  # a calculation alone is exported without the models of searching
    from bot.answering.model import Answer


def calculation_json(calculation: Calculation, lang: Lang) -> dict[str, Any]:
    """Name, inputs and results as numbers; steps and assumptions worded in ``lang``."""
    data = calculation.model_dump(mode="json", include={"name", "inputs", "results"})
    worded = blocks.calculation_block(calculation, lang)
    return data | {"steps": list(worded.steps), "assumptions": list(worded.assumptions)}


def answer_json(answer: "Answer", text: str, top: int) -> dict[str, Any]:
    """The answer with its reply text and at most ``top`` passages; scores rounded to 6 decimals."""
    first = answer.calculations[0] if answer.calculations else None
    passages = [
        {
            "rank": hit.rank,
            "section_id": hit.passage.section_id,
            "doc_id": hit.passage.doc_id,
            "title": " › ".join(hit.passage.heading_path),
            "path": hit.passage.path,
            "score": round(hit.score, 6),
            "text": hit.passage.text,
        }
        for hit in answer.passages[:top]
    ]
    citations = [
        {
            "number": c.number,
            "title": " › ".join(c.heading_path),
            "path": c.path,
            "section_id": c.section_id,
            "url": blocks.web_address(c.url),
            "reviewed": c.reviewed,
        }
        for c in answer.citations
    ]
    return {
        "question": answer.question,
        "lang": answer.lang,
        "kind": answer.kind,
        "text": text,
        "calculation": calculation_json(first, answer.lang) if first else None,
        "passages": passages,
        "citations": citations,
    }


def answer_text(answer: "Answer") -> str:
    """The reply as a person reads it, at most 2,000 characters."""
    return plain.to_text(blocks.reply(answer))
