"""Vectors for any number of texts, in memory that does not grow with them, and kept when a build is interrupted.

Texts are encoded in shards, each written to a file of its own as soon as it is done. A build that was interrupted, even
by the loss of power, finds those files and encodes the rest. Shards are cut from what has no vector yet *at the start
of the first attempt*, so the second one cuts them the same way, and both end with the same bytes.
"""

import hashlib
import io
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bot.errors import EncoderError
from bot.retrieval.checksum import sha256_of
from bot.retrieval.encoder import Encoder, Progress, Vectors
from bot.retrieval.spread import Encoding, InProcess, Kind, Shard

SHARD_TEXTS = 256
"""At a tenth of a second a text, what an interruption can cost is half a minute for each worker."""

MAPPED_BYTES = 64_000_000
"""Arrays from this size on stay in their file and are paged in and out by the system."""

_FOLDER = "encoding"
_NAME = re.compile(r"[0-9a-f]{64}\.npy")
_ABANDONED_S = 30 * 86_400

KnownVectors = Mapping[bytes, npt.NDArray[np.float32]]
"""Vectors by ``index.text_key``."""


class Texts(NamedTuple):
    """Texts in the order in which their vectors are wanted.

    Attributes:
        kind: what they are encoded as.
        keys: ``index.text_key`` of each.
        text: makes the text of a row; called only for those that are encoded, so that not all of them are kept.
    """

    kind: Kind
    keys: tuple[bytes, ...]
    text: Callable[[int], str]


class Rows(Mapping[bytes, npt.NDArray[np.float32]]):
    """Vectors by text key, each looked up in the array it lies in: nothing is copied, and a mapped array stays mapped."""

    def __init__(self, keys: Iterable[bytes] = (), vectors: Vectors | None = None) -> None:
        self._arrays: list[Vectors] = []
        self._place: dict[bytes, int] = {}
        if vectors is not None:
            self.add(keys, vectors)

    def add(self, keys: Iterable[bytes], vectors: Vectors) -> None:
        """Take in an array with the key of each row; a key that was there keeps its first vector."""
        number = len(self._arrays) << 32
        self._arrays.append(vectors)
        for row, key in enumerate(keys):
            self._place.setdefault(key, number | row)

    def __getitem__(self, key: bytes) -> npt.NDArray[np.float32]:
        place = self._place[key]
        row: npt.NDArray[np.float32] = self._arrays[place >> 32][place & 0xFFFFFFFF]
        return row

    def __contains__(self, key: object) -> bool:
        return key in self._place

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._place)

    def __len__(self) -> int:
        return len(self._place)


class Workbench:
    """Where finished shards lie until the index is saved.

    A shard is one file: rows of a key and its vector. Its name is the SHA-256 of its content, so a damaged one is noticed,
    removed, and its texts are encoded anew. Where nothing can be written, everything is kept in memory.

    Args:
        folder: of one encoder, made when there is need of it; ``None`` for none.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def resumes(self) -> bool:
        """Whether an interrupted build left something here."""
        return self._folder is not None and any(self._folder.glob("*.npy"))

    def finished(self, dim: int) -> Rows:
        """What an interrupted build left behind; anything in the folder that is no whole shard is removed.

        Args:
            dim: length of a vector.
        """
        rows = Rows()
        for path in sorted(self._folder.iterdir()) if self._folder and self._folder.is_dir() else ():
            shard = _opened(path, dim)
            if shard is None:
                _remove(path)
            else:
                rows.add([key.tobytes() for key in shard["key"]], shard["vector"])
        return rows

    def keep(self, keys: Sequence[bytes], vectors: Vectors) -> Vectors:
        """Write a finished shard; what is returned is its vectors, to be used from now on."""
        if self._folder is None:
            return vectors
        shard = np.empty(len(keys), _row_type(vectors.shape[1]))
        shard["key"] = np.frombuffer(b"".join(keys), "V16")
        shard["vector"] = vectors
        try:
            path = _written(self._folder, shard)
        except OSError:  # the disk is full: this build can still end well
            return vectors
        saved: Vectors = np.load(path, mmap_mode="r", allow_pickle=False)["vector"]
        return saved

    def array(self, rows: int, dim: int) -> Vectors:
        """An array to be filled, float32, (rows, dim); a large one lies in a file that ends with its use."""
        if self._folder is not None and rows * dim * 4 >= MAPPED_BYTES:
            try:
                return _mapped(self._folder, rows, dim)
            except OSError:
                pass
        return np.empty((rows, dim), np.float32)

    def clear(self) -> None:
        """Remove the shards, now that the index is saved, and those of other encoders that nobody came back for."""
        if self._folder is None:
            return
        shutil.rmtree(self._folder, ignore_errors=True)
        for other in self._folder.parent.glob("*"):
            with suppress(OSError):
                if time.time() - other.stat().st_mtime > _ABANDONED_S:
                    _remove(other)


def workbench(encoder: Encoder, state_dir: Path) -> Workbench:
    """The workbench of an encoder: vectors of different ones must never meet."""
    marks = "\x00".join((encoder.name, encoder.revision, *encoder.prefixes))
    mark = hashlib.sha256(marks.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return Workbench(state_dir / "index" / _FOLDER / mark)


def _remove(path: Path) -> None:
    with suppress(OSError):  # what cannot be removed is in nobody's way
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def _row_type(dim: int) -> np.dtype[np.void]:
    return np.dtype([("key", "V16"), ("vector", "<f4", (dim,))])


def _opened(path: Path, dim: int) -> npt.NDArray[np.void] | None:
    """A shard, mapped; ``None`` for what is none."""
    try:
        if not _NAME.fullmatch(path.name) or path.stem != sha256_of(path):
            return None
        shard: npt.NDArray[np.void] = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return shard if shard.ndim == 1 and shard.dtype == _row_type(dim) else None


def _written(folder: Path, shard: npt.NDArray[np.void]) -> Path:
    """Write a shard aside and move it to its name in one step."""
    folder.mkdir(parents=True, exist_ok=True)
    content = io.BytesIO()
    np.save(content, shard, allow_pickle=False)
    data = content.getbuffer()
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".shard-", delete=False) as file:
        file.write(data)
    return Path(file.name).rename(folder / f"{hashlib.sha256(data).hexdigest()}.npy")


def _mapped(folder: Path, rows: int, dim: int) -> Vectors:
    """A file of zeros in memory's place; it has no name any more, so nothing of it is left behind."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder) as file:
        file.truncate(rows * dim * 4)
        return np.memmap(file, np.float32, "r+", shape=(rows, dim))


