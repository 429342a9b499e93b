"""Which moves of Spite & Malice are legal, one rule a line."""

import json
from typing import Any

import pytest

from app.rules.game import HOUSE, Move, Options
from app.rules.games.spite_and_malice import GAME
from app.rules.games.spite_and_malice.check import time_up
from app.rules.notation import move_from_json
from tests.support.games import played, refusal, spite

OPEN = """
0h AH 6D KS 2H 1:2D
0p -9D 2C
0s0 8C 3S
0s1 KD
1h AS 6H
1s0 AC
c0 0:AS 0:2S
c1 0:AD 1:KC 1:3D 0:4D 0:5D
"""
"""Seat 0 is to play. The stacks need 3, 6 and an ace."""


@pytest.mark.parametrize(
    ("seat", "text", "reason"),
    [
        # to the centre
        (0, '["play", "0h", ["0:AH"], "c2"]', None),
        (0, '["play", "0h", ["0:AH"], "c0"]', "does_not_fit"),
        (0, '["play", "0h", ["0:6D"], "c1"]', None),
        (0, '["play", "0h", ["0:2H"], "c2"]', "does_not_fit"),
        (0, '["play", "0p", ["0:2C"], "c0"]', "does_not_fit"),
        (0, '["play", "0p", ["0:9D"], "c2"]', "not_there"),
        (0, '["play", "0s0", ["0:3S"], "c0"]', None),
        (0, '["play", "0s0", ["0:8C"], "c0"]', "not_there"),
        (0, '["play", "0s0", ["0:8C", "0:3S"], "c0"]', "not_there"),
        (0, '["play", "0h", ["0:AH"], "new"]', "unknown_move"),
        # kings
        (0, '["play", "0h", ["0:KS"], "c0"]', None),
        (0, '["play", "0h", ["0:KS"], "c2"]', None),
        (0, '["play", "0s1", ["0:KD"], "c1"]', None),
        # discards
        (0, '["play", "0h", ["0:6D"], "0s0"]', None),
        (0, '["play", "0h", ["0:KS"], "0s2"]', None),
        (0, '["play", "0h", ["0:2H", "1:2D"], "0s2"]', "not_there"),
        (0, '["play", "0h", ["0:6D"], "1s0"]', "not_yours"),
        (0, '["play", "0h", ["0:7D"], "0s0"]', "not_there"),
        # nothing else
        (0, '["play", "0s0", ["0:3S"], "0s2"]', "does_not_fit"),
        (0, '["play", "0p", ["0:2C"], "0s2"]', "does_not_fit"),
        (0, '["play", "0h", ["0:6D"], "0p"]', "does_not_fit"),
        (0, '["play", "0h", ["0:6D"], "stock"]', "does_not_fit"),
        (0, '["play", "c0", ["0:2S"], "0s0"]', "not_yours"),
        (0, '["play", "1s0", ["0:AC"], "c2"]', "not_yours"),
        (0, '["play", "1h", ["1:AS"], "c2"]', "not_yours"),
        (0, '["play", "stock", ["7:AS"], "c2"]', "not_yours"),
        (0, '["end"]', "not_now"),
        (0, '["end", "0h"]', "unknown_move"),
        (0, '["flip"]', "unknown_move"),
        (0, '["time_up", "0h", ["0:6D"], "0s2"]', "unknown_move"),
        (0, '["call_off"]', "unknown_move"),
        # whose turn it is
        (1, '["play", "1h", ["1:AS"], "c2"]', "not_now"),
        (1, '["end"]', "not_now"),
        (2, '["end"]', "unknown_move"),
    ],
)
def test_verdicts(seat: int, text: str, reason: str | None) -> None:
    """One rule a line."""
    assert refusal(GAME, spite(OPEN), seat, move_from_json(json.loads(text))) == reason


@pytest.mark.parametrize("on", [True, False])
def test_a_king_as_ace(on: bool) -> None:
    """By option a king starts no stack, and is wild on all that are begun."""
    state = spite(OPEN, king_as_ace=on)
    kings = [move.target for move in GAME.moves(state, 0) if move.cards[0] == "0:KS" and move.target[0] == "c"]
    assert kings == (["c0", "c1", "c2"] if on else ["c0", "c1"])


def test_the_end_of_a_turn_with_an_empty_hand() -> None:
    """Said when one likes; pay-off pile and sides may still be played."""
    state = spite("0h\n0p -9D 3C\nc0 0:AS 0:2S")
    assert GAME.moves(state, 0) == [Move("play", "0p", state.table.pile("0p").cards[-1:], "c0"), Move("end")]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("0h 3S QH KD QS 2H\n0s0 2C\n0s2 3C 4C", ["time_up", "0h", ["0:QH"], "0s1"]),
        ("0h KH KD\n0s0 2C\n0s1 2D\n0s2 3C 4C\n0s3 4D", ["time_up", "0h", ["0:KH"], "0s0"]),
        ("0h\n0s0 2C", ["time_up", "", [], "", 0]),
    ],
)
def test_what_time_out_does(text: str, move: list[Any]) -> None:
    """The highest card that is no king, the first of equal ones, to the shortest stack; else the turn ends."""
    state = spite(text, turn_seconds=30)
    assert time_up(state) == move_from_json(move)
    assert GAME.moves(state, HOUSE) == [move_from_json(move), Move("call_off")]
    after = played(GAME, state, (HOUSE, move))
    assert after.turn == 1
    if move[2]:
        assert after.table.pile(move[3]).cards[-1] == move[2][0]


@pytest.mark.parametrize(
    ("options", "text", "reason"),
    [
        ({}, '["call_off"]', None),
        ({}, '["call_off", "", [], "", 1]', "unknown_move"),
        ({}, '["time_up", "0h", ["0:6D"], "0s2"]', "not_now"),
        ({"turn_seconds": 60}, '["time_up", "0h", ["0:6D"], "0s2"]', None),
        ({"turn_seconds": 60}, '["time_up", "0h", ["0:6D"], "0s3"]', "not_now"),
        ({"turn_seconds": 60}, '["time_up", "0h", ["0:2H"], "0s2"]', "not_now"),
        ({"turn_seconds": 60}, '["play", "0h", ["0:6D"], "0s2"]', "unknown_move"),
        ({}, '["end"]', "unknown_move"),
    ],
)
def test_the_house(options: Options, text: str, reason: str | None) -> None:
    """It does just what the rules name, and ends a hand."""
    assert refusal(GAME, spite(OPEN, **options), HOUSE, move_from_json(json.loads(text))) == reason


def test_a_hand_that_is_over_takes_no_moves() -> None:
    """By nobody."""
    state = played(GAME, spite(OPEN, turn_seconds=60), (HOUSE, ["call_off"]))
    assert [GAME.moves(state, seat) for seat in (HOUSE, 0, 1)] == [[], [], []]
    assert refusal(GAME, state, 0, move_from_json(["play", "0h", ["0:AH"], "c2"])) == "not_now"
    assert refusal(GAME, state, HOUSE, Move("call_off")) == "not_now"
