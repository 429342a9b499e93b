"""Sockets at other workers that look at rooms here."""

from app.rooms.guests import ALONE_LOOKS
from app.rooms.letter import HEAD, ITEM
from app.rooms.outbox import Viewer
from app.rooms.relay import TICK_MS
from app.wire import CLOSE_BAD_MESSAGE, CLOSE_BUG, CLOSE_COME_BACK, CLOSE_ELSEWHERE, CLOSE_REMOVED
from tests.support.lines import PageLine
from tests.support.workers import NAMES, many_workers, play, room_at, table


async def test_who_goes_is_away_for_everybody() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await table(site, near="ann", far="bob")
        far.disconnect()
        await site.turn()
        assert near.told("presence")[-1]["here"] == [0]
        await far.connect("bob")
        assert near.told("presence")[-1]["here"] == [0, 1]


async def test_a_newer_socket_closes_the_older_one_wherever_it_is() -> None:
    async with many_workers("ann", "bob", "eve") as site:
        near, far = await table(site, near="ann", far="bob")
        old = far.line
        await far.connect("eve")
        assert old.closed == CLOSE_ELSEWHERE
        old = far.line
        await far.connect("ann")
        assert old.closed == CLOSE_ELSEWHERE
        assert (near.line.closed, far.line.closed) == (None, None)


async def test_who_is_removed_is_sent_away_for_good() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await table(site, near="ann", far="bob")
        await near.say(t="remove", seat=1)
        assert far.line.closed == CLOSE_REMOVED
        await far.connect("bob")
        assert far.line.closed == CLOSE_REMOVED


async def test_a_room_whose_viewers_are_all_elsewhere_moves_to_them() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await table(site, near="ann", far="bob")
        await site.wind((ALONE_LOOKS + 2) * TICK_MS)
        assert far.line.closed is None
        near.disconnect()
        await site.wind_until(lambda: far.line.closed == CLOSE_COME_BACK)
        await far.connect("bob")
        assert not far.is_relayed
        assert not site.workers["ann"].awake
        await near.connect("ann")
        assert near.is_relayed


async def test_a_room_stays_where_somebody_looks_at_it() -> None:
    async with many_workers("ann", "bob", "eve") as site:
        _, far, farther = await table(site, near="ann", far="bob", farther="eve")
        await site.wind(20_000)
        assert (far.line.closed, farther.line.closed) == (None, None)


async def test_a_post_that_does_not_get_on_makes_its_viewers_lag_too() -> None:
    """But not what a burst of other tables' deals leaves waiting for a moment."""
    async with many_workers("ann", "bob") as site:
        near, far = await play(site, near="ann", far="bob")
        site.posts["ann"].unsent = 1 << 20
        await near.move("flip")
        before = far.line.sight.n
        assert before == near.line.sight.n
        site.posts["ann"].unsent = 1 << 23
        await near.move("flip")
        assert far.line.sight.n == before
        site.posts["ann"].unsent = 0
        await site.wind(2 * TICK_MS)
        assert far.line.sight.n == near.line.sight.n


async def test_what_is_no_message_of_a_browser_closes_its_socket_alone() -> None:
    """The other worker checks shapes as well; a newer version of it might not agree."""
    async with many_workers("ann", "bob") as site:
        near, far = await table(site, near="ann", far="bob")
        relay = site.workers["bob"].lobby._relay
        assert relay is not None
        relay.put(NAMES["ann"], b"s", 1, b'{"t":"nonsense"}')
        await site.turn()
        assert far.line.closed == CLOSE_BAD_MESSAGE
        assert near.line.closed is None


async def test_who_has_caught_up_sees_nothing_before_the_whole_table() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await play(site, near="ann", far="bob")
        far.line.waiting = 1 << 20
        await near.move("flip")
        far.line.waiting = 0
        assert far.place is not None
        assert far.viewer is not None
        near.post(t="move", k=99, m=["flip"])
        far.place.show_all(far.viewer)
        await site.turn()
        await near.move("flip")
        assert far.line.sight.n == near.line.sight.n
        assert far.line.sight.gaps == 0


async def test_what_a_closed_guest_has_said_meanwhile_is_not_heard() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await table(site, near="ann", far="bob")
        far.disconnect()
        relay = site.workers["bob"].lobby._relay
        assert relay is not None
        place = relay.far.known(near.code)
        assert place is not None
        far.line = PageLine()
        far.viewer = Viewer(far.line, far.player, "0123456789abcdef")
        place.connect(far.viewer)
        relay.put(NAMES["ann"], b"s", max(place.sockets), b'{"t":"nonsense"}')
        await far.say(t="rename", name="Other")
        assert far.line.closed == CLOSE_BAD_MESSAGE
        assert near.line.sight.room["seats"][1]["name"] == "far"


async def test_a_room_that_cannot_be_shown_to_a_guest_stops() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await table(site, near="ann", far="bob")
        far.disconnect()
        await site.turn()
        room_at(site, "ann", near.code)._moves = None  # type: ignore[assignment]
        await far.connect("bob")
        assert (near.line.closed, far.line.closed) == (CLOSE_BUG, CLOSE_BUG)


async def test_a_room_that_cannot_be_shown_again_stops_and_the_others_go_on() -> None:
    async with many_workers("ann", "bob") as site:
        near, far = await play(site, near="ann", far="bob")
        other, others_far = await play(site, other="ann", others_far="bob")
        site.posts["ann"].unsent = 1 << 23
        await near.move("flip")
        await other.move("flip")
        site.posts["ann"].unsent = 0
        room_at(site, "ann", near.code)._moves = None  # type: ignore[assignment]
        await site.wind(2 * TICK_MS)
        assert (near.line.closed, far.line.closed) == (CLOSE_BUG, CLOSE_BUG)
        assert others_far.line.sight.n == other.line.sight.n


async def test_a_message_that_opens_nothing_leaves_nothing() -> None:
    async with many_workers("ann", "bob") as site:
        (near,) = await table(site, near="ann")
        lobby = site.workers["ann"].lobby
        assert lobby._relay is not None
        for number, body in enumerate((b"", b"[]", b"{}", b'{"code":"%s"}' % near.code.encode()), 1):
            lobby.hear(HEAD.pack(bytes(16), number) + ITEM.pack(b"o", number, len(body)) + body)
        await site.turn()
        assert list(lobby._relay.guests) == []
        assert near.line.closed is None
