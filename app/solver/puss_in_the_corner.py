"""Solves Puss in the Corner: card by card the most promising positions side by side, and with more of them each time.

A *position* is small: the two cards of one rank and colour are one, and so are tables that differ only in the order of
the corners or of two foundations of one colour.

- `corners`: each wastepile as bytes, sorted, bottom to top. A card is rank * 2 + 1 if it is red, else rank * 2.
- `heights`: the ranks on top of the four foundations, the higher black one, the other, then both red ones.

All positions of a *row* have the same cards of the stock before them. The next card goes up or to a corner, then tops
of the corners may go up; a card goes up at once where that can do no harm: where the other one of its rank and colour
is up, or could go up as well. Of all that comes of it the `width` best are kept. After the last card the best of them
are dealt again, in the orders that look best. When nothing is found all begins anew with more width, until a width is
reached at which nothing was left out: then nothing wins.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from itertools import islice, permutations
from typing import Final, NamedTuple, TypeAlias

from app.rules.card import RANK, RED, Card
from app.rules.game import Move
from app.rules.games.puss_in_the_corner import CORNER, FOUNDATIONS, GAME, STOCK, TURNED, PussState
from app.rules.table import takes
from app.solver.base import Dead, GaveUp, Line, Outcome, Solved

Corners: TypeAlias = tuple[bytes, ...]
Heights: TypeAlias = tuple[int, int, int, int]
Position: TypeAlias = tuple[Corners, Heights]
Path: TypeAlias = "tuple[Path, Position | Redeal] | None"
"""The positions and redeals that were passed, the last one outside."""
Row: TypeAlias = dict[Position, Path]

WON: Final = (13, 13, 13, 13)
NOTHING: Final[Corners] = (b"",) * 4
FIRST_WIDTH: Final = 4
WIDER: Final = 4
"""Each try is so many times as wide as the one before."""
ENDS: Final = 3
"""So many ends of a pass are dealt again,"""
ORDERS: Final = 3
"""in so many of their orders, those that a quick look likes best;"""
SHARE: Final = 16
"""or, if that is more, one for so much of the width."""
GLANCE: Final = 2
"""The width of a quick look."""
AT_ONCE: Final = 100
"""So many nodes are looked at in one go."""


class Weights(NamedTuple):
    """What a position is judged by; the lowest sum is kept first. Found by trying."""

    up: float
    """Taken off for each card that is up."""
    covered: float
    """For each card of a corner with a higher one anywhere above it."""
    pairs: float
    """For each two cards of a corner of which the upper one is higher,"""
    same: float
    """and once more if they have the same colour."""


WEIGHTS: Final = Weights(up=5, covered=1, pairs=0.3, same=0.5)


class Redeal(NamedTuple):
    """The corners are picked up in this order, empty ones left out."""

    order: tuple[bytes, ...]


def search(state: PussState) -> "Widening":
    """A search from a game that goes on."""
    return Widening(state)


class Widening:
    """A search: try after try, each wider than the one before."""

    def __init__(self, state: PussState) -> None:
        self._state = state
        self._start = position_of(state)
        table = state.table.piles
        self._stock = codes(table[TURNED].cards + table[STOCK].cards[::-1])
        self._judge = CornerJudge(WEIGHTS)
        self._nodes = 0
        self._cut = False
        self._work = self._tries()

    def run(self, nodes: int) -> Outcome:
        """Look at so many nodes more: positions from which the next card is played. Some more than asked."""
        self._nodes += nodes
        while self._nodes > 0:
            if (found := next(self._work)) is not None:
                return found
        return GaveUp()

    def _tries(self) -> Iterator[Outcome | None]:
        """None after every few nodes, and when it is known what comes of it that, for ever."""
        width = FIRST_WIDTH
        outcome: Outcome | None = None
        while outcome is None:
            self._cut = False
            row: Row = {position: (None, position) for position in settlings(*self._start)}
            path = yield from self._play(row, self._stock, self._state.redeals, width)
            if path is not None:
                outcome = _line(self._state, self._start, self._stock, path)
            elif not self._cut:
                outcome = Dead()
            width *= WIDER
        while True:
            yield outcome

    def _play(self, row: Row, stock: bytes, redeals: int, width: int) -> Generator[None, None, Path]:
        """The path to a position that is won, through all redeals; None if none was found."""
        row = yield from self._pass(row, stock, width)
        for position, path in row.items():
            if position[1] == WON:
                return path
        if not redeals:
            return None
        ends = sorted(row, key=self._judged)
        most = max(ENDS, width // SHARE)
        self._cut |= len(ends) > most
        for end in ends[:most]:
            path = yield from self._redeal(end, row[end], redeals - 1, width)
            if path is not None:
                return path
        return None

    def _redeal(self, end: Position, path: Path, redeals: int, width: int) -> Generator[None, None, Path]:
        """The path to a win from this end of a pass, in the orders that look best."""
        corners, heights = end
        start: Position = (NOTHING, heights)
        cut = self._cut
        looks: list[tuple[int, int, Row, bytes]] = []
        for order in permutations([corner for corner in corners if corner]):
            stock = b"".join(order)
            begin: Row = {start: (path, Redeal(order))}
            row = yield from self._pass(begin, stock, GLANCE)
            for position, won in row.items():
                if position[1] == WON:
                    return won
            looks.append((min(-sum(position[1]) for position in row), len(looks), begin, stock))
        most = max(ORDERS, width // SHARE)
        self._cut = cut or len(looks) > most
        for _, _, begin, stock in sorted(looks, key=lambda look: look[:2])[:most]:
            path = yield from self._play(begin, stock, redeals, width)
            if path is not None:
                return path
        return None

    def _pass(self, row: Row, stock: bytes, width: int) -> Generator[None, None, Row]:
        """The best that can be reached with all these cards played."""
        for card in stock:
            reached: dict[Position, Path] = {}
            for number, ((corners, heights), path) in enumerate(row.items()):
                if not number % AT_ONCE:
                    self._nodes -= min(AT_ONCE, len(row) - number)
                    yield
                for placed in placings(corners, heights, card):
                    for after in settlings(*placed):
                        if after not in reached:
                            reached[after] = path
            kept: Iterable[Position] = reached
            if len(reached) > width:
                self._cut = True
                kept = sorted(reached, key=self._judged)[:width]
            row = {position: (reached[position], position) for position in kept}
        return row

    def _judged(self, position: Position) -> float:
        return sum(map(self._judge.__getitem__, position[0])) - WEIGHTS.up * sum(position[1])


# --- the rules of positions -------------------------------------------------------------------------------------------


def _fits(heights: Heights, card: int) -> bool:
    below, first = (card >> 1) - 1, (card & 1) * 2
    return below in (heights[first], heights[first + 1])


def _raised(heights: Heights, card: int) -> Heights:
    """The foundations with this card, which fits."""
    rank, first = card >> 1, (card & 1) * 2
    high, low = heights[first], heights[first + 1]
    pair = (rank, low) if high == rank - 1 else (high, rank)
    return (*heights[:2], *pair) if first else (*pair, *heights[2:])


def _harmless(heights: Heights, card: int) -> bool:
    """Whether the other card of this rank and colour is up, or could go up as well: then none is in the other's way."""
    return heights[(card & 1) * 2 + 1] >= (card >> 1) - 1


