"""Names of countries and currencies in our three languages, from CLDR."""

from functools import lru_cache

from babel import Locale

from bot.domain.model import Lang

BABEL_LOCALE: dict[Lang, str] = {"en": "en_US", "zh-Hant": "zh_Hant_TW", "zh-Hans": "zh_Hans_CN"}

_OWN: dict[str, dict[Lang, str]] = {"EU": {"en": "European Union", "zh-Hant": "歐盟", "zh-Hans": "欧盟"}}


@lru_cache(maxsize=4)
def _locale(lang: Lang) -> Locale:
    return Locale.parse(BABEL_LOCALE[lang])


def country(code: str, lang: Lang) -> str:
    """The name of a country by its ISO 3166-1 alpha-2 code (or ``EU``); the code where CLDR has no name."""
    own = _OWN.get(code)
    return own[lang] if own else str(_locale(lang).territories.get(code, code))


def currency(code: str, lang: Lang) -> str:
    """The name of a currency by its ISO 4217 code; the code where CLDR has no name."""
    return str(_locale(lang).currencies.get(code, code))
