"""What a guild costs: memory and CPU when it becomes known, CPU of a message that is not for the bot.

python -m benchmarks.guilds

The real bot, never connected, is handed what the gateway sends. Payloads are made up: 30 channels, 15 roles, no member
but the bot. Memory is that of discord.py's cache.
"""

import asyncio
import gc
import json
import time
from pathlib import Path
from typing import Any

from benchmarks import measure

_GUILDS, _MESSAGES = 4_000, 5_000
_CHANNELS, _ROLES = 30, 15


def guild(number: int) -> dict[str, Any]:
    """The payload of one guild."""
    base = (number + 1) << 32
    overwrites = [{"id": str(base + 100 + r), "type": 0, "allow": "1024", "deny": "0"} for r in range(2)]
    channels = [
        {
            "id": str(base + 1000 + c), "type": 0, "name": f"channel-{c}", "position": c, "parent_id": None,
            "permission_overwrites": overwrites, "nsfw": False, "topic": "what this channel is about, in a line",
            "last_message_id": str(base + 5), "rate_limit_per_user": 0, "flags": 0,
        }
        for c in range(_CHANNELS)
    ]  # fmt: skip
    roles = [
        {
            "id": str(base + 100 + r) if r else str(base), "name": f"role-{r}", "color": 0, "hoist": False,
            "position": r, "permissions": "104324673", "managed": False, "mentionable": False, "flags": 0,
            "icon": None, "unicode_emoji": None,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        }
        for r in range(_ROLES)
    ]  # fmt: skip
    me = {
        "user": _user(42, bot=True),
        "roles": [str(base + 101)],
        "joined_at": _DAY,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }
    return {
        "id": str(base), "name": f"Guild number {number}", "icon": None, "owner_id": "7", "afk_timeout": 300,
        "afk_channel_id": None, "verification_level": 1, "default_message_notifications": 0,
        "explicit_content_filter": 0, "roles": roles, "emojis": [], "features": [], "mfa_level": 0,
        "system_channel_id": None, "system_channel_flags": 0, "rules_channel_id": None, "large": True,
        "unavailable": False, "member_count": 500, "voice_states": [], "members": [me], "channels": channels,
        "threads": [], "presences": [], "stage_instances": [], "guild_scheduled_events": [], "description": None,
        "vanity_url_code": None, "banner": None, "premium_tier": 0, "preferred_locale": "en-US", "nsfw_level": 0,
        "public_updates_channel_id": None, "stickers": [], "premium_progress_bar_enabled": False,
        "soundboard_sounds": [],
    }  # fmt: skip


_DAY = "2026-01-01T00:00:00+00:00"


def _user(number: int, *, bot: bool) -> dict[str, Any]:
    return {
        "id": str(number),
        "username": "someone",
        "discriminator": "0",
        "avatar": None,
        "global_name": None,
        "bot": bot,
    }


def message(channel_id: int, guild_id: int, number: int) -> dict[str, Any]:
    """A message between members; without its privileged intent, the bot is not sent the text."""
    return {
        "id": str((1 << 50) + number), "channel_id": str(channel_id), "guild_id": str(guild_id),
        "author": _user(77, bot=False), "content": "", "timestamp": _DAY, "edited_timestamp": None, "tts": False,
        "member": {"roles": [], "joined_at": _DAY, "deaf": False, "mute": False, "flags": 0, "nick": None},
        "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [],
        "pinned": False, "type": 0, "flags": 0,
    }  # fmt: skip


async def measured() -> dict[str, float]:
    import discord

    from bot.app.bot import check_commands, make_bot
    from bot.app.engine import Place
    from bot.app.holder import EngineHolder
    from bot.discord_ui.desk import Manners
    from bot.discord_ui.nulls import ForgetfulSync, MemoryStore, NoMetrics

    bot = make_bot(
        EngineHolder(Place(Path("none"), Path("none"))),
        Manners(),
        MemoryStore(),
        ForgetfulSync(),
        NoMetrics(),
    )
    await check_commands(bot)
    state: Any = bot._connection  # noqa: SLF001 - no public way to hand it an event
    user: Any = {**_user(42, bot=True), "verified": True, "mfa_enabled": False, "flags": 0}
    state.user = discord.ClientUser(state=state, data=user)
    bot.loop = asyncio.get_running_loop()
    texts = [json.dumps(guild(number)) for number in range(_GUILDS)]
    gc.collect()
    before, used = measure.resident_mb(), time.process_time()
    for text in texts:
        state._add_guild_from_data(json.loads(text))  # noqa: SLF001 - as above
    guild_ms = (time.process_time() - used) * 1000 / _GUILDS
    gc.collect()
    guild_kb = (measure.resident_mb() - before) * 1000 / _GUILDS
    where = bot.guilds[5]
    raw = [json.dumps(message(where.text_channels[0].id, where.id, n)) for n in range(_MESSAGES)]
    used = time.process_time()
    for text in raw:
        state.parse_message_create(json.loads(text))
        await asyncio.sleep(0)
    await asyncio.sleep(0.1)
    message_us = (time.process_time() - used) * 1e6 / _MESSAGES
    bot.desk.close()
    return {"guild_kb": guild_kb, "guild_ms": guild_ms, "message_us": message_us}


def main() -> None:
    about = measure.machine()
    found = asyncio.run(measured())
    rows = [
        ["memory of a guild, KB", found["guild_kb"]],
        ["CPU when a guild becomes known, ms", found["guild_ms"]],
        ["CPU of a message between members, µs", found["message_us"]],
    ]
    text = f"A guild of {_CHANNELS} channels and {_ROLES} roles in the bot's process:\n\n"
    measure.report("guilds", [text + measure.table(["what", "measured"], rows)], found, about)


if __name__ == "__main__":
    main()
