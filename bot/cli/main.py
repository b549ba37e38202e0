"""The parser, the dispatch, and the one place where errors become exit codes.

Whatever takes long to import is imported by ``main``, after ``quick_imports`` has prepared for it.
"""

import argparse
import gc
import importlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from bot.errors import RigwiseError

Command = Callable[[argparse.Namespace], int]

MAX_HITS = 50
"""As many sections as one question can list."""


def _lazy(module: str, name: str) -> Command:
    """A command whose module is imported only when it runs, so ``psu`` never waits for torch."""

    def run(options: argparse.Namespace) -> int:
        with quick_imports():
            command: Command = getattr(importlib.import_module(f"bot.cli.{module}"), name)
        return command(options)

    return run


@contextmanager
def quick_imports() -> Iterator[None]:
    """What is imported or loaded inside stays, so no collection looks for garbage in it, now or later: a sixth of ``psu``'s time.

    pydantic asks every installed package for plugins with its first model, some 20 ms; we use none.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001 - argparse names no other


def _hits(text: str) -> int:
    """A number of hits.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and int(text) <= MAX_HITS):
        raise argparse.ArgumentTypeError(f"a whole number from 0 to {MAX_HITS}, please")
    return int(text)


def _add_lang(parser: argparse.ArgumentParser, help_: str) -> None:
    from bot.domain.model import LANGS  # noqa: PLC0415 - see the module

    parser.add_argument("--lang", choices=LANGS, help=help_)


def _add_questions(commands: Subparsers) -> None:
    ask = commands.add_parser("ask", help="answer one question, or a batch")
    ask.add_argument("question", nargs="*", default=[], help="the question, in any of the three languages")
    ask.add_argument("--batch", metavar="FILE", help='JSON lines {"id", "text"}; - is standard input')
    ask.add_argument("--json", action="store_true", help="print JSON")
    ask.add_argument(
        "--passages",
        type=_hits,
        default=5,
        metavar="N",
        help=f"how many hits to list, 0 to {MAX_HITS} (default 5)",
    )
    _add_lang(ask, "language of the reply (default: that of the question)")
    ask.set_defaults(command=_lazy("ask", "run_ask"))
    why = commands.add_parser("why", help="ranks, floor and version behind the answer to a question")
    why.add_argument("question", nargs="+", help="the question, in any of the three languages")
    why.add_argument("--json", action="store_true", help="print JSON")
    _add_lang(why, "language of the reply (default: that of the question)")
    why.set_defaults(command=_lazy("ask", "run_why"))
    for name, help_ in (
        ("chat", "ask from a prompt"),
        ("demo", "answer three sample questions, then chat if a person is there"),
        ("index", "build or refresh the index"),
    ):
        commands.add_parser(name, help=help_).set_defaults(command=_lazy("ask", f"run_{name}"))


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the calculation as JSON")
    _add_lang(parser, "language of the text")


