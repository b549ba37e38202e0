"""Names in sentences: which words are parts, which only look like it, which are plain numbers."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.lookup import PartIndex
from bot.domain.mentions import Mention, find_mentions


def read(index: PartIndex, text: str) -> list[Mention]:
    return find_mentions(index, unicodedata.normalize("NFKC", text).lower())


def summary(mentions: list[Mention]) -> list[tuple[str, str]]:
    """Each mention as (words, what became of it): the row's name, ``2 rows``, or ``unknown``."""
    became = {
        "found": lambda m: m.resolution.names[0],
        "ambiguous": lambda m: f"{len(m.resolution.rows)} rows",
    }
    return [(m.text, became.get(m.resolution.status, lambda _: "unknown")(m)) for m in mentions]


SENTENCES: list[tuple[str, list[tuple[str, str]]]] = [
    ("2x 5090 + 3970X 要買幾W的 PSU", [("5090", "RTX 5090"), ("3970x", "Threadripper 3970X")]),
    ("4张2080ti", [("2080ti", "RTX 2080 Ti")]),
    ("四張3090配3970X 電源要幾瓦", [("3090", "RTX 3090"), ("3970x", "Threadripper 3970X")]),
    ("双路E5-2680 v4", [("e5-2680 v4", "Xeon E5-2680 v4")]),
    ("雙路 e5 2680v4 跟 p40", [("e5 2680v4", "Xeon E5-2680 v4"), ("p40", "P40")]),
    ("two 3090s, four 2080tis, 3 v100s", [("3090", "RTX 3090"), ("2080tis", "RTX 2080 Ti"), ("v100", "2 rows")]),
    ("4070s, 4070tis", [("4070s", "RTX 4070 Super"), ("4070tis", "RTX 4070 Ti Super")]),
    ("an i9-13900K and a 4090", [("i9-13900k", "Core i9-13900K"), ("4090", "RTX 4090")]),
    ("13900k + 2*4090", [("13900k", "Core i9-13900K"), ("4090", "RTX 4090")]),
    ("EPYC 7742 with 8xA100 80GB", [("epyc 7742", "EPYC 7742"), ("a100 80gb", "2 rows")]),
    ("Ryzen 7 1700 / RTX3060 12g", [("ryzen 7 1700", "Ryzen 7 1700"), ("rtx3060 12g", "RTX 3060 12GB")]),
    ("锐龙7 1700", [("锐龙7 1700", "Ryzen 7 1700")]),
    ("1950X", [("1950x", "Threadripper 1950X")]),
    ("A6000, V100, RTX PRO 6000",
     [("a6000", "RTX A6000"), ("v100", "2 rows"), ("rtx pro 6000", "RTX PRO 6000 Blackwell")]),
    ("RTX PRO 6000 Blackwell Max-Q", [("rtx pro 6000 blackwell max-q", "RTX PRO 6000 Blackwell Max-Q")]),
    ("NVIDIA GeForce RTX 3090 Ti vs 3090", [("nvidia geforce rtx 3090 ti", "RTX 3090 Ti"), ("3090", "RTX 3090")]),
    ("RX 7900 XTX power", [("rx 7900 xtx", "RX 7900 XTX")]),
    ("titan rtx and titan v", [("titan rtx", "Titan RTX"), ("titan v", "Titan V")]),
    ("3090x2 還有 2080tix4", [("3090", "RTX 3090"), ("2080ti", "RTX 2080 Ti")]),
    ("4x3090 4X RTX3090", [("3090", "RTX 3090"), ("rtx3090", "RTX 3090")]),
    ("3090ti两块", [("3090ti", "RTX 3090 Ti")]),
    ("3090 两块", [("3090", "RTX 3090")]),
    ("a 3090 with 64gb ram", [("3090", "RTX 3090")]),
    ("3090 24gb", [("3090 24gb", "RTX 3090")]),
    ("3090 with 24gb ram, 3090 24gb ram", [("3090", "RTX 3090"), ("3090", "RTX 3090")]),
    ("cpu 7742", [("7742", "EPYC 7742")]),
    ("a100-80g sxm", [("a100-80g sxm", "A100 80GB SXM4")]),
    ("gtx-1080-ti", [("gtx-1080-ti", "GTX 1080 Ti")]),
    ("Xeon W-3175X", [("xeon w-3175x", "Xeon W-3175X")]),
    ("2x xeon e5-2680 v4", [("xeon e5-2680 v4", "Xeon E5-2680 v4")]),
    ("w-3175x", [("w-3175x", "Xeon W-3175X")]),
    ("8x 3090 and two 7742, what power supply", [("3090", "RTX 3090"), ("7742", "EPYC 7742")]),
    ("3090 x4 + 7742", [("3090", "RTX 3090"), ("7742", "EPYC 7742")]),
    ("四张3090配7742", [("3090", "RTX 3090"), ("7742", "EPYC 7742")]),
    ("7742 两颗 3090 四张", [("7742", "EPYC 7742"), ("3090", "RTX 3090")]),
    ("7742+3090", [("7742", "EPYC 7742"), ("3090", "RTX 3090")]),
    ("psu for dual 7742", [("7742", "EPYC 7742")]),
    ("4x 3090 and 2x 8999", [("3090", "RTX 3090"), ("8999", "unknown")]),
    ("4x 3090 and two 8999+", [("3090", "RTX 3090"), ("8999", "unknown")]),
    ("2x 6090 and a 3090", [("6090", "unknown"), ("3090", "RTX 3090")]),
    ("3090 and 3200 ram", [("3090", "RTX 3090")]),
    ("3090 with 1700 enough?", [("3090", "RTX 3090")]),
    ("3090 and 2x 2000", [("3090", "RTX 3090")]),
    ("3090 in 2017", [("3090", "RTX 3090")]),
    ("7742 people asked", []),
    ("四块V100 32G 内存要多少", [("v100 32g", "V100 32GB PCIe")]),
    ("3060 12g ram", [("3060 12g", "RTX 3060 12GB")]),
    ("3060 12gb of ram", [("3060", "2 rows")]),
    ("3060 12gb system ram", [("3060", "2 rows")]),
    ("兩張泰坦RTX 電源", [("泰坦rtx", "Titan RTX")]),
    ("rtx 泰坦跟泰坦v", [("rtx 泰坦", "Titan RTX"), ("泰坦v", "Titan V")]),
    ("特斯拉p40 顯存", [("特斯拉p40", "P40")]),
    ("鐳龍vii 和镭龙vii", [("鐳龍vii", "Radeon VII"), ("镭龙vii", "Radeon VII")]),
    ("輝達4090 英伟达3090", [("輝達4090", "RTX 4090"), ("英伟达3090", "RTX 3090")]),
    ("至强金牌6148 加至強金牌 6148", [("至强金牌6148", "Xeon Gold 6148"), ("至強金牌 6148", "Xeon Gold 6148")]),
]  # fmt: skip

