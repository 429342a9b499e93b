"""A solo table: steps back and forward are entries of its log, and what they lead to is what was there before."""

import json
from typing import Any

import pytest

from app.rooms.archive import record
from app.rooms.entry import Paused, Rewound
from app.rules.game import Move
from app.rules.notation import move_to_json
from app.rules.record import _piles, replay
from app.rules.registry import games
from app.rules.rng import Rng
from tests.support.games import done
from tests.support.rooms import Building, Guest, building

SOLO = ("thumb-and-pouch", "puss-in-the-corner")


async def solo(house: Building, game: str = "thumb-and-pouch", **options: Any) -> Guest:
    """Ann at a table of her own with cards on it."""
    (ann,) = await house.table("Ann", game=game, **options)
    await ann.ask(t="start")
    assert ann.sight.room["phase"] == "play"
    return ann


def legal(ann: Guest) -> list[Move]:
    assert ann.room is not None
    point = ann.room.head
    return list(games()[point.room.game].moves(point.state, 0))


async def make(ann: Guest, move: Move) -> dict[str, Any]:
    return await ann.move(*move_to_json(move))


def piles(ann: Guest) -> Any:
    return json.loads(json.dumps(ann.sight.table["piles"]))


@pytest.mark.parametrize("game", SOLO)
async def test_a_move_is_taken_back_and_made_again(house: Building, game: str) -> None:
    ann = await solo(house, game)
    states = [piles(ann)]
    for number in range(5):
        frame = await make(ann, legal(ann)[0])
        assert frame["u"] == [number + 1, 0]
        states.append(piles(ann))
    for number in reversed(range(5)):
        frame = await ann.move("undo")
        assert frame["u"] == [number, 5 - number]
        assert frame["b"] == 0
        assert piles(ann) == states[number]
    assert (await ann.move("undo"))["code"] == "nothing_to_do"
    for number in range(1, 6):
        assert (await ann.move("redo"))["u"] == [number, 5 - number]
        assert piles(ann) == states[number]
    assert (await ann.move("redo"))["code"] == "nothing_to_do"


async def test_a_new_move_ends_what_could_be_made_again(house: Building) -> None:
    ann = await solo(house)
    await make(ann, legal(ann)[0])
    await ann.move("undo")
    assert (await make(ann, legal(ann)[-1]))["u"] == [1, 0]
    assert (await ann.move("redo"))["code"] == "nothing_to_do"


async def test_the_deal_is_begun_anew_and_that_is_a_step_too(house: Building) -> None:
    ann = await solo(house)
    assert (await ann.move("restart"))["code"] == "nothing_to_do"
    dealt = piles(ann)
    for _ in range(4):
        await make(ann, legal(ann)[0])
    before = piles(ann)
    assert (await ann.move("restart"))["u"] == [5, 0]
    assert piles(ann) == dealt
    await ann.move("undo")
    assert piles(ann) == before


async def test_steps_are_the_same_after_a_restart_of_the_server(house: Building) -> None:
    ann = await solo(house)
    for _ in range(4):
        await make(ann, legal(ann)[0])
    await ann.move("undo")
    before = piles(ann)
    await house.restart()
    await ann.connect()
    assert ann.sight.table["steps"] == [3, 1]
    assert piles(ann) == before
    await ann.move("redo")
    assert (await ann.move("undo"))["u"] == [3, 1]
    assert piles(ann) == before


async def test_a_step_that_is_sent_twice_is_one(house: Building) -> None:
    ann = await solo(house)
    for _ in range(3):
        await make(ann, legal(ann)[0])
    k = ann.post("undo")
    ann.post("undo", k=k)
    await house.settle()
    assert ann.sight.table["steps"] == [2, 1] or len(ann.answers(k)) == 2
    assert [entry.to for entry in house.log(ann.code) if isinstance(entry, Rewound)] == ["undo"]
    await house.restart()
    await ann.connect()
    ann.post("undo", k=k)
    await house.settle()
    assert [entry.to for entry in house.log(ann.code) if isinstance(entry, Rewound)] == ["undo"]


async def test_who_only_looks_on_takes_nothing_back(house: Building) -> None:
    ann = await solo(house)
    await make(ann, legal(ann)[0])
    bob = await house.guest(ann.code, "Bob")
    assert (await bob.move("undo"))["code"] == "not_seated"
    assert bob.sight.table["steps"] == [1, 0]


async def test_what_was_given_up_can_be_taken_up_again(house: Building) -> None:
    ann = await solo(house)
    await make(ann, legal(ann)[0])
    await ann.ask(t="call_off")
    assert ann.sight.room["phase"] == "over"
    assert ann.sight.room["sheet"] is not None
    await house.wind(5000)
    await ann.move("undo")
    assert (ann.sight.room["phase"], ann.sight.room["sheet"]) == ("play", None)
    await make(ann, legal(ann)[0])
    assert ann.sight.room["phase"] == "play"


async def test_other_games_know_no_way_back(house: Building) -> None:
    ann, _ = await house.table("Ann", "Bob")
    await ann.ask(t="start")
    await house.wind(10_000)
    assert (await ann.move("undo"))["code"] == "unknown_move"
    assert "steps" not in ann.sight.table


