"""Fair hints for Puss in the Corner: by judgement while the stock is unknown, by the solver once all was seen.

While cards of the stock are hidden every move is judged by what can be made of it with the cards that lie open: the
one that is turned gets its place and tops of corners may go up. What is left is judged as the solver judges the
positions that it keeps: cards up count, and so do cards of a corner that have a higher one above them. Since each move
places a card, puts one up or uses up a redeal, whoever follows hints comes to an end.
"""

from collections.abc import Iterator
from typing import Final

from app.rules.card import HIDDEN, KING, RANK
from app.rules.game import Move
from app.rules.games.puss_in_the_corner import FOUNDATIONS, GAME, ORDERS, STOCK, TURNED, PussState, ups
from app.solver.base import SEAT, Dead, Solved
from app.solver.hints.base import Hint
from app.solver.puss_in_the_corner import (
    WEIGHTS,
    CornerJudge,
    Position,
    codes,
    placings,
    position_of,
    search,
    settlings,
)

NODES: Final = 3000
"""So long the solver looks for a way to win."""


def seen_all(state: PussState) -> bool:
    """After a redeal, and when the stock has come to its end."""
    return state.redeals < int(state.options["redeals"]) or not state.table.piles[STOCK].cards


def fair(view: PussState) -> Hint:
    """What helps from there. A stock that is known is taken for one that was seen."""
    if HIDDEN in view.table.piles[STOCK].cards:
        return _by_judgement(view)
    outcome = search(view).run(NODES)
    if isinstance(outcome, Solved):
        return _said(view, outcome.line[0])
    if isinstance(outcome, Dead):
        rising = ups(view.table)
        return Hint("lost", rising[0] if rising else None)
    return _by_judgement(view)


def _said(view: PussState, move: Move) -> Hint:
    """The move with its word."""
    if move in ORDERS:
        return Hint("redeal", move)
    return Hint("up" if view.table.index[move.target] in FOUNDATIONS else "corner", move)


def _by_judgement(view: PussState) -> Hint:
    """The move that looks best; the redeal when no card goes up.

    Of moves that look as good one up is best, then one onto a low card: higher ones and empty corners take more.
    """
    judge = CornerJudge(WEIGHTS)

    def judged(position: Position) -> float:
        return sum(map(judge.__getitem__, position[0])) - WEIGHTS.up * sum(position[1])

    def becomes(move: Move) -> tuple[float, int]:
        after, target = GAME.apply(view, SEAT, move), view.table.index[move.target]
        turned = after.table.piles[TURNED].cards if view.table.index[move.source] != TURNED else ()
        below = (
            0
            if target in FOUNDATIONS
            else max(map(RANK.__getitem__, view.table.piles[target].cards[-1:]), default=KING + 1)
        )
        return min(map(judged, _placed(position_of(after), codes(turned)))), below

    def dealt_again(order: Move) -> float:
        after = GAME.apply(view, SEAT, order)
        position, table = position_of(after), after.table.piles
        for card in codes(table[TURNED].cards + table[STOCK].cards[::-1]):
            position = min(_placed(position, bytes((card,))), key=judged)
        return judged(position)

    plays = [move for move in GAME.moves(view, SEAT) if move not in ORDERS]
    return _said(view, min(plays, key=becomes) if plays else min(ORDERS, key=dealt_again))


def _placed(before: Position, turned: bytes) -> Iterator[Position]:
    """All that can come of it when the turned card, if there is one, gets a place."""
    for position in settlings(*before):
        if not turned:
            yield position
        for card in turned:
            for placed in placings(*position, card):
                yield from settlings(*placed)
