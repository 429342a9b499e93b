"""All rooms of this server: made, found by code, read from their logs on first touch, put to sleep when left alone."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.bots.bot import Bot
from app.rooms.archive import Slices, in_slices
from app.rooms.clock import Clock, Entropy, Scheduled
from app.rooms.entry import Created, Moved, Opened, UnknownEntry, decode, encode
from app.rooms.fold import Games, Point, fold, seats_of_round, start
from app.rooms.journal import Journal
from app.rooms.outbox import Outbox
from app.rooms.people import People
from app.rooms.room import Room
from app.rooms.site import Site
from app.settings import Settings
from app.storage.base import Append, Store, StoreUnreachable
from app.wire import CLOSE_COME_BACK

log = logging.getLogger("pounce.lobby")

ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No letters and digits that look alike on a phone."""
CODE_LENGTH: Final = 6
SWEEP_MS: Final = 60_000
PURGE_MS: Final = 3_600_000


def tidy_code(text: str) -> str | None:
    """The room code that was meant: any case, blanks and dashes left out. None if it cannot be one."""
    code = text.upper().replace(" ", "").replace("-", "").replace("\u00a0", "")
    return code if len(code) == CODE_LENGTH and all(char in ALPHABET for char in code) else None


class Asleep(Exception):
    """The log of this room is not understood by this version; it is kept as it is."""


class Lobby:
    """The rooms that are awake, by code."""

    def __init__(
        self,
        *,
        settings: Settings,
        store: Store,
        journal: Journal,
        outbox: Outbox,
        clock: Clock,
        entropy: Entropy,
        games: Games,
        bots: Callable[[str], Mapping[str, Bot[Any]]],
        people: People,
        changed: Callable[[Room], None],
    ) -> None:
        self._store = store
        self._journal = journal
        self._clock = clock
        self._entropy = entropy
        self._settings = settings
        self._games = games
        self.site = Site(settings, games, bots, journal, outbox, clock, entropy, people.seated, changed)
        self._rooms: dict[str, Room] = {}
        self._reading: dict[str, asyncio.Task[Room | None]] = {}
        self._sweeper: Scheduled | None = None
        self._purged = clock.steady() - PURGE_MS
        self._purging: asyncio.Task[None] | None = None
        self._closed = False

    def begin(self) -> None:
        """Start looking for rooms to put to sleep and logs to drop."""
        self._sweep()

    async def create(self, game: str, *, is_open: bool = False) -> str:
        """Make a room of this game, open to everybody or not, and return its code.

        Raises KeyError for an unknown game, StoreUnreachable.
        """
        if game not in self._games:
            raise KeyError(game)
        while True:
            code = self._new_code()
            now = self._clock.now()
            first = (encode(Created(now, code, game)), *([encode(Opened(now, True))] if is_open else ()))
            # A code that is taken is a log that exists already: the append conflicts and another one is drawn.
            if (await self._store.append([Append(code, 0, first)]))[0]:
                return code

    async def find(self, code: str) -> Room | None:
        """The room with this code, awake; None if there is none. Raises StoreUnreachable and Asleep."""
        room = self._rooms.get(code)
        if room is not None:
            return room
        reading = self._reading.get(code)
        if reading is None:
            # A task of its own: whoever asked first may go away, and the others still want the room.
            reading = self._reading[code] = asyncio.get_running_loop().create_task(self._read(code))
            reading.add_done_callback(lambda done: self._has_read(code, done))
        room = await asyncio.shield(reading)
        if self._closed:
            raise StoreUnreachable("this server is going down")
        return room

    def _has_read(self, code: str, reading: "asyncio.Task[Room | None]") -> None:
        del self._reading[code]
        if not reading.cancelled():
            reading.exception()  # marked as seen: those who wait get it, nobody else must

    async def _read(self, code: str) -> Room | None:
        entries = await self._store.read(code)
        if not entries:
            return None
        try:
            point, acks = await in_slices(_folded(entries, self._games))
        except Exception as error:
            kind = "a log that is not understood" if isinstance(error, UnknownEntry) else "a log that does not fold"
            log.exception("room %s sleeps: %s (%d entries)", code, kind, len(entries))
            raise Asleep(code) from error
        if self._closed:
            return None
        room = Room(point, acks, self.site, rebuilt=len(entries) > 1, gone=self._room_gone)
        self._rooms[code] = room
        return room

    def _room_gone(self, room: Room) -> None:
        if self._rooms.get(room.code) is room:
            del self._rooms[room.code]

    def set_saving(self, codes: Sequence[str], on: bool) -> None:
        """The journal says that entries of these rooms have been waiting too long, or that they are kept now."""
        for code in codes:
            room = self._rooms.get(code)
            if room is not None:
                room.set_saving(on)

    def stop_room(self, code: str, close_code: int) -> None:
        """Take one room out of service after a bug; its log stays."""
        room = self._rooms.get(code)
        if room is not None:
            room.stop(close_code)

    @property
    def awake(self) -> int:
        """How many rooms are in memory."""
        return len(self._rooms)

    def _new_code(self) -> str:
        # 31 letters do not divide 256: bytes beyond the last whole multiple are drawn again.
        code = ""
        while len(code) < CODE_LENGTH:
            code += "".join(ALPHABET[byte % 31] for byte in self._entropy(CODE_LENGTH) if byte < 248)
        return code[:CODE_LENGTH]

    def _sweep(self) -> None:
        if self._closed:
            return
        steady = self._clock.steady()
        for room in list(self._rooms.values()):
            if not room.viewers and room.idle and steady - room.empty_since >= self._settings.sleep_minutes * 60_000:
                room.stop(CLOSE_COME_BACK)
        if steady - self._purged >= PURGE_MS and (self._purging is None or self._purging.done()):
            self._purged = steady
            self._purging = asyncio.get_running_loop().create_task(self._purge())
        self._sweeper = self._clock.later(SWEEP_MS, self._sweep)

    async def _purge(self) -> None:
        try:
            dropped = await self._store.purge(self._clock.now() - self._settings.keep_days * 86_400_000)
            if dropped:
                log.info("dropped %d tables that nobody has touched for %d days", dropped, self._settings.keep_days)
        except Exception:
            log.exception("old tables could not be dropped; trying again in an hour")

    async def close(self) -> None:
        """Send everybody away with a code that brings them back, once all that was accepted is kept."""
        self._closed = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        for room in self._rooms.values():
            room.house.close()
        await self._journal.idle()
        for room in list(self._rooms.values()):
            room.stop(CLOSE_COME_BACK)
        if self._purging is not None:
            await self._purging


def _folded(entries: Sequence[bytes], games: Games) -> Slices[tuple[Point, list[tuple[str, str]]]]:
    """The room of a log, and the moves that it holds, as (player, ack)."""
    acks: list[tuple[str, str]] = []
    point = start(decode(entries[0]), games)
    for data in entries[1:]:
        yield
        entry = decode(data)
        if type(entry) is Moved and entry.ack:
            acks.append((_mover(point, entry.seat), entry.ack))
        point = fold(point, entry, games)
    return point, acks


def _mover(point: Point, seat: int) -> str:
    return next((player for player, number in seats_of_round(point).items() if number == seat), "")
