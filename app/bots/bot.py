"""What a bot is, and the bots found by folder: `app/bots/{game}.py` lists those of a game as `BOTS`.

A key's hyphens are underscores in the names of modules. A game for one has none, as a race in it: who plays it plays
alone.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, TypeVar

from app.rules.game import Game, Move, State
from app.rules.rng import Rng

S = TypeVar("S", bound=State)


class Bot(Protocol[S]):
    """A way of playing one game. Has no memory: what it does follows from what its seat sees, and chance."""

    @property
    def level(self) -> str:
        """What the table shows of it: "steady" is the middle one, which every game with bots has."""

    @property
    def pace_ms(self) -> int:
        """Its mean pause between two actions, for `app.bots.pace.pause_ms`."""

    def choose(self, game: Game[S], view: S, seat: int, rng: Rng) -> tuple[Move | None, Rng]:
        """The move that `seat` makes now, None to wait. `view` is `game.view(state, seat)`, never more.

        Obligations: the move is legal, and a table of bots alone comes to its end.
        """


@cache
def bots(game: str) -> Mapping[str, Bot[Any]]:
    """The bots of the game with this key, by level; none where it has no module here."""
    module = f"app.bots.{game.replace('-', '_')}"
    return {} if find_spec(module) is None else {bot.level: bot for bot in import_module(module).BOTS}
