"""The REST side, version 10: the routes a bot of this kind needs, and a refusal for all others."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.e2e import command_rules, rules, shapes
from tests.e2e.faults import Fault
from tests.e2e.gateway import DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS, Gateway
from tests.e2e.interactions import AUTOCOMPLETE, CHOICES, FORM, REPLY, UPDATE, Desk, Interaction
from tests.e2e.shapes import Json
from tests.e2e.world import TOKEN, Refusal, Unmodelled, World

API = "/api/v10"


@dataclass(frozen=True)
class Call:
    """One request, read: its body, its files, and the names in its path."""

    method: str
    path: str
    info: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    files: list[Any]
    authorization: str


Handler = Callable[[Call], Awaitable[Any]]


class Rest:
    """All routes.

    Attributes:
        requests: moment, method, path, status and body of each request.
        faults: orders, the first fitting one wins.
        refused: requests and fields that are not modelled.
        violations: payloads Discord would refuse or this project forbids.
        command_puts: how often commands were registered.
        invalid: how many answers counted towards the limit of invalid requests (401, 403, 429).
    """

    def __init__(self, world: World, gateway: Gateway, url: str, changed: Callable[[], None]) -> None:
        self._world = world
        self._gateway = gateway
        self._url = url
        self._changed = changed
        self._shown: set[asyncio.Task[None]] = set()
        self.desk = Desk(world, self._show)
        self.requests: list[tuple[float, str, str, int, Json]] = []
        self.faults: list[Fault] = []
        self.refused: list[str] = []
        self.violations: list[str] = []
        self.command_puts = 0
        self.invalid = 0
        self.token_valid = True

    def routes(self) -> list[web.RouteDef]:
        """The table."""
        hook = "/webhooks/{app}/{token}"
        table: list[tuple[str, str, Handler]] = [
            ("GET", "/users/@me", self._me),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/gateway/bot", self._gateway_bot),
            ("PUT", "/applications/{app}/commands", self._put_commands),
            ("GET", "/applications/{app}/commands", self._get_commands),
            ("POST", "/users/@me/channels", self._open_dm),
            ("POST", "/channels/{channel}/messages", self._send),
            ("GET", "/channels/{channel}/messages/{message}", self._get_message),
            ("PATCH", "/channels/{channel}/messages/{message}", self._edit),
            ("DELETE", "/channels/{channel}/messages/{message}", self._delete),
            ("POST", "/channels/{channel}/messages/{message}/threads", self._open_thread),
            ("POST", "/channels/{channel}/typing", self._typing),
            ("POST", "/interactions/{id}/{token}/callback", self._callback),
            ("GET", hook + "/messages/{message}", self._get_reply),
            ("PATCH", hook + "/messages/{message}", self._edit_reply),
            ("DELETE", hook + "/messages/{message}", self._delete_reply),
            ("POST", hook, self._follow_up),
        ]
        known = [web.route(method, API + path, self._guarded(handler)) for method, path, handler in table]
        return [*known, web.route("*", "/{rest:.*}", self._guarded(self._unknown))]

    def _guarded(self, handler: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def run(request: web.Request) -> web.Response:
            call = await self._read(request)
            status, body, headers = await self._answer(call, handler)
            self.requests.append((time.perf_counter(), call.method, call.path, status, call.body))
            self.invalid += status in {401, 403, 429}
            self._changed()
            if status == 204:
                return web.Response(status=204)
            text = json.dumps(body, ensure_ascii=False).encode()
            return web.Response(body=text, status=status, headers=headers, content_type="application/json")

        return run

    async def _answer(self, call: Call, handler: Handler) -> tuple[int, Any, dict[str, str]]:
        fault = next((one for one in self.faults if one.fits(call.method, call.path)), None)
        if fault is not None:
            fault.use()
            await asyncio.sleep(fault.delay_s)
            if fault.status:
                return fault.status, fault.body, fault.headers
        try:
            if not call.path.startswith(("/interactions/", "/webhooks/")):
                self._authorise(call)
            found = await handler(call)
        except Refusal as refusal:
            return refusal.status, refusal.body, {}
        except Unmodelled as unknown:
            self.refused.append(str(unknown))
            return 501, {"code": 0, "message": f"this fake does not model {unknown}"}, {}
        return (204, None, {}) if found is None else (200, found, {})

    def _authorise(self, call: Call) -> None:
        if not self.token_valid or call.authorization != f"Bot {TOKEN}":
            raise Refusal(401, 0, "401: Unauthorized")

    @staticmethod
    async def _read(request: web.Request) -> Call:
        """Body and files, from JSON or from a form."""
        body, files = {}, []
        if request.content_type == "multipart/form-data":
            form = await request.post()
            body = json.loads(str(form["payload_json"]))
            files = [value for name, value in form.items() if name.startswith("files[")]
        elif request.can_read_body:
            body = json.loads(await request.text())
        return Call(
            request.method, request.path.removeprefix(API), request.match_info, request.query, body, files,
            request.headers.get("Authorization", ""),
        )  # fmt: skip

    async def _unknown(self, call: Call) -> None:
        raise Unmodelled(f"{call.method} {call.path}")

    def _judged(self, body: Json, *, edit: bool) -> None:
        """Refuse a message that breaks a rule."""
        if unknown := set(body) - rules.MESSAGE_KEYS - {"nonce", "enforce_nonce"}:
            raise Unmodelled(f"message fields {sorted(unknown)}")
        if (body.get("flags") or 0) & ~rules.KNOWN_FLAGS:
            raise Unmodelled(f"message flags {body['flags']}")
        self.violations += rules.policy(body, edit=edit)
        self._refuse_form(rules.message(body))
        parts = (body.get("content"), body.get("embeds"), body.get("attachments"), body.get("components"))
        if not any(parts) and (not edit or "content" in body):
            self.violations.append("an empty message")
            raise Refusal(400, 50006, "Cannot send an empty message")

    def _refuse_form(self, faults: list[str]) -> None:
        if faults:
            self.violations += faults
            raise Refusal(
                400, 50035, "Invalid Form Body", errors={"_errors": [{"message": "; ".join(faults)}]}
            )

    def _files(self, call: Call, body: Json) -> list[Json]:
        """The attachments a message gets."""
        described = [one for one in body.get("attachments") or [] if "filename" in one]
        found = []
        for file, words in zip(call.files, described, strict=True):
            content = file.file.read()
            if len(content) > rules.MAX_FILE:
                raise Refusal(400, 40005, "Request entity too large")
            id_ = shapes.snowflake()
            url = f"{self._url}/attachments/{id_}/{file.filename}"
            found.append(
                {
                    "id": id_, "filename": file.filename, "size": len(content), "url": url, "proxy_url": url,
                    "description": words.get("description"), "content_type": file.content_type,
                }
            )  # fmt: skip
        return found

    def _show(self, what: str, message: Json, of: Interaction | None = None) -> None:
        """Dispatch a message of the bot, as Discord does to its author too."""
        del of
        channel = self._world.channels[message["channel_id"]]
        data = message | ({"guild_id": channel["guild_id"]} if "guild_id" in channel else {})
        intent = GUILD_MESSAGES if "guild_id" in channel else DIRECT_MESSAGES
        self.dispatch(f"MESSAGE_{what.upper()}", data, intent, channel.get("guild_id"))

    def dispatch(self, event: str, data: Json, intent: int, guild_id: str | None) -> None:
        """Dispatch after the answer to the request."""
        task = asyncio.ensure_future(self._gateway.dispatch(event, data, intent, guild_id))
        self._shown.add(task)
        task.add_done_callback(self._shown.discard)

    async def _me(self, call: Call) -> Json:
        return self._world.bot

    async def _application(self, call: Call) -> Json:
        return {
            "id": self._world.bot["id"], "name": "rigwise", "description": "", "icon": None, "bot_public": False,
            "bot_require_code_grant": False, "verify_key": "", "flags": 0, "owner": shapes.user("operator"),
            "rpc_origins": [], "team": None, "summary": "",
        }  # fmt: skip

    async def _gateway_bot(self, call: Call) -> Json:
        limit = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
        return {"url": self._gateway._url, "shards": self._gateway.shards, "session_start_limit": limit}

    async def _put_commands(self, call: Call) -> list[Json]:
        self.command_puts += 1
        self._refuse_form(command_rules.commands(call.body))
        extra = {"application_id": self._world.bot["id"], "version": shapes.snowflake(), "description": ""}
        self._world.commands = [{"id": shapes.snowflake()} | extra | one for one in call.body]
        return self._world.commands

    async def _get_commands(self, call: Call) -> list[Json]:
        return self._world.commands

    async def _open_dm(self, call: Call) -> Json:
        return self._world.dm(self._world.users[str(call.body["recipient_id"])])

    async def _send(self, call: Call) -> Json:
        channel, body = self._world.channel(call.info["channel"]), call.body
        threaded = channel["type"] == shapes.PUBLIC_THREAD
        needed = ["send_messages_in_threads" if threaded else "send_messages"]
        needed += ["embed_links"] if body.get("embeds") else []
        needed += ["attach_files"] if call.files else []
        self._world.demand(channel, *needed)
        self._judged(body, edit=False)
        message = shapes.message(
            channel["id"], self._world.bot, body.get("content") or "", embeds=body.get("embeds") or [],
            components=body.get("components") or [], flags=body.get("flags", 0),
            attachments=self._files(call, body),
        )  # fmt: skip
        if reference := body.get("message_reference"):
            self._refer(message, reference, channel)
        self._world.messages[message["id"]] = message
        self._show("create", message)
        return message

    def _refer(self, message: Json, reference: Json, channel: Json) -> None:
        target = self._world.messages.get(str(reference["message_id"]))
        if target is not None:
            self._world.demand(channel, "read_message_history")
            where = {"message_id": target["id"], "channel_id": channel["id"], "type": 0}
            message |= {"type": 19, "message_reference": where, "referenced_message": target}
        elif reference.get("fail_if_not_exists", True):
            unknown = {"code": "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "message": "Unknown message"}
            raise Refusal(
                400, 50035, "Invalid Form Body", errors={"message_reference": {"_errors": [unknown]}}
            )

    def _target(self, call: Call) -> Json:
        return self._world.message(call.info["channel"], call.info["message"])

    async def _get_message(self, call: Call) -> Json:
        return self._target(call)

    async def _edit(self, call: Call) -> Json:
        message, body = self._target(call), call.body
        if message["author"]["id"] != self._world.bot["id"]:
            raise Refusal(403, 50005, "Cannot edit a message authored by another user")
        self._judged(body, edit=True)
        message |= {key: body[key] for key in ("content", "embeds", "components") if key in body}
        self._show("update", message)
        return message

    async def _delete(self, call: Call) -> None:
        message = self._target(call)
        if message["author"]["id"] != self._world.bot["id"]:
            self._world.demand(self._world.channel(message["channel_id"]), "manage_messages")
        self.remove(message)

    def remove(self, message: Json) -> None:
        """Delete a message and say so."""
        del self._world.messages[message["id"]]
        guild_id = self._world.channels[message["channel_id"]].get("guild_id")
        gone = {"id": message["id"], "channel_id": message["channel_id"]}
        gone |= {"guild_id": guild_id} if guild_id else {}
        self.dispatch("MESSAGE_DELETE", gone, GUILD_MESSAGES | DIRECT_MESSAGES, guild_id)

    async def _open_thread(self, call: Call) -> Json:
        message = self._target(call)
        parent = self._world.channel(message["channel_id"])
        self._world.demand(parent, "create_public_threads")
        name = call.body["name"]
        if not 1 <= rules.length(name) <= 100:
            self._refuse_form(["thread name of 1 to 100"])
        thread = self._world.add_channel(
            parent["guild_id"], name, shapes.PUBLIC_THREAD, parent["id"], message["id"]
        )
        self.dispatch("THREAD_CREATE", thread, GUILDS, parent["guild_id"])
        return thread

    async def _typing(self, call: Call) -> None:
        channel = self._world.channel(call.info["channel"])
        threaded = channel["type"] == shapes.PUBLIC_THREAD
        self._world.demand(channel, "send_messages_in_threads" if threaded else "send_messages")

    async def _callback(self, call: Call) -> Json | None:
        body, info = call.body, call.info
        kind, data = body["type"], body.get("data") or {}
        if kind in {REPLY, UPDATE}:
            self._judged(data, edit=kind == UPDATE)
        elif kind == FORM:
            self._refuse_form(rules.modal(data))
        elif kind == CHOICES:
            self._refuse_form(rules.choices(data))
        of = self.desk.by_token.get(info["token"])
        if of is not None and (of.payload["type"] == AUTOCOMPLETE) != (kind == CHOICES):
            self._refuse_form([f"callback {kind} to an interaction of type {of.payload['type']}"])
        answer = self.desk.acknowledge(info["id"], info["token"], kind, data, self._files(call, data))
        return answer if call.query.get("with_response") in {"1", "true"} else None

    async def _get_reply(self, call: Call) -> Json:
        return self.desk.original(call.info["token"])

    async def _edit_reply(self, call: Call) -> Json:
        self._judged(call.body, edit=True)
        files = self._files(call, call.body)
        return self.desk.edit(call.info["token"], call.info["message"], call.body, files)

    async def _delete_reply(self, call: Call) -> None:
        self.desk.delete(call.info["token"], call.info["message"])

    async def _follow_up(self, call: Call) -> Json:
        self._judged(call.body, edit=False)
        return self.desk.follow_up(call.info["token"], call.body, self._files(call, call.body))
