"""A reading becomes inputs, assumptions, or questions that name what is missing."""

from decimal import Decimal

import pytest

from bot.answering.extract.places import CURRENCY_OF
from bot.answering.extract.read import read
from bot.answering.plan import plan_copy, plan_disk, plan_psu, plan_ram
from bot.answering.plan_cost import plan_cost
from bot.answering.planned import Plan
from bot.domain.inputs import CopyInputs, CostInputs, DiskInputs, PsuInputs, RamInputs
from bot.domain.lookup import PartIndex

D = Decimal


def asked(plan: Plan) -> list[str]:
    return [message.key.removeprefix("clarify-") for message in plan.missing]


def assumed(plan: Plan) -> list[str]:
    return [message.key.removeprefix("assume-") for message in plan.assumptions]


@pytest.fixture
def psu(parts_index: PartIndex):
    return lambda text, lang="en": plan_psu(read(text, parts_index, lang))


@pytest.fixture
def ram(parts_index: PartIndex):
    return lambda text, lang="en": plan_ram(read(text, parts_index, lang))


@pytest.fixture
def cost(parts_index: PartIndex):
    return lambda text, lang="en": plan_cost(read(text, parts_index, lang))


@pytest.mark.parametrize(
    ("text", "supply", "parts"),
    [
        ("is 850w enough for a 3090 and 5950x", 850, 2),
        ("750W的电源带得动3080 10g吗", 750, 1),
        ("1000w psu for 2x 3090 ok?", 1000, 1),
        ("我有 850W 電源 想加第二張 3090 夠嗎", 850, 1),
        ("my psu is 850w, i have a 3090 and 5950x", 850, 2),
        ("電源只有 650W 想裝 3090 撐得住嗎", 650, 1),
        ("psu 1600W 跑四張 3090 行嗎", 1600, 1),
        ("can i run 2x 4090 on 1000W?", 1000, 1),
        ("1200w 夠不夠 4090 x2", 1200, 1),
        ("gpu 350w psu 850w cpu 125w enough?", 850, 2),
        ("psu: 4x250W + 150W", None, 2),
        ("psu 700W of gpus and 150w cpu", None, 2),
        ("what psu for a 600W 4090", None, 1),
    ],
)
def test_the_askers_supply_is_judged_and_is_no_load(psu, text: str, supply: int | None, parts: int) -> None:
    inputs = psu(text).inputs
    assert isinstance(inputs, PsuInputs)
    assert inputs.supply_w == supply
    assert len(inputs.parts) == parts


# -- PSU -------------------------------------------------------------------------------------------------------


def test_psu_takes_figures_from_the_tables_with_their_source(psu) -> None:
    inputs = psu("2x 3090 and a 13900k psu").inputs
    assert isinstance(inputs, PsuInputs)
    gpu, cpu = inputs.parts
    assert (gpu.name, gpu.count, gpu.watts, gpu.memory_gb) == ("RTX 3090", 2, 350, 24)
    assert gpu.connectors == "2x8-pin"
    assert (cpu.watts, cpu.peak_w) == (125, 253)
    assert gpu.source_url
    assert cpu.checked_on


def test_stated_watts_win_over_the_table(psu) -> None:
    inputs = psu("2x 3090 (280W each) + 3970x psu").inputs
    assert isinstance(inputs, PsuInputs)
    gpu = inputs.parts[0]
    assert (gpu.name, gpu.watts, gpu.memory_gb, gpu.source_url) == ("RTX 3090", 280, 24, "")


def test_an_unknown_name_with_watts_is_calculated_under_that_name(psu) -> None:
    inputs = psu("2x RTX 9090 (500W each) + 3970x psu").inputs
    assert isinstance(inputs, PsuInputs)
    assert (inputs.parts[0].name, inputs.parts[0].watts) == ("rtx 9090", 500)


