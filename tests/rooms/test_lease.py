"""Rooms that belong to one worker at a time: renewed, taken over, lost and handed over."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from app.rooms.lease import LAPSE_MS, RENEW_MS, WARY_MS, Tenancy
from app.storage.base import Lease, StoreUnreachable
from tests.support.clock import WoundClock
from tests.support.leases import FakeLeases


@dataclass
class House:
    """Workers by name, and what each was told."""

    clock: WoundClock = field(default_factory=WoundClock)
    told: list[tuple[str, str, Lease]] = field(default_factory=list)
    workers: dict[str, Tenancy] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.store = FakeLeases(self.clock.steady)
        self.store.lengths |= {"A": 5, "B": 5}

    def worker(self, name: str) -> Tenancy:
        tenancy = Tenancy(
            self.store.worker(name),
            self.clock,
            name,
            on_owner=lambda room, lease: self.told.append((name, room, lease)),
        )
        tenancy.begin()
        self.workers[name] = tenancy
        return tenancy

    async def wait(self, ms: int) -> None:
        """Let time pass, a renewal at a time."""
        for _ in range(ms // RENEW_MS):
            self.clock.wind(RENEW_MS)
            renewing = [task for worker in self.workers.values() for task in worker._renewing.values()]
            if renewing:
                await asyncio.wait(renewing)

    def kill(self, name: str) -> None:
        worker = self.workers.pop(name)
        assert worker._next is not None
        worker._next.cancel()


@pytest.fixture
async def house() -> AsyncIterator[House]:
    opened = House()
    yield opened
    for worker in opened.workers.values():
        await worker.close()


async def test_the_first_who_asks_owns_a_room_for_as_long_as_he_lives(house: House) -> None:
    ann, bob = house.worker("ann"), house.worker("bob")
    assert await ann.lease("A") == Lease("ann", 5)
    assert await bob.lease("A") == Lease("ann", 5)
    await house.wait(10 * LAPSE_MS)
    assert (ann.owner("A"), bob.owner("A"), bob.owner("B")) == ("ann", "ann", "")
    assert house.told == []


async def test_a_dead_workers_room_is_taken_over_unasked_by_one_of_those_who_watch_it(house: House) -> None:
    ann, bob, eve = (house.worker(name) for name in ("ann", "bob", "eve"))
    for worker in (ann, bob, eve):
        await worker.lease("A")
    house.kill("ann")
    await house.wait(LAPSE_MS + RENEW_MS)
    owner = bob.owner("A")
    assert owner in ("bob", "eve")
    assert eve.owner("A") == owner
    assert sorted(house.told) == [("bob", "A", Lease(owner, 5)), ("eve", "A", Lease(owner, 5))]


async def test_a_worker_that_stood_still_learns_whose_its_rooms_are(house: House) -> None:
    ann, bob = house.worker("ann"), house.worker("bob")
    for room in ("A", "B"):
        await ann.lease(room)
    await bob.lease("A")
    frozen = house.workers.pop("ann")
    assert frozen._next is not None
    frozen._next.cancel()
    await house.wait(20_000)
    house.told.clear()
    house.workers["ann"] = frozen
    frozen.begin()
    await house.wait(RENEW_MS)
    assert house.told == [("ann", "A", Lease("bob", 5)), ("ann", "B", Lease("ann", 5))]
    assert (ann.owner("A"), ann.owner("B")) == ("bob", "ann")


async def test_while_the_store_is_away_nobody_is_told_anything(house: House) -> None:
    ann = house.worker("ann")
    await ann.lease("A")
    house.store.is_away = True
    await house.wait(LAPSE_MS - RENEW_MS)
    await house.wait(2 * RENEW_MS)
    assert ann.owner("A") == "ann"
    assert house.told == []


async def test_owning_a_room_again_is_told_with_the_length_of_its_log(house: House) -> None:
    ann = house.worker("ann")
    await ann.lease("A")
    house.store.is_away = True
    await house.wait(2 * LAPSE_MS)
    house.store.is_away = False
    house.store.lengths["A"] = 7
    await house.wait(RENEW_MS)
    assert house.told == [("ann", "A", Lease("ann", 7))]
    assert ann.owner("A") == "ann"


async def test_a_short_outage_takes_nothing_away_but_may_have_shortened_the_log(house: House) -> None:
    ann = house.worker("ann")
    await ann.lease("A")
    house.store.is_away = True
    await house.wait(LAPSE_MS - 2 * RENEW_MS)
    house.store.is_away = False
    await house.wait(2 * RENEW_MS)
    assert ann.owner("A") == "ann"
    assert house.told == [("ann", "A", Lease("ann", 5))]


async def test_a_room_that_is_given_up_is_the_next_ones_at_once(house: House) -> None:
    ann, bob = house.worker("ann"), house.worker("bob")
    await ann.lease("A")
    await bob.lease("A")
    await ann.give_up("A")
    await ann.give_up("A")
    assert ann.owner("A") != "ann"
    await house.wait(RENEW_MS)
    assert bob.owner("A") == "bob"
    assert house.told == [("bob", "A", Lease("bob", 5))]


async def test_a_watched_room_that_is_given_up_stays_its_owners(house: House) -> None:
    ann, bob = house.worker("ann"), house.worker("bob")
    await ann.lease("A")
    await bob.lease("A")
    await bob.give_up("A")
    assert house.store.owner("A") == "ann"
    assert bob.owner("A") == ""


async def test_a_renewal_under_way_does_not_bring_back_what_is_given_up(house: House) -> None:
    ann = house.worker("ann")
    await ann.lease("A")
    house.clock.wind(RENEW_MS)
    await ann.give_up("A")
    await asyncio.wait(ann._renewing.values())
    assert (ann.owner("A"), house.store.owner("A")) == ("", "")
    await house.wait(RENEW_MS)
    assert (ann.owner("A"), house.store.owner("A")) == ("", "")


async def test_a_part_of_the_store_that_does_not_answer_lets_its_own_leases_lapse_and_no_others(house: House) -> None:
    ann, bob = house.worker("ann"), house.worker("bob")
    house.store.lanes |= {"A": "north", "B": "south"}
    for worker in (ann, bob):
        for room in ("A", "B"):
            await worker.lease(room)
    stuck = house.store.stuck["north"] = asyncio.Event()
    asking = asyncio.ensure_future(bob.ask(["A", "B"]))
    try:
        for _ in range(3 * LAPSE_MS // RENEW_MS):
            house.clock.wind(RENEW_MS)
            await asyncio.wait([worker._renewing["south"] for worker in (ann, bob)])
            assert house.store.owner("B") == "ann"
        assert house.store.owner("A") == ""
        assert house.told == []
        closing = asyncio.ensure_future(ann.close())
        for _ in range(5):
            await asyncio.sleep(0)
        assert house.store.owner("B") == ""
        assert not closing.done()
    finally:
        stuck.set()
        await asking
    await closing
    del house.workers["ann"]
    await house.wait(RENEW_MS)
    assert [house.store.owner(room) for room in ("A", "B")] == ["bob"] * 2


async def test_closing_hands_everything_over_also_in_the_middle_of_a_renewal(house: House) -> None:
    ann = house.worker("ann")
    for room in ("A", "B"):
        await ann.lease(room)
    house.clock.wind(RENEW_MS)
    await ann.close()
    assert [house.store.owner(room) for room in ("A", "B")] == ["", ""]
    assert house.clock.due() is None


async def test_a_store_that_is_away_does_not_keep_us_from_closing(house: House) -> None:
    ann = house.worker("ann")
    await ann.lease("A")
    house.store.is_away = True
    with pytest.raises(StoreUnreachable):
        await ann.lease("B")
    await ann.close()
    assert house.store.owner("A") == "ann"


async def test_who_cannot_deal_with_news_of_one_room_hears_of_the_others_and_renews_on(house: House) -> None:
    ann, bob = house.worker("ann"), house.worker("bob")
    for room in ("A", "B"):
        await ann.lease(room)
        await bob.lease(room)
    heard = []

    def fail(room: str, lease: Lease) -> None:
        heard.append(room)
        raise ValueError(lease)

    bob._on_owner = fail
    house.kill("ann")
    await house.wait(2 * LAPSE_MS)
    assert heard == ["A", "B"]
    assert [house.store.owner(room) for room in ("A", "B")] == ["bob", "bob"]


async def test_a_store_that_fails_in_an_unknown_way_is_asked_again(house: House) -> None:
    ann = house.worker("ann")
    await ann.lease("A")
    lengths, house.store.lengths = house.store.lengths, None  # type: ignore[assignment]
    await house.wait(RENEW_MS)
    house.store.lengths = lengths
    await house.wait(2 * LAPSE_MS)
    assert house.store.owner("A") == "ann"


@pytest.mark.parametrize("away_ms", [6000, 6350, 12_900])
async def test_after_an_outage_the_owner_has_its_room_again_whoever_else_watches_it(house: House, away_ms: int) -> None:
    """It alone knows what it has shown, which a store that fails over may have lost."""
    bob, ann = house.worker("bob"), house.worker("ann")
    for worker in (ann, bob):
        await worker.lease("A")
    house.store.is_away = True
    for ms in range(0, away_ms + 2 * RENEW_MS, 50):
        house.store.is_away = ms < away_ms
        house.clock.wind(50)
        asking = [task for worker in (bob, ann) for task in worker._renewing.values()]
        if ms % 250 == 0:
            asking.append(asyncio.ensure_future(bob.ask(["A"])))
        if asking:
            await asyncio.wait(asking)
    assert house.store.owner("A") == "ann"
    assert house.told == [("ann", "A", Lease("ann", 5))]


async def test_an_owner_that_died_in_an_outage_is_followed_by_who_watches(house: House) -> None:
    ann, bob = house.worker("ann"), house.worker("bob")
    for worker in (ann, bob):
        await worker.lease("A")
    house.store.is_away = True
    house.kill("ann")
    await house.wait(6000)
    house.store.is_away = False
    await house.wait(WARY_MS + RENEW_MS)
    assert bob.owner("A") == house.store.owner("A") == "bob"


async def test_closing_in_an_outage_leaves_nothing_to_come(house: House) -> None:
    ann = house.worker("ann")
    await ann.lease("A")
    house.store.is_away = True
    house.clock.wind(RENEW_MS)
    await ann.close()
    assert house.clock.due() is None


async def test_a_room_that_has_moved_to_another_part_of_the_store_is_its_owners_first_as_well(house: House) -> None:
    """As after a failover."""
    bob, ann = house.worker("bob"), house.worker("ann")
    for worker in (ann, bob):
        await worker.lease("A")
    house.store.is_away = True
    for ms in range(0, 8000, 50):
        house.store.is_away = ms < 6020
        house.store.lanes = {} if house.store.is_away else {"A": "north"}
        house.clock.wind(50)
        await asyncio.wait([asyncio.ensure_future(worker.ask(["A"])) for worker in (bob, ann)])
    assert house.store.owner("A") == "ann"
