"""The store: feedback, gaps and guild settings in SQLite or PostgreSQL.

Every method may be called from any thread, takes at most the store's deadline, and raises ``StoreError`` where
the database fails; the caller goes on without it.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import JsonValue
from sqlalchemy import Connection

from bot.errors import StoreError
from bot.store import statements
from bot.store.engine import address, make_engine
from bot.store.fault import translated
from bot.store.grouping import GapGroup, grouped
from bot.store.member import check_of, member_of, new_key
from bot.store.schema import MIGRATIONS, check, migrate
from bot.store.statements import SectionTally, VoteRow
from bot.store.worker import Worker

DEADLINE_S = 5.0
OPEN_S = 120.0
"""How long opening may take: a large database is checked, and perhaps migrated."""

MAX_QUESTION = 500
MAX_NOTE = 4000
MAX_ID = 200
"""Characters of an answer id, section id, language or kind that are kept; PostgreSQL's indexes hold no long ones."""

_KEY, _CHECK, _COMMANDS = "hash_key", "hash_key_check", "commands"


class SqlStore:
    """An open database; made by ``open_store``.

    Args:
        worker: owns the connection.
        key: of the hashes of user ids.
        compact: whether deleted rows may linger in a side file (SQLite's WAL) that must be emptied.
        clock: seconds since 1970.
    """

    def __init__(
        self, worker: Worker, key: bytes, *, compact: bool = False, clock: Callable[[], float] = time.time
    ) -> None:
        self._worker = worker
        self._key = key
        self._compact = compact
        self._clock = clock

    def vote(
        self,
        *,
        answer_id: str,
        user_id: int,
        guild_id: int | None,
        up: bool,
        sections: tuple[str, ...],
        lang: str,
        kind: str,
    ) -> None:
        """Keep a member's opinion of an answer: one row per answer and member, the last click wins.

        Raises:
            StoreError: it could not be kept.
        """
        member, now_s = member_of(self._key, user_id), int(self._clock())
        row = VoteRow(_id(answer_id), member, guild_id, up, _id(lang), _id(kind), now_s)
        named = [_id(section) for section in sections]
        self._worker.write(lambda connection: statements.save_vote(connection, row, named))

    def note(self, *, answer_id: str, user_id: int, text: str) -> None:
        """Add what a member wrote to their vote on an answer, at most ``MAX_NOTE`` characters.

        Raises:
            StoreError: it could not be kept.
        """
        member, now_s = member_of(self._key, user_id), int(self._clock())
        answer, note = _id(answer_id), _clean(text)[:MAX_NOTE]
        self._worker.write(lambda connection: statements.save_note(connection, answer, member, note, now_s))

    def gap(self, *, question: str | None, nearest: tuple[str, ...], lang: str, guild_id: int | None) -> None:
        """Count a question without an answer; of its text, at most ``MAX_QUESTION`` characters are kept.

        Raises:
            StoreError: it could not be kept.
        """
        now_s, sections, lang = int(self._clock()), [_id(section) for section in nearest], _id(lang)
        text = None if question is None else _clean(question)[:MAX_QUESTION]
        self._worker.write(lambda open_: statements.save_gap(open_, text, lang, guild_id, sections, now_s))

    def gaps(self, *, guild_id: int | None, limit: int) -> Sequence[GapGroup]:
        """The most frequent gaps of one guild, or of all (``None``), grouped by similarity.

        Raises:
            StoreError: they could not be read.
        """
        rows = self._worker.read(lambda connection: statements.newest_gaps(connection, guild_id))
        return grouped(rows)[:limit]

    def votes(self, *, guild_id: int | None, limit: int) -> Sequence[SectionTally]:
        """The sections with the most thumbs down, of one guild or of all (``None``).

        Raises:
            StoreError: they could not be read.
        """
        return self._worker.read(lambda connection: statements.tally(connection, guild_id, limit))

    def guild(self, guild_id: int) -> str | None:
        """The settings of a guild as the text that ``save_guild`` was given.

        Raises:
            StoreError: they could not be read.
        """
        return self._worker.read(lambda connection: statements.guild_settings(connection, guild_id))

    def save_guild(self, guild_id: int, settings: str) -> None:
        """Keep the settings of a guild, a JSON text.

        Raises:
            StoreError: they could not be kept.
        """
        text, now_s = _clean(settings), int(self._clock())
        self._worker.write(lambda connection: statements.save_guild(connection, guild_id, text, now_s))

    def forget_guild(self, guild_id: int) -> None:
        """Delete everything that belongs to a guild.

        Raises:
            StoreError: nothing was deleted.
        """
        self._erase(lambda connection: statements.delete_guild(connection, guild_id))

    def export_user(self, user_id: int) -> Mapping[str, JsonValue]:
        """Everything kept about a member, JSON-ready: ``votes``, each with its note, and ISO times.

        Raises:
            StoreError: it could not be read.
        """
        member = member_of(self._key, user_id)
        rows = self._worker.read(lambda connection: statements.member_rows(connection, member))
        return {"votes": [_dated(row) for row in rows]}

    def delete_user(self, user_id: int) -> int:
        """Delete everything kept about a member; returns the number of votes and notes.

        Raises:
            StoreError: nothing was deleted.
        """
        member = member_of(self._key, user_id)
        return self._erase(lambda connection: statements.delete_member(connection, member))

    def purge(self, before: datetime) -> int:
        """Delete feedback and gaps made before a moment; returns the number of rows.

        Args:
            before: with a time zone.

        Raises:
            StoreError: nothing was deleted.
        """
        moment_s = int(before.timestamp())
        return self._erase(lambda connection: statements.delete_before(connection, moment_s))

    def commands_digest(self) -> str:
        """The hash of the command payloads that Discord was last given, or an empty text.

        Raises:
            StoreError: it could not be read.
        """
        return self._worker.read(lambda connection: statements.fact(connection, _COMMANDS)) or ""

    def save_commands_digest(self, digest: str) -> None:
        """Keep the hash of the command payloads.

        Raises:
            StoreError: it could not be kept.
        """
        self._worker.write(lambda connection: statements.save_fact(connection, _COMMANDS, _id(digest)))

    def purge_before_days(self, days: int) -> int:
        """``purge`` what is older than so many days."""
        return self.purge(datetime.fromtimestamp(self._clock(), UTC) - timedelta(days=days))

    def close(self) -> None:
        """Close the database. Never raises; afterwards every other method raises ``StoreError``."""
        self._worker.close()

    def _erase(self, work: Callable[[Connection], int]) -> int:
        rows = self._worker.write(work)
        if rows and self._compact:
            self._worker.compact()
        return rows