@pytest.mark.parametrize(
    ("text", "cpu_assumed"),
    [
        ("psu for 4x 3090", True),
        ("psu for 4x 3090 and 3970x", False),
        ("psu for the gpus alone, 4x 3090", False),
        ("4x 3090 plus 200W for the rest", False),
        ("components total 1150W, psu?", False),
    ],
)
def test_no_cpu_is_an_assumption_unless_excluded(psu, text: str, cpu_assumed: bool) -> None:
    inputs = psu(text).inputs
    assert isinstance(inputs, PsuInputs)
    assert inputs.cpu_assumed is cpu_assumed


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("psu?", ["gpu", "cpu"]),
        ("a卡加锐龙9 电源多大合适", ["gpu", "cpu"]),
        ("psu for a 3090 and an i9", ["cpu"]),
        ("psu for two cards and a 150w cpu", ["gpu"]),
        ("psu for a 5950x", ["gpu"]),
        ("psu for RTX 9090 and 5950x", ["unknown-part"]),
        ("psu for a 3080 and 5950x", ["which-part"]),
        ("psu for 2.5 cards of 300W", ["range-count"]),
        ("psu for 100 cards of 300W", ["range-count"]),
        ("psu for 0 gpus of 0 W", ["range-count", "range-watts"]),
        ("psu for a 6000W gpu", ["range-watts"]),
        ("psu for NaN watts", ["not-a-number"]),
        ("psu 150% efficient, 2x 3090", ["range-efficiency"]),
        ("psu for " + " + ".join(f"{i}W gpu" for i in range(100, 140)), ["range-parts"]),
    ],
)
def test_psu_questions(psu, text: str, questions: list[str]) -> None:
    plan = psu(text)
    assert (plan.inputs, asked(plan)) == (None, questions)


def test_unknown_names_come_with_the_nearest_three(psu) -> None:
    (message,) = psu("psu for RTX 9090 and 5950x").missing
    assert message.args["part"] == "rtx 9090"
    assert len(str(message.args["nearest"]).split(", ")) == 3


def test_a_name_of_several_rows_with_equal_watts_is_taken_and_said(psu) -> None:
    plan = psu("psu for 2x 3060 and 3970x")
    assert plan.inputs is not None
    assert assumed(plan) == ["part"]


def test_a_board_is_meant_where_the_module_differs(psu) -> None:
    plan = psu("psu for 2x A100 80GB and 3970x")
    assert isinstance(plan.inputs, PsuInputs)
    assert plan.inputs.parts[0].name == "A100 80GB PCIe"
    assert assumed(plan) == ["board"]


def test_memory_said_apart_from_the_name_picks_the_row(psu, ram) -> None:
    inputs = ram("ram for one 32GB V100").inputs
    assert isinstance(inputs, RamInputs)
    assert inputs.gpus[0].name == "Tesla V100 32GB PCIe"
    inputs = psu("psu for two 80GB A100 and 3970x").inputs
    assert isinstance(inputs, PsuInputs)
    assert inputs.parts[0].name == "A100 80GB PCIe"


def test_an_existing_psu_and_repeated_names_are_no_loads(psu) -> None:
    inputs = psu("is 1200W enough for a 3090, that is 2x 3090 and 3970x").inputs
    assert isinstance(inputs, PsuInputs)
    assert [(p.name, p.count) for p in inputs.parts] == [("RTX 3090", 2), ("Threadripper 3970X", 1)]


# -- RAM -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "workload"),
    [
        ("ram for 2x 3090", "normal"),
        ("ram for 2x 3090 and kaggle", "kaggle"),
        ("ram for 2x 3090, lots of preprocessing", "preprocessing"),
        ("ram for 2x 3090 with big datasets", "large_data"),
    ],
)
def test_ram_workload(ram, text: str, workload: str) -> None:
    inputs = ram(text).inputs
    assert isinstance(inputs, RamInputs)
    assert (inputs.gpus[0].name, inputs.gpus[0].count, inputs.workload) == ("RTX 3090", 2, workload)


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("ram for my cards", ["memory"]),
        ("ram for a 3060", ["which-part"]),
        ("ram for RTX 9090", ["unknown-part-memory"]),
        ("ram for 2 cards of 0 GB", ["range-memory"]),
        ("ram for 9**9 gpus", ["not-a-number"]),
        ("ram", ["memory"]),
    ],
)
def test_ram_questions(ram, text: str, questions: list[str]) -> None:
    plan = ram(text)
    assert (plan.inputs, asked(plan)) == (None, questions)


def test_ram_for_stated_memory_needs_no_table(ram) -> None:
    inputs = ram("ram for 2x RTX 9090 48GB").inputs
    assert isinstance(inputs, RamInputs)
    assert (inputs.gpus[0].memory_gb, inputs.gpus[0].source_url) == (48, "")


def test_ram_of_one_name_in_two_forms(ram) -> None:
    plan = ram("ram for 2x A100 80GB")
    assert plan.inputs is not None
    assert assumed(plan) == ["part"]


