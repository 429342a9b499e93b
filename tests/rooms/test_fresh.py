"""An answer that many want: asked for once, kept for a while."""

import asyncio

import pytest

from app.rooms.fresh import Fresh
from tests.support.clock import WoundClock


class Source:
    """Answers with a number that counts up, when it is let; or fails."""

    def __init__(self) -> None:
        self.asked = 0
        self.may = asyncio.Event()
        self.may.set()
        self.error: Exception | None = None

    async def __call__(self) -> int:
        self.asked += 1
        await self.may.wait()
        if self.error is not None:
            raise self.error
        return self.asked


async def test_an_answer_is_kept_for_a_while() -> None:
    clock, source = WoundClock(), Source()
    fresh = Fresh(source, 1000, clock)
    assert [await fresh.get(), await fresh.get()] == [1, 1]
    clock.wind(999)
    assert await fresh.get() == 1
    clock.wind(1)
    assert await fresh.get() == 2


async def test_all_who_wait_get_the_same_answer() -> None:
    """Also when the one who asked first has gone away."""
    source = Source()
    fresh = Fresh(source, 1000, WoundClock())
    source.may.clear()
    first, *others = [asyncio.create_task(fresh.get()) for _ in range(5)]
    await asyncio.sleep(0)
    first.cancel()
    source.may.set()
    assert await asyncio.gather(*others) == [1, 1, 1, 1]
    assert source.asked == 1
    assert (await asyncio.gather(first, return_exceptions=True))[0].__class__ is asyncio.CancelledError


async def test_a_failure_is_shared_and_not_kept() -> None:
    source = Source()
    fresh = Fresh(source, 1000, WoundClock())
    source.error = KeyError("away")
    answers = await asyncio.gather(*(fresh.get() for _ in range(3)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [KeyError] * 3
    assert source.asked == 1
    with pytest.raises(KeyError):
        await fresh.get()
    source.error = None
    assert await fresh.get() == 3
