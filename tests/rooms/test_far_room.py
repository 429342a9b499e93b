"""Rooms of other workers, as sockets here see them."""

from app.rooms.far_room import UNUSED_MS
from app.rooms.relay import TICK_MS
from tests.support.workers import many_workers, play, table


async def test_a_ping_is_answered_at_once_and_its_round_trip_is_shown_to_all() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await table(site, near="ann", far="bob")
        far.post(t="ping", ms=37)
        assert far.line.written == [] or far.told("pong") == []
        site.workers["bob"].outbox.flush()
        assert len(far.told("pong")) == 1
        await site.wind(3000)
        assert len(far.told("pong")) == 1
        assert near.told("presence")[-1]["ms"] == {"1": 37}


async def test_a_room_that_nobody_looks_at_any_more_is_not_watched() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await table(site, near="ann", far="bob")
        far.disconnect()
        await site.wind(UNUSED_MS + 2 * TICK_MS)
        tenancy = site.workers["bob"].lobby._tenancy
        assert tenancy is not None
        assert tenancy.owner(near.code) == ""
        sent = site.posts["bob"].sent
        await site.wind(3000)
        assert site.posts["bob"].sent == sent


async def test_who_lags_gets_the_whole_table_when_he_has_caught_up() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await play(site, near="ann", far="bob")
        far.line.waiting = 1 << 20
        await near.move("flip")
        assert far.viewer is not None
        assert far.viewer.behind
        far.line.waiting = 0
        assert far.place is not None
        far.place.show_all(far.viewer)
        await site.turn()
        assert far.line.sight.n == near.line.sight.n
        await near.move("flip")
        assert far.line.sight.n == near.line.sight.n


async def test_who_says_hello_when_his_room_was_forgotten_comes_back() -> None:
    """A room of another worker is remembered for a while without a socket; one may have come just before."""
    async with many_workers("ann", "bob") as site:
        _, far = await table(site, near="ann", far="bob")
        await table(site, other="ann", others_far="bob")
        far.disconnect()
        await site.wind(UNUSED_MS + 2 * TICK_MS)
        assert far.place is not None
        assert far.place.ended
