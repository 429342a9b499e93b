"""Puss in the Corner: a patience of four wastepiles at the corners of four aces, with one redeal to plan for.

Source: the Wikipedia article "Puss in the Corner", which follows Parlett (1979) and Morehead (2001). What is marked *
is our decision where it is silent; what stands in brackets is the player's option.

Deal. The four aces of one pack lie in a square: the foundations. The other 48 cards are shuffled and are the stock.

Moves. The top card of the stock is turned; it goes to a foundation, or to any of four wastepiles, one at each corner of
the square. Turning is no move: the next card lies open as soon as the last one is placed *. Foundations go up by one in
colour, not in suit, to the king. The top of a wastepile may go to a foundation at any time, one card at once. Nothing
moves from wastepile to wastepile, and nothing leaves a foundation. Nothing is ever forced: a card that fits on a
foundation may go to a wastepile, and an empty corner may stay empty *.

Redeal. Once [`redeals`: 0, 2], when the stock is used up and nothing waits, the player picks the wastepiles up in any
order that he chooses, unshuffled. The order names all four corners, empty ones count for nothing; the pile named first
is dealt first, and of each pile the oldest card *.

End. Won when all 52 cards are on the foundations. Else it is over when the stock is used up, no redeal is left and no
top of a wastepile fits (the source ends it with the second stock, which would deny wins by the last tops) *, or when
the player gives up, which the house enters for him. A point for every card that lies on a foundation then, aces too *.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, permutations
from typing import Final, NamedTuple

from app.rules.card import ACE, RANK, Card, deck
from app.rules.game import (
    HOUSE,
    Carry,
    GameInfo,
    Illegal,
    Move,
    Option,
    Options,
    OptionValue,
)
from app.rules.klondike import face_down
from app.rules.referee import carries, judge
from app.rules.rng import Chance
from app.rules.solitaire import CARDS, GIVE_UP, Ended, Solitaire
from app.rules.table import EMPTY, Accepts, Pile, PileSpec, Table, carry, laid_out

CORNERS: Final = 4

ORDERS: Final = tuple(Move("redeal", target="".join(map(str, order))) for order in permutations(range(1, CORNERS + 1)))
"""A redeal for every order of the corners: `3124` deals the third wastepile first."""

INFO: Final = GameInfo(
    key="puss-in-the-corner",
    name="Puss in the Corner",
    seats=(1, 1),
    pace="solo",
    options=(Option("redeals", 1, (0, 1, 2)),),
    presets={"classic": {}},
    call_off=GIVE_UP.name,
)

STOCK: Final = 0
"""The positions of the piles; the next ones likewise."""
TURNED: Final = 1
FOUNDATIONS: Final = range(2, 6)
CORNER: Final = range(6, 6 + CORNERS)

ACES: Final = tuple(each for each in deck(0) if RANK[each] == ACE)
"""As they lie on the foundations: spades, hearts, and below them diamonds, clubs."""
OTHERS: Final = tuple(each for each in deck(0) if RANK[each] != ACE)


class PussState(NamedTuple):
    """A point in one game."""

    table: Table
    rng: Chance | None
    options: Mapping[str, OptionValue]
    total: int
    """What the player brought along."""
    redeals: int
    """So often the wastepiles may still be dealt again."""
    ended: Ended | None


class PussInTheCorner(Solitaire[PussState]):
    """The rules as the house asks them. Stateless."""

    info = INFO
    foundations = FOUNDATIONS

    def deal(self, options: Options, seats: Sequence[Carry], rng: Chance) -> PussState:
        """The state in which the first card lies open."""
        if len(seats) != 1:
            raise ValueError(f"Puss in the Corner is for one, not {len(seats)}.")
        cards, rng = rng.shuffled(OTHERS)
        aces = {at: Pile((ace,)) for at, ace in zip(FOUNDATIONS, ACES, strict=True)}
        return PussState(
            table=_empty().with_piles({**_stock(cards), **aces}),
            rng=rng,
            options=options,
            total=seats[0].get("total", 0),
            redeals=int(options["redeals"]),
            ended=None,
        )

    def check(self, state: PussState, seat: int, move: Move) -> None:
        """Raises `Illegal` unless `seat` may make `move` now."""
        if seat == HOUSE:
            if move != GIVE_UP:
                raise Illegal("unknown_move")
        elif seat != 0 or move.seat != HOUSE or (move.name != "play" and move not in ORDERS):
            raise Illegal("unknown_move")
        if state.ended is not None:
            raise Illegal("not_now")
        if move.name == "play":
            judge(state.table, seat, move.source, move.cards, move.target)
        elif seat == 0:
            if _in_play(state):
                raise Illegal("stock_not_empty")
            if not state.redeals:
                raise Illegal("not_now")

    def moves(self, state: PussState, seat: int) -> list[Move]:
        """All legal moves: to the foundations first, then to the corners; then every order of a redeal."""
        if state.ended is not None or seat not in {HOUSE, 0}:
            return []
        if seat == HOUSE:
            return [GIVE_UP]
        found = [*ups(state.table), *carries(state.table, "play", (TURNED,), CORNER)]
        return found if _in_play(state) or not state.redeals else [*found, *ORDERS]

    def apply(self, state: PussState, seat: int, move: Move) -> PussState:  # noqa: ARG002 - the shape of Game
        """The state after a move that `check` let through."""
        if move.name == GIVE_UP.name:
            return state._replace(ended="given_up")
        table, redeals = state.table, state.redeals
        if move.name == "play":
            piles = list(table.piles)
            source = table.index[move.source]
            carry(piles, source, 1, table.index[move.target])
            if source == TURNED and piles[STOCK].cards:
                piles[TURNED] = Pile(piles[STOCK].cards[-1:])
                piles[STOCK] = face_down(piles[STOCK].cards[:-1])
            table = Table(table.specs, table.index, tuple(piles))
        else:
            order = [CORNER[int(corner) - 1] for corner in move.target]
            cards = tuple(chain.from_iterable(table.piles[at].cards for at in order))
            table = table.with_piles({**_stock(cards), **dict.fromkeys(CORNER, EMPTY)})
            redeals -= 1
        state = state._replace(table=table, redeals=redeals)
        return state._replace(ended=_end(state))


def ups(table: Table) -> list[Move]:
    """Every card that may go to a foundation."""
    return carries(table, "play", (TURNED, *CORNER), FOUNDATIONS)


def _stock(cards: tuple[Card, ...]) -> dict[int, Pile]:
    """Stock and turned card of these cards, the first of them lying open."""
    return {STOCK: face_down(cards[:0:-1]), TURNED: Pile(cards[:1])}


def _in_play(state: PussState) -> bool:
    """Whether a card of the stock waits to be placed; where none does the stock is empty."""
    return bool(state.table.piles[TURNED].cards)


def _end(state: PussState) -> Ended | None:
    """How the game has ended with the move that was just made, None while it goes on."""
    if up(state.table) == CARDS:
        return "won"
    return None if _in_play(state) or state.redeals or ups(state.table) else "stuck"


@lru_cache(maxsize=1)
def _empty() -> Table:
    foundation = Accepts(step=1, suits="colour", onto=("reserve", "waste"), empty={}, run=False)
    # Any card on any card.
    corner = Accepts(step=1, suits="any", onto=("reserve",), empty={"reserve": "any"}, run=False, wild="any")
    return laid_out(
        [
            PileSpec("0s", "stock", 0, 0, "none"),
            PileSpec("0r", "reserve", 0, "up", "top"),
            *(PileSpec(f"0f{n}", "foundation", 0, "up", "none", foundation) for n in range(1, len(FOUNDATIONS) + 1)),
            *(PileSpec(f"0w{n}", "waste", 0, "up", "top", corner) for n in range(1, CORNERS + 1)),
        ]
    )


GAME: Final = PussInTheCorner()
up: Final = GAME.up
