"""One writer: what is judged, what is shown, when, and what a second asking changes."""

from typing import Any

import pytest

from app.rooms.entry import Ended, Renamed, encode
from app.rooms.outbox import LAGGING
from app.rules.game import Move
from app.rules.games.pounce import GAME
from app.wire import CLOSE_BUG, CLOSE_COME_BACK, CLOSE_ELSEWHERE
from tests.support.rooms import Building, Guest, building, kinds

BOTH_TWOS = "0w 2S\n1w 2S\nb0 0:AS"


# --- kept before seen ---------------------------------------------------------------------------------------


async def test_nothing_leaves_before_it_is_kept(house: Building) -> None:
    """Neither the move, nor the refusal that tells of it, nor what else was judged on it; then all of it in order."""
    ann, bob = await house.laid(BOTH_TWOS)
    eve = await house.guest(ann.code, "Eve")
    before = [len(guest.said) for guest in (ann, bob, eve)]
    calls = len(house.fake.calls)
    house.fake.hold()
    first = ann.post("play", "0w", ["0:2S"], "b0")
    second = bob.post("play", "1w", ["1:2S"], "b0")
    ann.post("play", "0w", ["0:2S"], "b0", k=first)
    eve.post("flip")
    eve.say(t="sit", name="Eve")
    bob.say(t="start")
    await house.fake.arrived(calls + 1)
    await house.turn()
    assert [len(guest.said) for guest in (ann, bob, eve)] == before
    house.fake.let_go()
    await house.settle()
    assert kinds(ann.said[before[0] :]) == ["frame", "ok", "frame"]
    assert ann.answers(first)[0]["p"] == {"0w": [0], "b0": [1, "0:2S"]}
    assert bob.answer(second) == {"t": "no", "k": second, "code": "taken", "by": 0, "ms": 1}
    assert bob.heard.index(ann.answers(first)[0]) < bob.heard.index(bob.answer(second))
    assert kinds(eve.said[before[2] :]) == ["frame", "no", "frame", "you"]


async def test_who_comes_meanwhile_sees_what_is_kept_and_then_the_rest(house: Building) -> None:
    ann, _ = await house.laid(BOTH_TWOS)
    room = await house.room(ann.code)
    calls = len(house.fake.calls)
    house.fake.hold()
    ann.post("play", "0w", ["0:2S"], "b0")
    await house.fake.arrived(calls + 1)
    eve = Guest(house, ann.code, "Eve")
    eve.enter(room)
    await house.turn()
    assert eve.sight.table["piles"]["b0"] == [0, "0:AS"]
    house.fake.let_go()
    await house.settle()
    assert eve.sight.gaps == 0
    assert eve.sight.table["piles"]["b0"] == [1, "0:2S"]


async def test_a_lost_answer_of_the_store_is_no_loss(house: Building) -> None:
    """The batch is repeated, found to be there already, and shown once."""
    ann, bob = await house.laid(BOTH_TWOS)
    house.fake.lost_answers = 2
    answer = await ann.move("play", "0w", ["0:2S"], "b0")
    assert "p" in answer
    assert len(house.moves(ann.code)) == 1
    assert bob.frames.count(answer) == 1


async def test_another_writer_sends_everybody_away_and_the_room_is_read_anew(house: Building) -> None:
    """With a code that brings them back; what was not kept has not happened and can be asked for again."""
    ann, bob = await house.race("Ann", "Bob")
    old = await house.room(ann.code)
    house.fake.intrude(ann.code, encode(Renamed(old.head.when, 1, "Robert")))
    k = ann.post("flip")
    await house.settle()
    assert (ann.line.closed, bob.line.closed) == (CLOSE_COME_BACK, CLOSE_COME_BACK)
    assert ann.answers(k) == []
    assert house.moves(ann.code) == []
    await ann.connect()
    assert await house.room(ann.code) is not old
    assert [seat["name"] for seat in ann.sight.room["seats"]] == ["Ann", "Robert"]
    ann.post("flip", k=k)
    await house.settle()
    assert "p" in ann.answer(k)


