"""A solver that answers as it is told, and remembers what it was asked."""

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from app.rules.table import Table
from app.solver.base import GaveUp, Outcome, Solved


class Question(NamedTuple):
    """What a solver was asked."""

    game: str
    options: dict[str, Any]
    table: Table
    nodes: int


class FakeSolver:
    """A `Solver` that solves what `verdict` likes: it is given how many questions came before. `hold` lets all wait.

    `most` is how many were asked side by side at the most.
    """

    def __init__(self, verdict: Callable[[int], bool] = lambda _: True) -> None:
        self.verdict = verdict
        self.asked: list[Question] = []
        self.most = 0
        self._busy = 0
        self._gate = asyncio.Event()
        self._gate.set()

    async def close(self) -> None:
        """A pool has to be closed."""

    def hold(self) -> None:
        self._gate.clear()

    def let_go(self) -> None:
        self._gate.set()

    async def solve(self, game: str, state: Any, nodes: int, seconds: float | None = None) -> Outcome:
        assert seconds is None, "the same deals are solved on a busy machine"
        number = len(self.asked)
        self.asked.append(Question(game, dict(state.options), state.table, nodes))
        self._busy += 1
        self.most = max(self.most, self._busy)
        try:
            await asyncio.sleep(0)
            await self._gate.wait()
            return Solved(()) if self.verdict(number) else GaveUp()
        finally:
            self._busy -= 1
