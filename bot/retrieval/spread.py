"""Encoding in shards: by this process, or spread over many with Ray. The only door to ray.

The last bits of a vector depend on the texts that it is encoded together with. Therefore a shard is always encoded
whole, by one encoder with one call, and how texts are cut into shards does not depend on who encodes them: one process
and many make the same bytes.
"""

import os
import secrets
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Literal, NamedTuple, Protocol
from urllib.parse import urlsplit

from bot.errors import EncoderError
from bot.retrieval.encoder import Encoder, Progress, Vectors

Kind = Literal["p", "q"]
"""Passages or questions: they get different prefixes."""

Step = Callable[[int], None]
"""Told how many more texts are encoded."""

_AHEAD = 2
"""Shards given to a worker at a time, so that it never waits for the next one."""
_RETRIES = 3
"""How often a worker that died is started again, and its shard tried again."""
_PATIENCE_S = 10.0
_STORE_BYTES = 256_000_000
"""Memory in which Ray passes shards between processes; a shard and its vectors take less than 1 MB."""


class Shard(NamedTuple):
    """Texts that are encoded together.

    Attributes:
        kind: what they are encoded as.
        keys: ``index.text_key`` of each.
        texts: as they are given to the encoder.
    """

    kind: Kind
    keys: tuple[bytes, ...]
    texts: tuple[str, ...]


Results = Generator[tuple[Shard, Vectors], None, None]
"""Shards with their vectors; closing it ends whatever works on them."""


class Encoding(Protocol):
    """Whoever encodes shards."""

    def run(self, shards: Iterable[Shard], step: Step) -> Results:
        """Each shard with its vectors, in any order; the next shard is asked for only when there is need of it.

        Args:
            shards: whatever number of them.
            step: told of encoded texts, at the latest when their shard is handed out.

        Raises:
            EncoderError: the model cannot be loaded or refuses a text, or Ray cannot be used.
        """
        ...


class InProcess:
    """One shard after the other, with the encoder of this process."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    def run(self, shards: Iterable[Shard], step: Step) -> Results:
        """As ``Encoding`` says; tells of every batch."""
        for shard in shards:
            told = 0

            def report(done: int, total: int) -> None:
                del total
                nonlocal told
                step(done - told)
                told = done

            vectors = encode(self._encoder, shard, report)
            report(len(shard.texts), len(shard.texts))
            yield shard, vectors


class RayWorkers:
    """Shards spread over processes, each with an encoder of its own.

    Args:
        make: makes a worker's encoder; it is sent to the worker, so it must be a function of a module or a ``partial`` of one.
        workers: how many processes, each of which takes one processor.
        address: of a running Ray cluster, ``host:port`` or ``ray://host:port``; empty starts the workers on this machine, and ends them afterwards.
    """

    def __init__(self, make: Callable[[], Encoder], workers: int, address: str = "") -> None:
        self._make, self._workers, self._address = make, workers, address

    def run(self, shards: Iterable[Shard], step: Step) -> Results:
        """As ``Encoding`` says; tells of whole shards."""
        with _environment(_private() if not self._address else {}):  # read when ray is imported
            ray = _ray()
            with _connected(ray, self._workers, self._address), _own_errors(ray):
                actor = ray.remote(num_cpus=1, max_restarts=_RETRIES, max_task_retries=_RETRIES)(_Worker)
                workers = [actor.remote(self._make) for _ in range(self._workers)]
                yield from _spread(ray, workers, iter(shards), step)


class _Worker:
    """Lives in a process of its own."""

    def __init__(self, make: Callable[[], Encoder]) -> None:
        self._encoder = make()

    def encode(self, shard: Shard) -> Vectors:
        return encode(self._encoder, shard)


def encode(encoder: Encoder, shard: Shard, progress: Progress | None = None) -> Vectors:
    """The vectors of one shard."""
    if shard.kind == "q":
        return encoder.encode_queries(shard.texts, progress)
    return encoder.encode_passages(shard.texts, progress)


def _spread(ray: Any, workers: list[Any], shards: Iterator[Shard], step: Step) -> Results:
    """Hand out shards as workers get free."""
    waiting: dict[Any, tuple[Any, Shard]] = {}

    def give(worker: Any) -> None:
        shard = next(shards, None)
        if shard is not None:
            waiting[worker.encode.remote(shard)] = worker, shard

    for _ in range(_AHEAD):
        for worker in workers:
            give(worker)
    while waiting:
        (ready,), _ = ray.wait(list(waiting), num_returns=1)
        worker, shard = waiting.pop(ready)
        vectors: Vectors = ray.get(ready)
        give(worker)
        step(len(shard.texts))
        yield shard, vectors


def _ray() -> Any:
    try:
        import ray  # noqa: PLC0415 - optional, and a second to import
    except ImportError as error:
        raise EncoderError("err-encode-no-ray") from error
    return ray


@contextmanager
def _connected(ray: Any, workers: int, address: str) -> Iterator[None]:
    """Ray on this machine, or a cluster that runs already."""
    try:
        _init(ray, workers, address)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise EncoderError("err-encode-ray", reason=str(error)[:300]) from error
    try:
        yield
    finally:
        ray.shutdown()


def _init(ray: Any, workers: int, address: str) -> None:
    if address:
        place = urlsplit(address if "//" in address else f"//{address}")
        with socket.create_connection((place.hostname or "", place.port or 0), _PATIENCE_S):
            pass  # Ray itself tries for minutes
        ray.init(address, log_to_driver=False, logging_level="error")
        return
    ray.init(
        "local",
        num_cpus=workers,
        include_dashboard=False,
        object_store_memory=_STORE_BYTES,
        log_to_driver=False,
        logging_level="error",
        _node_ip_address="127.0.0.1",
    )


@cache
def _private() -> dict[str, str]:
    """What Ray's processes know each other by: its ports are open to the network, and whoever may use them may run code."""
    return {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}


@contextmanager
def _environment(own: dict[str, str]) -> Iterator[None]:
    """Variables for Ray that are not set yet, and taken away again; nothing is reported to its makers."""
    added = {k: v for k, v in {"RAY_USAGE_STATS_ENABLED": "0", **own}.items() if k not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


@contextmanager
def _own_errors(ray: Any) -> Iterator[None]:
    """An encoder's error is raised as if it happened here; any other of a worker says that Ray failed."""
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, EncoderError):
            raise error.cause from None
        raise EncoderError("err-encode-ray", reason=str(error.cause)[:300]) from error
    except ray.exceptions.RayError as error:
        raise EncoderError("err-encode-ray", reason=str(error)[:300]) from error
