"""The process: how it starts, what it refuses, how it ends, what survives it."""

import re
import resource
import signal
import sqlite3
import time
from pathlib import Path

import pytest

from tests.e2e import faults, shapes
from tests.e2e.conftest import Stage

pytestmark = pytest.mark.e2e

LANES = "do two cards need sixteen lanes each?"
LANES_SAID = "Two cards run well with eight lanes each"
DRAINED_S = 8.0
KNOWLEDGE, ENCODER, SETTINGS, STORE, DISCORD = 3, 4, 6, 7, 9


@pytest.mark.req("R52", "B14")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_a_signal_waits_for_answers_that_are_worked_on(stage: Stage, number: signal.Signals) -> None:
    bot = stage.running(stalling=True)
    bot.stall(0.5)
    people = [stage.fake.member(f"p{n}") for n in range(4)]
    asked = [stage.fake.slash("ask", {"question": LANES}, user=person) for person in people]
    sent = stage.fake.mention(LANES)
    for one in asked:
        stage.fake.until(lambda one=one: one.ack_ms is not None)
    time.sleep(0.2)
    begun = bot.signal(number)
    assert bot.exit() == 0
    assert time.perf_counter() - begun <= DRAINED_S + 2
    assert [LANES_SAID in one.wait(1).text for one in asked] == [True] * 4
    assert LANES_SAID in shapes.words(stage.fake.reply(sent, 1))
    assert stage.fake.gateway.client_closes == [1000]


@pytest.mark.req("R52", "B14")
def test_an_answer_that_takes_too_long_is_marked(stage: Stage) -> None:
    bot = stage.running(stalling=True)
    bot.stall(60)
    asked = stage.fake.slash("ask", {"question": LANES}, locale="zh-TW")
    stage.fake.until(lambda: asked.ack_ms is not None)
    begun = bot.signal()
    assert bot.exit() == 0
    assert time.perf_counter() - begun <= DRAINED_S + 2
    assert asked.wait(1).text
    assert LANES_SAID not in asked.text
    assert stage.fake.gateway.client_closes == [1000]


@pytest.mark.req("R9", "R36", "R37", "R48")
def test_a_question_has_a_deadline_a_member_a_pace_and_a_reply_a_limit(stage: Stage) -> None:
    bot = stage.bot(deadline_s="2", cooldown_user_s="30")
    (bot.control / "reply-s").write_text("1.5")
    bot.stall(60)
    bot.start().ready()
    asked = stage.fake.slash("ask", {"question": LANES}).wait(6)
    assert asked.text
    assert LANES_SAID not in asked.text
    bot.stall(0)
    again = stage.fake.slash("ask", {"question": LANES}).wait(3)
    assert again.ephemeral
    assert LANES_SAID not in again.text
    other = stage.fake.slash("ask", {"question": LANES}, user=stage.fake.member("calm"))
    assert LANES_SAID in other.wait().text
    stage.fake.order(faults.rate_limit("PATCH", "*/@original", 3600))
    limited = stage.fake.slash("ask", {"question": LANES}, user=stage.fake.member("limited")).wait(6)
    assert "Discord" in limited.text
    assert bot.stop() == 0


@pytest.mark.req("R36", "R1")
def test_a_hundred_questions_at_once(stage: Stage) -> None:
    bot = stage.running(stalling=True, queue_size="20")
    bot.stall(2)
    people = [stage.fake.member(f"p{n}") for n in range(100)]
    asked = [
        stage.fake.slash("ask", {"question": f"{LANES} {number}"}, user=person)
        for number, person in enumerate(people)
    ]
    stage.fake.until(lambda: sum(one.answered.is_set() for one in asked) >= 80, 10, "80 busy replies")
    bot.stall(0)
    answered = [LANES_SAID in one.wait(40).text for one in asked]
    assert all(one.ack_ms is not None and one.ack_ms < 3000 for one in asked)
    assert 20 <= sum(answered) <= 25
    assert all(one.text for one in asked)
    assert stage.fake.slash("ask", {"question": LANES}).wait().text
    assert "Traceback" not in bot.output


@pytest.mark.req("R56", "R44", "B9", "B10")
def test_old_buttons_work_after_a_restart_and_nothing_is_registered_again(stage: Stage) -> None:
    first = stage.running()
    answer = stage.fake.slash("psu", {"gpu": "RTX 3090", "count": 2}).wait().original
    assert answer is not None
    assert first.stop() == 0
    stage.running()
    assert stage.fake.click(answer, stage.fake.button(answer, "up")).wait(3).steps == ["ack-4"]
    form = stage.fake.click(answer, stage.fake.button(answer, "ed")).wait(3)
    changed = stage.fake.submit(form, {"gpu": "4x RTX 3090"}).wait(5)
    assert changed.steps == ["ack-7"]
    assert stage.fake.rest.command_puts == 1


