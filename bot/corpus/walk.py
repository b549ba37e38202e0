"""Which files of the knowledge folder count, and reading them safely.

Skipped: hidden names (also ``..data`` of a mounted ConfigMap), editors' backup and temporary files, READMEs.
Refused and reported: links that leave the folder, files that are too large, too deep, too many, or not text.
A file that several paths lead to is read once, under the path that is not a link.
"""

import hashlib
import os
import stat
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from pydantic import Field

from bot.corpus.model import Problem
from bot.domain.model import Frozen
from bot.errors import KnowledgeMissing

DOCUMENT_SUFFIXES = frozenset({".md", ".markdown", ".txt", ".html", ".htm"})
TABLE_SUFFIXES = frozenset({".csv"})
SILENT_SUFFIXES = frozenset({".yaml", ".yml", ".json", ".toml"})
_SKIPPED_ENDINGS = (
    "~",
    ".swp",
    ".swo",
    ".swx",
    ".bak",
    ".tmp",
    ".temp",
    ".orig",
    ".rej",
    ".part",
    ".crdownload",
)


class Limits(Frozen):
    """How much of a folder is read: bytes of one file, number of files, depth of folders below the root."""

    max_file_bytes: int = Field(default=1_048_576, ge=1)
    max_files: int = Field(default=5_000, ge=1)
    max_depth: int = Field(default=8, ge=1)


class Found(Frozen):
    """A file that counts: its path relative to the root with ``/``, and the real file behind it."""

    path: str
    real: Path

    @property
    def suffix(self) -> str:
        """The ending of the visible name in lower case, with its dot."""
        return Path(self.path).suffix.lower()


def walk(root: Path, limits: Limits) -> tuple[tuple[Found, ...], tuple[Problem, ...]]:
    """The files of a folder that count, ordered by path, and those refused.

    Raises:
        KnowledgeMissing: the folder does not exist or cannot be listed.
    """
    try:
        home = root.resolve(strict=True)
        entries = list(_entries(home, limits))
    except OSError as fault:
        raise KnowledgeMissing("err-knowledge-missing", path=str(root)) from fault
    problems = [entry for entry in entries if isinstance(entry, Problem)]
    found = [entry for entry in entries if isinstance(entry, Found)]
    # Real files first: a link to one of them is then the copy, whatever its name.
    found.sort(key=lambda file: (os.fspath(home / file.path) != os.fspath(file.real), file.path))
    unique = {file.real: file for file in reversed(found)}
    kept = sorted(unique.values(), key=lambda file: file.path)
    if len(kept) > limits.max_files:
        first = kept[limits.max_files]
        what = f"The folder holds {len(kept)} files; those from this one on are not read (limit {limits.max_files})."
        problems.append(Problem(path=first.path, code="too-many-files", message=what))
    return tuple(kept[: limits.max_files]), tuple(sorted(problems, key=lambda p: p.path))


def read_bytes(file: Found, limits: Limits) -> bytes | Problem:
    """The content of a file, or why it is refused."""
    try:
        with file.real.open("rb") as stream:
            content = stream.read(limits.max_file_bytes + 1)
    except OSError as fault:
        what = f"The file cannot be read: {fault.strerror or type(fault).__name__}."
        return Problem(path=file.path, code="file-unreadable", message=what)
    if len(content) > limits.max_file_bytes:
        what = f"The file is larger than {limits.max_file_bytes} bytes."
        return Problem(path=file.path, code="file-too-large", message=what)
    return content


