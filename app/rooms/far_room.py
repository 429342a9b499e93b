"""Rooms that other workers own, as the sockets here see them."""

import json
from collections.abc import Callable
from typing import Final, Protocol

from app.rooms.letter import CAUGHT_UP, GONE, OPEN, SAY, TRIP, WHOLE
from app.rooms.outbox import Viewer, framed
from app.rooms.room import PONG
from app.rooms.site import Site
from app.wire import CLOSE_COME_BACK, ClientMessage, Ping

UNUSED_MS: Final = 15_000
"""How long a room of another worker is remembered without a socket."""


class Put(Protocol):
    """Says something to another worker, of the socket with this number."""

    def __call__(self, to: str, kind: bytes, number: int, data: bytes = b"", /) -> None: ...


class FarRoom:
    """A room that another worker owns, with its sockets here by number."""

    def __init__(self, code: str, owner: str, rooms: "FarRooms") -> None:
        self.code = code
        self.owner = owner
        self.site = rooms.site
        self.ended = False
        self.unused_since = rooms.site.clock.steady()
        self.sockets: dict[int, Viewer] = {}
        self._rooms = rooms
        self._put = rooms.put
        self._numbers: dict[Viewer, int] = {}

    def connect(self, viewer: Viewer) -> None:
        """Show the room to somebody."""
        number = self._rooms.number(self)
        self.sockets[number] = viewer
        self._numbers[viewer] = number
        if self._rooms.is_silent(self.owner):
            self.set_saving(True)
        body = {"code": self.code, "player": viewer.player, "load": viewer.load}
        self._put(self.owner, OPEN, number, json.dumps(body, separators=(",", ":")).encode())

    def disconnect(self, viewer: Viewer) -> None:
        """A socket is gone."""
        if (number := self._numbers.get(viewer)) is not None:
            self.forget(number)
            self._put(self.owner, GONE, number)

    def forget(self, number: int) -> Viewer | None:
        """The socket has nothing more to do with this room."""
        viewer = self.sockets.pop(number, None)
        if viewer is not None:
            del self._numbers[viewer]
            self.unused_since = self.site.clock.steady()
            self._rooms.forget(number)
        return viewer

    def receive(self, viewer: Viewer, message: ClientMessage) -> None:
        """One message of a viewer, checked in shape already."""
        number = self._numbers.get(viewer)
        if number is None:
            return
        if isinstance(message, Ping):
            # Answered here: the page asks whether its socket lives. A dead owner has another remedy than coming back.
            self.site.outbox.say(viewer, PONG)
            if message.ms is not None:
                self._put(self.owner, TRIP, number, str(message.ms).encode())
        else:
            self._put(self.owner, SAY, number, message.model_dump_json(exclude_unset=True).encode())

    def show_all(self, viewer: Viewer) -> None:
        """Somebody who could not keep up has caught up. Until the whole table comes he gets nothing more."""
        if (number := self._numbers.get(viewer)) is not None:
            self._put(self.owner, WHOLE, number)

    def set_saving(self, on: bool) -> None:
        """The owner is silent: moves wait until it is heard again, or the room has another one."""
        frame = framed(b'{"t":"saving","on":true}' if on else b'{"t":"saving","on":false}')
        for viewer in self.sockets.values():
            self.site.outbox.say(viewer, frame)

    def stop(self, code: int) -> None:
        """Close all sockets; the room is found anew by those who come back."""
        self.ended = True
        self.site.outbox.flush()
        for number in list(self.sockets):
            self._put(self.owner, GONE, number)
            if (viewer := self.forget(number)) is not None:
                viewer.line.close(code)


class FarRooms:
    """All rooms of other workers that are looked at here, by code, and all their sockets, by number.

    `put` says something to another worker, `is_silent` whether one has not been heard of late, and `unused` is told of
    a room at which no socket has looked for a while.
    """

    def __init__(
        self, site: Site, *, put: Put, is_silent: Callable[[str], bool], unused: Callable[[str], None]
    ) -> None:
        self.site = site
        self.put = put
        self.is_silent = is_silent
        self._unused = unused
        self._rooms: dict[str, FarRoom] = {}
        self._sockets: dict[int, FarRoom] = {}
        self._newest = 0

    def room(self, code: str, owner: str) -> FarRoom:
        """The room as its owner has it."""
        room = self._rooms.get(code)
        if room is None or room.ended or room.owner != owner:
            if room is not None:
                room.stop(CLOSE_COME_BACK)
            room = self._rooms[code] = FarRoom(code, owner, self)
        return room

    def known(self, code: str) -> FarRoom | None:
        """The room, if it is another worker's as far as is known."""
        room = self._rooms.get(code)
        return None if room is None or room.ended else room

    def of(self, owner: str) -> list[FarRoom]:
        """The rooms that this worker owns, as far as is known."""
        return [room for room in self._rooms.values() if room.owner == owner and not room.ended]

    def owners(self) -> set[str]:
        """The workers whose rooms are remembered here."""
        return {room.owner for room in self._rooms.values()}

    def moved(self, code: str) -> None:
        """It has another owner now: who looks at it comes back and finds that one."""
        if (room := self._rooms.pop(code, None)) is not None:
            room.stop(CLOSE_COME_BACK)

    def stop(self, close_code: int) -> None:
        """Send everybody away whose room is another worker's."""
        for room in list(self._rooms.values()):
            room.stop(close_code)

    def number(self, room: FarRoom) -> int:
        """A number for one more socket that looks at this room."""
        self._newest += 1
        self._sockets[self._newest] = room
        return self._newest

    def forget(self, number: int) -> None:
        self._sockets.pop(number, None)

    def forget_unused(self) -> None:
        """Rooms without a socket are no longer remembered after a while."""
        now = self.site.clock.steady()
        for room in [room for room in self._rooms.values() if not room.sockets]:
            if room.ended or now - room.unused_since > UNUSED_MS:
                room.ended = True  # for a socket that has not said hello so far
                del self._rooms[room.code]
                self._unused(room.code)

    # --- what owners say -------------------------------------------------------------------------------------

    def show(self, number: int, kind: bytes, data: bytes) -> None:
        """Frames for a socket, or the word that it gets the whole table next."""
        room = self._sockets.get(number)
        if room is not None and kind == CAUGHT_UP:
            room.sockets[number].behind = False
        elif room is not None:
            self.site.outbox.say(room.sockets[number], data)

    def shut(self, number: int, code: int) -> None:
        """A socket is to be closed."""
        room = self._sockets.get(number)
        viewer = None if room is None else room.forget(number)
        if viewer is not None:
            self.site.outbox.flush()
            viewer.line.close(code)
            if room is not None and code == CLOSE_COME_BACK:
                # The owner has the room no longer, or not as we take it: it is found anew.
                self._rooms.pop(room.code, None)
                self._unused(room.code)
                room.stop(CLOSE_COME_BACK)
