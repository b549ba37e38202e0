"""Connecting and leaving: from a bot and a token to a clean end, whatever ends it."""

import asyncio
import signal

import aiohttp
import discord

from bot.discord_ui.client import Rigwise
from bot.errors import DiscordError

WIND_DOWN_S = 8.0
"""From the signal to the end; supervisors kill after 10 s."""

_HANGING_S = 1.0
_BAD_TOKEN = 4004
_BAD_INTENT = frozenset({4013, 4014})


async def serve(bot: Rigwise, token: str, within_s: float = WIND_DOWN_S) -> None:
    """Run a bot until SIGTERM or SIGINT, then let it finish.

    Args:
        bot: not started yet.
        token: of the bot.
        within_s: seconds from the signal to the end.

    Raises:
        DiscordError: the token or an intent is refused, or Discord cannot be reached.
    """
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    async with bot:  # a bot that was never entered cannot be closed either
        running = asyncio.create_task(bot.start(token))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if stop.is_set():
            await bot.desk.wind_down(within_s)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.remove_signal_handler(number)
    await asyncio.wait({running}, timeout=_HANGING_S)
    running.cancel()  # only a connection attempt that hangs is still there
    try:
        await running
    except asyncio.CancelledError:
        return
    except (discord.DiscordException, aiohttp.ClientError, OSError) as fault:
        if not stop.is_set():
            raise refusal(fault) from fault


def refusal(fault: Exception) -> DiscordError:
    """Why Discord does not take the bot, as one sentence; the token is never part of it."""
    code = fault.code if isinstance(fault, discord.ConnectionClosed) else None
    if isinstance(fault, discord.LoginFailure) or code == _BAD_TOKEN:
        return DiscordError("err-discord-token")
    if isinstance(fault, discord.PrivilegedIntentsRequired) or code in _BAD_INTENT:
        return DiscordError("err-discord-intent")
    reason = f"{type(fault).__name__} {code or getattr(fault, 'status', '')}".strip()
    return DiscordError("err-discord-unreachable", reason=reason)
