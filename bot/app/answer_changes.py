"""What an edit of the knowledge changes: the same questions asked of two engines."""

from collections.abc import Iterator, Sequence

import numpy as np

from bot.answering.model import Answer
from bot.app import table_changes
from bot.app.engine import Engine
from bot.app.table_changes import TableChange
from bot.domain.model import Frozen
from bot.presentation.export import answer_text
from bot.retrieval.encoder import Encoder, Progress, Vectors
from bot.retrieval.snapshot import Snapshot

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


class Reranked(Frozen):
    """One question that finds the same section first and others, or in another order, behind it."""

    question: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class Changes(Frozen):
    """All differences.

    Attributes:
        asked: how many questions were asked of both.
        tables: rows of the tables that differ.
        sections_added, sections_removed, sections_changed: ids; changed in any language.
        moved: questions that now find another section first.
        reworded: questions that find the same section, which now says something else.
        reranked: questions that find the same section first, and other sections next to it among the first five.
        recalculated: questions to calculators whose result differs.
    """

    asked: int
    tables: tuple[TableChange, ...]
    sections_added: tuple[str, ...]
    sections_removed: tuple[str, ...]
    sections_changed: tuple[str, ...]
    moved: tuple[Change, ...]
    reworded: tuple[Change, ...]
    reranked: tuple[Reranked, ...]
    recalculated: tuple[Change, ...]


def _sections(engine: Engine) -> dict[str, set[tuple[str, str, str]]]:
    """Section id → language, title and text of each of its versions."""
    found: dict[str, set[tuple[str, str, str]]] = {}
    for document in engine.shelf.documents:
        for section in document.sections:
            found.setdefault(section.section_id, set()).add((document.lang, section.title, section.text))
    return found


class _Recalling:
    """Encodes no text twice, and none that an index holds already as an example question."""

    def __init__(self, encoder: Encoder, *snapshots: Snapshot) -> None:
        self._encoder = encoder
        self._known: dict[str, Vectors] = {}
        for snapshot in snapshots:
            index = snapshot.index
            self._known |= {
                q.folded: row for q, row in zip(index.questions, index.question_vectors, strict=True)
            }

    def __getattr__(self, name: str) -> object:
        return getattr(self._encoder, name)

    def encode_queries(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Unit rows, one per text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._encoder.encode_queries(new, progress), strict=True))
        return np.stack([self._known[text] for text in texts])


def recalling(*engines: Engine) -> tuple[Engine, ...]:
    """The same engines behind one encoder that encodes each question once; they must share their encoder."""
    encoder = _Recalling(engines[-1].encoder, *(engine.snapshot for engine in engines))

    def behind(engine: Engine) -> Engine:
        old = engine.snapshot
        return Engine(engine.shelf, Snapshot(old.shelf, encoder, old.index, old.ranking), encoder)  # type: ignore[arg-type]

    return tuple(map(behind, engines))


def _questions(*engines: Engine) -> Iterator[str]:
    """The example questions of every section, of either version, in a fixed order; its title where it has none."""
    for engine in engines:
        for document in engine.shelf.documents:
            for section in document.sections:
                yield from section.questions or (section.title,)


def _found(answer: Answer) -> tuple[str, ...]:
    return tuple(hit.passage.section_id for hit in answer.passages[:5])


def _change(question: str, before: Engine, after: Engine) -> Change | Reranked | None:
    old, new = before.answerer.answer(question), after.answerer.answer(question)
    texts = answer_text(old), answer_text(new)
    found = _found(old), _found(new)
    if texts[0] != texts[1] or found[0][:1] != found[1][:1]:
        return Change(
            question=question,
            section_before="".join(found[0][:1]),
            section_after="".join(found[1][:1]),
            text_before=texts[0],
            text_after=texts[1],
        )
    return Reranked(question=question, before=found[0], after=found[1]) if found[0] != found[1] else None


