"""What Discord was last told about commands, remembered across restarts and by all processes of one bot."""

import logging

from bot.errors import StoreError
from bot.store.sql_store import SqlStore

_log = logging.getLogger("rigwise.store")


class StoredSync:
    """Remembers the hash of the command payloads; a database that fails means "register them again".

    Args:
        store: read once here, so that ``read`` answers from memory.
    """

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._digest = ""
        try:
            self._digest = store.commands_digest()
        except StoreError as fault:
            _log.warning("the hash of the commands could not be read: %s", fault.code)

    def read(self) -> str:
        """The hash, or an empty text."""
        return self._digest

    def write(self, digest: str) -> None:
        """Keep a hash."""
        self._digest = digest
        try:
            self._store.save_commands_digest(digest)
        except StoreError as fault:
            _log.warning("the hash of the commands could not be kept: %s", fault.code)
