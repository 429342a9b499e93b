"""Who has won at open tables: what counts, that it counts once, and who is named."""

from collections.abc import Mapping

import pytest

from app.rooms.due import AGAIN_MS
from app.rooms.entry import BotAdded, Ended, Entry, Left, MatchStarted, Moved, Opened, RoundStarted, Sat, decode
from app.rooms.fold import MOST_WON, fold, start
from app.rooms.leaders import FRESH_MS, SHOWN
from app.rooms.people import KEPT_MS
from app.rooms.point import Point, Won
from app.rules.card import Card
from app.rules.game import HOUSE, Move, complete
from app.rules.games.pounce import GAME
from app.rules.registry import games
from app.storage.base import StoreUnreachable
from app.wire_views import Leader
from tests.support.games import VECTORS
from tests.support.rooms import Building, Guest, building, raced
from tests.support.stores import FakeStore

ANN, BOB = Sat(1001, 0, "ann", "Ann"), Sat(1002, 1, "bob", "Bob")
MARBLE = BotAdded(1002, 1, "Marble", "steady")
OPEN, CLOSED = Opened(1003, True), Opened(1004, False)
MATCH = MatchStarted(1100, "pounce", complete(GAME.info, {"target": 0}), "5e" * 32)
DEAL = RoundStarted(1101, (0, 1))
GO = Moved(5101, HOUSE, "", Move("go"))


def after(*entries: Entry, point: Point | None = None) -> Point:
    point = start(decode(b'{"e":"created","w":1,"code":"KQ7M4X","game":"pounce"}'), games()) if point is None else point
    for entry in entries:
        point = fold(point, entry, games())
    return point


def over(point: Point, winner: int = 0) -> Point:
    """The same after a match of one round, in which this seat goes out with an ace."""
    state = raced(point.state, f"{winner}p AS")
    out = Moved(9000, winner, "", Move("play", f"{winner}p", (Card(f"{winner}:AS"),), "new"))
    point = after(out, point=point._replace(state=state, clocks=()))
    assert point.room.sheet is not None
    assert point.room.sheet.winners == (winner,)
    return point


# --- what counts --------------------------------------------------------------------------------------------


def test_a_match_among_persons_at_an_open_table_counts() -> None:
    assert over(after(ANN, BOB, OPEN, MATCH, DEAL, GO)).room.won == (Won(1, ("ann",)),)
    assert over(after(ANN, BOB, OPEN, MATCH, DEAL, GO), 1).room.won == (Won(1, ("bob",)),)


@pytest.mark.parametrize(
    "point",
    [
        after(ANN, BOB, MATCH, DEAL, GO),
        after(ANN, BOB, MATCH, DEAL, GO, OPEN),
        after(ANN, BOB, OPEN, MATCH, DEAL, GO, CLOSED),
        after(ANN, BOB, OPEN, MATCH, DEAL, GO, CLOSED, OPEN),
        after(ANN, MARBLE, OPEN, MATCH, DEAL, GO),
        after(ANN, BOB, OPEN, MATCH, DEAL, GO, Ended(5200), CLOSED, MATCH, DEAL, GO),
        after(ANN, BOB, OPEN, MATCH, DEAL, GO, Left(5200, 0)),
    ],
    ids=["private", "opened late", "closed", "closed for a while", "a bot", "the next one is private", "won by nobody"],
)
def test_nothing_else_does(point: Point) -> None:
    """People who sat down among themselves are not shown to others; against bots alone everybody wins."""
    assert over(point).room.won == ()


def test_who_leaves_before_the_end_was_an_opponent() -> None:
    """Otherwise nobody would win who is about to."""
    assert over(after(ANN, BOB, OPEN, MATCH, DEAL, GO, Left(5200, 1))).room.won == (Won(1, ("ann",)),)


def test_a_bot_that_wins_is_not_credited() -> None:
    seats = RoundStarted(1101, (0, 1, 2))
    point = after(ANN, BOB, BotAdded(1002, 2, "Marble", "steady"), OPEN, MATCH, seats, GO)
    assert over(point, 2).room.won == ()


def test_the_newest_are_kept() -> None:
    """A room that is read anew says them again; it does not grow by them for ever."""
    point = after(ANN, BOB, OPEN)
    for _ in range(MOST_WON + 3):
        point = over(after(MATCH, DEAL, GO, point=point))
    assert [won.match for won in point.room.won] == list(range(4, MOST_WON + 4))


