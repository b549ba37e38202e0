"""The thread that owns the connection: one transaction at a time, and no caller waits without end."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from typing import TypeVar

from sqlalchemy import Connection, Engine

from bot.errors import StoreError
from bot.store.engine import WRITE
from bot.store.fault import translated

T = TypeVar("T")


class Worker:
    """Runs transactions one after another in a thread of its own.

    Args:
        engine: with one connection.
        deadline_s: seconds, waiting included, after which a caller gets ``StoreError``. A transaction that
            runs already ends by itself soon after (the engine's own limits see to it) and may still be kept.
    """

    def __init__(self, engine: Engine, deadline_s: float) -> None:
        self._engine = engine
        self._deadline_s = deadline_s
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")

    def read(self, work: Callable[[Connection], T], deadline_s: float | None = None) -> T:
        """The result of a transaction that only reads.

        Args:
            work: what to do.
            deadline_s: another deadline than usual, in seconds.

        Raises:
            StoreError: it failed, or did not end in time.
        """
        return self._wait(lambda: self._transact(work, write=False), deadline_s or self._deadline_s)

    def write(self, work: Callable[[Connection], T], deadline_s: float | None = None) -> T:
        """The result of a transaction that writes; kept as a whole or not at all.

        Args:
            work: what to do.
            deadline_s: another deadline than usual, in seconds.

        Raises:
            StoreError: it failed, or did not end in time.
        """
        return self._wait(lambda: self._transact(work, write=True), deadline_s or self._deadline_s)

    def compact(self) -> None:
        """Empty SQLite's write-ahead log, where deleted text would linger until it is overwritten.

        A reader in another process may hold it up; then the log is emptied the next time.
        """

        def checkpoint() -> None:
            with translated(), self._engine.connect() as connection:
                raw = connection.connection.driver_connection
                if raw is not None:
                    raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

        with suppress(StoreError):
            self._wait(checkpoint, self._deadline_s)

    def close(self) -> None:
        """Close the connection and end the thread. Never raises; a second call does nothing.

        Where a transaction is still running after the deadline, the connection is closed after it.
        """
        with suppress(RuntimeError):  # closed already
            wait([self._pool.submit(self._engine.dispose)], timeout=self._deadline_s)
        self._pool.shutdown(wait=False)

    def _wait(self, call: Callable[[], T], deadline_s: float) -> T:
        try:
            job = self._pool.submit(call)
        except RuntimeError:
            raise StoreError("err-store-closed") from None
        try:
            return job.result(timeout=deadline_s)
        except TimeoutError:
            job.cancel()
            raise StoreError("err-store-slow", seconds=round(deadline_s)) from None

    def _transact(self, work: Callable[[Connection], T], *, write: bool) -> T:
        with translated(), self._engine.connect() as connection:
            connection.execution_options(**{WRITE: write})
            with connection.begin():
                return work(connection)
