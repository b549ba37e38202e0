"""Rules for one file: front matter, ids, dates, the shape of a section, the metadata behind it."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from urllib.parse import urlsplit

from bot.corpus.facts import Fact
from bot.corpus.front_matter import ID_PATTERN, FrontMatter
from bot.corpus.markdown import PLACEHOLDER, Part, doc_id_of, is_stub
from bot.corpus.model import Problem
from bot.corpus.page import Page, problem, text_line, warning
from bot.corpus.script import HAN
from bot.domain.model import LANGS, Lang

MAX_ANSWER_WORDS = 60
MAX_ANSWER_HAN = 120
MIN_QUESTIONS = 3
REVIEW_AGE = timedelta(days=548)
"""Eighteen months: what is older warns."""

_NOT_A_PARAGRAPH = re.compile(r"(?:[|>#]|[-*+]\s|\d+[.)]\s|```|~~~|<)")
_SOURCE_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")


def check_writing(page: Page, facts: Mapping[str, Fact] | None, today: date) -> Iterator[Problem]:
    """What is wrong with one file by itself."""
    if page.outline is None:
        return
    yield from _placeholders(page)
    if page.outline.front.last_line:
        yield from _front(page, page.outline.front, today)
    for part in page.parts:
        yield from _section_id(page, part)
        if not is_stub(part):
            yield from _answer(page, part)
            yield from _meta(page, part, facts)


def _placeholders(page: Page) -> Iterator[Problem]:
    for number, line in enumerate(page.lines, 1):
        if PLACEHOLDER in line:
            yield warning(page.path, number, "fill-me-in", "This line still waits to be written.")


def _front(page: Page, front: FrontMatter, today: date) -> Iterator[Problem]:
    """Ids, review date and sources."""
    path = page.path
    if front.doc_id and not ID_PATTERN.fullmatch(front.doc_id):
        what = f"The id '{front.doc_id}' must be lower-case words joined by hyphens."
        yield problem(path, _line(page, "id:"), "id-bad", what)
    elif front.doc_id and doc_id_of(path) != front.doc_id:
        what = f"The id '{front.doc_id}' differs from the file's name."
        yield warning(path, _line(page, "id:"), "id-path", what)
    named = next((lang for lang in LANGS if f".{lang}." in path), None)
    if named and front.lang and named != front.lang:
        what = f"The file's name says {named}, its front matter {front.lang}."
        yield problem(path, _line(page, "lang:"), "lang-path", what)
    yield from _review(page, front.reviewed, today)
    for named_source in front.sources:
        line, source = named_source.line, named_source.source
        if PLACEHOLDER in source.title:
            continue
        if source.date and not _is_source_date(source.date, today):
            what = f"The date '{source.date}' of the source '{named_source.source_id}' is no YYYY, YYYY-MM or YYYY-MM-DD up to today."
            yield problem(path, line, "source-date", what)
        if source.url and not _is_web_address(source.url):
            what = f"The url of the source '{named_source.source_id}' must start with http:// or https://."
            yield problem(path, line, "source-url", what)


def _review(page: Page, reviewed: str, today: date) -> Iterator[Problem]:
    """The review date: there, real, not in the future, not too old."""
    line = _line(page, "reviewed:")
    try:
        day = date.fromisoformat(reviewed)
    except ValueError:
        if reviewed:
            yield problem(page.path, line, "review-date", f"'{reviewed}' is not a date like 2026-11-30.")
        return
    if day > today:
        yield problem(page.path, line, "review-date", f"The review date {reviewed} is in the future.")
    elif today - day > REVIEW_AGE:
        yield warning(page.path, line, "review-stale", f"The last review, {reviewed}, is over 18 months old.")


def _section_id(page: Page, part: Part) -> Iterator[Problem]:
    if part.written_id and not ID_PATTERN.fullmatch(part.written_id):
        what = f"The section id '{part.written_id}' must be lower-case words joined by hyphens."
        yield problem(page.path, part.heading_line, "section-id-bad", what)


def _answer(page: Page, part: Part) -> Iterator[Problem]:
    """The first paragraph: it is one, and short enough."""
    line = text_line(part, 0)
    if not part.answer or _NOT_A_PARAGRAPH.match(part.text):
        yield problem(
            page.path, line, "answer-missing", "A section must begin with a paragraph that answers."
        )
        return
    limit, n, what = answer_length(part.answer, page.lang)
    if n > limit:
        message = f"The answer has {n} {what}; at most {limit} are wanted."
        yield warning(page.path, line, "answer-long", message)


def answer_length(answer: str, lang: Lang | None) -> tuple[int, int, str]:
    """The limit for an answer, its length, and what was counted."""
    if lang in {"zh-Hant", "zh-Hans"}:
        return MAX_ANSWER_HAN, len(HAN.findall(answer)), "Han characters"
    return MAX_ANSWER_WORDS, len([word for word in answer.split() if re.search(r"\w", word)]), "words"


def _meta(page: Page, part: Part, facts: Mapping[str, Fact] | None) -> Iterator[Problem]:
    """Sources, facts and example questions of a section."""
    path, meta = page.path, part.meta
    if not meta.line:
        yield problem(
            path, part.heading_line, "meta-missing", f"The section '{part.title}' has no meta block."
        )
        return
    if not meta.sources:
        yield problem(path, meta.line, "section-sources-missing", "The section names no sources.")
    for fact_id in meta.facts:
        if facts is not None and fact_id not in facts:
            yield problem(path, meta.line, "fact-unknown", f"There is no fact '{fact_id}' in facts.yaml.")
    for name, questions in (("questions", meta.questions), ("questions_hans", meta.questions_hans)):
        wanted = name == "questions" or page.lang == "zh-Hant"
        if wanted and len(questions) < MIN_QUESTIONS:
            what = f"The section has {len(questions)} under '{name}'; at least {MIN_QUESTIONS} are wanted."
            yield warning(path, meta.line, "questions-few", what)


def _is_source_date(text: str, today: date) -> bool:
    """Whether a date, a month or a year is real and not in the future."""
    if not _SOURCE_DATE.fullmatch(text):
        return False
    try:
        return date.fromisoformat((text + "-01-01")[:10]) <= today
    except ValueError:
        return False


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and " " not in url


def _line(page: Page, start: str) -> int:
    """1-based line of the front matter's key."""
    return next((i for i, line in enumerate(page.lines, 1) if line.startswith(start)), 1)
