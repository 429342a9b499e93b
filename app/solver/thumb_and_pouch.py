"""Solves Thumb and Pouch: the best position first, by what still lies in the way.

A *position* is small and knows no piles by name, so that tables that differ only in the order of their piles are one:

- `piles`: each pile as bytes, sorted: its face-up cards bottom to top, then a mark of what lies face down below them
  (which pile's, and how many), `OPEN` for nothing. A card is rank * 4 + suit, ace 0.
- `heights`: how many cards are up, four bits a suit.
- `talon`: stock and waste as one row, in the order in which they are turned; the first `turned` of them are the waste.
- `redeals`: how many are left. Without limit it does not matter what is turned, and `turned` stays 0.

A *step* carries a card, with what lies on it, onto another, to an empty pile or up. If it is in the talon the cards are
turned until it lies open, so turning is no step. A card that can go up and that no lower card will ever need to lie on
goes up at once. With an empty talon and nothing face down the game is won: runs go down, so the next card of the lowest
suit always lies at an end.

Three searches with other weights take turns; where one is caught in a corner another often is not.
"""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, Final, NamedTuple, TypeAlias

from app.rules.card import RANK, SUITS, Card
from app.rules.game import Move
from app.rules.games.thumb_and_pouch import FLIP, FOUNDATIONS, GAME, PICKUP, STOCK, TABLEAU, WASTE, ThumbState, ups
from app.rules.table import takes
from app.solver.base import Dead, GaveUp, Line, Outcome, Solved

Position: TypeAlias = tuple[tuple[bytes, ...], int, bytes, int, int]
Path: TypeAlias = "tuple[Path, int, int] | None"
"""The steps to a position, the last one outside: the card and where it went."""
Ends: TypeAlias = tuple[Mapping[int, int], int, int]
"""Which card lies at the end of which pile, which cards those ends take (a bit each), and an empty pile or -1."""
Child: TypeAlias = tuple[int, int, Position, float, int]
"""A step, where it leads, how that is judged, and how many cards still lie face down or in the talon."""
Node: TypeAlias = tuple[float, int, Position, int, Path]

UP: Final = -2
TO_EMPTY: Final = -1
UNLIMITED: Final = -1
NO_MARK: Final = 255
ONE: Final = tuple(bytes((each,)) for each in range(256))
OPEN: Final = ONE[NO_MARK]
NO_ENDS: Final[Ends] = ({}, 0, -1)
MARKS: Final = 8
"""A mark is pile * MARKS + cards that lie face down there."""

TURN: Final = 300
"""So many nodes one search looks at before it is the next one's turn."""

ABOVE: Final = tuple(
    tuple((rank + 1) * 4 + other for other in range(4) if other != suit) if rank < 12 else ()
    for rank in range(13)
    for suit in range(4)
)
"""For every card those on which it may lie."""
TAKES: Final = tuple(
    sum(1 << (rank - 1) * 4 + other for other in range(4) if other != suit) if rank else 0
    for rank in range(13)
    for suit in range(4)
)
"""For every card those that may lie on it, a bit each."""


class Weights(NamedTuple):
    """What a position is judged by; the lowest sum is looked at first. Found by trying."""

    down: float
    """For each face-down card."""
    up: float
    """Taken off for each card on a foundation."""
    talon: float
    """For each card in the talon."""
    passed: float
    """For each time that all of the talon has been turned, and in proportion for a part."""
    blocking: float
    """For each card that lies, or will lie, on a lower one of its suit that is face down or just open."""
    empty: float
    """Taken off for each empty pile."""
    run: float
    """Taken off for each card that lies where it belongs, on another."""
    spread: float
    """For each card that the highest foundation is ahead of the lowest."""


WEIGHTS: Final = (
    Weights(down=10, up=5.5, talon=5.25, passed=24, blocking=1.69, empty=4.2, run=2.8, spread=1.87),
    Weights(down=10, up=6.6, talon=4.3, passed=49, blocking=2.5, empty=6.7, run=1.6, spread=0.9),
    Weights(down=10, up=5.5, talon=5.25, passed=55.25, blocking=1.69, empty=4.2, run=2.8, spread=2.59),
)


class Deal(NamedTuple):
    """A game to solve: what lies face down where, and the position from which it is played."""

    down: tuple[bytes, ...]
    position: Position
    left: int


def search(state: ThumbState) -> "InTurns":
    """A search from a game that goes on."""
    return InTurns(state)


