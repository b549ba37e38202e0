"""The CSV tables of the knowledge folder: parts, prices, grid carbon, and the glossary.

Strict on purpose: a row that breaks a rule is left out and reported with its file and line, so that a slip
of the pen never becomes a number in an answer, and never takes the other rows with it. Files are UTF-8 (a
byte order mark and CRLF are fine); several values in one cell are separated by ``|``; cells left empty mean
"not known". Every row of parts, prices and carbon names its source and the day somebody read it.
"""

import csv
import io
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Generic, Literal, TypeVar

from pydantic import ValidationError

from bot.corpus.cells import (
    Cell,
    code,
    day,
    moment,
    number,
    period,
    several,
    text,
    unknown_or,
    url,
    whole,
    yes_no,
)
from bot.corpus.model import Problem, Term
from bot.domain.hardware import Catalogue, CpuSpec, GpuSpec, GridCarbon, Tariff, Tier
from bot.domain.model import Frozen, Number

RowT = TypeVar("RowT", bound=Frozen)


class TierRow(Frozen):
    """One row of ``prices/tiers.csv``; ``name`` is the tariff it belongs to."""

    name: str
    season: Literal["all", "summer", "other"]
    from_kwh: Number
    price_per_kwh: Number
    period: str
    source_url: str
    checked_on: str


@dataclass(frozen=True)
class Table(Generic[RowT]):
    """Where a table lies, what its columns mean, and what a row must satisfy as a whole.

    Attributes:
        path: relative to the knowledge folder, with ``/``.
        cells: column name → reader of its cells; the header must hold exactly these names.
        model: what a row becomes.
        check: the reason why a well-formed row is refused all the same, or an empty string.
    """

    path: str
    model: type[RowT]
    cells: Mapping[str, Cell]
    check: Callable[[RowT], str] = lambda _row: ""


def _cpu_reason(cpu: CpuSpec) -> str:
    if cpu.threads < cpu.cores:
        return "fewer threads than cores"
    if cpu.peak_w is not None and cpu.peak_w < cpu.base_w:
        return "the peak power is below the base power"
    return ""


def _term_reason(term: Term) -> str:
    return "" if term.en and term.zh_cn else "a term needs an English and a Simplified Chinese word"


COUNTRY = code(r"[A-Z]{2}")
PROVENANCE: Mapping[str, Cell] = {"source_url": url, "checked_on": day}

GPUS = Table("hardware/gpus.csv", GpuSpec, {
    "name": text, "aliases": several, "vendor": text, "board_power_w": number, "memory_gb": number,
    "slots": unknown_or(number), "length_mm": unknown_or(number), "connectors": unknown_or(text), "family": str,
    "released": moment, **PROVENANCE,
})  # fmt: skip
CPUS = Table("hardware/cpus.csv", CpuSpec, {
    "name": text, "aliases": several, "vendor": text, "socket": str, "cores": whole, "threads": whole,
    "base_w": number, "peak_w": unknown_or(number), "memory_channels": unknown_or(whole),
    "pcie_lanes": unknown_or(whole), "released": lambda cell: moment(cell) if cell else "", **PROVENANCE,
}, _cpu_reason)  # fmt: skip
TARIFFS = Table("prices/electricity.csv", Tariff, {
    "country": COUNTRY, "name": text, "price_per_kwh": number, "currency": code(r"[A-Z]{3}"), "kind": text,
    "taxes_included": unknown_or(yes_no), "period": period, **PROVENANCE, "note": str,
})  # fmt: skip
TIERS = Table("prices/tiers.csv", TierRow, {
    "name": text, "season": text, "from_kwh": number, "price_per_kwh": number, "period": period, **PROVENANCE,
})  # fmt: skip
CARBON = Table("prices/grid_carbon.csv", GridCarbon, {
    "country": COUNTRY, "name": text, "g_per_kwh": number, "year": whole, **PROVENANCE,
})  # fmt: skip
GLOSSARY = Table("hardware/synonyms.csv", Term, {
    "en": several, "zh_tw": several, "zh_cn": several, "typos": several,
}, _term_reason)  # fmt: skip


