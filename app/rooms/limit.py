"""How much somebody may do: a bucket that fills at a steady rate."""

from typing import Generic, TypeVar

K = TypeVar("K")


class Bucket:
    """`burst` things at once, `rate` a second in the long run. Times are milliseconds of a steady clock."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate / 1000
        self._burst = burst
        self._left = burst
        self._at: float | None = None

    def allows(self, now: float) -> bool:
        """Whether one more thing may be done now."""
        if self._at is not None and self._left < self._burst:
            left = self._left + (now - self._at) * self._rate
            self._left = min(self._burst, left)
        self._at = now
        return self._left >= 1

    def spend(self) -> None:
        """Count one thing that `allows` has just let through."""
        self._left -= 1

    def take(self, now: float) -> bool:
        """Count one thing; False when it is one too many (it is not counted then)."""
        if not self.allows(now):
            return False
        self._left -= 1
        return True


class Buckets(Generic[K]):
    """A bucket for each key. Bounded: when there are more than `most`, the one asked for longest ago is forgotten."""

    def __init__(self, rate: float, burst: float, most: int) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: dict[K, Bucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, key: K) -> Bucket:
        """The bucket of one of them."""
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst)
        self._buckets[key] = bucket
        if len(self._buckets) > self._most:
            del self._buckets[next(iter(self._buckets))]
        return bucket
