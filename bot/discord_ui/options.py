"""Options of the commands: their ranges, and what is offered while someone types."""

import logging
from decimal import Decimal
from typing import Any

import discord
from discord import app_commands

from bot.discord_ui import limits
from bot.discord_ui.desk import desk_of
from bot.discord_ui.ports import SuggestKind
from bot.discord_ui.tree import lang_for
from bot.domain.inputs import MAX_COUNT, MAX_LOAD_W, MAX_PART_W
from bot.errors import RigwiseError
from bot.i18n import places

_log = logging.getLogger("rigwise.discord")

Question = app_commands.Range[str, 1, 500]
PartText = app_commands.Range[str, 1, 100]
Count = app_commands.Range[int, 1, MAX_COUNT]
PartWatts = app_commands.Range[float, 1, MAX_PART_W]
LoadWatts = app_commands.Range[float, 1, MAX_LOAD_W]
Percent = app_commands.Range[float, 1, 100]
HoursPerDay = app_commands.Range[float, 0.1, 24.0]
Days = app_commands.Range[float, 0.1, 36_500.0]
Price = app_commands.Range[float, 0.0001, 1_000_000.0]
HouseholdKwh = app_commands.Range[float, 0.0, 100_000.0]
MemoryGb = app_commands.Range[float, 1, 2000]

Choices = list[app_commands.Choice[str]]


def plain(value: float | None) -> str:
    """A number as Discord hands it over, as the digits a person would type; empty where not given."""
    if value is None:
        return ""
    text = format(Decimal(repr(value)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(value: float | None) -> str:
    """A percentage as text with its sign, empty where not given."""
    return f"{plain(value)}%" if value is not None else ""


def counted(count: int | None, part: str | None, watts: float | None = None) -> str:
    """``4x RTX 3090 @ 350W`` from separate options; empty where neither part nor watts are given."""
    said = " @ ".join(filter(None, (part, f"{plain(watts)}W" if watts is not None else "")))
    if not said:
        return ""
    return f"{count}x {said}" if count and count > 1 else said


def choices(labelled: list[tuple[str, str]]) -> Choices:
    """At most 25 choices with texts of 1 to 100 characters, each value once."""
    unique = {
        value: label
        for label, value in labelled
        if value.strip() and limits.length(value) <= limits.CHOICE_TEXT
    }
    return [
        app_commands.Choice(name=limits.shorten(label or value, limits.CHOICE_TEXT), value=value)
        for value, label in list(unique.items())[: limits.CHOICES]
    ]


def _parts(interaction: discord.Interaction[Any], typed: str, *kinds: SuggestKind) -> Choices:
    """Part names for what is typed, those that hold it first; a count in front ("4x 30") and earlier parts of a list stay."""
    *earlier, last = typed.split(",")
    before, times, name = last.lower().replace("×", "x").rpartition("x ")
    is_count = bool(times) and before.strip().isdigit()
    head = "".join(f"{part}," for part in earlier) + (
        f" {before.strip()}x " if is_count else " " if earlier else ""
    )
    wanted = name if is_count else last
    try:
        answers, lang = desk_of(interaction).ports.answers, lang_for(interaction)
        names = [name for kind in kinds for name in answers.suggest(wanted, kind, lang)]
    except RigwiseError as fault:
        _log.info("no suggestions: %s", fault.code)
        return []
    if len(kinds) > 1:
        names.sort(key=lambda name: wanted.strip().casefold() not in name.casefold())
    return choices([(f"{head.lstrip()}{name}", f"{head.lstrip()}{name}") for name in names])


async def gpu_names(interaction: discord.Interaction[Any], current: str) -> Choices:
    """Autocomplete of graphics cards."""
    return _parts(interaction, current, "gpu")


async def part_names(interaction: discord.Interaction[Any], current: str) -> Choices:
    """Autocomplete of graphics cards and processors."""
    return _parts(interaction, current, "gpu", "cpu")


async def cpu_names(interaction: discord.Interaction[Any], current: str) -> Choices:
    """Autocomplete of processors."""
    return _parts(interaction, current, "cpu")


def ranked(typed: str, labelled: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Labels that begin with what was typed, then those that hold it, each group in the order given."""
    wanted = typed.strip().casefold()
    if not wanted:
        return labelled
    heads = [pair for pair in labelled if any(text.casefold().startswith(wanted) for text in pair)]
    held = [
        pair for pair in labelled if pair not in heads and any(wanted in text.casefold() for text in pair)
    ]
    return heads + held


async def countries(interaction: discord.Interaction[Any], current: str) -> Choices:
    """Autocomplete of countries by name in the member's language, by English name or by code."""
    try:
        codes = desk_of(interaction).ports.answers.countries()
    except RigwiseError:
        return []
    lang = lang_for(interaction)
    named = [(f"{places.country(code, lang)} ({code})", code) for code in codes]
    found = ranked(current, named)
    if current.strip() and not found:
        english = ranked(current, [(places.country(code, "en"), code) for code in codes])
        found = [(f"{places.country(code, lang)} ({code})", code) for _, code in english]
    return choices(found)


async def currencies(interaction: discord.Interaction[Any], current: str) -> Choices:
    """Autocomplete of currencies by name in the member's language or by code."""
    try:
        codes = desk_of(interaction).ports.answers.currencies()
    except RigwiseError:
        return []
    lang = lang_for(interaction)
    return choices(ranked(current, [(f"{places.currency(code, lang)} ({code})", code) for code in codes]))
