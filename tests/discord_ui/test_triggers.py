"""Which messages are answered, where, and what stays silent."""

import asyncio
import logging

import discord
import pytest
from simcord.enums import MessageType

from bot.discord_ui import reading
from bot.discord_ui.desk import Manners
from bot.errors import StoreError

ASK = "do i need x16"


@pytest.mark.req("R30")
@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("{me} do i need x16", "do i need x16"),
        ("do i need x16 {me}", "do i need x16"),
        ("do i {me} need x16", "do i need x16"),
        ("{nick} do i need x16", "do i need x16"),
        ("{me}{me} do i need x16", "do i need x16"),
        ("{me}\ndo i need\nx16", "do i need\nx16"),
        ("{me} <@&5> <#6> @everyone x16", "x16"),
        ("{me} <:psu:123> x16 <a:fan:4>", "x16"),
        ("嗨{me}要 x16 嗎", "嗨 要 x16 嗎"),
    ],
)
async def test_own_mentions_anywhere_are_answered_without_the_tokens(world, text, asked):
    nick = world.mention.replace("@", "@!")
    await world.alice.send(world.channel, text.format(me=world.mention, nick=nick))
    assert [question for question, _, _ in world.answerer.asked] == [asked]


@pytest.mark.req("R30")
@pytest.mark.parametrize(
    "text", ["x16?", "@everyone x16", "@here x16", "<@&99> x16", "<@1234567> x16", "bot x16"]
)
async def test_everyone_roles_and_others_are_nobody(world, text):
    await world.alice.send(world.channel, text)
    assert world.answerer.asked == []


@pytest.mark.req("R30")
@pytest.mark.parametrize("rest", ["", "   ", "<#5>", "@everyone"])
async def test_a_mention_alone_gets_a_short_help(world, rest):
    await world.alice.send(world.channel, f"{world.mention}{rest}")
    assert world.answerer.asked == []
    assert "/ask" in world.shown(world.channel.last_message)


@pytest.mark.req("R29")
async def test_bots_webhooks_and_notices_are_ignored(world):
    other = world.guild.add_member(world.env.create_user("botty", bot=True))
    await other.send(world.channel, f"{world.mention} {ASK}")
    await world.guild.create_webhook(world.channel).send(f"{world.mention} {ASK}")
    world.guild.create_system_message(world.channel, MessageType.NEW_MEMBER, author=world.alice)
    await world.env.settle()
    assert world.answerer.asked == []


@pytest.mark.req("R29")
async def test_the_bot_never_answers_itself(world):
    await world.alice.send(world.channel, f"{world.mention} {ASK}")
    assert not reading.is_spoken(world.channel.last_message)


@pytest.mark.req("R33")
async def test_edits_are_ignored(world):
    message = await world.alice.send(world.channel, "hello")
    await world.alice.edit(message, f"{world.mention} {ASK}")
    assert world.answerer.asked == []


@pytest.mark.req("R33", "R25")
async def test_a_question_deleted_meanwhile_gets_no_answer(world):
    held = []

    def delete() -> None:
        last = world.channel.history()[-1]
        held.append(last.id)
        world.bot.loop.call_soon_threadsafe(
            world.bot.dispatch,
            "raw_message_delete",
            discord.RawMessageDeleteEvent({"id": str(last.id), "channel_id": str(world.channel.id)}),
        )

    world.answerer.during = delete
    await world.alice.send(world.channel, f"{world.mention} {ASK}")
    assert held
    assert [message.author.name for message in world.channel.history()] == ["alice"]


@pytest.mark.req("R25")
async def test_replies_survive_a_lost_reference(world):
    await world.alice.send(world.channel, f"{world.mention} {ASK}")
    sent = [body for method, path, body in world.bodies() if path.endswith("/messages")]
    assert sent[-1]["message_reference"]["fail_if_not_exists"] is False
    assert sent[-1]["allowed_mentions"] == {"parse": [], "replied_user": False}


@pytest.mark.req("R34")
async def test_threads_are_answered_in_place_with_thread_permission_alone(world):
    world.channel_owner = world.alice
    channel = await world.bot.fetch_channel(world.channel.id)
    made = await channel.create_thread(name="talk", type=discord.ChannelType.public_thread)
    thread = next(t for t in world.channel.threads if t.id == made.id)
    await world.alice.send(thread, f"{world.mention} {ASK}")
    assert "Two GPUs" in world.shown(thread.last_message)


@pytest.mark.req("R38", "R39")
async def test_where_the_bot_may_not_speak_it_is_silent_and_slash_still_works(world, caplog):
    deny = discord.PermissionOverwrite(send_messages=False)
    muted = world.guild.create_text_channel("muted", overwrites={world.guild.me: deny})
    with caplog.at_level(logging.WARNING):
        await world.alice.send(muted, f"{world.mention} {ASK}")
        await world.alice.send(muted, f"{world.mention} {ASK}")
    assert [message.author.name for message in muted.history()] == ["alice", "alice"]
    assert len([record for record in caplog.records if "cannot answer" in record.getMessage()]) == 1
    assert not [path for _, path, _ in world.bodies() if path.endswith(f"/{muted.id}/messages")]
    result = await world.alice.slash(muted, "ask", question=ASK)
    assert "Two GPUs" in world.shown(result.response)


