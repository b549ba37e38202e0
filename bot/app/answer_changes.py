"""What an edit of the knowledge changes: the same questions asked of two engines."""

from collections.abc import Iterator

from bot.answering.model import Answer
from bot.app.engine import Engine
from bot.domain.model import Frozen
from bot.presentation.export import answer_text

CALCULATED = (
    "4x250W gpus and a 150W cpu, what psu",
    "how big a psu for 2x RTX 4090 and a 13900K",
    "四張 3090 配 3970X 要多大的電源",
    "cost of 600W 12h a day for 30 days in germany",
    "1200W 連跑一週 台灣電費多少",
    "how much ram for 3x 4090",
    "一张A100 80G加两张3090 内存最少多少",
)
"""Questions whose answers come from the tables and calculators."""


class Change(Frozen):
    """One question whose answer differs: its best section and its text, before and after."""

    question: str
    section_before: str
    section_after: str
    text_before: str
    text_after: str


class Changes(Frozen):
    """All differences.

    Attributes:
        asked: how many questions were asked of both.
        sections_added, sections_removed, sections_changed: ids; changed in any language.
        moved: questions that now find another section first.
        reworded: questions that find the same section, which now says something else.
        recalculated: questions to calculators whose result differs.
    """

    asked: int
    sections_added: tuple[str, ...]
    sections_removed: tuple[str, ...]
    sections_changed: tuple[str, ...]
    moved: tuple[Change, ...]
    reworded: tuple[Change, ...]
    recalculated: tuple[Change, ...]


def _sections(engine: Engine) -> dict[str, set[tuple[str, str, str]]]:
    """Section id → language, title and text of each of its versions."""
    found: dict[str, set[tuple[str, str, str]]] = {}
    for document in engine.shelf.documents:
        for section in document.sections:
            found.setdefault(section.section_id, set()).add((document.lang, section.title, section.text))
    return found


def _questions(*engines: Engine) -> Iterator[str]:
    """One example question per section and language, of either version, in a fixed order."""
    seen: set[str] = set()
    for engine in engines:
        for document in engine.shelf.documents:
            for section in document.sections:
                question = next(iter(section.questions), section.title)
                if question not in seen:
                    seen.add(question)
                    yield question


def _first(answer: Answer) -> str:
    return answer.passages[0].passage.section_id if answer.passages else ""


def _change(question: str, before: Engine, after: Engine) -> Change | None:
    old, new = before.answerer.answer(question), after.answerer.answer(question)
    texts = answer_text(old), answer_text(new)
    if texts[0] == texts[1] and _first(old) == _first(new):
        return None
    return Change(
        question=question,
        section_before=_first(old),
        section_after=_first(new),
        text_before=texts[0],
        text_after=texts[1],
    )


def compare(before: Engine, after: Engine) -> Changes:
    """Ask both engines the shelf's example questions and a few sums, and keep what differs."""
    questions = tuple(_questions(before, after))
    found = [c for q in questions if (c := _change(q, before, after))]
    sums = [c for q in CALCULATED if (c := _change(q, before, after))]
    old, new = _sections(before), _sections(after)
    return Changes(
        asked=len(questions) + len(CALCULATED),
        sections_added=tuple(sorted(new.keys() - old.keys())),
        sections_removed=tuple(sorted(old.keys() - new.keys())),
        sections_changed=tuple(sorted(key for key in old.keys() & new.keys() if old[key] != new[key])),
        moved=tuple(c for c in found if c.section_before != c.section_after),
        reworded=tuple(c for c in found if c.section_before == c.section_after),
        recalculated=tuple(sums),
    )


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines() if line.strip())


def as_markdown(changes: Changes) -> str:
    """The differences as a pull-request comment."""
    lines = [f"### What this edit changes\n\nAsked {changes.asked} questions before and after."]
    for name, ids in (
        ("New sections", changes.sections_added),
        ("Removed sections", changes.sections_removed),
        ("Changed sections", changes.sections_changed),
    ):
        if ids:
            lines.append(f"**{name}:** " + ", ".join(f"`{i}`" for i in ids))
    if changes.moved:
        lines.append(f"**Questions that find another section first ({len(changes.moved)})**")
        lines += [f"- “{c.question}”: `{c.section_before}` → `{c.section_after}`" for c in changes.moved]
    for name, rows in (("Answers reworded", changes.reworded), ("Sums that move", changes.recalculated)):
        if rows:
            lines.append(f"**{name} ({len(rows)})**")
        for c in rows:
            lines.append(
                f"<details><summary>“{c.question}”</summary>\n\nBefore\n\n{_quoted(c.text_before)}\n\n"
                f"After\n\n{_quoted(c.text_after)}\n\n</details>"
            )
    if len(lines) == 1:
        lines.append("No answer changes.")
    return "\n\n".join(lines)
