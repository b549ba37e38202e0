"""Second questions that lean on the first: what they change, what they take over, what they leave alone."""

from decimal import Decimal

import pytest

from bot.answering import calculators
from bot.answering.extract.normalise import script
from bot.answering.router import route
from bot.answering.routes import Route
from bot.domain.hardware import Catalogue
from bot.domain.inputs import CostInputs, PsuInputs, RamInputs
from bot.domain.lookup import PartIndex
from bot.domain.model import Lang

D = Decimal
PSU = "psu for 4x 3090 and a 3970X"
RAM = "how much ram for 4x 3090"
COST = "600W a month at 0.30 USD"


@pytest.fixture
def talk(parts_index: PartIndex, parts_catalogue: Catalogue):
    """Routes the last of several questions, each with the calculation before it."""

    def say(*questions: str) -> Route:
        previous = None
        for question in questions:
            lang: Lang = "en" if question.isascii() else script(question, "zh-Hant")
            found = route(question, lang, parts_index, parts_catalogue, previous)
            if found.calculators:
                name, inputs = found.calculators[0]
                previous = calculators.run(name, inputs, parts_catalogue)
        return found

    return say


@pytest.mark.parametrize(
    "second",
    [
        "is 1600W enough?",
        "1600W夠嗎",
        "1600W够吗",
        "is a 1600W power supply enough for that?",
        "would 1600 W do",
        "what about 1600 W?",
    ],
)
def test_watts_after_a_psu_are_a_supply_to_judge(talk, second: str) -> None:
    inputs = talk(PSU, second).calculators[0][1]
    assert isinstance(inputs, PsuInputs)
    assert inputs.supply_w == 1600
    assert [part.name for part in inputs.parts] == ["RTX 3090", "Threadripper 3970X"]


def test_watts_that_something_draws_are_no_supply(talk) -> None:
    assert talk(PSU, "what if it draws 900W").kind == "look_up"


@pytest.mark.parametrize(
    "second", ["with undervolt to 250W", "limited to 250W each?", "限制在250W呢", "降压到250W呢"]
)
@pytest.mark.parametrize("first", [PSU, "4x 3090 and a 3970X for a month at 0.3 EUR"])
def test_cards_can_be_held_to_fewer_watts(talk, first: str, second: str) -> None:
    inputs = talk(first, second).calculators[0][1]
    assert [(part.kind, part.watts) for part in inputs.parts] == [("gpu", 250), ("cpu", 280)]


@pytest.mark.parametrize("second", ["without the cpu", "不算CPU", "just the cards"])
def test_the_cpu_can_be_left_out(talk, second: str) -> None:
    inputs = talk(PSU, second).calculators[0][1]
    assert isinstance(inputs, PsuInputs)
    assert [part.kind for part in inputs.parts] == ["gpu"]
    assert not inputs.cpu_assumed


def test_the_cpu_can_be_left_out_of_a_cost(talk) -> None:
    inputs = talk("2x 3090 and a 5950x for a month at 0.3 EUR", "without the cpu").calculators[0][1]
    assert isinstance(inputs, CostInputs)
    assert (inputs.low_w, inputs.high_w) == (700, 700)


@pytest.mark.parametrize(
    ("questions", "parts"),
    [
        ((RAM, "what psu do they need?"), ["4x RTX 3090"]),
        ((RAM, "電源要多大?"), ["4x RTX 3090"]),
        ((RAM, "what power supply should I buy for those four cards?"), ["4x RTX 3090"]),
        (("tdp of a 3090", "psu for 4 of them?"), ["4x RTX 3090"]),
        (("3090 顯存多大", "電源要幾瓦?"), ["1x RTX 3090"]),
        (
            ("2x 3090 and a 5950x for a month at 0.3 EUR", "what psu do they need?"),
            ["2x RTX 3090", "1x Ryzen 9 5950X"],
        ),
    ],
)
def test_a_psu_for_the_parts_before(talk, questions: tuple[str, ...], parts: list[str]) -> None:
    found = talk(*questions)
    assert found.rule == "follow-up"
    inputs = found.calculators[0][1]
    assert isinstance(inputs, PsuInputs)
    assert [f"{part.count}x {part.name}" for part in inputs.parts] == parts
    assert all(part.source_url for part in inputs.parts)


