"""The solver of Puss in the Corner."""

import random
from typing import Any

import pytest

from app.rules.game import complete
from app.rules.games.puss_in_the_corner import GAME, PussState
from app.rules.notation import piles_from_text
from app.rules.rng import Rng
from app.rules.table import EMPTY
from app.solver.base import Dead, GaveUp, Outcome, Solved
from app.solver.puss_in_the_corner import search
from tests.support.games import dealt

NODES = 20_000


def solve(state: PussState, nodes: int = NODES) -> Outcome:
    return search(state).run(nodes)


def puss(text: str, redeals: int = 0) -> PussState:
    """A game in which just these piles lie on the table, written as by `piles_to_text`; all other cards are up."""
    state: PussState = dealt(GAME, 1, {"redeals": redeals})
    specs = state.table.specs
    piles = dict(piles_from_text(text, specs))
    lying = {card[2:] for pile in piles.values() for card in pile.cards}
    for number, suit in enumerate("SHDC", 1):
        cards = [rank + suit for rank in "A23456789TJQK" if rank + suit not in lying]
        piles[f"0f{number}"] = piles_from_text(f"0f{number} " + " ".join(cards), specs)[f"0f{number}"]
    laid = [piles.get(spec.id, EMPTY) for spec in specs]
    assert sum(len(pile.cards) for pile in laid) == 52
    return state._replace(table=state.table.with_piles(dict(enumerate(laid))))


@pytest.mark.parametrize("redeals", [1, 2])
def test_every_deal_is_solved(redeals: int) -> None:
    """With the redeal that the game has, and with one more."""
    options = complete(GAME.info, {"redeals": redeals})
    for number in range(40):
        assert isinstance(solve(GAME.deal(options, [{}], Rng(bytes([number])))), Solved)


def test_without_a_redeal_few_deals_are_solved() -> None:
    """Most are left undecided when the nodes are used up, and that is what is said."""
    options = complete(GAME.info, {"redeals": 0})
    outcomes = {type(solve(GAME.deal(options, [{}], Rng(bytes([number]))), 300)) for number in range(5)}
    assert outcomes <= {Solved, GaveUp}


@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("0r QS\n0w1 KS", True),
        ("0w1 KS QS", True),
        ("0w1 QS KS\n0w2 QC KC", False),  # both black queens lie below black kings
        ("0w1 QS KS\n0w2 KC QC", True),  # one of them does, and its king goes up on the other
        ("0w1 QS KS\n0w2 QH KH\n0w3 KC QC", False),  # the other red queen is up, with a king on her
        ("0w1 QS KH\n0w2 QH KS", False),  # each waits for the other
        ("0w1 QS KH\n0w2 KS QH", True),
        ("0w1 QS KH\n0w2 QH KS\n0w3 QC KD\n0w4 QD KC", False),
        ("0r KS\n0s -QC\n0w1 QS KC", True),
    ],
)
def test_last_tops(text: str, won: bool) -> None:
    """Everything is tried before it is said that nothing wins."""
    outcome = solve(puss(text))
    assert outcome == Dead() if not won else isinstance(outcome, Solved)


def test_with_a_redeal_it_is_the_order_that_wins() -> None:
    """What is shut now is opened by picking the corners up so that the low cards come first."""
    state = puss("0w1 QS KS\n0w2 QC KC\n0w3 JS\n0w4 JC", redeals=1)
    outcome = solve(state)
    assert isinstance(outcome, Solved)
    # The knaves go up at once, and then it does not matter which queen comes first.
    assert [move.name for move in outcome.line][:3] == ["play", "play", "redeal"]


def test_random_play_ends_where_the_search_says_that_nothing_wins() -> None:
    """Who plays on from a position that is dead never wins, and who follows a line always does."""
    chance = random.Random(5)
    dead = 0
    for number in range(60):
        state: Any = dealt(GAME, 1, {"redeals": 0}, bytes([number]))
        while len(state.table.piles[0].cards) > 3:
            moves = GAME.moves(state, 0)
            ups = [move for move in moves if move.target[:2] == "0f"]
            state = GAME.apply(state, 0, chance.choice(ups or moves))
        if solve(state) == Dead():
            dead += 1
            for _ in range(60):
                moves = GAME.moves(state, 0)
                if not moves:
                    break
                state = GAME.apply(state, 0, chance.choice(moves))
            assert state.ended == "stuck"
    assert dead > 20


def test_a_top_that_was_left_lying_may_still_go_up() -> None:
    """A game is solved from what a person made of it, at any point."""
    chance = random.Random(8)
    for number in range(15):
        state: Any = dealt(GAME, 1, {}, bytes([number]))
        for _ in range(20):
            corners = [move for move in GAME.moves(state, 0) if move.target[:2] == "0w"]
            state = GAME.apply(state, 0, chance.choice(corners))
        assert isinstance(solve(state), Solved)
