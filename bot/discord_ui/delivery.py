"""Sending a parcel: as the reply to an interaction, or as an answer to a message where the bot may speak."""

import logging
from collections.abc import Callable
from typing import Any

import discord

from bot.discord_ui import limits
from bot.discord_ui.pace import Cooldown
from bot.discord_ui.render import Parcel
from bot.discord_ui.tree import in_time, is_expected

_log = logging.getLogger("rigwise.discord")

_TOLD_EVERY_S = 3600.0
_told = Cooldown(_TOLD_EVERY_S)

ViewMaker = Callable[[], discord.ui.View | None]
"""Makes the buttons; views are made anew for each sending."""


def _no_view() -> None:
    return None


def messages_of(parcel: Parcel, view: ViewMaker) -> list[dict[str, Any]]:
    """Arguments of each message: its embed, the file with the first, the buttons under the last."""
    found: list[dict[str, Any]] = [{"embed": embed} for embed in parcel.embeds]
    if parcel.attachment:
        found[0]["file"] = parcel.attachment.file()
    buttons = view()
    if buttons is not None:
        found[-1]["view"] = buttons
    return found


async def complete(interaction: discord.Interaction[Any], parcel: Parcel, view: ViewMaker = _no_view) -> None:
    """Put the answer in place of "thinking …"; further parts follow."""
    first, *rest = messages_of(parcel, view)
    file = first.pop("file", None)
    async with in_time():
        await interaction.edit_original_response(**first, attachments=[file] if file else [])
    interaction.extras["answered"] = True
    for part in rest:
        async with in_time():
            await interaction.followup.send(**part)


async def reply(
    interaction: discord.Interaction[Any],
    parcel: Parcel,
    view: ViewMaker = _no_view,
    *,
    ephemeral: bool = False,
) -> None:
    """Answer an interaction directly."""
    first, *rest = messages_of(parcel, view)
    await interaction.response.send_message(**first, ephemeral=ephemeral)
    for part in rest:
        await interaction.followup.send(**part, ephemeral=ephemeral)


async def edit(interaction: discord.Interaction[Any], parcel: Parcel, view: ViewMaker = _no_view) -> None:
    """Put an answer in place of the message whose form was sent; further parts follow, each a message of its own."""
    first, *rest = messages_of(parcel, view)
    file = first.pop("file", None)
    first.setdefault(
        "view", None
    )  # buttons of the answer before, where the new ones are under a further part
    await interaction.response.edit_message(**first, attachments=[file] if file else [])
    for part in rest:
        await interaction.followup.send(**part)


async def send(
    channel: "discord.abc.MessageableChannel",
    parcel: Parcel,
    view: ViewMaker = _no_view,
    *,
    answers: discord.Message | None = None,
    delete_after: float | None = None,
) -> bool:
    """Send to a channel as far as the bot may: without a file, an embed or a reference where those are not allowed.

    Args:
        channel: where to.
        parcel: what.
        view: its buttons.
        answers: the message that is replied to, if it still exists.
        delete_after: seconds after which the message goes away by itself.

    Returns:
        Whether anything was sent. A missing permission or a gone channel is a line in the log, once an hour.
    """
    allowed = permissions_in(channel)
    if allowed is not None and not _may_speak(channel, allowed):
        note_refusal(channel.id, "no permission to send")
        return False
    try:
        for number, part in enumerate(_fitting(parcel, view, allowed)):
            if not number and answers is not None and (allowed is None or allowed.read_message_history):
                part |= {"reference": answers.to_reference(fail_if_not_exists=False), "mention_author": False}
            sent = await channel.send(**part)
            if delete_after is not None:
                await sent.delete(delay=delete_after)
    except (discord.HTTPException, discord.RateLimited) as fault:
        if is_expected(fault):
            note_refusal(
                channel.id, f"Discord's code {getattr(fault, 'code', 0) or getattr(fault, 'status', 429)}"
            )
        else:
            _log.error("an answer could not be sent", exc_info=fault)
        return False
    return True


def permissions_in(channel: "discord.abc.MessageableChannel") -> discord.Permissions | None:
    """What the bot may do in a guild's channel, ``None`` in direct messages and where it is not known."""
    guild = getattr(channel, "guild", None)
    me = guild.me if guild is not None else None
    if me is None or isinstance(
        channel, discord.DMChannel | discord.GroupChannel | discord.PartialMessageable
    ):
        return None
    return channel.permissions_for(me)


def _may_speak(channel: "discord.abc.MessageableChannel", allowed: discord.Permissions) -> bool:
    if isinstance(channel, discord.Thread):
        return allowed.send_messages_in_threads and not (channel.locked and not allowed.manage_threads)
    return allowed.view_channel and allowed.send_messages


def _fitting(parcel: Parcel, view: ViewMaker, allowed: discord.Permissions | None) -> list[dict[str, Any]]:
    """The messages of a parcel, as plain text where embeds are not allowed."""
    if allowed is not None and not allowed.attach_files:
        parcel = parcel._replace(attachment=None)
    if allowed is None or allowed.embed_links:
        return messages_of(parcel, view)
    text = "\n\n".join(map(_plain, parcel.embeds))
    found: list[dict[str, Any]] = [
        {"content": part, "suppress_embeds": True} for part in limits.split(text)[: limits.MAX_PARTS]
    ]
    buttons = view()
    if buttons is not None:
        found[-1]["view"] = buttons
    return found


def _plain(embed: discord.Embed) -> str:
    """The words of an embed as the content of a message."""
    fields = (f"**{field.name}**\n{field.value}" for field in embed.fields)
    return "\n\n".join([embed.description or "", *fields])


def note_refusal(channel_id: int, why: str) -> None:
    """Log that a channel cannot be written to, once an hour and channel."""
    if not _told.use(channel_id):
        _log.warning("cannot answer in channel %d: %s", channel_id, why)
