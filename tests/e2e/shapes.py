"""Discord's objects as JSON, in the documented shapes: snowflakes, users, guilds, channels, messages."""

import itertools
import time
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]

EPOCH_MS = 1_420_070_400_000
_counter = itertools.count()

TEXT, DM, PUBLIC_THREAD, FORUM = 0, 1, 11, 15

PERMISSIONS = {
    "administrator": 1 << 3,
    "manage_guild": 1 << 5,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "send_messages_in_threads": 1 << 38,
}
EVERYTHING = (1 << 50) - 1


def bits(*names: str) -> int:
    """The permission number of some names."""
    return sum(PERMISSIONS[name] for name in set(names))


EVERYONE = bits(
    "view_channel", "send_messages", "embed_links", "attach_files", "read_message_history",
    "use_application_commands", "create_public_threads", "send_messages_in_threads",
)  # fmt: skip


def snowflake() -> str:
    """A new id that says when it was made."""
    made_ms = int(time.time() * 1000) - EPOCH_MS
    return str((made_ms << 22) | (next(_counter) & 0xFFF))


def now() -> str:
    """The moment, as Discord writes it."""
    return datetime.now(UTC).isoformat()


def user(name: str, *, bot: bool = False) -> Json:
    """A user."""
    return {
        "id": snowflake(), "username": name, "discriminator": "0", "global_name": None, "avatar": None,
        "bot": bot, "public_flags": 0,
    }  # fmt: skip


def member(of: Json, roles: list[str] | None = None) -> Json:
    """A member without its user, as it stands beside a message's author."""
    del of
    return {
        "roles": roles or [], "joined_at": "2026-01-01T00:00:00+00:00", "nick": None, "avatar": None, "flags": 0,
        "premium_since": None, "deaf": False, "mute": False, "pending": False, "communication_disabled_until": None,
    }  # fmt: skip


def role(id_: str, name: str, permissions: int) -> Json:
    """A role."""
    return {
        "id": id_, "name": name, "permissions": str(permissions), "color": 0, "hoist": False, "icon": None,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None}, "unicode_emoji": None,
        "position": 0 if name == "@everyone" else 1, "managed": False, "mentionable": False, "flags": 0,
    }  # fmt: skip


def guild(name: str, owner_id: str, locale: str) -> Json:
    """A guild with no channels yet."""
    id_ = snowflake()
    return {
        "id": id_, "name": name, "icon": None, "owner_id": owner_id, "preferred_locale": locale, "features": [],
        "roles": [role(id_, "@everyone", EVERYONE)], "emojis": [], "stickers": [], "channels": [], "threads": [],
        "members": [], "member_count": 2, "large": False, "voice_states": [], "presences": [], "stage_instances": [],
        "guild_scheduled_events": [], "soundboard_sounds": [], "verification_level": 1, "mfa_level": 0,
        "default_message_notifications": 1, "explicit_content_filter": 0, "nsfw_level": 0, "premium_tier": 0,
        "premium_subscription_count": 0, "system_channel_id": None, "system_channel_flags": 0, "afk_timeout": 300,
        "afk_channel_id": None, "rules_channel_id": None, "public_updates_channel_id": None, "unavailable": False,
        "joined_at": "2026-01-01T00:00:00+00:00", "vanity_url_code": None, "description": None, "banner": None,
    }  # fmt: skip


def channel(name: str, guild_id: str, kind: int = TEXT, parent_id: str | None = None) -> Json:
    """A channel of a guild."""
    found: Json = {
        "id": snowflake(), "type": kind, "guild_id": guild_id, "name": name, "position": 0, "topic": None,
        "permission_overwrites": [], "nsfw": False, "parent_id": parent_id, "last_message_id": None,
        "rate_limit_per_user": 0, "flags": 0,
    }  # fmt: skip
    if kind == PUBLIC_THREAD:
        del found["permission_overwrites"], found["topic"], found["position"]
        found |= {
            "owner_id": guild_id, "message_count": 0, "member_count": 1, "total_message_sent": 0,
            "thread_metadata": {
                "archived": False, "auto_archive_duration": 1440, "archive_timestamp": now(), "locked": False,
                "create_timestamp": now(),
            },
        }  # fmt: skip
    return found


def dm(recipient: Json) -> Json:
    """A direct conversation with the bot."""
    return {"id": snowflake(), "type": DM, "recipients": [recipient], "last_message_id": None, "flags": 0}


def message(channel_id: str, author: Json, content: str, **more: Any) -> Json:
    """A message."""
    return {
        "id": snowflake(), "channel_id": channel_id, "author": author, "content": content, "timestamp": now(),
        "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [],
        "attachments": [], "embeds": [], "components": [], "pinned": False, "type": 0, "flags": 0,
    } | more  # fmt: skip


def words(of: Json) -> str:
    """All words of a message: content and embeds."""
    parts = [of.get("content") or ""]
    for embed in of.get("embeds") or ():
        parts += [
            embed.get("author", {}).get("name", ""),
            embed.get("title", ""),
            embed.get("description", ""),
        ]
        parts += [f"{field['name']}\n{field['value']}" for field in embed.get("fields", ())]
        parts.append(embed.get("footer", {}).get("text", ""))
    return "\n".join(part for part in parts if part)
