"""Thumb and Pouch: a patience of the Klondike family in which a card lies on any suit but its own.

Source: the AisleRiot manual (Rosanna Yuen, "Thumb and Pouch"). What is marked * is our decision where it is silent or
lost a line; what stands in brackets is the player's option.

Deal. One pack. Seven tableau piles of 1, 2 ... 7 cards, row by row as in Klondike, the last of each face up. The other
24 cards are the stock, the first of them to be turned first.

Moves. The stock is turned to the waste one card at a time; the top of the waste is in play. When the stock is empty the
waste is turned over as it lies, its order kept, twice in a game [`redeals`: 0, 1, unlimited]; that turns no card *.
Foundations: four, up in suit from ace to king; an ace goes to any empty one. Their top card may be played back to the
tableau, as often as one likes *, but never from foundation to foundation *. Tableau: down by one on any suit but the
own one, nothing on an ace; any face-up end part of a pile moves, whole or in part; an empty pile takes any card or
group, from the tableau, the waste or a foundation. A face-down card that becomes the last of its pile is turned up by
the same move.

End. Won when all 52 cards are on the foundations. Else it is over when no move at all is left, cards played back and
parts of groups included *, or when the player gives up, which the house enters for him. A point for every card that
lies on a foundation then.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from app.rules.card import deck
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
from app.rules.klondike import face_down, pick_up, rows, turn
from app.rules.referee import carries, judge
from app.rules.rng import Chance
from app.rules.solitaire import CARDS, GIVE_UP, Ended, Solitaire
from app.rules.table import Accepts, Kind, PileSpec, Table, carry, laid_out

UNLIMITED: Final = "unlimited"
COLUMNS: Final = 7
SUITS: Final = 4

FLIP: Final = Move("flip")
PICKUP: Final = Move("pickup")

INFO: Final = GameInfo(
    key="thumb-and-pouch",
    name="Thumb and Pouch",
    seats=(1, 1),
    pace="solo",
    options=(Option("redeals", 2, (0, 1, 2, UNLIMITED)),),
    presets={"classic": {}},
    call_off=GIVE_UP.name,
)

STOCK: Final = 0
"""The positions of the piles; the next ones likewise."""
WASTE: Final = 1
FOUNDATIONS: Final = range(2, 2 + SUITS)
TABLEAU: Final = range(FOUNDATIONS.stop, FOUNDATIONS.stop + COLUMNS)


class ThumbState(NamedTuple):
    """A point in one game."""

    table: Table
    rng: Chance | None
    options: Mapping[str, OptionValue]
    total: int
    """What the player brought along."""
    redeals: int | None
    """So often the waste may still be turned over; None: without end."""
    ended: Ended | None


class ThumbAndPouch(Solitaire[ThumbState]):
    """The rules as the house asks them. Stateless."""

    info = INFO
    foundations = FOUNDATIONS

    def deal(self, options: Options, seats: Sequence[Carry], rng: Chance) -> ThumbState:
        """The state after the deal."""
        if len(seats) != 1:
            raise ValueError(f"Thumb and Pouch is for one, not {len(seats)}.")
        cards, rng = rng.shuffled(deck(0))
        row = rows(cards, COLUMNS)
        dealt = sum(len(pile.cards) for pile in row)
        chosen = options["redeals"]
        return ThumbState(
            table=_empty().with_piles(
                {STOCK: face_down(cards[dealt:][::-1]), **dict(zip(TABLEAU, row, strict=True))},
            ),
            rng=rng,
            options=options,
            total=seats[0].get("total", 0),
            redeals=None if chosen == UNLIMITED else int(chosen),
            ended=None,
        )

    def check(self, state: ThumbState, seat: int, move: Move) -> None:
        """Raises `Illegal` unless `seat` may make `move` now."""
        if seat == HOUSE:
            if move != GIVE_UP:
                raise Illegal("unknown_move")
        elif seat != 0 or move.seat != HOUSE or move.name not in {"play", FLIP.name, PICKUP.name}:
            raise Illegal("unknown_move")
        if state.ended is not None:
            raise Illegal("not_now")
        if move.name == "play":
            judge(state.table, seat, move.source, move.cards, move.target)
        elif seat == 0:
            _check_stock(state, move)

    def moves(self, state: ThumbState, seat: int) -> list[Move]:
        """All legal moves: to the foundations first, then in the tableau, then the stock."""
        if state.ended is not None or seat not in {HOUSE, 0}:
            return []
        if seat == HOUSE:
            return [GIVE_UP]
        table = state.table
        return [
            *ups(table),
            *_downs(table),
            *([FLIP] if _can_flip(state) else [PICKUP] if _can_pick_up(state) else []),
        ]

    def apply(self, state: ThumbState, seat: int, move: Move) -> ThumbState:  # noqa: ARG002 - the shape of Game
        """The state after a move that `check` let through."""
        if move.name == GIVE_UP.name:
            return state._replace(ended="given_up")
        table, redeals = state.table, state.redeals
        piles = list(table.piles)
        if move.name == FLIP.name:
            turn(piles, STOCK, WASTE, 1, first_on_top=False)
        elif move.name == PICKUP.name:
            pick_up(piles, STOCK, WASTE)
            redeals = None if redeals is None else redeals - 1
        else:
            carry(piles, table.index[move.source], len(move.cards), table.index[move.target])
        state = state._replace(table=Table(table.specs, table.index, tuple(piles)), redeals=redeals)
        return state._replace(ended=_end(state))


def ups(table: Table) -> list[Move]:
    """Every card that may go to a foundation."""
    return carries(table, "play", (WASTE, *TABLEAU), FOUNDATIONS)


def _check_stock(state: ThumbState, move: Move) -> None:
    if move not in {FLIP, PICKUP}:
        raise Illegal("unknown_move")
    stock, waste = state.table.piles[STOCK].cards, state.table.piles[WASTE].cards
    if move == FLIP:
        if not stock:
            raise Illegal("stock_empty")
        return
    if stock:
        raise Illegal("stock_not_empty")
    if not waste:
        raise Illegal("nothing_to_do")
    if state.redeals == 0:
        raise Illegal("not_now")


def _can_flip(state: ThumbState) -> bool:
    return bool(state.table.piles[STOCK].cards)


def _can_pick_up(state: ThumbState) -> bool:
    piles = state.table.piles
    return not piles[STOCK].cards and bool(piles[WASTE].cards) and state.redeals != 0


def _downs(table: Table) -> list[Move]:
    """Everything that may go to a tableau pile."""
    return carries(table, "play", (*TABLEAU, WASTE, *FOUNDATIONS), TABLEAU)


def _can_play(table: Table) -> bool:
    """Whether any card may be carried anywhere while not all are up: to an empty pile something always may."""
    return any(not table.piles[at].cards for at in TABLEAU) or bool(ups(table) or _downs(table))


def _end(state: ThumbState) -> Ended | None:
    """How the game has ended with the move that was just made, None while it goes on."""
    if up(state.table) == CARDS:
        return "won"
    return None if _can_flip(state) or _can_pick_up(state) or _can_play(state.table) else "stuck"


@lru_cache(maxsize=1)
def _empty() -> Table:
    row: tuple[Kind, ...] = ("waste", "tableau")
    foundation = Accepts(step=1, suits="same", onto=row, empty=dict.fromkeys(row, "ace"), run=False)
    back: tuple[Kind, ...] = (*row, "foundation")
    column = Accepts(step=-1, suits="other", onto=back, empty=dict.fromkeys(back, "any"), run=True)
    return laid_out(
        [
            PileSpec("0s", "stock", 0, 0, "none"),
            PileSpec("0w", "waste", 0, "up", "top"),
            *(PileSpec(f"0f{n}", "foundation", 0, "up", "top", foundation) for n in range(1, SUITS + 1)),
            *(PileSpec(f"0t{n}", "tableau", 0, "up", "run", column) for n in range(1, COLUMNS + 1)),
        ]
    )


GAME: Final = ThumbAndPouch()
up: Final = GAME.up
