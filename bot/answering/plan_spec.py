"""From a question about a part's figures to the rows that hold them ("tdp of a 3090", "3970x 幾核心")."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from bot.answering.extract.figures import SIGNS, Asked, read_asked
from bot.answering.extract.reading import Group, Reading
from bot.answering.planned import Plan, ask, unique
from bot.domain.inputs import FIGURES, Figure, SpecInputs, SpecRow
from bot.domain.mentions import Mention
from bot.domain.model import Message
from bot.domain.specs import figures_of, spec_row

_MOST_PARTS = 4
_MOST_ROWS = 24
_SHOWN_CHARS = 60
_NEEDED: frozenset[Figure] = frozenset({"power", "plugs", "slots", "lanes"})
"""Figures that a part "takes" or "needs"; a length of time is not one of them."""
_MUST: frozenset[Figure] = frozenset({"plugs", "slots"})
"""Figures of a part behind 要; the watts and memory that one "needs" are those of a supply and of RAM."""
_ASKED_IN_VAIN: Mapping[str, Figure] = {"gpu": "cores", "cpu": "memory"}
"""Figures that no table has for a kind of part, and that people ask for all the same ("3090 CUDA cores")."""
_STATED_GB = re.compile(r"(\d{1,4})\s?g")


def mentions_of(reading: Reading) -> tuple[Mention, ...]:
    """The parts that a question names one of each, all of one kind; empty where it names others."""
    groups = [group for group in reading.groups if group.mention]
    if not 1 <= len(groups) <= _MOST_PARTS:
        return ()
    if len({group.kind for group in groups}) > 1 or any(map(_several, reading.groups)):
        return ()
    return tuple(group.mention for group in groups if group.mention)


def _several(group: Group) -> bool:
    """Whether a group is more than one part; "40 or 80 GB" counts nothing."""
    return group.count != 1 and (group.mention is not None or group.memory_gb is None)


def plan_spec(reading: Reading) -> Plan | None:
    """The rows and figures that are asked for; ``None`` if the question is another one."""
    mentions = mentions_of(reading)
    asked = read_asked(reading.text, mentions) if mentions else None
    figures = _figures(asked, mentions) if asked else ()
    if asked is None or not figures:
        return None
    asks_whether = len(mentions) == 1 and "?" in asked.words
    return _looked_up(mentions, figures, _claimed(asked, figures, mentions[0]) if asks_whether else None)


def plan_figures(reading: Reading, figures: tuple[Figure, ...]) -> Plan | None:
    """Known figures of the parts that a follow-up names; ``None`` if it names none that has them."""
    mentions = mentions_of(reading)
    kinds = {mention.kind for mention in mentions}
    fitting = tuple(figure for figure in figures if all(figure in figures_of(kind) for kind in kinds))
    return _looked_up(mentions, fitting, None) if mentions and fitting else None


def _looked_up(mentions: Sequence[Mention], figures: tuple[Figure, ...], claimed: Decimal | None) -> Plan:
    unknown = [mention for mention in mentions if mention.resolution.status == "unknown"]
    if unknown:
        return Plan(missing=unique([_unknown(mention) for mention in unknown]))
    rows = tuple(row for mention in mentions for row in _rows(mention))[:_MOST_ROWS]
    said_memory = any(_STATED_GB.search(mention.text) for mention in mentions)
    versions = not said_memory or claimed is not None
    return Plan(inputs=SpecInputs(rows=rows, figures=figures, claimed=claimed, versions=versions))


def _unknown(mention: Mention) -> Message:
    nearest = ", ".join(mention.resolution.nearest)
    return ask("unknown-part-figures", part=mention.text[:_SHOWN_CHARS], nearest=nearest)


def _rows(mention: Mention) -> tuple[SpecRow, ...]:
    return tuple(spec_row(row, mention.text[:_SHOWN_CHARS]) for row in mention.resolution.rows)


def _figures(asked: Asked, mentions: Sequence[Mention]) -> tuple[Figure, ...]:
    """The figures that are asked for, in order; empty if the words may mean something else."""
    found: list[Figure] = []
    for word in asked.words:
        if word in SIGNS:
            continue
        figures = _meant(word, asked, mentions[0].kind)
        if not figures:
            return ()
        found.extend(figures)
    if not found and "?" in asked.words:
        found = [claim.figure for claim in asked.claims]
        found += ["memory"] if any(_STATED_GB.search(mention.text) for mention in mentions) else []
    figures = tuple(dict.fromkeys(found))
    allowed = _MUST if "must" in asked.words else _NEEDED if "need" in asked.words else figures
    return figures if set(figures) <= set(allowed) else ()


def _meant(word: str, asked: Asked, kind: str) -> tuple[Figure, ...]:
    """The figures that one word means for a kind of part."""
    used_for = {"for", "need", "must"} & set(asked.words)
    if word == "all":
        return figures_of(kind)
    if word == "ram?" and "has" not in asked.words[asked.begins :]:
        return ()
    if word == "slots" and kind == "cpu":
        word = "socket"
    if word.endswith("?"):  # of a use, or of a CPU, it is the system's RAM, or the size of a supply
        meant = {"ram?": "memory", "memory?": "memory", "watts?": "power"}[word]
        word = meant if not used_for and (kind == "gpu" or meant == "power") else ""
    if word == "channels" and "pcie" in asked.words:
        word = "lanes"
    known = {*figures_of(kind), _ASKED_IN_VAIN[kind]}
    return tuple(figure for figure in FIGURES if figure == word and figure in known)


def _claimed(asked: Asked, figures: tuple[Figure, ...], mention: Mention) -> Decimal | None:
    """The one figure that the question states of its part, ``None`` if it states none or several."""
    stated = [claim.value for claim in asked.claims if claim.figure == figures[0]]
    if figures == ("memory",):
        stated += _STATED_GB.findall(mention.text)
    return Decimal(stated[0]) if len(set(stated)) == 1 and Decimal(stated[0]) > 0 else None
