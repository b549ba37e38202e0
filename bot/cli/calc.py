"""``psu``, ``cost``, ``ram``: the calculators from the terminal, without the encoder."""

import argparse
import json
from decimal import Decimal
from typing import Any, cast

from bot.answering import calculators, options
from bot.cli import console
from bot.corpus.tables import read_tables
from bot.domain.hardware import Catalogue
from bot.domain.lookup import PartIndex
from bot.domain.model import Lang
from bot.ops import settings
from bot.presentation import export, plain


def _catalogue() -> Catalogue:
    catalogue, _, _ = read_tables(settings.load().knowledge_dir)
    return catalogue


def _print(name: str, inputs: Any, catalogue: Catalogue, args: argparse.Namespace) -> int:
    lang = cast("Lang", args.lang or console.terminal_lang())
    result = calculators.run(name, inputs, catalogue)
    if args.json:
        print(json.dumps(export.calculation_json(result, lang), ensure_ascii=False, indent=2))
    else:
        print(plain.calculation_text(result, lang))
    return 0


def _without_none(args: argparse.Namespace, *names: str) -> dict[str, Any]:
    return {name: value for name in names if (value := getattr(args, name)) is not None}


def run_psu(args: argparse.Namespace) -> int:
    """Size a power supply."""
    catalogue = _catalogue()
    index = PartIndex(catalogue)
    parts = [options.power_part("gpu", console.decode_argument(text), index) for text in args.gpu]
    parts += [options.power_part("cpu", console.decode_argument(text), index) for text in args.cpu]
    parts += [options.power_part("other", console.decode_argument(text), index) for text in args.other]
    raw = {"parts": tuple(parts), "use_cpu_peak": not args.base, "cpu_assumed": not args.cpu}
    raw |= _without_none(args, "efficiency")
    return _print("psu", calculators.parse_inputs("psu", raw), catalogue, args)


def run_cost(args: argparse.Namespace) -> int:
    """Energy, money and carbon of a load over time."""
    catalogue = _catalogue()
    raw = options.cost_inputs(
        watts=args.watts,
        hours_per_day=args.hours_per_day,
        days=args.days,
        price=args.price,
        currency=args.currency,
        efficiency=args.efficiency,
        country=args.country,
    )
    return _print("cost", calculators.parse_inputs("cost", raw), catalogue, args)


def run_ram(args: argparse.Namespace) -> int:
    """System RAM to go with the cards."""
    catalogue = _catalogue()
    index = PartIndex(catalogue)
    gpus = tuple(options.memory_part(console.decode_argument(text), index) for text in args.gpu)
    raw = {"gpus": gpus, "workload": args.workload}
    return _print("ram", calculators.parse_inputs("ram", raw), catalogue, args)


def exact(text: str) -> Decimal:
    """A decimal number from the command line, kept exact.

    Raises:
        argparse.ArgumentTypeError: not a plain finite number.
    """
    plain_text = text.strip()
    if not plain_text.replace(".", "", 1).isdigit() or not plain_text.isascii():
        raise argparse.ArgumentTypeError(f"{text!r} is not a plain number, such as 12 or 0.125")
    return Decimal(plain_text)
