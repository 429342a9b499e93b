"""Trials of solvers."""

import itertools
from typing import Any

from app.rules.game import complete
from app.rules.games.puss_in_the_corner import GAME as PUSS
from app.rules.games.thumb_and_pouch import GAME as THUMB
from app.solver.trial import drawn, trial


def test_the_same_seed_draws_the_same_deals() -> None:
    """Of short numbers; another seed or another game draws others."""
    numbers = drawn("thumb-and-pouch", 5, 30)
    assert drawn("thumb-and-pouch", 5, 40)[:30] == numbers
    assert drawn("thumb-and-pouch", 6, 30) != numbers
    assert drawn("puss-in-the-corner", 5, 30) != numbers
    assert all(1 <= number <= 999_999 for number in numbers)


def ticking(step: float) -> Any:
    """A clock that goes on by so much whenever it is looked at."""
    return map(float, itertools.count(0, step)).__next__


def test_what_a_trial_tells() -> None:
    """How many were solved, and the times of all."""
    told = trial(THUMB, complete(THUMB.info, {}), drawn("thumb-and-pouch", 5, 10), 60, ticking(1))
    assert (told["deals"], told["solved"], told["undecided"], told["unwinnable"]) == (10, 10, 0, 0)
    assert 1000 <= told["median_ms"] <= told["p90_ms"] <= told["slowest_ms"] <= 60_000
    assert (told["game"], told["options"], told["seconds"]) == ("thumb-and-pouch", {"redeals": 2}, 60)
    assert 80 < told["moves"] < 250


def test_what_is_not_found_in_time_is_undecided() -> None:
    """And named, so that somebody may look longer."""
    numbers = drawn("puss-in-the-corner", 1, 2)
    told = trial(PUSS, complete(PUSS.info, {"redeals": 0}), numbers, 1, ticking(2))
    assert (told["solved"], told["undecided"], told["undecided_deals"], told["moves"]) == (0, 2, numbers, 0)
