"""One exception tree for the whole program.

::

    RigwiseError
    ├── InputError              a value from a person is unusable: field, value, what is accepted
    ├── KnowledgeError          the knowledge folder or a file in it cannot be used
    │   └── KnowledgeMissing    the folder does not exist or holds nothing readable
    ├── EncoderError            the encoder cannot be built or loaded
    ├── SnapshotError           a saved index is absent, damaged or of another make
    │   └── VectorsUnavailable  the store of vectors does not answer as it should
    ├── SettingsError           a setting is unknown or invalid: its name
    ├── StoreError              the database cannot be used
    ├── DiscordError            Discord refuses the bot, or would refuse its commands
    └── BusyError               the queue is full or a job overran its deadline

Exceptions carry data, never sentences for users: ``code`` is a message key of the ``i18n`` room and
``args_`` its arguments. They are raised where the fault is found and caught in ``discord_ui/tree.py``
and ``cli``. ``exit_code`` is what the process ends with when the command line catches one.
"""

from collections.abc import Mapping
from typing import ClassVar


class RigwiseError(Exception):
    """Base of all errors this program raises on purpose.

    Args:
        code: message key of the sentence shown to a person.
        **args_: arguments of that message; plain strings and numbers.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, code: str, **args_: object) -> None:
        self.code = code
        self.args_: Mapping[str, object] = args_
        detail = ", ".join(f"{k}={v!r}" for k, v in args_.items())
        super().__init__(f"{code}({detail})")


class InputError(RigwiseError):
    """A value a person gave is unusable; the arguments say which and what is accepted."""

    exit_code = 2


class KnowledgeError(RigwiseError):
    """The knowledge folder, or something in it, cannot be used."""

    exit_code = 3


class KnowledgeMissing(KnowledgeError):
    """The knowledge folder does not exist or holds no readable document."""


class EncoderError(RigwiseError):
    """The encoder cannot be built or loaded."""

    exit_code = 4


class SnapshotError(RigwiseError):
    """A saved index is absent, damaged or of another make; the caller rebuilds."""

    exit_code = 5


class VectorsUnavailable(SnapshotError):
    """The store of vectors does not answer as it should; building the index again would not help."""


class SettingsError(RigwiseError):
    """A setting is unknown or invalid (``name``, ``reason``)."""

    exit_code = 6


class StoreError(RigwiseError):
    """The database cannot be used."""

    exit_code = 7


class DiscordError(RigwiseError):
    """Discord refuses the token, an intent or a command, or cannot be reached."""

    exit_code = 9


class BusyError(RigwiseError):
    """The queue is full, or a job overran its deadline."""

    exit_code = 8
