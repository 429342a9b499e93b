"""What a game is: the questions that the house asks of it, and the values they are asked with.

A game module in `app/rules/games/` exposes one object named `GAME` that satisfies `Game`. Nothing else registers it.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from app.rules.card import Card
from app.rules.rng import Chance
from app.rules.table import Table

HOUSE: Final = -1
"""The seat that deals, lets time run out and calls stops. Its moves are logged like anybody's."""

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"
OptionValue: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, OptionValue]
Carry: TypeAlias = Mapping[str, int]
"""What a seat brings from the round before: its "total", and what else a game wants; {} for a seat that is new."""

Reason = Literal[
    "unknown_move",  # no such move in this game, or a wrong shape
    "not_now",  # countdown, stopped, over, or not this seat's turn
    "not_yours",  # a pile of another seat
    "not_there",  # the named cards do not lie there, on top and in this order
    "does_not_fit",  # the target pile does not take them
    "stock_empty",
    "stock_not_empty",
    "nothing_to_do",  # a vote that is cast already, a waste that is empty ...
]


class Illegal(Exception):
    """A move that the rules refuse. The state is untouched.

    Raised by `check` only; from the room outwards a refusal is a value.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class Move(NamedTuple):
    """One action of one seat. It names its cards, never counts, so it cannot carry other cards than the hand held."""

    name: str
    source: str = ""  # pile id
    cards: tuple[Card, ...] = ()  # bottom to top
    target: str = ""  # pile id, or a word of the game ("new")
    seat: int = HOUSE  # whom a house move is about; HOUSE = nobody


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that the host may change. `choices` lists every allowed value, the default is one of them."""

    key: str
    default: OptionValue
    choices: tuple[OptionValue, ...]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game's own declaration. `presets` are named option sets that differ from the defaults."""

    key: str
    name: str
    seats: tuple[int, int]  # fewest, most
    pace: Literal["race", "turns", "solo"]
    options: tuple[Option, ...]
    presets: Mapping[str, Options] = field(default_factory=dict)
    call_off: str = ""
    """The name of the house's move by which a round ends before its time, because the host wants it; empty: none."""
    hints: bool = False
    """Whether `Game.hints` ever has something to say."""


class Timer(NamedTuple):
    """A move that HOUSE makes `ms` after the log entry with which this timer's name first appeared in `timers`."""

    name: str
    ms: int
    move: Move


class Absence(NamedTuple):
    """A move that HOUSE makes when every one of `seats` has been absent for `ms`."""

    seats: tuple[int, ...]
    ms: int
    move: Move


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One line of the score sheet. `parts` say by name what was counted: the summands of `points` (Pounce: cards,
    penalty, bonus), or what decided about them (Pontis: the points of the bank).
    """

    points: int
    total: int
    parts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a round. `carry` goes into the next deal.

    `winners` is empty while the match goes on, and when a solo game is lost, which always is a match of one round.
    """

    scores: tuple[SeatScore, ...]
    carry: tuple[Carry, ...]
    winners: tuple[int, ...]
    ended_by: int  # the seat that went out, or that won a solo game; HOUSE = nobody did


class Opening(NamedTuple):
    """A card that could go to the middle for `ms` of running play. `by`: the seat that was faster, HOUSE = nobody."""

    card: Card
    ms: int
    by: int = HOUSE


@dataclass(frozen=True, slots=True)
class SeatReview:
    """What a seat did in a round that is over, and what it let go by. The longest openings come first."""

    built: int  # cards that it has in the middle
    fastest: Opening | None  # the card that it played soonest after it could be played
    beaten: tuple[Opening, ...]  # places in the middle that were open to it and that another seat took
    missed: tuple[Opening, ...]  # cards that it could have played to the middle, and did not


class State(Protocol):
    """A point in one round. Immutable; games add fields of their own."""

    @property
    def table(self) -> Table: ...
    @property
    def rng(self) -> Chance | None: ...


S = TypeVar("S", bound=State)


class Game(Protocol[S]):
    """A ruleset. All methods are pure."""

    @property
    def info(self) -> GameInfo: ...

    def deal(self, options: Options, seats: Sequence[Carry], rng: Chance) -> S:
        """The state of a new round. `options` are written out in full (`complete`); one carry a seat."""

    def check(self, state: S, seat: int, move: Move) -> None:
        """Raises `Illegal` unless `seat` may make `move` now. The referee's hot path: microseconds."""

    def moves(self, state: S, seat: int) -> Iterable[Move]:
        """All legal moves of `seat` (HOUSE included), in a fixed order. Needs no hidden card: it works on a view."""

    def apply(self, state: S, seat: int, move: Move) -> S:
        """The state after a move that `check` let through."""

    def result(self, state: S) -> Result | None:
        """The score sheet once the round is over, else None."""

    def turn(self, state: S) -> int | None:
        """The one seat that may move now; None where all may at once, and when the round is over."""

    def facts(self, state: S) -> Mapping[str, Json]:
        """What everybody may know besides the piles (phase, votes, ...). Sent whole whenever it changes."""

    def timers(self, state: S) -> tuple[Timer, ...]:
        """The house moves that time brings in this state, whoever is present."""

    def absences(self, state: S) -> tuple[Absence, ...]:
        """The house moves that come in this state when somebody is away. Who is away the game does not know."""

    def view(self, state: S, seat: int | None) -> S:
        """The state as `seat` (None: an onlooker) may see it: hidden cards are `card.HIDDEN`, rng is None.

        `moves(view(state, seat), seat)` equals `moves(state, seat)`.
        """

    def hints(self, state: S, seat: int) -> Mapping[str, Json] | None:
        """What `seat` may do now, where the rules of the piles cannot say it to a browser; None: they can, or nothing.

        Needs no hidden card, as `moves`. Only its own seat is told.
        """

    def review(self, state: S, moves: Iterable[tuple[int, int, Move]]) -> Generator[None, None, tuple[SeatReview, ...]]:
        """Returns what each seat did in a round, by what everybody could see; () where there is nothing to say.

        `state` is the round as it was dealt, `moves` all its moves as (seat, when, move), HOUSE included; `when` is in
        ms and stands still during pauses. It yields after every move: a round may be long, and others are waiting.
        """


class BadOptions(ValueError):
    """Options that this game does not have or does not allow. `key` names the first wrong one."""

    def __init__(self, key: str) -> None:
        super().__init__(f"The option {key!r} does not exist or does not take this value.")
        self.key = key


def complete(info: GameInfo, given: Options) -> dict[str, OptionValue]:
    """Every option of the game written out, in the order in which it declares them; what is not given has its default.

    Raises `BadOptions` for a key or a value that the game does not declare. `1` is not `true`.
    """
    for key in given:
        if all(option.key != key for option in info.options):
            raise BadOptions(key)
    full: dict[str, OptionValue] = {}
    for option in info.options:
        value = given.get(option.key, option.default)
        if not any(type(value) is type(choice) and value == choice for choice in option.choices):
            raise BadOptions(option.key)
        full[option.key] = value
    return full


def read_options(info: GameInfo, given: Iterable[str]) -> dict[str, OptionValue]:
    """The options that texts such as `target=50` and `silence=false` name. Raises `BadOptions`."""
    spelled = {(option.key, str(choice).lower()): choice for option in info.options for choice in option.choices}
    chosen: dict[str, OptionValue] = {}
    for text in given:
        key, _, value = text.partition("=")
        if (key, value) not in spelled:
            raise BadOptions(key)
        chosen[key] = spelled[key, value]
    return chosen
