"""Part names resolved to rows of the hardware tables: found, ambiguous, or unknown; never guessed."""

import difflib
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cached_property
from typing import Literal, NamedTuple

from bot.domain.hardware import Catalogue, CpuSpec, GpuSpec
from bot.domain.model import Frozen
from bot.domain.part_names import (
    EDITION_WORDS,
    SOFT_WORDS,
    VENDOR_WORDS,
    Name,
    PartKind,
    Token,
    core_of,
    fits,
    fits_loosely,
    fold_name,
    implied,
    name_of,
    spelt_exactly,
    tokenize,
)

MAX_CHOICE_CHARS = 100
"""Discord's limit for the text of one autocomplete choice."""

_NEAREST = 3
_SHORTLIST = 12


class Resolution(Frozen):
    """What became of one part name.

    Attributes:
        kind: ``gpu`` or ``cpu``: the table that was searched.
        text: the name as it was given.
        gpus, cpus: matching rows of that table, in table order: one = found, more = ambiguous, none = unknown.
        nearest: where unknown, the names of the three nearest rows.
    """

    kind: PartKind
    text: str
    gpus: tuple[GpuSpec, ...] = ()
    cpus: tuple[CpuSpec, ...] = ()
    nearest: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[GpuSpec | CpuSpec, ...]:
        """The matching rows of either table."""
        return (*self.gpus, *self.cpus)

    @property
    def status(self) -> Literal["found", "ambiguous", "unknown"]:
        """``found`` for one row, ``ambiguous`` for several, ``unknown`` for none."""
        return ("unknown", "found")[len(self.rows)] if len(self.rows) < 2 else "ambiguous"

    @property
    def gpu(self) -> GpuSpec | None:
        """The card, where exactly one was found."""
        return self.gpus[0] if len(self.gpus) == 1 else None

    @property
    def cpu(self) -> CpuSpec | None:
        """The processor, where exactly one was found."""
        return self.cpus[0] if len(self.cpus) == 1 else None

    @property
    def names(self) -> tuple[str, ...]:
        """Canonical names of the matching rows."""
        return tuple(row.name for row in self.rows)

    @property
    def common_watts(self) -> Decimal | None:
        """Board power (GPU) or base power (CPU) in W if all matching rows agree: the caller may then proceed."""
        watts = {row.board_power_w for row in self.gpus} | {row.base_w for row in self.cpus}
        peaks = {row.peak_w for row in self.cpus}
        return watts.pop() if len(watts) == 1 and len(peaks) <= 1 else None

    @property
    def common_memory_gb(self) -> Decimal | None:
        """Memory in GB if all matching cards agree."""
        sizes = {row.memory_gb for row in self.gpus}
        return sizes.pop() if len(sizes) == 1 else None


class _Row(NamedTuple):
    """One spelling of a row: its own words and memory, and the words any spelling of the row may carry."""

    position: int
    form: Name
    soft: frozenset[str]


class _Entry(NamedTuple):
    """A row as the nearest-name search and autocomplete see it."""

    name: str
    folded: str
    compact: str
    core: str
    pairs: frozenset[str]
    words: tuple[str, ...]
    released: str