class InTurns:
    """Searches that take turns. What one of them proves is proved."""

    def __init__(self, state: ThumbState) -> None:
        self._state = state
        self._deal = _deal(state)
        self._waiting = list(WEIGHTS)
        self._searches: list[BestFirst] = []
        self._next()

    def run(self, nodes: int) -> Outcome:
        """Look at so many nodes more."""
        if not self._deal.left:
            return _line(self._state, None)
        while nodes > 0:
            turn = min(nodes, self._credit)
            found = self._searches[-1].run(turn)
            if isinstance(found, Dead):
                return found
            if found is not None:
                return _line(self._state, found)
            nodes -= turn
            self._credit -= turn
            if not self._credit:
                self._next()
        return GaveUp()

    def _next(self) -> None:
        """Whose turn it is stands last. Most games are won before there is a second one."""
        fresh = BestFirst(self._deal, self._waiting.pop(0)) if self._waiting else self._searches.pop(0)
        self._searches.append(fresh)
        self._credit = TURN


class BestFirst:
    """One search: always on from the position that looks best, the newest of equal ones."""

    def __init__(self, deal: Deal, weights: Weights) -> None:
        self._flipped = _flipped(deal.down)
        self._judge = _Piles(deal.down, weights)
        self._heights = _Heights(weights)
        self._weights = weights
        piles, heights, talon, turned, redeals = deal.position
        self._unlimited = redeals == UNLIMITED
        self._talon = _talon_costs(len(talon), 0 if self._unlimited else weights.passed, weights.talon)
        judged = sum(map(self._judge.__getitem__, piles)) + self._heights[heights] + self._talon[len(talon)][turned]
        self._seen: set[Position] = {deal.position}
        self._heap: list[Node] = [(judged, 0, deal.position, deal.left, None)]
        self._age = 0

    def run(self, nodes: int) -> "Path | Dead":
        """The steps to a position that is won; None when the nodes are used up."""
        heap, seen, age = self._heap, self._seen, self._age
        for _ in range(nodes):
            if not heap:
                return Dead()
            judged, _, position, left, path = heappop(heap)
            for card, onto, after, cost, remaining in self._children(position, judged, left):
                if after in seen:
                    continue
                if not remaining:
                    return (path, card, onto)
                seen.add(after)
                age -= 1
                heappush(heap, (cost, age, after, remaining, (path, card, onto)))
        self._age = age
        return None

    def _children(self, position: Position, judged: float, left: int) -> list[Child]:
        piles, heights, talon, turned, _ = position
        ends: dict[int, int] = {}
        taken, empty = 0, -1
        for at, pile in enumerate(piles):
            if len(pile) > 1:
                end = pile[-2]
                ends[end] = at
                taken |= TAKES[end]
            else:
                empty = at
        where: Ends = (ends, taken, empty)
        children: list[Child] = []
        for end, at in ends.items():
            if heights >> 4 * (end & 3) & 15 == end >> 2:
                child = self._up(position, judged, left, end, at)
                if _needless(heights, end):
                    return [child]
                children.append(child)
        free = talon if self._unlimited else talon[turned - 1 : turned] if turned else b""
        for card in free:
            if heights >> 4 * (card & 3) & 15 == card >> 2 and _needless(heights, card):
                return list(self._from_talon(position, judged, left, (talon.index(card),), NO_ENDS))
        children += self._in_tableau(position, judged, left, where)
        children += self._from_talon(position, judged, left, self._reachable(position), where)
        children += self._back(position, judged, left, where)
        return children

    def _reachable(self, position: Position) -> range:
        """The cards of the talon that can be turned, by their place."""
        _, _, talon, turned, redeals = position
        return range(0 if redeals else max(turned - 1, 0), len(talon))

    def _up(self, position: Position, judged: float, left: int, card: int, at: int) -> Child:
        piles, heights, talon, turned, redeals = position
        pile = piles[at]
        rest = pile[:-2] + pile[-1:]
        if len(rest) == 1:
            rest = self._flipped[rest[0]]
            left -= rest is not OPEN
        raised = heights + (1 << 4 * (card & 3))
        after = list(piles)
        after[at] = rest
        after.sort()
        cost = judged - self._judge[pile] + self._judge[rest] + self._heights[raised] - self._heights[heights]
        return card, UP, (tuple(after), raised, talon, turned, redeals), cost, left

    def _in_tableau(self, position: Position, judged: float, left: int, where: Ends) -> Iterator[Child]:
        """Every end part of a pile onto a card, or to an empty pile if it does not leave one behind."""
        ends, taken, empty = where
        piles, heights, talon, turned, redeals = position
        judge = self._judge
        for at, pile in enumerate(piles):
            last = len(pile) - 1
            mark = pile[last:]
            for start in range(last):
                card = pile[start]
                fits = taken >> card & 1
                frees = empty >= 0 and (start or mark != OPEN)
                if not (fits or frees):
                    continue
                rest = pile[:start] + mark if start else self._flipped[mark[0]]
                remaining = left if start else left - (rest is not OPEN)
                run = pile[start:last]
                base = judged - judge[pile] + judge[rest]
                for onto in ABOVE[card] if fits else ():
                    to = ends.get(onto, at)
                    if to != at:
                        below = piles[to]
                        grown = below[:-1] + run + below[-1:]
                        after = list(piles)
                        after[at], after[to] = rest, grown
                        after.sort()
                        cost = base - judge[below] + judge[grown]
                        yield card, onto, (tuple(after), heights, talon, turned, redeals), cost, remaining
                if frees:
                    after = list(piles)
                    after[at], after[empty] = rest, run + OPEN
                    after.sort()
                    cost = base - judge[OPEN] + judge[run + OPEN]
                    yield card, TO_EMPTY, (tuple(after), heights, talon, turned, redeals), cost, remaining

    def _from_talon(
        self, position: Position, judged: float, left: int, places: Sequence[int], where: Ends
    ) -> Iterator[Child]:
        """Cards at these places of the talon, wherever they fit."""
        ends, taken, empty = where
        piles, heights, talon, turned, redeals = position
        judge, costs = self._judge, self._talon[len(talon) - 1] if talon else ()
        base = judged - self._talon[len(talon)][turned]
        for place in places:
            card = talon[place]
            up = heights >> 4 * (card & 3) & 15 == card >> 2
            fits = taken >> card & 1
            if not (up or fits or empty >= 0):
                continue
            rest = talon[:place] + talon[place + 1 :]
            again = place < turned - 1
            before = 0 if self._unlimited else place
            cost = base + costs[before] + (self._weights.passed if again else 0)
            talon_after = (rest, before, redeals - again)
            if up:
                raised = heights + (1 << 4 * (card & 3))
                judged_up = cost + self._heights[raised] - self._heights[heights]
                yield card, UP, (piles, raised, *talon_after), judged_up, left - 1
            for onto in ABOVE[card] if fits else ():
                to = ends.get(onto, -1)
                if to >= 0:
                    below = piles[to]
                    grown = below[:-1] + ONE[card] + below[-1:]
                    after = list(piles)
                    after[to] = grown
                    after.sort()
                    judged_on = cost - judge[below] + judge[grown]
                    yield card, onto, (tuple(after), heights, *talon_after), judged_on, left - 1
            if empty >= 0:
                after = list(piles)
                after[empty] = ONE[card] + OPEN
                after.sort()
                judged_on = cost - judge[OPEN] + judge[ONE[card] + OPEN]
                yield card, TO_EMPTY, (tuple(after), heights, *talon_after), judged_on, left - 1

    def _back(self, position: Position, judged: float, left: int, where: Ends) -> Iterator[Child]:
        """The tops of the foundations onto cards; an empty pile is better left empty."""
        ends, taken, _ = where
        piles, heights, talon, turned, redeals = position
        judge = self._judge
        for suit in range(4):
            rank = (heights >> 4 * suit & 15) - 1
            card = rank * 4 + suit
            if rank < 1 or not taken >> card & 1:
                continue
            lowered = heights - (1 << 4 * suit)
            cost = judged + self._heights[lowered] - self._heights[heights]
            for onto in ABOVE[card]:
                to = ends.get(onto, -1)
                if to >= 0:
                    below = piles[to]
                    grown = below[:-1] + ONE[card] + below[-1:]
                    after = list(piles)
                    after[to] = grown
                    after.sort()
                    judged_on = cost - judge[below] + judge[grown]
                    yield card, onto, (tuple(after), lowered, talon, turned, redeals), judged_on, left


