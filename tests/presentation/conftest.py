"""One calculation and one answer to lay out."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from bot.answering.model import Answer, Citation
from bot.domain.calculation import Calculation
from bot.domain.inputs import PowerPart, PsuInputs
from bot.domain.model import Message
from bot.domain.psu import psu
from bot.retrieval.model import Hit, Passage


@pytest.fixture
def calculation() -> Calculation:
    """Four cards of 250 W and a processor of 150 W, 92 % efficient."""
    parts = (
        PowerPart(kind="gpu", count=4, watts=Decimal(250)),
        PowerPart(kind="cpu", name="Test 1", watts=Decimal(150)),
    )
    return psu(PsuInputs(parts=parts, efficiency=Decimal("0.92")))


@pytest.fixture
def citation() -> Callable[..., Citation]:
    def _citation(**changes) -> Citation:
        plain = {
            "number": 1, "doc_id": "power", "section_id": "psu-size-rule", "title": "How large?",
            "heading_path": ("Power", "How large?"), "path": "guide/power.en.md", "first_line": 3, "last_line": 9,
            "url": "https://example.org/guide", "source_title": "Guide", "source_date": "2018-12-16",
            "reviewed": "2026-01-01", "quotes": ("Add the watts.", "A 1400 W unit suits."),
        }  # fmt: skip
        return Citation.model_validate(plain | changes)

    return _citation


@pytest.fixture
def answer(calculation: Calculation, citation) -> Callable[..., Answer]:
    def _answer(**changes) -> Answer:
        passage = Passage(
            passage_id="p1", section_id="psu-size-rule", doc_id="power", heading_path=("Power", "How large?"),
            lang="en", path="guide/power.en.md", text="Add the watts. A 1400 W unit suits.", first_line=4, last_line=6,
        )  # fmt: skip
        plain = {
            "question": "what psu", "lang": "en", "kind": "both", "calculations": (calculation,),
            "passages": tuple(Hit(passage=passage, score=1 / 3, rank=rank) for rank in (1, 2, 3)),
            "citations": (citation(),), "notes": (Message(key="knowledge-no-gaps"),), "answer_id": "0123456789",
            "version": "v1",
        }  # fmt: skip
        return Answer.model_validate(plain | changes)

    return _answer
