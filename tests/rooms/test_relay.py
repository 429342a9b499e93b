"""A room has one owner among several workers, and whoever looks at it from another one sees and does the same."""

import asyncio

import pytest

from app.rooms.lease import LAPSE_MS, RENEW_MS
from app.rooms.letter import HEAD
from app.rooms.relay import DEAD_MS, SILENT_MS, TICK_MS
from app.wire import CLOSE_COME_BACK, CLOSE_REMOVED
from tests.support.rooms import GO_MS
from tests.support.workers import NAMES, Visitor, many_workers, play, room_at, table


async def test_who_looks_from_another_worker_sees_and_does_the_same() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await play(site, near="ann", far="bob")
        assert (near.is_relayed, far.is_relayed) == (False, True)
        assert [seat["name"] for seat in far.line.sight.room["seats"]] == ["near", "far"]
        for visitor in (near, far, near, far):
            k = await visitor.move("flip")
            assert ["p" in answer for answer in visitor.line.answers[k]] == [True]
        assert near.line.sight.table["piles"] == far.line.sight.table["piles"]
        assert near.line.sight.n == far.line.sight.n == room_at(site, "ann", near.code).kept.seq
        assert far.line.sight.gaps == 0
        assert not site.workers["bob"].awake


async def test_a_refusal_and_a_request_that_is_refused_come_back() -> None:
    async with many_workers("ann", "bob") as site:
        _, far = await play(site, near="ann", far="bob")
        k = await far.move("play", "1w", ["1:AS"], "b0")
        assert [answer["t"] for answer in far.line.answers[k]] == ["no"]
        await far.say(t="end")
        assert far.told("sorry")[-1]["code"] == "not_host"


async def test_a_dead_owners_room_goes_on_at_the_worker_that_relays_it() -> None:
    """One person far from the owner, among bots, who touches nothing."""
    async with many_workers("ann", "bob") as site:
        near, far = await table(site, near="ann", far="bob")
        await near.say(t="add_bot")
        await far.say(t="ready", on=True)
        await near.say(t="start")
        await site.wind(GO_MS + 100)
        shown = far.line.sight.n
        await site.kill("ann")
        took = await site.wind_until(lambda: far.line.closed is not None)
        assert far.line.closed == CLOSE_COME_BACK
        assert took <= LAPSE_MS + RENEW_MS
        assert far.told("saving")[-1]["on"]
        room = room_at(site, "bob", far.code)
        assert room.kept.seq >= shown
        await far.connect("bob")
        assert not far.is_relayed
        began = room.kept.seq
        await site.wind_until(lambda: room.kept.seq > began)
        assert far.line.sight.n == room.kept.seq


async def test_who_comes_to_a_dead_owners_room_is_let_in_when_it_is_taken_over() -> None:
    async with many_workers("ann", "bob") as site:
        (near,) = await table(site, near="ann")
        await site.kill("ann")
        await near.connect("bob")
        near.post(t="ping")
        await site.wind_until(lambda: near.line.closed == CLOSE_COME_BACK)
        await near.connect("bob")
        assert near.line.sight.room["seats"][0]["name"] == "near"


async def test_a_worker_that_stood_still_loses_its_room_and_sends_its_browsers_on() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await play(site, near="ann", far="bob")
        frozen = site.workers["ann"]
        lobby = frozen.lobby
        assert lobby._tenancy is not None
        assert lobby._relay is not None
        site.dead.add(NAMES["ann"])
        calls = (lobby._tenancy._next, lobby._relay._tick)
        for call in calls:
            assert call is not None
            call.cancel()
        room = room_at(site, "ann", near.code)
        room.house.close()
        await site.wind_until(lambda: far.line.closed == CLOSE_COME_BACK)
        await far.connect("bob")
        await far.move("flip")
        kept = list(site.store.logs[near.code])
        site.dead.discard(NAMES["ann"])
        k = await near.move("flip")
        assert k not in near.line.answers
        lobby._tenancy.begin()
        lobby._relay._on_tick()
        await site.wind_until(lambda: near.line.closed is not None)
        assert near.line.closed == CLOSE_COME_BACK
        assert site.store.logs[near.code][: len(kept)] == kept
        for _ in range(2):  # what it said while it stood still is missed only when it says something again
            await near.connect("ann")
            await site.turn()
        assert near.is_relayed
        assert [near.line.closed, near.line.sight.n] == [None, far.line.sight.n]


async def test_a_closing_worker_hands_its_rooms_over_before_its_browsers_come_back() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await play(site, near="ann", far="bob")
        shown = near.line.sight.n
        await site.workers["ann"].lobby.close()
        assert (near.line.closed, site.store.leases.owner(near.code)) == (CLOSE_COME_BACK, "")
        await site.turn()
        assert far.line.closed == CLOSE_COME_BACK
        await near.connect("bob")
        await far.connect("bob")
        assert not near.is_relayed
        assert near.line.sight.n == far.line.sight.n >= shown


async def test_a_closing_worker_sends_those_it_relays_to_others() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await table(site, near="ann", far="bob")
        await site.workers["bob"].lobby.close()
        await site.turn()
        assert far.line.closed == CLOSE_COME_BACK
        assert near.told("presence")[-1]["here"] == [0]
        assert near.line.closed is None


