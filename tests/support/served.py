"""The whole application on a real port, in this process; and a socket client that may do what browsers do not."""

import asyncio
import base64
import json
import os
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import uvicorn
from uvicorn.server import ServerState

from app.main import create_app, server_config
from app.rooms.entry import Created, encode
from app.rooms.room import Room
from app.settings import Settings
from app.storage.base import Store
from app.transport.ws import SocketProtocol
from app.wire import WIRE_VERSION
from tests.support.clock import WoundClock
from tests.support.rooms import GO_MS, Chance
from tests.support.stores import FakeStore

ANSWER_S: Final = 10
TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA


class Served:
    """One server. `clock` is wound by hand; uvicorn's pings alone go by real time."""

    def __init__(self, settings: Settings, store: Store | None, listener: socket.socket, **config: Any) -> None:
        self.settings = settings
        self.clock = WoundClock()
        self.store = FakeStore(self.clock.now) if store is None else store
        self.chance = Chance("served")
        self.listener = listener
        self.port = int(listener.getsockname()[1])
        self.state = ServerState()
        self.application = create_app(settings, store=self.store, clock=self.clock, entropy=self.chance)
        self.config: uvicorn.Config = server_config(self.application.asgi)
        for name, value in config.items():
            setattr(self.config, name, value)
        self.config.load()
        self.clients: list[Socket] = []
        self._server: asyncio.AbstractServer | None = None

    @property
    def fake(self) -> FakeStore:
        """The store, which here is the one in memory."""
        assert isinstance(self.store, FakeStore)
        return self.store

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.origin}{self.settings.base_path}/"

    @property
    def cookie_name(self) -> str:
        return f"pounce_{self.settings.port}"

    @property
    def sockets(self) -> list[SocketProtocol]:
        """The server's ends of all open sockets."""
        return [connection for connection in self.state.connections if isinstance(connection, SocketProtocol)]

    def rooms(self) -> list[Room]:
        """The rooms to which somebody is connected."""
        sessions: list[Any] = [getattr(end.receiver, "__self__", None) for end in self.sockets]
        return list(dict.fromkeys(session._room for session in sessions if session is not None))

    def open_room(self, code: str = "KQ7M4X") -> str:
        """Put a fresh Pounce room into the store; its code."""
        self.fake.intrude(code, encode(Created(self.clock.now(), code, "pounce")))
        return code

    async def until(self, holds: Callable[[], bool]) -> None:
        """Until something holds that needs nothing but turns of the loop."""
        async with asyncio.timeout(ANSWER_S):
            while not holds():
                self.clock.wind()
                await asyncio.sleep(0)

    async def start(self) -> None:
        loop = asyncio.get_running_loop()

        def protocol() -> asyncio.Protocol:
            made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config, server_state=self.state, app_state={}, _loop=loop
            )
            return made

        self._server = await loop.create_server(protocol, sock=self.listener)

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        for connection in list(self.state.connections):
            connection.shutdown()
        async with asyncio.timeout(ANSWER_S):
            while self.state.connections or self.state.tasks:  # noqa: ASYNC110  (sets that tell nobody they are empty)
                await asyncio.sleep(0)


@asynccontextmanager
async def served(
    *, store: Store | None = None, small_buffers: bool = False, config: dict[str, Any] | None = None, **settings: Any
) -> AsyncIterator[Served]:
    """A server for the length of a block. With `small_buffers` the kernel takes little before the server waits."""
    listener = socket.socket()
    if small_buffers:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    listener.bind(("127.0.0.1", 0))
    port = int(listener.getsockname()[1])
    site = Served(Settings(port=port, **settings), store, listener, **(config or {}))
    asgi = site.application.asgi
    async with asgi.router.lifespan_context(asgi):
        await site.start()
        try:
            yield site
        finally:
            for client in site.clients:
                await client.leave()
            await site.application.drain()
            await site.stop()


class Refused(Exception):
    """The handshake was answered with something else than 101. `args` is the status."""


