"""A pause by consent: play stands still, and goes on, when all persons of the round who are here want it."""

from typing import Any

import pytest

from app.rooms.entry import Moved, Paused
from app.rooms.house import HOST_AWAY_MS, RESUMED_MS
from app.rooms.pause import GOES_ON_MS
from app.rules.games.pounce import AGREE_MS
from tests.support.rooms import GO_MS, Building, Guest

TO_QUEEN = "0w KS\nb0 0:AS 0:2S 0:3S 0:4S 0:5S 0:6S 0:7S 0:8S 0:9S 0:TS 0:JS 0:QS"
STOP_MS = 5000


def sorry(code: str) -> list[dict[str, Any]]:
    return [{"t": "sorry", "what": "pause", "code": code}]


def pauses(house: Building, code: str) -> list[bool]:
    """Every pause and its end in the log."""
    return [entry.on for entry in house.log(code) if isinstance(entry, Paused)]


def moves(house: Building, code: str) -> int:
    return sum(isinstance(entry, Moved) for entry in house.log(code))


async def paused(house: Building, *names: str, bots: int = 0) -> list[Guest]:
    """A race that is paused."""
    guests = await house.race(*(names or ("Ann", "Bob")), bots=bots)
    for guest in guests:
        await guest.ask(t="pause", on=True)
    assert guests[0].sight.room["paused"]
    return guests


async def test_a_pause_begins_when_all_who_are_here_want_it(house: Building) -> None:
    """Bots, onlookers, those who wait for the next round and those who are away are not asked."""
    ann, bob, cat = await house.race("Ann", "Bob", "Cat", bots=1)
    cat.disconnect()
    eve, dan = await house.guest(ann.code, "Eve"), await house.guest(ann.code, "Dan")
    await dan.ask(t="sit", name="Dan")
    await ann.ask(t="pause", on=True)
    await ann.ask(t="pause", on=True)
    assert (eve.sight.room["paused"], eve.sight.room["pausing"]) == (False, [0])
    await ann.ask(t="pause", on=False)
    await bob.ask(t="pause", on=True)
    assert eve.sight.room["pausing"] == [1]
    assert await dan.ask(t="pause", on=True) == sorry("not_now")
    assert await eve.ask(t="pause", on=True) == sorry("not_seated")
    await ann.ask(t="pause", on=True)
    assert (eve.sight.room["paused"], eve.sight.room["pausing"]) == (True, [])


@pytest.mark.parametrize("phase", ["lobby", "between"])
async def test_nothing_is_paused_outside_of_play(house: Building, phase: str) -> None:
    ann, _ = await (house.table("Ann", "Bob") if phase == "lobby" else house.sheet("Ann", "Bob"))
    assert await ann.ask(t="pause", on=True) == sorry("not_now")


async def test_in_a_pause_nothing_moves(house: Building) -> None:
    """Neither persons, bots nor the house; nobody is called stuck."""
    ann, bob = await house.race("Ann", "Bob", bots=1)
    cat = await house.guest(ann.code, "Cat")
    await ann.move("stuck")
    for guest in (ann, bob):
        await guest.ask(t="pause", on=True)
    count = moves(house, ann.code)
    bob.disconnect()
    await house.wind(60_000)
    assert (await ann.move("flip"))["code"] == "paused"
    assert (await cat.move("flip"))["code"] == "not_seated"
    assert moves(house, ann.code) == count


async def test_play_goes_on_a_moment_after_the_last_consent(house: Building) -> None:
    """Everybody is told of the moment; then moves are made and bots play again."""
    ann, bob = await paused(house, bots=1)
    count = moves(house, ann.code)
    await house.wind(60_000)
    await ann.ask(t="pause", on=False)
    assert (bob.sight.room["pausing"], bob.sight.room["due"]) == ([0], {})
    await bob.ask(t="pause", on=False)
    assert (bob.sight.room["pausing"], bob.sight.room["due"]) == ([0, 1], {"resume": GOES_ON_MS})
    await house.wind(GOES_ON_MS - 1)
    assert (await ann.move("flip"))["code"] == "paused"
    await house.wind(1)
    assert (bob.sight.room["paused"], bob.sight.room["pausing"], bob.sight.room["due"]) == (False, [], {})
    assert "p" in await ann.move("flip")
    await house.wind(10_000)
    assert moves(house, ann.code) > count + 3


async def test_one_who_takes_his_word_back_holds_it_up(house: Building) -> None:
    ann, bob = await paused(house)
    for guest in (ann, bob):
        await guest.ask(t="pause", on=False)
    await house.wind(GOES_ON_MS - 1)
    await bob.ask(t="pause", on=True)
    assert (ann.sight.room["pausing"], ann.sight.room["due"]) == ([0], {})
    await house.wind(60_000)
    assert ann.sight.room["paused"]
    await bob.ask(t="pause", on=False)
    await house.wind(GOES_ON_MS)
    assert pauses(house, ann.code) == [True, False]