@pytest.mark.parametrize("game", SOLO)
async def test_the_record_holds_what_led_to_the_end_and_replays_to_it(house: Building, game: str) -> None:
    ann = await solo(house, game)
    chance = Rng(bytes(range(32)))
    for _ in range(120):
        at, chance = chance.below(8)
        if at < 2:
            await ann.move(("undo", "redo")[at])
        elif (moves := legal(ann)) and ann.sight.room["phase"] == "play":
            at, chance = chance.below(len(moves))
            await make(ann, moves[at])
    if ann.sight.room["phase"] == "play":
        await ann.ask(t="call_off")
    assert ann.room is not None
    made = done(record(house.fake.logs[ann.code], 1, house.games))
    assert made is not None
    told: dict[str, Any] = replay(made, house.games)
    assert told["refused"] == 0
    assert told["rounds"][0]["piles"] == _piles(ann.room.kept.state.table)


# --- time ---------------------------------------------------------------------------------------------------


async def played(house: Building, ann: Guest) -> int:
    """How long the sheet says that the game has lasted, if it ends now (ms)."""
    await ann.ask(t="call_off")
    return int(ann.sight.room["sheet"]["lasted"])


async def test_no_time_passes_while_its_player_is_away(house: Building) -> None:
    ann = await solo(house)
    await house.wind(10_000)
    ann.disconnect()
    await house.wind(600_000)
    await ann.connect()
    assert not ann.sight.room["paused"]
    await house.wind(5_000)
    assert await played(house, ann) == 15_000


async def test_no_time_passes_without_a_server(house: Building) -> None:
    ann = await solo(house)
    await house.wind(10_000)
    await make(ann, legal(ann)[0])
    await house.restart()
    house.clock.wind(600_000)
    await ann.connect()
    await house.wind(5_000)
    assert await played(house, ann) == 15_000


async def test_an_onlooker_makes_no_time_pass(house: Building) -> None:
    ann = await solo(house)
    ann.disconnect()
    await house.guest(ann.code, "Bob")
    await house.wind(60_000)
    await ann.connect()
    assert await played(house, ann) == 0


async def test_other_tables_do_not_pause_by_themselves(house: Building) -> None:
    (ann,) = await house.table("Ann", bots=1)
    await ann.ask(t="start")
    ann.disconnect()
    await house.wind(60_000)
    assert not any(isinstance(entry, Paused) for entry in house.log(ann.code))


async def test_everybody_hears_how_long_it_has_been_played(house: Building) -> None:
    ann = await solo(house)
    assert ann.sight.room["due"] == {"began": 0}
    await house.wind(5000)
    await ann.ask(t="pause", on=True)
    await house.wind(9000)
    assert ann.sight.room["due"] == {"began": -5000}
    await ann.ask(t="pause", on=False)
    assert ann.sight.room["due"] == {"began": -5000}


@pytest.mark.parametrize("step", ["undo", "redo", "restart"])
async def test_a_step_has_no_piles(house: Building, step: str) -> None:
    ann = await solo(house)
    await make(ann, legal(ann)[0])
    for odd in ((step, "zz"), (step, "0s", ["0:5H"], "0t1")):
        assert (await ann.move(*odd))["code"] == "unknown_move"


async def test_who_comes_back_plays_at_once(house: Building) -> None:
    """A page that was hidden and is seen again: nobody else has to be ready, so nothing is counted down."""
    ann = await solo(house)
    await ann.ask(t="pause", on=True)
    assert ann.sight.room["paused"]
    await ann.ask(t="pause", on=False)
    assert not ann.sight.room["paused"]
    assert "resume" not in ann.sight.room["due"]
    assert "code" not in await make(ann, legal(ann)[0])


async def test_who_has_left_takes_nothing_back(house: Building) -> None:
    """The table may be somebody else's by now, who has ended what was played there."""
    ann = await solo(house)
    assert ann.room is not None
    await make(ann, legal(ann)[0])
    bob = await house.guest(ann.room.code, "Bob")
    await ann.ask(t="leave")
    assert (await ann.move("undo"))["code"] == "not_seated"
    await bob.ask(t="sit", name="Bob")
    await bob.ask(t="call_off")
    assert bob.sight.room["phase"] == "over"
    for step in ("undo", "restart"):
        assert (await ann.move(step))["code"] == "not_seated"
    assert bob.sight.room["phase"] == "over"


async def test_a_game_that_never_ends_is_given_up() -> None:
    """At the limit of entries: its cards and its result stay, and nothing is taken back or made any more."""
    async with building(entries_per_match=100, moves_per_second=1000) as house:
        ann = await solo(house)
        move = move_to_json(legal(ann)[0])
        dealt = house.points(ann.code)[-1].match_entries
        for turn in range(98 - dealt):
            ann.post(*(("undo",) if turn % 2 else move))
        await house.settle()
        await ann.ask(t="pause", on=True)
        assert house.points(ann.code)[-1].match_entries == 100
        assert ann.sight.room["paused"], "in a pause nobody gives up"
        await ann.ask(t="pause", on=False)
        assert ann.sight.room["phase"] == "over"
        assert ann.sight.table["facts"]["ended"] == "given_up"
        assert ann.sight.table["piles"]
        for step in ("undo", "redo", "restart"):
            assert "code" in await ann.move(step)
        assert ann.sight.room["phase"] == "over"
