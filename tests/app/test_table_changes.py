"""What an edit of a table changes: rows told field by field, a sum asked for each, and a comment that fits."""

from decimal import Decimal
from pathlib import Path

import pytest

from bot.app.answer_changes import Change, Changes, Reranked, as_markdown, compare, recalling
from bot.app.engine import Engine, Place, open_engine
from bot.app.table_changes import MOST_QUESTIONS, TableChange, changes, questions
from bot.corpus.model import Shelf, Term
from bot.domain.hardware import Catalogue, GridCarbon
from tests.cli.conftest import new_encoder

COMMENT = 65_536
"""Characters of a comment on a pull request."""


def carbon(country: str, grams: int) -> GridCarbon:
    return GridCarbon(
        country=country, name=country, g_per_kwh=Decimal(grams), year=2024, source_url="https://e.org", checked_on="2026-11-01"
    )  # fmt: skip


def shelf(*rows: GridCarbon, terms: tuple[Term, ...] = ()) -> Shelf:
    return Shelf(documents=(), catalogue=Catalogue(carbon=rows), glossary=terms)


def test_rows_are_told_apart_field_by_field():
    old = shelf(carbon("DE", 380), carbon("FR", 56), terms=(Term(en=("RAM",)),))
    new = shelf(carbon("DE", 350), carbon("PL", 660), terms=(Term(en=("RAM",), zh_tw=("記憶體",)),))
    assert changes(old, new) == (
        TableChange(table="grid_carbon", row="DE", kind="changed", fields=(("g_per_kwh", "380", "350"),)),
        TableChange(table="grid_carbon", row="FR", kind="removed"),
        TableChange(table="grid_carbon", row="PL", kind="added"),
        TableChange(table="synonyms", row="RAM", kind="changed", fields=(("zh_tw", "[]", "['記憶體']"),)),
    )
    assert changes(old, old) == ()


def test_rows_of_one_name_are_kept_apart():
    old, new = shelf(carbon("DE", 380), carbon("DE", 400)), shelf(carbon("DE", 380), carbon("DE", 410))
    assert [(c.row, c.fields) for c in changes(old, new)] == [("DE · 2", (("g_per_kwh", "400", "410"),))]


def test_each_changed_row_is_asked_about_within_bounds():
    many = [carbon(f"C{n}", 100) for n in range(100)]
    assert questions(shelf(), shelf(many[0])) == ("cost of 600W 12h a day for 30 days in C0",)
    assert len(questions(shelf(), shelf(*many))) == MOST_QUESTIONS


@pytest.fixture
def edited(place: Place, tmp_path: Path) -> Engine:
    """The engine after a card's watts were edited: nothing that is searched, only a sum."""
    table = place.knowledge_dir / "hardware/gpus.csv"
    text = table.read_text("utf-8")
    assert "RTX 3090,,NVIDIA,350," in text
    table.write_text(text.replace("RTX 3090,,NVIDIA,350,", "RTX 3090,,NVIDIA,390,"), "utf-8")
    return open_engine(place.at(place.knowledge_dir, tmp_path / "other"), encoder=new_encoder())


def test_an_edited_row_shows_with_the_sums_that_move(engine: Engine, edited: Engine):
    found = compare(engine, edited, ["what psu for three RTX 3090 and a 100W cpu"])
    (row,) = found.tables
    assert (row.table, row.row) == ("gpus", "RTX 3090")
    assert row.fields == (("board_power_w", "350", "390"),)
    moved = [change.question for change in (*found.recalculated, *found.reworded)]
    assert "what psu for 2x RTX 3090 and a 150W cpu" in moved
    assert "what psu for three RTX 3090 and a 100W cpu" in moved
    assert not found.moved
    assert not found.reranked
    assert "- gpus, RTX 3090: board_power_w 350 → 390" in as_markdown(found)


def test_recalling_engines_answer_the_same_and_encode_no_known_question(engine: Engine, edited: Engine):
    asked: list[str] = []
    encoder = new_encoder()
    encode = encoder.encode_queries
    encoder.encode_queries = lambda texts, progress=None: (asked.extend(texts), encode(texts, progress))[1]
    after = Engine(edited.shelf, edited.snapshot, encoder)
    before, later = recalling(engine, after)
    known = engine.snapshot.index.questions[0].text
    fresh = "is a wasteful supply a problem in summer"
    for question in (known, fresh):
        expected = engine.answerer.answer(question)
        assert before.answerer.answer(question) == expected
        assert later.answerer.answer(question).passages == expected.passages
    assert asked == [engine.snapshot.fold.fold(fresh)]


def test_a_comment_holds_everything_that_is_shown():
    change = Change(
        question="q" * 200,
        section_before="a",
        section_after="b",
        text_before="x" * 2000,
        text_after="y\n" * 1000,
    )
    order = Reranked(
        question="q" * 200, before=("section-of-some-length",) * 5, after=("another-section",) * 5
    )
    row = TableChange(
        table="gpus", row="n" * 60, kind="changed", fields=(("source_url", "u" * 200, "v" * 200),) * 3
    )
    found = Changes(
        asked=9, tables=(row,) * 300, sections_added=(), sections_removed=(), sections_changed=("s" * 40,) * 300,
        moved=(change,) * 300, reworded=(change,) * 300, reranked=(order,) * 300, recalculated=(change,) * 300,
    )  # fmt: skip
    text = as_markdown(found)
    assert len(text) < COMMENT
    assert "**Rows of the tables (300)**" in text
    assert "… and 280 more" in text
    assert text.endswith("has everything.")
