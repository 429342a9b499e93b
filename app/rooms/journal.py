"""Group commit: what all rooms append in one turn of the event loop goes to the store in one batch, one in flight.

Rooms show nothing before it is kept. So the journal answers every append once, in order, and holds on through a store
that is slow or away: repeating a batch is safe, because a log that already ends in the same entries takes it for done.
A store of several nodes has a lane for each, so that a node that is away does not keep the rooms of the others waiting.
"""

import asyncio
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Literal

from app.storage.base import Append, Store, StoreUnreachable

Outcome = Literal["kept", "conflict"]
"""conflict: the log is not what the room thinks it is, somebody else has written it. Nothing was appended."""
Done = Callable[[Outcome], None]

SLOW_S: Final = 1.0
"""A batch that is unconfirmed for so long is slow, and those who wait for it are told."""
FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 1.0


@dataclass(slots=True)
class _Waiting:
    """What one room has appended for one batch."""

    first_seq: int
    entries: list[bytes]
    done: list[Done]


@dataclass(slots=True)
class _Batch:
    """Appends by room, and those who wait until all of them are answered."""

    rooms: dict[str, _Waiting] = field(default_factory=dict)
    idlers: list["asyncio.Future[None]"] = field(default_factory=list)


class _Lane:
    """One batch after the other, and what waits meanwhile. `on_answers(lane, batch, answers)` is told of each."""

    def __init__(
        self,
        store: Store,
        on_answers: Callable[["_Lane", _Batch, list[bool]], None],
        on_slow: Callable[[Sequence[str], bool], None],
        on_bug: Callable[[str | None, Exception], None],
    ) -> None:
        self._store = store
        self._on_answers = on_answers
        self._on_slow = on_slow
        self._on_bug = on_bug
        self._next = _Batch()
        self._flight: _Batch | None = None
        self._slow: dict[str, None] | None = None  # the rooms told to be slow, while a batch is
        self._wake: asyncio.Future[None] | None = None
        self._writer: asyncio.Task[None] | None = None

    def append(self, room: str, first_seq: int, entries: Sequence[bytes], done: Done) -> None:
        """As the journal's."""
        waiting = self._next.rooms.get(room)
        if waiting is not None:
            if first_seq != waiting.first_seq + len(waiting.entries):
                raise ValueError(f"room {room} appends at {first_seq}, which leaves a gap or an overlap")
            waiting.entries.extend(entries)
            waiting.done.append(done)
            return
        self._next.rooms[room] = _Waiting(first_seq, list(entries), [done])
        if self._slow is not None and room not in self._slow:
            asyncio.get_running_loop().call_soon(self._join_slow, room)
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write(), name="journal")
        elif self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def holds(self, room: str) -> bool:
        """Whether something of this room waits for the next batch."""
        return room in self._next.rooms

    def drop(self, room: str) -> Sequence[Done]:
        """Take back what waits of a room. Whom it would have answered."""
        waiting = self._next.rooms.pop(room, None)
        return () if waiting is None else waiting.done

    def idle(self) -> "asyncio.Future[None]":
        """Done when everything that was appended so far is answered, or the journal is closed."""
        answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        batch = self._next if self._next.rooms else self._flight
        if batch is None:
            answered.set_result(None)
        else:
            batch.idlers.append(answered)
        return answered

    async def close(self) -> None:
        """Stop; callbacks are not called any more."""
        if self._writer is not None:
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
        for batch in (self._flight, self._next):
            if batch is not None:
                _release(batch)

    async def _write(self) -> None:
        """The one who talks to the store. A waiting future instead of a task a batch saves a turn of the loop."""
        loop = asyncio.get_running_loop()
        while True:
            if not self._next.rooms:
                self._wake = loop.create_future()
                await self._wake
            self._flight, self._next = self._next, _Batch()
            answers = await self._keep(self._flight)
            self._settle(self._flight, answers)

    async def _keep(self, batch: _Batch) -> list[bool]:
        """Repeat the batch until the store has answered it."""
        appends = [Append(room, waiting.first_seq, tuple(waiting.entries)) for room, waiting in batch.rooms.items()]
        pause = FIRST_PAUSE_S
        alarm = asyncio.get_running_loop().call_later(SLOW_S, self._call_slow)
        try:
            while True:
                try:
                    answers = await self._store.append(appends)
                    if len(answers) == len(appends):
                        return answers
                    raise ValueError(f"the store gave {len(answers)} answers to {len(appends)} appends")
                except StoreUnreachable:
                    pass
                except Exception as error:  # noqa: BLE001 - without its writer no room could go on
                    self._on_bug(None, error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)
        finally:
            alarm.cancel()

    def _settle(self, batch: _Batch, answers: list[bool]) -> None:
        self._flight = None
        if self._slow is not None:
            slow, self._slow = tuple(self._slow), None
            self._on_slow(slow, False)
        self._on_answers(self, batch, answers)
        _release(batch)
        if not self._next.rooms:  # all of them were in conflict
            _release(self._next)

    def _call_slow(self) -> None:
        assert self._flight is not None
        self._slow = dict.fromkeys([*self._flight.rooms, *self._next.rooms])
        self._on_slow(tuple(self._slow), True)

    def _join_slow(self, room: str) -> None:
        if self._slow is not None and room in self._next.rooms and room not in self._slow:
            self._slow[room] = None
            self._on_slow((room,), True)


