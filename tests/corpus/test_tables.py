"""The strict CSV reader, and the shipped tables themselves."""

import contextlib
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.corpus.cells import code, day, moment, number, several, text, unknown_or, url, whole, yes_no
from bot.corpus.tables import CARBON, CPUS, GLOSSARY, GPUS, TARIFFS, TIERS, Table, name_key, read_tables
from bot.domain.hardware import CpuSpec, GpuSpec

KNOWLEDGE = Path(__file__).parents[2] / "knowledge"
CATALOGUE, TERMS, PROBLEMS = read_tables(KNOWLEDGE)
GPU = {gpu.name: gpu for gpu in CATALOGUE.gpus}
CPU = {cpu.name: cpu for cpu in CATALOGUE.cpus}

GOOD: dict[str, dict[str, str]] = {
    GPUS.path: {
        "name": "RTX 3090",
        "aliases": "3090 24GB|RTX 3090 24GB",
        "vendor": "NVIDIA",
        "board_power_w": "350",
        "memory_gb": "24",
        "slots": "3",
        "length_mm": "",
        "connectors": "2x8-pin",
        "family": "geforce-30",
        "released": "2020-09",
        "source_url": "https://example.org/3090",
        "checked_on": "2026-11-30",
    },
    CPUS.path: {
        "name": "Threadripper 3970X",
        "aliases": "3970X",
        "vendor": "AMD",
        "socket": "sTRX4",
        "cores": "32",
        "threads": "64",
        "base_w": "280",
        "peak_w": "",
        "memory_channels": "4",
        "pcie_lanes": "64",
        "released": "2019",
        "source_url": "https://example.org/3970x",
        "checked_on": "2026-11-30",
    },
    TARIFFS.path: {
        "country": "TW",
        "name": "Taiwan",
        "price_per_kwh": "2.77",
        "currency": "TWD",
        "kind": "average",
        "taxes_included": "",
        "period": "2025",
        "source_url": "https://example.org/tw",
        "checked_on": "2026-11-30",
        "note": "",
    },
    TIERS.path: {
        "name": "Taiwan",
        "season": "all",
        "from_kwh": "0",
        "price_per_kwh": "1.78",
        "period": "2025",
        "source_url": "https://example.org/tiers",
        "checked_on": "2026-11-30",
    },
    CARBON.path: {
        "country": "TW",
        "name": "Taiwan",
        "g_per_kwh": "636",
        "year": "2024",
        "source_url": "https://example.org/co2",
        "checked_on": "2026-11-30",
    },
    GLOSSARY.path: {
        "en": "graphics card|gpu",
        "zh_tw": "顯示卡|顯卡",
        "zh_cn": "显卡|显示卡",
        "typos": "grahpics card",
    },
}


def as_csv(rows: list[dict[str, str]], end: str = "\n") -> str:
    lines = [",".join(rows[0])] + [",".join(f'"{cell}"' for cell in row.values()) for row in rows]
    return end.join(lines) + end


@pytest.fixture
def folder(tmp_path):
    """A knowledge folder with one good row in each table."""
    for path, row in GOOD.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(as_csv([row]), encoding="utf-8")
    return tmp_path


def test_good_folder_has_no_problem(folder):
    catalogue, terms, problems = read_tables(folder)
    assert problems == ()
    assert (catalogue.gpus[0].board_power_w, catalogue.gpus[0].length_mm) == (Decimal(350), None)
    assert catalogue.gpus[0].aliases == ("3090 24GB", "RTX 3090 24GB")
    assert catalogue.cpus[0].peak_w is None
    assert catalogue.tariffs[0].taxes_included is None
    assert catalogue.tariffs[0].tiers[0].price_per_kwh == Decimal("1.78")
    assert catalogue.carbon[0].year == 2024
    assert terms[0].zh_cn == ("显卡", "显示卡")


@pytest.mark.parametrize("path", GOOD)
def test_missing_table_is_one_problem_and_the_others_load(folder, path):
    (folder / path).unlink()
    catalogue, terms, problems = read_tables(folder)
    missing = [p for p in problems if p.code == "table-missing"]
    assert [(p.path, p.line) for p in missing] == [(path, 0)]
    loaded = [catalogue.gpus, catalogue.cpus, catalogue.tariffs, catalogue.carbon, terms]
    assert sum(map(bool, loaded)) >= 4


