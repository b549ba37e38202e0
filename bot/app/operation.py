"""What runs beside the bot: health endpoints and metrics, folder watch, purging, the note that a start went well."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Literal, Protocol

from bot.app.holder import EngineHolder
from bot.app.reporting import Reporting
from bot.discord_ui.client import Rigwise
from bot.errors import RigwiseError
from bot.ops.crash_guard import WINDOW_S, CrashGuard
from bot.ops.health import HealthServer
from bot.ops.metrics import PrometheusMetrics, SnapshotFacts
from bot.ops.pulse import Pulse, watch_loop

_log = logging.getLogger("rigwise.app")

_DAY_S = timedelta(days=1).total_seconds()
_AGAIN_S = timedelta(minutes=30).total_seconds()
_LOOK_S = 1.0

Watch = Literal["auto", "poll", "off"]

Beside = Callable[[Rigwise], Coroutine[Any, Any, None]]
"""A coroutine function that runs as long as the bot does: it is cancelled when the bot ends."""


class Purging(Protocol):
    """A store that can forget."""

    def purge_before_days(self, days: int) -> int:
        """Delete rows older than so many days; returns how many."""
        ...


@dataclass(frozen=True)
class Watched:
    """Signs of life and counters of one process, and where they can be asked for (port 0: nowhere)."""

    metrics: PrometheusMetrics
    pulse: Pulse = field(default_factory=Pulse)
    host: str = "127.0.0.1"
    port: int = 0

    def __post_init__(self) -> None:
        """One pulse for the health endpoints and the metric, or an alert would watch a number that never moves."""
        self.metrics.frame_age(lambda: self.pulse.frame_age_s)

    def server(self) -> HealthServer:
        """The endpoints, not listening yet."""
        return HealthServer(self.pulse, self.metrics.exposition)

    def loaded(self, holder: EngineHolder) -> None:
        """Tell what knowledge is loaded."""
        status = holder.status()
        self.pulse.encoder, self.pulse.knowledge = True, status.passages > 0
        facts = SnapshotFacts(status.version, status.encoder, status.sections, status.passages, time.time())
        self.metrics.snapshot(facts)


def observing(watched: Watched) -> Beside:
    """Ticks, measures how late the loop is, and looks every second how the gateway is."""

    async def observe(bot: Rigwise) -> None:
        watched.metrics.queue(lambda: bot.desk.questions.jobs)
        loop = asyncio.create_task(watch_loop(watched.pulse, watched.metrics.loop_lag))
        try:
            while True:
                age_s = bot.frame_age_s()
                if age_s is not None and age_s < 2 * _LOOK_S:
                    watched.pulse.frame()
                watched.pulse.gateway = bot.is_connected()
                watched.metrics.guilds(len(bot.guilds))
                await asyncio.sleep(_LOOK_S)
        finally:
            loop.cancel()

    return observe


def purging(store: Purging, watched: Watched, days: int) -> Beside:
    """Deletes rows older than ``days`` at the start and then every day; what failed is tried again within the hour."""

    async def purge(bot: Rigwise) -> None:
        while True:
            next_s = _DAY_S
            try:
                rows = await bot.desk.records.run(store.purge_before_days, days)
                watched.metrics.purged(time.time())
                _log.info("purged %d rows older than %d days", rows, days)
            except RigwiseError as fault:
                next_s = _AGAIN_S
                watched.metrics.error(code=fault.code)
                _log.warning("purging failed: %s", fault.code)
            await asyncio.sleep(next_s)

    return purge


def following(holder: EngineHolder, watched: Watched, watch: Watch) -> Beside:
    """Tells of every reload, and follows the knowledge folder in a thread of its own unless ``watch`` is off."""

    async def follow(bot: Rigwise) -> None:
        loop = asyncio.get_running_loop()
        holder.heard_by(Reporting(bot, loop, watched.metrics, lambda: watched.loaded(holder)))
        if watch != "off":
            polling = watch == "poll"
            threading.Thread(target=lambda: holder.watch(polling=polling), name="watch", daemon=True).start()
        try:
            await asyncio.Event().wait()
        finally:
            holder.stop()

    return follow


def settling(guard: CrashGuard) -> Beside:
    """Notes that the start went well once the bot has run for longer than crashes follow each other."""

    async def settle(bot: Rigwise) -> None:
        await asyncio.sleep(WINDOW_S)
        if bot.is_ready():
            guard.well()

    return settle
