"""Charts of calculations as PNG: the power budget of a PSU, the cost of a load over time and against the price.

matplotlib is loaded with the first chart. Its object interface is used, never ``pyplot``, so nothing is global;
callers draw one chart at a time in a thread. A card of its own dark colour stands out on Discord's dark and
light theme alike.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.domain.calculation import Calculation
from bot.domain.model import Lang
from bot.i18n import catalogue, numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CHARTED = frozenset({"psu", "cost"})
"""Calculators that have a chart."""

FONT_FILE = "fonts/rigwise-cjk.otf"
"""The Chinese characters of the charts' own labels; ``tests/preview/make_font.py`` makes it."""

_SYSTEM_FONTS = (
    "Noto Sans CJK TC", "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans TC", "Noto Sans SC", "Source Han Sans TC",
    "Source Han Sans SC", "PingFang TC", "PingFang SC", "Heiti TC", "Microsoft JhengHei", "Microsoft YaHei",
    "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "Droid Sans Fallback", "Arial Unicode MS",
)  # fmt: skip
"""For characters in the names that people type; whichever is installed."""

_CARD, _INK, _FAINT = "#23272e", "#f2f3f5", "#8b93a1"
_COLOURS = ("#4aa3ff", "#f5a623", "#57d38c", "#c88bff", "#ff7a7a", "#5ad1d1", "#d9d05b", "#b0b7c3")
_SIZE_INCHES = (6.4, 3.6)
_DPI = 125
_FONT = 13
"""Points; Discord shows a picture beside an embed at half its size."""
_MAX_NAME = 24


class Chart(NamedTuple):
    """A picture and its description for those who do not see it."""

    png: bytes
    alt: str


def draw(calculation: Calculation, lang: Lang) -> Chart:
    """The chart of a calculation of one of :data:`CHARTED`; about 0.3 s, 1 s the first time.

    Raises:
        KeyError: this calculator has no chart.
    """
    return _CHARTS[calculation.name](calculation, lang)


def _psu(calculation: Calculation, lang: Lang) -> Chart:
    """One bar of the parts' watts, with lines at the minimum, the comfortable sum and the size to buy."""
    parts = _watts_by_part(calculation, lang)
    results = calculation.results
    minimum, comfortable = _value(results["minimum_w"]), _value(results["comfortable_w"])
    buy, size = _size_to_buy(calculation, lang)
    figure, axes = _canvas()
    left = 0.0
    for position, (name, watts) in enumerate(parts):
        axes.barh(0, watts, left=left, height=0.62, color=_COLOURS[position % len(_COLOURS)], label=name)
        if watts > 0.07 * buy:
            _write(axes, left + watts / 2, 0, numbers.number(Decimal(str(watts)), lang), colour=_CARD)
        left += watts
    axes.barh(0, buy, height=0.86, fill=False, edgecolor=_INK, linewidth=1.6)
    for value, key, level in ((minimum, "chart-minimum", 1), (comfortable, "chart-comfortable", 2)):
        axes.plot(
            [value, value], [-0.5, 0.42 + 0.22 * level], color=_FAINT, linewidth=1.2, linestyle=(0, (4, 3))
        )
        _write(axes, value, 0.5 + 0.22 * level, _label(key, value, lang), align="right")
    _write(axes, buy, -0.62, catalogue.text("chart-buy", lang, {"size": size}), align="right")
    axes.set(xlim=(0, buy * 1.03), ylim=(-1.45, 1.15), yticks=[], xlabel=catalogue.text("chart-watts", lang))
    axes.legend(loc="lower left", ncols=2, frameon=False, fontsize=_FONT, labelcolor=_INK, borderaxespad=0.2)
    listed = ", ".join(f"{name} {numbers.number(Decimal(str(watts)), lang)} W" for name, watts in parts)
    args = {"parts": listed, "load": _value(results["load_w"]), "minimum": minimum, "size": size}
    return Chart(_png(figure), catalogue.text("chart-psu-alt", lang, _exact(args)))


