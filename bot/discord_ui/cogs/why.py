"""``/why``: the ranks behind an answer, for the operator's maintainers.

Discord hides the command from members; the check here is the one that counts. No text of a question is shown, and
the answer may be of any guild, so a guild's own role is not enough.
"""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui import markdown, render
from bot.discord_ui.desk import Desk
from bot.discord_ui.tree import lang_for
from bot.errors import InputError
from bot.i18n import catalogue
from bot.presentation import trace


class WhyCog(commands.Cog):
    """One command.

    Args:
        desk: answers and the allow-list.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="why", description="How an answer came about: ranks, floor and version")
    @app_commands.describe(answer="Its id, which stands under Sources")
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def why(
        self, interaction: discord.Interaction[Any], answer: app_commands.Range[str, 10, 10]
    ) -> None:
        """Show how an answer came about."""
        if interaction.user.id not in self._desk.manners.maintainers:
            raise app_commands.CheckFailure
        await interaction.response.defer(thinking=True, ephemeral=True)
        self._desk.pending()
        found = await self._desk.questions.run(self._desk.ports.answers.why, answer)
        if found is None:
            raise InputError("why-not-kept", id=answer)
        lang = lang_for(interaction)
        lines = [
            *(f"- {markdown.escape(line)}" for line in trace.head_lines(found, lang)),
            *(markdown.escape(line) for line in trace.row_lines(found, lang)),
        ]
        title = catalogue.text("why-title", lang, {"id": answer})
        await interaction.edit_original_response(embed=render.panel(title, lines, "settings"))
