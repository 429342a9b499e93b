"""Who has won matches at open tables. What happens at other tables is nobody else's business.

The log is what counts: a room names the newest matches that count whenever it is looked at, and a board takes each of
them once. So a room that is read from its log says them again, and nothing is counted twice.
"""

from functools import partial
from typing import TYPE_CHECKING, Final

from app.rooms.clock import Clock
from app.rooms.due import Due
from app.rooms.fresh import Fresh
from app.rooms.people import People
from app.storage.base import Boards
from app.wire_views import Leader

if TYPE_CHECKING:
    from app.rooms.room import Room

SHOWN: Final = 20
ASKED: Final = 3 * SHOWN
"""So many are looked at, as some have no name any more."""
FRESH_MS: Final = 10_000


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
        self._due = Due(self._credit, clock, "matches won")
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
            if won.match > said:
                self._due.add((board_of(state.game), f"{room.code}:{won.match}"), won.players)

    async def _credit(self, key: tuple[str, str], players: tuple[str, ...]) -> None:
        await self._boards.credit(*key, dict.fromkeys(players, 1))

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
        await self._due.settled()

    async def close(self) -> None:
        """Nothing is tried again."""
        await self._due.close()
