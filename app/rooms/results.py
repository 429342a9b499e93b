"""How a day's deal has come out for all who have played it: in the store's directories, one for a game's day.

The log is what counts. A room that has ended is looked at again when it is read from its log, so a result that a
server did not get to announce is announced then, and one that is announced twice is the same. What counts is how the
deal stood when it ended last on its own day: a table that is taken up again and ends later says that anew.
"""

import asyncio
import json
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from app.rooms.clock import Clock
from app.rooms.daily import KEPT_MS, tables_of
from app.rooms.days import day_of
from app.rooms.due import Due
from app.rooms.fresh import Fresh
from app.rooms.people import People
from app.rooms.point import Point
from app.storage.base import Store

if TYPE_CHECKING:
    from app.rooms.room import Room

SHOWN: Final = 100
LISTED: Final = 5_000
"""So many results of a day are looked at; who comes after them is not listed."""
SLICE: Final = 200
"""So many are read in a row: a millisecond."""
FRESH_MS: Final = 2_000
DAYS: Final = 64
"""Lists that are remembered."""


class DayResult(NamedTuple):
    """How a person's deal came out. `up`: cards, `ms`: time that was played, `moves`: since the deal, restarts too."""

    player: str
    name: str
    won: bool
    up: int
    ms: int
    moves: int
    helped: bool


class _Table(NamedTuple):
    """Where somebody has played a day's deal."""

    game: str
    day: str
    code: str


def result_of(point: Point) -> DayResult | None:
    """The result of a table with a day's deal; None unless it has ended on that day."""
    room, trail = point.room, point.trail
    if not room.day or room.phase != "over" or room.sheet is None or trail is None or day_of(room.ended) != room.day:
        return None
    (line,) = room.sheet.lines
    seat = room.seat(line.seat)
    if seat is None or not seat.player:
        return None
    moves = trail.steps[0] - (point.state.ended == "given_up")  # to give up is a step, and no move
    return DayResult(
        seat.player, seat.name, bool(room.sheet.winners), line.points, room.sheet.lasted, moves, room.helped
    )


class Results:
    """Announces results and lists them. `look` is called whenever something about a room changes."""

    def __init__(self, store: Store, people: People, clock: Clock) -> None:
        self._store = store
        self._people = people
        self._clock = clock
        self._said: dict[str, DayResult] = {}  # by the code of a room that is awake
        self._due = Due(self._announce, clock, "results of a day")
        self._listed: dict[tuple[str, str], Fresh[list[DayResult]]] = {}

    def look(self, room: "Room") -> None:
        """React to the room as it is kept. Returns at once."""
        if room.ended:
            self._said.pop(room.code, None)
            return
        if not room.kept.room.day:
            return
        result = result_of(room.kept)
        if result is None or self._said.get(room.code) == result:
            return
        self._said[room.code] = result
        self._due.add(_Table(room.kept.room.game, room.kept.room.day, room.code), result)

    async def _announce(self, table: _Table, result: DayResult) -> None:
        game, day, code = table
        if code not in await tables_of(self._store, game, result.player, day):
            return
        person = await self._people.person(result.player)
        body = {**result._asdict(), "name": person.name or result.name}
        value = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
        await self._store.announce(_directory(game, day), result.player, value, 0, self._clock.now() + KEPT_MS)

    async def best(self, game: str, day: str) -> list[DayResult]:
        """All results of a day, the best first. Raises StoreUnreachable."""
        key = (game, day)
        fresh = self._listed.pop(key, None) or Fresh(partial(self._best, game, day), FRESH_MS, self._clock)
        self._listed[key] = fresh
        while len(self._listed) > DAYS:
            del self._listed[next(iter(self._listed))]
        return await fresh.get()

    async def _best(self, game: str, day: str) -> list[DayResult]:
        found = []
        for at, (_, value) in enumerate(await self._store.announced(_directory(game, day), LISTED)):
            if not at % SLICE:
                await asyncio.sleep(0)  # others are waiting
            if (result := _read(value)) is not None:
                found.append(result)
        return sorted(found, key=_rank)

    async def settled(self) -> None:
        """Wait until everything is announced, or the store has turned out to be away."""
        await self._due.settled()

    async def close(self) -> None:
        """Nothing is tried again."""
        await self._due.close()


def _directory(game: str, day: str) -> str:
    return f"daily:{game}:{day}"


def _read(value: bytes) -> DayResult | None:
    """A result that was announced; None for one that another version has written."""
    body: dict[str, Any] = json.loads(value)
    return DayResult(**body) if body.keys() == set(DayResult._fields) else None


def _rank(result: DayResult) -> tuple[Any, ...]:
    """Won first, who was not helped before who was, more cards, less time, fewer moves."""
    return (not result.won, result.helped, -result.up, result.ms, result.moves, result.player)
