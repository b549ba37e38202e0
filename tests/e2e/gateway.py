"""The gateway: sessions with sequence numbers, replay on resume, and everything a bad day brings."""

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.e2e import shapes
from tests.e2e.shapes import Json
from tests.e2e.world import TOKEN, World

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES, CONTENT = 1 << 0, 1 << 9, 1 << 12, 1 << 15
PRIVILEGED = 1 << 1 | 1 << 8 | CONTENT
_FATAL = {4004, 4010, 4011, 4012, 4013, 4014}


def shard_of(guild_id: str | None, count: int) -> int:
    """The shard that hears of a guild; direct messages go to shard 0."""
    return (int(guild_id) >> 22) % count if guild_id else 0


@dataclass
class Session:
    """What Discord keeps of one connection, so that it can be resumed."""

    id: str
    intents: int
    shard: tuple[int, int]
    socket: web.WebSocketResponse | None
    sequence: int = 0
    backlog: list[tuple[int, Json]] = field(default_factory=list)


class Gateway:
    """All sessions of the one application.

    Attributes:
        identifies: the ``d`` of every IDENTIFY with its moment.
        resumes: moments of accepted RESUMEs.
        client_closes: close codes the client sent, 1006 where the connection just ended.
        unmodelled: client frames this fake knows nothing about.
        acks: whether heartbeats are acknowledged.
        frozen: whether nothing at all is sent, while the connection stands.
        silent: whether events are withheld (and lost), while heartbeats are answered.
        approved: privileged intents that were granted.
        refuse: close code with which every IDENTIFY is answered.
        shards: how many shards ``GET /gateway/bot`` recommends.
    """

    def __init__(self, world: World, url: str, heartbeat_ms: int = 1000) -> None:
        self._world = world
        self._url = url
        self._heartbeat_ms = heartbeat_ms
        self.sessions: dict[str, Session] = {}
        self.sockets: set[web.WebSocketResponse] = set()
        self.identifies: list[tuple[float, Json]] = []
        self.resumes: list[float] = []
        self.heartbeats = 0
        self.client_closes: list[int] = []
        self.unmodelled: list[str] = []
        self.acks = True
        self.frozen = False
        self.silent = False
        self.approved = 0
        self.refuse = 0
        self.shards = 1

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """One connection from the hello to the close."""
        socket = web.WebSocketResponse(autoping=True, max_msg_size=0)
        await socket.prepare(request)
        self.sockets.add(socket)
        session: Session | None = None
        await self._send(socket, {"op": 10, "d": {"heartbeat_interval": self._heartbeat_ms, "_trace": []}})
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    session = await self._frame(socket, json.loads(frame.data)) or session
        finally:
            self.sockets.discard(socket)
            self._closed(socket, session)
        return socket

    def _closed(self, socket: web.WebSocketResponse, session: Session | None) -> None:
        code = socket.close_code or 1006
        self.client_closes.append(code)
        if session is not None and session.socket is socket:
            session.socket = None
            if code in {1000, 1001}:  # the client says goodbye: its session is over
                self.sessions.pop(session.id, None)

    async def _frame(self, socket: web.WebSocketResponse, frame: Json) -> Session | None:
        op, data = frame["op"], frame["d"]
        if op == 1:
            self.heartbeats += 1
            if self.acks:
                await self._send(socket, {"op": 11, "d": None})
        elif op == 2:
            return await self._identify(socket, data)
        elif op == 6:
            return await self._resume(socket, data)
        elif op != 3:
            self.unmodelled.append(f"gateway op {op}")
        return None

    async def _identify(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        self.identifies.append((time.perf_counter(), data))
        code = self.refuse
        number, count = data.get("shard") or (0, 1)
        if data["token"] != TOKEN:
            code = 4004
        elif data["intents"] & PRIVILEGED & ~self.approved:
            code = 4014
        elif not 0 <= number < count:
            code = 4010
        if code:
            await socket.close(code=code)
            return None
        session = Session(shapes.snowflake(), data["intents"], (number, count), socket)
        self.sessions[session.id] = session
        guilds = [guild for guild in self._world.guilds.values() if self._is_on(session, guild["id"])]
        ready = {
            "v": 10, "user": self._world.bot | {"verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": guild["id"], "unavailable": True} for guild in guilds], "session_id": session.id,
            "resume_gateway_url": self._url, "session_type": "normal", "shard": list(session.shard),
            "application": {"id": self._world.bot["id"], "flags": 0},
        }  # fmt: skip
        await self._push(session, "READY", ready)
        for guild in guilds:
            await self._push(session, "GUILD_CREATE", guild)
        return session

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != TOKEN:
            await self._send(socket, {"op": 9, "d": False})
            return None
        session.socket = socket
        self.resumes.append(time.perf_counter())
        for number, frame in session.backlog:
            if number > data["seq"]:
                await self._send(socket, frame)
        await self._push(session, "RESUMED", {"_trace": []})
        return session

    @staticmethod
    def _is_on(session: Session, guild_id: str | None) -> bool:
        number, count = session.shard
        return number == shard_of(guild_id, count)

    async def dispatch(self, event: str, data: Json, intent: int, guild_id: str | None) -> None:
        """Send an event to the sessions that asked for it; kept for those that are away."""
        if self.silent:
            return
        for session in list(self.sessions.values()):
            if self._is_on(session, guild_id) and (not intent or session.intents & intent):
                await self._push(session, event, self._blanked(session, event, data))

    def _blanked(self, session: Session, event: str, data: Json) -> Json:
        """A message without its content where the session may not read it."""
        me = self._world.bot["id"]
        readable = (
            event not in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}
            or session.intents & CONTENT
            or "guild_id" not in data
            or data["author"]["id"] == me
            or any(user["id"] == me for user in data["mentions"])
        )
        return data if readable else data | {"content": "", "embeds": [], "attachments": [], "components": []}

    async def _push(self, session: Session, event: str, data: Json) -> None:
        session.sequence += 1
        frame = {"op": 0, "t": event, "s": session.sequence, "d": data}
        if event not in {"READY", "RESUMED"}:
            session.backlog.append((session.sequence, frame))
            del session.backlog[:-500]
        if session.socket is not None:
            await self._send(session.socket, frame)

    async def _send(self, socket: web.WebSocketResponse, frame: Json) -> None:
        if not self.frozen and not socket.closed:
            try:
                await socket.send_str(json.dumps(frame, ensure_ascii=False))
            except ConnectionError:
                return  # it hangs up at this moment; the session keeps the event

    async def broadcast(self, frame: Json) -> None:
        """Send a frame that is no event (op 7, op 9) to every connection."""
        for socket in list(self.sockets):
            await self._send(socket, frame)

    async def invalidate(self, *, resumable: bool) -> None:
        """Op 9."""
        if not resumable:
            self.sessions.clear()
        await self.broadcast({"op": 9, "d": resumable})

    async def drop(self, code: int) -> None:
        """Close every connection from this side; 1006 cuts it without a word."""
        if code in _FATAL:
            self.sessions.clear()
        for session in self.sessions.values():
            session.socket = None
        for socket in list(self.sockets):
            if code == 1006:
                transport: Any = socket._req.transport if socket._req else None
                if transport is not None:
                    transport.abort()
            else:
                await asyncio.wait_for(socket.close(code=code, drain=False), 2)

    def thaw(self) -> None:
        """Undo every silence."""
        self.acks, self.frozen, self.silent = True, False, False
