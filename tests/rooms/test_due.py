"""What waits for the store: in order, the newest of a key, again while the store is away, and bounded."""

import asyncio

import pytest

from app.rooms import due as module
from app.rooms.due import AGAIN_MS, Due
from app.storage.base import StoreUnreachable
from tests.support.clock import WoundClock


class Shelf:
    """Takes what is brought; away or broken on demand, and slow while `gate` is closed."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, int]] = []
        self.tried = 0
        self.fails: Exception | None = None
        self.gate = asyncio.Event()
        self.gate.set()

    async def bring(self, key: str, value: int) -> None:
        self.tried += 1
        await self.gate.wait()
        if self.fails is not None:
            raise self.fails
        self.taken.append((key, value))


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def clock() -> WoundClock:
    return WoundClock()


async def test_things_are_brought_in_their_order(shelf: Shelf, clock: WoundClock) -> None:
    due = Due(shelf.bring, clock, "things")
    for number, key in enumerate("abc"):
        due.add(key, number)
    assert shelf.taken == []
    await due.settled()
    assert shelf.taken == [("a", 0), ("b", 1), ("c", 2)]
    due.add("a", 3)
    await due.settled()
    assert shelf.taken[3:] == [("a", 3)]


async def test_the_newest_of_a_key_counts(shelf: Shelf, clock: WoundClock) -> None:
    """Also when it comes while the one before is on its way: then both are brought."""
    shelf.gate.clear()
    due = Due(shelf.bring, clock, "things")
    due.add("a", 1000)
    due.add("b", 2000)
    await asyncio.sleep(0)
    assert shelf.tried == 1
    due.add("a", 1001)
    due.add("b", 2001)
    shelf.gate.set()
    await due.settled()
    assert shelf.taken == [("a", 1000), ("a", 1001), ("b", 2001)]


async def test_a_store_that_was_away_is_tried_again(shelf: Shelf, clock: WoundClock) -> None:
    shelf.fails = StoreUnreachable("away")
    due = Due(shelf.bring, clock, "things")
    due.add("a", 1)
    await due.settled()
    due.add("b", 2)
    await due.settled()
    assert shelf.tried == 1
    clock.wind(AGAIN_MS)
    await due.settled()
    assert shelf.tried == 2
    shelf.fails = None
    clock.wind(AGAIN_MS)
    await due.settled()
    assert shelf.taken == [("a", 1), ("b", 2)]


async def test_nothing_is_tried_after_the_end(shelf: Shelf, clock: WoundClock) -> None:
    shelf.fails = StoreUnreachable("away")
    due = Due(shelf.bring, clock, "things")
    due.add("a", 1)
    await due.close()
    clock.wind(10 * AGAIN_MS)
    await due.settled()
    assert shelf.tried == 1


async def test_a_bug_costs_what_waits_and_no_more(
    shelf: Shelf, clock: WoundClock, caplog: pytest.LogCaptureFixture
) -> None:
    shelf.fails = ValueError("a bug")
    due = Due(shelf.bring, clock, "things")
    due.add("a", 1)
    due.add("b", 2)
    await due.settled()
    assert "things: something could not be written" in caplog.text
    shelf.fails = None
    due.add("c", 3)
    await due.settled()
    assert shelf.taken == [("c", 3)]


async def test_so_many_wait_and_no_more(shelf: Shelf, clock: WoundClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 2)
    due = Due(shelf.bring, clock, "things")
    for number, key in enumerate("abca"):
        due.add(key, number)
    await due.settled()
    assert shelf.taken == [("a", 3), ("b", 1)]