def _clean(text: str) -> str:
    """Text that every database can hold: PostgreSQL refuses NUL, and UTF-8 has no lone surrogates."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")


def _id(text: str) -> str:
    return _clean(text)[:MAX_ID]


def _dated(row: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    created = row["created_s"]
    moment = datetime.fromtimestamp(created, UTC).isoformat() if isinstance(created, int) else ""
    return {name: value for name, value in row.items() if name != "created_s"} | {"created": moment}


def _agreed_key(connection: Connection, given: bytes | None) -> bytes | None:
    """The key this database was made with, ``None`` where it has none yet.

    Raises:
        StoreError: ``err-store-key``; the database was made with another key, and no hash would match.
    """
    kept, known = statements.fact(connection, _KEY), statements.fact(connection, _CHECK)
    if known is None:
        return None
    key = given or (bytes.fromhex(kept) if kept else None)
    if key is None or check_of(key) != known:
        raise StoreError("err-store-key")
    return key


def _first_key(connection: Connection, given: bytes | None) -> bytes:
    """Gives a new database its key; what another process chose in the meantime stands."""
    if agreed := _agreed_key(connection, given):
        return agreed
    key = given or new_key()
    if given is None:
        statements.save_fact(connection, _KEY, key.hex())
    statements.save_fact(connection, _CHECK, check_of(key))
    return key


def open_store(
    url: str,
    state_dir: Path,
    *,
    key: bytes | None = None,
    deadline_s: float = DEADLINE_S,
    clock: Callable[[], float] = time.time,
    migrations: Path = MIGRATIONS,
) -> SqlStore:
    """Open a database: made where it is absent, migrated where it is older.

    Args:
        url: ``sqlite:///…`` or ``postgresql://…``; empty is ``rigwise.db`` in ``state_dir``.
        state_dir: made where it is absent.
        key: secret of the hashes of user ids; ``None``: a random one, kept in the database.
        deadline_s: seconds after which a call is given up.
        clock: seconds since 1970.
        migrations: folder of the schema's history.

    Raises:
        StoreError: the database cannot be used; nothing in it was changed.
    """
    location = address(url, state_dir)
    engine = make_engine(location)
    worker = Worker(engine, deadline_s)

    def prepare(connection: Connection) -> bytes:
        with translated():
            migrate(connection, migrations)
        return _first_key(connection, key)

    try:
        if worker.read(lambda connection: check(connection, migrations), OPEN_S):
            agreed = worker.read(lambda connection: _agreed_key(connection, key))
        else:
            agreed = None
        found = agreed or worker.write(prepare, OPEN_S)
    except BaseException:
        worker.close()
        raise
    return SqlStore(worker, found, compact=location.get_backend_name() == "sqlite", clock=clock)
