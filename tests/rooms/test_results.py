"""How a day's deal came out: what counts, that it is announced whatever happens, and in which order it is listed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from app.rooms.daily import KEPT_MS, Daily
from app.rooms.days import DAY_MS, start_of
from app.rooms.due import AGAIN_MS
from app.rooms.entry import Helped
from app.rooms.results import FRESH_MS, DayResult, Results, _rank, result_of
from app.rooms.room import Room
from app.rules.notation import move_to_json
from app.solver.base import Solved, solve
from app.storage.base import StoreUnreachable
from tests.support.clock import WoundClock
from tests.support.rooms import Building, Guest
from tests.support.solving import FakeSolver
from tests.support.stores import FakeStore

THUMB, PUSS = "thumb-and-pouch", "puss-in-the-corner"
DAY = "2026-11-30"
NOON = (start_of(DAY) or 0) + DAY_MS // 2


class Site(Building):
    """A building with a deal of the day and its results."""

    def _open(self) -> None:
        super()._open()
        self.results = Results(self.store, self.people, self.clock)
        self.daily = Daily(self.store, FakeSolver(), self.lobby, self.people, clock=self.clock, entropy=self.chance)

    def _on_changed(self, room: Room) -> None:
        super()._on_changed(room)
        self.results.look(room)

    async def settle(self) -> None:
        await super().settle()
        await self.results.settled()

    async def day(self, name: str, game: str = THUMB) -> Guest:
        """Somebody before his table with the deal of the day."""
        guest = Guest(self, "", name)
        guest.code = (await self.daily.table(game, guest.player, name)).code
        self.guests.append(guest)
        return await guest.connect()

    async def close(self) -> None:
        await self.results.close()
        await super().close()


@asynccontextmanager
async def opened(**given: Any) -> AsyncIterator[Site]:
    site = Site(clock=WoundClock(NOON), moves_per_second=10_000, **given)
    try:
        yield site
    finally:
        await site.close()
    assert site.bugs == []


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with opened() as site:
        yield site


async def wins(guest: Guest) -> int:
    """The solver's line is played; how many moves it has."""
    assert guest.room is not None
    outcome = solve(guest.room.kept.room.game, guest.room.head.state, 50_000)
    assert isinstance(outcome, Solved)
    for move in outcome.line:
        await guest.move(*move_to_json(move))
    assert guest.sight.room["sheet"]["winners"] == [0]
    return len(outcome.line)


async def gives_up(guest: Guest) -> None:
    await guest.ask(t="call_off")
    assert guest.sight.room["phase"] == "over"


async def one_move(guest: Guest) -> None:
    assert guest.room is not None
    await guest.move(*move_to_json(next(iter(guest.room.game.moves(guest.room.head.state, 0)))))


def kept(guest: Guest) -> Any:
    assert guest.room is not None
    return guest.room.kept


# --- what counts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [THUMB, PUSS])
async def test_a_deal_that_is_won_is_a_result(site: Site, game: str) -> None:
    """With the time that was played and the steps that led there."""
    ann = await site.day("Ann", game)
    assert await site.results.best(game, DAY) == []
    await site.wind(61_000)
    moves = await wins(ann)
    await site.wind(FRESH_MS)
    (result,) = await site.results.best(game, DAY)
    assert result == DayResult(ann.player, "Ann", True, 52, 61_000, moves, False)
    assert await site.results.best(PUSS if game == THUMB else THUMB, DAY) == []


async def test_one_that_is_given_up_is_one_too(site: Site) -> None:
    ann = await site.day("Ann")
    await one_move(ann)
    await gives_up(ann)
    (result,) = await site.results.best(THUMB, DAY)
    assert (result.won, result.moves, result.up) == (False, 1, ann.sight.table["facts"]["up"])


