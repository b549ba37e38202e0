"""What an answer carries in the ids of its own buttons, so that they work after any restart.

Discord hands a message's components back with every click and every reply, so nothing needs to be stored:
who asked, which answer, its sections, and the inputs of its calculation.
"""

import base64
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from pydantic import JsonValue

from bot.answering.model import Answer
from bot.discord_ui import limits
from bot.domain.calculation import Calculation
from bot.domain.model import LANGS, Lang

PREFIX = "rw1"
"""Version of the format. A change of the format gets a new prefix; buttons of the old one explain themselves."""

_HEAD = len(PREFIX) + 4
"""``rw1:up:``: prefix, two letters of the action, two colons."""

_ROOM = limits.CUSTOM_ID - _HEAD

_DICTIONARY = (
    b'"workload":"normal","large_data","preprocessing","kaggle""size_bytes":"lanes":16,"generation":3,"speed_mb_s":'
    b'"compute_ms":"other_efficiencies":"other_prices":"base_kwh_per_month":"country":"TW","currency":"TWD","EUR","USD",'
    b'"price_per_kwh":0.30,"efficiency_given":true,"efficiency":0.92,"hours_per_day":24,"days":30,"hours":720,'
    b'"high_w":"low_w":"cpu_assumed":true,"use_cpu_peak":true,"memory_gb":24,"peak_w":"watts":350,'
    b'"name":"Ryzen Threadripper 3970X Core i9-13900K EPYC Xeon GTX 1080 Ti A100 80GB PCIe RTX 4090 RTX 3080 RTX 3090",'
    b'"count":4,"kind":"other","kind":"cpu","kind":"gpu","gpus":[{"parts":[{"kind":"gpu","name":"RTX '
    b'"calculation","ram","cost","psu",'
)
"""Words that states consist of: deflate refers to them, so that most calculations fit."""

_IN_TABLES = ("source_url", "checked_on", "connectors")
_OF_POWER = ("watts", "peak_w", "memory_gb")


class State(NamedTuple):
    """One answer as its buttons know it.

    Attributes:
        user_id: who asked; only they change the message in place.
        answer_id, lang, kind: of the answer.
        sections: ids of the quoted sections.
        calculator, inputs: of its first calculation, trimmed; empty where there is none or it did not fit.
    """

    user_id: int
    answer_id: str
    lang: Lang
    kind: str
    sections: tuple[str, ...] = ()
    calculator: str = ""
    inputs: Mapping[str, JsonValue] = {}


def state_of(answer: Answer, user_id: int) -> State:
    """What the buttons of an answer carry."""
    first = answer.calculations[0] if answer.calculations else None
    return State(
        user_id,
        answer.answer_id,
        answer.lang,
        answer.kind,
        tuple(citation.section_id for citation in answer.citations),
        first.name if first else "",
        trimmed(first) if first else {},
    )


def trimmed(calculation: Calculation) -> dict[str, JsonValue]:
    """The inputs of a calculation without what the tables know and without what was not given."""
    result: dict[str, JsonValue] = {
        key: value for key, value in calculation.inputs.items() if value is not None
    }
    for key in ("parts", "gpus"):
        parts = result.get(key)
        if isinstance(parts, list):
            result[key] = [_bare_part(part) if isinstance(part, dict) else part for part in parts]
    return result


def _bare_part(part: dict[str, JsonValue]) -> JsonValue:
    from_table = bool(part.get("source_url")) and " / " not in str(part.get("name"))
    dropped = _IN_TABLES + (_OF_POWER if from_table else ())
    return {key: value for key, value in part.items() if value is not None and key not in dropped}


def pack(state: State, actions: Sequence[str]) -> dict[str, str] | None:
    """The custom ids of the buttons ``actions`` (two letters each) that together carry a state.

    Returns:
        Custom id by action, or ``None`` if the state is too large for so few buttons.
    """
    values = [
        state.user_id, state.answer_id, LANGS.index(state.lang), state.kind, list(state.sections),
        state.calculator, dict(state.inputs),
    ]  # fmt: skip
    text = json.dumps(values, separators=(",", ":"), ensure_ascii=False)
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_DICTIONARY)
    squeezed = squeezer.compress(text.encode()) + squeezer.flush()
    packed = base64.urlsafe_b64encode(squeezed).decode().rstrip("=")
    if len(packed) > _ROOM * len(actions):
        return None
    chunks = (packed[i * _ROOM : (i + 1) * _ROOM] for i in range(len(actions)))
    return {action: f"{PREFIX}:{action}:{chunk}" for action, chunk in zip(actions, chunks, strict=True)}


def unpack(custom_ids: Iterable[str]) -> State | None:
    """The state that the buttons of a message carry together, ``None`` if it is none of ours or damaged."""
    packed = "".join(id_[_HEAD:] for id_ in custom_ids if id_.startswith(f"{PREFIX}:"))
    try:
        opener = zlib.decompressobj(-15, zdict=_DICTIONARY)
        text = opener.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), 16_384)
        user_id, answer_id, lang, kind, sections, calculator, inputs = json.loads(text)
        return State(
            int(user_id),
            str(answer_id),
            LANGS[lang],
            str(kind),
            tuple(map(str, sections)),
            str(calculator),
            inputs,
        )
    except (ValueError, TypeError, IndexError, zlib.error):
        return None


def of_components(rows: Iterable[Any]) -> State | None:
    """The state of a message by its component rows."""
    children = (child for row in rows for child in getattr(row, "children", ()))
    return unpack(cast("str", child.custom_id) for child in children if getattr(child, "custom_id", None))