class Journal:
    """Brings the rooms' entries into the store. Belongs to one event loop, and is called from it only.

    `on_slow(rooms, True)` names rooms that wait for a batch which is slow, each once; `on_slow(rooms, False)` names the
    same rooms when that batch is kept, before its appends are answered. `on_bug(room, error)` takes what a callback
    raises (room: whose it was), and what the store raises beside `StoreUnreachable` (room None).
    """

    def __init__(
        self,
        store: Store,
        *,
        on_slow: Callable[[Sequence[str], bool], None],
        on_bug: Callable[[str | None, Exception], None],
    ) -> None:
        self._store = store
        self._on_slow = on_slow
        self._on_bug = on_bug
        self._lanes: dict[Hashable, _Lane] = {}
        self._lane_of: dict[str, _Lane] = {}  # of the rooms that wait: what waits stays in order if its room is moved
        self._conflicts: set[str] = set()
        self._closed = False

    def append(self, room: str, first_seq: int, entries: Sequence[bytes], done: Done) -> None:
        """Append `entries` to the log of `room`, which by then has `first_seq` entries. `done` is called once, later.

        Appends of a room follow each other without a gap. After a conflict all appends of the room are answered with
        conflict until `forget`. After `close` nothing is kept or answered.
        """
        if self._closed:
            return
        if room in self._conflicts:
            asyncio.get_running_loop().call_soon(self._answer, room, (done,), "conflict")
            return
        lane = self._lane_of.get(room)
        if lane is None:
            key = self._store.lane(room)
            lane = self._lanes.get(key)
            if lane is None:
                lane = self._lanes[key] = _Lane(self._store, self._answered, self._tell, self._on_bug)
            self._lane_of[room] = lane
        lane.append(room, first_seq, entries, done)

    def forget(self, room: str) -> None:
        """The room starts anew from its log: appends are taken again after a conflict."""
        self._conflicts.discard(room)

    async def idle(self) -> None:
        """Until everything that was appended so far is answered, or the journal is closed."""
        await asyncio.sleep(0)  # conflicts are answered in the next turn
        if not self._closed:
            for idle in [lane.idle() for lane in self._lanes.values()]:
                await idle

    async def close(self) -> None:
        """Stop, without waiting for what is not confirmed (`idle` first): its callbacks are not called any more."""
        self._closed = True
        for lane in self._lanes.values():
            await lane.close()

    def _answered(self, lane: "_Lane", batch: _Batch, answers: list[bool]) -> None:
        for (room, waiting), kept in zip(batch.rooms.items(), answers, strict=True):
            later = () if kept else lane.drop(room)
            if not lane.holds(room):
                del self._lane_of[room]
            if not kept:
                self._conflicts.add(room)
            self._answer(room, (*waiting.done, *later), "kept" if kept else "conflict")

    def _tell(self, rooms: Sequence[str], is_slow: bool) -> None:
        try:
            self._on_slow(rooms, is_slow)
        except Exception as error:  # noqa: BLE001 - a bug of one room must not stop the others
            self._on_bug(None, error)

    def _answer(self, room: str, callbacks: Sequence[Done], outcome: Outcome) -> None:
        for done in callbacks:
            try:
                done(outcome)
            except Exception as error:  # noqa: BLE001 - a bug of one room must not stop the others
                self._on_bug(room, error)


def _release(batch: _Batch) -> None:
    for idler in batch.idlers:
        if not idler.done():
            idler.set_result(None)
    batch.idlers.clear()
