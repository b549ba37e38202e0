"""Saved indexes: one folder per version, switched by one rename, checked before use.

::

    index/
      current            the name of the version in use
      1f0c…/             manifest.json  passages.jsonl  vectors.npy  questions.npy
                         keys.npy  adapter.npy  keywords.npz

Nothing is pickled. The manifest holds the identity of the index and the SHA-256 of every other file; any
difference or damage is a ``SnapshotError``, and the caller builds anew.
"""

import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from pydantic import ValidationError

from bot.corpus.model import Shelf
from bot.domain.model import Frozen
from bot.errors import SnapshotError, VectorsUnavailable
from bot.retrieval.adapter import Adapter
from bot.retrieval.checksum import sha256_of
from bot.retrieval.encoder import Encoder
from bot.retrieval.index import INDEX_VERSION, Index, all_questions
from bot.retrieval.ingest import MAPPED_BYTES, KnownVectors, Rows
from bot.retrieval.keyword import KeywordIndex
from bot.retrieval.model import Passage
from bot.retrieval.ranking import Ranking
from bot.retrieval.snapshot import Identity, Snapshot, make_folder
from bot.retrieval.stores import FLAT, Stores
from bot.retrieval.vector_store import checked_rows

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
    aside = Path(tempfile.mkdtemp(prefix=".building-", dir=root))
    target = root / snapshot.version
    try:
        _write(snapshot.index, aside)
        manifest = Manifest(
            identity=snapshot.identity,
            dimension=snapshot.index.vectors.dim,
            n_passages=len(snapshot.index.vectors),
            n_questions=len(snapshot.index.questions),
            ranking=snapshot.ranking,
            files={name: sha256_of(aside / name) for name in _FILES},
        )
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


def _write(index: Index, folder: Path) -> None:
    """The files of an index, each as it streams by: a second copy of a large one need not fit the memory."""
    with (folder / "passages.jsonl").open("wb") as file:
        for passage in index.passages:
            file.write(passage.model_dump_json().encode("utf-8") + b"\n")
    keys = np.frombuffer(b"".join((*index.passage_keys, *index.question_keys)), np.uint8).reshape(-1, 16)
    arrays: dict[str, npt.NDArray[Any]] = {
        "vectors.npy": index.vectors.vectors,
        "questions.npy": index.question_vectors,
        "keys.npy": keys,
        "adapter.npy": index.adapter.matrix,
    }
    for name, array in arrays.items():
        np.save(folder / name, array, allow_pickle=False)
    keywords = {**index.passage_words.arrays("passage"), **index.question_words.arrays("question")}
    np.savez(folder / "keywords.npz", allow_pickle=False, **keywords)


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


def load(shelf: Shelf, encoder: Encoder, state_dir: Path, stores: Stores = FLAT) -> Snapshot:
    """The saved snapshot of this shelf and encoder, searched through a store of vectors that need not be the one before.

    Raises:
        SnapshotError: ``err-index-absent``, ``err-index-other`` (another knowledge, model or program version)
            or ``err-index-damaged``.
        VectorsUnavailable: the store of vectors does not answer as it should.
    """
    manifest, folder = _read(state_dir)
    if manifest.identity != Identity.of(shelf, encoder):
        raise SnapshotError("err-index-other")
    try:
        index = _index(shelf, manifest, folder, stores)
    except (ValueError, KeyError, IndexError, OSError, EOFError) as error:
        raise SnapshotError("err-index-damaged", reason=str(error)[:200]) from error
    except VectorsUnavailable:
        raise
    except SnapshotError as error:  # vectors that are none
        raise SnapshotError("err-index-damaged", **error.args_) from error
    return Snapshot(shelf, encoder, index, manifest.ranking)


