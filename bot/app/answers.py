"""What Discord asks of the engine: questions, calculators by options, part names, citations."""

import json
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Protocol

from pydantic import JsonValue, ValidationError

from bot.answering import calculators, compose, options
from bot.answering.answerer import Answerer
from bot.answering.cache import AnswerCache
from bot.answering.model import Answer, Citation
from bot.answering.trace import Trace, Traces
from bot.corpus.model import Shelf
from bot.corpus.script import HAN, detect_lang
from bot.domain.calculation import Calculation
from bot.domain.hardware import CpuSpec, GpuSpec
from bot.domain.inputs import PowerPart
from bot.domain.lookup import PartIndex
from bot.domain.model import Lang
from bot.domain.part_names import PartKind, fold_name
from bot.errors import BusyError, InputError
from bot.retrieval.stages import timed

_log = logging.getLogger("rigwise.answers")

_LISTED = re.compile(r"[、;；\n]|[,，](?!\d{3}(?!\d))")
_WORD = re.compile(r"[a-z]{3,}")
_UNITS = frozenset(
    {"watt", "watts", "kwh", "usd", "eur", "twd", "cny", "gpu", "gpus", "cpu", "cpus", "psu", "ram"}
)
_LOAD = re.compile(
    r"[\d.,\s]+(?:(?:k?w|watts?|瓦|千瓦|瓩)\s*)?(?:(?:-|–|~|to|到|至)[\d.,\s]+(?:k?w|watts?|瓦|千瓦|瓩)?)?"
)
_WATTS_ALONE = re.compile(r"(?:\d+\s*[x×]\s*)?[\d.]+\s*(?:k?w|watts?|瓦|千瓦|瓩)")
_SUMMED = re.compile(r"(?<!\s)\s+\+\s+|[、;；\n]|[,，](?!\d{3}(?!\d))")
_QUOTED = 300
_FIRST_CURRENCIES = ("USD", "EUR", "TWD", "CNY", "JPY", "GBP", "HKD", "KRW")


class Loaded(Protocol):
    """The part of an engine that is needed here."""

    @property
    def shelf(self) -> Shelf:
        """Documents and tables."""
        ...

    @property
    def answerer(self) -> Answerer:
        """Answers, and knows the snapshot and the part names."""
        ...


class Holder(Protocol):
    """Holds the engine of the moment."""

    @property
    def engine(self) -> Loaded | None:
        """The engine, ``None`` while it loads."""
        ...


class EngineAnswers:
    """The port ``Answers`` on top of an engine; each call sees one engine from start to end.

    Args:
        holder: replaces the engine on reload.
        cache: keeps answers to questions that are asked again; ``None`` works each out anew.
        took: is told the name and the seconds of each stage of a question.
    """

    def __init__(
        self,
        holder: Holder,
        cache: AnswerCache | None = None,
        took: Callable[[str, float], None] | None = None,
    ) -> None:
        self._holder = holder
        self._cache = cache
        self._took = took
        self._traces = Traces()

    @property
    def ready(self) -> bool:
        """Whether an engine is loaded."""
        return self._holder.engine is not None

    def _engine(self) -> Loaded:
        engine = self._holder.engine
        if engine is None:
            raise BusyError("busy-warming")
        return engine

    def answer(self, question: str, lang: Lang, previous: Calculation | None) -> Answer:
        """See the port."""
        answerer = self._engine().answerer
        with timed() as seconds:
            if self._cache is None:
                answer = answerer.answer(question, lang, previous=previous)
            else:
                answer = self._cache.answer(answerer, question, lang, previous)
        self._traces.note(answer)
        self._tell(answer, seconds)
        return answer

    def _tell(self, answer: Answer, seconds: Mapping[str, float]) -> None:
        """What was found, how and how fast; never what was asked."""
        if self._took:
            for name, value in seconds.items():
                self._took(name, value)
        told = {
            "answer": answer.answer_id,
            "kind": answer.kind,
            "version": answer.version,
            "calculators": ",".join(calculation.name for calculation in answer.calculations),
            "sections": ",".join(hit.passage.section_id for hit in answer.passages),
            **{f"{name}_ms": round(1000 * value, 1) for name, value in seconds.items()},
        }
        _log.info("worked out" if seconds else "taken from the cache", extra=told)

    def why(self, answer_id: str) -> Trace | None:
        """See the port."""
        return self._traces.of(answer_id, self._engine().answerer.searcher)

    def detect(self, text: str, fallback: Lang) -> Lang:
        """Han characters decide; else English words do, unless they are only part names and units."""
        engine = self._engine()
        if HAN.search(text):
            ambiguous: Lang = fallback if fallback != "en" else "zh-Hant"
            return detect_lang(text, engine.shelf.glossary, ambiguous=ambiguous)
        words = set(_WORD.findall(fold_name(text))) - engine.answerer.index.vocabulary - _UNITS
        return "en" if words else fallback

    def calculate(self, name: str, options: Mapping[str, str]) -> Calculation:
        """See the port."""
        engine = self._engine()
        index = engine.answerer.index
        raw = _RAW[name]({key: text.strip() for key, text in options.items() if text.strip()}, index)
        return calculators.run(name, calculators.parse_inputs(name, raw), engine.shelf.catalogue)

    def restore(self, name: str, inputs: Mapping[str, JsonValue]) -> Calculation:
        """See the port."""
        engine = self._engine()
        if name not in calculators.CALCULATORS:
            raise InputError("ui-stale-numbers")
        filled = dict(inputs)
        for key in ("parts", "gpus"):
            parts = filled.get(key)
            if isinstance(parts, list):
                filled[key] = [
                    _filled(part, key, engine.answerer.index) if isinstance(part, dict) else part
                    for part in parts
                ]
        model = calculators.CALCULATORS[name].inputs
        try:
            return calculators.run(
                name, model.model_validate_json(json.dumps(filled)), engine.shelf.catalogue
            )
        except ValidationError:
            raise InputError("ui-stale-numbers") from None

    def suggest(self, text: str, kind: Any, lang: Lang) -> list[str]:
        """See the port; names are the same in every language."""
        del lang
        return self._engine().answerer.index.suggest(text, kind)

    def gpu(self, name: str) -> GpuSpec:
        """See the port."""
        found = self._engine().answerer.index.resolve(name, "gpu")
        if found.gpu is None:
            raise options.part_fault(found)
        return found.gpu

    def countries(self) -> tuple[str, ...]:
        """See the port."""
        catalogue = self._engine().shelf.catalogue
        priced = [row.country for row in catalogue.tariffs]
        return tuple(dict.fromkeys([*priced, *(row.country for row in catalogue.carbon)]))

    def currencies(self) -> tuple[str, ...]:
        """See the port."""
        known = {row.currency for row in self._engine().shelf.catalogue.tariffs}
        return (*_FIRST_CURRENCIES, *sorted(known - set(_FIRST_CURRENCIES)))

    def cite(self, section_ids: Sequence[str], lang: Lang) -> tuple[Citation, ...]:
        """See the port."""
        searcher = self._engine().answerer.searcher
        found = filter(
            None, (searcher.section(section_id, lang) for section_id in dict.fromkeys(section_ids))
        )
        return tuple(
            compose.cite(number, section, passage, (section.answer[:_QUOTED],))
            for number, (section, passage) in enumerate(found, start=1)
        )


