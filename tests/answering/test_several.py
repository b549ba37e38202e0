"""Several questions in one message: where it is cut, what each yields, what is kept whole."""

import pytest

from bot.answering.extract.normalise import script
from bot.answering.router import route
from bot.answering.routes import Route
from bot.answering.several import Several, questions_in, route_each
from bot.domain.hardware import Catalogue
from bot.domain.inputs import CostInputs, PsuInputs
from bot.domain.lookup import PartIndex
from bot.domain.model import Lang


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        (
            "Do PCIe lanes matter? And what about CPU clock?",
            ("Do PCIe lanes matter?", "what about CPU clock?"),
        ),
        ("how many cores per gpu and how much ram", ("how many cores per gpu", "how much ram")),
        (
            "Is NVMe worth it and how many monitors do I need?",
            ("Is NVMe worth it", "how many monitors do I need?"),
        ),
        ("RAM 時脈重要嗎 還有 要多少 GB", ("RAM 時脈重要嗎", "ram 要多少 GB")),
        ("SSD是必要的吗？还有CPU要几核？", ("SSD是必要的吗？", "CPU要几核？")),
        ("水冷好嗎？電源要多大？", ("水冷好嗎？", "電源要多大？")),
        (
            "兩張4090跟一顆7950X 電源供應器要多大 電費一個月多少",
            ("兩張4090跟一顆7950X 電源供應器要多大", "電費一個月多少"),
        ),
        (
            "psu for 2x 4090 and what does it cost per month",
            ("psu for 2x 4090", "what does it cost per month"),
        ),
        (
            "I have two 4090s. What PSU do I need? Does RAM speed matter?",
            ("I have two 4090s. What PSU do I need?", "Does RAM speed matter?"),
        ),
        ("GPU要買幾張 主機板怎麼選 電源要幾瓦", ("GPU要買幾張", "主機板怎麼選", "電源要幾瓦")),
    ],
)
def test_a_message_is_cut_into_its_questions(text: str, questions: tuple[str, ...]) -> None:
    assert questions_in(text) == questions


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?",
        "does ram speed matter",
        "Do I need ECC RAM or a Xeon, and why?",
        "How loud is it and is it hot?",
        "If I buy a 3090, what PSU do I need?",
        "when do pcie lanes start to matter, how many cards",
        "I have 4x 3090 and a 3970X. How big should the PSU be?",
        "Should I buy an SSD and does it make training faster",
        "85%跟92%效率的電源 600W 24小時一個月 一度4元 差多少錢",
        "只有一張顯卡 有必要買到頂級 CPU 嗎",
        "電源要多大，2張4090 7950X",
        "4張3090跟3970X，電源夠不夠？",
        "How big a PSU? How much RAM? How many cores? Which case?",
    ],
)
def test_one_question_stays_whole(text: str) -> None:
    assert questions_in(text) == ()


@pytest.fixture
def final(parts_index: PartIndex, parts_catalogue: Catalogue):
    """The route that is answered: of each question, else of the whole."""

    def routed(text: str) -> Route:
        lang: Lang = "en" if text.isascii() else script(text, "zh-Hant")
        whole = route(text, lang, parts_index, parts_catalogue)
        found = route_each(text, lang, parts_index, parts_catalogue, None, whole)
        return found.route if found else whole

    return routed


@pytest.fixture
def each(parts_index: PartIndex, parts_catalogue: Catalogue):
    """Routes each question of a message."""

    def routed(text: str) -> Several | None:
        lang: Lang = "en" if text.isascii() else script(text, "zh-Hant")
        whole = route(text, lang, parts_index, parts_catalogue)
        return route_each(text, lang, parts_index, parts_catalogue, None, whole)

    return routed


@pytest.mark.parametrize(
    "text",
    [
        "psu for 2x 4090 and a 7950X and what does it cost per month",
        "兩張4090跟一顆7950X 電源供應器要多大 電費一個月多少",
        "两张4090 一颗7950X 电源要多大？电费一个月多少？",
    ],
)
def test_a_size_is_not_held_back_by_a_missing_price(final, text: str) -> None:
    found = final(text)
    assert found.kind == "calculate"
    (_, psu), (_, cost) = found.calculators
    assert isinstance(psu, PsuInputs)
    assert sum(part.watts * part.count for part in psu.parts) == 1070
    assert isinstance(cost, CostInputs)
    assert (cost.low_w, cost.hours, cost.price_per_kwh) == (1070, 720, None)


def test_what_cannot_be_calculated_is_asked_beside_what_is_looked_up(each) -> None:
    found = each("水冷好嗎？電源要多大？")
    assert found.look_ups == ("水冷好嗎？",)
    assert [message.key for message in found.route.missing] == ["clarify-gpu", "clarify-cpu"]


def test_a_calculation_and_a_question_to_the_guide(each) -> None:
    found = each("psu for 2x 3090 and 3970x? Does RAM speed matter?")
    assert [name for name, _ in found.route.calculators] == ["psu"]
    assert found.look_ups == ("Does RAM speed matter?",)
    assert found.route.missing == ()


@pytest.mark.parametrize(
    "text",
    [
        "What PSU for 4x 3090? Is 1600W PSU enough?",
        "psu for 3090? psu for 4090?",
    ],
)
def test_nothing_is_gained_by_splitting(each, text: str) -> None:
    assert each(text) is None or not each(text).look_ups


@pytest.mark.parametrize(
    ("text", "loads"),
    [
        ("psu for a 3090? psu for 2x 4090?", [350, 900]),
        ("4張3090電源要多大？兩張4090電源要多大？", [1400, 900]),
    ],
)
def test_parts_of_two_machines_are_no_sum(final, text: str, loads: list[int]) -> None:
    found = final(text)
    inputs = [inputs for _, inputs in found.calculators]
    assert all(isinstance(one, PsuInputs) for one in inputs)
    assert [sum(part.watts * part.count for part in one.parts) for one in inputs] == loads
