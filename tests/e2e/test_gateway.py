"""A bad day at the gateway: dropped, cut, invalidated, frozen; nothing is lost and nothing is done twice."""

import time

import pytest

from tests.e2e import shapes
from tests.e2e.conftest import Stage
from tests.e2e.fake_discord import FakeDiscord
from tests.e2e.process import Bot

pytestmark = pytest.mark.e2e

LANES = "do two cards need sixteen lanes each?"
LANES_SAID = "Two cards run well with eight lanes each"


@pytest.mark.req("R49")
@pytest.mark.parametrize("code", [4000, 4009, 1006], ids=["closed", "session timed out", "cut"])
def test_a_mention_missed_meanwhile_is_answered_once(fake: FakeDiscord, code: int) -> None:
    identified = len(fake.gateway.identifies)
    fake.drop(code)
    sent = fake.mention(LANES, author=fake.member(f"missed{code}"))
    assert LANES_SAID in shapes.words(fake.reply(sent))
    time.sleep(0.5)
    assert len(fake.replies(sent)) == 1
    assert len(fake.gateway.identifies) == identified


@pytest.mark.req("R49", "R52")
def test_an_answer_that_is_worked_on_survives_a_drop(fake: FakeDiscord, bot: Bot) -> None:
    bot.stall(1.5)
    asked = fake.slash("ask", {"question": "why is efficiency worth money, in three words?"})
    fake.until(lambda: asked.ack_ms is not None)
    fake.drop(4000)
    bot.stall(0)
    assert "heat" in asked.wait().text
    assert asked.steps == ["ack-5", "edit"]


@pytest.mark.req("R44", "B10")
def test_twenty_reconnects_register_nothing(fake: FakeDiscord) -> None:
    puts, resumed = fake.rest.command_puts, len(fake.gateway.resumes)
    for number in range(20):
        if number % 2:
            fake.ask_to_reconnect()
        else:
            fake.drop(4000)
        fake.until(lambda wanted=resumed + number + 1: len(fake.gateway.resumes) >= wanted)
    assert fake.rest.command_puts == puts
    assert LANES_SAID in fake.slash("ask", {"question": LANES}).wait().text


@pytest.mark.req("R43")
def test_a_new_session_repeats_nothing(fake: FakeDiscord, bot: Bot) -> None:
    puts, identified = fake.rest.command_puts, len(fake.gateway.identifies)
    before = bot.output
    fake.invalidate(resumable=False)
    fake.until(lambda: len(fake.gateway.identifies) == identified + 1 and fake.connected, 15)
    time.sleep(2.5)  # discord.py waits so long for guilds before it says that it is ready again
    sent = fake.mention(LANES, author=fake.member("again"))
    fake.reply(sent)
    assert len(fake.replies(sent)) == 1
    assert fake.rest.command_puts == puts
    assert "Traceback" not in bot.since(before)


@pytest.mark.req("R50", "B12")
def test_a_frozen_connection_is_noticed(stage: Stage) -> None:
    waiting = stage.bot()
    (waiting.control / "zombie-s").write_text("4")
    waiting.start().ready()
    fake = stage.fake
    fake.gateway.frozen = True
    sent = fake.mention(LANES)
    closed = len(fake.gateway.client_closes)
    fake.until(lambda: len(fake.gateway.client_closes) > closed, 15, "the bot gives the connection up")
    fake.gateway.thaw()
    assert LANES_SAID in shapes.words(fake.reply(sent, 30))
    assert len(fake.replies(sent)) == 1
    assert len(fake.gateway.identifies) == 1


@pytest.mark.req("R55")
def test_two_shards_in_one_process(stage: Stage) -> None:
    stage.running(shard_count="2")
    stage.fake.until(lambda: len(stage.fake.gateway.identifies) == 2, 15)
    assert sorted(data["shard"] for _, data in stage.fake.gateway.identifies) == [[0, 2], [1, 2]]
    assert LANES_SAID in stage.fake.slash("ask", {"question": LANES}).wait().text
    sent = stage.fake.dm(LANES)
    assert LANES_SAID in shapes.words(stage.fake.reply(sent))
