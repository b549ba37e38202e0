"""The three catalogues hold the same messages with the same arguments, each in its own script."""

import re
import subprocess
import sys
from importlib import resources
from typing import ClassVar

import pytest
from fluent.syntax import ast, parse
from fluent.syntax.visitor import Visitor

from bot.corpus.script import to_simplified
from bot.domain.model import LANGS, Lang, Message
from bot.i18n import catalogue


class _Variables(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - fluent's naming
        self.names.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802 - fluent's naming
        self.messages.add(node.id.name)


def _entries(lang: Lang) -> dict[str, ast.Message]:
    found: dict[str, ast.Message] = {}
    for path in resources.files("bot.i18n").joinpath("catalogues", lang).iterdir():
        for entry in parse(path.read_text("utf-8")).body:
            assert not isinstance(entry, ast.Junk), f"{path.name}: {entry.content}"
            if isinstance(entry, ast.Message):
                assert entry.id.name not in found, f"{path.name}: {entry.id.name} is defined twice"
                found[entry.id.name] = entry
    return found


def _variables(entry: ast.Message, entries: dict[str, ast.Message]) -> set[str]:
    """The arguments of a message, those of the messages that it includes among them."""
    visitor = _Variables()
    visitor.visit(entry)
    return visitor.names.union(*(_variables(entries[name], entries) for name in visitor.messages))


@pytest.mark.parametrize("lang", LANGS)
def test_the_keys_are_those_that_a_full_parse_finds(lang: Lang) -> None:
    assert catalogue.keys(lang) == _entries(lang).keys()


def test_a_message_is_read_when_it_is_said_and_includes_others() -> None:
    code = (
        "from bot.i18n import catalogue\n"
        "print(catalogue.text('err-input-missing', 'en', {'field': 'hours'}))\n"
        "print(sorted(catalogue._catalogue('en').sentences))\n"
        "catalogue.preload()\n"
        "print(all(catalogue._catalogue(l).sentences.keys() == catalogue.keys(l) for l in catalogue.LANGS))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "I still need the running hours.",
        "['err-field', 'err-input-missing']",
        "True",
    ]


@pytest.mark.req("R65")
@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans"])
def test_same_keys_and_arguments_as_english(lang: Lang) -> None:
    english, other = _entries("en"), _entries(lang)
    assert other.keys() == english.keys()
    differing = {key for key in english if _variables(english[key], english) != _variables(other[key], other)}
    assert not differing


@pytest.mark.parametrize("lang", LANGS)
def test_every_argument_is_used_as_text(lang: Lang) -> None:
    entries = _entries(lang)
    for key, entry in entries.items():
        args = {name: "EUR" if name == "currency" else "7" for name in _variables(entry, entries)}
        assert catalogue.text(key, lang, args)


def test_simplified_catalogue_has_no_traditional_characters() -> None:
    for key, entry in _entries("zh-Hans").items():
        words = "".join(re.findall(r"[\u3400-\u9fff]", catalogue_source(entry)))
        assert to_simplified(words) == words, key


def catalogue_source(entry: ast.Message) -> str:
    """All literal text of a message."""

    class Text(Visitor):
        parts: ClassVar[list[str]] = []

        def visit_TextElement(self, node: ast.TextElement) -> None:  # noqa: N802 - fluent's naming
            self.parts.append(node.value)

    Text.parts = []
    Text().visit(entry)
    return "".join(Text.parts)


def test_unknown_key_and_missing_argument_are_errors() -> None:
    with pytest.raises(KeyError):
        catalogue.text("no-such-key", "en")
    with pytest.raises(ValueError, match="ask-too-long"):
        catalogue.text("ask-too-long", "en")


def test_say_formats_numbers_of_the_message() -> None:
    message = Message(key="ask-too-long", args={"length": 51234, "limit": 500})
    assert "51,234" in catalogue.say(message, "en")
