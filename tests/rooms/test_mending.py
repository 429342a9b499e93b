"""A log that is not what its room takes it for: the end that the store has lost, or what somebody else has written."""

import asyncio
from typing import Any

import pytest

from app.rooms.backlog import HELD_MS
from app.rooms.guests import ALONE_LOOKS
from app.rooms.relay import TICK_MS
from app.rooms.room import Room
from app.wire import CLOSE_BUG, CLOSE_COME_BACK
from tests.support.workers import NAMES, ManyWorkers, Visitor, many_workers, owner, play, room_at, store_of, tenancy_of


def lose(site: ManyWorkers, room: Room, entries: int) -> None:
    """The store comes back without the end of a log."""
    log = site.store.logs[room.code]
    del log[len(log) - entries :]


def said(visitor: Visitor, kind: str) -> list[Any]:
    return [message["on"] for message in visitor.told(kind)]


async def test_a_store_that_lost_the_end_of_a_log_gets_it_back_with_the_next_move() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await play(site, near="ann", far="bob")
        for visitor in (near, far, near):
            await visitor.move("flip")
        room = room_at(site, "ann", near.code)
        before = list(site.store.logs[near.code])
        lose(site, room, 2)
        k = await near.move("flip")
        assert len(near.line.answers[k]) == 1
        assert site.store.logs[near.code][:-1] == before
        assert near.line.closed is far.line.closed is None
        assert near.line.sight.n == far.line.sight.n == len(before) + 1
        assert said(near, "saving") == [True, False]


@pytest.mark.parametrize("away_ms", [1200, 10_000])
async def test_a_lost_end_is_noticed_without_a_move_after_an_outage(away_ms: int) -> None:
    async with many_workers("ann") as site:
        (near, _) = await play(site, near="ann", far="ann")
        before = list(site.store.logs[near.code])
        site.store.is_away = site.store.leases.is_away = True
        await site.wind(away_ms)
        lose(site, room_at(site, "ann", near.code), 3)
        site.store.is_away = site.store.leases.is_away = False
        await site.wind_until(lambda: site.store.logs[near.code] == before)
        assert near.line.closed is None


async def test_moves_that_waited_through_an_outage_are_made_once() -> None:
    """Also those that the store took without being able to say so."""
    async with many_workers("ann") as site:
        near, far = await play(site, near="ann", far="ann")
        before = len(site.store.logs[near.code])
        site.store.lost_answers = 1
        site.store.leases.is_away = True
        first = await near.move("flip")
        site.store.is_away = True
        rest = [await visitor.move("flip") for visitor in (near, far)]
        await site.wind(10_000)
        assert first not in near.line.answers or near.line.answers[first]
        site.store.is_away = site.store.leases.is_away = False
        await site.wind_until(lambda: near.line.sight.n == before + 3)
        assert len(site.store.logs[near.code]) == before + 3
        assert [len(near.line.answers[k]) for k in (first, rest[0])] == [1, 1]
        assert len(far.line.answers[rest[1]]) == 1
        assert near.line.closed is None


async def test_a_log_that_somebody_else_has_written_is_read_anew() -> None:
    async with many_workers("ann", "bob") as site:
        near, _ = await play(site, near="ann", far="ann")
        site.store.leases._leases[near.code] = (NAMES["bob"], float("inf"))
        k = await near.move("flip")
        await site.turn()
        assert k not in near.line.answers
        assert near.line.closed == CLOSE_COME_BACK


async def test_an_entry_that_is_not_ours_is_not_written_over() -> None:
    async with many_workers("ann") as site:
        near, _ = await play(site, near="ann", far="ann")
        room = room_at(site, "ann", near.code)
        lose(site, room, 2)
        site.store.intrude(near.code, b"foreign")
        await near.move("flip")
        assert near.line.closed == CLOSE_COME_BACK
        assert site.store.logs[near.code][-1] == b"foreign"


async def test_more_than_is_held_cannot_be_written_again() -> None:
    """Then the log counts."""
    async with many_workers("ann") as site:
        near, _ = await play(site, near="ann", far="ann")
        await near.move("flip")
        room = room_at(site, "ann", near.code)
        await site.wind(HELD_MS + 1000)
        await near.move("flip")
        lose(site, room, 2)
        await near.move("flip")
        assert near.line.closed == CLOSE_COME_BACK
        await near.connect("ann")
        assert near.line.sight.n == len(site.store.logs[near.code])


