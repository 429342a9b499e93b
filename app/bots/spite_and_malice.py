"""Bots for Spite & Malice, by how far they look and what they mind. Suits do not matter, so they think in ranks.

easy sees one card ahead, is free with its kings and discards whatever comes to hand; steady looks for the line of plays
that gets its pay-off card out, and otherwise for what leaves it best; sharp also minds what the others need next, and
what its discards bury. None of them holds back for long: who does, empties the stock, and nobody scores.
"""

from dataclasses import dataclass, replace
from itertools import count
from typing import Final, NamedTuple, TypeAlias

from app.rules.card import ACE, KING, RANK
from app.rules.game import Game, Move
from app.rules.games.spite_and_malice.state import FULL, SpiteState
from app.rules.rng import Rng

Ranks: TypeAlias = tuple[int, ...]

OUT: Final = 10_000
"""What the last pay-off card is worth."""
PAID: Final = 1_000
"""What a pay-off card is worth: more than anything that it can cost."""

LOW: Final = 8
"""With fewer cards a seat in the stock nobody holds back: complete stacks fill it again, and without it nobody wins."""


def _path(need: int, rank: int) -> int:
    """The ranks that have to come on a stack that needs `need` before `rank` fits, as bits; over the top if need be."""
    bits = 0
    while need != rank:
        bits |= 1 << need
        need = need % FULL + 1
    return bits


_PATHS: Final = [[_path(need, rank) if need and rank else 0 for rank in range(FULL + 1)] for need in range(FULL + 1)]


class Other(NamedTuple):
    """What is seen of another seat: the pay-off card that it wants to play, and the tops of its side stacks as bits."""

    pay: int
    tops: int


class Position(NamedTuple):
    """What a seat sees, in ranks. `others`: from the next seat on."""

    needs: Ranks  # of the centre stacks that are not complete, highest first
    pay: int  # 0: none is left
    last: bool  # whether it is the last one
    sides: tuple[Ranks, ...]
    hand: Ranks  # lowest first
    others: tuple[Other, ...]
    ace_by_king: bool
    refill: bool


class Step(NamedTuple):
    """A card of this rank from this place to a centre stack that needs this rank."""

    source: str
    rank: int
    need: int


@dataclass(frozen=True, slots=True)
class Mind:
    """What things are worth to a level, in points."""

    king: int
    """A king in hand."""
    card: int
    """A card less in hand: one more to draw."""
    side: int
    """A card less on the own side stacks."""
    fresh: int
    """An empty hand where it is filled at once."""
    missing: int
    """A rank on the way to the own pay-off card that neither hand nor sides have."""
    danger: Ranks
    """What it costs when the next seat's pay-off card fits, or so many cards from fitting."""
    nodes: int
    """So many positions are looked at."""


def seen(view: SpiteState, seat: int) -> Position:
    """The position as the seat sees it."""
    rules, piles = view.rules, view.table.piles
    tops = [RANK[piles[at].cards[-1]] if piles[at].cards else 0 for at in rules.pay]
    needs = sorted((len(piles[at].cards) + 1 for at in rules.centres), reverse=True)
    others = []
    for step in range(1, rules.seats):
        other = (seat + step) % rules.seats
        bits = 0
        for at in rules.sides[other]:
            if piles[at].cards:
                bits |= 1 << RANK[piles[at].cards[-1]]
        others.append(Other(tops[other], bits))
    return Position(
        needs=tuple(need for need in needs if need <= FULL),
        pay=tops[seat],
        last=len(piles[rules.pay[seat]].cards) == 1,
        sides=tuple(tuple(RANK[card] for card in piles[at].cards) for at in rules.sides[seat]),
        hand=tuple(sorted(RANK[card] for card in piles[rules.hand[seat]].cards)),
        others=tuple(others),
        ace_by_king=bool(rules.options["king_as_ace"]),
        refill=rules.refill,
    )


def fits(rank: int, need: int, *, ace_by_king: bool) -> bool:
    return rank == need or (rank == KING and (need > ACE or ace_by_king))


def _after(needs: Ranks, need: int) -> Ranks:
    """The stacks' needs after one of them got what it needed."""
    left = list(needs)
    left[left.index(need)] = need % FULL + 1
    return tuple(sorted(left, reverse=True))


def worth(mind: Mind, at: Position, needs: Ranks, hand: Ranks, sides: tuple[Ranks, ...], *, paid: bool) -> int:
    """How good it would be to stop here."""
    kings = hand.count(KING)
    points = mind.king * kings - mind.card * (len(hand) - kings)
    have = 0
    for rank in hand:
        have |= 1 << rank
    for side in sides:
        if side:
            points -= mind.side * len(side)
            have |= 1 << side[-1]
            if side[-1] == KING:
                points += mind.king * 3 // 4
    if not hand and at.refill:
        points += mind.fresh
    if not paid and at.pay != KING:
        points -= min(
            mind.missing * (path & ~have).bit_count() + path.bit_count()
            for path in [_PATHS[need][at.pay] for need in needs]
        )
    if mind.danger:
        weight = 4
        for pay, tops in at.others:
            if 0 < pay < KING:
                away = min((_PATHS[need][pay] & ~tops).bit_count() for need in needs)
                if away < len(mind.danger):
                    points -= mind.danger[away] * weight // 4
            weight = max(weight - 2, 1)
    return points


