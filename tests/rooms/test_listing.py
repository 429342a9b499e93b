"""Open tables: opened by their host, announced while somebody sits there, and not for longer."""

import json
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest

from app.rooms.entry import Opened
from app.rooms.listing import BEAT_MS, GATHER_MS, LAPSE_MS, card, table_of
from app.rooms.point import RoomState, Seat
from app.rules.game import complete
from app.rules.games.pounce import GAME
from app.storage.base import StoreUnreachable
from tests.support.rooms import Building, Guest, building, kinds
from tests.support.stores import FakeStore
from tests.support.workers import ManyWorkers, Visitor, many_workers


class WatchedStore(FakeStore):
    """A store that lists what was asked of its directories, and may be away for them alone."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.asked: list[tuple[str, str, str]] = []
        self.lists_are_away = False

    async def announce(self, directory: str, key: str, value: bytes, free: int, expires_ms: int) -> None:
        self._note("announce", directory, key)
        await super().announce(directory, key, value, free, expires_ms)

    async def withdraw(self, directory: str, key: str) -> None:
        self._note("withdraw", directory, key)
        await super().withdraw(directory, key)

    def _note(self, what: str, directory: str, key: str) -> None:
        self.asked.append((what, directory, key))
        if self.lists_are_away:
            raise StoreUnreachable("away")


async def listed(house: Building, directory: str = "open:pounce") -> list[dict[str, Any]]:
    """What a directory holds now."""
    return [json.loads(value) for _, value in await house.store.announced(directory, 50)]


async def opened(house: Building, *names: str, **given: Any) -> list[Guest]:
    """A table that its host has opened to everybody."""
    guests = await house.table(*names, **given)
    await guests[0].ask(t="open", on=True)
    return guests


async def beats(house: Building, store: WatchedStore, ms: float) -> Collection[tuple[str, str, str]]:
    """What is asked of the directories while time passes."""
    seen = len(store.asked)
    await house.wind(ms)
    return store.asked[seen:]


# --- the host's word ----------------------------------------------------------------------------------------


async def test_a_table_is_its_peoples_own_unless_the_host_opens_it(house: Building) -> None:
    """Everybody is told; asked for twice it is done once."""
    ann, bob = await house.table("Ann", "Bob")
    told = [bob.sight.room["open"]]
    assert kinds(await ann.ask(t="open", on=True)) == ["frame"]
    told.append(bob.sight.room["open"])
    assert await ann.ask(t="open", on=True) == []
    await ann.ask(t="open", on=False)
    assert [*told, bob.sight.room["open"]] == [False, True, False]
    assert [entry.on for entry in house.log(ann.code) if isinstance(entry, Opened)] == [True, False]


async def test_it_is_opened_and_closed_in_any_phase(house: Building) -> None:
    ann, bob = await house.race("Ann", "Bob")
    await ann.ask(t="open", on=True)
    assert bob.sight.room["open"] is True
    assert [table["names"] for table in await listed(house, "play:pounce")] == [["Ann", "Bob"]]
    await ann.ask(t="open", on=False)
    assert await listed(house, "play:pounce") == []


async def test_it_stays_open_over_a_restart(house: Building) -> None:
    """The log says so; it is announced as soon as somebody is back."""
    (ann,) = await opened(house, "Ann")
    await house.restart()
    await house.wind(LAPSE_MS)
    assert await listed(house) == []
    await ann.connect()
    assert [table["names"] for table in await listed(house)] == [["Ann"]]


# --- what is told -------------------------------------------------------------------------------------------


def room(*seats: Seat, **more: Any) -> RoomState:
    return RoomState("KQ7M4X", "pounce", complete(GAME.info, {}), seats=seats, opened=7, **more)


def person(number: int, name: str, **more: Any) -> Seat:
    return Seat(number, f"digest of {name}", name, None, number, **more)


def test_a_card_tells_who_sits_there_and_how_many_may() -> None:
    """Names, never the digests by which logs know persons."""
    made = card(room(person(0, "Ann"), Seat(1, "", "Marble", "steady", 1), person(4, "Cat", gone=True)), GAME.info)
    assert made.directory == "open:pounce"
    assert made.free == 4
    assert json.loads(made.value) == {
        "code": "KQ7M4X",
        "game": "pounce",
        "phase": "lobby",
        "since": 7,
        "names": ["Ann"],
        "bots": 1,
        "free": 4,
        "seats": 6,
        "own_rules": False,
    }
    table = table_of(made.value)
    assert table is not None
    assert table.names == ["Ann"]


def test_a_locked_or_full_table_has_no_place() -> None:
    ann = room(person(0, "Ann"))
    assert card(replace(ann, locked=True), GAME.info).free == 0
    small = replace(ann, options={**ann.options, "players": 2})
    assert card(small, GAME.info).free == 1
    assert json.loads(card(small, GAME.info).value)["own_rules"] is True
    assert card(replace(small, seats=(*ann.seats, person(1, "Bob"))), GAME.info).free == 0


def test_seats_that_are_given_up_in_a_round_leave_no_number_for_somebody_new() -> None:
    """Nine never sit at eight numbers, whatever the options say."""
    seats = [person(number, f"P{number}", gone=number > 5) for number in range(8)]
    whole = room(*seats, phase="play")
    whole = replace(whole, options={**whole.options, "players": 8})
    assert card(whole, GAME.info).free == 0
    assert card(whole, GAME.info).directory == "play:pounce"


def test_what_another_version_has_announced_is_passed_over() -> None:
    assert table_of(b'{"code":"KQ7M4X","more":1}') is None
    assert table_of(b"\xff") is None


# --- when it is told ----------------------------------------------------------------------------------------


async def test_changes_are_told_within_a_second() -> None:
    """Opening at once; who sits down, a name, a lock a moment later, in one go."""
    async with building() as house:
        store = house.store = WatchedStore(house.clock.now)
        house._open()
        (ann,) = await opened(house, "Ann")
        assert [table["free"] for table in await listed(house)] == [5]
        bob = await house.guest(ann.code, "Bob")
        for message in ({"t": "sit", "name": "Bob"}, {"t": "rename", "name": "Rob"}):
            await bob.ask(**message)
        await ann.ask(t="lock", on=True)
        asked = await beats(house, store, GATHER_MS)
        assert asked == [("announce", "open:pounce", ann.code)]
        (table,) = await listed(house)
        assert (table["names"], table["free"]) == (["Ann", "Rob"], 0)


async def test_a_private_table_is_never_told_of() -> None:
    async with building() as house:
        store = house.store = WatchedStore(house.clock.now)
        house._open()
        ann, *_ = await house.race("Ann", "Bob")
        await house.wind(3 * BEAT_MS)
        ann.disconnect()
        await house.wind(BEAT_MS)
        assert store.asked == []


async def test_a_round_that_runs_is_told_of_elsewhere(house: Building) -> None:
    """So that somebody who wants to play at once finds the tables that wait first. The sheet is a time to sit down."""
    ann, _ = await opened(house, "Ann", "Bob")
    await ann.ask(t="start")
    assert await listed(house) == []
    assert [table["phase"] for table in await listed(house, "play:pounce")] == ["play"]
    await ann.ask(t="end")
    assert [table["phase"] for table in await listed(house)] == ["lobby"]
    assert await listed(house, "play:pounce") == []


async def test_it_is_told_again_while_somebody_sits_there(house: Building) -> None:
    """The store forgets by itself what nobody repeats: a worker that died."""
    ann, _ = await opened(house, "Ann", "Bob")
    await house.wind(4 * LAPSE_MS)
    assert len(await listed(house)) == 1
    await house.restart()
    await house.wind(LAPSE_MS)
    assert await listed(house) == []
    assert ann.line.closed == 1006


async def test_a_table_where_nobody_sits_any_more_is_no_company(house: Building) -> None:
    """An onlooker alone is none; it is told of again when a player is back."""
    ann, bob = await opened(house, "Ann", "Bob")
    eve = await house.guest(ann.code, "Eve")
    ann.disconnect()
    bob.disconnect()
    await house.settle()
    assert await listed(house) == []
    await house.wind(2 * BEAT_MS)
    assert await listed(house) == []
    await bob.connect()
    assert len(await listed(house)) == 1
    await bob.ask(t="leave")
    assert await listed(house) == []
    assert eve.line.closed is None


@pytest.mark.parametrize("way", ["sleep", "stop", "close"])
async def test_a_room_that_goes_takes_its_announcement_along(house: Building, way: str) -> None:
    """Put to sleep, stopped (for another worker has it, or for a bug), or the whole server goes down."""
    (ann,) = await opened(house, "Ann")
    if way == "sleep":
        ann.disconnect()
        (await house.room(ann.code)).stop(4000)
    elif way == "stop":
        (await house.room(ann.code)).stop(4000)
    else:
        await house.lobby.close()
    await house.listing.settled()
    assert await listed(house) == []
    await house.listing.close()
    house.listing.look(ann.room)  # type: ignore[arg-type]
    await house.wind(2 * BEAT_MS)
    assert await listed(house) == []


async def test_a_store_that_is_away_harms_nothing() -> None:
    """The game goes on, and the table is found again a beat after the lists are back."""
    async with building() as house:
        store = house.store = WatchedStore(house.clock.now)
        house._open()
        ann, bob = await house.table("Ann", "Bob")
        store.lists_are_away = True
        await ann.ask(t="open", on=True)
        await house.wind(2 * BEAT_MS)
        await bob.ask(t="rename", name="Rob")
        assert ann.sight.room["seats"][1]["name"] == "Rob"
        assert await beats(house, store, BEAT_MS)
        store.lists_are_away = False
        assert await listed(house) == []
        await house.wind(BEAT_MS)
        assert [table["names"] for table in await listed(house)] == [["Ann", "Rob"]]


async def test_a_bug_of_the_lists_stops_no_room(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(WatchedStore):
        def _note(self, what: str, directory: str, key: str) -> None:
            raise KeyError(key)

    async with building() as house:
        house.store = Broken(house.clock.now)
        house._open()
        ann, bob = await opened(house, "Ann", "Bob")
        await house.wind(BEAT_MS)
        assert bob.sight.room["open"] is True
    assert "could not be announced" in caplog.text
    assert ann.line.closed is None


# --- several workers ----------------------------------------------------------------------------------------


async def found(site: ManyWorkers) -> list[list[str]]:
    """The names at the tables that are announced now."""
    return [json.loads(value)["names"] for _, value in await site.store.announced("open:pounce", 9)]


async def test_a_dead_workers_table_is_announced_by_whom_it_goes_on_at() -> None:
    """A moment later; one that nobody takes over is forgotten."""
    async with many_workers("ann", "bob") as site:
        codes = [await site.workers["ann"].lobby.create("pounce", is_open=True) for _ in range(2)]
        other = Visitor(site, codes[0], "Bob")
        for visitor, at in (
            (Visitor(site, codes[0], "Ann"), "ann"),
            (other, "bob"),
            (Visitor(site, codes[1], "Cat"), "ann"),
        ):
            await visitor.connect(at)
            await visitor.say(t="sit", name=visitor.name)
        await site.wind(GATHER_MS)
        assert await found(site) == [["Ann", "Bob"], ["Cat"]]
        await site.kill("ann")
        await site.wind_until(lambda: other.line.closed is not None)
        await other.connect("bob")
        await site.wind(LAPSE_MS)
        assert await found(site) == [["Ann", "Bob"]]


async def test_a_table_that_moves_to_another_worker_is_announced_there() -> None:
    async with many_workers("ann", "bob") as site:
        code = await site.workers["ann"].lobby.create("pounce", is_open=True)
        onlooker = await Visitor(site, code, "Eve").connect("ann")
        guest = await Visitor(site, code, "Bob").connect("bob")
        await guest.say(t="sit", name="Bob")
        await site.wind(GATHER_MS)
        assert await found(site) == [["Bob"]]
        onlooker.disconnect()
        await site.wind_until(lambda: guest.line.closed is not None)
        await guest.connect("bob")
        assert not guest.is_relayed
        await site.wind(BEAT_MS)
        assert await found(site) == [["Bob"]]
        guest.disconnect()
        await site.turn()
        assert await found(site) == []
