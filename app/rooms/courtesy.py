"""Makes the bots of a room say what their manners tell them, one at a time and after a pause."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.bots.manners import Standing, after_round, greeting, pause_ms
from app.rooms.clock import Scheduled
from app.rooms.point import RoomState
from app.rules.rng import Rng
from app.wire import Reaction

if TYPE_CHECKING:
    from app.rooms.room import Room


class Courtesy:
    """Looks at one room. A bot says at most one thing a round; while one waits to speak the others keep silent."""

    def __init__(self, room: "Room", later: Callable[[float, Callable[[], None]], Scheduled], rng: Rng) -> None:
        self._room = room
        self._later = later
        self._rng = rng
        self._seen = room.head.room
        self._call: Scheduled | None = None
        self._spoke: dict[str, tuple[int, int]] = {}  # a bot's name -> match and round of what it said last

    def look(self, room: RoomState) -> None:
        """The room has changed."""
        before, self._seen = self._seen, room
        if room.sheet is not None and room.sheet is not before.sheet:
            self._after_round(room)
        elif room.seats is not before.seats and room.phase == "lobby":
            known = {seat.name for seat in before.seats if seat.bot is not None}
            for seat in room.seats:
                if seat.bot is not None and seat.name not in known and before.seat(seat.number) is None:
                    word, self._rng = greeting(self._rng)
                    self._speak_later(room, seat.number, word)

    def close(self) -> None:
        """Nobody says anything any more."""
        if self._call is not None:
            self._call.cancel()
            self._call = None

    def _after_round(self, room: RoomState) -> None:
        sheet = room.sheet
        assert sheet is not None
        bots = {seat.number for seat in room.seats if seat.bot is not None and not seat.gone}
        rows = [Standing(line.seat, line.seat in bots, line.points, line.total) for line in sheet.lines]
        said, self._rng = after_round(rows, sheet.winners, self._rng)
        if said is not None:
            self._speak_later(room, *said)

    def _speak_later(self, room: RoomState, number: int, word: Reaction | None) -> None:
        seat = room.seat(number)
        if word is None or seat is None or self._call is not None:
            return
        name, when = seat.name, (room.match, room.round)
        if self._spoke.get(name) == when:
            return

        def speak() -> None:
            self._call = None
            now = self._room.head.room.seat(number)
            if now is not None and now.bot is not None and now.name == name and not now.gone and self._heard():
                self._spoke = {**dict(list(self._spoke.items())[-15:]), name: when}
                self._room.talk.bot_reacts(now, word)

        pause, self._rng = pause_ms(self._rng)
        self._call = self._later(pause, speak)

    def _heard(self) -> bool:
        """Whether any person with a seat is here to hear it."""
        return any(self._room.here(seat) for seat in self._room.head.room.seats)
