"""A player for games without bots, those for one and races in them: any legal move.

It shows that the rules hold, not how to win.
"""

from typing import Any, Final

from app.bots.pace import MEAN_MS
from app.rules.game import Game, Move
from app.rules.rng import Rng

GIVE_UP: Final = "give_up"
PATIENCE: Final = 50
"""So many thoughts of giving up come to nothing, for one that does not: else it would never get far in a race."""


class Wanderer:
    """Makes any legal move, each as likely as the next, but seldom gives up; waits when there is none.

    Where a seat cannot give up it never comes to an end by will.
    """

    level: Final = "any"
    pace_ms: Final = MEAN_MS

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Rng) -> tuple[Move | None, Rng]:
        """One of the moves that the seat has."""
        moves = list(game.moves(view, seat))
        if not moves:
            return None, rng
        at, rng = rng.below(len(moves))
        if moves[at].name == GIVE_UP and len(moves) > 1:
            thought, rng = rng.below(PATIENCE)
            if thought:
                others = [move for move in moves if move.name != GIVE_UP]
                at, rng = rng.below(len(others))
                return others[at], rng
        return moves[at], rng
