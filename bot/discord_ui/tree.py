"""The command tree with its error map: whatever fails, the person gets one localised sentence, once."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands
from structlog.contextvars import bind_contextvars

from bot.discord_ui import render
from bot.discord_ui.desk import desk_of
from bot.discord_ui.locales import lang_of
from bot.domain.model import Lang
from bot.errors import BusyError, RigwiseError
from bot.i18n import catalogue

_log = logging.getLogger("rigwise.discord")

LOST = frozenset({10062, 40060, 10015, 50027})
"""Unknown interaction, already acknowledged, unknown webhook, invalid token: nobody is left to answer."""

REFUSED = frozenset({50001, 50013, 50007, 200000, 20016, 50083, 10003, 10008, 160005, 50035})
"""No access, no permission, closed DMs, AutoMod, slow mode, archived or locked thread, gone channel or message."""

REPLY_S = 30.0
"""How long a reply to an interaction may wait for Discord, rate limits included."""

_TOO_MANY = 429
_SERVER = 500

Sentence = tuple[str, dict[str, object]]


def sentence_of(fault: BaseException) -> Sentence:
    """The message key and arguments that tell a person about a failure."""
    if isinstance(fault, RigwiseError):
        args = {name: value for name, value in fault.args_.items() if value is not None}
        return fault.code, args
    if is_passing(fault):
        return "busy-discord", {}
    for kind, worded in _WORDED:
        if isinstance(fault, kind):
            return worded(fault)
    return "err-unexpected", {}


_WORDED: tuple[tuple[type[BaseException], Callable[[Any], Sentence]], ...] = (
    (app_commands.MissingPermissions, lambda fault: ("err-permission", {"names": ", ".join(fault.missing_permissions)})),
    (app_commands.NoPrivateMessage, lambda _: ("err-guild-only", {})),
    (app_commands.CheckFailure, lambda _: ("err-not-allowed", {})),
    (app_commands.CommandSignatureMismatch, lambda _: ("err-old-command", {})),
    (app_commands.CommandNotFound, lambda _: ("err-old-command", {})),
    (app_commands.TransformerError, lambda _: ("err-option", {})),
    (discord.Forbidden, lambda _: ("err-forbidden", {})),
)  # fmt: skip


def worded(fault: BaseException, lang: Lang) -> str:
    """The sentence about a failure; a missing message never hides the failure."""
    key, args = sentence_of(fault)
    try:
        return catalogue.text(key, lang, args)
    except (KeyError, ValueError):
        _log.exception("a message for %s is missing or incomplete", key)
        return catalogue.text("err-unexpected", lang)


def lang_for(interaction: discord.Interaction[Any]) -> Lang:
    """The language of replies to an interaction: the member's own."""
    return lang_of(interaction.locale)


def is_passing(fault: BaseException) -> bool:
    """Whether Discord is the one in trouble, or wants fewer requests: nothing of ours to look into."""
    if isinstance(fault, discord.HTTPException):
        return fault.status == _TOO_MANY or fault.status >= _SERVER
    return isinstance(fault, discord.RateLimited)


def is_expected(fault: BaseException) -> bool:
    """Whether a failure needs one line in the log and no traceback."""
    known = isinstance(fault, discord.HTTPException) and fault.code in LOST | REFUSED
    return known or is_passing(fault)


def is_lost(fault: BaseException) -> bool:
    """Whether Discord says that the interaction is over or was answered already."""
    return isinstance(fault, discord.HTTPException) and fault.code in LOST


@asynccontextmanager
async def in_time() -> AsyncIterator[None]:
    """Give a reply up after ``REPLY_S``: discord.py's own limit on waits does not reach replies to interactions.

    Raises:
        discord.RateLimited: it took longer.
    """
    try:
        async with asyncio.timeout(REPLY_S):
            yield
    except TimeoutError:
        raise discord.RateLimited(REPLY_S) from None


async def tell(interaction: discord.Interaction[Any], embed: discord.Embed) -> None:
    """Say something to the member: as the reply, in place of "thinking …", or as a note only they see."""
    response = interaction.response
    async with in_time():
        if not response.is_done():
            await response.send_message(embed=embed, ephemeral=True)
        elif (
            response.type is discord.InteractionResponseType.deferred_channel_message
            and not interaction.extras.get("answered")
        ):
            await interaction.edit_original_response(content=None, embed=embed, view=None, attachments=[])
        else:
            await interaction.followup.send(embed=embed, ephemeral=True)


async def explain(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Log a failure once and tell the member, unless nobody is left to tell. Never raises."""
    fault = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    metrics = desk_of(interaction).ports.metrics
    metrics.error(code=_code_of(fault))
    _log_failure(interaction, fault)
    if is_lost(fault):
        return
    try:
        await tell(interaction, render.notice(worded(fault, lang_for(interaction)), _kind_of(fault)))
    except (discord.HTTPException, discord.RateLimited, OSError) as second:
        _log.warning("a failure could not be told: %s", getattr(second, "code", type(second).__name__))


def _kind_of(fault: BaseException) -> str:
    return "clarify" if isinstance(fault, BusyError) else "error"


def _code_of(fault: BaseException) -> str:
    if isinstance(fault, discord.HTTPException):
        return f"discord-{fault.code or fault.status}"
    return sentence_of(fault)[0]


def _log_failure(interaction: discord.Interaction[Any], fault: BaseException) -> None:
    """One line for what is expected, a traceback for the rest; never a word of a question."""
    age_s = (discord.utils.utcnow() - interaction.created_at).total_seconds()
    name = interaction.command.qualified_name if interaction.command else interaction.type.name
    if isinstance(fault, RigwiseError | app_commands.CheckFailure):
        _log.info("%s: %s after %.1f s", name, _code_of(fault), age_s)
    elif is_expected(fault):
        _log.warning("%s: %s after %.1f s", name, _code_of(fault), age_s)
    else:
        _log.error("%s failed after %.1f s", name, age_s, exc_info=fault)


class Tree(app_commands.CommandTree[Any]):
    """The command tree; each interaction is handled once, and each failure explained."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Whether this interaction comes for the first time; from here on its log lines carry its id."""
        bind_contextvars(request=str(interaction.id))
        desk = desk_of(interaction)
        if not desk.seen.first(interaction.id):
            return False
        if interaction.type is discord.InteractionType.application_command and interaction.command:
            desk.ports.metrics.command(name=interaction.command.qualified_name)
        return True

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Explain a failure of a command or of its autocomplete."""
        if interaction.type is discord.InteractionType.autocomplete:
            _log.info("autocomplete failed: %s", type(error).__name__)
            return
        await explain(interaction, error)
