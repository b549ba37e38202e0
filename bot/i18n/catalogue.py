"""The message catalogues: one Fluent bundle per language, the same keys in each.

A language has some five hundred messages and one reply says a dozen of them, so a message is parsed when it is
first said: parsing all of them takes a quarter of a second, which a calculator in the terminal would pay at
every start.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from importlib import resources
from itertools import pairwise

from fluent.runtime import FluentBundle, FluentResource

from bot.domain.model import LANGS, Lang, Message
from bot.i18n import numbers

_FLUENT_LOCALE: dict[Lang, str] = {"en": "en-US", "zh-Hant": "zh-TW", "zh-Hans": "zh-CN"}
_ENTRY = re.compile(r"^([A-Za-z][\w-]*) *=", re.MULTILINE)
_INCLUDED = re.compile(r"\{\s*([A-Za-z][\w-]*)\s*\}")


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """Keys and source texts of the messages in a file, in order."""
    starts = [*_ENTRY.finditer(text)]
    edges = [*(found.start() for found in starts), len(text)]
    for found, (start, end) in zip(starts, pairwise(edges), strict=True):
        yield found[1], text[start:end]


class _Catalogue:
    """The messages of one language. Reading one twice at once is harmless: both times give the same."""

    def __init__(self, lang: Lang) -> None:
        self._bundle = FluentBundle([_FLUENT_LOCALE[lang]], use_isolating=False)
        folder = resources.files("bot.i18n").joinpath("catalogues", lang)
        files = sorted(folder.iterdir(), key=lambda path: path.name)
        self.sources = {
            key: source
            for path in files
            if path.name.endswith(".ftl")
            for key, source in _entries(path.read_text("utf-8"))
        }

    def read(self, key: str) -> None:
        """Parse a message and those that it includes, unless that was done before.

        Raises:
            KeyError: no such key.
        """
        if self._bundle.has_message(key):
            return
        source = self.sources[key]
        for included in _INCLUDED.findall(source):
            self.read(included)
        self._bundle.add_resource(FluentResource(source))

    def say(self, key: str, args: Mapping[str, object]) -> str:
        """A message with its arguments put in, as ``text`` does."""
        self.read(key)
        result, errors = self._bundle.format_pattern(self._bundle.get_message(key).value, args)
        if errors:
            raise ValueError(f"{key}: {errors[0]}")
        return str(result)


@cache
def _catalogue(lang: Lang) -> _Catalogue:
    """The catalogue of one language, from all its ``.ftl`` files."""
    return _Catalogue(lang)


def _worded(args: Mapping[str, object], lang: Lang) -> dict[str, object]:
    """Arguments as a catalogue takes them: numbers formatted for the language, text as it is.

    An argument whose name ends in ``_money`` is an amount of the currency in the argument ``currency``.
    """
    result: dict[str, object] = {}
    for name, value in args.items():
        if name.endswith("_money") and isinstance(value, int | Decimal):
            result[name] = numbers.money(Decimal(value), str(args["currency"]), lang)
        elif isinstance(value, int | Decimal) and not isinstance(value, bool):
            result[name] = numbers.number(value, lang)
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
    """Parse all messages now, so that the first replies pay nothing."""
    for lang in LANGS:
        for key in keys(lang):
            _catalogue(lang).read(key)
