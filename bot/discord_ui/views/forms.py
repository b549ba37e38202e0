"""The forms (modals) behind the buttons: what is wrong with an answer, and the numbers of a calculation."""

import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import discord
from pydantic import JsonValue

from bot.discord_ui import limits, markdown, options, render
from bot.discord_ui.desk import desk_of
from bot.discord_ui.notices import maintainers_channel
from bot.discord_ui.ports import Answers
from bot.discord_ui.state import PREFIX, State
from bot.discord_ui.tree import explain, lang_for
from bot.domain.model import Lang
from bot.i18n import catalogue

EDITABLE = frozenset({"psu", "cost", "ram"})
"""Calculators whose inputs fit a form."""

BOOT = secrets.token_hex(4)
"""In the id of every form: a form that was opened before a restart explains itself instead of failing."""

_OPEN_S = 3600.0
_MAX_NOTE = 1000
_DAY_H = 24
_DECIMALS = 6
_MAX_TEXT = 1000
"""As long as a list of 32 parts; what stands in a line beyond it is not shown, and stays unless the line is changed."""

_WORKLOADS = ("normal", "large_data", "preprocessing", "kaggle")

Submit = Callable[[discord.Interaction[Any], dict[str, str]], Awaitable[None]]


class Field(NamedTuple):
    """One line of a form: the option it fills, its label's key, and what stands in it."""

    option: str
    label: str
    text: str
    required: bool = False


class _Form(discord.ui.Modal):
    def __init__(self, title: str) -> None:
        custom_id = f"{PREFIX}:fm:{BOOT}:{secrets.token_hex(8)}"
        super().__init__(
            title=limits.shorten(title, limits.MODAL_TITLE), timeout=_OPEN_S, custom_id=custom_id
        )

    async def on_error(  # type: ignore[override]  # Modal itself drops the item that views pass
        self, interaction: discord.Interaction[Any], error: Exception, /
    ) -> None:
        """Explain what went wrong with the values."""
        await explain(interaction, error)


def is_open(custom_id: str) -> bool:
    """Whether a form was opened by this process."""
    return custom_id.startswith(f"{PREFIX}:fm:{BOOT}:")


class WhatIsWrong(_Form):
    """Asks what is wrong with an answer; the text goes to the store and to the maintainers' channel."""

    def __init__(self, carried: State, lang: Lang) -> None:
        super().__init__(catalogue.text("form-wrong-title", lang))
        self._carried = carried
        self.note = discord.ui.TextInput[Any](
            style=discord.TextStyle.paragraph, max_length=_MAX_NOTE, required=False, custom_id="note"
        )
        label = limits.shorten(catalogue.text("form-wrong-label", lang), limits.MODAL_LABEL)
        self.add_item(discord.ui.Label(text=label, component=self.note))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Thank first, keep afterwards."""
        thanks = catalogue.text("ui-thanks-wrong", lang_for(interaction))
        await interaction.response.send_message(f"👎 {thanks}", ephemeral=True)
        text = self.note.value.strip()
        if not text:
            return
        desk = desk_of(interaction)
        user_id, answer_id = interaction.user.id, self._carried.answer_id
        desk.later(desk.record(desk.ports.store.note, answer_id=answer_id, user_id=user_id, text=text))
        desk.later(_tell_maintainers(interaction, self._carried, text))


async def _tell_maintainers(interaction: discord.Interaction[Any], carried: State, text: str) -> None:
    settings = await desk_of(interaction).guilds.get(interaction.guild_id)
    channel = maintainers_channel(interaction.guild, settings)
    if channel is None:
        return
    lang = settings.lang or carried.lang
    where = interaction.message.jump_url if interaction.message else ""
    lines = [f"> {line}" for line in markdown.escape(text).splitlines()]
    lines.append(f"\n{markdown.escape(', '.join(carried.sections) or carried.calculator)} · {where}")
    embed = render.panel(catalogue.text("ui-new-note", lang), lines, "clarify")
    embed.set_footer(text=catalogue.text("ui-answer-id", lang, {"id": carried.answer_id}))
    await channel.send(embed=embed)


class ChangeNumbers(_Form):
    """The inputs of a calculation as they were understood, to be changed.

    Args:
        carried: the answer with its inputs.
        answers: tells which part names can be looked up.
        lang: of labels.
        submit: called with the options that were changed, as typed.
    """

    def __init__(self, carried: State, answers: Answers, lang: Lang, submit: Submit) -> None:
        super().__init__(catalogue.text("form-change-title", lang))
        self._submit = submit
        self._inputs: dict[str, discord.ui.TextInput[Any]] = {}
        self._shown: dict[str, str] = {}
        for field in fields_of(carried, answers):
            self._shown[field.option] = field.text[:_MAX_TEXT]
            item = discord.ui.TextInput[Any](
                default=self._shown[field.option] or None,
                required=field.required,
                max_length=_MAX_TEXT,
                custom_id=field.option,
            )
            self._inputs[field.option] = item
            label = limits.shorten(catalogue.text(field.label, lang), limits.MODAL_LABEL)
            self.add_item(discord.ui.Label(text=label, component=item))
        self.workload: discord.ui.Select[Any] | None = None
        if carried.calculator == "ram":
            self._shown["workload"] = str(carried.inputs.get("workload", "normal"))
            self.workload = _workload_menu(self._shown["workload"], lang)
            label = limits.shorten(catalogue.text("form-workload", lang), limits.MODAL_LABEL)
            self.add_item(discord.ui.Label(text=label, component=self.workload))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Calculate again with what was changed."""
        typed = {name: item.value.strip() for name, item in self._inputs.items()}
        if self.workload is not None and self.workload.values:
            typed["workload"] = self.workload.values[0]
        await self._submit(interaction, changed_in(self._shown, typed))


