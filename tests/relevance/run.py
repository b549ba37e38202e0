"""Print the table of answer quality, and fail under a floor.

python -m tests.relevance.run [--split held|tune|all] [--show] [--ablate PIECE|all] [--write FILE] [--raise-floors]
"""

import argparse
import datetime as dt
import json
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bot.app.engine import Engine  # noqa: E402 - as a script, the folder above has to be known first
from bot.corpus.script import to_mainland  # noqa: E402
from bot.domain.model import Lang  # noqa: E402
from tests.relevance import risk  # noqa: E402
from tests.relevance.quality import measure  # noqa: E402
from tests.relevance.questions import HERE, PIECES, SCRIPTS, Piece, Split  # noqa: E402
from tests.relevance.table import Floors, Table, aligned, raised  # noqa: E402

FLOORS = HERE / "floors.json"


def measured(engine: Engine, split: Split) -> Table:
    """The table of an engine."""

    def section_text(section_id: str, lang: Lang) -> str | None:
        found = engine.snapshot.section(section_id, lang)
        return found[0].text if found else None

    def mainland(text: str) -> str:
        return to_mainland(text, engine.shelf.glossary)

    return measure(engine.answerer.answer, split, section_text, mainland)


def floors() -> Floors:
    """Floors of the held half: measure, column, value."""
    loaded: Floors = json.loads(FLOORS.read_text("utf-8"))
    return loaded


def ablated(engine: Engine, split: Split, pieces: Sequence[Piece], whole: Table) -> str:
    """What is left without each piece, as a table; each question is encoded once for all of them."""
    from bot.app.answer_changes import recalling
    from tests.relevance.ablation import without

    (engine,) = recalling(engine)
    head = [
        "variant",
        *(f"hit@1 {s}" for s in SCRIPTS),
        "hit@3",
        "hit@5",
        "mrr",
        "asked fact",
        "refused in scope",
        "refused out of scope",
    ]
    rows = [head, ["all pieces", *_short(whole)]]
    rows += [[piece.replace("_", " "), *_short(measured(without(engine, piece), split))] for piece in pieces]
    return aligned(rows)


def _short(table: Table) -> list[str]:
    cells = [table.value("hit@1", s) for s in SCRIPTS]
    cells += [
        table.value(m)
        for m in ("hit@3", "hit@5", "mrr", "fact_in_reply", "wrongly_refused", "out_of_scope_refused")
    ]
    return ["" if c is None else f"{c:.3f}" for c in cells]


def _risk(engine: Engine, split: Split) -> str:
    """The curve of risk against coverage, from the search alone."""
    from bot.retrieval.model import Query

    snapshot = engine.snapshot

    def confidence(text: str, lang: Lang) -> tuple[float, str]:
        found = snapshot.search(Query(text=text, lang=lang, top_k=1))
        return found.confidence, found.hits[0].passage.section_id if found.hits else ""

    return risk.markdown(confidence, split, snapshot.ranking.floor)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests/relevance/run.py", description=__doc__)
    parser.add_argument("--split", choices=("held", "tune", "all"), default="held")
    parser.add_argument("--show", action="store_true", help="list every question that went wrong")
    parser.add_argument("--ablate", choices=(*PIECES, "all"), action="append", default=[])
    parser.add_argument("--write", type=Path, metavar="FILE", help="keep the tables, with date and command")
    parser.add_argument(
        "--raise-floors", action="store_true", help="move floors.json up to what was measured"
    )
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 if a floor of the held half is missed."""
    from bot.cli.ask import engine as product

    options = _options(arguments)
    engine = product()
    table = measured(engine, options.split)
    asked = ", ".join(f"{n} {name}" for name, n in table.asked.items())
    parts = [
        f"Split `{options.split}`: {asked}.",
        table.markdown(),
        table.asks_markdown(),
        _risk(engine, options.split),
    ]
    pieces = PIECES if "all" in options.ablate else tuple(dict.fromkeys(options.ablate))
    if pieces:
        parts.append(ablated(engine, options.split, pieces, table))
    print("\n\n".join(parts))
    if options.show:
        print("\n" + "\n".join(str(f) for f in table.failures))
    if options.write:
        options.write.write_text(
            _page(parts, engine.snapshot.version, sys.argv[1:] if arguments is None else arguments), "utf-8"
        )
    if options.raise_floors and options.split == "held":
        FLOORS.write_text(json.dumps(raised(floors(), table), indent=1) + "\n", "utf-8")
    missed = table.missed(floors()) if options.split == "held" else []
    for line in missed:
        print(f"below its floor: {line}", file=sys.stderr)
    return 1 if missed else 0


def _page(parts: Sequence[str], version: str, arguments: Sequence[str]) -> str:
    today = dt.datetime.now(dt.UTC).date()
    command = " ".join(["python -m tests.relevance.run", *arguments])
    head = f"# Quality of the answers\n\nMeasured {today} with `{command}`, knowledge version `{version}`."
    return "\n\n".join([head, *parts]) + "\n"


if __name__ == "__main__":
    sys.exit(main())
