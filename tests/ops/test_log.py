"""Log lines: one event a line, nothing forged, nothing secret."""

import io
import json
import logging
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from bot.ops import log
from bot.ops.safe_text import HIDDEN, MAX_CHARACTERS, Redactor, escaped, indented

# Made up in parts, so that no scanner takes them for real.
TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw" + ".Gabcde." + "abcdefghijklmnopqrstuvwxyz0123456789AB"
INTERACTION = "aW50ZXJhY3Rpb246" + "MTIzNDU2Nzg5MDEyMzQ1Njc4OmFiY2RlZg"


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    named = {name: logging.getLogger(name).level for name in (*log._QUIET, "rigwise")}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in named.items():
        logging.getLogger(name).setLevel(before)
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


def _lines(form: log.Form, **options: Any) -> tuple[io.StringIO, logging.Logger]:
    stream = io.StringIO()
    log.configure(form=form, stream=stream, **options)
    return stream, logging.getLogger("rigwise.test")


def _raised(text: str) -> OSError:
    try:
        raise OSError(text)  # noqa: TRY301 - a traceback is wanted
    except OSError as fault:
        return fault


FORGERIES = {
    "line feed": "hello\n2026-01-01T00:00:00Z info rigwise: all is well",
    "carriage return": "hello\rinfo",
    "escape codes": "\x1b[2J\x1b[31mred",
    "unicode lines": "a\u2028b\u2029c\x85d",
    "right to left": "abc\u202edcba",
    "nul": "a\x00b",
    "vertical": "a\x0bb\x0cc",
}


@pytest.mark.req("R59")
@pytest.mark.parametrize("form", ["console", "json"])
@pytest.mark.parametrize("name", sorted(FORGERIES))
def test_user_text_stays_on_its_line(name: str, form: log.Form) -> None:
    text = FORGERIES[name]
    stream, logger = _lines(form)
    logger.info("got %s", text, extra={"member": text})
    written = stream.getvalue()
    assert written.endswith("\n")
    assert len(written.splitlines()) == 1
    assert written.rstrip("\n").isprintable()


@pytest.mark.req("R59")
@pytest.mark.parametrize("form", ["console", "json"])
def test_text_of_an_exception_cannot_pass_for_a_line(form: log.Form) -> None:
    stream, logger = _lines(form)
    logger.error("failed", exc_info=_raised("x\n2026-01-01T00:00:00Z info     rigwise: forged\n\x1b[0m"))
    first, *rest = stream.getvalue().splitlines()
    assert "failed" in first
    assert all(line.startswith("  | ") for line in rest)
    assert "\x1b" not in stream.getvalue()
    assert "forged" in stream.getvalue()


SECRETS = {
    "bot token": f"logging in with {TOKEN} now",
    "header": f"Authorization: Bot {TOKEN}",
    "short header": "'Authorization': 'Bot abcdefgh12345'",
    "callback": f"POST /interactions/123456789012345678/{INTERACTION}/callback",
    "webhook": "PATCH https://discord.com/api/v10/webhooks/123456789012345678/abcDEF_-abcDEF_-abcDEF_-/messages/@original",
    "bare interaction token": f"token={INTERACTION}",
    "database": "postgresql+psycopg://rigwise:hunter2@db/rigwise",
}
PARTS = (TOKEN, INTERACTION, "hunter2", "abcDEF_-abcDEF_-", "abcdefgh12345")


@pytest.mark.req("R59", "R120")
@pytest.mark.parametrize("form", ["console", "json"])
@pytest.mark.parametrize("name", sorted(SECRETS))
def test_secrets_are_hidden_wherever_they_stand(name: str, form: log.Form) -> None:
    text = SECRETS[name]
    stream, logger = _lines(form)
    logger.info("as argument: %s", text)
    logger.info("as value", extra={"url": text})
    logger.error("in an error", exc_info=_raised(text))
    with structlog.contextvars.bound_contextvars(bound=text):
        logger.info("bound")
    written = stream.getvalue()
    assert not [part for part in PARTS if part in written]
    assert written.count(HIDDEN) >= 4


def test_known_secret_of_any_form_is_hidden() -> None:
    stream, logger = _lines("json", secrets=["correct horse", "a"])
    logger.warning("it is %s, a secret", "correct horse")
    assert "correct horse" not in stream.getvalue()
    assert ", a secret" in stream.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "RTX 3090 at 350.5 W",
        "psu-sizing.cables.12vhpwr",
        "0123456789012345678",
        "https://example.com:443/a@b",
        "3.11.2",
    ],
)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert Redactor()(text) == text


