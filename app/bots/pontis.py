"""Bots for Pontis, by how far they look.

easy lays any one card if it can; steady gets rid of two cards and of high ones, and keeps its jokers; sharp counts
what has been seen, and chooses the cards and the one on top by the hope that is left to its hand (how likely it is
laid whole before the game ends), by what the next seat could answer, and a little by the points on its bank.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from app.rules.card import ACE, KING, RANK, is_joker
from app.rules.game import Game, Move
from app.rules.games.pontis.lay import ALL_RANKS, HIGH_ACE, Named, Want, doubles, rank_of, singles, values, wanted
from app.rules.games.pontis.move import named_cards
from app.rules.games.pontis.state import PontisState
from app.rules.rng import Rng

Counts: TypeAlias = tuple[int, ...]
"""How many cards there are of each rank, jokers at 0."""

SUITS: Final = 4
QUEEN: Final = 12


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
    """By what share a lay is worth more or less to the sharp bot."""

    points: float = 0.01
    """More for each point on the own bank."""
    threat: tuple[float, ...] = (0.15, 0.9, 0.5, 0.3)
    """Less if the next seat can lay, by the cards that it has left; the first for more than are listed."""


def _sharp(weights: Weights) -> Callable[[PontisState, int], Callable[[Sequence[Named]], float]]:
    def judge(view: PontisState, seat: int) -> Callable[[Sequence[Named]], float]:
        return _Outlook(view, seat, weights).worth

    return judge


class _Outlook:
    """What a seat knows of the table, and what a lay would make of it."""

    def __init__(self, view: PontisState, seat: int, weights: Weights) -> None:
        self.weights = weights
        rules = view.rules
        self.seats = rules.seats
        self.hand = _count([(card, RANK[card]) for card in view.hand(seat)])
        self.unseen = _unseen(view, self.hand)
        self.next = rules.after(seat)
        self.next_top = view.top(self.next)
        self.next_cards = len(view.hand(self.next))
        self.before_top = view.top(rules.before(seat))
        self.known: dict[tuple[Counts, int, int], float] = {}
        self.ahead: dict[int, tuple[float, list[float]]] = {}

    def worth(self, named: Sequence[Named]) -> float:
        """How good this lay is; the same for cards of the same ranks."""
        left = list(self.hand)
        for card, rank in named:
            left[0 if is_joker(card) else rank] -= 1
        key = (tuple(left), named[-1][1], sum(_points(rank) for _, rank in named))
        if key not in self.known:
            self.known[key] = self._worth(*key)
        return self.known[key]

    def _worth(self, left: Counts, top: int, points: int) -> float:
        if not any(left):
            return 1000.0
        stuck, shares = self._ahead(top)
        hope = sum(share * _hope_at(left, top, rank) for rank, share in enumerate(shares) if share)
        threat = self.weights.threat
        less = threat[self.next_cards if self.next_cards < len(threat) else 0]
        return hope * (1 + self.weights.points * points) * (1 - less * (1 - stuck))

    def _ahead(self, top: int) -> tuple[float, list[float]]:
        """With this card on top: how likely the next seat can lay nothing, and what may lie on the bank before the own
        one in the turn after, as shares by rank.
        """
        if top not in self.ahead:
            self.ahead[top] = self._look_ahead(top)
        return self.ahead[top]

    def _look_ahead(self, top: int) -> tuple[float, list[float]]:
        want = wanted(self.next_top, top) if self.next_top else None
        stuck = 0.0 if want is None else _stuck(self.unseen, self.next_cards, want)
        shares = [0.0, *(float(self.unseen[rank]) + 0.1 for rank in ALL_RANKS)]
        stays, old = 0.25, self.before_top
        if self.seats == 2 and want is not None:
            alone, both, whole = singles(want), doubles(want), sum(self.unseen) + 1
            for rank in ALL_RANKS:
                pairs = sum(self.unseen[other] for other in ALL_RANKS if both[rank][other])
                shares[rank] *= alone[rank] + self.next_cards * pairs / whole
            stays, old = stuck, self.next_top
        together = sum(shares)
        shares = [(1 - stays) * share / together if together else 0.0 for share in shares]
        shares[old] += stays if together else 1.0
        return stuck, shares


EXACT: Final = 5
"""Of hands with so many cards the hope is worked out, of larger ones it is guessed."""
GOES_ON: Final = 0.8
"""How likely a game is to go on for another turn."""
FULL: Final = ((0.226, 0.452, 0.64, 0.64, 0.64), (0.172, 0.297, 0.424, 0.512, 0.512))
"""The mean hope of hands with one card less than `EXACT` and with so many, by the jokers in them."""

KEEPS: Final = ((ACE, 1.2), (QUEEN, 0.96), (KING, 0.94))
"""What a card is worth later: aces have two values, the highest fit little."""


@lru_cache(maxsize=200_000)
def _hope(hand: Counts, top: int) -> float:
    """How likely such a hand is laid before the game ends, with this card on top and any before it."""
    if not any(hand):
        return 1.0
    if sum(hand) > EXACT:
        return sum(_hope_at(hand, top, rank) for rank in ALL_RANKS) / KING
    best = _best(hand)
    laying, hope = 0, 0.0
    for rank in ALL_RANKS:
        most = _most(best, wanted(top, rank))
        if most:
            laying += 1
            hope += most
    return GOES_ON * hope / (KING - GOES_ON * (KING - laying))


def _hope_at(hand: Counts, top: int, before: int) -> float:
    """The same, when it is known what lies on the bank before in the next turn."""
    want, cards = wanted(top, before), sum(hand)
    if cards > EXACT:
        less = (cards - EXACT) % 2
        hope = FULL[1 - less][min(hand[0], 4)] * (0.6, 0.85, 1.0)[_answer(hand, want)]
        for _ in range((cards - EXACT + less) // 2):
            hope *= GOES_ON
        for rank, keeps in KEEPS:
            for _ in range(hand[rank]):
                hope *= keeps
        return hope
    return GOES_ON * (_most(_best(hand), want) or _hope(hand, top))


def _most(best: tuple[float, ...], want: Want) -> float:
    return best[0] if want.pair else max(best[number] for number in want.numbers)


@lru_cache(maxsize=100_000)
def _best(hand: Counts) -> tuple[float, ...]:
    """For each number from 1, and at 0 for a pair, the hope after the best lay that answers it; 0 without one."""
    best = [0.0] * (KING + 1)

    def lay(ranks: Sequence[int], jokers: int, numbers: Iterable[int]) -> None:
        """Try a lay of cards of these ranks, the last so many of which are jokers, for all that it answers."""
        left = list(hand)
        left[0] -= jokers
        for rank in ranks[: len(ranks) - jokers]:
            left[rank] -= 1
        hope = max(_hope(tuple(left), top) for top in dict.fromkeys(ranks))
        for number in numbers:
            best[number] = max(best[number], hope)

    held = [rank for rank in ALL_RANKS if hand[rank]]
    for rank in held:
        lay((rank,), 0, _alone(rank))
        for other in held:
            if other > rank or (other == rank and hand[rank] > 1):
                lay((rank, other), 0, _together(rank, other))
        if hand[0]:
            for other in ALL_RANKS:
                lay((rank, other), 1, _together(rank, other))
    if hand[0]:
        for rank in ALL_RANKS:
            lay((rank,), 1, _alone(rank))
            for other in range(rank, KING + 1) if hand[0] > 1 else ():
                lay((rank, other), 2, _together(rank, other))
    return tuple(best)


@cache
def _alone(rank: int) -> tuple[int, ...]:
    return tuple(value for value in values(rank) if value <= KING)


@cache
def _together(one: int, other: int) -> tuple[int, ...]:
    """The numbers that two cards answer, 0 for a pair."""
    found = [
        number
        for first in values(one)
        for second in values(other)
        for number in (first + second, abs(first - second))
        if 0 < number <= KING
    ]
    return tuple(dict.fromkeys([*found, 0] if one == other else found))


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
    Layer("easy", 1300, _easy),
    Layer("steady", 1150, _steady),
    Layer("sharp", 1000, _sharp(Weights())),
)
