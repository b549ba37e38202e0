r"""A Markdown file of the knowledge folder becomes a Document of sections.

A section is everything below a ``## Heading {#section-id}`` up to the next one; deeper headings stay inside.
Its last block is the ``meta`` fence. ``Section.text`` is the file's own lines without that fence, so a quote
can be looked up in the file; its last line stands at ``Section.last_line``, which makes its first line
``last_line - text.count("\n")``.
"""

import hashlib
import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.corpus.front_matter import FrontMatter, SectionMeta, read_front_matter, read_meta
from bot.corpus.model import Document, Problem, Section
from bot.domain.model import Frozen, Lang

PLACEHOLDER = "FILL ME IN"
"""What a stub holds where a person has to write; a section with it is not served and not judged otherwise."""

_HEADING_ID = re.compile(r"(?<!\s)\s*\{#([^{}\s]*)\}\s*$")
_HAN = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")


class Part(Frozen):
    """One stretch of a file before it is a Section: ``written_id`` is what the author put in ``{#…}``."""

    title: str
    written_id: str
    heading_line: int
    text: str
    answer: str
    last_line: int
    meta: SectionMeta


class Outline(Frozen):
    """A file's front matter, H1 and parts, with everything odd about them."""

    front: FrontMatter
    h1: str
    parts: tuple[Part, ...]


@lru_cache(maxsize=1024)
def read_markdown(text: str, path: str, default_lang: Lang) -> tuple[Document | None, tuple[Problem, ...]]:
    """One file as a Document; remembered, because a reload meets mostly unchanged files.

    Args:
        text: the file's text, without byte-order mark.
        path: relative to the folder, with ``/``.
        default_lang: language to assume where the front matter names none.

    Returns:
        The document, or ``None`` where the front matter makes the file unusable; and the problems.
    """
    outline, problems = read_outline(text, path)
    if outline is None:
        return None, problems
    front = outline.front
    doc_id = front.doc_id or doc_id_of(path)
    sections, faults = _sections(outline, doc_id, path)
    document = Document(
        doc_id=doc_id,
        title=front.title or outline.h1 or doc_id,
        path=path,
        lang=front.lang or default_lang,
        sections=sections,
        sources=tuple(named.source for named in front.sources),
        reviewed=front.reviewed,
    )
    return document, (*problems, *faults)


def read_outline(text: str, path: str) -> tuple[Outline | None, tuple[Problem, ...]]:
    """Front matter and parts of a file; ``None`` where the front matter makes it unusable."""
    lines = split_lines(text)
    front, problems = read_front_matter(lines, path)
    if front is None:
        return None, problems
    body = body_lines(lines, front)
    tokens = parse_body(body)
    heads = [i for i, t in enumerate(tokens) if t.type == "heading_open" and t.tag == "h2" and t.level == 0]
    h1 = next(
        (tokens[i + 1].content for i, t in enumerate(tokens) if t.type == "heading_open" and t.tag == "h1"),
        "",
    )
    faults = _unclosed_fences(tokens, body, path)
    parts: list[Part] = []
    edges = [*heads, len(tokens)]
    opening = _part(
        tokens[: edges[0]], body, None, (front.last_line, _line(tokens, edges[0], len(body))), path
    )
    if opening[0].text and heads:
        what = "Text before the first '## ' heading belongs to no section and is not used."
        line = opening[0].last_line - opening[0].text.count("\n")
        faults.append(
            Problem(path=path, line=line, code="text-outside-section", severity="warning", message=what)
        )
    elif not heads:
        parts.append(opening[0].model_copy(update={"title": h1 or front.title or doc_id_of(path)}))
        faults += opening[1]
    for start, end in zip(heads, edges[1:], strict=True):
        span = (_line(tokens, start, len(body)), _line(tokens, end, len(body)))
        part, found = _part(tokens[start:end], body, tokens[start + 1], span, path)
        parts.append(part)
        faults += found
    return Outline(front=front, h1=h1, parts=tuple(parts)), (*problems, *faults)


def is_stub(part: Part) -> bool:
    """Whether a section still waits to be written."""
    return PLACEHOLDER in part.text or PLACEHOLDER in part.title


def body_lines(lines: list[str], front: FrontMatter) -> list[str]:
    """The lines with blank ones instead of the front matter, so that every line number stays true."""
    return [""] * front.last_line + lines[front.last_line :]


def parse_body(body: list[str]) -> list[Token]:
    """Markdown tokens of a file's body; ``token.map`` counts the file's lines from 0."""
    return _parser().parse("\n".join(body))


def split_lines(text: str) -> list[str]:
    """Lines of a text, whatever ends them: LF, CRLF or CR. Other Unicode separators stay inside a line."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def doc_id_of(path: str) -> str:
    """A document id made from a path: ``guide/psu.en.md`` gives ``psu``."""
    name = path.rsplit("/", 1)[-1]
    stem = re.sub(r"(\.(en|zh-Hant|zh-Hans))?\.[^.]*$", "", name)
    return slug(stem)


def slug(text: str) -> str:
    """Lower-case ASCII words joined by hyphens; a short hash stands in where other letters would be lost."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    if re.search(r"[^\W\d_a-zA-Z]", text) or not words:
        words = [*words[:4], hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]]
    return "-".join(words)[:80]


