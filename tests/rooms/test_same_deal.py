"""A race on the same deal at a table: who wins, who is away or has left, and what a page sees that loads again."""

import json
from typing import Any

import pytest

from app.rooms.archive import record
from app.rooms.entry import Moved
from app.rules.game import HOUSE, Move
from app.rules.notation import move_to_json
from app.rules.record import read, replay, write
from app.rules.registry import games
from app.solver.base import Solved, solve
from tests.support.games import done
from tests.support.play import assert_told_right
from tests.support.rooms import Building, Guest, building

THUMB, PUSS = "thumb-and-pouch-race", "puss-in-the-corner-race"
GO_MS = 3000
AWAY_MS = 60_000


async def race(house: Building, *names: str, game: str = PUSS, **options: Any) -> list[Guest]:
    """These people in a race that has been counted down."""
    guests = await house.table(*names, game=game, **options)
    await guests[0].ask(t="start")
    await house.wind(GO_MS)
    assert guests[0].sight.table["facts"]["phase"] == "race"
    return guests


async def make(guest: Guest, move: Move) -> None:
    """The move is made, at the pace of a person."""
    await guest.building.wind(300)
    frame = await guest.move(*move_to_json(move))
    assert "t" not in frame, frame


def legal(guest: Guest) -> list[Move]:
    assert guest.room is not None
    point = guest.room.head
    return list(games()[point.room.game].moves(point.state, guest.me))


async def to_the_end(guest: Guest, *, up: bool = True) -> None:
    """The guest plays Puss in the Corner until he is stuck, with every card up that fits, or only when it must be."""
    for _ in range(60):
        moves = [move for move in legal(guest) if move.cards]
        if not moves:
            return
        down = [move for move in moves if move.target[1] == "w"]
        await make(guest, moves[0] if up or not down else down[0])


async def give_up(*guests: Guest) -> None:
    for guest in guests:
        await make(guest, Move("give_up"))


def phase(guest: Guest) -> str:
    return str(guest.sight.room["phase"])


def sheet(guest: Guest) -> tuple[list[int], int | None, list[int]]:
    """Winners, who ended it, and the cards of each."""
    told = guest.sight.room["sheet"]
    return told["winners"], told["ended_by"], [row["parts"]["cards"] for row in told["rows"]]


def own(guest: Guest, seat: int | None = None) -> dict[str, Any]:
    """The piles of a seat (else the own one) as the guest sees them, without the number of the seat."""
    number = str(guest.me if seat is None else seat)
    piles: dict[str, Any] = json.loads(json.dumps(guest.sight.table["piles"]).replace(f"{number}:", ":"))
    return {name[1:]: pile for name, pile in piles.items() if name[0] == number}


# --- who wins -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [THUMB, PUSS])
async def test_who_finishes_first_has_won(game: str) -> None:
    """Both have the same cards before them; the whole race is in its record."""
    async with building(seed="won 2") as house:
        ann, bob = await race(house, "Ann", "Bob", game=game, redeals=2)
        assert own(ann) == own(bob)
        assert all(pile[1:] == [] for pile in own(ann, 1).values())
        assert ann.room is not None
        found = solve(game.removesuffix("-race"), ann.room.head.state.games[0], 200_000)
        assert isinstance(found, Solved)
        for number, move in enumerate(found.line):
            assert phase(bob) == "play"
            await make(ann, move)
            if number == 3:
                await make(bob, legal(bob)[0])
        assert sheet(bob)[:2] == ([0], 0)
        assert sheet(bob)[2][0] == 52
        facts = bob.sight.table["facts"]
        assert (facts["phase"], facts["by"], facts["ended"]) == ("over", 0, ["won", None])
        assert (await bob.move("flip"))["code"] == "not_now"
        entries, points = [bytes(entry) for entry in house.fake.logs[ann.code]], house.points(ann.code)
    made = done(record(entries, 1, games()))
    assert made is not None
    outcome: Any = replay(read(write(made)), games())
    assert (outcome["refused"], outcome["rounds"][0]["result"]["winners"]) == (0, [0])
    assert outcome["rounds"][0]["facts"]["tables"] == facts["tables"]
    for guest in (ann, bob):
        assert_told_right(guest, points)


async def test_when_all_are_stuck_most_cards_win(house: Building) -> None:
    ann, bob = await race(house, "Ann", "Bob", redeals=0)
    await to_the_end(bob, up=False)
    assert phase(ann) == "play"
    assert ann.sight.table["facts"]["ended"] == [None, "stuck"]
    await to_the_end(ann)
    winners, ended_by, cards = sheet(ann)
    assert cards[0] != cards[1]
    assert (winners, ended_by) == ([cards.index(max(cards))], None)


