"""Fair hints: what a player is told who sees what he sees; found by folder: `app/solver/hints/{game}.py` has a `fair`.

A hint works on a view, in which hidden cards are `HIDDEN`, so it cannot tell what nobody may know. Whoever follows
hints comes to an end, as each module says why.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from app.rules.game import Move

Say: TypeAlias = Literal[
    "up",  # a card goes up
    "uncover",  # a face-down card is turned up by it
    "place",  # a card of the waste finds a place in the row
    "clear",  # a column gets empty that something can use
    "prepare",  # it makes way for one of those; more moves follow
    "flip",  # turn the next card
    "corner",  # lay the turned card there
    "redeal",  # only the redeal is left
    "none",  # nothing that helps was found
    "lost",  # it cannot be won from here any more, as a search proved that tried everything
]


class Hint(NamedTuple):
    """What is said, and the move that it is about; None where there is none."""

    say: Say
    move: Move | None


NONE: Final = Hint("none", None)


def fair(game: str, view: Any) -> Hint:
    """What helps from there. Raises KeyError for a game that has no hints."""
    if view.ended is not None:
        return NONE
    found: Callable[[Any], Hint] = _module(game).fair
    return found(view)


def seen_all(game: str, state: Any) -> bool:
    """Whether the player has seen every card that is hidden now, so that a fair hint may be found from the state.

    Raises KeyError for a game that has no hints.
    """
    found: bool = _module(game).seen_all(state)
    return found


def _module(game: str) -> Any:
    try:
        return import_module(f"app.solver.hints.{game.replace('-', '_')}")
    except ModuleNotFoundError as missing:
        raise KeyError(game) from missing
