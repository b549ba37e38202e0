"""Names of countries and currencies in our three languages, from CLDR, and the codes that exist."""

from datetime import date
from difflib import get_close_matches
from functools import lru_cache

from babel import Locale

from bot.domain.model import LANGS, Lang

BABEL_LOCALE: dict[Lang, str] = {"en": "en_US", "zh-Hant": "zh_Hant_TW", "zh-Hans": "zh_Hans_CN"}

_OWN: dict[str, dict[Lang, str]] = {"EU": {"en": "European Union", "zh-Hant": "歐盟", "zh-Hans": "欧盟"}}

_ALSO = {"uk": "GB", "usa": "US", "korea": "KR", "china": "CN"}
"""What people write for a country that CLDR lists under another code or name."""

_ALSO_PAID = {"NTD": "TWD", "RMB": "CNY"}

_LATELY = date(2015, 1, 1)
_SIMILAR = 0.5


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


@lru_cache(maxsize=1)
def _payments() -> dict[str, tuple[str, ...]]:
    """Countries with what is or lately was paid with there; what people call them is not in here."""
    # Only options with a code in them pay for these tables.
    from babel.core import get_global  # noqa: PLC0415
    from babel.numbers import get_territory_currencies  # noqa: PLC0415

    found = {
        code: tuple(get_territory_currencies(code, _LATELY)) for code in get_global("territory_currencies")
    }
    return {code: paid for code, paid in found.items() if paid and get_territory_currencies(code)}


@lru_cache(maxsize=1)
def _codes() -> dict[str, str]:
    """Country codes by folded code and by folded name in each of our languages."""
    known = [*_payments(), *_OWN]
    named = {country(code, lang).casefold(): code for lang in LANGS for code in known}
    return named | {code.casefold(): code for code in known} | _ALSO


def currency_code(text: str) -> str | None:
    """The ISO 4217 code of a currency that is paid with somewhere, from its code in any case."""
    code = _ALSO_PAID.get(text.strip().upper(), text.strip().upper())
    return code if any(code in paid for paid in _payments().values()) else None


def country_code(text: str) -> str | None:
    """The ISO 3166-1 alpha-2 code of a country (or ``EU``), from its code or its name in one of our languages."""
    return _codes().get(text.strip().casefold())


def nearest_countries(text: str, limit: int = 3) -> tuple[str, ...]:
    """Countries with a similar code or name, as ``Germany (DE)``, best first."""
    near = get_close_matches(text.strip().casefold(), _codes(), 4 * limit, _SIMILAR)
    codes = dict.fromkeys(_codes()[name] for name in near)
    return tuple(f"{country(code, 'en')} ({code})" for code in list(codes)[:limit])
