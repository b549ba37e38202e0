"""The desk behind every command, trigger and button: ports, workers, pace, and the way from question to reply."""

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

import discord

from bot.answering.model import Answer
from bot.discord_ui.guilds import GuildBook
from bot.discord_ui.nulls import ForgetfulSync, MemoryStore, NoMetrics
from bot.discord_ui.pace import Cooldown, Seen
from bot.discord_ui.ports import Answers, Knowledge, Metrics, Store, SyncMemory
from bot.discord_ui.state import State, state_of, trimmed
from bot.discord_ui.worker import Worker
from bot.domain.calculation import Calculation
from bot.domain.model import Lang
from bot.errors import BusyError, RigwiseError
from bot.presentation import blocks
from bot.presentation.blocks import Reply

_log = logging.getLogger("rigwise.discord")

_QUESTION_THREADS = 2
"""While one question is encoded, which takes most of its time and no interpreter lock, another is read or laid out."""
_STORE_JOBS = 256
_CHART_JOBS = 16
_RELOAD_S = 600.0
_NEAREST = 3


@dataclass(frozen=True)
class Manners:
    """The settings the adapter needs, as plain values.

    Attributes:
        deadline_s: seconds after which a question is given up; inside the 14 minutes a reply may take.
        queue_size: questions that may wait.
        cooldown_user_s, cooldown_channel_s: seconds between two questions of a member, in a channel.
        maintainers: user ids that may reload the knowledge.
        keep_days: days after which the store purges, for ``/privacy``.
        sync_commands: whether this process registers commands.
        read_all: whether the Message Content intent was granted and is asked for (unasked answers need it).
        shard_ids, shard_count: of this process; ``None`` lets Discord say.
    """

    deadline_s: float = 60.0
    queue_size: int = 64
    cooldown_user_s: float = 2.0
    cooldown_channel_s: float = 0.2
    maintainers: frozenset[int] = frozenset()
    keep_days: int = 180
    sync_commands: bool = True
    read_all: bool = False
    shard_ids: tuple[int, ...] | None = None
    shard_count: int | None = None


@dataclass(frozen=True)
class Ports:
    """Everything from outside the room."""

    answers: Answers
    knowledge: Knowledge
    store: Store = field(default_factory=MemoryStore)
    metrics: Metrics = field(default_factory=NoMetrics)
    sync: SyncMemory = field(default_factory=ForgetfulSync)


@dataclass(frozen=True)
class Asked:
    """Who asked, where, and on which surface (``ask``, ``menu``, ``mention``, ``reply``, ``dm``, ``auto``)."""

    user_id: int
    guild_id: int | None
    surface: str


