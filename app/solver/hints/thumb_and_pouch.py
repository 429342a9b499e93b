"""Fair hints for Thumb and Pouch: a look at all that can be done with the cards that lie open, for what it gains.

A *gain* is what cannot be undone and is wanted: a face-down card is turned up, or a card leaves the waste. Everything
else, in the tableau, up and back from a foundation, can be undone, so it only matters for the gain that it leads to.
The look goes layer by layer through the positions that are reached so. A position is as small as a solver's:

- `piles`: each pile as bytes, sorted: its open cards bottom to top, then how many lie face down below them. A card is
  rank * 4 + suit, ace 0; `UNKNOWN` is one that has just been turned up.
- `heights`: how many cards are up, four bits a suit.

A gain is judged by the position that it leaves, less something for each move of the way. The best one's first move is
the hint. Where no gain is found it is a card up that nobody needs any more, or the next card of the stock, or the
redeal; and when nothing is left to be turned, the way to more cards up.

Whoever follows hints comes to an end. What lies within n moves lies within n - 1 of the next position on its way, and
whole layers are looked at, so from there it is seen as well and is a move nearer: the judgement of the best way rises
from hint to hint until there is the gain. What is put up without a gain stays up until then, by the same reason. No
card is turned while a gain is in sight, and between two gains stock and redeals only get less. There are no more gains
than cards face down, in stock and waste. The waste is picked up only for a gain in the round that follows: all of it
was seen, and so it is known what hints there will be. Otherwise it is as if there were no redeal any more.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from app.rules.card import HIDDEN, RANK, SUITS, Card
from app.rules.game import Move
from app.rules.games.thumb_and_pouch import (
    FLIP,
    FOUNDATIONS,
    GAME,
    PICKUP,
    STOCK,
    TABLEAU,
    WASTE,
    ThumbState,
    ups,
)
from app.solver.base import SEAT
from app.solver.hints.base import NONE, Hint, Say
from app.solver.thumb_and_pouch import ABOVE, ONE

Position: TypeAlias = tuple[tuple[bytes, ...], int]
Step: TypeAlias = tuple[Position, bool]
"""A position one move further, and whether the move is a gain."""

NODES: Final = 250
"""No layer is looked at once so many positions have been reached;"""
LAST_NODES: Final = 1000
"""or so many, when there is nothing left to be turned."""
DEEPEST: Final = 6
"""The most moves to a gain, itself included."""
TURN: Final = Hint("flip", FLIP)
UNKNOWN: Final = 52
EMPTY: Final = ONE[0]


class Weights(NamedTuple):
    """What the position after a gain is judged by; the highest sum is best. Found by trying."""

    down: float
    """For each face-down card."""
    turned: float
    """For each card in stock and waste."""
    empty: float
    """For each empty pile."""
    run: float
    """For each open card on another."""
    burden: float
    """For each open card and each face-down one below it, by the rank of the open one: it is needed so much later."""
    up: float
    """For each card on a foundation."""
    spread: float
    """For each card that the highest foundation is ahead of the lowest."""
    move: float
    """For each move of the way."""


WEIGHTS: Final = Weights(down=-10, turned=-5, empty=5, run=2.8, burden=-0.05, up=3, spread=-1, move=-0.25)


class Way(NamedTuple):
    """A way to what is wanted."""

    value: float
    before: Position
    """The last position but one."""
    after: Position


def seen_all(state: ThumbState) -> bool:  # noqa: ARG001 - other games answer by the state
    """Never: nobody has seen what lies face down in the tableau."""
    return False


def fair(view: ThumbState) -> Hint:
    """What helps from there. What may not be seen is not looked at, if it is there at all."""
    shown = GAME.view(view, SEAT)
    hint = Look(shown).hint()
    if hint.say == "redeal" and not _brings(GAME.apply(shown, SEAT, PICKUP)):
        return Look(shown, last=True).hint()
    return hint


def _brings(state: ThumbState) -> bool:
    """Whether hints lead to a gain before the stock is used up. They look at those of its cards that are turned."""
    while state.table.piles[STOCK].cards:
        if Look(state).hint() != TURN:
            return True
        state = GAME.apply(state, SEAT, FLIP)
    return False  # and now all lies as it did before the redeal


class Look:
    """A look from one position."""

    def __init__(self, view: ThumbState, *, last: bool = False) -> None:
        """`last`: as if nothing was left to be turned."""
        self._view = view
        self._start = _position(view)
        self._before: dict[Position, Position | None] = {self._start: None}
        self._judge: dict[bytes, float] = {}
        stock, waste = view.table.piles[STOCK].cards, view.table.piles[WASTE].cards
        self._top = _code(waste[-1]) if waste else -1
        self._talon = len(stock) + len(waste)
        self._turn = NONE
        if stock:
            self._turn = TURN
        elif waste and view.redeals != 0 and not last:
            self._turn = Hint("redeal", PICKUP)

    def hint(self) -> Hint:
        """The first move of the best way."""
        if not self._talon and not _down(self._start):
            # The game is won: the next card of the lowest suit lies at an end.
            return Hint("up", min(ups(self._view.table), key=lambda move: RANK[move.cards[0]]))
        gain, higher = self._ways()
        if gain is not None:
            return self._along(gain)
        if (needless := _needless(self._start)) is not None:
            return self._first(needless)
        if self._turn is NONE and higher is not None:
            return self._along(higher)
        return self._turn

    def _along(self, way: Way) -> Hint:
        first, at = way.after, way.before
        while (before := self._before[at]) is not None:
            first, at = at, before
        return self._first(first)

    def _first(self, after: Position) -> Hint:
        """The move that leads there from the start."""
        plays = (move for move in GAME.moves(self._view, SEAT) if move.name == "play")
        leading = ((move, GAME.apply(self._view, SEAT, move)) for move in plays)
        move, state = next((move, state) for move, state in leading if _position(state) == after)
        return Hint(_word(self._view, move, state), move)

    def _ways(self) -> tuple[Way | None, Way | None]:
        """The best way to a gain, and the best one to more cards up."""
        gain: Way | None = None
        higher: Way | None = None
        highest = float(_up(self._start))
        most = LAST_NODES if self._turn is NONE else NODES
        layer, moves = [self._start], 0
        while layer and len(self._before) <= most and moves < DEEPEST:
            moves += 1
            cost = moves * WEIGHTS.move
            below: list[Position] = []
            for position in layer:
                for after, gains in self._from(position):
                    if gains:
                        value = self._value(after) + cost
                        if gain is None or value > gain.value:
                            gain = Way(value, position, after)
                    elif after not in self._before:
                        self._before[after] = position
                        below.append(after)
                        if (value := _up(after) + cost) > highest:
                            highest, higher = value, Way(value, position, after)
            layer = below
        return gain, higher

    def _from(self, position: Position) -> Iterator[Step]:
        """All that can be done; where a card can go up that nobody needs any more, that and nothing else."""
        needless = _needless(position)
        if needless is not None:
            yield needless, _down(needless) < _down(position)
            return
        piles, heights = position
        if self._top >= 0 and _is_needless(heights, self._top):
            yield (piles, _raised(heights, self._top)), True
            return
        ends = {pile[-2]: at for at, pile in enumerate(piles) if len(pile) > 1}
        for end, at in ends.items():
            if _fits(heights, end):
                rest, turns = _rest(piles[at], len(piles[at]) - 2)
                yield _with(piles, _raised(heights, end), (at, rest)), turns
        yield from _in_tableau(position, ends)
        if self._top >= 0:
            yield from _arriving(position, ends, self._top, heights, gains=True)
            if _fits(heights, self._top):
                yield (piles, _raised(heights, self._top)), True
        for suit in range(len(SUITS)):
            rank = (heights >> 4 * suit & 15) - 1
            if rank > 0:
                lowered = heights - (1 << 4 * suit)
                yield from _arriving(position, ends, rank * 4 + suit, lowered, gains=False)

    def _value(self, after: Position) -> float:
        piles, heights = after
        each = [heights >> 4 * suit & 15 for suit in range(len(SUITS))]
        open_ones = sum(map(len, piles)) - len(piles)
        turned = 52 - open_ones - _down(after) - sum(each)
        return (
            sum(map(self._pile, piles))
            + WEIGHTS.turned * turned
            + WEIGHTS.up * sum(each)
            + WEIGHTS.spread * (max(each) - min(each))
        )

    def _pile(self, pile: bytes) -> float:
        """How a pile is judged, remembered."""
        if pile not in self._judge:
            down, run = pile[-1], pile[:-1]
            burden = down * sum(card >> 2 if card != UNKNOWN else 6 for card in run)
            judged = WEIGHTS.down * down + WEIGHTS.run * (len(run) - 1) + WEIGHTS.burden * burden
            self._judge[pile] = judged if run else WEIGHTS.empty
        return self._judge[pile]


# --- the rules of positions -------------------------------------------------------------------------------------------


def _fits(heights: int, card: int) -> bool:
    """Whether the card goes up next in its suit; `UNKNOWN` never does."""
    return heights >> 4 * (card & 3) & 15 == card >> 2


def _is_needless(heights: int, card: int) -> bool:
    """Whether it goes up next, and all that might lie on it can go up themselves as soon as it has."""
    lowest = min(heights >> 4 * suit & 15 for suit in range(len(SUITS)) if suit != card & 3)
    return _fits(heights, card) and card >> 2 <= lowest + 1


def _raised(heights: int, card: int) -> int:
    """What is up with this card, which fits."""
    return heights + (1 << 4 * (card & 3))


def _onto(piles: tuple[bytes, ...], ends: dict[int, int], card: int) -> list[int]:
    """The piles that take the card, one that is empty first."""
    onto = [ends[below] for below in ABOVE[card] if below in ends]
    return [0, *onto] if piles[0] == EMPTY else onto


def _in_tableau(position: Position, ends: dict[int, int]) -> Iterator[Step]:
    """Every open end part of a pile to another; all of a pile to an empty one would leave one."""
    piles, heights = position
    for at, pile in enumerate(piles):
        for start in range(len(pile) - 1):
            onto = _onto(piles, ends, pile[start])
            if not onto:
                continue
            rest, turns = _rest(pile, start)
            run = pile[start:-1]
            for to in onto:
                below = piles[to]
                if to != at and (rest != EMPTY or below != EMPTY):
                    yield _with(piles, heights, (at, rest), (to, below[:-1] + run + below[-1:])), turns


def _arriving(position: Position, ends: dict[int, int], card: int, heights: int, *, gains: bool) -> Iterator[Step]:
    """A card from elsewhere onto every pile that takes it; `heights` are those of after that."""
    piles, _ = position
    for to in _onto(piles, ends, card):
        below = piles[to]
        yield _with(piles, heights, (to, below[:-1] + ONE[card] + below[-1:])), gains


def _rest(pile: bytes, start: int) -> tuple[bytes, bool]:
    """What is left of a pile without its open cards from this one on, and whether a card is turned up."""
    if start or not pile[-1]:
        return pile[:start] + pile[-1:], False
    return ONE[UNKNOWN] + ONE[pile[-1] - 1], True


def _with(piles: tuple[bytes, ...], heights: int, *changed: tuple[int, bytes]) -> Position:
    after = list(piles)
    for at, pile in changed:
        after[at] = pile
    after.sort()
    return tuple(after), heights


def _needless(position: Position) -> Position | None:
    """The position when a card has gone up on which no card will need to lie any more; None if there is none."""
    piles, heights = position
    for at, pile in enumerate(piles):
        if len(pile) > 1 and _is_needless(heights, pile[-2]):
            return _with(piles, _raised(heights, pile[-2]), (at, _rest(pile, len(pile) - 2)[0]))
    return None


def _down(position: Position) -> int:
    return sum(pile[-1] for pile in position[0])


def _up(position: Position) -> int:
    return sum(position[1] >> 4 * suit & 15 for suit in range(len(SUITS)))


# --- from the table and back to it ------------------------------------------------------------------------------------


def _code(card: Card) -> int:
    return UNKNOWN if card == HIDDEN else (RANK[card] - 1) * 4 + SUITS.index(card[-1])


def _position(view: ThumbState) -> Position:
    table = view.table.piles
    heights = 0
    for at in FOUNDATIONS:
        if cards := table[at].cards:
            heights += len(cards) << 4 * SUITS.index(cards[0][-1])
    row = (table[at] for at in TABLEAU)
    return tuple(sorted(bytes(map(_code, cards[down:])) + ONE[down] for cards, down in row)), heights


def _word(view: ThumbState, move: Move, after: ThumbState) -> Say:
    """What the move is good for."""
    source, target = view.table.index[move.source], view.table.index[move.target]
    left = after.table.piles[source]
    if left.down < view.table.piles[source].down:
        return "uncover"
    if target in FOUNDATIONS:
        return "up"
    if source == WASTE:
        return "place"
    return "clear" if source in TABLEAU and not left.cards else "prepare"
