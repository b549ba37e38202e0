"""Any question whatever is read, routed and answered without an error, within bounds, and always the same way."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.answering import calculators, clean
from bot.answering.extract.read import read
from bot.answering.extract.tokens import MAX_CHARS
from bot.answering.router import Route, route
from bot.domain.calculation import Calculation
from bot.domain.hardware import Catalogue
from bot.domain.lookup import PartIndex
from bot.domain.model import LANGS
from bot.errors import InputError
from bot.presentation.blocks import calculation_block
from tests.hostile.budget import budget
from tests.hostile.strategies import HUGE_LINES, LONE, NUL, RTL, huge, nasty

LANG = st.sampled_from(LANGS)
QUESTION = st.one_of(
    nasty(),
    st.builds(
        "{} {} {}".format,
        st.sampled_from(["psu for", "cost of", "ram for", "電費", "copy"]),
        nasty(4),
        st.just("?"),
    ),
)


@pytest.fixture(scope="module")
def previous(index: PartIndex, tables: Catalogue) -> Calculation:
    chosen = route("psu for 4x 3090 and a 3970x", "en", index, tables)
    name, inputs = chosen.calculators[0]
    return calculators.run(name, inputs, tables)


def worded(chosen: Route, lang: str, tables: Catalogue) -> int:
    """How many characters the calculations of a route come to; what a person gave may be refused."""
    size = 0
    for name, inputs in chosen.calculators:
        try:
            size += len(calculation_block(calculators.run(name, inputs, tables), lang).model_dump_json())
        except InputError as fault:
            size += len(str(calculators.complaint(fault)))
    return size


@pytest.mark.req("R101")
@budget(120)
@given(question=QUESTION, lang=LANG)
@example(question=f"4x 3090{NUL} {RTL}psu{LONE}?", lang="en")
@example(question="1" * 500 + " W psu", lang="en")
@example(question="十" * 500 + "瓦電費", lang="zh-Hant")
def test_any_question_is_read_within_bounds(question, lang, index):
    reading = read(question, index, lang)
    assert reading == read(question, index, lang)
    assert len(reading.text) <= MAX_CHARS
    items = [*reading.groups, *reading.durations, *reading.prices, *reading.faults]
    for start, end in (item.span for item in items):
        assert 0 <= start <= end <= len(reading.text)
    assert all(fault.text in reading.text and len(fault.text) <= 40 for fault in reading.faults)


@pytest.mark.req("R101")
@budget(120)
@given(question=QUESTION, lang=LANG, follows=st.booleans())
def test_any_question_is_routed_and_calculated(question, lang, follows, index, tables, previous):
    before = previous if follows else None
    chosen = route(question, lang, index, tables, before)
    assert chosen == route(question, lang, index, tables, before)
    assert worded(chosen, lang, tables) < 20_000
    assert len(chosen.missing) <= 10


@budget(120)
@given(nasty())
def test_a_clean_question_holds_nothing_that_hides(question):
    cleaned = clean.clean(question)
    assert clean.clean(cleaned) == cleaned
    assert len(cleaned) <= len(question)
    assert not set(cleaned) & {RTL, NUL, LONE, "\n", "\x1b", "\u200b", "\ufeff"}
    cleaned.encode()  # nothing that UTF-8 refuses


@pytest.mark.parametrize("piece", HUGE_LINES)
def test_a_megabyte_is_no_more_work_than_a_question(piece, index, tables):
    begun = time.process_time()
    chosen = route(huge(piece), "en", index, tables)
    assert time.process_time() - begun < 3
    assert worded(chosen, "en", tables) < 20_000
