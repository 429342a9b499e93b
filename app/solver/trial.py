"""A trial of a solver: how many of so many deals it solves, and how long that takes."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, Final

from app.rules.deals import deal_seed
from app.rules.game import Game, Options
from app.rules.rng import Rng
from app.solver.base import Dead, GaveUp, Outcome, Solved, search

HIGHEST: Final = 999_999
"""The numbers that are drawn are as short as a player's."""
SLICE: Final = 50
"""So many nodes between two looks at the clock."""


def drawn(game: str, seed: int, count: int) -> list[int]:
    """The numbers of so many deals, the same for the same seed."""
    rng, numbers = Rng(hashlib.sha256(f"trial {game} {seed}".encode()).digest()), []
    for _ in range(count):
        number, rng = rng.below(HIGHEST)
        numbers.append(number + 1)
    return numbers


def trial(
    game: Game[Any], options: Options, numbers: Sequence[int], seconds: float, clock: Callable[[], float]
) -> dict[str, Any]:
    """What came of each of these deals within so many seconds; `clock` in seconds.

    The times are those of all of them, the line's check by the referee included. At least one deal is asked for.
    """
    took: list[float] = []
    undecided: list[int] = []
    unwinnable: list[int] = []
    moves = 0
    for number in numbers:
        state = game.deal(options, [{}], Rng.for_round(deal_seed(game.info.key, number), 1))
        began = clock()
        outcome = _within(game.info.key, state, began + seconds, clock)
        took.append(clock() - began)
        if isinstance(outcome, Solved):
            moves += len(outcome.line)
        else:
            (unwinnable if isinstance(outcome, Dead) else undecided).append(number)
    took.sort()
    solved = len(took) - len(undecided) - len(unwinnable)
    return {
        "game": game.info.key,
        "options": dict(options),
        "deals": len(took),
        "seconds": seconds,
        "solved": solved,
        "undecided": len(undecided),
        "unwinnable": len(unwinnable),
        "median_ms": _ms(took[(len(took) - 1) // 2]),
        "p90_ms": _ms(took[(len(took) * 9 + 9) // 10 - 1]),
        "slowest_ms": _ms(took[-1]),
        "moves": round(moves / max(solved, 1)),
        "undecided_deals": undecided,
        "unwinnable_deals": unwinnable,
    }


def _within(key: str, state: Any, until: float, clock: Callable[[], float]) -> Outcome:
    work = search(key, state)
    outcome = work.run(SLICE)
    while isinstance(outcome, GaveUp) and clock() < until:
        outcome = work.run(SLICE)
    return outcome


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 1)
