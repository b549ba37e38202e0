"""Rules across files: translations, repeated text and questions, sections too long for the encoder."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise

from bot.corpus.check_figures import check_languages
from bot.corpus.markdown import Part, is_stub
from bot.corpus.model import Problem, Shelf
from bot.corpus.page import Page, problem, text_line, warning
from bot.domain.model import Lang

WRITTEN_LANGS: tuple[Lang, ...] = ("en", "zh-Hant")
"""The languages every section is written in by hand."""

NEAR_DUPLICATE = 0.6
"""Share of word pairs in common from which two sections say the same."""

Place = tuple[Page, Part]


def check_translations(pages: Iterable[Page]) -> Iterator[Problem]:
    """Documents and sections that one written language has and the other lacks, or that differ in facts or figures."""
    documents: dict[str, dict[Lang, Page]] = {}
    for page in pages:
        if page.lang is not None:
            documents.setdefault(page.doc_id, {}).setdefault(page.lang, page)
    for doc_id, by_lang in documents.items():
        for lang, other in (WRITTEN_LANGS, WRITTEN_LANGS[::-1]):
            if lang in by_lang and other not in by_lang:
                what = f"The document '{doc_id}' is not written in {other}."
                yield problem(by_lang[lang].path, 1, "translation-missing", what)
        if all(lang in by_lang for lang in WRITTEN_LANGS):
            yield from _section_pairs(by_lang[WRITTEN_LANGS[0]], by_lang[WRITTEN_LANGS[1]])


def check_repeats(pages: Iterable[Page]) -> Iterator[Problem]:
    """Sections of one language that say nearly the same, and questions that two sections claim."""
    for lang in WRITTEN_LANGS:
        places = [(p, part) for p in pages if p.lang == lang for part in p.parts if not is_stub(part)]
        yield from _near_duplicates(places)
        yield from _shared_questions(places)


def check_lengths(shelf: Shelf, token_count: Callable[[str], int], token_limit: int) -> Iterator[Problem]:
    """Sections that do not fit the encoder in one piece."""
    for document in shelf.documents:
        for section in document.sections:
            n = token_count(section.text)
            if n > token_limit:
                what = f"The section '{section.section_id}' has {n} tokens in {document.lang}; the encoder takes {token_limit}."
                yield warning(document.path, section.first_line, "section-long", what)


def _section_pairs(one: Page, other: Page) -> Iterator[Problem]:
    """Compare the sections of a document in its two written languages."""
    ours = {part.written_id: part for part in one.parts if part.written_id}
    theirs = {part.written_id: part for part in other.parts if part.written_id}
    for page, mine, yours, lang in ((one, ours, theirs, other.lang), (other, theirs, ours, one.lang)):
        for section_id, part in mine.items():
            if section_id not in yours:
                what = f"The section '{section_id}' is not written in {lang}."
                yield problem(page.path, part.heading_line, "translation-missing", what)
    for section_id, part in ours.items():
        counterpart = theirs.get(section_id)
        if counterpart is None or is_stub(part) or is_stub(counterpart):
            continue
        yield from check_languages((one, part), (other, counterpart))
        if set(part.meta.facts) != set(counterpart.meta.facts):
            what = f"The section '{section_id}' names other facts than in {one.lang}."
            yield warning(other.path, counterpart.meta.line or counterpart.heading_line, "facts-differ", what)


def _near_duplicates(places: list[Place]) -> Iterator[Problem]:
    shingles = [(place, _word_pairs(place[1].text)) for place in places]
    for ((page, part), one), ((other_page, other), two) in combinations(shingles, 2):
        shared = len(one & two)
        if shared and shared / (len(one) + len(two) - shared) >= NEAR_DUPLICATE:
            what = f"The section says nearly the same as {page.path}:{part.heading_line}."
            yield warning(other_page.path, other.heading_line, "section-near-duplicate", what)


def _word_pairs(text: str) -> frozenset[tuple[str, str]]:
    """Neighbouring words, each Han character being one."""
    return frozenset(pairwise(re.findall(r"[a-z0-9.]+|[\u3400-\u9fff]", text.lower())))


def _shared_questions(places: list[Place]) -> Iterator[Problem]:
    first: dict[str, Place] = {}
    for page, part in places:
        for question in dict.fromkeys((*part.meta.questions, *part.meta.questions_hans)):
            key = re.sub(r"\W+", " ", question.casefold()).strip()
            owner = first.setdefault(key, (page, part))
            if owner[1] is not part:
                where = f"{owner[0].path}:{owner[1].heading_line}"
                what = f"The question '{question}' is also an example of {where}."
                yield warning(page.path, part.meta.line or text_line(part, 0), "question-duplicate", what)
