"""A point in a game of Pontis, what stays the same all game long, and the deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from app.rules.card import RANK, SUIT, Card, deck, jokers
from app.rules.game import HOUSE, Carry, Options, OptionValue
from app.rules.games.pontis.lay import Named, Want, wanted
from app.rules.rng import Chance
from app.rules.table import Pile, PileSpec, Table, laid_out

MIN_SEATS: Final = 2
MAX_SEATS: Final = 8

Phase: TypeAlias = Literal["open", "name", "lay", "over"]
"""open: the dealer is to turn his base up; name: a joker base is to be named; lay: a lay or a miss."""
Ending: TypeAlias = Literal["", "out", "block", "stopped"]


@dataclass(frozen=True, slots=True)
class Rules:
    """What is the same all game long: the options and where the piles lie. The hand of a seat lies before its bank."""

    options: Mapping[str, OptionValue]
    seats: int
    empty: Table
    must_lay: bool
    turn_ms: int
    """How long a turn may take, 0 = as long as it likes."""

    @property
    def aside(self) -> int:
        """The position of the cards that are out of play."""
        return 2 * self.seats

    def hand(self, seat: int) -> int:
        """The position of a seat's hand."""
        return 2 * seat

    def bank(self, seat: int) -> int:
        """The position of a seat's bank."""
        return 2 * seat + 1

    def before(self, seat: int) -> int:
        """The seat whose bank counts for this one."""
        return (seat - 1) % self.seats

    def after(self, seat: int) -> int:
        """The seat that plays next."""
        return (seat + 1) % self.seats


class PontisState(NamedTuple):
    """A point in one game."""

    table: Table
    rng: Chance | None
    rules: Rules
    wins: tuple[int, ...]
    """Games of this match that each seat has won before this one."""
    games: int
    """How many games of this match have been counted before this one."""
    dealer: int
    phase: Phase
    turn: int
    """Whose turn it is; when the game is over, whose it was."""
    names: tuple[Named, ...]
    """The ranks of jokers on banks, in the order in which they were named."""
    misses: int
    """How many seats in a row have missed."""
    ending: Ending
    by: int
    """Who laid the last card; HOUSE = nobody."""

    def hand(self, seat: int) -> tuple[Card, ...]:
        """The hand of a seat."""
        return self.table.piles[self.rules.hand(seat)].cards

    def bank(self, seat: int) -> tuple[Named, ...]:
        """The open cards of a bank, the top last. The rank of a joker that is not named yet, as of `HIDDEN`, is 0."""
        cards, down = self.table.piles[self.rules.bank(seat)]
        names = dict(self.names)
        return tuple((card, max(RANK[card], 0) or names.get(card, 0)) for card in cards[down:])

    def top(self, seat: int) -> int:
        """The rank on top of a bank; 0 while there is none."""
        cards, down = self.table.piles[self.rules.bank(seat)]
        if len(cards) == down:
            return 0
        return RANK[cards[-1]] or next((rank for card, rank in self.names if card == cards[-1]), 0)

    def want(self) -> Want:
        """What is wanted of the seat whose turn it is, in the phase `lay`."""
        return wanted(self.top(self.turn), self.top(self.rules.before(self.turn)))


def deal(options: Options, seats: Sequence[Carry], rng: Chance) -> PontisState:
    """The state before the dealer opens. Shuffles, then draws the lot for the dealer unless `seats` know whose turn it
    is: `deals` counts the games until a seat deals, `wins` and `games` are those of the match.
    """
    rules = _rules(tuple(options.items()), len(seats))
    bases, rest, rng = _shuffled(rules, rng)
    waiting = [(carry["deals"], seat) for seat, carry in enumerate(seats) if "deals" in carry]
    if waiting:
        dealer = min(waiting)[1]
    else:
        dealer, rng = rng.below(rules.seats)
    return PontisState(
        table=rules.empty.with_piles(_laid(rules, dealer, bases, rest)),
        rng=rng,
        rules=rules,
        wins=tuple(carry.get("total", 0) for carry in seats),
        games=max(carry.get("games", 0) for carry in seats),
        dealer=dealer,
        phase="open",
        turn=dealer,
        names=(),
        misses=0,
        ending="",
        by=HOUSE,
    )


def _shuffled(rules: Rules, rng: Chance) -> tuple[tuple[Card, ...], tuple[Card, ...], Chance]:
    """The bases and the other cards, both in the order in which they are dealt.

    For bases of one suit the four aces are shuffled, the first of them says which; its cards are shuffled next, then
    what is left of them with all others.
    """
    everything = (*deck(0), *jokers(0, int(rules.options["jokers"])))
    if rules.options["bases"] == "pack":
        cards, rng = rng.shuffled(everything)
        return cards[: rules.seats], cards[rules.seats :], rng
    aces, rng = rng.shuffled([card for card in everything if RANK[card] == 1])
    suited, rng = rng.shuffled([card for card in everything if SUIT[card] == SUIT[aces[0]]])
    bases = suited[: rules.seats]
    rest, rng = rng.shuffled([card for card in everything if card not in bases])
    return bases, rest, rng


def _laid(rules: Rules, dealer: int, bases: tuple[Card, ...], rest: tuple[Card, ...]) -> dict[int, Pile]:
    """The piles, dealt one card at a time from the dealer's left; what does not go round stays out of play."""
    seats = rules.seats
    whole = len(rest) // seats * seats
    piles = {rules.aside: Pile(rest[whole:], len(rest) - whole)}
    for number in range(seats):
        seat = (dealer + 1 + number) % seats
        piles[rules.hand(seat)] = Pile(rest[number:whole:seats])
        piles[rules.bank(seat)] = Pile((bases[number],), 1)
    return piles


@lru_cache(maxsize=256)
def _rules(options: tuple[tuple[str, OptionValue], ...], seats: int) -> Rules:
    chosen = dict(options)
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ValueError(f"Pontis is for {MIN_SEATS} to {MAX_SEATS} seats, not {seats}.")
    specs = []
    for seat in range(seats):
        specs.append(PileSpec(f"{seat}h", "hand", seat, "owner", "none"))
        specs.append(PileSpec(f"{seat}b", "tableau", seat, "up", "none"))
    specs.append(PileSpec("aside", "stock", None, 0, "none"))
    return Rules(
        options=chosen,
        seats=seats,
        empty=laid_out(specs),
        must_lay=bool(chosen["must_lay"]),
        turn_ms=int(chosen["turn_seconds"]) * 1000,
    )
