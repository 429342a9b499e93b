"""What the moves of Spite & Malice do."""

from typing import Any

import pytest

from app.rules.game import HOUSE, OptionValue
from app.rules.games.spite_and_malice import GAME
from app.rules.notation import piles_to_text
from tests.support.games import played, spite

TO_JACK = " ".join(f"0:{rank}S" for rank in "A23456789TJ")


def pile(state: Any, name: str) -> list[str]:
    return list(state.table.pile(name).cards)


def test_a_play_leaves_the_turn_where_it_is() -> None:
    """From the middle of the hand, whose order stays; the next pay-off card is turned up."""
    state = spite("0h 6D AH 2H\n0p -9D -3C 3D\nc0 0:AS 0:2S")
    state = played(GAME, state, (0, ["play", "0h", ["0:AH"], "c1"]), (0, ["play", "0p", ["0:3D"], "c0"]))
    assert pile(state, "0h") == ["0:6D", "0:2H"]
    assert "0p -9D 3C" in piles_to_text(state.table)
    assert (state.turn, GAME.facts(state)["needs"]) == (0, [4, 2, 1])


def test_a_discard_hands_the_turn_on_and_the_next_seat_draws() -> None:
    """Up to five, from the top of the stock."""
    state = spite("0h 6D AH\n1h 2S 3S\nstock -2:9S -2:8S -2:7S -2:6S -2:5S", 3)
    state = played(GAME, state, (0, ["play", "0h", ["0:AH"], "0s2"]))
    assert pile(state, "0s2") == ["0:AH"]
    assert pile(state, "0h") == ["0:6D"]
    assert pile(state, "1h") == ["1:2S", "1:3S", "2:5S", "2:6S", "2:7S"]
    assert pile(state, "stock") == ["2:9S", "2:8S"]
    assert (state.turn, state.phase) == (1, "play")


def test_turns_go_round() -> None:
    """Clockwise, and from the last seat to the first."""
    state = spite("0h 6D\n1h 6D\n2h 6D", 3)
    for seat in (0, 1, 2):
        assert state.turn == seat
        state = played(GAME, state, (seat, ["play", f"{seat}h", [f"{seat}:6D"], f"{seat}s0"]))
    assert state.turn == 0


def test_an_empty_hand_in_mid_turn_stays_empty() -> None:
    """Until the next turn, unless the option fills it."""
    plays = [(0, ["play", "0h", ["0:AH"], "c0"])]
    assert pile(played(GAME, spite("0h AH"), *plays), "0h") == []
    filled = played(GAME, spite("0h AH", refill=True), *plays)
    assert len(pile(filled, "0h")) == 5
    assert filled.turn == 0
    ended = played(GAME, spite("0h AH"), *plays, (0, ["end"]))
    assert ended.turn == 1


def test_no_refill_after_a_discard_or_a_side_card() -> None:
    """Only the last hand card does it, when it is played."""
    state = played(GAME, spite("0h AH", refill=True), (0, ["play", "0h", ["0:AH"], "0s0"]))
    assert (pile(state, "0h"), state.turn) == ([], 1)
    state = played(GAME, spite("0h\n0s0 AH", refill=True), (0, ["play", "0s0", ["0:AH"], "c0"]))
    assert pile(state, "0h") == []


def test_a_complete_stack_is_shuffled_in_before_the_refill() -> None:
    """So the draw is from all of it; kings go back as kings."""
    state = spite(f"0h KH\nstock -7:AS\nc0 {TO_JACK}", refill=True)
    state = played(GAME, state, (0, ["play", "0h", ["0:KH"], "c0"]))
    assert (state.phase, len(pile(state, "0h")), len(pile(state, "stock"))) == ("play", 5, 8)
    assert "0:KH" in [*pile(state, "0h"), *pile(state, "stock")]


def test_the_last_pay_off_card_wins_at_once() -> None:
    """If it completes a stack the twelve cards stay where they lie."""
    state = spite(f"0h AH\n0p QD\n1p -2S -3S 4S\nc0 {TO_JACK}")
    state = played(GAME, state, (0, ["play", "0p", ["0:QD"], "c0"]))
    assert (state.phase, state.ended, state.by, state.turn) == ("over", "out", 0, 0)
    assert len(pile(state, "c0")) == 12
    assert GAME.facts(state) == {"phase": "over", "turn": None, "needs": [None, 1, 1], "ended": "out", "by": 0}


