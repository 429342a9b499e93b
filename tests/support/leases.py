"""Leases in memory: those of a store that several workers share."""

from collections.abc import Callable, Sequence

from app.storage.base import Lease, StoreUnreachable


class FakeLeases:
    """What `Leases` promises, for several workers: `worker(name)` is what one of them sees."""

    def __init__(self, steady: Callable[[], float]) -> None:
        self.lengths: dict[str, int] = {}
        self.is_away = False
        self._steady = steady
        self._leases: dict[str, tuple[str, float]] = {}

    def worker(self, name: str) -> "FakeWorker":
        return FakeWorker(self, name)

    def owner(self, room: str) -> str:
        owner, until = self._leases.get(room, ("", 0.0))
        return owner if self._steady() < until else ""

    def set(self, room: str, owner: str, until: float) -> None:
        if self.is_away:
            raise StoreUnreachable("away")
        self._leases[room] = (owner, until)


class FakeWorker:
    """`Leases` as one worker has them."""

    def __init__(self, leases: FakeLeases, name: str) -> None:
        self._leases = leases
        self._name = name

    async def lease(self, rooms: Sequence[str], lapse_ms: int) -> list[Lease]:
        answers = []
        for room in rooms:
            owner = self._leases.owner(room) or self._name
            until = self._leases._steady() + lapse_ms if owner == self._name else self._leases._leases[room][1]
            self._leases.set(room, owner, until)
            answers.append(Lease(owner, self._leases.lengths.get(room, 0)))
        return answers

    async def give_up(self, rooms: Sequence[str]) -> None:
        for room in rooms:
            if self._leases.owner(room) == self._name:
                self._leases.set(room, "", 0.0)
