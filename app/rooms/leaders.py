"""Who has won matches at open tables. What happens at other tables is nobody else's business.

The log is what counts: a room names the newest matches that count whenever it is looked at, and a board takes each of
them once. So a room that is read from its log says them again, and nothing is counted twice.
"""

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Final

from app.rooms.clock import Clock, Scheduled
from app.rooms.fresh import Fresh
from app.rooms.people import People
from app.storage.base import Boards, StoreUnreachable
from app.wire_views import Leader

if TYPE_CHECKING:
    from app.rooms.room import Room

log = logging.getLogger("pounce.leaders")

SHOWN: Final = 20
ASKED: Final = 3 * SHOWN
"""So many are looked at, as some have no name any more."""
FRESH_MS: Final = 10_000
AGAIN_MS: Final = 5_000
"""When a store that was away is tried again."""
MOST_WAITING: Final = 10_000


def board_of(game: str) -> str:
    """The board on which a game's winners stand."""
    return f"won:{game}"


class Leaders:
    """Credits winners and lists them. `look` is called whenever something about a room changes."""

    def __init__(self, boards: Boards, people: People, clock: Clock) -> None:
        self._boards = boards
        self._people = people
        self._clock = clock
        self._said: dict[str, int] = {}  # the newest match that was credited, by the code of a room that is awake
        self._due: dict[tuple[str, str], tuple[str, ...]] = {}  # (board, key) -> players
        self._pause: Scheduled | None = None
        self._writer: asyncio.Task[None] | None = None
        self._listed: dict[str, Fresh[list[Leader]]] = {}

    def look(self, room: "Room") -> None:
        """React to the room as it is kept. Returns at once."""
        state = room.kept.room
        if room.ended:
            self._said.pop(room.code, None)
            return
        if not state.won or self._said.get(room.code) == state.won[-1].match:
            return
        said = self._said.get(room.code, 0)
        self._said[room.code] = state.won[-1].match
        for won in state.won:
            if won.match > said and len(self._due) < MOST_WAITING:
                self._due[board_of(state.game), f"{room.code}:{won.match}"] = won.players
        if self._writer is None and self._pause is None:
            self._begin()

    def _begin(self) -> None:
        self._pause = None
        self._writer = asyncio.get_running_loop().create_task(self._write(), name="leaders")

    async def _write(self) -> None:
        try:
            while self._due:
                (board, key), players = next(iter(self._due.items()))
                await self._boards.credit(board, key, dict.fromkeys(players, 1))
                del self._due[board, key]
        except StoreUnreachable:
            self._pause = self._clock.later(AGAIN_MS, self._begin)
        except Exception:
            self._due.clear()
            log.exception("a match could not be counted")
        finally:
            self._writer = None

    async def best(self, game: str) -> list[Leader]:
        """The names of those who have won most, and how often. Raises StoreUnreachable.

        Whose name is not known any more, or never was, is left out.
        """
        listed = self._listed.get(game)
        if listed is None:
            listed = self._listed[game] = Fresh(partial(self._best, game), FRESH_MS, self._clock)
        return await listed.get()

    async def _best(self, game: str) -> list[Leader]:
        found: list[Leader] = []
        for player, won in await self._boards.leaders(board_of(game), ASKED):
            if len(found) == SHOWN:
                break
            name = (await self._people.person(player)).name
            if name and won > 0:
                found.append(Leader(name=name, won=won))
        return found

    async def settled(self) -> None:
        """Wait until everybody is credited, or the store has turned out to be away."""
        while self._writer is not None:
            await asyncio.wait({self._writer})

    async def close(self) -> None:
        """Nothing is tried again."""
        await self.settled()
        if self._pause is not None:
            self._pause.cancel()
