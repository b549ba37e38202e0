"""Rules for figures: the same in each language, held by a fact, and equal to the tables."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from functools import lru_cache

from bot.corpus.facts import Fact
from bot.corpus.figures import Figure, bare_numbers, figures_in
from bot.corpus.markdown import Part, is_stub
from bot.corpus.model import Problem
from bot.corpus.page import Page, problem, text_line
from bot.domain.hardware import Catalogue
from bot.domain.model import Frozen

Key = tuple[Decimal, str]

_BEFORE_FIGURE = (
    r"(?:\s|[|:(,、=*`]|\bat\b|\bhas\b|\bwith\b|\bdraws\b|\bholds\b|\balone\b|\babout\b|約|的|有|是|為|單卡)*"
)
_VARIANT = r"(?!\s?(?:Ti|Super|Ada|Max|XT|GRE|Laptop|Mobile|D)\b)(?![A-Za-z0-9])"
_OTHER_THING = re.compile(
    r"\s*(?:of\s+)?(?:RAM|system|power supply|PSU|unit|batch|系統|記憶體|電源|的\s*(?:RAM|系統|電源|記憶體))",
    re.IGNORECASE,
)


class Parts(Frozen):
    """Names of the catalogue's parts and the figures each may be given, watts and GB."""

    figures: Mapping[str, frozenset[Key]]


def check_languages(one: tuple[Page, Part], other: tuple[Page, Part]) -> Iterator[Problem]:
    """Figures that one language of a section gives and the other does not.

    A number that the other gives without a unit (a table may name it in its head) counts as given; so does 1,
    which is often only a word (``a kilowatt hour``).
    """
    for (page, part), (_, counterpart) in ((one, other), (other, one)):
        given = {figure.key for figure in figures_in(counterpart.text)}
        bare = bare_numbers(counterpart.text)
        for figure in _once(figures_in(part.text)):
            if figure.key not in given and figure.value not in bare and figure.value != 1:
                what = f"{figure} is not in the section's other language."
                yield problem(page.path, text_line(part, figure.line), "figure-language", what)


def check_sources(
    page: Page, part: Part, facts: Mapping[str, Fact], catalogue: frozenset[Key]
) -> Iterator[Problem]:
    """Figures of a section that no fact it names, no table and no ``figures_ok`` of it holds."""
    held = {
        figure.key for fact_id in part.meta.facts if fact_id in facts for figure in facts[fact_id].figures
    }
    held |= _excused(part)
    if not part.meta.facts:
        return  # rests on sources of its own
    for figure in _once(figures_in(part.text)):
        if figure.key not in held | catalogue and figure.value != 1:
            elsewhere = sorted(i for i, fact in facts.items() if figure.key in {f.key for f in fact.figures})
            hint = f" {', '.join(elsewhere[:3])} hold it." if elsewhere else ""
            what = f"{figure} is in none of the section's facts.{hint}"
            yield problem(page.path, text_line(part, figure.line), "figure-unsourced", what)


def check_tables(page: Page, part: Part, catalogue: Catalogue) -> Iterator[Problem]:
    """Watts and GB said right beside a part's name that differ from the part's row in the tables."""
    pattern, parts = _named_figures(catalogue)
    if pattern is None:
        return
    excused = _excused(part)
    for offset, raw in enumerate(part.text.split("\n")):
        line = unicodedata.normalize("NFKC", raw)
        for found in pattern.finditer(line):
            name = " ".join((found["before"] or found["after"]).split()).casefold()
            number = found["number"] or found["first"]
            unit = found["unit"] or found["first_unit"]
            key = (Decimal(number.replace(",", "")), unit)
            allowed = {k for k in parts.figures[name] if k[1] == unit}
            if not allowed or key in allowed | excused or _OTHER_THING.match(line, found.end()):
                continue
            table = " or ".join(sorted(f"{value:f} {u}" for value, u in allowed))
            what = f"{found['before'] or found['after']} is given {number} {unit}; the table says {table}."
            yield problem(page.path, text_line(part, offset), "figure-table", what)


def catalogue_figures(catalogue: Catalogue) -> frozenset[Key]:
    """Every figure of the tables, with its unit."""
    keys: set[Key] = set()
    for gpu in catalogue.gpus:
        keys |= {(gpu.board_power_w, "W"), (gpu.memory_gb, "GB")}
        keys |= {(gpu.length_mm, "mm")} if gpu.length_mm else set()
    for cpu in catalogue.cpus:
        keys |= {(watts, "W") for watts in (cpu.base_w, cpu.peak_w) if watts}
    keys |= {(tariff.price_per_kwh, tariff.currency) for tariff in catalogue.tariffs}
    keys |= {(grid.g_per_kwh, "g/kWh") for grid in catalogue.carbon}
    return frozenset(keys)


def judged(pages: Iterable[Page]) -> Iterator[tuple[Page, Part]]:
    """Sections that are finished enough to be judged."""
    return ((page, part) for page in pages for part in page.parts if not is_stub(part))


def _once(figures: Iterable[Figure]) -> Iterator[Figure]:
    """Each different figure where it stands first."""
    seen: set[Key] = set()
    for figure in figures:
        if figure.key not in seen:
            seen.add(figure.key)
            yield figure


def _excused(part: Part) -> frozenset[Key]:
    """The figures a section's author vouches for."""
    return frozenset(figure.key for text in part.meta.figures_ok for figure in figures_in(text))


@lru_cache(maxsize=2)
def _named_figures(catalogue: Catalogue) -> tuple[re.Pattern[str] | None, Parts]:
    """A pattern for a part's name right before or after a figure, and the parts' figures by folded name."""
    figures: dict[str, set[Key]] = {}
    rows = [
        *(
            ((gpu.name, *gpu.aliases), {(gpu.board_power_w, "W"), (gpu.memory_gb, "GB")})
            for gpu in catalogue.gpus
        ),
        *(
            ((cpu.name, *cpu.aliases), {(w, "W") for w in (cpu.base_w, cpu.peak_w) if w})
            for cpu in catalogue.cpus
        ),
    ]
    for written, keys in rows:
        for name in written:
            if len(name) >= 4 and re.search(r"\d", name):
                figures.setdefault(name.casefold(), set()).update(keys)
    for name, keys in figures.items():  # "A100" stands for each of its boards
        keys.update(*(more for longer, more in figures.items() if longer.startswith(f"{name} ")))
    frozen = Parts(figures={name: frozenset(keys) for name, keys in figures.items()})
    if not figures:
        return None, frozen
    names = "|".join(re.escape(name) for name in sorted(figures, key=len, reverse=True))
    number = r"\d[\d,]*(?:\.\d+)?"
    pattern = (
        rf"(?<![A-Za-z0-9])(?P<before>{names}){_VARIANT}{_BEFORE_FIGURE}(?P<number>{number})\s?(?P<unit>W|GB)(?![A-Za-z/])"
        rf"|(?<![A-Za-z0-9.,])(?P<first>{number})\s?(?P<first_unit>W|GB) ?的? ?(?P<after>{names}){_VARIANT}"
    )
    return re.compile(pattern, re.IGNORECASE), frozen
