"""Builds what answers questions: shelf, index, answerer, from plain values."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from bot.answering.answerer import Answerer
from bot.app.language import language_of
from bot.corpus.folder import read_folder
from bot.corpus.model import Shelf
from bot.corpus.script import detect_lang
from bot.domain.lookup import PartIndex
from bot.domain.model import Lang
from bot.ops.threads import usable_cpus
from bot.retrieval.build import build_snapshot
from bot.retrieval.encoder import Encoder, Progress
from bot.retrieval.opening import make_encoder, open_or_build
from bot.retrieval.snapshot import Snapshot
from bot.retrieval.spread import Encoding, RayWorkers
from bot.retrieval.stores import StoreKind, Stores

Notify = Callable[[str], None]
"""Told a message key (``notice-…``) when something takes time or was done anew."""


@dataclass(frozen=True)
class Place:
    """Where things lie and which encoder is meant: the part of the settings that the engine needs.

    ``threads`` encode passages: as many as this process may keep busy, which in a container is fewer than the
    machine has.
    """

    knowledge_dir: Path
    state_dir: Path
    encoder: str = "bundled"
    encoder_revision: str = ""
    offline: bool = True
    encode_workers: int = 1
    ray_address: str = ""
    vectors: StoreKind = "auto"
    milvus_uri: str = field(default="", repr=False)
    milvus_token: str = field(default="", repr=False)
    threads: int = field(default_factory=usable_cpus)

    def at(self, knowledge_dir: Path, state_dir: Path) -> "Place":
        """The same encoder over other folders."""
        return replace(self, knowledge_dir=knowledge_dir, state_dir=state_dir)


class Engine:
    """One loaded knowledge version with its answerer; replaced as a whole on reload."""

    def __init__(self, shelf: Shelf, snapshot: Snapshot, encoder: Encoder) -> None:
        self.shelf = shelf
        self.snapshot = snapshot
        self.encoder = encoder

        def detect(text: str) -> Lang:
            return detect_lang(text, shelf.glossary)

        self.answerer = Answerer(snapshot, shelf.catalogue, PartIndex(shelf.catalogue), detect)

    def language(self, text: str, fallback: Lang) -> Lang:
        """The language of a question; ``fallback`` is what is known without it, as of a terminal or a chat."""
        return language_of(text, fallback, self.shelf, self.answerer.index)


def encoder_of(place: Place, notify: Notify | None = None) -> Encoder:
    """The encoder the settings name; nothing is loaded yet."""
    return make_encoder(
        place.encoder,
        place.encoder_revision,
        state_dir=place.state_dir,
        threads=place.threads,
        offline=place.offline,
        notify=notify,
    )


def encoding_of(place: Place) -> Encoding | None:
    """Who encodes when an index is built, where that is not this process alone; no worker is started yet."""
    if place.encode_workers == 1:
        return None
    make = partial(
        make_encoder,
        place.encoder,
        place.encoder_revision,
        state_dir=place.state_dir.absolute(),
        threads=1,
        offline=place.offline,
    )
    return RayWorkers(make, place.encode_workers, place.ray_address)


def stores_of(place: Place) -> Stores:
    """What makes the store of vectors of each version."""
    return Stores(
        kind=place.vectors,
        folder=place.state_dir / "stores",
        threads=place.threads,
        milvus_uri=place.milvus_uri,
        milvus_token=place.milvus_token,
    )


def open_engine(
    place: Place,
    progress: Progress | None = None,
    notify: Notify | None = None,
    encoder: Encoder | None = None,
    previous: Snapshot | None = None,
) -> Engine:
    """Read the folder, open the saved index or build it, and join them.

    Args:
        place: folders and encoder.
        progress: told (done, total) texts while they are encoded.
        notify: told message keys: why an index is built anew, what is loading.
        encoder: one that is loaded already; else it is made from ``place``.
        previous: a snapshot whose vectors are taken over where the text is the same; nothing is saved then.

    Raises:
        KnowledgeError: the folder is missing, empty or wholly unreadable.
        EncoderError: the encoder cannot be built or loaded.
        VectorsUnavailable: the store of vectors does not answer as it should.
    """
    shelf = read_folder(place.knowledge_dir)
    loaded = encoder or encoder_of(place, notify)
    if previous is not None:
        return Engine(shelf, build_snapshot(shelf, loaded, previous, progress), loaded)
    encoding, stores = encoding_of(place), stores_of(place)
    snapshot = open_or_build(shelf, lambda: loaded, place.state_dir, progress, notify, encoding, stores)
    return Engine(shelf, snapshot, loaded)
