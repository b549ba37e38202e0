"""A soak of the real process: questions, reloads and gateway drops for minutes, and what was lost meanwhile.

    python -m tests.e2e.soak --minutes 10

Five questions a second by command, mention, calculator and button; one document edited and reloaded every 30 s; the
gateway closed, cut or told to reconnect every minute. Prints the figures, writes them to ``benchmarks/soak.md``, and ends
with 1 where something was lost.
"""

import argparse
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from tests.e2e import shapes, shelves
from tests.e2e.fake_discord import FakeDiscord
from tests.e2e.interactions import Interaction
from tests.e2e.process import BUILT, ROOT, Bot, allowed_ms, share
from tests.e2e.shapes import Json

REPORT = ROOT / "benchmarks" / "soak.md"
RELOAD_S, DROP_S, SAMPLE_S, WARM_S = 30.0, 60.0, 5.0, 60.0
PATIENCE_S = 30.0
MAX_GROWTH_MB = 50.0
MAX_LAG_MS = 100.0

_ERROR = re.compile(r"^\S+ (?:error|critical)\b|Traceback", re.MULTILINE)


@dataclass
class Kept:
    """One question and how to tell that it was answered."""

    at_s: float
    what: str
    answered: Callable[[], bool]


@dataclass
class Figures:
    """What is measured."""

    waiting: list[Kept] = field(default_factory=list)
    asked: int = 0
    lost: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    acks_ms: list[float] = field(default_factory=list)
    answers_ms: list[float] = field(default_factory=list)
    rss_mb: list[tuple[float, float]] = field(default_factory=list)
    reloads: int = 0
    drops: int = 0
    errors: list[str] = field(default_factory=list)
    lags_ms: list[float] = field(default_factory=list)

    @property
    def growth_mb(self) -> float:
        """Memory at the end against memory after the first minute, each the median of six samples."""
        warm = [mb for at, mb in self.rss_mb if at >= min(WARM_S, self.rss_mb[-1][0] / 3)]
        return statistics.median(warm[-6:]) - statistics.median(warm[:6])

    def faults(self) -> list[str]:
        """What a good soak does not have."""
        found = [f"lost: {what}" for what in self.lost] + [f"wrong: {what}" for what in self.wrong]
        found += [f"logged: {line}" for line in self.errors]
        if self.growth_mb > MAX_GROWTH_MB:
            found.append(f"memory grew by {self.growth_mb:.1f} MB")
        if max(self.lags_ms, default=0.0) > allowed_ms(MAX_LAG_MS):
            found.append(f"the event loop was late by {max(self.lags_ms):.0f} ms")
        return found


