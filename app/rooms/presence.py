"""Who is at a table, how many look on, and how far away each is: what the viewers of a room hear of each other."""

from typing import TYPE_CHECKING, Final

from app.rooms.outbox import Viewer, framed
from app.rooms.view import encoded

if TYPE_CHECKING:
    from app.rooms.room import Room

TREMBLE_MS: Final = 2000
"""How long changed round trips are gathered before the others hear of them."""


class Presence:
    """Tells the viewers of one room, once for all that changes in a turn of the event loop."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._is_due = False
        self._are_trips_due = False

    def changed(self) -> None:
        """Somebody came or went, or the seats or the room's deadlines are others."""
        if not self._is_due:
            self._is_due = True
            self._room.site.clock.later(0, self._tell)

    def note_trip(self, viewer: Viewer, ms: int) -> None:
        """How long a viewer's round trip takes."""
        # It trembles all the time; the others hear of it when it has really changed.
        if viewer.ms is None or abs(ms - viewer.ms) > max(10, viewer.ms // 4):
            viewer.ms = ms
            if not self._are_trips_due:
                self._are_trips_due = True
                self._room.site.clock.later(TREMBLE_MS, self._tell_trips)

    def _tell_trips(self) -> None:
        self._are_trips_due = False
        if not self._room.ended:
            self._tell()

    def _tell(self) -> None:
        self._is_due = False
        kept, viewers = self._room.kept, self._room.viewers
        trips = [(kept.room.seat_of(viewer.player), viewer.ms) for viewer in viewers]
        body = {
            "t": "presence",
            "here": [seat.number for seat in kept.room.seats if self._room.present(seat)],
            "ms": {str(seat.number): ms for seat, ms in trips if seat is not None and ms is not None},
            "onlookers": sum(seat is None for seat, _ in trips),
            "due": self._room.house.room_due(kept),
        }
        self._room.tell_all(framed(encoded(body)))
        self._room.site.changed(self._room)
