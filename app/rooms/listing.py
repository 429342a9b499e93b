"""Open tables as others may find them: announced in the store's directories while somebody sits there.

A table is announced when what is told of it changes and again every few seconds; an announcement lapses by itself, so
that the tables of a worker that died are not found for long. Each game has two directories, as somebody who wants to
play at once is better off where no round runs. No room waits for any of this, and a store that is away is tried again
at the next beat.
"""

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from app.rooms.clock import Clock, Scheduled
from app.rooms.hosting import most_seats
from app.rooms.point import SEATS, RoomState
from app.rules.game import GameInfo, complete
from app.storage.base import Directory, StoreUnreachable
from app.wire_views import OpenTable

if TYPE_CHECKING:
    from app.rooms.room import Room

log = logging.getLogger("pounce.listing")

BEAT_MS: Final = 5_000
LAPSE_MS: Final = 15_000
GATHER_MS: Final = 1_000
"""How long changes of one table are gathered. Whoever was promised a place sits down meanwhile, so that the number of
free places, which is set anew, does not promise his place to another.
"""


class Card(NamedTuple):
    """What is announced of a table, and where."""

    directory: str
    value: bytes
    free: int


def directories(game: str) -> tuple[str, str]:
    """Of the tables of a game: where no round runs, and where one does."""
    return f"open:{game}", f"play:{game}"


def card(room: RoomState, info: GameInfo) -> Card:
    """What everybody may know of an open table, as it is kept."""
    seats = most_seats(info, room.options)
    free = min(seats - sum(not seat.gone for seat in room.seats), SEATS - len(room.seats))
    table = OpenTable(
        code=room.code,
        game=room.game,
        phase=room.phase,
        since=room.opened,
        names=[seat.name for seat in room.seats if seat.bot is None and not seat.gone],
        bots=sum(seat.bot is not None and not seat.gone for seat in room.seats),
        free=0 if room.locked else max(0, free),
        seats=seats,
        own_rules=room.options != complete(info, {}),
    )
    waiting, running = directories(room.game)
    return Card(running if room.phase == "play" else waiting, table.model_dump_json().encode(), table.free)


def table_of(value: bytes) -> OpenTable | None:
    """The table of an announcement; None for one that another version has written."""
    with suppress(ValueError):
        return OpenTable.model_validate_json(value)
    return None


class Listing:
    """Announces the open tables among this worker's rooms. `look` is called whenever something about a room changes."""

    def __init__(self, directory: Directory, clock: Clock) -> None:
        self._directory = directory
        self._clock = clock
        self._wanted: dict[str, Card] = {}  # by room code
        self._announced: dict[str, str] = {}  # in which directory, as far as is known
        self._due: dict[str, None] = {}
        self._beat: Scheduled | None = None
        self._gathering: dict[str, Scheduled] = {}
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    def look(self, room: "Room") -> None:
        """React to the room as it is now. Returns at once."""
        code = room.code
        before = self._wanted.get(code)
        now = card(room.kept.room, room.game.info) if _is_found(room) else None
        if now == before or self._closed:
            return
        if now is None:
            del self._wanted[code]
            self._write_now(code)
            return
        self._wanted[code] = now
        if before is None or before.directory != now.directory:
            self._write_now(code)
        elif code not in self._gathering:
            self._gathering[code] = self._clock.later(GATHER_MS, lambda: self._write_now(code))
        if self._beat is None:
            self._beat = self._clock.later(BEAT_MS, self._again)

    def _again(self) -> None:
        self._beat = self._clock.later(BEAT_MS, self._again) if self._wanted else None
        for code in self._wanted:
            self._write_now(code)

    def _write_now(self, code: str) -> None:
        gathering = self._gathering.pop(code, None)
        if gathering is not None:
            gathering.cancel()
        self._due[code] = None
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write(), name="listing")

    async def _write(self) -> None:
        try:
            while self._due:
                code = next(iter(self._due))
                del self._due[code]
                await self._bring(code)
        except StoreUnreachable:
            # What is open is announced at the next beat, what is not lapses.
            self._due.clear()
        except Exception:
            self._due.clear()
            log.exception("open tables could not be announced")
        finally:
            self._writer = None

    async def _bring(self, code: str) -> None:
        wanted = self._wanted.get(code)
        old = self._announced.get(code)
        if old is not None and (wanted is None or wanted.directory != old):
            del self._announced[code]
            await self._directory.withdraw(old, code)
        # Whatever has changed meanwhile is due anew.
        if wanted is not None:
            self._announced[code] = wanted.directory
            await self._directory.announce(
                wanted.directory, code, wanted.value, wanted.free, self._clock.now() + LAPSE_MS
            )

    async def settled(self) -> None:
        """Wait until all that was to be written at once is written, or given up."""
        while self._writer is not None:
            await asyncio.wait({self._writer})

    async def close(self) -> None:
        """Nothing is announced any more; what was withdrawn before still is."""
        self._closed = True
        for call in (self._beat, *self._gathering.values()):
            if call is not None:
                call.cancel()
        await self.settled()


def _is_found(room: "Room") -> bool:
    """Whether others are told of this table: one at which nobody sits is no company."""
    state = room.kept.room
    return bool(state.opened) and not room.ended and any(room.here(seat) for seat in state.seats)
