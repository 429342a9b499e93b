"""The arithmetic of Pontis: which numbers two tops ask for, which ranks answer them, which lays a hand has.

Ranks are numbers here, 1 (ace) to 13 (king). An ace is worth 1 or 14 at every use.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from app.rules.card import ACE, KING, RANK, RANKS, Card

HIGH_ACE: Final = 14
ALL_RANKS: Final = range(ACE, KING + 1)

Named: TypeAlias = tuple[Card, int]
"""A card and the rank that it counts as: a joker's is named by who lays it."""


class Want(NamedTuple):
    """What a turn asks for: one of several numbers, or, between equal tops that are no aces, a pair."""

    numbers: tuple[int, ...]
    pair: bool = False


def values(rank: int) -> tuple[int, ...]:
    """What a card of this rank may be worth."""
    return (ACE, HIGH_ACE) if rank == ACE else (rank,)


@cache
def wanted(own: int, before: int) -> Want:
    """What is wanted between the own top and that of the seat before; two aces are 1 and 14."""
    if own == before != ACE:
        return Want((), pair=True)
    return Want(tuple(sorted({abs(one - other) for one in values(own) for other in values(before)} - {0})))


@cache
def singles(want: Want) -> tuple[bool, ...]:
    """Whether a card of this rank, by rank from 0, is a lay alone."""
    return (False, *(any(value in want.numbers for value in values(rank)) for rank in ALL_RANKS))


@cache
def doubles(want: Want) -> tuple[tuple[bool, ...], ...]:
    """Whether two cards of these ranks, both from 0, are a lay together."""
    return tuple(
        tuple(0 not in (one, other) and _answers(want, one, other) for other in range(KING + 1))
        for one in range(KING + 1)
    )


def _answers(want: Want, one: int, other: int) -> bool:
    if want.pair:
        return one == other
    return any(
        first + second in want.numbers or abs(first - second) in want.numbers
        for first in values(one)
        for second in values(other)
    )


def fits(want: Want, ranks: Sequence[int]) -> bool:
    """Whether cards of these ranks answer what is wanted."""
    match ranks:
        case [rank]:
            return singles(want)[rank]
        case [one, other]:
            return doubles(want)[one][other]
        case _:
            return False


def lays(want: Want, hand: Iterable[Card]) -> Iterator[tuple[Named, ...]]:
    """Every lay of a hand, the last card on top; it names each card's rank.

    The order is fixed: one card before two, lower before higher, natural cards before jokers, then as the hand lies.
    So the first is what the house lays for somebody whose time is up.
    """
    cards = list(hand)
    natural: list[tuple[Card, tuple[int, ...]]] = [(card, (RANK[card],)) for card in cards if RANK[card] > 0]
    wild: list[tuple[Card, tuple[int, ...]]] = [(card, tuple(ALL_RANKS)) for card in cards if RANK[card] == 0]
    alone = singles(want)
    for card, ranks in sorted(natural, key=lambda each: _lowest(want, each[1][0])):
        if alone[ranks[0]]:
            yield ((card, ranks[0]),)
    for card, ranks in wild:
        yield from (((card, rank),) for rank in sorted(ranks, key=lambda rank: _lowest(want, rank)) if alone[rank])
    both = doubles(want)
    for firsts, seconds in ((natural, natural), (natural, wild), (wild, wild)):
        for at, (first, ones) in enumerate(firsts):
            for second, others in seconds[at + 1 :] if firsts is seconds else seconds:
                for one in ones:
                    row = both[one]
                    for other in others:
                        if row[other]:
                            yield ((first, one), (second, other))
                            yield ((second, other), (first, one))


def _lowest(want: Want, rank: int) -> int:
    """The value with which a rank answers alone, the lowest of several; any other rank comes later."""
    return min((value for value in values(rank) if value in want.numbers), default=99)


def has_lay(want: Want, hand: Iterable[Card]) -> bool:
    """Whether a hand can answer what is wanted."""
    return next(lays(want, hand), None) is not None


def letter(rank: int) -> str:
    """How a rank is written: `A` to `K`."""
    return RANKS[rank - 1]


def rank_of(text: str) -> int:
    """The rank that is written so, 0 for none."""
    return RANKS.find(text) + 1 if len(text) == 1 else 0