async def test_what_is_taken_back_counts_as_it_ends_the_next_time(site: Site) -> None:
    """Until then it stays as it was. A deal that was shown to be won is marked, and stays so."""
    ann = await site.day("Ann")
    await gives_up(ann)
    (before,) = await site.results.best(THUMB, DAY)
    await ann.move("undo")
    await site.wind(FRESH_MS)
    assert await site.results.best(THUMB, DAY) == [before]
    room = await site.room(ann.code)
    room.append(Helped(room.now(), 0))
    moves = await wins(ann)
    await site.wind(FRESH_MS)
    (after,) = await site.results.best(THUMB, DAY)
    assert (after.won, after.up, after.moves, after.helped) == (True, 52, moves, True)


async def test_only_what_ends_on_its_own_day_counts(site: Site) -> None:
    ann, bob = await site.day("Ann"), await site.day("Bob")
    await site.wind(site.daily.left_ms(DAY) - 1)
    await gives_up(ann)
    await site.wind(1)
    await gives_up(bob)
    assert result_of(kept(ann)) is not None
    assert result_of(kept(bob)) is None
    assert [result.name for result in await site.results.best(THUMB, DAY)] == ["Ann"]
    assert await site.results.best(THUMB, "2026-12-01") == []


async def test_other_deals_are_no_results(site: Site) -> None:
    """A deal with a number, one that has not ended, and one whose log has grown too long."""
    code = await site.lobby.create_solo(THUMB, "somebody", "Eve", {}, 5)
    eve = await site.guest(code, "Eve")
    assert result_of(kept(eve)) is None
    ann = await site.day("Ann")
    assert result_of(kept(ann)) is None
    assert ann.room is not None
    ann.room.end()
    await site.settle()
    assert result_of(kept(ann)) is None
    assert await site.results.best(THUMB, DAY) == []


async def test_a_table_too_many_does_not_count(site: Site) -> None:
    """Of two clicks at once one table wins: on the other one the deal could be played again, knowing the cards."""
    ann = await site.day("Ann")
    number = await site.daily.number(THUMB, DAY)
    code = await site.lobby.create_solo(THUMB, ann.player, "Ann", {}, number, day=DAY)
    other = Guest(site, code, "Ann")
    await other.connect()
    await gives_up(other)
    assert await site.results.best(THUMB, DAY) == []
    await gives_up(ann)
    await site.wind(FRESH_MS)
    assert len(await site.results.best(THUMB, DAY)) == 1


async def test_names_are_those_that_people_go_by(site: Site) -> None:
    """As they are remembered, or as at the table; nobody has to give one."""
    ann, bob = await site.day("Ann"), await site.day("Player")
    await site.people.rename(ann.player, "Anna")
    await gives_up(ann)
    await gives_up(bob)
    assert sorted(result.name for result in await site.results.best(THUMB, DAY)) == ["Anna", "Player"]


# --- whatever happens -------------------------------------------------------------------------------------------------


async def test_a_log_that_is_read_again_makes_good_what_is_missing(site: Site) -> None:
    """A server that died between the last move and the result; what is announced again is the same."""
    ann = await site.day("Ann")
    await gives_up(ann)
    (result,) = await site.results.best(THUMB, DAY)
    await site.store.withdraw(f"daily:{THUMB}:{DAY}", ann.player)
    for _ in range(2):
        await site.restart()
        await ann.connect()
        assert await site.results.best(THUMB, DAY) == [result]


async def test_a_store_that_is_away_is_tried_again() -> None:
    class Away(FakeStore):
        is_deaf = True

        async def announce(self, directory: str, key: str, value: bytes, free: int, expires_ms: int) -> None:
            if self.is_deaf:
                raise StoreUnreachable("away")
            await super().announce(directory, key, value, free, expires_ms)

    clock = WoundClock(NOON)
    store = Away(clock.now)
    site = Site(clock=clock, store=store)
    ann, bob = await site.day("Ann"), await site.day("Bob")
    await gives_up(ann)
    await site.wind(2 * AGAIN_MS)
    await gives_up(bob)
    assert await site.results.best(THUMB, DAY) == []
    # Meanwhile it has ended otherwise: that is announced, once.
    await ann.move("undo")
    await one_move(ann)
    await gives_up(ann)
    store.is_deaf = False
    await site.wind(AGAIN_MS)
    results = await site.results.best(THUMB, DAY)
    assert sorted((result.name, result.moves) for result in results) == [("Ann", 1), ("Bob", 0)]
    await site.close()