@pytest.mark.req("R54")
def test_a_second_process_on_the_same_folder_refuses(stage: Stage) -> None:
    stage.running()
    second = stage.bot().start()
    assert second.exit(60) == SETTINGS
    assert str(stage.folder) in second.output
    assert len(stage.fake.gateway.identifies) == 1
    assert LANES_SAID in stage.fake.slash("ask", {"question": LANES}).wait().text


@pytest.mark.req("R51", "R92")
def test_health_says_what_it_means(stage: Stage) -> None:
    bot = stage.bot().start()
    seen = {bot.health("/readyz")[0]}
    bot.ready()
    assert 200 not in seen
    assert re.search(r": loaded encoder=\S+ knowledge=\w+ threads=[1-9]", bot.output)
    status, said = bot.health("/healthz")
    assert status == 200
    assert 0 < bot.metric("rigwise_gateway_frame_age_seconds") < said["frame_age_s"] + 5
    stage.fake.slash("ask", {"question": LANES}).wait()
    assert bot.metric("rigwise_questions_total") == 1
    stage.fake.gateway.refuse = 4000  # from now on no connection gets anywhere
    stage.fake.drop(1006)
    stage.fake.gateway.sessions.clear()
    stage.fake.until(lambda: bot.health("/readyz")[0] == 503, 15, "not ready without a gateway")
    assert bot.health("/healthz")[0] == 200


@pytest.mark.req("R47", "R45")
def test_a_bad_token_ends_it_at_once(stage: Stage) -> None:
    stage.fake.rest.token_valid = False
    bot = stage.bot().start()
    assert bot.exit(60) == DISCORD
    assert stage.fake.gateway.identifies == []
    assert len(stage.fake.rest.requests) == 1
    assert "Traceback" not in bot.output
    assert "fake.token" not in bot.output


@pytest.mark.req("R47")
def test_a_token_that_the_gateway_refuses_ends_it(stage: Stage) -> None:
    stage.fake.gateway.refuse = 4004
    bot = stage.bot().start()
    assert bot.exit(60) == DISCORD
    assert len(stage.fake.gateway.identifies) == 1
    assert "Traceback" not in bot.output


@pytest.mark.req("R32")
def test_an_intent_that_was_not_granted_is_one_sentence(stage: Stage) -> None:
    bot = stage.bot(message_content="true").start()
    assert bot.exit(60) == DISCORD
    assert len(stage.fake.gateway.identifies) == 1
    assert "Traceback" not in bot.output
    assert "intent" in bot.output.lower()


BROKEN = {
    "no token": ({"DISCORD_TOKEN": ""}, SETTINGS),
    "a deadline with a unit": ({"deadline_s": "15s"}, SETTINGS),
    "a deadline that is no number": ({"deadline_s": "nan"}, SETTINGS),
    "a misspelt setting": ({"watchh": "off"}, SETTINGS),
    "no knowledge": ({"knowledge_dir": "/nonexistent"}, KNOWLEDGE),
    "no such encoder": ({"encoder": "/nonexistent/model"}, ENCODER),
    "no such database": ({"database_url": "mysql://x"}, STORE),
}


@pytest.mark.req("R45", "B12")
@pytest.mark.parametrize(("settings", "code"), BROKEN.values(), ids=BROKEN)
def test_a_broken_setting_ends_it_before_discord_hears_of_it(
    stage: Stage, settings: dict[str, str], code: int
) -> None:
    bot = stage.bot(**settings).start()
    assert bot.exit(60) == code
    assert stage.fake.rest.requests == []
    assert stage.fake.gateway.identifies == []
    assert len(bot.output.strip().splitlines()) <= 3
    assert "Traceback" not in bot.output


@pytest.mark.req("R45", "R79", "B11")
def test_a_crash_loop_never_reaches_discord(stage: Stage) -> None:
    for path in (stage.knowledge / "guide").iterdir():
        path.write_bytes(b"\xff\xfe broken")
    for _ in range(5):
        assert stage.bot().start().exit(60) == KNOWLEDGE
    assert stage.fake.gateway.identifies == []
    assert stage.fake.rest.requests == []


@pytest.mark.req("B11", "R46")
def test_a_bot_that_keeps_dying_waits_longer_each_time(stage: Stage) -> None:
    for number in range(3):
        crashing = stage.bot().start()
        stage.fake.until(lambda wanted=number + 1: len(stage.fake.gateway.identifies) == wanted, 60)
        crashing.kill()
    fourth = stage.bot().start()
    stage.fake.until(lambda: "the last starts ended badly" in fourth.output, 60)
    time.sleep(3)
    assert len(stage.fake.gateway.identifies) == 3
    assert fourth.stop() == 0


