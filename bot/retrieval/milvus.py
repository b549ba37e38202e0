"""Vectors in Milvus, for a knowledge or a number of processes beyond one machine. The only door to pymilvus.

Each version of the index has a collection of its own, named by the version, so an upgrade never mixes vectors. A
collection is filled under another name and renamed when it is whole, and how hard its graph must be searched for the
recall that is wanted stands in its name: ``rigwise_<version>_<time>_w<width>_r<recall, per mille>``. So every process
that opens it knows, whichever filled it. Rows are numbered as in the snapshot, which keeps the vectors: a lost
collection is filled again without encoding anything.
"""

import contextlib
import logging
import os
import re
import secrets
import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import numpy as np

from bot.errors import VectorsUnavailable
from bot.retrieval.vector_store import Effort, Ints, Vectors, check_query, checked_rows, least_effort, probes

LITE_SUFFIX = ".db"
"""A URI that ends so is a file, served by milvus-lite in this process."""

_PUBLISHED = re.compile(
    r"rigwise_(?P<version>[0-9a-f]{12})_(?P<time>[0-9a-f]{8})_w(?P<width>\d+)_r(?P<recall>\d+)"
)
_FILLING = re.compile(r"rigwise_filling_(?P<time>[0-9a-f]{8})_[0-9a-f]+")
_KEPT, _ABANDONED_S = 3, 86_400
_LINKS, _BUILD_WIDTH = 16, 200
_FIRST_WIDTH, _MOST_WIDTH, _MOST_WANTED = 64, 16_384, 16_384
_BATCH_BYTES = 4_000_000
_TIMEOUT_S, _LONG_TIMEOUT_S = 10.0, 3600.0
"""For connecting and searching, and for what happens once for each version."""
_PING_MS = 300_000
"""Pings more frequent than this are cut off by servers that keep gRPC's defaults, as milvus-lite does."""
_NO_COLLECTION, _UNAVAILABLE = 100, frozenset({2, 14})
"""Codes of Milvus and of gRPC."""


class _Collection(NamedTuple):
    """A whole collection: its name, when it was made (seconds since 1970), and what its name says of searching."""

    name: str
    time: int
    version: str
    effort: Effort


