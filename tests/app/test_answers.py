"""The engine as Discord asks it: options, restored calculations, languages, citations."""

from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.app.answers import EngineAnswers
from bot.corpus.model import Shelf
from bot.corpus.tables import read_tables
from bot.discord_ui import state
from bot.domain.lookup import PartIndex
from bot.errors import BusyError, InputError

SHIPPED = Path(__file__).parents[2] / "knowledge"


@pytest.fixture
def answers(engine):
    return EngineAnswers(SimpleNamespace(engine=engine))


ASKED = (
    "4x250W gpus and a 150W cpu, what psu",
    "how big a psu for 2x RTX 3090 and a 13900K",
    "四張 3090 配 3970X 要多大的電源",
    "12x RTX 3090 plus epyc 7742, psu?",
    "cost of 600W 12h a day for 30 days at 0.3 eur per kwh",
    "1200W 連跑一週 台灣電費多少",
    "cost of 4x 3090 and a 3970X for a month at $0.2 per kwh with 92% efficiency",
    "how much ram for 3x 3090",
    "一张A100 80G加两张3090 内存最少多少",
)


@pytest.mark.parametrize("question", ASKED)
def test_what_a_message_carries_gives_the_same_calculation_again(answers, question):
    answer = answers.answer(question, "en", None)
    assert answer.calculations, answer.lead
    first = answer.calculations[0]
    carried = state.State(2**60, answer.answer_id, "en", answer.kind, (), first.name, state.trimmed(first))
    ids = state.pack(carried, ("up", "dn", "ed", "sr", "ch"))
    assert ids is not None
    again = answers.restore(first.name, state.unpack(ids.values()).inputs)
    assert again.results == first.results
    assert [step.value for step in again.steps] == [step.value for step in first.steps]
    assert again.headline == first.headline


def loaded(catalogue, index):
    """Answers that can calculate and look parts up, but not search."""
    answerer = SimpleNamespace(index=index)
    return EngineAnswers(
        SimpleNamespace(engine=SimpleNamespace(shelf=Shelf(catalogue=catalogue), answerer=answerer))
    )


@pytest.fixture(scope="module")
def shipped():
    """The answers over the tables that are shipped."""
    catalogue, _, _ = read_tables(SHIPPED)
    return loaded(catalogue, PartIndex(catalogue))


def test_every_part_of_the_tables_comes_back_by_its_name(shipped):
    catalogue = shipped._engine().shelf.catalogue
    for kind, rows in (("gpu", catalogue.gpus), ("cpu", catalogue.cpus)):
        for row in rows:
            before = shipped.calculate("psu", {kind: f"2x {row.name}"})
            again = shipped.restore("psu", state.trimmed(before))
            assert again.results == before.results, row.name
            assert again.inputs == before.inputs, row.name


