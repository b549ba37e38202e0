"""Figures of named parts as the hardware tables have them, each with the row's source and day; none is ever guessed.

Nothing is calculated but differences. A name that fits several rows ("3060", "A100") gets every one of them: which
version it is, only the asker can tell.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import takewhile
from typing import NamedTuple

from bot.domain.calculation import Calculation
from bot.domain.hardware import Catalogue, CpuSpec, GpuSpec
from bot.domain.inputs import Figure, SpecInputs, SpecRow
from bot.domain.model import Message
from bot.domain.part_names import PartKind
from bot.domain.working import Working, literal, table_sources

_COLUMNS: Mapping[Figure, Mapping[str, str]] = {
    # figure: column of the cards' table and of the processors' table
    "memory": {"gpu": "memory_gb"},
    "power": {"gpu": "board_power_w", "cpu": "base_w"},
    "cores": {"cpu": "cores"},
    "threads": {"cpu": "threads"},
    "length": {"gpu": "length_mm"},
    "slots": {"gpu": "slots"},
    "plugs": {"gpu": "connectors"},
    "channels": {"cpu": "memory_channels"},
    "lanes": {"cpu": "pcie_lanes"},
    "socket": {"cpu": "socket"},
    "released": {"gpu": "released", "cpu": "released"},
}
_UNITS: Mapping[Figure, str] = {"memory": "GB", "power": "W", "length": "mm"}
_VERSION = re.compile(r" \d{1,4}GB(?![A-Za-z0-9])")
_NO_PLUG = "none"
_MAX_ROWS = 24


class _Part(NamedTuple):
    """One name of the question and the rows that it fits."""

    asked: str
    rows: tuple[SpecRow, ...]

    @property
    def name(self) -> str:
        """The row's name, or the words with which the names of all rows begin."""
        words = [row.name.split() for row in self.rows]
        shared = [
            column[0] for column in takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False))
        ]
        return " ".join(shared) or self.asked


def figures_of(kind: str) -> tuple[Figure, ...]:
    """All figures that the table of cards (``gpu``) or of processors (``cpu``) holds, most wanted first."""
    return tuple(figure for figure, columns in _COLUMNS.items() if kind in columns)


def spec_row(row: GpuSpec | CpuSpec, asked: str) -> SpecRow:
    """A row of a table as the inputs hold it.

    Args:
        row: of either table.
        asked: the name in the question that fits this row.
    """
    kind: PartKind = "gpu" if isinstance(row, GpuSpec) else "cpu"
    found = {figure: getattr(row, columns[kind]) for figure, columns in _COLUMNS.items() if kind in columns}
    values = {
        figure: Decimal(value) if isinstance(value, int) else value
        for figure, value in found.items()
        if value not in {None, ""}
    }
    return SpecRow(
        kind=kind,
        asked=asked,
        name=row.name,
        values=values,
        peak_w=row.peak_w if isinstance(row, CpuSpec) else None,
        source_url=row.source_url,
        checked_on=row.checked_on,
    )


def spec(inputs: SpecInputs, catalogue: Catalogue) -> Calculation:
    """Look figures up.

    Args:
        inputs: the rows that the question names, and which of their figures it wants.
        catalogue: where ``inputs.versions`` says so, versions of the same card with other memory are added from it.

    Returns:
        ``part`` and the asked figures under their column names (``memory_gb``, ``board_power_w``, ``base_w``,
        ``cores`` …) of the first row, then ``part_2``, ``memory_gb_2`` …; ``None`` where the table has no value.
        ``difference_<column>`` for two parts of one version each; ``claim`` (``yes``, ``no``, ``some``) where the
        question states the figure.
    """
    rows = _with_versions(inputs, catalogue) if inputs.versions else inputs.rows
    parts = [
        _Part(asked, tuple(row for row in rows if row.asked == asked))
        for asked in dict.fromkeys(row.asked for row in rows)
    ]
    work = Working()
    sentences = [_sentence(work, parts, figure, inputs.claimed) for figure in inputs.figures]
    for number, row in enumerate(rows, start=1):
        _write_results(work, row, inputs.figures, "" if number == 1 else f"_{number}")
    work.notes += sentences[1:]
    if "power" in inputs.figures:
        _write_peaks(work, rows)
    work.note("spec-as-of", date=min(row.checked_on for row in rows))
    if inputs.figures == ("power",) and all(row.kind == "gpu" for row in rows):
        work.note("spec-supply")
    told = len(rows) == 1 and sentences[0].key != "spec-missing"  # the sentences say it all
    understood = [] if told else [message for row in rows for message in _understood(row, inputs.figures)]
    return work.finish("spec", inputs, sentences[0], understood, table_sources(rows))


