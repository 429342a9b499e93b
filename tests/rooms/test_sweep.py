"""Rooms that are put to sleep, and logs that are dropped."""

import asyncio
from collections.abc import Collection

from app.rooms.sweep import PURGE_MS, SWEEP_MS
from app.wire import CLOSE_COME_BACK
from tests.support.rooms import Building, building
from tests.support.stores import FakeStore

DAY_MS = 86_400_000


async def test_a_room_that_nobody_looks_at_leaves_memory() -> None:
    """After the time that is set, and the next touch wakes it as it was."""
    async with building(sleep_minutes=30) as house:
        house.lobby.begin()
        ann, bob = await house.race("Ann", "Bob")
        before = (await house.room(ann.code)).kept
        ann.disconnect()
        await house.wind(20 * 60_000)
        bob.disconnect()
        await house.wind(30 * 60_000 - SWEEP_MS)
        assert house.lobby.awake == 1
        await house.wind(2 * SWEEP_MS)
        assert house.lobby.awake == 0
        await ann.connect()
        assert (await house.room(ann.code)).kept.state == before.state
        assert ann.sight.seat == 0


async def test_a_room_with_somebody_who_only_looks_stays_awake(house: Building) -> None:
    house.lobby.begin()
    code = await house.lobby.create("pounce")
    await house.guest(code, "Eve")
    await house.wind(3 * 3_600_000)
    assert house.lobby.awake == 1


async def test_a_room_that_was_only_asked_about_sleeps_too(house: Building) -> None:
    house.lobby.begin()
    await house.room(await house.lobby.create("pounce"))
    await house.wind(31 * 60_000)
    assert house.lobby.awake == 0


async def test_what_waits_for_the_store_keeps_a_room_awake(house: Building) -> None:
    house.lobby.begin()
    ann, bob = await house.race("Ann", "Bob")
    calls = len(house.fake.calls)
    house.fake.hold()
    ann.post("flip")
    await house.fake.arrived(calls + 1)
    ann.disconnect()
    bob.disconnect()
    house.clock.wind(31 * 60_000)
    assert house.lobby.awake == 1
    house.fake.let_go()
    await house.wind(2 * SWEEP_MS)
    assert house.lobby.awake == 0


async def test_rooms_that_nobody_has_touched_for_long_are_dropped() -> None:
    """Each hour the store is asked to; one that is away is asked again."""
    async with building(keep_days=30) as house:
        house.lobby.begin()
        old = await house.lobby.create("pounce")
        await house.settle()
        house.clock.wind(20 * DAY_MS)
        await house.turn()
        young = await house.lobby.create("pounce")
        house.fake.is_away = True
        house.clock.wind(11 * DAY_MS)
        await house.turn()
        house.fake.is_away = False
        assert old in house.fake.logs
        house.clock.wind(PURGE_MS + SWEEP_MS)
        await house.turn()
        assert list(house.fake.logs) == [young]
        await house.lobby.close()


class SlowPurge(FakeStore):
    """Looks at the first room only when it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.may_purge = asyncio.Event()

    async def purge(self, before_ms: int, living: Collection[str] = ()) -> int:
        await self.may_purge.wait()
        return await super().purge(before_ms, living)


async def test_an_old_room_that_wakes_while_others_are_dropped_stays() -> None:
    async with building(store=SlowPurge(), keep_days=30) as house:
        assert isinstance(house.store, SlowPurge)
        old, older = [await house.lobby.create("pounce") for _ in range(2)]
        for code in (old, older):
            await house.lobby.find(code)
            await house.settle()
            house.lobby.stop_room(code, CLOSE_COME_BACK)
        house.clock.wind(31 * DAY_MS)
        house.lobby.begin()
        await house.turn()
        await house.lobby.find(old)
        house.store.may_purge.set()
        await house.settle()
        assert (old in house.fake.logs, older in house.fake.logs) == (True, False)


async def test_closing_does_not_wait_until_all_old_rooms_are_dropped() -> None:
    async with building(store=SlowPurge()) as house:
        house.lobby.begin()
        await house.turn()
        async with asyncio.timeout(5):
            await house.lobby.close()
