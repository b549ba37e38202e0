"""The least the bot needs: for the invite link, and for the self-check of a channel."""

import discord

from bot.discord_ui.guilds import Mode
from bot.domain.model import Lang
from bot.i18n import catalogue

NEEDED = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)
"""Names of permissions, as discord.py writes them."""

SCOPES = ("bot", "applications.commands")

_FOR_THREADS = frozenset({"create_public_threads"})


def invite_link(application_id: int) -> str:
    """The link that adds the bot to a guild with no more than it needs."""
    permissions = discord.Permissions(**dict.fromkeys(NEEDED, True))
    return discord.utils.oauth_url(application_id, permissions=permissions, scopes=SCOPES)


def missing_in(channel: discord.abc.GuildChannel | discord.Thread, mode: Mode) -> list[str]:
    """Names of permissions that the bot needs in a channel and does not have there."""
    me = channel.guild.me
    if mode == "off" or me is None:
        return []
    allowed = channel.permissions_for(me)
    needed = (name for name in NEEDED if mode == "thread" or name not in _FOR_THREADS)
    return [name for name in needed if not getattr(allowed, name)]


def names(permissions: list[str], lang: Lang) -> str:
    """Permissions as the client of a member names them."""
    return ", ".join(f"**{catalogue.text(f'perm-{name}', lang)}**" for name in permissions)
