"""Rooms that are asleep, or awake elsewhere, as their logs had them a moment ago: for who asks about one and leaves it.

A log that is long is read once, however many ask.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from app.rooms.clock import Clock
from app.rooms.fresh import Fresh
from app.rooms.point import Point

GLANCES: Final = 256
"""Rooms that are remembered as they were read last."""
GLANCE_MS: Final = 2000
"""How long."""


class Glances:
    """The rooms that were looked at of late. `look` reads one from its log; its answer is None if there is none."""

    def __init__(self, look: Callable[[str], Awaitable[Point | None]], clock: Clock) -> None:
        self._look = look
        self._clock = clock
        self._known: dict[str, Fresh[Point | None]] = {}

    async def of(self, code: str) -> Point | None:
        """The room as it was at most `GLANCE_MS` ago; None if there is none. Raises what `look` raises."""
        fresh = self._known.pop(code, None) or Fresh(partial(self._look, code), GLANCE_MS, self._clock)
        self._known[code] = fresh
        while len(self._known) > GLANCES:
            del self._known[next(iter(self._known))]
        point = await fresh.get()
        if point is None and self._known.get(code) is fresh:
            del self._known[code]  # it may be made in the next moment
        return point
