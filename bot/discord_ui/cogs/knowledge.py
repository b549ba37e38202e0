"""``/knowledge``: status, reload, gaps and feedback, for maintainers.

Discord hides these commands from members; the server-side check is the one that counts, since administrators
can run any command. The knowledge is shared by all guilds, so a reload needs the operator's allow-list; status, gaps and
feedback of the own guild are also for the role that ``/setup`` names.
"""

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui import limits, markdown, render
from bot.discord_ui.desk import Desk
from bot.discord_ui.ports import GapRow, ReloadReport
from bot.discord_ui.tree import lang_for
from bot.domain.model import Lang
from bot.i18n import catalogue
from bot.presentation import gaps

_ROWS = 15
_IDS = 10
_TEXT = 120


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class KnowledgeCog(
    commands.GroupCog, group_name="knowledge", group_description="For maintainers of the knowledge"
):
    """Commands for maintainers.

    Args:
        desk: knowledge, store, allow-list.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def _is_listed(self, interaction: discord.Interaction[Any]) -> bool:
        return interaction.user.id in self._desk.manners.maintainers

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let in the operator's maintainers, and the guild's own for what concerns their guild."""
        if self._is_listed(interaction):
            return True
        settings = await self._desk.guilds.get(interaction.guild_id)
        roles = getattr(interaction.user, "roles", ())
        has_role = settings.role_id is not None and any(role.id == settings.role_id for role in roles)
        reloads = interaction.command is not None and interaction.command.name == "reload"
        if has_role and not reloads:
            return True
        raise app_commands.CheckFailure

    @app_commands.command(name="status", description="What is loaded, and what is wrong in the folder")
    async def status(self, interaction: discord.Interaction[Any]) -> None:
        """Show what is loaded."""
        lang = lang_for(interaction)
        status = self._desk.ports.knowledge.status()
        args = {
            "version": status.version,
            "documents": status.documents,
            "sections": status.sections,
            "passages": status.passages,
            "gpus": status.gpus,
            "cpus": status.cpus,
            "encoder": status.encoder,
            "waiting": self._desk.questions.jobs,
        }
        lines = [
            f"- {catalogue.text(key, lang, args)}"
            for key in ("knowledge-index", "knowledge-tables", "knowledge-engine")
        ]
        faults = "\n".join(f"- {markdown.escape(problem)}" for problem in status.problems[:_ROWS])
        columns = [(catalogue.text("knowledge-faults", lang), faults)]
        embed = render.panel(catalogue.text("knowledge-title", lang), lines, "settings", columns)
        await interaction.response.send_message(embed=embed, ephemeral=True)

    @app_commands.command(name="reload", description="Read the knowledge folder again")
    async def reload(self, interaction: discord.Interaction[Any]) -> None:
        """Reload, and report what changed."""
        await interaction.response.defer(thinking=True, ephemeral=True)
        self._desk.pending()
        report = await self._desk.reloads.run(self._desk.ports.knowledge.reload)
        lang = lang_for(interaction)
        await interaction.edit_original_response(
            embed=reload_embed(report, interaction.user.display_name, lang)
        )

    @app_commands.command(name="gaps", description="Questions that got no answer, the most frequent first")
    async def gaps(self, interaction: discord.Interaction[Any]) -> None:
        """List gaps: of this guild, or of all for the operator's maintainers."""
        await interaction.response.defer(thinking=True, ephemeral=True)
        scope = None if self._is_listed(interaction) else interaction.guild_id
        rows = await self._desk.records.run(self._desk.ports.store.gaps, guild_id=scope, limit=_ROWS)
        lines = [line for row in rows for line in _gap_lines(row, lang_for(interaction))]
        await self._list(interaction, "knowledge-gaps", lines)

    @app_commands.command(name="feedback", description="Thumbs up and down per section, the worst first")
    async def feedback(self, interaction: discord.Interaction[Any]) -> None:
        """List votes per section: of this guild, or of all for the operator's maintainers."""
        await interaction.response.defer(thinking=True, ephemeral=True)
        scope = None if self._is_listed(interaction) else interaction.guild_id
        rows = await self._desk.records.run(self._desk.ports.store.votes, guild_id=scope, limit=_ROWS)
        lines = [f"- {markdown.escape(row.section_id)}: 👍 {row.up} 👎 {row.down}" for row in rows]
        await self._list(interaction, "knowledge-feedback", lines)

    async def _list(self, interaction: discord.Interaction[Any], title: str, lines: list[str]) -> None:
        lang = lang_for(interaction)
        shown = lines or [f"- {catalogue.text('knowledge-none', lang)}"]
        await interaction.edit_original_response(
            embed=render.panel(catalogue.text(title, lang), shown, "settings")
        )


def _gap_lines(row: GapRow, lang: Lang) -> Iterator[str]:
    """How often, what, when; near which section; and the command that begins a topic, where the words are known."""
    text = markdown.escape(limits.shorten(row.text, _TEXT)) or "–"
    yield f"- **{row.count}×** {text} {row.last_seen}".rstrip()
    if row.kept:
        if row.topic:
            yield f"  {catalogue.text('gap-near', lang, {'section': markdown.escape(row.topic)})}"
        yield f"  `{gaps.stub_command(row.text.replace('`', ' '))}`"


def reload_embed(report: ReloadReport, who: str, lang: Lang) -> discord.Embed:
    """What a reload did: counts, ids of the sections, rejected files, seconds, who asked."""
    lines = []
    for key, ids in (
        ("knowledge-added", report.added),
        ("knowledge-changed", report.changed),
        ("knowledge-removed", report.removed),
        ("knowledge-rejected", report.rejected),
    ):
        listed = ", ".join(map(markdown.escape, ids[:_IDS])) + (" …" if len(ids) > _IDS else "")
        lines.append(f"- {catalogue.text(key, lang)}: **{len(ids)}** {listed}".rstrip())
    args = {"version": report.version, "seconds": f"{report.seconds:.1f}", "who": who}
    lines.append(f"- {markdown.escape(catalogue.text('knowledge-reloaded-by', lang, args))}")
    return render.panel(catalogue.text("knowledge-reloaded", lang), lines, "settings")