def best_step(mind: Mind, at: Position) -> Step | None:
    """The first step of the line that leaves the seat best, None if that is to stop. Looks at short lines first."""
    best, first_best = worth(mind, at, at.needs, at.hand, at.sides, paid=False), None
    lines: list[tuple[Ranks, Ranks, tuple[Ranks, ...], Step | None]] = [(at.needs, at.hand, at.sides, None)]
    known = {lines[0][:3]}
    for number in count():
        if number == min(len(lines), mind.nodes):
            return first_best
        needs, hand, sides, first = lines[number]
        for need in dict.fromkeys(needs):
            after = _after(needs, need)
            if at.pay and fits(at.pay, need, ace_by_king=at.ace_by_king):
                points = worth(mind, at, after, hand, sides, paid=True) + (OUT if at.last else PAID)
                if points > best:
                    best, first_best = points, first or Step("p", at.pay, need)
            if number and not hand and at.refill:
                continue  # new cards come before anything else is decided
            for step, left, beside in _plays(at, need, hand, sides):
                line = (after, left, beside)
                if line in known:
                    continue
                known.add(line)
                begun = first or step
                lines.append((*line, begun))
                points = worth(mind, at, *line, paid=False)
                if points > best:
                    best, first_best = points, begun
    raise AssertionError("unreachable")


def _plays(
    at: Position, need: int, hand: Ranks, sides: tuple[Ranks, ...]
) -> list[tuple[Step, Ranks, tuple[Ranks, ...]]]:
    """The cards of sides and hand that a stack takes, with what is left of hand and sides."""
    found = []
    for number, side in enumerate(sides):
        if side and fits(side[-1], need, ace_by_king=at.ace_by_king):
            beside = (*sides[:number], side[:-1], *sides[number + 1 :])
            found.append((Step(f"s{number}", side[-1], need), hand, beside))
    for rank in dict.fromkeys((need, KING)):
        if rank in hand and fits(rank, need, ace_by_king=at.ace_by_king):
            where = hand.index(rank)
            found.append((Step("h", rank, need), hand[:where] + hand[where + 1 :], sides))
    return found


def discard_worth(at: Position, rank: int, side: Ranks) -> int:
    """How good it is to lay this hand card on this side stack. Cards go down, so that none buries a lower one."""
    if rank == KING:
        return -60 if not side or side[-1] != KING else -55
    points = 4 * (at.hand.count(rank) - 1)
    if not side:
        return points + 2 + rank // 4
    top = side[-1]
    if top == KING:
        return points - 30
    if top >= rank:
        return points + 12 - 2 * (top - rank) + (1 if top != rank else -2)
    way = min(_PATHS[need][top].bit_count() for need in at.needs)
    buries_way = any(at.pay < KING and at.pay and _PATHS[need][at.pay] >> top & 1 for need in at.needs)
    return points - (rank - top) - (6 if way <= 2 else 0) - (4 if buries_way else 0) - len(side)


@dataclass(frozen=True, slots=True)
class Player:
    """A level. Whatever it does, in the end it plays what fits or discards, so bots alone come to an end."""

    level: str
    pace_ms: int
    mind: Mind
    careful: bool = False
    """Whether it thinks about its discards."""
    overlooks: int = 0
    """So many times of a hundred it does not look for what fits any more, and discards."""

    def choose(self, game: Game[SpiteState], view: SpiteState, seat: int, rng: Rng) -> tuple[Move | None, Rng]:
        """A card to the centre as long as one is wanted there, then a discard or the end of the turn."""
        if view.phase != "play" or view.turn != seat:
            return None, rng
        legal = list(game.moves(view, seat))
        index, rules = view.table.index, view.rules
        plays = [move for move in legal if move.cards and index[move.target] in rules.centres]
        discards = [move for move in legal if move.cards and index[move.target] not in rules.centres]
        move = None
        luck, rng = rng.below(100)
        if plays and luck >= self.overlooks:
            left = len(view.table.piles[rules.stock].cards)
            mind = replace(self.mind, danger=()) if left < LOW * rules.seats else self.mind
            move = _found(view, seat, plays, best_step(mind, seen(view, seat)))
        if move is not None:
            return move, rng
        if not discards:
            return legal[-1], rng  # the end of the turn
        return self._discard(view, seat, discards, rng)

    def _discard(self, view: SpiteState, seat: int, discards: list[Move], rng: Rng) -> tuple[Move, Rng]:
        if self.careful:
            at = seen(view, seat)
            first = view.rules.sides[seat][0]
            sides = [at.sides[view.table.index[move.target] - first] for move in discards]
            points = [discard_worth(at, RANK[move.cards[0]], side) for move, side in zip(discards, sides, strict=True)]
        else:
            points = [0 if RANK[move.cards[0]] == KING else 1 for move in discards]
        best = max(points)
        among = [move for move, each in zip(discards, points, strict=True) if each == best]
        which, rng = rng.below(len(among))
        return among[which], rng


def _found(view: SpiteState, seat: int, plays: list[Move], step: Step | None) -> Move | None:
    """The legal move that this step is."""
    if step is None:
        return None
    table = view.table
    for move in plays:
        need = len(table.pile(move.target).cards) + 1
        if (move.source, RANK[move.cards[0]], need) == (f"{seat}{step.source}", step.rank, step.need):
            return move
    return None


_EASY: Final = Mind(king=-8, card=6, side=6, fresh=6, missing=2, danger=(), nodes=1)
_STEADY: Final = Mind(king=20, card=4, side=2, fresh=40, missing=8, danger=(), nodes=40)
_SHARP: Final = Mind(king=25, card=4, side=2, fresh=40, missing=10, danger=(80, 32, 12), nodes=80)

BOTS: Final = (
    Player("easy", 1300, _EASY, overlooks=3),
    Player("steady", 1150, _STEADY),
    Player("sharp", 1000, _SHARP, careful=True),
)
