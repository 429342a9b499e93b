"""A pause by consent: play stands still, and goes on, when all persons of the round who are here want it.

Wishes and outcomes are entries, so a table that was paused is so after a restart. Only the last seconds before play
goes on are counted here: everybody is told of them, and one person who takes his word back is enough to stay. At a
table for one there are none.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from app.rooms.clock import Scheduled
from app.rooms.entry import Paused, PauseWanted
from app.rooms.point import RoomState, Seat
from app.wire import RefusalCode

if TYPE_CHECKING:
    from app.rooms.room import Room

GOES_ON_MS: Final = 3_000
"""From the last consent until play goes on."""

Later = Callable[[float, Callable[[], None]], Scheduled]


def wanted(room: "Room", own: Seat, on: bool) -> RefusalCode | None:
    """A person wants a pause, or to go on, or takes that back."""
    state = room.head.room
    if state.phase != "play" or own.number not in state.players:
        return "not_now"
    if (on != bool(state.paused)) != (own.number in state.pausing):
        room.append(PauseWanted(room.now(), own.number, on))
    return None


class Consent:
    """Watches what the persons of one room want. `later` schedules as the house does."""

    def __init__(self, room: "Room", later: Later) -> None:
        self._room = room
        self._later = later
        self._call: Scheduled | None = None
        self._goes_on = 0.0  # when, on the steady clock, while a call is scheduled
        # Nobody has to be ready at the same moment as another, and who comes back to his phone wants to play.
        self._at_once = room.game.info.pace == "solo"

    def look(self, *, still: bool) -> None:
        """Something has changed: an entry, or who is here. `still`: nobody looks on, or the store is away."""
        room = self._room.head.room
        agreed = not still and self._agreed(room)
        if agreed and room.paused and not self._at_once:
            if self._call is None:
                self._goes_on = self._room.site.clock.steady() + GOES_ON_MS
                self._call = self._later(GOES_ON_MS, self._go_on)
            return
        self.close()
        if agreed:
            self._room.append(Paused(self._room.now(), not room.paused))

    def left(self, room: RoomState) -> int | None:
        """Milliseconds until play goes on; None while nothing in `room` says that it will.

        That may be the kept room: of a consent that waits for the journal nobody hears.
        """
        if self._call is None or not room.paused or not self._agreed(room):
            return None
        return max(0, round(self._goes_on - self._room.site.clock.steady()))

    def close(self) -> None:
        """Play does not go on by itself."""
        if self._call is not None:
            self._call.cancel()
            self._call = None

    def _agreed(self, room: RoomState) -> bool:
        if room.phase != "play":
            return False
        persons = [seat for seat in room.seats if seat.player and not seat.gone and seat.number in room.players]
        if not persons:
            return bool(room.paused)  # all have given their seats up: bots do not wait for anybody
        here = [seat for seat in persons if self._room.here(seat)]
        return bool(here) and all(seat.number in room.pausing for seat in here)

    def _go_on(self) -> None:
        self._call = None
        self._room.append(Paused(self._room.now(), False))
