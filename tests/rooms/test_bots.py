"""Bots at a table: a person's pace, only what is kept, and never a table that waits for one that cannot move."""

import itertools
from typing import Any

import pytest

from app.rooms.entry import BotAdded, Moved
from app.rules.game import Illegal, Move
from app.rules.games.pounce import GAME
from app.wire import CLOSE_BUG
from tests.support.rooms import Building, Guest, building

TO_QUEEN = "0w KS\nb0 0:AS 0:2S 0:3S 0:4S 0:5S 0:6S 0:7S 0:8S 0:9S 0:TS 0:JS 0:QS"
FOR_A_TWO = "0w 2S\n1w 2S\nb0 0:AS\n1t1 9S\n1t2 9C\n1t3 8S\n1t4 8C\n1t5 7S\n1s -5D"
"""There is one place for two twos, and nothing else of worth for seat 1."""


def phase(guest: Guest) -> str:
    return str(guest.sight.table["facts"]["phase"])


def bot_moves(house: Building, code: str) -> list[Moved]:
    return [entry for entry in house.log(code) if isinstance(entry, Moved) and entry.seat >= 0 and not entry.ack]


async def test_bots_play_at_the_pace_of_people(house: Building) -> None:
    """About 1.6 s an action, with spread, each in its own time."""
    (ann,) = await house.race("Ann", bots=3)
    await house.wind(60_000)
    moves = bot_moves(house, ann.code)
    assert {entry.seat for entry in moves} == {1, 2, 3}
    for seat in (1, 2, 3):
        times = [entry.when for entry in moves if entry.seat == seat]
        pauses = [later - earlier for earlier, later in itertools.pairwise(times)]
        assert min(pauses) >= 700
        assert len(set(pauses)) > len(pauses) // 2
        assert 1200 <= sum(pauses) / len(pauses) <= 2500


async def test_a_setting_changes_the_pace_of_bots() -> None:
    async with building(bot_pace_ms=16) as house:
        (ann,) = await house.race("Ann", bots=1)
        await house.wind(1000)
        assert len(bot_moves(house, ann.code)) >= 30


async def paces(house: Building, ms: float) -> list[float]:
    """The mean pause of an easy, a steady and a sharp bot at one table, over so much time."""
    (ann,) = await house.table("Ann")
    room = await house.room(ann.code)
    for seat, level in enumerate(("easy", "steady", "sharp"), 1):
        room.append(BotAdded(room.now(), seat, level, level))
    await ann.ask(t="start")
    await house.wind(4000 + ms)
    moves = bot_moves(house, ann.code)
    return [ms / sum(entry.seat == seat for entry in moves) for seat in (1, 2, 3)]


async def test_every_level_has_its_pace(house: Building) -> None:
    easy, steady, sharp = await paces(house, 60_000)
    assert 2500 <= easy <= 4000
    assert 1300 <= steady <= 2200
    assert 650 <= sharp <= 1200


async def test_a_setting_scales_every_pace() -> None:
    async with building(bot_pace_ms=160) as house:
        easy, steady, sharp = await paces(house, 6000)
    assert 250 <= easy <= 400
    assert 130 <= steady <= 220
    assert 65 <= sharp <= 120


async def test_bots_keep_nobody_waiting_in_a_stop(house: Building) -> None:
    (ann,) = await house.race("Ann", bots=2)
    await house.lay(await house.room(ann.code), TO_QUEEN)
    await ann.move("play", "0w", ["0:KS"], "b0")
    await ann.move("ready")
    await house.wind(700)
    assert phase(ann) == "race"


async def test_bots_act_from_what_is_kept(house: Building) -> None:
    """While the store is slow they see nothing newer than people do; a move on it that fails now is thought over."""
    (ann,) = await house.race("Ann", bots=1)
    room = await house.room(ann.code)
    await house.lay(room, FOR_A_TWO)
    calls, count = len(house.fake.calls), len(bot_moves(house, ann.code))
    house.fake.hold()
    ann.post("play", "0w", ["0:2S"], "b0")
    await house.fake.arrived(calls + 1)
    asked = house.clock.steady()
    house.clock.wind(2500)
    await house.turn()
    assert room.head.seq == room.kept.seq + 1
    house.fake.let_go()
    await house.settle()
    assert len(bot_moves(house, ann.code)) == count
    await house.wind_until(lambda: len(bot_moves(house, ann.code)) > count)
    assert house.clock.steady() - asked <= 2500 + 700


