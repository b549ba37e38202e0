"""What answering a question yields."""

from typing import Literal

from bot.domain.calculation import Calculation
from bot.domain.model import Frozen, Lang, Message
from bot.retrieval.model import Hit

Kind = Literal["passages", "calculation", "both", "clarify", "unknown", "off_topic"]


class Citation(Frozen):
    """A numbered reference to a section, with the words quoted from it.

    ``quotes`` are exact substrings of the section's text, in reading order.
    """

    number: int
    doc_id: str
    section_id: str
    title: str
    heading_path: tuple[str, ...]
    path: str
    first_line: int
    last_line: int
    url: str
    source_title: str
    source_date: str
    reviewed: str
    quotes: tuple[str, ...]


class Answer(Frozen):
    """The whole answer, before any wording or layout.

    Attributes:
        question: as typed, after cleaning.
        lang: language of the reply.
        kind: see the routing rules.
        calculations: results of calculators, most important first.
        passages: hits, best first.
        citations: what is quoted, numbered from 1.
        lead: for ``clarify``, ``unknown``, ``off_topic`` and input errors: what to say.
        nearest: for ``unknown``: titles of the nearest sections.
        notes: further remarks.
        answer_id: short id, the same for the same question, language and knowledge version.
        version: id of the knowledge snapshot.
        rule: name of the rule that decided the way of the question, for logs and metrics; no part of the interface.
    """

    question: str
    lang: Lang
    kind: Kind
    calculations: tuple[Calculation, ...] = ()
    passages: tuple[Hit, ...] = ()
    citations: tuple[Citation, ...] = ()
    lead: tuple[Message, ...] = ()
    nearest: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()
    answer_id: str
    version: str
    rule: str = ""
