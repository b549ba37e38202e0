"""What is posted to the maintainers' channels without anyone having asked."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Protocol

import discord

from bot.discord_ui import markdown, render
from bot.discord_ui.desk import Desk
from bot.discord_ui.guilds import GuildSettings
from bot.discord_ui.locales import lang_of
from bot.discord_ui.ports import ReloadReport
from bot.discord_ui.tree import worded
from bot.domain.model import Lang
from bot.errors import RigwiseError
from bot.i18n import catalogue

_log = logging.getLogger("rigwise.discord")

_ROWS = 15
_LOOK_S = 1.0


class _Bot(Protocol):
    @property
    def desk(self) -> Desk: ...

    @property
    def guilds(self) -> Sequence[discord.Guild]: ...

    def is_ready(self) -> bool: ...


def maintainers_channel(guild: discord.Guild | None, settings: GuildSettings) -> discord.TextChannel | None:
    """The channel that ``/setup`` named for the maintainers, ``None`` where there is none (any more)."""
    channel = guild.get_channel(settings.channel_id) if guild and settings.channel_id else None
    return channel if isinstance(channel, discord.TextChannel) else None


async def tell_maintainers(bot: _Bot, embed_in: Callable[[Lang], discord.Embed]) -> None:
    """Post in the maintainers' channel of every guild that has one, once the bot is connected.

    A channel that cannot be written to is a line in the log.
    """
    while not bot.is_ready():
        if bot.desk.closing:
            return
        await asyncio.sleep(_LOOK_S)
    for guild in list(bot.guilds):
        settings = await bot.desk.guilds.get(guild.id)
        channel = maintainers_channel(guild, settings)
        if channel is None:
            continue
        try:
            await channel.send(embed=embed_in(settings.lang or lang_of(guild.preferred_locale)))
        except (discord.HTTPException, discord.RateLimited) as fault:
            _log.warning("a maintainers' channel was not told: %s", getattr(fault, "code", 429))


def rejected(report: ReloadReport, lang: Lang) -> discord.Embed:
    """Which files of the knowledge are broken, and that their last good version stays."""
    named = report.faults or report.rejected
    lines = [f"- {markdown.escape(fault)}" for fault in named[:_ROWS]]
    if len(named) > _ROWS:
        lines.append(f"- … ({len(named)})")
    lines.append(catalogue.text("knowledge-broken-stays", lang))
    return render.panel(catalogue.text("knowledge-broken", lang), lines, "error")


def not_taken_over(fault: RigwiseError, lang: Lang) -> discord.Embed:
    """That a change of the whole folder was refused, and why."""
    lines = [markdown.escape(worded(fault, lang)), catalogue.text("knowledge-failed-stays", lang)]
    return render.panel(catalogue.text("knowledge-failed", lang), lines, "error")
