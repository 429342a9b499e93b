"""A race on the same deal: everybody plays the same deal of a game for one, each on a table of his own.

Around a game of pace "solo", which knows nothing of it: every seat has a state of that game, dealt once for all. Seat 2
has the cards of deck 2 in it, which follow the same rules as those of deck 0, and ids of piles that begin with 2 here
begin with 0 there. The rules, the options and how a game ends are the game's own.

Nobody sees anything of another's table, because the deal is the same: from how many cards his piles have one could read
his moves. What everybody knows of his game is how many cards are up, how many redeals are left, and how it ended. When
all is over, `tables` in the facts says how each lay at its end, as who played it saw it.

Go comes after three seconds; nothing moves before it. A seat may give up, which is final, as every move is: nothing is
taken back in a race. It is over when a seat has won its game, or when no seat plays any more, or when the host calls it
off. Who has most cards up then wins, and who won his game has all of them; equal highest share the win. Who has ended
waits for those who play. When all of these have been away for a minute, the house gives up for them; as long as one of
them is there nobody is given up for. Every race is a match of one round.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from app.rules.card import Card, deck
from app.rules.game import (
    HOUSE,
    Absence,
    Carry,
    Game,
    GameInfo,
    Illegal,
    Json,
    Move,
    Options,
    OptionValue,
    Result,
    SeatReview,
    SeatScore,
    Timer,
)
from app.rules.rng import Chance, Rng
from app.rules.table import Pile, PileSpec, ShownPile, Table, changed, laid_out

FEWEST: Final = 2
MOST: Final = 6
COUNTDOWN_MS: Final = 3000
AWAY_MS: Final = 60_000

GO: Final = Move("go")
CALL_OFF: Final = Move("call_off")

ALONE: Final = 0
"""Who plays a game for one; its deck, and how the ids of its piles begin."""

Phase: TypeAlias = Literal["countdown", "race", "over"]

_OWN: Final[tuple[Mapping[Card, Card], ...]] = tuple(
    dict(zip(deck(ALONE), deck(seat), strict=True)) for seat in range(MOST)
)
"""Each card as it is dealt, and as a seat has it."""


@dataclass(frozen=True, slots=True)
class Side:
    """Where a seat plays: the position of its first pile, and the ids of its piles, there and in the game."""

    first: int
    to_game: Mapping[str, str]
    to_seat: Mapping[str, str]


class RaceState(NamedTuple):
    """A point in one race."""

    table: Table
    rng: Chance | None
    sides: tuple[Side, ...]
    totals: tuple[int, ...]
    """What each seat brought along."""
    phase: Phase
    games: tuple[Any, ...]
    """The game of each seat; in a view None for every other seat."""
    up: tuple[int, ...]
    """How many cards each has on its foundations; the next ones likewise by seat."""
    ended: tuple[str | None, ...]
    redeals: tuple[int | None, ...]
    by: int
    """Who won his game; HOUSE = nobody did."""
    tables: tuple[Mapping[str, ShownPile], ...] | None
    """When it is over, what each seat saw of its own piles."""


class SolitaireRace:
    """The rules of a race in the game that it is made with, as the house asks them. Stateless."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._give_up = Move(game.info.call_off)
        """What a seat says to end its game, and what the house of the game for one does then."""
        self.info: Final[GameInfo] = replace(
            game.info,
            key=f"{game.info.key}-race",
            name=f"{game.info.name} race",
            seats=(FEWEST, MOST),
            pace="race",
            call_off=CALL_OFF.name,
        )

    def deal(self, options: Options, seats: Sequence[Carry], rng: Chance) -> RaceState:
        """The state before Go: one deal for all."""
        if not FEWEST <= len(seats) <= MOST:
            raise ValueError(f"{self.info.name} is for {FEWEST} to {MOST} seats, not {len(seats)}.")
        dealt = self._game.deal(options, [{}], rng)
        empty, sides = _laid_out(self._game, tuple(options.items()), len(seats))  # type: ignore[arg-type]  # an object
        games = tuple(_dressed(dealt, cards) for cards in _OWN[: len(seats)])
        told = self._game.facts(dealt)
        return RaceState(
            table=empty._replace(piles=tuple(chain.from_iterable(game.table.piles for game in games))),
            rng=dealt.rng,
            sides=sides,
            totals=tuple(carry.get("total", 0) for carry in seats),
            phase="countdown",
            games=games,
            up=(told["up"],) * len(seats),  # type: ignore[arg-type]  # games for one say these three alike
            ended=(None,) * len(seats),
            redeals=(told["redeals"],) * len(seats),  # type: ignore[arg-type]
            by=HOUSE,
            tables=None,
        )

    def check(self, state: RaceState, seat: int, move: Move) -> None:
        """Raises `Illegal` unless `seat` may make `move` now."""
        if seat == HOUSE:
            self._check_house(state, move)
            return
        if not 0 <= seat < len(state.sides) or move.seat != HOUSE:
            raise Illegal("unknown_move")
        if state.phase != "race" or state.ended[seat] is not None:
            raise Illegal("not_now")
        if move != self._give_up:
            self._game.check(state.games[seat], ALONE, _to_game(state, seat, move))

    def _check_house(self, state: RaceState, move: Move) -> None:
        if move not in self._house_moves(state):
            known = move in {GO, CALL_OFF, self._gives_up(move.seat)}
            raise Illegal("not_now" if known else "unknown_move")

    def moves(self, state: RaceState, seat: int) -> list[Move]:
        """All legal moves: those that the game lists, in its order, then giving up."""
        if seat == HOUSE:
            return self._house_moves(state)
        if state.phase != "race" or state.ended[seat] is not None:
            return []
        ids = state.sides[seat].to_seat
        found = [
            Move(name, ids.get(source, source), cards, ids.get(target, target))
            for name, source, cards, target, _ in self._game.moves(state.games[seat], ALONE)
        ]
        return [*found, self._give_up]

    def _house_moves(self, state: RaceState) -> list[Move]:
        match state.phase:
            case "countdown":
                return [GO]
            case "race":
                return [CALL_OFF, *map(self._gives_up, _awaited(state))]
            case "over":
                return []

    def _gives_up(self, seat: int) -> Move:
        """How the house says it for a seat."""
        return self._give_up._replace(seat=seat)

    def apply(self, state: RaceState, seat: int, move: Move) -> RaceState:
        """The state after a move that `check` let through."""
        if seat == HOUSE:
            if move == GO:
                return state._replace(phase="race")
            if move == CALL_OFF:
                return _over(state)
            seat = move.seat
        before = state.games[seat]
        if move.name == self._give_up.name:
            after = self._game.apply(before, HOUSE, self._give_up)
        else:
            after = self._game.apply(before, ALONE, _to_game(state, seat, move))
        first, piles = state.sides[seat].first, after.table.piles
        told = self._game.facts(after)
        state = state._replace(
            table=state.table.with_piles({first + at: piles[at] for at in changed(before.table, after.table)}),
            games=_with(state.games, seat, after),
            up=_with(state.up, seat, told["up"]),
            ended=_with(state.ended, seat, told["ended"]),
            redeals=_with(state.redeals, seat, told["redeals"]),
        )
        if told["ended"] == "won":
            return _over(state._replace(by=seat))
        return _over(state) if None not in state.ended else state

    def result(self, state: RaceState) -> Result | None:
        """The score sheet of a race that is over, else None."""
        if state.phase != "over":
            return None
        best = max(state.up)
        scores = tuple(
            SeatScore(up, total + up, {"cards": up}) for up, total in zip(state.up, state.totals, strict=True)
        )
        return Result(
            scores,
            tuple({"total": score.total} for score in scores),
            tuple(seat for seat, up in enumerate(state.up) if up == best),
            ended_by=state.by,
        )

    def turn(self, state: RaceState) -> None:
        """None: all play at once."""

    def facts(self, state: RaceState) -> dict[str, Json]:
        """What everybody may know. Lists are by seat.

        `by`: who won his game; `ended`: how each has come to its end, None while it plays; `redeals`: how many are
        left, None without end; `tables`: when it is over, every seat's piles by id.
        """
        return {
            "phase": state.phase,
            "by": None if state.by == HOUSE else state.by,
            "up": list(state.up),
            "ended": list(state.ended),
            "redeals": list(state.redeals),
            "tables": None if state.tables is None else list(state.tables),
        }

    def timers(self, state: RaceState) -> tuple[Timer, ...]:
        """Go after the countdown."""
        return (Timer("go", COUNTDOWN_MS, GO),) if state.phase == "countdown" else ()

    def absences(self, state: RaceState) -> tuple[Absence, ...]:
        """The house gives up for those whom the others wait for, when all of them are away."""
        awaited = _awaited(state)
        return tuple(Absence(awaited, AWAY_MS, self._gives_up(seat)) for seat in awaited)

    def view(self, state: RaceState, seat: int | None) -> RaceState:
        """The state as a seat or an onlooker may see it: of other seats no pile at all."""
        return state._replace(
            table=state.table.seen_by(seat),
            rng=None,
            games=tuple(
                self._game.view(game, ALONE) if number == seat else None for number, game in enumerate(state.games)
            ),
        )

    def hints(self, state: RaceState, seat: int) -> None:
        """None: a race has none."""

    def review(
        self,
        state: RaceState,  # noqa: ARG002 - the shape of Game
        moves: Iterable[tuple[int, int, Move]],  # noqa: ARG002
    ) -> Generator[None, None, tuple[SeatReview, ...]]:
        """Nothing: no place is open to two."""
        yield from ()
        return ()


