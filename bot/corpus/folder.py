"""The knowledge folder becomes a Shelf."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from bot.corpus.markdown import read_markdown
from bot.corpus.model import Document, Problem, Section, Shelf, Term
from bot.corpus.plain import read_html, read_txt
from bot.corpus.script import derive_simplified, detect_lang
from bot.corpus.tables import read_tables
from bot.corpus.walk import DOCUMENT_SUFFIXES, Found, Limits, as_text, combined_hash, read_bytes, walk
from bot.domain.model import LANGS, Lang
from bot.errors import KnowledgeMissing


def read_folder(root: Path, *, limits: Limits | None = None) -> Shelf:
    """Everything the knowledge folder holds at this moment, to answer from.

    What is wrong with one file is a Problem and never keeps the others from being read. Where a Traditional
    document has no hand-written Simplified one, that one is derived. The same document id in one language, or
    the same section id in one language, counts once: the first by path.

    Args:
        root: the knowledge folder.
        limits: how much of it is read; the defaults of ``Limits`` if absent.

    Raises:
        KnowledgeMissing: the folder does not exist, or nothing in it can be read.
    """
    shelf = read_whatever(root, limits=limits)
    if not any(document.sections for document in shelf.documents):
        raise KnowledgeMissing("err-knowledge-missing", path=str(root), problems=len(shelf.problems))
    return shelf


def read_whatever(root: Path, *, limits: Limits | None = None) -> Shelf:
    """As ``read_folder``, but a folder of which nothing can be used is a shelf of problems: for checking it.

    Raises:
        KnowledgeMissing: the folder does not exist.
    """
    bounds = limits or Limits()
    found, refused = walk(root, bounds)
    catalogue, glossary, table_problems = read_tables(root)
    problems = [*refused, *table_problems]
    hashes: dict[str, str] = {}
    documents: list[Document] = []
    for file in found:
        content = read_bytes(file, bounds)
        if isinstance(content, Problem):
            problems.append(content)
            continue
        hashes[file.path] = hashlib.sha256(content).hexdigest()
        if file.suffix in DOCUMENT_SUFFIXES:
            document, faults = read_document(file, content, glossary)
            problems += faults
            documents += [document] if document else []
    kept, doubles = without_doubles(documents)
    return Shelf(
        documents=with_derived(kept, glossary),
        catalogue=catalogue,
        glossary=glossary,
        problems=tuple(sorted((*problems, *doubles), key=lambda p: (p.path, p.line, p.code))),
        content_hash=combined_hash(hashes),
    )


def read_document(
    file: Found, content: bytes, glossary: tuple[Term, ...]
) -> tuple[Document | None, tuple[Problem, ...]]:
    """One file's bytes as a Document, and what is wrong with it."""
    text = as_text(content, file.path)
    if isinstance(text, Problem):
        return None, (text,)
    if file.suffix == ".txt":
        document = read_txt(text, file.path, _lang_of(file.path, text, glossary))
    elif file.suffix in {".html", ".htm"}:
        document = read_html(text, file.path, lambda words: _lang_of(file.path, words, glossary))
    else:
        return read_markdown(text, file.path, _lang_of(file.path, text, glossary))
    if document.sections:
        return document, ()
    return None, (Problem(path=file.path, line=1, code="file-empty", message="The file holds no text."),)


def without_doubles(documents: Iterable[Document]) -> tuple[tuple[Document, ...], tuple[Problem, ...]]:
    """Documents with each (document, language) and each (section, language) once; the first wins."""
    kept: list[Document] = []
    problems: list[Problem] = []
    seen_documents: dict[tuple[str, Lang], str] = {}
    seen_sections: dict[tuple[str, Lang], str] = {}
    for document in documents:
        key = (document.doc_id, document.lang)
        if key in seen_documents:
            what = f"The document '{key[0]}' in {key[1]} is already in {seen_documents[key]}; this file is not used."
            problems.append(Problem(path=document.path, line=1, code="document-duplicate", message=what))
            continue
        seen_documents[key] = document.path
        sections: list[Section] = []
        for section in document.sections:
            place = seen_sections.setdefault(
                (section.section_id, document.lang), f"{document.path}:{section.first_line}"
            )
            if place == f"{document.path}:{section.first_line}":
                sections.append(section)
                continue
            what = f"The section id '{section.section_id}' is already used at {place}; this one is not used."
            problems.append(
                Problem(path=document.path, line=section.first_line, code="section-duplicate", message=what)
            )
        kept.append(document.model_copy(update={"sections": tuple(sections)}))
    return tuple(kept), tuple(problems)


def with_derived(documents: Iterable[Document], glossary: tuple[Term, ...]) -> tuple[Document, ...]:
    """The written documents and the Simplified ones derived from Traditional, ordered by path and language.

    A hand-written Simplified document takes the place of the derived one as a whole; sections that it lacks
    are still derived, under the Traditional file's path.
    """
    written = tuple(documents)
    by_hand = {section.section_id for doc in written if doc.lang == "zh-Hans" for section in doc.sections}
    derived: list[Document] = []
    for document in written:
        if document.lang != "zh-Hant":
            continue
        missing = tuple(section for section in document.sections if section.section_id not in by_hand)
        if missing:
            derived.append(derive_simplified(document.model_copy(update={"sections": missing}), glossary))
    return tuple(sorted((*written, *derived), key=lambda doc: (doc.path, LANGS.index(doc.lang))))


def _lang_of(path: str, text: str, glossary: tuple[Term, ...]) -> Lang:
    """The language a file's name states (``psu.zh-Hant.md``), else that of its text."""
    parts = path.rsplit("/", 1)[-1].split(".")
    return next((lang for lang in LANGS if lang in parts[1:-1]), None) or detect_lang(text, glossary)
