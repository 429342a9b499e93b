"""What the moves of Pounce do. They have been checked; each answers with the state after it."""

from typing import Final

from app.rules.card import KING
from app.rules.game import HOUSE, Move
from app.rules.games.pounce.state import PounceState
from app.rules.klondike import pick_up, turn
from app.rules.table import Table, carry

NEW: Final = "new"
"""The target of an ace: the next build pile, whichever it will be."""


def race_on(state: PounceState) -> PounceState:
    """Play goes on: after Go, a stop or the stuck rule."""
    return state._replace(phase="race", ready=state.rules.nobody, by=HOUSE, pile="", pulls=None)


def play(state: PounceState, seat: int, move: Move) -> PounceState:
    """Carry cards to a build pile or inside the own tableau, with all that follows from it."""
    table, rng, rules, totals, phase, opened, votes, passes, ready, by, pile, pulls, stalls = state
    new = move.target == NEW
    index = table.index
    source = index[move.source]
    target = rules.builds + opened if new else index[move.target]
    piles = list(table.piles)
    turned = carry(piles, source, len(move.cards), target)
    built = target >= rules.builds
    in_row = rules.pounce[seat] < source < rules.waste[seat]
    if built or turned or not in_row:
        votes, passes = rules.nobody, rules.unpassed
    if built:
        stalls = 0
        if new:
            opened += 1
        elif len(piles[target].cards) == KING and rules.king_stop != "off":
            phase, by, pile = "stopped", seat, table.specs[target].id
    if not piles[rules.pounce[seat]].cards:
        phase, by, pile = "over", seat, ""
    table = Table(table.specs, index, tuple(piles))
    return PounceState(table, rng, rules, totals, phase, opened, votes, passes, ready, by, pile, pulls, stalls)


def flip(state: PounceState, seat: int) -> PounceState:
    """Turn the next cards of the stock."""
    table, rng, rules, totals, phase, opened, votes, passes, ready, by, pile, pulls, stalls = state
    stock, waste = rules.stock[seat], rules.waste[seat]
    piles = list(table.piles)
    whole = not piles[waste].cards  # with an empty waste a whole pass begins
    turn(piles, stock, waste, rules.flip, first_on_top=rules.first_on_top)
    before = passes[seat]
    after = 0 if before < 0 and whole else before
    if after >= 0 and not piles[stock].cards:
        after += 1
    if after != before:
        passes = (*passes[:seat], after, *passes[seat + 1 :])
    table = Table(table.specs, table.index, tuple(piles))
    return PounceState(table, rng, rules, totals, phase, opened, votes, passes, ready, by, pile, pulls, stalls)


def take_up(state: PounceState, seat: int) -> PounceState:
    """Turn the waste over."""
    rules, table, passes = state.rules, state.table, state.passes
    piles = list(table.piles)
    pick_up(piles, rules.stock[seat], rules.waste[seat])
    passes = (*passes[:seat], max(passes[seat], 0), *passes[seat + 1 :])
    return state._replace(table=Table(table.specs, table.index, tuple(piles)), passes=passes)
