"""The knowledge folder under a running bot: edits, damage, and a large reload while members ask."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e import shelves
from tests.e2e.fake_discord import FakeDiscord
from tests.e2e.interactions import Interaction
from tests.e2e.process import Bot, allowed_ms

pytestmark = pytest.mark.e2e

LANES = "do two cards need sixteen lanes each?"
LANES_SAID = "Two cards run well with eight lanes each"
RISER = "how long may a riser cable be?"


@pytest.fixture(autouse=True)
def restored(knowledge: Path, fake: FakeDiscord) -> Iterator[None]:
    """The folder as it was, taken over by the bot."""
    kept = knowledge.with_name("kept")
    shutil.copytree(knowledge, kept)
    yield
    shutil.rmtree(knowledge)
    kept.rename(knowledge)
    reload(fake)


def reload(fake: FakeDiscord, timeout_s: float = 120) -> Interaction:
    """A reload by a maintainer, done."""
    return fake.slash("knowledge reload").wait(timeout_s)


def ask(fake: FakeDiscord, question: str) -> str:
    return fake.slash("ask", {"question": question}).wait().text


@pytest.mark.req("R67", "R78", "B15")
def test_a_renamed_file_with_another_number(fake: FakeDiscord, knowledge: Path) -> None:
    old = shelves.one(
        knowledge, "riser", "How long may a riser cable be?", "A riser cable may be 20 cm long."
    )
    assert "riser" in reload(fake).text
    assert "20 cm" in ask(fake, RISER)
    old.unlink()
    shelves.one(knowledge, "risers", "How long may a riser cable be?", "A riser cable may be 30 cm long.")
    reload(fake)
    said = ask(fake, RISER)
    assert "30 cm" in said
    assert "20 cm" not in said


@pytest.mark.req("R70", "R72", "B17", "B18")
def test_badly_encoded_files_stop_nothing(fake: FakeDiscord, knowledge: Path) -> None:
    sound = shelves.one(
        knowledge, "riser", "How long may a riser cable be?", "A riser cable may be 20 cm long."
    )
    sound.write_bytes(b"\xef\xbb\xbf" + sound.read_bytes().replace(b"\n", b"\r\n"))
    (knowledge / "guide" / "big5.zh-Hant.md").write_bytes(
        "---\nid: big5\n---\n# 電源供應器要多大".encode("big5")
    )
    (knowledge / "guide" / "latin.en.md").write_bytes(
        "---\nid: latin\n---\n# Café für Übertakter".encode("cp1252")
    )
    told = reload(fake).text
    assert "big5" in told
    assert "latin" in told
    assert "20 cm" in ask(fake, RISER)
    assert LANES_SAID in ask(fake, LANES)
    assert "big5" in fake.slash("knowledge status").wait().text


@pytest.mark.req("R70")
def test_a_file_that_breaks_keeps_its_previous_version(fake: FakeDiscord, knowledge: Path) -> None:
    lanes = knowledge / "guide" / "lanes.en.md"
    lanes.write_bytes(lanes.read_bytes()[:40] + b"\xff\xfe")
    assert "lanes" in reload(fake).text
    assert LANES_SAID in ask(fake, LANES)


@pytest.mark.req("R79", "R66")
def test_an_empty_folder_replaces_nothing(fake: FakeDiscord, knowledge: Path) -> None:
    shutil.rmtree(knowledge / "guide")
    assert reload(fake).text
    assert LANES_SAID in ask(fake, LANES)


@pytest.mark.req("R40")
def test_only_maintainers_reload(fake: FakeDiscord) -> None:
    refused = fake.slash("knowledge reload", user=fake.member("administrator")).wait(3)
    assert refused.ephemeral
    assert "version" not in refused.text


@pytest.mark.req("R66", "R77", "R93", "R2", "B2", "B21")
def test_three_hundred_sections_and_two_thousand_files_while_members_ask(
    fake: FakeDiscord, bot: Bot, knowledge: Path
) -> None:
    shelves.many(knowledge, 300)
    shelves.broken(knowledge, 1960)
    begun = time.time()
    running = fake.slash("knowledge reload")
    fake.until(lambda: running.ack_ms is not None)
    second = fake.slash("knowledge reload").wait(10)
    assert second.text
    assert not running.answered.is_set()
    asked: list[Interaction] = []
    while not running.answered.wait(0.25) and time.time() - begun < 150:
        one = fake.slash("ask", {"question": f"{LANES} {len(asked)}"}, user=fake.member(f"r{len(asked)}"))
        asked.append(one)
    running.wait(1)
    assert len(asked) >= 20
    for one in asked:
        assert LANES_SAID in one.wait(30).text
    assert max(one.ack_ms or 9999 for one in asked) <= allowed_ms(300)
    lags = sorted(bot.lags_ms(begun))
    assert lags[-1] <= allowed_ms(100), lags[-10:]
    assert "10 disks" in ask(fake, "how many disks does rack 3 hold?")
    assert "Traceback" not in bot.output
    assert "Already borrowed" not in bot.output