@pytest.mark.req("R111")
@pytest.mark.parametrize(
    ("path", "column", "cell", "word"),
    [
        (GPUS.path, "source_url", "", "source_url is empty"),
        (GPUS.path, "checked_on", "", "checked_on is empty"),
        (GPUS.path, "checked_on", "2026-02-30", "checked_on"),
        (GPUS.path, "checked_on", "30.11.2026", "YYYY-MM-DD"),
        (GPUS.path, "source_url", "see vendor", "web address"),
        (GPUS.path, "board_power_w", "350 W", "plain number"),
        (GPUS.path, "board_power_w", "1,000", "plain number"),
        (GPUS.path, "board_power_w", "-350", "plain number"),
        (GPUS.path, "board_power_w", "1e3", "plain number"),
        (GPUS.path, "board_power_w", "nan", "plain number"),
        (GPUS.path, "board_power_w", "0", "greater than 0"),
        (GPUS.path, "board_power_w", "9000", "less than or equal"),
        (GPUS.path, "board_power_w", "", "board_power_w"),
        (GPUS.path, "vendor", "Nvidia", "vendor"),
        (GPUS.path, "aliases", "3090||RTX3090", "empty value"),
        (GPUS.path, "released", "2020-13", "released"),
        (GPUS.path, "released", "", "released is empty"),
        (CPUS.path, "checked_on", "", "checked_on is empty"),
        (CPUS.path, "source_url", "", "source_url is empty"),
        (CPUS.path, "threads", "16", "fewer threads"),
        (CPUS.path, "peak_w", "200", "below the base"),
        (CPUS.path, "cores", "8.5", "whole number"),
        (TARIFFS.path, "checked_on", "", "checked_on is empty"),
        (TARIFFS.path, "source_url", "", "source_url is empty"),
        (TARIFFS.path, "period", "", "period is empty"),
        (
            TARIFFS.path,
            "period",
            "first half of 2025",
            "period is not a year, month or day: 'first half of 2025'",
        ),
        (TARIFFS.path, "period", "2025-01/", "period is not a period such as 2025, 2025-01/2025-06"),
        (TARIFFS.path, "period", "../..", "period is not a period"),
        (TARIFFS.path, "price_per_kwh", "2,77", "plain number"),
        (TARIFFS.path, "currency", "NT$", "currency"),
        (TARIFFS.path, "country", "Taiwan", "country"),
        (TARIFFS.path, "kind", "guess", "kind"),
        (TARIFFS.path, "taxes_included", "maybe", "yes nor no"),
        (TIERS.path, "from_kwh", "120", "begin at 0"),
        (TIERS.path, "season", "summer", "summer and other"),
        (TIERS.path, "season", "winter", "season"),
        (TIERS.path, "checked_on", "", "checked_on is empty"),
        (TIERS.path, "name", "Atlantis", "No tariff"),
        (CARBON.path, "checked_on", "", "checked_on is empty"),
        (CARBON.path, "g_per_kwh", "unknown", "plain number"),
        (CARBON.path, "year", "last", "whole number"),
        (GLOSSARY.path, "zh_cn", "", "Simplified"),
        (GLOSSARY.path, "en", "", "English"),
    ],
)
def test_bad_cell_names_its_line_and_leaves_the_row_out(folder, path, column, cell, word):
    (folder / path).write_text(as_csv([{**GOOD[path], column: cell}]), encoding="utf-8")
    catalogue, terms, problems = read_tables(folder)
    mine = [p for p in problems if p.path == path]
    assert [p.line for p in mine] == [2]
    assert mine[0].code == "table-value"
    assert word in mine[0].message
    left = {
        GPUS.path: catalogue.gpus,
        CPUS.path: catalogue.cpus,
        TARIFFS.path: catalogue.tariffs,
        TIERS.path: catalogue.tariffs[0].tiers if catalogue.tariffs else (),
        CARBON.path: catalogue.carbon,
        GLOSSARY.path: terms,
    }
    assert left[path] == ()


def test_bad_row_between_good_ones(folder):
    row = GOOD[GPUS.path]
    rows = [
        row,
        {**row, "name": "RTX 1", "aliases": "", "memory_gb": "?"},
        {**row, "name": "RTX 2", "aliases": ""},
    ]
    (folder / GPUS.path).write_text(as_csv(rows), encoding="utf-8")
    catalogue, _, problems = read_tables(folder)
    assert [gpu.name for gpu in catalogue.gpus] == ["RTX 3090", "RTX 2"]
    assert [(p.path, p.line) for p in problems] == [(GPUS.path, 3)]


