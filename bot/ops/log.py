"""Log lines: one event a line, for people (``console``) or machines (``json``), of all libraries alike.

Rooms log through ``logging.getLogger("rigwise.…")``. Whoever handles a question binds its id with
``structlog.contextvars.bound_contextvars(request=…)``; every line within then carries it. User text and line
breaks are escaped, secrets hidden, and libraries that would log message contents at ``debug`` are kept at ``info``.
"""

import json
import logging
import sys
from collections.abc import Iterable, MutableMapping
from contextlib import suppress
from typing import Literal, TextIO

import structlog
from structlog.typing import Processor

from bot.ops.safe_text import Redactor, escaped, indented

Level = Literal["debug", "info", "warning", "error"]
Form = Literal["console", "json"]
Event = MutableMapping[str, object]

_QUIET = {
    "discord": logging.INFO,  # at debug, discord.gateway and discord.http log contents of messages
    "discord.gateway": logging.INFO,
    "discord.http": logging.INFO,
    "aiohttp": logging.INFO,
    "asyncio": logging.INFO,
    "sqlalchemy": logging.WARNING,  # at info, the values of every statement
    "alembic": logging.WARNING,
    "matplotlib": logging.WARNING,
    "PIL": logging.WARNING,
    "watchfiles": logging.WARNING,
}
"""Least severe level of libraries, whatever the setting says."""

_LEADING = ("timestamp", "level", "logger", "event")


def configure(
    level: Level = "info", form: Form = "console", secrets: Iterable[str] = (), stream: TextIO | None = None
) -> None:
    """Set up logging for the process; a second call replaces the first.

    Args:
        level: least severe level of our own lines.
        form: ``console`` or ``json``.
        secrets: texts that must never appear, such as the bot's token.
        stream: where to; standard error if ``None``.
    """
    own = logging.getLevelNamesMapping()[level.upper()]
    handler = _Handler(stream or sys.stderr)
    handler.addFilter(lambda record: record.levelno >= _least(record.name, own))
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_gather(),
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                _Safe(Redactor(secrets)),
                _render_json if form == "json" else _render_console,
            ],
        )
    )
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(max(own, logging.INFO))
    logging.getLogger("rigwise").setLevel(own)
    for name, least in _QUIET.items():
        logging.getLogger(name).setLevel(max(own, least))
    logging.captureWarnings(capture=True)
    structlog.configure(
        processors=[*_gather(), structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def _least(name: str, own: int) -> int:
    """Least severe level of a logger's lines; asked of each line, since libraries lower their own level when imported."""
    if name == "rigwise" or name.startswith("rigwise."):
        return own
    while name:
        if name in _QUIET:
            return max(own, _QUIET[name])
        name = name.rpartition(".")[0]
    return max(own, logging.INFO)


class _Handler(logging.StreamHandler[TextIO]):
    """Says where a log call is wrong, without the values that the standard handler would print."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's naming
        kind = sys.exc_info()[0]
        with suppress(OSError, ValueError):
            self.stream.write(
                f"log call failed: {kind and kind.__name__} {record.pathname}:{record.lineno}\n"
            )


def _gather() -> list[Processor]:
    """What is added to each event: the bound values, where it comes from, how severe it is, and when."""
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]


class _Safe:
    """Hides secrets in every value and escapes texts; tracebacks keep their lines, indented."""

    def __init__(self, redact: Redactor) -> None:
        self._redact = redact

    def __call__(self, _logger: object, _method: str, event: Event) -> Event:
        return {escaped(name): self._value(name, value) for name, value in event.items()}

    def _value(self, name: str, value: object) -> object:
        if value is None or isinstance(value, bool | int | float):
            return value
        text = self._redact(value if isinstance(value, str) else repr(value))
        return indented(text) if name in {"exception", "stack"} else escaped(text)


def _render_json(_logger: object, _method: str, event: Event) -> str:
    leading = {name: event.pop(name) for name in _LEADING if name in event}
    return json.dumps({**leading, **dict(sorted(event.items()))}, ensure_ascii=False, allow_nan=True)


def _render_console(_logger: object, _method: str, event: Event) -> str:
    below = [str(event.pop(name)) for name in ("stack", "exception") if event.get(name)]
    time, level, logger, said = (event.pop(name, "") for name in _LEADING)
    pairs = "".join(f" {name}={_quoted(value)}" for name, value in sorted(event.items()))
    return "\n".join([f"{time} {level!s:<8}{logger}: {said}{pairs}", *below])


def _quoted(value: object) -> str:
    text = str(value)
    return (
        text
        if text and text.isprintable() and not set(text) & set(' "=')
        else json.dumps(text, ensure_ascii=False)
    )
