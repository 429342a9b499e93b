"""Rooms by code where several workers share a store: one of them has each room awake, and anybody may glance at it."""

import asyncio

import pytest

from app.rooms.far_room import FarRoom
from app.rooms.glance import GLANCE_MS
from app.rooms.guests import ALONE_LOOKS
from app.rooms.lease import LAPSE_MS
from app.rooms.lobby import Asleep
from app.rooms.relay import TICK_MS
from app.rooms.room import Room
from app.rooms.sweep import SWEEP_MS
from app.storage.base import StoreUnreachable
from app.wire import CLOSE_COME_BACK
from tests.support.rooms import Building
from tests.support.workers import ManyWorkers, Visitor, many_workers, owner, room_at, store_of, table, tenancy_of


async def test_a_room_is_made_without_an_owner_and_belongs_to_who_finds_it_first() -> None:
    async with many_workers("ann", "bob") as site:
        ann, bob = (site.workers[who].lobby for who in ("ann", "bob"))
        code = await ann.create("pounce")
        assert owner(site, code) == ""
        assert isinstance(await bob.find(code), Room)
        assert isinstance(await ann.find(code), FarRoom)
        assert owner(site, code) == "bob"
        assert (ann.awake, bob.awake) == (0, 1)


async def test_two_who_find_a_room_in_the_same_moment_agree_whose_it_is() -> None:
    async with many_workers("ann", "bob") as site:
        lobbies = [site.workers[who].lobby for who in ("ann", "bob")]
        code = await lobbies[0].create("pounce")
        found = await asyncio.gather(*(lobby.find(code) for lobby in lobbies for _ in range(3)))
        assert {type(room) for room in found} == {Room, FarRoom}
        assert sum(lobby.awake for lobby in lobbies) == 1


async def test_a_code_that_another_worker_made_is_drawn_again() -> None:
    async with many_workers("ann", "bob") as site:
        drawn = iter([bytes(6), bytes([1] * 6)])
        for who in ("ann", "bob"):
            site.workers[who].lobby._entropy = lambda count: bytes(6) if who == "ann" else next(drawn)  # noqa: B023
            await site.workers[who].lobby.create("pounce")
            site.clock.wind(1)
        assert set(site.store.logs) == {"AAAAAA", "BBBBBB"}


async def test_a_code_that_nobody_made_is_nobodys() -> None:
    async with many_workers("ann") as site:
        assert await site.workers["ann"].lobby.find("ZZZZZZ") is None
        assert await site.workers["ann"].lobby.glance("ZZZZZZ") is None
        assert (owner(site, "ZZZZZZ"), tenancy_of(site, "ann").owner("ZZZZZZ")) == ("", "")


async def test_a_glance_takes_nobodys_room() -> None:
    """It shows a room of another worker as it was a moment ago, and reads it no oftener."""
    async with many_workers("ann", "bob") as site:
        ann, bob = site.workers["ann"], site.workers["bob"]
        code = await ann.lobby.create("pounce")
        assert (await bob.lobby.glance(code)).seq == 1  # type: ignore[union-attr]
        assert (owner(site, code), bob.lobby.awake) == ("", 0)
        near = await Visitor(site, code, "near").connect("ann")
        await near.say(t="sit", name="near")
        kept = room_at(site, "ann", code).kept
        assert await ann.lobby.glance(code) is kept
        assert (await bob.lobby.glance(code)).seq == 1  # type: ignore[union-attr]
        await site.wind(GLANCE_MS)
        reads = store_of(bob).reads
        for _ in range(3):
            assert (await bob.lobby.glance(code)).room == kept.room  # type: ignore[union-attr]
        assert (store_of(bob).reads - reads, owner(site, code), near.line.closed) == (1, "ann", None)