def as_text(content: bytes, path: str) -> str | Problem:
    """The text of a file's bytes without byte-order mark, or why it is none."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        what = "The file is UTF-16; save it as UTF-8."
        return Problem(path=path, line=1, code="file-encoding", message=what)
    if b"\x00" in content:
        line = content[: content.index(b"\x00")].count(b"\n") + 1
        what = "The file holds a NUL byte, so it is not a text file."
        return Problem(path=path, line=line, code="file-binary", message=what)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content[: fault.start].count(b"\n") + 1
        what = f"The file is not UTF-8 (byte {fault.start}); save it as UTF-8."
        return Problem(path=path, line=line, code="file-encoding", message=what)
    if not text.strip():
        return Problem(path=path, line=1, code="file-empty", message="The file is empty.")
    return text


def scan_hashes(root: Path, limits: Limits | None = None) -> dict[str, str]:
    """SHA-256 of every document and table, by path: what the folder's version is made of.

    A file that cannot be read has the hash ``unreadable``, so its recovery shows as a change.

    Raises:
        KnowledgeMissing: the folder does not exist or cannot be listed.
    """
    bounds = limits or Limits()
    found, _ = walk(root, bounds)
    hashes: dict[str, str] = {}
    for file in found:
        if file.suffix in DOCUMENT_SUFFIXES | TABLE_SUFFIXES:
            content = read_bytes(file, bounds)
            hashes[file.path] = (
                "unreadable" if isinstance(content, Problem) else hashlib.sha256(content).hexdigest()
            )
    return hashes


def combined_hash(hashes: dict[str, str]) -> str:
    """One SHA-256 for a set of hashed files, whatever order they came in."""
    rows = "".join(f"{path}\0{digest}\n" for path, digest in sorted(hashes.items()))
    return hashlib.sha256(rows.encode("utf-8", "surrogateescape")).hexdigest()


def _entries(home: Path, limits: Limits) -> Iterator[Found | Problem]:
    """Files and refusals of a folder. Real folders come first, linked ones after, each real folder once."""
    folders = deque([home])
    linked: deque[Path] = deque()
    visited: set[Path] = set()
    while folders or linked:
        folder = folders.popleft() if folders else linked.popleft()
        real = folder.resolve()
        if real in visited:
            continue
        visited.add(real)
        try:
            children = sorted(folder.iterdir(), key=lambda path: path.name)
        except OSError as fault:
            if folder == home:
                raise
            what = f"The folder cannot be listed: {fault.strerror or type(fault).__name__}."
            yield Problem(path=folder.relative_to(home).as_posix(), code="file-unreadable", message=what)
            continue
        for child in children:
            entry = None if _is_skipped(child.name) else _entry(child, home, limits)
            if isinstance(entry, Path):
                (linked if child.is_symlink() else folders).append(entry)
            elif entry is not None:
                yield entry


def _is_skipped(name: str) -> bool:
    """Whether a name is hidden, a backup or a temporary file."""
    return name.startswith((".", "#")) or name.lower().endswith(_SKIPPED_ENDINGS)


def _entry(entry: Path, home: Path, limits: Limits) -> Found | Problem | Path | None:
    """What one directory entry is: a file, a refusal, a folder to look into, or nothing of ours."""
    path = entry.relative_to(home).as_posix()
    try:
        path.encode()
        real = entry.resolve(strict=True)
        mode = real.stat().st_mode
    except UnicodeEncodeError:
        shown = path.encode("utf-8", "backslashreplace").decode()
        return Problem(path=shown, code="file-name", message="The file's name is not valid UTF-8.")
    except (OSError, RuntimeError):
        # Gone since the listing, or a link to nothing; a plain file that vanished needs no report.
        broken = Problem(path=path, code="link-broken", message="The link leads nowhere.")
        return broken if entry.is_symlink() else None
    if not real.is_relative_to(home):
        return Problem(path=path, code="link-outside", message="The link leads out of the knowledge folder.")
    if not stat.S_ISDIR(mode):
        return _file(path, real, mode)
    if path.count("/") + 1 > limits.max_depth:
        what = f"The folder lies deeper than {limits.max_depth} levels and is not read."
        return Problem(path=path, code="too-deep", message=what)
    return entry


def _file(path: str, real: Path, mode: int) -> Found | Problem | None:
    """A file, if it is one of ours."""
    name = path.rsplit("/", 1)[-1]
    suffix = Path(name).suffix.lower()
    if Path(name).stem.lower() == "readme" or suffix in SILENT_SUFFIXES:
        return None
    if not stat.S_ISREG(mode):
        return Problem(path=path, code="file-special", message="This is not a regular file and is not read.")
    if suffix not in DOCUMENT_SUFFIXES | TABLE_SUFFIXES:
        what = (
            f"Files ending in '{suffix}' are not read." if suffix else "Files without an ending are not read."
        )
        return Problem(path=path, code="file-type", severity="warning", message=what)
    return Found(path=path, real=real)
