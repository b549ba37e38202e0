"""Broken knowledge is told to the maintainers' channels, the log and the metrics; every reload keeps the metrics true."""

import asyncio
import contextlib
import shutil
from types import SimpleNamespace

import pytest
import simcord

from bot.app import operation
from bot.app.bot import make_bot
from bot.app.holder import EngineHolder
from bot.discord_ui.desk import Manners
from bot.discord_ui.guilds import GuildSettings
from bot.discord_ui.nulls import ForgetfulSync, MemoryStore
from bot.errors import KnowledgeError
from bot.ops.metrics import PrometheusMetrics

ZH, EN = "guide/psu-size.zh-Hant.md", "guide/psu-size.en.md"


@pytest.fixture
async def stage(place, engine):
    """A bot in three guilds: one with a maintainers' channel, one with a channel that is gone, one without."""
    holder, store = EngineHolder(place, engine), MemoryStore()
    watched = operation.Watched(PrometheusMetrics("1.0"))
    bot = make_bot(holder, Manners(shard_count=1), store, ForgetfulSync(), watched.metrics)
    env = simcord.Env(bot)
    await env.start()
    guild, gone, _ = (env.create_guild(name) for name in ("Lab", "Gone", "Plain"))
    channel = guild.create_text_channel("maintainers")
    general = guild.create_text_channel("general")
    for one, id_ in ((guild, channel.id), (gone, 404)):
        chosen = GuildSettings(channel_id=id_, lang="zh-Hant")
        store.save_guild(one.id, chosen.model_dump_json())
    task = asyncio.create_task(operation.following(holder, watched, "off")(bot))
    await asyncio.sleep(0)
    yield SimpleNamespace(
        env=env,
        bot=bot,
        holder=holder,
        watched=watched,
        channel=channel,
        general=general,
        root=place.knowledge_dir,
    )
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await env.shutdown()
    bot.desk.close()


async def reload(stage):
    with contextlib.suppress(KnowledgeError):
        await asyncio.to_thread(stage.holder.reload)
    await asyncio.sleep(0.5)  # what is posted is posted by now
    assert not stage.general.history()


def told(stage):
    return [message.embeds[0].description for message in stage.channel.history()]


def reloads(stage):
    ask = stage.watched.metrics.registry.get_sample_value
    return {
        result: ask("rigwise_reloads_total", {"result": result}) for result in ("done", "partial", "failed")
    }


@pytest.mark.req("R70")
async def test_a_broken_file_is_told_once_to_the_maintainers_the_log_and_the_metrics(stage, caplog):
    sound = (stage.root / ZH).read_bytes()
    (stage.root / ZH).write_text("---\nid: [psu-size\n---\n\n## x {#x}\n\ntext\n")
    await reload(stage)
    (said,) = told(stage)
    assert "知識庫有檔案損壞" in said
    assert "psu-size" in said
    assert "rejected" in caplog.text
    assert caplog.records[-1].rejected == ZH
    assert reloads(stage) == {"done": 0, "partial": 1, "failed": 0}
    (stage.root / EN).write_text((stage.root / EN).read_text() + "\nMore.\n")
    await reload(stage)
    assert len(told(stage)) == 1
    assert reloads(stage)["partial"] == 2
    (stage.root / ZH).write_bytes(sound)
    await reload(stage)
    assert reloads(stage) == {"done": 1, "partial": 2, "failed": 0}
    (stage.root / ZH).write_bytes(b"\xff\xfe")
    await reload(stage)
    assert len(told(stage)) == 2


@pytest.mark.req("R70", "R79")
async def test_a_folder_that_cannot_be_taken_over_is_told_once(stage):
    shutil.rmtree(stage.root / "guide")
    await reload(stage)
    await reload(stage)
    (said,) = told(stage)
    assert "知識庫的修改沒有套用" in said
    assert reloads(stage) == {"done": 0, "partial": 0, "failed": 2}


async def test_after_a_members_reload_the_metrics_name_the_version_that_answers(stage):
    (stage.root / EN).write_text((stage.root / EN).read_text().replace("A wasteful unit", "A bad unit"))
    await reload(stage)
    for _ in range(500):
        if stage.holder.status().version.endswith("+"):
            await asyncio.sleep(0.02)
    version = stage.holder.status().version
    ask = stage.watched.metrics.registry.get_sample_value
    assert ask("rigwise_snapshot_info", {"version": version, "encoder": "hashing"}) == 1
    assert ask("rigwise_snapshot_loaded_timestamp_seconds") > 0
