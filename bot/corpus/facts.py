"""The registry of facts that sections rest on: ``facts.yaml`` at the root of the knowledge folder."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from bot.corpus.figures import Figure, figures_in
from bot.corpus.front_matter import YamlFault, load_strings
from bot.corpus.model import Document, Problem
from bot.corpus.walk import as_text
from bot.domain.model import Frozen

FACTS_FILE = "facts.yaml"


class Fact(Frozen):
    """One fact: its id, what it says in one line, and the figures it holds."""

    fact_id: str
    says: str
    figures: tuple[Figure, ...] = ()


def read_facts(root: Path) -> tuple[dict[str, Fact] | None, tuple[Problem, ...]]:
    """The facts by id, and what is wrong with their file; ``None`` if there is no usable file."""
    try:
        content = (root / FACTS_FILE).read_bytes()
    except OSError:
        what = f"There is no {FACTS_FILE}, so facts and figures of sections are not checked."
        return None, (Problem(path=FACTS_FILE, code="facts-absent", severity="warning", message=what),)
    text = as_text(content, FACTS_FILE)
    if isinstance(text, Problem):
        return None, (text,)
    try:
        data = load_strings(text)
    except YamlFault as fault:
        what = f"The file is not valid YAML: {fault.reason}."
        return None, (Problem(path=FACTS_FILE, line=fault.line, code="facts-yaml", message=what),)
    if not isinstance(data, Mapping):
        what = "The file must be a mapping of fact ids."
        return None, (Problem(path=FACTS_FILE, line=1, code="facts-yaml", message=what),)
    facts = {str(fact_id): _fact(str(fact_id), row) for fact_id, row in data.items()}
    empty = [fact_id for fact_id, fact in facts.items() if not fact.says]
    problems = tuple(
        Problem(
            path=FACTS_FILE,
            line=_line_of(text, fact_id),
            code="facts-row",
            message=f"{fact_id} says nothing.",
        )
        for fact_id in empty
    )
    return facts, problems


def sections_by_fact(facts: Iterable[str], documents: Iterable[Document]) -> dict[str, tuple[str, ...]]:
    """For each fact the ids of the sections that rest on it, in the order of the documents; empty where none does."""
    found: dict[str, dict[str, None]] = {fact_id: {} for fact_id in facts}
    for document in documents:
        for section in document.sections:
            for fact_id in section.facts:
                if fact_id in found:
                    found[fact_id][section.section_id] = None
    return {fact_id: tuple(ids) for fact_id, ids in found.items()}


def _fact(fact_id: str, row: object) -> Fact:
    fields = row if isinstance(row, Mapping) else {}
    says, figures = fields.get("says"), fields.get("figures")
    return Fact(
        fact_id=fact_id,
        says=says if isinstance(says, str) else "",
        figures=figures_in(figures) if isinstance(figures, str) else (),
    )


def _line_of(text: str, fact_id: str) -> int:
    """1-based line of a fact in the file."""
    return next((i for i, line in enumerate(text.split("\n"), 1) if line.startswith(f"{fact_id}:")), 1)
