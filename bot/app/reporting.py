"""Tells what becomes of the knowledge: the log, the metrics, and the maintainers' channels."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from bot.discord_ui import notices
from bot.discord_ui.client import Rigwise
from bot.discord_ui.ports import ReloadReport
from bot.errors import RigwiseError
from bot.ops.metrics import PrometheusMetrics

_log = logging.getLogger("rigwise.app")

_NAMED = 20


class Reporting:
    """The ``Listener`` of a running bot.

    What is wrong is posted once: again only where something else is wrong.

    Args:
        bot: posts.
        loop: of the bot; this is called from other threads.
        metrics: count.
        loaded: tells the metrics what is loaded.
    """

    def __init__(
        self,
        bot: Rigwise,
        loop: asyncio.AbstractEventLoop,
        metrics: PrometheusMetrics,
        loaded: Callable[[], None],
    ) -> None:
        self._bot = bot
        self._loop = loop
        self._metrics = metrics
        self._loaded = loaded
        self._faults: frozenset[str] = frozenset()
        self._failure = ""

    def swapped(self) -> None:
        """See ``Listener``."""
        self._loaded()

    def told(self, report: ReloadReport) -> None:
        """See ``Listener``."""
        self._metrics.reload(result="partial" if report.rejected else "done")
        counts = tuple(map(len, (report.added, report.changed, report.removed, report.rejected)))
        _log.log(
            logging.WARNING if report.rejected else logging.INFO,
            "knowledge reloaded: version %s, %d added, %d changed, %d removed, %d rejected, %.1f s",
            report.version, *counts, report.seconds,
            extra={"rejected": ", ".join(report.rejected[:_NAMED])} if report.rejected else {},
        )  # fmt: skip
        faults = frozenset(report.faults or report.rejected)
        if faults - self._faults:
            self._post(notices.tell_maintainers(self._bot, lambda lang: notices.rejected(report, lang)))
        self._faults, self._failure = faults, ""

    def failed(self, fault: RigwiseError) -> None:
        """See ``Listener``."""
        self._metrics.reload(result="failed")
        _log.warning("a change of the knowledge was not taken over: %s", fault.code, exc_info=fault.__cause__)
        if str(fault) != self._failure:
            self._post(notices.tell_maintainers(self._bot, lambda lang: notices.not_taken_over(fault, lang)))
        self._failure = str(fault)

    def _post(self, work: Coroutine[Any, Any, object]) -> None:
        with suppress(RuntimeError):  # the loop is closed: the process ends
            self._loop.call_soon_threadsafe(self._bot.desk.later, work)
            return
        work.close()
