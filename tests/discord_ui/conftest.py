"""A simulated Discord around the real bot: real tree, real ports of the app over a small hand-made engine."""

import time
from collections.abc import AsyncIterator, Callable
from decimal import Decimal
from typing import Any

import discord
import pytest
import simcord
from simcord import interactions

from bot.answering.model import Answer, Citation
from bot.app.answers import EngineAnswers
from bot.corpus.model import Section, Shelf
from bot.discord_ui.client import Rigwise
from bot.discord_ui.desk import Manners, Ports
from bot.discord_ui.nulls import ForgetfulSync, MemoryStore
from bot.discord_ui.ports import KnowledgeStatus, ReloadReport
from bot.domain.calculation import Calculation
from bot.domain.hardware import Catalogue, CpuSpec, GpuSpec, GridCarbon, Tariff
from bot.domain.inputs import PowerPart, PsuInputs
from bot.domain.lookup import PartIndex
from bot.domain.model import Lang, Message
from bot.domain.psu import psu
from bot.errors import RigwiseError
from bot.retrieval.model import Hit, Passage, Query, SearchResult

URL = "https://example.org/guide"


def _gpu(name: str, watts: int, memory: int, *aliases: str) -> GpuSpec:
    return GpuSpec(
        name=name, aliases=aliases, vendor="NVIDIA", board_power_w=Decimal(watts), memory_gb=Decimal(memory),
        slots=Decimal(3), length_mm=Decimal(313), connectors="2x8-pin", released="2020-09", source_url=URL,
        checked_on="2026-11-01",
    )  # fmt: skip


CATALOGUE = Catalogue(
    gpus=(
        _gpu("RTX 3090", 350, 24),
        _gpu("RTX 3080", 320, 10),
        _gpu("RTX 4090", 450, 24),
        *(_gpu(f"RTX 50{number}", 100 + number, 8) for number in range(10, 70)),
    ),
    cpus=(
        CpuSpec(
            name="Threadripper 3970X", vendor="AMD", cores=32, threads=64, base_w=Decimal(280), peak_w=None,
            released="2019-11", source_url=URL, checked_on="2026-11-01",
        ),
    ),
    tariffs=(
        Tariff(
            country="TW", name="Taiwan", price_per_kwh=Decimal("2.77"), currency="TWD", kind="average",
            taxes_included=True, period="2026", source_url=URL, checked_on="2026-11-01",
        ),
        Tariff(
            country="DE", name="Germany", price_per_kwh=Decimal("0.40"), currency="EUR", kind="average",
            taxes_included=True, period="2026", source_url=URL, checked_on="2026-11-01",
        ),
    ),
    carbon=(
        GridCarbon(
            country="TW", name="Taiwan", g_per_kwh=Decimal(494), year=2024, source_url=URL, checked_on="2026-11-01"
        ),
    ),
)  # fmt: skip

QUOTES: dict[Lang, str] = {
    "en": "No. Two GPUs run well with 8 lanes each. Copying a batch takes about 1 ms.",
    "zh-Hant": "不需要。兩張顯示卡各用 8 條通道就夠了。",
    "zh-Hans": "不需要。两张显卡各用 8 条通道就够了。",
}
TITLES: dict[Lang, str] = {"en": "PCIe lanes", "zh-Hant": "PCIe 通道", "zh-Hans": "PCIe 通道"}


def citation(lang: Lang, text: str | None = None, section_id: str = "pcie-two-gpus") -> Citation:
    return Citation(
        number=1, doc_id="pcie", section_id=section_id, title="x16", heading_path=(TITLES[lang], "x16"),
        path="guide/pcie.en.md", first_line=10, last_line=20, url=URL, source_title="A guide", source_date="2018-12-16",
        reviewed="2026-11-30", quotes=(QUOTES[lang] if text is None else text,),
    )  # fmt: skip


