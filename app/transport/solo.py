"""A game for one is begun by a request: the table is there with its cards on it before anybody looks."""

from typing import Annotated, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from app.rooms.clock import Entropy
from app.rooms.lobby import Lobby
from app.rooms.names import tidy
from app.rooms.people import People, player_of
from app.rules.deals import MOST, NoSuchDeal
from app.rules.game import BadOptions
from app.settings import Settings
from app.transport.address import Addresses
from app.transport.identity import Identity
from app.wire import Name
from app.wire_views import OptionValue

DRAWN: Final = 1_000_000
"""A deal that is drawn for somebody has a number below this one: short enough to be told."""


class NewDeal(BaseModel):
    """`deal`: its number, None for any. `options`: what is missing has its default."""

    model_config = ConfigDict(extra="forbid", strict=True)
    game: Annotated[str, StringConstraints(max_length=32)]
    name: Name
    options: Annotated[dict[Annotated[str, StringConstraints(max_length=32)], OptionValue], Field(max_length=32)] = {}
    deal: Annotated[int, Field(ge=1, le=MOST)] | None = None


class Solo:
    """Answers to these requests. Paths are relative to the base path; `makers` counts tables that are opened."""

    def __init__(
        self, settings: Settings, lobby: Lobby, people: People, entropy: Entropy, *, makers: Addresses
    ) -> None:
        self._lobby = lobby
        self._people = people
        self._entropy = entropy
        self._identity = Identity(settings)
        self._makers = makers

    def routes(self) -> APIRouter:
        """All of them."""
        routes = APIRouter()
        routes.post("/api/solo")(self.begin)
        return routes

    async def begin(self, request: Request, body: NewDeal) -> JSONResponse:
        """A table with a deal for whoever asks; its code is the way there."""
        if not self._makers.take(request):
            return JSONResponse({"error": "too_fast"}, 429)
        name = tidy(body.name)
        if name is None:
            return JSONResponse({"error": "bad_name"}, 422)
        token, headers = self._identity.token(request, self._people)
        number = body.deal or 1 + int.from_bytes(self._entropy(8), "big") % (DRAWN - 1)
        try:
            code = await self._lobby.create_solo(body.game, player_of(token), name, body.options, number)
        except KeyError:
            return JSONResponse({"error": "unknown_game"}, 422)
        except (BadOptions, NoSuchDeal):
            return JSONResponse({"error": "bad_options"}, 422)
        answer = JSONResponse({"code": code, "deal": number}, 201)
        answer.raw_headers.extend(headers)
        return answer
