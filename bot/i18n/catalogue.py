"""The message catalogues: Fluent files, the same keys in each language.

A language has some five hundred messages and one reply says a dozen of them, so a message is read when it is first said.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from importlib import resources
from itertools import pairwise

from bot.domain.model import LANGS, Lang, Message
from bot.i18n import numbers, periods, sentence
from bot.i18n.sentence import Sentence

_ENTRY = re.compile(r"^([A-Za-z][\w-]*) *=", re.MULTILINE)


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """Keys and source texts of the messages in a file, in order."""
    starts = [*_ENTRY.finditer(text)]
    edges = [*(found.start() for found in starts), len(text)]
    for found, (start, end) in zip(starts, pairwise(edges), strict=True):
        yield found[1], text[start:end]


class _Catalogue:
    """The messages of one language. Reading one twice at once is harmless: both times give the same."""

    def __init__(self, lang: Lang) -> None:
        folder = resources.files("bot.i18n").joinpath("catalogues", lang)
        files = sorted(folder.iterdir(), key=lambda path: path.name)
        self.sentences: dict[str, Sentence] = {}
        self.sources = {
            key: source
            for path in files
            if path.name.endswith(".ftl")
            for key, source in _entries(path.read_text("utf-8"))
        }

    def read(self, key: str) -> Sentence:
        """The sentence of a key; with it those that it includes are read.

        Raises:
            KeyError: no such key.
            ValueError: its source is not what a catalogue may hold.
        """
        found = self.sentences.get(key)
        if found is None:
            source = self.sources[key]
            found = sentence.plain(source) or sentence.parsed(source, self.read)
            self.sentences[key] = found
        return found

    def say(self, key: str, args: Mapping[str, str]) -> str:
        """A message with its arguments put in, as ``text`` does."""
        said = self.read(key)
        try:
            return said(args)
        except KeyError as missing:
            raise ValueError(f"{key}: argument {missing} is missing") from missing


@cache
def _catalogue(lang: Lang) -> _Catalogue:
    """The catalogue of one language, from all its ``.ftl`` files."""
    return _Catalogue(lang)


def _worded(args: Mapping[str, object], lang: Lang) -> dict[str, str]:
    """Arguments as a catalogue takes them: numbers formatted for the language, text as it is.

    An argument whose name ends in ``_money`` is an amount of the currency in the argument ``currency``; a
    ``price`` is the price of one unit; a ``period`` is worded as :mod:`bot.i18n.periods` does.
    """
    result: dict[str, str] = {}
    for name, value in args.items():
        if name.endswith("_money") and isinstance(value, int | Decimal):
            result[name] = numbers.money(Decimal(value), str(args["currency"]), lang)
        elif isinstance(value, int | Decimal) and not isinstance(value, bool):
            result[name] = numbers.rate(value, lang) if name == "price" else numbers.number(value, lang)
        elif name == "period":
            result[name] = periods.worded(str(value), _catalogue(lang).say)
        else:
            result[name] = str(value)
    return result


def keys(lang: Lang) -> frozenset[str]:
    """All message keys of a language."""
    return frozenset(_catalogue(lang).sources)


def has(key: str, lang: Lang) -> bool:
    """Whether the catalogue of a language holds a key."""
    return key in _catalogue(lang).sources


def text(key: str, lang: Lang, args: Mapping[str, object] | None = None) -> str:
    """A message in a language.

    Args:
        key: message key; every key exists in every language (a test holds that).
        lang: language to word it in.
        args: arguments; numbers are rounded and grouped for the language.

    Raises:
        KeyError: no such key.
        ValueError: an argument is missing.
    """
    return _catalogue(lang).say(key, _worded(args or {}, lang))


def say(message: Message, lang: Lang) -> str:
    """A ``Message`` worded in a language."""
    return text(message.key, lang, message.args)


def preload() -> None:
    """Read all messages now, so that the first replies pay nothing."""
    for lang in LANGS:
        for key in keys(lang):
            _catalogue(lang).read(key)