def _cost(calculation: Calculation, lang: Lang) -> Chart:
    """The total growing over the running time, and the total against the price of a kWh."""
    results, inputs = calculation.results, calculation.inputs
    currency = results.get("currency")
    amount = results.get("cost") if currency else results["energy_kwh"]
    unit = str(currency or "kWh")
    days = inputs.get("days")
    span = _value(days if days is not None else inputs["hours"])
    total = _value(amount)
    low = _value(results.get("cost_low" if currency else "energy_kwh_low") or amount)
    flat = bool(currency) and inputs.get("base_kwh_per_month") is None
    figure, *panels = _canvas(2 if flat else 1)
    time = catalogue.text("chart-days" if days is not None else "chart-hours", lang)
    _rise(panels[0], (0.0, span), ((0.0, low), (0.0, total)))
    panels[0].set(xlabel=time, ylabel=unit, xlim=(0, span), ylim=(0, total * 1.18))
    _write(panels[0], span, total * 1.04, f"{_shown(amount, currency, lang)}", align="right")
    if flat:
        energy = _value(results["energy_kwh"])
        low_energy = _value(results.get("energy_kwh_low") or results["energy_kwh"])
        price = total / energy
        axes = panels[1]
        _rise(axes, (0.0, 2 * price), ((0.0, low_energy * 2 * price), (0.0, energy * 2 * price)))
        axes.plot([price], [total], marker="o", markersize=8, color=_COLOURS[1])
        _write(axes, price, total * 1.16, f"{price:.4g} {unit}/kWh", align="right")
        axes.set(xlabel=catalogue.text("chart-price", lang, {"unit": unit}), ylabel=unit)
        axes.set(xlim=(0, 2 * price), ylim=(0, 2.2 * total))
    args: dict[str, object] = {"total": _shown(amount, currency, lang), "span": f"{span:g} {time}"}
    return Chart(_png(figure), catalogue.text("chart-cost-alt", lang, args))


_CHARTS: Mapping[str, Callable[[Calculation, Lang], Chart]] = {"psu": _psu, "cost": _cost}


def _size_to_buy(calculation: Calculation, lang: Lang) -> tuple[float, str]:
    """Watts of the power supply, or of all units together, and how to write them."""
    results = calculation.results
    single = results.get("buy_w")
    if single is not None:
        return _value(single), f"{numbers.number(Decimal(str(single)), lang)} W"
    units, each = _value(results["units"]), _value(results["unit_w"])
    return units * each, f"{units:g} × {numbers.number(Decimal(str(each)), lang)} W"


def _watts_by_part(calculation: Calculation, lang: Lang) -> list[tuple[str, float]]:
    """Name and watts of each group of parts as they were counted, peak power included."""
    found: list[tuple[str, float]] = []
    listed = calculation.inputs.get("parts")
    use_peak = calculation.inputs.get("use_cpu_peak", True)
    for part in listed if isinstance(listed, list) else []:
        if not isinstance(part, dict):
            continue
        watts = _value(part.get("watts"))
        if use_peak and part.get("kind") == "cpu":
            watts = max(watts, _value(part.get("peak_w")))
        count = int(_value(part.get("count", 1)))
        kind = str(part.get("kind"))
        unnamed = catalogue.text("chart-other", lang) if kind == "other" else kind.upper()
        name = _drawable(part.get("name")) or unnamed
        short = name if len(name) <= _MAX_NAME else name[: _MAX_NAME - 1] + "…"
        found.append((f"{count} × {short}" if count > 1 else short, watts * count))
    return found


