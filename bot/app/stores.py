"""Opens the database that the settings name."""

from bot.ops.settings import Settings
from bot.store.sql_store import SqlStore


def database_url(loaded: Settings) -> str:
    """The SQLAlchemy URL: the setting, else SQLite in the state folder."""
    if loaded.database_url:
        return loaded.database_url
    loaded.state_dir.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{(loaded.state_dir / 'rigwise.sqlite3').resolve()}"


def open_store(loaded: Settings) -> SqlStore:
    """The store, migrated to this version's schema.

    Raises:
        StoreError: the database cannot be opened, or is newer than this program.
    """
    return SqlStore(database_url(loaded))
