"""A small Discord on 127.0.0.1 for tests: REST version 10 and a gateway, with the real deadlines.

It runs in a thread of its own, so that scenarios are plain functions: they act as people do (``slash``, ``mention``,
``click``), break things (``drop``, ``stop_acks``, ``order``), and read what arrived. What it does not model it refuses,
and the fixture that made it fails the test.
"""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from aiohttp import web

from tests.e2e import interactions, shapes
from tests.e2e.faults import Fault
from tests.e2e.gateway import DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS, Gateway
from tests.e2e.interactions import Interaction
from tests.e2e.rest import Rest
from tests.e2e.shapes import Json
from tests.e2e.world import World

T = TypeVar("T")

OPTION_TYPES: dict[int, type | tuple[type, ...]] = {
    3: str, 4: int, 5: bool, 6: str, 7: str, 8: str, 10: (int, float)
}  # fmt: skip


class FakeDiscord:
    """One Discord with one guild, one channel and one person to begin with.

    Args:
        heartbeat_ms: how often the client is asked to beat.
    """

    def __init__(self, heartbeat_ms: int = 1000) -> None:
        self.world = World()
        self._heartbeat_ms = heartbeat_ms
        self._changed = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="fake-discord", daemon=True)
        self.guild = self.world.add_guild("Lab")
        self.channel = self.world.add_channel(self.guild["id"], "general")
        self.alice = self.member("alice")
        self.port = 0

    def start(self) -> "FakeDiscord":
        """Listen on a free port."""
        self._thread.start()
        self._do(self._listen())
        return self

    async def _listen(self) -> None:
        self._app = web.Application(client_max_size=20 * 1024 * 1024)
        self._runner = web.AppRunner(self._app, shutdown_timeout=0.2, access_log=None)
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        self.gateway = Gateway(self.world, f"ws://127.0.0.1:{self.port}/gw/", self._heartbeat_ms)
        self.rest = Rest(self.world, self.gateway, f"http://127.0.0.1:{self.port}", self._notify)
        self._app.add_routes([web.get("/gw/", self.gateway.handle), *self.rest.routes()])
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()

    def stop(self) -> None:
        """Hang up on everyone."""
        self._do(self._runner.cleanup())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def until(self, holds: Callable[[], T], timeout_s: float = 20.0, what: str = "") -> T:
        """What ``holds`` returns as soon as it is true.

        Raises:
            AssertionError: it is not in time.
        """
        end = time.monotonic() + timeout_s
        while not (found := holds()):
            left = end - time.monotonic()
            if left <= 0:
                raise AssertionError(f"not within {timeout_s} s: {what or holds}")
            with self._changed:
                self._changed.wait(min(left, 0.05))
        return found

    # People and places

    def member(self, name: str, *roles: str, bot: bool = False) -> Json:
        """A new member of the guild."""
        user = self.world.add_user(name, bot=bot)
        self.world.join(self.guild["id"], user, *roles)
        return user

    def new_channel(self, name: str, **more: Any) -> Json:
        """A new channel or thread (``kind``, ``parent_id``) that the bot is told about."""
        channel = self.world.add_channel(self.guild["id"], name, **more)
        event = "THREAD_CREATE" if channel["type"] == shapes.PUBLIC_THREAD else "CHANNEL_CREATE"
        self._dispatch(event, channel, GUILDS)
        return channel

    def overwrite(self, channel: Json, *, allow: tuple[str, ...] = (), deny: tuple[str, ...] = ()) -> None:
        """Set what the bot may do in a channel, and tell it."""
        channel["permission_overwrites"] = [
            {
                "id": self.world.bot["id"], "type": 1,
                "allow": str(shapes.bits(*allow)), "deny": str(shapes.bits(*deny)),
            }
        ]  # fmt: skip
        self._dispatch("CHANNEL_UPDATE", channel, GUILDS)

    # What people do

    def send(self, text: str, **more: Any) -> Json:
        """A message as a person writes it.

        Args:
            text: its content; mentions of users in it are recognised.
            **more: ``author``, ``channel``, ``reply_to`` (pings its author), ``webhook_id``, ``type``, ``quiet_reply``.
        """
        message = self.compose(text, **more)
        self.deliver(message)
        return message

    def compose(
        self,
        text: str,
        *,
        author: Json | None = None,
        channel: Json | None = None,
        reply_to: Json | None = None,
        **more: Any,
    ) -> Json:
        """A message that exists but was not dispatched yet."""
        author, channel = author or self.alice, channel or self.channel
        message = shapes.message(
            channel["id"], author, text, mention_everyone="@everyone" in text, mentions=self._mentioned(text)
        )
        if reply_to is not None:
            message |= {
                "type": 19, "referenced_message": reply_to,
                "message_reference": {"message_id": reply_to["id"], "channel_id": reply_to["channel_id"], "type": 0},
            }  # fmt: skip
            message["mentions"] += (
                [reply_to["author"]] if reply_to["author"] not in message["mentions"] else []
            )
        if "guild_id" in channel:
            message |= {"guild_id": channel["guild_id"]}
            member = self.world.members.get((channel["guild_id"], author["id"]))
            message |= {"member": member} if member else {}
        message |= more
        self.world.messages[message["id"]] = message
        return message

    def _mentioned(self, text: str) -> list[Json]:
        found = []
        for user in self.world.mentioned(text):
            member = self.world.members.get((self.guild["id"], user["id"]))
            found.append(user | ({"member": member} if member else {}))
        return found

    def deliver(self, message: Json) -> None:
        """Dispatch a message; twice is twice."""
        intent = GUILD_MESSAGES if "guild_id" in message else DIRECT_MESSAGES
        self._dispatch("MESSAGE_CREATE", message, intent, message.get("guild_id"))

    def mention(self, question: str, **more: Any) -> Json:
        """A question to the bot by mention."""
        return self.send(f"<@{self.world.bot['id']}> {question}", **more)

    def dm(self, text: str, author: Json | None = None) -> Json:
        """A direct message."""
        author = author or self.alice
        return self.send(text, author=author, channel=self.world.dm(author))

    def delete(self, message: Json) -> None:
        """Delete a message."""
        self._loop.call_soon_threadsafe(self.rest.remove, message)

    def slash(
        self,
        name: str,
        options: dict[str, Any] | None = None,
        *,
        user: Json | None = None,
        channel: Json | None = None,
        locale: str = "en-US",
    ) -> Interaction:
        """A slash command with ``options``; ``name`` may hold a subcommand.

        Raises:
            LookupError: a person could not send this: no such command or option, or a value out of its range.
        """
        return self._interact(
            interactions.COMMAND, self._command_data(name, options or {}), user, channel, locale
        )

    def type_option(
        self, name: str, option: str, text: str, *, user: Json | None = None, locale: str = "en-US"
    ) -> Interaction:
        """Type into an option that completes."""
        data = self._command_data(name, {option: text}, focused=option)
        return self._interact(interactions.AUTOCOMPLETE, data, user, None, locale)

    def menu(
        self, name: str, message: Json, *, user: Json | None = None, locale: str = "en-US"
    ) -> Interaction:
        """A message menu."""
        command = self.world.command(name, 3)
        data = {
            "id": command["id"], "name": name, "type": 3, "target_id": message["id"],
            "resolved": {"messages": {message["id"]: message}},
        }  # fmt: skip
        channel = self.world.channels[message["channel_id"]]
        return self._interact(interactions.COMMAND, data, user, channel, locale)

    def click(
        self,
        message: Json,
        custom_id: str,
        *,
        user: Json | None = None,
        locale: str = "en-US",
        force: bool = False,
    ) -> Interaction:
        """Click a button; ``force`` clicks one that the message does not have (any more)."""
        ids = [child.get("custom_id") for row in message["components"] for child in row["components"]]
        if custom_id not in ids and not force:
            raise LookupError(f"no button {custom_id!r} in {ids}")
        data = {"custom_id": custom_id, "component_type": 2, "id": 2}
        channel = self.world.channels[message["channel_id"]]
        return self._interact(interactions.COMPONENT, data, user, channel, locale, message)

    @staticmethod
    def button(message: Json, action: str) -> str:
        """The custom id of the button that does ``action`` (the product's two letters)."""
        children = [child for row in message["components"] for child in row["components"]]
        found = [child["custom_id"] for child in children if f":{action}:" in child.get("custom_id", "")]
        if not found:
            raise LookupError(f"no button {action!r} in {children}")
        return str(found[0])

    def submit(
        self, opened: Interaction, values: dict[str, str], *, user: Json | None = None, locale: str = "en-US"
    ) -> Interaction:
        """Send a form off; inputs that are not named keep their value."""
        if opened.form is None:
            raise LookupError("no form is open")
        time.sleep(0.2)  # nobody types faster; the bot has heard by then that its form was opened
        parts = []
        for part in opened.form["components"]:
            item = part["component"]
            chosen = values.get(item["custom_id"], item.get("value") or "")
            kept = {"type": item["type"], "id": 1, "custom_id": item["custom_id"]}
            if item["type"] == 3:
                default = next((one["value"] for one in item["options"] if one.get("default")), None)
                kept["values"] = [chosen or default or item["options"][0]["value"]]
            else:
                kept["value"] = chosen
            parts.append({"type": 18, "id": 2, "component": kept})
        data = {"custom_id": opened.form["custom_id"], "components": parts}
        channel = self.world.channels[opened.payload["channel_id"]]
        return self._interact(interactions.MODAL_SUBMIT, data, user, channel, locale, opened.source)

    def _interact(
        self,
        kind: int,
        data: Json,
        user: Json | None,
        channel: Json | None,
        locale: str,
        source: Json | None = None,
    ) -> Interaction:
        channel = channel or self.channel
        payload = interactions.base(self.world, kind, user or self.alice, channel, locale, data)
        payload |= {"message": source} if source else {}

        async def begin() -> Interaction:
            opened = self.rest.desk.open(payload, source)
            await self.gateway.dispatch("INTERACTION_CREATE", payload, 0, payload.get("guild_id"))
            return opened

        return self._do(begin())

    def again(self, of: Interaction) -> None:
        """Dispatch an interaction a second time."""
        self._dispatch("INTERACTION_CREATE", of.payload, 0, of.payload.get("guild_id"))

    def _command_data(self, name: str, options: dict[str, Any], focused: str = "") -> Json:
        top, *subs = name.split()
        command = self.world.command(top)
        node, chain = command, []
        for sub in subs:
            node = next(one for one in node["options"] if one["name"] == sub)
            chain.append({"type": node["type"], "name": sub})
        values = [self._option(node, key, value, focused == key) for key, value in options.items()]
        missing = [
            one["name"]
            for one in node.get("options") or ()
            if one.get("required") and one["name"] not in options
        ]
        if missing and not focused:
            raise LookupError(f"{name} needs {missing}")
        for link in reversed(chain):
            values = [link | {"options": values}]
        return {"id": command["id"], "name": top, "type": 1, "options": values}

    @staticmethod
    def _option(node: Json, key: str, value: Any, focused: bool) -> Json:
        option = next((one for one in node.get("options") or () if one["name"] == key), None)
        if option is None:
            raise LookupError(f"{node['name']} has no option {key!r}")
        sent: Json = {"name": key, "type": option["type"], "value": value}
        if focused:
            return sent | {"focused": True}
        if not isinstance(value, OPTION_TYPES[option["type"]]):
            raise LookupError(f"{key}: {value!r} is of the wrong type")  # noqa: TRY004 - as for every impossible input
        low, high = option.get("min_value"), option.get("max_value")
        if (low is not None and value < low) or (high is not None and value > high):
            raise LookupError(f"{key}: {value!r} is out of {low} to {high}")
        if isinstance(value, str) and len(value) > option.get("max_length", 6000):
            raise LookupError(f"{key}: longer than {option['max_length']}")
        if option.get("choices") and value not in [one["value"] for one in option["choices"]]:
            raise LookupError(f"{key}: {value!r} is no choice")
        return sent

    # What people see

    def replies(self, to: Json) -> list[Json]:
        """Messages of the bot that refer to a message, or stand in its thread."""
        me = self.world.bot["id"]
        mine = [one for one in list(self.world.messages.values()) if one["author"]["id"] == me]
        referring = [
            one for one in mine if (one.get("message_reference") or {}).get("message_id") == to["id"]
        ]
        return referring + [one for one in mine if one["channel_id"] == to["id"]]

    def reply(self, to: Json, timeout_s: float = 20.0) -> Json:
        """The first reply to a message."""
        return self.until(lambda: self.replies(to), timeout_s, f"a reply to {to['content']!r}")[0]

    def said(self, channel: Json) -> list[Json]:
        """All messages of the bot in a channel."""
        me, id_ = self.world.bot["id"], channel["id"]
        mine = [one for one in list(self.world.messages.values()) if one["author"]["id"] == me]
        return [one for one in mine if one["channel_id"] == id_]

    # What goes wrong

    def order(self, fault: Fault) -> Fault:
        """Break the REST side as ordered."""
        self.rest.faults.append(fault)
        return fault

    @contextmanager
    def ordered(self, fault: Fault) -> Iterator[Fault]:
        """Break it for a while."""
        self.order(fault)
        try:
            yield fault
        finally:
            self.rest.faults.remove(fault)

    def drop(self, code: int = 4000) -> None:
        """Close the gateway connection; 1006 cuts it."""
        self._do(self.gateway.drop(code))

    def ask_to_reconnect(self) -> None:
        """Op 7."""
        self._do(self.gateway.broadcast({"op": 7, "d": None}))

    def invalidate(self, *, resumable: bool) -> None:
        """Op 9."""
        self._do(self.gateway.invalidate(resumable=resumable))

    def remove_guild(self) -> None:
        """Throw the bot out."""
        self._dispatch("GUILD_DELETE", {"id": self.guild["id"]}, GUILDS)

    def _dispatch(self, event: str, data: Json, intent: int, guild_id: str | None = None) -> None:
        self._do(self.gateway.dispatch(event, data, intent, guild_id or data.get("guild_id")))

    # What arrived

    @property
    def connected(self) -> bool:
        """Whether a client listens now."""
        return any(
            one.socket is not None and not one.socket.closed for one in list(self.gateway.sessions.values())
        )

    def count(self, method: str, ending: str) -> int:
        """How many requests ended so."""
        return sum(one[1] == method and one[2].endswith(ending) for one in list(self.rest.requests))

    def calm(self) -> None:
        """Withdraw every order and forget what was noted, as a new scenario begins."""
        self.gateway.thaw()
        for noted in (
            self.rest.faults, self.rest.refused, self.rest.violations, self.rest.requests, self.gateway.unmodelled
        ):  # fmt: skip
            noted.clear()
        self.rest.invalid = 0
        self.world.secretly_denied.clear()

    def faults(self) -> list[str]:
        """Everything that makes a scenario fail by itself: unmodelled requests, payloads against the rules."""
        return [*self.rest.refused, *self.gateway.unmodelled, *self.rest.violations]
