"""A database that is locked, read-only, full, damaged, foreign or gone: an error soon, and never a reset."""

import logging
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.errors import StoreError
from bot.i18n import catalogue
from bot.store.engine import address
from bot.store.sql_store import SqlStore, open_store

SOON_S = 5.0


@contextmanager
def _fails(code: str, within_s: float = SOON_S) -> Iterator[None]:
    started = time.perf_counter()
    with pytest.raises(StoreError) as caught:
        yield
    assert time.perf_counter() - started < within_s
    assert caught.value.code == code
    for lang in ("en", "zh-Hant", "zh-Hans"):
        assert catalogue.text(code, lang, caught.value.args_)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "rigwise.db"


@pytest.fixture
def lite(file: Path, opened: Any) -> SqlStore:
    return opened(f"sqlite:///{file}")


def _filled(file: Path, rows: int = 300) -> bytes:
    """A database with some pages in it, closed."""
    store = open_store(f"sqlite:///{file}", file.parent)
    for number in range(rows):
        store.gap(question=f"{number} " + "x" * 400, nearest=("a",), lang="en", guild_id=1)
    store.close()
    return file.read_bytes()


@pytest.mark.req("R114")
def test_locked_sqlite_fails_soon_and_recovers(lite: SqlStore, file: Path) -> None:
    lite.save_guild(1, "before")
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with _fails("err-store-locked"):
        lite.save_guild(1, "lost")
    assert lite.guild(1) == "before"  # reading goes on beside a writer
    other.execute("COMMIT")
    other.close()
    lite.save_guild(1, "after")
    assert lite.guild(1) == "after"


@pytest.mark.req("R114")
def test_locked_postgres_fails_soon_and_recovers(postgres: Any, opened: Any) -> None:
    store = opened(postgres.emptied())
    store.save_guild(1, "before")
    with psycopg.connect(postgres.url) as other:
        other.execute("LOCK TABLE guilds IN ACCESS EXCLUSIVE MODE")
        with _fails("err-store-locked"):
            store.save_guild(1, "lost")
        with _fails("err-store-locked"):
            store.guild(1)
    store.save_guild(1, "after")
    assert store.guild(1) == "after"


@pytest.mark.req("R114")
def test_read_only_file_can_be_read(file: Path, opened: Any) -> None:
    store = open_store(f"sqlite:///{file}", file.parent)
    store.save_guild(1, "{}")
    store.close()
    reader = opened(f"sqlite:///file:{file}?mode=ro&uri=true")
    assert reader.guild(1) == "{}"
    with _fails("err-store-read-only"):
        reader.save_guild(1, "lost")


@pytest.mark.req("R114")
def test_read_only_postgres(postgres: Any, opened: Any) -> None:
    open_store(postgres.emptied(), Path()).close()
    store = opened(f"{postgres.url}&options=-c%20default_transaction_read_only%3Don")
    with _fails("err-store-read-only"):
        store.save_guild(1, "{}")


def test_full_disk_keeps_what_was_there(lite: SqlStore) -> None:
    lite.save_guild(1, "before")

    def cap(connection: Any) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 1}")

    lite._worker.read(cap)
    with _fails("err-store-full"):
        lite.save_guild(2, "x" * 100_000)
    assert (lite.guild(1), lite.guild(2)) == ("before", None)


