"""The reader, piece by piece: folding, numerals, tokens, money, time, groups, transfers."""

import time
from decimal import Decimal

import opencc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.answering.extract import figures, lexicon, places, topics
from bot.answering.extract.normalise import normalise, script
from bot.answering.extract.numbers import HAN_NUMERAL, PLAIN_NUMBER, han_value, plain_value, word_number
from bot.answering.extract.read import read
from bot.answering.extract.reading import Group, Reading
from bot.answering.extract.tokens import MAX_CHARS, kinds, lex
from bot.domain.lookup import PartIndex

D = Decimal


@pytest.fixture
def say(parts_index: PartIndex):
    """Read a question in English."""
    return lambda text, lang="en": read(text, parts_index, lang)


# -- folding ---------------------------------------------------------------------------------------------------


@pytest.mark.req("R62")
@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("４張ＲＴＸ３０９０", "4张rtx3090"),
        ("電源供應器", "电源供应器"),
        ("顯示卡記憶體", "显示卡记忆体"),
        ("225×225", "225x225"),
        ("1000–1500 W", "1000-1500 w"),
        ("㎾", "kw"),
        ("兩週", "两周"),
    ],
)
def test_normalise(typed: str, folded: str) -> None:
    assert normalise(typed) == folded


def test_every_word_is_reached_from_its_traditional_form() -> None:
    simplified = "".join(word for rows in lexicon.BY_FIRST.values() for word, _ in rows)
    simplified += "".join(pattern.pattern for pattern in topics._PATTERNS.values())
    simplified += "".join(places._COUNTRY_OF)
    simplified += "".join(figures._HAN)
    to_taiwan, to_simple = opencc.OpenCC("s2tw"), opencc.OpenCC("t2s")
    for char in {c for c in simplified if "\u4e00" <= c <= "\u9fff"}:
        assert to_simple.convert(char) == char or char == "着"
        assert normalise(to_taiwan.convert(char)) == char, char


@pytest.mark.parametrize(
    ("text", "lang", "found"),
    [
        ("電費多少", "zh-Hans", "zh-Hant"),
        ("电费多少", "zh-Hant", "zh-Hans"),
        ("600 watts", "en", "en"),
        ("一度4元", "zh-Hant", "zh-Hant"),
    ],
)
def test_script(text: str, lang: str, found: str) -> None:
    assert script(text, lang) == found


# -- numerals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("run", "value"),
    [
        ("四", "4"), ("两", "2"), ("十", "10"), ("十二", "12"), ("二十三", "23"), ("百二", "120"), ("一百五", "150"),
        ("三百五十", "350"), ("一千三", "1300"), ("一千零五", "1005"), ("一千三百七十五", "1375"), ("廿四", "24"),
        ("一万二", "12000"), ("1千2百", "1200"), ("1万2千", "12000"), ("二点五", "2.5"), ("零点六", "0.6"), ("二四", "24"),
        ("3百5", "350"), ("亿", "100000000"),
    ],
)  # fmt: skip
def test_han_numerals(run: str, value: str) -> None:
    match = HAN_NUMERAL.fullmatch(run)
    assert match is not None
    assert han_value(match.group()) == D(value)


@pytest.mark.parametrize(
    ("text", "kept"), [("三千瓦", "三"), ("两千瓦时", "两"), ("三百瓦", "三百"), ("一千五百瓦", "一千五百")]
)
def test_kilo_of_kilowatt_is_no_numeral(text: str, kept: str) -> None:
    match = HAN_NUMERAL.match(text)
    assert match is not None
    assert match.group() == kept


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,200", "1200"),
        ("0,25", "0.25"),
        ("12.5", "12.5"),
        (".5", "0.5"),
        ("1e3", "1E+3"),
        ("1,234,567.8", "1234567.8"),
    ],
)
def test_plain_numbers(text: str, value: str) -> None:
    match = PLAIN_NUMBER.fullmatch(text)
    assert match is not None
    assert plain_value(text) == D(value)


@pytest.mark.parametrize(
    ("text", "value", "rest"),
    [
        ("two hundred and fifty watts", 250, " watts"),
        ("twenty-four hours", 24, " hours"),
        ("two four", 2, " four"),
        ("one thousand two hundred w", 1200, " w"),
        ("fourteen days", 14, " days"),
        ("four and a half", 4, " and a half"),
        ("three thousand", 3000, ""),
    ],
)
def test_english_numbers(text: str, value: int, rest: str) -> None:
    found = word_number(text, 0)
    assert found is not None
    assert (found[0], text[found[1] :]) == (value, rest)