async def test_many_who_glance_at_once_read_the_log_once() -> None:
    async with many_workers("ann") as site:
        ann = site.workers["ann"]
        code = await ann.lobby.create("pounce")
        store_of(ann).may_read.clear()
        asking = [asyncio.create_task(ann.lobby.glance(code)) for _ in range(20)]
        await site.turn()
        asking[0].cancel()
        store_of(ann).may_read.set()
        found = await asyncio.gather(*asking, return_exceptions=True)
        assert {point.seq for point in found[1:]} == {1}  # type: ignore[union-attr]
        assert store_of(ann).reads == 1


async def test_a_glance_says_that_the_store_is_away_and_that_a_log_is_not_understood() -> None:
    async with many_workers("ann") as site:
        lobby = site.workers["ann"].lobby
        code = await lobby.create("pounce")
        site.store.is_away = True
        with pytest.raises(StoreUnreachable):
            await lobby.glance(code)
        site.store.is_away = False
        site.store.intrude(code, b"nonsense")
        with pytest.raises(Asleep):
            await lobby.glance(code)
        assert owner(site, code) == ""


async def test_a_table_that_is_being_handed_over_can_be_glanced_at() -> None:
    async with many_workers("ann") as site:
        lobby = site.workers["ann"].lobby
        code = await lobby.create("pounce")
        await Visitor(site, code, "near").connect("ann")
        site.store.may_give_up.clear()
        lobby._give_away(room_at(site, "ann", code))
        await site.turn()
        assert await lobby.glance(code) is not None
        site.store.may_give_up.set()


async def test_a_room_that_sleeps_is_given_up() -> None:
    async with many_workers("ann", "bob") as site:
        visitor = await Visitor(site, await site.workers["ann"].lobby.create("pounce"), "near").connect("ann")
        visitor.disconnect()
        site.workers["ann"].lobby._rooms[visitor.code].empty_since -= 31 * 60_000
        await site.wind(SWEEP_MS)
        assert (site.workers["ann"].lobby.awake, owner(site, visitor.code)) == (0, "")
        assert tenancy_of(site, "ann").owner(visitor.code) == ""
        assert isinstance(await site.workers["bob"].lobby.find(visitor.code), Room)


async def test_a_log_that_is_not_understood_is_given_up() -> None:
    """A worker of a newer version may understand it."""
    async with many_workers("ann") as site:
        lobby = site.workers["ann"].lobby
        code = await lobby.create("pounce")
        site.store.intrude(code, b"nonsense")
        with pytest.raises(Asleep):
            await lobby.find(code)
        await site.turn()
        assert (owner(site, code), tenancy_of(site, "ann").owner(code)) == ("", "")


@pytest.mark.parametrize("trouble", ["away", "gone"])
async def test_a_log_that_could_not_be_read_is_given_up(trouble: str) -> None:
    async with many_workers("ann") as site:
        ann = site.workers["ann"]
        code = await ann.lobby.create("pounce")
        store_of(ann).may_read.clear()
        kept = site.store.logs[code]
        if trouble == "gone":
            site.store.logs[code] = []
            site.store.leases.lengths = {code: 1}
        finding = asyncio.create_task(ann.lobby.find(code))
        await site.turn()
        assert owner(site, code) == "ann"
        site.store.is_away = trouble == "away"
        store_of(ann).may_read.set()
        if trouble == "away":
            with pytest.raises(StoreUnreachable):
                await finding
            site.store.is_away = False
        else:
            assert await finding is None
            site.store.logs[code] = kept
        await site.wind(2000)
        assert (owner(site, code), tenancy_of(site, "ann").owner(code)) == ("", "")
        assert isinstance(await ann.lobby.find(code), Room)


async def standing_still(site: ManyWorkers) -> "tuple[Building, str, asyncio.Task[Room | FarRoom | None]]":
    """The worker ann, in the middle of reading the log of a room whose lease has lapsed meanwhile."""
    ann = site.workers["ann"]
    code = await ann.lobby.create("pounce")
    store_of(ann).may_read.clear()
    finding = asyncio.create_task(ann.lobby.find(code))
    await site.turn()
    renewal = tenancy_of(site, "ann")._next
    assert renewal is not None
    renewal.cancel()
    await site.wind(LAPSE_MS)
    return ann, code, finding


