"""Constructs the Discord bot from plain settings and an engine holder, and keeps its surroundings running."""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from bot.answering.cache import AnswerCache
from bot.app.answers import EngineAnswers
from bot.app.holder import EngineHolder
from bot.app.operation import Beside, Watched
from bot.discord_ui import payload, service
from bot.discord_ui.client import Rigwise
from bot.discord_ui.desk import Manners, Ports
from bot.discord_ui.ports import Metrics, Store, SyncMemory
from bot.ops.settings import Settings

_log = logging.getLogger("rigwise.app")


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

    def took(stage: str, seconds: float) -> None:
        metrics.stage(name=stage, seconds=seconds)

    answers = EngineAnswers(holder, AnswerCache(), took)
    ports = Ports(answers, holder, store=store, metrics=metrics, sync=sync)
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


async def run(
    bot: Rigwise, token: str, beside: Sequence[Beside] = (), watched: Watched | None = None
) -> None:
    """Run the bot until a signal ends it.

    Args:
        bot: not started yet.
        token: of the bot.
        beside: what runs along with it; a failure there is logged and ends nothing else.
        watched: its health endpoints listen before Discord hears of us.

    Raises:
        SettingsError: the health endpoints cannot listen.
        DiscordError: see ``service.serve``.
    """
    server = watched.server() if watched and watched.port else None
    if watched and server:
        await server.start(watched.host, watched.port)
    tasks = [asyncio.create_task(_logged(work(bot))) for work in beside]
    try:
        await service.serve(bot, token)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if server:
            await server.stop()


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        _log.exception("something beside the bot failed")
        raise
