"""What an edit changes, told to the maintainer before anyone else hears it."""

from dataclasses import dataclass, field
from types import SimpleNamespace

from bot.answering.model import Answer
from bot.app.answer_changes import CALCULATED, Changes, as_markdown, compare
from bot.corpus.model import Document, Section, Shelf
from bot.domain.model import Message
from bot.retrieval.model import Hit, Passage


@dataclass
class Desk:
    """An engine that answers by a list: question → section found, and key of what is said."""

    sections: dict[str, str]
    answers: dict[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def shelf(self) -> Shelf:
        made = tuple(
            Section(section_id=i, title=f"On {i}", text=text, answer=text, first_line=1, last_line=2, questions=(f"what of {i}",))
            for i, text in self.sections.items()
        )  # fmt: skip
        return Shelf(documents=(Document(doc_id="d", title="D", path="d.md", lang="en", sections=made),))

    @property
    def answerer(self) -> SimpleNamespace:
        return SimpleNamespace(answer=self.answer)

    def answer(self, question: str) -> Answer:
        section_id, key = self.answers.get(question, ("", "ask-unknown"))
        passage = Passage(
            passage_id="p", section_id=section_id, doc_id="d", heading_path=("D",), lang="en", path="d.md", text="t",
            first_line=1, last_line=1,
        )  # fmt: skip
        return Answer(
            question=question, lang="en", kind="unknown", lead=(Message(key=key),), answer_id="0", version="v",
            passages=(Hit(passage=passage, score=1.0, rank=1),) if section_id else (),
        )  # fmt: skip


def found(before: Desk, after: Desk) -> Changes:
    return compare(before, after)  # type: ignore[arg-type]


def test_nothing_changed() -> None:
    desk = Desk({"fans": "Two."}, {"what of fans": ("fans", "ask-empty")})
    changes = found(desk, desk)
    assert changes == Changes(
        asked=1 + len(CALCULATED), tables=(), sections_added=(), sections_removed=(), sections_changed=(), moved=(),
        reworded=(), reranked=(), recalculated=(),
    )  # fmt: skip
    assert as_markdown(changes).endswith("No answer changes.")


def test_every_kind_of_change_is_told_apart() -> None:
    before = Desk(
        {"fans": "Two.", "case": "Big.", "paste": "Thin."},
        {"what of fans": ("fans", "ask-empty"), "what of case": ("case", "ask-empty")},
    )
    after = Desk(
        {"fans": "Three.", "case": "Big.", "pump": "Quiet."},
        {
            "what of fans": ("fans", "ask-off-topic"),
            "what of case": ("fans", "ask-empty"),
            CALCULATED[0]: ("", "ask-empty"),
        },
    )
    changes = found(before, after)
    assert changes.asked == 4 + len(CALCULATED)
    assert (changes.sections_added, changes.sections_removed, changes.sections_changed) == (
        ("pump",), ("paste",), ("fans",),
    )  # fmt: skip
    assert [(c.question, c.section_before, c.section_after) for c in changes.moved] == [
        ("what of case", "case", "fans")
    ]
    assert [c.question for c in changes.reworded] == ["what of fans"]
    assert [c.question for c in changes.recalculated] == [CALCULATED[0]]
    text = as_markdown(changes)
    for piece in (
        "**New sections:** `pump`", "**Removed sections:** `paste`", "**Changed sections:** `fans`",
        "- “what of case”: `case` → `fans`", "**Answers reworded (1)**", "**Sums that move (1)**",
        "Before\n\n> Ask me something in words", "After\n\n> I answer questions about hardware",
    ):  # fmt: skip
        assert piece in text
    assert "No answer changes." not in text