def plain_text(token: Token) -> str:
    """The words of an inline token without its markup; a line break inside Chinese leaves no space."""
    pieces: list[str] = []
    for child in token.children or ():
        if child.type in {"text", "code_inline"}:
            pieces.append(child.content)
        elif child.type in {"softbreak", "hardbreak"}:
            pieces.append("\n")
        elif child.type == "image":
            pieces.append(child.content)
    joined = re.sub(rf"(?<={_HAN.pattern})\n|\n(?={_HAN.pattern})", "", "".join(pieces))
    return re.sub(r"\s+", " ", joined).strip()


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    """CommonMark with tables. No underlined headings: a rule below a paragraph must not open a section."""
    return MarkdownIt("commonmark").enable("table").disable("lheading")


def _line(tokens: list[Token], index: int, end: int) -> int:
    """0-based first line of a token; the end of the file past the last one."""
    span = tokens[index].map if index < len(tokens) else None
    return span[0] if span else end


def _part(
    tokens: list[Token], body: list[str], heading: Token | None, span: tuple[int, int], path: str
) -> tuple[Part, list[Problem]]:
    """One part from its tokens; ``span`` is its 0-based first line and the line after its last."""
    title, written_id = _heading(heading)
    lines = list(body[span[0] : span[1]])
    problems: list[Problem] = []
    meta = SectionMeta()
    for token in tokens:
        if token.type in {"heading_open", "fence"} and token.level == 0 and token.map:
            first, last = token.map[0] - span[0], token.map[1] - span[0]
            if token.type == "heading_open" and token.tag in {"h1", "h2"}:
                lines[first:last] = [""] * (last - first)
            elif _is_meta(token):
                lines[first:last] = [""] * (last - first)
                found, faults = read_meta(token.content, token.map[0] + 1, path)
                problems += [*faults, *_second_meta(meta, found, path)]
                meta = meta if meta.line else found
    used = [i for i, line in enumerate(lines) if line.strip()]
    text = "\n".join(lines[used[0] : used[-1] + 1]) if used else ""
    answer = next(
        (
            plain_text(tokens[i + 1])
            for i, t in enumerate(tokens)
            if t.type == "paragraph_open" and t.level == 0 and plain_text(tokens[i + 1])
        ),
        "",
    )
    part = Part(
        title=title, written_id=written_id, heading_line=span[0] + 1, text=text, answer=answer,
        last_line=span[0] + 1 + (used[-1] if used else 0), meta=meta,
    )  # fmt: skip
    return part, problems


def _heading(token: Token | None) -> tuple[str, str]:
    """Words and written id of a heading."""
    if token is None:
        return "", ""
    title = plain_text(token)
    found = _HEADING_ID.search(title)
    return (title[: found.start()], found.group(1)) if found else (title, "")


def _is_meta(token: Token) -> bool:
    return token.type == "fence" and token.info.split()[:1] == ["meta"]


def _second_meta(first: SectionMeta, second: SectionMeta, path: str) -> list[Problem]:
    if not first.line:
        return []
    what = f"The section has a second meta block; the one at line {first.line} is used."
    return [Problem(path=path, line=second.line, code="meta-duplicate", message=what)]


def _unclosed_fences(tokens: list[Token], body: list[str], path: str) -> list[Problem]:
    """A code fence that never closes swallows the rest of the file."""
    problems = []
    for token in tokens:
        if token.type != "fence" or token.level or not token.map:
            continue
        first, last = token.map
        closing = body[last - 1].strip() if last - 1 > first else ""
        if not (len(closing) >= len(token.markup) and set(closing) == {token.markup[0]}):
            what = "The code fence that opens here is never closed."
            problems.append(Problem(path=path, line=first + 1, code="fence-unclosed", message=what))
    return problems


def _sections(outline: Outline, doc_id: str, path: str) -> tuple[tuple[Section, ...], list[Problem]]:
    """Sections of a document: ids settled, cited sources looked up, empty ones left out."""
    known = {named.source_id: named.source for named in outline.front.sources}
    sections: list[Section] = []
    problems: list[Problem] = []
    for part in outline.parts:
        line = part.heading_line
        if not part.text:
            what = f"The section '{part.title}' has no text."
            problems.append(Problem(path=path, line=line, code="section-empty", message=what))
            continue
        if is_stub(part):
            what = f"The section '{part.title}' still waits to be written and is not used."
            problems.append(
                Problem(path=path, line=line, code="fill-me-in", severity="warning", message=what)
            )
            continue
        problems += [
            Problem(
                path=path, line=part.meta.line, code="source-unknown",
                message=f"The section cites '{source_id}', which the front matter does not list.",
            )
            for source_id in part.meta.sources if source_id not in known
        ]  # fmt: skip
        if not part.written_id and outline.front.last_line:
            what = f"The heading '{part.title}' has no {{#section-id}}; one was made from its words."
            problems.append(
                Problem(path=path, line=line, code="section-id-absent", severity="warning", message=what)
            )
        cited = tuple(known[i] for i in part.meta.sources if i in known)
        sections.append(
            Section(
                section_id=part.written_id or slug(f"{doc_id} {part.title}"),
                title=part.title, text=part.text, answer=part.answer,
                first_line=line, last_line=part.last_line, facts=part.meta.facts,
                questions=tuple(dict.fromkeys((*part.meta.questions, *part.meta.questions_hans))),
                sources=cited or tuple(known.values()),
                reviewed=outline.front.reviewed,
            )
        )  # fmt: skip
    return tuple(sections), problems
