"""One question leaves a trail: log lines with one request id, and its stages in the metrics."""

import io
import json
import logging
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace

import pytest
import simcord
import structlog

from bot.app.bot import make_bot
from bot.discord_ui.client import Rigwise
from bot.discord_ui.desk import Manners
from bot.discord_ui.nulls import ForgetfulSync, MemoryStore
from bot.ops import log
from bot.ops.metrics import PrometheusMetrics

GUIDE = "how do I size the power supply?"
PSU = "4x250W gpus and a 150W cpu, what psu"
CHINESE = "電源要多大才夠"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    handlers, level, ours = root.handlers[:], root.level, logging.getLogger("rigwise").level
    stream = io.StringIO()
    log.configure(form="json", stream=stream)
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.getLogger("rigwise").setLevel(ours)
    logging.captureWarnings(capture=False)
    structlog.reset_defaults()


@pytest.fixture
def metrics() -> PrometheusMetrics:
    return PrometheusMetrics("1.2.3")


@pytest.fixture
async def bot(engine, metrics) -> AsyncIterator[Rigwise]:
    manners = Manners(cooldown_user_s=0, cooldown_channel_s=0, shard_count=1)
    made = make_bot(SimpleNamespace(engine=engine), manners, MemoryStore(), ForgetfulSync(), metrics)
    yield made
    made.desk.close()


@pytest.fixture
async def asked(bot) -> AsyncIterator[SimpleNamespace]:
    env = simcord.Env(bot)
    await env.start()
    guild = env.create_guild("Lab")
    yield SimpleNamespace(
        channel=guild.create_text_channel("general"), alice=guild.add_member(env.create_user("alice"))
    )
    await env.shutdown()


def rows_of(stream: io.StringIO) -> list[dict[str, object]]:
    return [row for row in map(json.loads, stream.getvalue().splitlines()) if "request" in row]


@pytest.mark.parametrize("how", ["command", "mention"])
async def test_lines_of_a_question_carry_one_request_id_and_no_text(lines, bot, asked, how):
    if how == "command":
        await asked.alice.slash(asked.channel, "ask", question=GUIDE)
    else:
        await asked.alice.send(asked.channel, f"<@{bot.user.id}> {GUIDE}")
    rows = rows_of(lines)
    assert [row["event"] for row in rows] == ["worked out", "question answered", "answer delivered"]
    assert len({row["request"] for row in rows}) == 1
    assert len({row["answer"] for row in rows}) == 1
    assert rows[0]["sections"]
    assert [row.get("rule") for row in rows] == ["guide", "guide", None]
    assert rows[0]["version"] == bot.desk.ports.answers._engine().answerer.searcher.version
    assert "power supply" not in lines.getvalue()


async def test_two_questions_have_two_request_ids_and_the_cache_is_told(lines, asked):
    await asked.alice.slash(asked.channel, "ask", question=GUIDE)
    await asked.alice.slash(asked.channel, "ask", question=GUIDE)
    found = [(row["request"], row["event"]) for row in rows_of(lines) if row["logger"] == "rigwise.answers"]
    assert [event for _, event in found] == ["worked out", "taken from the cache"]
    assert found[0][0] != found[1][0]


async def test_a_click_has_a_request_id_of_its_own(asked, bot, monkeypatch):
    bound = []
    result = await asked.alice.slash(asked.channel, "ask", question=PSU)
    monkeypatch.setattr(
        bot.desk.ports.metrics, "command", lambda **_: bound.append(structlog.contextvars.get_contextvars())
    )
    (button, *_) = [b for row in result.response.components for b in row["components"]]
    await asked.alice.click(result.response, custom_id=button["custom_id"])
    assert [set(values) for values in bound] == [{"request"}]


async def test_stages_routes_and_languages_reach_the_metrics(metrics, asked):
    await asked.alice.slash(asked.channel, "ask", question=GUIDE)
    await asked.alice.slash(asked.channel, "ask", question=PSU)
    await asked.alice.send_dm(CHINESE)
    told = metrics.exposition().decode()
    for stage, times in {"wait": 3, "route": 3, "encode": 2, "search": 2, "calculate": 1, "word": 3}.items():
        assert f'rigwise_stage_seconds_count{{stage="{stage}"}} {times}.0' in told, told
    for kind, lang, surface, outcome, route in (
        ("unknown", "en", "ask", "refused", "guide"),
        ("calculation", "en", "ask", "answered", "psu-size"),
        ("clarify", "zh-Hant", "dm", "asked_back", "psu-gaps"),
    ):
        labels = {"surface": surface, "route": route, "kind": kind, "lang": lang, "outcome": outcome}
        assert metrics.registry.get_sample_value("rigwise_questions_total", labels) == 1, told
