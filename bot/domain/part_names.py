"""Part names cut into tokens: what identifies a part, what merely decorates it, what states its memory.

``RTX 2080Ti`` and ``2080 ti`` are the same card, ``2080`` and ``2080 Ti`` are not. So every token is either
*hard* (it must be the same on both sides: ``2080``, ``ti``, ``a100``, ``super``) or *soft* (it may be left out,
but must fit where it is said: ``rtx``, ``threadripper``, ``pcie``) or a statement of memory (``12gb``), which is
compared with the table's figure and not with the name.
"""

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from typing import Literal, NamedTuple

PartKind = Literal["gpu", "cpu"]

_HAN_BRANDS = {
    "锐龙": "ryzen", "銳龍": "ryzen", "霄龙": "epyc", "霄龍": "epyc", "至强": "xeon", "至強": "xeon",
    "酷睿": "core", "线程撕裂者": "threadripper", "執行緒撕裂者": "threadripper", "撕裂者": "threadripper",
    "英伟达": "nvidia", "輝達": "nvidia", "辉达": "nvidia", "英特尔": "intel", "英特爾": "intel",
    **{f"{xeon}{medal}": f"xeon {grade}" for xeon in ("至强", "至強") for medal, grade in
       (("铂金", "platinum"), ("鉑金", "platinum"), ("金牌", "gold"), ("银牌", "silver"), ("銀牌", "silver"), ("铜牌", "bronze"), ("銅牌", "bronze"))},
    "泰坦": "titan", "特斯拉": "tesla", "镭龙": "radeon", "鐳龍": "radeon",
}  # fmt: skip

VENDOR_WORDS = frozenset({"nvidia", "geforce", "amd", "ati", "radeon", "intel"})
"""Words that say who made a part: ignored, they never tell two parts of one kind apart."""

EDITION_WORDS = frozenset({"edition", "founders", "generation", "gen", "fe"})
_GENERIC_WORDS = frozenset(
    {"gpu", "gpus", "card", "cards", "graphics", "cpu", "cpus", "processor", "accelerator"}
)

SOFT_WORDS: dict[PartKind, frozenset[str]] = {
    "gpu": frozenset({
        "rtx", "gtx", "gt", "rx", "r7", "r9", "quadro", "tesla", "instinct", "arc", "firepro",
        "ada", "blackwell", "ampere", "hopper", "turing", "volta", "pascal", "maxwell", "kepler",
        "pcie", "sxm", "nvl", "oam", "hgx", "workstation", "tensor", "core",
    }),
    "cpu": frozenset({
        "core", "i3", "i5", "i7", "i9", "ultra", "u3", "u5", "u7", "u9", "ryzen", "r3", "r5", "r7", "r9",
        "threadripper", "pro", "epyc", "xeon", "bronze", "silver", "gold", "platinum",
        "e3", "e5", "e7", "w", "w3", "w5", "w7", "w9",
    }),
}  # fmt: skip

_IMPLIED = {
    "threadripper": ("ryzen",),
    **dict.fromkeys(("i3", "i5", "i7", "i9", "ultra", "u3", "u5", "u7", "u9"), ("core",)),
    **dict.fromkeys(("bronze", "silver", "gold", "platinum"), ("xeon",)),
    **dict.fromkeys(("e3", "e5", "e7", "w", "w3", "w5", "w7", "w9"), ("xeon",)),
    **dict.fromkeys(("r3", "r5", "r7", "r9"), ("ryzen",)),
}
_FAMILIES = frozenset({"rtx", "gtx", "gt", "rx", "tesla", "instinct", "arc"})
"""Words that a spelling may lack and still be the same spelling ("3090", "V100")."""

_LOOSE_BRANDS = frozenset({"tesla", "quadro", "instinct"})
"""Old family names that people still put before newer boards ("Tesla A100", "Quadro A6000")."""

_START = r"(?:(?<![a-z])|(?<=\dx))"
_TOKEN = re.compile(
    rf"""
      (?P<han>{"|".join(sorted(_HAN_BRANDS, key=len, reverse=True))})
    | (?P<count>(?<![a-z0-9.,])\d{{1,2}}x(?=[a-z]|\d{{3}}))           # 4x3090, 2xa100: a count, not a name
    | (?P<memory>(?<![a-z0-9.,])\d+(?:\.\d+)?\s?(?:gib|gbs?|gigs?|g)(?![a-z0-9]))
    | (?P<brand>{_START}(?:geforce|quadro|tesla|titan|threadripper|ryzen|epyc|xeon|instinct|vega)(?![a-z])
               |{_START}(?:rtx|gtx|rx)(?=[a-z]?\d|[^a-z]|\Z)|{_START}gt(?=\s?\d)|{_START}tr(?=\s?\d{{4}}))
    | (?P<series>{_START}(?:i[3579](?=[-\s]?\d{{4,5}})|e[357](?=[-\s]?\d{{4}})|w[3579](?=-\d{{4}})))
    | (?P<variant>(?:(?<=\d)|(?<![a-z0-9]))(?:x3d|sxm\d?|max-?q|ti\s?super|tis|ti|super|xtx|xt|gre|laptop|mobile)(?:(?![a-z])|(?=x\d)))
    | (?P<tail>(?<=[a-z0-9])x\d{{1,2}}(?![a-z0-9]))                   # 3090x2: a count behind the name
    | (?P<word>[a-z]{{1,4}}\d+|[a-z]+|\d+)
    """,
    re.VERBOSE,
)


