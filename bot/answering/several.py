"""Several questions in one message: "Do PCIe lanes matter? And what about CPU clock?"."""

import re
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from bot.answering import calculators
from bot.answering.extract.normalise import normalise
from bot.answering.planned import Inputs, unique
from bot.answering.router import route
from bot.answering.routes import SAID_BY_RESULTS, Route
from bot.domain.calculation import Calculation
from bot.domain.hardware import Catalogue
from bot.domain.lookup import PartIndex
from bot.domain.model import Lang
from bot.errors import InputError

_MOST = 3
"""More questions than these are answered as one."""
_SHORTEST = 3

_ASKING = r"(?:what|how|which|is|are|do|does|should|can|could|will|would|why)"
_BREAK = re.compile(
    rf"(?<=[?？])|[。；;\n]|[，,]?\s(?:and|also|plus)(?:\s(?:also|then))?(?=\s{_ASKING}\s)|"
    r"还有|還有|另外|順便|顺便|(?<=[\u3400-\u9fff])[\s，,](?!\s?(?:gb?|w|[mg]?hz|kwh)(?![a-z]))|[\s，,](?=[\u3400-\u9fff])",
    re.IGNORECASE,
)
"""Where one question may end and another begin."""

_ASKS = re.compile(
    rf"\?|(?<![a-z]){_ASKING}(?![a-z])|(?<![a-z])(?:psu|ram|power supply) for(?![a-z])|"
    r"多[少大长久]|几|吗|怎|如何|什么|哪|要不要|好不好|需不需要|够不够|为何"
)
_NOUN = re.compile(
    r"(?<![a-z])(?:psus?|power suppl(?:y|ies)|wattage|v?ram|memory|gpus?|(?:graphics )?cards?|cpus?|processors?|"
    r"(?:pcie )?lanes?|cores?|clock(?: speed)?|threads?|pcie|ssds?|nvme|hdds?|disks?|drives?|storage|monitors?|screens?|"
    r"mother ?boards?|case|cooling|cooler|fans?|noise|cost|bill|electricity|energy|co2|carbon|efficiency|xeons?|ecc|ddr\d?|"
    r"sli|nvlink|ethernet|usb|linux|windows|tpus?|amd|nvidia)(?![a-z])|电源供应器|电源|供应器|记忆体|内存|显示卡|显卡|显存|"
    r"处理器|核心|时脉|频率|通道|硬盘|硬碟|固态|萤幕|屏幕|显示器|主机板|主板|机壳|机箱|散热|水冷|气冷|风冷|风扇|噪音|电费|耗电|效率|碳"
)
"""What a question is about. One without such a word belongs to the question before it."""
_JOINT = re.compile(r"^[\s，,。；;]*(?:and|also|plus|then|还有|還有|另外|順便|顺便)?[\s，,]*", re.IGNORECASE)
_MEASURE = re.compile(r"(?<![a-z])(?:gb|g|watts?|w|hz|ghz|mhz)(?![a-z])|瓦")


class Several(NamedTuple):
    """What to do with several questions.

    Attributes:
        route: calculators that can say something, and what is missing for the others.
        look_ups: questions to search for, each by itself.
    """

    route: Route
    look_ups: tuple[str, ...]


def questions_in(text: str) -> tuple[str, ...]:
    """The questions of a message, in order, with the statements before or behind them; empty if it is only one.

    Args:
        text: as typed, cleaned.
    """
    found: list[str] = []
    waiting = ""
    pieces = _pieces(text)
    for piece in pieces if len(pieces) > 1 else ():
        waiting += piece
        folded = normalise(waiting)
        if not _ASKS.search(folded) or len(waiting.strip()) < _SHORTEST:
            continue
        if found and not _NOUN.search(folded):
            if not _MEASURE.search(folded):
                found[-1], waiting = found[-1] + waiting, ""
                continue
            waiting = f"{_noun(found[-1])} {_JOINT.sub('', waiting)}"  # "RAM 時脈重要嗎 還有 要多少 GB"
        elif not _NOUN.search(folded):
            continue
        found.append(waiting)
        waiting = ""
    if found:
        found[-1] += waiting
    parts = tuple(_JOINT.sub("", part).strip(" ，,。；;\n") for part in found)
    return parts if 1 < len(parts) <= _MOST else ()


