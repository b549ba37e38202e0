"""Slows down a bot that keeps crashing, before it identifies itself to Discord.

Discord resets the token of a bot that identifies more than 1,000 times in 24 hours. A program that dies soon
after its start, under a supervisor that restarts it at once, gets there within the hour.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bot.errors import SettingsError

FILE_NAME = "starts.json"
DAY_S = 86_400.0
MAX_A_DAY = 400
"""Identifies of this process in 24 hours from which it refuses to start; well below Discord's 1,000, which
count for all processes of a bot together and for the reconnects of a bad day."""

DAILY_PER_SHARD = 20
"""The same for a bot so large that one start takes many; Discord's own limit grows with it."""

WINDOW_S = 600.0
"""A run that ended sooner, and did not say that it went well, counts as a crash."""

FREE = 3
"""Crashes in a row that cost nothing; a person who tries things out is not slowed down."""

FIRST_WAIT_S = 15.0
MAX_WAIT_S = 600.0


class _Start(NamedTuple):
    at_s: float
    wait_s: float
    shards: int
    well: bool


class CrashGuard:
    """The record of starts in the state folder.

    Args:
        state_dir: exists, and belongs to this process alone (``StateLock``).
        clock: seconds since 1970.
    """

    def __init__(self, state_dir: Path, clock: Callable[[], float] = time.time) -> None:
        self._path = state_dir / FILE_NAME
        self._clock = clock

    def start(self, shards: int = 1) -> float:
        """Record a start, right before connecting.

        Args:
            shards: each of them identifies itself.

        Returns:
            Seconds to wait before connecting: 0, or after ``FREE`` starts that ended badly one after another
            15, 30, 60, … up to 600.

        Raises:
            SettingsError: ``err-too-many-starts``, or ``err-state-folder`` where the record cannot be written.
        """
        now = self._clock()
        known = self._read(now)
        if sum(start.shards for start in known) + shards > max(MAX_A_DAY, DAILY_PER_SHARD * shards):
            free_s = min((start.at_s for start in known), default=now) + DAY_S
            minutes = max(1, round((free_s - now) / 60))
            raise SettingsError("err-too-many-starts", count=len(known), minutes=minutes)
        wait_s = _wait_s(known, now)
        self._write([*known, _Start(now, wait_s, shards, well=False)])
        return wait_s

    def well(self) -> None:
        """The last start went well: the process ran for long, or ends as it should. Never raises."""
        known = self._read(self._clock())
        if known and not known[-1].well:
            try:
                self._write([*known[:-1], known[-1]._replace(well=True)])
            except SettingsError:
                return  # it then counts as a crash, which only costs a wait

    def _read(self, now: float) -> list[_Start]:
        """Starts of the last 24 hours; a damaged record counts as empty, a clock set back as now."""
        try:
            rows = json.loads(self._path.read_text("utf-8"))
            known = [
                _Start(min(float(at), now), float(wait), int(shards), bool(well))
                for at, wait, shards, well in rows
            ]
        except (OSError, ValueError, TypeError, OverflowError):
            return []
        return [start for start in known if start.at_s > now - DAY_S]

    def _write(self, starts: list[_Start]) -> None:
        fresh = self._path.with_suffix(".new")
        try:
            fresh.write_text(json.dumps(starts), "utf-8")
            fresh.replace(self._path)
        except OSError as fault:
            reason = fault.strerror or type(fault).__name__
            folder = str(self._path.parent)
            raise SettingsError(
                "err-state-folder", name="RIGWISE_STATE_DIR", path=folder, reason=reason
            ) from None


def _wait_s(known: list[_Start], now: float) -> float:
    """Grows with the starts since the last one that went well, as long as each died within ``WINDOW_S``."""
    crashes, next_at = 0, now
    for start in reversed(known):
        if start.well or next_at - (start.at_s + start.wait_s) > WINDOW_S:
            break
        crashes, next_at = crashes + 1, start.at_s
    return 0.0 if crashes < FREE else min(MAX_WAIT_S, FIRST_WAIT_S * 2 ** min(crashes - FREE, 10))
