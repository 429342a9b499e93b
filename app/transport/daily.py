"""The deal of the day: a table with it, how far whoever asks has come, and how it came out for all."""

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, StringConstraints

from app.rooms.daily import Daily, NoDeal
from app.rooms.results import SHOWN, Results
from app.transport.address import Addresses
from app.transport.door import Door
from app.transport.identity import with_cookie
from app.wire import Name
from app.wire_views import DailyDeal, DailyDeals, DailyResult, DailyResults


class Wish(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    game: Annotated[str, StringConstraints(max_length=32)]
    name: Name


class DailyPages:
    """Answers to these requests. Paths are relative to the base path; `askers` counts what is only looked at."""

    def __init__(self, daily: Daily, results: Results, door: Door, *, askers: Addresses) -> None:
        self._daily = daily
        self._results = results
        self._door = door
        self._askers = askers

    def routes(self) -> APIRouter:
        """All of them."""
        routes = APIRouter()
        routes.post("/api/daily")(self.begin)
        routes.get("/api/daily")(self.today)
        routes.get("/api/daily/{game}/{day}")(self.results)
        return routes

    async def begin(self, request: Request, body: Wish) -> JSONResponse:
        """The table with today's deal that whoever asks has; a new one for who has none."""
        who = self._door.enter(request, body.name)
        if isinstance(who, JSONResponse):
            return who
        try:
            place = await self._daily.table(body.game, who.player, who.name)
        except KeyError:
            return JSONResponse({"error": "unknown_game"}, 422)
        except NoDeal:
            return JSONResponse({"error": "no_deal"}, 503)
        return with_cookie(JSONResponse({"code": place.code}, 201 if place.is_new else 200), who.headers)

    async def today(self, request: Request) -> JSONResponse:
        """Today's deals, and how far whoever asks has come with them."""
        if not self._askers.take(request):
            return JSONResponse({"error": "too_fast"}, 429)
        player, headers = self._door.who(request)
        day = self._daily.today
        games = []
        for game in self._daily.games:
            at = await self._daily.standing(game, player, day)
            games.append(DailyDeal(game=game, code=at.code, state=at.state, up=at.up, won=at.won))
        told = DailyDeals(day=day, ends_ms=self._daily.left_ms(day), games=games)
        return with_cookie(JSONResponse(told.model_dump()), headers)

    async def results(self, request: Request, game: str, day: str) -> JSONResponse:
        """How a day's deal has come out, the best first; its number when the day is over."""
        if not self._askers.take(request):
            return JSONResponse({"error": "too_fast"}, 429)
        if game not in self._daily.games:
            return JSONResponse({"error": "unknown_game"}, 404)
        if not self._daily.is_told(day):
            return JSONResponse({"error": "no_day"}, 404)
        own, _ = self._door.who(request)
        best = await self._results.best(game, day)
        shown = [
            DailyResult(
                name=result.name,
                won=result.won,
                up=result.up,
                ms=result.ms,
                moves=result.moves,
                helped=result.helped,
                you=result.player == own,
            )
            for result in best[:SHOWN]
        ]
        number = await self._daily.told_number(game, day)
        told = DailyResults(game=game, day=day, number=number, results=shown, players=len(best))
        return JSONResponse(told.model_dump())
