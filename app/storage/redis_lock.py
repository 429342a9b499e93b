"""One server on one Redis: a key that lapses when nobody renews it any more."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from app.storage.base import StoreUnreachable, StoreUnusable
from app.storage.redis_line import Link

LAPSE_S: Final = 5.0
RENEW_S: Final = 1.0

RENEW: Final = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
"""1: held, or held again after it had lapsed (Redis was away). 0: it is somebody else's."""

RELEASE: Final = """
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
"""


class Lock:
    """Held by one at a time, from `take` to `release`, by the name `holder`.

    A holder that is killed keeps others out for `lapse_s` at the most. `on_lost` is called once when somebody else has
    it: that takes a holder that stood still for longer.
    """

    def __init__(
        self,
        link: Link,
        key: str,
        holder: str,
        on_lost: Callable[[], None],
        *,
        lapse_s: float = LAPSE_S,
        renew_s: float = RENEW_S,
    ) -> None:
        self._link = link
        self._key = key
        self._holder = holder
        self._on_lost = on_lost
        self._lapse_ms = int(lapse_s * 1000)
        self._renew_s = renew_s
        self._renewing: asyncio.Task[None] | None = None

    async def take(self) -> None:
        """Take it, at once or when a dead holder's time has run out. Raises `StoreUnusable`, and `StoreUnreachable`."""
        left_ms = self._lapse_ms
        for turn in range(2 + int(self._lapse_ms / 1000 / self._renew_s)):
            taken, left_now_ms = await self._link.call(
                [("SET", self._key, self._holder, "NX", "PX", self._lapse_ms), ("PTTL", self._key)]
            )
            if taken:
                self._renewing = asyncio.create_task(self._renew(), name="redis lock")
                return
            if left_now_ms == -1 or (turn and left_now_ms > left_ms - self._renew_s * 500):
                break  # it never lapses, or was renewed: its holder lives
            left_ms = left_now_ms
            await asyncio.sleep(self._renew_s)
        raise StoreUnusable(
            "Another server is using this Redis: stop that one first, or name another database in REDIS_URL."
        )

    async def release(self) -> None:
        """Let the next one have it at once. A Redis that is away does not keep us: the lock lapses."""
        if self._renewing is None:
            return
        self._renewing.cancel()
        await asyncio.wait([self._renewing])
        self._renewing = None
        with suppress(StoreUnreachable, TimeoutError):
            async with asyncio.timeout(self._renew_s):
                await self._link.call([("EVAL", RELEASE, 1, self._key, self._holder)])

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self._renew_s)
            with suppress(StoreUnreachable):  # it will be held again, unless somebody else is quicker
                (held,) = await self._link.call([("EVAL", RENEW, 1, self._key, self._holder, self._lapse_ms)])
                if held == 0:
                    self._on_lost()
                    return
