"""Brings a database to the schema of this program: made, migrated, or refused; never reset."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from bot.errors import StoreError
from bot.store.fault import DAMAGED
from bot.store.tables import metadata

MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 7_204_513_113_977
"""Any fixed number: several processes that start at once migrate one after the other."""


def config(folder: Path = MIGRATIONS) -> Config:
    """Alembic's configuration, without a file; ``%`` in a path would be read as a placeholder."""
    made = Config()
    made.set_main_option("script_location", str(folder).replace("%", "%%"))
    return made


def newest(folder: Path = MIGRATIONS) -> str:
    """The revision that this program works with."""
    return ScriptDirectory.from_config(config(folder)).get_current_head() or ""


def check(connection: Connection, folder: Path = MIGRATIONS) -> bool:
    """Whether the schema is current; ``False`` where it is empty or older.

    Raises:
        StoreError: ``err-store-newer`` (made by a newer program), ``err-store-foreign`` (tables of these names
            that are not ours), ``err-store-damaged``.
    """
    if connection.dialect.name == "sqlite":
        verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if verdict != "ok":
            raise StoreError(DAMAGED, reason="quick_check")
    found = MigrationContext.configure(connection).get_current_heads()
    script = ScriptDirectory.from_config(config(folder))
    head = script.get_current_head() or ""
    if found == (head,):
        return True
    known = {revision.revision for revision in script.walk_revisions()}
    if unknown := sorted(set(found) - known):
        raise StoreError("err-store-newer", found=unknown[0], known=head)
    if not found and (taken := set(inspect(connection).get_table_names()) & set(metadata.tables)):
        raise StoreError("err-store-foreign", table=min(taken))
    return False


def migrate(connection: Connection, folder: Path = MIGRATIONS) -> None:
    """Make or upgrade the tables inside the caller's transaction; a failure leaves everything as it was.

    Raises:
        StoreError: see ``check``.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.exec_driver_sql("SET LOCAL lock_timeout = '30s'")
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    if check(connection, folder):
        return  # another process was faster
    prepared = config(folder)
    prepared.attributes["connection"] = connection
    command.upgrade(prepared, "head")
