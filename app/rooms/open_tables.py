"""Tables for somebody who wants to play with anybody: the list of open ones, and a place at one of them.

A promised place is no seat: seats are given by the room, its single writer. The store promises each place once, so that
two who ask at the same time are seldom sent to the same one; who is sent in vain asks again.
"""

from collections.abc import Awaitable, Callable, Collection
from typing import Final, NamedTuple

from app.rooms.clock import Clock
from app.rooms.fold import Games
from app.rooms.fresh import Fresh
from app.rooms.listing import LAPSE_MS, card, directories, table_of
from app.rooms.point import RoomState
from app.rules.game import complete
from app.storage.base import Directory
from app.wire_views import OpenTable

SHOWN: Final = 50
FRESH_MS: Final = 1_000
MOST_ASIDE: Final = 3
"""Places at tables to which somebody will not go that are passed over before a new table is made."""


class Place(NamedTuple):
    """A table with a free place, and whether it was made for who asks."""

    code: str
    is_new: bool


class OpenTables:
    """The open tables of all workers. `create` makes one of a game that is open from its start."""

    def __init__(
        self, directory: Directory, create: Callable[[str], Awaitable[str]], games: Games, clock: Clock
    ) -> None:
        self._directory = directory
        self._create = create
        self._games = games
        self._clock = clock
        self._listed = Fresh(self._all, FRESH_MS, clock)

    def knows(self, game: str) -> bool:
        """Whether there is such a game here."""
        return game in self._games

    async def listed(self) -> list[OpenTable]:
        """Tables at which somebody sits, the oldest first; those where one can sit down at once before all others.

        Raises StoreUnreachable.
        """
        return await self._listed.get()

    async def _all(self) -> list[OpenTable]:
        found: dict[str, OpenTable] = {}
        for game in self._games:
            for directory in directories(game):
                for code, value in await self._directory.announced(directory, SHOWN):
                    table = table_of(value)
                    if table is not None and table.names:
                        found[code] = table
        return sorted(found.values(), key=lambda table: (table.phase == "play" or not table.free, table.since))[:SHOWN]

    async def place(self, game: str, aside: Collection[str]) -> Place:
        """A table of this game with a place that is promised to nobody else, rather one where no round runs.

        Not one of `aside`. Raises KeyError for an unknown game, StoreUnreachable.
        """
        info = self._games[game].info
        left = MOST_ASIDE
        for directory in directories(game):
            while (code := await self._directory.reserve(directory)) is not None:
                if code not in aside:
                    return Place(code, is_new=False)
                left -= 1
                if left <= 0:
                    break
        code = await self._create(game)
        # Announced before its first guest has come, for those who ask meanwhile. One place is his.
        made = card(RoomState(code, game, complete(info, {}), opened=self._clock.now()), info)
        await self._directory.announce(made.directory, code, made.value, made.free - 1, self._clock.now() + LAPSE_MS)
        return Place(code, is_new=True)
