"""Interactions: their life from the dispatch to the last edit, with Discord's own deadlines."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.e2e import shapes
from tests.e2e.shapes import Json
from tests.e2e.world import Refusal, World

ACK_S = 3.0
TOKEN_S = 15 * 60.0

PING, COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 1, 2, 3, 4, 5
REPLY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9
EPHEMERAL, LOADING = 64, 128
_FINAL = {REPLY, DEFER_UPDATE, UPDATE, CHOICES, FORM}


@dataclass
class Interaction:
    """One interaction as the person who caused it sees it.

    Attributes:
        payload: what was dispatched.
        born: ``perf_counter`` of the dispatch.
        ack_ms: milliseconds until the acknowledgement arrived; ``None`` while there is none.
        refused: codes with which late, double and other wrong answers were refused, in order.
        steps: every accepted step: ``ack-5``, ``edit``, ``follow-up``.
        source: the message whose button was clicked or whose form was opened.
        original: the reply that belongs to the interaction.
    """

    payload: Json
    born: float = field(default_factory=time.perf_counter)
    ack_ms: float | None = None
    ack_type: int = 0
    done_ms: float | None = None
    ephemeral: bool = False
    refused: list[int] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    source: Json | None = None
    original: Json | None = None
    followups: list[Json] = field(default_factory=list)
    choices: list[Json] = field(default_factory=list)
    form: Json | None = None
    answered: threading.Event = field(default_factory=threading.Event)

    @property
    def token(self) -> str:
        """Its token."""
        return str(self.payload["token"])

    @property
    def text(self) -> str:
        """All words the person sees in reply."""
        shown = [self.original] if self.original else []
        return "\n".join(shapes.words(message) for message in [*shown, *self.followups])

    @property
    def lost(self) -> bool:
        """Whether "This interaction failed" is all the person sees."""
        return self.ack_ms is None and self.age() > ACK_S

    def age(self) -> float:
        """Seconds since the dispatch."""
        return time.perf_counter() - self.born

    def wait(self, timeout_s: float = 20.0) -> "Interaction":
        """Itself, answered.

        Raises:
            AssertionError: there is no answer in time.
        """
        if not self.answered.wait(timeout_s):
            told = f"acknowledged {self.ack_ms} ms, steps {self.steps}, refused {self.refused}"
            raise AssertionError(f"no answer after {timeout_s} s: {told}")
        return self

    def finish(self) -> None:
        """Note the moment of the answer."""
        if self.done_ms is None:
            self.done_ms = self.age() * 1000
        self.answered.set()


Show = Callable[[str, Json, Interaction], None]
"""Told ``create`` or ``update`` with a message that others can see."""


class Desk:
    """Answers to interactions, judged as Discord judges them.

    Args:
        world: where messages go.
        show: dispatches what is visible to everyone.
    """

    def __init__(self, world: World, show: Show) -> None:
        self._world = world
        self._show = show
        self.by_token: dict[str, Interaction] = {}

    def open(self, payload: Json, source: Json | None = None) -> Interaction:
        """A new interaction."""
        found = Interaction(payload, source=source)
        self.by_token[found.token] = found
        return found

    def _refuse(self, of: Interaction, status: int, code: int, text: str) -> Refusal:
        of.refused.append(code)
        return Refusal(status, code, text)

    def acknowledge(self, id_: str, token: str, kind: int, data: Json, files: list[Json]) -> Json:
        """The callback: in time, once, and of a kind that fits."""
        of = self.by_token.get(token)
        if of is None or of.payload["id"] != id_:
            raise Refusal(404, 10062, "Unknown interaction")
        if of.ack_ms is not None:
            raise self._refuse(of, 400, 40060, "Interaction has already been acknowledged.")
        if of.age() > ACK_S:
            raise self._refuse(of, 404, 10062, "Unknown interaction")
        of.ack_ms, of.ack_type = of.age() * 1000, kind
        of.steps.append(f"ack-{kind}")
        shown_by = of.source if kind in {UPDATE, DEFER_UPDATE} and of.source else data
        of.ephemeral = bool(shown_by.get("flags", 0) & EPHEMERAL)
        self._begin(of, kind, data, files)
        if kind in _FINAL:
            of.finish()
        return self._callback_response(of)

    def _begin(self, of: Interaction, kind: int, data: Json, files: list[Json]) -> None:
        if kind in {REPLY, DEFER}:
            of.original = self._new(of, data, files)
            of.original["flags"] |= LOADING if kind == DEFER else 0
            if kind == REPLY and not of.ephemeral:
                self._show("create", of.original, of)
        elif kind in {UPDATE, DEFER_UPDATE}:
            if of.source is None:
                raise self._refuse(of, 400, 50035, "there is no message to update")
            of.original = of.source
            if kind == UPDATE:
                self._change(of, of.original, data, files)
        elif kind == CHOICES:
            of.choices = data.get("choices") or []
        elif kind == FORM:
            of.form = data
        else:
            raise self._refuse(of, 400, 50035, f"callback type {kind}")

    def _callback_response(self, of: Interaction) -> Json:
        of_reply = of.original if of.ack_type in {REPLY, DEFER, UPDATE, DEFER_UPDATE} else None
        answer: Json = {"interaction": {"id": of.payload["id"], "type": of.payload["type"]}}
        if of_reply is None:
            return answer
        answer["interaction"] |= {
            "response_message_id": of_reply["id"],
            "response_message_loading": of.ack_type == DEFER,
            "response_message_ephemeral": of.ephemeral,
        }
        answer["resource"] = {"type": of.ack_type, "message": of_reply}
        return answer

    def _new(self, of: Interaction, data: Json, files: list[Json]) -> Json:
        message = shapes.message(
            of.payload["channel_id"], self._world.bot, data.get("content") or "",
            embeds=data.get("embeds") or [], components=data.get("components") or [],
            flags=data.get("flags", 0), attachments=files, webhook_id=of.payload["application_id"],
            application_id=of.payload["application_id"], type=20 if of.payload["type"] == COMMAND else 19,
        )  # fmt: skip
        hidden = message["flags"] & EPHEMERAL
        (self._world.hidden if hidden else self._world.messages)[message["id"]] = message
        return message

    def _change(self, of: Interaction, message: Json, data: Json, files: list[Json]) -> None:
        for key in ("content", "embeds", "components"):
            if key in data:
                message[key] = data[key] or ("" if key == "content" else [])
        if "attachments" in data:
            kept = {str(one.get("id")) for one in data["attachments"]}
            message["attachments"] = [one for one in message["attachments"] if one["id"] in kept] + files
        message["flags"] &= ~LOADING
        message["edited_timestamp"] = shapes.now()
        if not of.ephemeral:
            self._show("update", message, of)

    def _by_webhook(self, token: str) -> Interaction:
        of = self.by_token.get(token)
        if of is None:
            raise Refusal(404, 10015, "Unknown Webhook")
        if of.age() > TOKEN_S:
            raise self._refuse(of, 401, 50027, "Invalid Webhook Token")
        if of.ack_ms is None:
            raise self._refuse(of, 404, 10015, "Unknown Webhook")
        return of

    def original(self, token: str) -> Json:
        """``@original``."""
        of = self._by_webhook(token)
        if of.original is None:
            raise self._refuse(of, 404, 10008, "Unknown Message")
        return of.original

    def edit(self, token: str, message_id: str, data: Json, files: list[Json]) -> Json:
        """Edit the reply or a follow-up."""
        of = self._by_webhook(token)
        choices: dict[str, Json | None] = {one["id"]: one for one in of.followups}
        choices["@original"] = of.original
        message = choices.get(message_id)
        if message is None:
            raise self._refuse(of, 404, 10008, "Unknown Message")
        of.steps.append("edit")
        self._change(of, message, data, files)
        of.finish()
        return message

    def follow_up(self, token: str, data: Json, files: list[Json]) -> Json:
        """Send a follow-up; the first one after a defer completes it, as documented and deprecated."""
        of = self._by_webhook(token)
        of.steps.append("follow-up")
        if of.ack_type == DEFER and of.original and of.original["flags"] & LOADING:
            self._change(of, of.original, data, files)
            of.finish()
            return of.original
        if len(of.followups) >= 5:
            raise self._refuse(of, 400, 40094, "Maximum number of follow-ups")
        message = self._new(of, data, files)
        of.followups.append(message)
        if not message["flags"] & EPHEMERAL:
            self._show("create", message, of)
        return message

    def delete(self, token: str, message_id: str) -> None:
        """Delete the reply or a follow-up."""
        of = self._by_webhook(token)
        of.steps.append("delete")
        if message_id == "@original":
            of.original = None
        of.followups = [one for one in of.followups if one["id"] != message_id]


def base(world: World, kind: int, user: Json, channel: Json, locale: str, data: Any) -> Json:
    """An interaction's payload in the documented shape."""
    payload: Json = {
        "id": shapes.snowflake(), "application_id": world.bot["id"], "type": kind, "data": data,
        "channel": channel | {"permissions": str(world.permissions(channel, user["id"]))},
        "channel_id": channel["id"], "token": f"interaction-{shapes.snowflake()}", "version": 1, "locale": locale,
        "app_permissions": str(world.permissions(channel, world.bot["id"])), "entitlements": [],
        "attachment_size_limit": 10_485_760,
    }  # fmt: skip
    if channel["type"] == shapes.DM:
        return payload | {
            "user": user, "context": 1, "authorizing_integration_owners": {"1": user["id"]}
        }  # fmt: skip
    guild = world.guilds[channel["guild_id"]]
    member = world.members[guild["id"], user["id"]]
    return payload | {
        "guild_id": guild["id"],
        "guild": {"id": guild["id"], "locale": guild["preferred_locale"], "features": []},
        "guild_locale": guild["preferred_locale"],
        "member": member | {"user": user, "permissions": str(world.permissions(channel, user["id"]))},
        "context": 0,
        "authorizing_integration_owners": {"0": guild["id"]},
    }
