"""Names, descriptions and choices of commands in the languages Discord is given, from the catalogues.

Keys follow from the place: ``cmd-knowledge-reload-name``, ``cmd-psu-description``, ``opt-psu-gpu-name``,
``opt-psu-gpu-description``, ``choice-large_data``.
"""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Place

from bot.discord_ui.locales import LANG_OF
from bot.i18n import catalogue


def key_of(context: "app_commands.TranslationContext[Any, Any]") -> str | None:
    """The message key of a text by its place, ``None`` for places that have no texts of ours."""
    data = context.data
    match context.location:
        case Place.command_name | Place.group_name:
            return f"cmd-{_slug(data.qualified_name)}-name"
        case Place.command_description | Place.group_description:
            return f"cmd-{_slug(data.qualified_name)}-description"
        case Place.parameter_name:
            return f"opt-{_slug(data.command.qualified_name)}-{data.name}-name"
        case Place.parameter_description:
            return f"opt-{_slug(data.command.qualified_name)}-{data.name}-description"
        case Place.choice_name:
            return f"choice-{data.value}"
        case _:
            return None


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


class Translator(app_commands.Translator):
    """Looks every text up in the catalogues; locales without a catalogue fall back to the English in the code."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text of one place in one locale, ``None`` where there is none."""
        del string
        lang = LANG_OF.get(locale)
        key = key_of(context)
        if lang is None or key is None or not catalogue.has(key, lang):
            return None
        return catalogue.text(key, lang)
