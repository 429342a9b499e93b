"""The Spite & Malice bots."""

from typing import Any

import pytest

from app.bots.bot import bots
from app.bots.simulation import Players, simulate
from app.rules.game import HOUSE, complete
from app.rules.games.spite_and_malice import GAME
from app.rules.games.spite_and_malice.state import SpiteState
from app.rules.notation import move_to_json
from app.rules.rng import Rng
from tests.support.games import played, spite

LEVELS = bots("spite-and-malice")


def chosen(state: SpiteState, level: str = "sharp", seed: bytes = b"bot", seat: int = 0) -> list[Any] | None:
    """What a bot does, as JSON."""
    move, _ = LEVELS[level].choose(GAME, GAME.view(state, seat), seat, Rng(seed))
    return None if move is None else move_to_json(move)


def turn(state: SpiteState, level: str = "sharp") -> list[Any]:
    """All that a bot does in its turn."""
    done = []
    while state.turn == 0 and state.phase == "play":
        move = chosen(state, level)
        assert move is not None
        done.append(move)
        state = played(GAME, state, (0, move))
    return done


def test_levels_have_their_paces() -> None:
    """Slow enough to be followed."""
    assert {level: bot.pace_ms for level, bot in LEVELS.items()} == {"easy": 1300, "steady": 1150, "sharp": 1000}


@pytest.mark.parametrize("level", ["steady", "sharp"])
def test_finds_the_line_that_plays_the_pay_off_card(level: str) -> None:
    """From side and hand and with a king, in the one order that works."""
    state = spite("0h 9S 3D KH 8C 9C\n0s0 7C 2S\n0p -JD -TD 5S\nc0 0:AS", 2, pay_off=5)
    assert turn(state, level)[:4] == [
        ["play", "0s0", ["0:2S"], "c0"],
        ["play", "0h", ["0:3D"], "c0"],
        ["play", "0h", ["0:KH"], "c0"],
        ["play", "0p", ["0:5S"], "c0"],
    ]


@pytest.mark.parametrize("level", list(LEVELS))
def test_plays_the_last_pay_off_card(level: str) -> None:
    """Before anything else."""
    assert ["play", "0p", ["0:2S"], "c0"] in [
        chosen(spite("0h 2D 8C\n0p 2S\nc0 0:AS"), level, bytes([n])) for n in (1, 2)
    ]


def test_sharp_does_not_build_up_to_what_the_next_seat_needs() -> None:
    """A four more would open the place for its five; steady does not mind."""
    state = spite("0h 4D 9S 9C JS JC\n0p -9D 2S\n1p -9D -9H -9S 5S\nc0 0:AS 1:2S 1:3S")
    assert chosen(state)[1:4:2] != ["0h", "c0"]  # type: ignore[index]
    assert ["play", "0h", ["0:4D"], "c0"] in turn(state, "steady")


def test_sharp_discards_downwards_and_keeps_its_kings() -> None:
    """An eight on a nine rather than on a two."""
    assert turn(spite("0h 8D KS\n0s0 2S\n0s1 9S\n0s2 2D\n0s3 2C\n0p -9D 6S")) == [["play", "0h", ["0:8D"], "0s1"]]


@pytest.mark.parametrize("level", list(LEVELS))
def test_waits_for_its_turn(level: str) -> None:
    """And does nothing when the hand is over."""
    state = spite("0h AH\n1h AH")
    assert chosen(state, level, seat=1) is None
    assert chosen(played(GAME, state, (HOUSE, ["call_off"])), level) is None


@pytest.mark.parametrize("level", list(LEVELS))
def test_ends_its_turn_with_an_empty_hand(level: str) -> None:
    """When nothing fits."""
    assert chosen(spite("0h"), level) == ["end"]


def test_sees_no_more_than_its_view() -> None:
    """What the others hold and what lies in the stock makes no difference."""
    one = spite("0h 4D 9S JS\n1h 5S 6S\nc0 0:AS 1:2S 1:3S")
    other = spite("0h 4D 9S JS\n1h KD KC\nc0 0:AS 1:2S 1:3S")
    for level in LEVELS:
        assert chosen(one, level) == chosen(other, level)


@pytest.mark.parametrize("seats", [2, 5])
def test_hands_between_equals_come_to_a_winner(seats: int) -> None:
    """Four of five at least, at every level."""
    for bot in LEVELS.values():
        outcome: Any = simulate(
            Players(GAME, (bot,), complete(GAME.info, {"target": 0, "pay_off": 10}), seats), games=10, seed=2
        )
        assert outcome["finished"] == 10
        assert outcome["refused"] == 0
        assert outcome["ended_by_nobody"] <= 2


def test_the_better_level_wins_more_often() -> None:
    """A short ladder; a long one is `python -m app simulate spite-and-malice --levels steady,sharp --games 400`."""
    for pair in (("easy", "steady"), ("steady", "sharp")):
        players = Players(
            GAME, tuple(LEVELS[level] for level in pair), complete(GAME.info, {"target": 0, "pay_off": 10}), 2
        )
        outcome: Any = simulate(players, games=20, seed=1)
        lower, higher = (outcome["rounds_won"][level] for level in pair)
        assert higher > lower