def _needless(heights: int, card: int) -> bool:
    """Whether no card will need to lie on this one any more: all that might can go up themselves as soon as it can."""
    lowest = min(heights >> 4 * suit & 15 for suit in range(4) if suit != card & 3)
    return card >> 2 <= lowest + 1


# --- judging ----------------------------------------------------------------------------------------------------------


class _Piles(dict[bytes, float]):
    """How a pile is judged, remembered."""

    def __init__(self, down: Sequence[bytes], weights: Weights) -> None:
        super().__init__()
        self._down, self._weights = down, weights

    def __missing__(self, pile: bytes) -> float:
        weights, run, mark = self._weights, pile[:-1], pile[-1]
        if not run:
            judged = -weights.empty
        else:
            below = b"" if mark == NO_MARK else self._down[mark // MARKS][: mark % MARKS]
            whole, count = below + run, len(below)
            blocking = sum(
                other < card and other & 3 == card & 3
                for at, card in enumerate(whole)
                for other in whole[: min(at, count)]
            )
            judged = weights.down * count + weights.blocking * blocking - weights.run * (len(run) - 1)
        self[pile] = judged
        return judged


class _Heights(dict[int, float]):
    """How the foundations are judged, remembered."""

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self._weights = weights

    def __missing__(self, heights: int) -> float:
        each = [heights >> 4 * suit & 15 for suit in range(4)]
        self[heights] = judged = self._weights.spread * (max(each) - min(each)) - self._weights.up * sum(each)
        return judged


def _talon_costs(count: int, passed: float, card: float) -> list[list[float]]:
    """By how many cards are in the talon, and how many of them are turned."""
    return [[card * size + passed * turned / max(size, 1) for turned in range(size + 1)] for size in range(count + 1)]


def _flipped(down: Sequence[bytes]) -> dict[int, bytes]:
    """By its mark what a pile is once the last of its face-up cards is gone."""
    flipped = {NO_MARK: OPEN}
    for at, cards in enumerate(down):
        for count in range(1, len(cards) + 1):
            mark = ONE[at * MARKS + count - 1] if count > 1 else OPEN
            flipped[at * MARKS + count] = cards[count - 1 : count] + mark
    return flipped


# --- from the table and back to it ------------------------------------------------------------------------------------


def _code(card: Card) -> int:
    return (RANK[card] - 1) * 4 + SUITS.index(card[-1])


def _codes(cards: Sequence[Card]) -> bytes:
    return bytes(map(_code, cards))


def _deal(state: ThumbState) -> Deal:
    table = state.table.piles
    down, piles = [], []
    for number, at in enumerate(TABLEAU):
        cards, hidden = table[at]
        down.append(_codes(cards[:hidden]))
        piles.append(_codes(cards[hidden:]) + (ONE[number * MARKS + hidden] if hidden else OPEN))
    heights = 0
    for at in FOUNDATIONS:
        if cards := table[at].cards:
            heights += len(cards) << 4 * (_code(cards[0]) & 3)
    waste, stock = table[WASTE].cards, table[STOCK].cards
    talon = _codes(waste + stock[::-1])
    redeals, turned = (UNLIMITED, 0) if state.redeals is None else (state.redeals, len(waste))
    return Deal(tuple(down), (tuple(sorted(piles)), heights, talon, turned, redeals), len(talon) + sum(map(len, down)))


def _line(state: ThumbState, path: Path) -> Solved:
    """The moves of these steps, and then all cards up."""
    steps = []
    while path is not None:
        path, card, onto = path
        steps.append((card, onto))
    names = {_code(card): card for pile in state.table.piles for card in pile.cards}
    line = Line(GAME, state)
    for card, onto in reversed(steps):
        _step(line, names[card], None if onto < 0 else names[onto], up=onto == UP)
    while line.state.ended is None:
        rising = ups(line.state.table)
        if not rising:
            line.fail("cards lie open, and none goes up")
        line.make(rising[0])
    return line.solved()


def _step(line: Line, card: Card, onto: Card | None, *, up: bool) -> None:
    """Turn cards until this one lies open, if it is in the talon, and carry it with what lies on it."""
    source = _where(line.state, card)
    while source in {STOCK, WASTE} and line.state.table.piles[WASTE].cards[-1:] != (card,):
        line.make(FLIP if line.state.table.piles[STOCK].cards else PICKUP)
    table = line.state.table
    source = _where(line.state, card)
    cards = table.piles[source].cards
    carried = cards[cards.index(card) :]
    targets: Sequence[int] = FOUNDATIONS if up else TABLEAU
    if onto is not None:
        targets = [_where(line.state, onto)]
    elif not up:
        targets = [at for at in targets if not table.piles[at].cards]
    kind = table.specs[source].kind
    for at in targets:
        if takes(table.specs[at], table.piles[at], kind, carried):
            line.make(Move("play", table.specs[source].id, carried, table.specs[at].id))
            return
    line.fail(f"{card} fits nowhere")


def _where(state: Any, card: Card) -> int:
    return next(at for at, pile in enumerate(state.table.piles) if card in pile.cards)
