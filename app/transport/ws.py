"""Sockets: FastAPI shakes hands, after that text frames go straight from uvicorn's protocol to the room.

The path of a message has no task and no queue in it: `data_received` cuts frames, `Session.receive` checks size, rate
and shape, the room judges. Writing skips ASGI as well: the outbox hands over bytes that are framed already.
"""

import logging
from collections.abc import Callable
from typing import Any, Final, cast

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from app.rooms.codes import tidy_code
from app.rooms.far_room import FarRoom
from app.rooms.limit import Bucket
from app.rooms.lobby import Asleep, Lobby
from app.rooms.outbox import LAGGING, Viewer
from app.rooms.people import People, player_of
from app.rooms.room import Room
from app.settings import Settings
from app.storage.base import StoreUnreachable
from app.transport.address import Addresses
from app.transport.identity import Identity, same_origin
from app.wire import (
    CLIENT_MESSAGE,
    CLOSE_BAD_MESSAGE,
    CLOSE_BUG,
    CLOSE_COME_BACK,
    CLOSE_NO_ROOM,
    CLOSE_TOO_FAST,
    MAX_MESSAGE_BYTES,
    WIRE_VERSION,
    Hello,
)

log = logging.getLogger("pounce.socket")

SILENT_MS: Final = 10_000
"""How long a fresh socket may wait before it says hello."""
STUCK_MS: Final = 30_000
"""How long a viewer may lag behind before his socket is dropped."""

