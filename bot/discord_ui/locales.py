"""Discord's locales and our languages."""

import discord

from bot.domain.model import Lang

LANG_OF: dict[discord.Locale, Lang] = {
    discord.Locale.american_english: "en",
    discord.Locale.taiwan_chinese: "zh-Hant",
    discord.Locale.chinese: "zh-Hans",
}
"""The locales that commands are worded in; Discord has no fallback between them and no Hong Kong locale."""


def lang_of(locale: discord.Locale | None) -> Lang:
    """The language for a locale; English for all that we have no catalogue for."""
    return LANG_OF.get(locale, "en") if locale is not None else "en"
