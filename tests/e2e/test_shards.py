"""Two processes, each with one shard of two, over one PostgreSQL: how the bot grows past one process."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.e2e import shapes
from tests.e2e.conftest import Prepared, Stage
from tests.e2e.gateway import shard_of
from tests.e2e.process import Bot, share
from tests.e2e.shapes import Json
from tests.store import postgres

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]

LANES = "do two cards need sixteen lanes each?"
LANES_SAID = "Two cards run well with eight lanes each"
SECOND_ANSWER_S = 1.0
"""How long a second answer to the same question is waited for; the first takes a tenth of it."""


class Place(NamedTuple):
    """A channel of a guild, and who asks there."""

    channel: Json
    person: Json


class Fleet:
    """One guild on each of two shards, and a process for each shard.

    Args:
        stage: the Discord they speak to.
        prepared: encoder and index of both.
        url: of the store they share.
    """

    def __init__(self, stage: Stage, prepared: Prepared, url: str) -> None:
        self.fake = stage.fake
        self.fake.gateway.shards = 2
        self.places = [self._place(stage, number) for number in range(2)]
        self._stage, self._url = stage, url
        self.folders = [stage.folder / f"process-{number}" for number in range(2)]
        for folder in self.folders:
            share(prepared.state, folder / "state", "models", "index")
        self.bots = [self.begin(number) for number in range(2)]
        for bot in self.bots:
            bot.ready()

    @staticmethod
    def _place(stage: Stage, number: int) -> Place:
        """A new guild whose id puts it on a shard; the stage's own guild stays where it is."""
        world = stage.fake.world
        guild = world.add_guild(f"Lab {number}")
        while shard_of(guild["id"], 2) != number:
            world.guilds.pop(guild["id"])
            time.sleep(0.001)
            guild = world.add_guild(f"Lab {number}")
        person = world.add_user(f"asker {number}")
        world.join(guild["id"], person)
        return Place(world.add_channel(guild["id"], "help"), person)

    def begin(self, number: int) -> Bot:
        """Start the process of a shard; only the one of shard 0 registers commands."""
        bot = Bot(
            self.fake, self.folders[number], self._stage.knowledge, shard_ids=str(number), shard_count="2",
            sync_commands="true" if number == 0 else "false", database_url=self._url,
            maintainers=self.places[0].person["id"],
        )  # fmt: skip
        self._stage.bots.append(bot)
        return bot.start()

    def mention(self, number: int) -> Json:
        """A question in the guild of a shard."""
        place = self.places[number]
        return self.fake.mention(LANES, author=place.person, channel=place.channel)

    def slash(self, number: int) -> str:
        """The words of an answer to a slash command in the guild of a shard."""
        place = self.places[number]
        asked = self.fake.slash("ask", {"question": LANES}, user=place.person, channel=place.channel).wait()
        assert asked.steps == ["ack-5", "edit"]
        assert asked.refused == []
        return asked.text


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """An empty database on a server of its own."""
    with postgres.running() as server:
        yield server.emptied()


@pytest.fixture(scope="module")
def fleet(prepared: Prepared, url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """Both processes, started at the same moment on an empty database."""
    stage = Stage(prepared, tmp_path_factory.mktemp("fleet"))
    try:
        yield Fleet(stage, prepared, url)
        assert stage.fake.faults() == []
    finally:
        stage.close()


@pytest.mark.req("R55")
def test_two_processes_share_guilds_commands_and_store_and_one_survives_the_other(fleet: Fleet) -> None:
    """One story, because it ends with a process killed."""
    _each_process_has_its_shard(fleet)
    _each_guild_is_answered_exactly_once(fleet)
    _votes_meet_in_one_store(fleet)
    _a_killed_process_takes_only_its_guilds_along(fleet)
    _a_new_process_takes_its_guilds_back(fleet)


def _each_process_has_its_shard(fleet: Fleet) -> None:
    identified = [data["shard"] for _, data in fleet.fake.gateway.identifies]
    assert sorted(identified) == [[0, 2], [1, 2]]
    assert fleet.fake.rest.command_puts == 1


def _each_guild_is_answered_exactly_once(fleet: Fleet) -> None:
    asked = [fleet.mention(number) for number in (0, 1, 0, 1)]
    direct = fleet.fake.dm(LANES, fleet.places[1].person)
    for message in (*asked, direct):
        assert LANES_SAID in shapes.words(fleet.fake.reply(message))
    for number in range(2):
        assert LANES_SAID in fleet.slash(number)
    time.sleep(SECOND_ANSWER_S)
    assert [len(fleet.fake.replies(message)) for message in (*asked, direct)] == [1] * 5


def _votes_meet_in_one_store(fleet: Fleet) -> None:
    for number, place in enumerate(fleet.places):
        answer = fleet.fake.reply(fleet.mention(number))
        vote = fleet.fake.button(answer, "up")
        assert fleet.fake.click(answer, vote, user=place.person).wait().steps == ["ack-4"]
    maintainer = fleet.places[0]
    shown = ""
    for _ in range(20):  # a click is acknowledged first and written down afterwards, by another process
        command = fleet.fake.slash("knowledge feedback", user=maintainer.person, channel=maintainer.channel)
        shown = command.wait().text.replace("\\", "")
        if "👍 2" in shown:
            break
        time.sleep(0.25)
    assert "lanes-two-cards: 👍 2 👎 0" in shown


def _a_killed_process_takes_only_its_guilds_along(fleet: Fleet) -> None:
    fleet.bots[0].kill()
    unheard = fleet.mention(0)
    assert LANES_SAID in shapes.words(fleet.fake.reply(fleet.mention(1)))
    assert LANES_SAID in fleet.slash(1)
    assert fleet.bots[1].health("/readyz")[0] == 200
    assert fleet.fake.replies(unheard) == []


def _a_new_process_takes_its_guilds_back(fleet: Fleet) -> None:
    fleet.begin(0).ready()
    for number in range(2):
        assert LANES_SAID in shapes.words(fleet.fake.reply(fleet.mention(number)))
    assert fleet.fake.rest.command_puts == 1


def test_a_shard_beyond_the_number_of_shards_is_refused(tmp_path: Path, prepared: Prepared) -> None:
    stage = Stage(prepared, tmp_path)
    try:
        bot = stage.bot(shard_ids="2", shard_count="2").start()
        assert bot.exit(60) != 0
        assert "Traceback" not in bot.output
    finally:
        stage.close()