async def test_who_comes_back_meanwhile_is_asked_too(house: Building) -> None:
    """And is told, as everybody is, that play does not go on yet."""
    ann, bob = await paused(house)
    bob.disconnect()
    await house.wind(1)
    await ann.ask(t="pause", on=False)
    assert ann.sight.room["due"] == {"resume": GOES_ON_MS}
    await house.wind(1000)
    await bob.connect()
    assert bob.sight.room["due"] == {}
    assert ann.told("presence")[-1]["due"] == {}
    await house.wind(60_000)
    assert ann.sight.room["paused"]
    bob.disconnect()
    await house.settle()
    assert ann.told("presence")[-1]["due"] == {"resume": GOES_ON_MS}
    await house.wind(GOES_ON_MS)
    assert not ann.sight.room["paused"]


@pytest.mark.parametrize("how", ["away", "leaves", "removed", "freed"])
async def test_the_last_one_who_did_not_agree_may_also_go(house: Building, how: str) -> None:
    """The pause begins at once."""
    ann, bob, cat = await house.race("Ann", "Bob", "Cat")
    if how == "freed":
        cat.disconnect()
        await house.settle()
        await ann.ask(t="pause", on=True)
        await cat.connect()
        bob.disconnect()
    else:
        for guest in (ann, bob):
            await guest.ask(t="pause", on=True)
    assert not ann.sight.room["paused"]
    if how in ("away", "freed"):
        cat.disconnect()
        await house.settle()
    elif how == "leaves":
        await cat.ask(t="leave")
    else:
        await ann.ask(t="remove", seat=2)
    assert ann.sight.room["paused"]


async def test_the_last_one_who_is_removed_lets_play_go_on(house: Building) -> None:
    ann, _ = await paused(house)
    await ann.ask(t="pause", on=False)
    await ann.ask(t="remove", seat=1)
    assert ann.sight.room["due"] == {"resume": GOES_ON_MS}
    await house.wind(GOES_ON_MS)
    assert not ann.sight.room["paused"]


@pytest.mark.parametrize("how", ["leaves", "freed"])
async def test_a_table_that_all_its_persons_have_left_is_paused_no_longer(house: Building, how: str) -> None:
    """Nobody could say any more that play may go on: the bots play the round to its end."""
    ann, bob = await house.race("Ann", "Bob", bots=1)
    cat = await house.guest(ann.code, "Cat")
    await cat.ask(t="sit", name="Cat")
    await ann.ask(t="leave")
    await bob.ask(t="pause", on=True)
    await bob.ask(t="host", seat=3)
    assert cat.sight.room["paused"]
    bob.disconnect()
    await house.wind(60_000)
    assert cat.sight.room["paused"], "one who is away may come back"
    if how == "leaves":
        await bob.connect()
        await bob.ask(t="leave")
    else:
        await cat.ask(t="free", seat=1)
    assert cat.sight.room["due"] == {"resume": GOES_ON_MS}
    await house.wind(GOES_ON_MS)
    assert not cat.sight.room["paused"]


async def test_nobody_hears_of_a_consent_that_is_not_kept(house: Building) -> None:
    """Not by whom else comes or goes meanwhile either."""
    ann, bob = await paused(house)
    await ann.ask(t="pause", on=False)
    house.fake.is_away = True
    bob.say(t="pause", on=False)
    eve = Guest(house, ann.code, "Eve")
    eve.enter(await house.room(ann.code))
    await house.turn()
    assert (ann.sight.room["pausing"], ann.told("presence")[-1]["onlookers"]) == ([0], 1)
    assert {*ann.told("presence")[-1]["due"], *eve.sight.room["due"]} == set()
    house.fake.is_away = False
    await house.wind(2000)
    assert ann.sight.room["pausing"] == [0, 1]
    assert ann.sight.room["due"] == {"resume": GOES_ON_MS}


async def test_with_nobody_there_it_stays_as_it_is(house: Building) -> None:
    """Onlookers decide nothing."""
    ann, bob = await paused(house)
    eve = await house.guest(ann.code, "Eve")
    await ann.ask(t="pause", on=False)
    ann.disconnect()
    bob.disconnect()
    await house.wind(600_000)
    assert eve.sight.room["paused"]
    eve.disconnect()
    await house.wind(600_000)
    await ann.connect()
    await house.wind(GOES_ON_MS)
    assert not ann.sight.room["paused"]