HUGE = [
    "a" * 100_000,
    "a." * 50_000,
    "-" * 100_000,
    "://" * 33_000,
    "/webhooks/1" * 9_000,
    "authorization: " * 6_000,
]


@pytest.mark.parametrize("text", HUGE, ids=lambda text: text[:12])
def test_patterns_take_linear_time(text: str) -> None:
    started = time.process_time()
    Redactor(["secret-secret"])(text)
    escaped(text)
    assert time.process_time() - started < 1


@given(text=st.text(max_size=200))
def test_escaped_is_printable_and_bounded(text: str) -> None:
    assert escaped(text).isprintable()
    assert all(line.startswith("  | ") for line in indented(text).split("\n") if line)


def test_long_text_is_cut() -> None:
    assert escaped("x" * 1_000_000) == "x" * MAX_CHARACTERS + "… (1000000 characters)"


def test_json_lines_are_objects_with_the_request() -> None:
    stream, logger = _lines("json")
    with structlog.contextvars.bound_contextvars(request="q-17"):
        logger.info("found %d passages", 5, extra={"dense": 0.81})
    row = json.loads(stream.getvalue())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", row.pop("timestamp"))
    assert row == {
        "level": "info",
        "logger": "rigwise.test",
        "event": "found 5 passages",
        "request": "q-17",
        "dense": 0.81,
    }


def test_console_lines_quote_what_would_be_unclear() -> None:
    stream, logger = _lines("console")
    logger.warning("slow", extra={"route": "a b", "seconds": 2.5, "empty": ""})
    assert stream.getvalue().endswith('warning rigwise.test: slow empty="" route="a b" seconds=2.5\n')


def test_structlog_loggers_write_the_same_lines() -> None:
    stream, _ = _lines("json")
    structlog.get_logger("rigwise.other").info("hello", part="RTX\n3090")
    row = json.loads(stream.getvalue())
    assert (row["event"], row["part"], row["logger"]) == ("hello", r"RTX\n3090", "rigwise.other")


@pytest.mark.req("R59", "R119")
@pytest.mark.parametrize("name", ["discord.gateway", "discord.http", "sqlalchemy.engine.Engine", "asyncio"])
def test_libraries_that_log_contents_at_debug_are_kept_quiet(name: str) -> None:
    stream, logger = _lines("console", level="debug")
    logging.getLogger(name).debug("content of a message")
    logger.debug("our own")
    assert "content" not in stream.getvalue()
    assert "our own" in stream.getvalue()


@pytest.mark.parametrize(("level", "expected"), [("debug", 4), ("info", 3), ("warning", 2), ("error", 1)])
def test_level_is_the_least_severe(level: log.Level, expected: int) -> None:
    stream, logger = _lines("console", level=level)
    for say in (logger.debug, logger.info, logger.warning, logger.error):
        say("x")
    assert len(stream.getvalue().splitlines()) == expected


def test_wrong_log_call_shows_no_values() -> None:
    stream, logger = _lines("console")
    logger.info("%d", "a member's words")
    assert "a member's words" not in stream.getvalue()
    assert "test_log.py" in stream.getvalue()


def test_second_configuration_replaces_the_first() -> None:
    first, _ = _lines("console")
    second, logger = _lines("json")
    logger.info("once")
    assert first.getvalue() == ""
    assert len(second.getvalue().splitlines()) == 1


@pytest.mark.parametrize("level", ["debug", "info"])
def test_a_library_that_lowers_its_own_level_stays_quiet(level: log.Level) -> None:
    """bm25s sets its logger to DEBUG when it is imported, which is after the logs were set up."""
    stream, logger = _lines("console", level=level)
    library = logging.getLogger("some_library")
    library.setLevel(logging.DEBUG)
    logging.getLogger("discord.gateway").setLevel(logging.DEBUG)
    try:
        library.debug("Building index from IDs objects")
        logging.getLogger("discord.gateway").debug("a message's text")
        library.info("said")
        logger.debug("ours")
    finally:
        library.setLevel(logging.NOTSET)
    assert [line.split(": ")[-1] for line in stream.getvalue().splitlines()] == (
        ["said", "ours"] if level == "debug" else ["said"]
    )
