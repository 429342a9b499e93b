"""Bots for Pounce, by pace and by what they see and prefer. Each makes the best kind of useful move that it sees.

easy overlooks piles; steady looks at all of them; sharp also thinks one step ahead for its pounce card, and gives
nobody who is about to go out the place that their pounce card waits for, unless it must.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from app.bots.pace import MEAN_MS
from app.rules.card import RANK, SUIT
from app.rules.game import Game, Move
from app.rules.games.pounce.state import PounceState
from app.rules.rng import Rng
from app.rules.table import Pile, takes

FULL_PASSES: Final = 2
"""So many passes of the stock without a useful move are a reason to say "stuck": two, because every other pass shows
the same cards."""
FEW_LEFT: Final = 3
"""Whoever has no more pounce cards than this is about to go out."""


def _nothing_kept(_view: PounceState, _seat: int, _move: Move) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Racer:
    """A level. What it overlooks or keeps back, it does so only while its stock may show something new: nobody says
    "stuck" with a useful move at hand, so bots alone come to an end.
    """

    level: str
    pace_ms: int
    worth: Callable[[Game[PounceState], PounceState, int, Move], int]
    """How good it is to carry these cards, 0 = not worth it. Whatever is a useful move is worth something."""
    overlooks: int = 0
    """So many piles of a hundred it does not see anything on when it looks."""
    keeps: Callable[[PounceState, int, Move], bool] = _nothing_kept
    """Whether it would rather not make this move yet."""

    def choose(self, game: Game[PounceState], view: PounceState, seat: int, rng: Rng) -> tuple[Move | None, Rng]:
        """The best move; "stuck" when there is none and the stock holds nothing new either; None once that is said."""
        legal = list(game.moves(view, seat))
        if view.phase != "race":
            return (legal[0] if legal else None), rng
        plays = [move for move in legal if move.name == "play"]
        turns = [move for move in legal if move.name in {"flip", "pickup"}]
        nothing_new = not turns or view.passes[seat] >= FULL_PASSES
        if not nothing_new:
            plays, rng = self._noticed([move for move in plays if not self.keeps(view, seat, move)], rng)
        best: list[Move] = []
        most = 0
        for move in plays:
            if (worth := self.worth(game, view, seat, move)) >= max(most, 1):
                best = [*best, move] if worth == most else [move]
                most = worth
        if best:
            at, rng = rng.below(len(best)) if len(best) > 1 else (0, rng)
            return best[at], rng
        if view.votes[seat]:
            return None, rng
        if nothing_new:
            return Move("stuck"), rng
        return turns[0], rng

    def _noticed(self, plays: list[Move], rng: Rng) -> tuple[list[Move], Rng]:
        """What is left of these moves without the piles that are overlooked this time."""
        if not self.overlooks:
            return plays, rng
        noticed: dict[str, bool] = {}
        for move in plays:
            if move.source not in noticed:
                luck, rng = rng.below(100)
                noticed[move.source] = luck >= self.overlooks
        return [move for move in plays if noticed[move.source]], rng


def _steady(_game: Game[PounceState], view: PounceState, _seat: int, move: Move) -> int:
    """By kind of move.

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


def _sharp(game: Game[PounceState], view: PounceState, seat: int, move: Move) -> int:
    """As the steady one, but what lets the pounce card go next comes right after playing it; then the pile that is
    empty soonest.

    A shift for the pounce card is followed by playing it, so this does not go round in circles either.
    """
    worth = _steady(game, view, seat, move) * 10
    table, rules = view.table, view.rules
    at = table.index[move.source]
    if at == rules.pounce[seat]:
        return worth
    if _pounce_card_plays(game.apply(view, seat, move), seat):
        return 790 + worth // 100
    return worth + max(9 - table.piles[at].down, 0) if worth and at in rules.row[seat] else worth


def _pounce_card_plays(view: PounceState, seat: int) -> bool:
    table, rules = view.table, view.rules
    top = table.piles[rules.pounce[seat]].cards[-1:]
    places = (*rules.row[seat], *range(rules.builds, rules.next_build(view.opened) + 1))
    return any(takes(table.specs[at], table.piles[at], "reserve", top) for at in places)


def _gives_place(view: PounceState, seat: int, move: Move) -> bool:
    """Whether this card, on its build pile, is what somebody waits for who has few pounce cards left.

    Not where the own pounce card could follow as well: then it is a race.
    """
    table, rules = view.table, view.rules
    to = table.index.get(move.target)
    source = table.index[move.source]
    if source == rules.pounce[seat] or (to is not None and to < rules.builds):
        return False
    card = move.cards[0]
    awaited = (SUIT[card], RANK[card] + 1)
    waiting = False
    for owner, at in enumerate(rules.pounce):
        cards = table.piles[at].cards
        if cards and (SUIT[cards[-1]], RANK[cards[-1]]) == awaited:
            if owner == seat:
                return False
            waiting = waiting or len(cards) <= FEW_LEFT
    return waiting


BOTS: Final = (
    Racer("easy", 3000, _steady, overlooks=35),
    Racer("steady", MEAN_MS, _steady),
    Racer("sharp", 800, _sharp, keeps=_gives_place),
)
