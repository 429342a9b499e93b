"""Where somebody comes in who begins a game for one: who he is, how he is called, and whether he comes too often."""

from typing import NamedTuple

from fastapi import Request
from fastapi.responses import JSONResponse

from app.rooms.names import tidy
from app.rooms.people import People, player_of
from app.settings import Settings
from app.transport.address import Addresses
from app.transport.identity import Identity

Headers = list[tuple[bytes, bytes]]


class Entrant(NamedTuple):
    """Who may begin a game. `headers`: those that set his cookie, if he has none yet."""

    player: str
    name: str
    headers: Headers


class Door:
    """The way in. `makers` counts tables that are opened."""

    def __init__(self, settings: Settings, people: People, *, makers: Addresses) -> None:
        self._people = people
        self._identity = Identity(settings)
        self._makers = makers

    def who(self, request: Request) -> tuple[str, Headers]:
        """The person who asks, and the headers that set the cookie of one who has none yet."""
        token, headers = self._identity.token(request, self._people)
        return player_of(token), headers

    def enter(self, request: Request, name: str) -> Entrant | JSONResponse:
        """Whoever asks, by the name that he gives; or the answer that he gets instead of a game."""
        if not self._makers.take(request):
            return JSONResponse({"error": "too_fast"}, 429)
        tidied = tidy(name)
        if tidied is None:
            return JSONResponse({"error": "bad_name"}, 422)
        player, headers = self.who(request)
        return Entrant(player, tidied, headers)
