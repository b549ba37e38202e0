"""The health endpoints: ``/healthz`` (restart me if not), ``/readyz`` (send me work), ``/metrics``.

They run on the bot's own event loop on purpose: a loop that is stuck cannot answer, which is the right answer.
"""

import ipaddress
import logging
from collections.abc import Callable

from aiohttp import web

from bot.errors import SettingsError
from bot.ops.metrics import CONTENT_TYPE
from bot.ops.pulse import Health, Pulse

_log = logging.getLogger("rigwise.ops")

PATHS = ("/healthz", "/readyz", "/metrics")


class HealthServer:
    """A small HTTP server; it says nothing about members, guilds or questions.

    Args:
        pulse: signs of life.
        exposition: the metrics in Prometheus's text format.
    """

    def __init__(self, pulse: Pulse, exposition: Callable[[], bytes]) -> None:
        self._pulse = pulse
        self._exposition = exposition
        self._runner: web.AppRunner | None = None

    async def start(self, host: str, port: int) -> int:
        """Listen.

        Args:
            host: an address of this machine; others than loopback are warned about.
            port: 0 takes any free one.

        Returns:
            The port.

        Raises:
            SettingsError: the address or port cannot be used.
        """
        app = web.Application()
        for path, answer in zip(PATHS, (self._healthz, self._readyz, self._metrics), strict=True):
            app.router.add_get(path, answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except (OSError, OverflowError) as fault:
            await runner.cleanup()
            reason = getattr(fault, "strerror", None) or type(fault).__name__
            raise SettingsError("err-health-address", host=host, port=str(port), reason=reason) from None
        self._runner = runner
        if not _is_loopback(host):
            _log.warning("health and metrics listen on %s: see that only your own machines reach it", host)
        return int(runner.addresses[0][1])

    async def stop(self) -> None:
        """Stop listening; a second call does nothing."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _healthz(self, _request: web.Request) -> web.Response:
        health = self._pulse.health()
        return _told(health, well=health.live)

    async def _readyz(self, _request: web.Request) -> web.Response:
        health = self._pulse.health()
        return _told(health, well=health.ready)

    async def _metrics(self, _request: web.Request) -> web.Response:
        return web.Response(body=self._exposition(), headers={"Content-Type": CONTENT_TYPE})


def _told(health: Health, *, well: bool) -> web.Response:
    return web.json_response(health._asdict(), status=200 if well else 503)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
