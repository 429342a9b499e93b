"""A point in one hand of Spite & Malice, what stays the same all hand long, and the deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final, Literal, NamedTuple, TypeAlias

from app.rules.card import HIDDEN, RANK, deck
from app.rules.game import HOUSE, Carry, Options, OptionValue
from app.rules.klondike import face_down
from app.rules.rng import Chance
from app.rules.table import Accepts, Pile, PileSpec, Table, laid_out

SEATS: Final = (2, 6)
HAND: Final = 5
SIDES: Final = 4
FULL: Final = 12
"""So many cards complete a centre stack."""
STOCK: Final = 30
"""A deal leaves at least so many cards as stock."""

Phase: TypeAlias = Literal["play", "over"]
Ended: TypeAlias = Literal["out", "exhausted", "blocked", "called_off"]
"""How a hand came to its end: a pay-off pile is empty, the stock is, nobody can play on, or the host wanted it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What is the same all hand long: the options and where the piles lie."""

    options: Mapping[str, OptionValue]
    seats: int
    packs: int
    empty: Table
    hand: tuple[int, ...]
    """The position of each seat's hand; the next ones likewise."""
    pay: tuple[int, ...]
    sides: tuple[range, ...]
    centres: range
    stock: int
    pay_off: int
    refill: bool
    exhausted: str
    turn_ms: int


class SpiteState(NamedTuple):
    """A point in one hand."""

    table: Table
    rng: Chance | None
    rules: Rules
    totals: tuple[int, ...]
    """What each seat brought into the hand."""
    first: int
    """Who began the hand."""
    turn: int
    phase: Phase
    ended: Ended | None
    by: int
    """Whose pay-off pile is empty; HOUSE = nobody's."""
    played: bool
    """Whether a card was played to the centre in this turn."""
    idle: int
    """So many turns in a row, the last ones, were ended with an empty hand and nothing played."""


def deal(options: Options, seats: Sequence[Carry], rng: Chance) -> SpiteState:
    """The state in which the first seat is to play.

    A seat's total comes from its carry, and so does its `place` in the order in which the seats begin hands: the lowest
    one begins, seats that are new have none. Where nobody has one a lot is drawn, before the cards are shuffled.
    """
    count = len(seats)
    rules = _rules(tuple(options.items()), count)
    places = [(carry["place"], seat) for seat, carry in enumerate(seats) if "place" in carry]
    if places:
        first = min(places)[1]
    else:
        first, rng = rng.below(count)
    cards, rng = rng.shuffled(tuple(chain.from_iterable(deck(number) for number in range(rules.packs))))
    order = [(first + step) % count for step in range(count)]
    piles: dict[int, Pile] = {}
    dealt = 0
    for seat in order:
        piles[rules.hand[seat]] = Pile(cards[dealt : dealt + HAND])
        dealt += HAND
    for seat in order:
        piles[rules.pay[seat]] = Pile(cards[dealt : dealt + rules.pay_off], rules.pay_off - 1)
        dealt += rules.pay_off
    piles[rules.stock] = face_down(cards[dealt:][::-1])
    if not places and options["first"] == "higher":
        # Of equal ones the one dealt first.
        first = max(order, key=lambda seat: RANK[piles[rules.pay[seat]].cards[-1]])
    return SpiteState(
        table=rules.empty.with_piles(piles),
        rng=rng,
        rules=rules,
        totals=tuple(carry.get("total", 0) for carry in seats),
        first=first,
        turn=first,
        phase="play",
        ended=None,
        by=HOUSE,
        played=False,
        idle=0,
    )


def packs(seats: int, pay_off: int) -> int:
    """How many packs are shuffled together."""
    count = 2 if seats == 2 else 3 if seats <= 4 else 4
    while 52 * count - seats * (HAND + pay_off) < STOCK:
        count += 1
    return count


@lru_cache(maxsize=256)
def _rules(options: tuple[tuple[str, OptionValue], ...], seats: int) -> Rules:
    chosen = dict(options)
    if not SEATS[0] <= seats <= SEATS[1]:
        raise ValueError(f"Spite & Malice is for {SEATS[0]} to {SEATS[1]} seats, not {seats}.")
    pay_off, centres = int(chosen["pay_off"]), int(chosen["centre_stacks"])
    own = 2 + SIDES
    bases = range(0, seats * own, own)
    return Rules(
        options=chosen,
        seats=seats,
        packs=packs(seats, pay_off),
        empty=laid_out(_specs(seats, centres, ace_by_king=bool(chosen["king_as_ace"]))),
        hand=tuple(bases),
        pay=tuple(base + 1 for base in bases),
        sides=tuple(range(base + 2, base + own) for base in bases),
        centres=range(bases.stop, bases.stop + centres),
        stock=bases.stop + centres,
        pay_off=pay_off,
        refill=bool(chosen["refill"]),
        exhausted=str(chosen["exhausted"]),
        turn_ms=1000 * int(chosen["turn_seconds"]),
    )


def _specs(seats: int, centres: int, *, ace_by_king: bool) -> list[PileSpec]:
    centre = Accepts(
        step=1,
        suits="any",
        onto=("hand", "reserve", "discard"),
        empty=dict.fromkeys(("hand", "reserve", "discard"), "ace_or_king" if ace_by_king else "ace"),
        run=False,
        wild="king",
    )
    side = Accepts(step=-1, suits="any", onto=("hand",), empty={"hand": "any"}, run=False, wild="any")
    specs = []
    for seat in range(seats):
        specs.append(PileSpec(f"{seat}h", "hand", seat, "owner", "any"))
        specs.append(PileSpec(f"{seat}p", "reserve", seat, 1, "top"))
        specs.extend(PileSpec(f"{seat}s{n}", "discard", seat, "up", "top", side) for n in range(SIDES))
    specs.extend(PileSpec(f"c{n}", "foundation", None, 1, "none", centre) for n in range(centres))
    specs.append(PileSpec("stock", "stock", None, 0, "none"))
    return specs


def shuffled_in(state: SpiteState, piles: list[Pile], centre: int) -> Chance | None:
    """Shuffle a complete stack together with the stock, in place; the answer is the chance that is left.

    In a view, which has no chance, the stock stays what it is there: unknown cards.
    """
    stock = state.rules.stock
    cards = piles[stock].cards + piles[centre].cards
    rng = state.rng
    if rng is None:
        cards = (HIDDEN,) * len(cards)
    else:
        cards, rng = rng.shuffled(cards)
    piles[stock], piles[centre] = face_down(cards), Pile()
    return rng
