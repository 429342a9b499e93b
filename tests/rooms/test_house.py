"""The hands of HOUSE: time that runs out, persons who are away, the next deal, bots."""

from typing import Any

import pytest

from app.rooms.entry import Entry, HostMade, Moved, RoundStarted
from app.rooms.house import HOST_AWAY_MS, REBUILT_MS, RESUMED_MS
from app.rules.game import HOUSE, Move
from app.rules.games.pounce import AGREE_MS, GAME, STUCK_MS
from app.wire import CLOSE_BUG
from tests.support.rooms import GO_MS, Building, Guest, building

NEXT_MS = 20_000
TO_QUEEN = "0w KS\nb0 0:AS 0:2S 0:3S 0:4S 0:5S 0:6S 0:7S 0:8S 0:9S 0:TS 0:JS 0:QS"
NO_FACE_DOWN = "0w 9C\n1w 9C"
"""Nobody has a face-down card: everybody is SOL, and the stuck rule ends the round."""


def by_house(house: Building, code: str) -> list[Move]:
    """The moves of HOUSE in the log."""
    return [entry.move for entry in house.log(code) if isinstance(entry, Moved) and entry.seat == HOUSE]


def last(house: Building, code: str) -> Entry:
    return house.log(code)[-1]


def phase(guest: Guest) -> str:
    return str(guest.sight.table["facts"]["phase"])


async def laid(house: Building, text: str, *names: str, **options: Any) -> list[Guest]:
    """A race of Ann and Bob (or these) in which just these piles lie on the table."""
    guests = await house.race(*(names or ("Ann", "Bob")), **options)
    await house.lay(await house.room(guests[0].code), text)
    return guests


# --- deadlines ----------------------------------------------------------------------------------------------


async def test_a_round_is_counted_down(house: Building) -> None:
    """Go comes by itself, is told beforehand, and is an entry of the log."""
    ann, _ = await house.table("Ann", "Bob")
    await ann.ask(t="start")
    assert ann.sight.table["due"] == {"go": GO_MS}
    await house.wind(GO_MS - 1)
    assert phase(ann) == "countdown"
    await house.wind(1)
    assert phase(ann) == "race"
    assert by_house(house, ann.code) == [Move("go")]


async def test_a_setting_shortens_the_countdown_and_nothing_else() -> None:
    async with building(countdown_ms=300) as house:
        ann, _ = await house.table("Ann", "Bob")
        await ann.ask(t="start")
        assert ann.sight.table["due"] == {"go": 300}
        await house.wind(RESUMED_MS)
        assert phase(ann) == "race"


@pytest.mark.parametrize(("king_stop", "ms"), [("ready", 5000), ("auto", 2000)])
async def test_after_a_king_play_goes_on_by_itself(house: Building, king_stop: str, ms: int) -> None:
    ann, _ = await laid(house, TO_QUEEN, king_stop=king_stop)
    frame = await ann.move("play", "0w", ["0:KS"], "b0")
    assert frame["d"] == {"resume": ms}
    await house.wind(ms - 1)
    assert phase(ann) == "stopped"
    await house.wind(1)
    assert phase(ann) == "race"
    assert by_house(house, ann.code)[-1] == Move("resume")


async def test_after_a_pull_play_goes_on_by_itself(house: Building) -> None:
    ann, bob = await house.race("Ann", "Bob")
    for guest in (ann, bob):
        await guest.move("stuck")
    assert phase(ann) == "stuck"
    await house.wind(STUCK_MS)
    assert phase(ann) == "race"


@pytest.mark.parametrize("hours", [-3, 3])
async def test_a_clock_that_is_set_moves_no_deadline(house: Building, hours: int) -> None:
    """The machine's clock may jump while people play; time that passes is what counts."""
    ann, bob = await house.table("Ann", "Bob")
    await ann.ask(t="start")
    await house.wind(1000)
    house.clock.jump(hours * 3_600_000)
    await house.wind(GO_MS - 1001)
    assert phase(ann) == "countdown"
    await house.wind(1)
    assert phase(ann) == "race"
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    assert ann.sight.room["due"] == {"next_round": NEXT_MS}
    for guest in (ann, bob):
        await guest.ask(t="ready", on=True)
    assert "table" in ann.frames[-1]
    await house.wind(GO_MS)
    assert phase(ann) == "race"


