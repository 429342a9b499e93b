"""What a solver is, what it answers, and the solvers found by folder: `app/solver/{game}.py` has a `search`.

A solver knows all cards, face-down ones too (what is called thoughtful play). It has no clock: how long it looks is
counted in nodes, so that the same question has the same answer everywhere.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from typing import Any, Final, NoReturn, Protocol, TypeAlias

from app.rules.card import HIDDEN
from app.rules.game import Game, Illegal, Json, Move
from app.rules.registry import games
from app.rules.rng import Rng
from app.rules.table import Pile

SEAT: Final = 0
"""Who plays a game for one."""


@dataclass(frozen=True, slots=True)
class Solved:
    """Moves that win from there, each of them let through by the referee; none where all is won already."""

    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Dead:
    """Everything was tried: nothing wins from there."""


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The nodes were used up; it may be won or not."""


Outcome: TypeAlias = Solved | Dead | GaveUp


class WrongLine(Exception):
    """A solver found a line that the referee refuses, or that does not win: a bug. Nobody ever sees such a line."""


class NoAnswer(Exception):
    """Nobody could be asked: the processes that think die, none can be started, or it is over. One sentence."""


class Search(Protocol):
    """A search that is under way."""

    def run(self, nodes: int) -> Outcome:
        """Look at so many nodes more. After `GaveUp` it may be run again and goes on where it was."""


def search(game: str, state: Any) -> Search:
    """A search from any state of a game for one. Raises KeyError for a game that has no solver."""
    if state.ended is not None:
        return Over(won=state.ended == "won")
    found: Search = _searches(game)(state)
    return found


def solve(game: str, state: Any, nodes: int) -> Outcome:
    """What comes of so many nodes."""
    return search(game, state).run(nodes)


def next_move(outcome: Outcome) -> Move | None:
    """The first move of a winning line, None where there is none."""
    return outcome.line[0] if isinstance(outcome, Solved) and outcome.line else None


def has_solver(game: str) -> bool:
    """Whether there is a solver of the game with this key."""
    return find_spec(_module(game)) is not None


class Over:
    """The search from a game that has ended."""

    def __init__(self, *, won: bool) -> None:
        self._won = won

    def run(self, nodes: int) -> Outcome:  # noqa: ARG002 - the shape of Search
        """At once."""
        return Solved(()) if self._won else Dead()


class Line:
    """A line that is being written, move by move, before the referee's eyes."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        self.game, self.state = game, state
        self._moves: list[Move] = []

    def make(self, move: Move) -> None:
        """Raises `WrongLine` if it is refused."""
        try:
            self.game.check(self.state, SEAT, move)
        except Illegal as illegal:
            raise WrongLine(f"{move} is refused: {illegal.reason}") from illegal
        self.state = self.game.apply(self.state, SEAT, move)
        self._moves.append(move)

    def solved(self) -> Solved:
        """The whole line. Raises `WrongLine` unless it has won."""
        result = self.game.result(self.state)
        if result is None or result.winners != (SEAT,):
            self.fail("it does not win")
        return Solved(tuple(self._moves))

    def fail(self, why: str) -> NoReturn:
        raise WrongLine(f"A line of {len(self._moves)} moves in {self.game.info.name}: {why}")


# --- states on their way to another process ---------------------------------------------------------------------------


def pack(state: Any) -> dict[str, Json]:
    """A state of a game for one, or a view of it, as JSON: its cards, and without what a solver does not need."""
    return {
        "options": dict(state.options),
        "redeals": state.redeals,
        "ended": state.ended,
        "piles": [[pile.down, *pile.cards] for pile in state.table.piles],
    }


def unpack(game: str, packed: Any) -> Any:
    """The state that was packed."""
    state = games()[game].deal(packed["options"], [{}], Rng(b"unpacked"))
    known = {card: card for card in (HIDDEN, *chain.from_iterable(pile.cards for pile in state.table.piles))}
    piles = {at: Pile(tuple(known[card] for card in cards), down) for at, (down, *cards) in enumerate(packed["piles"])}
    return state._replace(
        table=state.table.with_piles(piles), redeals=packed["redeals"], ended=packed["ended"], rng=None
    )


def _module(game: str) -> str:
    return f"app.solver.{game.replace('-', '_')}"


def _searches(game: str) -> Callable[[Any], Search]:
    if not has_solver(game):
        raise KeyError(game)
    found: Callable[[Any], Search] = import_module(_module(game)).search
    return found
