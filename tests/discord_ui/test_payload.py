"""Command payloads: valid in every locale, registered only when they change."""

import copy
from pathlib import Path

import pytest

from bot.discord_ui import payload, translator
from bot.i18n import catalogue


@pytest.fixture
async def commands(stage):
    await stage.bot.load_commands()
    return await payload.payloads(stage.bot.tree)


@pytest.mark.req("R23", "R60")
async def test_discord_would_accept_every_command(commands):
    assert payload.problems(commands) == []
    names = {command["name"] for command in commands}
    assert names == {
        "ask",
        "psu",
        "cost",
        "ram",
        "gpu",
        "help",
        "privacy",
        "setup",
        "knowledge",
        "why",
        "Answer this",
    }


async def test_the_english_in_the_code_is_that_of_the_catalogue(commands):
    def walk(node):
        for what in ("name", "description"):
            if node.get(f"{what}_localizations"):
                assert node[f"{what}_localizations"]["en-US"] == node[what]
        for child in node.get("options") or ():
            walk(child)

    for command in commands:
        walk(command)


@pytest.mark.req("R35")
async def test_commands_say_where_they_work(commands):
    everywhere = {c["name"] for c in commands if c.get("contexts") == [0, 1, 2]}
    assert everywhere == {"ask", "psu", "cost", "ram", "gpu", "help", "privacy"}
    hidden = {c["name"] for c in commands if c.get("default_member_permissions")}
    assert hidden == {"setup", "knowledge", "why"}


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda c: c.update(description="x" * 101), "1 to 100"),
        (lambda c: c.update(description=""), "1 to 100"),
        (lambda c: c.update(name="Ask"), "no command or option name"),
        (lambda c: c.update(name="two words"), "no command or option name"),
        (lambda c: c["name_localizations"].update({"zh-TW": "提 問"}), "zh-TW"),
        (lambda c: c["name_localizations"].pop("zh-CN"), "zh-CN"),
        (lambda c: c["description_localizations"].update({"zh-CN": "問" * 101}), "1 to 100"),
        (lambda c: c.update(options=c["options"] * 20), "at most 25"),
        (lambda c: c.update(options=c["options"] * 2), "stands twice"),
        (lambda c: c.update(options=c["options"][::-1]), "required options come before"),
        (lambda c: c["options"][0].update(choices=[{"name": "a", "value": "a"}] * 26), "at most 25"),
        (lambda c: c["options"][0].update(choices=[{"name": "", "value": "a"}]), "1 to 100"),
        (lambda c: c["options"][0].update(choices=[{"name": "a", "value": "a" * 8001}]), "8000"),
    ],
)
async def test_what_discord_would_refuse_is_found(commands, spoil, words):
    spoilt = copy.deepcopy([c for c in commands if c["name"] == "ask"])
    spoil(spoilt[0])
    assert any(words in problem for problem in payload.problems(spoilt))


async def test_two_commands_of_one_name_are_found(commands):
    ask = next(c for c in commands if c["name"] == "ask")
    assert any("stands twice" in problem for problem in payload.problems([ask, ask]))


@pytest.mark.req("R44")
async def test_commands_are_registered_once_until_they_change(world):
    def puts():
        return [entry for entry in world.env.http_requests if entry.method == "PUT"]

    assert len(puts()) == 1
    await world.restart()
    await world.restart()
    assert len(puts()) == 1
    world.sync.write("another")
    await world.restart()
    assert len(puts()) == 2


@pytest.mark.req("R44")
async def test_a_refused_registration_does_not_stop_the_bot(world):
    world.sync.write("another")
    world.env.inject_error("PUT", "/applications/*", status=429, code=30034)
    await world.restart()
    assert world.sync.read() == "another"
    await world.alice.send(world.channel, f"{world.mention} x16")
    assert "Two GPUs" in world.shown(world.channel.last_message)


def test_no_text_of_a_command_is_left_over():
    keys = {key for key in catalogue.keys("en") if key.startswith(("cmd-", "opt-"))}
    used: set[str] = set()
    original = translator.key_of

    async def collect():
        from bot.discord_ui.client import Rigwise
        from bot.discord_ui.desk import Manners, Ports

        bot = Rigwise(Ports(None, None), Manners(shard_count=1))
        await bot.load_commands()
        translator.key_of = lambda context: used.add(original(context)) or original(context)
        try:
            await payload.payloads(bot.tree)
        finally:
            translator.key_of = original
        bot.desk.close()

    import asyncio

    asyncio.run(collect())
    assert keys - used == set()
    assert Path(translator.__file__).exists()
