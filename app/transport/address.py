"""How much each address on the network may do."""

from typing import Final

from starlette.requests import HTTPConnection

from app.rooms.clock import Clock
from app.rooms.limit import Bucket, Buckets

MISSES_PER_ROOM: Final = 20
"""So many codes without a table may be tried for each table that may be opened: enough for slips, not for guessing."""

READINGS_PER_ROOM: Final = 4
"""So many logs may be read again, for a record or a review, for each table that may be opened."""

ASKINGS_PER_ROOM: Final = 20
"""So often the deals of the day and their results may be asked for, for each table that may be opened."""


class Addresses:
    """A bucket for each address. Bounded: when too many are known, those seen longest ago are forgotten."""

    MOST: Final = 10_000

    def __init__(self, per_minute: int, clock: Clock) -> None:
        self._clock = clock
        self._buckets = Buckets[str](per_minute / 60, per_minute, self.MOST)

    def allows(self, caller: HTTPConnection) -> bool:
        """Whether this address may do one thing more."""
        return self._bucket(caller).allows(self._clock.steady())

    def take(self, caller: HTTPConnection) -> bool:
        """Count one thing that this address does; False when it is one too many."""
        return self._bucket(caller).take(self._clock.steady())

    def _bucket(self, caller: HTTPConnection) -> Bucket:
        return self._buckets.of(caller.client.host if caller.client else "")
