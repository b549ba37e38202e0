"""``/psu``, ``/cost``, ``/ram`` and ``/gpu``: direct replies from memory, the same digits as natural language."""

from collections.abc import Mapping
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui import delivery, options, render
from bot.discord_ui.desk import Desk
from bot.discord_ui.options import counted, percent, plain
from bot.discord_ui.tree import lang_for
from bot.discord_ui.views.buttons import view_of
from bot.errors import BusyError
from bot.i18n import catalogue

Workload = Literal["normal", "large_data", "preprocessing", "kaggle"]


class CalculatorCog(commands.Cog):
    """The calculators by option.

    Args:
        desk: calculates.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @app_commands.command(name="psu", description="How large a power supply for these parts?")
    @app_commands.describe(
        gpu="Graphics card; several kinds by commas, such as 2x RTX 3090, 1x RTX 4090",
        count="How many of these cards",
        gpu_watts="Watts of one card, where you know better than the table",
        cpu="Processor",
        cpu_count="How many processors",
        cpu_watts="Watts of one processor, where you know better than the table",
        other_watts="Everything else, in watts",
        efficiency="Efficiency of the power supply in percent, for watts at the wall",
        base_power="Count the processor's base power instead of its peak",
    )
    @app_commands.autocomplete(gpu=options.gpu_names, cpu=options.cpu_names)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def psu(
        self,
        interaction: discord.Interaction[Any],
        gpu: options.PartText | None = None,
        count: options.Count = 1,
        gpu_watts: options.PartWatts | None = None,
        cpu: options.PartText | None = None,
        cpu_count: options.Count = 1,
        cpu_watts: options.PartWatts | None = None,
        other_watts: options.PartWatts | None = None,
        efficiency: options.Percent | None = None,
        base_power: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        """Size a power supply."""
        typed = {
            "gpu": counted(count, gpu, gpu_watts),
            "cpu": counted(cpu_count, cpu, cpu_watts),
            "other": f"{plain(other_watts)}W" if other_watts is not None else "",
            "efficiency": percent(efficiency),
            "base": "1" if base_power else "",
        }
        await self._calculate(interaction, "psu", typed)

    @app_commands.command(name="cost", description="Energy, money and CO2 of a load over time")
    @app_commands.describe(
        watts="Load in watts; instead of parts, or beside them",
        to_watts="Upper end, if the load is a range",
        hours_per_day="Running hours a day; 24 if not given",
        days="For how many days; 30 if not given",
        price="Price of one kWh",
        currency="Currency of the price",
        country="Country: its price where you give none, and its CO2 per kWh",
        efficiency="Efficiency of the power supply in percent",
        parts="Cards and processors, such as 2x RTX 3090, Threadripper 3970X",
        base_kwh="Your household's own kWh a month, where prices go by steps",
    )
    @app_commands.autocomplete(
        parts=options.part_names, currency=options.currencies, country=options.countries
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def cost(
        self,
        interaction: discord.Interaction[Any],
        watts: options.LoadWatts | None = None,
        to_watts: options.LoadWatts | None = None,
        hours_per_day: options.HoursPerDay = 24,
        days: options.Days = 30,
        price: options.Price | None = None,
        currency: options.PartText | None = None,
        country: options.PartText | None = None,
        efficiency: options.Percent | None = None,
        parts: options.PartText | None = None,
        base_kwh: options.HouseholdKwh | None = None,
    ) -> None:
        """Calculate what running costs."""
        typed = {
            "parts": parts or "",
            "load": _load(watts, to_watts),
            "hours_per_day": plain(hours_per_day),
            "days": plain(days),
            "price": plain(price),
            "currency": currency or "",
            "country": country or "",
            "efficiency": percent(efficiency),
            "base_kwh": plain(base_kwh),
        }
        await self._calculate(interaction, "cost", typed)

    @app_commands.command(name="ram", description="How much system RAM to go with these cards?")
    @app_commands.describe(
        gpu="Graphics card; several kinds by commas, such as 2x RTX 3090, 1x 12GB",
        count="How many of these cards",
        memory_gb="Memory of one card in GB, instead of a name",
        workload="What else needs memory",
    )
    @app_commands.autocomplete(gpu=options.gpu_names)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def ram(
        self,
        interaction: discord.Interaction[Any],
        gpu: options.PartText | None = None,
        count: options.Count = 1,
        memory_gb: options.MemoryGb | None = None,
        workload: Workload = "normal",
    ) -> None:
        """Match system RAM with cards."""
        card = f"{plain(memory_gb)}GB" if memory_gb is not None else gpu
        await self._calculate(interaction, "ram", {"gpu": counted(count, card), "workload": workload})

    @app_commands.command(name="gpu", description="Figures of a graphics card, or of two side by side")
    @app_commands.describe(name="Graphics card", other="A second card to compare with")
    @app_commands.autocomplete(name=options.gpu_names, other=options.gpu_names)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def gpu(
        self,
        interaction: discord.Interaction[Any],
        name: options.PartText,
        other: options.PartText | None = None,
    ) -> None:
        """Show the tables' figures."""
        self._open(interaction)
        lang = lang_for(interaction)
        cards = [self._desk.ports.answers.gpu(text) for text in (name, other) if text]
        columns = [render.spec_card(card, lang) for card in cards]
        title = catalogue.text("ui-gpu-title" if len(cards) == 1 else "ui-gpu-compare", lang)
        await interaction.response.send_message(embed=render.panel(title, (), "gpu", columns))

    def _open(self, interaction: discord.Interaction[Any]) -> None:
        del interaction
        if not self._desk.ports.answers.ready:
            raise BusyError("busy-warming")

    async def _calculate(
        self, interaction: discord.Interaction[Any], name: str, typed: Mapping[str, str]
    ) -> None:
        self._open(interaction)
        lang = lang_for(interaction)
        calculation = self._desk.ports.answers.calculate(
            name, {key: text for key, text in typed.items() if text}
        )
        reply, state = self._desk.calculated(calculation, lang, interaction.user.id)
        await delivery.reply(interaction, render.render(reply), lambda: view_of(state, lang))


def _load(watts: float | None, to_watts: float | None) -> str:
    """``600 W`` or ``600-700 W``; the upper end alone is a load of its own."""
    ends = [plain(end) for end in (watts, to_watts) if end is not None]
    return f"{'-'.join(ends)} W" if ends else ""
