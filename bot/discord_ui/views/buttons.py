"""The buttons under an answer. They outlive restarts: all they need is in their own ids (``state``)."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from re import Match
from typing import Any

import discord
from structlog.contextvars import bind_contextvars

from bot.discord_ui import delivery, markdown, render, state
from bot.discord_ui.desk import Desk, desk_of
from bot.discord_ui.locales import lang_of
from bot.discord_ui.state import State
from bot.discord_ui.tree import explain, lang_for
from bot.discord_ui.views import forms
from bot.domain.model import Lang
from bot.errors import InputError
from bot.i18n import catalogue
from bot.presentation import blocks, charts

_log = logging.getLogger("rigwise.discord")

_Handler = Callable[[discord.Interaction[Any], State], Awaitable[None]]

ACTIONS = ("up", "dn", "ed", "sr", "ch")
_LOOK: dict[str, tuple[str, str]] = {
    "up": ("👍", ""),
    "dn": ("👎", ""),
    "ed": ("✏️", "btn-change"),
    "sr": ("📚", "btn-sources"),
    "ch": ("📊", "btn-chart"),
}
_NO_OPINION = frozenset({"clarify", "off_topic"})


class AnswerButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]],
    template=rf"{state.PREFIX}:(?P<action>{'|'.join(ACTIONS)}):(?P<chunk>[\w-]*)",
):
    """One button of an answer; Discord hands back its id, and the ids beside it, with each click."""

    def __init__(self, action: str, custom_id: str, lang: Lang) -> None:
        self.action = action
        emoji, key = _LOOK[action]
        super().__init__(
            discord.ui.Button(
                emoji=emoji,
                label=catalogue.text(key, lang) if key else None,
                custom_id=custom_id,
                style=discord.ButtonStyle.secondary,
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: Match[str], /
    ) -> "AnswerButton":
        """The button that was clicked."""
        del item
        return cls(match["action"], match[0], lang_of(interaction.locale))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the button says; whatever fails is explained."""
        bind_contextvars(request=str(interaction.id))
        desk = desk_of(interaction)
        if not desk.seen.first(interaction.id):
            return
        try:
            rows = interaction.message.components if interaction.message else ()
            carried = state.of_components(rows)
            if carried is None:
                await tell_old(interaction)
                return
            desk.ports.metrics.command(name=f"button-{self.action}")
            await _HANDLERS[self.action](interaction, carried)
        except Exception as fault:  # noqa: BLE001 - the edge of the program: explained, logged, never raised
            await explain(interaction, fault)


def view_of(carried: State, lang: Lang, *, chart: bool = True) -> discord.ui.View | None:
    """The buttons of an answer, ``None`` where there is nothing to press.

    Args:
        carried: what they need to know.
        lang: of their labels.
        chart: whether to offer the chart; not where it is shown already.
    """
    wanted = _actions(carried, chart=chart)
    ids = state.pack(carried, wanted)
    if ids is None:  # too many parts for the ids: the buttons that need them are left out
        carried = carried._replace(calculator="", inputs={})
        wanted = _actions(carried, chart=chart)
        ids = state.pack(carried, wanted)
    if not wanted or ids is None:
        return None
    view = discord.ui.View(timeout=None)
    for action in wanted:
        view.add_item(AnswerButton(action, ids[action], lang))
    return view


def _actions(carried: State, *, chart: bool) -> Sequence[str]:
    if carried.kind in _NO_OPINION and not carried.calculator:
        return ()
    found = ["up", "dn"]
    if carried.calculator in forms.EDITABLE:
        found.append("ed")
    if carried.sections or carried.calculator:
        found.append("sr")
    if chart and carried.calculator in charts.CHARTED:
        found.append("ch")
    return found


async def tell_old(interaction: discord.Interaction[Any]) -> None:
    """Explain that a button or form is of an older version of the bot."""
    text = catalogue.text("ui-old-button", lang_for(interaction))
    await interaction.response.send_message(embed=render.notice(text, "clarify"), ephemeral=True)


