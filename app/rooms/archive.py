"""What a room's log holds of its matches: the record of one that is over, and a round that can be looked back on.

A log may be long and others are waiting, so this work comes in slices: each function is a generator that yields after
every entry and returns what was asked for. `in_slices` awaits it.
"""

import asyncio
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeVar

from app.rooms.entry import Ended, MatchStarted, Moved, Rewound, RoundStarted, decode
from app.rooms.fold import Games, fold, start
from app.rooms.point import Point
from app.rules.game import Carry
from app.rules.record import Record, RecordedMove, RecordedRound

SLICE: Final = 40
"""Steps in a row at the most, mostly of an entry each: they take a millisecond or so."""
SLICE_MS: Final = 2.0
"""After so long no further step is begun: a deal takes longer than a move."""
_MOVES: Final = (b'{"e":"move",', b'{"e":"rewound",')
"""How the moves of a log begin."""

T = TypeVar("T")
Slices = Generator[None, None, T]


async def in_slices(work: Slices[T], steady: Callable[[], float]) -> T:
    """What the work returns; everybody else has a turn after each slice. `steady` is the clock (ms)."""
    while True:
        began = steady()
        try:
            for _ in range(SLICE):
                next(work)
                if steady() - began >= SLICE_MS:
                    break
        except StopIteration as done:
            result: T = done.value
            return result
        await asyncio.sleep(0)


@dataclass(slots=True)
class PlayedRound:
    """One round of a log; everything is by seat of the round."""

    players: tuple[int, ...]
    """The room seats."""
    names: tuple[str, ...]
    carries: tuple[Carry, ...]
    dealt: Any
    moves: list[RecordedMove] = field(default_factory=list)
    """When: ms since the match began."""
    running: list[RecordedMove] = field(default_factory=list)
    """The same moves. When: ms since the deal, pauses left out."""
    ended: bool = False
    day: str = ""
    """The day whose deal it is."""
    line: "_Line | None" = None
    """At a solo table what led to where it is,"""
    past: list["_Line | None"] = field(default_factory=list)
    """where it has been,"""
    future: list["_Line | None"] = field(default_factory=list)
    """and what was taken back."""

    def step(self, move: RecordedMove, running: RecordedMove) -> None:
        """A move of a solo table, which can be taken back."""
        self.past.append(self.line)
        self.future.clear()
        self.line = _Line(self.line, move, running)

    def rewind(self, to: str) -> None:
        if to == "restart":
            self.past.append(self.line)
            self.future.clear()
            self.line = None
        else:
            source, other = (self.past, self.future) if to == "undo" else (self.future, self.past)
            other.append(self.line)
            self.line = source.pop()

    def straighten(self) -> None:
        """Only what led to where a solo table is in the end was played."""
        line, moves, running = self.line, [], []
        while line is not None:
            moves.append(line.move)
            running.append(line.running)
            line = line.rest
        self.moves += reversed(moves)
        self.running += reversed(running)


class _Line(NamedTuple):
    rest: "_Line | None"
    move: RecordedMove
    running: RecordedMove


def record(entries: Sequence[bytes], number: int, games: Games, today: str = "") -> Slices[Record | None]:
    """The record of match `number` (from 1); None while it runs, as it tells the seed, and if there is none.

    None, too, while others may play the same deal without knowing it: if it is `today`'s.
    """
    began, over, rounds = yield from _match(entries, number, games)
    if began is None or not over or (today and any(played.day >= today for played in rounds)):
        return None
    return Record(
        game=began.game,
        options=began.options,
        rounds=tuple(RecordedRound(each.carries, tuple(each.moves), each.names) for each in rounds),
        seed=bytes.fromhex(began.seed),
    )


def played_round(entries: Sequence[bytes], match: int, number: int, games: Games) -> Slices[PlayedRound | None]:
    """Round `number` of a match, both from 1; None while it runs, and if there is none."""
    _, _, rounds = yield from _match(entries, match, games)
    return rounds[number - 1] if 0 < number <= len(rounds) and rounds[number - 1].ended else None


def _match(
    entries: Sequence[bytes], number: int, games: Games
) -> Slices[tuple[MatchStarted | None, bool, list[PlayedRound]]]:
    """The beginning of a match, whether it is over, and its rounds."""
    began, over, rounds = yield from _followed(entries, number, games)
    for played in rounds:
        played.straighten()
    return began, over, rounds


def _followed(
    entries: Sequence[bytes], number: int, games: Games
) -> Slices[tuple[MatchStarted | None, bool, list[PlayedRound]]]:
    began: MatchStarted | None = None
    rounds: list[PlayedRound] = []
    if not entries:
        return None, False, rounds  # dropped for its age, with the room still awake
    point = start(decode(entries[0]), games)
    for data in entries[1:]:
        yield
        if began is None and data.startswith(_MOVES):
            continue  # who sits where does not depend on the moves of another match
        entry = decode(data)
        if began is not None and isinstance(entry, MatchStarted | Ended):
            return began, True, rounds
        point = fold(point, entry, games)
        if isinstance(entry, MatchStarted) and point.room.match == number:
            began = entry
        elif began is not None and isinstance(entry, RoundStarted):
            rounds.append(_dealt(point))
        elif began is not None and isinstance(entry, Moved):
            room, playing = point.room, rounds[-1]
            move = RecordedMove(entry.seat, entry.when - began.when, entry.move)
            running = RecordedMove(entry.seat, entry.when - room.began - room.rested, entry.move)
            playing.ended = room.phase != "play"
            if point.trail is not None:
                playing.step(move, running)
                continue
            playing.moves.append(move)
            playing.running.append(running)
            if room.phase == "over":
                return began, True, rounds
        elif began is not None and isinstance(entry, Rewound):
            rounds[-1].rewind(entry.to)
            rounds[-1].ended = point.room.phase != "play"
    return began, began is not None and point.room.phase == "over", rounds


def _dealt(point: Point) -> PlayedRound:
    seats = [point.room.seat(number) for number in point.room.players]
    return PlayedRound(
        point.room.players,
        tuple("" if seat is None else seat.name for seat in seats),
        tuple({} if seat is None else seat.carry for seat in seats),
        point.state,
        day=point.room.day,
    )