def _add_calculators(commands: Subparsers) -> None:
    psu = commands.add_parser("psu", help="size a power supply")
    psu.add_argument(
        "--gpu", action="append", default=[], metavar='4x"RTX 3090" | 4x250W', help="graphics cards"
    )
    psu.add_argument("--cpu", action="append", default=[], metavar="NAME | 150W", help="processors")
    psu.add_argument("--other", action="append", default=[], metavar="80W", help="everything else, in watts")
    psu.add_argument("--base", action="store_true", help="use the CPU's base power, not its peak")
    psu.add_argument("--efficiency", metavar="92%", help="also give watts at the wall")
    psu.add_argument("--supply", metavar="850W", help="say whether this supply is enough")
    psu.set_defaults(command=_lazy("calc", "run_psu"))

    cost = commands.add_parser("cost", help="energy, money and carbon of a load over time")
    cost.add_argument("--watts", metavar="600 | 1000-1500", help="load in watts, beside any parts")
    cost.add_argument(
        "--gpu", action="append", default=[], metavar='4x"RTX 3090" | 4x250W', help="graphics cards"
    )
    cost.add_argument("--cpu", action="append", default=[], metavar="NAME | 150W", help="processors")
    cost.add_argument("--hours-per-day", default="24", metavar="12", help="hours a day (default 24)")
    cost.add_argument("--days", default="30", metavar="30", help="days (default 30)")
    cost.add_argument("--price", metavar="0.125", help="price of one kWh")
    cost.add_argument("--currency", metavar="USD", help="ISO 4217 code of the price")
    cost.add_argument("--efficiency", metavar="92%", help="efficiency of the power supply")
    cost.add_argument("--country", metavar="TW", help="ISO 3166 code: dated price and carbon intensity")
    cost.add_argument(
        "--base-kwh", metavar="300", help="the household's own kWh a month, for prices by steps"
    )
    cost.set_defaults(command=_lazy("calc", "run_cost"))

    ram = commands.add_parser("ram", help="system RAM to go with the cards")
    ram.add_argument(
        "--gpu", action="append", default=[], required=True, metavar='4x"RTX 3090" | 3x12GB', help="cards"
    )
    ram.add_argument(
        "--workload", choices=("normal", "large_data", "preprocessing", "kaggle"), default="normal"
    )
    ram.set_defaults(command=_lazy("calc", "run_ram"))
    for parser in (psu, cost, ram):
        _add_output(parser)


def _add_service(commands: Subparsers) -> None:
    commands.add_parser("run", help="start the Discord bot").set_defaults(command=_lazy("service", "run_bot"))
    check = commands.add_parser("check", help="validate everything without connecting")
    check.add_argument("--json", action="store_true", help="print JSON")
    check.set_defaults(command=_lazy("service", "run_check"))
    commands.add_parser("invite", help="print the least-privilege invite link").set_defaults(
        command=_lazy("service", "run_invite")
    )
    commands.add_parser("settings", help="print the table of settings").set_defaults(
        command=_lazy("service", "run_settings")
    )


def _add_knowledge(commands: Subparsers) -> None:
    knowledge = commands.add_parser("knowledge", help="tools for maintainers of the knowledge folder")
    actions = knowledge.add_subparsers(dest="action", required=True)
    check = actions.add_parser("check", help="find faults in documents and tables")
    evaluate = actions.add_parser("eval", help="does each example question find its own section?")
    diff = actions.add_parser("diff", help="what an edit changes, against a git revision or a folder")
    diff.add_argument("base", help="git revision, or a folder with the earlier knowledge")
    diff.add_argument("--questions", metavar="FILE", help="ask these too: JSON lines with id and text")
    new = actions.add_parser("new", help="a stub for a topic, in both languages")
    new.add_argument("topic", help="words of the topic, such as 'riser cables'")
    gaps = actions.add_parser("gaps", help="questions that got no answer, grouped")
    facts = actions.add_parser("facts", help="which section holds which fact of the guide")
    for parser in (check, evaluate, diff, gaps, facts):
        parser.add_argument("--json", action="store_true", help="print JSON")
    for name, parser in (
        ("check", check), ("eval", evaluate), ("diff", diff), ("new", new), ("gaps", gaps), ("facts", facts)
    ):  # fmt: skip
        parser.set_defaults(command=_lazy("knowledge", f"run_{name}"))


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="rigwise",
        description="Deep-learning hardware questions, answered with citations and exact sums.",
    )
    commands = top.add_subparsers(dest="command_name", required=True)
    _add_questions(commands)
    _add_calculators(commands)
    _add_service(commands)
    _add_knowledge(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns:
        0, or the exit code of the error: 2 bad input, 3 knowledge, 4 encoder, 5 index, 6 settings,
        7 database, 8 busy, 9 Discord; 130 after Ctrl-C.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8")
    with quick_imports():
        options = parser().parse_args(arguments)
        from bot.cli import console  # noqa: PLC0415 - see the module
    command: Command = options.command
    try:
        code = command(options)
        sys.stdout.flush()  # a reader that has gone away shows here, not while the interpreter ends
    except RigwiseError as fault:
        console.say_error(fault, console.lang_of(options))
        return fault.exit_code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return code