def test_every_bad_cell_of_a_row_is_reported_at_once(folder):
    row = {**GOOD[GPUS.path], "memory_gb": "?", "checked_on": "", "slots": "two"}
    (folder / GPUS.path).write_text(as_csv([row]), encoding="utf-8")
    assert [p.message.split()[0] for p in read_tables(folder)[2]] == ["memory_gb", "slots", "checked_on"]


def test_line_numbers_count_blank_lines_and_quoted_breaks(folder):
    row = GOOD[TARIFFS.path]
    rows = [{**row, "note": "first\nsecond"}, {**row, "name": "Elsewhere", "price_per_kwh": "?"}]
    lines = as_csv(rows).replace('"TW","Elsewhere"', '\n"TW","Elsewhere"')
    (folder / TARIFFS.path).write_text(lines, encoding="utf-8")
    assert [p.line for p in read_tables(folder)[2]] == [5]


def test_byte_order_mark_crlf_and_column_order_are_fine(folder):
    row = dict(reversed(GOOD[GPUS.path].items()))
    (folder / GPUS.path).write_bytes(b"\xef\xbb\xbf" + as_csv([row], "\r\n").encode())
    catalogue, _, problems = read_tables(folder)
    assert problems == ()
    assert catalogue == read_tables(folder)[0]
    assert catalogue.gpus[0].name == "RTX 3090"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"name,aliases\n", "header"),
        (b"", "header"),
        (b"\n\n", "header"),
        (b"name;aliases;vendor\n", "header"),
        ("顯示卡".encode("big5"), "encoding"),
        (as_csv([{**GOOD[GPUS.path], "extra": "1"}]).encode(), "header"),
        (as_csv([GOOD[GPUS.path]]).encode() + b'RTX 9,"', "malformed"),
        (as_csv([GOOD[GPUS.path]]).encode() + b"RTX 9,1,000\n", "cells"),
    ],
    ids=[
        "few-columns",
        "empty",
        "blank",
        "semicolons",
        "big5",
        "extra-column",
        "open-quote",
        "unquoted-comma",
    ],
)
def test_damaged_file_is_one_problem(folder, content, kind):
    (folder / GPUS.path).write_bytes(content)
    catalogue, _, problems = read_tables(folder)
    assert [(p.path, p.code) for p in problems] == [(GPUS.path, f"table-{kind}")]
    assert len(catalogue.cpus) == 1
    assert len(catalogue.gpus) == (kind in {"malformed", "cells"})


@pytest.mark.parametrize(
    "second",
    [
        {"name": "RTX 3090", "aliases": ""},
        {"name": "rtx3090", "aliases": ""},
        {"name": "RTX 9", "aliases": "Rtx 3090 24gb"},
        {"name": "RTX 9", "aliases": "ninety|RTX-3090"},
    ],
    ids=["name", "spelling", "alias-alias", "alias-name"],
)
def test_name_taken_twice_is_refused(folder, second):
    rows = [GOOD[GPUS.path], {**GOOD[GPUS.path], **second}]
    (folder / GPUS.path).write_text(as_csv(rows), encoding="utf-8")
    catalogue, _, problems = read_tables(folder)
    assert [(p.line, p.code) for p in problems] == [(3, "table-duplicate")]
    assert "line 2" in problems[0].message
    assert len(catalogue.gpus) == 1


def test_a_card_and_a_processor_may_not_share_a_name(folder):
    (folder / CPUS.path).write_text(as_csv([{**GOOD[CPUS.path], "aliases": "RTX 3090"}]), encoding="utf-8")
    catalogue, _, problems = read_tables(folder)
    assert [(p.path, p.code) for p in problems] == [(CPUS.path, "table-duplicate")]
    assert GPUS.path in problems[0].message
    assert catalogue.cpus == ()


def test_glossary_word_in_two_rows_is_refused(folder):
    other = {"en": "slot", "zh_tw": "", "zh_cn": "插槽", "typos": "GPU"}
    (folder / GLOSSARY.path).write_text(as_csv([GOOD[GLOSSARY.path], other]), encoding="utf-8")
    assert [(p.line, p.code) for p in read_tables(folder)[2]] == [(3, "table-duplicate")]


def test_one_bad_step_withholds_the_whole_staircase(folder):
    row = GOOD[TIERS.path]
    rows = [row, {**row, "from_kwh": "120", "price_per_kwh": "?"}, {**row, "from_kwh": "330"}]
    (folder / TIERS.path).write_text(as_csv(rows), encoding="utf-8")
    catalogue, _, problems = read_tables(folder)
    assert [p.line for p in problems] == [3]
    assert catalogue.tariffs[0].tiers == ()