@pytest.mark.parametrize(
    ("exhausted", "stock", "ended", "hand", "left"),
    [
        ("empty", 4, None, 5, 1),
        ("empty", 3, "exhausted", 5, 0),
        ("empty", 2, "exhausted", 4, 0),
        ("short", 3, None, 5, 0),
        ("short", 2, "exhausted", 2, 2),
        ("short", 0, "exhausted", 2, 0),
        ("play_on", 2, None, 4, 0),
        ("play_on", 0, None, 2, 0),
    ],
)
@pytest.mark.parametrize("refill", [False, True])
def test_the_stock_is_exhausted(
    exhausted: str, stock: int, ended: str | None, hand: int, left: int, *, refill: bool
) -> None:
    """At the draw that begins a turn, here of three cards; a hand that ends so is nobody's."""
    cards = " ".join(f"-7:{rank}S" for rank in "A23456789"[:stock])
    options: dict[str, OptionValue] = {"exhausted": exhausted, "refill": refill}
    state = spite(f"0h 6D 7D\n1h 2S 3S\nstock {cards}", **options)
    state = played(GAME, state, (0, ["play", "0h", ["0:6D"], "0s0"]))
    assert (state.ended, len(pile(state, "1h")), len(pile(state, "stock"))) == (ended, hand, left)
    result = GAME.result(state)
    assert (result is None) == (ended is None)
    if result is not None:
        assert [score.points for score in result.scores] == [0, 0]
        assert result.ended_by == HOUSE


@pytest.mark.parametrize(("exhausted", "over"), [("empty", True), ("short", True), ("play_on", False)])
def test_a_refill_can_exhaust_the_stock_too(exhausted: str, over: bool) -> None:
    """By the same rule, in mid-turn."""
    state = spite("0h AH\nstock -7:2S -7:3S", refill=True, exhausted=exhausted)
    state = played(GAME, state, (0, ["play", "0h", ["0:AH"], "c0"]))
    assert (state.phase == "over", state.turn) == (over, 0)
    assert len(pile(state, "0h")) == (0 if exhausted == "short" else 2)


def blocked(pay: tuple[str, str]) -> Any:
    """Nobody has a card in hand, nor a stock; seat 0 has a card to play."""
    return spite(f"0h\n1h\n0s0 AH\n0p {pay[0]}\n1p {pay[1]}\nstock", exhausted="play_on")


def test_a_hand_in_which_nobody_can_play_on_ends() -> None:
    """When all in a row have ended their turns without a play; one play begins the row anew."""
    state = played(GAME, blocked(("-2S 3S", "-2S -4S 3S")), (0, ["end"]))
    assert state.phase == "play"
    state = played(GAME, state, (1, ["end"]))
    assert (state.phase, state.ended, state.by) == ("over", "blocked", HOUSE)
    state = blocked(("-2S 3S", "-2S -4S 3S"))
    state = played(GAME, state, (0, ["play", "0s0", ["0:AH"], "c0"]), (0, ["end"]), (1, ["end"]))
    assert state.phase == "play"
    assert played(GAME, state, (0, ["end"])).ended == "blocked"


@pytest.mark.parametrize(
    ("pay", "points"), [(("-2S 3S", "-2S -4S 3S"), [1, 0]), (("-2S 3S", "-2S 3S"), [0, 0]), (("-2S 3S", "4S"), [0, 1])]
)
def test_the_fewest_pay_off_cards_win_a_blocked_hand(pay: tuple[str, str], points: list[int]) -> None:
    """By what the other has more; equal is a draw."""
    result = GAME.result(played(GAME, blocked(pay), (0, ["end"]), (1, ["end"])))
    assert result is not None
    assert [score.points for score in result.scores] == points


def test_a_hand_called_off_is_nobodys() -> None:
    """In the middle of a turn."""
    state = played(GAME, spite("0h AH 2H"), (0, ["play", "0h", ["0:AH"], "c0"]), (HOUSE, ["call_off"]))
    assert (state.phase, state.ended, state.by) == ("over", "called_off", HOUSE)
    result = GAME.result(state)
    assert result is not None
    assert [score.points for score in result.scores] == [0, 0]
    assert result.winners == ()
