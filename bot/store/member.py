"""User ids as keyed hashes: the database alone does not say who voted."""

import hashlib
import hmac
import secrets

KEY_BYTES = 32


def new_key() -> bytes:
    """A random key of ``KEY_BYTES`` bytes."""
    return secrets.token_bytes(KEY_BYTES)


def member_of(key: bytes, user_id: int) -> str:
    """The name under which a member's rows are kept: HMAC-SHA256 of the id, as 64 hexadecimal digits."""
    return hmac.new(key, b"user:%d" % user_id, hashlib.sha256).hexdigest()


def check_of(key: bytes) -> str:
    """A value that tells whether a database was made with this key, and does not reveal it."""
    return hmac.new(key, b"check", hashlib.sha256).hexdigest()
