"""The real bot over the real knowledge in a simulated Discord, for people to look at."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import simcord
from simcord import interactions

from bot.app.answers import EngineAnswers
from bot.app.holder import EngineHolder
from bot.cli import console
from bot.cli.ask import place_of
from bot.discord_ui.client import Rigwise
from bot.discord_ui.desk import Manners, Ports
from bot.ops import settings

GUILDS = {"en-US": ("Deep learning builders", "hardware"), "zh-TW": ("深度學習自組主機", "硬體")}

_locale = ["en-US"]


@dataclass
class Stage:
    """A running bot, one guild per locale, and one member in each."""

    bot: Rigwise
    env: simcord.Env
    channels: dict[str, Any]
    members: dict[str, Any]


def speak(locale: str) -> None:
    """The locale that interactions carry from now on; simcord itself only knows en-US."""
    _locale[0] = locale


def _with_locale() -> None:
    original = interactions.base_payload

    def payload(*args: Any, **kwargs: Any) -> Any:
        record, data = original(*args, **kwargs)
        data["locale"] = _locale[0]
        if "guild_locale" in data:
            data["guild_locale"] = _locale[0]
        return record, data

    interactions.base_payload = payload


@asynccontextmanager
async def stage() -> AsyncIterator[Stage]:
    """The stage, until the block ends. The knowledge is the one that the settings name."""
    holder = EngineHolder(place_of(settings.load()))
    holder.open(notify=console.notify)
    manners = Manners(cooldown_user_s=0, cooldown_channel_s=0, shard_count=1)
    bot = Rigwise(Ports(EngineAnswers(holder), holder), manners)
    _with_locale()
    env = simcord.Env(bot, settle_timeout=60)
    env.backend.bot_user.name = "rigwise"
    await env.start()
    try:
        channels, members = {}, {}
        for locale, (guild_name, channel_name) in GUILDS.items():
            guild = env.create_guild(guild_name, preferred_locale=locale)
            channels[locale] = guild.create_text_channel(channel_name)
            members[locale] = guild.add_member(env.create_user("alex" if locale == "en-US" else "小美"))
        yield Stage(bot, env, channels, members)
    finally:
        await env.shutdown()
        bot.desk.close()
