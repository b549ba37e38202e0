"""Questions the guide does not answer, by topic: the shipped list, read once."""

import hashlib
from functools import cache
from importlib.resources import files
from typing import Literal

import yaml

from bot.domain.model import Frozen

# The same in C, ten times as fast, where PyYAML was built with it.
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Kind = Literal["elsewhere", "near"]


class Negative(Frozen):
    """A question not to be answered: from another field altogether, or hardware the guide does not cover.

    ``topic`` groups questions about one thing in all three scripts.
    """

    text: str
    topic: str
    kind: Kind


@cache
def shipped_negatives() -> tuple[Negative, ...]:
    """Every question of ``off_topic.yaml``, in file order."""
    text = files("bot.retrieval").joinpath("off_topic.yaml").read_text(encoding="utf-8")
    data = yaml.load(text, Loader=_LOADER)  # noqa: S506 - both are safe loaders
    return tuple(
        Negative(text=text, topic=topic, kind=kind)
        for kind, topics in data.items()
        for topic, texts in topics.items()
        for text in texts
    )


@cache
def negatives_hash() -> str:
    """Sixteen hexadecimal digits of SHA-256 over the shipped questions; another list makes another index."""
    lines = "\n".join(f"{n.kind}\t{n.topic}\t{n.text}" for n in shipped_negatives())
    return hashlib.sha256(lines.encode("utf-8")).hexdigest()[:16]