@pytest.mark.req("R26", "R39")
async def test_where_embeds_are_not_allowed_the_answer_is_text_without_previews(world):
    deny = discord.PermissionOverwrite(embed_links=False, attach_files=False)
    bare = world.guild.create_text_channel("bare", overwrites={world.guild.me: deny})
    world.answerer.text = "A sentence of many words that goes on. " * 500
    await world.alice.send(bare, f"{world.mention} {ASK}")
    answers = [message for message in bare.history() if message.author.id == world.bot.user.id]
    assert 1 <= len(answers) <= 3
    assert all(message.content and not message.embeds and not message.attachments for message in answers)
    assert all(message.flags.suppress_embeds for message in answers)


@pytest.mark.req("R125")
async def test_the_time_of_an_answer_is_real_time(world, monkeypatch):
    taken = []
    monkeypatch.setattr(
        world.bot.desk.ports.metrics, "question", lambda **told: taken.append(told), raising=False
    )
    world.answerer.delay_s = 0.05
    await world.alice.send(world.channel, f"{world.mention} {ASK}")
    assert [told["surface"] for told in taken] == ["mention"]
    assert 0.05 <= taken[0]["seconds"] < 5


@pytest.mark.req("R41")
@pytest.mark.parametrize(
    ("status", "code"), [(403, 50013), (403, 50001), (403, 50007), (400, 200000), (429, 20016), (400, 50083)]
)
async def test_refusals_are_quiet(world, caplog, status, code):
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=status, code=code)
    await world.alice.send(world.channel, f"{world.mention} {ASK}")
    assert not [record for record in caplog.records if record.exc_info]


class TestPace:
    @pytest.fixture
    def manners(self):
        return Manners(cooldown_user_s=5, cooldown_channel_s=0, shard_count=1)

    @pytest.mark.req("R36", "R37")
    async def test_a_member_who_asks_too_fast_is_told_privately(self, world):
        await world.alice.slash(world.channel, "ask", question=ASK)
        result = await world.alice.slash(world.channel, "ask", question=ASK)
        assert result.response.ephemeral
        assert "5 s" in world.shown(result.response)
        await world.env.advance_time(6)
        again = await world.alice.slash(world.channel, "ask", question=ASK)
        assert not again.response.ephemeral

    @pytest.mark.req("R36")
    async def test_a_notice_in_a_channel_comes_once_and_goes_away(self, world):
        for _ in range(4):
            await world.alice.send(world.channel, f"{world.mention} {ASK}")
        notices = [m for m in world.channel.history() if "One moment" in world.shown(m)]
        assert len(notices) == 1
        assert len(world.answerer.asked) == 1
        await world.env.advance_time(15)
        assert not [m for m in world.channel.history() if "One moment" in world.shown(m)]

    async def test_another_member_may_ask_meanwhile(self, world):
        bob = world.guild.add_member(world.env.create_user("bob"))
        await world.alice.send(world.channel, f"{world.mention} {ASK}")
        await bob.send(world.channel, f"{world.mention} {ASK}")
        assert len(world.answerer.asked) == 2


class TestModes:
    @pytest.fixture
    def manners(self):
        return Manners(cooldown_user_s=0, cooldown_channel_s=0, shard_count=1, read_all=True)

    @pytest.fixture
    async def modes(self, world):
        async def choose(mode):
            await world.bot.desk.guilds.change(world.guild.id, modes={str(world.channel.id): mode})

        return choose

    async def test_auto_answers_only_when_sure(self, world, modes):
        await modes("auto")
        await world.alice.send(world.channel, "do two cards need x16?")
        assert "Two GPUs" in world.shown(world.channel.last_message)
        for text in ("something unknown", "what weather", "which one"):
            await world.alice.send(world.channel, text)
            assert world.channel.last_message.author.name == "alice"

    async def test_auto_leaves_conversations_between_members_alone(self, world, modes):
        await modes("auto")
        first = await world.alice.send(world.channel, "something unknown")
        await world.alice.send(world.channel, "x16", reply_to=first)
        assert world.channel.last_message.author.name == "alice"

    async def test_a_thread_per_question(self, world, modes):
        await modes("thread")
        await world.alice.send(world.channel, f"{world.mention} do i need x16?")
        (thread,) = world.channel.threads
        assert thread.name == "do i need x16?"
        assert "Two GPUs" in world.shown(thread.last_message)

    async def test_off_is_off(self, world, modes):
        await modes("off")
        await world.alice.send(world.channel, f"{world.mention} x16")
        assert world.answerer.asked == []

    async def test_mention_only_is_the_default(self, world):
        await world.alice.send(world.channel, "do two cards need x16?")
        assert world.answerer.asked == []


@pytest.mark.req("R114")
async def test_a_broken_store_never_stops_an_answer(world, monkeypatch):
    def broken(*args, **kwargs):
        raise StoreError("err-store")

    for name in ("guild", "gap", "vote"):
        monkeypatch.setattr(world.store, name, broken)
    await world.alice.send(world.channel, f"{world.mention} something unknown")
    assert "not in my guide" in world.shown(world.channel.last_message)
    result = await world.click(world.alice, world.channel.last_message, "up")
    assert result.response.ephemeral


@pytest.mark.req("R117")
async def test_a_guild_that_removes_the_bot_is_forgotten(world):
    await world.bot.desk.guilds.change(world.guild.id, keep_gap_text=True)
    assert world.store.guild(world.guild.id)
    guild = world.bot.get_guild(world.guild.id)
    world.bot.dispatch("guild_remove", guild)
    for _ in range(50):
        await asyncio.sleep(0.01)
        if world.store.guild(world.guild.id) is None:
            break
    assert world.store.guild(world.guild.id) is None
