"""Currencies and countries as people give them in options and forms: only those that exist are taken."""

import re
from collections.abc import Mapping

from bot.answering.calculators import shown
from bot.errors import InputError
from bot.i18n import places

_CODE = re.compile("[A-Za-z]{3}")


def checked(raw: Mapping[str, object]) -> dict[str, object]:
    """Raw inputs of ``cost`` with ``country`` and ``currency`` as codes.

    A country may be named ("Germany", "德國"). What is no code of a currency at all is left to the inputs' own rules.

    Raises:
        InputError: ``err-currency-unknown``, or ``err-country-unknown`` with the ``nearest``.
    """
    found = dict(raw)
    if currency := str(raw.get("currency") or "").strip():
        code = places.currency_code(currency)
        if code is None and _CODE.fullmatch(currency):
            raise InputError("err-currency-unknown", field="currency", given=shown(currency))
        found["currency"] = code or currency
    if country := str(raw.get("country") or "").strip():
        found["country"] = places.country_code(country)
        if found["country"] is None:
            nearest = ", ".join(places.nearest_countries(country)) or "–"
            raise InputError("err-country-unknown", field="country", given=shown(country), nearest=nearest)
    return found
