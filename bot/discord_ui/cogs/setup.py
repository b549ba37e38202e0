"""``/setup``: what the admins of a guild choose, and what the bot lacks in which channel."""

from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui import permissions, render
from bot.discord_ui.desk import Desk
from bot.discord_ui.guilds import MAX_CHANNELS, GuildSettings, Mode
from bot.discord_ui.tree import lang_for
from bot.domain.model import Lang
from bot.errors import InputError
from bot.i18n import catalogue

ChosenLang = Literal["server", "en", "zh-Hant", "zh-Hans"]
AnyChannel = (
    discord.TextChannel | discord.ForumChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread
)

_MAX_SHOWN = 30


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class SetupCog(commands.GroupCog, group_name="setup", group_description="How I work in this server"):
    """Settings of a guild; for those who may manage it, checked here as well as by Discord.

    Args:
        desk: the settings.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Refuse whoever may not manage the guild, whatever the guild's command permissions say."""
        if interaction.guild_id is None:
            raise app_commands.NoPrivateMessage
        if not interaction.permissions.manage_guild:
            raise app_commands.MissingPermissions(["manage_guild"])
        return True

    @app_commands.command(name="show", description="The settings, and what I am missing in which channel")
    async def show(self, interaction: discord.Interaction[Any]) -> None:
        """Show settings and the permission check."""
        settings = await self._desk.guilds.get(interaction.guild_id)
        await self._confirm(interaction, settings)

    @app_commands.command(name="channel", description="How I answer in a channel, thread or forum")
    @app_commands.describe(channel="The channel", mode="When I answer there")
    async def channel(self, interaction: discord.Interaction[Any], channel: AnyChannel, mode: Mode) -> None:
        """Choose the mode of a channel."""
        if mode == "auto" and not self._desk.manners.read_all:
            raise InputError("setup-no-intent")
        guild_id = _guild_id(interaction)
        settings = await self._desk.guilds.get(guild_id)
        modes = {**settings.modes, str(channel.id): mode}
        if mode == "mention":
            del modes[str(channel.id)]
        if len(modes) > MAX_CHANNELS:
            raise InputError("setup-too-many", limit=MAX_CHANNELS)
        await self._confirm(interaction, await self._desk.guilds.change(guild_id, modes=modes))

    @app_commands.command(name="language", description="The language where a message does not show it")
    @app_commands.describe(language="Language of replies")
    async def language(self, interaction: discord.Interaction[Any], language: ChosenLang) -> None:
        """Choose the language."""
        lang: Lang | None = None if language == "server" else language
        await self._confirm(interaction, await self._desk.guilds.change(_guild_id(interaction), lang=lang))

    @app_commands.command(
        name="maintainers", description="Who maintains the knowledge, and where feedback and faults go"
    )
    @app_commands.describe(
        role="Their role; empty takes it away", channel="Their channel; empty takes it away"
    )
    async def maintainers(
        self,
        interaction: discord.Interaction[Any],
        role: discord.Role | None = None,
        channel: discord.TextChannel | None = None,
    ) -> None:
        """Choose role and channel."""
        changed = await self._desk.guilds.change(
            _guild_id(interaction),
            role_id=role.id if role else None,
            channel_id=channel.id if channel else None,
        )
        await self._confirm(interaction, changed)

    @app_commands.command(
        name="gaps", description="Whether I keep the text of questions that I could not answer"
    )
    @app_commands.describe(
        keep_text="On: their text is kept for the maintainers. Off: only their topic is counted"
    )
    async def gaps(self, interaction: discord.Interaction[Any], keep_text: bool) -> None:  # noqa: FBT001
        """Choose whether the text of gaps is kept."""
        await self._confirm(
            interaction, await self._desk.guilds.change(_guild_id(interaction), keep_gap_text=keep_text)
        )

    async def _confirm(self, interaction: discord.Interaction[Any], settings: GuildSettings) -> None:
        """The settings as they are now, and the permission check."""
        lang = lang_for(interaction)
        lines = [
            _line("setup-language", catalogue.text(f"choice-{settings.lang or 'server'}", lang), lang),
            _line("setup-role", f"<@&{settings.role_id}>" if settings.role_id else "–", lang),
            _line("setup-feedback", f"<#{settings.channel_id}>" if settings.channel_id else "–", lang),
            _line(
                "setup-gap-text",
                catalogue.text(f"setup-{'on' if settings.keep_gap_text else 'off'}", lang),
                lang,
            ),
        ]
        columns = [
            (catalogue.text("setup-modes", lang), "\n".join(_modes(settings, lang))),
            (catalogue.text("setup-check", lang), "\n".join(_check(interaction, settings, lang))),
        ]
        embed = render.panel(catalogue.text("setup-title", lang), lines, "settings", columns)
        await interaction.response.send_message(embed=embed, ephemeral=True)


def _guild_id(interaction: discord.Interaction[Any]) -> int:
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    return interaction.guild_id


def _line(key: str, value: str, lang: Lang) -> str:
    return f"- {catalogue.text(key, lang)}: {value}"


def _modes(settings: GuildSettings, lang: Lang) -> list[str]:
    named = [f"- <#{id_}>: {catalogue.text(f'choice-{mode}', lang)}" for id_, mode in settings.modes.items()]
    return [*named[:_MAX_SHOWN], f"- {catalogue.text('setup-elsewhere', lang)}"]


def _check(interaction: discord.Interaction[Any], settings: GuildSettings, lang: Lang) -> list[str]:
    """What is missing where: the channel of the command, and every channel that has a mode or takes feedback."""
    guild = interaction.guild
    if guild is None:
        return []
    ids = dict.fromkeys([interaction.channel_id, settings.channel_id, *map(int, settings.modes)])
    lines = []
    for id_ in ids:
        channel = guild.get_channel_or_thread(id_) if id_ else None
        if channel is None:
            continue
        missing = permissions.missing_in(channel, settings.mode(id_, getattr(channel, "parent_id", None)))
        if missing:
            args = {"names": permissions.names(missing, lang)}
            lines.append(f"- ⚠️ <#{id_}>: {catalogue.text('setup-missing', lang, args)}")
    return lines[:_MAX_SHOWN] or [f"- ✅ {catalogue.text('setup-all-well', lang)}"]
