"""``psu``, ``cost`` and ``ram`` in the terminal."""

import json
import os
import subprocess
import sys

import pytest

HEAVY = (
    "torch",
    "faiss",
    "discord",
    "sentence_transformers",
    "numpy",
    "onnxruntime",
    "pydantic_settings",
    "sqlalchemy",
)


def numbers(done):
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def test_the_guides_own_machine(run) -> None:
    found = numbers(run("psu", "--gpu", "4x250W", "--cpu", "150W", "--json"))
    assert list(found) == ["name", "inputs", "results", "steps", "assumptions"]
    assert found["results"] == {"load_w": 1150, "minimum_w": 1265, "comfortable_w": 1391.5, "buy_w": 1400}
    assert found["steps"][0] == "Load: 4 × 250 + 1 × 150 = 1150 W"


@pytest.mark.parametrize(
    ("arguments", "results"),
    [
        (("psu", "--gpu", '2x"RTX 3090"'), {"load_w": 700, "buy_w": 850}),
        (("psu", "--gpu", "RTX 3090", "--gpu", "RTX 3090", "--other", "80W"), {"load_w": 780}),
        (("psu", "--gpu", "RTX 3090 @ 300W", "--cpu", "0.15kW"), {"load_w": 450}),
        (("psu", "--gpu", "4x250W", "--cpu", "150W", "--efficiency", "92%"), {"wall_w": 1250}),
        (("psu", "--gpu", "4x250W", "--cpu", "150W", "--supply", "1.3kW"), {"supply_w": 1300, "enough": "tight"}),
        (("cost", "--watts", "600", "--hours-per-day", "12", "--days", "30", "--price", "0.125", "--currency", "USD"),
         {"energy_kwh": 216, "cost": 27, "currency": "USD"}),
        (("cost", "--watts", "1000-1500", "--days", "14"), {"energy_kwh_low": 336, "energy_kwh": 504, "cost": None}),
        (("cost", "--watts", "600", "--price", "0.2", "--currency", "eur", "--efficiency", "80%"), {"energy_kwh": 540, "cost": 108}),
        (("cost", "--gpu", '2x"RTX 3090"', "--cpu", "280W", "--watts", "20", "--days", "1"), {"energy_kwh": 24}),
        (("cost", "--gpu", "4x250W", "--watts", "100-200", "--days", "1"), {"energy_kwh_low": 26.4, "energy_kwh": 28.8}),
        (("ram", "--gpu", "3x12GB"), {"minimum_gb": 12}),
        (("ram", "--gpu", "1xRTX 3090", "--gpu", "2xRTX 3080 10GB"), {"minimum_gb": 24}),
        (("ram", "--gpu", "24GB", "--workload", "large_data"), {"minimum_gb": 24}),
    ],
)  # fmt: skip
def test_results(folder, run, arguments, results) -> None:
    found = numbers(run(*arguments, "--json"))["results"]
    assert {name: found.get(name) for name in results} == results


def test_a_country_brings_its_price_and_carbon(folder, run) -> None:
    found = numbers(run("cost", "--watts", "1000", "--days", "1", "--country", "de", "--json"))
    assert found["results"]["currency"] == "EUR"
    assert found["results"]["co2_kg"] > 0
    assert any("Germany" in line for line in found["assumptions"])


@pytest.mark.parametrize(
    ("country", "words"),
    [
        ("JP", "no sourced price for Japan"),
        ("KE", "no sourced price for KE"),
        ("japan", "no sourced price for Japan"),
    ],
)
def test_a_country_without_a_price_is_named_and_not_asked_for(folder, run, country, words) -> None:
    done = run("cost", "--watts", "600", "--country", country)
    assert (done.code, done.err) == (0, "")
    assert words in done.out
    assert "or the country" not in done.out


def test_the_households_own_use_brings_the_steps_of_the_tariff(folder, run) -> None:
    arguments = ("cost", "--watts", "600", "--country", "TW", "--json")
    average, steps = (numbers(run(*arguments, *more))["results"] for more in ((), ("--base-kwh", "600")))
    assert average["energy_kwh"] == steps["energy_kwh"]
    assert steps["cost_low"] > average["cost"]


def test_the_base_power_of_a_processor(folder, run) -> None:
    peak, base = (
        numbers(run("psu", "--gpu", "250W", "--cpu", "Core i9-13900K", *more, "--json"))["results"]["load_w"]
        for more in ((), ("--base",))
    )
    assert peak > base


