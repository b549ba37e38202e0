"""Constructs the Discord bot from plain settings and an engine holder, and keeps its surroundings running."""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

from bot.app.answers import EngineAnswers
from bot.app.holder import EngineHolder
from bot.discord_ui import payload, service
from bot.discord_ui.client import Rigwise
from bot.discord_ui.desk import Manners, Ports
from bot.discord_ui.ports import Metrics, ReloadReport, Store, SyncMemory
from bot.errors import RigwiseError
from bot.ops.settings import Settings

_log = logging.getLogger("rigwise.app")

_DAY_S = timedelta(days=1).total_seconds()


class Purging(Protocol):
    """A store that can forget."""

    def purge_before_days(self, days: int) -> int:
        """Delete rows older than so many days; returns how many."""
        ...


def manners_of(loaded: Settings) -> Manners:
    """The adapter's part of the settings."""
    return Manners(
        deadline_s=loaded.deadline_s,
        queue_size=loaded.queue_size,
        cooldown_user_s=loaded.cooldown_user_s,
        cooldown_channel_s=loaded.cooldown_channel_s,
        maintainers=frozenset(_ids(loaded.maintainers)),
        keep_days=loaded.keep_days,
        sync_commands=loaded.sync_commands,
        read_all=loaded.message_content,
        shard_ids=tuple(_ids(loaded.shard_ids)) or None,
        shard_count=loaded.shard_count or None,
    )


def _ids(text: str) -> list[int]:
    return [int(part) for part in text.replace(",", " ").split()]


def make_bot(
    holder: EngineHolder, manners: Manners, store: Store, sync: SyncMemory, metrics: Metrics
) -> Rigwise:
    """The bot over an engine holder; nothing is connected yet."""
    ports = Ports(EngineAnswers(holder), holder, store=store, metrics=metrics, sync=sync)
    return Rigwise(ports, manners)


@dataclass(frozen=True)
class CommandCheck:
    """The names of all commands, and what Discord would refuse about them."""

    names: tuple[str, ...]
    problems: tuple[str, ...]


async def check_commands(bot: Rigwise) -> CommandCheck:
    """Build every command payload and check it, without a connection."""
    await bot.load_commands()
    commands = await payload.payloads(bot.tree)
    names = tuple(sorted(str(command["name"]) for command in commands))
    return CommandCheck(names, tuple(payload.problems(commands)))


Beside = Callable[[Rigwise], Coroutine[Any, Any, None]]
"""Something that runs as long as the bot does: it is cancelled when the bot ends."""


async def run(bot: Rigwise, token: str, beside: Sequence[Beside] = ()) -> None:
    """Run the bot until a signal ends it.

    Args:
        bot: not started yet.
        token: of the bot.
        beside: what runs along with it; a failure there is logged and ends nothing else.

    Raises:
        DiscordError: see ``service.serve``.
    """
    tasks = [asyncio.create_task(_logged(work(bot))) for work in beside]
    try:
        await service.serve(bot, token)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        _log.exception("something beside the bot failed")
        raise


def purging(store: Purging, days: int) -> Beside:
    """Deletes rows older than ``days`` at the start and then every day."""

    async def purge(bot: Rigwise) -> None:
        while True:
            try:
                rows = await bot.desk.records.run(store.purge_before_days, days)
                _log.info("purged %d rows older than %d days", rows, days)
            except RigwiseError as fault:
                _log.warning("purging failed: %s", fault.code)
            await asyncio.sleep(_DAY_S)

    return purge


def watching(holder: EngineHolder, *, polling: bool) -> Beside:
    """Follows the knowledge folder in a thread of its own and logs what each reload did."""

    def told(report: ReloadReport) -> None:
        counts = tuple(map(len, (report.added, report.changed, report.removed, report.rejected)))
        _log.info(
            "knowledge reloaded: version %s, %d added, %d changed, %d removed, %d rejected, %.1f s",
            report.version, *counts, report.seconds,
        )  # fmt: skip

    def failed(fault: RigwiseError) -> None:
        _log.warning("a change of the knowledge was not taken over: %s", fault.code)

    async def watch(bot: Rigwise) -> None:
        del bot
        thread = threading.Thread(
            target=lambda: holder.watch(polling=polling, told=told, failed=failed), name="watch", daemon=True
        )
        thread.start()
        try:
            await asyncio.Event().wait()
        finally:
            holder.stop()

    return watch
