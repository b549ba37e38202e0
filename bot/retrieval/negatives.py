"""Questions the guide does not answer, for fitting the floor: the shipped list, read once."""

from functools import cache
from importlib.resources import files
from typing import Literal

import yaml

from bot.domain.model import Frozen, Lang

Kind = Literal["elsewhere", "near"]


class Negative(Frozen):
    """A question not to be answered: from another field altogether, or hardware the guide does not cover."""

    text: str
    lang: Lang
    kind: Kind


@cache
def shipped_negatives() -> tuple[Negative, ...]:
    """Every question of ``off_topic.yaml``, in file order."""
    data = yaml.safe_load(files("bot.retrieval").joinpath("off_topic.yaml").read_text(encoding="utf-8"))
    return tuple(
        Negative(text=text, lang=lang, kind=kind)
        for kind, by_language in data.items()
        for lang, texts in by_language.items()
        for text in texts
    )
