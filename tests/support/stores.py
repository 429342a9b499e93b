"""A store in memory that keeps the contract and misbehaves on demand; and patience with stores that are away."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from app.storage.base import REMEMBERED_MS, Append, StoreUnreachable

T = TypeVar("T")

PATIENCE_S = 20


async def persist(call: Callable[[], Awaitable[T]]) -> T:
    """Repeat a call until the store answers, as the journal does."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                return await call()
            except StoreUnreachable:
                await asyncio.sleep(0)


@dataclass(slots=True)
class Listing:
    """An entry of a directory."""

    value: bytes
    free: int
    expires_ms: int


class FakeStore:
    """A `Store` without a file. `now_ms` is the clock.

    Appends can be held (`hold`, `let_go`), fail without effect (`is_away`), take effect and lose the answer
    (`lost_answers`), or meet a log that somebody else has written (`intrude`). `calls` lists every batch that arrived,
    `batches` those that took effect.
    """

    def __init__(self, now_ms: Callable[[], int] = lambda: 0) -> None:
        self.logs: dict[str, list[bytes]] = {}
        self.calls: list[tuple[Append, ...]] = []
        self.batches: list[tuple[Append, ...]] = []
        self.is_away = False
        self.lost_answers = 0
        self._now_ms = now_ms
        self._touched: dict[str, int] = {}
        self._documents: dict[tuple[str, str], tuple[bytes, int]] = {}
        self._directories: dict[str, dict[str, Listing]] = {}  # in the order of the first announcements
        self._points: dict[str, dict[str, int]] = {}
        self._credited: dict[tuple[str, str], int] = {}
        self._gate = asyncio.Event()
        self._gate.set()
        self._arrival = asyncio.Condition()
        self._is_closed = False

    def hold(self) -> None:
        """Let appends wait before they take effect, until `let_go`."""
        self._gate.clear()

    def let_go(self) -> None:
        self._gate.set()

    def intrude(self, room: str, *entries: bytes) -> None:
        """Write to a room's log behind its owner's back."""
        self.logs.setdefault(room, []).extend(entries)
        self._touched[room] = self._now_ms()

    async def arrived(self, calls: int) -> None:
        """Until so many batches have arrived in all (whether or not they took effect)."""
        async with self._arrival:
            await self._arrival.wait_for(lambda: len(self.calls) >= calls)

    async def append(self, batch: Sequence[Append]) -> list[bool]:
        if len({append.room for append in batch}) != len(batch):
            raise ValueError("a room appears twice in one batch")
        async with self._arrival:
            self.calls.append(tuple(batch))
            self._arrival.notify_all()
        await self._gate.wait()
        self._answerable()
        answers = [self._append(append) for append in batch]
        self.batches.append(tuple(batch))
        if self.lost_answers:
            self.lost_answers -= 1
            raise StoreUnreachable("the answer was lost")
        return answers

    def lane(self, room: str) -> Hashable:
        return ""

    async def read(self, room: str) -> list[bytes]:
        self._answerable()
        return list(self.logs.get(room, ()))

    async def touched(self, room: str) -> int | None:
        self._answerable()
        return self._touched.get(room)

    async def purge(self, before_ms: int, living: Collection[str] = ()) -> int:
        self._answerable()
        now = self._now_ms()
        self._documents = {key: kept for key, kept in self._documents.items() if kept[1] > now}
        for directory in self._directories:
            self._listed(directory)
        self._credited = {key: kept for key, kept in self._credited.items() if kept > now - REMEMBERED_MS}
        gone = [room for room, touched in self._touched.items() if touched < before_ms and room not in living]
        for room in gone:
            del self.logs[room], self._touched[room]
        return len(gone)

    async def put(self, space: str, key: str, value: bytes, expires_ms: int) -> None:
        self._answerable()
        self._documents[space, key] = (value, expires_ms)

    async def keep(self, space: str, key: str, value: bytes, expires_ms: int) -> bytes:
        kept = await self.get(space, key)
        if kept is None:
            await self.put(space, key, value, expires_ms)
        return value if kept is None else kept

    async def get(self, space: str, key: str) -> bytes | None:
        self._answerable()
        value, expires_ms = self._documents.get((space, key), (b"", self._now_ms()))
        return value if expires_ms > self._now_ms() else None

    async def announce(self, directory: str, key: str, value: bytes, free: int, expires_ms: int) -> None:
        self._listed(directory)[key] = Listing(value, free, expires_ms)

    async def withdraw(self, directory: str, key: str) -> None:
        self._listed(directory).pop(key, None)

    async def announced(self, directory: str, limit: int) -> list[tuple[str, bytes]]:
        return [(key, listing.value) for key, listing in self._listed(directory).items()][:limit]

    async def reserve(self, directory: str) -> str | None:
        for key, listing in self._listed(directory).items():
            if listing.free > 0:
                listing.free -= 1
                return key
        return None

    async def credit(self, board: str, key: str, points: Mapping[str, int]) -> None:
        self._answerable()
        if (board, key) not in self._credited:
            self._credited[board, key] = self._now_ms()
            standings = self._points.setdefault(board, {})
            for member, more in points.items():
                standings[member] = standings.get(member, 0) + more

    async def leaders(self, board: str, limit: int) -> list[tuple[str, int]]:
        self._answerable()
        return sorted(self._points.get(board, {}).items(), key=lambda standing: (-standing[1], standing[0]))[:limit]

    async def close(self) -> None:
        self._is_closed = True

    def _listed(self, directory: str) -> dict[str, Listing]:
        """What a directory lists now."""
        self._answerable()
        now = self._now_ms()
        listed = {key: entry for key, entry in self._directories.get(directory, {}).items() if entry.expires_ms > now}
        self._directories[directory] = listed
        return listed

    def _answerable(self) -> None:
        if self.is_away or self._is_closed:
            raise StoreUnreachable("away")

    def _append(self, append: Append) -> bool:
        log = self.logs.get(append.room, [])
        if len(log) == append.first_seq:
            if append.entries:
                self.intrude(append.room, *append.entries)
            return True
        return len(log) == append.first_seq + len(append.entries) and tuple(log[append.first_seq :]) == append.entries