async def test_a_bot_whose_pile_was_taken_thinks_again_soon(house: Building) -> None:
    """It neither stands still nor tries the same for ever."""
    ann, bob = await house.race("Ann", "Bob", bots=2)
    room = await house.room(ann.code)
    stolen = 0
    for _ in range(20):
        await house.lay(
            room,
            "\n".join(f"{s}w 2S\n{s}t1 9S\n{s}t2 9C\n{s}t3 8S\n{s}t4 8C\n{s}t5 7S" for s in (2, 3))
            + "\n0w 2S\n1w 2S\nb0 0:AS\n2s -3H\n3s -3H",
        )
        await house.wind_until(lambda: len(room.kept.state.table.pile("b0").cards) == 2)
        owner = room.kept.state.table.pile("b0").cards[-1][0]
        assert owner in "23"
        stolen += 1
        await house.wind(4000)
        assert phase(ann) == "race"
    assert stolen == 20
    assert bob.told("no") == []


STOLEN = ("1w 2S\n1t1 9D", "1t1 2S", "1p QS 2S\n1t1 9D")
"""Where the two lies that the bot would play."""


async def test_two_hundred_thefts_leave_no_bot_standing(house: Building, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each between what the bot saw and the landing of its card: it is refused, thinks again and makes a legal move."""
    (ann,) = await house.race("Ann", bots=1)
    room = await house.room(ann.code)
    tried: list[tuple[Move, Illegal | None]] = []
    judge = room.move

    def watched(seat: int, move: Move) -> Illegal | None:
        why = judge(seat, move)
        if seat == 1:
            tried.append((move, why))
        return why

    monkeypatch.setattr(room, "move", watched)
    for theft in range(200):
        await house.lay(
            room, f"{STOLEN[theft % len(STOLEN)]}\n1t2 9C\n1t3 9H\n1t4 7C\n1t5 9S\n1s -5D -6D -7D\n0w 2S\nb0 0:AS"
        )
        tried.clear()
        calls = len(house.fake.calls)
        house.fake.hold()
        ann.post("play", "0w", ["0:2S"], "b0")
        await house.fake.arrived(calls + 1)
        await house.turn()
        while not tried:
            house.clock.wind(50)
            await house.turn()
        house.fake.let_go()
        await house.settle()
        ((wanted, why),) = tried  # the store's answer is all that lies between seeing and dropping
        assert (wanted.target, why and why.reason) == ("b0", "does_not_fit")
        asked = house.clock.steady()
        await house.wind_until(lambda: len(tried) > 1)
        assert house.clock.steady() - asked <= 700
        again, why = tried[1]
        assert (again == wanted, why) == (False, None)
        assert bot_moves(house, ann.code)[-1].move == again


async def test_a_round_of_bots_ends_and_the_next_begins(house: Building) -> None:
    """Nobody plays with them who could say "stuck" for himself: Ann has left her seat and looks on."""
    (ann,) = await house.race("Ann", bots=2)
    await ann.ask(t="leave")
    await house.wind_until(lambda: ann.line.sight.room["phase"] == "between")
    assert ann.sight.gaps == 0
    await ann.ask(t="sit", name="Ann")
    await ann.ask(t="ready", on=True)
    assert ann.sight.room["round"] == 2
    await house.wind_until(lambda: len(bot_moves(house, ann.code)) > 20)


async def test_bots_alone_do_not_go_on_to_the_next_round(house: Building) -> None:
    (ann,) = await house.race("Ann", bots=2)
    await ann.ask(t="leave")
    await house.wind_until(lambda: ann.line.sight.room["phase"] == "between")
    await house.wind(600_000)
    assert ann.sight.room["phase"] == "between"


class Blind(type(GAME)):  # type: ignore[misc]
    """Pounce with another bug: bots cannot think."""

    def moves(self, state: Any, seat: int) -> Any:
        raise ZeroDivisionError


async def test_a_bug_in_a_bot_stops_the_room_not_the_server(caplog: pytest.LogCaptureFixture) -> None:
    """Said once, with room and entry; nobody waits for a bot that will never move."""
    async with building(games={"pounce": Blind()}) as house:
        (ann,) = await house.race("Ann", bots=1)
        assert ann.line.closed == CLOSE_BUG
        assert caplog.text.count("Traceback") == 1
        assert f"room {ann.code} stops at entry" in caplog.text
