"""A poisoned folder, the whole way: what the check says of it, and what a member would see of it."""

import datetime as dt
from pathlib import Path

import pytest

from bot.app.engine import Engine
from bot.corpus.check import check
from bot.corpus.folder import read_whatever
from bot.corpus.model import Problem, Shelf
from bot.discord_ui import render
from bot.presentation import blocks
from bot.presentation.blocks import QuoteBlock, Reply
from bot.presentation.export import answer_json, answer_text
from bot.retrieval.build import build_snapshot
from tests.hostile.poison import POISONS, write
from tests.hostile.test_replies import hold, texts
from tests.retrieval.conftest import HashingEncoder

TODAY = dt.date(2026, 11, 30)
IDS = [one.id for one in POISONS]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("poison")
    write(root)
    return root


@pytest.fixture(scope="module")
def shelf(folder: Path) -> Shelf:
    return read_whatever(folder)


@pytest.fixture(scope="module")
def problems(folder: Path, shelf: Shelf) -> tuple[Problem, ...]:
    return check(shelf, folder, today=TODAY)


@pytest.fixture(scope="module")
def engine(shelf: Shelf) -> Engine:
    encoder = HashingEncoder(max_tokens=400, dim=512)
    return Engine(shelf, build_snapshot(shelf, encoder), encoder)


@pytest.mark.req("R101", "B27")
@pytest.mark.parametrize("poison", POISONS, ids=IDS)
def test_the_check_names_the_poison(poison, problems):
    found = {problem.code for problem in problems if poison.id in problem.path}
    assert set(poison.codes) <= found


@pytest.mark.req("R21", "R27", "R101", "R102", "R103", "B3", "B27")
@pytest.mark.parametrize("poison", POISONS, ids=IDS)
def test_an_answer_that_quotes_it_does_no_harm(poison, engine):
    answer = engine.answerer.answer(poison.question)
    assert answer.kind == "passages", "the poison is not even quoted"
    assert poison.id in {citation.doc_id for citation in answer.citations}
    reply = blocks.reply(answer)
    parcel = render.render(reply)
    hold(parcel)
    shown = "\n".join(texts(parcel))
    assert [word for word in poison.hidden if word in shown] == []
    assert all(line.url == "" or line.url.startswith("https://example.org/") for line in reply.citations)
    assert answer.lang == poison.lang
    assert engine.answerer.answer(poison.question) == answer


@pytest.mark.req("R101")
@pytest.mark.parametrize("poison", POISONS, ids=IDS)
def test_a_terminal_is_not_commanded(poison, engine):
    text = answer_text(engine.answerer.answer(poison.question))
    assert not [
        c for c in text if c != "\n" and (ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u202e\u2066\u2028")
    ]


@pytest.mark.req("R101", "R103")
@pytest.mark.parametrize(
    ("path", "word"), [("notes.txt", "cellar harp"), ("web.html", "umbrella cactus needs")]
)
def test_files_of_other_kinds_do_no_harm(path, word, shelf):
    (document,) = (one for one in shelf.documents if one.path == path)
    said = "\n\n".join(section.text for section in document.sections)
    assert word in said
    assert "drown" not in said
    reply = Reply(
        lang="en", kind="passages", answer_id="a", lead=(), calculations=(), nearest=(document.title,), notes=(), citations=(),
        quotes=(QuoteBlock(number=1, text=said),),
    )  # fmt: skip
    parcel = render.render(reply)
    hold(parcel)
    assert "\x1b" not in "".join(texts(parcel))


@pytest.mark.req("R101", "R104")
def test_nothing_in_the_folder_changes_an_answer_about_something_else(engine):
    answer = engine.answerer.answer("psu for 2 cards of 300 W and a 100 W cpu")
    assert answer.kind in {"calculation", "both"}
    assert answer_json(answer, answer_text(answer), 1)["lang"] == "en"
    hold(render.render(blocks.reply(answer)))
