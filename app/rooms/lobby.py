"""All rooms of this server: made, found by code, read from their logs on first touch, put to sleep when left alone.

Where several workers share a store each room is awake at one of them, by its lease; the others relay.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from app.bots.bot import Bot
from app.rooms.advice import Advisor
from app.rooms.archive import Slices, in_slices
from app.rooms.clock import Clock, Entropy
from app.rooms.codes import new_code
from app.rooms.entry import (
    Created,
    MatchStarted,
    Moved,
    Numbered,
    Opened,
    Rewound,
    RoundStarted,
    Sat,
    UnknownEntry,
    decode,
    encode,
)
from app.rooms.far_room import FarRoom
from app.rooms.fold import Games, fold, start
from app.rooms.glance import Glances
from app.rooms.journal import Journal
from app.rooms.lease import LAPSE_MS, Tenancy
from app.rooms.mending import Mending
from app.rooms.outbox import Outbox
from app.rooms.people import People
from app.rooms.point import Point, seats_of_round
from app.rooms.relay import Relay
from app.rooms.room import Room
from app.rooms.site import Site
from app.rooms.sweep import Sweep
from app.rules.deals import deal_seed
from app.rules.game import Options, complete
from app.settings import Settings
from app.storage.base import Append, Lease, Leases, Post, Store, StoreUnreachable
from app.wire import CLOSE_COME_BACK

log = logging.getLogger("pounce.lobby")

FOLDS: Final = 2
"""So many logs are folded at a time: each has a slice in every turn of the event loop, and the others wait."""


class Asleep(Exception):
    """The log of this room is not understood by this version; it is kept as it is."""


@dataclass(frozen=True, slots=True)
class Workers:
    """Several workers share the store: this one's name, the leases of rooms, and the post between all of them.

    What the post brings goes to `Lobby.hear`.
    """

    name: str
    leases: Leases
    post: Post


class Lobby:
    """The rooms that are awake, by code. Without `workers` all rooms of the store are this server's."""

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
        workers: Workers | None = None,
        advisor: Advisor | None = None,
    ) -> None:
        self._store = store
        self._journal = journal
        self._clock = clock
        self._entropy = entropy
        self._games = games
        self.site = Site(settings, games, bots, journal, outbox, clock, entropy, people.seated, changed, advisor)
        self._rooms: dict[str, Room] = {}
        self._reading: dict[str, asyncio.Task[Room | FarRoom | None]] = {}
        self._folding = asyncio.Semaphore(FOLDS)
        self._workers = workers
        self._tenancy: Tenancy | None = None
        self._relay: Relay | None = None
        if workers is not None:
            self._tenancy = Tenancy(workers.leases, clock, workers.name, on_owner=self._has_owner)
            self._relay = Relay(
                workers.name,
                self.site,
                find=self.find,
                watch=self._tenancy.ask,
                give_away=self._give_away,
                unused=self._tenancy.unwatch,
            )
        self._glances = Glances(self._look, clock)
        self._mending = Mending(store, self._tenancy, stopped=self._was_stopped)
        self._sweep = Sweep(self._rooms, store, settings, clock)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def begin(self) -> None:
        """Start looking for rooms to put to sleep and logs to drop, and after the leases."""
        self._sweep.begin()
        if self._workers is not None and self._tenancy is not None and self._relay is not None:
            self._tenancy.begin()
            self._relay.begin(self._workers.post)

    def hear(self, message: bytes) -> None:
        """Another worker says something."""
        if self._relay is not None:
            self._relay.hear(message)

    async def create(self, game: str, *, is_open: bool = False) -> str:
        """Make a room of this game, open to everybody or not, and return its code.

        Raises KeyError for an unknown game, StoreUnreachable.
        """
        if game not in self._games:
            raise KeyError(game)
        while True:
            code = new_code(self._entropy)
            now = self._clock.now()
            first = (encode(Created(now, code, game)), *([encode(Opened(now, True))] if is_open else ()))
            # A code that is taken is a log that exists already: the append conflicts and another one is drawn.
            if (await self._store.append([Append(code, 0, first)]))[0]:
                return code

    async def create_solo(
        self, game: str, player: str, name: str, options: Options, number: int, *, day: str = ""
    ) -> str:
        """A room in which this person has the deal with this number before him; its code. `options` may be few.

        Nobody is told the number of a `day`'s deal. Raises KeyError for a game that is not for one, BadOptions,
        NoSuchDeal, StoreUnreachable.
        """
        rules = self._games[game]
        if rules.info.pace != "solo":
            raise KeyError(game)
        whole = complete(rules.info, options)
        seed = deal_seed(game, number).hex()
        while True:
            code, now = new_code(self._entropy), self._clock.now()
            log = (
                Created(now, code, game),
                Sat(now, 0, player, name),
                Numbered(now, 0 if day else number, day),
                MatchStarted(now, game, whole, seed),
                RoundStarted(now, (0,)),
            )
            if (await self._store.append([Append(code, 0, tuple(encode(entry) for entry in log))]))[0]:
                # Nobody has to give his name for this, so it is none to be remembered.
                self.site.seated(player, "", code, True)
                return code

    async def find(self, code: str) -> Room | FarRoom | None:
        """The room with this code, awake, here or at the worker that owns it; None if there is none.

        Raises StoreUnreachable and Asleep.
        """
        room = self._rooms.get(code)
        if room is not None:
            return room
        if self._relay is not None and code not in self._reading and (far := self._relay.far.known(code)) is not None:
            return far
        reading = self._reading.get(code)
        if reading is None:
            # A task of its own: whoever asked first may go away, and the others still want the room.
            reading = self._reading[code] = asyncio.get_running_loop().create_task(self._read(code))
            reading.add_done_callback(lambda done: self._has_read(code, done))
        found = await asyncio.shield(reading)
        if self._closed:
            raise StoreUnreachable("this server is going down")
        return found

    async def glance(self, code: str) -> Point | None:
        """The room as it is kept, without waking it or asking whose it is; None if there is none.

        What is awake elsewhere, or not at all, may be seen as it was a moment ago. Raises StoreUnreachable, Asleep.
        """
        room = self._rooms.get(code)
        if room is None and self._tenancy is None:
            found = await self.find(code)
            room = found if isinstance(found, Room) else None
        if room is not None and not room.ended:
            return room.kept
        return None if self._tenancy is None else await self._glances.of(code)

    async def _look(self, code: str) -> Point | None:
        entries = await self._store.read(code)
        return (await self._fold(code, entries))[0] if entries else None

    def _has_read(self, code: str, reading: "asyncio.Task[Room | FarRoom | None]") -> None:
        del self._reading[code]
        # Asking for the exception marks it as seen: those who wait get it, nobody else must.
        if not reading.cancelled() and (reading.exception() is not None or reading.result() is None):
            self._let_go(code)

    async def _read(self, code: str) -> Room | FarRoom | None:
        asked = self._clock.steady()
        if self._tenancy is not None and self._relay is not None:
            lease = await self._tenancy.lease(code)
            if not lease.length:
                return None
            if lease.owner != self._tenancy.name:
                return self._relay.far.room(code, lease.owner)
        entries = await self._store.read(code)
        if not entries:
            return None
        point, acks = await self._fold(code, entries)
        if self._tenancy is not None and self._clock.steady() - asked >= LAPSE_MS:
            # Nobody may have renewed it meanwhile, and somebody else may have had the room.
            lease = await self._tenancy.lease(code)
            if lease != Lease(self._tenancy.name, len(entries)):
                return await self._read(code)
        if self._closed:
            return None
        if self._tenancy is not None and self._relay is not None:
            owner = self._tenancy.owner(code)
            if owner != self._tenancy.name:  # it lapsed while the log was read, and another has it
                return self._relay.far.room(code, owner) if owner else None
        room = Room(point, acks, self.site, rebuilt=len(entries) > 1, torn=self._mending.begin, gone=self._room_gone)
        self._rooms[code] = room
        return room

    async def _fold(self, code: str, entries: Sequence[bytes]) -> tuple[Point, list[tuple[str, str]]]:
        try:
            async with self._folding:
                return await in_slices(_folded(entries, self._games), self._clock.steady)
        except Exception as error:
            kind = "a log that is not understood" if isinstance(error, UnknownEntry) else "a log that does not fold"
            log.exception("room %s sleeps: %s (%d entries)", code, kind, len(entries))
            raise Asleep(code) from error

    def _room_gone(self, room: Room) -> None:
        if self._rooms.get(room.code) is room:
            del self._rooms[room.code]
            self._let_go(room.code)

    # --- leases ----------------------------------------------------------------------------------------------

    def _do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _let_go(self, code: str) -> None:
        """Whoever wants the room may have it."""
        if self._tenancy is not None:
            self._do(self._give_up(code))

    async def _give_up(self, code: str) -> None:
        assert self._tenancy is not None
        with suppress(StoreUnreachable):  # then it lapses
            await self._tenancy.give_up(code)

    def _give_away(self, room: Room) -> None:
        """Nobody looks at this room here: whoever relays it has it from now on."""
        self._do(self._hand_over(room))

    async def _hand_over(self, room: Room) -> None:
        room.retire()
        try:
            await self._give_up(room.code)
        finally:
            room.stop(CLOSE_COME_BACK)

    def _has_owner(self, code: str, lease: Lease) -> None:
        """A room that this worker owned or watched has another owner, or lapsed and is this worker's again."""
        assert self._tenancy is not None
        assert self._relay is not None
        room = self._rooms.get(code)
        is_ours = lease.owner == self._tenancy.name
        if room is None and is_ours:
            self._do(self._take_over(code))
        elif room is None:
            self._relay.far.moved(code)
            if not lease.length:
                self._let_go(code)
        elif not is_ours and lease.length:
            log.warning("room %s was taken over by another worker while this one stood still", code)
            room.stop(CLOSE_COME_BACK)
        elif room.idle and lease.length != room.kept.seq:
            room.tear()  # what waits for the journal will be refused: nothing of it may be under way while it is mended

    async def _take_over(self, code: str) -> None:
        """The owner of a room that is watched here is gone: play goes on here, whether anybody asks or not."""
        assert self._relay is not None
        if code in self._reading:
            return
        log.info("room %s is taken over from a worker that is gone", code)
        try:
            reading = self._reading[code] = asyncio.get_running_loop().create_task(self._read(code))
            reading.add_done_callback(lambda done: self._has_read(code, done))
            await asyncio.wait([reading])
        finally:
            self._relay.far.moved(code)

    def _was_stopped(self, room: Room) -> None:
        """It was given up while its lease was asked for; unless it has been found again, it is given up once more."""
        is_far = self._relay is not None and self._relay.far.known(room.code) is not None
        if not is_far and room.code not in self._rooms and room.code not in self._reading:
            self._let_go(room.code)

    # --- what all rooms are told -----------------------------------------------------------------------------

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

    async def close(self) -> None:
        """Send everybody away with a code that brings them back, once all that was accepted is kept.

        Where there are other workers they may have the rooms before that, so that who comes back finds his table there.
        """
        self._closed = True
        self._sweep.stop()
        for room in self._rooms.values():
            room.house.close()
        await self._journal.idle()
        while self._mending:
            await self._mending.settled()
            await self._journal.idle()
        rooms = list(self._rooms.values())
        if self._tenancy is not None:
            for room in rooms:
                room.retire()
            await self._tenancy.close()
        for room in rooms:
            room.stop(CLOSE_COME_BACK)
        if self._relay is not None:
            await self._relay.close()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await self._sweep.close()


def _folded(entries: Sequence[bytes], games: Games) -> Slices[tuple[Point, list[tuple[str, str]]]]:
    """The room of a log, and the moves that it holds, as (player, ack)."""
    acks: list[tuple[str, str]] = []
    point = start(decode(entries[0]), games)
    for data in entries[1:]:
        yield
        entry = decode(data)
        if isinstance(entry, Moved | Rewound) and entry.ack:
            acks.append((_mover(point, entry.seat), entry.ack))
        point = fold(point, entry, games)
    return point, acks


def _mover(point: Point, seat: int) -> str:
    return next((player for player, number in seats_of_round(point).items() if number == seat), "")