async def test_a_clock_set_back_while_the_server_was_down_stops_nothing(house: Building) -> None:
    """Entries lie in the future then; the room goes on from them."""
    ann, bob = await house.table("Ann", "Bob")
    await ann.ask(t="start")
    await house.restart()
    house.clock.jump(-3_600_000)
    await ann.connect()
    await bob.connect()
    await house.wind(REBUILT_MS)
    assert phase(ann) == "race"


# --- those who are away -------------------------------------------------------------------------------------


async def test_who_is_away_is_ready_at_once(house: Building) -> None:
    """A stop waits for nobody who is not there."""
    ann, bob = await laid(house, TO_QUEEN)
    bob.disconnect()
    await ann.move("play", "0w", ["0:KS"], "b0")
    assert by_house(house, ann.code)[-1] == Move("ready", seat=1)
    await ann.move("ready")
    assert phase(ann) == "race"


async def test_who_goes_away_in_a_stop_is_ready_too(house: Building) -> None:
    ann, bob = await laid(house, TO_QUEEN)
    await ann.move("play", "0w", ["0:KS"], "b0")
    await ann.move("ready")
    bob.disconnect()
    await house.settle()
    assert phase(ann) == "race"


async def test_who_is_away_agrees_after_ten_seconds_of_absence_if_somebody_is_stuck(house: Building) -> None:
    ann, bob = await house.race("Ann", "Bob")
    bob.disconnect()
    await house.wind(60_000)
    assert by_house(house, ann.code) == [Move("go")]
    await ann.move("stuck")
    assert by_house(house, ann.code)[-1] == Move("agree", seat=1)
    assert phase(ann) == "stuck"


async def test_absence_is_counted_from_its_beginning(house: Building) -> None:
    ann, bob = await house.race("Ann", "Bob")
    await ann.move("stuck")
    await house.wind(5000)
    bob.disconnect()
    await house.wind(AGREE_MS - 1)
    assert phase(ann) == "race"
    await house.wind(1)
    assert phase(ann) == "stuck"


async def test_who_is_back_in_time_has_not_agreed(house: Building) -> None:
    ann, bob = await house.race("Ann", "Bob")
    bob.disconnect()
    await house.wind(AGREE_MS - 1)
    await ann.move("stuck")
    await bob.connect()
    await house.wind(60_000)
    assert phase(ann) == "race"
    assert ann.sight.table["facts"]["stuck"] == [0]


async def test_a_vote_taken_back_asks_nobody(house: Building) -> None:
    ann, bob = await house.race("Ann", "Bob")
    bob.disconnect()
    await ann.move("stuck")
    await ann.move("unstuck")
    await house.wind(60_000)
    assert phase(ann) == "race"


async def test_a_round_that_ends_by_the_absent_goes_on_to_the_next(house: Building) -> None:
    """The last vote is given for somebody away, and it ends the round: the sheet's time runs all the same."""
    ann, bob, cat = await laid(house, NO_FACE_DOWN, "Ann", "Bob", "Cat")
    for guest in (bob, cat):
        guest.disconnect()
    await house.wind(AGREE_MS)
    await ann.move("stuck")
    assert ann.sight.room["phase"] == "between"
    assert ann.sight.room["sheet"]["ended_by"] is None
    await house.wind(NEXT_MS)
    assert isinstance(last(house, ann.code), RoundStarted)
    assert ann.sight.room["phase"] == "play"


async def test_who_gave_his_seat_up_is_away(house: Building) -> None:
    """He is still at the table, but he keeps nobody waiting."""
    ann, bob, cat = await laid(house, TO_QUEEN, "Ann", "Bob", "Cat")
    await bob.ask(t="leave")
    await ann.move("play", "0w", ["0:KS"], "b0")
    await ann.move("ready")
    await cat.move("ready")
    assert phase(ann) == "race"