def _workload_menu(chosen: str, lang: Lang) -> discord.ui.Select[Any]:
    menu = discord.ui.Select[Any](custom_id="workload", min_values=1, max_values=1)
    for value in _WORKLOADS:
        menu.add_option(label=catalogue.text(f"choice-{value}", lang), value=value, default=value == chosen)
    return menu


def fields_of(carried: State, answers: Answers) -> list[Field]:
    """The lines of the form for an answer's calculator."""
    inputs = carried.inputs
    if carried.calculator == "psu":
        return [
            Field("gpu", "form-gpus", _parts_text(inputs, ("gpu",), answers)),
            Field("cpu", "form-cpus", _parts_text(inputs, ("cpu",), answers)),
            Field("other", "form-other", _parts_text(inputs, ("other",), answers)),
            Field("efficiency", "form-efficiency", _share(inputs.get("efficiency"))),
        ]
    if carried.calculator == "ram":
        return [Field("gpu", "form-cards", _memory_text(inputs, answers), required=True)]
    by_day = inputs.get("days") is not None
    hours = inputs.get("hours_per_day", _DAY_H) if by_day else inputs.get("hours")
    return [
        Field("load", "form-load", _load_text(inputs, answers), required=True),
        Field("hours", "form-hours", _digits(hours), required=True),
        Field("days", "form-days", _digits(inputs.get("days")) if by_day else ""),
        Field("price", "form-price", _price_text(inputs)),
        Field("efficiency", "form-efficiency", _share(inputs.get("efficiency")) if inputs.get("efficiency_given") else ""),
    ]  # fmt: skip


def changed_in(shown: Mapping[str, str], typed: Mapping[str, str]) -> dict[str, str]:
    """Of what was typed, what differs from what stood there."""
    return {name: text for name, text in typed.items() if text != shown.get(name, "").strip()}


def _parts(inputs: Mapping[str, JsonValue], key: str) -> list[dict[str, JsonValue]]:
    found = inputs.get(key)
    parts = found if isinstance(found, list) else []
    return [part for part in parts if isinstance(part, dict)]


def _parts_text(inputs: Mapping[str, JsonValue], kinds: tuple[str, ...], answers: Answers) -> str:
    parts = (part for part in _parts(inputs, "parts") if part.get("kind") in kinds)
    return ", ".join(_part_text(part, "watts", "W", answers) for part in parts)


def _memory_text(inputs: Mapping[str, JsonValue], answers: Answers) -> str:
    parts = _parts(inputs, "gpus")
    return ", ".join(_part_text(part, "memory_gb", "GB", answers) for part in parts)


def _part_text(part: Mapping[str, JsonValue], figure: str, unit: str, answers: Answers) -> str:
    """``4x RTX 3090`` where the tables know the name, else the figure given: ``4x 350W``."""
    count, name, own = part.get("count", 1), str(part.get("name") or ""), part.get(figure)
    kind: Any = "cpu" if part.get("kind") == "cpu" else "gpu"
    known = bool(name) and name in answers.suggest(name, kind, "en")[:1]
    stated = f"{_digits(own)}{unit}" if own is not None else ""
    if known and unit == "W" and stated:
        stated = f"{name} @ {stated}"
    said = name if own is None or (known and unit != "W") else stated
    return f"{count}x {said}" if count != 1 else said


def _load_text(inputs: Mapping[str, JsonValue], answers: Answers) -> str:
    if _parts(inputs, "parts"):
        return _parts_text(inputs, ("gpu", "cpu", "other"), answers)
    low, high = _digits(inputs.get("low_w")), _digits(inputs.get("high_w"))
    return f"{low} W" if low == high else f"{low}-{high} W"


def _price_text(inputs: Mapping[str, JsonValue]) -> str:
    price, currency, country = (inputs.get(name) for name in ("price_per_kwh", "currency", "country"))
    return f"{_digits(price)} {currency or ''}".strip() if price is not None else str(country or "")


def _digits(value: JsonValue) -> str:
    """A number as a person would type it: rounded, as what is left unchanged keeps its exact value."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return ""
    return options.plain(round(value, _DECIMALS))


def _share(value: JsonValue) -> str:
    digits = _digits(value * 100 if isinstance(value, int | float) else value)
    return f"{digits}%" if digits else ""