class FixedAnswerer:
    """Answers by a word in the question; everything else about it is the real thing."""

    def __init__(self) -> None:
        self.catalogue = CATALOGUE
        self.index = PartIndex(CATALOGUE)
        self.searcher = FixedSections()
        self.asked: list[tuple[str, Lang | None, Calculation | None]] = []
        self.delay_s = 0.0
        self.fault: Exception | None = None
        self.text: str | None = None
        self.during: Callable[[], None] | None = None

    def answer(
        self, question: str, lang: Lang | None = None, top_k: int = 5, previous: Calculation | None = None
    ) -> Answer:
        self.asked.append((question, lang, previous))
        if self.delay_s:
            time.sleep(self.delay_s)
        if self.during:
            self.during()
        if self.fault:
            raise self.fault
        return self._fixed(question, lang or "en", previous)

    def _fixed(self, question: str, lang: Lang, previous: Calculation | None) -> Answer:
        base: dict[str, Any] = {
            "question": question,
            "lang": lang,
            "answer_id": "abcdef0123",
            "version": "v1",
        }
        if "weather" in question:
            return Answer(kind="off_topic", lead=(Message(key="ask-off-topic"),), **base)
        if "unknown" in question:
            hits = self.searcher.search(Query(text=question, lang=lang)).hits
            return Answer(
                kind="unknown", lead=(Message(key="ask-unknown"),), nearest=(TITLES[lang],), passages=hits, **base
            )  # fmt: skip
        if "which" in question:
            return Answer(kind="clarify", lead=(Message(key="clarify-gpu"),), **base)
        count = 3 if previous is not None or "三" in question else 4
        if "psu" in question or "電源" in question or previous is not None:
            parts = (PowerPart(kind="gpu", name="RTX 3090", count=count, watts=Decimal(350), source_url=URL),)
            return Answer(
                kind="calculation", calculations=(psu(PsuInputs(parts=parts)),),
                citations=(citation(lang, section_id="psu-size-rule"),), **base,
            )  # fmt: skip
        return Answer(kind="passages", citations=(citation(lang, self.text),), **base)


class FixedSections:
    """Sections by id, as a snapshot hands them out."""

    version = "v1"

    def section(self, section_id: str, lang: Lang) -> tuple[Section, Passage] | None:
        if section_id not in {"pcie-two-gpus", "psu-size-rule"}:
            return None
        text = QUOTES[lang]
        section = Section(
            section_id=section_id, title="x16", text=text, answer=text, first_line=10, last_line=20
        )
        passage = Passage(
            passage_id="p1", section_id=section_id, doc_id="pcie", heading_path=(TITLES[lang], "x16"), lang=lang,
            path="guide/pcie.en.md", text=text, first_line=10, last_line=20,
        )  # fmt: skip
        return section, passage

    def search(self, query: Query) -> SearchResult:
        _, passage = self.section("pcie-two-gpus", query.lang) or (None, None)
        assert passage is not None
        hit = Hit(passage=passage, score=0.712345, rank=1, keyword_rank=3, dense_rank=2)
        return SearchResult(
            hits=(hit,), known=True, confidence=0.9, on_topic=True, floor=0.41, version=self.version
        )  # fmt: skip


class FixedEngine:
    def __init__(self) -> None:
        self.shelf = Shelf(catalogue=CATALOGUE)
        self.answerer: Any = FixedAnswerer()


class FixedHolder:
    def __init__(self) -> None:
        self.engine: Any = FixedEngine()


class FixedKnowledge:
    """A folder whose reload can be made to fail."""

    def __init__(self) -> None:
        self.fault: RigwiseError | None = None
        self.reloads = 0

    def status(self) -> KnowledgeStatus:
        return KnowledgeStatus("v1", 30, 120, 240, 90, 40, "bundled", ("guide/a.md:3: no answer paragraph",))

    def reload(self) -> ReloadReport:
        self.reloads += 1
        if self.fault:
            raise self.fault
        return ReloadReport("v2", ("new-section",), (), (), ("broken.md",), 0.4)