def test_watts_given_for_a_part_are_taken_over(talk) -> None:
    inputs = talk("2x 3090 limited to 250W each for a month at 0.3 EUR", "psu for those?").calculators[0][1]
    assert isinstance(inputs, PsuInputs)
    assert [(part.name, part.watts) for part in inputs.parts] == [("RTX 3090", 250)]


def test_electricity_for_the_cards_of_a_ram_question(talk) -> None:
    inputs = talk(RAM, "and the electricity for a month at 0.3 EUR?").calculators[0][1]
    assert isinstance(inputs, CostInputs)
    assert (inputs.low_w, inputs.hours, inputs.price_per_kwh) == (1400, 720, D("0.3"))


@pytest.mark.parametrize("second", ["is 32 GB enough?", "32G夠嗎", "32G够吗"])
def test_memory_after_ram_is_judged(talk, second: str) -> None:
    inputs = talk(RAM, second).calculators[0][1]
    assert isinstance(inputs, RamInputs)
    assert (inputs.have_gb, inputs.gpus[0].memory_gb) == (32, 24)


@pytest.mark.parametrize(
    ("questions", "price", "currency"),
    [
        ((COST, "at 0.25 instead"), "0.25", "USD"),
        ((COST, "what about 0.25?"), "0.25", "USD"),
        ((COST, "0.25 instead?"), "0.25", "USD"),
        (("600W 一年 一度3元台幣", "按4算"), "4", "TWD"),
        (("600W 一年 一度0.5元人民币", "那0.8呢"), "0.8", "CNY"),
    ],
)
def test_a_number_after_a_cost_is_a_price(
    talk, questions: tuple[str, ...], price: str, currency: str
) -> None:
    inputs = talk(*questions).calculators[0][1]
    assert isinstance(inputs, CostInputs)
    assert (inputs.price_per_kwh, inputs.currency) == (D(price), currency)


def test_a_number_too_large_for_the_currency_is_asked_about(talk) -> None:
    found = talk(COST, "at 20")
    assert [message.key for message in found.missing] == ["clarify-price-unit"]


@pytest.mark.parametrize(
    ("questions", "country"),
    [
        ((COST, "and in the US?"), "US"),
        ((COST, "in Germany?"), "DE"),
        (("600W 一年 一度3元台幣", "在德國呢"), "DE"),
        (("600W 一年 一度3元台幣", "在德國呢", "in Germany?"), "DE"),
        (("600W 一年 一度0.5元人民币", "德国呢"), "DE"),
    ],
)
def test_another_country_has_another_price(talk, questions: tuple[str, ...], country: str) -> None:
    found = talk(*questions)
    assert found.kind == "calculate"
    inputs = found.calculators[0][1]
    assert isinstance(inputs, CostInputs)
    assert (inputs.country, inputs.price_per_kwh, inputs.currency) == (country, None, None)


def test_a_country_with_a_price_keeps_the_price(talk) -> None:
    inputs = talk(COST, "in Germany at 0.4 EUR?").calculators[0][1]
    assert isinstance(inputs, CostInputs)
    assert (inputs.country, inputs.price_per_kwh, inputs.currency) == ("DE", D("0.4"), "EUR")


def test_two_countries_are_both_calculated(talk) -> None:
    found = talk(COST, "in France and Spain?")
    assert [inputs.country for _, inputs in found.calculators] == ["FR", "ES"]


@pytest.mark.parametrize(
    "second",
    [
        "is it worth buying an ssd?",
        "does that mean I need a big case?",
        "how loud is it",
        "which of those brands is best?",
    ],
)
@pytest.mark.parametrize("first", [PSU, RAM, COST, "tdp of a 3090"])
def test_a_question_about_something_else_is_looked_up(talk, first: str, second: str) -> None:
    assert talk(first, second).kind == "look_up"


def test_cards_without_memory_say_nothing_to_a_ram_question(talk) -> None:
    assert talk(RAM, "and with two 250W cards?").rule != "follow-up"