async def test_who_plays_alike_shares_the_win(house: Building) -> None:
    ann, bob = await race(house, "Ann", "Bob", redeals=0)
    await to_the_end(ann)
    await to_the_end(bob)
    winners, ended_by, cards = sheet(bob)
    assert (winners, ended_by) == ([0, 1], None)
    assert cards[0] == cards[1] > 4
    assert own(ann) == own(bob)


async def test_the_host_calls_it_off_and_most_cards_win(house: Building) -> None:
    """All tables are shown then, and another race can be begun."""
    ann, bob = await race(house, "Ann", "Bob", redeals=0)
    await to_the_end(bob)
    assert [sorry["code"] for sorry in await bob.ask(t="call_off")] == ["not_host"]
    await ann.ask(t="call_off")
    assert sheet(ann)[:2] == ([1], None)
    facts = ann.sight.table["facts"]
    assert facts["ended"] == [None, "stuck"]
    assert [len(table) for table in facts["tables"]] == [len(own(ann)), len(own(bob))]
    for guest in (ann, bob):
        await guest.ask(t="ready", on=True)
    await house.wind(GO_MS)
    assert phase(bob) == "play"


async def test_a_rematch_deals_other_cards(house: Building) -> None:
    ann, bob = await race(house, "Ann", "Bob")
    before = own(ann)
    await give_up(ann, bob)
    assert sheet(ann)[0] == [0, 1]
    for guest in (ann, bob):
        await guest.ask(t="ready", on=True)
    await house.wind(GO_MS)
    assert phase(ann) == "play"
    assert own(ann) == own(bob)
    assert own(ann) != before


# --- what there is not --------------------------------------------------------------------------------------


async def test_nothing_moves_before_go(house: Building) -> None:
    ann, bob = await house.table("Ann", "Bob", game=THUMB)
    await ann.ask(t="start")
    assert ann.sight.table["due"] == {"go": GO_MS}
    assert (await bob.move("flip"))["code"] == "not_now"
    assert [sorry["code"] for sorry in await ann.ask(t="call_off")] == ["not_now"]
    await house.wind(GO_MS)
    assert "k" in await bob.move("flip")


async def test_what_is_played_is_played(house: Building) -> None:
    ann, _ = await race(house, "Ann", "Bob")
    await make(ann, legal(ann)[0])
    for word in ("undo", "redo", "restart"):
        assert (await ann.move(word))["code"] == "unknown_move"
    assert "steps" not in ann.sight.table


async def test_no_bot_races(house: Building) -> None:
    """Neither in a seat of its own nor for somebody who is away."""
    ann, bob = await house.table("Ann", "Bob", game=PUSS)
    for level in ("", "steady", "any"):
        assert [sorry["code"] for sorry in await ann.ask(t="add_bot", level=level)] == ["bad_options"]
    await ann.ask(t="start")
    bob.disconnect()
    await house.wind(GO_MS)
    assert [sorry["code"] for sorry in await ann.ask(t="bot", seat=1, level="steady")] == ["bad_options"]


async def test_one_alone_cannot_race(house: Building) -> None:
    (ann,) = await house.table("Ann", game=THUMB)
    assert [sorry["code"] for sorry in await ann.ask(t="start")] == ["too_few"]


# --- who is away --------------------------------------------------------------------------------------------


async def test_a_page_that_loads_again_has_the_same_table(house: Building) -> None:
    """And so after a restart of the server; time goes on for the others."""
    ann, bob = await race(house, "Ann", "Bob", game=THUMB)
    for _ in range(5):
        await make(bob, legal(bob)[-2])
    before = bob.sight.table["piles"]
    bob.disconnect()
    bob.reload()
    await make(ann, legal(ann)[-2])
    await bob.connect()
    assert own(bob) == {
        name[1:]: pile for name, pile in json.loads(json.dumps(before).replace("1:", ":")).items() if name[0] == "1"
    }
    held = own(bob)
    await house.restart()
    await ann.connect()
    await bob.connect()
    assert own(bob) == held
    await make(bob, legal(bob)[0])


async def test_who_is_away_is_waited_for_while_others_play(house: Building) -> None:
    """When he is the last his minute has passed long ago."""
    ann, bob, cat = await race(house, "Ann", "Bob", "Cat")
    bob.disconnect()
    await house.wind(10 * AWAY_MS)
    await give_up(ann)
    await house.wind(AWAY_MS)
    assert phase(cat) == "play"
    await give_up(cat)
    assert phase(cat) == "over"
    last = house.log(ann.code)[-1]
    ended = [entry for entry in house.log(ann.code) if isinstance(entry, Moved)][-1]
    assert last.when == ended.when
    assert (ended.seat, ended.move) == (HOUSE, Move("give_up", seat=1))