async def test_clocks_go_on_where_they_stood(house: Building) -> None:
    """Nothing is said of them in the pause; afterwards each has as much left as before."""
    ann, bob = await house.race("Ann", "Bob")
    await house.lay(await house.room(ann.code), TO_QUEEN)
    await ann.move("play", "0w", ["0:KS"], "b0")
    await house.wind(2000)
    for guest in (ann, bob):
        await guest.ask(t="pause", on=True)
    assert ann.frames[-1]["d"] == {}
    assert ann.frames[-1]["room"]["paused"]
    bob.reload()
    await bob.connect()
    assert bob.sight.table["due"] == {}
    await house.wind(60_000)
    assert ann.sight.table["facts"]["phase"] == "stopped"
    for guest in (ann, bob):
        await guest.ask(t="pause", on=False)
    await house.wind(GOES_ON_MS)
    assert ann.frames[-1]["d"] == {"resume": STOP_MS - 2000}
    await house.wind(STOP_MS - 2000 - 1)
    assert ann.sight.table["facts"]["phase"] == "stopped"
    await house.wind(1)
    assert ann.sight.table["facts"]["phase"] == "race"


async def test_a_countdown_can_be_paused(house: Building) -> None:
    ann, bob = await house.table("Ann", "Bob")
    await ann.ask(t="start")
    await house.wind(GO_MS - 500)
    for guest in (ann, bob):
        await guest.ask(t="pause", on=True)
    await house.wind(60_000)
    for guest in (ann, bob):
        await guest.ask(t="pause", on=False)
    await house.wind(GOES_ON_MS + 499)
    assert ann.sight.table["facts"]["phase"] == "countdown"
    await house.wind(1)
    assert ann.sight.table["facts"]["phase"] == "race"


async def test_absence_does_not_grow_in_a_pause(house: Building) -> None:
    """Who was away for some seconds before it has the rest left after it; who went in it has all of them."""
    ann, bob, cat = await house.race("Ann", "Bob", "Cat")
    await house.lay(await house.room(ann.code), "0t1 KS\n1s -5D\n2s -5H")
    await ann.move("stuck")
    bob.disconnect()
    await house.wind(AGREE_MS - 3000)
    for guest in (ann, cat):
        await guest.ask(t="pause", on=True)
    await house.wind(30_000)
    cat.disconnect()
    await house.wind(30_000)
    await ann.ask(t="pause", on=False)
    await house.wind(GOES_ON_MS + 2999)
    assert ann.sight.table["facts"]["stuck"] == [0]
    await house.wind(1)
    assert ann.sight.table["facts"]["stuck"] == [0, 1]
    await house.wind(AGREE_MS - 3001)
    assert ann.sight.table["facts"]["phase"] == "race"
    await house.wind(1)
    assert ann.sight.table["facts"]["phase"] == "over"


async def test_a_host_who_is_away_in_a_pause_is_followed(house: Building) -> None:
    ann, bob = await paused(house)
    ann.disconnect()
    await house.wind(HOST_AWAY_MS)
    assert bob.sight.room["host"] == 1


async def test_after_a_restart_it_is_still_paused(house: Building) -> None:
    """Votes are kept, time that passed meanwhile is nobody's."""
    ann, bob = await house.race("Ann", "Bob")
    await house.lay(await house.room(ann.code), "")
    for guest in (ann, bob):
        await guest.ask(t="pause", on=True)
    await ann.ask(t="pause", on=False)
    await house.restart()
    await house.wind(600_000)
    await ann.connect()
    assert (ann.sight.room["paused"], ann.sight.room["pausing"]) == (True, [0])
    assert ann.sight.room["due"] == {"resume": GOES_ON_MS}
    await bob.connect()
    await house.wind(60_000)
    assert bob.sight.room["paused"]
    await bob.ask(t="pause", on=False)
    await house.wind(GOES_ON_MS)
    assert not bob.sight.room["paused"]


async def test_a_pause_is_no_time_of_the_round(house: Building) -> None:
    ann, bob = await paused(house)
    await house.wind(60_000)
    for guest in (ann, bob):
        await guest.ask(t="pause", on=False)
    await house.wind(GOES_ON_MS)
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    assert ann.sight.room["sheet"]["lasted"] < 10_000


async def test_the_host_ends_a_match_that_is_paused(house: Building) -> None:
    ann, _ = await paused(house)
    await ann.ask(t="pause", on=False)
    await ann.ask(t="end")
    assert (ann.sight.room["phase"], ann.sight.room["paused"], ann.sight.room["pausing"]) == ("lobby", False, [])
    await ann.ask(t="start")
    await house.wind(GO_MS)
    assert "p" in await ann.move("flip")


async def test_nothing_goes_on_while_the_store_is_away(house: Building) -> None:
    ann, bob = await paused(house)
    room = await house.room(ann.code)
    for guest in (ann, bob):
        await guest.ask(t="pause", on=False)
    room.set_saving(True)
    await house.wind(60_000)
    assert ann.sight.room["paused"]
    room.set_saving(False)
    await house.wind(max(GOES_ON_MS, RESUMED_MS))
    assert not ann.sight.room["paused"]


async def test_a_round_that_ends_takes_the_wishes_with_it(house: Building) -> None:
    ann, bob = await house.race("Ann", "Bob")
    await bob.ask(t="pause", on=True)
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    assert ann.sight.room["pausing"] == []
