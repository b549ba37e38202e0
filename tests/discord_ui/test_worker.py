"""The worker: bounded, in order, with a deadline, and out of the loop's way."""

import asyncio
import threading
import time

import pytest

from bot.discord_ui.desk import Asked, Desk, Manners, Ports
from bot.discord_ui.pace import Cooldown, Seen
from bot.discord_ui.worker import Worker
from bot.errors import BusyError


@pytest.fixture
def worker():
    made = Worker("test", waiting=3, deadline_s=0.5)
    yield made
    made.close()


async def test_results_and_errors_come_back(worker):
    assert await worker.run(max, 1, 2) == 2
    with pytest.raises(ZeroDivisionError):
        await worker.run(lambda: 1 / 0)
    assert worker.jobs == 0


async def test_jobs_run_one_after_another_in_one_thread(worker):
    threads, order = set(), []

    def job(number):
        threads.add(threading.get_ident())
        order.append(number)

    await asyncio.gather(*(worker.run(job, number) for number in range(3)))
    assert order == [0, 1, 2]
    assert len(threads) == 1
    assert threading.get_ident() not in threads


async def test_as_many_jobs_run_at_a_time_as_there_are_threads():
    both_here = threading.Barrier(2, timeout=5)
    worker = Worker("test", waiting=4, deadline_s=10, threads=2)
    try:
        await asyncio.gather(*(worker.run(both_here.wait) for _ in range(4)))
    finally:
        worker.close()


@pytest.mark.req("R36")
async def test_one_job_too_many_is_refused_at_once(worker):
    waiting = [asyncio.create_task(worker.run(time.sleep, 0.05)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(BusyError, match="busy-queue"):
        await worker.run(time.sleep, 0)
    await asyncio.gather(*waiting)
    assert await worker.run(max, 1, 2) == 2


@pytest.mark.req("R9")
async def test_a_job_that_takes_too_long_is_given_up(worker):
    started = time.perf_counter()
    with pytest.raises(BusyError, match="busy-deadline"):
        await worker.run(time.sleep, 1.0)
    assert time.perf_counter() - started < 0.9
    assert worker.jobs == 1


@pytest.mark.req("R2")
async def test_the_loop_stays_free(worker):
    busy = asyncio.create_task(worker.run(time.sleep, 0.3))
    lag = 0.0
    while not busy.done():
        before = time.perf_counter()
        await asyncio.sleep(0.01)
        lag = max(lag, time.perf_counter() - before - 0.01)
    assert lag < 0.1


@pytest.mark.req("R52")
async def test_giving_up_frees_everyone_who_waits(worker):
    waiting = [asyncio.create_task(worker.run(time.sleep, 0.3)) for _ in range(2)]
    await asyncio.sleep(0.02)
    worker.give_up()
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert [result.code for result in results] == ["busy-stopping"] * 2
    with pytest.raises(BusyError, match="busy-stopping"):
        await worker.run(max, 1, 2)


def test_seen_forgets_the_oldest():
    seen = Seen(kept=2)
    assert [seen.first(id_) for id_ in (1, 1, 2, 3, 1)] == [True, False, True, True, True]


def test_cooldowns_are_per_key_and_bounded(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("bot.discord_ui.pace.time.monotonic", lambda: now[0])
    cooldown = Cooldown(5, kept=2)
    assert cooldown.use("a") == 0
    assert cooldown.use("a") == 5
    assert cooldown.use("b") == 0
    now[0] += 5
    assert cooldown.use("a") == 0
    cooldown.use("c")
    assert cooldown.use("b") == 0


class SlowAnswers:
    """The first question is answered soon, the others when they are let go."""

    ready = True

    def __init__(self):
        self.let_go = threading.Event()
        self.asked = 0

    def answer(self, question, lang, previous):
        self.asked += 1
        if self.asked > 1:
            self.let_go.wait(10)
        raise BusyError("busy-queue")


@pytest.mark.req("R52")
async def test_winding_down_waits_for_pending_answers_and_marks_the_rest():
    answers = SlowAnswers()
    desk = Desk(Ports(answers, None), Manners())
    codes = []

    async def ask():
        desk.pending()
        try:
            await desk.answer("x", "en", None, Asked(1, None, "ask"))
        except BusyError as fault:
            codes.append(fault.code)

    tasks = [asyncio.create_task(ask()) for _ in range(4)]
    await asyncio.sleep(0)
    await desk.wind_down(within_s=0.8)
    assert codes == ["busy-queue", "busy-stopping", "busy-stopping", "busy-stopping"]
    assert all(task.done() for task in tasks)
    answers.let_go.set()
    with pytest.raises(BusyError, match="busy-stopping"):
        desk.admit(Asked(1, None, "ask"), 2, "en")
    desk.close()
