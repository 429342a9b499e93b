"""Playing with anybody: the list of open tables, and places that are promised once, by however many workers."""

import asyncio
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rooms.entry import Created, Opened, Sat, decode
from app.rooms.hosting import most_seats
from app.rooms.listing import LAPSE_MS
from app.rooms.open_tables import FRESH_MS, MOST_ASIDE, SHOWN, OpenTables, Place
from tests.support.rooms import Building, Guest, folded
from tests.support.workers import ManyWorkers, Visitor, many_workers


def tables_of(house: Building) -> OpenTables:
    """What a worker offers."""
    return OpenTables(house.store, partial(house.lobby.create, is_open=True), house.games, house.clock)


async def opened(house: Building, *names: str, **given: int | str) -> list[Guest]:
    """A table that its host has opened to everybody."""
    guests = await house.table(*names, **given)  # type: ignore[arg-type]
    await guests[0].ask(t="open", on=True)
    await house.wind(1)  # the next one is younger
    return guests


# --- the list -----------------------------------------------------------------------------------------------


async def test_open_tables_of_all_games_are_listed(house: Building) -> None:
    """Where one can sit down at once comes first, and of those the oldest; a private table is not there at all."""
    playing = await opened(house, "Ann", "Bob")
    await playing[0].ask(t="start")
    full = await opened(house, "Cat", "Dan", players=2)
    older = await opened(house, "Eve", game="pontis")
    await house.table("Fay")
    younger = await opened(house, "Gil", bots=1)
    found = await tables_of(house).listed()
    assert [table.code for table in found] == [guests[0].code for guests in (older, younger, playing, full)]
    assert [(table.game, table.names, table.bots, table.free, table.phase) for table in found] == [
        ("pontis", ["Eve"], 0, 7, "lobby"),
        ("pounce", ["Gil"], 1, 4, "lobby"),
        ("pounce", ["Ann", "Bob"], 0, 4, "play"),
        ("pounce", ["Cat", "Dan"], 0, 0, "lobby"),
    ]


async def test_the_list_is_short_and_asked_for_once_a_second(house: Building) -> None:
    tables = tables_of(house)
    (ann,) = await opened(house, "Ann")
    ((_, value),) = await house.store.announced("open:pounce", 1)
    await ann.ask(t="open", on=False)
    for at in range(SHOWN + 2):
        code = f"{at:06}"
        named = value.replace(ann.code.encode(), code.encode())
        await house.store.announce("open:pounce", code, named, 1, house.clock.now() + LAPSE_MS)
    assert len(await tables.listed()) == SHOWN
    await house.store.withdraw("open:pounce", "000000")
    assert (await tables.listed())[0].code == "000000"
    await house.wind(FRESH_MS)
    assert (await tables.listed())[0].code == "000001"


async def test_a_table_that_nobody_has_come_to_so_far_is_not_shown(house: Building) -> None:
    """Made for somebody a moment ago: others may be sent there, but there is nobody to be seen."""
    tables = tables_of(house)
    await tables.place("pounce", ())
    assert await tables.listed() == []


# --- a place ------------------------------------------------------------------------------------------------


async def test_a_place_is_at_the_oldest_table_that_has_one(house: Building) -> None:
    """First where no round runs, then where one does, then at a new table."""
    playing = await opened(house, "Ann", "Bob", players=3)
    await playing[0].ask(t="start")
    waiting = await opened(house, "Cat", players=3)
    await opened(house, "Dan", game="pontis")
    tables = tables_of(house)
    for guests in (waiting, waiting, playing):
        assert await tables.place("pounce", ()) == Place(guests[0].code, is_new=False)
    place = await tables.place("pounce", ())
    assert place.is_new
    assert place.code not in (playing[0].code, waiting[0].code)