async def test_the_host_is_another_when_he_stays_away(house: Building) -> None:
    """The person seated longest of those who are there; a bot is none; who comes back is host no more."""
    ann, bob, cat = await house.table("Ann", "Bob", "Cat", bots=1)
    bob.disconnect()
    ann.disconnect()
    await house.wind(HOST_AWAY_MS - 1)
    assert cat.sight.room["host"] == 0
    await house.wind(1)
    assert cat.sight.room["host"] == 2
    assert last(house, cat.code) == HostMade(last(house, cat.code).when, 2)
    await ann.connect()
    assert ann.sight.room["host"] == 2
    assert (await ann.ask(t="add_bot"))[0]["code"] == "not_host"


async def test_a_host_who_is_back_in_time_stays_host(house: Building) -> None:
    ann, bob = await house.table("Ann", "Bob")
    ann.disconnect()
    await house.wind(HOST_AWAY_MS - 1)
    await ann.connect()
    await house.wind(HOST_AWAY_MS)
    assert bob.sight.room["host"] == 0


async def test_with_nobody_to_follow_the_host_stays(house: Building) -> None:
    """Until somebody with a seat is there, however late."""
    ann, bob = await house.table("Ann", "Bob")
    eve = await house.guest(ann.code, "Eve")
    ann.disconnect()
    bob.disconnect()
    await house.wind(10 * HOST_AWAY_MS)
    assert eve.sight.room["host"] == 0
    await bob.connect()
    assert eve.sight.room["host"] == 1


# --- from round to round ------------------------------------------------------------------------------------


async def test_the_next_round_comes_by_itself(house: Building) -> None:
    ann, _ = await house.sheet("Ann", "Bob")
    assert ann.sight.room["due"] == {"next_round": NEXT_MS}
    await house.wind(NEXT_MS - 1)
    assert ann.sight.room["phase"] == "between"
    await house.wind(1)
    assert ann.sight.room["phase"] == "play"


async def test_the_next_round_comes_when_all_who_are_there_are_ready(house: Building) -> None:
    """Bots and those who are away are not asked."""
    ann, bob, cat = await house.sheet("Ann", "Bob", "Cat", bots=1)
    cat.disconnect()
    await ann.ask(t="ready", on=True)
    assert ann.sight.room["phase"] == "between"
    await bob.ask(t="ready", on=True)
    assert ann.sight.room["phase"] == "play"
    assert ann.sight.room["players"] == [0, 1, 2, 3]


async def test_the_last_one_who_is_not_ready_may_also_go(house: Building) -> None:
    ann, bob = await house.sheet("Ann", "Bob")
    await ann.ask(t="ready", on=True)
    bob.disconnect()
    await house.settle()
    assert ann.sight.room["phase"] == "play"


async def test_onlookers_alone_see_no_new_deal(house: Building) -> None:
    """The sheet stays until a player is back; then he is not kept waiting."""
    ann, bob = await house.sheet("Ann", "Bob")
    eve = await house.guest(ann.code, "Eve")
    ann.disconnect()
    bob.disconnect()
    await house.wind(10 * NEXT_MS)
    assert eve.sight.room["phase"] == "between"
    await bob.connect()
    await house.wind(RESUMED_MS)
    assert eve.sight.room["phase"] == "play"


async def test_when_too_few_have_stayed_the_match_ends(house: Building) -> None:
    ann, bob = await house.sheet("Ann", "Bob")
    await bob.ask(t="leave")
    await house.wind(NEXT_MS)
    assert ann.sight.room["phase"] == "lobby"


async def test_a_rematch_waits_for_all_who_are_there(house: Building) -> None:
    """It never comes by itself; an onlooker and somebody away do not hinder it."""
    ann, bob, cat = await laid(house, "0p AS", "Ann", "Bob", "Cat", target=0)
    eve = await house.guest(ann.code, "Eve")
    await ann.move("play", "0p", ["0:AS"], "new")
    cat.disconnect()
    await house.wind(10 * NEXT_MS)
    assert eve.sight.room["phase"] == "over"
    await ann.ask(t="ready", on=True)
    await bob.ask(t="ready", on=True)
    assert eve.sight.room["phase"] == "play"
    assert eve.sight.room["players"] == [0, 1, 2]