def compare(before: Engine, after: Engine, more: Sequence[str] = ()) -> Changes:
    """Ask both engines the shelf's example questions and sums that rest on the tables, and keep what differs.

    Args:
        before: the earlier version.
        after: the later one.
        more: questions of one's own to ask too, such as those of a golden set.
    """
    questions = tuple(dict.fromkeys((*_questions(before, after), *more)))
    sums = tuple(dict.fromkeys((*CALCULATED, *table_changes.questions(before.shelf, after.shelf))))
    found = [c for q in questions if (c := _change(q, before, after))]
    moved = [c for c in found if isinstance(c, Change)]
    old, new = _sections(before), _sections(after)
    return Changes(
        asked=len(questions) + len(sums),
        tables=table_changes.changes(before.shelf, after.shelf),
        sections_added=tuple(sorted(new.keys() - old.keys())),
        sections_removed=tuple(sorted(old.keys() - new.keys())),
        sections_changed=tuple(sorted(key for key in old.keys() & new.keys() if old[key] != new[key])),
        moved=tuple(c for c in moved if c.section_before != c.section_after),
        reworded=tuple(c for c in moved if c.section_before == c.section_after),
        reranked=tuple(c for c in found if isinstance(c, Reranked)),
        recalculated=tuple(c for q in sums if isinstance(c := _change(q, before, after), Change)),
    )


_LINES, _TEXTS = 20, 6
"""Entries of each kind that are shown."""
_MOST_CHARS = 60_000
"""Of a comment on a pull request, which may have 65,536."""


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines() if line.strip())


def _some(lines: Sequence[str], most: int) -> list[str]:
    """At most so many lines, and how many there are more."""
    more = len(lines) - most
    return [*lines[:most], *([f"… and {more} more"] if more > 0 else [])]


def _row(change: TableChange) -> str:
    fields = "; ".join(
        f"{name} {before or '(empty)'} → {after or '(empty)'}" for name, before, after in change.fields
    )
    return f"- {change.table}, {change.row}: {fields or change.kind}"


def _whole(change: Change) -> str:
    return (
        f"<details><summary>“{change.question}”</summary>\n\nBefore\n\n{_quoted(change.text_before)}\n\n"
        f"After\n\n{_quoted(change.text_after)}\n\n</details>"
    )


def as_markdown(changes: Changes) -> str:
    """The differences as a pull-request comment, which is kept well under the 65,536 characters of one."""
    lines = [f"### What this edit changes\n\nAsked {changes.asked} questions before and after."]
    for name, ids in (
        ("New sections", changes.sections_added),
        ("Removed sections", changes.sections_removed),
        ("Changed sections", changes.sections_changed),
    ):
        if ids:
            lines.append(f"**{name}:** " + ", ".join(f"`{i}`" for i in ids))
    parts: tuple[tuple[str, list[str], int], ...] = (
        ("Rows of the tables", [_row(c) for c in changes.tables], _LINES),
        (
            "Questions that find another section first",
            [f"- “{c.question}”: `{c.section_before}` → `{c.section_after}`" for c in changes.moved],
            _LINES,
        ),
        (
            "Questions with another order behind the first section",
            [
                f"- “{c.question}”: {', '.join(c.before[1:])} → {', '.join(c.after[1:])}"
                for c in changes.reranked
            ],
            _LINES,
        ),
        ("Sums that move", [_whole(c) for c in changes.recalculated], _TEXTS),
        ("Answers reworded", [_whole(c) for c in changes.reworded], _TEXTS),
    )
    for name, rows, most in parts:
        if rows:
            lines += [f"**{name} ({len(rows)})**", *_some(rows, most)]
    if len(lines) == 1:
        lines.append("No answer changes.")
    return _fitting(lines)


def _fitting(blocks: Sequence[str]) -> str:
    """The blocks that fit a comment."""
    text = ""
    for block in blocks:
        if len(text) + len(block) > _MOST_CHARS:
            return text + "\n\n… and more: `knowledge diff … --json` has everything."
        text += "\n\n" * bool(text) + block
    return text
