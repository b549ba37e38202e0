"""A build that can be killed, as a process of its own: python -m tests.retrieval.ingesting STATE LOG [--slow] [--workers N]."""

import argparse
import hashlib
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bot.corpus.model import Shelf
from bot.retrieval import index, ingest, negatives
from bot.retrieval.encoder import Vectors, unit_rows
from bot.retrieval.opening import open_or_build
from bot.retrieval.spread import RayWorkers
from tests.retrieval.conftest import HashingEncoder, make_document, make_section, make_shelf

SHARD_TEXTS = 16
QUESTIONS = 19
"""One fewer than a floor is fitted with, which takes seconds."""
TOPICS = ("power", "memory", "lanes", "cooling", "noise")


class CompanyEncoder(HashingEncoder):
    """Its vectors tell which texts were encoded together, as those of a real model do in their last bits.

    Args:
        log: file that each encoded text is written to, at once.
        pause_s: how long each call takes.
    """

    def __init__(self, log: Path | None = None, pause_s: float = 0.0) -> None:
        super().__init__()
        self.log, self.pause_s = log, pause_s

    def _encode(self, texts: list[str]) -> Vectors:
        vectors = super()._encode(texts)
        time.sleep(self.pause_s)
        if self.log:
            with self.log.open("a") as file:
                file.write("".join(f"{text!r}\n" for text in texts))
        company = int.from_bytes(hashlib.sha256("\0".join(texts).encode()).digest()[:2], "big")
        vectors[:, 0] += company / 65_536
        return unit_rows(vectors, self.dim) if texts else vectors


def many(n: int = 120, content_hash: str = "aa", changed: Sequence[int] = ()) -> Shelf:
    """A shelf of ``n`` short sections, some of them worded differently."""
    sections = [
        make_section(
            f"s{i}",
            f"About {TOPICS[i % 5]} {i}",
            f"The {'new' if i in changed else 'old'} rule {i} says that {TOPICS[i % 5]} of {i * 7} is enough for {i} cards.",
            [f"how much {TOPICS[i % 5]} for {i} cards"] if i < QUESTIONS else [],
        )
        for i in range(n)
    ]
    return make_shelf([make_document("many", "en", sections)], content_hash)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("state", type=Path)
    parser.add_argument("log", type=Path)
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    ingest.SHARD_TEXTS = SHARD_TEXTS
    few = negatives.shipped_negatives()[::20]
    index.shipped_negatives = lambda: few  # type: ignore[attr-defined]
    make = partial(CompanyEncoder, options.log, 0.05 if options.slow else 0.0)
    encoding = RayWorkers(make, options.workers) if options.workers > 1 else None
    open_or_build(
        many(),
        make,
        options.state,
        progress=lambda done, total: print(f"{done}/{total}", flush=True),
        notify=lambda key: print(key, file=sys.stderr, flush=True),
        encoding=encoding,
    )


if __name__ == "__main__":
    main()