# -- cost ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "hours", "per_day", "days", "notes"),
    [
        ("600W for 100 hours at 0.2 eur", 100, None, None, []),
        ("600W for two weeks at 0.2 eur", 336, None, 14, []),
        ("600W 24/7 for two weeks at 0.2 eur", 336, 24, 14, []),
        ("600W for a month at 0.2 eur", 720, None, 30, ["month-days"]),
        ("600W for a year at 0.2 eur, 24/7", 8760, 24, 365, ["year-days"]),
        ("600W 12h a day for 30 days at 0.2 eur", 360, 12, 30, []),
        ("600W 12h a day at 0.2 eur", 360, 12, 30, ["period-month"]),
        ("600W 24/7 at 0.2 eur", 720, 24, 30, ["period-month"]),
        ("600W 8h a day, 5 days a week for 4 weeks at 0.2 eur", 160, 8, 28, []),
        ("600W 8h a day, 9 days a week for 4 weeks at 0.2 eur", 224, 8, 28, []),
        ("600W for 2 weeks and 3 days at 0.2 eur", 408, None, 17, []),
        ("600W per day at 0.2 eur", 24, None, 1, []),
        ("600W for 30 minutes at 0.2 eur", D("0.5"), None, None, []),
        ("168 kWh in one week at 0.2 eur per kwh", 168, None, 7, []),
        ("300 kWh at 0.2 eur per kwh", 300, None, None, ["energy-as-load"]),
    ],
)
def test_hours(cost, text: str, hours, per_day, days, notes: list[str]) -> None:
    plan = cost(text)
    assert isinstance(plan.inputs, CostInputs)
    found = plan.inputs
    assert (found.hours, found.hours_per_day, found.days) == (hours, per_day, days)
    assert [n for n in assumed(plan) if n not in {"per-kwh", "currency"}] == notes


@pytest.mark.parametrize(
    ("text", "lang", "currency", "is_assumed"),
    [
        ("1000W two weeks at 0.2 EUR per kwh", "en", "EUR", False),
        ("1000W two weeks at 20 cents per kwh", "en", "USD", True),
        ("1000W two weeks in germany at 20 cents per kwh", "en", "EUR", True),
        ("1000W two weeks at $0.2 per kwh", "en", "USD", True),
        ("1000W 兩週 $4 一度", "zh-Hant", "TWD", True),
        ("1000W 兩週 $0.2 一度", "zh-Hant", "USD", True),
        ("1000W two weeks in canada at $0.2 per kwh", "en", "CAD", True),
        ("1000W two weeks at ¥31 per kwh", "en", "JPY", True),
        ("1000W two weeks at ¥0.6 per kwh", "en", "CNY", True),
        ("1000W two weeks in japan at ¥5 per kwh", "en", "JPY", True),
        ("1000W 兩週 一度4元", "zh-Hant", "TWD", True),
        ("1000W 两周 一度0.6元", "zh-Hans", "CNY", True),
        ("1000W 兩週 香港 一度1.4元", "zh-Hant", "HKD", True),
        ("1000W 两周 一度60分", "zh-Hans", "CNY", True),
        ("1000W 德國 兩週 一度20分", "zh-Hant", "EUR", True),
        ("1000W 兩週 一度20分", "zh-Hant", "USD", True),
        ("1000W two weeks 0.2 per kwh", "en", "USD", True),
        ("1000W 两周 0.6每度", "zh-Hans", "CNY", True),
        ("1000W two weeks 20 cents or 0.3 eur per kwh", "en", "EUR", False),
    ],
)
def test_currency(cost, text: str, lang: str, currency: str, is_assumed: bool) -> None:
    plan = cost(text, lang)
    assert isinstance(plan.inputs, CostInputs)
    assert plan.inputs.currency == currency
    assert ("currency" in assumed(plan)) is is_assumed


def test_every_euro_country_and_the_eu_has_the_euro() -> None:
    assert CURRENCY_OF["EU"] == CURRENCY_OF["DE"] == "EUR"


@pytest.mark.parametrize(
    ("text", "prices", "notes"),
    [
        ("1000W two weeks at 0.2 eur", [D("0.2")], ["per-kwh"]),
        ("1000W two weeks 20 vs 38 cents per kwh", [D("0.2"), D("0.38")], []),
        ("1000W two weeks 0.2 eur vs 5 TWD per kwh", [D("0.2")], []),
        ("1000W two weeks at 500 eur", [], []),
    ],
)
def test_prices(cost, text: str, prices: list[Decimal], notes: list[str]) -> None:
    plan = cost(text)
    assert isinstance(plan.inputs, CostInputs)
    found = (
        [] if plan.inputs.price_per_kwh is None else [plan.inputs.price_per_kwh, *plan.inputs.other_prices]
    )
    assert found == prices
    assert [n for n in assumed(plan) if n == "per-kwh"] == notes


