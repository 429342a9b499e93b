"""Which moves of Pounce are legal, one rule a line."""

import json
from typing import Any

import pytest

from app.rules.game import HOUSE, Options
from app.rules.games.pounce import GAME
from app.rules.notation import move_from_json
from tests.support.games import dealt, played, pounce, refusal

OPEN = """
0p 9D 2C
0t1 -KH 5S
0t2 8H
0t3 QH JS TD
0t4 AC
0w 3C 7C KD
0s -QC
1t1 9C
1s -8C
1w 4H
b0 0:AS 1:2S
b1 1:AH 1:2H 1:3H
"""
"""Seat 0 has an empty pile 0t5. Its pounce card is the two of clubs, its waste shows the king of diamonds."""


@pytest.mark.parametrize(
    ("seat", "text", "reason"),
    [
        # build piles
        (0, '["play", "0t4", ["0:AC"], "new"]', None),
        (0, '["play", "0t4", ["0:AC"], "b2"]', "does_not_fit"),
        (0, '["play", "0t4", ["0:AC"], "b0"]', "does_not_fit"),
        (0, '["play", "0p", ["0:2C"], "new"]', "does_not_fit"),
        (1, '["play", "1w", ["1:4H"], "b1"]', None),
        (1, '["play", "1w", ["1:4H"], "b0"]', "does_not_fit"),
        (1, '["play", "1w", ["1:4H"], "b9"]', "unknown_move"),
        (0, '["play", "b0", ["1:2S"], "0t4"]', "not_yours"),
        (0, '["play", "b1", ["1:3H"], "b0"]', "not_yours"),
        # inside the tableau
        (0, '["play", "0t2", ["0:8H"], "0t1"]', "does_not_fit"),
        (0, '["play", "0t3", ["0:JS", "0:TD"], "0t4"]', "does_not_fit"),
        (1, '["play", "1t1", ["1:9C"], "0t3"]', "not_yours"),
        (0, '["play", "0t1", ["0:KH", "0:5S"], "0t5"]', "not_there"),
        (0, '["play", "0t1", ["0:KH"], "0t5"]', "not_there"),
        (0, '["play", "0t3", ["0:TD", "0:JS"], "0t5"]', "not_there"),
        (0, '["play", "0t2", ["0:8H"], "0t2"]', "does_not_fit"),
        # the empty pile
        (0, '["play", "0p", ["0:2C"], "0t5"]', None),
        (0, '["play", "0w", ["0:KD"], "0t5"]', None),
        (0, '["play", "0t2", ["0:8H"], "0t5"]', "does_not_fit"),
        (0, '["play", "0t3", ["0:QH", "0:JS", "0:TD"], "0t5"]', "does_not_fit"),
        # the pounce pile
        (0, '["play", "0p", ["0:9D"], "0t5"]', "not_there"),
        (0, '["play", "0p", ["0:9D", "0:2C"], "0t5"]', "not_there"),
        # the waste, the stock
        (0, '["play", "0w", ["0:7C"], "0t2"]', "not_there"),
        (0, '["play", "0s", ["0:QC"], "0t5"]', "not_there"),
        (0, '["play", "0t2", ["0:8H"], "0w"]', "does_not_fit"),
        (0, '["play", "0t2", ["0:8H"], "0p"]', "does_not_fit"),
        # the rest
        (0, '["flip"]', None),
        (0, '["pickup"]', "stock_not_empty"),
        (0, '["stuck"]', None),
        (0, '["unstuck"]', "nothing_to_do"),
        (0, '["ready"]', "not_now"),
        (0, '["go"]', "unknown_move"),
        (0, '["resume"]', "unknown_move"),
        (0, '["agree", "", [], "", 1]', "unknown_move"),
        (0, '["flip", "0s"]', "unknown_move"),
        (0, '["flip", "", ["0:QC"]]', "unknown_move"),
        (0, '["play"]', "unknown_move"),
        (0, '["play", "0t4", [], "new"]', "unknown_move"),
        (0, '["play", "0t4", ["0:AC"], "new", 0]', "unknown_move"),
        (0, '["build", "0t4", ["0:AC"], "new"]', "unknown_move"),
        (2, '["flip"]', "unknown_move"),
        (HOUSE, '["flip"]', "unknown_move"),
        (HOUSE, '["go"]', "not_now"),
        (HOUSE, '["resume"]', "not_now"),
        (HOUSE, '["agree", "", [], "", 1]', "not_now"),
        (HOUSE, '["agree"]', "unknown_move"),
        (HOUSE, '["agree", "", [], "", 2]', "unknown_move"),
        (HOUSE, '["go", "", [], "", 1]', "unknown_move"),
        (HOUSE, '["go", "b0"]', "unknown_move"),
        (HOUSE, '["ready", "", [], "", 0]', "not_now"),
    ],
)
def test_by_the_seed(seat: int, text: str, reason: str | None) -> None:
    """At one table, by the rules that nobody has changed."""
    assert refusal(GAME, pounce(OPEN), seat, move_from_json(json.loads(text))) == reason