class MilvusStore:
    """The rows of one version of the index in a collection of a Milvus server, or of a milvus-lite file.

    Args:
        vectors: float32, (n, dim), rows L2-normalised, n at least 1; may be mapped from a file.
        questions: float32, (m, dim), unit rows that recall is measured with; m may be 0.
        version: id of the snapshot, twelve hexadecimal digits.
        uri: ``http://host:19530`` or ``https://…``, with a database's name as its path, or a path ending in ``.db``.
        token: ``user:password`` or an API key; empty where the server asks for none.

    Raises:
        SnapshotError: ``err-index-bad-vectors`` for rows that are none.
        VectorsUnavailable: ``err-milvus-absent`` without pymilvus, ``err-milvus-unreachable``, ``err-milvus-dimension``
            if the collection holds vectors of another length, ``err-milvus-failed`` for anything else.
    """

    def __init__(self, vectors: Vectors, questions: Vectors, version: str, uri: str, token: str = "") -> None:
        self.vectors = checked_rows(vectors)
        self.dim = int(vectors.shape[1])
        self._address = address(uri)
        with self._answers():
            self._client = _client(uri, token)
            found = self._found(version) or self._filled(version, questions)
            self._client.load_collection(found.name, timeout=_LONG_TIMEOUT_S)
        self.collection, self.effort = found.name, found.effort

    def __len__(self) -> int:
        return len(self.vectors)

    def search(self, query: Vectors, k: int) -> tuple[Ints, Vectors]:
        """The nearest rows that the server finds, as ``VectorStore.search`` says."""
        check_query(query, self.dim)
        with self._answers():
            return self._search(self.collection, query, k, self.effort.width)

    def _search(self, name: str, query: Vectors, k: int, width: int) -> tuple[Ints, Vectors]:
        wanted = min(k, len(self), _MOST_WANTED)
        (hits,) = self._client.search(
            name,
            data=[np.asarray(query, np.float32)],
            anns_field="vector",
            limit=wanted,
            search_params={"metric_type": "IP", "params": {"ef": max(width, wanted)}},
            output_fields=["id"],  # a server that is told nothing may send the vectors too
            timeout=_TIMEOUT_S,
        )
        rows = np.asarray([hit["id"] for hit in hits], np.int64)
        return rows, np.asarray([hit["distance"] for hit in hits], np.float32)

    def _found(self, version: str) -> _Collection | None:
        """The oldest whole collection of a version, if there is one; every process agrees on it."""
        for collection in sorted(_published(self._client), key=lambda c: c.time):
            if collection.version != version:
                continue
            dim = _dim_of(self._client.describe_collection(collection.name, timeout=_LONG_TIMEOUT_S))
            if dim != self.dim:
                raise VectorsUnavailable("err-milvus-dimension", got=self.dim, expected=dim)
            if self._count(collection.name) == len(self):
                return collection
        return None

    def _count(self, name: str) -> int:
        self._client.load_collection(name, timeout=_LONG_TIMEOUT_S)
        found = self._client.query(
            name, filter="", output_fields=["count(*)"], consistency_level="Strong", timeout=_LONG_TIMEOUT_S
        )
        return int(found[0]["count(*)"])

    def _filled(self, version: str, questions: Vectors) -> _Collection:
        """A new collection with all rows, under its final name when it is whole."""
        made = _now()
        aside = f"rigwise_filling_{made:08x}_{secrets.token_hex(4)}"
        try:
            self._fill(aside)
            effort = self._least_effort(aside, probes(self.vectors, questions))
            name = f"rigwise_{version}_{made:08x}_w{effort.width}_r{round(1000 * effort.recall)}"
            self._client.rename_collection(aside, name, timeout=_LONG_TIMEOUT_S)
        except BaseException:
            with contextlib.suppress(
                Exception
            ):  # a server that is gone keeps it until the next one tidies up
                self._client.drop_collection(aside, timeout=_TIMEOUT_S)
            raise
        _remove_old(self._client, version)
        return _Collection(name, made, version, effort)

    def _fill(self, name: str) -> None:
        from pymilvus import DataType  # noqa: PLC0415 - an optional extra, loaded already

        schema = self._client.create_schema(auto_id=False, enable_dynamic_field=False)
        schema.add_field("id", DataType.INT64, is_primary=True)
        schema.add_field("vector", DataType.FLOAT_VECTOR, dim=self.dim)
        self._client.create_collection(name, schema=schema, timeout=_LONG_TIMEOUT_S)
        step = max(1, _BATCH_BYTES // (4 * self.dim))
        for start in range(0, len(self), step):
            rows = enumerate(self.vectors[start : start + step], start)
            self._client.insert(name, [{"id": i, "vector": row} for i, row in rows], timeout=_LONG_TIMEOUT_S)
        self._client.flush(name, timeout=_LONG_TIMEOUT_S)
        graph = self._client.prepare_index_params()
        graph.add_index(
            "vector",
            index_type="HNSW",
            metric_type="IP",
            params={"M": _LINKS, "efConstruction": _BUILD_WIDTH},
        )
        try:
            self._client.create_index(name, graph, timeout=_LONG_TIMEOUT_S)
        except (
            Exception
        ):  # a lost connection is tried again by the client, and the second try finds the first one's
            if not self._client.list_indexes(name):
                raise
        if self._count(name) != len(self):
            raise VectorsUnavailable("err-milvus-failed", address=self._address, reason="count")

    def _least_effort(self, name: str, asked: Vectors) -> Effort:
        def find(query: Vectors, k: int, width: int) -> Ints:
            return self._search(name, query, k, width)[0]

        return least_effort(find, self.vectors, asked, _FIRST_WIDTH, min(_MOST_WIDTH, max(len(self), 1)))

    @contextlib.contextmanager
    def _answers(self) -> Iterator[None]:
        """Turns what can go wrong between here and the server into one kind of error, without the token in it."""
        try:
            yield
        except ImportError as error:
            raise VectorsUnavailable("err-milvus-absent") from error
        except Exception as error:  # pymilvus raises its own, gRPC's and Python's errors alike
            if isinstance(error, VectorsUnavailable):
                raise
            raise _fault(error, self._address) from None


def address(uri: str) -> str:
    """What of a URI may be shown: host and port, or the file; never a name or a password in it."""
    parts = urlsplit(uri)
    if not parts.netloc:
        return uri
    return parts.netloc.rpartition("@")[2]


def _fault(error: Exception, shown: str) -> VectorsUnavailable:
    code = getattr(error, "code", None)
    if code == _NO_COLLECTION:
        return VectorsUnavailable("err-milvus-missing", address=shown)
    if code in _UNAVAILABLE or _status(error) in {"UNAVAILABLE", "DEADLINE_EXCEEDED"}:
        return VectorsUnavailable("err-milvus-unreachable", address=shown)
    return VectorsUnavailable(
        "err-milvus-failed", address=shown, reason=f"{type(error).__name__} {code or ''}".strip()
    )


def _status(error: Exception) -> str:
    """The name of a gRPC status, empty for another error."""
    code = getattr(error, "code", None)
    found = code() if callable(code) else None
    return str(getattr(found, "name", ""))


@lru_cache(maxsize=4)
def _client(uri: str, token: str) -> Any:
    """One connection for all versions."""
    before = set(os.environ)
    from pymilvus import MilvusClient  # noqa: PLC0415 - an optional extra of some seconds

    for name in set(os.environ) - before:  # it reads any file .env on the way; settings come from one place
        del os.environ[name]
    logging.getLogger("pymilvus").setLevel(logging.CRITICAL)  # its errors are raised, and told once, by us
    return MilvusClient(
        uri, token=token, timeout=_TIMEOUT_S, grpc_options={"grpc.keepalive_time_ms": _PING_MS}
    )


def _now() -> int:
    """Seconds since 1970."""
    return int(time.time())


def _published(client: Any) -> Iterator[_Collection]:
    for name in client.list_collections(timeout=_LONG_TIMEOUT_S):
        if found := _PUBLISHED.fullmatch(name):
            effort = Effort(int(found["width"]), int(found["recall"]) / 1000)
            yield _Collection(name, int(found["time"], 16), found["version"], effort)


def _dim_of(described: Any) -> int:
    return next(int(f["params"]["dim"]) for f in described["fields"] if f["name"] == "vector")


def _remove_old(client: Any, version: str) -> None:
    """Keep this version's and the newest others': processes that are not yet restarted may search those."""
    with contextlib.suppress(Exception):  # tidying up is no reason to fail
        others = sorted((c for c in _published(client) if c.version != version), key=lambda c: -c.time)
        old = [collection.name for collection in others[_KEPT - 1 :]]
        for name in client.list_collections(timeout=_LONG_TIMEOUT_S):
            found = _FILLING.fullmatch(name)
            if found and _now() - int(found["time"], 16) > _ABANDONED_S:
                old.append(name)
        for name in old:
            client.drop_collection(name, timeout=_TIMEOUT_S)