async def test_nobody_plays_a_rematch_alone(house: Building) -> None:
    ann, bob = await laid(house, "0p AS", target=0)
    await ann.move("play", "0p", ["0:AS"], "new")
    await bob.ask(t="leave")
    await ann.ask(t="ready", on=True)
    assert ann.sight.room["phase"] == "over"


# --- when time stands still ---------------------------------------------------------------------------------


async def test_nothing_happens_while_nobody_looks(house: Building) -> None:
    """Neither Go, nor the next round, nor a bot; who comes back has some time before it goes on."""
    (ann,) = await house.table("Ann", bots=2)
    await ann.ask(t="start")
    await house.wind(GO_MS - 100)
    ann.disconnect()
    count = len(house.log(ann.code))
    await house.wind(600_000)
    assert len(house.log(ann.code)) == count
    await ann.connect()
    assert ann.sight.table["due"] == {"go": RESUMED_MS}
    await house.wind(RESUMED_MS - 1)
    assert phase(ann) == "countdown"
    await house.wind(1)
    assert phase(ann) == "race"
    await house.wind(10_000)
    assert len(house.log(ann.code)) > count + 5


async def test_clocks_stand_still_while_the_store_is_away(house: Building, monkeypatch: pytest.MonkeyPatch) -> None:
    """And have at least some seconds left when it is back; what waited is shown first."""
    monkeypatch.setattr("app.rooms.journal.SLOW_S", 0)
    ann, bob = await house.table("Ann", "Bob")
    await ann.ask(t="start")
    room = await house.room(ann.code)
    await house.wind(1000)
    calls = len(house.fake.calls)
    house.fake.hold()
    bob.say(t="rename", name="Robert")
    await house.fake.arrived(calls + 1)
    await house.turn()
    assert room.saving
    house.clock.wind(60_000)
    await house.turn()
    assert room.head.state.phase == "countdown"
    house.fake.let_go()
    await house.settle()
    await house.wind(RESUMED_MS - 1)
    assert phase(ann) == "countdown"
    await house.wind(1)
    assert phase(ann) == "race"


async def test_after_a_rebuild_every_deadline_has_ten_seconds(house: Building) -> None:
    """Also one that ran out while the server was down; what begins afterwards has its own time."""
    ann, bob = await house.table("Ann", "Bob")
    await ann.ask(t="start")
    await house.wind(GO_MS - 100)
    await house.restart()
    await house.wind(60_000)
    await ann.connect()
    await bob.connect()
    assert ann.sight.table["due"] == {"go": REBUILT_MS}
    await house.wind(REBUILT_MS - 1)
    assert phase(ann) == "countdown"
    await house.wind(1)
    assert phase(ann) == "race"
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    assert ann.sight.room["due"] == {"next_round": NEXT_MS}


async def test_after_a_rebuild_absence_begins_anew(house: Building) -> None:
    """Nobody agrees because the server was down."""
    ann, _ = await house.race("Ann", "Bob")
    await ann.move("stuck")
    await house.restart()
    await house.wind(60_000)
    await ann.connect()
    await house.wind(AGREE_MS - 1)
    assert phase(ann) == "race"
    await house.wind(1)
    assert phase(ann) == "stuck"


class Broken(type(GAME)):  # type: ignore[misc]
    """Pounce with a bug: nobody can be called stuck."""

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        if move.name in ("stuck", "agree", "resume"):
            raise ZeroDivisionError
        return super().apply(state, seat, move)


async def test_a_bug_in_a_move_of_the_house_stops_the_room_not_the_server() -> None:
    """An absent seat that cannot agree is not asked for ever."""
    async with building(games={"pounce": Broken()}) as house:
        ann, bob = await house.race("Ann", "Bob")
        room = await house.room(ann.code)
        room.head = room.kept = room.head._replace(state=room.head.state._replace(votes=(True, False)))
        bob.disconnect()
        await house.wind(AGREE_MS)
        assert ann.line.closed == CLOSE_BUG
        assert house.awake == []