def _vote(desk: Desk, interaction: discord.Interaction[Any], carried: State, *, up: bool) -> None:
    desk.later(
        desk.record(
            desk.ports.store.vote,
            answer_id=carried.answer_id,
            user_id=interaction.user.id,
            guild_id=interaction.guild_id,
            up=up,
            sections=carried.sections,
            lang=carried.lang,
            kind=carried.kind,
        )
    )


async def _up(interaction: discord.Interaction[Any], carried: State) -> None:
    text = catalogue.text("ui-thanks", lang_for(interaction))
    await interaction.response.send_message(f"👍 {text}", ephemeral=True)
    _vote(desk_of(interaction), interaction, carried, up=True)


async def _down(interaction: discord.Interaction[Any], carried: State) -> None:
    await interaction.response.send_modal(forms.WhatIsWrong(carried, lang_for(interaction)))
    _vote(desk_of(interaction), interaction, carried, up=False)


async def _change(interaction: discord.Interaction[Any], carried: State) -> None:
    desk = desk_of(interaction)

    async def recalculated(submitted: discord.Interaction[Any], changed: dict[str, str]) -> None:
        await _recalculate(submitted, carried, changed)

    form = forms.ChangeNumbers(carried, desk.ports.answers, lang_for(interaction), recalculated)
    await interaction.response.send_modal(form)


async def _recalculate(
    interaction: discord.Interaction[Any], carried: State, changed: dict[str, str]
) -> None:
    """The same message with new numbers for whoever asked; a private copy for anyone else."""
    desk = desk_of(interaction)
    calculation = desk.ports.answers.change(carried.calculator, carried.inputs, changed)
    reply, renewed = desk.calculated(calculation, carried.lang, interaction.user.id)
    parcel = render.render(reply)
    if interaction.user.id != carried.user_id or interaction.message is None:
        await delivery.reply(interaction, parcel, lambda: view_of(renewed, carried.lang), ephemeral=True)
        return
    await delivery.edit(interaction, parcel, lambda: view_of(renewed, carried.lang))


async def _sources(interaction: discord.Interaction[Any], carried: State) -> None:
    desk, lang = desk_of(interaction), lang_for(interaction)
    lines: list[str] = []
    for citation in desk.ports.answers.cite(carried.sections, lang):
        lines.append(render.citation_line(blocks.citation_line(citation, lang)))
        lines.append(markdown.code_span(f"{citation.path}:{citation.first_line}"))
        for quote in citation.quotes[:1]:
            lines += [f"> {line}" for line in markdown.adapt(quote).split("\n")]
        lines.append("")
    calculation = desk.restored(carried)
    for source in calculation.sources if calculation else ():
        lines.append(f"- {markdown.link(source.title, source.url)} · {markdown.escape(source.date)}")
    if not lines:
        raise InputError("ui-no-sources")
    embed = render.panel(catalogue.text("ui-sources", lang), lines, "passages")
    embed.set_footer(text=catalogue.text("ui-answer-id", lang, {"id": carried.answer_id}))
    await interaction.response.send_message(embed=embed, ephemeral=True)


async def _chart(interaction: discord.Interaction[Any], carried: State) -> None:
    desk = desk_of(interaction)
    message, calculation = interaction.message, desk.restored(carried)
    if calculation is None or message is None:
        raise InputError("ui-stale-numbers")
    await interaction.response.defer()
    desk.pending()
    chart = await desk.charts.run(charts.draw, calculation, carried.lang)
    picture = render.Attachment("chart.png", chart.png, chart.alt)
    embeds = [embed.copy() for embed in message.embeds]
    if embeds:
        embeds[-1].set_image(url=f"attachment://{picture.name}")
    view = view_of(carried, carried.lang, chart=False)
    await interaction.edit_original_response(embeds=embeds, attachments=[picture.file()], view=view)


_HANDLERS: dict[str, _Handler] = {"up": _up, "dn": _down, "ed": _change, "sr": _sources, "ch": _chart}
