"""What nobody has touched for long: rooms are put to sleep after minutes, logs are dropped after days."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

from app.rooms.clock import Clock, Scheduled
from app.rooms.room import Room
from app.settings import Settings
from app.storage.base import Store
from app.wire import CLOSE_COME_BACK

log = logging.getLogger("pounce.sweep")

SWEEP_MS: Final = 60_000
PURGE_MS: Final = 3_600_000


class Sweep:
    """Looks every minute, from `begin` to `stop`, at the rooms that are awake then; every hour at all logs."""

    def __init__(self, rooms: Mapping[str, Room], store: Store, settings: Settings, clock: Clock) -> None:
        self._rooms = rooms
        self._store = store
        self._settings = settings
        self._clock = clock
        self._next: Scheduled | None = None
        self._purged = clock.steady() - PURGE_MS
        self._purging: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Look now, and from now on."""
        self._look()

    def stop(self) -> None:
        """Begin nothing more."""
        if self._next is not None:
            self._next.cancel()

    async def close(self) -> None:
        """Leave the logs alone. There may be a million to look at, and the next server does it again."""
        if self._purging is not None:
            self._purging.cancel()
            await asyncio.wait([self._purging])

    def _look(self) -> None:
        steady = self._clock.steady()
        for room in list(self._rooms.values()):
            if not room.viewers and room.idle and steady - room.empty_since >= self._settings.sleep_minutes * 60_000:
                room.stop(CLOSE_COME_BACK)
        if steady - self._purged >= PURGE_MS and (self._purging is None or self._purging.done()):
            self._purged = steady
            self._purging = asyncio.get_running_loop().create_task(self._purge())
        self._next = self._clock.later(SWEEP_MS, self._look)

    async def _purge(self) -> None:
        try:
            before = self._clock.now() - self._settings.keep_days * 86_400_000
            dropped = await self._store.purge(before, self._rooms.keys())
            if dropped:
                log.info("dropped %d tables that nobody has touched for %d days", dropped, self._settings.keep_days)
        except Exception:
            log.exception("old tables could not be dropped; trying again in an hour")
