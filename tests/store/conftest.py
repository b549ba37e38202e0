"""The store on SQLite and on a real PostgreSQL, the same tests on both."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.store.sql_store import SqlStore, open_store
from tests.store import postgres as postgres_server
from tests.store.postgres import Postgres

OpenStore = Callable[..., SqlStore]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with postgres_server.running() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'rigwise.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.emptied()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[OpenStore]:
    """Opens stores and closes them after the test."""
    stores: list[SqlStore] = []

    def open_(url: str, **options: object) -> SqlStore:
        store = open_store(url, tmp_path, **options)
        stores.append(store)
        return store

    yield open_
    for store in stores:
        store.close()


class Clock:
    """A clock that the test sets; starts at 2026-08-01 00:00 UTC."""

    def __init__(self) -> None:
        self.now = 1_785_542_400.0

    def __call__(self) -> float:
        return self.now

    def days(self, count: float) -> None:
        self.now += count * 86_400


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(url: str, opened: OpenStore, clock: Clock) -> SqlStore:
    return opened(url, clock=clock)
