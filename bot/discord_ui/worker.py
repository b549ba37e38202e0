"""A bounded worker off the event loop: a thread or two, a queue with an end, a deadline for each job."""

import asyncio
import contextvars
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, ParamSpec, TypeVar

from bot.errors import BusyError

P = ParamSpec("P")
T = TypeVar("T")


class Worker:
    """Runs blocking calls in the order they come, one after another in a thread of its own, or a few at a time.

    Args:
        name: of the thread.
        waiting: how many jobs may wait or run; one more is refused at once.
        full: message key of the refusal when no more may wait.
        deadline_s: seconds, waiting included, after which a job is given up. A job that runs already cannot be
            stopped; its result is dropped, and it counts as waiting until it ends.
        threads: how many jobs run at a time.
    """

    def __init__(
        self, name: str, *, waiting: int, deadline_s: float, full: str = "busy-queue", threads: int = 1
    ) -> None:
        self._queue: queue.SimpleQueue[_Job] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=_work, args=(self._queue,), name=f"{name}-{number}", daemon=True)
            for number in range(threads)
        ]
        self._waiting = waiting
        self._full = full
        self._deadline_s = deadline_s
        self._jobs = 0
        self._lock = threading.Lock()
        self._stopping = asyncio.Event()

    @property
    def jobs(self) -> int:
        """How many jobs wait or run now."""
        return self._jobs

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of a blocking call.

        Raises:
            BusyError: ``full`` when no more may wait, ``busy-deadline`` when it took too long, ``busy-stopping`` when
                the process ends first.
        """
        if self._stopping.is_set():
            raise BusyError("busy-stopping")
        with self._lock:
            if self._jobs >= self._waiting:
                raise BusyError(self._full)
            self._jobs += 1
        job: Future[T] = Future()
        job.add_done_callback(self._done)
        for thread in self._threads:
            if not thread.ident:
                thread.start()
        context = (
            contextvars.copy_context()
        )  # log lines of the job carry what is bound where it was asked for
        self._queue.put((job, partial(context.run, partial(call, *args, **kwargs))))
        return await self._first(asyncio.wrap_future(job))

    async def _first(self, job: "asyncio.Future[T]") -> T:
        """The job's result, unless the deadline or the end of the process comes first."""
        stopping: asyncio.Future[Any] = asyncio.ensure_future(self._stopping.wait())
        try:
            both: set[asyncio.Future[Any]] = {job, stopping}
            await asyncio.wait(both, timeout=self._deadline_s, return_when=asyncio.FIRST_COMPLETED)
            if job.done():
                return job.result()
            raise BusyError("busy-stopping" if self._stopping.is_set() else "busy-deadline")
        finally:
            stopping.cancel()
            if not job.done():
                job.cancel()

    def _done(self, job: "Future[T]") -> None:
        del job
        with self._lock:
            self._jobs -= 1

    def give_up(self) -> None:
        """Let every waiting caller go with ``busy-stopping`` and take no more jobs."""
        self._stopping.set()

    def close(self) -> None:
        """End each thread as soon as the job it runs is done; jobs that wait are dropped."""
        while True:
            try:
                waiting = self._queue.get_nowait()
            except queue.Empty:
                break
            if waiting is not None:
                waiting[0].cancel()
        for _ in self._threads:
            self._queue.put(None)


_Job = tuple[Future[Any], Callable[[], Any]] | None
"""A job and where its result goes; ``None`` ends the thread that takes it."""


def _work(jobs: "queue.SimpleQueue[_Job]") -> None:
    """Run jobs until told to end. A daemon thread, so that a job that hangs cannot keep the process alive."""
    while (taken := jobs.get()) is not None:
        job, call = taken
        if not job.set_running_or_notify_cancel():
            continue
        try:
            job.set_result(call())
        except BaseException as fault:  # noqa: BLE001 - it belongs to whoever waits for the job
            job.set_exception(fault)
        del taken, job, call  # a waiting thread keeps nothing alive
