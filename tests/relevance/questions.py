"""The question files of this folder as data: what is asked, what must be found, what must not be said."""

import hashlib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

HERE = Path(__file__).parent
Script = Literal["en", "zh-Hant", "zh-Hans"]
SCRIPTS: tuple[Script, ...] = ("en", "zh-Hant", "zh-Hans")
Half = Literal["tune", "held"]
Split = Literal["tune", "held", "all"]
Piece = Literal["keyword_only", "dense_only", "no_folding", "no_questions", "no_adapter"]
"""What an ablation takes away, or the leg it leaves alone."""
PIECES: tuple[Piece, ...] = ("keyword_only", "dense_only", "no_folding", "no_questions", "no_adapter")
Fact = str | tuple[str, ...]
"""One thing a reply must say: a text, or several of which one is enough."""

_SALT = "golden-133"


def half_of(key: str) -> Half:
    """Which half a question belongs to: fixed for good by its id, or by its triplet's name.

    The salt is the one that halves every script, triplets and refusals most evenly; it was chosen before
    anything was measured.
    """
    return "held" if hashlib.sha256(f"{_SALT}:{key}".encode()).digest()[0] % 2 else "tune"


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    id: str
    lang: Script
    text: str


class Golden(_Line):
    """A question the guide answers.

    Attributes:
        sections: sections that answer it, the best first; any of them counts as found.
        facts: what the reply must say.
        about: numbers of the facts it was written from.
        ask: what kind of answer is wanted.
        triplet: name shared by the same question in the three scripts.
    """

    sections: tuple[str, ...] = Field(min_length=1)
    facts: tuple[Fact, ...] = Field(min_length=1)
    about: tuple[str, ...] = Field(min_length=1)
    ask: Literal["number", "yesno", "which", "why", "how", "what"]
    triplet: str | None = None
    split: Half


class OutOfScope(_Line):
    """A question the guide does not answer: another hardware matter (``unknown``) or another field."""

    topic: str
    expect: Literal["unknown", "off_topic", "either"]
    split: Half


class Hostile(_Line):
    """A question that tries something.

    Attributes:
        expect: ``refuse`` it, ``correct`` the falsehood in it, or stay ``safe`` whatever the answer.
        must_not: words that must not be in the reply.
        facts: what a correction says.
    """

    attack: str
    expect: Literal["refuse", "correct", "safe"]
    must_not: tuple[str, ...]
    facts: tuple[Fact, ...] = ()


def _lines(name: str) -> list[str]:
    return [line for line in (HERE / name).read_text("utf-8").splitlines() if line.strip()]


def golden(split: Split = "all") -> tuple[Golden, ...]:
    """The questions of a half that the guide answers."""
    rows = (Golden.model_validate_json(line) for line in _lines("golden.jsonl"))
    return tuple(row for row in rows if split in ("all", row.split))


def out_of_scope(split: Split = "all") -> tuple[OutOfScope, ...]:
    """The questions of a half that it does not answer."""
    rows = (OutOfScope.model_validate_json(line) for line in _lines("out_of_scope.jsonl"))
    return tuple(row for row in rows if split in ("all", row.split))


def hostile() -> tuple[Hostile, ...]:
    """The hostile questions; they are not halved, for nothing is tuned on them."""
    return tuple(Hostile.model_validate_json(line) for line in _lines("hostile.jsonl"))
