"""The reader: one question in, one ``Reading`` out. Nothing is evaluated and nothing is guessed."""

from decimal import Decimal

from bot.answering.extract.money import read_prices
from bot.answering.extract.normalise import normalise, script
from bot.answering.extract.parts import read_groups
from bot.answering.extract.places import read_countries
from bot.answering.extract.quantities import (
    read_base_use,
    read_efficiencies,
    read_energy,
    read_energy_rate,
    read_faults,
    read_load_share,
    read_power_limit,
)
from bot.answering.extract.reading import Group, Reading
from bot.answering.extract.scan import Scan
from bot.answering.extract.times import read_days, read_times
from bot.answering.extract.tokens import MAX_CHARS, lex
from bot.answering.extract.topics import read_topics
from bot.answering.extract.transfer import read_transfer
from bot.domain.lookup import PartIndex
from bot.domain.mentions import find_mentions
from bot.domain.model import Lang


def read(question: str, index: PartIndex, lang: Lang) -> Reading:
    """Read the parts, quantities and topics of a question.

    Args:
        question: as typed; only the first ``MAX_CHARS`` characters of its folded form are read.
        index: the part names of the current knowledge.
        lang: language of the reply, which decides the script where no character does.
    """
    text = normalise(question[:MAX_CHARS])[:MAX_CHARS]
    scan = Scan(text, lex(text, find_mentions(index, text)))
    faults = read_faults(scan)
    efficiencies = read_efficiencies(scan)
    prices, bare_price = read_prices(scan)
    base = read_base_use(scan)
    average_w = read_energy_rate(scan)
    energy = read_energy(scan)
    times = read_times(scan)
    topics = read_topics(text)
    countries = read_countries(text)
    return Reading(
        text=text,
        lang=lang,
        script=script(question[:MAX_CHARS], lang),
        groups=_limited(read_groups(scan, asks_enough="enough" in topics), read_power_limit(text)),
        durations=times.durations,
        hours_per_day=times.hours_per_day,
        days_per_week=times.days_per_week or read_days(text),
        nonstop=times.nonstop,
        prices=prices,
        bare_price=bare_price,
        efficiencies=efficiencies,
        load_share=read_load_share(text),
        average_w=average_w,
        energy_kwh=energy,
        base_kwh=base,
        country=countries[0] if countries else None,
        countries=countries,
        transfer=read_transfer(text),
        topics=topics,
        faults=faults,
    )


def _limited(groups: tuple[Group, ...], share: Decimal | None) -> tuple[Group, ...]:
    """Named cards at a share of their rated power."""
    if share is None:
        return groups
    found = []
    for group in groups:
        rated = group.mention.resolution.common_watts if group.mention and group.kind == "gpu" else None
        if rated is None or group.high_w is not None:
            found.append(group)
        else:
            found.append(group.model_copy(update={"low_w": rated * share, "high_w": rated * share}))
    return tuple(found)