@pytest.mark.parametrize("text", ["hundred watts", "fortress", "watts", "42"])
def test_no_english_number(text: str) -> None:
    assert word_number(text, 0) is None


# -- tokens ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4 250w gpus", "NNWg"),
        ("四张250瓦的显卡", "NMNWg"),
        ("每度电0.6元", "/EN$"),
        ("六毛五一度", "N$N/E"),
        ("六毛一度", "N$/E"),
        ("二十一度", "NE"),
        ("24/7 for a month", "ZAO"),
        ("9**9**9 watts", "!W"),
        ("__import__('os') watts", "!,.,W"),
        ("0x10 gpus", "!g"),
        ("ddr4 memory", ".r"),
        ("x16 slot", "xN."),
        ("1.5k watts", "NW"),
        ("-500 w", "NW"),
        ("1000-1500 w", "NRNW"),
        ("250瓦", "NW"),
    ],
)
def test_tokens(text: str, expected: str) -> None:
    assert kinds(lex(text, ())).replace(",", ".") == expected.replace(",", ".")


def test_signs_belong_to_their_number() -> None:
    assert [t.value for t in lex("-500 w", ()) if t.kind == "N"] == [D(-500)]
    assert [t.value for t in lex("负500瓦", ()) if t.kind == "N"] == [D(-500)]
    assert [t.value for t in lex("minus 3 cards", ()) if t.kind == "N"] == [D(-3)]
    assert [t.value for t in lex("1000 -1500 w", ()) if t.kind == "N"] == [D(1000), D(1500)]


def test_absurd_numbers_are_clamped_not_computed() -> None:
    (token,) = (t for t in lex("1e99999 watts", ()) if t.kind == "N")
    assert token.value == D(10) ** 11


# -- groups ----------------------------------------------------------------------------------------------------


def brief(groups: tuple[Group, ...]) -> list[str]:
    """Groups as short strings: ``gpu 4x250W``."""
    shown = []
    for g in groups:
        name = g.mention.resolution.names[0] if g.mention and g.mention.resolution.names else ""
        figure = f"{g.high_w.normalize():f}W" if g.high_w is not None else ""
        size = f"{g.memory_gb.normalize():f}G" if g.memory_gb is not None and not name else ""
        shown.append(f"{g.kind} {g.count.normalize():f}x{name}{figure}{size}".strip())
    return shown


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("4 250W GPUs and a 150 W CPU", ["gpu 4x250W", "cpu 1x150W"]),
        ("350瓦的卡兩張", ["gpu 2x350W"]),
        ("3090ti两块", ["gpu 2xRTX 3090 Ti"]),
        ("四路2080Ti", ["gpu 4xRTX 2080 Ti"]),
        ("300W TDP x 4 gpus", ["gpu 4x300W"]),
        ("dual 2080ti + 3960x", ["gpu 2xRTX 2080 Ti", "cpu 1xThreadripper 3960X"]),
        ("双路E5-2680 v4", ["cpu 2xXeon E5-2680 v4"]),
        ("4090*2 13900k*1", ["gpu 2xRTX 4090", "cpu 1xCore i9-13900K"]),
        ("3090兩張4090一張", ["gpu 2xRTX 3090", "gpu 1xRTX 4090"]),
        ("一張4090兩張3090", ["gpu 1xRTX 4090", "gpu 2xRTX 3090"]),
        ("顯卡兩張共700W", ["gpu 2x350W"]),
        ("RTX 3090 cards, 4 of them", ["gpu 4xRTX 3090"]),
        ("two 3090s, 300W each", ["gpu 2xRTX 3090300W"]),
        ("80W for the rest", ["other 1x80W"]),
        ("整機850瓦", ["system 1x850W"]),
        ("a 850w psu", ["psu 1x850W"]),
        ("a couple of 24GB cards", ["gpu 2x24G"]),
        ("gpu mem is 12 gig and there's 3 of them", ["gpu 3x12G"]),
        ("三張卡 8G 11G 24G", ["gpu 1x8G", "gpu 1x11G", "gpu 1x24G"]),
        ("half a kilowatt", ["bare 1x500W"]),
        ("二點五千瓦", ["bare 1x2500W"]),
        ("3 gpus pulling 300 each and a 200w cpu", ["gpu 3x300W", "cpu 1x200W"]),
        ("64GB of RAM and a 3090", ["ram 1x64G", "gpu 1xRTX 3090"]),
        ("兩顆一百五十瓦的處理器", ["cpu 2x150W"]),
        ("VRAM speed", []),
        ("hello there", []),
        ("2 cards with 24GB memory each", ["gpu 2x24G"]),
        ("2 cards with vram 24GB", ["gpu 2x24G"]),
        ("cards vram 24GB", ["gpu 1x24G"]),
        ("CPU一顆 GPU兩張", ["cpu 1x", "gpu 2x"]),
        ("CPU 280W 一顆 GPU 350W 兩張", ["cpu 1x280W", "gpu 2x350W"]),
        ("3970X兩顆3090四張", ["cpu 2xThreadripper 3970X", "gpu 4xRTX 3090"]),
        ("3970X 四張3090", ["cpu 1xThreadripper 3970X", "gpu 4xRTX 3090"]),
        ("3090 一顆CPU 150W", ["gpu 1xRTX 3090", "cpu 1x150W"]),
        ("8GB card and 64GB, 128GB RAM", ["gpu 1x8G", "bare 1x64G", "ram 1x128G"]),
        ("兩張卡 一張350W 處理器280W", ["gpu 2x", "gpu 1x350W", "cpu 1x280W"]),
        ("two machines of 600W", ["system 2x600W"]),
        ("two 300-350W gpus", ["gpu 2x350W"]),
        ("顯卡2080Ti×4", ["gpu 4xRTX 2080 Ti"]),
        ("3090s' watts", ["gpu 1xRTX 3090"]),
        ("the 3090's watts", ["gpu 1xRTX 3090"]),
    ],
)
def test_groups(say, text: str, groups: list[str]) -> None:
    assert brief(say(text).groups) == groups


