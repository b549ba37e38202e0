"""From a URL to an engine with one connection: SQLite or PostgreSQL, each made safe for a bot."""

import os
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from bot.errors import StoreError

FILE_NAME = "rigwise.db"
WRITE = "rigwise_write"
"""Execution option of a transaction that will write: SQLite then takes its lock at once, not in the middle."""

LOCK_WAIT_S = 2
"""How long a transaction waits for another process's lock."""

STATEMENT_S = 4
"""How long PostgreSQL may work on one statement."""

_SQLITE_PRAGMAS = (
    f"busy_timeout = {LOCK_WAIT_S * 1000}",  # first: the next ones may meet a lock
    "journal_mode = WAL",  # readers and the writer do not wait for each other
    "synchronous = NORMAL",  # safe with WAL when the program dies; a power cut may lose the last second
    "foreign_keys = ON",
    "secure_delete = ON",  # deleted means overwritten: /privacy delete leaves no text in free pages
    "trusted_schema = OFF",
    "cell_size_check = ON",
    "journal_size_limit = 4194304",
)

_DRIVERS = {
    "sqlite": "sqlite+pysqlite",
    "sqlite+pysqlite": "sqlite+pysqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}


def address(url: str, state_dir: Path) -> URL:
    """The database a setting means; empty is ``rigwise.db`` in the state folder.

    Raises:
        StoreError: ``err-store-url``; the text is not a URL, or of another kind of database.
    """
    if not url.strip():
        return URL.create("sqlite+pysqlite", database=str(state_dir / FILE_NAME))
    try:
        parsed = make_url(url.strip())
    except (ArgumentError, ValueError):
        raise StoreError("err-store-url", scheme="?") from None  # the text may hold a password
    driver = _DRIVERS.get(parsed.drivername)
    if driver is None:
        raise StoreError("err-store-url", scheme=parsed.drivername)
    return parsed.set(drivername=driver)


def make_engine(url: URL) -> Engine:
    """An engine that holds one connection, checks it before use and opens it again after a loss.

    Args:
        url: of ``address``. A new SQLite file is made readable for its owner only.

    Raises:
        StoreError: ``err-store-driver`` where psycopg is not installed, ``err-store-unreachable``.
    """
    sqlite = url.get_backend_name() == "sqlite"
    if sqlite:
        _private_file(url)
    try:
        engine = create_engine(
            url,
            poolclass=QueuePool,
            pool_size=1,
            max_overflow=0,
            pool_timeout=LOCK_WAIT_S,
            pool_pre_ping=True,
            hide_parameters=True,  # what members wrote stays out of error texts
            connect_args=_SQLITE_ARGS if sqlite else _POSTGRES_ARGS,
        )
    except ModuleNotFoundError as fault:
        raise StoreError("err-store-driver", package=str(fault.name)) from None
    if sqlite:
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        event.listen(engine, "begin", _begin_postgres)
    return engine


_SQLITE_ARGS: dict[str, Any] = {"isolation_level": None, "timeout": LOCK_WAIT_S}  # we say BEGIN ourselves

_POSTGRES_ARGS: dict[str, Any] = {
    "application_name": "rigwise",
    "connect_timeout": 3,
    "keepalives_idle": 30,
    "tcp_user_timeout": STATEMENT_S * 1000,
    "prepare_threshold": None,  # poolers such as PgBouncer hand out another server connection each time
}


def _private_file(url: URL) -> None:
    """Make a new database file with mode 0600; URIs and in-memory databases are left as they are."""
    path = url.database or ""
    if not path or path == ":memory:" or path.startswith("file:"):
        return
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return
    except OSError as fault:
        raise StoreError("err-store-unreachable", reason=type(fault).__name__) from None


def _prepare_sqlite(raw: Any, _record: object) -> None:
    cursor = raw.cursor()
    try:
        for pragma in _SQLITE_PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
    finally:
        cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    kind = "IMMEDIATE" if connection.get_execution_options().get(WRITE) else "DEFERRED"
    connection.exec_driver_sql(f"BEGIN {kind}")


def _begin_postgres(connection: Connection) -> None:
    """Limits of this transaction only, so they work behind a pooler too."""
    connection.exec_driver_sql(f"SET LOCAL statement_timeout = '{STATEMENT_S}s'")
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCK_WAIT_S}s'")
