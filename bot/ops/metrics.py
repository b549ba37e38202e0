"""What an operator may count: Prometheus metrics in a registry of their own.

The names are an interface: dashboards and alerts are built on them, and a test holds those against this module.
No method raises, none takes more than microseconds, and no label holds text of a person.
"""

import logging
from collections.abc import Callable
from typing import Literal, NamedTuple, get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

_log = logging.getLogger("rigwise.ops")

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
MAX_LABELS = 200
"""Different values that one label may have; further ones count as ``other``, so that no bug fills the memory."""

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_LAG = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_OUTCOMES = {"unknown": "refused", "off_topic": "refused", "clarify": "asked_back"}
_FEEDBACK = {"button-up": "up", "button-dn": "down"}

Reload = Literal["done", "partial", "failed"]
"""``partial``: some files were refused, of which the last good version stays."""


class SnapshotFacts(NamedTuple):
    """What is loaded: the knowledge version's short id, the encoder, counts, and when, in seconds since 1970."""

    version: str
    encoder: str
    sections: int
    passages: int
    loaded_s: float


class PrometheusMetrics:
    """Counters of one process; satisfies the Discord adapter's ``Metrics``.

    Args:
        version: of the program.
    """

    def __init__(self, version: str = "") -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
        self._seen: dict[str, set[str]] = {}
        build = Gauge("rigwise_build_info", "The running version.", ["version"], registry=registry)
        build.labels(version).set(1)
        self._questions = Counter(
            "rigwise_questions",
            "Questions, by where they were asked, the rule that decided, what came of it, and language.",
            ["surface", "route", "kind", "lang", "outcome"],
            registry=registry,
        )
        self._question_s = Histogram(
            "rigwise_question_seconds",
            "Time from a question to its answer, waiting included.",
            ["surface"],
            buckets=_SECONDS,
            registry=registry,
        )
        self._stage_s = Histogram(
            "rigwise_stage_seconds",
            "Time of one stage of an answer.",
            ["stage"],
            buckets=_SECONDS,
            registry=registry,
        )
        self._refusals = Counter(
            "rigwise_refusals", "Questions without an answer, by kind.", ["kind"], registry=registry
        )
        self._commands = Counter(
            "rigwise_commands", "Commands and buttons used.", ["name"], registry=registry
        )
        self._errors = Counter(
            "rigwise_errors", "Failures, by message key or Discord's code.", ["code"], registry=registry
        )
        self._feedback = Counter(
            "rigwise_feedback", "Votes on answers: up or down.", ["vote"], registry=registry
        )
        self._reloads = Counter(
            "rigwise_reloads",
            "Reloads of the knowledge: done, partial or failed.",
            ["result"],
            registry=registry,
        )
        for result in get_args(Reload):  # an alert on growth misses a counter whose first value is 1
            self._reloads.labels(result)
        self._purged_s = Gauge(
            "rigwise_purged_timestamp_seconds",
            "When rows that are too old were last deleted; 0 before the first time.",
            registry=registry,
        )
        self._queue = Gauge("rigwise_queue_depth", "Questions that wait or run.", registry=registry)
        self._lag_s = Histogram(
            "rigwise_loop_lag_seconds",
            "How late the event loop was, twice a second.",
            buckets=_LAG,
            registry=registry,
        )
        self._snapshot = Gauge(
            "rigwise_snapshot_info",
            "The knowledge that is loaded.",
            ["version", "encoder"],
            registry=registry,
        )
        self._loaded_s = Gauge(
            "rigwise_snapshot_loaded_timestamp_seconds", "When it was loaded.", registry=registry
        )
        self._sections = Gauge("rigwise_snapshot_sections", "Sections in it.", registry=registry)
        self._passages = Gauge("rigwise_snapshot_passages", "Passages in it.", registry=registry)
        self._guilds = Gauge("rigwise_guilds", "Guilds that this process serves.", registry=registry)
        self._frame_s = Gauge(
            "rigwise_gateway_frame_age_seconds", "Time since the gateway last spoke.", registry=registry
        )

    def question(
        self,
        *,
        surface: str,
        kind: str,
        seconds: float,
        lang: str = "unknown",
        route: str = "",
        outcome: str | None = None,
    ) -> None:
        """One question came to an end after so many seconds.

        Args:
            surface: ``ask``, ``mention``, ``reply``, ``dm``, ``menu`` or ``auto``.
            kind: of the answer, ``none`` where there was none.
            seconds: from question to answer; those of a question that was turned away or failed do not count.
            lang: of the reply.
            route: name of the rule that decided its way.
            outcome: ``answered``, ``asked_back``, ``refused``, ``timed_out``, ``busy`` or ``failed``; by the kind
                if ``None``.
        """
        came = outcome or _OUTCOMES.get(kind, "answered")
        where, what = self._known("surface", surface), self._known("kind", kind)
        by, lang = self._known("route", route or "none"), self._known("lang", lang)
        self._questions.labels(where, by, what, lang, self._known("outcome", came)).inc()
        if came not in {"busy", "failed"}:
            self._question_s.labels(where).observe(seconds)
        if came == "refused":
            self._refusals.labels(what).inc()

    def stage(self, *, name: str, seconds: float) -> None:
        """One stage of an answer (``wait``, ``route``, ``search``, ``compose``, …) took so many seconds."""
        self._stage_s.labels(self._known("stage", name)).observe(seconds)

    def command(self, *, name: str) -> None:
        """One command (by its full name) or button was used; thumbs count as feedback too."""
        self._commands.labels(self._known("name", name)).inc()
        if vote := _FEEDBACK.get(name):
            self._feedback.labels(vote).inc()

    def error(self, *, code: str) -> None:
        """One failure, by message key or Discord's error code."""
        self._errors.labels(self._known("code", code)).inc()

    def waiting(self, *, jobs: int) -> None:
        """So many questions wait or run now."""
        self._queue.set(jobs)

    def queue(self, depth: Callable[[], int]) -> None:
        """Ask for the number of waiting questions at each scrape, rather than being told."""
        self._queue.set_function(depth)

    def frame_age(self, age_s: Callable[[], float]) -> None:
        """Ask at each scrape for the seconds since the gateway last sent something."""
        self._frame_s.set_function(age_s)

    def loop_lag(self, seconds: float) -> None:
        """The event loop was late by so many seconds."""
        self._lag_s.observe(seconds)

    def reload(self, *, result: Reload) -> None:
        """The knowledge was reloaded, but for some files (``partial``), or could not be."""
        self._reloads.labels(result).inc()

    def purged(self, at_s: float) -> None:
        """What is too old was deleted, in seconds since 1970."""
        self._purged_s.set(at_s)

    def guilds(self, count: int) -> None:
        """So many guilds are served."""
        self._guilds.set(count)

    def snapshot(self, facts: SnapshotFacts) -> None:
        """Other knowledge is loaded now."""
        self._snapshot.clear()
        self._snapshot.labels(facts.version, facts.encoder).set(1)
        self._loaded_s.set(facts.loaded_s)
        self._sections.set(facts.sections)
        self._passages.set(facts.passages)

    def exposition(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)

    def _known(self, label: str, value: str) -> str:
        seen = self._seen.setdefault(label, set())
        if value in seen:
            return value
        if len(seen) >= MAX_LABELS:
            _log.debug("the label %s has too many values", label)
            return "other"
        seen.add(value)
        return value
