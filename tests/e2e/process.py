"""The bot as a process of its own: started by the launcher, watched from outside, ended as a supervisor ends it."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.e2e.fake_discord import FakeDiscord
from tests.e2e.world import TOKEN

ROOT = Path(__file__).resolve().parents[2]
LAUNCHER = Path(__file__).with_name("launcher.py")
BUILT = ROOT / ".state"

_QUICK = {"RIGWISE_COOLDOWN_USER_S": "0", "RIGWISE_COOLDOWN_CHANNEL_S": "0", "RIGWISE_WATCH": "off"}


def free_port() -> int:
    """A port nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def share(source: Path, state: Path, *parts: str) -> None:
    """Copy what was built already (``models``, ``index``), where it is there."""
    state.mkdir(parents=True, exist_ok=True)
    for part in parts:
        if (source / part).is_dir() and not (state / part).exists():
            shutil.copytree(source / part, state / part)


def allowed_ms(idle_ms: float) -> float:
    """A limit that holds on an idle machine, widened by as much as this one is overcommitted now."""
    return idle_ms * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class Bot:
    """One process.

    Args:
        fake: the Discord it speaks to.
        folder: for state, control files and output; a second bot over the same folder is a restart.
        knowledge: its knowledge folder.
        **settings: ``RIGWISE_`` settings by name; others (``DISCORD_TOKEN``) in capitals.
    """

    def __init__(self, fake: FakeDiscord, folder: Path, knowledge: Path, **settings: str) -> None:
        self.fake = fake
        self.state = folder / "state"
        self.control = folder / "control"
        self.control.mkdir(parents=True, exist_ok=True)
        self.health_port = free_port()
        self.state.mkdir(exist_ok=True)
        self._out = folder / f"bot-{time.monotonic_ns()}.log"
        self._environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "OMP_NUM_THREADS": "1",
            "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1", "DISCORD_TOKEN": TOKEN,
            "RIGWISE_STATE_DIR": str(self.state), "RIGWISE_KNOWLEDGE_DIR": str(knowledge),
            "RIGWISE_HEALTH_PORT": str(self.health_port), **_QUICK,
        }  # fmt: skip
        for name, value in settings.items():
            self._environment[name if name.isupper() else f"RIGWISE_{name.upper()}"] = value
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, command: str = "run") -> "Bot":
        """Start it; nothing is awaited."""
        arguments = [sys.executable, str(LAUNCHER), str(self.fake.port), str(self.control), command]
        with self._out.open("wb") as out:
            self._process = subprocess.Popen(
                arguments, env=self._environment, cwd=self.control, stdout=out, stderr=subprocess.STDOUT
            )
        return self

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The process."""
        assert self._process is not None, "not started"
        return self._process

    @property
    def output(self) -> str:
        """Everything it printed and logged."""
        return self._out.read_text("utf-8", "replace") if self._out.exists() else ""

    def since(self, before: str) -> str:
        """What it printed after ``before``, an earlier ``output``."""
        return self.output.removeprefix(before)

    def ready(self, timeout_s: float = 90.0) -> "Bot":
        """Itself, once it is connected and says that it is ready."""
        end = time.monotonic() + timeout_s
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise AssertionError(f"ended with {self.process.returncode}:\n{self.output}")
            if self.fake.connected and self.health("/readyz")[0] == 200:
                return self
            time.sleep(0.1)
        raise AssertionError(f"not ready after {timeout_s} s: {self.health('/readyz')}\n{self.output}")

    def health(self, path: str = "/healthz") -> tuple[int, Any]:
        """Status and body of a health endpoint, 0 where nothing listens."""
        url = f"http://127.0.0.1:{self.health_port}{path}"
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                text, status = answer.read().decode(), answer.status
        except urllib.error.HTTPError as answer:
            text, status = answer.read().decode(), answer.code
        except OSError:
            return 0, None
        return status, json.loads(text) if text.startswith("{") else text

    def metric(self, name: str) -> float:
        """The sum of a metric over its labels."""
        _, text = self.health("/metrics")
        rows = [row for row in str(text).splitlines() if row.startswith((f"{name} ", f"{name}{{"))]
        return sum(float(row.rsplit(" ", 1)[1]) for row in rows)

    def signal(self, number: signal.Signals = signal.SIGTERM) -> float:
        """Send a signal; returns the moment."""
        self.process.send_signal(number)
        return time.perf_counter()

    def exit(self, timeout_s: float = 15.0) -> int:
        """Its exit code, once it ended."""
        try:
            return self.process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"still running after {timeout_s} s:\n{self.output}") from None

    def stop(self) -> int:
        """SIGTERM, and the exit code."""
        self.signal()
        return self.exit()

    def kill(self) -> None:
        """End it without a word, if it still runs."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
        if self._process is not None:
            self._process.wait(10)

    def rss_mb(self) -> float:
        """Memory it holds, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) / 1024

    def stall(self, seconds: float) -> None:
        """Let every question take so much longer from now on (``stalling`` bots only)."""
        (self.control / "stall").write_text(str(seconds))

    def lags_ms(self, since: float) -> list[float]:
        """The worst lags of the event loop, one a quarter second, from a ``time.time()`` until now."""
        time.sleep(0.6)  # what happened until now is written by then
        try:
            rows = [line.split() for line in (self.control / "lag").read_text().splitlines()]
        except FileNotFoundError:
            return []
        return [float(lag) for at, lag in (row for row in rows if len(row) == 2) if float(at) >= since]
