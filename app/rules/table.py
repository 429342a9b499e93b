"""A table of piles: what each declares of itself, what lies on it, what a viewer may see of it, what fits on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from app.rules.build import COUNTED, First, Step, Suits, counting, fitting
from app.rules.card import HIDDEN, Card

Kind: TypeAlias = Literal["stock", "waste", "tableau", "foundation", "reserve", "hand", "discard"]
ShownPile: TypeAlias = list[int | str]
"""A pile as a viewer sees it: [number of cards below that are not shown, shown cards bottom to top ...]."""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

_ALL: Final = 2**31
_NOTHING: Final[frozenset[Card]] = frozenset()


@dataclass(frozen=True, slots=True)
class Accepts:
    """What a pile takes. The browser reads the same data, so that a held card knows where it may go."""

    step: Step
    """The card above is one higher (1) or one lower (-1)."""
    suits: Suits
    """How the suits of two neighbours agree."""
    onto: tuple[Kind, ...]
    """From which kinds of pile a card may come when this pile has cards."""
    empty: Mapping[Kind, First]
    """Which card may come first, by the kind of pile it comes from; a missing kind: never."""
    run: bool
    """Whether several cards may arrive at once."""
    wild: First | None = None
    """Cards that fit whatever is needed. Where there are any, the top card does not say what comes next, but the number
    of cards does: on n cards the rank n + 1, of any suit."""
    fitting: Mapping[Kind, Mapping[Card | int | None, frozenset[Card]]] = field(init=False, repr=False, compare=False)
    """The same as ready-made sets: by the kind they come from and `place`, the cards that fit."""

    def __post_init__(self) -> None:
        sets: dict[Kind, Mapping[Any, frozenset[Card]]] = {}
        for kind in KINDS:
            follow, first = kind in self.onto, self.empty.get(kind)
            if self.wild is None:
                sets[kind] = fitting(self.step, self.suits, follow, first)
            else:
                sets[kind] = counting(follow, first, self.wild)
        object.__setattr__(self, "fitting", sets)

    def place(self, cards: tuple[Card, ...]) -> Card | int | None:
        """What decides which card fits on these: the top one, None with nothing there; with wild ones their number."""
        if self.wild is None:
            return cards[-1] if cards else None
        return min(len(cards), COUNTED)


@dataclass(frozen=True, slots=True)
class PileSpec:
    """What a pile declares of itself. A seat moves only from its own piles, to its own or to those that nobody owns."""

    id: str
    kind: Kind
    owner: int | None
    shows: Literal["up", "owner"] | int
    """up: the face-up cards are seen and the rest counted; owner: its owner sees all; n: the top n are seen."""
    gives: Literal["none", "top", "run", "any"]
    """What may be taken away: nothing, the top card, any face-up end part, or any one card."""
    accepts: Accepts | None = None
    apart: bool = False
    """Whether it is its owner's alone: to everybody else it is empty, and what happens there is not told."""
    seen: int = field(init=False, repr=False, compare=False)
    """`shows` as a number: so many face-up cards from the top are seen; below 0: all, by the owner alone."""

    def __post_init__(self) -> None:
        words = {"up": _ALL, "owner": -1}
        object.__setattr__(self, "seen", self.shows if isinstance(self.shows, int) else words[self.shows])


class Pile(NamedTuple):
    """Cards bottom to top; the first `down` of them lie face down."""

    cards: tuple[Card, ...] = ()
    down: int = 0


EMPTY: Final = Pile()


