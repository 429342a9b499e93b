"""Bots for Pontis, by how far they look.

easy lays the first thing that it sees, one card if it can; steady gets rid of two cards and of high ones, and keeps its
jokers; sharp counts what has been seen, and chooses the cards and the one on top by what the next seat could answer and
by what its own hand could answer in the turn after.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias


from app.rules.card import ACE, HIDDEN, KING, RANK, is_joker
from app.rules.game import Game, Move
from app.rules.games.pontis.lay import ALL_RANKS, HIGH_ACE, Named, Want, doubles, rank_of, singles, wanted
from app.rules.games.pontis.move import named_cards
from app.rules.games.pontis.state import PontisState
from app.rules.rng import Rng

Counts: TypeAlias = tuple[int, ...]
"""How many cards there are of each rank, jokers at 0."""

SUITS: Final = 4


@dataclass(frozen=True, slots=True)
class Layer:
    """A level: what a lay is worth to it. Of equally good ones it takes any."""

    level: str
    pace_ms: int
    judge: Callable[[PontisState, int], Callable[[Sequence[Named]], float]]
    """Looks at the table once; the answer says how good each lay is."""

    def choose(self, game: Game[PontisState], view: PontisState, seat: int, rng: Rng) -> tuple[Move | None, Rng]:
        """The best lay; a miss only without one; None while it is not its turn."""
        legal = list(game.moves(view, seat))
        if not legal:
            return None, rng
        if view.phase == "name":
            return _name(view, seat, legal), rng
        lays = [move for move in legal if move.name == "lay"]
        if not lays:
            return legal[0], rng
        worth = self.judge(view, seat)
        judged = [worth(named_cards(move.cards, move.target.partition(":")[2])) for move in lays]
        most = max(judged)
        best = [move for move, figure in zip(lays, judged, strict=True) if figure == most]
        at, rng = rng.below(len(best)) if len(best) > 1 else (0, rng)
        return best[at], rng


def _name(view: PontisState, seat: int, legal: Sequence[Move]) -> Move:
    """The name for a joker base: the one that counts most of those that leave a lay; the dealer's leaves every one."""
    before = view.top(view.rules.before(seat))
    hand = _count([(card, RANK[card]) for card in view.hand(seat)])

    def worth(move: Move) -> tuple[int, int]:
        rank = rank_of(move.target)
        return (_answer(hand, wanted(rank, before)) if before else 0), _points(rank)

    return max(legal, key=worth)


# --- easy and steady ----------------------------------------------------------------------------------------


def _easy(_view: PontisState, _seat: int) -> Callable[[Sequence[Named]], float]:
    return lambda named: -len(named)


def _steady(_view: PontisState, _seat: int) -> Callable[[Sequence[Named]], float]:
    return lambda named: sum(20 - 45 * is_joker(card) + _points(rank) for card, rank in named)


def _points(rank: int) -> int:
    return HIGH_ACE if rank == ACE else rank


# --- sharp --------------------------------------------------------------------------------------------------


class Weights(NamedTuple):
    """What the sharp bot prefers, in cards."""

    points: float = 0.02
    """A point on the own bank."""
    later: float = 0.9
    """A card that it expects to lay in its next turn."""
    block: float = 1.0
    """That the next seat can lay nothing."""
    joker: float = 1.2
    """A joker that stays in the hand."""


def _sharp(weights: Weights) -> Callable[[PontisState, int], Callable[[Sequence[Named]], float]]:
    def judge(view: PontisState, seat: int) -> Callable[[Sequence[Named]], float]:
        return _Outlook(view, seat, weights).worth

    return judge