def test_step_named_twice_is_refused(folder):
    (folder / TIERS.path).write_text(as_csv([GOOD[TIERS.path], GOOD[TIERS.path]]), encoding="utf-8")
    catalogue, _, problems = read_tables(folder)
    assert "twice" in problems[0].message
    assert catalogue.tariffs[0].tiers == ()


# Cells --------------------------------------------------------------------------------------------------

READERS = [text, several, number, whole, day, moment, url, yes_no, code("[A-Z]{2}"), unknown_or(number)]


@pytest.mark.req("R111")
@given(cell=st.text(max_size=60))
def test_no_cell_text_raises_anything_but_value_error(cell):
    for read in READERS:
        with contextlib.suppress(ValueError):
            read(cell.strip())


@pytest.mark.req("R111")
@given(value=st.decimals(min_value=0, max_value=10**9, places=4))
def test_plain_numbers_come_back_exactly(value):
    assert number(f"{value:f}") == value


@pytest.mark.parametrize("cell", ["2020", "2020-09", "2020-09-24"])
def test_moment_takes_year_month_and_day(cell):
    assert moment(cell) == cell


def test_name_key_ignores_case_spaces_and_hyphens_but_not_plus():
    assert name_key("E5-2680 v4") == name_key("ｅ5 2680V4") == "e52680v4"
    assert name_key("Platinum 8480+") != name_key("Platinum 8480")


# The shipped tables -------------------------------------------------------------------------------------


def test_shipped_tables_are_clean():
    assert PROBLEMS == ()


@pytest.mark.parametrize(
    ("rows", "least"),
    [
        (CATALOGUE.gpus, 110),
        (CATALOGUE.cpus, 150),
        (CATALOGUE.tariffs, 30),
        (CATALOGUE.carbon, 42),
        (TERMS, 90),
    ],
    ids=["gpus", "cpus", "tariffs", "carbon", "glossary"],
)
def test_shipped_tables_are_long_enough(rows, least):
    assert len(rows) >= least


def test_every_alias_leads_to_one_row():
    parts: tuple[GpuSpec | CpuSpec, ...] = (*CATALOGUE.gpus, *CATALOGUE.cpus)
    owners: dict[str, set[str]] = {}
    for row in parts:
        for name in (row.name, *row.aliases):
            owners.setdefault(name_key(name), set()).add(row.name)
    assert [key for key, names in owners.items() if len(names) != 1] == []


def test_no_bare_number_is_an_alias():
    """A bare "1700" would be read as a processor where somebody means watts."""
    bare = [
        alias
        for row in (*CATALOGUE.gpus, *CATALOGUE.cpus)
        for alias in row.aliases
        if alias.replace(" ", "").isdigit()
    ]
    assert bare == []


def test_every_figure_has_source_and_day():
    rows = (*CATALOGUE.gpus, *CATALOGUE.cpus, *CATALOGUE.tariffs, *CATALOGUE.carbon)
    assert [row.name for row in rows if not row.source_url.startswith("https://")] == []
    assert [row.name for row in rows if not row.checked_on >= "2026-11-30"] == []


def test_connectors_have_the_documented_form():
    plug = r"none|[1-9]x(6-pin|8-pin|16-pin|8-pin-EPS)(\+[1-9]x(6-pin|8-pin|16-pin))*"
    read = code(plug)
    assert [read(gpu.connectors) for gpu in CATALOGUE.gpus if gpu.connectors is not None]