class PartIndex:
    """The catalogue prepared for look-ups of about 0.1 ms.

    Args:
        catalogue: the tables; the index keeps a reference and never changes it.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._rows: dict[PartKind, dict[frozenset[str], list[_Row]]] = {
            "gpu": _by_hard_tokens("gpu", catalogue.gpus),
            "cpu": _by_hard_tokens("cpu", catalogue.cpus),
        }
        self.vocabulary: frozenset[str] = frozenset(_vocabulary(self._rows))

    @cached_property
    def _entries(self) -> dict[PartKind, list[_Entry]]:
        """What nearest names and autocomplete need; a name that is found at once needs none of it."""
        return {
            "gpu": [_entry(row, "gpu") for row in self.catalogue.gpus],
            "cpu": [_entry(row, "cpu") for row in self.catalogue.cpus],
        }

    def resolve(self, text: str, kind: PartKind) -> Resolution:
        """Resolve a name someone gave as a name ("3060 12gb", "A100 80G", "i9-13900K")."""
        folded = re.sub(r"(?<![a-z0-9])([abhklmptv])[ -](\d{2,4})(?![a-z0-9])", r"\1\2", fold_name(text))
        tokens = tokenize(folded)
        name = name_of(tokens, kind)
        found = self.match(name, kind) or self.match(_with_bare_memory(name), kind)
        if not found:
            return Resolution(kind=kind, text=text, nearest=self.nearest(folded, kind))
        return self.resolution(text, kind, found)

    def resolution(self, text: str, kind: PartKind, positions: Iterable[int]) -> Resolution:
        """A resolution from rows already matched."""
        if kind == "gpu":
            return Resolution(kind=kind, text=text, gpus=tuple(self.catalogue.gpus[i] for i in positions))
        return Resolution(kind=kind, text=text, cpus=tuple(self.catalogue.cpus[i] for i in positions))

    def match_tokens(self, tokens: Iterable[Token], kind: PartKind) -> tuple[int, ...]:
        """Rows that a window of a sentence names exactly."""
        return self.match(name_of(tokens, kind, strict=True), kind)

    def match(self, name: Name, kind: PartKind) -> tuple[int, ...]:
        """Positions of the rows with the same identifying tokens that the other words and the memory fit.

        A card whose name or alias is written just so wins over others that merely fit, so a maintainer
        decides with an alias what "RTX 2060" or "V100 32GB" alone means.
        """
        rows = self._rows[kind].get(name.hard, ())
        if not rows and "tis" in name.hard:  # not "Ti Super", so the plural of a Ti
            return self.match(name._replace(hard=name.hard - {"tis"} | {"ti"}), kind)
        fitting = [row for row in rows if fits(name.soft, row.soft)] or [
            row for row in rows if fits_loosely(name.soft, row.soft, name.hard)
        ]
        if kind == "gpu":
            fitting = [row for row in fitting if spelt_exactly(name, row.form)] or fitting
        positions = sorted({row.position for row in fitting})
        if kind == "gpu" and name.memory_gb is not None:
            positions = [i for i in positions if self.catalogue.gpus[i].memory_gb == name.memory_gb]
        return tuple(positions)

    def nearest(self, text: str, kind: PartKind) -> tuple[str, ...]:
        """Names of the three rows most alike to a text, most alike first."""
        folded = fold_name(text)[:80]
        whole, core = _compact(folded), core_of(folded, kind)
        pairs = _pairs(whole)
        entries = self._entries[kind]
        # Shared letter pairs are cheap and keep the exact comparison to a few rows.
        near = sorted(entries, key=lambda e: -len(pairs & e.pairs) / (len(pairs) + len(e.pairs) or 1))[
            :_SHORTLIST
        ]

        by_whole = difflib.SequenceMatcher(b=whole, autojunk=False)
        by_core = difflib.SequenceMatcher(b=core, autojunk=False)

        def unlikeness(entry: _Entry) -> tuple[float, float]:
            by_whole.set_seq1(entry.compact)
            by_core.set_seq1(entry.core)
            full = by_whole.ratio()
            return -max(full, by_core.ratio()), -full

        return tuple(entry.name for entry in sorted(near, key=unlikeness)[:_NEAREST])

    def suggest(self, text: str, kind: PartKind, limit: int = 25) -> list[str]:
        """Names for autocomplete, best first: beginnings of names, then of words, then contained, then alike.

        Args:
            text: what was typed so far; empty = the newest parts.
            kind: which table.
            limit: at most so many, as Discord shows 25.
        """
        typed = " ".join(fold_name(text).split())
        entries = self._entries[kind]
        if not typed:
            newest = sorted(entries, key=lambda entry: entry.released, reverse=True)
            return [entry.name[:MAX_CHOICE_CHARS] for entry in newest[:limit]]
        ranked = sorted(
            (rank, i) for i, entry in enumerate(entries) if (rank := _rank(entry, typed)) is not None
        )
        names = [entries[i].name for _, i in ranked] or list(self.nearest(typed, kind))
        return [name[:MAX_CHOICE_CHARS] for name in names[:limit]]


def _by_hard_tokens(kind: PartKind, specs: Iterable[GpuSpec | CpuSpec]) -> dict[frozenset[str], list[_Row]]:
    index: dict[frozenset[str], list[_Row]] = {}
    for position, spec in enumerate(specs):
        forms = [name_of(tokenize(fold_name(text)), kind) for text in (spec.name, *spec.aliases)]
        soft = implied(word for form in forms for word in form.soft)
        for form in forms:
            for hard in set(_keys(form, kind)):
                if hard:
                    index.setdefault(hard, []).append(_Row(position, form, soft))
    return index


def _vocabulary(tables: Mapping[PartKind, Mapping[frozenset[str], list[_Row]]]) -> Iterable[str]:
    """Every word that can stand in a name, so that a sentence's other words are passed over at once."""
    yield from VENDOR_WORDS | EDITION_WORDS
    for rows in tables.values():
        for hard, spellings in rows.items():
            yield from hard
            for row in spellings:
                yield from row.soft | row.form.hard
    yield from (word for words in SOFT_WORDS.values() for word in words)
    yield from ("3", "5", "7", "9", "tis")


def _keys(form: Name, kind: PartKind) -> Iterable[frozenset[str]]:
    """The identifying tokens of one form, and the spellings that mean the same ("4070S", "W3175X")."""
    yield form.hard
    if kind == "gpu" and "super" in form.hard:
        bare = form.hard - {"super", "ti"}
        yield bare | ({"tis"} if "ti" in form.hard else {"s"})
    if kind == "cpu" and "w" in form.soft:
        yield frozenset("w" + value if value.isdigit() and len(value) == 4 else value for value in form.hard)


def _with_bare_memory(name: Name) -> Name:
    """Read a bare number as memory: "A100 80", "V100-32"."""
    bare = {value for value in name.hard if value.isdigit() and len(value) <= 3}
    if len(bare) != 1 or len(name.hard) < 2 or name.memory_gb is not None:
        return name
    return Name(name.hard - bare, name.soft, Decimal(bare.pop()))


def _entry(row: GpuSpec | CpuSpec, kind: PartKind) -> _Entry:
    folded = fold_name(row.name)
    compact = _compact(folded)
    forms = " ".join((row.name, *row.aliases))
    return _Entry(
        name=row.name,
        folded=folded,
        compact=compact,
        core=core_of(folded, kind),
        pairs=_pairs(compact) | _pairs(core_of(folded, kind)),
        words=tuple(re.findall("[a-z]+|[0-9]+", fold_name(forms))),
        released=row.released,
    )


def _compact(folded: str) -> str:
    return re.sub("[^a-z0-9]", "", folded)


def _pairs(text: str) -> frozenset[str]:
    return frozenset(text[i : i + 2] for i in range(len(text) - 1))


def _rank(entry: _Entry, typed: str) -> tuple[int, int] | None:
    """How well a row answers what was typed, lower is better; ``None`` = not at all."""
    if entry.folded.startswith(typed):
        return 0, len(entry.folded)
    parts = re.findall("[a-z]+|[0-9]+", typed)
    if parts and all(any(word.startswith(part) for word in entry.words) for part in parts):
        return 1, len(entry.folded)
    compact = "".join(parts)
    return (2, len(entry.folded)) if compact and compact in entry.compact else None