DAMAGE = {
    "not a database": lambda data: b"hello, I am a text file\n" * 400,
    "header overwritten": lambda data: os.urandom(100) + data[100:],
    "cut in the middle": lambda data: data[: len(data) // 2 // 4096 * 4096],
    "page overwritten": lambda data: data[:8192] + b"\xff" * (len(data) - 8192),
}


@pytest.mark.req("R121")
@pytest.mark.parametrize("name", sorted(DAMAGE))
def test_damaged_file_is_refused_and_left_alone(file: Path, name: str) -> None:
    damaged = DAMAGE[name](_filled(file))
    file.write_bytes(damaged)
    with _fails("err-store-damaged"):
        open_store(f"sqlite:///{file}", file.parent)
    assert file.read_bytes() == damaged


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with _fails("err-store-unreachable"):
        open_store("", tmp_path / "taken" / "state")


def test_path_that_is_a_folder(tmp_path: Path) -> None:
    with _fails("err-store-unreachable"):
        open_store(f"sqlite:///{tmp_path}", tmp_path)


@pytest.mark.parametrize(
    "url", ["mysql://root:hunter2@localhost/x", "not a url hunter2", "http://hunter2@x/"]
)
def test_other_urls_are_refused_without_showing_them(url: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="err-store-url") as caught:
        open_store(url, tmp_path)
    assert "hunter2" not in repr(caught.value)
    assert catalogue.text("err-store-url", "en", caught.value.args_)


def test_default_is_a_private_file_in_the_state_folder(tmp_path: Path, opened: Any) -> None:
    opened("")
    assert (tmp_path / "rigwise.db").stat().st_mode & 0o077 == 0
    assert address("", Path("/state")).database == "/state/rigwise.db"


def test_nobody_listens(tmp_path: Path) -> None:
    with _fails("err-store-unreachable"):
        open_store("postgresql://bot:hunter2@127.0.0.1:1/rigwise", tmp_path)


def test_wrong_login(postgres: Any, tmp_path: Path) -> None:
    with _fails("err-store-unreachable"):
        open_store(postgres.url.replace(f"{postgres.user}@", "nobody_of_that_name@"), tmp_path)


def test_restarted_postgres_is_found_again(postgres: Any, opened: Any) -> None:
    store = opened(postgres.emptied())
    store.save_guild(1, "before")
    postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rigwise'")
    assert store.guild(1) == "before"


def test_slow_statement_ends_at_the_deadline(postgres: Any, opened: Any) -> None:
    store = opened(postgres.emptied(), deadline_s=0.3)
    with _fails("err-store-slow", within_s=2):
        store._worker.read(lambda connection: connection.exec_driver_sql("SELECT pg_sleep(2)").scalar())


def test_texts_of_members_stay_out_of_errors_and_logs(
    store: SqlStore, caplog: pytest.LogCaptureFixture
) -> None:
    store._worker.write(lambda connection: connection.exec_driver_sql("DROP TABLE vote_sections"))
    store._worker.write(lambda connection: connection.exec_driver_sql("DROP TABLE votes"))
    note = f"secret {'note'}"  # so that a traceback's source line does not hold the text
    with caplog.at_level(logging.DEBUG):
        try:
            store.note(answer_id="a", user_id=1, text=note)
        except StoreError:
            logging.getLogger("test").exception("failed")
    assert "err-store-failed" in caplog.text
    assert "secret note" not in caplog.text


@pytest.mark.req("R116")
def test_deleted_text_is_not_in_the_files(lite: SqlStore, file: Path) -> None:
    lite.vote(
        answer_id="a", user_id=424242424242, guild_id=1, up=False, sections=("x",), lang="en", kind="answer"
    )
    lite.note(answer_id="a", user_id=424242424242, text="unmistakable text of a member")
    lite.gap(question="unmistakable question", nearest=(), lang="en", guild_id=7)

    def on_disk() -> bytes:
        return b"".join(path.read_bytes() for path in file.parent.iterdir())

    assert b"unmistakable text" in on_disk()
    assert b"unmistakable question" in on_disk()
    assert b"424242424242" not in on_disk()
    lite.delete_user(424242424242)
    lite.forget_guild(7)
    assert b"unmistakable" not in on_disk()


@pytest.mark.req("R116")
def test_gap_without_text_keeps_none(store: SqlStore) -> None:
    store.gap(question=None, nearest=("psu/sizing",), lang="en", guild_id=1)
    assert [row.text for row in store.gaps(guild_id=1, limit=9)] == ["psu/sizing"]