def test_a_range_keeps_both_ends(say) -> None:
    (group,) = say("1000 to 1500 watts").groups
    assert (group.low_w, group.high_w) == (1000, 1500)
    (group,) = say("1-1.5 kW").groups
    assert (group.low_w, group.high_w) == (1000, 1500)


def test_vague_and_unknown_names_are_marked(say) -> None:
    assert [g.vague for g in say("a卡加锐龙9").groups] == [True, True]
    (group,) = say("two RTX 9090").groups
    assert group.mention is not None
    assert group.mention.resolution.status == "unknown"


def test_watts_before_the_word_for_psu(say) -> None:
    """In Chinese they are the PSU's only where the question asks whether it suffices."""
    assert brief(say("1150W 電源多大").groups)[0] == "bare 1x1150W"
    assert brief(say("850w电源够不够3090").groups) == ["psu 1x850W", "gpu 1xRTX 3090"]
    assert brief(say("雙卡 700W 電源夠嗎").groups) == ["gpu 2x"]


# -- money -----------------------------------------------------------------------------------------------------


def prices(reading: Reading) -> list[tuple[str, str, bool]]:
    return [(f"{p.value.normalize():f}", p.code, p.per_kwh) for p in reading.prices]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("20 cents per kWh", [("0.2", "cent", True)]),
        ("$0.12/kWh", [("0.12", "$", True)]),
        ("0.6 yuan per kwh", [("0.6", "CNY", True)]),
        ("0.25歐元每千瓦時", [("0.25", "EUR", True)]),
        ("電費 NT$4 一度", [("4", "TWD", True)]),
        ("六毛一度", [("0.6", "local", True)]),
        ("六毛五一度", [("0.65", "local", True)]),
        ("一度3塊半", [("3.5", "local", True)]),
        ("三塊二一度", [("3.2", "local", True)]),
        ("电费一度7毛5", [("0.75", "local", True)]),
        ("3块5毛一度", [("3.5", "local", True)]),
        ("每度電0.6元", [("0.6", "local", True)]),
        ("at 12.5 cents", [("0.125", "cent", False)]),
        ("30p a unit", [("0.3", "GBP", True)]),
        ("1度38分", [("0.38", "fen", True)]),
        ("20 vs 38 cents per kwh", [("0.2", "cent", True), ("0.38", "cent", True)]),
        ("0.5元和0.8元一度", [("0.5", "local", True), ("0.8", "local", True)]),
        ("0.12 per kWh", [("0.12", "", True)]),
        ("一度电0.6", [("0.6", "", True)]),
        ("20 and 38 cents per kwh", [("0.2", "cent", True), ("0.38", "cent", True)]),
        ("at 12, 20 cents per kwh", [("0.2", "cent", True)]),
        ("costs .5 eur per kwh", [("0.5", "EUR", True)]),
        ("$20 cents per kwh", [("0.2", "$", True)]),
        ("is it 1150 or 1200 usd", [("1150", "USD", False), ("1200", "USD", False)]),
        ("每度2毛欧元", [("0.2", "EUR", True)]),
        ("two weeks", []),
        ("兩塊3090", []),
    ],
)
def test_prices(say, text: str, expected: list[tuple[str, str, bool]]) -> None:
    assert prices(say(text)) == expected