# --- the board ----------------------------------------------------------------------------------------------


async def won_by_ann(house: Building) -> tuple[Guest, Guest]:
    """Ann has won a match against Bob at an open table."""
    ann, bob = await house.table("Ann", "Bob", target=0)
    await ann.ask(t="open", on=True)
    await wins(house, ann)
    return ann, bob


async def wins(house: Building, ann: Guest) -> None:
    """The host goes out in the only round of a match."""
    await ann.ask(t="start")
    await house.wind(4000)
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    assert ann.sight.room["phase"] == "over"


async def test_a_winner_is_credited_once(house: Building) -> None:
    """Whatever else happens in the room; a second match is another."""
    ann, bob = await won_by_ann(house)
    assert await house.store.leaders("won:pounce", 9) == [(ann.player, 1)]
    await bob.ask(t="rename", name="Rob")
    await ann.ask(t="end")
    await wins(house, ann)
    assert await house.store.leaders("won:pounce", 9) == [(ann.player, 2)]


async def test_a_log_that_is_read_again_changes_nothing_and_makes_good_what_is_missing(house: Building) -> None:
    """A server that died between the last move and the credit. The log has two matches that count."""
    lines = (VECTORS / "log-5.jsonl").read_bytes().splitlines()
    code = decode(lines[0]).code  # type: ignore[union-attr]
    house.fake.intrude(code, *lines)
    for _ in range(2):
        guest = await house.guest(code, "Eve")
        (won, again) = guest.room.kept.room.won  # type: ignore[union-attr]
        assert won.match == 1
        expected = sorted((player, 1) for player in (*won.players, *again.players))
        assert sorted(await house.store.leaders("won:pontis", 9)) == expected
        await house.restart()


async def test_a_store_that_is_away_is_tried_again() -> None:
    class Away(FakeStore):
        is_deaf = True

        async def credit(self, board: str, key: str, points: Mapping[str, int]) -> None:
            if self.is_deaf:
                raise StoreUnreachable("away")
            await super().credit(board, key, points)

    async with building() as house:
        store = house.store = Away(house.clock.now)
        house._open()
        ann, _ = await won_by_ann(house)
        await house.wind(2 * AGAIN_MS)
        assert await store.leaders("won:pounce", 9) == []
        await ann.ask(t="end")
        store.is_deaf = False
        await house.wind(AGAIN_MS)
        assert await store.leaders("won:pounce", 9) == [(ann.player, 1)]


async def test_a_bug_of_the_board_stops_no_room(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(FakeStore):
        async def credit(self, board: str, key: str, points: Mapping[str, int]) -> None:
            raise KeyError(key)

    async with building() as house:
        house.store = Broken(house.clock.now)
        house._open()
        ann, _ = await won_by_ann(house)
        assert not ann.room.ended  # type: ignore[union-attr]
    assert "could not be written" in caplog.text


# --- the list -----------------------------------------------------------------------------------------------


async def test_the_best_are_named_as_they_call_themselves_now(house: Building) -> None:
    """By their documents; nobody without a name, and never the digest."""
    for player, won in (("a" * 32, 3), ("b" * 32, 7), ("c" * 32, 5)):
        await house.store.credit("won:pounce", f"x:{player}", {player: won})
    await house.people.rename("a" * 32, "Ann")
    await house.people.rename("b" * 32, "Bob")
    best = await house.leaders.best("pounce")
    assert best == [Leader(name="Bob", won=7), Leader(name="Ann", won=3)]
    assert await house.leaders.best("pontis") == []
    await house.wind(KEPT_MS)
    assert await house.leaders.best("pounce") == []


async def test_the_list_is_short_and_asked_for_seldom(house: Building) -> None:
    for at in range(SHOWN + 5):
        await house.people.rename(f"p{at}", f"P{at}")
        await house.store.credit("won:pounce", f"k{at}", {f"p{at}": at + 1})
    best = await house.leaders.best("pounce")
    assert [leader.won for leader in best] == list(range(SHOWN + 5, 5, -1))
    await house.store.credit("won:pounce", "more", {"p0": 100})
    assert await house.leaders.best("pounce") == best
    await house.wind(FRESH_MS)
    assert (await house.leaders.best("pounce"))[0] == Leader(name="P0", won=101)
