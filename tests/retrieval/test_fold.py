import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.corpus.model import Term
from bot.retrieval.fold import Folder

GLOSSARY = (
    Term(en=("power supply", "psu"), zh_tw=("電源供應器", "電供"), zh_cn=("电源",), typos=("powersuply",)),
    Term(en=("graphics card", "gpu"), zh_tw=("顯示卡", "顯卡"), zh_cn=("显卡",)),
    Term(en=("gpu memory", "vram"), zh_tw=("顯示記憶體",), zh_cn=("显存",)),
    Term(en=("ram", "memory"), zh_tw=("記憶體",), zh_cn=("内存",)),
    Term(en=("hard disk",), zh_tw=("硬碟",), zh_cn=("硬盘", "硬碟")),
)
FOLD = Folder(GLOSSARY, ["RTX 2080 Ti", "Threadripper 3970X"])


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        pytest.param("電源供應器", "电源", id="Taiwan word to mainland word"),
        pytest.param("电源供应器", "电源", id="Taiwan word in Simplified characters"),
        pytest.param("顯示記憶體", "显存", id="longest word first"),
        pytest.param("記憶體 VRAM", "内存 vram", id="case"),
        pytest.param("硬碟", "硬盘", id="storage"),
        pytest.param("PCIe 通道", "pcie 通道", id="lanes stay lanes"),
        pytest.param("CPU 核心", "cpu 核心", id="cores stay cores"),
        pytest.param("Ｒｔｘ３０９０", "rtx 3090", id="full width"),
        pytest.param("RTX2080Ti", "rtx 2080ti", id="part glued"),
        pytest.param("2080 Ti", "2080ti", id="part spaced"),
        pytest.param("rtx-2080-ti", "rtx 2080ti", id="part with hyphens"),
        pytest.param("RX 7900 XTX", "rx 7900xtx", id="AMD card"),
        pytest.param("4070 Ti Super", "4070tisuper", id="two suffixes"),
        pytest.param("1,600 W", "1600 w", id="thousands"),
        pytest.param("my powersuply", "my power supply", id="typo"),
        pytest.param("G\u200bP\u2060U\ufeff", "gpu", id="zero width"),
        pytest.param("a\ud800b", "a b", id="lone surrogate"),
        pytest.param("", "", id="empty"),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert FOLD.fold(text) == folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("四張顯示卡要幾瓦的電源供應器", "四张显卡要几瓦的电源"),
        ("RTX2080Ti", "rtx 2080 ti"),
        ("24GB", "24 gb"),
        ("1600W", "1,600 w"),
        ("graphics cards", "graphics card"),
    ],
)
def test_same_tokens(one: str, other: str) -> None:
    assert sorted(FOLD.tokens(one)) == sorted(FOLD.tokens(other))


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("四張顯卡", "4"),
        ("four cards", "4"),
        ("dual socket", "2"),
        ("PCIe 4.0 x16", "x16"),
        ("i9-10900K", "10900k"),
        ("DDR4-3200", "3200"),
        ("40% faster", "40%"),
        ("2080ti", "2080"),
        ("psu", "§power_supply"),
        ("電源要多大", "§power_supply"),
        ("電源要多大", "电源"),
        ("核", "核"),
    ],
)
def test_token_present(text: str, token: str) -> None:
    assert token in FOLD.tokens(text)


def test_stop_words_are_dropped() -> None:
    assert FOLD.tokens("what is the best for my") == ["best"]
    assert FOLD.tokens("请问我的这个是什么") == []


def test_no_pair_across_a_stop_word_or_another_script() -> None:
    assert FOLD.tokens("显卡的电源") == ["§graphics_card", "§power_supply", "显卡", "电源"]


def test_domain_words() -> None:
    tokens = FOLD.tokens("is a threadripper psu tasty")
    assert {t for t in tokens if FOLD.is_domain(t)} == {"threadripper", "§power_supply"}


def test_without_a_glossary() -> None:
    assert Folder().tokens("記憶體 psu") == ["psu", "内存"]


@given(st.text(max_size=200))
def test_folding_is_stable_and_total(text: str) -> None:
    once = FOLD.fold(text)
    assert FOLD.fold(text) == once
    assert all(token.strip() for token in FOLD.tokens(text))


@pytest.mark.parametrize(
    "text",
    [
        "a" * 100_000,
        "1" * 100_000,
        "2080 " * 20_000,
        "一" * 100_000,
        "1," * 50_000,
        "rtx " * 25_000,
        " " * 200_000,
        "ti" * 60_000,
    ],
    ids=["letters", "digits", "numbers", "han", "commas", "series", "spaces", "suffixes"],
)
def test_hostile_length_is_linear(text: str) -> None:
    started = time.process_time()
    FOLD.tokens(text)
    assert time.process_time() - started < 2.0  # a quadratic step would take minutes