def placings(corners: Corners, heights: Heights, card: int) -> Iterator[Position]:
    """All places of the card that is turned."""
    if _fits(heights, card):
        yield corners, _raised(heights, card)
        if _harmless(heights, card):
            return
    for at, corner in enumerate(corners):
        # Equal corners, which empty ones are, lie side by side.
        if not at or corner != corners[at - 1]:
            yield _with(corners, at, corner + bytes((card,))), heights


def settlings(corners: Corners, heights: Heights) -> Iterable[Position]:
    """All that can come of it when tops of the corners go up or stay; those that can do no harm go up."""
    position, ups = _raised_freely(corners, heights)
    if not ups:
        return (position,)
    found = {position: ups}
    for before in _growing(found):
        for at in found[before]:
            corner = before[0][at]
            after, more = _raised_freely(_with(before[0], at, corner[:-1]), _raised(before[1], corner[-1]))
            found[after] = more
    return found


def _raised_freely(corners: Corners, heights: Heights) -> tuple[Position, list[int]]:
    """The position when all has gone up that can do no harm; and the corners whose tops might go up then."""
    while True:
        ups = []
        for at, corner in enumerate(corners):
            if corner and _fits(heights, card := corner[-1]):
                if _harmless(heights, card):
                    corners, heights = _with(corners, at, corner[:-1]), _raised(heights, card)
                    break
                ups.append(at)
        else:
            return (corners, heights), ups


def _growing(found: Mapping[Position, object]) -> Iterator[Position]:
    """Everything in there, what is added on the way too."""
    done = 0
    while done < len(found):
        fresh = list(islice(found, done, None))
        done += len(fresh)
        yield from fresh


