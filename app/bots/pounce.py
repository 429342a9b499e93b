"""Bots for Pounce. The steady one makes every useful move it sees, the best kind first."""

from typing import Final

from app.rules.game import Game, Move
from app.rules.games.pounce.state import PounceState
from app.rules.rng import Rng
from app.rules.table import Pile, takes

FULL_PASSES: Final = 2
"""So many passes of the stock without a useful move are a reason to say "stuck": two, because every other pass shows
the same cards."""


class Steady:
    """The middle level."""

    level = "steady"

    def choose(self, game: Game[PounceState], view: PounceState, seat: int, rng: Rng) -> tuple[Move | None, Rng]:
        """The best move; "stuck" when there is none and the stock holds nothing new either; None once that is said."""
        legal = list(game.moves(view, seat))
        if view.phase != "race":
            return (legal[0] if legal else None), rng
        best: list[Move] = []
        most = 0
        for move in legal:
            if move.name == "play" and (worth := _worth(view, move)) >= max(most, 1):
                best = [*best, move] if worth == most else [move]
                most = worth
        if best:
            at, rng = rng.below(len(best)) if len(best) > 1 else (0, rng)
            return best[at], rng
        if view.votes[seat]:
            return None, rng
        turns = [move for move in legal if move.name in {"flip", "pickup"}]
        if not turns or view.passes[seat] >= FULL_PASSES:
            return Move("stuck"), rng
        return turns[0], rng


BOTS: Final = (Steady(),)


def _worth(view: PounceState, move: Move) -> int:
    """How good it is to carry these cards, 0 = not worth it. Every useful move is worth something.

    Nothing goes round in circles: a shift of face-up cards is made only for a useful move that it makes possible.
    """
    table, rules = view.table, view.rules
    at = table.index[move.source]
    kind = table.specs[at].kind
    to = table.index.get(move.target)
    building = to is None or to >= rules.builds
    room = to is not None and not table.piles[to].cards
    if kind == "reserve":
        return 90 if building else 80 if room else 85
    if kind == "waste":
        return 60 if building else 30
    pile = table.piles[at]
    staying = len(pile.cards) - len(move.cards)
    bare = staying == pile.down  # turns up a card or, with none left, makes room for the pounce card
    if building:
        return 70 if bare else 50
    if bare:
        return 40 if staying or not room else 0
    return 20 if _builds(view, Pile(pile.cards[:staying], pile.down)) else 0


def _builds(view: PounceState, pile: Pile) -> bool:
    """Whether the top of this tableau pile could go to a build pile."""
    table, rules = view.table, view.rules
    builds = range(rules.builds, rules.next_build(view.opened) + 1)
    return any(takes(table.specs[at], table.piles[at], "tableau", pile.cards[-1:]) for at in builds)