def _with_versions(inputs: SpecInputs, catalogue: Catalogue) -> tuple[SpecRow, ...]:
    """The rows, and behind each the same card with other memory ("RTX 3080 12GB" behind "RTX 3080 10GB")."""
    named = {row.name for row in inputs.rows}
    rows = list(inputs.rows)
    for row in inputs.rows:
        bare = _VERSION.sub("", row.name)
        others = [gpu for gpu in catalogue.gpus if row.kind == "gpu" and _VERSION.sub("", gpu.name) == bare]
        for gpu in others:
            if gpu.name not in named:
                named.add(gpu.name)
                rows.append(spec_row(gpu, row.asked))
    return tuple(rows[:_MAX_ROWS])


def _value(row: SpecRow, figure: Figure) -> Decimal | str | None:
    value = row.values.get(figure)
    return (
        value.replace("x", " × ").replace("+", " + ")
        if isinstance(value, str) and figure == "plugs"
        else value
    )


def _shown(values: Sequence[Decimal | str | None], figure: Figure) -> str:
    """Values with their unit, each once: ``24 GB``, ``8 / 12 GB``."""
    numbers = sorted(value for value in values if isinstance(value, Decimal))
    texts = [*map(literal, numbers), *(value or "–" for value in values if not isinstance(value, Decimal))]
    texts = ["0" if text == _NO_PLUG else text for text in dict.fromkeys(texts)]
    return " ".join([" / ".join(texts), *([_UNITS[figure]] if figure in _UNITS else [])])


def _sentence(work: Working, parts: Sequence[_Part], figure: Figure, claimed: Decimal | None) -> Message:
    """What is to be said of one figure."""
    if all(_value(row, figure) is None for part in parts for row in part.rows):
        names = ", ".join(part.name for part in parts)
        return Message(key="spec-missing", args={"figure": figure, "name": names})
    if len(parts) == 1:
        return _of_one(work, parts[0], figure, claimed)
    if len(parts) == 2 and all(len(part.rows) == 1 for part in parts):
        compared = _of_two(work, parts[0].rows[0], parts[1].rows[0], figure)
        if compared:
            return compared
    values = [(part.name, [_value(row, figure) for row in part.rows]) for part in parts]
    listed = " · ".join(f"{name} {_shown(found, figure)}" for name, found in values)
    return Message(key="spec-list", args={"figure": figure, "rows": listed})


def _of_one(work: Working, part: _Part, figure: Figure, claimed: Decimal | None) -> Message:
    """One name: its figure, those of its versions, or whether what the asker believes is so."""
    values = [_value(row, figure) for row in part.rows]
    single = len(part.rows) == 1
    args: dict[str, str | int | Decimal] = {
        "figure": figure,
        "name": part.name,
        "value": _shown(values, figure),
    }
    if claimed is not None:
        work.results["claim"] = claim = _claim(values, claimed)
        return Message(key=f"spec-claim-{claim}", args={**args, "claimed": _shown([claimed], figure)})
    if values == [_NO_PLUG]:
        return Message(key="spec-no-plug", args=args)
    kind = "-cpu" if figure == "power" and part.rows[0].kind == "cpu" else ""
    return Message(key=f"spec-one{kind}" if single else "spec-versions", args=args)


def _claim(values: Sequence[Decimal | str | None], claimed: Decimal) -> str:
    if claimed not in values:
        return "no"
    return "yes" if set(values) == {claimed} else "some"


def _of_two(work: Working, first: SpecRow, second: SpecRow, figure: Figure) -> Message | None:
    """Two parts: the greater figure first, and by how much; ``None`` where they are not numbers."""
    pair = [(value, row.name) for row in (first, second) if isinstance(value := _value(row, figure), Decimal)]
    if len(pair) < 2:
        return None
    args: dict[str, str | int | Decimal] = {"figure": figure}
    (more, name), (less, other) = sorted(pair, key=lambda item: -item[0])
    args |= {"name": name, "other": other, "value": _shown([more], figure), "less": _shown([less], figure)}
    column = _COLUMNS[figure][first.kind]
    work.results[f"difference_{column}"] = more - less
    if more == less:
        return Message(key="spec-same", args=args)
    expression = f"{literal(more)} - {literal(less)}"
    work.line("step-difference", expression, more - less, _UNITS.get(figure, ""))
    return Message(key="spec-more", args={**args, "difference": _shown([more - less], figure)})


def _write_results(work: Working, row: SpecRow, figures: Sequence[Figure], ending: str) -> None:
    work.results[f"part{ending}"] = row.name
    for figure in figures:
        column = _COLUMNS[figure].get(row.kind, figure)
        work.results[f"{column}{ending}"] = row.values.get(figure)
        if column == "base_w":
            work.results[f"peak_w{ending}"] = row.peak_w


def _write_peaks(work: Working, rows: Sequence[SpecRow]) -> None:
    for row in rows:
        if row.peak_w is not None:
            work.note("spec-peak", name=row.name, peak=row.peak_w)


def _understood(row: SpecRow, figures: Sequence[Figure]) -> list[Message]:
    """A row's asked figures; where the table has none of them, those that it has."""
    known = [figure for figure in figures if figure in row.values]
    return [
        Message(
            key="spec-row",
            args={"name": row.name, "figure": figure, "value": _shown([_value(row, figure)], figure)},
        )
        for figure in known or row.values
    ]