@pytest.mark.parametrize("loser", ["ann", "bob"])
async def test_what_is_lost_on_the_way_is_noticed_and_everybody_comes_back_to_the_whole_table(loser: str) -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await play(site, near="ann", far="bob")
        site.posts[loser].lose = 1
        visitor = near if loser == "ann" else far
        await visitor.move("flip")
        await site.wind_until(lambda: far.line.closed is not None, 3000)
        assert far.line.closed == CLOSE_COME_BACK
        assert near.line.closed is None
        await far.connect("bob")
        assert far.line.sight.n == near.line.sight.n
        assert near.told("presence")[-1]["here"] == [0, 1]
        await far.move("flip")
        assert far.line.sight.n == near.line.sight.n == room_at(site, "ann", near.code).kept.seq


async def test_when_the_word_that_something_was_lost_is_lost_too_everybody_comes_back_all_the_same() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await play(site, near="ann", far="bob")
        site.posts["bob"].lose = 1
        await far.move("flip")
        # With what ann says meanwhile goes her word that she relies on nothing any more; she is alive and has the room.
        site.posts["ann"].lose = 3
        await site.wind_until(lambda: far.line.closed is not None, 5000)
        assert far.line.closed == CLOSE_COME_BACK
        await far.connect("bob")
        assert far.line.sight.n == near.line.sight.n


async def test_an_owner_that_is_silent_for_a_moment_is_told_to_those_who_wait() -> None:
    async with many_workers("ann", "bob") as site:
        _, far = await table(site, near="ann", far="bob")
        site.dead.add(NAMES["ann"])
        await site.wind(SILENT_MS + 2 * TICK_MS)
        assert [told["on"] for told in far.told("saving")] == [True]
        site.dead.discard(NAMES["ann"])
        await site.wind_until(lambda: far.line.closed is not None or far.told("saving")[-1]["on"] is False, 3000)


async def test_browsers_of_a_dead_worker_are_away() -> None:
    async with many_workers("ann", "bob") as site:
        near, _ = await table(site, near="ann", far="bob")
        await site.kill("bob")
        await site.wind(DEAD_MS + 1000)
        assert near.told("presence")[-1]["here"] == [0]
        assert near.line.closed is None


async def test_damaged_messages_and_those_of_unknown_sockets_do_no_harm() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await table(site, near="ann", far="bob")
        lobby = site.workers["ann"].lobby
        stranger = HEAD.pack(bytes(16), 1)
        for message in (b"", b"x", stranger + b"o", stranger + b"o\0\0\0\1\0\0\0\1x", stranger + b"?\0\0\0\1\0\0\0\0"):
            lobby.hear(message)
        await site.turn()
        assert (near.line.closed, far.line.closed) == (None, None)
        await far.say(t="rename", name="Far")
        assert near.line.sight.room["seats"][1]["name"] == "Far"


@pytest.mark.parametrize("others", [0, 1])
async def test_a_socket_of_which_the_owner_has_not_heard_comes_back(others: int) -> None:
    """It was in the first message between the two."""
    async with many_workers("ann", "bob") as site:
        (near,) = await table(site, near="ann")
        site.posts["bob"].lose = 1
        far = await Visitor(site, near.code, "far").connect("bob")
        for _ in range(others):
            await Visitor(site, near.code, "farther").connect("bob")
        await site.wind_until(lambda: far.line.closed == CLOSE_COME_BACK, 3000)
        await far.connect("bob")
        assert far.line.sight.n == near.line.sight.n


async def test_a_socket_that_the_owner_has_closed_is_closed_even_if_that_was_lost() -> None:
    """It was the last message between the two, so that nothing shows that it is missing."""
    async with many_workers("ann", "bob") as site:
        near, far = await table(site, near="ann", far="bob")
        site.posts["ann"].lose = 1
        await near.say(t="remove", seat=1)
        await site.wind_until(lambda: far.line.closed == CLOSE_COME_BACK, 3000)
        await far.connect("bob")
        assert far.line.closed == CLOSE_REMOVED


async def test_a_silent_owner_is_asked_about_once_at_a_time() -> None:
    """A store that is slow because much is asked of it is not asked more and more."""
    async with many_workers("ann", "bob") as site:
        _, far = await table(site, near="ann", far="bob")
        asking: list[list[str]] = []
        answer = asyncio.Event()

        async def watch(codes: list[str]) -> None:
            asking.append(codes)
            await answer.wait()

        relay = site.workers["bob"].lobby._relay
        assert relay is not None
        relay._watch = watch
        site.dead.add(NAMES["ann"])
        await site.wind(SILENT_MS + 8 * TICK_MS)
        assert asking == [[far.code]]
        answer.set()
        await site.wind(2 * TICK_MS)
        assert len(asking) > 1


async def test_a_worker_that_stood_still_sends_on_those_it_relays() -> None:
    """The owner took its browsers for gone meanwhile, and what it said of that was lost."""
    async with many_workers("ann", "bob") as site:
        near, far = await play(site, near="ann", far="bob")
        lobby = site.workers["bob"].lobby
        assert lobby._tenancy is not None and lobby._tenancy._next is not None  # noqa: PT018
        assert lobby._relay is not None and lobby._relay._tick is not None  # noqa: PT018
        lobby._tenancy._next.cancel()
        lobby._relay._tick.cancel()
        site.dead.add(NAMES["bob"])
        await site.wind(20_000)
        assert near.told("presence")[-1]["here"] == [0]
        site.dead.discard(NAMES["bob"])
        lobby._tenancy.begin()
        lobby._relay._on_tick()
        await site.wind_until(lambda: far.line.closed == CLOSE_COME_BACK, 2000)
        await far.connect("bob")
        k = await far.move("flip")
        assert ["p" in answer for answer in far.line.answers[k]] == [True]
        assert (near.told("presence")[-1]["here"], near.line.closed) == ([0, 1], None)
