"""What the first page asks for who wants to play with anybody: open tables, a place at one, who has won most."""

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from app.rooms.codes import CODE_LENGTH
from app.rooms.leaders import Leaders
from app.rooms.open_tables import OpenTables
from app.rooms.people import People
from app.settings import Settings
from app.transport.address import Addresses
from app.transport.identity import Identity, with_cookie

Code = Annotated[str, StringConstraints(min_length=CODE_LENGTH, max_length=CODE_LENGTH)]


class Wish(BaseModel):
    """`aside`: tables at which whoever asks was refused a seat a moment ago."""

    model_config = ConfigDict(extra="forbid")
    game: Annotated[str, StringConstraints(max_length=32)]
    aside: Annotated[list[Code], Field(max_length=4)] = []


class Anybody:
    """Answers to these requests. Paths are relative to the base path; `makers` counts tables that are opened."""

    def __init__(
        self, settings: Settings, tables: OpenTables, leaders: Leaders, people: People, *, makers: Addresses
    ) -> None:
        self._tables = tables
        self._leaders = leaders
        self._people = people
        self._identity = Identity(settings)
        self._makers = makers

    def routes(self) -> APIRouter:
        """All of them."""
        routes = APIRouter()
        routes.get("/api/open")(self.open_tables)
        routes.post("/api/quick")(self.quick)
        routes.get("/api/leaders/{game}")(self.leaders)
        return routes

    async def open_tables(self) -> JSONResponse:
        """Tables that everybody may find."""
        return JSONResponse({"tables": [table.model_dump() for table in await self._tables.listed()]})

    async def quick(self, request: Request, body: Wish) -> JSONResponse:
        """A table with a free place: one that is open, or a new one. The place is promised, the seat is the room's."""
        if not self._makers.take(request):
            return JSONResponse({"error": "too_fast"}, 429)
        _, headers = self._identity.token(request, self._people)
        try:
            place = await self._tables.place(body.game, body.aside)
        except KeyError:
            return JSONResponse({"error": "unknown_game"}, 422)
        return with_cookie(
            JSONResponse({"code": place.code, "new": place.is_new}, 201 if place.is_new else 200), headers
        )

    async def leaders(self, game: str) -> JSONResponse:
        """Who has won most matches of a game at open tables."""
        if not self._tables.knows(game):
            return JSONResponse({"error": "unknown_game"}, 404)
        return JSONResponse({"leaders": [leader.model_dump() for leader in await self._leaders.best(game)]})
