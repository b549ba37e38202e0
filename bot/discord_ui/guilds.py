"""What the admins of a guild chose, cached in front of the store."""

import logging
from collections.abc import Mapping
from typing import Literal

from pydantic import Field, ValidationError

from bot.discord_ui.ports import Metrics, Store
from bot.discord_ui.worker import Worker
from bot.domain.model import Frozen, Lang
from bot.errors import RigwiseError

_log = logging.getLogger("rigwise.discord")

Mode = Literal["mention", "auto", "thread", "off"]
"""Mention only; answer unasked when confident; open a thread per question; stay silent."""

MAX_CHANNELS = 500


class GuildSettings(Frozen):
    """The settings of one guild.

    Attributes:
        lang: of replies where the text does not tell; ``None``: the guild's own locale.
        modes: by channel id, as text; channels not named are in mode ``mention``.
        role_id: the role of the maintainers; channel_id: where feedback with a note goes.
        keep_gap_text: whether the text of unanswered questions is kept for the maintainers.
    """

    lang: Lang | None = None
    modes: Mapping[str, Mode] = Field(default_factory=dict, max_length=MAX_CHANNELS)
    role_id: int | None = None
    channel_id: int | None = None
    keep_gap_text: bool = False

    def mode(self, *channel_ids: int | None) -> Mode:
        """The mode of the first of these channels that has one: a thread's own, then its parent's."""
        named = (self.modes.get(str(id_)) for id_ in channel_ids if id_)
        return next(filter(None, named), "mention")


class GuildBook:
    """Settings of guilds: read from the store once, kept in memory, written through.

    A broken store means default settings, never a missing answer.
    """

    def __init__(self, store: Store, worker: Worker, metrics: Metrics) -> None:
        self._store = store
        self._worker = worker
        self._metrics = metrics
        self._known: dict[int, GuildSettings] = {}

    async def get(self, guild_id: int | None) -> GuildSettings:
        """The settings of a guild; defaults for direct messages."""
        if guild_id is None:
            return GuildSettings()
        if guild_id in self._known:
            return self._known[guild_id]
        try:
            text = await self._worker.run(self._store.guild, guild_id)
            found = GuildSettings.model_validate_json(text) if text else GuildSettings()
        except (RigwiseError, ValidationError) as fault:
            code = fault.code if isinstance(fault, RigwiseError) else "guild-settings"
            self._metrics.error(code=code)
            _log.warning("settings of a guild could not be read: %s", code)
            return GuildSettings()
        self._known[guild_id] = found
        return found

    async def change(self, guild_id: int, **changes: object) -> GuildSettings:
        """Change some settings of a guild.

        Raises:
            StoreError: they could not be kept; nothing changed.
        """
        current = await self.get(guild_id)
        changed = GuildSettings.model_validate(current.model_dump() | changes)
        await self._worker.run(self._store.save_guild, guild_id, changed.model_dump_json())
        self._known[guild_id] = changed
        return changed

    async def forget(self, guild_id: int) -> None:
        """Delete everything that belongs to a guild."""
        self._known.pop(guild_id, None)
        await self._worker.run(self._store.forget_guild, guild_id)
