"""What reading the knowledge folder yields."""

from typing import Literal

from pydantic import Field, field_validator

from bot.domain.hardware import Catalogue
from bot.domain.model import Frozen, Lang, Source


class Section(Frozen):
    """One question's worth of knowledge in one language.

    Attributes:
        section_id: stable id, the same in every language.
        title: the heading's text.
        text: Markdown body below the heading, without the metadata block.
        answer: first paragraph, plain text: the answer in at most 60 words.
        first_line, last_line: 1-based lines of the section in its file.
        facts: ids of the guide's facts it rests on (``F136``).
        questions: example questions as people type them, any script.
        sources: what the section cites.
        reviewed: ISO date of the last review: the section's own, else the document's.
    """

    section_id: str
    title: str
    text: str
    answer: str
    first_line: int
    last_line: int
    facts: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    reviewed: str = ""


class Document(Frozen):
    """One file of the folder in one language.

    ``path`` is relative to the folder, with ``/``. ``reviewed`` is an ISO date or empty where the file
    has no front matter (``.txt``, ``.html``). ``derived`` marks Simplified text made from Traditional.
    """

    doc_id: str
    title: str
    path: str
    lang: Lang
    sections: tuple[Section, ...]
    sources: tuple[Source, ...] = ()
    reviewed: str = ""
    derived: bool = False


class Problem(Frozen):
    """Something wrong in the folder: where, what kind, how bad. ``message`` is one English sentence for maintainers."""

    path: str
    line: int = 0
    code: str
    severity: Literal["error", "warning"] = "error"
    message: str

    @field_validator("message")
    @classmethod
    def _printable(cls, message: str) -> str:
        """What is quoted of a file must not command the terminal that shows it."""
        if message.isprintable():
            return message
        return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in message)


class Term(Frozen):
    """One row of the hardware glossary: the words for one thing, most usual first.

    ``zh_tw`` are words used in Taiwan (Traditional), ``zh_cn`` words used on the mainland (Simplified; the
    first is the canonical one that folding maps to), ``en`` English words, ``typos`` common misspellings.
    """

    en: tuple[str, ...] = ()
    zh_tw: tuple[str, ...] = ()
    zh_cn: tuple[str, ...] = ()
    typos: tuple[str, ...] = ()


class Shelf(Frozen):
    """Everything read from the folder at one moment.

    Attributes:
        documents: those that could be read, ordered by path.
        catalogue: parts, prices, intensities.
        glossary: the hardware glossary.
        problems: what could not be read or is odd.
        content_hash: SHA-256 over names and bytes of every file that was read.
    """

    documents: tuple[Document, ...] = ()
    catalogue: Catalogue = Field(default_factory=Catalogue)
    glossary: tuple[Term, ...] = ()
    problems: tuple[Problem, ...] = ()
    content_hash: str = ""