class World:
    """One bot in one simulated guild, with everything a test wants to touch."""

    def __init__(self, manners: Manners | None = None) -> None:
        self.holder = FixedHolder()
        self.store = MemoryStore()
        self.knowledge = FixedKnowledge()
        self.sync = ForgetfulSync()
        self.manners = manners or Manners(cooldown_user_s=0, cooldown_channel_s=0, shard_count=1)
        self.env: Any = None
        self.guild: Any = None
        self.channel: Any = None
        self.alice: Any = None
        self.bot: Rigwise = self.new_bot()

    @property
    def answerer(self) -> FixedAnswerer:
        found: FixedAnswerer = self.holder.engine.answerer
        return found

    def new_bot(self) -> Rigwise:
        """A bot as a fresh process would make it, over the same store."""
        ports = Ports(EngineAnswers(self.holder), self.knowledge, store=self.store, sync=self.sync)
        self.bot = Rigwise(ports, self.manners)
        return self.bot

    async def restart(self) -> None:
        await self.env.restart_bot(self.new_bot())

    @property
    def mention(self) -> str:
        assert self.bot.user is not None
        return f"<@{self.bot.user.id}>"

    @staticmethod
    def shown(message: Any) -> str:
        """All words of a message: content and embeds."""
        parts = [message.content or ""]
        for embed in message.embeds:
            parts += [embed.title or "", embed.description or ""]
            parts += [f"{field.name}\n{field.value}" for field in embed.fields]
        return "\n".join(part for part in parts if part)

    @staticmethod
    def buttons(message: Any) -> dict[str, str]:
        """Custom ids of a message's buttons by their two-letter action."""
        rows = getattr(message, "message", message).components
        ids = [child.custom_id for row in rows for child in row.children]
        return {id_.split(":")[1]: id_ for id_ in ids}

    async def click(self, who: Any, message: Any, action: str) -> Any:
        return await who.click(message, custom_id=self.buttons(message)[action])

    def bodies(self) -> list[tuple[str, str, Any]]:
        """Method, path and JSON of every request that sends or changes a message."""
        return [
            (entry.method, entry.path, entry.json)
            for entry in self.env.http_requests
            if entry.method in {"POST", "PATCH"}
            and any(part in entry.path for part in ("/messages", "/callback", "/webhooks"))
        ]


@pytest.fixture
def manners() -> Manners:
    return Manners(cooldown_user_s=0, cooldown_channel_s=0, shard_count=1, maintainers=frozenset())


@pytest.fixture
def stage(manners: Manners) -> World:
    """The world before it starts."""
    return World(manners)


@pytest.fixture
async def env(stage: World) -> AsyncIterator[simcord.Env]:
    """The simulated Discord; unhandled errors fail the test."""
    started = simcord.Env(stage.bot)
    await started.start()
    try:
        yield started
    finally:
        await started.shutdown()
        stage.bot.desk.close()


@pytest.fixture
async def world(stage: World, env: simcord.Env) -> World:
    stage.env = env
    stage.guild = env.create_guild("Lab")
    stage.channel = stage.guild.create_text_channel("general")
    stage.alice = stage.guild.add_member(env.create_user("alice"))
    return stage


@pytest.fixture
def locale(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str | None], None]:
    """Sets the locale that interactions carry; simcord itself always says en-US."""
    original = interactions.base_payload

    def choose(member: str, guild: str | None = None) -> None:
        def payload(*args: Any, **kwargs: Any) -> Any:
            record, data = original(*args, **kwargs)
            data["locale"] = member
            if "guild_locale" in data:
                data["guild_locale"] = guild or member
            return record, data

        monkeypatch.setattr(interactions, "base_payload", payload)

    return choose


@pytest.fixture
def acks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float]]:
    """How long each acknowledgement took from the moment its interaction arrived, in real seconds."""
    born: dict[int, float] = {}
    taken: list[tuple[str, float]] = []
    made = discord.Interaction.__init__

    def arrive(self: Any, **kwargs: Any) -> None:
        made(self, **kwargs)
        born[self.id] = time.perf_counter()

    monkeypatch.setattr(discord.Interaction, "__init__", arrive)
    for name in ("send_message", "defer", "edit_message", "send_modal", "autocomplete"):
        original = getattr(discord.InteractionResponse, name)

        def timed(self: Any, *args: Any, _original: Any = original, _name: str = name, **kwargs: Any) -> Any:
            taken.append((_name, time.perf_counter() - born[self._parent.id]))
            return _original(self, *args, **kwargs)

        monkeypatch.setattr(discord.InteractionResponse, name, timed)
    return taken
