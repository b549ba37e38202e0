"""``/help`` and ``/privacy``."""

import json
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui import render
from bot.discord_ui.desk import Desk
from bot.discord_ui.tree import lang_for
from bot.domain.model import Lang
from bot.i18n import catalogue

_HELP = (
    "help-ask",
    "help-mention",
    "help-reply",
    "help-menu",
    "help-calculators",
    "help-gpu",
    "help-privacy",
)
_PRIVACY = ("privacy-1", "privacy-2", "privacy-3", "privacy-4")
_EXAMPLES = ("help-example-1", "help-example-2", "help-example-3")


def help_embed(lang: Lang) -> discord.Embed:
    """What the bot can do, with three questions to try."""
    lines = [f"- {catalogue.text(key, lang)}" for key in _HELP]
    examples = "\n".join(f"- {catalogue.text(key, lang)}" for key in _EXAMPLES)
    heading = catalogue.text("help-examples", lang)
    return render.panel(catalogue.text("help-title", lang), lines, "help", [(heading, examples)])


class GeneralCog(commands.Cog):
    """Help and the member's own data.

    Args:
        desk: the store and its worker.
    """

    privacy = app_commands.Group(
        name="privacy",
        description="What is kept about you, as a file, or deleted",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="help", description="What I can do, with examples")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """Show the help."""
        await interaction.response.send_message(embed=help_embed(lang_for(interaction)), ephemeral=True)

    @privacy.command(name="show", description="What I keep, and for how long")
    async def show(self, interaction: discord.Interaction[Any]) -> None:
        """Show what is stored and why."""
        lang = lang_for(interaction)
        days = {"days": self._desk.manners.keep_days}
        lines = [f"- {catalogue.text(key, lang, days)}" for key in _PRIVACY]
        embed = render.panel(catalogue.text("privacy-title", lang), lines, "settings")
        await interaction.response.send_message(embed=embed, ephemeral=True)

    @privacy.command(name="export", description="Everything I keep about you, as a file")
    async def export(self, interaction: discord.Interaction[Any]) -> None:
        """Send the member's data to them alone."""
        await interaction.response.defer(thinking=True, ephemeral=True)
        kept = await self._desk.records.run(self._desk.ports.store.export_user, interaction.user.id)
        data = json.dumps(dict(kept), ensure_ascii=False, indent=2).encode()
        text = catalogue.text("privacy-exported", lang_for(interaction))
        file = render.Attachment("rigwise-data.json", data).file()
        await interaction.edit_original_response(embed=render.notice(text, "settings"), attachments=[file])

    @privacy.command(name="delete", description="Delete everything I keep about you")
    async def delete(self, interaction: discord.Interaction[Any]) -> None:
        """Delete the member's data."""
        await interaction.response.defer(thinking=True, ephemeral=True)
        rows = await self._desk.records.run(self._desk.ports.store.delete_user, interaction.user.id)
        text = catalogue.text("privacy-deleted", lang_for(interaction), {"rows": rows})
        await interaction.edit_original_response(embed=render.notice(text, "settings"))