# Board watts and GB; the public seed has other values for these, the vendors' data sheets have ours.
CORRECTED = {
    "Tesla V100 16GB PCIe": (250, 16),
    "Tesla V100 32GB PCIe": (250, 32),
    "Tesla V100 16GB SXM2": (300, 16),
    "Tesla V100 32GB SXM2": (300, 32),
    "L40S": (350, 48),
    "B200 180GB SXM": (1000, 180),
    "B300 288GB SXM": (1400, 288),
    "Tesla K80": (300, 24),
    "Instinct MI300X": (750, 192),
    "Instinct MI325X": (1000, 256),
    "Arc A770 16GB": (225, 16),
    "Quadro RTX 8000": (295, 48),
    "Quadro RTX 6000": (295, 24),
    "Radeon VII": (300, 16),
}
AGREED = {
    "RTX 5090": (575, 32),
    "RTX 5080": (360, 16),
    "RTX 5070 Ti": (300, 16),
    "RTX PRO 6000 Blackwell Workstation": (600, 96),
    "RTX PRO 6000 Blackwell Max-Q": (300, 96),
    "RTX 4090": (450, 24),
    "RTX 4080 Super": (320, 16),
    "RTX 4060 Ti 16GB": (165, 16),
    "RTX 3090": (350, 24),
    "RTX 3090 Ti": (450, 24),
    "RTX 3080 10GB": (320, 10),
    "RTX 3080 12GB": (350, 12),
    "RTX 3070": (220, 8),
    "RTX 3060 12GB": (170, 12),
    "RTX 2080 Ti": (250, 11),
    "RTX 2070": (175, 8),
    "RTX 2060 6GB": (160, 6),
    "GTX 1080 Ti": (250, 11),
    "GTX 1080": (180, 8),
    "GTX 1070": (150, 8),
    "GTX 1050 Ti": (75, 4),
    "GTX 980": (165, 4),
    "GTX 680": (195, 2),
    "Titan V": (250, 12),
    "Titan RTX": (280, 24),
    "RTX A6000": (300, 48),
    "RTX 6000 Ada": (300, 48),
    "A100 40GB PCIe": (250, 40),
    "A100 80GB PCIe": (300, 80),
    "A100 80GB SXM4": (400, 80),
    "H100 80GB PCIe": (350, 80),
    "H100 80GB SXM5": (700, 80),
    "H100 NVL 94GB": (400, 94),
    "H200 141GB SXM": (700, 141),
    "L4": (72, 24),
    "Tesla T4": (70, 16),
    "A10": (150, 24),
    "A40": (300, 48),
    "RX 7900 XTX": (355, 24),
    "RX 9070 XT": (304, 16),
    "Arc B580": (190, 12),
}


@pytest.mark.parametrize(("name", "expected"), [*CORRECTED.items(), *AGREED.items()])
def test_card(name, expected):
    assert (GPU[name].board_power_w, GPU[name].memory_gb) == expected


@pytest.mark.parametrize("name", ["A800 80GB PCIe", "Instinct MI300A", "RTX 9090"])
def test_card_that_could_not_be_sourced_is_absent(name):
    assert name not in GPU


@pytest.mark.parametrize(
    ("name", "plugs"),
    [
        ("RTX 3060 12GB", "1x8-pin"),
        ("RTX 4060", "1x8-pin"),
        ("RTX 3090", "2x8-pin"),
        ("RTX 4090", "1x16-pin"),
    ],
)
def test_plugs(name, plugs):
    assert GPU[name].connectors == plugs


CHECKED_CPUS = {
    "Threadripper 1950X": (16, 180, None),
    "Threadripper 2990WX": (32, 250, None),
    "Threadripper 3960X": (24, 280, None),
    "Threadripper 3970X": (32, 280, None),
    "Threadripper 7980X": (64, 350, None),
    "Threadripper PRO 7995WX": (96, 350, None),
    "Ryzen 9 3950X": (16, 105, None),
    "Ryzen 9 5950X": (16, 105, None),
    "Ryzen 9 7950X": (16, 170, None),
    "Ryzen 9 9950X": (16, 170, None),
    "Ryzen 7 1700": (8, 65, None),
    "Core i7-7700K": (4, 91, None),
    "Core i7-8700": (6, 65, None),
    "Core i7-8700K": (6, 95, None),
    "Core i9-9900K": (8, 95, None),
    "Core i9-10900K": (10, 125, None),
    "Core i9-7980XE": (18, 165, None),
    "Core i5-12600K": (10, 125, 150),
    "Core i7-12700K": (12, 125, 190),
    "Core i9-12900K": (16, 125, 241),
    "Core i5-13600K": (14, 125, 181),
    "Core i9-13900K": (24, 125, 253),
    "Core i7-14700K": (20, 125, 253),
    "Core i9-14900K": (24, 125, 253),
    "Core Ultra 9 285K": (24, 125, 250),
    "Xeon E5-2680 v4": (14, 120, None),
    "Xeon E5-2690 v4": (14, 135, None),
    "Xeon E5-2699 v4": (22, 145, None),
    "Xeon Gold 6148": (20, 150, None),
    "Xeon Platinum 8180": (28, 205, None),
    "Xeon Platinum 8280": (28, 205, None),
    "Xeon Platinum 8380": (40, 270, None),
    "Xeon Platinum 8480+": (56, 350, None),
    "Xeon W-3175X": (28, 255, None),
    "Xeon w9-3495X": (56, 350, None),
    "EPYC 7742": (64, 225, None),
    "EPYC 7763": (64, 280, None),
    "EPYC 9654": (96, 360, None),
}


