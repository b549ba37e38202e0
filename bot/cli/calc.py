"""``psu``, ``cost``, ``ram``: the calculators from the terminal, without the encoder."""

import argparse
import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bot.answering import calculators, options
from bot.cli import console
from bot.domain.hardware import Catalogue
from bot.domain.model import Frozen
from bot.errors import KnowledgeMissing
from bot.ops.folder import knowledge_dir
from bot.presentation import export, plain

if TYPE_CHECKING:
    from bot.domain.lookup import PartIndex, Resolution
    from bot.domain.part_names import PartKind


class _Tables:
    """The knowledge folder's tables, read when the first name or country needs them: plain watts need none."""

    @cached_property
    def catalogue(self) -> Catalogue:
        """All tables.

        Raises:
            KnowledgeMissing: there is no such folder.
        """
        from bot.corpus.tables import read_tables  # noqa: PLC0415 - see the class

        root = knowledge_dir()
        if not root.is_dir():
            raise KnowledgeMissing("err-knowledge-missing", path=str(root))
        return read_tables(root)[0]

    @cached_property
    def _index(self) -> "PartIndex":
        from bot.domain.lookup import PartIndex  # noqa: PLC0415 - see the class

        return PartIndex(self.catalogue)

    def resolve(self, text: str, kind: "PartKind") -> "Resolution":
        return self._index.resolve(text, kind)


def _print(name: str, inputs: Frozen, catalogue: Catalogue, args: argparse.Namespace) -> int:
    lang = console.lang_of(args)
    result = calculators.run(name, inputs, catalogue)
    if args.json:
        print(json.dumps(export.calculation_json(result, lang), ensure_ascii=False, indent=2))
    else:
        print(plain.calculation_text(result, lang))
    return 0


def run_psu(args: argparse.Namespace) -> int:
    """Size a power supply."""
    tables = _Tables()
    parts = [options.power_part("gpu", console.decode_argument(text), tables) for text in args.gpu]
    parts += [options.power_part("cpu", console.decode_argument(text), tables) for text in args.cpu]
    parts += [options.power_part("other", console.decode_argument(text), tables) for text in args.other]
    raw: dict[str, Any] = {
        "parts": tuple(parts),
        "use_cpu_peak": not args.base,
        "cpu_assumed": not args.cpu,
        "efficiency": args.efficiency,
        "supply_w": None if args.supply is None else options.watts("supply_w", args.supply),
    }
    return _print("psu", calculators.parse_inputs("psu", raw), Catalogue(), args)


def run_cost(args: argparse.Namespace) -> int:
    """Energy, money and carbon of a load over time."""
    tables = _Tables()
    parts = [options.power_part("gpu", console.decode_argument(text), tables) for text in args.gpu]
    parts += [options.power_part("cpu", console.decode_argument(text), tables) for text in args.cpu]
    raw = options.cost_inputs(
        load=options.load_of(parts, options.watts_range(args.watts) if args.watts is not None else None),
        hours_per_day=args.hours_per_day,
        days=args.days,
        price=args.price,
        currency=args.currency,
        efficiency=args.efficiency,
        country=args.country,
    )
    raw["base_kwh_per_month"] = args.base_kwh
    if args.country or args.currency:
        from bot.app.named_places import checked  # noqa: PLC0415 - plain watts need no table of places

        raw = checked(raw)
    catalogue = tables.catalogue if args.country else Catalogue()
    return _print("cost", calculators.parse_inputs("cost", raw), catalogue, args)


def run_ram(args: argparse.Namespace) -> int:
    """System RAM to go with the cards."""
    tables = _Tables()
    gpus = tuple(options.memory_part(console.decode_argument(text), tables) for text in args.gpu)
    raw = {"gpus": gpus, "workload": args.workload}
    return _print("ram", calculators.parse_inputs("ram", raw), Catalogue(), args)
