"""Saved indexes: one folder per version, switched by one rename, checked before use.

::

    index/
      current            the name of the version in use
      1f0c…/             manifest.json  passages.jsonl  vectors.npy  questions.npy
                         keys.npy  adapter.npy  keywords.npz

Nothing is pickled. The manifest holds the identity of the index and the SHA-256 of every other file; any
difference or damage is a ``SnapshotError``, and the caller builds anew.
"""

import hashlib
import io
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import ValidationError

from bot.corpus.model import Shelf
from bot.domain.model import Frozen
from bot.errors import SnapshotError
from bot.retrieval.adapter import Adapter
from bot.retrieval.build import KnownVectors
from bot.retrieval.encoder import Encoder
from bot.retrieval.index import INDEX_VERSION, Index, all_questions
from bot.retrieval.keyword import KeywordIndex
from bot.retrieval.model import Passage
from bot.retrieval.ranking import Ranking
from bot.retrieval.snapshot import Identity, Snapshot, make_folder
from bot.retrieval.vector import VectorIndex

_KEPT = 2
_ABANDONED_S = 3600
_NAME = re.compile(r"[0-9a-f]{12}")
_FILES = ("passages.jsonl", "vectors.npy", "questions.npy", "keys.npy", "adapter.npy", "keywords.npz")


class Manifest(Frozen):
    """What a saved index says of itself.

    Attributes:
        identity: model, versions and corpus hash.
        dimension: length of a vector.
        n_passages, n_questions: how many vectors there are.
        ranking: weights and calibrated floor.
        files: SHA-256 of every other file.
    """

    identity: Identity
    dimension: int
    n_passages: int
    n_questions: int
    ranking: Ranking
    files: Mapping[str, str]


def save(snapshot: Snapshot, state_dir: Path) -> Path:
    """Write a snapshot's index and make it the current one; the version before it is kept, older ones go.

    Raises:
        OSError: the state folder cannot be written.
    """
    root = state_dir / "index"
    root.mkdir(parents=True, exist_ok=True)
    contents = _contents(snapshot)
    manifest = Manifest(
        identity=snapshot.identity,
        dimension=snapshot.index.vectors.dim,
        n_passages=len(snapshot.index.vectors),
        n_questions=len(snapshot.index.questions),
        ranking=snapshot.ranking,
        files={name: hashlib.sha256(data).hexdigest() for name, data in contents.items()},
    )
    aside = Path(tempfile.mkdtemp(prefix=".building-", dir=root))
    target = root / snapshot.version
    try:
        for name, data in contents.items():
            (aside / name).write_bytes(data)
        (aside / "manifest.json").write_text(manifest.model_dump_json(indent=1) + "\n", encoding="utf-8")
        aside.chmod(0o755)
        if target.exists():
            shutil.rmtree(target)
        aside.rename(target)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    _point_to(root, snapshot.version)
    _remove_old(root, snapshot.version)
    return target


def _contents(snapshot: Snapshot) -> dict[str, bytes]:
    index = snapshot.index
    lines = "".join(p.model_dump_json() + "\n" for p in index.passages)
    keywords = {**index.passage_words.arrays("passage"), **index.question_words.arrays("question")}
    packed = io.BytesIO()
    np.savez(packed, allow_pickle=False, **keywords)
    return {
        "passages.jsonl": lines.encode("utf-8"),
        "vectors.npy": _npy(index.vectors.vectors),
        "questions.npy": _npy(index.question_vectors),
        "keys.npy": _npy(_key_array((*index.passage_keys, *index.question_keys))),
        "adapter.npy": _npy(index.adapter.matrix),
        "keywords.npz": packed.getvalue(),
    }


def _key_array(keys: tuple[bytes, ...]) -> npt.NDArray[np.uint8]:
    return np.frombuffer(b"".join(keys), np.uint8).reshape(-1, 16)


def _npy(array: npt.NDArray[np.generic]) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()


def _point_to(root: Path, version: str) -> None:
    handle, name = tempfile.mkstemp(prefix=".current-", dir=root)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(version + "\n")
    Path(name).replace(root / "current")


def _remove_old(root: Path, current: str) -> None:
    """Keep the current version and the newest other; leftovers of interrupted builds go too."""
    versions = [p for p in root.iterdir() if p.is_dir() and _NAME.fullmatch(p.name) and p.name != current]
    versions.sort(key=lambda p: p.stat().st_mtime, reverse=True)
    abandoned = [p for p in root.glob(".building-*") if time.time() - p.stat().st_mtime > _ABANDONED_S]
    for path in (*versions[_KEPT - 1 :], *abandoned):
        shutil.rmtree(path, ignore_errors=True)


def load(shelf: Shelf, encoder: Encoder, state_dir: Path) -> Snapshot:
    """The saved snapshot of this shelf and encoder.

    Raises:
        SnapshotError: ``err-index-absent``, ``err-index-other`` (another knowledge, model or program version)
            or ``err-index-damaged``.
    """
    manifest, contents = _read(state_dir)
    if manifest.identity != Identity.of(shelf, encoder):
        raise SnapshotError("err-index-other")
    try:
        index = _index(shelf, manifest, contents)
    except (ValueError, KeyError, IndexError, OSError, EOFError) as error:
        raise SnapshotError("err-index-damaged", reason=str(error)[:200]) from error
    except SnapshotError as error:  # vectors that are none
        raise SnapshotError("err-index-damaged", **error.args_) from error
    return Snapshot(shelf, encoder, index, manifest.ranking)


