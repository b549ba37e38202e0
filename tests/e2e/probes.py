"""What a scenario measures and disturbs inside the process: loop lag, a stalled encoder, the network's edge.

The control folder is the only channel: ``stall`` holds seconds each encoding takes longer, ``lag`` receives the worst lag
of the event loop in milliseconds, four times a second, ``zombie-s`` shortens the wait for a dead gateway and
``reply-s`` the one for a reply.
"""

import asyncio
import socket
import threading
import time
from pathlib import Path
from typing import Any

_EVERY_S = 0.25
_TICK_S = 0.01


def place(control: Path) -> None:
    """Install everything; what the control folder does not ask for changes nothing."""
    _guard_network()
    _watch_loop(control)
    _stall_encoder(control)
    _shorten_waits(control)


def _guard_network() -> None:
    """Fail at once where anything but this machine is asked (a model hub, a telemetry host)."""
    original = socket.socket.connect

    def connect(self: socket.socket, address: Any) -> Any:
        if self.family in {socket.AF_INET, socket.AF_INET6} and address[0] not in {"127.0.0.1", "::1"}:
            raise OSError(f"the test blocks {address[0]}")
        return original(self, address)

    socket.socket.connect = connect  # type: ignore[method-assign, assignment]


def _watch_loop(control: Path) -> None:
    """Measure the lag of the bot's event loop once it runs."""
    import discord

    original = discord.Client._async_setup_hook
    worst = [0.0]

    async def tick() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(_TICK_S)
            worst[0] = max(worst[0], (time.perf_counter() - before - _TICK_S) * 1000)

    def keep() -> None:
        with (control / "lag").open("a") as file:
            while True:
                time.sleep(_EVERY_S)
                lag, worst[0] = worst[0], 0.0
                file.write(f"{time.time():.3f} {lag:.1f}\n")
                file.flush()

    async def hooked(self: discord.Client) -> None:
        await original(self)
        self._lag_probe = asyncio.ensure_future(tick())  # type: ignore[attr-defined]
        threading.Thread(target=keep, name="lag-probe", daemon=True).start()

    discord.Client._async_setup_hook = hooked  # type: ignore[method-assign]


def _stall_encoder(control: Path) -> None:
    """Let every encoding of a question take as much longer as ``stall`` says, if the file is there from the start."""
    order = control / "stall"
    if not order.exists():
        return
    from bot.retrieval.onnx_encoder import OnnxEncoder

    original = OnnxEncoder.encode_queries

    def slowed(self: OnnxEncoder, *args: Any, **kwargs: Any) -> Any:
        begun = time.monotonic()
        while time.monotonic() - begun < seconds(order):
            time.sleep(0.02)
        return original(self, *args, **kwargs)

    OnnxEncoder.encode_queries = slowed  # type: ignore[method-assign]


def seconds(order: Path) -> float:
    """The seconds an order names, 0 without one."""
    try:
        return float(order.read_text())
    except (OSError, ValueError):
        return 0.0


def _shorten_waits(control: Path) -> None:
    """Take the two seconds out in which discord.py waits for further guilds, and the minute for a dead connection."""
    import discord.state

    zombie_s, reply_s = seconds(control / "zombie-s"), seconds(control / "reply-s")
    original = discord.state.AutoShardedConnectionState.__init__

    def made(self: Any, **options: Any) -> None:
        original(self, **options)
        self.guild_ready_timeout = 0.1
        if zombie_s:
            self.heartbeat_timeout = zombie_s
        if reply_s:
            from bot.discord_ui import tree

            tree.REPLY_S = reply_s

    discord.state.AutoShardedConnectionState.__init__ = made  # type: ignore[method-assign]
