"""An answer of the store that many want: asked for once at a time, kept for a while, and shared by all who wait."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from app.rooms.clock import Clock

T = TypeVar("T")


class Fresh(Generic[T]):
    """What `ask` answers, not older than `ms`. Who asks while it is being asked gets the same answer, or failure."""

    def __init__(self, ask: Callable[[], Awaitable[T]], ms: float, clock: Clock) -> None:
        self._ask = ask
        self._ms = ms
        self._clock = clock
        self._kept: tuple[float, T] | None = None
        self._asking: asyncio.Task[T] | None = None

    async def get(self) -> T:
        """The answer. Raises what `ask` raises; that is not kept."""
        if self._kept is not None and self._clock.steady() - self._kept[0] < self._ms:
            return self._kept[1]
        if self._asking is None:
            # A task of its own: whoever asked first may go away, and the others still want to know.
            self._asking = asyncio.get_running_loop().create_task(self._renew())
            self._asking.add_done_callback(self._asked)
        return await asyncio.shield(self._asking)

    async def _renew(self) -> T:
        at, answer = self._clock.steady(), await self._ask()
        self._kept = (at, answer)
        return answer

    def _asked(self, asking: "asyncio.Task[T]") -> None:
        self._asking = None
        if not asking.cancelled():
            asking.exception()  # marked as seen: those who wait get it, nobody else must
