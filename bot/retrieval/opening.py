"""From settings to a snapshot: choose the encoder, take the saved index or build it."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from filelock import FileLock

from bot.corpus.model import Shelf
from bot.errors import EncoderError, SnapshotError, VectorsUnavailable
from bot.retrieval.build import build_snapshot
from bot.retrieval.bundled_model import Notify
from bot.retrieval.encoder import BUNDLED, Encoder, Progress, SentenceTransformerEncoder
from bot.retrieval.ingest import Workbench, workbench
from bot.retrieval.onnx_encoder import OnnxEncoder
from bot.retrieval.snapshot import Snapshot
from bot.retrieval.spread import Encoding
from bot.retrieval.storage import load, save, saved_vectors
from bot.retrieval.stores import FLAT, Stores
from bot.retrieval.weight_file import weight_file_path

_LOCK = "building.lock"

HUB_MODEL = "intfloat/multilingual-e5-small"
HUB_REVISION = "fd1525a9fd15316a2d503bf26ab031a61d056e98"
"""The same model in full precision, for platforms where the bundled weight file cannot be installed."""


def make_encoder(
    model: str = BUNDLED,
    revision: str = "",
    *,
    state_dir: Path,
    threads: int = 1,
    offline: bool = True,
    notify: Notify | None = None,
) -> Encoder:
    """The encoder a setting names; nothing is loaded yet.

    Args:
        model: ``bundled``, a Hub id, or the path of a SentenceTransformer folder.
        revision: commit of a Hub model; required for one.
        state_dir: where generated files are kept.
        threads: threads while encoding passages.
        offline: never ask the Hub.
        notify: told ``notice-…`` message keys.

    Raises:
        EncoderError: the setting names no usable model.
    """
    if model == BUNDLED:
        try:
            weight_file_path()
        except EncoderError:
            if notify:
                notify("notice-model-fallback")
            model, revision = HUB_MODEL, HUB_REVISION
        else:
            return OnnxEncoder(state_dir, threads, notify)
    return SentenceTransformerEncoder(
        model, revision=revision, state_dir=state_dir, threads=threads, notify=notify, offline=offline
    )


def open_or_build(
    shelf: Shelf,
    encoder_factory: Callable[[], Encoder],
    state_dir: Path,
    progress: Progress | None = None,
    notify: Notify | None = None,
    encoding: Encoding | None = None,
    stores: Stores = FLAT,
) -> Snapshot:
    """The saved snapshot of a shelf where it is whole and fits, else a new one, which is then saved.

    Args:
        shelf: the knowledge.
        encoder_factory: makes the encoder; a saved index is opened without loading the model.
        state_dir: where indexes are kept.
        progress: told (done, total) texts while encoding.
        notify: told ``notice-…`` message keys: why it builds, if it goes on with an earlier attempt, and if it could
            not save.
        encoding: who encodes, if not the encoder in this process.
        stores: makes the store of vectors.

    Raises:
        EncoderError: the index has to be built and the model cannot be loaded.
        VectorsUnavailable: the store of vectors does not answer as it should.
    """
    encoder = encoder_factory()
    try:
        return load(shelf, encoder, state_dir, stores)
    except VectorsUnavailable:
        raise
    except SnapshotError as error:
        if notify:
            notify(error.code.replace("err-", "notice-", 1))
    with _one_builder(state_dir):
        try:
            return load(shelf, encoder, state_dir, stores)  # another process built it while this one waited
        except VectorsUnavailable:
            raise
        except SnapshotError:
            bench = workbench(encoder, state_dir)
            if notify and bench.resumes():
                notify("notice-index-resumed")
            saved = saved_vectors(encoder, state_dir)
            snapshot = build_snapshot(shelf, encoder, None, progress, saved, encoding, bench, stores)
            _save(snapshot, state_dir, bench, notify)
            return snapshot


def _save(snapshot: Snapshot, state_dir: Path, bench: Workbench, notify: Notify | None) -> None:
    """Keep the index, or else what it was made from: after a full disk, only saving has to be done again."""
    try:
        save(snapshot, state_dir)
    except OSError:
        if notify:
            notify("notice-index-unsaved")
    else:
        bench.clear()


def _one_builder(state_dir: Path) -> AbstractContextManager[object]:
    """Lets one process at a time build in a state folder; nothing is locked where it cannot be written."""
    try:
        state_dir.mkdir(parents=True, exist_ok=True)
        (state_dir / _LOCK).touch()
    except OSError:
        return nullcontext()
    return FileLock(state_dir / _LOCK)
