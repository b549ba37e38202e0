"""The language of a question, the same on every surface."""

import re

from bot.corpus.model import Shelf
from bot.corpus.script import HAN, NEUTRAL, detect_lang
from bot.domain.lookup import PartIndex
from bot.domain.model import Lang
from bot.domain.part_names import fold_name

_WORD = re.compile(r"[a-z]{3,}")
_UNITS = frozenset(
    {"watt", "watts", "kwh", "usd", "eur", "twd", "cny", "gpu", "gpus", "cpu", "cpus", "psu", "ram"}
)


def language_of(text: str, fallback: Lang, shelf: Shelf, index: PartIndex) -> Lang:
    """Han characters decide; else English words do, unless they are only part names and units.

    Args:
        text: the question.
        fallback: what the surface knows: the language of the answer before, of the member, of the terminal.
        shelf: for words that only Taiwan uses.
        index: for the words of part names.
    """
    if HAN.search(text):
        return detect_lang(text, shelf.glossary, ambiguous=fallback if fallback != "en" else NEUTRAL)
    words = set(_WORD.findall(fold_name(text))) - index.vocabulary - _UNITS
    return "en" if words else fallback
