"""One process per state folder: a second one would answer every question twice."""

import fcntl
import os
from pathlib import Path

from bot.errors import SettingsError

FILE_NAME = "rigwise.lock"


class StateLock:
    """A lock on a folder that the system gives back when the process ends, however it ends.

    Args:
        state_dir: made where it is absent.
    """

    def __init__(self, state_dir: Path) -> None:
        self._path = state_dir / FILE_NAME
        self._handle: int | None = None

    def acquire(self) -> None:
        """Take the lock, or say who has it.

        Raises:
            SettingsError: ``err-state-taken`` (with ``pid``), or ``err-state-folder`` where it cannot be written.
        """
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as fault:
            raise _unusable(self._path.parent, fault) from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            owner = os.pread(handle, 20, 0).decode("ascii", "replace").strip() or "?"
            os.close(handle)
            if not isinstance(fault, BlockingIOError):
                raise _unusable(self._path.parent, fault) from None
            raise SettingsError("err-state-taken", path=str(self._path.parent), pid=owner) from None
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode("ascii"), 0)
        self._handle = handle

    def release(self) -> None:
        """Give the lock back; a second call does nothing. The file stays, or two could hold "the" lock."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _unusable(folder: Path, fault: OSError) -> SettingsError:
    reason = fault.strerror or type(fault).__name__
    return SettingsError("err-state-folder", name="RIGWISE_STATE_DIR", path=str(folder), reason=reason)
