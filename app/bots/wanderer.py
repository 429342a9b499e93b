"""A player for games that have no bots, those for one: any legal move. It shows that the rules hold, not how to win."""

from typing import Any, Final

from app.bots.pace import MEAN_MS
from app.rules.game import Game, Move
from app.rules.rng import Rng


class Wanderer:
    """Makes any legal move, each as likely as the next; waits when there is none. It never comes to an end by will."""

    level: Final = "any"
    pace_ms: Final = MEAN_MS

    def choose(self, game: Game[Any], view: Any, seat: int, rng: Rng) -> tuple[Move | None, Rng]:
        """One of the moves that the seat has."""
        moves = list(game.moves(view, seat))
        if not moves:
            return None, rng
        at, rng = rng.below(len(moves))
        return moves[at], rng
