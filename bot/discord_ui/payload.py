"""The payloads of all commands, checked against Discord's rules in every locale, and their hash.

Discord refuses the whole set for one bad text, and no library checks it before: so we do, offline.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
import regex
from discord import app_commands

from bot.discord_ui import limits
from bot.discord_ui.locales import LANG_OF

Payload = Mapping[str, Any]

_NAME = regex.compile(r"^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$")
_SUBCOMMANDS = (1, 2)
_LOCALES = tuple(locale.value for locale in LANG_OF)
_MENU_TYPES = (2, 3)
_MENUS = (discord.AppCommandType.message, discord.AppCommandType.user)
_WHOLE = "the whole set"


async def payloads(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """What ``tree.sync()`` would send, in the order of names."""
    translator = tree.translator
    commands = sorted(tree.get_commands(), key=lambda command: command.name) + sorted(
        (menu for kind in _MENUS for menu in tree.get_commands(type=kind)), key=lambda menu: menu.name
    )
    unique = list({id(command): command for command in commands}.values())
    if translator is None:
        return [command.to_dict(tree) for command in unique]
    return [await command.get_translated_payload(tree, translator) for command in unique]


def digest(commands: Sequence[Payload]) -> str:
    """A hash that changes when any command changes."""
    text = json.dumps(sorted(commands, key=lambda c: str(c["name"])), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def problems(commands: Sequence[Payload]) -> list[str]:
    """Everything Discord would refuse, each as one English line; empty if all is well."""
    found = [problem for command in commands for problem in _of_command(command)]
    slash = [command for command in commands if command.get("type", 1) == 1]
    if len(slash) > 100:
        found.append(f"{len(slash)} commands, at most 100")
    found += _doubles(commands, _WHOLE)
    return found


def _of_command(command: Payload) -> Iterator[str]:
    name = str(command.get("name"))
    if command.get("type", 1) in _MENU_TYPES:
        for locale, text in _texts(command, "name"):
            if not 1 <= limits.length(text) <= limits.COMMAND_NAME:
                yield f"{name} [{locale}]: a menu name has 1 to 32 characters"
        return
    yield from _of_node(command, name)
    for locale in _LOCALES:
        total = _total(command, locale)
        if total > limits.COMMAND_TOTAL:
            yield f"{name} [{locale}]: {total} characters in total, at most {limits.COMMAND_TOTAL}"


def _of_node(node: Payload, path: str) -> Iterator[str]:
    """A command, subcommand or option, and everything in it."""
    yield from _of_words(node, path)
    options = node.get("options") or []
    if len(options) > limits.COMMAND_OPTIONS:
        yield f"{path}: {len(options)} options, at most {limits.COMMAND_OPTIONS}"
    yield from _doubles(options, path)
    yield from _order(options, path)
    yield from _of_choices(node, path)
    for option in options:
        yield from _of_node(option, f"{path} {option.get('name')}")


def _of_words(node: Payload, path: str) -> Iterator[str]:
    for locale, text in _texts(node, "name"):
        if not _NAME.match(text) or text != text.lower():
            yield f"{path} [{locale}]: {text!r} is no command or option name"
    for locale, text in _texts(node, "description"):
        if not 1 <= limits.length(text) <= limits.COMMAND_DESCRIPTION:
            yield f"{path} [{locale}]: a description has 1 to 100 characters, not {limits.length(text)}"
    for what in ("name", "description"):
        missing = set(_LOCALES) - set(node.get(f"{what}_localizations") or {})
        if missing:
            yield f"{path}: no {what} for {', '.join(sorted(missing))}"


def _order(options: Sequence[Payload], path: str) -> Iterator[str]:
    required = [bool(option.get("required")) for option in options if option.get("type") not in _SUBCOMMANDS]
    if required != sorted(required, reverse=True):
        yield f"{path}: required options come before the others"


def _of_choices(node: Payload, path: str) -> Iterator[str]:
    choices = node.get("choices") or []
    if len(choices) > limits.CHOICES:
        yield f"{path}: {len(choices)} choices, at most {limits.CHOICES}"
    for choice in choices:
        for locale, text in _texts(choice, "name"):
            if not 1 <= limits.length(text) <= limits.CHOICE_TEXT:
                yield f"{path} [{locale}]: a choice has 1 to 100 characters"
        if set(_LOCALES) - set(choice.get("name_localizations") or {}):
            yield f"{path}: choice {choice.get('name')!r} is not worded in every locale"


def _doubles(nodes: Sequence[Payload], path: str) -> Iterator[str]:
    """Names that two neighbours share in one locale; commands of different types may."""
    for locale in ("default", *_LOCALES):
        kinds_and_names = [
            (
                node.get("type") if path == _WHOLE else 0,
                dict(_texts(node, "name")).get(locale, node.get("name")),
            )
            for node in nodes
        ]
        for _, name in {pair for pair in kinds_and_names if kinds_and_names.count(pair) > 1}:
            yield f"{path} [{locale}]: the name {name!r} stands twice"


def _texts(node: Payload, what: str) -> Iterator[tuple[str, str]]:
    if what in node:
        yield "default", str(node[what])
    for locale, text in (node.get(f"{what}_localizations") or {}).items():
        yield locale, str(text)


def _total(node: Payload, locale: str) -> int:
    """Characters of names, descriptions and choice values in one locale, the default where that is longer."""
    own = 0
    for what in ("name", "description"):
        texts = dict(_texts(node, what))
        own += max((limits.length(texts[key]) for key in ("default", locale) if key in texts), default=0)
    own += sum(
        limits.length(str(choice.get("value", ""))) + _total(choice, locale)
        for choice in node.get("choices") or ()
    )
    return own + sum(_total(option, locale) for option in node.get("options") or ())
