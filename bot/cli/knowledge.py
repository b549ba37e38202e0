"""``knowledge …``: what maintainers run before anyone is told something wrong."""

import argparse
import datetime as dt
import json
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

from bot.app import answer_changes
from bot.app.engine import encoder_of, open_engine
from bot.cli import console
from bot.cli.ask import engine, place_of, read_batch
from bot.corpus import check as linter
from bot.corpus import stub
from bot.corpus.facts import read_facts, sections_by_fact
from bot.corpus.folder import read_folder, read_whatever
from bot.corpus.model import Problem
from bot.errors import InputError
from bot.i18n import catalogue
from bot.ops import settings
from bot.presentation import gaps
from bot.retrieval.evaluate import Recall, cross_validated, worst_sections

RECALL_FLOOR = 0.95
"""Least share of example questions, per language, that must find their section among the first three."""


def _dump(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def run_check(args: argparse.Namespace) -> int:
    """Print every fault by file and line; 3 if one of them is an error."""
    loaded = settings.load()
    root = loaded.knowledge_dir
    encoder = encoder_of(place_of(loaded), console.notify)
    found = linter.check(
        read_whatever(root),
        root,
        today=dt.datetime.now(tz=dt.UTC).date(),
        token_count=encoder.count_tokens,
        token_limit=encoder.max_tokens,
    )
    if args.json:
        _dump([problem.model_dump(mode="json") for problem in found])
    else:
        for problem in found:
            print(_problem_line(root, problem))
        print(catalogue.text("knowledge-checked", console.terminal_lang(), _counts(found)))
    return 3 if any(problem.severity == "error" for problem in found) else 0


def _problem_line(root: Path, problem: Problem) -> str:
    return f"{root / problem.path}:{problem.line}: {problem.severity}: {problem.message} [{problem.code}]"


def _counts(found: Iterable[Problem]) -> dict[str, int]:
    severities = [problem.severity for problem in found]
    return {"errors": severities.count("error"), "warnings": severities.count("warning")}


def run_eval(args: argparse.Namespace) -> int:
    """Does each example question find its own section with itself left out? 1 under the floor."""
    snapshot = engine().snapshot
    found = cross_validated(snapshot)
    worst = worst_sections(snapshot, 10)
    if args.json:
        _dump({"recall": {k: r.model_dump(mode="json") for k, r in found.items()}, "worst": worst})
    else:
        print("| questions | n | recall@1 | recall@3 | recall@5 | MRR |\n|---|---|---|---|---|---|")
        for name, row in found.items():
            print(_recall_row(name, row))
        print("\n" + catalogue.text("knowledge-worst", console.terminal_lang()))
        for section_id, share in worst:
            print(f"  {section_id}: {share:.2f}")
    low = [name for name, row in found.items() if name != "all" and row.at_3 < RECALL_FLOOR]
    return 1 if low else 0


def _recall_row(name: str, row: Recall) -> str:
    return f"| {name} | {row.n} | {row.at_1:.3f} | {row.at_3:.3f} | {row.at_5:.3f} | {row.mrr:.3f} |"


def run_new(args: argparse.Namespace) -> int:
    """Write a stub in both languages and name the files."""
    for path in stub.new_topic(settings.load().knowledge_dir, console.decode_argument(args.topic)):
        print(path)
    return 0


def run_facts(args: argparse.Namespace) -> int:
    """Which section holds which fact of the guide; facts without a home are named."""
    root = settings.load().knowledge_dir
    facts, _ = read_facts(root)
    shelf = read_folder(root)
    homes = sections_by_fact(sorted(facts or ()), [d for d in shelf.documents if d.lang == "en"])
    if args.json:
        _dump(homes)
        return 0
    print("| fact | sections |\n|---|---|")
    for fact_id, sections in homes.items():
        print(f"| {fact_id} | {', '.join(f'`{s}`' for s in sections) or '—'} |")
    return 0


def _earlier_folder(base: str, root: Path, scratch: Path) -> Path:
    """The knowledge folder as it was: a folder as it is, or a git revision unpacked into ``scratch``.

    Raises:
        InputError: neither a folder nor a revision that holds the knowledge folder.
    """
    if Path(base).is_dir():
        return Path(base)
    if base.startswith("-"):  # git would read it as an option
        raise InputError("err-diff-base", base=base)
    command = ["git", "archive", "--format=tar", base, "."]
    try:
        packed = subprocess.run(command, cwd=root, capture_output=True, check=True)  # noqa: S603 - no shell
        with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
            archive.extractall(scratch, filter="data")
    except (OSError, ValueError, subprocess.CalledProcessError, tarfile.TarError) as fault:
        raise InputError("err-diff-base", base=base) from fault
    return scratch


def run_diff(args: argparse.Namespace) -> int:
    """What an edit changes: ranks, answers and calculator results of the shelf's own questions."""
    loaded = settings.load()
    now = engine()
    with tempfile.TemporaryDirectory() as scratch:
        before_dir = _earlier_folder(args.base, loaded.knowledge_dir, Path(scratch) / "knowledge")
        state = Path(scratch) / "state"
        place = place_of(loaded).at(before_dir, state)
        before = open_engine(place, encoder=now.encoder, previous=now.snapshot)
        more = [item["text"] for item in read_batch(args.questions)] if args.questions else []
        earlier, later = answer_changes.recalling(before, now)
        found = answer_changes.compare(earlier, later, more)
    if args.json:
        _dump(found.model_dump(mode="json"))
    else:
        print(answer_changes.as_markdown(found))
    return 0


def run_gaps(args: argparse.Namespace) -> int:
    """Questions that got no answer, grouped, with a stub for each whose words are known."""
    from bot.app.stores import open_store  # noqa: PLC0415 - the database is needed here only

    with closing(open_store(settings.load())) as store:
        found = store.gaps(guild_id=None, limit=50)
    rows: list[dict[str, Any]] = [
        {
            "text": gap.text,
            "count": gap.count,
            "last_seen": gap.last_seen,
            "nearest": gap.topic,
            "stub": gaps.stub_command(gap.text) if gap.kept else None,
        }
        for gap in found
    ]
    if args.json:
        _dump(rows)
        return 0
    for row in rows:
        print(f"{row['count']:>4} × {row['text']}  ({row['last_seen']})")
        if row["stub"]:
            if row["nearest"]:
                near = catalogue.text("gap-near", console.terminal_lang(), {"section": row["nearest"]})
                print(f"       {near}")
            print(f"       {row['stub']}")
    if not rows:
        print(catalogue.text("knowledge-no-gaps", console.terminal_lang()))
    return 0