@pytest.mark.parametrize(("name", "expected"), CHECKED_CPUS.items())
def test_processor(name, expected):
    cpu = CPU[name]
    assert (cpu.cores, cpu.base_w, cpu.peak_w) == expected


def test_peak_watts_only_where_intel_states_them():
    assert {cpu.socket for cpu in CATALOGUE.cpus if cpu.peak_w is not None} == {"LGA1700", "LGA1851"}


def test_taiwan_pays_by_season_and_step():
    taiwan = next(tariff for tariff in CATALOGUE.tariffs if tariff.country == "TW")
    summer = [(tier.from_kwh, tier.price_per_kwh) for tier in taiwan.tiers if tier.season == "summer"]
    other = [(tier.from_kwh, tier.price_per_kwh) for tier in taiwan.tiers if tier.season == "other"]
    steps = [0, 120, 330, 500, 700, 1000]
    assert summer == list(
        zip(steps, map(Decimal, ["1.78", "2.55", "3.80", "5.14", "6.44", "8.86"]), strict=True)
    )
    assert other == list(
        zip(steps, map(Decimal, ["1.78", "2.26", "3.13", "4.24", "5.27", "7.03"]), strict=True)
    )


@pytest.mark.parametrize(
    ("country", "grams", "year"),
    [
        ("TW", 636, 2024),
        ("CN", 560, 2024),
        ("DE", 344, 2024),
        ("US", 384, 2024),
        ("HK", 682, 2023),
        ("UA", 256, 2022),
    ],
)
def test_grid(country, grams, year):
    grid = next(grid for grid in CATALOGUE.carbon if grid.country == country)
    assert (grid.g_per_kwh, grid.year) == (grams, year)


@pytest.mark.parametrize("country", ["JP", "CN", "IN", "BR", "ES"])
def test_no_price_without_a_read_source(country):
    assert country not in {tariff.country for tariff in CATALOGUE.tariffs}


@pytest.mark.parametrize(
    ("word", "canonical"),
    [
        ("顯示記憶體", "显存"),
        ("顯存", "显存"),
        ("vram", "显存"),
        ("記憶體", "内存"),
        ("內存條", "内存"),
        ("顯示卡", "显卡"),
        ("顯卡", "显卡"),
        ("電源供應器", "电源"),
        ("psu", "电源"),
        ("主機板", "主板"),
        ("機殼", "机箱"),
        ("硬碟", "硬盘"),
        ("固態硬碟", "固态硬盘"),
        ("螢幕", "显示器"),
        ("執行緒", "线程"),
        ("時脈", "主频"),
        ("快取", "缓存"),
        ("頻寬", "带宽"),
        ("伺服器", "服务器"),
        ("叢集", "集群"),
        ("渦輪扇", "涡轮"),
        ("電價", "电费"),
        ("碳足跡", "碳足迹"),
        ("批次大小", "批大小"),
        ("前處理", "预处理"),
        ("鎖頁記憶體", "锁页内存"),
        ("瓦數", "功率"),
        ("資料集", "数据集"),
        ("程式", "程序"),
        ("moterboard", "主板"),
        ("pcei", "PCIe"),
    ],
)
def test_glossary_word(word, canonical):
    owner = next(t for t in TERMS if word in (*t.en, *t.zh_tw, *t.zh_cn, *t.typos))
    assert owner.zh_cn[0] == canonical


def test_glossary_knows_the_simplified_spelling_of_taiwans_words():
    """Converters turn characters, not words: 記憶體 arrives as 记忆体."""
    words = {word for term in TERMS for word in term.zh_cn}
    assert {
        "记忆体",
        "显示卡",
        "主机板",
        "硬碟",
        "机壳",
        "执行绪",
        "频宽",
        "电源供应器",
        "丛集",
        "软体",
    } <= words


def test_no_single_character_stands_for_a_thing():
    """A lone 度 or 卡 occurs inside other words; folding it would damage them."""
    assert [word for term in TERMS for word in term.zh_tw if len(word) == 1 and word != "瓩"] == []


def test_table_type_is_usable_for_further_tables():
    assert Table("x.csv", GpuSpec, {}).check(CATALOGUE.gpus[0]) == ""
