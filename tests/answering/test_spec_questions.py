"""Questions about a part's figures, in three scripts, over the shipped tables; and those that are not of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answering import calculators
from bot.answering.extract.figures import read_asked
from bot.answering.extract.normalise import script
from bot.answering.router import route
from bot.answering.routes import Route
from bot.domain.hardware import Catalogue
from bot.domain.inputs import SpecInputs
from bot.domain.lookup import PartIndex
from bot.domain.mentions import find_mentions
from bot.i18n import catalogue as messages


@pytest.fixture(scope="module")
def ask(tables: Catalogue, index: PartIndex):
    def _ask(text: str, previous=None) -> Route:
        return route(text, script(text, "en"), index, tables, previous)

    return _ask


@pytest.fixture(scope="module")
def answer(ask, tables: Catalogue):
    """Route and calculate."""

    def _answer(text: str, previous=None):
        return calculators.run(*ask(text, previous).calculators[0], tables)

    return _answer


# Written before the rule was tuned, as people type; the values are those of the tables.
FIGURES = [
    ("vram of 3080?", {"memory_gb": 10, "memory_gb_2": 12}),
    ("tdp of a 3090", {"board_power_w": 350}),
    ("how much vram does a 4090 have", {"memory_gb": 24}),
    ("how many watts does a 4070 ti super draw", {"board_power_w": 285}),
    ("rtx2080ti memory size", {"memory_gb": 11}),
    ("how many cores does a 5950x have", {"cores": 16}),
    ("a100 vs h100 vram", {"memory_gb": 40, "memory_gb_2": 80, "part_7": "H100 NVL 94GB"}),
    ("whats the power draw of an rtx 4080 super", {"board_power_w": 320}),
    ("3060 ti vram", {"memory_gb": 8}),
    ("does the 4060 ti have 16gb", {"claim": "some"}),
    ("v100 memory?", {"memory_gb": 16, "memory_gb_2": 32}),
    ("threads on a 3990x", {"threads": 128}),
    ("epyc 7742 tdp", {"base_w": 225}),
    ("5090 vs 4090 power consumption", {"difference_board_power_w": 125}),
    ("how long is a 3090 in mm", {"length_mm": 313}),
    ("what power connector does the 4090 use", {"connectors": "1x16-pin"}),
    ("how mch memry does a 3070 hve", {"memory_gb": 8}),
    ("pcie lanes of i9-10900x", {"pcie_lanes": 48}),
    ("is the 3080 a 10gb or 12gb card", {"memory_gb": 10, "memory_gb_2": 12}),
    ("is 2080ti 11gb", {"claim": "yes"}),
    ("is a 3090 450w?", {"claim": "no"}),
    ("how much ram does a 3090 have", {"memory_gb": 24}),
    ("how many cuda cores does a 3090 have", {"part": "RTX 3090", "cores": None}),
    ("rtx 3090 vs rtx 4090 vram", {"difference_memory_gb": 0}),
    ("4090 顯存多大", {"memory_gb": 24}),
    ("rtx 3060 記憶體多大", {"memory_gb": 8, "memory_gb_2": 12}),
    ("3970x 幾核心", {"cores": 32}),
    ("3080ti 顯存幾g", {"memory_gb": 12}),
    ("4070功耗幾瓦", {"board_power_w": 200}),
    ("5950x幾核幾緒", {"cores": 16, "threads": 32}),
    ("a6000記憶體多少", {"memory_gb": 48}),
    ("3090跟4090哪張比較吃電", {"difference_board_power_w": 100}),
    ("4080 super 幾瓦", {"board_power_w": 320}),
    ("RTX 5090 的TDP是多少", {"board_power_w": 575}),
    ("3060ti有幾g顯存", {"memory_gb": 8}),
    ("2080 Ti 跟 3090 顯示記憶體各多少", {"difference_memory_gb": 13}),
    ("7950X有幾個核心", {"cores": 16}),
    ("V100 顯示記憶體是多少", {"memory_gb": 16, "memory_gb_2": 32}),
    ("4090 多長", {"length_mm": 304}),
    ("A100 80G 功耗", {"board_power_w": 300, "board_power_w_2": 400}),
    ("我的3070是不是8G的", {"claim": "yes"}),
    ("13900k tdp多少", {"base_w": 125, "peak_w": 253}),
    ("4060ti 記憶體 多大", {"memory_gb": 8, "memory_gb_2": 16}),
    ("ＲＴＸ４０９０　顯存", {"memory_gb": 24}),
    ("Is the RTX 4070 12GB or 16GB?", {"memory_gb": 12, "claim": "nothing"}),
    ("does a 4090 use more power than a 3090", {"difference_board_power_w": 100}),
    ("which has more vram, the 3060 or the 3070?", {"memory_gb": 8, "memory_gb_2": 12, "part_3": "RTX 3070"}),
    ("what socket is the 13900k", {"socket": "LGA1700"}),
    ("when did the 3090 come out", {"released": "2020-09-01"}),
    ("5090 要幾個8pin", {"connectors": "1x16-pin"}),
    ("A100 到底是40G還80G", {"memory_gb": 40, "memory_gb_2": 80}),
    ("2080 ti 幾年出的", {"released": "2018-09-20"}),
    ("4070 Ti Super 顯存跟功耗", {"memory_gb": 16, "board_power_w": 285}),
    ("2080ti和1080ti显存一样吗", {"difference_memory_gb": 0}),
    ("EPYC 7763 是几核几线程的", {"cores": 64, "threads": 128}),
    ("请问rtx a5000的功耗和显存", {"board_power_w": 230, "memory_gb": 24}),
    ("5950x 插槽", {"socket": "AM4"}),
    ("7950x pcie channels", {"pcie_lanes": 28}),
    ("7950X 規格", {"cores": 16, "threads": 32, "base_w": 170, "socket": "AM5"}),
    ("4090 詳細規格", {"memory_gb": 24, "board_power_w": 450, "connectors": "1x16-pin"}),
    ("5950x vram", {"part": "Ryzen 9 5950X", "memory": None}),
    ("5950x 記憶體通道", {"memory_channels": 2}),
    ("泰坦RTX功耗", {"part": "Titan RTX", "board_power_w": 280}),
    ("泰坦V 顯存多大", {"part": "Titan V", "memory_gb": 12}),
    ("A6000 Ada 功耗", {"part": "RTX 6000 Ada", "board_power_w": 300}),
    ("3060显存多大", {"memory_gb": 8, "memory_gb_2": 12}),
    ("3090 功耗多少瓦", {"board_power_w": 350}),
    ("2080ti功耗多少w", {"board_power_w": 250}),
    ("i9-13900k几核", {"cores": 24}),
    ("h100显存多少g", {"memory_gb": 80, "memory_gb_3": 94}),
    ("4080和4090显存差多少", {"difference_memory_gb": 8}),
    ("4090 tdp多少", {"board_power_w": 450}),
    ("3080显存是多少g的", {"memory_gb": 10, "memory_gb_2": 12}),
    ("A6000和A100哪个显存大", {"memory_gb": 48, "memory_gb_2": 40}),
    ("5950x多少线程", {"threads": 32}),
    ("RTX 4070功耗", {"board_power_w": 200}),
    ("1080ti几g显存", {"memory_gb": 11}),
    ("4090要占几个槽", {"slots": 3}),
    ("p40 显存", {"memory_gb": 24}),
    ("线程撕裂者3970x多少核", {"cores": 32}),
    ("4080是16g的吗", {"claim": "yes"}),
    ("gtx 1650显存多少", {"memory_gb": 4}),
]


@pytest.mark.parametrize(("text", "results"), FIGURES, ids=[text for text, _ in FIGURES])
def test_figures_are_those_of_the_table(ask, answer, text: str, results: dict[str, object]) -> None:
    assert (ask(text).rule, ask(text).kind) == ("spec", "calculate")
    found = answer(text).results
    assert {key: found.get(key, "nothing") for key in results} == results


def test_three_scripts_are_asked_in() -> None:
    scripts = [script(text, "en") for text, _ in FIGURES]
    assert min(scripts.count(lang) for lang in ("en", "zh-Hant", "zh-Hans")) >= 13


@pytest.mark.parametrize(
    "text",
    [text for text, _ in FIGURES[:24]] + ["4090 顯存多大", "3970x 幾核心", "2080ti功耗多少w"],
)
def test_every_row_is_named_with_its_page_and_day(answer, text: str) -> None:
    found = answer(text)
    parts = {value for key, value in found.results.items() if key.startswith("part")}
    assert {source.title for source in found.sources} == parts
    assert all(source.url.startswith("https://") and source.date for source in found.sources)
    assert "spec-as-of" in [note.key for note in found.notes]


# What names a part and one of its figures, and is another question all the same.
OTHERS = [
    ("what psu for a 3090", "psu-size"),
    ("how many watts for a 3090", "psu-size"),
    ("how many watts does a 3090 need", "psu-size"),
    ("3090 power supply", "psu-size"),
    ("is 850w enough for a 3090", "psu-size"),
    ("how many watts for 2x 3090 and a 5950x", "psu-size"),
    ("4x 3090 how many watts", "psu-size"),
    ("3090 + 3970x", "parts-only"),
    ("how much ram for a 3090", "ram-size"),
    ("3090 ram", "ram-size"),
    ("5950x memory", "guide"),
    ("how much memory for a 3090", "ram-size"),
    ("i have a 3090 how much ram", "ram-size"),
    ("how much memory should a machine with a 4090 have", "ram-size"),
    ("how much power does a 3090 use in a month", "cost"),
    ("is 24gb enough on a 3090 for bert large", "guide"),
    ("3090 vs 4090", "guide"),
    ("how many cores do i need for 4 gpus", "guide"),
    ("is 8gb vram enough", "guide"),
    ("does a 3090 need 3 slots for cooling", "guide"),
    ("does a 3090 need 2 8-pin connectors", "guide"),
    ("how much does a 3090 cost", "guide"),
    ("how long does a 3090 take", "guide"),
    ("power limit a 3090 to 280w, how much slower", "guide"),
    ("how many pcie lanes does a 3090 use", "guide"),
    ("why is the 2080 ti memory so small", "guide"),
    ("whats so special abt the A100, and how much mem", "guide"),
    ("3090 24gb", "guide"),
    ("3090 memory temperature", "guide"),
    ("is the 3090 better than the 4080 for training", "guide"),
    ("3090显存够跑大模型吗", "guide"),
    ("3090 顯存溫度太高", "guide"),
    ("4090 功耗牆怎麼設", "guide"),
    ("4090 搭 7950X 多少瓦", "psu-size"),
    ("4090 laptop vram", "not-ours"),
    ("3090 兩張 要多少瓦", "psu-size"),
    ("3090 要幾瓦", "psu-size"),
    ("3970x 配 4 張 2080ti 電源幾瓦", "psu-size"),
    ("4090配13900k要多少w", "psu-size"),
    ("4090 記憶體要配多少", "ram-size"),
    ("2張3090 記憶體多大", "ram-size"),
    ("3090 内存配多大", "ram-size"),
    ("单卡a6000 内存要多少g", "ram-size"),
    ("4090 一個月 電費", "cost"),
    ("顯存 8g 夠嗎", "guide"),
    ("3090功耗太高怎麼降", "guide"),
    ("3090 顯存不夠怎麼辦", "guide"),
    ("4張3090要幾個核心才夠", "guide"),
    ("3090和4090差多少", "guide"),
    ("跑大模型显存要多大", "guide"),
    ("4090 顯存要多大", "guide"),
    ("4090多少钱", "guide"),
]


@pytest.mark.parametrize(("text", "rule"), OTHERS, ids=[text for text, _ in OTHERS])
def test_other_questions_keep_their_rules(ask, text: str, rule: str) -> None:
    assert ask(text).rule == rule


@pytest.mark.parametrize(
    ("text", "near"),
    [("rtx 9090 vram", "RTX 3090"), ("4090 ti 功耗", "RTX 3090 Ti"), ("撕裂者 9999x 几核", "Ryzen 9 9950X")],
)
def test_a_part_that_no_table_holds_is_said_to_be_unknown_with_near_names(ask, text: str, near: str) -> None:
    found = ask(text)
    assert (found.kind, found.rule, found.calculators) == ("clarify", "spec", ())
    assert near in found.missing[0].args["nearest"]
    for lang in ("en", "zh-Hant", "zh-Hans"):
        assert near in messages.say(found.missing[0], lang)


def test_the_same_figure_of_another_part(answer, ask) -> None:
    first = answer("tdp of a 3090")
    assert answer("what about the 4090", first).results["board_power_w"] == 450
    assert answer("那 2080 Ti 呢", first).results["board_power_w"] == 250
    cores = answer("3970x 幾核心")
    assert answer("5950x 呢", cores).results == {"part": "Ryzen 9 5950X", "cores": 16}
    assert ask("那 3090 呢", cores).rule != "follow-up"
    assert ask("what about an rtx 9090", first).missing[0].key == "clarify-unknown-part-figures"


def test_another_question_after_a_figure_is_its_own(ask, answer) -> None:
    first = answer("tdp of a 3090")
    assert ask("psu for 2x 3090 and a 3970x", first).rule == "psu-size"
    assert ask("3090 vram", first).calculators[0][1].figures == ("memory",)


def test_inputs_survive_as_json(ask, answer, tables) -> None:
    inputs = ask("specs of a 3090").calculators[0][1]
    again = SpecInputs.model_validate_json(inputs.model_dump_json())
    assert calculators.run("spec", again, tables).results == answer("specs of a 3090").results


def test_every_card_and_processor_can_be_asked_for_by_name(ask, tables) -> None:
    for row in tables.gpus:
        found = ask(f"{row.name} vram")
        assert found.rule == "spec", row.name
        assert row.name in [r.name for r in found.calculators[0][1].rows]
    for row in tables.cpus:
        found = ask(f"how many cores does the {row.name} have")
        assert found.rule == "spec", row.name
        assert row.name in [r.name for r in found.calculators[0][1].rows]


@given(text=st.text(max_size=200))
def test_reading_never_fails(index, text: str) -> None:
    folded = f"3090 {text}".lower()
    mentions = find_mentions(index, folded)
    if mentions:
        read_asked(folded, mentions)


@pytest.mark.parametrize(
    ("word", "known"),
    [("memry", True), ("memor", True), ("cors", True), ("thraeds", True), ("enough", False), ("tpd", False)],
)
def test_one_slip_of_the_keyboard_is_forgiven_in_long_words(ask, word: str, known: bool) -> None:
    kind = "5950x" if word in {"cors", "thraeds"} else "3090"
    assert (ask(f"{kind} {word}").rule == "spec") == known


def test_a_stated_figure_of_nothing_is_not_a_claim(ask) -> None:
    assert ask("is the 3090 0gb").calculators[0][1].claimed is None
