"""The solver of Thumb and Pouch."""

import random
from typing import Any

import pytest

from app.rules.card import deck
from app.rules.deals import deal_seed
from app.rules.game import OptionValue, complete
from app.rules.games.thumb_and_pouch import FLIP, GAME, PICKUP, ThumbState
from app.rules.notation import piles_from_text
from app.rules.rng import Rng
from app.rules.table import EMPTY
from app.solver.base import Dead, Outcome, Solved
from app.solver.thumb_and_pouch import WEIGHTS, BestFirst, _deal, search
from tests.support.games import dealt

NODES = 4000


def solve(state: ThumbState, nodes: int = NODES) -> Outcome:
    return search(state).run(nodes)


def thumb(text: str, **options: OptionValue) -> ThumbState:
    """A game in which just these piles lie on the table, written as by `piles_to_text`; all other cards are up."""
    state: ThumbState = dealt(GAME, 1, options)
    specs = state.table.specs
    piles = dict(piles_from_text(text, specs))
    lying = {card for pile in piles.values() for card in pile.cards}
    for number, suit in enumerate("SHDC", 1):
        cards = [card for card in deck(0) if card[3] == suit and card not in lying]
        piles[f"0f{number}"] = piles_from_text(f"0f{number} " + " ".join(cards), specs)[f"0f{number}"]
    laid = [piles.get(spec.id, EMPTY) for spec in specs]
    assert sum(len(pile.cards) for pile in laid) == 52
    return state._replace(table=state.table.with_piles(dict(enumerate(laid))))


@pytest.mark.parametrize(("redeals", "least"), [(2, 40), (1, 40), ("unlimited", 40), (0, 36)])
def test_nearly_every_deal_is_solved(redeals: OptionValue, least: int) -> None:
    """With two redeals, one, without limit, and most without any."""
    options = complete(GAME.info, {"redeals": redeals})
    outcomes = [solve(GAME.deal(options, [{}], Rng(bytes([number])))) for number in range(40)]
    assert sum(isinstance(outcome, Solved) for outcome in outcomes) >= least


def test_a_deal_that_is_hard_for_one_search_alone() -> None:
    """Is won by another: with the weights that are the best for most deals this one is caught in a corner."""
    state = GAME.deal(complete(GAME.info, {}), [{}], Rng.for_round(deal_seed("thumb-and-pouch", 342), 1))
    assert BestFirst(_deal(state), WEIGHTS[0]).run(NODES) is None
    assert isinstance(solve(state), Solved)


SHUT = """
0t1 -QS KS
0t2 -QH KH
0t3 -QD KD
0t4 -QC KC
0t5 -TS JS
0t6 -TH JH
0t7 -TD JD
"""
"""Kings lie on the queens that would have to go up before them, and knaves on tens likewise; no pile is empty."""


@pytest.mark.parametrize("redeals", [0, 2, "unlimited"])
def test_what_cannot_be_won_is_dead(redeals: OptionValue) -> None:
    """Everything was tried; and with one pile less, which gives a king a place, it is won."""
    state = thumb(SHUT + "0s -JC", redeals=redeals)
    assert solve(state) == Dead()
    with_room = thumb(SHUT.replace("0t7 -TD JD", "") + "0s -JD -TD -JC", redeals=redeals)
    assert isinstance(solve(with_room), Solved)


def test_a_random_play_ends_where_the_search_says_that_nothing_wins() -> None:
    """Who plays on from a position that is dead never wins, whatever he tries."""
    chance = random.Random(5)
    dead = 0
    for number in range(30):
        state: Any = dealt(GAME, 1, {"redeals": 0}, bytes([number]))
        for _ in range(400):
            moves = GAME.moves(state, 0)
            ups = [move for move in moves if move.target[:2] == "0f"]
            flips = [move for move in moves if move.name == "flip"]
            if state.ended is not None or not flips:
                break
            state = GAME.apply(state, 0, chance.choice(ups or flips))
        if isinstance(solve(state, 600), Dead):
            dead += 1
            for _ in range(200):
                moves = GAME.moves(state, 0)
                if not moves:
                    break
                state = GAME.apply(state, 0, chance.choice(moves))
            assert state.ended != "won"
    assert dead > 2


def test_a_game_that_only_has_to_be_played_up_is_played_up() -> None:
    """No search: nothing lies face down and the talon is empty."""
    outcome = solve(thumb("0t1 KS QH\n0t2 KH QS"), 1)
    assert isinstance(outcome, Solved)
    assert [move.cards[0][2:] for move in outcome.line][-1] in {"KS", "KH"}
    assert len(outcome.line) == 4


def test_the_redeals_that_are_left_are_kept_to() -> None:
    """With the whole stock turned one more round wins; without it only what lies on top of the waste is in reach."""
    turned: Any = [dealt(GAME, 1, {"redeals": 1}, bytes([number])) for number in range(10)]
    for number in range(24 * len(turned)):
        at = number % len(turned)
        turned[at] = GAME.apply(turned[at], 0, FLIP)
    rounds = [solve(state) for state in turned]
    last = [solve(state._replace(redeals=0), 500) for state in turned]
    assert all(isinstance(outcome, Solved) for outcome in rounds)
    assert any(isinstance(outcome, Solved) and PICKUP in outcome.line for outcome in rounds)
    assert not any(isinstance(outcome, Solved) and PICKUP in outcome.line for outcome in last)
