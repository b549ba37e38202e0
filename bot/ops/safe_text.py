"""Makes any text safe for one line of a log: nothing secret, no line that looks like another.

Every pattern here is linear in the text: no repeat can match in two ways.
"""

import re
from collections.abc import Iterable

HIDDEN = "[hidden]"
MAX_CHARACTERS = 4000

_TOKEN = re.compile(r"(?<![\w-])[\w-]{23,30}\.[\w-]{6,8}\.[\w-]{27,50}(?![\w-])", re.ASCII)
"""A bot token: the id, the time of issue, the signature, each in base64url."""

_PATH_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\d{5,25}/)[\w-]{20,400}", re.ASCII)
"""Discord's addresses that carry an interaction's or webhook's token."""

_INTERACTION_TOKEN = re.compile(r"(?<![\w-])aW50ZXJhY3Rpb246[\w-]{20,400}", re.ASCII)
"""A bare interaction token: base64 of "interaction:…"."""

_LOGIN = re.compile(r"(://[^\s/:@]{0,100}:)[^\s/@]{1,200}@")
"""A password in an address, such as that of a database."""

_HEADER = re.compile(r"(?i)\b(authorization['\"]?\s?[:=]\s?['\"]?(?:bot |bearer )?)[\w.-]{8,200}")


class Redactor:
    """Hides what looks like a secret, and the secrets it was told.

    Args:
        secrets: exact texts to hide wherever they stand; those under 8 characters are too common to hide.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = tuple(secret for secret in secrets if len(secret) >= 8)

    def __call__(self, text: str) -> str:
        """The text without secrets."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        text = _TOKEN.sub(HIDDEN, text)
        text = _PATH_TOKEN.sub(rf"\1{HIDDEN}", text)
        text = _INTERACTION_TOKEN.sub(HIDDEN, text)
        text = _LOGIN.sub(rf"\1{HIDDEN}@", text)
        return _HEADER.sub(rf"\1{HIDDEN}", text)


def escaped(text: str) -> str:
    r"""Text with everything that could break or reorder a line written as ``\n``, ``\x1b`` or ``\u202e``.

    At most ``MAX_CHARACTERS`` are kept.
    """
    cut = text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS]}… ({len(text)} characters)"
    if cut.isascii() and cut.isprintable():
        return cut
    return "".join(char if char.isprintable() else _named(char) for char in cut)


def _named(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def indented(text: str) -> str:
    """A text of several lines, such as a traceback, each behind a bar, so that none passes for a log line."""
    return "\n".join(f"  | {escaped(line)}" for line in text.splitlines())
