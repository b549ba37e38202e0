"""The linter of the knowledge folder: everything a maintainer should hear before anyone is told something wrong."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from bot.corpus.check_figures import catalogue_figures, check_sources, check_tables, judged
from bot.corpus.check_safety import check_safety
from bot.corpus.check_shelf import check_lengths, check_repeats, check_translations
from bot.corpus.check_writing import check_writing
from bot.corpus.facts import Fact, read_facts
from bot.corpus.model import Problem, Shelf
from bot.corpus.page import Page, read_pages
from bot.corpus.walk import Limits


def check(
    shelf: Shelf,
    root: Path,
    *,
    today: date,
    token_count: Callable[[str], int] | None = None,
    token_limit: int = 0,
    limits: Limits | None = None,
) -> tuple[Problem, ...]:
    """All problems of the folder, ordered by path and line.

    Args:
        shelf: what reading the folder gave; its problems are part of the result.
        root: the same folder, whose raw files are looked at once more.
        today: the day that review dates and source dates are judged by.
        token_count: tokens of a text as the encoder counts them; lengths are not checked without it.
        token_limit: how many tokens a section may have.
        limits: as for ``read_folder``.

    Raises:
        KnowledgeMissing: the folder does not exist or cannot be listed.
    """
    pages = read_pages(root, limits or Limits())
    facts, problems = read_facts(root)
    found = [*shelf.problems, *problems, *_page_problems(pages, shelf, facts, today)]
    found += [*check_translations(pages), *check_repeats(pages)]
    if token_count is not None:
        found += check_lengths(shelf, token_count, token_limit)
    unique = {(p.path, p.line, p.code, p.message): p for p in found}
    return tuple(unique[key] for key in sorted(unique))


def _page_problems(
    pages: tuple[Page, ...], shelf: Shelf, facts: dict[str, Fact] | None, today: date
) -> Iterator[Problem]:
    """What each page shows by itself, or against the facts and tables."""
    anchors = {page.path: frozenset(part.written_id for part in page.parts) for page in pages}
    for page in pages:
        yield from check_writing(page, facts, today)
        yield from check_safety(page, anchors)
    in_tables = catalogue_figures(shelf.catalogue)
    for page, part in judged(pages):
        yield from check_tables(page, part, shelf.catalogue)
        if facts is not None:
            yield from check_sources(page, part, facts, in_tables)
