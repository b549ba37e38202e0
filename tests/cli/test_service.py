"""``run``, ``check``, ``invite``, ``settings``: everything that can fail does so before Discord hears of us."""

import json
import signal

import pytest

from bot.app import engine
from bot.discord_ui import permissions, service
from bot.errors import DiscordError
from tests.cli.conftest import new_encoder

TOKEN = "MTIzNDU2Nzg5" + "MDEyMzQ1Njc4.abc.def"  # made up, in two halves: no scanner takes it for real


@pytest.fixture(autouse=True)
def hashing(monkeypatch):
    """The engine of the service is opened with an encoder that needs no model."""
    encoder = new_encoder()

    def opened(place, progress=None, notify=None, encoder_=None, previous=None):
        return engine.open_engine(place, progress, notify, encoder_ or encoder, previous)

    monkeypatch.setattr("bot.app.holder.open_engine", opened)


@pytest.fixture
def served(monkeypatch):
    """Whether, and with which token, the bot would have connected."""
    tokens = []

    async def serve(bot, token, within_s=8.0):
        async with bot:
            tokens.append(token)

    monkeypatch.setattr(service, "serve", serve)
    before = signal.getsignal(signal.SIGTERM)
    yield tokens
    signal.signal(signal.SIGTERM, before)


@pytest.mark.req("R127")
def test_check_lists_everything(folder, run):
    done = run("check", "--json")
    report = json.loads(done.out)
    assert done.code == 0, report["problems"]
    assert report["ok"] is True
    assert {"name": "ask"} in report["commands"]
    assert report["knowledge"]["sections"] > 0
    assert report["encoder"]["dimension"] == 64
    assert "ask" in run("check").out


@pytest.mark.req("R127", "R45")
def test_check_names_every_problem_and_ends_with_the_first_code(run, monkeypatch, tmp_path):
    monkeypatch.setenv("RIGWISE_DATABASE_URL", "mysql://nobody@nowhere/x")
    done = run("check", "--json")
    report = json.loads(done.out)
    assert done.code == 3
    assert report["ok"] is False
    assert len(report["problems"]) == 2
    assert [command["name"] for command in report["commands"]]
    assert run("check").out.count("\n- ") == 2


@pytest.mark.req("R45")
@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, 6),
        ({"DISCORD_TOKEN_FILE": "/nowhere"}, 6),
        ({"DISCORD_TOKEN": TOKEN, "RIGWISE_TYPO": "1"}, 6),
        ({"DISCORD_TOKEN": TOKEN, "RIGWISE_KNOWLEDGE_DIR": "/nowhere"}, 3),
        ({"DISCORD_TOKEN": TOKEN, "RIGWISE_DATABASE_URL": "mysql://x"}, 7),
        ({"DISCORD_TOKEN": TOKEN, "RIGWISE_HEALTH_PORT": "1", "RIGWISE_HEALTH_HOST": "203.0.113.1"}, 6),
    ],
    ids=["no token", "token file", "unknown setting", "no knowledge", "database", "health address"],
)
def test_a_bad_setting_never_reaches_discord(folder, run, served, monkeypatch, environment, code):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = run("run")
    assert done.code == code
    assert served == []
    assert "Traceback" not in done.err
    assert TOKEN not in done.err


def test_a_good_start_connects_with_the_token(folder, run, served, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("RIGWISE_WATCH", "off")
    assert run("run").code == 0
    assert served == [TOKEN]


@pytest.mark.req("R45")
def test_a_command_that_discord_would_refuse_ends_the_start(folder, run, served, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr("bot.app.bot.payload.problems", lambda commands: ["ask: too long"])
    done = run("run")
    assert done.code == DiscordError.exit_code
    assert "ask: too long" in done.err
    assert served == []


@pytest.mark.req("R42")
def test_the_invite_asks_for_no_more_than_is_needed(run, monkeypatch):
    assert "client_id=APPLICATION_ID" in run("invite").out
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    link = run("invite").out.strip()
    assert "client_id=123456789012345678" in link
    assert "permissions=309237763072" in link
    assert "scope=bot+applications.commands" in link
    assert "administrator" not in permissions.NEEDED
    monkeypatch.setenv("DISCORD_TOKEN", "no token at all")
    assert "APPLICATION_ID" in run("invite").out


def test_settings_are_printed_as_a_table(run):
    out = run("settings").out
    assert "| `RIGWISE_MESSAGE_CONTENT` |" in out
