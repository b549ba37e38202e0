"""Our reading of Fluent against Fluent's own runtime, and what is refused."""

import re
from collections.abc import Mapping

import pytest
from fluent.runtime import FluentBundle, FluentResource

from bot.domain.model import LANGS, Lang
from bot.i18n import catalogue, sentence

_LOCALES: dict[Lang, str] = {"en": "en-US", "zh-Hant": "zh-TW", "zh-Hans": "zh-CN"}


def _said(source: str, args: Mapping[str, str]) -> str:
    def none(key: str) -> sentence.Sentence:
        raise KeyError(key)

    return (sentence.plain(source) or sentence.parsed(source, none))(args)


def _runtime(sources: Mapping[str, str], lang: Lang) -> FluentBundle:
    bundle = FluentBundle([_LOCALES[lang]], use_isolating=False)
    for source in sources.values():
        bundle.add_resource(FluentResource(source))
    return bundle


@pytest.mark.parametrize("lang", LANGS)
def test_every_message_is_what_fluents_runtime_makes_of_it(lang: Lang) -> None:
    sources = catalogue._catalogue(lang).sources
    everything = "\n".join(sources.values())
    names = set(re.findall(r"\$([\w-]+)", everything))
    bundle = _runtime(sources, lang)
    for key, source in sources.items():
        for word in {"7", *re.findall(r"\[([\w-]+)\]", source), "TW"}:
            args = dict.fromkeys(names, word)
            expected, errors = bundle.format_pattern(bundle.get_message(key).value, args)
            assert not errors
            assert catalogue._catalogue(lang).say(key, args) == expected, key


@pytest.mark.parametrize(
    "source",
    [
        "a = one { $x } two\n",
        "a = { $x }\n\n# a comment\n## a group\n\n",
        "a={$x}",
        "a =   spaces before and behind   \n",
        "a = { $x }{ $y-z }",
        "a = full-width｛x｝and \\ and 'quotes'\n",
        "a = first\n    second { $x }\n",
        'a = { "" }{ $x }',
        "a = { $x ->\n    [v] yes\n   *[other] no { $y-z }\n }!\n",
    ],
)
def test_one_message_is_what_fluents_runtime_makes_of_it(source: str) -> None:
    args = {"x": "v", "y-z": "w"}
    bundle = _runtime({"a": source}, "en")
    expected, errors = bundle.format_pattern(bundle.get_message("a").value, args)
    assert not errors
    assert _said(source, args) == expected


def test_most_messages_need_no_parser() -> None:
    sources = catalogue._catalogue("en").sources.values()
    assert sum(sentence.plain(source) is not None for source in sources) > 0.9 * len(sources)


@pytest.mark.parametrize(
    "source",
    [
        "a = { NUMBER($x) }\n",
        "a = { $x ->\n    [1] one\n   *[other] more\n }\n",
        "a = { -term }\n",
        "a = { 5 }\n",
        "a = { b.attribute }\n",
        "a =\n    .title = only an attribute\n",
        "a = words\n    .title = and an attribute\n",
        "a = { $x\n",
        "-term = words\n",
    ],
)
def test_more_of_fluent_than_the_catalogues_use_is_refused(source: str) -> None:
    assert sentence.plain(source) is None
    with pytest.raises(ValueError, match=r"Fluent|message|choice"):
        _said(source, {"x": "1"})


def test_a_missing_argument_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="x"):
        _said("a = one { $x }", {})
