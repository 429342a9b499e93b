"""A clock that stands still until a test winds it."""

import heapq
from collections.abc import Callable
from itertools import count
from typing import Final

MOST_AT_ONCE: Final = 1000
"""More calls than this in one moment are a loop without end."""


class WoundCall:
    """A call that is still to come, unless it was cancelled."""

    __slots__ = ("cancelled", "run")

    def __init__(self, run: Callable[[], None]) -> None:
        self.run = run
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class WoundClock:
    """A `Clock` for tests. Calls are made by `wind` alone, in the order of their time, then of their making."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self._start = now
        self._steady = 0.0
        self._calls: list[tuple[float, int, WoundCall]] = []
        self._count = count()

    def now(self) -> int:
        return self._start + int(self._steady)

    def steady(self) -> float:
        return self._steady

    def later(self, ms: float, call: Callable[[], None]) -> WoundCall:
        scheduled = WoundCall(call)
        heapq.heappush(self._calls, (self._steady + max(0.0, ms), next(self._count), scheduled))
        return scheduled

    def jump(self, ms: int) -> None:
        """Somebody sets the machine's clock; no time passes."""
        self._start += ms

    def due(self) -> float | None:
        """When, on the steady clock, the next call is to be made."""
        while self._calls and self._calls[0][2].cancelled:
            heapq.heappop(self._calls)
        return self._calls[0][0] if self._calls else None

    def wind(self, ms: float = 0) -> None:
        """Let time pass; 0 makes the calls that are due by now."""
        end = self._steady + ms
        at_once = 0
        while (due := self.due()) is not None and due <= end:
            at_once = at_once + 1 if due <= self._steady else 0
            assert at_once < MOST_AT_ONCE, "calls that make each other for ever"
            self._steady = max(self._steady, due)
            heapq.heappop(self._calls)[2].run()
        self._steady = end
