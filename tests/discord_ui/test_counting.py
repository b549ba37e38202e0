"""What the operator may count: every command, every question, also those that got no answer."""

import discord
import pytest

from bot.discord_ui.desk import Manners
from bot.errors import BusyError, StoreError

ASK = "do i need x16 for 2 gpus?"


@pytest.fixture
def counted(world, monkeypatch):
    """What the metrics were told: (method, values)."""
    told = []
    for name in ("question", "command", "error"):
        monkeypatch.setattr(
            world.bot.desk.ports.metrics, name, lambda _name=name, **values: told.append((_name, values)), raising=False
        )  # fmt: skip
    return lambda name: [values for what, values in told if what == name]


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("help", {}), ("privacy show", {}), ("privacy export", {}), ("setup show", {}), ("knowledge status", {}),
        ("why", {"answer": "abcdef0123"}), ("psu", {"gpu": "RTX 3090"}), ("psu", {"gpu": "nonsense"}),
        ("gpu", {"name": "RTX 3090"}), ("ask", {"question": ASK}),
    ],
)  # fmt: skip
async def test_every_command_counts_once_whatever_comes_of_it(world, counted, command, options):
    role = world.guild.create_role("admin", permissions=discord.Permissions(administrator=True))
    admin = world.guild.add_member(world.env.create_user("admin"), roles=[role])
    await admin.slash(world.channel, command, **options)
    assert counted("command") == [{"name": command}]


@pytest.mark.req("R36")
@pytest.mark.parametrize("how", ["ask", "mention"])
@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (BusyError("busy-deadline"), "timed_out"),
        (BusyError("busy-queue"), "busy"),
        (RuntimeError("boom"), "failed"),
    ],
    ids=["timed out", "queue full", "failed"],
)
async def test_a_question_without_an_answer_counts(world, counted, how, fault, outcome):
    world.answerer.fault = fault
    if how == "ask":
        await world.alice.slash(world.channel, "ask", question=ASK)
    else:
        await world.alice.send(world.channel, f"{world.mention} {ASK}")
    (told,) = counted("question")
    assert (told["surface"], told["kind"], told["outcome"]) == (how, "none", outcome)


class TestPace:
    @pytest.fixture
    def manners(self):
        return Manners(cooldown_user_s=5, cooldown_channel_s=0, shard_count=1)

    async def test_a_question_that_comes_too_fast_counts_as_turned_away(self, world, counted):
        for _ in range(2):
            await world.alice.slash(world.channel, "ask", question=ASK)
        assert [told.get("outcome") for told in counted("question")] == [None, "busy"]


@pytest.mark.parametrize("broken", ["store", "settings"])
async def test_settings_of_a_guild_that_cannot_be_read_are_an_error(world, counted, monkeypatch, broken):
    def guild(guild_id):
        if broken == "store":
            raise StoreError("err-store-locked", reason="x")
        return "{nonsense"

    monkeypatch.setattr(world.store, "guild", guild)
    await world.alice.send(world.channel, f"{world.mention} {ASK}")
    assert counted("error") == [{"code": "err-store-locked" if broken == "store" else "guild-settings"}]
    assert len(counted("question")) == 1