async def test_what_ends_while_it_is_announced_is_announced_after_it() -> None:
    """The newest counts, whatever is under way."""

    class Slow(FakeStore):
        gate = asyncio.Event()

        async def announce(self, directory: str, key: str, value: bytes, free: int, expires_ms: int) -> None:
            await self.gate.wait()
            await super().announce(directory, key, value, free, expires_ms)

    clock = WoundClock(NOON)
    store = Slow(clock.now)
    site = Site(clock=clock, store=store)
    ann = await site.day("Ann")
    ann.say(t="call_off")
    await site.turn()
    ann.post("undo")
    await site.turn()
    ann.say(t="call_off")
    ann.post("restart")
    ann.say(t="call_off")
    await site.turn()
    store.gate.set()
    await site.settle()
    assert [result.moves for result in await site.results.best(THUMB, DAY)] == [2]
    await site.close()


async def test_a_bug_stops_no_room(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(FakeStore):
        async def announce(self, directory: str, key: str, value: bytes, free: int, expires_ms: int) -> None:
            if directory.startswith("daily:"):
                raise KeyError(key)
            await super().announce(directory, key, value, free, expires_ms)

    clock = WoundClock(NOON)
    site = Site(clock=clock, store=Broken(clock.now))
    ann = await site.day("Ann")
    await gives_up(ann)
    assert not ann.room.ended  # type: ignore[union-attr]
    await site.close()
    assert "could not be written" in caplog.text


# --- the list ---------------------------------------------------------------------------------------------------------


def test_the_best_come_first() -> None:
    """Won, by oneself, more cards, less time, fewer moves."""
    best = [
        DayResult("f", "Fay", True, 52, 9, 9, False),
        DayResult("a", "Ann", True, 52, 10, 8, False),
        DayResult("b", "Bob", True, 52, 10, 9, False),
        DayResult("c", "Cat", True, 52, 1, 1, True),
        DayResult("d", "Dan", False, 40, 9, 9, False),
        DayResult("e", "Eve", False, 39, 1, 1, False),
        DayResult("g", "Gil", False, 51, 1, 1, True),
    ]
    for turned in range(len(best)):
        assert sorted(best[turned:] + best[:turned], key=_rank) == best


async def test_the_list_is_asked_for_seldom(site: Site) -> None:
    await gives_up(await site.day("Ann"))
    assert len(await site.results.best(THUMB, DAY)) == 1
    await gives_up(await site.day("Bob"))
    assert len(await site.results.best(THUMB, DAY)) == 1
    await site.wind(FRESH_MS)
    assert len(await site.results.best(THUMB, DAY)) == 2


async def test_what_another_version_has_written_is_left_out(site: Site) -> None:
    """Old and new workers serve side by side for a while."""
    await gives_up(await site.day("Ann"))
    for key, value in (("p", b'{"player":"p","name":"P"}'), ("q", b"{}")):
        await site.store.announce(f"daily:{THUMB}:{DAY}", key, value, 0, NOON + DAY_MS)
    assert [result.name for result in await site.results.best(THUMB, DAY)] == ["Ann"]


async def test_results_are_kept_for_a_while(site: Site) -> None:
    await gives_up(await site.day("Ann"))
    site.clock.jump(KEPT_MS - 1)
    assert len(await site.results.best(THUMB, DAY)) == 1
    await site.wind(FRESH_MS)
    assert await site.results.best(THUMB, DAY) == []
