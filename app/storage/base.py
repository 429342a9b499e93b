"""What the house asks of a store: rooms as logs, and small documents with an expiry. Bytes in, bytes out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class StoreUnreachable(Exception):
    """The store did not answer; it is not known whether the call took effect. Repeating it is safe."""


class StoreUnusable(Exception):
    """The store cannot be opened. The message is one readable sentence with what to do."""


@dataclass(frozen=True, slots=True)
class Append:
    """Entries for the end of one room's log. `first_seq` is the length the log has to have."""

    room: str
    first_seq: int
    entries: tuple[bytes, ...]


class Store(Protocol):
    """Rooms as logs with compare-and-append, and documents by space and key.

    All calls raise `StoreUnreachable` when the store does not answer in time, cannot do it (a full disk, a lock held by
    another program) or is closed. Calls take effect in the order in which they were made, and one whose caller was
    cancelled may take effect, too.
    """

    async def append(self, batch: Sequence[Append]) -> list[bool]:
        """Append to several rooms at once; one answer a room, in order. At most one Append a room.

        True: the entries are kept (they survive kill -9 of the server and of the store). Also True when the log already
        ends in exactly these entries at `first_seq` (an answer that was lost). False: conflict, nothing was written
        for that room. A conflict in one room fails no other. Without entries it only compares the length.
        """

    async def read(self, room: str) -> list[bytes]:
        """The whole log of a room in order; [] for a room that is not known."""

    async def touched(self, room: str) -> int | None:
        """When the room's log grew last, in ms since the epoch; None for a room that is not known."""

    async def purge(self, before_ms: int) -> int:
        """Drop the logs that grew last before `before_ms` and the documents that have expired. How many rooms went.

        `before_ms` lies in the past. A room that grows meanwhile stays.
        """

    async def put(self, space: str, key: str, value: bytes, expires_ms: int) -> None:
        """Keep a document until `expires_ms` (ms since the epoch), replacing an older one."""

    async def get(self, space: str, key: str) -> bytes | None:
        """A document that has not expired, else None."""

    async def close(self) -> None:
        """Finish what is under way and let go of everything. The store takes no further calls."""