@pytest.mark.parametrize(
    ("options", "table", "text", "reason"),
    [
        ({}, "0t1 8H\n0w 7C", '["play", "0w", ["0:7C"], "0t1"]', None),
        ({}, "0t1 8H\n0w 7D", '["play", "0w", ["0:7D"], "0t1"]', "does_not_fit"),
        ({}, "0t1 8H\n0w 9C", '["play", "0w", ["0:9C"], "0t1"]', "does_not_fit"),
        ({}, "0t1 8H\n0t2 -2C 9D 7C 6H", '["play", "0t2", ["0:7C", "0:6H"], "0t1"]', None),
        ({}, "0t1 KD\n0t2 -2C KC QH", '["play", "0t2", ["0:QH"], "0t1"]', "does_not_fit"),
        ({}, "0t2 -2C KC QH", '["play", "0t2", ["0:KC", "0:QH"], "0t1"]', None),
        ({}, "0t2 KC QH", '["play", "0t2", ["0:KC", "0:QH"], "0t1"]', None),
        ({}, "0p KS 7C\n0t1 8H", '["play", "0p", ["0:7C"], "0t1"]', "does_not_fit"),
        ({"pounce_on_tableau": True}, "0p KS 7C\n0t1 8H", '["play", "0p", ["0:7C"], "0t1"]', None),
        ({"pounce_on_tableau": True}, "0p KS 7D\n0t1 8H", '["play", "0p", ["0:7D"], "0t1"]', "does_not_fit"),
        ({"empty_space": "any"}, "0w 9C", '["play", "0w", ["0:9C"], "0t1"]', None),
        ({"empty_space": "any"}, "0t2 9C 8D", '["play", "0t2", ["0:8D"], "0t1"]', None),
        ({"empty_space": "any"}, "0t2 9C 8D 7C", '["play", "0t2", ["0:8D", "0:7C"], "0t1"]', None),
        ({"empty_space": "pounce"}, "0w KC", '["play", "0w", ["0:KC"], "0t1"]', "does_not_fit"),
        ({"empty_space": "pounce"}, "0t2 -2C KC", '["play", "0t2", ["0:KC"], "0t1"]', "does_not_fit"),
        ({"empty_space": "pounce"}, "0p KS 9H", '["play", "0p", ["0:9H"], "0t1"]', None),
        ({"tableau": 4}, "0p KS 9H", '["play", "0p", ["0:9H"], "0t5"]', "unknown_move"),
        ({}, "0w AC", '["pickup"]', None),
        ({}, "", '["pickup"]', "nothing_to_do"),
        ({}, "0w AC", '["flip"]', "stock_empty"),
    ],
)
def test_by_house_rules(options: Options, table: str, text: str, reason: str | None) -> None:
    """Building down, empty piles and the pounce card, as the options have them."""
    assert refusal(GAME, pounce(table, **options), 0, move_from_json(json.loads(text))) == reason