def _canvas(rows: int = 1) -> Any:
    """A figure in our colours and its axes: ``figure, axes[, axes]``."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - a second of import that only a chart pays
    from matplotlib.layout_engine import ConstrainedLayoutEngine  # noqa: PLC0415

    layout = ConstrainedLayoutEngine(w_pad=0.14, h_pad=0.12)
    width, height = _SIZE_INCHES
    figure: Figure = Figure(figsize=(width, height if rows == 1 else height * 1.55), dpi=_DPI, layout=layout)
    figure.set_facecolor(_CARD)
    panels = [figure.add_subplot(rows, 1, row + 1) for row in range(rows)]
    for axes in panels:
        axes.set_facecolor(_CARD)
        axes.tick_params(colors=_INK, labelsize=_FONT - 1)
        axes.grid(axis="x" if rows == 1 else "both", color="#3b414b", linewidth=0.7)
        axes.set_axisbelow(True)
        for name, spine in axes.spines.items():
            spine.set_visible(name in {"bottom", "left"} if rows > 1 else name == "bottom")
            spine.set_color(_FAINT)
        for label in (axes.xaxis.label, axes.yaxis.label):
            label.set(color=_INK, fontsize=_FONT)
    return figure, *panels


def _rise(axes: "Axes", ends: tuple[float, float], bounds: Sequence[tuple[float, float]]) -> None:
    """A straight line from zero, or the band between two."""
    low, high = bounds
    if low != high:
        axes.fill_between(ends, low, high, color=_COLOURS[0], alpha=0.35, linewidth=0)
        axes.plot(ends, low, color=_COLOURS[0], linewidth=1.4)
    axes.plot(ends, high, color=_COLOURS[0], linewidth=2.4)


def _write(
    axes: "Axes",
    x: float,
    y: float,
    text: str,
    *,
    align: str = "center",
    colour: str = _INK,
) -> None:
    axes.text(x, y, text, ha=align, va="center", fontsize=_FONT, color=colour)


def _label(key: str, watts: float, lang: Lang) -> str:
    return catalogue.text(key, lang, {"watts": Decimal(str(watts))})


def _shown(amount: object, currency: object, lang: Lang) -> str:
    value = Decimal(str(amount))
    return numbers.money(value, str(currency), lang) if currency else f"{numbers.number(value, lang)} kWh"


def _value(number: object) -> float:
    return float(str(number)) if number is not None else 0.0


def _exact(args: Mapping[str, object]) -> dict[str, object]:
    return {name: Decimal(str(value)) if isinstance(value, float) else value for name, value in args.items()}


def _png(figure: "Figure") -> bytes:
    """The figure as PNG, with fonts for all its texts."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415 - see _canvas
    from matplotlib.text import Text  # noqa: PLC0415

    families = font_families()
    for text in figure.findobj(Text):
        text.set_fontfamily(families)
        text.set_parse_math(False)  # a part's name may hold a dollar sign
    FigureCanvasAgg(figure)
    target = io.BytesIO()
    figure.savefig(target, format="png")
    return target.getvalue()


def _drawable(name: object) -> str:
    """A name if our fonts have all its characters, and none of them only turns or hides others; else nothing."""
    text = str(name or "")
    drawable = text.isprintable() and all(ord(character) in _characters() for character in text)
    return text if drawable else ""


@lru_cache(maxsize=1)
def _characters() -> frozenset[int]:
    """Every character that one of our fonts has."""
    from matplotlib import font_manager  # noqa: PLC0415 - see _canvas
    from matplotlib.ft2font import FT2Font  # noqa: PLC0415

    families = set(font_families())
    paths = {entry.fname for entry in font_manager.fontManager.ttflist if entry.name in families}
    return frozenset(code for path in paths for code in FT2Font(path).get_charmap())


def font_families() -> list[str]:
    """Fonts to look a character up in, in order: matplotlib's own, ours for labels, then the system's."""
    from matplotlib import font_manager  # noqa: PLC0415 - see _canvas

    manager = font_manager.fontManager
    known = {entry.name for entry in manager.ttflist}
    if "Rigwise CJK" not in known:
        with resources.as_file(resources.files("bot.presentation").joinpath(FONT_FILE)) as path:
            manager.addfont(str(path))
    return ["DejaVu Sans", "Rigwise CJK", *(name for name in _SYSTEM_FONTS if name in known)]