@pytest.mark.parametrize(
    ("lang", "headline", "label"),
    [
        ("en", "Buy a 1400 W power supply", "Working:"),
        ("zh-Hant", "1400 W", "計算過程"),
        ("zh-Hans", "1400 W", "计算过程"),
    ],
)
def test_text_in_three_languages(run, lang: str, headline: str, label: str) -> None:
    done = run("psu", "--gpu", "4x250W", "--cpu", "150W", "--lang", lang)
    assert (done.code, done.err) == (0, "")
    assert headline in done.out.splitlines()[0]
    assert label in done.out
    assert "1265 × 1.10 = 1391.5 W" in done.out


def test_the_terminals_language_is_the_default(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "zh_TW.UTF-8")
    assert "計算過程" in run("psu", "--gpu", "250W").out
    assert "Working:" in run("psu", "--gpu", "250W", "--lang", "en").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("psu", "--gpu", "RTX 9999"), "I do not know “rtx 9999”. Nearest in my table: "),
        (("psu", "--gpu", "3080"), "“3080” can be several things: RTX 3080 10GB, RTX 3080 12GB."),
        (("psu", "--gpu", "0x250W"), "“0” does not work for the count: it must be at least 1 and at most 64."),
        (("psu", "--gpu", "65x250W"), "at most 64"),
        (("psu", "--gpu", "250W", "--other", "a lamp"), "“a lamp” needs watts, such as 80W."),
        (("psu",), "I still need the list of parts: at least 1."),
        (("psu", "--gpu", "250W", "--efficiency", "nan"), "“nan” is not a number"),
        (("psu", "--gpu", "250W", "--efficiency", "120%"), "it must be more than 0 and at most 1"),
        (("cost",), "I still need the load: watts such as 600, or the cards and processors."),
        (("cost", "--gpu", "RTX 9999"), "I do not know “rtx 9999”."),
        (("cost", "--watts", "600", "--base-kwh", "much"), "“much” is not a number I can use for the household"),
        (("cost", "--watts", "-5"), "“-5” does not work for the watts"),
        (("cost", "--watts", "1e9"), "“1e9” is not a number"),
        (("cost", "--watts", "600", "--price", "0.1"), "In which currency is the price?"),
        (("cost", "--watts", "600", "--hours-per-day", "25"), "“25” does not work for the hours a day"),
        (("cost", "--watts", "600", "--country", "Germny"), "I do not know the country “GERMNY”. Nearest: Germany (DE)"),
        (("cost", "--watts", "600", "--country", "ZZ"), "I do not know the country “ZZ”."),
        (("cost", "--watts", "600", "--price", "0.2", "--currency", "XXX"), "“XXX” is no currency"),
        (("cost", "--watts", "600", "--price", "0.2", "--currency", "euros"), "“EUROS” does not work for the currency"),
        (("ram", "--gpu", "a lot"), "I do not know “a lot”."),
        (("ram", "--gpu", "0GB"), "“0” does not work for the memory of one card"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_said_in_one_sentence_or_two(folder, run, arguments, said: str) -> None:
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_plain_watts_need_no_knowledge_and_names_say_that_it_is_missing(run) -> None:
    assert run("psu", "--gpu", "250W").code == 0
    assert run("cost", "--watts", "600").code == 0
    done = run("psu", "--gpu", "RTX 3090")
    assert done.code == 3
    assert "RIGWISE_KNOWLEDGE_DIR" in done.err


def test_a_misspelt_setting_is_refused_where_settings_are_read(
    folder, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RIGWISE_KNOWLEGDE_DIR", "/srv/guide")
    done = run("psu", "--gpu", "RTX 3090")
    assert (done.code, done.err) == (
        6,
        "There is no setting RIGWISE_KNOWLEGDE_DIR. `rigwise settings` lists them.\n",
    )


@pytest.mark.parametrize("option", ["--gpu", "--cpu", "--other"])
def test_broken_bytes_in_an_argument_are_a_sentence(folder, run, option: str) -> None:
    for text in ("RTX \udcff3090", "\ud800", "\udcff250W"):
        done = run("psu", option, text)
        assert done.code in {0, 2}
        assert done.err.count("\n") == bool(done.code)
    for name in ("--watts", "--price", "--country", "--efficiency"):
        assert run("cost", "--watts", "600", name, "\udcff\ud800").code == 2


CHECK = f"""
import sys
from bot.cli.main import main
code = main(["psu", "--gpu", "4x250W", "--cpu", "150W", "--json"])
print(sorted(name for name in {HEAVY!r} if name in sys.modules), file=sys.stderr)
sys.exit(code)
"""


def test_nothing_heavy_is_imported(tmp_path) -> None:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.getcwd()}  # noqa: PTH109
    done = subprocess.run(
        [sys.executable, "-c", CHECK],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=environment,
    )
    assert (done.returncode, done.stderr.strip()) == (0, "[]")
    assert json.loads(done.stdout)["results"]["buy_w"] == 1400
