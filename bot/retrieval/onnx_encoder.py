"""The bundled model served by ONNX Runtime: no torch, a tenth of a second to load, about 120 MB."""

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bot.errors import EncoderError
from bot.retrieval import bundled_model
from bot.retrieval.bundled_model import Notify
from bot.retrieval.encoder import Progress, Vectors, check_length, clean_query, unit_rows
from bot.retrieval.unigram import PAD, UnigramTokenizer

_BATCH_TOKENS = 256
"""Texts are encoded together up to this many tokens, padding included: with more, what lies between two layers no
longer fits the caches, and a token takes a tenth longer."""
_MANY = 64
"""From this many questions on, an index is being built, and all threads may take part."""


class OnnxEncoder:
    """Encodes with the graph of ``bundled_model``, loaded at first use.

    Args:
        state_dir: where the graph is built and kept.
        threads: batches of passages encoded at a time; a question always takes one.
        notify: told ``notice-model-building`` before a first build.
    """

    name = bundled_model.NAME
    revision = bundled_model.REVISION
    prefixes = bundled_model.PREFIXES
    dim = bundled_model.DIMENSION
    max_tokens = bundled_model.MAX_TOKENS

    def __init__(self, state_dir: Path, threads: int = 1, notify: Notify | None = None) -> None:
        self._state_dir = state_dir
        self._threads = max(1, threads)
        self._notify = notify
        self._lock = threading.RLock()
        self._folder_: Path | None = None
        self._tokenizer_: UnigramTokenizer | None = None
        self._session_: Any = None

    def load(self) -> None:
        """Load what questions need, so that the first one is as fast as the rest.

        Raises:
            EncoderError: the model cannot be built or loaded.
        """
        self.encode_queries(["warm up"])

    def encode_queries(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """float32, (len(texts), dim), rows L2-normalised; a longer question is cut at the limit."""
        with self._lock:
            ids = [_cut(self._ids(self.prefixes[0] + clean_query(text))) for text in texts]
            session = self._session()
        # Outside of the lock: a second question need not wait for this one, nor any for the passages of a reload.
        return self._run(session, ids, self._threads if len(texts) >= _MANY else 1, progress)

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """float32, (len(texts), dim), rows L2-normalised.

        Raises:
            EncoderError: a passage is longer than ``max_tokens``.
        """
        if not texts:
            return np.zeros((0, self.dim), np.float32)
        with self._lock:
            ids = [self._ids(self.prefixes[1] + t) for t in texts]
            for row in ids:
                check_length(len(row), self.max_tokens)
            session = self._session()
        return self._run(session, ids, self._threads, progress)

    def count_tokens(self, text: str) -> int:
        """Tokens of a passage, prefix and special tokens included."""
        with self._lock:
            return len(self._ids(self.prefixes[1] + text))

    def _ids(self, text: str) -> list[int]:
        if self._tokenizer_ is None:
            self._tokenizer_ = self._load_tokenizer()
        return self._tokenizer_.ids(text.encode("utf-8", "ignore").decode("utf-8"))

    def _run(self, session: Any, texts: list[list[int]], threads: int, progress: Progress | None) -> Vectors:
        """Encode token lists, those of similar length together; rows come out in the order given.

        Threads take whole batches. Two that share each product of matrices would wait for each other at every one of
        them, and a busy neighbour on one core would hold up both.
        """
        out = np.zeros((len(texts), self.dim), np.float32)
        done = 0

        def vectors(batch: list[int]) -> tuple[list[int], Vectors]:
            ids, mask = _padded([texts[i] for i in batch])
            (found,) = session.run(None, {"input_ids": ids, "attention_mask": mask})
            return batch, found

        with ThreadPoolExecutor(threads) if threads > 1 else nullcontext() as pool:
            for batch, found in (pool.map if pool else map)(vectors, _batches(texts)):
                out[batch] = found
                done += len(batch)
                if progress:
                    progress(done, len(texts))
        return unit_rows(out, self.dim) if len(out) else out

    def _folder(self) -> Path:
        if self._folder_ is None:
            self._folder_ = bundled_model.graph_folder(self._state_dir, self._notify)
        return self._folder_

    def _load_tokenizer(self) -> UnigramTokenizer:
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        try:
            return UnigramTokenizer(self._folder())
        except (OSError, ValueError) as error:
            raise EncoderError("err-encoder-load", model=self.name, reason=str(error)[:300]) from error

    def _session(self) -> Any:
        """The loaded graph: one for questions and passages, as its weights take 96 MB."""
        if self._session_ is None:
            self._session_ = self._load_session()
        return self._session_

    def _load_session(self) -> Any:
        import onnxruntime  # noqa: PLC0415 - importing this room must stay light

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        options.enable_cpu_mem_arena = False  # long passages would otherwise hold their memory for ever
        try:
            path = str(self._folder() / "model.onnx")
            return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        except EncoderError:
            raise
        except Exception as error:  # its exceptions have no common public base
            raise EncoderError("err-encoder-load", model=self.name, reason=str(error)[:300]) from error


def _cut(ids: list[int]) -> list[int]:
    """At most the limit, the closing token kept."""
    limit = bundled_model.MAX_TOKENS
    return ids if len(ids) <= limit else [*ids[: limit - 1], ids[-1]]


def _batches(texts: list[list[int]]) -> list[list[int]]:
    """Indices of texts to encode together, shortest first."""
    batches: list[list[int]] = []
    for i in sorted(range(len(texts)), key=lambda i: len(texts[i])):
        if batches and (len(batches[-1]) + 1) * len(texts[i]) <= _BATCH_TOKENS:
            batches[-1].append(i)
        else:
            batches.append([i])
    return batches


def _padded(texts: list[list[int]]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    width = max(len(t) for t in texts)
    ids = np.full((len(texts), width), PAD, np.int64)
    mask = np.zeros((len(texts), width), np.int64)
    for row, text in enumerate(texts):
        ids[row, : len(text)] = text
        mask[row, : len(text)] = 1
    return ids, mask