def _index(shelf: Shelf, manifest: Manifest, folder: Path, stores: Stores) -> Index:
    with (folder / "passages.jsonl").open("rb") as lines:
        passages = tuple(Passage.model_validate_json(line) for line in lines)
    questions = all_questions(shelf, make_folder(shelf))
    vectors, asked = _array(folder / "vectors.npy"), _array(folder / "questions.npy")
    if vectors.shape != (len(passages), manifest.dimension) or asked.shape != (
        len(questions),
        manifest.dimension,
    ):
        raise ValueError("vectors do not match the passages")
    keys = _keys(folder / "keys.npy")
    if len(keys) != len(passages) + len(questions):
        raise ValueError("keys do not match the vectors")
    with np.load(folder / "keywords.npz", allow_pickle=False) as arrays:
        words = KeywordIndex.from_arrays(arrays, "passage")
        asked_words = KeywordIndex.from_arrays(arrays, "question")
    if words.n_texts != len(passages) or asked_words.n_texts != len(questions):
        raise ValueError("keywords do not match the passages")
    return Index(
        passages=passages,
        vectors=stores.open(vectors, asked, manifest.identity.version()),
        questions=questions,
        question_vectors=checked_rows(asked),
        passage_words=words,
        question_words=asked_words,
        adapter=Adapter(_adapter_matrix(folder / "adapter.npy", manifest.dimension)),
        passage_keys=keys[: len(passages)],
        question_keys=keys[len(passages) :],
        stores=stores,
    )


def _adapter_matrix(path: Path, dim: int) -> npt.NDArray[np.float32]:
    matrix = _array(path)
    if matrix.shape not in {(0, 0), (dim, dim)} or not np.isfinite(matrix).all():
        raise ValueError("the adapter does not match the vectors")
    return matrix


def _keys(path: Path) -> tuple[bytes, ...]:
    return tuple(key.tobytes() for key in np.load(path, allow_pickle=False))


def _array(path: Path) -> npt.NDArray[np.float32]:
    """An array; a large one stays in its file, which no later version touches."""
    mapped: Literal["r"] | None = "r" if path.stat().st_size >= MAPPED_BYTES else None
    return np.asarray(np.load(path, mmap_mode=mapped, allow_pickle=False), np.float32)


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


def _check(folder: Path, sums: Mapping[str, str], names: Iterable[str]) -> None:
    """Whether some files of a version have the checksums that its manifest gives."""
    for name in names:
        try:
            found = sha256_of(folder / name)
        except OSError as error:
            raise SnapshotError("err-index-damaged", reason=name) from error
        if sums.get(name) != found:
            raise SnapshotError("err-index-damaged", reason=name)


def _manifest(folder: Path) -> dict[str, Any]:
    """The manifest as plain data, whatever program version wrote it."""
    try:
        data = json.loads((folder / "manifest.json").read_bytes())
    except (OSError, ValueError) as error:
        raise SnapshotError("err-index-damaged", reason="manifest.json") from error
    if not isinstance(data, dict):
        raise SnapshotError("err-index-damaged", reason="manifest.json")
    return data


def _read(state_dir: Path) -> tuple[Manifest, Path]:
    """The current version's manifest and folder, checked against each other."""
    folder = _current(state_dir)
    data = _manifest(folder)
    versions = data.get("identity")
    if isinstance(versions, dict) and versions.get("index_version") != INDEX_VERSION:
        raise SnapshotError("err-index-other")
    try:
        manifest = Manifest.model_validate_json(json.dumps(data))
    except ValidationError as error:
        raise SnapshotError("err-index-damaged", reason="manifest.json") from error
    _check(folder, manifest.files, _FILES)
    return manifest, folder


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
        _check(folder, sums, ("keys.npy", "vectors.npy", "questions.npy"))
        keys = _keys(folder / "keys.npy")
        vectors, questions = _array(folder / "vectors.npy"), _array(folder / "questions.npy")
    except (SnapshotError, ValueError, OSError, EOFError, KeyError, TypeError, AttributeError):
        return {}
    if len(keys) != len(vectors) + len(questions) or vectors.shape[1:] != questions.shape[1:]:
        return {}
    rows = Rows(keys[: len(vectors)], vectors)
    rows.add(keys[len(vectors) :], questions)
    return rows