def test_a_price_without_any_unit_is_kept_apart(say) -> None:
    reading = say("price is 20")
    assert (reading.prices, reading.bare_price) == ((), 20)
    assert say("prices in 2020").bare_price is None


# -- time ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "hours", "per_day", "per_week", "nonstop"),
    [
        ("two weeks", [336], None, None, False),
        ("半個月", [360], None, None, False),
        ("一個半月", [1080], None, None, False),
        ("兩天半", [60], None, None, False),
        ("a month and a half", [1080], None, None, False),
        ("兩個禮拜", [336], None, None, False),
        ("336 hours", [336], None, None, False),
        ("90 minutes", [D("1.5")], None, None, False),
        ("a fortnight", [336], None, None, False),
        ("24/7 for a month", [720], None, None, True),
        ("跑一週不停", [168], None, None, True),
        ("12h a day for 30 days", [720], 12, None, False),
        ("每天8小時連跑30天", [720], 8, None, False),
        ("一天12小時", [], 12, None, False),
        ("8 hours, 30 days", [720], 8, None, False),
        ("6 hours a day, 5 days a week, for 4 weeks", [672], 6, 5, False),
        ("三天三夜", [72], None, None, False),
        ("two weeks, that is 336 hours", [336], None, None, False),
        ("per month", [720], None, None, False),
        ("all year", [8760], None, None, False),
        ("2020年2月", [], None, None, False),
        ("9900 years", [9900 * 8760], None, None, False),
        ("x3d chip", [], None, None, False),
        ("每天跑半天跑一個月", [720], 12, None, False),
        ("every day", [], None, None, False),
        ("8 hours 30 days", [720], 8, None, False),
        ("8h/d for 2 weeks", [336], 8, None, False),
        ("2 days 3 nights", [48, 72], None, None, False),
    ],
)
def test_times(say, text: str, hours: list, per_day, per_week, nonstop: bool) -> None:
    reading = say(text)
    assert [d.hours for d in reading.durations] == hours
    assert (reading.hours_per_day, reading.days_per_week, reading.nonstop) == (per_day, per_week, nonstop)


# -- the rest --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("92% efficient psu", ["0.92"]),
        ("效率八成", ["0.8"]),
        ("效率八成跟九成四", ["0.8", "0.94"]),
        ("百分之八十效率", ["0.8"]),
        ("psu efficiency 0.9", ["0.9"]),
        ("efficiency 92", ["0.92"]),
        ("80% vs 94% efficient", ["0.8", "0.94"]),
        ("80 or 94 percent efficient", ["0.8", "0.94"]),
        ("psu at 80% load usage", []),
        ("30% faster", []),
        ("80 plus gold psu", []),
    ],
)
def test_efficiencies(say, text: str, expected: list[str]) -> None:
    assert [f"{v.normalize():f}" for v in say(text).efficiencies] == expected


@pytest.mark.parametrize(
    ("text", "base", "energy"),
    [
        ("household already uses 330 kWh a month", 330, None),
        ("家裡每個月本來用300度", 300, None),
        ("每個月家裡用掉400度", 400, None),
        ("300 kWh at 20 cents", None, 300),
        ("5 MWh", None, 5000),
    ],
)
def test_energy(say, text: str, base, energy) -> None:
    reading = say(text)
    assert (reading.base_kwh, reading.energy_kwh) == (base, energy)


