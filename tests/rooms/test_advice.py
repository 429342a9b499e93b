"""Hints at a solo table: who may ask, what is marked, what is told, and what has become of a question meanwhile."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, get_args

import pytest

from app.rooms.entry import Helped
from app.rules.card import HIDDEN
from app.rules.game import Move
from app.rules.games.thumb_and_pouch import FLIP
from app.rules.notation import move_to_json
from app.rules.registry import games
from app.solver.base import Dead, GaveUp, NoAnswer, Outcome, Solved
from app.solver.hints.base import Hint, Say
from app.wire import Hinted, HintWord
from tests.support.rooms import Building, Guest, building

THUMB = "thumb-and-pouch"
PUSS = "puss-in-the-corner"


class Oracle:
    """An advisor that answers when and what it is told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []
        self._waiting: list[asyncio.Future[Any]] = []

    async def solve(self, game: str, state: Any, nodes: int, seconds: float | None = None) -> Outcome:
        assert nodes > 0
        assert seconds is not None
        outcome: Outcome = await self._ask(game, state)
        return outcome

    async def hint(self, game: str, state: Any, seconds: float | None = None) -> Hint | None:
        assert seconds is not None
        hint: Hint | None = await self._ask(game, state)
        return hint

    async def _ask(self, game: str, state: Any) -> Any:
        self.asked.append((game, state))
        self._waiting.append(asyncio.get_running_loop().create_future())
        return await self._waiting[-1]

    @property
    def thinking(self) -> int:
        return sum(not waiting.done() for waiting in self._waiting)

    def say(self, answer: Any) -> None:
        """The newest question has this answer, or fails with it."""
        if isinstance(answer, Exception):
            self._waiting[-1].set_exception(answer)
        else:
            self._waiting[-1].set_result(answer)


@pytest.fixture
def oracle() -> Oracle:
    return Oracle()


@pytest.fixture
async def house(oracle: Oracle) -> AsyncIterator[Building]:
    """A building with somebody to ask."""
    async with building(advisor=oracle) as built:
        yield built


async def alone(house: Building, game: str = THUMB, **options: Any) -> Guest:
    (ann,) = await house.table("Ann", game=game, **options)
    await ann.ask(t="start")
    return ann


async def ask(ann: Guest, how: str = "fair") -> list[dict[str, Any]]:
    """What is said at once: nothing where the question is thought about."""
    said = await ann.ask(t="hint", how=how)
    await ann.building.turn()
    return said


async def answered(ann: Guest) -> dict[str, Any]:
    """The newest hint, when all is calm."""
    await ann.building.turn()
    await ann.building.settle()
    hint = ann.told("hint")[-1]
    Hinted.model_validate_json(json.dumps(hint), strict=True)
    return hint


async def make(ann: Guest, move: Move) -> None:
    """A move at the pace of a person."""
    await ann.building.wind(200)
    assert "code" not in await ann.move(*move_to_json(move))


def legal(ann: Guest) -> list[Move]:
    assert ann.room is not None
    point = ann.room.head
    return list(games()[point.room.game].moves(point.state, 0))


def test_every_word_of_a_hint_is_a_word_of_the_wire() -> None:
    assert set(get_args(Say)) < set(get_args(HintWord))
    assert set(get_args(HintWord)) - set(get_args(Say)) == {"winning", "unknown"}


@pytest.mark.parametrize("game", [THUMB, PUSS])
async def test_a_fair_hint_is_made_from_what_can_be_seen(house: Building, oracle: Oracle, game: str) -> None:
    ann = await alone(house, game)
    move = legal(ann)[0]
    assert await ask(ann) == []
    [(key, shown)] = oracle.asked
    assert key == game
    assert shown.rng is None
    stock = shown.table.pile("0s").cards
    assert stock
    assert set(stock) == {HIDDEN}
    oracle.say(Hint("up", move))
    assert await answered(ann) == {
        "t": "hint",
        "n": ann.sight.n,
        "how": "fair",
        "say": "up",
        "m": list(move_to_json(move)),
    }
    assert ann.room is not None
    assert not ann.room.head.room.helped


async def test_in_puss_all_cards_are_told_once_all_were_seen(house: Building, oracle: Oracle) -> None:
    """After the redeal its player knows the order of the stock, and a hint may follow from it."""
    ann = await alone(house, PUSS)
    for _ in range(48):
        await make(ann, next(move for move in reversed(legal(ann)) if move.source == "0r"))
    await make(ann, Move("redeal", target="1234"))
    await ask(ann)
    assert HIDDEN not in oracle.asked[-1][1].table.pile("0s").cards
    oracle.say(Hint("lost", None))
    assert (await answered(ann))["m"] is None


async def test_a_move_that_wins_is_marked_before_it_is_told(house: Building, oracle: Oracle) -> None:
    ann = await alone(house)
    move = legal(ann)[0]
    await ask(ann, "winning")
    assert HIDDEN not in oracle.asked[-1][1].table.pile("0s").cards
    oracle.say(Solved((move,)))
    hint = await answered(ann)
    assert (hint["say"], hint["m"], hint["n"]) == ("winning", list(move_to_json(move)), ann.sight.n)
    frame = next(frame for frame in ann.frames if frame.get("room", {}).get("helped"))
    assert ann.heard.index(frame) < ann.heard.index(hint)
    assert [entry for entry in house.log(ann.code) if isinstance(entry, Helped)] == [
        Helped(house.log(ann.code)[-1].when, 0)
    ]
    await ask(ann, "winning")
    oracle.say(Solved((move,)))
    await answered(ann)
    assert sum(isinstance(entry, Helped) for entry in house.log(ann.code)) == 1


