"""The command line as a whole: exit codes, one sentence per error in the asker's language, never a traceback."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import errors
from bot.cli import console, main
from bot.domain.model import LANGS
from bot.errors import (
    BusyError,
    EncoderError,
    InputError,
    KnowledgeError,
    KnowledgeMissing,
    RigwiseError,
    SettingsError,
    SnapshotError,
    StoreError,
)
from bot.i18n import catalogue

ROOT = Path(__file__).parents[2]

FAULTS = [
    (InputError("err-batch-line", path="q.jsonl", line=3), 2, "Line 3 of “q.jsonl” is not a JSON object"),
    (
        KnowledgeMissing("err-knowledge-missing", path="/srv/guide", problems=2),
        3,
        "No readable knowledge in “/srv/guide”.",
    ),
    (KnowledgeError("err-knowledge-missing", path="/srv/guide"), 3, "No readable knowledge"),
    (EncoderError("err-encoder-load", model="bundled", reason="no file"), 4, "bundled"),
    (SnapshotError("err-index-damaged", reason="vectors.npy"), 5, "vectors.npy"),
    (
        SettingsError("err-setting-invalid", name="RIGWISE_DEADLINE_S", reason="too large"),
        6,
        "RIGWISE_DEADLINE_S",
    ),
    (StoreError("err-store-read-only", path="db"), 7, ""),
    (BusyError("busy-reloading"), 8, "being reloaded"),
]


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch):
    """Make ``psu`` end with an error."""

    def _failing(fault: BaseException) -> None:
        def command(options) -> int:
            raise fault

        monkeypatch.setattr("bot.cli.calc.run_psu", command)

    return _failing


def store_code() -> str:
    return next(key for key in sorted(catalogue.keys("en")) if key.startswith("err-store"))


@pytest.mark.parametrize(
    ("fault", "code", "said"), FAULTS, ids=[type(fault).__name__ for fault, *_ in FAULTS]
)
@pytest.mark.parametrize("lang", LANGS)
def test_every_kind_of_error_has_its_code_and_one_sentence(
    failing, run, fault, code: int, said: str, lang
) -> None:
    if isinstance(fault, StoreError):
        fault = StoreError(store_code(), path="db", name="db", reason="x")
    failing(fault)
    done = run("psu", "--gpu", "250W", "--lang", lang)
    assert (done.code, done.out) == (code, "")
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
    assert fault.code not in done.err
    if lang == "en":
        assert said in done.err
    else:
        assert re.search(r"[\u3400-\u9fff]", done.err)


def test_every_error_class_has_a_documented_code_of_its_own() -> None:
    def below(kind: type[RigwiseError]) -> Iterator[type[RigwiseError]]:
        for child in kind.__subclasses__():
            yield child
            yield from below(child)

    ours = {kind for kind in below(RigwiseError) if kind.__module__ == errors.__name__}
    direct = [kind for kind in ours if kind.__base__ is RigwiseError]
    codes = [kind.exit_code for kind in direct]
    assert len(set(codes)) == len(codes)
    assert not set(codes) & {0, 1, 130}
    assert all(re.search(rf"\b{code}\b", main.main.__doc__ or "") for code in codes)


def test_every_code_that_is_raised_has_a_sentence_in_every_language() -> None:
    kinds = {name for name in dir(errors) if name.endswith(("Error", "Missing"))}
    raised: dict[str, str] = {}
    for path in sorted((ROOT / "bot").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in kinds
                and node.args
            ):
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    raised[str(first.value)] = f"{path}:{node.lineno}"
    assert len(raised) > 20
    assert {
        place for code, place in raised.items() for lang in LANGS if not catalogue.has(code, lang)
    } == set()


def test_ctrl_c_ends_quietly(failing, run) -> None:
    failing(KeyboardInterrupt())
    assert run("psu") == (130, "", "")


def test_an_argument_without_a_value_is_left_out_of_the_sentence(failing, run) -> None:
    failing(InputError("err-input-missing", field="hours", given=None))
    assert run("psu").err == "I still need the running hours.\n"


@pytest.mark.parametrize(
    "arguments", [(), ("fly",), ("knowledge",), ("psu", "--lang", "fr"), ("cost", "--watts")]
)
def test_a_wrong_command_line_is_code_2(run, arguments) -> None:
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("usage: rigwise")


@pytest.mark.parametrize("number", ["-1", "51", "1e1", "five", "5.0", "", "٣", "9" * 5000])
def test_a_number_of_hits_is_checked(run, number: str) -> None:
    done = run("ask", "psu", "--passages", number)
    assert done.code == 2
    assert "a whole number from 0 to 50, please" in done.err


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh_HK.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh-Hant"}, "zh-Hant"),
        ({"LANG": "zh_CN.UTF-8"}, "zh-Hans"),
        ({"LANG": "zh"}, "zh-Hans"),
        ({"LANG": "zh_TW.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LC_MESSAGES": "en_US.UTF-8", "LC_ALL": "zh_CN.UTF-8"}, "zh-Hans"),
        ({"LC_ALL": "", "LANG": "zh_CN.UTF-8"}, "zh-Hans"),
    ],
)
def test_the_terminals_language(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], lang: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert console.terminal_lang() == lang


@pytest.mark.parametrize(
    ("text", "decoded"),
    [("psu", "psu"), ("\udce9t\udce9", "\ufffdt\ufffd"), ("\udce9\udc9b\udcbb", "電"), ("a\ud800b", "a?b")],
    ids=["plain", "broken-bytes", "bytes-of-utf-8", "no-byte-at-all"],
)  # fmt: skip
def test_arguments_are_decoded(text: str, decoded: str) -> None:
    assert console.decode_argument(text) == decoded


def start(*arguments: str | bytes, **more) -> subprocess.Popen[bytes]:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "LC_ALL": "C"}
    return subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
        env=environment, **more,
    )  # fmt: skip


def test_the_process_takes_broken_bytes_and_speaks_utf_8() -> None:
    with start("psu", "--gpu", b"\xff\xfe RTX 9999", "--lang", "zh-Hant") as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, b"")
    assert "Traceback" not in err.decode("utf-8")
    assert err.count(b"\n") == 1


def test_a_reader_that_goes_away_is_no_error() -> None:
    with start("psu", "--gpu", "250W") as process:
        assert process.stdout is not None
        process.stdout.close()
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
