"""The checksum by which a damaged file of an index is noticed."""

import hashlib
from pathlib import Path


def sha256_of(path: Path) -> str:
    """Of a file's content, in hexadecimal.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
