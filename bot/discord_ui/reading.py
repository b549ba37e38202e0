"""Reading a message: whether it is meant for the bot, and what is left to answer."""

import re
from typing import Literal

import discord

_TOKENS = re.compile(r"<@[!&]?\d+>|<#\d+>|<a?:\w+:\d+>|@(?:everyone|here)\b")
_SPACES = re.compile(r"[ \t]{2,}")

Surface = Literal["mention", "reply", "dm"]

SPOKEN = frozenset({discord.MessageType.default, discord.MessageType.reply})
"""Types of messages that people write; all others are notices of Discord."""


def is_spoken(message: discord.Message) -> bool:
    """Whether a person wrote it: no bot (this one included), no webhook, no notice of Discord."""
    return not message.author.bot and message.webhook_id is None and message.type in SPOKEN


def surface_of(message: discord.Message, me: int) -> Surface | None:
    """How a message addresses the bot, ``None`` if it does not.

    A mention is the bot's own, with or without ``!``, anywhere in the text, which Discord must have recognised as one;
    a reply counts if it pings. @everyone and roles are nobody in particular.
    """
    if message.guild is None:
        return "dm"
    if not any(user.id == me for user in message.mentions):
        return None
    if replied_to(message, me) is not None:
        return "reply"
    return "mention" if re.search(rf"<@!?{me}>", message.content) else None


def replied_to(message: discord.Message, me: int) -> discord.Message | None:
    """The message of the bot that this one replies to."""
    resolved = message.reference.resolved if message.reference else None
    if isinstance(resolved, discord.Message) and resolved.author.id == me:
        return resolved
    return None


def question_in(content: str) -> str:
    """The text without mentions of users, roles, channels and everyone, and without custom emoji."""
    return _SPACES.sub(" ", _TOKENS.sub(" ", content)).strip()