class Socket:
    """One WebSocket, frame by frame. Frames read so far are in `texts`; `closed` is the code of the server's close."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.headers: dict[str, str] = {}
        self.texts: list[str] = []
        self.pongs: list[bytes] = []
        self.closed: int | None = None

    # --- opening and closing -----------------------------------------------------------------------------------

    @classmethod
    async def open(
        cls,
        site: Served,
        code: str,
        *,
        token: str = "",
        origin: str | None = "own",
        headers: Sequence[str] = (),
        ahead: bytes = b"",
        limit: int = 2**16,
    ) -> "Socket":
        """Shake hands. `ahead` is sent without waiting for the answer. Raises Refused."""
        connection = socket.socket()
        if limit < 2**16:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setblocking(False)
        await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", site.port))
        made = cls(*await asyncio.open_connection(sock=connection, limit=limit))
        site.clients.append(made)
        lines = [
            f"GET {site.settings.base_path}/ws/{code} HTTP/1.1",
            f"Host: 127.0.0.1:{site.port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            *([] if origin is None else [f"Origin: {site.origin if origin == 'own' else origin}"]),
            *([f"Cookie: {site.cookie_name}={token}"] if token else []),
            *headers,
        ]
        made.writer.write("\r\n".join([*lines, "", ""]).encode() + ahead)
        async with asyncio.timeout(ANSWER_S):
            head = (await made.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        status = int(head[0].split()[1])
        made.headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
        if status != 101:
            raise Refused(status)
        return made

    async def hello(self, load: str = "0123456789abcdef", version: int = WIRE_VERSION) -> dict[str, Any]:
        """Say hello; the welcome."""
        self.send(t="hello", v=version, load=load)
        return await self.hear("welcome")

    async def sit(self, name: str) -> int:
        """Take a seat; its number."""
        self.send(t="sit", name=name)
        return int((await self.hear("you"))["seat"])

    async def leave(self) -> None:
        """Let go of the connection, however it stands."""
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()

    # --- sending -----------------------------------------------------------------------------------------------

    def frame(self, payload: bytes, opcode: int = TEXT, *, fin: bool = True, masked: bool = True) -> None:
        """Send one frame."""
        self.writer.write(framed(payload, opcode, fin=fin, masked=masked))

    def send(self, **message: Any) -> None:
        """Send one message."""
        self.frame(json.dumps(message).encode())

    # --- hearing -----------------------------------------------------------------------------------------------

    async def read(self) -> bool:
        """Take in the next frame; False at the end of the connection."""
        try:
            first, second = await self.reader.readexactly(2)
            size = second & 0x7F
            if size >= 126:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            payload = await self.reader.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            return False
        assert first & 0x80, "the server sends whole messages"
        opcode = first & 0x0F
        if opcode == TEXT:
            self.texts.append(payload.decode())
        elif opcode == CLOSE:
            self.closed = int.from_bytes(payload[:2], "big")
        elif opcode == PING:
            self.frame(payload, PONG)
        elif opcode == PONG:
            self.pongs.append(payload)
        return True

    async def hear(self, kind: str) -> dict[str, Any]:
        """The next message of this type ("frame": a frame). Fails when the connection ends before it."""
        async with asyncio.timeout(ANSWER_S):
            while self.closed is None and await self.read():
                if self.texts and (message := json.loads(self.texts[-1])).get("t", "frame") == kind:
                    self.texts.append("{}")
                    return dict(message)
        raise AssertionError(f"closed with {self.closed} before a {kind}; heard {self.texts[-3:]}")

    async def end(self) -> int | None:
        """Read until the server closes; its code, None when it just dropped the connection."""
        async with asyncio.timeout(ANSWER_S):
            while self.closed is None and await self.read():
                pass
        await self.leave()
        return self.closed


def framed(payload: bytes, opcode: int = TEXT, *, fin: bool = True, masked: bool = True) -> bytes:
    """A client's frame."""
    size = len(payload)
    head = bytes([opcode | (0x80 if fin else 0)])
    if size < 126:
        head += bytes([size | (0x80 if masked else 0)])
    else:
        head += bytes([126 | (0x80 if masked else 0)]) + size.to_bytes(2, "big")
    if not masked:
        return head + payload
    mask = b"\x17\x2a\x99\x03"
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


async def entered(site: Served, code: str = "", token: str = "") -> Socket:
    """A socket that has been welcomed, to a fresh room or to the one with this code."""
    socket = await Socket.open(site, code or site.open_room(), token=token)
    await socket.hello()
    return socket


async def racing(site: Served) -> tuple[Socket, Socket]:
    """Two people in a race."""
    ann = await entered(site)
    bob = await entered(site, "KQ7M4X")
    await ann.sit("Ann")
    await bob.sit("Bob")
    ann.send(t="start")
    while "table" not in await ann.hear("frame"):
        pass
    site.clock.wind(GO_MS)
    while (await ann.hear("frame")).get("x", {}).get("phase") != "race":
        pass
    return ann, bob


async def plays_on(socket: Socket, k: int = 1) -> bool:
    """Whether the game answers to this player."""
    socket.send(t="move", k=k, m=["flip"])
    while (frame := await socket.hear("frame")).get("k") != k:
        pass
    return "p" in frame
