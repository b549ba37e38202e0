"""One process per folder, as many threads as there are processors, and no crash loop at Discord's door."""

import json
import multiprocessing
import os
import signal
from pathlib import Path

import pytest

from bot.errors import SettingsError
from bot.i18n import catalogue
from bot.ops.crash_guard import DAY_S, FILE_NAME, FREE, MAX_A_DAY, MAX_WAIT_S, WINDOW_S, CrashGuard
from bot.ops.lock import StateLock
from bot.ops.threads import usable_cpus


def _hold(folder: str, ready: "multiprocessing.synchronize.Event") -> None:
    StateLock(Path(folder)).acquire()
    ready.set()
    signal.pause()


@pytest.mark.req("R54")
def test_second_process_is_refused_until_the_first_dies(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    other = context.Process(target=_hold, args=(str(tmp_path), ready))
    other.start()
    try:
        assert ready.wait(30)
        with pytest.raises(SettingsError, match="err-state-taken") as caught:
            StateLock(tmp_path).acquire()
        assert caught.value.args_["pid"] == str(other.pid)
        assert catalogue.text(caught.value.code, "zh-Hant", caught.value.args_)
    finally:
        other.kill()
        other.join(10)
    StateLock(tmp_path).acquire()


@pytest.mark.req("R54")
def test_lock_in_one_process_and_after_release(tmp_path: Path) -> None:
    first = StateLock(tmp_path / "new" / "state")
    first.acquire()
    with pytest.raises(SettingsError, match="err-state-taken"):
        StateLock(tmp_path / "new" / "state").acquire()
    first.release()
    first.release()
    second = StateLock(tmp_path / "new" / "state")
    second.acquire()
    assert (tmp_path / "new" / "state" / "rigwise.lock").read_text() == f"{os.getpid()}\n"
    second.release()


def test_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="err-state-folder"):
        StateLock(tmp_path / "file" / "state").acquire()


CGROUPS = {
    "no limit": ({}, "0::/\n", 8, 8),
    "v2 max": ({"cpu.max": "max 100000"}, "0::/\n", 8, 8),
    "v2 two": ({"cpu.max": "200000 100000"}, "0::/\n", 8, 2),
    "v2 one and a half": ({"cpu.max": "150000 100000"}, "0::/\n", 8, 1),
    "v2 a tenth": ({"cpu.max": "10000 100000"}, "0::/\n", 8, 1),
    "v2 own group": ({"pod/box/cpu.max": "300000 100000"}, "0::/pod/box\n", 8, 3),
    "v2 group above": (
        {"pod/cpu.max": "200000 100000", "pod/box/cpu.max": "max 100000"},
        "0::/pod/box\n",
        8,
        2,
    ),
    "v2 affinity is less": ({"cpu.max": "600000 100000"}, "0::/\n", 4, 4),
    "v2 outside the namespace": ({"cpu.max": "200000 100000"}, "0::/../../other\n", 8, 2),
    "v1": (
        {"cpu/box/cpu.cfs_quota_us": "400000", "cpu/box/cpu.cfs_period_us": "100000"},
        "5:memory:/m\n3:cpu,cpuacct:/box\n",
        8,
        4,
    ),
    "v1 joint mount": (
        {"cpu,cpuacct/cpu.cfs_quota_us": "200000", "cpu,cpuacct/cpu.cfs_period_us": "100000"},
        "3:cpu,cpuacct:/\n",
        8,
        2,
    ),
    "v1 no quota": ({"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, "1:cpu:/\n", 8, 8),
    "nonsense": ({"cpu.max": "lots 0", "cpu/cpu.cfs_quota_us": "x"}, "nonsense\n", 8, 8),
    "zero period": ({"cpu.max": "1000 0"}, "0::/\n", 8, 8),
}


@pytest.mark.req("R92")
@pytest.mark.parametrize("name", sorted(CGROUPS))
def test_processors_follow_the_quota(name: str, tmp_path: Path) -> None:
    files, own, affinity, expected = CGROUPS[name]
    for path, text in files.items():
        (tmp_path / "cg" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "cg" / path).write_text(text + "\n")
    (tmp_path / "own").write_text(own)
    assert usable_cpus(tmp_path / "cg", tmp_path / "own", affinity) == expected


@pytest.mark.req("R92")
def test_processors_of_this_machine() -> None:
    assert 1 <= usable_cpus() <= (os.cpu_count() or 1)


class _Clock:
    now = 1_785_542_400.0

    def __call__(self) -> float:
        return self.now


def _crash(folder: Path, clock: _Clock, *, after_s: float = 5.0) -> float:
    """A start, the wait it was told, and a crash; the supervisor starts again at once."""
    wait_s = CrashGuard(folder, clock).start()
    clock.now += wait_s + after_s
    return wait_s


def test_waits_grow_with_each_crash(tmp_path: Path) -> None:
    clock = _Clock()
    waits = [_crash(tmp_path, clock) for _ in range(12)]
    assert waits == [0] * FREE + [15, 30, 60, 120, 240, 480, 600, 600, 600]


def test_crash_loop_of_a_day_stays_far_below_discords_limit(tmp_path: Path) -> None:
    clock = _Clock()
    end, starts = clock.now + DAY_S, 0
    while clock.now < end:
        _crash(tmp_path, clock, after_s=1.0)
        starts += 1
    assert starts < 200


def test_worst_loop_is_refused_before_the_limit(tmp_path: Path) -> None:
    clock = _Clock()
    guard = CrashGuard(tmp_path, clock)
    for _ in range(MAX_A_DAY):
        guard.start()
        guard.well()  # the worst case: it always claims that all is well
        clock.now += 200
    with pytest.raises(SettingsError, match="err-too-many-starts") as caught:
        guard.start()
    assert catalogue.text("err-too-many-starts", "zh-Hans", caught.value.args_)
    clock.now += 60 * int(str(caught.value.args_["minutes"])) + 30
    assert guard.start() == 0


def test_a_good_run_forgives(tmp_path: Path) -> None:
    clock = _Clock()
    for _ in range(6):
        _crash(tmp_path, clock)
    CrashGuard(tmp_path, clock).well()
    assert _crash(tmp_path, clock) == 0


def test_a_long_run_forgives_even_if_it_ends_badly(tmp_path: Path) -> None:
    clock = _Clock()
    for _ in range(6):
        _crash(tmp_path, clock)
    _crash(tmp_path, clock, after_s=WINDOW_S + 1)
    assert _crash(tmp_path, clock) == 0


def test_many_shards_are_not_locked_out(tmp_path: Path) -> None:
    clock = _Clock()
    guard = CrashGuard(tmp_path, clock)
    for _ in range(5):
        assert guard.start(shards=100) == 0
        guard.well()
        clock.now += 3600


@pytest.mark.parametrize("text", ["", "{", "[1]", '[["x", 1, 1, true]]', "null", "[[1e999,0,1,false]]"])
def test_damaged_record_is_begun_anew(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text)
    clock = _Clock()
    assert CrashGuard(tmp_path, clock).start() == 0
    assert len(json.loads((tmp_path / FILE_NAME).read_text())) >= 1


def test_clock_set_back_does_not_wait_for_ever(tmp_path: Path) -> None:
    clock = _Clock()
    for _ in range(8):
        _crash(tmp_path, clock)
    clock.now -= 10 * DAY_S
    assert CrashGuard(tmp_path, clock).start() <= MAX_WAIT_S


def test_record_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="err-state-folder"):
        CrashGuard(tmp_path / "absent").start()
