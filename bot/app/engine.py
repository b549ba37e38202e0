"""Builds what answers questions: shelf, index, answerer, from plain values."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.answering.answerer import Answerer
from bot.corpus.folder import read_folder
from bot.corpus.model import Shelf
from bot.corpus.script import detect_lang
from bot.domain.lookup import PartIndex
from bot.domain.model import Lang
from bot.retrieval.encoder import Encoder, make_encoder
from bot.retrieval.snapshot import Snapshot, open_or_build

Progress = Callable[[int, int], None]
"""Called with (done, total) while passages are encoded."""


@dataclass(frozen=True)
class Place:
    """Where things lie and which encoder is meant: the part of the settings that the engine needs."""

    knowledge_dir: Path
    state_dir: Path
    encoder: str = "bundled"
    encoder_revision: str = ""
    offline: bool = True


class Engine:
    """One loaded knowledge version with its answerer; replaced as a whole on reload."""

    def __init__(self, shelf: Shelf, snapshot: Snapshot, encoder: Encoder) -> None:
        self.shelf = shelf
        self.snapshot = snapshot
        self.encoder = encoder

        def detect(text: str) -> Lang:
            return detect_lang(text, shelf.glossary)

        self.answerer = Answerer(snapshot, shelf.catalogue, PartIndex(shelf.catalogue), detect)


def encoder_of(place: Place) -> Encoder:
    """The encoder the settings name, built from its weight file on first use."""
    return make_encoder(
        place.encoder, revision=place.encoder_revision, offline=place.offline, state_dir=place.state_dir
    )


def open_engine(
    place: Place,
    progress: Progress | None = None,
    notify: Callable[[str], None] | None = None,
    encoder: Encoder | None = None,
) -> Engine:
    """Read the folder, open the saved index or build it, and join them.

    Args:
        place: folders and encoder.
        progress: told of each encoded batch while building.
        notify: told in one English line why an index is being rebuilt.
        encoder: one that is loaded already (reload); else it is made from ``place``.

    Raises:
        KnowledgeError: the folder is missing, empty or wholly unreadable.
        EncoderError: the encoder cannot be built or loaded.
    """
    shelf = read_folder(place.knowledge_dir)
    loaded = encoder or encoder_of(place)
    snapshot = open_or_build(shelf, loaded, place.state_dir, progress=progress, notify=notify)
    return Engine(shelf, snapshot, loaded)
