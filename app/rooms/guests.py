"""Sockets at other workers that look at rooms here: each is an ordinary viewer whose line leads back."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

from pydantic import ValidationError

from app.rooms.far_room import FarRoom, Put
from app.rooms.letter import CAUGHT_UP, GONE, OPEN, SAY, SHOW, SHUT, TRIP, WHOLE
from app.rooms.outbox import LAGGING, Viewer
from app.rooms.room import Room
from app.rooms.site import Site
from app.storage.base import StoreUnreachable
from app.wire import CLIENT_MESSAGE, CLOSE_BAD_MESSAGE, CLOSE_BUG, CLOSE_COME_BACK

log = logging.getLogger("pounce.guests")

ALONE_LOOKS: Final = 8
"""A room whose viewers are all at the same other worker, so often in a row, is handed to that one."""

Find = Callable[[str], Awaitable[Room | FarRoom | None]]


class _Guest:
    """The line of a viewer whose socket is at another worker. What he says before his room is found waits."""

    __slots__ = ("_guests", "edge", "number", "room", "viewer", "waiting")

    def __init__(self, guests: "Guests", edge: str, number: int) -> None:
        self._guests = guests
        self.edge = edge
        self.number = number
        self.room: Room | None = None
        self.viewer: Viewer | None = None
        self.waiting: list[tuple[bytes, bytes]] = []

    def write(self, data: bytes) -> None:
        self._guests.put(self.edge, SHOW, self.number, data)

    def unsent(self) -> int:
        return self._guests.unsent()

    def close(self, code: int) -> None:
        self._guests.shut(self, code)


class Guests:
    """All guests, by the worker that has their sockets (the edge) and the number there.

    `put` says something to another worker, `unsent` how much of that a guest has waiting. `find` wakes a room or says
    whose it is, `give_away` hands a room over.
    """

    def __init__(
        self,
        site: Site,
        *,
        put: Put,
        unsent: Callable[[], int],
        find: Find,
        give_away: Callable[[Room], None],
    ) -> None:
        self.put = put
        self.unsent = unsent
        self._site = site
        self._find = find
        self._give_away = give_away
        self._edges: dict[str, dict[int, _Guest]] = {}
        self._alone: dict[Room, tuple[str, int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __iter__(self) -> Iterator[_Guest]:
        for guests in self._edges.values():
            yield from guests.values()

    def edges(self) -> set[str]:
        """The workers that have any."""
        return set(self._edges)

    def are_at(self, edge: str) -> bool:
        """Whether this worker has any."""
        return edge in self._edges

    def hear(self, edge: str, kind: bytes, number: int, data: bytes) -> None:
        """What a worker says of one of its sockets."""
        if kind == OPEN:
            self._open(edge, number, data)
        elif kind == GONE:
            self._dismiss(edge, number)
        elif (guest := self._guest(edge, number)) is None:
            self.put(edge, SHUT, number, CLOSE_COME_BACK.to_bytes(2, "big"))
        elif guest.viewer is None:
            guest.waiting.append((kind, data))
        else:
            self._serve(guest, kind, data)

    def dismiss_all(self, edge: str) -> None:
        """Those of this worker are gone."""
        for number in list(self._edges.get(edge, ())):
            self._dismiss(edge, number)

    def send_away_all(self, edge: str) -> None:
        """The same, and they are told to come back."""
        for number in list(self._edges.get(edge, ())):
            self.put(edge, SHUT, number, CLOSE_COME_BACK.to_bytes(2, "big"))
            self._dismiss(edge, number)

    def shut(self, guest: _Guest, code: int) -> None:
        """The room sends a guest away."""
        if self._is_here(guest):
            self.put(guest.edge, SHUT, guest.number, code.to_bytes(2, "big"))
            self._dismiss(guest.edge, guest.number)

    def catch_up(self) -> None:
        """Guests that lagged while the store was slow get the whole table."""
        if self.unsent() <= LAGGING // 4:
            for guest in list(self):
                if guest.viewer is not None and guest.viewer.behind:
                    self._serve(guest, WHOLE, b"")

    def look_for_the_lonely(self) -> None:
        """Rooms here whose viewers are all at one other worker belong there."""
        alone: dict[Room, tuple[str, int]] = {}
        for room in {guest.room for guest in self if guest.room is not None}:
            edges = {viewer.line.edge if isinstance(viewer.line, _Guest) else "" for viewer in room.viewers}
            if len(edges) == 1 and "" not in edges:
                (edge,) = edges
                before, looks = self._alone.get(room, ("", 0))
                alone[room] = (edge, looks + 1 if before == edge else 1)
        self._alone = alone
        for room in [
            room for room, (_, looks) in alone.items() if looks >= ALONE_LOOKS and room.idle and not room.ended
        ]:
            self._give_away(room)

    def _guest(self, edge: str, number: int) -> _Guest | None:
        guests = self._edges.get(edge)
        return None if guests is None else guests.get(number)

    def _is_here(self, guest: _Guest) -> bool:
        return self._guest(guest.edge, guest.number) is guest

    def _open(self, edge: str, number: int, data: bytes) -> None:
        self._dismiss(edge, number)
        body = json.loads(data)
        guest = _Guest(self, edge, number)
        viewer = Viewer(guest, body["player"], body["load"])
        task = asyncio.get_running_loop().create_task(self._welcome(guest, viewer, body["code"]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._edges.setdefault(edge, {})[number] = guest

    def _dismiss(self, edge: str, number: int) -> None:
        guests = self._edges.get(edge, {})
        guest = guests.pop(number, None)
        if guest is not None and not guests:
            del self._edges[edge]
        if guest is not None and guest.room is not None and guest.viewer is not None:
            guest.room.disconnect(guest.viewer)

    async def _welcome(self, guest: _Guest, viewer: Viewer, code: str) -> None:
        room: Room | FarRoom | None = None
        try:
            room = await self._find(code)
        except StoreUnreachable:
            pass  # he comes back and asks again
        except Exception:
            log.exception("a room that another worker asks for was not found")
        if not self._is_here(guest):
            return  # gone while the room was looked for
        if not isinstance(room, Room) or room.ended:
            guest.close(CLOSE_COME_BACK)
            return
        guest.room, guest.viewer = room, viewer
        try:
            room.connect(viewer)
        except Exception:
            log.exception("room %s stops: it could not be shown to a browser of another worker", room.code)
            room.stop(CLOSE_BUG)
            guest.close(CLOSE_BUG)
        waiting, guest.waiting = guest.waiting, []
        for kind, data in waiting:
            if self._is_here(guest):
                self._serve(guest, kind, data)

    def _serve(self, guest: _Guest, kind: bytes, data: bytes) -> None:
        """What the socket of a guest says."""
        room, viewer = guest.room, guest.viewer
        assert room is not None
        assert viewer is not None
        try:
            if kind == SAY:
                room.receive(viewer, CLIENT_MESSAGE.validate_json(data, strict=True))
            elif kind == TRIP and not room.ended:
                room.presence.note_trip(viewer, int(data))
            elif kind == WHOLE and not room.ended:
                self._site.outbox.flush()  # what was said before must not come after
                self.put(guest.edge, CAUGHT_UP, guest.number)
                room.show_all(viewer)
        except ValidationError:
            guest.close(CLOSE_BAD_MESSAGE)
        except Exception:
            log.exception("room %s stops: a message could not be dealt with", room.code)
            room.stop(CLOSE_BUG)