def _index(shelf: Shelf, manifest: Manifest, contents: Mapping[str, bytes]) -> Index:
    passages = tuple(Passage.model_validate_json(line) for line in contents["passages.jsonl"].splitlines())
    questions = all_questions(shelf, make_folder(shelf))
    vectors, asked = _array(contents["vectors.npy"]), _array(contents["questions.npy"])
    if vectors.shape != (len(passages), manifest.dimension) or asked.shape != (
        len(questions),
        manifest.dimension,
    ):
        raise ValueError("vectors do not match the passages")
    keys = tuple(key.tobytes() for key in np.load(io.BytesIO(contents["keys.npy"]), allow_pickle=False))
    if len(keys) != len(passages) + len(questions):
        raise ValueError("keys do not match the vectors")
    with np.load(io.BytesIO(contents["keywords.npz"]), allow_pickle=False) as arrays:
        words = KeywordIndex.from_arrays(arrays, "passage")
        asked_words = KeywordIndex.from_arrays(arrays, "question")
    if words.n_texts != len(passages) or asked_words.n_texts != len(questions):
        raise ValueError("keywords do not match the passages")
    return Index(
        passages=passages,
        vectors=VectorIndex(vectors),
        questions=questions,
        question_vectors=VectorIndex(asked).vectors,
        passage_words=words,
        question_words=asked_words,
        adapter=Adapter(_adapter_matrix(contents["adapter.npy"], manifest.dimension)),
        passage_keys=keys[: len(passages)],
        question_keys=keys[len(passages) :],
    )


def _adapter_matrix(data: bytes, dim: int) -> npt.NDArray[np.float32]:
    matrix = _array(data)
    if matrix.shape not in {(0, 0), (dim, dim)} or not np.isfinite(matrix).all():
        raise ValueError("the adapter does not match the vectors")
    return matrix


def _array(data: bytes) -> npt.NDArray[np.float32]:
    return np.asarray(np.load(io.BytesIO(data), allow_pickle=False), np.float32)


def _current(state_dir: Path) -> Path:
    """The folder of the version saved last."""
    root = state_dir / "index"
    try:
        name = (root / "current").read_text(encoding="ascii").strip()
    except FileNotFoundError as error:
        raise SnapshotError("err-index-absent") from error
    except (OSError, UnicodeDecodeError) as error:
        raise SnapshotError("err-index-damaged", reason="current") from error
    if not _NAME.fullmatch(name):
        raise SnapshotError("err-index-damaged", reason="current")
    return root / name


def _checked(folder: Path, sums: Mapping[str, str], names: Iterable[str]) -> dict[str, bytes]:
    """Some files of a version, each with the checksum its manifest gives."""
    contents = {}
    for name in names:
        try:
            contents[name] = (folder / name).read_bytes()
        except OSError as error:
            raise SnapshotError("err-index-damaged", reason=name) from error
        if sums.get(name) != hashlib.sha256(contents[name]).hexdigest():
            raise SnapshotError("err-index-damaged", reason=name)
    return contents


def _manifest(folder: Path) -> dict[str, Any]:
    """The manifest as plain data, whatever program version wrote it."""
    try:
        data = json.loads((folder / "manifest.json").read_bytes())
    except (OSError, ValueError) as error:
        raise SnapshotError("err-index-damaged", reason="manifest.json") from error
    if not isinstance(data, dict):
        raise SnapshotError("err-index-damaged", reason="manifest.json")
    return data


def _read(state_dir: Path) -> tuple[Manifest, dict[str, bytes]]:
    """The current version's manifest and files, checked against each other."""
    folder = _current(state_dir)
    data = _manifest(folder)
    versions = data.get("identity")
    if isinstance(versions, dict) and versions.get("index_version") != INDEX_VERSION:
        raise SnapshotError("err-index-other")
    try:
        manifest = Manifest.model_validate_json(json.dumps(data))
    except ValidationError as error:
        raise SnapshotError("err-index-damaged", reason="manifest.json") from error
    return manifest, _checked(folder, manifest.files, _FILES)


def saved_vectors(encoder: Encoder, state_dir: Path) -> KnownVectors:
    """Vectors by text key of whatever index was saved last, if the same model made them; else none.

    An index of another program version serves as well: its vectors still belong to their texts.
    """
    try:
        folder = _current(state_dir)
        data = _manifest(folder)
        identity, sums = data["identity"], data["files"]
        if (identity["model"], identity["revision"], tuple(identity["prefixes"])) != (
            encoder.name,
            encoder.revision,
            encoder.prefixes,
        ):
            return {}
        contents = _checked(folder, sums, ("keys.npy", "vectors.npy", "questions.npy"))
        keys = np.load(io.BytesIO(contents["keys.npy"]), allow_pickle=False)
        vectors = np.concatenate([_array(contents["vectors.npy"]), _array(contents["questions.npy"])])
    except (SnapshotError, ValueError, OSError, EOFError, KeyError, TypeError, AttributeError):
        return {}
    if len(keys) != len(vectors):
        return {}
    return {key.tobytes(): vector for key, vector in zip(keys, vectors, strict=True)}
