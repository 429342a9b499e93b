"""Time, chance and ids as the rooms ask for them. Real ones are made in `app.main` alone."""

from collections.abc import Callable
from typing import Protocol


class Scheduled(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Time of day for the log, a steady clock for durations, and calls that come later."""

    def now(self) -> int:
        """Milliseconds since the epoch. May jump with the machine's clock; logs never run backwards all the same."""

    def steady(self) -> float:
        """Milliseconds of a clock that never jumps."""

    def later(self, ms: float, call: Callable[[], None]) -> Scheduled:
        """Calls `call` once, `ms` from now, from the event loop."""


class Entropy(Protocol):
    """Unpredictable bytes: seeds, room codes, identities."""

    def __call__(self, count: int, /) -> bytes: ...