FULL = "b0 " + " ".join(f"0:{rank}S" for rank in "A23456789TJQK")


def test_a_complete_pile_takes_nothing() -> None:
    """Not even an ace."""
    state = pounce(f"{FULL}\n1t1 AS\n1t2 KS")
    for card in ("1:AS", "1:KS"):
        for source in ("1t1", "1t2"):
            assert refusal(GAME, state, 1, move_from_json(["play", source, [card], "b0"])) is not None


def test_with_every_pile_started_nothing_is_new() -> None:
    """A two does not slip onto the last ace by the name of a new pile."""
    aces = "\n".join(f"b{n} {n // 4}:A{'SHDC'[n % 4]}" for n in range(8))
    state = pounce(f"{aces}\n0t1 2C\n0p KS 2H")
    assert refusal(GAME, state, 0, move_from_json(["play", "0t1", ["0:2C"], "new"])) == "does_not_fit"
    assert refusal(GAME, state, 0, move_from_json(["play", "0t1", ["0:2C"], "b7"])) is None
    assert all(move.target != "new" for move in GAME.moves(state, 0))


@pytest.mark.parametrize("text", ['["flip"]', '["stuck"]', '["unstuck"]', '["play", "0t1", ["0:AS"], "new"]'])
def test_nothing_moves_before_go(text: str) -> None:
    """Nor is anything said."""
    state = dealt(GAME, 2, {})
    assert refusal(GAME, state, 0, move_from_json(json.loads(text))) == "not_now"
    assert list(GAME.moves(state, 0)) == []
    assert [move.name for move in GAME.moves(state, HOUSE)] == ["go"]


def stopped(options: Options | None = None) -> Any:
    """Seat 0 has just played the king of spades on a build pile."""
    state = pounce(f"{FULL.removesuffix(' 0:KS')}\n0t1 KS\n0s -2D\n1s -2D", **options or {})
    return played(GAME, state, (0, ["play", "0t1", ["0:KS"], "b0"]))


@pytest.mark.parametrize("text", ['["flip"]', '["stuck"]', '["play", "0p", ["0:KS"], "0t1"]'])
def test_nothing_moves_while_stopped(text: str) -> None:
    """Until all are ready."""
    assert refusal(GAME, stopped(), 0, move_from_json(json.loads(text))) == "not_now"


def test_ready_is_said_once() -> None:
    """And only where the table waits for it."""
    state = stopped()
    assert [move.name for move in GAME.moves(state, 1)] == ["ready"]
    state = played(GAME, state, (1, ["ready"]))
    assert refusal(GAME, state, 1, move_from_json(["ready"])) == "nothing_to_do"
    assert list(GAME.moves(state, 1)) == []
    assert refusal(GAME, state, HOUSE, move_from_json(["ready", "", [], "", 1])) == "not_now"
    assert refusal(GAME, state, HOUSE, move_from_json(["ready", "", [], "", 0])) is None
    assert refusal(GAME, stopped({"king_stop": "auto"}), 1, move_from_json(["ready"])) == "not_now"


def test_stuck_is_said_once_and_taken_back_once() -> None:
    """The house agrees for an absent seat only when somebody else has said it."""
    state = played(GAME, pounce("0s -2D", 3), (1, ["stuck"]))
    assert refusal(GAME, state, 1, move_from_json(["stuck"])) == "nothing_to_do"
    assert refusal(GAME, state, HOUSE, move_from_json(["agree", "", [], "", 1])) == "not_now"
    assert refusal(GAME, state, HOUSE, move_from_json(["agree", "", [], "", 2])) is None
    assert refusal(GAME, state, 1, move_from_json(["unstuck"])) is None
    assert refusal(GAME, state, 0, move_from_json(["unstuck"])) == "nothing_to_do"