async def test_who_has_lost_its_lease_while_it_read_the_log_reads_again() -> None:
    """It stood still in the middle; meanwhile another had the room, and has gone."""
    async with many_workers("ann", "bob") as site:
        ann, code, finding = await standing_still(site)
        guest = await Visitor(site, code, "guest").connect("bob")
        assert not guest.is_relayed
        await guest.say(t="sit", name="guest")
        await site.workers["bob"].lobby.close()
        tenancy_of(site, "ann").begin()
        store_of(ann).may_read.set()
        room = await finding
        assert isinstance(room, Room)
        assert room.kept.seq == len(site.store.logs[code])
        assert owner(site, code) == "ann"


async def test_who_has_lost_its_lease_to_another_while_it_read_the_log_relays() -> None:
    async with many_workers("ann", "bob") as site:
        ann, code, finding = await standing_still(site)
        assert isinstance(await site.workers["bob"].lobby.find(code), Room)
        store_of(ann).may_read.set()
        assert isinstance(await finding, FarRoom)
        assert ann.lobby.awake == 0


async def test_closing_gives_up_every_room_once_all_is_kept() -> None:
    """Whoever was about to wake one wakes it no more."""
    async with many_workers("ann", "bob") as site:
        ann = site.workers["ann"]
        near = await Visitor(site, await ann.lobby.create("pounce"), "near").connect("ann")
        other = await ann.lobby.create("pounce")
        store_of(ann).may_read.clear()
        finding = asyncio.create_task(ann.lobby.find(other))
        await site.turn()
        site.store.hold()
        near.post(t="sit", name="near")
        closing = asyncio.create_task(ann.lobby.close())
        await site.turn()
        assert (closing.done(), owner(site, near.code)) == (False, "ann")
        site.store.let_go()
        await closing
        store_of(ann).may_read.set()
        with pytest.raises(StoreUnreachable):
            await finding
        await site.turn()
        assert near.line.sight.room["seats"][0]["name"] == "near"
        assert near.line.closed == CLOSE_COME_BACK
        assert [owner(site, code) for code in (near.code, other)] == ["", ""]
        assert ann.lobby.awake == 0


async def test_a_room_whose_log_is_gone_is_watched_no_longer() -> None:
    async with many_workers("ann", "bob") as site:
        near = await Visitor(site, await site.workers["ann"].lobby.create("pounce"), "near").connect("ann")
        far = await Visitor(site, near.code, "far").connect("bob")
        near.disconnect()
        await site.kill("ann")
        del site.store.logs[near.code]
        await site.wind(LAPSE_MS + 2000)
        assert far.line.closed == CLOSE_COME_BACK
        assert near.code not in tenancy_of(site, "bob")._rooms


async def test_a_room_is_not_left_half_handed_over() -> None:
    """Whatever goes wrong with its lease, its browsers come back."""
    async with many_workers("ann") as site:
        near = await Visitor(site, await site.workers["ann"].lobby.create("pounce"), "near").connect("ann")
        site.store.leases.give_up = None  # type: ignore[assignment,method-assign]
        site.workers["ann"].lobby._give_away(room_at(site, "ann", near.code))
        await site.turn()
        assert near.line.closed == CLOSE_COME_BACK
        assert site.workers["ann"].lobby.awake == 0


async def test_a_room_that_is_handed_over_is_given_up_before_anybody_comes_back() -> None:
    """However long the store takes for it."""
    async with many_workers("ann", "bob") as site:
        near, far = await table(site, near="ann", far="bob")
        site.store.may_give_up.clear()
        near.disconnect()
        await site.wind((ALONE_LOOKS + 4) * TICK_MS)
        assert room_at(site, "ann", near.code).ended
        closed_with = [far.line.closed]
        site.store.may_give_up.set()
        await site.turn()
        assert [*closed_with, far.line.closed] == [None, CLOSE_COME_BACK]
        await far.connect("bob")
        assert not far.is_relayed
