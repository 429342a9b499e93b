"""A point in a round of Pounce, what stays the same all round long, and the deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from app.rules.build import First
from app.rules.card import Card, deck
from app.rules.game import HOUSE, Carry, Options, OptionValue
from app.rules.klondike import face_down, rows
from app.rules.rng import Chance
from app.rules.table import Accepts, Kind, Pile, PileSpec, Table, laid_out

MAX_SEATS: Final = 8

Phase: TypeAlias = Literal["countdown", "race", "stopped", "stuck", "over"]
Pull: TypeAlias = tuple[Card | None, str | None]
"""What the stuck rule did for a seat: the card and where it went. A card that went under the stock is not named."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What is the same all round long: the options and where the piles lie."""

    options: Mapping[str, OptionValue]
    seats: int
    empty: Table
    tableau: int
    pounce: tuple[int, ...]
    """The position of each seat's pounce pile; the next ones likewise."""
    row: tuple[range, ...]
    waste: tuple[int, ...]
    stock: tuple[int, ...]
    builds: int
    """The position of the first build pile."""
    flip: int
    first_on_top: bool
    king_stop: str
    nobody: tuple[bool, ...]
    unpassed: tuple[int, ...]

    def next_build(self, opened: int) -> int:
        """The pile that the next ace starts once `opened` are started; when all are, the last of them."""
        return min(self.builds + opened, len(self.empty.specs) - 1)


class PounceState(NamedTuple):
    """A point in one round."""

    table: Table
    rng: Chance | None
    rules: Rules
    totals: tuple[int, ...]
    """What each seat brought into the round."""
    phase: Phase
    opened: int
    """How many build piles have been started."""
    votes: tuple[bool, ...]
    """Who has said "stuck"."""
    passes: tuple[int, ...]
    """Full passes of the own stock since the last useful move; -1 while in a pass that began before it."""
    ready: tuple[bool, ...]
    by: int
    """Who stopped the play or went out; HOUSE = nobody."""
    pile: str
    """The completed build pile while stopped."""
    pulls: tuple[Pull, ...] | None
    """What the stuck rule has just done."""
    stalls: int
    """How often in a row the stuck rule has run with nothing built."""


def deal(options: Options, seats: Sequence[Carry], rng: Chance) -> PounceState:
    """The state before Go. Shuffles the decks in seat order; a seat's total comes from its carry."""
    rules = _rules(tuple(options.items()), len(seats))
    piles = dict[int, Pile]()
    for seat in range(rules.seats):
        cards, rng = rng.shuffled(deck(seat))
        piles.update(_lay_out(rules, seat, cards))
    return PounceState(
        table=rules.empty.with_piles(piles),
        rng=rng,
        rules=rules,
        totals=tuple(carry.get("total", 0) for carry in seats),
        phase="countdown",
        opened=0,
        votes=rules.nobody,
        passes=rules.unpassed,
        ready=rules.nobody,
        by=HOUSE,
        pile="",
        pulls=None,
        stalls=0,
    )


@lru_cache(maxsize=256)
def _rules(options: tuple[tuple[str, OptionValue], ...], seats: int) -> Rules:
    chosen = dict(options)
    if not 2 <= seats <= MAX_SEATS:
        raise ValueError(f"Pounce is for 2 to {MAX_SEATS} seats, not {seats}.")
    tableau = 4 if chosen["tableau"] == 4 else 5
    bases = range(0, seats * (tableau + 3), tableau + 3)
    return Rules(
        options=chosen,
        seats=seats,
        empty=laid_out(_specs(chosen, seats, tableau)),
        tableau=tableau,
        pounce=tuple(bases),
        row=tuple(range(base + 1, base + 1 + tableau) for base in bases),
        waste=tuple(base + tableau + 1 for base in bases),
        stock=tuple(base + tableau + 2 for base in bases),
        builds=bases.stop,
        flip=1 if chosen["flip"] == 1 else 3,
        first_on_top=chosen["flip_top"] == "first",
        king_stop=str(chosen["king_stop"]),
        nobody=(False,) * seats,
        unpassed=(-1,) * seats,
    )


def _specs(options: Options, seats: int, tableau: int) -> list[PileSpec]:
    onto: tuple[Kind, ...] = ("waste", "tableau")
    if options["pounce_on_tableau"]:
        onto = (*onto, "reserve")
    empty: dict[Kind, First] = {"reserve": "any"}
    if options["empty_space"] != "pounce":
        others: First = "king" if options["empty_space"] == "pounce_or_king" else "any"
        empty = {"reserve": "any", "waste": others, "tableau": others}
    row = Accepts(step=-1, suits="alternate", onto=onto, empty=empty, run=True)
    build = Accepts(
        step=1,
        suits="same",
        onto=("reserve", "waste", "tableau"),
        empty={"reserve": "ace", "waste": "ace", "tableau": "ace"},
        run=False,
    )
    specs = []
    for seat in range(seats):
        specs.append(PileSpec(f"{seat}p", "reserve", seat, 1, "top"))
        specs.extend(PileSpec(f"{seat}t{n}", "tableau", seat, "up", "run", row) for n in range(1, tableau + 1))
        specs.append(PileSpec(f"{seat}w", "waste", seat, 3, "top"))
        specs.append(PileSpec(f"{seat}s", "stock", seat, 0, "none"))
    specs.extend(PileSpec(f"b{n}", "foundation", None, 1, "none", build) for n in range(4 * seats))
    return specs


def _lay_out(rules: Rules, seat: int, cards: tuple[Card, ...]) -> dict[int, Pile]:
    """A seat's piles from its shuffled deck, the first card dealt first."""
    row = rows(cards, 5) if rules.tableau == 5 else [Pile((card,)) for card in cards[:4]]
    dealt = sum(len(pile.cards) for pile in row)
    pounce = dealt + int(rules.options["pounce_pile"])
    return {
        rules.pounce[seat]: Pile(cards[dealt:pounce][::-1]),
        **dict(zip(rules.row[seat], row, strict=True)),
        rules.stock[seat]: face_down(cards[pounce:][::-1]),
    }
