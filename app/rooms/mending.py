"""Logs that are not what their rooms take them for: the end that a store has lost is written again.

A room holds what it has shown of late. If the log is a true beginning of that, nobody else has written it, and play
goes on as if nothing had been. If it is anything else, the log counts: the room stops and is read anew.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from app.rooms.lease import Tenancy
from app.rooms.room import Room
from app.storage.base import Append, Store, StoreUnreachable
from app.wire import CLOSE_BUG, CLOSE_COME_BACK

log = logging.getLogger("pounce.mending")

MEND_PAUSE_S: Final = 0.2
"""Between two tries to look at a log while the store is away."""
MEND_LOOKS: Final = 5
"""So often a log is looked at that goes on changing while its lost end is written again."""


class Mending:
    """The logs that are being looked at. Without a `tenancy` there are no leases, and whoever else wrote has the room.

    `stopped` is called with a room that was stopped meanwhile; its lease was asked for all the same.
    """

    def __init__(self, store: Store, tenancy: Tenancy | None, *, stopped: Callable[[Room], None]) -> None:
        self._store = store
        self._tenancy = tenancy
        self._stopped = stopped
        self._tasks: set[asyncio.Task[None]] = set()

    def __bool__(self) -> bool:
        """Whether any is being looked at."""
        return bool(self._tasks)

    def begin(self, room: Room) -> None:
        """Look at the log of a room that keeps nothing until it may go on, or is stopped."""
        task = asyncio.get_running_loop().create_task(self._mend(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Wait for those that are being looked at now."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _mend(self, room: Room) -> None:
        try:
            length = await self._mended(room)
        except Exception:
            log.exception("room %s stops: its log could not be looked at", room.code)
            room.stop(CLOSE_BUG)
            return
        if room.ended:
            self._stopped(room)
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
        while self._tenancy is not None and not room.ended and looks < MEND_LOOKS:
            try:
                lease = await self._tenancy.lease(room.code)
                if lease.owner not in (self._tenancy.name, ""):
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