@pytest.mark.parametrize(
    ("name", "options", "result", "value"),
    [
        ("psu", {"gpu": "4x RTX 3090", "cpu": "Threadripper 3970X"}, "load_w", 1680),
        ("psu", {"gpu": "2x 250W, 1x 1,200W"}, "load_w", 1700),
        ("psu", {"gpu": "4x 250W", "cpu": "150W", "other": "80W、20W"}, "load_w", 1250),
        ("psu", {"gpu": "1x 100W", "efficiency": "50%"}, "wall_w", 200),
        ("cost", {"load": "600 W", "hours_per_day": "10", "days": "10"}, "energy_kwh", 60),
        ("cost", {"load": "600"}, "energy_kwh", 432),
        ("cost", {"load": "1000-1500 W", "hours": "100"}, "energy_kwh_low", 100),
        ("cost", {"load": "2x 350W + 300W", "hours": "100", "price": "0.5", "currency": "usd"}, "cost", 50),
        ("cost", {"load": "2x RTX 3090, Threadripper 3970X", "hours": "100"}, "energy_kwh", 98),
        ("cost", {"parts": "2x 350W", "load": "300 W", "hours": "100"}, "energy_kwh", 100),
        ("cost", {"parts": "2x 350W", "load": "300-400 W", "hours": "100"}, "energy_kwh_low", 100),
        ("cost", {"parts": "2x 350W", "load": "9,300 W", "hours": "100"}, "energy_kwh", 1000),
        ("cost", {"load": "600", "base_kwh": "300", "hours": "100", "country": "TW"}, "energy_kwh", 60),
        ("ram", {"gpu": "3x 12GB", "workload": "normal"}, "minimum_gb", 12),
    ],
)
def test_options_are_read_as_people_type_them(answers, name, options, result, value):
    assert answers.calculate(name, options).results[result] == Decimal(value)


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        ("psu", {}, "err-too-few"),
        ("psu", {"gpu": "RTX 9999"}, "err-part-unknown"),
        ("psu", {"other": "fans"}, "err-watts-missing"),
        ("psu", {"gpu": "1x 100W", "efficiency": "much"}, "err-not-a-number"),
        ("cost", {}, "err-load-missing"),
        ("cost", {"load": "banana", "hours": "1"}, "err-part-unknown"),
        ("cost", {"load": "600", "hours": "nan"}, "err-not-a-number"),
        ("cost", {"load": "600", "price": "0.3"}, "err-currency-missing"),
        ("ram", {"gpu": "2x 12GB", "workload": "mining"}, "err-not-a-choice"),
    ],
)
def test_unusable_options_are_named(answers, name, options, code):
    with pytest.raises(InputError) as caught:
        answers.calculate(name, options)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("name", "inputs"),
    [("psu", {}), ("psu", {"parts": [{"kind": "gpu", "name": "gone"}]}), ("psu", {"parts": "x"}), ("cost", {"low_w": -1}),
     ("nothing", {}), ("ram", {"gpus": [{"memory_gb": 10**9}]})],
)  # fmt: skip
def test_what_fits_no_more_is_refused(answers, name, inputs):
    with pytest.raises(InputError, match="ui-stale-numbers"):
        answers.restore(name, inputs)


@pytest.mark.req("R61")
@pytest.mark.parametrize(
    ("text", "fallback", "lang"),
    [
        ("how big a psu", "zh-Hant", "en"),
        ("4x RTX 3090 + Threadripper 3970X", "zh-Hans", "zh-Hans"),
        ("80%?", "zh-Hant", "zh-Hant"),
        ("600W 24h 0.3 EUR", "zh-Hant", "zh-Hant"),
        ("要多大的電源", "en", "zh-Hant"),
        ("要多大的电源", "zh-Hant", "zh-Hans"),
        ("三四五", "zh-Hans", "zh-Hans"),
        ("三四五", "en", "zh-Hant"),
        ("600W 一年 一度3元", "en", "zh-Hant"),
        ("效率80%呢", "zh-Hans", "zh-Hans"),
        ("", "zh-Hans", "zh-Hans"),
    ],
)
def test_the_script_decides_where_it_tells(answers, engine, text, fallback, lang):
    assert answers.detect(text, fallback) == lang
    assert engine.language(text, fallback) == lang


def test_chinese_of_either_script_is_traditional_on_every_surface(answers, engine):
    question = "600W 一年 一度3元"
    without_hint = engine.answerer.answer(question)
    assert without_hint == answers.answer(question, answers.detect(question, "en"), None)
    assert without_hint.lang == "zh-Hant"
    assert without_hint.calculations[0].results["currency"] == "TWD"


def test_nothing_is_answered_before_the_engine_is_there():
    answers = EngineAnswers(SimpleNamespace(engine=None))
    assert not answers.ready
    for call in (
        lambda: answers.answer("x", "en", None),
        lambda: answers.calculate("psu", {}),
        lambda: answers.suggest("3090", "gpu", "en"),
        lambda: answers.cite((), "en"),
        answers.countries,
        answers.currencies,
    ):
        with pytest.raises(BusyError, match="busy-warming"):
            call()


def test_citations_are_numbered_and_unknown_sections_left_out(answers, engine):
    known = [section.section_id for section in engine.shelf.documents[0].sections][:2]
    found = answers.cite([*known, "no-such-section", known[0]], "zh-Hans")
    assert [citation.number for citation in found] == list(range(1, len(known) + 1))
    assert [citation.section_id for citation in found] == known


def test_names_codes_and_cards(answers):
    assert answers.suggest("3090", "gpu", "en")[0] == "RTX 3090"
    assert answers.gpu("rtx 3090").memory_gb == 24
    with pytest.raises(InputError):
        answers.gpu("RTX 9999")
    assert len(set(answers.countries())) == len(answers.countries())
    assert answers.currencies()[0] == "USD"
