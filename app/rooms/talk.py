"""Talk at a table: lines and quick reactions, in memory only. Nothing of it is ever written down or logged."""

from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple

from app.rooms.limit import Buckets
from app.rooms.names import tidy
from app.rooms.outbox import Viewer, framed
from app.rooms.point import RoomState, Seat
from app.rooms.view import encoded
from app.wire import Reaction, RefusalCode

if TYPE_CHECKING:
    from app.rooms.room import Room

LINE: Final = 120
"""Characters of a line that are shown."""
KEPT: Final = 30
"""Lines that somebody who comes is told."""
LINES_PER_SECOND: Final = 0.5
LINES_BURST: Final = 4
MOST_PERSONS: Final = 64
"""Persons whose pace is remembered; beyond these the one who spoke longest ago is forgotten."""


class _Line(NamedTuple):
    player: str
    frame: bytes


class Talk:
    """What is said in one room."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._lines: deque[_Line] = deque(maxlen=KEPT)
        self._paces = Buckets[str](LINES_PER_SECOND, LINES_BURST, MOST_PERSONS)
        self._newest = 0

    def say(self, own: Seat, text: str) -> RefusalCode | None:
        """A person's line."""
        line = tidy(text, LINE)
        return "bad_name" if line is None else self._speak(own, {"text": line})

    def react(self, own: Seat, what: Reaction) -> RefusalCode | None:
        """A person's quick reaction."""
        return self._speak(own, {"react": what})

    def bot_reacts(self, seat: Seat, what: Reaction) -> None:
        """A bot's manners: where talk is not allowed it keeps silent."""
        if allowed(self._room.head.room):
            self._tell(seat, {"react": what})

    def again(self, viewer: Viewer) -> None:
        """Say the newest lines to somebody who has just been welcomed."""
        if self._room.head.room.talk:
            for line in self._lines:
                self._room.say(viewer, line.frame)

    def forget(self, player: str) -> None:
        """Who was removed is not heard by those who come later."""
        self._lines = deque((line for line in self._lines if line.player != player), maxlen=KEPT)

    def _speak(self, own: Seat, what: dict[str, str]) -> RefusalCode | None:
        if not allowed(self._room.head.room):
            return "quiet"
        if not self._paces.of(own.player).take(self._room.site.clock.steady()):
            return "too_fast"
        self._tell(own, what)
        return None

    def _tell(self, seat: Seat, what: dict[str, str]) -> None:
        # By the clock: numbers go on counting up after a restart, and who was told one of them knows it again.
        self._newest = max(self._newest + 1, self._room.now())
        body = {"t": "said", "id": self._newest, "seat": seat.number, "name": seat.name, **what}
        line = _Line(seat.player, framed(encoded(body)))
        self._lines.append(line)
        for viewer in self._room.viewers:
            self._room.say(viewer, line.frame)


def allowed(room: RoomState) -> bool:
    """Whether anybody may talk now: never against the host's word, and in play only where the options allow it."""
    quiet = room.phase == "play" and (room.match_options or room.options).get("silence") is not False
    return room.talk and not quiet