async def test_a_new_table_is_open_from_its_start_and_takes_those_who_come_after(house: Building) -> None:
    """Its making and its opening are one append; one of its places is for whom it was made."""
    tables = tables_of(house)
    first = await tables.place("pounce", ())
    assert [type(entry) for entry in house.log(first.code)] == [Created, Opened]
    assert len(house.fake.batches) == 1
    assert {(await tables.place("pounce", ())).code for _ in range(5)} == {first.code}
    assert (await tables.place("pounce", ())).is_new
    guest = await house.guest(first.code, "Ann")
    await guest.ask(t="sit", name="Ann")
    assert guest.sight.room["open"] is True
    assert guest.sight.room["host"] == 0


async def test_who_does_not_come_leaves_nothing_behind(house: Building) -> None:
    await tables_of(house).place("pounce", ())
    await house.wind(LAPSE_MS)
    assert await house.store.reserve("open:pounce") is None


@pytest.mark.parametrize("change", ["lock", "close", "leave"])
async def test_nobody_is_sent_where_no_seat_is(house: Building, change: str) -> None:
    (ann,) = await opened(house, "Ann")
    if change == "lock":
        await ann.ask(t="lock", on=True)
    elif change == "close":
        await ann.ask(t="open", on=False)
    else:
        ann.disconnect()
    await house.wind(1000)
    assert (await tables_of(house).place("pounce", ())).is_new


async def test_where_somebody_was_refused_he_is_not_sent_again(house: Building) -> None:
    """One who was removed, for example. The search for another is short."""
    (ann,) = await opened(house, "Ann", players=6)
    (bob,) = await opened(house, "Bob")
    tables = tables_of(house)
    assert (await tables.place("pounce", [bob.code])).code == ann.code
    await house.wind(5000)
    assert (await tables.place("pounce", [ann.code])).is_new
    reserved = 0
    while await house.store.reserve("open:pounce") == ann.code:
        reserved += 1
    assert reserved == 5 - MOST_ASIDE


async def test_there_is_no_such_game(house: Building) -> None:
    tables = tables_of(house)
    assert not tables.knows("bridge")
    with pytest.raises(KeyError):
        await tables.place("bridge", ())


# --- many at once -------------------------------------------------------------------------------------------


async def arrive(site: ManyWorkers, asks: str, sits: str, name: str) -> str:
    """Somebody comes by quick game, as a page does: asks one worker, looks at the room through another, sits down, and
    asks again when he is refused. Where he sits in the end.
    """
    aside: list[str] = []
    for _ in range(20):
        place = await tables_of(site.workers[asks]).place("pounce", aside)
        visitor = await Visitor(site, place.code, name).connect(sits)
        await visitor.say(t="sit", name=name)
        while not visitor.told("you") and not visitor.told("sorry"):
            await site.turn()
        if visitor.told("you"):
            return place.code
        assert visitor.told("sorry")[-1]["code"] == "full"
        aside = [*aside, place.code][-3:]
    raise AssertionError("sent in vain for ever")


WORKER = st.sampled_from(["ann", "bob"])


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(WORKER, WORKER, st.integers(0, 60)), min_size=2, max_size=20), st.integers(2, 4))
async def test_however_many_come_at_once_no_seat_is_given_twice(people: list[tuple[str, str, int]], seats: int) -> None:
    """Two workers over one store, with an open table of few seats to begin with. Everybody sits in the end."""
    async with many_workers("ann", "bob") as site:
        code = await site.workers["ann"].lobby.create("pounce", is_open=True)
        host = await Visitor(site, code, "Host").connect("ann")
        await host.say(t="sit", name="Host")
        await host.say(t="options", options={"players": seats})
        await site.wind(1000)

        async def later(asks: str, sits: str, turns: int, name: str) -> str:
            for _ in range(turns):
                await asyncio.sleep(0)
            return await arrive(site, asks, sits, name)

        sat = await asyncio.gather(*(later(*person, f"P{at}") for at, person in enumerate(people)))
        for found in {code, *sat}:
            log = [decode(entry) for entry in site.store.logs[found]]
            room = folded(log)[-1].room
            taken = [entry.seat for entry in log if isinstance(entry, Sat)]
            assert len(taken) == len(set(taken)) == len(room.seats)
            assert len(taken) == sat.count(found) + (found == code)
            assert len(taken) <= most_seats(site.workers["ann"].games["pounce"].info, room.options)