async def test_a_slow_store_is_told_and_untold(house: Building, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also to those who come meanwhile; before what waited is shown."""
    monkeypatch.setattr("app.rooms.journal.SLOW_S", 0)
    ann, bob = await house.laid(BOTH_TWOS)
    room = await house.room(ann.code)
    calls = len(house.fake.calls)
    house.fake.hold()
    ann.post("play", "0w", ["0:2S"], "b0")
    await house.fake.arrived(calls + 1)
    await house.turn()
    eve = Guest(house, ann.code, "Eve")
    eve.enter(room)
    await house.turn()
    for guest in (ann, bob, eve):
        assert guest.told("saving") == [{"t": "saving", "on": True}]
    house.fake.let_go()
    await house.settle()
    for guest in (ann, bob, eve):
        assert kinds(guest.said[-2:]) == ["saving", "frame"]
        assert not guest.told("saving")[-1]["on"]


# --- sockets ------------------------------------------------------------------------------------------------


async def test_the_newer_of_two_tabs_plays_and_the_older_is_told(house: Building) -> None:
    ann, bob = await house.race("Ann", "Bob")
    room = await house.room(ann.code)
    old, line = ann.viewer, ann.line
    assert old is not None
    ann.reload()
    await ann.connect()
    assert line.payloads()[-1] == b'{"t":"elsewhere"}'
    assert line.closed == CLOSE_ELSEWHERE
    written = len(line.payloads())
    room.disconnect(old)
    assert "p" in await ann.move("flip")
    await bob.move("flip")
    assert len(line.payloads()) == written
    assert bob.told("presence")[-1]["here"] == [0, 1]


async def test_after_a_reconnect_the_first_move_is_made(house: Building) -> None:
    """In the very turn in which the socket has come back."""
    ann, _ = await house.race("Ann", "Bob")
    room = await house.room(ann.code)
    ann.disconnect()
    ann.enter(room)
    k = ann.post("flip")
    await house.settle()
    assert "p" in ann.answer(k)
    assert ann.sight.seat == 0


async def test_a_seat_taken_just_before_the_socket_broke_is_known_to_the_next_one(house: Building) -> None:
    """The answer was meant for a socket that is gone; without it the page would only watch."""
    (ann,) = await house.table("Ann")
    bob = await house.guest(ann.code, "Bob")
    room = await house.room(ann.code)
    calls = len(house.fake.calls)
    house.fake.hold()
    bob.say(t="sit", name="Bob")
    await house.fake.arrived(calls + 1)
    bob.disconnect()
    bob.enter(room)
    await house.turn()
    assert bob.told("welcome")[0]["seat"] is None
    house.fake.let_go()
    await house.settle()
    assert bob.sight.seat == 1


async def test_who_lags_behind_gets_the_whole_table_when_he_has_caught_up(house: Building) -> None:
    """He misses frames, the others none; afterwards he knows what they know."""
    ann, bob = await house.race("Ann", "Bob")
    room = await house.room(ann.code)
    assert bob.viewer is not None
    bob.line.waiting = LAGGING + 1
    for _ in range(5):
        await ann.move("flip")
    assert bob.viewer.behind
    count = len(bob.line.written)
    bob.line.waiting = 0
    await ann.move("flip")
    assert len(bob.line.written) == count
    room.show_all(bob.viewer)
    await house.settle()
    assert bob.sight.table["piles"] == ann.sight.table["piles"]
    await ann.move("flip")
    assert bob.sight.gaps == 0
    assert bob.sight.table["piles"] == ann.sight.table["piles"]


async def test_who_catches_up_is_told_that_the_store_is_slow(house: Building) -> None:
    ann, _ = await house.race("Ann", "Bob")
    room = await house.room(ann.code)
    assert ann.viewer is not None
    ann.viewer.behind = True
    room.set_saving(True)
    room.show_all(ann.viewer)
    await house.settle()
    assert ann.told("saving") == [{"t": "saving", "on": True}]
    room.set_saving(False)


# --- the end of a room --------------------------------------------------------------------------------------


async def test_a_match_that_never_ends_is_ended() -> None:
    """At the limit of entries, as it stands."""
    async with building(entries_per_match=100, moves_per_second=1000) as house:
        ann, bob = await house.race("Ann", "Bob")
        for turn in range(100):
            ann.post("unstuck" if turn % 2 else "stuck")
        await house.settle()
        assert sum(isinstance(entry, Ended) for entry in house.log(ann.code)) == 1
        assert bob.sight.room["phase"] == "lobby"
        assert {message["code"] for message in ann.told("no")} == {"not_now"}
        assert max(point.match_entries for point in house.points(ann.code)) <= 102


class Broken(type(GAME)):  # type: ignore[misc]
    """Pounce with a bug: nobody can be called stuck."""

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        if move.name in ("stuck", "agree"):
            raise ZeroDivisionError
        return super().apply(state, seat, move)


async def test_a_bug_stops_its_room_only(caplog: pytest.LogCaptureFixture) -> None:
    """One traceback with room and entry; the log is kept, the others play on."""
    async with building(games={"pounce": Broken()}) as house:
        ann, bob = await house.race("Ann", "Bob")
        cat, _ = await house.race("Cat", "Dan")
        await ann.move("flip")
        room = await house.room(ann.code)
        seq = room.head.seq
        ann.post("stuck")
        await house.settle()
        assert (ann.line.closed, bob.line.closed) == (CLOSE_BUG, CLOSE_BUG)
        assert len(house.log(ann.code)) == seq
        assert f"room {ann.code} stops at entry {seq}" in caplog.text
        assert "p" in await cat.move("flip")


async def test_a_stopped_room_hears_nothing(house: Building) -> None:
    ann, _ = await house.race("Ann", "Bob")
    room = await house.room(ann.code)
    count = len(house.log(ann.code))
    room.stop(CLOSE_COME_BACK)
    ann.post("flip")
    await house.wind(60_000)
    assert len(house.log(ann.code)) == count
    assert ann.line.closed == CLOSE_COME_BACK