class Soak:
    """One run.

    Args:
        bot: running.
        knowledge: its folder.
        rate: questions a second.
    """

    def __init__(self, bot: Bot, knowledge: Path, rate: float) -> None:
        self._bot = bot
        self._fake: FakeDiscord = bot.fake
        self._knowledge = knowledge
        self._rate = rate
        self._people = [self._fake.member(f"member{number}") for number in range(50)]
        self._answer: Json | None = None
        self._reload: Interaction | None = None
        self.figures = Figures()

    def run(self, seconds: float) -> Figures:
        """Ask for so long, then wait for what is still under way."""
        begun, begun_at = time.perf_counter(), time.time()
        next_reload, next_drop, next_sample = RELOAD_S, DROP_S, 0.0
        while (now := time.perf_counter() - begun) < seconds:
            self._ask()
            if now >= next_reload:
                self._edit()
                next_reload += RELOAD_S
            if now >= next_drop:
                self._drop()
                next_drop += DROP_S
            if now >= next_sample:
                self.figures.rss_mb.append((now, self._bot.rss_mb()))
                next_sample += SAMPLE_S
                print(
                    f"\r{now:5.0f} s, {self.figures.asked} asked, {self.figures.rss_mb[-1][1]:.0f} MB ",
                    end="",
                )
            self._settle()
            time.sleep(max(0.0, begun + self.figures.asked / self._rate - time.perf_counter()))
        end = time.perf_counter() + PATIENCE_S
        while self.figures.waiting and time.perf_counter() < end:
            self._settle()
            time.sleep(0.1)
        self.figures.lags_ms = self._bot.lags_ms(begun_at)
        self.figures.errors = [line for line in self._bot.output.splitlines() if _ERROR.search(line)]
        self.figures.errors += self._fake.faults()
        print()
        return self.figures

    def _ask(self) -> None:
        number = self.figures.asked
        self.figures.asked += 1
        person = self._people[number % len(self._people)]
        (self._by_command, self._by_mention, self._by_command, self._by_options, self._by_button)[number % 5](
            number, person
        )

    def _by_command(self, number: int, person: Json) -> None:
        said = {"en-US": "eight lanes", "zh-TW": "再加一成", "zh-CN": "再加一成"}
        locale = list(said)[number % 3]
        asked = "do two cards need sixteen lanes each" if locale == "en-US" else "電源供應器要多大"
        question = f"{asked}? {'x' * (number % 7)}{number}"
        self._follow(
            self._fake.slash("ask", {"question": question}, user=person, locale=locale), said[locale]
        )

    def _by_mention(self, number: int, person: Json) -> None:
        sent = self._fake.mention(f"why is efficiency worth money? ({number})", author=person)
        at_s = time.perf_counter()

        def answered() -> bool:
            replies = self._fake.replies(sent)
            if not replies:
                return False
            self.figures.answers_ms.append((time.perf_counter() - at_s) * 1000)
            if len(replies) > 1 or "heat" not in shapes.words(replies[0]):
                self.figures.wrong.append(f"mention {number}: {len(replies)} replies")
            for message in (sent, *replies):  # what is settled is forgotten, so that the fake stays fast
                self._fake.world.messages.pop(message["id"], None)
            return True

        self.figures.waiting.append(Kept(at_s, f"mention {number}", answered))

    def _by_options(self, number: int, person: Json) -> None:
        options = {"gpu": "RTX 3090", "count": number % 8 + 1, "other_watts": float(number % 300 + 1)}
        opened = self._fake.slash("psu", options, user=person)
        self._answer = self._answer or opened.wait(5).original
        self._follow(opened, "W")

    def _by_button(self, number: int, person: Json) -> None:
        if self._answer is None:
            self._by_options(number, person)
            return
        action = ("up", "sr")[number // 5 % 2]
        button = self._fake.button(self._answer, action)
        self._follow(self._fake.click(self._answer, button, user=person), "")

    def _follow(self, opened: Interaction, said: str) -> None:
        name = (opened.payload["data"].get("name") or "button") + f" {self.figures.asked}"

        def answered() -> bool:
            if not opened.answered.is_set():
                return False
            self.figures.acks_ms.append(opened.ack_ms or 0.0)
            self.figures.answers_ms.append(opened.done_ms or 0.0)
            if said not in opened.text or opened.refused:
                self.figures.wrong.append(f"{name}: {opened.refused} {opened.text[:80]!r}")
            self._fake.rest.desk.by_token.pop(opened.token, None)
            if opened.original is not None and opened.original is not self._answer:
                self._fake.world.messages.pop(opened.original["id"], None)
            return True

        self.figures.waiting.append(Kept(time.perf_counter(), name, answered))

    def _settle(self) -> None:
        now, open_ = time.perf_counter(), []
        for kept in self.figures.waiting:
            if kept.answered():
                continue
            if now - kept.at_s > PATIENCE_S:
                self.figures.lost.append(kept.what)
            else:
                open_.append(kept)
        self.figures.waiting = open_
        del self._fake.rest.requests[:-100]

    def _edit(self) -> None:
        """One document changed and taken over."""
        if self._reload is not None and not self._reload.answered.is_set():
            self.figures.lost.append(f"reload {self.figures.reloads}")
        self.figures.reloads += 1
        text = f"A riser cable may be {self.figures.reloads} cm long."
        shelves.one(self._knowledge, "riser", "How long may a riser cable be?", text)
        self._reload = self._fake.slash("knowledge reload")
        self._follow(self._reload, "riser")

    def _drop(self) -> None:
        """Another kind of accident each minute."""
        kinds: list[Callable[[], None]] = [
            lambda: self._fake.drop(4000),
            lambda: self._fake.drop(1006),
            self._fake.ask_to_reconnect,
        ]
        kinds[self.figures.drops % 3]()
        self.figures.drops += 1


def _percentile(values: list[float], share: float) -> float:
    ordered = sorted(values) or [0.0]
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def report(figures: Figures, minutes: float, rate: float, loads: tuple[float, float]) -> str:
    """The figures as Markdown."""
    acks, answers, lags = figures.acks_ms, figures.answers_ms, figures.lags_ms
    late = sum(lag > MAX_LAG_MS for lag in lags)
    rows = [
        ("questions asked", f"{figures.asked} ({rate:g} a second)"),
        ("answers lost", str(len(figures.lost))),
        ("answers wrong or double", str(len(figures.wrong))),
        ("errors logged, payloads refused", str(len(figures.errors))),
        ("reloads", str(figures.reloads)),
        ("gateway drops", str(figures.drops)),
        ("memory after the first minute, at the end", _memory(figures)),
        ("memory growth", f"{figures.growth_mb:+.1f} MB (limit {MAX_GROWTH_MB:.0f} MB)"),
        ("acknowledged, median / 99 % / slowest", _three(acks)),
        ("answered, median / 99 % / slowest", _three(answers)),
        ("event loop late, 99 % / worst quarter second", f"{_percentile(lags, 0.99):.0f} / {max(lags, default=0):.0f} ms"),
        (f"quarter seconds later than {MAX_LAG_MS:.0f} ms", f"{late} of {len(lags)}"),
    ]  # fmt: skip
    lines = [
        f"# Soak: {minutes:g} minutes",
        "",
        "Made by `make soak`: the real process with the real encoder against a fake Discord on loopback; questions by",
        "command, mention, calculator and button, a document edited and reloaded every 30 s, the gateway closed, cut or",
        "told to reconnect every minute. Drops are part of the slowest figures.",
        "",
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors, {datetime.now(UTC):%Y-%m-%d},",
        f"Python {platform.python_version()}; load of the machine {loads[0]:.1f} before and {loads[1]:.1f} after.",
        "",
        "| what | figure |",
        "|---|---|",
        *(f"| {what} | {figure} |" for what, figure in rows),
    ]
    faults = figures.faults()
    lines += [
        "",
        "Result: " + ("nothing lost, no error." if not faults else "faults:"),
        *(f"- {f}" for f in faults),
    ]
    return "\n".join(lines) + "\n"


def _memory(figures: Figures) -> str:
    warm = [mb for at, mb in figures.rss_mb if at >= min(WARM_S, figures.rss_mb[-1][0] / 3)]
    return f"{statistics.median(warm[:6]):.0f} MB, {statistics.median(warm[-6:]):.0f} MB"


def _three(values: list[float]) -> str:
    return (
        f"{_percentile(values, 0.5):.0f} / {_percentile(values, 0.99):.0f} / {max(values, default=0):.0f} ms"
    )


def _index(knowledge: Path, state: Path) -> None:
    """Build the index before the clock runs."""
    share(BUILT, state, "models")
    environment = os.environ | {"RIGWISE_STATE_DIR": str(state), "RIGWISE_KNOWLEDGE_DIR": str(knowledge)}
    subprocess.run([sys.executable, "-m", "bot", "index"], cwd=ROOT, env=environment, check=True)


def main(arguments: list[str] | None = None) -> int:
    """Run, print, write; 1 where something was lost."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=5.0, help="questions a second")
    parser.add_argument("--write", type=Path, default=REPORT, help="where the report goes")
    options = parser.parse_args(arguments)
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="soak-") as name:
        folder = Path(name)
        knowledge = shelves.small(folder / "knowledge")
        shelves.one(knowledge, "riser", "How long may a riser cable be?", "A riser cable may be 0 cm long.")
        _index(knowledge, folder / "state")
        fake = FakeDiscord(heartbeat_ms=5000).start()
        bot = Bot(fake, folder, knowledge, maintainers=fake.alice["id"])
        try:
            bot.start().ready()
            figures = Soak(bot, knowledge, options.rate).run(options.minutes * 60)
            code = bot.stop()
            if code:
                figures.errors.append(f"the process ended with {code}")
        finally:
            bot.kill()
            fake.stop()
    text = report(figures, options.minutes, options.rate, (before, os.getloadavg()[0]))
    print(text)
    options.write.write_text(text, "utf-8")
    return int(bool(figures.faults()))


if __name__ == "__main__":
    sys.exit(main())