async def test_the_last_one_has_a_minute_to_come_back(house: Building) -> None:
    ann, bob = await race(house, "Ann", "Bob")
    await give_up(ann)
    bob.disconnect()
    await house.wind(AWAY_MS - 1000)
    await bob.connect()
    await house.wind(2 * AWAY_MS)
    assert phase(ann) == "play"
    bob.disconnect()
    await house.wind(AWAY_MS - 1)
    assert phase(ann) == "play"
    await house.wind(1)
    assert phase(ann) == "over"
    assert ann.sight.table["facts"]["ended"] == ["given_up", "given_up"]


async def test_when_all_who_are_here_have_ended_those_who_are_away_have_a_minute_each(house: Building) -> None:
    """The one who went last too; then all are given up for at once, and the race is over."""
    ann, bob, cat, dan = await race(house, "Ann", "Bob", "Cat", "Dan", redeals=0)
    bob.disconnect()
    await house.wind(AWAY_MS)
    await to_the_end(ann)
    await give_up(dan)
    cat.disconnect()
    await house.wind(AWAY_MS - 1)
    assert ann.sight.table["facts"]["ended"] == ["stuck", None, None, "given_up"]
    await house.wind(1)
    assert ann.sight.table["facts"]["ended"] == ["stuck", "given_up", "given_up", "given_up"]
    assert sheet(ann)[:2] == ([0], None)


async def test_nobody_is_given_up_for_while_somebody_who_is_here_plays(house: Building) -> None:
    """However long he is away. Nor is he while a page that loads again is somebody's who plays."""
    ann, bob, cat = await race(house, "Ann", "Bob", "Cat")
    bob.disconnect()
    await give_up(ann)
    await house.wind(10 * AWAY_MS)
    cat.disconnect()
    await house.wind(AWAY_MS - 1)
    await cat.connect()
    await house.wind(10 * AWAY_MS)
    assert cat.sight.table["facts"]["ended"] == ["given_up", None, None]
    await bob.connect()
    await make(bob, legal(bob)[0])
    await make(cat, legal(cat)[0])


async def test_nobody_is_given_up_for_where_nobody_has_ended(house: Building) -> None:
    """Who only looks on waits for nobody."""
    ann, bob = await race(house, "Ann", "Bob")
    eve = await house.guest(ann.code, "Eve")
    for guest in (ann, bob):
        guest.disconnect()
    await house.wind(10 * AWAY_MS)
    assert eve.sight.table["facts"]["ended"] == [None, None]


async def test_who_has_left_and_who_is_away_are_given_up_for_together(house: Building) -> None:
    ann, bob, cat = await race(house, "Ann", "Bob", "Cat")
    await give_up(ann)
    await bob.ask(t="leave")
    cat.disconnect()
    await house.wind(AWAY_MS)
    assert phase(ann) == "over"


async def test_who_is_here_may_take_his_time(house: Building) -> None:
    ann, _ = await race(house, "Ann", "Bob")
    await give_up(ann)
    await house.wind(60 * AWAY_MS)
    assert phase(ann) == "play"


async def test_when_one_leaves_the_others_play_on(house: Building) -> None:
    """Nothing is put on his table; he counts with what he had, and wins nothing by having left."""
    ann, bob, cat = await race(house, "Ann", "Bob", "Cat", redeals=0)
    await ann.ask(t="leave")
    assert bob.sight.room["host"] == 1
    await to_the_end(bob)
    await to_the_end(cat)
    await house.wind(AWAY_MS)
    winners, _, cards = sheet(bob)
    assert winners == [1, 2]
    assert cards[0] == 4
    for guest in (bob, cat):
        await guest.ask(t="ready", on=True)
    await house.wind(GO_MS)
    assert bob.sight.room["players"] == [1, 2]
    assert own(bob) == own(cat)


async def test_a_table_that_all_have_left_can_be_used_again(house: Building) -> None:
    """Whoever sits down there is its host, and ends what nobody plays."""
    ann, bob = await race(house, "Ann", "Bob")
    for guest in (ann, bob):
        await guest.ask(t="leave")
    await house.wind(10 * AWAY_MS)
    eve = await house.guest(ann.code, "Eve")
    await house.wind(10 * AWAY_MS)
    assert phase(eve) == "play"
    await eve.ask(t="sit", name="Eve")
    await eve.ask(t="end")
    assert phase(eve) == "lobby"
    await bob.ask(t="sit", name="Bob")
    await eve.ask(t="start")
    await house.wind(GO_MS)
    assert own(eve) == own(bob)


async def test_when_all_have_gone_away_the_race_waits(house: Building) -> None:
    """Nobody gives up for anybody while nobody looks, and it goes on for whoever comes back."""
    ann, bob = await race(house, "Ann", "Bob")
    await give_up(ann)
    for guest in (ann, bob):
        guest.disconnect()
    await house.wind(10 * AWAY_MS)
    assert not [entry for entry in house.log(ann.code) if isinstance(entry, Moved) and entry.move.seat == 1]
    await bob.connect()
    await make(bob, legal(bob)[0])
    assert phase(bob) == "play"
