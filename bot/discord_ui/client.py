"""The bot itself: intents, the mention policy, what is set up once, and when commands are registered."""

import logging
import re
import time
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui import payload
from bot.discord_ui.cogs.ask import AskCog
from bot.discord_ui.cogs.calculators import CalculatorCog
from bot.discord_ui.cogs.general import GeneralCog
from bot.discord_ui.cogs.knowledge import KnowledgeCog
from bot.discord_ui.cogs.setup import SetupCog
from bot.discord_ui.cogs.triggers import TriggerCog
from bot.discord_ui.cogs.why import WhyCog
from bot.discord_ui.desk import Desk, Manners, Ports
from bot.discord_ui.translator import Translator
from bot.discord_ui.tree import Tree
from bot.discord_ui.views import forms
from bot.discord_ui.views.buttons import AnswerButton, tell_old

_log = logging.getLogger("rigwise.discord")

_MAX_RATELIMIT_S = 30.0
_OURS = re.compile(AnswerButton.__discord_ui_compiled_template__.pattern)


def intents_for(manners: Manners) -> discord.Intents:
    """Guilds, messages in them and direct messages; never a privileged one unless unasked answers are wanted."""
    intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
    intents.message_content = manners.read_all
    return intents


class Rigwise(commands.AutoShardedBot):
    """The bot.

    Args:
        ports: the world outside.
        manners: settings.
    """

    def __init__(self, ports: Ports, manners: Manners | None = None) -> None:
        chosen = manners or Manners()
        self.desk = Desk(ports, chosen)
        shards: dict[str, Any] = {}
        if chosen.shard_count:
            shards["shard_count"] = chosen.shard_count
        if chosen.shard_ids:
            shards["shard_ids"] = list(chosen.shard_ids)
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=Tree,
            intents=intents_for(chosen),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=_MAX_RATELIMIT_S,
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            activity=discord.Activity(type=discord.ActivityType.listening, name="/ask"),
            **shards,
        )

    async def setup_hook(self) -> None:
        """Everything that is done once, before the first event."""
        await self.load_commands()
        self.add_dynamic_items(AnswerButton)
        if self.desk.manners.sync_commands:
            await self._register()

    async def load_commands(self) -> None:
        """Put commands and translator in place; needs no connection, so ``check`` and tests use it too."""
        await self.tree.set_translator(Translator())
        for cog in (
            AskCog(self, self.desk),
            CalculatorCog(self.desk),
            GeneralCog(self.desk),
            SetupCog(self.desk),
            KnowledgeCog(self.desk),
            WhyCog(self.desk),
            TriggerCog(self, self.desk),
        ):
            await self.add_cog(cog)

    async def _register(self) -> None:
        """Register commands with Discord if they changed since the last time; a refusal is no reason to stay away."""
        digest = payload.digest(await payload.payloads(self.tree)) + f":{self.application_id}"
        memory = self.desk.ports.sync
        if await self.desk.records.run(memory.read) == digest:
            return
        try:
            await self.tree.sync()
        except (discord.HTTPException, app_commands.CommandSyncFailure, discord.RateLimited) as fault:
            _log.error("commands were not registered: %s", getattr(fault, "code", type(fault).__name__))
            return
        await self.desk.records.run(memory.write, digest)
        _log.info("commands were registered")

    async def on_message(self, message: discord.Message, /) -> None:
        """Nothing: there are no prefix commands; the trigger cog listens for itself."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Explain a button or form that nothing here answers any more."""
        data: Mapping[str, Any] = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        old_button = interaction.type is discord.InteractionType.component and not _OURS.fullmatch(custom_id)
        old_form = interaction.type is discord.InteractionType.modal_submit and not forms.is_open(custom_id)
        if not (old_button or old_form) or not self.desk.seen.first(interaction.id):
            return
        try:
            await tell_old(interaction)
        except (discord.HTTPException, discord.RateLimited) as fault:
            _log.info("an old button could not be explained: %s", getattr(fault, "code", 429))

    def is_connected(self) -> bool:
        """Whether the session is ready and every gateway connection stands; discord.py's ``is_ready`` never goes back."""
        return self.is_ready() and bool(self.shards) and not any(s.is_closed() for s in self.shards.values())

    def frame_age_s(self) -> float | None:
        """Seconds since the quietest gateway connection last said anything, ``None`` while there is none."""
        sockets = (shard._parent.ws for shard in self.shards.values())  # noqa: SLF001 - no public way to the socket
        keepers = [getattr(socket, "_keep_alive", None) for socket in sockets]
        heard = [keeper._last_recv for keeper in keepers if keeper is not None]  # noqa: SLF001
        return time.perf_counter() - min(heard) if heard else None

    async def close(self) -> None:
        """Close the connection, then the workers."""
        await super().close()
        self.desk.close()
