"""Signs of life: when the event loop last turned, when Discord last said something, what is loaded."""

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple

MAX_TICK_AGE_S = 5.0
MAX_FRAME_AGE_S = 120.0
TICK_S = 0.5


class Health(NamedTuple):
    """What the health endpoints say.

    Attributes:
        live: the loop turned within ``MAX_TICK_AGE_S`` and the gateway sent something within ``MAX_FRAME_AGE_S``.
        ready: live, and encoder, knowledge and gateway are there.
    """

    live: bool
    ready: bool
    tick_age_s: float
    frame_age_s: float
    encoder: bool
    knowledge: bool
    gateway: bool


class Pulse:
    """Told by the process, read by the health endpoints; may be touched from any thread.

    Args:
        clock: seconds, only ever rising. ``perf_counter``, since a simulated Discord may bend ``monotonic``.

    Attributes:
        encoder: the encoder is loaded.
        knowledge: a snapshot with at least one passage is loaded.
        gateway: the gateway's session is ready.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._ticked = self._heard = clock()
        self.encoder = False
        self.knowledge = False
        self.gateway = False

    def tick(self) -> None:
        """The event loop turns."""
        self._ticked = self._clock()

    def frame(self) -> None:
        """The gateway sent something, if only an answer to a heartbeat."""
        self._heard = self._clock()

    @property
    def frame_age_s(self) -> float:
        """Seconds since the gateway last sent something, or since the start of the process."""
        return self._clock() - self._heard

    def health(self) -> Health:
        """How things are now."""
        tick_age_s, frame_age_s = self._clock() - self._ticked, self.frame_age_s
        live = tick_age_s < MAX_TICK_AGE_S and frame_age_s < MAX_FRAME_AGE_S
        loaded = self.encoder and self.knowledge and self.gateway
        return Health(
            live=live,
            ready=live and loaded,
            tick_age_s=round(tick_age_s, 3),
            frame_age_s=round(frame_age_s, 3),
            encoder=self.encoder,
            knowledge=self.knowledge,
            gateway=self.gateway,
        )


async def watch_loop(
    pulse: Pulse, lag: Callable[[float], None], clock: Callable[[], float] = time.perf_counter
) -> None:
    """Tick until cancelled, and tell by how many seconds the loop was late each time."""
    while True:
        due = clock() + TICK_S
        await asyncio.sleep(TICK_S)
        pulse.tick()
        lag(max(0.0, clock() - due))
