"""Health: the documented paths are served, and say the truth."""

import asyncio
import socket
import time

import aiohttp
import pytest

from bot.errors import SettingsError
from bot.i18n import catalogue
from bot.ops.health import PATHS, HealthServer
from bot.ops.metrics import PrometheusMetrics
from bot.ops.pulse import MAX_FRAME_AGE_S, MAX_TICK_AGE_S, Pulse, watch_loop


class _Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def _loaded(pulse: Pulse) -> None:
    pulse.encoder = pulse.knowledge = pulse.gateway = True


@pytest.mark.req("R51")
@pytest.mark.parametrize(
    ("tick_age_s", "frame_age_s", "live"),
    [(0, 0, True), (4.9, 119, True), (5, 0, False), (0, 120, False), (3600, 3600, False)],
)
def test_live_needs_a_turning_loop_and_a_speaking_gateway(
    tick_age_s: float, frame_age_s: float, *, live: bool
) -> None:
    assert (MAX_TICK_AGE_S, MAX_FRAME_AGE_S) == (5.0, 120.0)
    clock = _Clock()
    pulse = Pulse(clock)
    _loaded(pulse)
    clock.now = 10_000 - frame_age_s
    pulse.frame()
    clock.now = 10_000 - tick_age_s
    pulse.tick()
    clock.now = 10_000
    health = pulse.health()
    assert (health.live, health.ready) == (live, live)


@pytest.mark.req("R51")
@pytest.mark.parametrize("missing", ["encoder", "knowledge", "gateway"])
def test_ready_needs_all_three(missing: str) -> None:
    pulse = Pulse(_Clock())
    _loaded(pulse)
    setattr(pulse, missing, False)
    assert (pulse.health().live, pulse.health().ready) == (True, False)


async def _get(port: int, path: str) -> tuple[int, str, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}") as response,
    ):
        return response.status, response.headers["Content-Type"], await response.text()


@pytest.mark.req("R51")
async def test_documented_paths_are_served() -> None:
    clock = _Clock()
    pulse = Pulse(clock)
    metrics = PrometheusMetrics()
    metrics.frame_age(lambda: pulse.frame_age_s)
    server = HealthServer(pulse, metrics.exposition)
    port = await server.start("127.0.0.1", 0)
    try:
        assert [(await _get(port, path))[0] for path in PATHS] == [200, 503, 200]
        _loaded(pulse)
        assert (await _get(port, "/readyz"))[0] == 200
        clock.now = 200
        status, kind, text = await _get(port, "/healthz")
        assert (status, kind.split(";")[0]) == (503, "application/json")
        assert '"frame_age_s": 200' in text
        assert "rigwise_gateway_frame_age_seconds 200.0" in (await _get(port, "/metrics"))[2]
        assert (await _get(port, "/"))[0] == 404
    finally:
        await server.stop()
        await server.stop()


async def test_taken_port_is_a_sentence() -> None:
    server = HealthServer(Pulse(), lambda: b"")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(SettingsError, match="err-health-address") as caught:
            await server.start("127.0.0.1", taken.getsockname()[1])
    assert catalogue.text(caught.value.code, "en", caught.value.args_)


async def test_other_addresses_are_warned_about(caplog: pytest.LogCaptureFixture) -> None:
    server = HealthServer(Pulse(), lambda: b"")
    await server.start("127.0.0.1", 0)
    await server.stop()
    assert not caplog.records
    try:
        await server.start("0.0.0.0", 0)
    finally:
        await server.stop()
    assert "only your own machines" in caplog.text


async def test_late_loop_is_measured() -> None:
    pulse, late = Pulse(), []
    watch = asyncio.create_task(watch_loop(pulse, late.append))
    await asyncio.sleep(0.1)
    time.sleep(0.8)  # noqa: ASYNC251 - a stuck loop is what is measured
    await asyncio.sleep(0.05)
    watch.cancel()
    assert late
    assert 0.3 < max(late) < 5
    assert pulse.health().tick_age_s < 1
