"""A room as a value: what the entries of its log have made of it, and what follows from that alone.

`Point` is the room after a number of entries. Two of them matter to a running room: the *head*, on which moves are
judged, and the *kept* one, which is what anybody may have seen.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from app.rules.game import Carry, Options
from app.rules.rng import ADDITION_BYTES

SEATS: Final = 8
NO_SHARE: Final = "00" * ADDITION_BYTES
Phase = Literal["lobby", "play", "between", "over"]


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of the room. `since` orders the seats by how long they have been taken; `gone`: given up in a round."""

    number: int
    player: str  # digest of the person's cookie; "" for a bot
    name: str
    bot: str | None
    since: int
    ready: bool = False
    add: str = ""
    gone: bool = False
    stand_in: str = ""  # the level of the bot that plays while the seat's person is away
    carry: Carry = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SheetLine:
    seat: int
    name: str
    points: int
    total: int
    parts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """The result of a round in terms of the room: seats are room seats, `lasted` is in ms."""

    round: int
    lines: tuple[SheetLine, ...]
    winners: tuple[int, ...]
    ended_by: int | None
    lasted: int


class Won(NamedTuple):
    """Who has won a match that counts: one that was open to everybody from its start to its end, among persons."""

    match: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoomState:
    """What the room entries have made of the room. Game moves change it only at the end of a round."""

    code: str
    game: str
    options: Options
    phase: Phase = "lobby"
    seats: tuple[Seat, ...] = ()
    host: int | None = None
    players: tuple[int, ...] = ()  # room seats of the running or last round, by seat of the round
    round: int = 0
    server_seed: str = ""
    match_sealed: str = ""  # the server seed of the running match
    revealed: str = ""  # the server seed of the match that ended last
    match_options: Options | None = None
    seed: bytes = b""  # of the match: every round draws from it
    adds: tuple[str, ...] = ()  # what the seats added to it
    match: int = 0  # how many have been started
    numbered: tuple[int, str] = (0, "")  # number and day of the next match's deal
    deal: int = 0  # the number of this match's deal, where it has one that everybody may know
    day: str = ""  # the day whose deal it is, if it is one's
    helped: bool = False  # somebody was shown how this match is won
    locked: bool = False
    opened: int = 0  # since when everybody on this site may find the table; 0 = not
    counts: bool = False  # it has been open ever since the running match began
    won: tuple[Won, ...] = ()  # the newest matches that count
    talk: bool = True
    removed: tuple[str, ...] = ()  # persons who may not come back
    pausing: tuple[int, ...] = ()  # room seats that want a pause or, during one, to go on
    paused: int = 0  # since when; 0 = not
    rested: int = 0  # ms of this round that were pauses
    began: int = 0  # when the round was dealt
    ended: int = 0  # when the sheet was made
    sheet: RoundSheet | None = None

    def seat(self, number: int) -> Seat | None:
        return next((seat for seat in self.seats if seat.number == number), None)

    def seat_of(self, player: str) -> Seat | None:
        """The seat of a person, also one given up in the running round."""
        return next((seat for seat in self.seats if seat.player == player), None) if player else None

    def kept_seat(self, player: str) -> Seat | None:
        """The seat that a person has and has not given up."""
        seat = self.seat_of(player)
        return None if seat is None or seat.gone else seat

    def has_place(self, most: int) -> bool:
        """Whether fewer than `most` seats are taken; one that is given up counts no more."""
        return sum(not seat.gone for seat in self.seats) < most

    def free_seat(self, most: int) -> int | None:
        """The lowest number that a newcomer can have, None when `most` seats are taken."""
        if not self.has_place(most):
            return None
        taken = {seat.number for seat in self.seats}
        return next((number for number in range(SEATS) if number not in taken), None)


class Step(NamedTuple):
    """A state that a solo table has left, and those before it (or, of what was taken back, after it)."""

    state: Any
    number: int  # how many steps there are with this one
    rest: "Step | None"


class Trail(NamedTuple):
    """Where a solo table has been since its deal."""

    dealt: Any
    past: Step | None = None
    future: Step | None = None

    @property
    def steps(self) -> tuple[int, int]:
        """How many steps can be taken back, and how many forward again."""
        return (self.past.number if self.past else 0, self.future.number if self.future else 0)


class Point(NamedTuple):
    """A room after `seq` entries. `clocks` says since when each of the game's timers has been running."""

    room: RoomState
    state: Any  # the game's own State, None before the first deal
    clocks: tuple[tuple[str, int], ...]
    seq: int
    when: int
    match_entries: int
    trail: Trail | None = None  # of a solo table


def shares(room: RoomState) -> tuple[str, ...]:
    """What goes into the match seed besides the server's share, in seat order. Never nothing: without any the seed
    would be the hash of the server's share alone, and that is its commitment, which everybody knows.
    """
    return tuple(seat.add for seat in room.seats if seat.add and not seat.gone) or (NO_SHARE,)


def seats_of_round(point: Point) -> dict[str, int]:
    """Whose hands may move which seat of the round: player -> seat. Empty unless a round is being played."""
    room = point.room
    if room.phase != "play":
        return {}
    return {
        seat.player: room.players.index(seat.number)
        for seat in room.seats
        if seat.player and not seat.gone and seat.number in room.players
    }


def playing(point: Point, player: str) -> int | None:
    """As which seat of the round somebody sees it, None for an onlooker; also when it is over or his seat given up."""
    seat = point.room.seat_of(player)
    return point.room.players.index(seat.number) if seat is not None and seat.number in point.room.players else None


def rewinds(point: Point, to: str) -> bool:
    """Whether a solo table can go there now: a deal that was given up or played to its end, too, but not one won."""
    trail = point.trail
    if trail is None or point.room.phase not in ("play", "over") or (point.room.sheet and point.room.sheet.winners):
        return False
    if to == "restart":
        return point.state is not trail.dealt
    return (trail.past if to == "undo" else trail.future) is not None