@pytest.mark.parametrize(("outcome", "say", "helped"), [(Dead(), "lost", True), (GaveUp(), "unknown", False)])
async def test_to_be_told_that_nothing_wins_is_help_too(
    house: Building, oracle: Oracle, outcome: Outcome, say: str, helped: bool
) -> None:
    ann = await alone(house)
    await ask(ann, "winning")
    oracle.say(outcome)
    hint = await answered(ann)
    assert (hint["say"], hint["m"]) == (say, None)
    assert ann.sight.room.get("helped", False) is helped


async def test_the_next_match_begins_unhelped(house: Building, oracle: Oracle) -> None:
    ann = await alone(house)
    await ask(ann, "winning")
    oracle.say(Solved((legal(ann)[0],)))
    await answered(ann)
    await ann.ask(t="end")
    await ann.ask(t="start")
    assert not ann.sight.room.get("helped", False)


async def test_one_question_a_person(house: Building, oracle: Oracle) -> None:
    """Also at two tables of his."""
    ann = await alone(house)
    assert await ask(ann) == []
    assert [said["code"] for said in await ask(ann)] == ["too_fast"]
    (again,) = await house.table("Ann", game=THUMB)
    await again.ask(t="start")
    assert [said["code"] for said in await ask(again)] == ["too_fast"]
    oracle.say(Hint("none", None))
    await answered(ann)
    assert await ask(again) == []


async def test_a_question_about_cards_that_lie_otherwise_now_is_not_answered(house: Building, oracle: Oracle) -> None:
    ann = await alone(house)
    await ask(ann, "winning")
    await ann.move("flip")
    oracle.say(Solved((FLIP,)))
    await house.turn()
    await house.settle()
    assert ann.told("hint") == []
    assert not ann.sight.room.get("helped", False)
    assert await ask(ann) == []


async def test_a_failure_is_told_as_nothing_found(
    house: Building, oracle: Oracle, caplog: pytest.LogCaptureFixture
) -> None:
    ann = await alone(house)
    await ask(ann)
    oracle.say(ZeroDivisionError("a bug"))
    assert (await answered(ann))["say"] == "unknown"
    assert "Traceback" in caplog.text
    caplog.clear()
    await ask(ann)
    oracle.say(NoAnswer("no process can be started"))
    assert (await answered(ann))["say"] == "unknown"
    assert "a hint could not be found: no process can be started" in caplog.text
    assert "Traceback" not in caplog.text
    caplog.clear()
    await ask(ann)
    oracle.say(None)
    assert (await answered(ann))["say"] == "unknown"
    assert caplog.text == ""


async def test_who_may_not_ask(house: Building, oracle: Oracle) -> None:
    """An onlooker, somebody at a table of several, who has given up, and in a pause nobody."""
    ann = await alone(house)
    eve = await house.guest(ann.code, "Eve")
    assert [said["code"] for said in await ask(eve)] == ["not_seated"]
    bob, _ = await house.race("Bob", "Cid")
    assert [said["code"] for said in await ask(bob)] == ["not_now"]
    await ann.ask(t="pause", on=True)
    assert [said["code"] for said in await ask(ann)] == ["not_now"]
    await ann.ask(t="pause", on=False)
    await ann.ask(t="call_off")
    assert [said["code"] for said in await ask(ann)] == ["not_now"]
    assert oracle.asked == []


async def test_without_anybody_to_ask_there_is_no_hint() -> None:
    async with building() as house:
        ann = await alone(house)
        assert [said["code"] for said in await ask(ann)] == ["not_now"]


async def test_who_has_gone_meanwhile_was_not_helped(house: Building, oracle: Oracle) -> None:
    """A page that was closed or loaded again is shown nothing, so there is nothing to be marked."""
    ann = await alone(house)
    await ask(ann, "winning")
    assert ann.room is not None
    room = ann.room
    room.disconnect(room.viewers[0])
    oracle.say(Solved((legal(ann)[0],)))
    await house.turn()
    await house.settle()
    assert not room.head.room.helped
    assert house.lobby.site.thinking == set()


async def test_a_room_that_stops_ends_the_thinking(house: Building, oracle: Oracle) -> None:
    ann = await alone(house)
    await ask(ann)
    assert oracle.thinking == 1
    assert ann.room is not None
    ann.room.retire()
    await house.turn()
    assert oracle.thinking == 0
    assert house.lobby.site.thinking == set()


async def test_a_room_that_stops_before_the_thinking_began_ends_it_too(house: Building, oracle: Oracle) -> None:
    """Else who asked there could not ask anywhere any more."""
    ann = await alone(house)
    assert ann.room is not None
    assert ann.room.advice.asked(ann.room.viewers[0], "fair") is None
    ann.room.retire()
    await house.turn()
    assert oracle.asked == []
    assert house.lobby.site.thinking == set()