class Desk:
    """One per bot. Everything on it is used from the event loop only.

    Args:
        ports: the world outside.
        manners: settings.
    """

    def __init__(self, ports: Ports, manners: Manners) -> None:
        self.ports = ports
        self.manners = manners
        self.questions = Worker(
            "questions",
            waiting=manners.queue_size,
            deadline_s=manners.deadline_s,
            threads=_QUESTION_THREADS,
        )
        self.charts = Worker("charts", waiting=_CHART_JOBS, deadline_s=manners.deadline_s)
        self.records = Worker("records", waiting=_STORE_JOBS, deadline_s=manners.deadline_s)
        self.reloads = Worker("reloads", waiting=1, deadline_s=_RELOAD_S, full="busy-reload")
        self._workers = (self.questions, self.charts, self.records, self.reloads)
        self.guilds = GuildBook(ports.store, self.records, ports.metrics)
        self.seen = Seen()
        self.cooldown_user = Cooldown(manners.cooldown_user_s)
        self.cooldown_channel = Cooldown(manners.cooldown_channel_s)
        self.closing = False
        self._pending: set[asyncio.Task[Any]] = set()
        self._background: set[asyncio.Task[Any]] = set()

    def admit(self, asked: Asked, channel_id: int | None, lang: Lang) -> None:
        """Let a question in, or not.

        Raises:
            BusyError: the process ends, the knowledge is still loading, or the member or channel asks too fast.
        """
        try:
            self._admit(asked.user_id, channel_id)
        except BusyError as fault:
            self._unanswered(fault, lang, asked, time.perf_counter())
            raise

    def _admit(self, user_id: int, channel_id: int | None) -> None:
        if self.closing:
            raise BusyError("busy-stopping")
        if not self.ports.answers.ready:
            raise BusyError("busy-warming")
        wait = max(self.cooldown_user.remaining(user_id), self.cooldown_channel.remaining(channel_id))
        if wait:
            raise BusyError("busy-cooldown", seconds=max(1, round(wait)))
        self.cooldown_user.use(user_id)
        self.cooldown_channel.use(channel_id)

    async def answer(
        self, question: str, lang: Lang, previous: State | None, asked: Asked
    ) -> tuple[Reply, State]:
        """Answer a question: the worded reply, and the state its buttons carry.

        Raises:
            RigwiseError: see ``Worker.run`` and ``Answers.answer``.
        """
        started = time.perf_counter()
        try:
            answer, reply = await self._worked_out(question, lang, previous, started)
        except Exception as fault:
            self._unanswered(fault, lang, asked, started)
            raise
        seconds = time.perf_counter() - started
        self.ports.metrics.question(
            surface=asked.surface, kind=answer.kind, seconds=seconds, lang=answer.lang, route=answer.rule
        )
        _log.info(
            "question answered",
            extra={
                "surface": asked.surface, "kind": answer.kind, "rule": answer.rule, "lang": answer.lang,
                "answer": answer.answer_id, "seconds": round(seconds, 4),
            },
        )  # fmt: skip
        if answer.kind == "unknown":
            self.later(self._note_gap(answer, asked))
        return reply, state_of(answer, asked.user_id)

    async def _worked_out(
        self, question: str, lang: Lang, previous: State | None, started: float
    ) -> tuple[Answer, Reply]:
        """Answer in a worker, and word it."""
        before = self.restored(previous) if previous else None
        metrics = self.ports.metrics
        metrics.waiting(jobs=self.questions.jobs + 1)

        def work() -> Answer:
            metrics.stage(name="wait", seconds=time.perf_counter() - started)
            return self.ports.answers.answer(question, lang, before)

        answer = await self.questions.run(work)
        answered = time.perf_counter()
        reply = blocks.reply(answer)
        metrics.stage(name="word", seconds=time.perf_counter() - answered)
        return answer, reply

    def _unanswered(self, fault: Exception, lang: Lang, asked: Asked, started: float) -> None:
        """Count a question that got no answer at all."""
        busy = "timed_out" if getattr(fault, "code", "") == "busy-deadline" else "busy"
        self.ports.metrics.question(
            surface=asked.surface,
            kind="none",
            seconds=time.perf_counter() - started,
            lang=lang,
            outcome=busy if isinstance(fault, BusyError) else "failed",
        )

    async def _note_gap(self, answer: Answer, asked: Asked) -> None:
        settings = await self.guilds.get(asked.guild_id)
        kept = asked.guild_id is not None and settings.keep_gap_text
        await self.records.run(
            self.ports.store.gap,
            question=answer.question if kept else None,
            nearest=tuple(dict.fromkeys(hit.passage.section_id for hit in answer.passages))[:_NEAREST],
            lang=answer.lang,
            guild_id=asked.guild_id,
        )

    def restored(self, state: State) -> Calculation | None:
        """The calculation a message carries, ``None`` where there is none or it fits no more."""
        if not state.calculator:
            return None
        try:
            return self.ports.answers.restore(state.calculator, state.inputs)
        except RigwiseError as fault:
            _log.info("a carried calculation fits no more: %s", fault.code)
            return None

    def calculated(
        self, calculation: Calculation, lang: Lang, user_id: int, sections: tuple[str, ...] | None = None
    ) -> tuple[Reply, State]:
        """A calculation as a reply of its own with the guide's sections behind it."""
        named = calculation.sections if sections is None else sections
        citations = self.ports.answers.cite(named, lang)
        inputs = trimmed(calculation)
        key = json.dumps([calculation.name, inputs, lang], sort_keys=True, ensure_ascii=False)
        answer_id = hashlib.sha256(key.encode()).hexdigest()[:10]
        reply = Reply(
            lang=lang,
            kind="calculation",
            answer_id=answer_id,
            lead=(),
            calculations=(blocks.calculation_block(calculation, lang),),
            quotes=(),
            nearest=(),
            notes=(),
            citations=blocks.citation_lines(citations, (calculation,), lang),
        )
        found = tuple(citation.section_id for citation in citations)
        return reply, State(user_id, answer_id, lang, "calculation", found, calculation.name, inputs)

    def later(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something after the reply; its failure is a line in the log, never a missing answer."""
        task = asyncio.create_task(self._quietly(work))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def record(self, call: Callable[..., Any], **values: object) -> None:
        """Keep something in the store, off the loop."""
        await self.records.run(call, **values)

    async def _quietly(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except RigwiseError as fault:
            self.ports.metrics.error(code=fault.code)
            _log.warning("work after a reply failed: %s", fault.code)
        except (discord.HTTPException, discord.RateLimited) as fault:
            _log.info("work after a reply was refused: %s", getattr(fault, "code", 429))
        except Exception:  # noqa: BLE001 - nobody awaits this task; the log is all that can tell
            _log.exception("work after a reply failed")

    def pending(self) -> None:
        """Count the running task as one whose answer is awaited when the process is asked to end."""
        task = asyncio.current_task()
        if task is not None:
            self._pending.add(task)
            task.add_done_callback(self._pending.discard)

    async def wind_down(self, within_s: float = 8.0) -> None:
        """Take no more questions; let pending answers finish, and mark what cannot within the time given."""
        self.closing = True
        marking_s = min(2.0, within_s / 4)
        await self._wait(within_s - marking_s)
        for worker in self._workers:
            worker.give_up()
        await self._wait(marking_s)

    async def _wait(self, seconds: float) -> None:
        waiting = {task for task in self._pending | self._background if task is not asyncio.current_task()}
        if waiting:
            await asyncio.wait(waiting, timeout=seconds)

    def close(self) -> None:
        """End the worker threads."""
        for worker in self._workers:
            worker.close()


class _HasDesk(Protocol):
    @property
    def desk(self) -> Desk: ...


def desk_of(interaction: discord.Interaction[Any]) -> Desk:
    """The desk of the bot that received an interaction."""
    return cast("_HasDesk", interaction.client).desk
