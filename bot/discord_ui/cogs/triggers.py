"""Messages: mentions, pinged replies, direct messages, and channels that are answered unasked."""

import asyncio
import logging
from collections import OrderedDict
from typing import Any

import discord
from discord.ext import commands
from structlog.contextvars import bind_contextvars

from bot.discord_ui import delivery, limits, reading, render, state, tree
from bot.discord_ui.cogs.general import help_embed
from bot.discord_ui.desk import Asked, Desk
from bot.discord_ui.guilds import GuildSettings, Mode
from bot.discord_ui.locales import lang_of
from bot.discord_ui.pace import Cooldown
from bot.discord_ui.state import State
from bot.discord_ui.views.buttons import view_of
from bot.domain.model import Lang
from bot.errors import BusyError, RigwiseError

_log = logging.getLogger("rigwise.discord")

CONFIDENT = frozenset({"passages", "calculation", "both"})
_SLOW_S = 0.8
_NOTICE_S = 10.0
_NOTICE_EVERY_S = 30.0
_DMS_KEPT = 1000


class TriggerCog(commands.Cog):
    """Answers messages that address the bot.

    Args:
        bot: tells who the bot is.
        desk: answers.
    """

    def __init__(self, bot: commands.AutoShardedBot, desk: Desk) -> None:
        self._bot = bot
        self._desk = desk
        self._open: set[int] = set()
        self._last: OrderedDict[int, State] = OrderedDict()
        self._notices = Cooldown(_NOTICE_EVERY_S)

    @property
    def _me(self) -> int:
        return self._bot.user.id if self._bot.user else 0

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Answer a message once, if it addresses the bot or its channel is answered unasked."""
        if not reading.is_spoken(message) or self._desk.closing:
            return
        surface: str | None = reading.surface_of(message, self._me)
        if surface is None and not (self._desk.manners.read_all and message.content):
            return
        self._desk.pending()
        settings = await self._desk.guilds.get(message.guild.id if message.guild else None)
        mode = settings.mode(message.channel.id, getattr(message.channel, "parent_id", None))
        if surface is None and mode == "auto" and _opens(message):
            surface = "auto"
        if surface is None or mode == "off" or not self._desk.seen.first(message.id):
            return
        self._open.add(message.id)
        bind_contextvars(request=str(message.id))
        try:
            await self._answer(message, surface, settings, mode)
        finally:
            self._open.discard(message.id)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Drop the answer to a question that is gone."""
        self._open.discard(payload.message_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Forget a guild that removed the bot."""
        self._desk.later(self._desk.guilds.forget(guild.id))

    async def _answer(
        self, message: discord.Message, surface: str, settings: GuildSettings, mode: Mode
    ) -> None:
        question = reading.question_in(message.content)
        previous = self._previous(message, surface)
        lang = self._lang(question, message, settings, previous)
        if not question:
            parcel = render.Parcel((help_embed(lang),))
            await delivery.send(message.channel, parcel, answers=message)
            return
        asked = Asked(message.author.id, message.guild.id if message.guild else None, surface)
        try:
            self._desk.admit(asked, message.channel.id, lang)
            work = asyncio.ensure_future(self._desk.answer(question, lang, previous, asked))
            reply, carried = await self._waiting(work, message.channel, quiet=surface == "auto")
        except Exception as fault:  # noqa: BLE001 - the edge of the program: told and logged, never raised
            await self._tell(message, fault, lang, quiet=surface == "auto")
            return
        if message.id not in self._open or (surface == "auto" and reply.kind not in CONFIDENT):
            return
        self._remember(message, carried)
        target, reference = await _place(message, question, mode)
        if await delivery.send(
            target, render.render(reply), lambda: view_of(carried, lang), answers=reference
        ):
            _log.info("answer delivered", extra={"answer": carried.answer_id})

    async def _waiting(self, work: "asyncio.Future[Any]", channel: Any, *, quiet: bool) -> Any:
        """The answer; while it takes more than a moment the channel sees the bot typing."""
        done, _ = await asyncio.wait({work}, timeout=_SLOW_S)
        if not done and not quiet:
            try:
                await channel.typing()
            except (discord.HTTPException, discord.RateLimited) as fault:
                _log.debug("typing was refused: %s", type(fault).__name__)
        return await work

    def _previous(self, message: discord.Message, surface: str) -> State | None:
        """The answer this message follows up on: the one replied to, or the last in a direct conversation."""
        replied = reading.replied_to(message, self._me)
        if replied is not None:
            return state.of_components(replied.components)
        return self._last.get(message.channel.id) if surface == "dm" else None

    def _remember(self, message: discord.Message, carried: State) -> None:
        if message.guild is None and carried.calculator:
            self._last[message.channel.id] = carried
            self._last.move_to_end(message.channel.id)
            if len(self._last) > _DMS_KEPT:
                self._last.popitem(last=False)

    def _lang(
        self, question: str, message: discord.Message, settings: GuildSettings, previous: State | None
    ) -> Lang:
        """The script of the question, else the language of what it follows, else the guild's."""
        guild = lang_of(message.guild.preferred_locale) if message.guild else "en"
        fallback = previous.lang if previous else settings.lang or guild
        try:
            return self._desk.ports.answers.detect(question, fallback)
        except RigwiseError:
            return fallback

    async def _tell(self, message: discord.Message, fault: BaseException, lang: Lang, *, quiet: bool) -> None:
        """Say why there is no answer; a notice about pace goes away by itself and comes once in a while."""
        self._desk.ports.metrics.error(code=tree.sentence_of(fault)[0])
        if not isinstance(fault, RigwiseError) and not tree.is_expected(fault):
            _log.error("a question failed", exc_info=fault)
        if quiet or (isinstance(fault, BusyError) and self._notices.use((message.author.id, fault.code))):
            return
        kind = "clarify" if isinstance(fault, BusyError) else "error"
        parcel = render.Parcel((render.notice(tree.worded(fault, lang), kind),))
        passing = _NOTICE_S if isinstance(fault, BusyError) and fault.code == "busy-cooldown" else None
        await delivery.send(message.channel, parcel, answers=message, delete_after=passing)


def _opens(message: discord.Message) -> bool:
    """Whether a message stands for itself: no reply, and in a forum only the post."""
    channel = message.channel
    if message.reference is not None:
        return False
    if isinstance(channel, discord.Thread) and isinstance(channel.parent, discord.ForumChannel):
        return message.id == channel.id
    return True


async def _place(
    message: discord.Message, question: str, mode: Mode
) -> "tuple[discord.abc.MessageableChannel, discord.Message | None]":
    """Where to answer: in place, or in a thread of the question's own where that is wanted and allowed."""
    if mode != "thread" or not isinstance(message.channel, discord.TextChannel):
        return message.channel, message
    allowed = delivery.permissions_in(message.channel)
    if allowed is None or not (allowed.create_public_threads and allowed.send_messages_in_threads):
        return message.channel, message
    name = limits.shorten(" ".join(question.split()), limits.THREAD_NAME)
    try:
        return await message.create_thread(name=name), None
    except (discord.HTTPException, discord.RateLimited) as fault:
        _log.info("no thread was opened: %s", getattr(fault, "code", 429))
        return message.channel, message
