"""The pages the linter looks at: every written file with its raw text, outline and tokens."""

from pathlib import Path

from markdown_it.token import Token
from pydantic import ConfigDict

from bot.corpus.markdown import Outline, Part, body_lines, doc_id_of, parse_body, read_outline, split_lines
from bot.corpus.model import Problem
from bot.corpus.walk import DOCUMENT_SUFFIXES, Limits, as_text, read_bytes, walk
from bot.domain.model import Frozen, Lang


class Page(Frozen):
    """One written file. ``outline`` is ``None`` for plain text, HTML, and Markdown that cannot be read."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", arbitrary_types_allowed=True)

    path: str
    lines: tuple[str, ...]
    outline: Outline | None = None
    tokens: tuple[Token, ...] = ()

    @property
    def doc_id(self) -> str:
        """The document's id, from its front matter or its name."""
        return (self.outline.front.doc_id if self.outline else "") or doc_id_of(self.path)

    @property
    def lang(self) -> Lang | None:
        """The language the front matter states."""
        return self.outline.front.lang if self.outline else None

    @property
    def parts(self) -> tuple[Part, ...]:
        """Its sections that have text."""
        return tuple(part for part in self.outline.parts if part.text) if self.outline else ()


def read_pages(root: Path, limits: Limits) -> tuple[Page, ...]:
    """All text files of the folder that can be read, ordered by path. Their faults are the reader's to report.

    Raises:
        KnowledgeMissing: the folder does not exist or cannot be listed.
    """
    pages: list[Page] = []
    for file in walk(root, limits)[0]:
        content = read_bytes(file, limits) if file.suffix in DOCUMENT_SUFFIXES else None
        text = as_text(content, file.path) if isinstance(content, bytes) else None
        if not isinstance(text, str):
            continue
        lines = split_lines(text)
        if file.suffix not in {".md", ".markdown"}:
            pages.append(Page(path=file.path, lines=tuple(lines)))
            continue
        outline, _ = read_outline(text, file.path)
        tokens = parse_body(body_lines(lines, outline.front)) if outline else []
        pages.append(Page(path=file.path, lines=tuple(lines), outline=outline, tokens=tuple(tokens)))
    return tuple(pages)


def text_line(part: Part, offset: int) -> int:
    """1-based line in the file of a section's text line; ``offset`` counts from 0."""
    return part.last_line - part.text.count("\n") + offset


def problem(path: str, line: int, code: str, message: str) -> Problem:
    """An error."""
    return Problem(path=path, line=line, code=code, message=message)


def warning(path: str, line: int, code: str, message: str) -> Problem:
    """A warning."""
    return Problem(path=path, line=line, code=code, severity="warning", message=message)
