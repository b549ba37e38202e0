"""Database errors as ``StoreError``: by the engine's own codes, never by its sentences.

The original error is left out of the traceback on purpose: PostgreSQL quotes whole rows in its messages,
and what members wrote must not reach a log.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from alembic.util.exc import CommandError
from sqlalchemy import exc

from bot.errors import StoreError

LOCKED = "err-store-locked"
READ_ONLY = "err-store-read-only"
DAMAGED = "err-store-damaged"
FULL = "err-store-full"
UNREACHABLE = "err-store-unreachable"
FAILED = "err-store-failed"

_SQLITE = {
    "SQLITE_BUSY": LOCKED,
    "SQLITE_LOCKED": LOCKED,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
    "SQLITE_FULL": FULL,
    "SQLITE_CANTOPEN": UNREACHABLE,
    "SQLITE_IOERR": UNREACHABLE,
    "SQLITE_PERM": UNREACHABLE,
    "SQLITE_AUTH": UNREACHABLE,
}
"""By the primary part of https://sqlite.org/rescode.html; extended names start with these."""

_SQLSTATE = {
    "57014": LOCKED,  # cancelled by our statement_timeout
    "55P03": LOCKED,
    "40": LOCKED,  # deadlock, serialisation
    "25006": READ_ONLY,
    "42501": READ_ONLY,  # insufficient privilege
    "53100": FULL,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
    "08": UNREACHABLE,
    "28": UNREACHABLE,  # login refused
    "3D": UNREACHABLE,  # no such database
    "53": UNREACHABLE,  # too many connections, out of memory
    "57P": UNREACHABLE,  # shutting down
}
"""By https://www.postgresql.org/docs/current/errcodes-appendix.html; a shorter key stands for its class."""


def _of_sqlite(fault: sqlite3.Error) -> tuple[str, str]:
    name = str(getattr(fault, "sqlite_errorname", "") or type(fault).__name__)
    return next((code for start, code in _SQLITE.items() if name.startswith(start)), FAILED), name


def _of_sqlstate(state: str) -> tuple[str, str]:
    for length in (5, 3, 2):
        if code := _SQLSTATE.get(state[:length]):
            return code, state
    return FAILED, state


def store_error(fault: exc.SQLAlchemyError | CommandError) -> StoreError:
    """The ``StoreError`` for a database error.

    Its ``reason`` is the engine's short code (``SQLITE_BUSY``, ``57014``) or the class of the error.
    """
    inner = getattr(fault, "orig", None)
    if isinstance(inner, sqlite3.Error):
        code, reason = _of_sqlite(inner)
    elif state := getattr(inner, "sqlstate", None):
        code, reason = _of_sqlstate(str(state))
    elif isinstance(fault, exc.OperationalError | exc.InterfaceError | exc.TimeoutError):
        code, reason = (
            UNREACHABLE,
            type(inner or fault).__name__,
        )  # psycopg has no state where nobody answered
    else:
        code, reason = FAILED, type(fault).__name__
    return StoreError(code, reason=reason)


@contextmanager
def translated() -> Iterator[None]:
    """Turn every database error of the block into a ``StoreError``."""
    try:
        yield
    except (exc.SQLAlchemyError, CommandError) as fault:
        raise store_error(fault) from None
    except sqlite3.Error as fault:  # of a PRAGMA while connecting
        code, reason = _of_sqlite(fault)
        raise StoreError(code, reason=reason) from None
    except (UnicodeError, OverflowError) as fault:  # a value the engine cannot hold
        raise StoreError(FAILED, reason=type(fault).__name__) from None
    except OSError as fault:
        raise StoreError(UNREACHABLE, reason=type(fault).__name__) from None