@pytest.mark.parametrize(
    ("text", "low", "high", "parts"),
    [
        ("1000-1500 W", 1000, 1500, 0),
        ("it uses 1.2 kWh per hour", 1200, 1200, 0),
        ("it takes 336 kWh in all", 1000, 1000, 0),
        ("two machines of 600W", 1200, 1200, 0),
        ("4x 250W gpus and 150W cpu", 1150, 1150, 2),
        ("4x 250W gpus, 150W cpu and 100W more", 1250, 1250, 3),
        ("2x 3090, the whole rig draws 900W", 900, 900, 0),
        ("two 300-350W gpus and a 100W cpu", 700, 800, 0),
    ],
)
def test_load(cost, text: str, low: int, high: int, parts: int) -> None:
    inputs = cost(text + " for two weeks at 0.2 eur per kwh").inputs
    assert isinstance(inputs, CostInputs)
    assert (inputs.low_w, inputs.high_w, len(inputs.parts)) == (low, high, parts)


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("500 watts at 25 cents per kwh", ["hours"]),
        ("two weeks at 25 cents per kwh", ["load"]),
        ("25 cents per kwh", ["load", "hours"]),
        ("4 gpus for two weeks at 25 cents per kwh", ["gpu"]),
        ("RTX 9090 for two weeks at 25 cents per kwh", ["unknown-part"]),
        ("-500 watts for two weeks at 25 cents per kwh", ["range-load"]),
        ("2000000 watts for two weeks at 25 cents per kwh", ["range-load"]),
        ("500 watts for two weeks at -25 cents per kwh", ["range-price"]),
        ("500 watts 30 hours a day at 25 cents per kwh", ["range-hours-per-day"]),
        ("500 watts for 2000 years at 25 cents per kwh", ["range-hours"]),
        ("500 watts for 0 hours at 25 cents per kwh", ["range-hours"]),
        ("-3 kwh at 25 cents per kwh", ["range-energy"]),
        ("500 watts for two weeks at 120% efficiency and 25 cents per kwh", ["range-efficiency"]),
        ("9**9 watts for two weeks at 25 cents per kwh", ["not-a-number"]),
    ],
)
def test_cost_questions(cost, text: str, questions: list[str]) -> None:
    plan = cost(text)
    assert (plan.inputs, asked(plan)) == (None, questions)


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("500 watts for two weeks, how much money", ["price"]),
        ("500 watts for two weeks in germany, how much money", []),
        ("500 watts for two weeks, how many kwh", []),
        ("500 watts for two weeks, price is 20", ["price-unit"]),
    ],
)
def test_without_a_price_the_energy_is_still_known(cost, text: str, questions: list[str]) -> None:
    plan = cost(text)
    assert isinstance(plan.inputs, CostInputs)
    assert plan.inputs.price_per_kwh is None
    assert asked(plan) == questions


def test_a_small_price_without_a_unit_is_taken_per_kwh_and_said(cost) -> None:
    plan = cost("1000W 跑兩週 電價0.7", "zh-Hans")
    assert isinstance(plan.inputs, CostInputs)
    assert (plan.inputs.price_per_kwh, plan.inputs.currency) == (D("0.7"), "TWD")
    assert assumed(plan) == ["currency", "per-kwh"]


def test_efficiency_and_base_use(cost) -> None:
    inputs = cost(
        "1000W two weeks in taiwan, 80% vs 90% efficient psu, household uses 330 kWh a month"
    ).inputs
    assert isinstance(inputs, CostInputs)
    assert (inputs.efficiency, inputs.efficiency_given, inputs.other_efficiencies) == (
        D("0.8"),
        True,
        (D("0.9"),),
    )
    assert (inputs.country, inputs.base_kwh_per_month) == ("TW", 330)


# -- copy and disk ---------------------------------------------------------------------------------------------


def test_copy_and_disk(parts_index: PartIndex) -> None:
    copy = plan_copy(
        read("32 images 225x225x3 floats over pcie 4.0 x8, compute 216 ms", parts_index, "en")
    ).inputs
    assert copy == CopyInputs(size_bytes=19_440_000, lanes=8, generation=4, compute_ms=D(216))
    disk = plan_disk(read("500 MB from a 550 MB/s disk", parts_index, "en")).inputs
    assert disk == DiskInputs(size_bytes=500_000_000, speed_mb_s=D(550))


@pytest.mark.parametrize("plan", [plan_copy, plan_disk])
def test_too_much_data_is_refused(parts_index: PartIndex, plan) -> None:
    assert asked(plan(read("99999999GB over x16 at 100 MB/s", parts_index, "en"))) == ["range-size"]