async def test_a_lost_end_is_written_again_before_moves_that_waited_through_the_outage() -> None:
    """The lease may be renewed before the journal tries again."""
    async with many_workers("ann") as site:
        near, far = await play(site, near="ann", far="ann")
        for visitor in (near, far, near):
            await visitor.move("flip")
        before = list(site.store.logs[near.code])
        site.store.is_away = site.store.leases.is_away = True
        waiting = [await near.move("flip"), await far.move("flip"), await near.move("flip")]
        await site.wind(10_000)
        lose(site, room_at(site, "ann", near.code), 2)
        site.store.is_away = site.store.leases.is_away = False
        await site.wind_until(lambda: near.line.closed is not None or near.line.sight.n == len(before) + 3)
        assert near.line.closed is far.line.closed is None
        assert site.store.logs[near.code][: len(before)] == before
        assert len(site.store.logs[near.code]) == len(before) + 3
        assert [len(near.line.answers[k]) for k in (waiting[0], waiting[2])] == [1, 1]
        assert (near.line.sight.gaps, said(near, "saving")[-1]) == (0, False)


async def test_a_lost_end_is_written_again_by_its_owner_though_another_worker_relays_the_room() -> None:
    """Both hear nothing of each other in the outage, and the other watches the lease."""
    async with many_workers("bob", "ann") as site:
        near, far = await play(site, near="ann", far="bob")
        await near.move("flip")
        before = list(site.store.logs[near.code])
        site.store.is_away = site.store.leases.is_away = True
        site.dead |= {NAMES["ann"], NAMES["bob"]}
        await site.wind(8600)
        lose(site, room_at(site, "ann", near.code), 2)
        site.store.is_away = site.store.leases.is_away = False
        site.dead.clear()
        await site.wind_until(lambda: site.store.logs[near.code] == before, 5000)
        assert near.line.closed is None
        await site.wind_until(lambda: far.line.closed == CLOSE_COME_BACK, 5000)
        await far.connect("bob")
        assert (far.is_relayed, far.line.sight.n) == (True, near.line.sight.n)


async def test_a_lost_end_is_written_again_before_the_worker_closes() -> None:
    """And so is what waits behind it."""
    async with many_workers("ann") as site:
        near, far = await play(site, near="ann", far="ann")
        for visitor in (near, far):
            await visitor.move("flip")
        before = list(site.store.logs[near.code])
        lose(site, room_at(site, "ann", near.code), 2)
        lobby, store = site.workers["ann"].lobby, store_of(site.workers["ann"])
        store.may_read.clear()
        k = await near.move("flip")
        closing = asyncio.create_task(lobby.close())
        await site.turn()
        was_done = closing.done()
        store.may_read.set()
        await closing
        assert site.store.logs[near.code][:-1] == before
        assert (was_done, len(near.line.answers[k]), near.line.closed) == (False, 1, CLOSE_COME_BACK)


async def test_a_room_is_not_handed_over_before_it_has_the_end_of_its_log_again() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await play(site, near="ann", far="bob")
        for visitor in (near, far):
            await visitor.move("flip")
        before = list(site.store.logs[near.code])
        near.disconnect()
        room = room_at(site, "ann", near.code)
        lose(site, room, 2)
        store_of(site.workers["ann"]).may_read.clear()
        room.tear()
        await site.wind((ALONE_LOOKS + 2) * TICK_MS)
        was_ended = room.ended
        store_of(site.workers["ann"]).may_read.set()
        await site.wind_until(lambda: far.line.closed == CLOSE_COME_BACK)
        assert (was_ended, site.store.logs[near.code][: len(before)]) == (False, before)


async def test_a_room_that_stops_while_its_log_is_mended_is_given_up() -> None:
    async with many_workers("ann") as site:
        ann = site.workers["ann"]
        near = await Visitor(site, await ann.lobby.create("pounce"), "near").connect("ann")
        await near.say(t="sit", name="near")
        store_of(ann).may_lease.clear()
        room_at(site, "ann", near.code).tear()
        await site.turn()
        ann.lobby.stop_room(near.code, CLOSE_BUG)
        await site.turn()
        store_of(ann).may_lease.set()
        await site.wind(2000)
        assert (owner(site, near.code), tenancy_of(site, "ann").owner(near.code)) == ("", "")