class _Outlook:
    """What a seat knows of the table, and what a lay would make of it."""

    def __init__(self, view: PontisState, seat: int, weights: Weights) -> None:
        self.weights = weights
        rules = view.rules
        self.two = rules.seats == 2
        self.hand = _count([(card, RANK[card]) for card in view.hand(seat)])
        self.unseen = _unseen(view, self.hand)
        self.next = rules.after(seat)
        self.next_top = view.top(self.next)
        self.next_cards = len(view.hand(self.next))
        self.before_top = view.top(rules.before(seat))
        self.known: dict[tuple[tuple[int, ...], int, int], float] = {}

    def worth(self, named: Sequence[Named]) -> float:
        """How good this lay is; the same for cards of the same ranks."""
        left = list(self.hand)
        for card, rank in named:
            left[0 if is_joker(card) else rank] -= 1
        top, points = named[-1][1], sum(_points(rank) for _, rank in named)
        key = (tuple(left), top, points)
        if key not in self.known:
            self.known[key] = self._worth(tuple(left), top, points, len(named))
        return self.known[key]

    def _worth(self, left: Counts, top: int, points: int, cards: int) -> float:
        if not any(left):
            return 1000.0
        weights = self.weights
        stuck, later = self._after(left, top)
        return (
            cards + weights.points * points + weights.later * later + weights.block * stuck + weights.joker * left[0]
        )

    def _after(self, left: Counts, top: int) -> tuple[float, float]:
        """How likely the next seat can lay nothing, and how many cards the own hand lays in the turn after."""
        want = wanted(self.next_top, top) if self.next_top else None
        stuck = 0.0 if want is None else _stuck(self.unseen, self.next_cards, want)
        shares = [0.0] * (KING + 1)
        if self.two and want is not None:
            alone, both = singles(want), doubles(want)
            for rank in ALL_RANKS:
                pairs = sum(self.unseen[other] for other in ALL_RANKS if both[rank][other])
                shares[rank] = self.unseen[rank] * (alone[rank] + pairs / max(sum(self.unseen), 1))
        else:
            stuck_before = 0.2
            for rank in ALL_RANKS:
                shares[rank] = float(self.unseen[rank])
            shares[self.before_top] += stuck_before * sum(shares)
        whole = sum(shares)
        moving = sum(share * _answer(left, wanted(top, rank)) for rank, share in enumerate(shares) if share)
        later = moving / whole if whole else 0.0
        if self.two:
            later = (1 - stuck) * later + stuck * _answer(left, wanted(top, self.next_top or top))
        return stuck, later


def _count(cards: Sequence[Named]) -> Counts:
    counts = [0] * (KING + 1)
    for _, rank in cards:
        counts[rank] += 1
    return tuple(counts)


def _unseen(view: PontisState, hand: Counts) -> Counts:
    """The cards that lie in other hands, out of play or face down."""
    counts = [int(view.rules.options["jokers"]), *([SUITS] * KING)]
    for rank, number in enumerate(hand):
        counts[rank] -= number
    for seat in range(view.rules.seats):
        for card, _ in view.bank(seat):
            if card != HIDDEN:
                counts[RANK[card]] -= 1
    return tuple(counts)


@lru_cache(maxsize=100_000)
def _answer(hand: Counts, want: Want) -> int:
    """How many cards of a hand answer what is wanted: two if it can, one, or none."""
    both, jokers = doubles(want), hand[0]
    ranks = [rank for rank in ALL_RANKS if hand[rank]]
    for at, one in enumerate(ranks):
        row = both[one]
        if (jokers and any(row)) or (hand[one] > 1 and row[one]) or any(row[other] for other in ranks[at + 1 :]):
            return 2
    if jokers > 1:
        return 2
    alone = singles(want)
    return int((jokers > 0 and any(alone)) or any(alone[rank] for rank in ranks))


@lru_cache(maxsize=10_000)
def _stuck(unseen: Counts, cards: int, want: Want) -> float:
    """How likely so many unseen cards hold no lay."""
    whole = sum(unseen)
    if whole < 2:
        return 0.5
    alone, both, jokers = singles(want), doubles(want), unseen[0]
    one = sum(unseen[rank] for rank in ALL_RANKS if alone[rank]) + (0 if want.pair else jokers)
    two = jokers * (whole - jokers) + jokers * (jokers - 1) / 2
    for rank in ALL_RANKS:
        for other in range(rank, KING + 1):
            if both[rank][other]:
                two += unseen[rank] * (unseen[other] - 1) / 2 if rank == other else unseen[rank] * unseen[other]
    expected = cards * one / whole + cards * (cards - 1) * two / (whole * (whole - 1))
    # About e ** -expected, by means that give the same everywhere.
    slow = 1 + expected / 8
    return 1 / (slow * slow * slow * slow * slow * slow * slow * slow)


BOTS: Final = (
    Layer("easy", 2400, _easy),
    Layer("steady", 1500, _steady),
    Layer("sharp", 1000, _sharp(Weights())),
)
