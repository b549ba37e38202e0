"""Text to unit vectors: the protocol, and sentence-transformers behind it.

Query and passage prefixes are applied here and nowhere else.
"""

import hashlib
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from bot.errors import EncoderError
from bot.retrieval import bundled_model

Vectors = npt.NDArray[np.float32]
Progress = Callable[[int, int], None]
"""Told (done, total) while passages are encoded."""

BUNDLED = "bundled"
_STEP = 8
MAX_QUERY_CHARS = 2000
"""A longer question is cut before encoding; the encoder would drop its tail anyway."""

_PREFIXES = (  # by what the model's name holds; from the model cards
    ("e5", ("query: ", "passage: ")),
    ("embeddinggemma", ("task: search result | query: ", "title: none | text: ")),
)


class Encoder(Protocol):
    """Turns text into vectors whose inner product is the similarity.

    ``name``, ``revision`` and ``prefixes`` identify the model and are known without loading it.
    """

    @property
    def name(self) -> str:
        """What the model is called."""
        ...

    @property
    def revision(self) -> str:
        """Which weights exactly."""
        ...

    @property
    def prefixes(self) -> tuple[str, str]:
        """What is put before a query and before a passage."""
        ...

    @property
    def dim(self) -> int:
        """Length of a vector."""
        ...

    @property
    def max_tokens(self) -> int:
        """Longest input, prefix and special tokens included."""
        ...

    def encode_queries(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """float32, (len(texts), dim), rows L2-normalised; what is over the limit is cut off."""
        ...

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """float32, (len(texts), dim), rows L2-normalised.

        Raises:
            EncoderError: a passage is longer than ``max_tokens``.
        """
        ...

    def count_tokens(self, text: str) -> int:
        """Tokens of a passage, prefix and special tokens included."""
        ...


def unit_rows(vectors: npt.NDArray[Any], dim: int) -> Vectors:
    """The rows as float32 of length 1.

    Raises:
        EncoderError: ``err-encoder-bad-vector`` for a wrong shape, NaN, infinity or a zero vector.
    """
    rows = np.asarray(vectors, dtype=np.float32)
    if rows.ndim != 2 or rows.shape[1] != dim:
        raise EncoderError("err-encoder-bad-vector", reason="shape")
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.isfinite(norms).all() or (norms < 1e-6).any():
        raise EncoderError("err-encoder-bad-vector", reason="value")
    return np.ascontiguousarray(rows / norms, dtype=np.float32)


def clean_query(text: str) -> str:
    """A question as it is given to an encoder: bounded, valid Unicode, never empty."""
    return (
        text[:MAX_QUERY_CHARS].encode("utf-8", "ignore").decode("utf-8").replace("\x00", " ").strip() or "?"
    )


def check_lengths(encoder: Encoder, texts: Sequence[str]) -> None:
    """Refuse to encode what the model would cut.

    Raises:
        EncoderError: ``err-encoder-too-long``.
    """
    for text in texts:
        check_length(encoder.count_tokens(text), encoder.max_tokens)


def check_length(tokens: int, limit: int) -> None:
    """The same for one text that is tokenised already."""
    if tokens > limit:
        raise EncoderError("err-encoder-too-long", tokens=tokens, limit=limit)


class SentenceTransformerEncoder:
    """A SentenceTransformer on the CPU in float32, loaded at first use.

    Args:
        model: ``bundled``, a Hub id, or the path of a local SentenceTransformer folder.
        revision: commit of a Hub model; required for one.
        state_dir: where the bundled model's folder is built.
        threads: threads while encoding passages; a question always takes one.
        notify: told ``notice-model-building`` and ``notice-model-loading``.
        offline: never ask the Hub.

    Raises:
        EncoderError: a Hub model without a revision, or a local folder that is no complete model.
    """

    def __init__(
        self,
        model: str = BUNDLED,
        *,
        revision: str = "",
        state_dir: Path,
        threads: int = 1,
        notify: Callable[[str], None] | None = None,
        offline: bool = True,
    ) -> None:
        self._model = model
        self._state_dir = state_dir
        self._threads = max(1, threads)
        self._notify = notify
        self._offline = offline
        self._lock = threading.RLock()
        self._loaded: Any = None
        self._source, self.name, self.revision, self.prefixes = _identify(model, revision)

    @property
    def dim(self) -> int:
        """Length of a vector; loads the model."""
        return int(self._st().get_embedding_dimension())

    @property
    def max_tokens(self) -> int:
        """Longest input, prefix and special tokens included; loads the model."""
        return int(self._st().max_seq_length)

    def encode_queries(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """float32, (len(texts), dim), rows L2-normalised; few at a time take one thread."""
        threads = 1 if len(texts) <= _STEP else self._threads
        return self._encode([self.prefixes[0] + clean_query(t) for t in texts], threads, progress)

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """float32, (len(texts), dim), rows L2-normalised.

        Raises:
            EncoderError: a passage is longer than ``max_tokens``.
        """
        check_lengths(self, texts)
        return self._encode([self.prefixes[1] + t for t in texts], self._threads, progress)

    def count_tokens(self, text: str) -> int:
        """Tokens of a passage, prefix and special tokens included."""
        with self._lock:
            return len(self._st().tokenizer.encode(self.prefixes[1] + text, truncation=False, verbose=False))

    def _encode(self, texts: list[str], threads: int, progress: Progress | None) -> Vectors:
        import torch  # noqa: PLC0415 - heavy, and only needed here

        parts = [np.zeros((0, self.dim), np.float32)]
        with self._lock:
            model = self._st()
            torch.set_num_threads(threads)
            for start in range(0, len(texts), _STEP):
                batch = texts[start : start + _STEP]
                parts.append(model.encode(batch, convert_to_numpy=True, show_progress_bar=False))
                if progress:
                    progress(start + len(batch), len(texts))
        vectors = np.concatenate(parts)
        return unit_rows(vectors, self.dim) if len(vectors) else vectors

    def _st(self) -> Any:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded

    def _load(self) -> Any:
        source = self._source
        if self._model == BUNDLED:
            source = str(bundled_model.transformer_folder(self._state_dir, self._notify))
        if self._notify:
            self._notify("notice-model-loading")
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        if self._offline:
            os.environ.setdefault("HF_HUB_OFFLINE", "1")
        import torch  # noqa: PLC0415 - heavy; and before faiss, which brings its own OpenMP
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - six seconds to import
        from transformers.utils import logging  # noqa: PLC0415 - comes with it

        logging.disable_progress_bar()
        try:
            return SentenceTransformer(
                source,
                device="cpu",
                revision=None if Path(source).is_dir() else self.revision,
                trust_remote_code=False,
                local_files_only=self._offline or Path(source).is_dir(),
                model_kwargs={"use_safetensors": True, "torch_dtype": torch.float32},
            ).eval()
        except (OSError, ValueError, RuntimeError, KeyError) as error:
            raise EncoderError("err-encoder-load", model=self.name, reason=str(error)[:300]) from error


def _identify(model: str, revision: str) -> tuple[str, str, str, tuple[str, str]]:
    """(source, name, revision, prefixes) of a setting, without loading anything."""
    if model == BUNDLED:
        return "", bundled_model.NAME, bundled_model.REVISION, bundled_model.PREFIXES
    folder = Path(model)
    if folder.is_dir():
        return str(folder), folder.name, _folder_revision(folder), _prefixes(folder.name)
    if model.startswith((".", "/", "~")) or model.count("/") != 1:
        raise EncoderError("err-encoder-no-folder", path=model)
    if not revision:
        raise EncoderError("err-encoder-no-revision", model=model)
    return model, model, revision, _prefixes(model)


def _prefixes(name: str) -> tuple[str, str]:
    return next((p for part, p in _PREFIXES if part in name.lower()), ("", ""))


def _folder_revision(folder: Path) -> str:
    """SHA-256 over the folder's files, shortened.

    Raises:
        EncoderError: ``err-encoder-incomplete`` if it is no complete safetensors model; a default pooling
            would otherwise be put in silently.
    """
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    names = {p.name for p in files}
    if not (folder / "modules.json").is_file() or not any(n.endswith(".safetensors") for n in names):
        raise EncoderError("err-encoder-incomplete", path=str(folder))
    digest = hashlib.sha256()
    for path in files:
        if path.suffix in {".json", ".safetensors", ".txt", ".model"}:
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
