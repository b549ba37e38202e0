"""What an edit changes in the tables: rows field by field, and the questions whose sums rest on them."""

from collections import Counter
from collections.abc import Iterable, Iterator

from bot.corpus.model import Shelf
from bot.domain.model import Frozen

MOST_QUESTIONS = 40
"""Sums asked because of changed rows; an edit of a whole table would take minutes otherwise."""


class TableChange(Frozen):
    """One row that was added, removed or edited.

    Attributes:
        table: ``gpus``, ``cpus``, ``electricity``, ``grid_carbon`` or ``synonyms``.
        row: what the row is called.
        fields: name of the field, before, after; empty for a row that was added or removed.
        kind: what happened to it.
    """

    table: str
    row: str
    kind: str
    fields: tuple[tuple[str, str, str], ...] = ()


def changes(before: Shelf, after: Shelf) -> tuple[TableChange, ...]:
    """All rows that differ, table by table, in the order of their names."""
    old, new = _tables(before), _tables(after)
    return tuple(change for table in old for change in _changed(table, old[table], new[table]))


def questions(before: Shelf, after: Shelf) -> tuple[str, ...]:
    """A question for each changed row, answered from it: at most ``MOST_QUESTIONS``."""
    asked: list[str] = []
    for change in changes(before, after):
        name = change.row.split(" · ")[0]
        asked += (pattern.format(name) for pattern in _ASKED[change.table])
    return tuple(dict.fromkeys(asked))[:MOST_QUESTIONS]


_COST = ("cost of 600W 12h a day for 30 days in {}",)
_ASKED: dict[str, tuple[str, ...]] = {
    "gpus": ("what psu for 2x {} and a 150W cpu", "how much ram for 2x {}"),
    "cpus": ("what psu for a 300W gpu and one {}",),
    "electricity": _COST,
    "grid_carbon": _COST,
    "synonyms": (),
}


def _tables(shelf: Shelf) -> dict[str, dict[str, dict[str, str]]]:
    """Table, name of the row, fields as texts."""
    tables = shelf.catalogue
    return {
        "gpus": _named((row.name, row) for row in tables.gpus),
        "cpus": _named((row.name, row) for row in tables.cpus),
        "electricity": _named((f"{row.country} · {row.kind}", row) for row in tables.tariffs),
        "grid_carbon": _named((row.country, row) for row in tables.carbon),
        "synonyms": _named(((*term.en, *term.zh_tw, *term.zh_cn)[0], term) for term in shelf.glossary),
    }


def _named(rows: Iterable[tuple[str, Frozen]]) -> dict[str, dict[str, str]]:
    """Rows by name; a name that comes again is numbered."""
    times: Counter[str] = Counter()
    found = {}
    for name, row in rows:
        times[name] += 1
        key = name if times[name] == 1 else f"{name} · {times[name]}"
        found[key] = {field: str(value) for field, value in row.model_dump(mode="json").items()}
    return found


def _changed(
    table: str, old: dict[str, dict[str, str]], new: dict[str, dict[str, str]]
) -> Iterator[TableChange]:
    for row in sorted(old.keys() | new.keys()):
        if row not in old:
            yield TableChange(table=table, row=row, kind="added")
        elif row not in new:
            yield TableChange(table=table, row=row, kind="removed")
        elif old[row] != new[row]:
            fields = tuple(
                (name, old[row].get(name, ""), value)
                for name, value in new[row].items()
                if value != old[row].get(name, "")
            )
            yield TableChange(table=table, row=row, kind="changed", fields=fields)
