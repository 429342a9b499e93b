"""Which rooms this worker owns, where several share a store: leases, renewed for as long as the worker lives.

A worker that dies renews nothing, and whoever watches its rooms takes them over. One that stood still is told on
waking whose they are by now; until then the store itself refuses what it writes.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from app.rooms.clock import Clock, Scheduled
from app.storage.base import Lease, Leases, StoreUnreachable

LAPSE_MS: Final = 4000
RENEW_MS: Final = 1000
"""A dead worker's rooms are taken over after `LAPSE_MS` and one of these at the latest; sooner by who asks (`ask`)."""


@dataclass(slots=True)
class _Room:
    """What is known of a room: who owned it last, and, if that is us, until when for certain."""

    owner: str
    until: float = 0.0


class Tenancy:
    """The rooms that this worker owns or watches, each from `lease` to `give_up`.

    `name` is the worker's. `on_owner(room, lease)` is called when a room has a new owner, this worker or another; and
    when this worker owns one again after its lease had lapsed (the store was away): then the log may be longer than it
    was, because somebody else had the room for a while, or shorter, because the store has lost its end.
    """

    def __init__(self, store: Leases, clock: Clock, name: str, *, on_owner: Callable[[str, Lease], None]) -> None:
        self._store = store
        self._clock = clock
        self._name = name
        self._on_owner = on_owner
        self._rooms: dict[str, _Room] = {}
        self._next: Scheduled | None = None
        self._renewing: asyncio.Task[None] | None = None

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
        await self._learn([(room, self._rooms[room]) for room in rooms if room in self._rooms])

    def owner(self, room: str) -> str:
        """Who owned it last, as far as is known; "" for a room that is neither ours nor watched."""
        known = self._rooms.get(room)
        return known.owner if known is not None else ""

    async def give_up(self, room: str) -> None:
        """Let the next one have it at once, and watch it no longer. Raises `StoreUnreachable`: then it lapses."""
        known = self._rooms.pop(room, None)
        if known is not None and known.owner == self._name:
            await self._store.give_up([room])

    def unwatch(self, room: str) -> None:
        """Do not look at another worker's room any more."""
        if self.owner(room) != self._name:
            self._rooms.pop(room, None)

    async def close(self) -> None:
        """Hand over everything. A store that is away does not keep us: the leases lapse."""
        if self._next is not None:
            self._next.cancel()
        if self._renewing is not None:
            await self._renewing
            assert self._next is not None
            self._next.cancel()
        owned = [room for room, known in self._rooms.items() if known.owner == self._name]
        self._rooms.clear()
        if owned:
            with suppress(StoreUnreachable):
                await self._store.give_up(owned)

    def _until(self, lease: Lease, asked: float) -> float:
        """Counted from the question: the store counts from later."""
        return asked + LAPSE_MS if lease.owner == self._name else 0.0

    def _renew(self) -> None:
        self._renewing = asyncio.get_running_loop().create_task(self._renew_all(), name="leases")

    async def _renew_all(self) -> None:
        await self._learn(list(self._rooms.items()))
        self._renewing = None
        self._next = self._clock.later(RENEW_MS, self._renew)

    async def _learn(self, rooms: Sequence[tuple[str, _Room]]) -> None:
        asked = self._clock.steady()
        leases: list[Lease] = []
        with suppress(StoreUnreachable):
            leases = await self._store.lease([room for room, _ in rooms], LAPSE_MS) if rooms else []
        for (room, known), lease in zip(rooms, leases, strict=False):
            if self._rooms.get(room) is not known:
                continue  # given up meanwhile, or asked for anew
            is_news = lease.owner != known.owner or (lease.owner == self._name and known.until <= asked)
            known.owner, known.until = lease.owner, self._until(lease, asked)
            if is_news:
                self._on_owner(room, lease)
