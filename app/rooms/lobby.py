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
from app.rooms.clock import Clock, Entropy, Scheduled
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
from app.rooms.fold import Games, Point, fold, seats_of_round, start
from app.rooms.journal import Journal
from app.rooms.lease import LAPSE_MS, Tenancy
from app.rooms.outbox import Outbox
from app.rooms.people import People
from app.rooms.relay import FarRoom, Relay
from app.rooms.room import Room
from app.rooms.site import Site
from app.rules.deals import deal_seed
from app.rules.game import Options, complete
from app.settings import Settings
from app.storage.base import Append, Lease, Leases, Post, Store, StoreUnreachable
from app.wire import CLOSE_BUG, CLOSE_COME_BACK

log = logging.getLogger("pounce.lobby")

ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No letters and digits that look alike on a phone."""
CODE_LENGTH: Final = 6
SWEEP_MS: Final = 60_000
PURGE_MS: Final = 3_600_000
MEND_PAUSE_S: Final = 0.2
"""Between two tries to look at a log that is not what its room takes it for, while the store is away."""
MEND_LOOKS: Final = 5
"""So often a log is looked at that goes on changing while its lost end is written again."""
FOLDS: Final = 2
"""So many logs are folded at a time: each has a slice in every turn of the event loop, and the others wait."""
GLANCES: Final = 256
"""Rooms of others, or asleep, that are remembered as they were read last."""
GLANCE_MS: Final = 2000
"""How long."""


def tidy_code(text: str) -> str | None:
    """The room code that was meant: any case, blanks and dashes left out. None if it cannot be one."""
    code = text.upper().replace(" ", "").replace("-", "").replace("\u00a0", "")
    return code if len(code) == CODE_LENGTH and all(char in ALPHABET for char in code) else None


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
        self._settings = settings
        self._games = games
        self.site = Site(settings, games, bots, journal, outbox, clock, entropy, people.seated, changed, advisor)
        self._rooms: dict[str, Room] = {}
        self._reading: dict[str, asyncio.Task[Room | FarRoom | None]] = {}
        self._glances: dict[str, tuple[float, Point | None]] = {}
        self._folding = asyncio.Semaphore(FOLDS)
        self._looking: dict[str, asyncio.Task[Point | None]] = {}
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
        self._tasks: set[asyncio.Task[None]] = set()
        self._mending: set[asyncio.Task[None]] = set()
        self._sweeper: Scheduled | None = None
        self._purged = clock.steady() - PURGE_MS
        self._purging: asyncio.Task[None] | None = None
        self._closed = False

    def begin(self) -> None:
        """Start looking for rooms to put to sleep and logs to drop, and after the leases."""
        self._sweep()
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
            code = self._new_code()
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
            code, now = self._new_code(), self._clock.now()
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
        if self._relay is not None and code not in self._reading and (far := self._relay.known(code)) is not None:
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

        What is awake elsewhere, or not at all, may be seen as it was `GLANCE_MS` ago. Raises StoreUnreachable, Asleep.
        """
        room = self._rooms.get(code)
        if room is None and self._tenancy is None:
            found = await self.find(code)
            room = found if isinstance(found, Room) else None
        if room is not None and not room.ended:
            return room.kept
        if self._tenancy is None:
            return None
        at, point = self._glances.get(code, (-GLANCE_MS, None))
        if self._clock.steady() - at < GLANCE_MS:
            return point
        looking = self._looking.get(code)
        if looking is None:  # a log that is long is read once, however many ask
            looking = self._looking[code] = asyncio.get_running_loop().create_task(self._look(code))
            looking.add_done_callback(lambda done: self._has_looked(code, done))
        return await asyncio.shield(looking)

    async def _look(self, code: str) -> Point | None:
        now = self._clock.steady()
        entries = await self._store.read(code)
        self._glances.pop(code, None)
        if not entries:
            return None
        point = (await self._fold(code, entries))[0]
        self._glances[code] = (now, point)
        while len(self._glances) > GLANCES:
            del self._glances[next(iter(self._glances))]
        return point

    def _has_looked(self, code: str, looking: asyncio.Task[Point | None]) -> None:
        del self._looking[code]
        if not looking.cancelled():
            looking.exception()  # marked as seen: those who wait get it

    def _has_read(self, code: str, reading: "asyncio.Task[Room | FarRoom | None]") -> None:
        del self._reading[code]
        # Asking for the exception marks it as seen: those who wait get it, nobody else must.
        if not reading.cancelled() and (reading.exception() is not None or reading.result() is None):
            self._let_go(code)

    async def _read(self, code: str) -> Room | FarRoom | None:
        asked = self._clock.steady()
        if self._tenancy is not None and self._workers is not None and self._relay is not None:
            lease = await self._tenancy.lease(code)
            if not lease.length:
                return None
            if lease.owner != self._workers.name:
                return self._relay.room(code, lease.owner)
        entries = await self._store.read(code)
        if not entries:
            return None
        point, acks = await self._fold(code, entries)
        if self._tenancy is not None and self._workers is not None and self._clock.steady() - asked >= LAPSE_MS:
            # Nobody may have renewed it meanwhile, and somebody else may have had the room.
            lease = await self._tenancy.lease(code)
            if lease != Lease(self._workers.name, len(entries)):
                return await self._read(code)
        if self._closed:
            return None
        if self._tenancy is not None and self._workers is not None and self._relay is not None:
            owner = self._tenancy.owner(code)
            if owner != self._workers.name:  # it lapsed while the log was read, and another has it
                return self._relay.room(code, owner) if owner else None
        room = Room(point, acks, self.site, rebuilt=len(entries) > 1, torn=self._is_torn, gone=self._room_gone)
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
        assert self._workers is not None
        assert self._relay is not None
        room = self._rooms.get(code)
        is_ours = lease.owner == self._workers.name
        if room is None and is_ours:
            self._do(self._take_over(code))
        elif room is None:
            self._relay.moved(code)
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
            self._relay.moved(code)

    def _is_torn(self, room: Room) -> None:
        mending = self._do(self._mend(room))
        self._mending.add(mending)
        mending.add_done_callback(self._mending.discard)

    async def _mend(self, room: Room) -> None:
        """The log is not what its room takes it for. If nobody else has written, what it lost is appended again."""
        try:
            length = await self._mended(room)
        except Exception:
            log.exception("room %s stops: its log could not be looked at", room.code)
            room.stop(CLOSE_BUG)
            return
        if room.ended:
            is_far = self._relay is not None and self._relay.known(room.code) is not None
            if not is_far and room.code not in self._rooms and room.code not in self._reading:
                self._let_go(room.code)  # it was stopped, and given up, while its lease was asked for
            return
        if length is None:
            # What was judged here may be wrong, so everybody comes back to a room that is read anew.
            log.warning("room %s: the log was changed by another writer; reading it again", room.code)
            room.stop(CLOSE_COME_BACK)
            return
        try:
            room.go_on(length)
        except Exception:
            log.exception("room %s: an entry was kept but could not be shown", room.code)
            room.stop(CLOSE_BUG)

    async def _mended(self, room: Room) -> int | None:
        """How long the log is, which has all that was shown and nothing foreign; None when that cannot be had."""
        looks = 0
        while self._tenancy is not None and self._workers is not None and not room.ended and looks < MEND_LOOKS:
            try:
                lease = await self._tenancy.lease(room.code)
                if lease.owner not in (self._workers.name, ""):
                    return None
                entries = await self._store.read(room.code)
                first, shown, waiting = room.log_end()
                lost = first + len(shown) - len(entries)
                known = shown + waiting
                if not first <= len(entries) <= first + len(known) or entries[first:] != known[: len(entries) - first]:
                    return None
                if lost <= 0:
                    return len(entries)
                log.warning("room %s: the store has lost the last %d entries; they are written again", room.code, lost)
                await self._store.append([Append(room.code, len(entries), tuple(shown[-lost:]))])
                looks += 1
            except StoreUnreachable:
                await asyncio.sleep(MEND_PAUSE_S)
        return None

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
            before = self._clock.now() - self._settings.keep_days * 86_400_000
            dropped = await self._store.purge(before, self._rooms.keys())
            if dropped:
                log.info("dropped %d tables that nobody has touched for %d days", dropped, self._settings.keep_days)
        except Exception:
            log.exception("old tables could not be dropped; trying again in an hour")

    async def close(self) -> None:
        """Send everybody away with a code that brings them back, once all that was accepted is kept.

        Where there are other workers they may have the rooms before that, so that who comes back finds his table there.
        """
        self._closed = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        for room in self._rooms.values():
            room.house.close()
        await self._journal.idle()
        while self._mending:
            await asyncio.wait(self._mending)
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
        if self._purging is not None:
            self._purging.cancel()  # it may have a million keys to look at, and the next server does it again
            await asyncio.wait([self._purging])


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
