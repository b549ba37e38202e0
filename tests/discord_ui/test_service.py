"""Connecting, being refused, and leaving."""

import asyncio
import os
import signal
from types import SimpleNamespace

import aiohttp
import discord
import pytest

from bot.discord_ui import service
from bot.errors import DiscordError


def closed(code):
    return discord.ConnectionClosed(SimpleNamespace(close_code=code), shard_id=0, code=code)


@pytest.fixture
def bot(stage):
    yield stage.bot
    stage.bot.desk.close()


@pytest.mark.req("R32", "R47")
@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (discord.LoginFailure("x"), "err-discord-token"),
        (closed(4004), "err-discord-token"),
        (closed(4014), "err-discord-intent"),
        (discord.PrivilegedIntentsRequired(0), "err-discord-intent"),
        (closed(4011), "err-discord-unreachable"),
        (aiohttp.ClientConnectionError("no"), "err-discord-unreachable"),
        (TimeoutError(), "err-discord-unreachable"),
    ],
)
async def test_a_refusal_is_one_sentence(bot, monkeypatch, fault, code):
    async def start(token):
        raise fault

    monkeypatch.setattr(bot, "start", start)
    with pytest.raises(DiscordError) as caught:
        await service.serve(bot, "secret")
    assert caught.value.code == code
    assert "secret" not in str(caught.value)
    assert bot.is_closed()


@pytest.mark.req("R52")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_winds_down_and_ends_well(bot, monkeypatch, number):
    wound = []

    async def start(token):
        os.kill(os.getpid(), number)
        await asyncio.sleep(60)

    async def wind_down(within_s):
        wound.append(within_s)

    monkeypatch.setattr(bot, "start", start)
    monkeypatch.setattr(bot.desk, "wind_down", wind_down)
    monkeypatch.setattr(service, "_HANGING_S", 0.01)
    await service.serve(bot, "secret", within_s=3)
    assert wound == [3]
    assert bot.is_closed()


def test_without_a_connection_nothing_is_connected(bot):
    assert bot.frame_age_s() is None
    assert not bot.is_connected()
