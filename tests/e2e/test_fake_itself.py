"""The fake proves something only if it is as strict as Discord: a minimal client meets every rule of it."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import discord
import discord.gateway
import discord.http
import pytest
import yarl
from discord import app_commands

from tests.e2e import faults
from tests.e2e.fake_discord import FakeDiscord
from tests.e2e.world import TOKEN

pytestmark = pytest.mark.e2e


class Minimal(discord.AutoShardedClient):
    """A client without any care: what the fake says to it is what Discord would say."""

    def __init__(self, intents: discord.Intents | None = None, **more: Any) -> None:
        chosen = intents or discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        quiet = discord.AllowedMentions.none()
        super().__init__(intents=chosen, allowed_mentions=quiet, guild_ready_timeout=0.05, **more)
        self.tree = app_commands.CommandTree(self)
        self.seen: list[discord.Message] = []
        self.errors: list[int] = []
        self.before_ack = 0.0

    async def setup_hook(self) -> None:
        @self.tree.command(name="echo", description="say it")
        @app_commands.describe(text="what")
        async def echo(interaction: discord.Interaction[Any], text: str) -> None:
            await asyncio.sleep(self.before_ack)
            await interaction.response.defer()
            await interaction.edit_original_response(content=f"{interaction.locale} {text}")

        @self.tree.command(name="twice", description="answer twice")
        async def twice(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message("one")
            interaction.response._response_type = None
            await interaction.response.send_message("two")

        @self.tree.error
        async def note(interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
            cause = getattr(error, "original", error)
            self.errors.append(getattr(cause, "code", -1))

        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        self.seen.append(message)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeDiscord]:
    started = FakeDiscord(heartbeat_ms=300).start()
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{started.port}/api/v10")
    url = yarl.URL(f"ws://127.0.0.1:{started.port}/gw/")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", url)
    yield started
    started.stop()


@pytest.fixture
async def client(fake: FakeDiscord) -> AsyncIterator[Minimal]:
    made = Minimal()
    task = asyncio.create_task(made.start(TOKEN))
    await until(made.is_ready)
    yield made
    await made.close()
    await asyncio.wait([task])


async def until(holds: Any, timeout_s: float = 10.0) -> None:
    end = time.monotonic() + timeout_s
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


async def test_login_identify_and_registration(fake: FakeDiscord, client: Minimal) -> None:
    assert len(fake.gateway.identifies) == 1
    assert fake.rest.command_puts == 1
    assert client.get_channel(int(fake.channel["id"])) is not None
    assert fake.faults() == []


async def test_interaction_has_a_locale_and_is_answered_by_an_edit(
    fake: FakeDiscord, client: Minimal
) -> None:
    asked = fake.slash("echo", {"text": "你好"}, locale="zh-TW")
    await until(asked.answered.is_set)
    assert asked.text == "zh-TW 你好"
    assert asked.steps == ["ack-5", "edit"]
    assert asked.ack_ms is not None
    assert asked.ack_ms < 1000


async def test_an_acknowledgement_after_three_seconds_is_refused(fake: FakeDiscord, client: Minimal) -> None:
    client.before_ack = 3.1
    asked = fake.slash("echo", {"text": "late"})
    await until(lambda: client.errors, 6)
    assert client.errors == [10062]
    assert asked.lost


async def test_a_second_acknowledgement_is_refused(fake: FakeDiscord, client: Minimal) -> None:
    asked = fake.slash("twice")
    await until(lambda: client.errors)
    assert client.errors == [40060]
    assert asked.refused == [40060]


async def test_a_token_ends_after_fifteen_minutes(fake: FakeDiscord, client: Minimal) -> None:
    asked = fake.slash("echo", {"text": "x"})
    await until(asked.answered.is_set)
    asked.born -= 15 * 60
    hook = discord.Webhook.partial(client.application_id or 0, asked.token, client=client)
    with pytest.raises(discord.HTTPException) as refused:
        await hook.send("too late")
    assert (refused.value.status, refused.value.code) == (401, 50027)


@pytest.mark.parametrize(("via", "hits"), [(True, 1), (False, 1)], ids=["discord", "network"])
async def test_a_rate_limit_is_waited_for_only_if_it_is_discords_own(
    fake: FakeDiscord, client: Minimal, via: bool, hits: int
) -> None:
    channel = client.get_partial_messageable(int(fake.channel["id"]))
    order = fake.order(faults.rate_limit("POST", "*/messages", 0.3, via=via))
    begun = time.perf_counter()
    if via:
        await channel.send("hello")
        assert time.perf_counter() - begun >= 0.3
    else:
        with pytest.raises(discord.HTTPException):
            await channel.send("hello")
    assert order.hits == hits
    assert len(fake.said(fake.channel)) == int(via)


async def test_a_server_error_is_tried_again(fake: FakeDiscord, client: Minimal) -> None:
    fake.order(faults.server_error("POST", "*/messages"))
    await client.get_partial_messageable(int(fake.channel["id"])).send("hello")
    assert fake.count("POST", "/messages") == 2


async def test_what_was_missed_is_replayed(fake: FakeDiscord, client: Minimal) -> None:
    fake.drop(4000)
    fake.send("while away")
    await until(lambda: client.seen)
    assert (len(fake.gateway.identifies), len(fake.gateway.resumes)) == (1, 1)


async def test_op_7_resumes(fake: FakeDiscord, client: Minimal) -> None:
    fake.ask_to_reconnect()
    await until(lambda: fake.gateway.resumes)
    assert len(fake.gateway.identifies) == 1


async def test_op_9_identifies_anew(fake: FakeDiscord, client: Minimal) -> None:
    fake.invalidate(resumable=False)
    await until(lambda: len(fake.gateway.identifies) == 2, 12)
    assert fake.gateway.resumes == []


async def test_a_connection_without_acknowledgements_is_given_up(fake: FakeDiscord, client: Minimal) -> None:
    client._connection.heartbeat_timeout = 1.0
    fake.drop(4000)
    await until(lambda: fake.gateway.resumes)
    closed = len(fake.gateway.client_closes)
    fake.gateway.frozen = True
    await until(lambda: len(fake.gateway.client_closes) > closed, 8)
    fake.gateway.thaw()
    await until(lambda: len(fake.gateway.resumes) >= 2, 8)


@pytest.mark.parametrize("code", [4004, 4014])
async def test_close_codes_that_end_the_client(fake: FakeDiscord, code: int) -> None:
    fake.gateway.refuse = code
    made = Minimal()
    expected = discord.PrivilegedIntentsRequired if code == 4014 else discord.ConnectionClosed
    with pytest.raises(expected):
        await asyncio.wait_for(made.start(TOKEN), 15)
    await made.close()


async def test_an_unapproved_intent_is_refused(fake: FakeDiscord) -> None:
    made = Minimal(discord.Intents(guilds=True, message_content=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await asyncio.wait_for(made.start(TOKEN), 15)
    await made.close()


async def test_a_wrong_token_is_refused(fake: FakeDiscord) -> None:
    made = Minimal()
    with pytest.raises(discord.LoginFailure):
        await made.start("wrong")
    await made.close()
    assert fake.gateway.identifies == []


async def test_content_without_the_intent(fake: FakeDiscord, client: Minimal) -> None:
    fake.send("a secret")
    fake.mention("a question")
    fake.dm("a direct word")
    await until(lambda: len(client.seen) == 3)
    assert [bool(message.content) for message in client.seen] == [False, True, True]


async def test_a_reply_to_a_deleted_message_is_refused_unless_allowed(
    fake: FakeDiscord, client: Minimal
) -> None:
    fake.mention("a question")
    await until(lambda: client.seen)
    fake.delete(next(iter(fake.world.messages.values())))
    channel = client.get_partial_messageable(int(fake.channel["id"]))
    with pytest.raises(discord.HTTPException) as refused:
        await channel.send("x", reference=client.seen[0].to_reference())
    assert refused.value.code == 50035
    await channel.send("x", reference=client.seen[0].to_reference(fail_if_not_exists=False))


async def test_a_denied_channel_answers_403(fake: FakeDiscord, client: Minimal) -> None:
    fake.overwrite(fake.channel, deny=("send_messages",))
    with pytest.raises(discord.Forbidden) as refused:
        await client.get_partial_messageable(int(fake.channel["id"])).send("x")
    assert (refused.value.code, fake.rest.invalid) == (50013, 1)


@pytest.mark.parametrize(
    ("content", "embed", "code"),
    [
        ("x" * 2001, None, 50035),
        ("😀" * 1001, None, 50035),
        (None, discord.Embed(description="x" * 4097), 50035),
        (None, discord.Embed(title="t").add_field(name="n", value="x" * 1025), 50035),
        (None, discord.Embed(title="t").add_field(name="n", value=" "), 50035),
        (None, discord.Embed(title="t", url="javascript:alert(1)"), 50035),
        (None, discord.Embed(title="t", url="guide/psu.md"), 50035),
        (None, None, 50006),
    ],
    ids=["content", "utf-16", "description", "field", "empty field", "script", "relative", "empty message"],
)
async def test_payloads_against_the_rules_are_refused(
    fake: FakeDiscord, client: Minimal, content: str | None, embed: discord.Embed | None, code: int
) -> None:
    more: dict[str, Any] = {"embed": embed} if embed else {}
    with pytest.raises(discord.HTTPException) as refused:
        await client.get_partial_messageable(int(fake.channel["id"])).send(content, **more)
    assert refused.value.code == code
    assert fake.faults()


async def test_a_ping_is_a_fault(fake: FakeDiscord, client: Minimal) -> None:
    channel = client.get_partial_messageable(int(fake.channel["id"]))
    await channel.send("hello", allowed_mentions=discord.AllowedMentions(everyone=True))
    assert fake.faults()


async def test_an_unmodelled_route_is_refused_and_remembered(fake: FakeDiscord, client: Minimal) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await client.fetch_guild(int(fake.guild["id"]))
    assert refused.value.status == 501
    assert fake.faults()


async def test_bad_commands_are_refused(fake: FakeDiscord, client: Minimal) -> None:
    @client.tree.command(name="long", description="x" * 100)
    async def long(interaction: discord.Interaction[Any]) -> None: ...

    long.description = "x" * 101
    with pytest.raises(discord.HTTPException):
        await client.tree.sync()
    assert fake.faults()


async def test_what_no_client_would_send_is_not_sent(fake: FakeDiscord, client: Minimal) -> None:
    for name, options in (("nothing", {}), ("echo", {}), ("echo", {"text": 5}), ("echo", {"other": "x"})):
        with pytest.raises(LookupError):
            fake.slash(name, options)
