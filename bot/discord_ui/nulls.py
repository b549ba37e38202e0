"""Ports that keep everything in memory or do nothing: for tests, previews and a bot without a database."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import JsonValue


@dataclass(frozen=True)
class _Gap:
    text: str
    count: int
    last_seen: str
    kept: bool
    topic: str


class _Votes(NamedTuple):
    section_id: str
    up: int
    down: int


class _Vote(NamedTuple):
    up: bool
    guild_id: int | None
    sections: tuple[str, ...]


class MemoryStore:
    """A ``Store`` that forgets everything when the process ends."""

    def __init__(self) -> None:
        self._votes: dict[tuple[str, int], _Vote] = {}
        self._notes: dict[tuple[str, int], str] = {}
        self._gaps: Counter[tuple[int | None, str, str]] = Counter()
        self._guilds: dict[int, str] = {}

    def vote(
        self,
        *,
        answer_id: str,
        user_id: int,
        guild_id: int | None,
        up: bool,
        sections: tuple[str, ...],
        lang: str,
        kind: str,
    ) -> None:
        """See ``Store``."""
        del lang, kind
        self._votes[answer_id, user_id] = _Vote(up, guild_id, sections)

    def note(self, *, answer_id: str, user_id: int, text: str) -> None:
        """See ``Store``."""
        self._notes[answer_id, user_id] = text

    def gap(self, *, question: str | None, nearest: tuple[str, ...], lang: str, guild_id: int | None) -> None:
        """See ``Store``."""
        del lang
        self._gaps[guild_id, question or "", nearest[0] if nearest else ""] += 1

    def gaps(self, *, guild_id: int | None, limit: int) -> Sequence[_Gap]:
        """See ``Store``."""
        found: Counter[tuple[str, str]] = Counter()
        for (guild, text, topic), count in self._gaps.items():
            if guild_id is None or guild == guild_id:
                found[text, topic] += count
        rows = found.most_common(limit)
        return [_Gap(text or topic, count, "", bool(text), topic) for (text, topic), count in rows]

    def votes(self, *, guild_id: int | None, limit: int) -> Sequence[_Votes]:
        """See ``Store``."""
        up: Counter[str] = Counter()
        down: Counter[str] = Counter()
        for vote in self._votes.values():
            if guild_id is None or vote.guild_id == guild_id:
                (up if vote.up else down).update(vote.sections)
        rows = [_Votes(section, up[section], down[section]) for section in sorted({*up, *down})]
        return sorted(rows, key=lambda row: -row.down)[:limit]

    def guild(self, guild_id: int) -> str | None:
        """See ``Store``."""
        return self._guilds.get(guild_id)

    def save_guild(self, guild_id: int, settings: str) -> None:
        """See ``Store``."""
        self._guilds[guild_id] = settings

    def forget_guild(self, guild_id: int) -> None:
        """See ``Store``."""
        self._guilds.pop(guild_id, None)
        self._votes = {key: vote for key, vote in self._votes.items() if vote.guild_id != guild_id}
        self._gaps = Counter({key: count for key, count in self._gaps.items() if key[0] != guild_id})

    def export_user(self, user_id: int) -> Mapping[str, JsonValue]:
        """See ``Store``."""
        votes = [
            {"answer_id": answer, "up": vote.up, "sections": list(vote.sections)}
            for (answer, user), vote in self._votes.items()
            if user == user_id
        ]
        notes = [
            {"answer_id": answer, "text": text}
            for (answer, user), text in self._notes.items()
            if user == user_id
        ]
        exported: Mapping[str, JsonValue] = json.loads(json.dumps({"votes": votes, "notes": notes}))
        return exported

    def delete_user(self, user_id: int) -> int:
        """See ``Store``."""
        before = len(self._votes) + len(self._notes)
        self._votes = {key: vote for key, vote in self._votes.items() if key[1] != user_id}
        self._notes = {key: text for key, text in self._notes.items() if key[1] != user_id}
        return before - len(self._votes) - len(self._notes)


class NoMetrics:
    """A ``Metrics`` that counts nothing."""

    def question(
        self,
        *,
        surface: str,
        kind: str,
        seconds: float,
        lang: str,
        route: str = "",
        outcome: str | None = None,
    ) -> None:
        """See ``Metrics``."""

    def stage(self, *, name: str, seconds: float) -> None:
        """See ``Metrics``."""

    def command(self, *, name: str) -> None:
        """See ``Metrics``."""

    def error(self, *, code: str) -> None:
        """See ``Metrics``."""

    def waiting(self, *, jobs: int) -> None:
        """See ``Metrics``."""


class ForgetfulSync:
    """A ``SyncMemory`` for one process: commands are registered once per start."""

    def __init__(self) -> None:
        self._digest = ""

    def read(self) -> str:
        """See ``SyncMemory``."""
        return self._digest

    def write(self, digest: str) -> None:
        """See ``SyncMemory``."""
        self._digest = digest
