"""Opens the database that the settings name."""

from bot.ops.settings import Settings, hash_key
from bot.store.sql_store import SqlStore
from bot.store.sql_store import open_store as open_database


def open_store(loaded: Settings) -> SqlStore:
    """The store, migrated to this version's schema; SQLite in the state folder unless a URL is set.

    Raises:
        SettingsError: the file of the hash key cannot be used.
        StoreError: the database cannot be opened, or is newer than this program.
    """
    return open_database(loaded.database_url, loaded.state_dir, key=hash_key(loaded))