def _pieces(text: str) -> list[str]:
    """The text cut where a question may end, nothing lost."""
    cuts = sorted({match.start() for match in _BREAK.finditer(text)} | {0, len(text)})
    return [text[start:end] for start, end in pairwise(cuts)]


def _noun(text: str) -> str:
    """The first thing that a question is about, as it stands in its folded form."""
    match = _NOUN.search(normalise(text))
    return match.group() if match else ""


def route_each(
    text: str,
    lang: Lang,
    index: PartIndex,
    catalogue: Catalogue,
    previous: Calculation | None,
    whole: Route,
) -> Several | None:
    """Route each question of a message by itself, the later ones as follow-ups of the ones before.

    What the message as a whole yields stands: it may have taken its figures from all of it.

    Args:
        text: the message, cleaned.
        lang: language of the reply.
        index: part names over ``catalogue``.
        catalogue: the tables.
        previous: the calculation that the message may follow up on.
        whole: the route of the message as a whole.

    Returns:
        ``None`` if the message is one question, or splitting it says nothing more.
    """
    parts = questions_in(text)
    routes: list[Route] = []
    for part in parts:
        found = route(part, lang, index, catalogue, previous)
        try:
            done = [calculators.run(name, inputs, catalogue) for name, inputs in found.calculators]
        except InputError:
            return None
        previous = done[0] if done else previous
        routes.append(found)
    look_ups = tuple(
        part for part, r in zip(parts, routes, strict=True) if not r.calculators and not r.missing
    )
    return _joined(whole, routes, look_ups)


def _joined(whole: Route, routes: Sequence[Route], look_ups: tuple[str, ...]) -> Several | None:
    """The routes as one; ``None`` if that says no more than the route of the whole does."""
    names = {name for r in routes for name, _ in r.calculators}
    if _same_for_others(routes):
        return Several(_all_of(routes), ())
    complete = whole.kind in {"calculate", "both"}
    known = {name for name, _ in whole.calculators} if complete else set()
    gained = [r for r in routes if {name for name, _ in r.calculators} - known]
    ready = any(r.calculators and not r.missing for r in (gained if complete else routes))
    if complete and not known <= names:
        if not any(r.calculators and not r.missing for r in routes):
            return None
        complete = False  # the whole was taken for something that none of its questions asks
    if not (ready or look_ups):
        return None
    chosen = _calculators(routes, whole if complete else None)
    missing = unique([message for r in (gained if complete else routes) for message in r.missing])
    used = (whole, *gained) if complete else routes
    joined = Route(
        kind="calculate" if chosen else "look_up",
        rule="several-questions",
        calculators=chosen,
        missing=tuple(m for m in missing if not (chosen and m.key in SAID_BY_RESULTS)),
        assumptions=unique([message for r in used for message in r.assumptions]),
        guide=True,
    )
    return Several(joined, look_ups)


def _same_for_others(routes: Sequence[Route]) -> bool:
    """Whether one calculation is asked of several machines: "psu for a 3090? psu for 2x 4090?"; their parts are no sum."""
    asked = [pair for r in routes if not r.missing and r.rule != "follow-up" for pair in r.calculators]
    apart = len({name for name, _ in asked}) == 1 and len(asked) == len(routes) > 1
    return apart and all(one != other for one, other in combinations(asked, 2))


def _all_of(routes: Sequence[Route]) -> Route:
    return Route(
        kind="calculate",
        rule="several-questions",
        calculators=tuple(pair for r in routes for pair in r.calculators),
        assumptions=unique([message for r in routes for message in r.assumptions]),
        guide=True,
    )


def _calculators(routes: Sequence[Route], whole: Route | None) -> tuple[tuple[str, Inputs], ...]:
    """Each calculator once, in the order of the questions: as the whole has it, else the first that misses nothing."""
    best = sorted(routes, key=lambda r: bool(r.missing))
    sources = [whole, *best] if whole else best
    names = dict.fromkeys(name for r in routes for name, _ in r.calculators)
    found: list[tuple[str, Inputs]] = []
    for name in names:
        source = next(r for r in sources if name in {other for other, _ in r.calculators})
        found.extend(pair for pair in source.calculators if pair[0] == name)
    return tuple(found)
