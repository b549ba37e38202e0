"""The message catalogues: one Fluent bundle per language, the same keys in each."""

from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from importlib import resources

from fluent.runtime import FluentBundle, FluentResource

from bot.domain.model import LANGS, Lang, Message
from bot.i18n import numbers

_FLUENT_LOCALE: dict[Lang, str] = {"en": "en-US", "zh-Hant": "zh-TW", "zh-Hans": "zh-CN"}


@cache
def _bundle(lang: Lang) -> FluentBundle:
    """The bundle of one language, read from all its ``.ftl`` files on first use."""
    bundle = FluentBundle([_FLUENT_LOCALE[lang]], use_isolating=False)
    folder = resources.files("bot.i18n").joinpath("catalogues", lang)
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        if path.name.endswith(".ftl"):
            bundle.add_resource(FluentResource(path.read_text("utf-8")))
    return bundle


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
    return frozenset(_bundle(lang)._messages)  # noqa: SLF001 - fluent.runtime has no public listing


def has(key: str, lang: Lang) -> bool:
    """Whether the catalogue of a language holds a key."""
    return bool(_bundle(lang).has_message(key))


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
    bundle = _bundle(lang)
    if not bundle.has_message(key):
        raise KeyError(key)
    pattern = bundle.get_message(key).value
    if pattern is None:
        raise KeyError(key)
    result, errors = bundle.format_pattern(pattern, _worded(args or {}, lang))
    if errors:
        raise ValueError(f"{key}: {errors[0]}")
    return str(result)


def say(message: Message, lang: Lang) -> str:
    """A ``Message`` worded in a language."""
    return text(message.key, lang, message.args)


def preload() -> None:
    """Read all catalogues now, so that the first reply pays nothing."""
    for lang in LANGS:
        _bundle(lang)
