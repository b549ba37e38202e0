"""What is tried on real Ray, as a process of its own: python -m tests.retrieval.spreading FOLDER; prints JSON."""

import json
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bot.errors import EncoderError
from bot.retrieval.encoder import Progress, Vectors
from bot.retrieval.spread import InProcess, RayWorkers, Shard
from tests.retrieval.conftest import HashingEncoder
from tests.retrieval.ingesting import CompanyEncoder


class DyingEncoder(CompanyEncoder):
    """Kills its process at the first text, once."""

    def __init__(self, mark: Path) -> None:
        super().__init__()
        self.mark = mark

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        if not self.mark.exists():
            self.mark.touch()
            os._exit(1)
        return super().encode_passages(texts, progress)


def shards(words: int = 200) -> list[Shard]:
    """Shards of both kinds and of different lengths."""
    found = []
    for start in range(0, words, 20):
        texts = tuple(f"word {n} of {start}" for n in range(start, min(start + 20, words)))
        keys = tuple(f"{text:16.16}".encode() for text in texts)
        found.append(Shard("q" if start % 60 == 0 else "p", keys, texts))
    return found


def outcome(workers: RayWorkers, work: Sequence[Shard]) -> object:
    """In how many processes, and whether the bytes are those of one; or the code of the error."""
    one = {shard.keys: vectors.tobytes() for shard, vectors in InProcess(CompanyEncoder()).run(work, _ignore)}
    steps: list[int] = []
    try:
        many = {shard.keys: vectors.tobytes() for shard, vectors in workers.run(work, steps.append)}
    except EncoderError as error:
        return error.code
    return {"same": one == many, "steps": sum(steps)}


def _ignore(more: int) -> None:
    del more


def main() -> None:
    folder, work = Path(sys.argv[1]), shards()
    found = {
        "one of two died": outcome(RayWorkers(partial(DyingEncoder, folder / "died"), 2), work),
        "too long": outcome(RayWorkers(partial(HashingEncoder, max_tokens=2), 1), work),
        "secret left behind": any(name.startswith(("RAY_AUTH", "RAY_USAGE")) for name in os.environ),
    }
    print("\n" + json.dumps(found))


if __name__ == "__main__":
    main()
