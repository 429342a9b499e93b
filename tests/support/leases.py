"""Leases in memory: those of a store that several workers share."""

import asyncio
from collections.abc import Callable, Sequence

from app.storage.base import Lease, StoreUnreachable


class FakeLeases:
    """What `Leases` promises, for several workers: `worker(name)` is what one of them sees.

    `lengths` says how long the logs are; a room that is not in it has none. `lanes` has rooms that are not in lane "",
    and nothing in a `stuck` lane is answered before its event is set.
    """

    def __init__(self, steady: Callable[[], float]) -> None:
        self.lengths: dict[str, int] = {}
        self.is_away = False
        self.lanes: dict[str, str] = {}
        self.stuck: dict[str, asyncio.Event] = {}
        self._steady = steady
        self._leases: dict[str, tuple[str, float]] = {}

    def worker(self, name: str) -> "FakeWorker":
        return FakeWorker(self, name)

    def owner(self, room: str) -> str:
        owner, until = self._leases.get(room, ("", 0.0))
        return owner if self._steady() < until else ""

    def lease(self, room: str, name: str, lapse_ms: int) -> Lease:
        self._answerable()
        length = self.lengths.get(room, 0)
        if not length:
            return Lease("", 0)
        owner = self.owner(room) or name
        if owner == name:
            self._leases[room] = (name, self._steady() + lapse_ms)
        return Lease(owner, length)

    def give_up(self, room: str, name: str) -> None:
        self._answerable()
        if self.owner(room) == name:
            del self._leases[room]

    def _answerable(self) -> None:
        if self.is_away:
            raise StoreUnreachable("away")


class FakeWorker:
    """`Leases` as one worker has them."""

    def __init__(self, leases: FakeLeases, name: str) -> None:
        self._leases = leases
        self._name = name

    def lane(self, room: str) -> str:
        return self._leases.lanes.get(room, "")

    async def lease(self, rooms: Sequence[str], lapse_ms: int) -> list[Lease]:
        for lane in {self.lane(room) for room in rooms} & self._leases.stuck.keys():
            await self._leases.stuck[lane].wait()
        return [self._leases.lease(room, self._name, lapse_ms) for room in rooms]

    async def give_up(self, rooms: Sequence[str]) -> None:
        for room in rooms:
            self._leases.give_up(room, self._name)