class Token(NamedTuple):
    """One token of a text: its canonical values, its span, what the pattern took it for."""

    values: tuple[str, ...]
    start: int
    end: int
    role: str


class Name(NamedTuple):
    """A name ready for comparison: identifying tokens, decorating tokens, stated memory in GB."""

    hard: frozenset[str]
    soft: frozenset[str]
    memory_gb: Decimal | None


def fold_name(text: str) -> str:
    """Lower-case NFKC form of a name, without trade-mark signs."""
    return unicodedata.normalize("NFKC", re.sub(r"[®™©]|\((?:R|r|TM|tm)\)", " ", text)).lower()


def tokenize(text: str) -> list[Token]:
    """Tokens of a lower-case NFKC text, with their spans; everything that is not a token separates."""
    return [
        Token(
            _values(match.lastgroup or "word", match.group()),
            match.start(),
            match.end(),
            match.lastgroup or "word",
        )
        for match in _TOKEN.finditer(text)
    ]


def _values(role: str, found: str) -> tuple[str, ...]:
    if role == "han":
        return tuple(_HAN_BRANDS[found].split())
    if role == "variant":
        if found.startswith("sxm"):
            return ("sxm",)
        if found.startswith("max"):
            return ("maxq",)
        if found.startswith("ti") and found.endswith("super"):
            return ("ti", "super")
    if role == "memory":
        return (re.split(r"[\sg]", found, maxsplit=1)[0],)
    return ("threadripper" if (role, found) == ("brand", "tr") else found,)


def name_of(tokens: Iterable[Token], kind: PartKind, *, strict: bool = False) -> Name:
    """Sort tokens into hard, soft and memory for one kind of part.

    Args:
        tokens: of one name or of one window of a sentence.
        kind: whose decorating words apply.
        strict: keep generic words ("card", "cpu") as identifying, for windows in a sentence.
    """
    values: list[str] = []
    memory: Decimal | None = None
    for token in tokens:
        if token.role == "memory":
            memory = Decimal(token.values[0])
        else:
            values.extend(token.values)
    ignored = VENDOR_WORDS | EDITION_WORDS | (frozenset() if strict else _GENERIC_WORDS)
    # "Radeon VII" and "Radeon Pro W7900" are named by what is left once the vendor is ignored.
    kept = [value for value in _join_series(values) if value not in ignored]
    if kind == "gpu" and "pro" in kept and any(re.fullmatch(r"(w|wx)\d{4}", value) for value in kept):
        kept.remove("pro")
    soft = SOFT_WORDS[kind]
    return Name(
        hard=frozenset(value for value in kept if value not in soft),
        soft=frozenset(value for value in kept if value in soft),
        memory_gb=memory,
    )


def _join_series(values: list[str]) -> list[str]:
    """Write "ryzen 7" as ``ryzen r7`` and "ultra 9" as ``ultra u9``, so that a lone digit never identifies."""
    joined: list[str] = []
    for value in values:
        previous = joined[-1] if joined else ""
        if value in {"3", "5", "7", "9"} and previous in {"ryzen", "ultra"}:
            joined.append(previous[0] + value)
        else:
            joined.append(value)
    return joined


def fits(said: frozenset[str], row: frozenset[str]) -> bool:
    """Whether decorating words said of a part fit a row's own ("gtx" does not fit an RTX card)."""
    return said <= row


def fits_loosely(said: frozenset[str], row: frozenset[str], hard: frozenset[str]) -> bool:
    """As :func:`fits`, but an old family name may stand before a professional board ("Tesla A100")."""
    professional = any(re.fullmatch(r"[a-z]{1,2}\d+|\d000", value) for value in hard)
    return professional and said - _LOOSE_BRANDS <= row


def spelt_exactly(said: Name, form: Name) -> bool:
    """Whether a name is one of a row's own spellings, family words and vendor aside."""
    return said.memory_gb == form.memory_gb and said.soft | _FAMILIES == form.soft | _FAMILIES


def core_of(text: str, kind: PartKind) -> str:
    """What is left of a name, in order, without vendor, decoration and memory: ``3090ti``."""
    values = [value for token in tokenize(text) if token.role != "memory" for value in token.values]
    dropped = SOFT_WORDS[kind] | VENDOR_WORDS | EDITION_WORDS | _GENERIC_WORDS
    return "".join(value for value in values if value not in dropped)


def implied(soft: Iterable[str]) -> frozenset[str]:
    """Decorating words plus those they stand for: an i9 is a Core, a Threadripper a Ryzen."""
    words = set(soft)
    for word in tuple(words):
        words.update(_IMPLIED.get(word, ()))
    return frozenset(words)
