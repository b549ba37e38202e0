"""Fluent messages made into functions from arguments to text.

Nine messages in ten are one line of words and ``{ $arguments }``. Those are split here, which takes microseconds; the rest
goes through Fluent's own parser, which takes a millisecond each and 25 to import. Only what the catalogues use is
understood (words, arguments, other messages, choices by a word); anything else is refused when it is read.
A test compares every message of every language with what Fluent's own runtime makes of it.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Sentence: TypeAlias = Callable[[Mapping[str, str]], str]
"""Arguments, already worded, to text. Raises ``KeyError`` where one is missing."""

_PLAIN = re.compile(
    r"[A-Za-z][\w-]* *+= *+(?P<text>(?:[^{}\n]|\{ *+\$[A-Za-z][\w-]*+ *+\})++)\n*+(?:#[^\n]*+\n*+)*+",
    re.ASCII,
)
_ARGUMENT = re.compile(r"\{ *\$([A-Za-z][\w-]*) *\}", re.ASCII)


def plain(source: str) -> Sentence | None:
    """The sentence of a message that is one line of words and arguments; ``None`` for any other.

    Args:
        source: the message as it stands in the file, comments of the next one included.
    """
    found = _PLAIN.fullmatch(source)
    if not found:
        return None
    words, *rest = _ARGUMENT.split(found["text"].rstrip())
    if not rest:
        return lambda _: words
    pairs = [*zip(rest[::2], rest[1::2], strict=True)]
    return lambda args: words + "".join([args[name] + behind for name, behind in pairs])


def parsed(source: str, other: Callable[[str], Sentence]) -> Sentence:
    """The sentence of any message, read by Fluent's parser.

    Args:
        source: the message as it stands in the file.
        other: the sentence of another message, by its key.

    Raises:
        ValueError: not a message, or one that uses more of Fluent than the catalogues do.
    """
    from fluent.syntax import FluentParser, ast  # noqa: PLC0415 - most messages are plain

    entry = FluentParser(with_spans=False).parse(source).body[0]
    if not isinstance(entry, ast.Message) or entry.value is None or entry.attributes:
        raise ValueError(f"not a message of words and arguments: {source!r}")
    return _pattern(entry.value, other)


def _pattern(pattern: Any, other: Callable[[str], Sentence]) -> Sentence:
    parts = [_part(element, other) for element in pattern.elements]
    return lambda args: "".join([part(args) for part in parts])


def _part(node: Any, other: Callable[[str], Sentence]) -> Sentence:
    """The sentence of one node of Fluent's syntax tree."""
    match type(node).__name__:
        case "TextElement":
            words: str = node.value
            return lambda _: words
        case "StringLiteral":
            literal: str = node.parse()["value"]
            return lambda _: literal
        case "Placeable":
            return _part(node.expression, other)
        case "VariableReference":
            name: str = node.id.name
            return lambda args: args[name]
        case "MessageReference" if node.attribute is None:
            return other(node.id.name)
        case "SelectExpression":
            return _choice(node, other)
    raise ValueError(f"{type(node).__name__} is more of Fluent than the catalogues use")


def _choice(node: Any, other: Callable[[str], Sentence]) -> Sentence:
    """One of several sentences, by a word; the one marked ``*`` where none fits."""
    selector = _part(node.selector, other)
    by_word = {}
    for variant in node.variants:
        if type(variant.key).__name__ != "Identifier":
            raise ValueError("a choice is made by a word")
        by_word[variant.key.name] = _pattern(variant.value, other)
        if variant.default:
            usual = by_word[variant.key.name]
    return lambda args: by_word.get(selector(args), usual)(args)
