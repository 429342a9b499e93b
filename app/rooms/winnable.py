"""Deals that can be won: of each game for one, and each set of its options, some that the solver has solved lie ready.

They are found one at a time, so that whoever asks the solver for anything else waits behind one of them at the most.
Those that somebody waits for come first, of one game as of another.
"""

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from app.rooms.clock import Clock, Entropy
from app.rooms.fold import Games
from app.rules.deals import deal_seed
from app.rules.game import Options, OptionValue, complete
from app.rules.rng import Rng
from app.solver.base import NoAnswer, Outcome, Solved

log = logging.getLogger("pounce.winnable")

DRAWN: Final = 1_000_000
"""A deal that is drawn for somebody has a number below this one: short enough to be told."""
READY: Final = 20
"""So many lie ready of each kind."""
KINDS: Final = 16
"""So many kinds are known, those asked for last."""
WAIT_MS: Final = 3_000
"""So long somebody waits for one."""
NODES: Final = 1_000
"""Deals that take more are passed over: the next one is found sooner. Nearly all of most kinds are solved in so many,
and of Puss in the Corner without a redeal, of which hardly any is, 4 of 100: with fewer or more it takes longer."""
MISSES: Final = 200
"""So many deals in a row that were not solved end the search for more, until somebody asks again."""


class Solver(Protocol):
    """Who solves; elsewhere, as it takes time."""

    async def solve(self, game: str, state: Any, nodes: int, seconds: float | None = None) -> Outcome:
        """What comes of so many nodes."""


@dataclass(slots=True, eq=False)
class Shelf:
    """Solved deals of one kind, those who wait for one, and when it was tried last to find one."""

    game: str
    options: Options
    ready: deque[int] = field(default_factory=deque)
    waiting: deque["asyncio.Future[int | None]"] = field(default_factory=deque)
    misses: int = 0
    tried: int = 0

    @property
    def wants_more(self) -> bool:
        return len(self.ready) < READY and self.misses < MISSES

    def put(self, number: int) -> None:
        """It goes to whoever has waited longest."""
        while self.waiting:
            first = self.waiting.popleft()
            if not first.done():
                first.set_result(number)
                return
        self.ready.append(number)


class Winnable:
    """The shelves of one server. Nothing is solved before somebody asks."""

    def __init__(self, solver: Solver, games: Games, clock: Clock, entropy: Entropy) -> None:
        self._solver = solver
        self._games = games
        self._clock = clock
        self._entropy = entropy
        self._shelves: dict[tuple[str, tuple[OptionValue, ...]], Shelf] = {}
        self._turn = 0
        self._filling: asyncio.Task[None] | None = None
        self._closed = False

    async def take(self, game: str, options: Options) -> int | None:
        """The number of a deal that can be won, nobody else's; None if none was found in time. `options` may be few.

        Raises KeyError for a game that is not for one, BadOptions.
        """
        shelf = self._shelf(game, options)
        shelf.misses = 0
        if shelf.ready:
            number = shelf.ready.popleft()
            self._fill()
            return number
        if self._closed:
            return None
        found: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        shelf.waiting.append(found)
        patience = self._clock.later(WAIT_MS, lambda: None if found.done() else found.set_result(None))
        self._fill()
        try:
            return await found
        finally:
            patience.cancel()
            if found in shelf.waiting:
                shelf.waiting.remove(found)

    def any_number(self) -> int:
        """The number of a deal of which nothing is known."""
        return 1 + int.from_bytes(self._entropy(8), "big") % (DRAWN - 1)

    def _shelf(self, game: str, options: Options) -> Shelf:
        info = self._games[game].info
        if info.pace != "solo":
            raise KeyError(game)
        whole = complete(info, options)
        key = (game, tuple(whole.values()))
        shelf = self._shelves.pop(key, None) or Shelf(game, whole)
        self._shelves[key] = shelf  # the newest one now
        idle = [key for key, other in self._shelves.items() if other is not shelf and not other.waiting]
        for key in idle[: max(0, len(self._shelves) - KINDS)]:
            del self._shelves[key]
        return shelf

    def _fill(self) -> None:
        if self._filling is None and not self._closed:
            self._filling = asyncio.get_running_loop().create_task(self._work(), name="winnable")

    async def _work(self) -> None:
        try:
            while (shelf := self._next()) is not None:
                await self._try(shelf)
        except NoAnswer as why:
            log.error("no more deals that can be won are found: %s", why)  # noqa: TRY400  (no bug of ours)
        except Exception:
            log.exception("no more deals that can be won are found, until somebody asks again")
        finally:
            self._filling = None

    def _next(self) -> Shelf | None:
        """The shelf that was tried longest ago: of those for which somebody waits, else of those that are not full."""
        shelves = list(self._shelves.values())
        asked = [shelf for shelf in shelves if shelf.waiting] or [shelf for shelf in shelves if shelf.wants_more]
        return min(asked, key=lambda shelf: shelf.tried, default=None)

    async def _try(self, shelf: Shelf) -> None:
        self._turn += 1
        shelf.tried = self._turn
        shelf.misses += 1
        number = self.any_number()
        if number in shelf.ready:
            return
        state = self._games[shelf.game].deal(shelf.options, [{}], Rng.for_round(deal_seed(shelf.game, number), 1))
        if isinstance(await self._solver.solve(shelf.game, state, NODES), Solved):
            shelf.misses = 0
            shelf.put(number)

    async def close(self) -> None:
        """Nothing is looked for any more; whoever waits is told that nothing was found."""
        self._closed = True
        for shelf in self._shelves.values():
            for waiting in shelf.waiting:
                if not waiting.done():
                    waiting.set_result(None)
        if self._filling is not None:
            self._filling.cancel()
            await asyncio.wait({self._filling})
