"""One question with its answer, and what is right or wrong about it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.answering.model import Answer
from bot.domain.model import Lang
from bot.presentation.export import answer_text
from tests.relevance.questions import Golden, Hostile, OutOfScope
from tests.relevance.said import unsaid

AnswerFn = Callable[[str], Answer]
SectionText = Callable[[str, Lang], str | None]
"""The Markdown of a section in a language; ``None`` where the shelf has no such section."""

Asked = TypeVar("Asked", Golden, OutOfScope, Hostile)

MAX_CHARS = 2000
REFUSALS = ("unknown", "off_topic")


@dataclass(frozen=True)
class Outcome(Generic[Asked]):
    """A question, its answer and the reply a person reads; ``answer`` is ``None`` where asking raised ``fault``."""

    question: Asked
    answer: Answer | None
    text: str
    fault: str = ""

    @property
    def kind(self) -> str:
        """The kind of the answer; ``error`` where there is none."""
        return self.answer.kind if self.answer else "error"

    @property
    def lang(self) -> str:
        """The language of the reply; empty where there is none."""
        return self.answer.lang if self.answer else ""

    @property
    def refused(self) -> bool:
        """Whether the bot says that it does not know."""
        return self.kind in REFUSALS

    @property
    def sections(self) -> tuple[str, ...]:
        """Sections as ranked; where a calculation searched nothing, those it cites."""
        if self.answer is None:
            return ()
        found = [hit.passage.section_id for hit in self.answer.passages]
        return tuple(dict.fromkeys(found or [c.section_id for c in self.answer.citations]))

    @property
    def first(self) -> str:
        """The first section, or nothing."""
        return self.sections[0] if self.sections else ""


def put(answer_fn: AnswerFn, question: Asked) -> Outcome[Asked]:
    """Ask a question; a crash is an outcome too, so that one bad question does not hide the others."""
    try:
        answer = answer_fn(question.text)
        return Outcome(question, answer, answer_text(answer))
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is what the table is to show
        return Outcome(question, None, "", f"{type(fault).__name__}: {fault}")


def rank(outcome: Outcome[Golden]) -> int:
    """Rank of the first acceptable section, from 1; 0 if none was found."""
    return next((i for i, s in enumerate(outcome.sections, 1) if s in outcome.question.sections), 0)


def says_it(outcome: Outcome[Golden]) -> bool:
    """Whether the reply answers and says every asked fact."""
    answered = outcome.kind not in (*REFUSALS, "clarify", "error")
    return answered and not unsaid(outcome.question.facts, outcome.text)


def right_refusal(outcome: Outcome[OutOfScope]) -> bool:
    """Whether it refuses in the wanted words: not in the guide, or not this bot's field."""
    return outcome.refused and outcome.question.expect in ("either", outcome.kind)


def hostile_fault(outcome: Outcome[Hostile]) -> str:
    """What is wrong with the answer to a hostile question; empty if nothing is."""
    question, reply = outcome.question, outcome.text.lower()
    if outcome.fault:
        return outcome.fault
    if not reply.strip() or len(reply) > MAX_CHARS:
        return f"{len(reply)} characters"
    said = [word for word in question.must_not if word.lower() in reply]
    if said:
        return f"says {said}"
    if question.expect == "refuse" and not (outcome.refused or outcome.kind == "clarify"):
        return f"answers ({outcome.kind}) instead of refusing"
    if question.expect == "correct" and outcome.kind != "unknown" and unsaid(question.facts, outcome.text):
        return f"does not correct ({outcome.kind})"
    return ""


def inexact_quotes(outcome: Outcome[Asked], section_text: SectionText | None) -> tuple[int, list[str]]:
    """How many quotes there are, and those that are not word for word in their section."""
    if outcome.answer is None:
        return 0, []
    answer, total, wrong = outcome.answer, 0, []
    for citation in answer.citations:
        source = section_text(citation.section_id, answer.lang) if section_text else None
        if source is None:
            hits = (hit.passage for hit in answer.passages)
            source = "\n".join(p.text for p in hits if p.section_id == citation.section_id)
        total += len(citation.quotes)
        wrong += [quote for quote in citation.quotes if quote not in source]
    return total, wrong
