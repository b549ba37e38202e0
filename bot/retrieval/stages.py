"""How long each stage of one question takes, for whoever wants to know; where nobody does, a stage costs a look-up.

The clock travels with the context, so that no signature on the way has to carry it.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field


@dataclass
class _Clock:
    seconds: dict[str, float] = field(default_factory=dict)
    inner: float = 0.0
    """Seconds of the stages inside of the one that runs."""


_clock: ContextVar[_Clock | None] = ContextVar("stages", default=None)


@contextmanager
def timed() -> Iterator[dict[str, float]]:
    """Collects the seconds of each stage that ends inside; complete when the block ends.

    A stage within a stage counts for itself only, so that the seconds add up to the time taken.
    """
    clock = _Clock()
    token = _clock.set(clock)
    try:
        yield clock.seconds
    finally:
        _clock.reset(token)


@contextmanager
def stage(name: str) -> Iterator[None]:
    """What runs inside is the stage ``name``: ``route``, ``calculate``, ``encode``, ``search`` or ``compose``."""
    clock = _clock.get()
    if clock is None:
        yield
        return
    outside, clock.inner = clock.inner, 0.0
    begun = time.perf_counter()
    try:
        yield
    finally:
        took = time.perf_counter() - begun
        clock.seconds[name] = clock.seconds.get(name, 0.0) + took - clock.inner
        clock.inner = outside + took