@lru_cache(maxsize=64)
def _laid_out(
    game: Game[Any], options: tuple[tuple[str, OptionValue], ...], seats: int
) -> tuple[Table, tuple[Side, ...]]:
    """A table with the piles of the game once a seat, side by side, all empty; and the sides."""
    known: Table = game.deal(dict(options), [{}], Rng(b"piles")).table
    specs: list[PileSpec] = []
    sides: list[Side] = []
    for seat in range(seats):
        ids = {spec.id: f"{seat}{spec.id.removeprefix(str(ALONE))}" for spec in known.specs}
        sides.append(Side(len(specs), {own: there for there, own in ids.items()}, ids))
        specs += [replace(spec, id=ids[spec.id], owner=seat, apart=True) for spec in known.specs]
    return laid_out(specs), tuple(sides)


def _dressed(dealt: Any, cards: Mapping[Card, Card]) -> Any:
    """The state that was dealt, with these cards in place of those."""
    table: Table = dealt.table
    piles = tuple(Pile(tuple(map(cards.__getitem__, pile.cards)), pile.down) for pile in table.piles)
    return dealt._replace(table=table._replace(piles=piles))


def _to_game(state: RaceState, seat: int, move: Move) -> Move:
    """A seat's move as its game knows it. Raises `Illegal` for one that names another's pile."""
    ids, index = state.sides[seat].to_game, state.table.index
    name, source, cards, target, _ = move
    there, to = ids.get(source), ids.get(target)
    if (there is None and source in index) or (to is None and target in index):
        raise Illegal("not_yours")
    return Move(name, source if there is None else there, cards, target if to is None else to)


def _with(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _awaited(state: RaceState) -> tuple[int, ...]:
    """The seats that still play when somebody has ended and waits for them; none before that, nor when it is over."""
    playing = tuple(seat for seat, ended in enumerate(state.ended) if ended is None)
    return playing if state.phase == "race" and len(playing) < len(state.ended) else ()


def _over(state: RaceState) -> RaceState:
    table = state.table
    tables = [
        {spec.id: table.shown(at, seat) for at, spec in enumerate(table.specs) if spec.owner == seat}
        for seat in range(len(state.sides))
    ]
    return state._replace(phase="over", tables=tuple(tables))