class Table(NamedTuple):
    """All piles of a round. `specs` and `index` (pile id -> position) are the same objects all round long."""

    specs: tuple[PileSpec, ...]
    index: Mapping[str, int]  # type: ignore[assignment]  # hides the method of tuples, which nobody needs here
    piles: tuple[Pile, ...]

    def pile(self, pile_id: str) -> Pile:
        """What lies on a pile. Raises KeyError for a pile that does not exist."""
        return self.piles[self.index[pile_id]]

    def with_piles(self, changes: Mapping[int, Pile]) -> "Table":
        """The table with other piles at these positions. All the others stay the same objects."""
        piles = list(self.piles)
        for at, pile in changes.items():
            piles[at] = pile
        return Table(self.specs, self.index, tuple(piles))

    def shown(self, at: int, viewer: int | None) -> ShownPile:
        """The pile at this position as `viewer` (None: an onlooker) may see it: [hidden, card, ...], the top last."""
        spec, pile = self.specs[at], self.piles[at]
        if spec.apart and viewer != spec.owner:
            return [0]
        hidden = _hidden(spec, pile, viewer)
        return [hidden, *pile.cards[hidden:]]

    def seen_by(self, viewer: int | None) -> "Table":
        """The table with `HIDDEN` in place of every card that `viewer` may not know, and nothing on piles apart."""
        piles = list(self.piles)
        for at, (spec, pile) in enumerate(zip(self.specs, self.piles, strict=True)):
            cards, down = pile
            if spec.apart and viewer != spec.owner:
                piles[at] = EMPTY
            elif cards and (down or spec.seen < len(cards)) and (hidden := _hidden(spec, pile, viewer)):
                piles[at] = _covered(pile, hidden)
        return Table(self.specs, self.index, tuple(piles))


def _hidden(spec: PileSpec, pile: Pile, viewer: int | None) -> int:
    """How many cards from the bottom the viewer may not see."""
    seen = spec.seen
    if seen < 0:
        seen = _ALL if viewer is not None and viewer == spec.owner else 0
    return max(len(pile.cards) - seen, pile.down)


@lru_cache(maxsize=8192)
def _covered(pile: Pile, hidden: int) -> Pile:
    """The pile with its lowest cards unknown. Remembered: of a table's piles a move changes two or three."""
    return Pile((HIDDEN,) * hidden + pile.cards[hidden:], pile.down)


def laid_out(specs: Sequence[PileSpec]) -> Table:
    """A table with these piles, all empty."""
    return Table(tuple(specs), {spec.id: at for at, spec in enumerate(specs)}, (EMPTY,) * len(specs))


def changed(before: Table, after: Table) -> list[int]:
    """The positions whose pile is another object than before, in order. Both tables are of one round."""
    if before.piles is after.piles:
        return []
    return list(compress(range(len(after.piles)), map(is_not, before.piles, after.piles)))


def gives(spec: PileSpec, pile: Pile, cards: tuple[Card, ...]) -> bool:
    """Whether exactly these cards lie there and may be taken away: the last ones in this order, from a hand any one.

    Never tells anything about a face-down card: what is not face up is not there.
    """
    count, how = len(cards), spec.gives
    if how == "none" or not count or (count > 1 and how != "run"):
        return False
    if count <= len(pile.cards) - pile.down and pile.cards[-count:] == cards:
        return True
    return how == "any" and cards[0] in pile.cards[pile.down :]


def welcome(spec: PileSpec, pile: Pile, kind: Kind) -> frozenset[Card]:
    """The cards that may be laid on the pile next, coming from a pile of this kind. Ask for membership only."""
    accepts = spec.accepts
    return _NOTHING if accepts is None else accepts.fitting[kind][accepts.place(pile.cards)]


def takes(spec: PileSpec, pile: Pile, kind: Kind, cards: tuple[Card, ...]) -> bool:
    """Whether the pile takes these cards, arriving together from a pile of this kind. Only the lowest has to fit."""
    accepts = spec.accepts
    if accepts is None or (len(cards) > 1 and not accepts.run):
        return False
    return cards[0] in accepts.fitting[kind][accepts.place(pile.cards)]


def carry(piles: list[Pile], source: int, count: int, target: int) -> bool:
    """Move the top `count` cards, keeping their order, and turn up a face-down card that becomes the last of its pile.

    Changes `piles` in place; the answer is whether a card was turned up.
    """
    cards, down = piles[source]
    staying = cards[:-count]
    turned = 0 < down == len(staying)
    piles[source] = Pile(staying, down - turned)
    below, below_down = piles[target]
    piles[target] = Pile(below + cards[-count:], below_down)
    return turned
