"""What the adapter needs from outside, as protocols; ``app`` passes the real things in, tests pass small fakes.

Everything here is synchronous. Methods marked *worker* may take long and are called from a worker thread;
the others answer from memory in under a millisecond and are called on the event loop.
Failures are the errors of ``bot.errors``. No method blocks an answer: whoever calls the store copes with
``StoreError``.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from pydantic import JsonValue

from bot.answering.model import Answer, Citation
from bot.answering.trace import Trace
from bot.domain.calculation import Calculation
from bot.domain.hardware import GpuSpec
from bot.domain.model import Lang

SuggestKind = Literal["gpu", "cpu"]


class Answers(Protocol):
    """Questions, calculations and part names, all from one knowledge snapshot at a time."""

    @property
    def ready(self) -> bool:
        """Whether the knowledge and the encoder are loaded; until then every other method raises ``BusyError``."""

    def answer(self, question: str, lang: Lang, previous: Calculation | None) -> Answer:
        """Answer a question (*worker*).

        Args:
            question: as typed, without mention tokens.
            lang: language of the reply.
            previous: the calculation this question may follow up on.
        """

    def why(self, answer_id: str) -> Trace | None:
        """The ranks behind one of the last answers of this process, ``None`` where it is no more known (*worker*)."""

    def detect(self, text: str, fallback: Lang) -> Lang:
        """The language of a text by its script; ``fallback`` where the script does not tell."""

    def calculate(self, name: str, options: Mapping[str, str]) -> Calculation:
        """Run a calculator on what a person typed into its options, all as text.

        Args:
            name: ``psu``, ``cost`` or ``ram``.
            options: ``psu``: ``gpu``, ``cpu``, ``other`` (each a list by commas, ``"4x RTX 3090, 1x 250W"``),
                ``efficiency`` (``"92%"``), ``base`` (``"1"``: the CPU's base power).
                ``cost``: ``load`` (``"600"``, ``"1000-1500"`` watts, or parts by commas), ``parts`` (more of
                them), ``hours`` or ``hours_per_day`` and ``days``, ``price``, ``currency`` (ISO 4217),
                ``efficiency``, ``country`` (ISO 3166), ``base_kwh``. ``ram``: ``gpu`` (``"4x RTX 3090, 3x 12GB"``), ``workload``.
                Missing and empty mean "not said".

        Raises:
            InputError: a value is unusable, or a part unknown; the message names the nearest.
        """

    def restore(self, name: str, inputs: Mapping[str, JsonValue]) -> Calculation:
        """Run a calculator again on ``Calculation.inputs``, of which what the tables know may be left out.

        Raises:
            InputError: the inputs do not fit the calculator (an old message, a changed table).
        """

    def change(self, name: str, inputs: Mapping[str, JsonValue], options: Mapping[str, str]) -> Calculation:
        """As ``restore``, with some of the inputs changed; all others stay as they were.

        Args:
            name: ``psu``, ``cost`` or ``ram``.
            inputs: of the calculation before.
            options: only what was changed, an empty text where a value was taken out. As for ``calculate``, but
                ``cost`` has ``hours`` (of one day where there are days), ``days`` and ``price``
                (``"0.3 EUR"`` or a country's code).

        Raises:
            InputError: as for ``restore`` and ``calculate``.
        """

    def suggest(self, text: str, kind: SuggestKind, lang: Lang) -> list[str]:
        """At most 25 part names for what was typed so far, best first."""

    def gpu(self, name: str) -> GpuSpec:
        """The one card a name means.

        Raises:
            InputError: no such card, or several fit; the message names them.
        """

    def countries(self) -> tuple[str, ...]:
        """ISO 3166 codes with a known electricity price."""

    def currencies(self) -> tuple[str, ...]:
        """ISO 4217 codes of those prices, the most common ones first."""

    def cite(self, section_ids: Sequence[str], lang: Lang) -> tuple[Citation, ...]:
        """Citations, with quotes, of the sections that exist (unknown ids are left out)."""


class KnowledgeStatus(NamedTuple):
    """What is loaded: counts, the version's short id, the encoder's name, faults of the folder by sentence."""

    version: str
    documents: int
    sections: int
    passages: int
    gpus: int
    cpus: int
    encoder: str
    problems: tuple[str, ...] = ()


class ReloadReport(NamedTuple):
    """What a reload did: ids of sections by what happened to them, files that were rejected, seconds taken.

    ``faults`` says of each rejected file by line and sentence why.
    """

    version: str
    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    rejected: tuple[str, ...]
    seconds: float
    faults: tuple[str, ...] = ()


class Knowledge(Protocol):
    """The knowledge folder, for maintainers."""

    def status(self) -> KnowledgeStatus:
        """What is loaded now."""

    def reload(self) -> ReloadReport:
        """Read the folder again and swap the snapshot (*worker*).

        Raises:
            BusyError: another reload is running.
            KnowledgeError: nothing usable; the old snapshot stays.
        """


class GapRow(Protocol):
    """Questions without an answer that belong together."""

    @property
    def text(self) -> str:
        """One of the questions, or the id of the nearest section where text is not kept."""

    @property
    def kept(self) -> bool:
        """Whether ``text`` is a question."""

    @property
    def topic(self) -> str:
        """The id of the nearest section, or ""."""

    @property
    def count(self) -> int:
        """How often."""

    @property
    def last_seen(self) -> str:
        """ISO date."""


class SectionVotes(Protocol):
    """Feedback on answers that quoted one section."""

    @property
    def section_id(self) -> str:
        """The section."""

    @property
    def up(self) -> int:
        """Thumbs up."""

    @property
    def down(self) -> int:
        """Thumbs down."""


class Store(Protocol):
    """Feedback, gaps and settings per guild (all *worker*).

    User ids are handed over as they are; the store keeps keyed hashes only. Every method may raise
    ``StoreError``; no caller lets that stop an answer.
    """

    def vote(
        self,
        *,
        answer_id: str,
        user_id: int,
        guild_id: int | None,
        up: bool,
        sections: tuple[str, ...],
        lang: str,
        kind: str,
    ) -> None:
        """Keep a member's opinion of an answer: one row per answer and member, the last click wins."""

    def note(self, *, answer_id: str, user_id: int, text: str) -> None:
        """Add what a member wrote to their vote on an answer."""

    def gap(self, *, question: str | None, nearest: tuple[str, ...], lang: str, guild_id: int | None) -> None:
        """Count a question that got no answer.

        Args:
            question: ``None`` where its text must not be kept.
            nearest: ids of the nearest sections, the same in every language, nearest first.
            lang: of the reply.
            guild_id: where it was asked.
        """

    def gaps(self, *, guild_id: int | None, limit: int) -> Sequence[GapRow]:
        """The most frequent gaps of one guild, or of all (``None``)."""

    def votes(self, *, guild_id: int | None, limit: int) -> Sequence[SectionVotes]:
        """The sections with the most thumbs down, of one guild or of all (``None``)."""

    def guild(self, guild_id: int) -> str | None:
        """The settings of a guild as the JSON text that ``save_guild`` was given."""

    def save_guild(self, guild_id: int, settings: str) -> None:
        """Keep the settings of a guild, a JSON text."""

    def forget_guild(self, guild_id: int) -> None:
        """Delete everything that belongs to a guild."""

    def export_user(self, user_id: int) -> Mapping[str, JsonValue]:
        """Everything kept about a member, JSON-ready."""

    def delete_user(self, user_id: int) -> int:
        """Delete everything kept about a member; returns the number of rows."""


class Metrics(Protocol):
    """Counters for the operator; all optional to implement, none may raise."""

    def question(
        self,
        *,
        surface: str,
        kind: str,
        seconds: float,
        lang: str,
        route: str = "",
        outcome: str | None = None,
    ) -> None:
        """One question was asked on ``ask``, ``mention``, ``reply``, ``dm``, ``menu`` or ``auto``.

        Args:
            surface: where.
            kind: of the answer, ``none`` where there was none.
            seconds: until then.
            lang: of the reply.
            route: name of the rule that decided its way.
            outcome: ``timed_out``, ``busy`` or ``failed`` where there was no answer; else the kind tells.
        """

    def stage(self, *, name: str, seconds: float) -> None:
        """One stage of an answer took so many seconds: ``wait``, ``route``, ``encode``, ``search`` and so on."""

    def command(self, *, name: str) -> None:
        """One command (by its full name) or button (``button-up``) was used."""

    def error(self, *, code: str) -> None:
        """One failure, by message key or Discord's error code."""

    def waiting(self, *, jobs: int) -> None:
        """So many questions wait or run now."""


class SyncMemory(Protocol):
    """Remembers the hash of the command payloads that Discord was last given."""

    def read(self) -> str:
        """The hash, or an empty text."""

    def write(self, digest: str) -> None:
        """Keep a hash."""