def _with(corners: Corners, at: int, corner: bytes) -> Corners:
    return tuple(sorted((*corners[:at], corner, *corners[at + 1 :])))


class CornerJudge(dict[bytes, float]):
    """How a corner is judged, remembered."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self._weights = weights

    def __missing__(self, corner: bytes) -> float:
        weights, judged = self._weights, 0.0
        for at, card in enumerate(corner):
            higher = [above for above in corner[at + 1 :] if above >> 1 > card >> 1]
            if higher:
                same = sum(not (above ^ card) & 1 for above in higher)
                judged += weights.covered + weights.pairs * len(higher) + weights.same * same
        self[corner] = judged
        return judged


# --- from the table and back to it ------------------------------------------------------------------------------------


def _code(card: Card) -> int:
    return RANK[card] * 2 + RED[card]


def codes(cards: Sequence[Card]) -> bytes:
    return bytes(map(_code, cards))


def position_of(state: PussState) -> Position:
    """Corners and foundations as they lie."""
    table = state.table.piles
    return (
        tuple(sorted(codes(table[at].cards) for at in CORNER)),
        _heights([codes(table[at].cards) for at in FOUNDATIONS]),
    )


def _heights(foundations: Sequence[bytes]) -> Heights:
    black, red = (
        sorted((pile[-1] >> 1 for pile in foundations if pile[-1] & 1 == colour), reverse=True) for colour in (0, 1)
    )
    return black[0], black[1], red[0], red[1]


def _line(state: PussState, start: Position, stock: bytes, path: Path) -> Solved:
    """The moves along this path."""
    passed: list[Position | Redeal] = []
    while path is not None:
        path, each = path
        passed.append(each)
    line, at = Line(GAME, state), start
    cards = iter((-1, *stock))
    for each in reversed(passed):
        if isinstance(each, Redeal):
            _redealt(line, each)
            at, cards = (NOTHING, at[1]), iter(b"".join(each.order))
        else:
            _played(line, at, next(cards), each)
            at = each
    return line.solved()


def _redealt(line: Line, redeal: Redeal) -> None:
    lying = {number: codes(line.state.table.piles[at].cards) for number, at in enumerate(CORNER, 1)}
    order = []
    for wanted in (*redeal.order, *(b"",) * (len(lying) - len(redeal.order))):
        number = next(number for number, corner in lying.items() if corner == wanted)
        del lying[number]
        order.append(str(number))
    line.make(Move("redeal", target="".join(order)))


def _played(line: Line, before: Position, card: int, after: Position) -> None:
    """Place the turned card, unless it is -1, and send up tops of corners until the table is as it was found."""
    ways: dict[Position, Way] = {}
    if card < 0:
        ways[before] = Way(None, "", b"")
    else:
        corners, heights = before
        for placed in placings(corners, heights, card):
            if placed[1] != heights:
                ways[placed] = Way(None, "up", b"")
            for at, corner in enumerate(corners):
                if placed == (_with(corners, at, corner + bytes((card,))), heights):
                    ways[placed] = Way(None, "corner", corner)
    for position in _growing(ways):
        corners, heights = position
        for at, corner in enumerate(corners):
            if corner and _fits(heights, corner[-1]):
                raised = (_with(corners, at, corner[:-1]), _raised(heights, corner[-1]))
                ways.setdefault(raised, Way(position, "top", corner))
        if position == after:
            break
    steps = []
    at_last: Position | None = after
    while at_last is not None:
        way = ways[at_last]
        steps.append(way)
        at_last = way.before
    for way in reversed(steps):
        _make(line, way)


class Way(NamedTuple):
    """How a position is reached: the turned card goes up or to a corner, or the top of a corner goes up."""

    before: Position | None
    name: str
    corner: bytes
    """That corner, as it lay before."""


def _make(line: Line, way: Way) -> None:
    if not way.name:
        return
    table = line.state.table
    lying = {at: codes(table.piles[at].cards) for at in CORNER}
    corner = next((at for at, codes in lying.items() if codes == way.corner), -1)
    source = corner if way.name == "top" else TURNED
    top = table.piles[source].cards[-1:]
    kind = table.specs[source].kind
    for target in (corner,) if way.name == "corner" else FOUNDATIONS:
        if takes(table.specs[target], table.piles[target], kind, top):
            line.make(Move("play", table.specs[source].id, top, table.specs[target].id))
            return
    line.fail(f"{top} fits nowhere")