Receive = Callable[[bytes], None]


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own protocol, with a door for the rooms.

    After `take_over` whole text messages go to the receiver, and the ASGI application is not needed any more: its task
    may end without closing the socket, which saves most of what a socket costs in memory.
    """

    receiver: Receive | None = None
    on_lost: Callable[[], None] | None = None
    on_drained: Callable[[], None] | None = None

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"]["pounce.socket"] = cast("dict[object, object]", self)

    def take_over(self, receiver: Receive, on_lost: Callable[[], None], on_drained: Callable[[], None]) -> None:
        """From now on text messages go to `receiver`; the others hear of the end and of an emptied buffer."""
        self.receiver = receiver
        self.on_lost = on_lost
        self.on_drained = on_drained

    # --- the line that the rooms write to --------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Send bytes that are framed already."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(data)

    def unsent(self) -> int:
        """Bytes that wait in this process for the network."""
        return 0 if self.transport.is_closing() else self.transport.get_write_buffer_size()

    def close(self, code: int) -> None:
        """Close with this code, after what was written; a peer that does not answer is dropped."""
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    def abort(self) -> None:
        """Drop the connection without another word."""
        self.transport.abort()

    # --- uvicorn's events ------------------------------------------------------------------------------------

    def handle_text(self, event: Frame) -> None:
        if self.receiver is not None and event.fin:
            if not self.close_sent:
                self.receiver(cast("bytes", event.data))
        else:
            super().handle_text(event)

    def send_receive_event_to_app(self) -> None:
        """A message that came in several frames, or a binary one."""
        if self.receiver is None:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.receiver(data if self.curr_msg_data_type == "text" and len(data) <= MAX_MESSAGE_BYTES else b"")

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.on_drained is not None:
            self.on_drained()

    def keepalive_timeout(self) -> None:
        # A peer that does not answer will not read a farewell either, and waiting for that would keep its seat "here".
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        lost, self.on_lost, self.receiver, self.on_drained = self.on_lost, None, None, None
        if lost is not None:
            lost()

    async def run_asgi(self) -> None:
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass  # gone before the room was found, which may take as long as a dead worker's lease
        except Exception:
            log.exception("a socket's handshake failed")
            self.send_500_response()
        else:
            if not self.handshake_complete:
                self.send_500_response()
        if self.receiver is None and self.close_timer is None:
            self.transport.close()
        elif self.receiver is not None:
            # What the handshake needed is not needed for the hours that follow.
            self.scope = cast("Any", None)
            self.request = self.response = cast("Any", None)


class Session:
    """One socket of one person in one room, from hello to the end."""

    __slots__ = ("_bucket", "_clock", "_hello_call", "_line", "_player", "_room", "_stuck_call", "_viewer")

    def __init__(self, line: SocketProtocol, room: Room | FarRoom, player: str, settings: Settings) -> None:
        self._line = line
        self._room = room
        self._player = player
        self._clock = room.site.clock
        self._bucket = Bucket(settings.messages_per_second, 2 * settings.messages_per_second)
        self._viewer: Viewer | None = None
        self._hello_call = self._clock.later(SILENT_MS, lambda: line.close(CLOSE_COME_BACK))
        self._stuck_call: Any = None
        line.take_over(self.receive, self.lost, self.drained)

    def receive(self, data: bytes) -> None:
        """One text message, as it came."""
        if not self._bucket.take(self._clock.steady()):
            self._line.close(CLOSE_TOO_FAST)
            return
        if not data or len(data) > MAX_MESSAGE_BYTES:
            self._line.close(CLOSE_BAD_MESSAGE)
            return
        try:
            # Strictly: a number is not its text, and 1 is not true.
            message = CLIENT_MESSAGE.validate_json(data, strict=True)
        except ValidationError:
            self._line.close(CLOSE_BAD_MESSAGE)
            return
        viewer = self._viewer
        try:
            if viewer is not None and type(message) is not Hello:
                self._room.receive(viewer, message)
                if viewer.behind and self._stuck_call is None:
                    self._stuck_call = self._clock.later(STUCK_MS, self._stuck)
            elif viewer is None and isinstance(message, Hello):
                self._greet(message)
            else:
                self._line.close(CLOSE_BAD_MESSAGE)
        except Exception:
            log.exception("room %s stops: a message could not be dealt with", self._room.code)
            self._room.stop(CLOSE_BUG)

    def _greet(self, hello: Hello) -> None:
        self._hello_call.cancel()
        if hello.v != WIRE_VERSION:
            self._line.write(_RELOAD)
        if self._room.ended:
            self._line.close(CLOSE_COME_BACK)
            return
        self._viewer = Viewer(self._line, self._player, hello.load)
        self._room.connect(self._viewer)

    def drained(self) -> None:
        """The network has taken what was written: somebody who lagged gets the whole table."""
        viewer = self._viewer
        if viewer is not None and viewer.behind and self._line.unsent() <= LAGGING // 4:
            if self._stuck_call is not None:
                self._stuck_call.cancel()
                self._stuck_call = None
            self._room.show_all(viewer)

    def _stuck(self) -> None:
        self._stuck_call = None
        if self._viewer is not None and self._viewer.behind:
            self._line.abort()

    def lost(self) -> None:
        """The socket is gone."""
        self._hello_call.cancel()
        if self._stuck_call is not None:
            self._stuck_call.cancel()
        if self._viewer is not None:
            self._room.disconnect(self._viewer)
            self._viewer = None


_RELOAD: Final = b"\x81\x0e" + b'{"t":"reload"}'


def socket_routes(settings: Settings, lobby: Lobby, people: People, lookers: Addresses) -> APIRouter:
    """The route /ws/{code}, relative to the base path. `lookers` counts codes that are tried without a table."""
    routes = APIRouter()
    identity = Identity(settings)

    @routes.websocket("/ws/{code}")
    async def enter(socket: WebSocket, code: str) -> None:
        if not same_origin(settings, socket.headers):
            await socket.close()  # before accepting: the handshake is answered with 403
            return
        token, headers = identity.token(socket, people)
        tidied = tidy_code(code)
        closing = CLOSE_NO_ROOM
        room: Room | FarRoom | None = None
        try:
            if not lookers.allows(socket):
                closing = CLOSE_COME_BACK
            elif tidied is None or (room := await lobby.find(tidied)) is None:
                lookers.take(socket)
        except StoreUnreachable:
            closing = CLOSE_COME_BACK
        except Asleep:
            closing = CLOSE_BUG
        await socket.accept(headers=headers)
        if room is None or room.ended:
            await socket.close(closing if room is None else CLOSE_COME_BACK)
            return
        Session(socket.scope["extensions"]["pounce.socket"], room, player_of(token), settings)

    return routes
