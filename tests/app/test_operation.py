"""What runs beside the bot: signs of life, purging, the folder watch, the record of starts."""

import asyncio
from types import SimpleNamespace

import pytest

from bot.app import bot as app
from bot.app import operation
from bot.app.holder import EngineHolder
from bot.errors import StoreError
from bot.ops.metrics import PrometheusMetrics
from bot.ops.pulse import Pulse
from bot.ops.settings import Settings


class QuietBot:
    """A bot as far as its surroundings look at it."""

    def __init__(self) -> None:
        self.desk = SimpleNamespace(questions=SimpleNamespace(jobs=2), records=self)
        self.guilds = [1, 2, 3]
        self.age_s: float | None = 0.1
        self.connected = True

    async def run(self, call, *args):
        return call(*args)

    def frame_age_s(self):
        return self.age_s

    def is_connected(self):
        return self.connected

    is_ready = is_connected


async def brief(work, bot, seconds=0.05):
    """Let something run for a moment."""
    task = asyncio.create_task(work(bot))
    await asyncio.sleep(seconds)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
def watched():
    return operation.Watched(PrometheusMetrics("1.0"))


@pytest.mark.req("R50", "R51")
async def test_signs_of_life_follow_the_bot(watched):
    bot = QuietBot()
    await brief(operation.observing(watched), bot)
    assert watched.pulse.gateway
    assert b"rigwise_guilds 3.0" in watched.metrics.exposition()
    assert b"rigwise_queue_depth 2.0" in watched.metrics.exposition()
    bot.connected, bot.age_s = False, None
    await brief(operation.observing(watched), bot)
    assert not watched.pulse.gateway


def test_what_is_loaded_is_told(watched, place, engine):
    watched.loaded(EngineHolder(place, engine))
    assert watched.pulse.encoder
    assert watched.pulse.knowledge
    assert engine.snapshot.version.encode() in watched.metrics.exposition()


def test_health_and_metric_tell_the_same_age_of_the_gateway():
    now = [10.0]
    watched = operation.Watched(PrometheusMetrics("1.0"), Pulse(lambda: now[0]))
    now[0] += 95
    assert watched.pulse.health().frame_age_s == 95
    assert watched.metrics.registry.get_sample_value("rigwise_gateway_frame_age_seconds") == 95


@pytest.mark.req("R116")
async def test_purging_goes_on_after_a_failure(watched, caplog, monkeypatch):
    days = []

    class Store:
        def purge_before_days(self, count):
            days.append(count)
            raise StoreError("err-store-locked", reason="x")

    monkeypatch.setattr(operation, "_AGAIN_S", 0.02)
    await brief(operation.purging(Store(), watched, 180), QuietBot(), 0.1)
    assert set(days) == {180}
    assert len(days) > 1
    assert "err-store-locked" in caplog.text
    ask = watched.metrics.registry.get_sample_value
    assert ask("rigwise_errors_total", {"code": "err-store-locked"}) == len(days)
    assert ask("rigwise_purged_timestamp_seconds") == 0


@pytest.mark.req("R116")
async def test_the_last_purge_is_told(watched):
    store = SimpleNamespace(purge_before_days=lambda days: 3)
    await brief(operation.purging(store, watched, 180), QuietBot())
    assert watched.metrics.registry.get_sample_value("rigwise_purged_timestamp_seconds") > 0


@pytest.mark.parametrize("watch", ["auto", "poll", "off"])
async def test_the_folder_is_watched_as_the_setting_says(watched, place, engine, watch):
    watching = []

    class Watching(EngineHolder):
        def watch(self, *, polling):
            watching.append(polling)

    await brief(operation.following(Watching(place, engine), watched, watch), QuietBot(), 0.2)
    assert watching == {"auto": [False], "poll": [True], "off": []}[watch]


async def test_a_start_that_lasts_is_noted(monkeypatch):
    monkeypatch.setattr(operation, "WINDOW_S", 0.01)
    noted = []
    await brief(operation.settling(SimpleNamespace(well=lambda: noted.append(1))), QuietBot())
    assert noted == [1]


def test_settings_become_manners():
    loaded = Settings(
        maintainers="1, 2 3",
        shard_ids="0,1",
        shard_count=4,
        message_content=True,
        keep_days=30,
        cooldown_user_s=1.5,
    )
    manners = app.manners_of(loaded)
    assert manners.maintainers == {1, 2, 3}
    assert (manners.shard_ids, manners.shard_count) == ((0, 1), 4)
    assert (manners.read_all, manners.keep_days, manners.cooldown_user_s) == (True, 30, 1.5)
    assert app.manners_of(Settings()).shard_ids is None


async def test_something_beside_the_bot_may_fail_alone(monkeypatch, caplog):
    async def serve(bot, token):
        await asyncio.sleep(0.02)

    async def broken(bot):
        raise RuntimeError("beside")

    monkeypatch.setattr(app.service, "serve", serve)
    await app.run(QuietBot(), "token", [broken])
    assert "something beside the bot failed" in caplog.text
