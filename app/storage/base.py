"""What the house asks of a store: rooms as logs, small documents, directories, boards. Bytes in, bytes out."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

REMEMBERED_MS: Final = 90 * 86_400_000
"""How long a board remembers what it was credited with."""


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


class Directory(Protocol):
    """Small entries under a directory's name, each with a number of free places: what is on offer now.

    Names and keys are any text. All calls raise `StoreUnreachable` as those of `Store` do, and may be repeated; of
    `reserve` see there.
    """

    async def announce(self, directory: str, key: str, value: bytes, free: int, expires_ms: int) -> None:
        """List an entry until `expires_ms` (ms since the epoch). One of that key is replaced, and stays where it is.

        One that has expired or was withdrawn is new, and comes last.
        """

    async def withdraw(self, directory: str, key: str) -> None:
        """List this entry no longer; nothing happens when it is not there."""

    async def announced(self, directory: str, limit: int) -> list[tuple[str, bytes]]:
        """The keys and values of the entries that have not expired, oldest first, at most `limit`.

        The oldest is the one that was announced first, however often it was replaced since.
        """

    async def reserve(self, directory: str) -> str | None:
        """Take a free place of the oldest entry that has one and has not expired, and say its key; None without any.

        Between two announcements of an entry no place is given twice, however many ask at once. Repeated after an
        answer that was lost it may take a second place: that stays empty until its entry is announced the next time,
        with as many as are free by then.
        """


class Boards(Protocol):
    """Points of members, added up under a board's name. Names, members and keys are any text.

    All calls raise `StoreUnreachable` as those of `Store` do, and may be repeated.
    """

    async def credit(self, board: str, key: str, points: Mapping[str, int]) -> None:
        """Add points (whole numbers, below zero too) to those of these members, once for each `key` of a board.

        All of them or none. A key is remembered for `REMEMBERED_MS` at least; `purge` forgets it afterwards, and the
        points stay. Sums are exact up to 2**53.
        """

    async def leaders(self, board: str, limit: int) -> list[tuple[str, int]]:
        """Members and their points, most points first, those with as many by name (its code points); at most `limit`.

        Whoever was credited with anything is a member, with 0 points as well.
        """


class Store(Directory, Boards, Protocol):
    """Rooms as logs with compare-and-append, documents by space and key, directories and boards.

    All calls raise `StoreUnreachable` when the store does not answer in time, cannot do it (a full disk, a lock held by
    another program) or is closed. Calls take effect in the order in which they were made, and one whose caller was
    cancelled may take effect, too.
    """

    async def append(self, batch: Sequence[Append]) -> list[bool]:
        """Append to several rooms at once; one answer a room, in order. At most one Append a room.

        True: the entries are kept (they survive kill -9 of the server and of the store). Also True when the log already
        ends in exactly these entries at `first_seq` (an answer that was lost). False: conflict, nothing was written
        for that room. A conflict in one room fails no other. Without entries it only compares the length.

        In a store that several workers share it is a conflict, too, when another worker owns the room (`Leases`).
        """

    def lane(self, room: str) -> Hashable:
        """Which part of the store keeps this room, as far as is known: the same answer for rooms that share a part.

        Parts stand still or go away one by one, so batches for different lanes need not wait for each other. A room may
        be moved to another lane at any time. It never raises.
        """

    async def read(self, room: str) -> list[bytes]:
        """The whole log of a room in order; [] for a room that is not known."""

    async def touched(self, room: str) -> int | None:
        """When the room's log grew last, in ms since the epoch; None for a room that is not known."""

    async def purge(self, before_ms: int, living: Collection[str] = ()) -> int:
        """Drop the logs that grew last before `before_ms` and whatever has expired. How many rooms went.

        `before_ms` lies in the past. A room that grows meanwhile stays, and so does one that is in `living` when its
        turn comes, or that any worker owns (`Leases`).
        """

    async def put(self, space: str, key: str, value: bytes, expires_ms: int) -> None:
        """Keep a document until `expires_ms` (ms since the epoch), replacing an older one."""

    async def keep(self, space: str, key: str, value: bytes, expires_ms: int) -> bytes:
        """Keep a document until `expires_ms` unless there is one that has not expired; what is there now.

        Of those who keep different ones at the same time all are answered with the same. The first one's expiry stays.
        """

    async def get(self, space: str, key: str) -> bytes | None:
        """A document that has not expired, else None."""

    async def close(self) -> None:
        """Finish what is under way and let go of everything. The store takes no further calls."""


@dataclass(frozen=True, slots=True)
class Lease:
    """Who owns a room ("" for nobody), and how long its log is."""

    owner: str
    length: int


class Leases(Protocol):
    """What a store that several workers share promises besides: nobody writes to a room that another one owns.

    A worker opens it with a name of its own, a new one for each start of the process. An `append` of new entries is
    refused (False) if and only if another worker owns the room, or the log does not have the length; both are checked
    where the log is, in one go. So a worker that stood still and wakes up after another took the room writes nothing,
    and one whose lease has lapsed goes on if nobody has written meanwhile. A room that has no log yet is made by a
    plain `append`: of two who make the same one, the second finds another length. A worker without a name ("") is
    refused for the length alone. What is kept already is True to whoever repeats it, and to an append without entries
    it does not matter whose the room is. All calls raise `StoreUnreachable` as those of `Store` do.
    """

    def lane(self, room: str) -> Hashable:
        """That of `Store`: rooms of one lane are best asked for together, and those of others in calls of their own."""

    async def lease(self, rooms: Sequence[str], lapse_ms: int) -> list[Lease]:
        """Own those of these rooms that nobody owns, and those that are ours already, for `lapse_ms` from now.

        One answer a room, in order: who owns it now. A lease lapses by the store's clock. A room without a log cannot
        be owned: for that the answer is `Lease("", 0)`, and nothing is written.
        """

    async def give_up(self, rooms: Sequence[str]) -> None:
        """Own these rooms no longer; those that are not ours are left alone."""


class Post(Protocol):
    """Messages between the workers that share a store: to one worker in the order in which they were sent.

    Each arrives once or not at all. It is lost when the receiver is not there, when either end or the store stumbles,
    or when too many wait: whoever needs to know counts.
    """

    def send(self, to: str, message: bytes) -> None:
        """Send to the worker of this name. It never waits and never raises.

        What is sent in one turn of the event loop goes out together. While the store is away, or more bytes wait than
        the post holds, messages are dropped.
        """

    @property
    def unsent(self) -> int:
        """How many bytes wait in this process: sent, and not taken by the store so far."""

    async def close(self) -> None:
        """Send what waits, take nothing more and hang up. Closing twice does no harm."""
