"""What Discord asks of the engine: questions, calculators by options, part names, citations."""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from pydantic import JsonValue, ValidationError

from bot.answering import calculators, compose, options
from bot.answering.answerer import Answerer
from bot.answering.cache import AnswerCache
from bot.answering.model import Answer, Citation
from bot.answering.trace import Trace, Traces
from bot.app import typed
from bot.app.language import language_of
from bot.corpus.model import Shelf
from bot.domain.calculation import Calculation
from bot.domain.hardware import CpuSpec, GpuSpec
from bot.domain.lookup import PartIndex
from bot.domain.model import Frozen, Lang
from bot.domain.part_names import PartKind
from bot.errors import BusyError, InputError
from bot.retrieval.stages import timed

_log = logging.getLogger("rigwise.answers")

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
            "rule": answer.rule,
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
        """See the port."""
        engine = self._engine()
        return language_of(text, fallback, engine.shelf, engine.answerer.index)

    def calculate(self, name: str, options: Mapping[str, str]) -> Calculation:
        """See the port."""
        engine = self._engine()
        inputs = typed.inputs_of(name, options, engine.answerer.index)
        return calculators.run(name, inputs, engine.shelf.catalogue)

    def restore(self, name: str, inputs: Mapping[str, JsonValue]) -> Calculation:
        """See the port."""
        return self.change(name, inputs, {})

    def change(self, name: str, inputs: Mapping[str, JsonValue], options: Mapping[str, str]) -> Calculation:
        """See the port."""
        engine = self._engine()
        before = _carried(name, inputs, engine.answerer.index)
        after = typed.changed(name, before, options, engine.answerer.index) if options else before
        return calculators.run(name, after, engine.shelf.catalogue)

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


def _carried(name: str, inputs: Mapping[str, JsonValue], index: PartIndex) -> Frozen:
    """Inputs that a message carried, filled up with what the tables know.

    Raises:
        InputError: they do not fit the calculator any more.
    """
    if name not in calculators.CALCULATORS:
        raise InputError("ui-stale-numbers")
    filled = dict(inputs)
    for key in ("parts", "gpus"):
        parts = filled.get(key)
        if isinstance(parts, list):
            filled[key] = [_filled(part, key, index) if isinstance(part, dict) else part for part in parts]
    try:
        return calculators.CALCULATORS[name].inputs.model_validate_json(json.dumps(filled))
    except ValidationError:
        raise InputError("ui-stale-numbers") from None


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