@pytest.mark.parametrize(
    ("text", "watts", "energy"),
    [
        ("每小時耗電1.2度", 1200, None),
        ("1.2 kWh per hour", 1200, None),
        ("6 kWh a day", 250, None),
        ("一天用12度電", 500, None),
        ("兩天用12度電", None, 12),
        ("每月72度", 100, None),
        ("300 kWh", None, 300),
    ],
)
def test_energy_per_time_is_a_load(say, text: str, watts, energy) -> None:
    reading = say(text)
    assert (reading.average_w, reading.energy_kwh) == (watts, energy)


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("in Germany", "DE"), ("德國", "DE"), ("德国", "DE"), ("台灣", "TW"), ("臺灣", "TW"), ("South Korea", "KR"),
        ("japanese", None), ("印度尼西亚", "ID"), ("uk", "GB"), ("ukulele", None), ("nowhere", None), ("香港跟台灣", "HK"),
    ],
)  # fmt: skip
def test_countries(say, text: str, iso: str | None) -> None:
    assert say(text).country == iso


@pytest.mark.parametrize(
    ("text", "size", "lanes", "generation", "speed"),
    [
        ("batch of 32 images 225x225x3 floats over x16", 19_440_000, 16, None, None),
        ("32 x 225 x 225 x 3 floats", 19_440_000, None, None, None),
        ("一批32張225×225的圖 fp16", 9_720_000, None, None, None),
        ("64 images 224x224 uint8", 9_633_792, None, None, None),
        ("500MB over PCIe 4.0 x8", 500_000_000, 8, 4, None),
        ("2 GB from a 3.5 GB/s drive", 2_000_000_000, None, None, 3500),
        ("x16 x8 x4 for 32 images", None, 16, None, None),
        ("100 MB/s", None, None, None, 100),
        ("nothing", None, None, None, None),
    ],
)
def test_transfer(say, text: str, size, lanes, generation, speed) -> None:
    found = say(text).transfer
    assert (found.size_bytes, found.lanes, found.generation, found.speed_mb_s) == (
        size,
        lanes,
        generation,
        speed,
    )


@pytest.mark.parametrize(
    "text",
    [
        "NaN watts",
        "infinite GPUs",
        "∞ W",
        "2**64 瓦",
        "9^9 cards",
        "(2+3)*100 watts",
        "0x10 W",
        "9**3090 watts",
    ],
)
def test_what_is_no_number(say, text: str) -> None:
    (fault,) = say(text).faults
    assert fault.kind == "not_a_number"


def test_names_inside_code_are_text(say) -> None:
    assert say("__rtx3090__ watts").groups == ()


def test_spans_lie_in_the_folded_text(say) -> None:
    reading = say("４張 RTX 3090（350W each）跑兩週，每度 4 元")
    for item in (*reading.groups, *reading.durations, *reading.prices):
        start, end = item.span
        assert 0 <= start < end <= len(reading.text)
    assert reading.text[slice(*reading.prices[0].span)] == "4 元"


_BITS = st.sampled_from(
    [
        "4",
        "x",
        "×",
        "250W",
        "3090",
        "4張",
        "兩塊",
        "GPUs",
        "cpu",
        "電源",
        "psu",
        "1.2kW",
        "千瓦",
        "20",
        "cents",
        "per",
        "kWh",
        "一度",
        "元",
        "毛",
        "六毛五",
        "每天8小時",
        "a",
        "month",
        "半",
        "個月",
        "24/7",
        "%",
        "效率",
        "九成",
        "NaN",
        "9**9",
        "-1",
        "1e308",
        "(",
        ")",
        ",",
        "+",
        "vs",
        "$",
        "¥",
        "NT$4",
        "24G",
        "vram",
        "RAM",
        "of",
        "them",
        "each",
        "德國",
        "２",
        "一百五",
        "fp16",
        "225x225x3",
        "x16",
        "100MB/s",
        "年",
        "2020年",
    ]
)


@given(
    st.one_of(
        st.lists(_BITS, max_size=16).map(" ".join),
        st.lists(_BITS, max_size=16).map("".join),
        st.text(max_size=80),
    )
)
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_without_a_fault(parts_index: PartIndex, text: str) -> None:
    reading = read(text, parts_index, "zh-Hant")
    assert reading == read(text, parts_index, "zh-Hant")
    for group in reading.groups:
        assert group.span[0] < group.span[1] <= len(reading.text)


@pytest.mark.parametrize(
    "piece", ["9", "4 250w gpu ", "一百", "六毛五一度", "a ", "x", "9**", "$", "(", "每天8小時", "24g "]
)
def test_long_input_stays_cheap(parts_index: PartIndex, piece: str) -> None:
    text = (piece * 100_000)[:100_000]
    start = time.perf_counter()
    reading = read(text, parts_index, "en")
    assert time.perf_counter() - start < 1
    assert len(reading.text) <= MAX_CHARS