def _parts(kind: Any, text: str, index: PartIndex) -> list[PowerPart]:
    return [options.power_part(kind, part.strip(), index) for part in _LISTED.split(text) if part.strip()]


def _psu(typed: Mapping[str, str], index: PartIndex) -> dict[str, object]:
    parts = [
        part for kind in ("gpu", "cpu", "other") if kind in typed for part in _parts(kind, typed[kind], index)
    ]
    raw: dict[str, object] = {
        "parts": tuple(parts),
        "use_cpu_peak": "base" not in typed,
        "cpu_assumed": not {"cpu", "other"} & set(typed),
    }
    if "efficiency" in typed:
        raw["efficiency"] = options.share("efficiency", typed["efficiency"])
    return raw


def _cost(typed: Mapping[str, str], index: PartIndex) -> dict[str, object]:
    load = typed.get("load", "")
    in_days = "hours_per_day" in typed or "days" in typed or "hours" not in typed
    parts = () if not load or _LOAD.fullmatch(fold_name(load)) else _load_parts(load, index)
    total = sum((part.count * part.watts for part in parts), Decimal(0))
    raw: dict[str, object] = options.cost_inputs(
        watts=total if parts else load,
        hours_per_day=typed.get("hours_per_day", "24") if in_days else typed["hours"],
        days=typed.get("days", "30") if in_days else 1,
        price=typed.get("price"),
        currency=typed.get("currency"),
        efficiency=typed.get("efficiency"),
        country=typed.get("country"),
    )
    if not in_days:
        del raw["hours_per_day"], raw["days"]
    return raw | ({"parts": parts} if parts else {})


def _load_parts(text: str, index: PartIndex) -> tuple[PowerPart, ...]:
    """Parts of a load in one list: watts alone, a card, or a processor; the complaint about a name is the card's."""
    found: list[PowerPart] = []
    for part in filter(None, (item.strip() for item in _SUMMED.split(text))):
        if _WATTS_ALONE.fullmatch(fold_name(part)):
            found += _parts("other", part, index)
            continue
        try:
            found += _parts("gpu", part, index)
        except InputError as fault:
            try:
                found += _parts("cpu", part, index)
            except InputError:
                raise fault from None
    return tuple(found)


def _ram(typed: Mapping[str, str], index: PartIndex) -> dict[str, object]:
    cards = (part.strip() for part in _LISTED.split(typed.get("gpu", "")))
    raw: dict[str, object] = {"gpus": tuple(options.memory_part(card, index) for card in cards if card)}
    return raw | ({"workload": typed["workload"]} if "workload" in typed else {})


_RAW = {"psu": _psu, "cost": _cost, "ram": _ram}


def _filled(part: dict[str, JsonValue], key: str, index: PartIndex) -> JsonValue:
    """A part with what the tables know of its name; its own watts or memory stay."""
    name = part.get("name")
    kind: PartKind = "cpu" if part.get("kind") == "cpu" else "gpu"
    row = (
        next((row for row in index.resolve(str(name), kind).rows if row.name == name), None) if name else None
    )
    if row is None:
        return part
    wanted = "watts" if key == "parts" else "memory_gb"
    known = _known(row, key) if wanted not in part else {}
    if isinstance(row, GpuSpec) and key == "parts":
        known |= {"memory_gb": float(row.memory_gb), "connectors": row.connectors}
    return {name: value for name, value in (known | part).items() if value is not None}


def _known(row: GpuSpec | CpuSpec, key: str) -> dict[str, JsonValue]:
    known: dict[str, JsonValue] = {"source_url": row.source_url, "checked_on": row.checked_on}
    if isinstance(row, CpuSpec):
        return known | {
            "watts": float(row.base_w),
            "peak_w": float(row.peak_w) if row.peak_w is not None else None,
        }
    figure = row.board_power_w if key == "parts" else row.memory_gb
    return known | {"watts" if key == "parts" else "memory_gb": float(figure)}
