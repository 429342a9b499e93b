"""What each seat of Pounce did in a round, and what it let go by: who was faster where, and what nobody played.

An opening is a card on top of a pounce pile, a waste or a tableau pile that a build pile takes, or an ace. It begins
with the move that makes both true, whosever move that is, and ends when one of them ceases to be; meanwhile the card
may change its pile, and the place its build pile. Tops are all that is looked at, so nothing is told that was hidden.
Time runs only while the race does: not in the countdown, nor while play has stopped.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from app.rules.card import ACE, DECK, DECKS, RANK, SUIT, Card, deck
from app.rules.game import Opening, SeatReview
from app.rules.games.pounce.state import PounceState
from app.rules.table import changed

MISSED_MS: Final = 5000
"""An opening that was left unused is worth telling after so long."""
TOLD: Final = 3
"""So many of each kind are told."""

Place: TypeAlias = tuple[str, int]
"""What a build pile takes next: suit and rank."""

_CARDS: Final[Mapping[Place, tuple[Card, ...]]] = {
    (SUIT[card], RANK[card]): tuple(deck(number)[at] for number in range(DECKS)) for at, card in enumerate(deck(0))
}


class Step(NamedTuple):
    """One move of the round and the state after it."""

    seat: int
    when: int
    name: str
    after: PounceState


def review(state: PounceState, steps: Iterable[Step]) -> Generator[None, None, tuple[SeatReview, ...]]:
    """Returns the reviews by seat, and yields after every step. `state` is the round as it was dealt."""
    look = _Look(state)
    last = 0
    for seat, when, name, after in steps:
        if state.phase == "race":
            look.ran += when - last
        look.see(state, after, seat if name == "play" else None)
        state, last = after, when
        yield
    return look.told(state)


class _Look:
    """Looks on, move by move, and notes what was open to whom since when."""

    def __init__(self, state: PounceState) -> None:
        rules, piles = state.rules, state.table.piles
        self.ran = 0
        """For how long the race has been running, in ms."""
        self._giving = frozenset((*rules.pounce, *rules.waste, *chain.from_iterable(rules.row)))
        self._builds = rules.builds
        self._tops = {piles[at].cards[-1] for at in self._giving if piles[at].cards}
        started = (cards[-1] for cards, _ in piles[rules.builds :] if cards)
        self._places: Counter[Place] = Counter((SUIT[card], RANK[card] + 1) for card in started)
        self._open: dict[Card, int] = {}
        self._fastest: list[Opening | None] = [None] * rules.seats
        self._beaten: list[list[Opening]] = [[] for _ in range(rules.seats)]
        self._missed: list[list[Opening]] = [[] for _ in range(rules.seats)]
        for card in self._tops:
            self._look_at(card, None, None)

    def see(self, before: PounceState, after: PounceState, player: int | None) -> None:
        """What one move changes. `player` is who carried cards with it, None for a move that carries none."""
        old, new = before.table.piles, after.table.piles
        gone, come = list[Card](), list[Card]()
        touched = list[Card]()
        built = None
        for at in changed(before.table, after.table):
            was, now = old[at].cards[-1:], new[at].cards[-1:]
            if was == now:
                continue
            if at >= self._builds:
                # The stuck rule may put several cards on a pile at once, but it is only the top that counts.
                built = now[0]
                for top, change in (*((card, -1) for card in was), (built, 1)):
                    place = SUIT[top], RANK[top] + 1
                    self._places[place] += change
                    touched += _CARDS.get(place, ())
            elif at in self._giving:
                gone += was
                come += now
        # In this order: a card that goes from one own pile to another stays on top.
        self._tops.difference_update(gone)
        self._tops.update(come)
        for card in (*gone, *come, *touched):
            self._look_at(card, player, built)

    def told(self, state: PounceState) -> tuple[SeatReview, ...]:
        """All that was noted, after the last move."""
        for card in list(self._open):
            self._miss(card)
        built = Counter(DECK[card] for pile in state.table.piles[self._builds :] for card in pile.cards)
        return tuple(
            SeatReview(built[seat], self._fastest[seat], _longest(self._beaten[seat]), _longest(self._missed[seat]))
            for seat in range(state.rules.seats)
        )

    def _look_at(self, card: Card, player: int | None, built: Card | None) -> None:
        on_top = card in self._tops
        if on_top and (RANK[card] == ACE or self._places[SUIT[card], RANK[card]] > 0):
            self._open.setdefault(card, self.ran)
        elif card not in self._open:
            return
        elif player is None or (not on_top and card != built):
            # Turned over, covered, or given up with "stuck": nobody else was faster.
            self._miss(card)
        elif on_top:
            self._beaten[DECK[card]].append(Opening(card, self.ran - self._open.pop(card), player))
        else:
            fastest, ms = self._fastest[player], self.ran - self._open.pop(card)
            if fastest is None or ms < fastest.ms:
                self._fastest[player] = Opening(card, ms)

    def _miss(self, card: Card) -> None:
        ms = self.ran - self._open.pop(card)
        if ms >= MISSED_MS:
            self._missed[DECK[card]].append(Opening(card, ms))


def _longest(openings: list[Opening]) -> tuple[Opening, ...]:
    """Of equally long ones the earliest comes first."""
    return tuple(sorted(openings, key=lambda opening: -opening.ms)[:TOLD])