@pytest.mark.req("R114", "R12")
def test_a_locked_database_and_a_full_disk_stop_no_answer_and_no_button(stage: Stage) -> None:
    bot = stage.running()
    answer = stage.fake.slash("ask", {"question": LANES}).wait().original
    assert answer is not None
    lock = sqlite3.connect(stage.folder / "state" / "rigwise.db", isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")
    try:
        asked = stage.fake.slash("ask", {"question": LANES}).wait(5)
        clicked = stage.fake.click(answer, stage.fake.button(answer, "up")).wait(3)
        time.sleep(3)
    finally:
        lock.execute("ROLLBACK")
        lock.close()
    assert LANES_SAID in asked.text
    assert clicked.ack_ms is not None
    assert clicked.ack_ms < 1000
    assert "Traceback" not in bot.output
    again = stage.fake.click(answer, stage.fake.button(answer, "up"), user=stage.fake.member("later"))
    assert again.wait(3).text
    resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    full = stage.fake.slash("ask", {"question": f"{LANES} again"}).wait()
    clicked = stage.fake.click(answer, stage.fake.button(answer, "up"), user=stage.fake.member("last")).wait(
        3
    )
    assert LANES_SAID in full.text
    assert clicked.steps == ["ack-4"]
    resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert LANES_SAID in stage.fake.slash("ask", {"question": f"{LANES} once more"}).wait().text
    assert bot.stop() == 0


@pytest.mark.req("R114", "R121", "R45")
def test_a_damaged_database_is_refused_and_left_alone(stage: Stage) -> None:
    stage.running().stop()
    database = stage.folder / "state" / "rigwise.db"
    damaged = b"SQLite format 3\x00" + b"\x07" * 8000
    database.write_bytes(damaged)
    identified = len(stage.fake.gateway.identifies)
    bot = stage.bot().start()
    assert bot.exit(60) == STORE
    assert database.read_bytes() == damaged
    assert len(stage.fake.gateway.identifies) == identified


def index_files(state: Path) -> list[Path]:
    """Files of the current index."""
    current = state / "index" / (state / "index" / "current").read_text().strip()
    return sorted(path for path in current.iterdir() if path.is_file())


@pytest.mark.req("R89", "B24")
def test_a_damaged_index_is_built_anew_before_discord_hears_of_it(stage: Stage) -> None:
    """File by file this is tried on the index itself, in ``tests/retrieval``."""
    largest = max(index_files(stage.folder / "state"), key=lambda path: path.stat().st_size)
    largest.write_bytes(largest.read_bytes()[: largest.stat().st_size // 2])
    stage.running()
    assert LANES_SAID in stage.fake.slash("ask", {"question": LANES}).wait().text
    assert len(stage.fake.gateway.identifies) == 1


@pytest.mark.req("R82", "R45")
def test_a_damaged_weight_file_is_refused_or_built_anew(stage: Stage) -> None:
    models = stage.folder / "state" / "models"
    for path in models.rglob("model.onnx*"):
        path.write_bytes(path.read_bytes()[:100_000])
    bot = stage.bot().start()
    code = bot.process.wait(120) if not _comes_up(stage, bot) else None
    if code is None:
        assert LANES_SAID in stage.fake.slash("ask", {"question": LANES}).wait().text
    else:
        assert code == ENCODER
        assert stage.fake.gateway.identifies == []
        assert "Traceback" not in bot.output


def _comes_up(stage: Stage, bot: object) -> bool:
    try:
        stage.bots[-1].ready()
    except AssertionError:
        return False
    return True


@pytest.mark.req("R116", "R119", "R117", "R59")
def test_no_word_of_a_message_is_kept_and_a_guild_that_leaves_is_forgotten(stage: Stage) -> None:
    secret, state = "zebra-crossing-88", stage.folder / "state"
    bot = stage.running()
    asked = stage.fake.slash("ask", {"question": f"how do I feed my {secret} GPU at night?"}).wait()
    stage.fake.reply(stage.fake.mention(f"what colour has my {secret} graphics card?"))
    answer = stage.fake.slash("ask", {"question": LANES}).wait().original
    assert answer is not None
    stage.fake.click(answer, stage.fake.button(answer, "up")).wait()
    stage.fake.until(lambda: votes(state) == 1)
    stage.fake.remove_guild()
    stage.fake.until(lambda: votes(state) == 0)
    assert bot.stop() == 0
    assert asked.text
    for path in [*state.rglob("*"), stage.folder / "control" / "lag"]:
        if path.is_file() and "models" not in path.parts:
            content = path.read_bytes()
            assert secret.encode() not in content, path
            assert stage.fake.alice["id"].encode() not in content, path
    assert secret not in bot.output


def votes(state: Path) -> int:
    """How many votes the database holds."""
    database = sqlite3.connect(state / "rigwise.db")
    try:
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        name = next(table for table in tables if "vote" in table)
        return int(database.execute(f"SELECT count(*) FROM {name}").fetchone()[0])
    finally:
        database.close()
