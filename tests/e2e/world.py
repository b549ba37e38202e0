"""What the fake Discord remembers: guilds, channels, people, messages, and who may do what."""

from dataclasses import dataclass, field
from typing import Any

from tests.e2e import shapes
from tests.e2e.shapes import EVERYTHING, PERMISSIONS, Json

TOKEN = "fake.token.of-a-test"


class Refusal(Exception):
    """A request that Discord answers with an error.

    Args:
        status: of HTTP.
        code: Discord's own.
        text: its message.
    """

    def __init__(self, status: int, code: int, text: str, **more: Any) -> None:
        super().__init__(f"{status}/{code} {text}")
        self.status = status
        self.body = {"code": code, "message": text} | more


class Unmodelled(Exception):
    """A request or field this fake knows nothing about: it is refused, and the test fails."""


@dataclass
class World:
    """One application in its guilds."""

    bot: Json = field(default_factory=lambda: shapes.user("rigwise", bot=True))
    guilds: dict[str, Json] = field(default_factory=dict)
    channels: dict[str, Json] = field(default_factory=dict)
    users: dict[str, Json] = field(default_factory=dict)
    members: dict[tuple[str, str], Json] = field(default_factory=dict)
    messages: dict[str, Json] = field(default_factory=dict)
    hidden: dict[str, Json] = field(default_factory=dict)
    commands: list[Json] = field(default_factory=list)
    secretly_denied: set[str] = field(default_factory=set)

    def add_guild(self, name: str, locale: str = "en-US") -> Json:
        """A guild with the bot in it."""
        owner = self.add_user("owner")
        guild = shapes.guild(name, owner["id"], locale)
        self.guilds[guild["id"]] = guild
        self.join(guild["id"], self.bot)
        self.join(guild["id"], owner)
        guild["members"] = [self.members[guild["id"], self.bot["id"]] | {"user": self.bot}]
        return guild

    def add_user(self, name: str, *, bot: bool = False) -> Json:
        """A person, or another bot."""
        user = shapes.user(name, bot=bot)
        self.users[user["id"]] = user
        return user

    def join(self, guild_id: str, user: Json, *roles: str) -> Json:
        """Make a user a member."""
        member = shapes.member(user, list(roles))
        self.members[guild_id, user["id"]] = member
        return member

    def add_channel(
        self,
        guild_id: str,
        name: str,
        kind: int = shapes.TEXT,
        parent_id: str | None = None,
        id_: str | None = None,
    ) -> Json:
        """A channel or thread; the thread of a message has that message's id."""
        channel = shapes.channel(name, guild_id, kind, parent_id)
        channel["id"] = id_ or channel["id"]
        self.channels[channel["id"]] = channel
        where = "threads" if kind == shapes.PUBLIC_THREAD else "channels"
        self.guilds[guild_id][where].append(channel)
        return channel

    def dm(self, user: Json) -> Json:
        """The conversation with a user, made when first needed."""
        for channel in self.channels.values():
            if channel["type"] == shapes.DM and channel["recipients"][0]["id"] == user["id"]:
                return channel
        channel = shapes.dm(user)
        self.channels[channel["id"]] = channel
        return channel

    def channel(self, channel_id: str) -> Json:
        """A channel by id."""
        if channel_id not in self.channels:
            raise Refusal(404, 10003, "Unknown Channel")
        return self.channels[channel_id]

    def message(self, channel_id: str, message_id: str) -> Json:
        """A message by id."""
        found = self.messages.get(message_id)
        if found is None or found["channel_id"] != channel_id:
            raise Refusal(404, 10008, "Unknown Message")
        return found

    def permissions(self, channel: Json, user_id: str) -> int:
        """The permission number of a member in a channel, computed as documented."""
        if channel["type"] == shapes.DM:
            return EVERYTHING & ~PERMISSIONS["administrator"]
        guild = self.guilds[channel["guild_id"]]
        if guild["owner_id"] == user_id:
            return EVERYTHING
        roles = [guild["id"], *self.members.get((guild["id"], user_id), {}).get("roles", ())]
        base = 0
        for role in guild["roles"]:
            base |= int(role["permissions"]) if role["id"] in roles else 0
        if base & PERMISSIONS["administrator"]:
            return EVERYTHING
        parent = self.channels.get(channel.get("parent_id") or "", {})
        overwrites = (parent if channel["type"] == shapes.PUBLIC_THREAD else channel).get(
            "permission_overwrites", []
        )
        for wanted in ([guild["id"]], roles[1:], [user_id]):
            chosen = [one for one in overwrites if one["id"] in wanted]
            for one in chosen:
                base &= ~int(one["deny"])
            for one in chosen:
                base |= int(one["allow"])
        return base

    def demand(self, channel: Json, *names: str) -> None:
        """Refuse with Discord's codes what the bot may not do in a channel."""
        held = self.permissions(channel, self.bot["id"])
        if not held & PERMISSIONS["view_channel"]:
            raise Refusal(403, 50001, "Missing Access")
        if channel["id"] in self.secretly_denied or not all(held & PERMISSIONS[name] for name in names):
            raise Refusal(403, 50013, "Missing Permissions")
        locked = channel.get("thread_metadata", {}).get("locked")
        if locked and not held & PERMISSIONS["manage_threads"]:
            raise Refusal(400, 50083, "Thread is archived")

    def mentioned(self, text: str) -> list[Json]:
        """Users whose mention stands in a text."""
        everyone = [self.bot, *self.users.values()]
        return [user for user in everyone if f"<@{user['id']}>" in text or f"<@!{user['id']}>" in text]

    def command(self, name: str, kind: int = 1) -> Json:
        """A registered command, as a person's client would find it."""
        for command in self.commands:
            if command["name"] == name and command.get("type", 1) == kind:
                return command
        raise LookupError(f"no command {name!r} is registered")