class Work:
    """Texts to encode, each once, with what is known already left out.

    Args:
        texts: all for which there must be a vector at the end.
        known: vectors that need not be made; the first that has one counts.
        encoder: for its dimension, and for encoding unless ``encoding`` does it.
        encoding: who encodes.
        bench: where finished shards go.
    """

    def __init__(
        self,
        texts: Sequence[Texts],
        known: Sequence[KnownVectors],
        encoder: Encoder,
        encoding: Encoding | None = None,
        bench: Workbench | None = None,
    ) -> None:
        self._texts, self._known, self._dim = texts, known, encoder.dim
        self._encoding = encoding or InProcess(encoder)
        self._bench = bench or Workbench()
        self._made = self._bench.finished(self._dim)
        self._missing = [(text, _missing(text.keys, known)) for text in texts]
        self._total = sum(len(rows) for _, rows in self._missing)

    def vectors(self, progress: Progress | None = None) -> list[Vectors]:
        """Of each of the texts given, float32, (n, dim).

        Args:
            progress: told (done, total); not of the last step, as more is done with the vectors: ``finish`` tells it.

        Raises:
            EncoderError: see ``Encoding.run``.
        """
        done = sum(text.keys[row] in self._made for text, rows in self._missing for row in rows)

        def step(more: int) -> None:
            nonlocal done
            done += more
            if progress and done < self._total:
                progress(done, self._total)

        step(0)
        with closing(self._encoding.run(self._shards(), step)) as results:
            for shard, vectors in results:
                if vectors.shape != (len(shard.keys), self._dim):
                    raise EncoderError("err-encoder-bad-vector", reason="shape")
                self._made.add(shard.keys, self._bench.keep(shard.keys, vectors))
        return [self._rows(text.keys) for text in self._texts]

    def finish(self, progress: Progress | None = None) -> None:
        """Report the last step."""
        if progress and self._total:
            progress(self._total, self._total)

    def _shards(self) -> Iterator[Shard]:
        """What is left to encode. Where the knowledge has changed meanwhile, a shard lacks what is found elsewhere."""
        for text, rows in self._missing:
            for start in range(0, len(rows), SHARD_TEXTS):
                part = [r for r in rows[start : start + SHARD_TEXTS] if text.keys[r] not in self._made]
                if part:
                    yield Shard(
                        text.kind, tuple(text.keys[r] for r in part), tuple(text.text(r) for r in part)
                    )

    def _rows(self, keys: Sequence[bytes]) -> Vectors:
        out = self._bench.array(len(keys), self._dim)
        for row, key in enumerate(keys):
            out[row] = next(found[key] for found in (self._made, *self._known) if key in found)
        return out


def _missing(keys: Sequence[bytes], known: Sequence[KnownVectors]) -> list[int]:
    """The first row of each key that is not known."""
    seen: set[bytes] = set()
    rows = []
    for row, key in enumerate(keys):
        if key not in seen and not any(key in vectors for vectors in known):
            seen.add(key)
            rows.append(row)
    return rows