class Reader:
    """Reads tables below one folder and collects what is wrong with them.

    Args:
        root: the knowledge folder.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self.problems: list[Problem] = []

    def report(self, path: str, line: int, kind: str, message: str) -> None:
        """Notes a problem; ``kind`` is the second half of its code, ``table-…``."""
        self.problems.append(Problem(path=path, line=line, code=f"table-{kind}", message=message))

    def rows(self, table: Table[RowT]) -> list[tuple[int, RowT]]:
        """The good rows of a table with the line each begins on; the others are reported."""
        records = self._records(table.path)
        if not records:
            return []
        line, header = records[0]
        if sorted(header) != sorted(table.cells):
            wanted = ",".join(table.cells)
            self.report(table.path, line, "header", f"The header must name exactly these columns: {wanted}.")
            return []
        built = ((line, self._row(table, line, header, cells)) for line, cells in records[1:])
        return [(line, row) for line, row in built if row is not None]

    def _records(self, path: str) -> list[tuple[int, list[str]]]:
        """All records that are not blank, cells stripped, with the line each begins on."""
        try:
            content = (self._root / path).read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            self.report(path, 0, "encoding", f"The file is not UTF-8 at byte {fault.start}.")
            return []
        except OSError as fault:
            self.report(path, 0, "missing", f"The table cannot be read: {type(fault).__name__}.")
            return []
        reader = csv.reader(io.StringIO(content, newline=""), strict=True)
        records: list[tuple[int, list[str]]] = []
        try:
            begin = 1
            for cells in reader:
                stripped = [unicodedata.normalize("NFC", cell).strip() for cell in cells]
                if any(stripped):
                    records.append((begin, stripped))
                begin = reader.line_num + 1
        except csv.Error as fault:
            self.report(path, reader.line_num, "malformed", f"The rest of the file is not CSV: {fault}.")
        if not records:
            self.report(path, 1, "header", "The table is empty.")
        return records

    def _row(self, table: Table[RowT], line: int, header: Sequence[str], cells: Sequence[str]) -> RowT | None:
        if len(cells) != len(header):
            counts = f"{len(cells)} cells under {len(header)} columns"
            self.report(table.path, line, "cells", f"The row has {counts}; quote cells that hold a comma.")
            return None
        values: dict[str, object] = {}
        faults = 0
        for column, cell in zip(header, cells, strict=True):
            try:
                values[column] = table.cells[column](cell)
            except ValueError as fault:
                faults += 1
                self.report(table.path, line, "value", f"{column} {fault}.")
        if faults:
            return None
        try:
            row = table.model.model_validate(values)
        except ValidationError as refusal:
            for error in refusal.errors(include_url=False):
                where = ".".join(map(str, error["loc"]))
                self.report(table.path, line, "value", f"{where}: {error['msg']}.")
            return None
        if reason := table.check(row):
            self.report(table.path, line, "value", f"Row refused: {reason}.")
            return None
        return row


def name_key(name: str) -> str:
    """What makes two part names the same: letters and digits, whatever the case, spaces and hyphens.

    Example:
        ``name_key("E5-2680 v4") == name_key("e5 2680V4") == "e52680v4"``
    """
    return "".join(c for c in unicodedata.normalize("NFKC", name).casefold() if c.isalnum() or c == "+")


class Names:
    """Names already taken, so that every name and alias leads to one row.

    Args:
        reader: gets a problem for each later row that takes a name again.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._taken: dict[str, tuple[str, int]] = {}

    def keep(
        self, table: Table[RowT], rows: Sequence[tuple[int, RowT]], names: Callable[[RowT], Sequence[str]]
    ) -> Iterator[RowT]:
        """The rows whose names are all new; the others are reported and left out."""
        for line, row in rows:
            keys = {name_key(name): name for name in names(row)}
            clashes = [key for key in keys if key in self._taken]
            for key in clashes:
                path, first = self._taken[key]
                message = f"{keys[key]!r} already stands in {path}, line {first}."
                self._reader.report(table.path, line, "duplicate", message)
            if not clashes:
                self._taken.update(dict.fromkeys(keys, (table.path, line)))
                yield row


def _tiers(reader: Reader, tariffs: Sequence[Tariff]) -> Iterator[Tariff]:
    """The tariffs with their tiers; a tariff with a gap in its tiers gets none, lest a wrong step be used."""
    rows = reader.rows(TIERS)
    whole_file = not any(problem.path == TIERS.path for problem in reader.problems)
    known = {tariff.name for tariff in tariffs}
    for line, row in rows:
        if row.name not in known:
            reader.report(TIERS.path, line, "value", f"No tariff is called {row.name!r}.")
    for tariff in tariffs:
        mine = [(line, row) for line, row in rows if row.name == tariff.name]
        if mine and (reason := _tier_reason([row for _, row in mine])):
            reader.report(TIERS.path, mine[0][0], "value", f"The tiers of {tariff.name!r} {reason}.")
        elif mine and whole_file:
            tiers = [Tier.model_validate(row.model_dump(exclude={"name"})) for _, row in mine]
            yield tariff.model_copy(update={"tiers": tuple(sorted(tiers, key=lambda tier: tier.from_kwh))})
            continue
        yield tariff


def _tier_reason(rows: Sequence[TierRow]) -> str:
    """Why the steps of one tariff do not make a staircase, or an empty string."""
    by_season: dict[str, list[Decimal]] = {}
    for row in rows:
        by_season.setdefault(row.season, []).append(row.from_kwh)
    if set(by_season) not in ({"all"}, {"summer", "other"}):
        return "must be for all seasons, or for summer and other"
    if any(min(starts) != 0 for starts in by_season.values()):
        return "must begin at 0 kWh"
    if any(len(set(starts)) != len(starts) for starts in by_season.values()):
        return "name one step twice"
    return ""


def read_tables(root: Path) -> tuple[Catalogue, tuple[Term, ...], tuple[Problem, ...]]:
    """Reads all tables of the knowledge folder.

    Args:
        root: the knowledge folder.

    Returns:
        The catalogue and the glossary in file order, made of the good rows only, and everything that is wrong:
        ``table-missing``, ``-encoding``, ``-malformed``, ``-header``, ``-cells``, ``-value``, ``-duplicate``.
        A country may have several tariffs; the first in the file is its usual one.
    """
    reader = Reader(root)
    parts, prices, grids, words = (Names(reader) for _ in range(4))
    tariffs = tuple(prices.keep(TARIFFS, reader.rows(TARIFFS), lambda row: [row.name]))
    catalogue = Catalogue(
        gpus=tuple(parts.keep(GPUS, reader.rows(GPUS), lambda row: [row.name, *row.aliases])),
        cpus=tuple(parts.keep(CPUS, reader.rows(CPUS), lambda row: [row.name, *row.aliases])),
        tariffs=tuple(_tiers(reader, tariffs)),
        carbon=tuple(grids.keep(CARBON, reader.rows(CARBON), lambda row: [row.country])),
    )
    glossary = tuple(
        words.keep(GLOSSARY, reader.rows(GLOSSARY), lambda t: [*t.en, *t.zh_tw, *t.zh_cn, *t.typos])
    )
    return catalogue, glossary, tuple(reader.problems)
