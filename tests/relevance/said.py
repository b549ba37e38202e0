"""Whether a reply says a fact: spelling, spacing and dashes do not count, figures and words must be whole."""

import re
import unicodedata
from collections.abc import Iterable

from tests.relevance.questions import Fact

_HAN = "\u3000-\u303f\u3400-\u9fff\uff00-\uffef"
_DASHES = re.compile("[\u2010-\u2015\u2212~\uff5e]")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_RANGE = re.compile(r"(?<=\d)(?:%?\s*-\s*|%?\s*(?:至|到)\s*|%? to )(?=\d)")
_SPACE_BY_HAN = re.compile(rf"(?<=[{_HAN}]) | (?=[{_HAN}])")
_SPACE_BY_UNIT = re.compile(r"(?<=\d) (?=[a-z%°€$])")


def plain(text: str) -> str:
    """The comparable form of a text: ``10 % – 25 %`` and ``10-25%`` become the same."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("≥", ">=")
    text = re.sub(r"\s+", " ", _DASHES.sub("-", text).replace("*", ""))
    text = _SPACE_BY_HAN.sub("", _THOUSANDS.sub("", text))
    text = re.sub(r"(?<=\d) (?=%)", "", text)
    return _SPACE_BY_UNIT.sub("", _RANGE.sub("-", text))


def says(alternative: str, reply: str) -> bool:
    """Whether a plain reply holds an alternative; ``5`` is not in ``25`` or ``0.5``, ``not`` not in ``another``."""
    wanted = plain(alternative)
    left = r"(?<![\d.])" if wanted[0].isdigit() else r"(?<![a-z])" if wanted[0].isascii() else ""
    right = r"(?!\d|\.\d)" if wanted[-1].isdigit() else ""
    return re.search(left + re.escape(wanted) + right, reply) is not None


def unsaid(facts: Iterable[Fact], reply: str) -> list[Fact]:
    """The facts that a reply does not say."""
    text = plain(reply)
    return [f for f in facts if not any(says(a, text) for a in ((f,) if isinstance(f, str) else f))]