NO_PART = [
    "a 100 mb/s drive",
    "4 250W GPUs and a 150 W CPU",
    "3090瓦", "3090 W", "2080 watts", "1080p", "1080 mhz", "2080元", "3090块钱", "$4090", "NT$3090", "3090 元",
    "4,090 and 2.080", "1920x1080", "1920 x 1080", "i have 4 cards", "time for the core of an architecture",
    "9**9**9 watts", "__import__('os')", "1700 W", "7742", "a卡加锐龙9", "卡皇", "24/7 for a month", "rtx 40系",
    "2.5kW for 2 weeks", "3970 x", "10000k", "1000x faster", "0.3090", "???!!!🔥", "", "ti ti ti", "rtx", "nvidia",
    "12gb", "x4 x8 x16 lanes", "3090 hours", "supermicro titanium gold 80 plus",
    "泰坦", "泰坦尼克号", "特斯拉充電", "金牌电源 850", "旗舰卡皇", "至强",
]  # fmt: skip

UNKNOWN = [
    ("psu for 2 RTX 9090", "rtx 9090", "gpu"),
    ("RX 9990 XT", "rx 9990 xt", "gpu"),
    ("i9-99999K + 4090", "i9-99999k", "cpu"),
    ("GTX 5090", "gtx 5090", "gpu"),
    ("two 9080ti", "9080ti", "gpu"),
    ("B900 server", "b900", "gpu"),
    ("Tesla Z9", "tesla z9", "gpu"),
    ("H20 server", "h20", "gpu"),
    ("ryzen 9 9999x", "ryzen 9 9999x", "cpu"),
    ("threadripper 1234X", "threadripper 1234x", "cpu"),
    ("EPYC 1234", "epyc 1234", "cpu"),
    ("Xeon Gold 9999", "xeon gold 9999", "cpu"),
    ("E5-9999 v9", "e5-9999 v9", "cpu"),
    ("8888X", "8888x", "cpu"),
    ("4xRTX9090", "rtx9090", "gpu"),
    ("4090 laptop", "4090 laptop", "gpu"),
    ("RTX 3090 Super", "rtx 3090 super", "gpu"),
]


@pytest.mark.parametrize(("text", "expected"), SENTENCES, ids=[text for text, _ in SENTENCES])
def test_parts_are_found_in_sentences(index: PartIndex, text, expected) -> None:
    assert summary(read(index, text)) == expected


@pytest.mark.parametrize("text", NO_PART)
def test_plain_numbers_and_words_are_no_parts(index: PartIndex, text: str) -> None:
    assert summary(read(index, text)) == []


@pytest.mark.parametrize(("text", "words", "kind"), UNKNOWN, ids=[text for text, _, _ in UNKNOWN])
def test_what_looks_like_a_part_but_is_in_no_table_is_reported(index: PartIndex, text, words, kind) -> None:
    unknown = [m for m in read(index, text) if m.resolution.status == "unknown"]
    assert [(m.text, m.kind) for m in unknown] == [(words, kind)]
    assert len(unknown[0].resolution.nearest) == 3


def test_spans_point_into_the_text(index: PartIndex) -> None:
    text = "四張 rtx 3090 ti 加 rtx 9090"
    mentions = find_mentions(index, text)
    assert [text[slice(*m.span)] for m in mentions] == ["rtx 3090 ti", "rtx 9090"]
    assert [m.kind for m in mentions] == ["gpu", "gpu"]


@given(st.text(alphabet=st.sampled_from("rtx3090ti i9-k,.w瓦张 gb15v4a$"), max_size=60))
def test_any_text_gives_ordered_spans_without_overlap(index: PartIndex, text: str) -> None:
    mentions = find_mentions(index, text)
    ends = 0
    for mention in mentions:
        assert ends <= mention.start < mention.end <= len(text)
        assert mention.text == text[mention.start : mention.end]
        ends = mention.end


def test_a_long_hostile_text_is_read_in_time(index: PartIndex) -> None:
    text = "rtx " * 3000 + "9" * 3000 + "a100-" * 1000
    assert isinstance(find_mentions(index, text), list)
