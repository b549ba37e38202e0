"""Questions the guide does not answer, by topic: the shipped list, read once."""

from functools import cache
from importlib.resources import files
from typing import Literal

import yaml

from bot.domain.model import Frozen

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
    data = yaml.safe_load(files("bot.retrieval").joinpath("off_topic.yaml").read_text(encoding="utf-8"))
    return tuple(
        Negative(text=text, topic=topic, kind=kind)
        for kind, topics in data.items()
        for topic, texts in topics.items()
        for text in texts
    )
