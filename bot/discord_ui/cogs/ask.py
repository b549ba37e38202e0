"""``/ask`` and the message menu "Answer this"."""

import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui import delivery, options, render
from bot.discord_ui.desk import Asked, Desk
from bot.discord_ui.tree import lang_for
from bot.discord_ui.views.buttons import view_of
from bot.domain.model import Lang
from bot.errors import InputError

_log = logging.getLogger("rigwise.discord")

MENU = "Answer this"


class AskCog(commands.Cog):
    """Questions by command.

    Args:
        bot: receives the menu, which a cog does not register by itself.
        desk: answers.
    """

    def __init__(self, bot: commands.AutoShardedBot, desk: Desk) -> None:
        self._bot = bot
        self._desk = desk
        self._menu = app_commands.ContextMenu(name=MENU, callback=self.answer_this)

    async def cog_load(self) -> None:
        """Register the menu."""
        self._bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Take the menu away."""
        self._bot.tree.remove_command(self._menu.name, type=self._menu.type)

    @app_commands.command(
        name="ask", description="Ask about deep-learning hardware: cited answers, exact sums"
    )
    @app_commands.describe(
        question="Your question, in English or Chinese", private="Show the answer to you alone"
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def ask(
        self,
        interaction: discord.Interaction[Any],
        question: options.Question,
        private: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        """Answer in the member's own language."""
        await self._answer(interaction, question, lang_for(interaction), "ask", private=private)

    async def answer_this(self, interaction: discord.Interaction[Any], message: discord.Message) -> None:
        """Answer a message someone wrote, in the language it is written in."""
        text = message.content.strip()
        if not text:
            raise InputError("ui-nothing-to-answer")
        lang = self._desk.ports.answers.detect(text, lang_for(interaction))
        await self._answer(interaction, text, lang, "menu", private=False)

    async def _answer(
        self, interaction: discord.Interaction[Any], question: str, lang: Lang, surface: str, *, private: bool
    ) -> None:
        asked = Asked(interaction.user.id, interaction.guild_id, surface)
        self._desk.admit(asked, interaction.channel_id, lang)
        await interaction.response.defer(thinking=True, ephemeral=private)
        self._desk.pending()
        reply, state = await self._desk.answer(question, lang, None, asked)
        await delivery.complete(interaction, render.render(reply), lambda: view_of(state, lang))
        _log.info("answer delivered", extra={"answer": state.answer_id})
