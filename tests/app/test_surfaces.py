"""One question, every surface: /ask, mention, direct message, menu and terminal say the same over the real engine."""

import re
from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest
import simcord

from bot.app.answers import EngineAnswers
from bot.discord_ui.client import Rigwise
from bot.discord_ui.desk import Manners, Ports
from bot.presentation import blocks, export

QUESTIONS = (
    "how do I size the power supply?",
    "4x250W gpus and a 150W cpu, what psu",
    "cost of 600W 12h a day for 30 days at 0.3 eur per kwh",
    "what psu for my cards",
    "will it rain tomorrow",
)


@pytest.fixture
async def bot(engine) -> AsyncIterator[Rigwise]:
    holder = SimpleNamespace(engine=engine)
    made = Rigwise(
        Ports(EngineAnswers(holder), None), Manners(cooldown_user_s=0, cooldown_channel_s=0, shard_count=1)
    )
    yield made
    made.desk.close()


@pytest.fixture
async def env(bot) -> AsyncIterator[simcord.Env]:
    started = simcord.Env(bot)
    await started.start()
    yield started
    await started.shutdown()


def words(message) -> str:
    """What a reader sees: content, embeds and fields, without marks of formatting."""
    parts = [message.content or ""]
    for embed in message.embeds:
        parts += [embed.description or "", *(f"{field.name}\n{field.value}" for field in embed.fields)]
    return plain("\n".join(parts))


def plain(text: str) -> str:
    """Letters and figures alone: quotes, bullets, line breaks and links may differ between surfaces."""
    return re.sub(r"\W+", "", re.sub(r"\(https?://\S+\)", "", text))


@pytest.mark.parametrize("question", QUESTIONS)
async def test_every_surface_gives_the_same_answer(engine, bot, env, question):
    guild = env.create_guild("Lab")
    channel, alice = guild.create_text_channel("general"), guild.add_member(env.create_user("alice"))
    asked = await alice.slash(channel, "ask", question=question)
    await alice.send(channel, f"<@{bot.user.id}> {question}")
    mentioned = channel.last_message
    await alice.send_dm(question)
    target = await alice.send(channel, question)
    by_menu = await alice.context_menu(channel, "Answer this", target)
    on_discord = {words(asked.response), words(mentioned), words(alice.user.dm_channel.last_message)}
    assert on_discord == {words(by_menu.response)}
    reply = blocks.reply(engine.answerer.answer(question, "en"))
    said = [
        *reply.lead,
        *(c.headline for c in reply.calculations),
        *(q.text for q in reply.quotes),
        *reply.nearest,
    ]
    for c in reply.calculations:
        said += [*c.understood, *c.steps, *c.assumptions, *c.notes]
    (on_discord_text,) = on_discord
    in_terminal = plain(export.answer_text(engine.answerer.answer(question)))
    for sentence in said:
        assert plain(sentence) in on_discord_text, sentence
        assert plain(sentence) in in_terminal, sentence
