"""Questions → rules → routes, follow-ups included."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.answering import calculators
from bot.answering.router import route
from bot.answering.routes import Route
from bot.answering.rules import RULES
from bot.domain.calculation import Calculation
from bot.domain.hardware import Catalogue
from bot.domain.lookup import PartIndex
from bot.domain.model import Lang
from bot.i18n import catalogue as messages

D = Decimal


@pytest.fixture(scope="module")
def ask(parts_index: PartIndex, parts_catalogue: Catalogue):
    """Route a question."""

    def _ask(text: str, lang: Lang = "en", previous: Calculation | None = None) -> Route:
        return route(text, lang, parts_index, parts_catalogue, previous)

    return _ask


@pytest.fixture(scope="module")
def talk(ask, parts_catalogue: Catalogue):
    """Ask questions one after the other, each after the calculation before it; the last route is returned."""

    def _talk(*questions: str, lang: Lang = "en") -> Route:
        previous: Calculation | None = None
        for question in questions:
            found = ask(question, lang, previous)
            if found.kind in {"calculate", "both"}:
                previous = calculators.run(*found.calculators[0], parts_catalogue)
        return found

    return _talk


@pytest.mark.parametrize(
    ("text", "rule", "kind"),
    [
        ("how profitable is mining with 4x 3090 at 10 cents per kwh", "not-ours", "look_up"),
        ("what fps does a 4090 get", "not-ours", "look_up"),
        ("will 4x 3090 trip a 15 amp breaker", "not-ours", "look_up"),
        ("m1的macbook能拿来训练不", "not-ours", "look_up"),
        ("電源供應器買哪個牌子 海韻還是振華", "not-ours", "look_up"),
        ("rent a100 per hour price", "not-ours", "look_up"),
        ("corsair 1000w psu enough for a 4090 and 13900k?", "psu-size", "calculate"),
        ("psu for gaming and training on a 3090 and 5800x, what size", "psu-size", "calculate"),
        ("9**9**9 watts, which psu", "not-a-number", "clarify"),
        ("batch of 32 images 225x225x3 floats over pcie x16", "copy-time", "calculate"),
        ("read 32 images 225x225x3 floats from a 100 MB/s disk", "disk-time", "calculate"),
        ("500MB over pcie gen 3", "copy-time", "calculate"),
        ("500MB file", "guide", "look_up"),
        ("how much ram for 2x 3090", "ram-size", "calculate"),
        ("16G 記憶體配 24G 顯示卡跑得動嗎", "ram-size", "both"),
        ("how much ram for my cards", "ram-gaps", "clarify"),
        ("does ram speed matter", "guide", "look_up"),
        ("A100 記憶體是40還是80 GB", "spec", "calculate"),
        ("4x 3090 + 3970x psu", "psu-size", "calculate"),
        ("why 4x250 + 150 gives 1250 W in the psu example", "guide", "look_up"),
        ("what psu do i need", "psu-gaps", "clarify"),
        ("is 850w enough for a 3090 and 5950x", "psu-size", "calculate"),
        ("600w for a month", "load-over-time", "clarify"),
        ("600瓦跑一個月", "load-over-time", "clarify"),
        ("1kW 24/7", "load-over-time", "clarify"),
        ("600w for a month in germany", "load-over-time", "calculate"),
        ("600w for a month, is that safe", "guide", "look_up"),
        ("co2 of running 1500w for two weeks in taiwan", "cost", "calculate"),
        ("how much carbon does 800w for a year emit", "cost", "clarify"),
        ("why does a psu for a 3090 lose 10%", "guide", "look_up"),
        ("is 0.3 eur per kwh for 600W worth it", "guide", "look_up"),
        ("how many watts does it take", "guide", "look_up"),
        ("should the psu cover gpus i buy later", "guide", "look_up"),
        ("price is 20", "price-unit", "clarify"),
        ("25 cents per kwh", "price-only", "clarify"),
        ("600W for two weeks at 20 cents per kwh", "cost", "calculate"),
        ("1000W 開一天幾度電怎麼算", "cost", "both"),
        ("1000-1500 watts for two weeks, how many euros", "guide-load", "both"),
        ("德國 20 cent 一度 跑 4 GPU 兩個禮拜 about how much EUR, ballpark", "guide-worked-cost", "look_up"),
        ("electricity bill for 4 gpus for two weeks", "guide-worked-cost", "look_up"),
        ("carbon footprint of running gpus for a year", "guide", "look_up"),
        ("4x3090 + 3970x", "parts-only", "calculate"),
        ("hello", "guide", "look_up"),
        ("", "guide", "look_up"),
    ],
)
def test_rules(ask, text: str, rule: str, kind: str) -> None:
    found = ask(text)
    assert (found.rule, found.kind) == (rule, kind)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("psu and ram for 2x 3090 and 3970x", ["psu", "ram"]),
        ("2張3090配3970X 電源要幾瓦 記憶體最少多少", ["psu", "ram"]),
        (
            "what psu for 4x 2080 ti and 1950x, and what does a week of 24/7 cost at 15 cents per kwh",
            ["psu", "cost"],
        ),
        ("how much ram and what psu for 2x 4090 + 7950x", ["psu", "ram"]),
        ("rig: 2x 3090, 3970x, 128GB RAM, psu size?", ["psu"]),
        ("600w, 92% efficient psu, 12h a day for 30 days, 12.5 cents per kwh", ["cost"]),
        ("is 32gb ram enough for 2x 4090", ["ram"]),
    ],
)
def test_two_parts_get_two_calculations(ask, text: str, names: list[str]) -> None:
    assert [name for name, _ in ask(text).calculators] == names


def test_the_rules_are_ordered_and_named() -> None:
    assert [rule.__name__ for rule in RULES] == [
        "_not_ours", "_faulty", "_copy", "_spec", "_several", "_ram", "_psu", "_price_only", "_cost", "_parts_only",
        "_load_over_time",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("questions", "calculator", "check"),
    [
        (("psu for 2x 3090 and 3970x", "what about 3 cards"), "psu", lambda i: i.parts[0].count == 3),
        (("2張3090配3970X電源多大", "那三張呢"), "psu", lambda i: i.parts[0].count == 3),
        (("2張3090配3970X電源多大", "那兩張呢"), "psu", lambda i: i.parts[0].count == 2),
        (
            ("2x 3090 + 3970x psu", "換成4090呢"),
            "psu",
            lambda i: (i.parts[0].name, i.parts[0].count) == ("RTX 4090", 2),
        ),
        (
            ("psu for 2x 3090 and 3970x", "and with 3 x 4090?"),
            "psu",
            lambda i: (i.parts[0].name, i.parts[0].count) == ("RTX 4090", 3),
        ),
        (("psu for 2x 3090", "and a 5950x"), "psu", lambda i: not i.cpu_assumed and len(i.parts) == 2),
        (("psu for 2x 3090", "with 90% efficiency?"), "psu", lambda i: i.efficiency == D("0.9")),
        (("psu for 2x 3090 and 3970x", "and how much ram?"), "ram", lambda i: i.gpus[0].count == 2),
        (
            ("psu for 2x 3090 and 3970x", "and two weeks of that at 20 cents per kwh?"),
            "cost",
            lambda i: (i.low_w, i.hours, i.price_per_kwh) == (980, 336, D("0.2")),
        ),
        (
            ("600w 12h a day for a month at 12.5 cents", "and with 80% efficiency?"),
            "cost",
            lambda i: (i.efficiency, i.hours) == (D("0.8"), 360),
        ),
        (
            ("600w 12h a day for a month at 12.5 cents", "and with 80% vs 90% efficient psu?"),
            "cost",
            lambda i: (i.efficiency, i.other_efficiencies) == (D("0.8"), (D("0.9"),)),
        ),
        (("600w 12h a day for a month at 12.5 cents", "what about 24/7"), "cost", lambda i: i.hours == 720),
        (("600w 12h a day for a month at 12.5 cents", "for two weeks?"), "cost", lambda i: i.hours == 168),
        (("600w 100 hours at 12.5 cents", "8 hours a day"), "cost", lambda i: i.hours_per_day == 8),
        (
            ("600w for two weeks at 0.2 eur", "and at 30 cents"),
            "cost",
            lambda i: (i.price_per_kwh, i.currency) == (D("0.3"), "EUR"),
        ),
        (("600w for two weeks at 0.2 eur", "what if it draws 900W"), "cost", lambda i: i.low_w == 900),
        (("600w for two weeks at 0.2 eur", "how about in france"), "cost", lambda i: i.country == "FR"),
        (
            ("600w for two weeks at 3 NT$", "and if the household uses 300 kWh a month"),
            "cost",
            lambda i: i.base_kwh_per_month == 300,
        ),
        (
            ("2x 3090 for two weeks at 0.2 eur", "what about 4 cards"),
            "cost",
            lambda i: (i.low_w, i.parts[0].count) == (1400, 4),
        ),
        (
            ("2x 3090 for two weeks at 0.2 eur", "and the same rig with 3 cards"),
            "cost",
            lambda i: i.low_w == 1050,
        ),
        (("how much ram for 2x 3090", "and 4 of them?"), "ram", lambda i: i.gpus[0].count == 4),
        (("how much ram for 2x 3090", "what about a100 80gb"), "ram", lambda i: i.gpus[0].memory_gb == 80),
        (("how much ram for 2x 3090", "with kaggle"), "ram", lambda i: i.workload == "kaggle"),
        (("psu for 2x 3090 and 3970x", "4x 4090 with 7950x psu?"), "psu", lambda i: i.parts[0].count == 4),
        (
            ("600w for two weeks at 0.2 eur", "and what psu for 2x 3090 and a 3970x?"),
            "psu",
            lambda i: len(i.parts) == 2,
        ),
    ],
)
def test_follow_ups(talk, questions: tuple[str, ...], calculator: str, check) -> None:
    found = talk(*questions)
    assert found.kind == "calculate"
    name, inputs = found.calculators[0]
    assert name == calculator
    assert check(inputs), inputs


@pytest.mark.parametrize(
    ("second", "kind"),
    [
        ("why 10 percent", "look_up"),
        ("does ram speed matter", "look_up"),
        ("and which psu brand?", "look_up"),
        ("thanks, that is all i wanted to know today", "look_up"),
        ("ok", "look_up"),
        ("and per hour?", "look_up"),
        ("and the weather?", "look_up"),
        ("那 RTX 9090 呢", "clarify"),
        ("what about -3 cards", "clarify"),
        ("what about 150% efficiency", "clarify"),
    ],
)
def test_not_every_second_question_is_a_follow_up(talk, second: str, kind: str) -> None:
    assert talk("psu for 2x 3090 and 3970x", second).kind == kind


def test_a_follow_up_on_ram_or_cost_may_need_a_question_back(talk) -> None:
    assert talk("how much ram for 2x 3090", "and for 3060s?").kind == "clarify"
    assert talk("2x 3090 for two weeks at 0.2 eur", "and with RTX 9090?").kind == "clarify"
    asked = talk("psu for 2x 3090 and 3970x", "and how much money is that in two weeks?")
    assert asked.kind == "clarify"
    assert asked.calculators[0][0] == "cost"


def test_watts_only_parts_have_no_memory_to_carry_over(talk) -> None:
    assert talk("psu for 2x 300W gpus and a 150W cpu", "and how much ram?").kind == "look_up"


def test_nothing_to_merge_into_other_calculators(talk) -> None:
    assert talk("500MB over pcie x16", "and 24/7?").kind != "calculate"
    assert talk("500MB over pcie x16", "and how much ram?").kind == "look_up"
    assert talk("600W for 100 hours at 0.2 eur", "and per hour?").kind == "look_up"


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
@pytest.mark.parametrize(
    "text",
    [
        "what psu do i need", "psu for 2x RTX 9090", "psu for a 3080 and 5950x", "ram for a 3060", "price is 20",
        "9**9 watts psu", "psu for 0 gpus of 0 watts", "600W for -2 weeks", "600W for 2 weeks at -3 cents",
        "600W 30h a day for a month", "2000000W for two weeks", "-3 kWh at 20 cents per kwh", "psu 150% efficient 2x 3090",
        "500W for a month", "running for a year costs?", "psu for 3 cards, 0 GB each", "how much ram for 0GB cards", "ram for rtx 9090",
        "99999GB over pcie x16", "2x 3060 and 3970x psu", "psu for a100 80gb and 3970x", "300 kWh at 20 cents per kwh",
        "24/7 at 600W and 20 cents per kwh", "600W for a year at 3", "600W for two weeks at 4塊", "600W two weeks, power is 0.3 eur",
        "30 kWh for how much at 1e12 eur per kwh",
    ],
)  # fmt: skip
def test_every_message_is_worded_in_every_language(ask, text: str, lang: Lang) -> None:
    found = ask(text, lang)
    for message in (*found.missing, *found.assumptions):
        assert messages.say(message, lang)


@given(
    st.lists(
        st.sampled_from(
            [
                "psu",
                "電源",
                "多大",
                "how",
                "much",
                "ram",
                "內存",
                "cost",
                "電費",
                "4x",
                "2張",
                "0",
                "-1",
                "1e308",
                "250W",
                "3090",
                "3970X",
                "RTX",
                "9090",
                "3060",
                "GPUs",
                "cpu",
                "兩週",
                "24/7",
                "20",
                "cents",
                "per",
                "kWh",
                "一度",
                "4元",
                "80%",
                "efficient",
                "and",
                "換成",
                "what",
                "about",
                "呢",
                "100",
                "MB/s",
                "225x225x3",
                "x16",
                "24G",
            ]
        ),
        max_size=12,
    )
)
@settings(max_examples=150, deadline=None)
def test_whatever_is_routed_can_be_calculated(
    parts_index: PartIndex, parts_catalogue: Catalogue, words: list[str]
) -> None:
    found = route(" ".join(words), "zh-Hant", parts_index, parts_catalogue)
    for name, inputs in found.calculators:
        done = calculators.run(name, inputs, parts_catalogue)
        again = route(" ".join(reversed(words)), "en", parts_index, parts_catalogue, done)
        for other, more in again.calculators:
            calculators.run(other, more, parts_catalogue)
