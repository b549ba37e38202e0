"""One prepared shelf for all scenarios, and bots on top of it: one process at a time."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.e2e import shelves
from tests.e2e.fake_discord import FakeDiscord
from tests.e2e.process import BUILT, ROOT, Bot, share


class Prepared(NamedTuple):
    """A knowledge folder and the state with its built encoder and index; both are copied, never changed."""

    knowledge: Path
    state: Path


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """The small shelf, built once with the real encoder."""
    folder = tmp_path_factory.mktemp("prepared")
    knowledge, state = shelves.small(folder / "knowledge"), folder / "state"
    shelves.strange(knowledge)
    share(BUILT, state, "models")
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(folder), "OMP_NUM_THREADS": "1", "LANG": "C.UTF-8",
        "RIGWISE_STATE_DIR": str(state), "RIGWISE_KNOWLEDGE_DIR": str(knowledge),
    }  # fmt: skip
    command = [sys.executable, "-m", "bot", "index"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Prepared(knowledge, state)


class Stage:
    """A Discord, and the bots that a scenario starts in one folder.

    Args:
        prepared: what they begin with.
        folder: of this scenario.
    """

    def __init__(self, prepared: Prepared, folder: Path) -> None:
        self.fake = FakeDiscord().start()
        self.folder = folder
        self.knowledge = folder / "knowledge"
        shutil.copytree(prepared.knowledge, self.knowledge)
        share(prepared.state, folder / "state", "models", "index")
        self.bots: list[Bot] = []

    def bot(self, **settings: str) -> Bot:
        """A bot that is not started yet."""
        made = Bot(self.fake, self.folder, self.knowledge, **settings)
        self.bots.append(made)
        return made

    def running(self, *, stalling: bool = False, **settings: str) -> Bot:
        """A bot that is ready."""
        made = self.bot(**settings)
        if stalling:
            made.stall(0)
        return made.start().ready()

    def close(self) -> None:
        """End everything; what was printed shows if the scenario failed."""
        for made in self.bots:
            made.kill()
            print(made.output[-6000:])
        self.fake.stop()


@pytest.fixture
def stage(prepared: Prepared, tmp_path: Path) -> Iterator[Stage]:
    """A Discord and a folder of its own, for scenarios that start and end processes."""
    made = Stage(prepared, tmp_path)
    try:
        yield made
        assert made.fake.faults() == []
    finally:
        made.close()


@pytest.fixture(scope="module")
def shared_settings() -> dict[str, str]:
    """Settings of the shared bot; a module may have its own."""
    return {}


@pytest.fixture(scope="module")
def shared_stage(
    prepared: Prepared, shared_settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stage]:
    """One running bot for all scenarios of a module that leave it as they found it."""
    made = Stage(prepared, tmp_path_factory.mktemp("shared"))
    try:
        made.running(stalling=True, maintainers=made.fake.alice["id"], **shared_settings)
        yield made
    finally:
        made.close()


@pytest.fixture
def fake(shared_stage: Stage) -> Iterator[FakeDiscord]:
    """The Discord of the shared bot, as good as new; a fault of the bot's fails the scenario."""
    discord = shared_stage.fake
    discord.until(lambda: discord.connected, what="the shared bot is connected")
    discord.calm()
    yield discord
    found = discord.faults()
    discord.calm()
    shared_stage.bots[-1].stall(0)
    assert found == []


@pytest.fixture
def knowledge(shared_stage: Stage) -> Path:
    """The folder the shared bot reads."""
    return shared_stage.knowledge


@pytest.fixture
def bot(shared_stage: Stage, fake: FakeDiscord) -> Bot:
    """The shared bot."""
    return shared_stage.bots[-1]
