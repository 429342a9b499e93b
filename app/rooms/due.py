"""What has to be written to the store sooner or later, and was shown without: it is tried until the store takes it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Generic, TypeVar

from app.rooms.clock import Clock, Scheduled
from app.storage.base import StoreUnreachable

log = logging.getLogger("pounce.due")

AGAIN_MS: Final = 5_000
"""When a store that was away is tried again."""
MOST_WAITING: Final = 10_000

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Due(Generic[K, V]):
    """Values by key, brought one after the other by `bring`, which may be repeated. The newest of a key counts.

    What comes while too many wait is dropped; so is all that waits when `bring` has a bug. `what` names it in the log.
    """

    def __init__(self, bring: Callable[[K, V], Awaitable[None]], clock: Clock, what: str) -> None:
        self._bring = bring
        self._clock = clock
        self._what = what
        self._waiting: dict[K, V] = {}
        self._pause: Scheduled | None = None
        self._writer: asyncio.Task[None] | None = None

    def add(self, key: K, value: V) -> None:
        """Returns at once."""
        if key not in self._waiting and len(self._waiting) >= MOST_WAITING:
            return
        self._waiting[key] = value
        if self._writer is None and self._pause is None:
            self._begin()

    def _begin(self) -> None:
        self._pause = None
        self._writer = asyncio.get_running_loop().create_task(self._write(), name=self._what)

    async def _write(self) -> None:
        try:
            while self._waiting:
                key, value = next(iter(self._waiting.items()))
                await self._bring(key, value)
                if self._waiting[key] is value:  # and not a newer one
                    del self._waiting[key]
        except StoreUnreachable:
            self._pause = self._clock.later(AGAIN_MS, self._begin)
        except Exception:
            self._waiting.clear()
            log.exception("%s: something could not be written, nor what came after it", self._what)
        finally:
            self._writer = None

    async def settled(self) -> None:
        """Wait until everything is written, or the store has turned out to be away."""
        while self._writer is not None:
            await asyncio.wait({self._writer})

    async def close(self) -> None:
        """Nothing is tried again."""
        await self.settled()
        if self._pause is not None:
            self._pause.cancel()
