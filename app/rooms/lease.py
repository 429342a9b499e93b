"""Which rooms this worker owns, where several share a store: leases, renewed for as long as the worker lives.

A worker that dies renews nothing, and whoever watches its rooms takes them over. One that stood still is told on
waking whose they are by now; until then the store itself refuses what it writes.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from app.rooms.clock import Clock, Scheduled
from app.storage.base import Lease, Leases, StoreUnreachable

log = logging.getLogger("pounce.lease")

LAPSE_MS: Final = 4000
RENEW_MS: Final = 1000
"""A dead worker's rooms are taken over after `LAPSE_MS` and one of these at the latest; sooner by who asks (`ask`)."""
AGAIN_MS: Final = 100
"""How soon a store that is away is asked again by who owns rooms in it."""
WARY_MS: Final = 1500
"""After a store was away only owners ask for so long: they alone know what it may have lost."""


@dataclass(slots=True)
class _Room:
    """What is known of a room: who owned it last, and, if that is us, until when for certain."""

    owner: str
    until: float = 0.0
    away: float = -WARY_MS
    """When the store could last not say."""


class Tenancy:
    """The rooms that this worker owns or watches, each from `lease` to `give_up`.

    `name` is the worker's. `on_owner(room, lease)` is called when a room has a new owner, this worker or another; and
    when this worker owns one again after the store was away, or its lease had lapsed: then the log may be longer than
    it was, because somebody else had the room for a while, or shorter, because the store has lost its end.
    """

    def __init__(self, store: Leases, clock: Clock, name: str, *, on_owner: Callable[[str, Lease], None]) -> None:
        self._store = store
        self._clock = clock
        self.name = name
        self._on_owner = on_owner
        self._rooms: dict[str, _Room] = {}
        self._next: Scheduled | None = None
        self._renewing: dict[Hashable, asyncio.Task[None]] = {}  # by lane
        self._again: dict[Hashable, tuple[dict[str, _Room], Scheduled]] = {}  # what is asked again soon, by lane
        self._closed = False

    def begin(self) -> None:
        """Start to renew."""
        self._next = self._clock.later(RENEW_MS, self._renew)

    async def lease(self, room: str) -> Lease:
        """Own a room that nobody owns, or learn who does. Raises `StoreUnreachable`. `on_owner` is not called for it.

        From now on it is renewed if it is ours, and watched if it is another's. A room without a log is neither.
        """
        asked = self._clock.steady()
        (lease,) = await self._store.lease([room], LAPSE_MS)
        if lease.length:
            self._rooms[room] = _Room(lease.owner, self._until(lease, asked))
        else:
            self._rooms.pop(room, None)
        return lease

    async def ask(self, rooms: Collection[str]) -> None:
        """Look at once, and not only with the next renewal, who owns these rooms, as far as they are watched."""
        lanes = self._by_lane(room for room in rooms if room in self._rooms)
        await asyncio.gather(*(self._learn(lane, some) for lane, some in lanes.items()))

    def owner(self, room: str) -> str:
        """Who owned it last, as far as is known; "" for a room that is neither ours nor watched."""
        known = self._rooms.get(room)
        return known.owner if known is not None else ""

    async def give_up(self, room: str) -> None:
        """Let the next one have it at once, and watch it no longer. Raises `StoreUnreachable`: then it lapses."""
        known = self._rooms.pop(room, None)
        if known is not None and known.owner == self.name:
            await self._store.give_up([room])

    def unwatch(self, room: str) -> None:
        """Do not look at another worker's room any more."""
        if self.owner(room) != self.name:
            self._rooms.pop(room, None)

    async def close(self) -> None:
        """Hand over everything. A store that is away does not keep us: the leases lapse."""
        self._closed = True
        for call in (self._next, *(call for _, call in self._again.values())):
            if call is not None:
                call.cancel()
        await asyncio.gather(*(self._close(lane, list(rooms)) for lane, rooms in self._by_lane(self._rooms).items()))
        if self._renewing:
            await asyncio.wait(self._renewing.values())

    async def _close(self, lane: Hashable, rooms: Sequence[str]) -> None:
        if lane in self._renewing:
            await asyncio.wait([self._renewing[lane]])
        owned = [room for room in rooms if self.owner(room) == self.name]
        for room in rooms:
            self._rooms.pop(room, None)
        if owned:
            with suppress(StoreUnreachable):
                await self._store.give_up(owned)

    def _may_take(self, known: _Room, now: float) -> bool:
        return known.owner == self.name or now - known.away >= WARY_MS

    def _until(self, lease: Lease, asked: float) -> float:
        """Counted from the question: the store counts from later."""
        return asked + LAPSE_MS if lease.owner == self.name else 0.0

    def _renew(self) -> None:
        self._next = self._clock.later(RENEW_MS, self._renew)
        for lane, rooms in self._by_lane(self._rooms).items():
            self._renew_lane(lane, rooms)

    def _renew_lane(self, lane: Hashable, rooms: dict[str, _Room]) -> None:
        if lane not in self._renewing:
            renewing = asyncio.get_running_loop().create_task(self._learn(lane, rooms), name="leases")
            self._renewing[lane] = renewing
            renewing.add_done_callback(lambda _: self._renewing.pop(lane))

    def _renew_soon(self, lane: Hashable, rooms: dict[str, _Room]) -> None:
        def again() -> None:
            failed, _ = self._again.pop(lane)
            self._renew_lane(lane, {room: known for room, known in failed.items() if self._rooms.get(room) is known})

        if lane in self._again:
            self._again[lane][0].update(rooms)
        elif not self._closed:
            self._again[lane] = (dict(rooms), self._clock.later(AGAIN_MS, again))

    def _by_lane(self, rooms: Iterable[str]) -> dict[Hashable, dict[str, _Room]]:
        """A part of the store that does not answer lets the leases in it lapse, and no others."""
        lanes: dict[Hashable, dict[str, _Room]] = {}
        for room in rooms:
            lanes.setdefault(self._store.lane(room), {})[room] = self._rooms[room]
        return lanes

    async def _learn(self, lane: Hashable, rooms: dict[str, _Room]) -> None:
        asked = self._clock.steady()
        asks = {room: known for room, known in rooms.items() if self._may_take(known, asked)}
        leases: list[Lease] = []
        given_up: list[str] = []  # while we asked, which may have brought them back
        try:
            if asks:
                leases = await self._store.lease(list(asks), LAPSE_MS)
            else:  # whether it is back: what is not ours is left alone
                await self._store.give_up(list(rooms)[:1])
        except StoreUnreachable:
            for known in rooms.values():
                known.away = self._clock.steady()
            self._renew_soon(lane, rooms)
        except Exception:
            log.exception("leases could not be renewed")
        for (room, known), lease in zip(asks.items(), leases, strict=False):
            if self._rooms.get(room) is not known:
                if room not in self._rooms and lease.owner == self.name:
                    given_up.append(room)
                continue  # or asked for anew
            was_away = known.until <= asked or known.away > -WARY_MS
            is_news = lease.owner != known.owner or (lease.owner == self.name and was_away)
            known.owner, known.until, known.away = lease.owner, self._until(lease, asked), -WARY_MS
            if is_news:
                try:
                    self._on_owner(room, lease)
                except Exception:
                    log.exception("room %s: that it has another owner could not be dealt with", room)
        if given_up:
            with suppress(StoreUnreachable):
                await self._store.give_up(given_up)
