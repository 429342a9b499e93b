"""A table of four scripted people: it plays short matches, one after the other, until it is told to stop."""

import secrets
from collections.abc import Mapping
from random import Random
from typing import Final

from app.rules.game import OptionValue
from tests.chaos.door import Door
from tests.chaos.mind import mind_for
from tests.chaos.page import Page
from tests.support.sight import Message

GAMES: Final[Mapping[str, dict[str, OptionValue]]] = {
    "pounce": {"pounce_pile": 5, "target": 0, "king_stop": "ready"},
    "spite-and-malice": {"pay_off": 5, "target": 0, "players": 4},
}
"""Short matches: of one round, with a small pile to get rid of."""
PACES: Final[Mapping[str, tuple[float, float]]] = {"pounce": (0.4, 1.2), "spite-and-malice": (0.15, 0.5)}
"""Seconds that a person thinks. Where one plays after the other, less: the others wait."""
NAMES: Final = ("Ann", "Ben", "Cleo", "Dan")


class Table:
    """One room and its four pages."""

    def __init__(self, door: Door, code: str, game: str, chance: Random, *, pace: float) -> None:
        self.code = code
        self.game = game
        self.rematches = True
        """Whether the people want another match when one is over."""
        self.shown: dict[int, float] = {}
        """When each entry was first shown to anybody, by its number."""
        least, most = PACES[game]
        self.pages = [
            Page(door, code, name, chance=each, mind=mind_for(game, each), pace=(pace * least, pace * most))
            for name, each in ((name, Random(chance.random())) for name in NAMES)
        ]
        for page in self.pages:
            page.on_frame = self.shown.setdefault
            page.goes_on = lambda: self.rematches
            page.wishes = self._wish

    @property
    def newest(self) -> int:
        """The newest entry that anybody has seen."""
        return max(page.n for page in self.pages)

    @property
    def slowest(self) -> int:
        """The newest entry that everybody has seen."""
        return min(page.n for page in self.pages)

    @property
    def has_begun(self) -> bool:
        """Everybody has seen the first match begin."""
        return all(page.sight.room.get("match") for page in self.pages)

    @property
    def is_over(self) -> bool:
        """Everybody sees the end of a match, waits for nothing and wants nothing more."""
        rooms = [page.sight.room for page in self.pages]
        if not all(page.is_idle for page in self.pages) or self.newest != self.slowest:
            return False
        return all(room["phase"] == "over" and not any(seat["ready"] for seat in room["seats"]) for room in rooms)

    def start(self) -> None:
        for page in self.pages:
            page.start()

    def stop(self) -> None:
        for page in self.pages:
            page.stop()

    def told(self) -> str:
        """Where each page stands, for somebody who looks for what is wrong."""
        return ", ".join(
            f"{page.name} at {page.n} ({page.sight.room.get('phase')}, {'open' if page.is_open else 'away'})"
            for page in self.pages
        )

    def _wish(self, page: Page) -> Message | None:
        """What the host does in the lobby."""
        room = page.sight.room
        if room["host"] != page.sight.seat:
            return None
        wanted = GAMES[self.game]
        if any(room["options"][key] != value for key, value in wanted.items()):
            return {"t": "options", "options": wanted}
        return {"t": "start", "add": secrets.token_hex(16)} if len(room["seats"]) == len(NAMES) else None
