"""Pages, static files and the few requests that are no socket's business."""

import asyncio
import gzip
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, StringConstraints
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.rooms.clock import Clock
from app.rooms.codes import tidy_code
from app.rooms.lobby import Asleep, Lobby
from app.rooms.names import tidy
from app.rooms.people import People, player_of
from app.rooms.point import Point
from app.rules.game import Game
from app.settings import Settings
from app.storage.base import Store, StoreUnreachable
from app.transport.address import READINGS_PER_ROOM, Addresses
from app.transport.identity import Identity, same_origin, with_cookie
from app.transport.lookback import Found, Lookback, Pays, TooMuch
from app.wire import Name
from app.wire_views import GameView, OptionView

log = logging.getLogger("pounce.http")

MAX_BODY: Final = 4096
SHOWN_TABLES: Final = 6
STATIC: Final = Path(__file__).resolve().parent.parent.parent / "static"
POLICY: Final = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "frame-ancestors 'none'; base-uri 'self'; form-action 'self'"
)


class NewTable(BaseModel):
    model_config = ConfigDict(extra="forbid")
    game: Annotated[str, StringConstraints(max_length=32)]


class NewName(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: Name


class Bounds:
    """Refuses bodies over 4 KB before they are read, and says on every answer what a page may do."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        fits = b"transfer-encoding" not in headers and length.isdigit() and int(length) <= MAX_BODY
        app = self._app if fits else JSONResponse({"error": "too_large"}, 413)
        await app(scope, receive, answer)


_HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
]


class Files(StaticFiles):
    """Static files that browsers ask about again each time: the answer is nearly always "not modified"."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "no-cache"
        return response


class Pages:
    """Answers to pages and requests. Paths are relative to the base path."""

    def __init__(
        self,
        settings: Settings,
        lobby: Lobby,
        people: People,
        store: Store,
        clock: Clock,
        *,
        makers: Addresses,
        lookers: Addresses,
    ) -> None:
        self._lobby = lobby
        self._people = people
        self._store = store
        self._identity = Identity(settings)
        self._makers = makers
        self._lookers = lookers
        self._readers = Addresses(READINGS_PER_ROOM * settings.rooms_per_minute, clock)
        self._lookback = Lookback(store, lobby.site.games, clock)
        self._page = (STATIC / "index.html").read_text().replace("%BASE%", settings.base_path + "/")
        self._tag = _tag(self._page)
        views = [game_view(game, list(lobby.site.bots(key))) for key, game in lobby.site.games.items()]
        self._games = json.dumps({"games": [view.model_dump() for view in views]}, separators=(",", ":"))
        self._games_tag = _tag(self._games)

    def routes(self) -> APIRouter:
        """All of them."""
        routes = APIRouter()
        routes.get("/")(self.index)
        routes.get("/t/{code}")(self.index)
        routes.get("/healthz")(self.healthz)
        routes.get("/api/games")(self.games)
        routes.get("/api/me")(self.me)
        routes.post("/api/me")(self.rename)
        routes.post("/api/tables")(self.open_table)
        routes.get("/api/tables/{code}")(self.look_up)
        routes.get("/api/tables/{code}/matches/{number}")(self.match_record)
        routes.get("/api/tables/{code}/review")(self.round_review)
        return routes

    async def index(self, request: Request) -> Response:
        """The page, whatever it will show."""
        _, headers = self._identity.token(request, self._people)
        cache = {"cache-control": "no-cache", "etag": self._tag}
        if not headers and request.headers.get("if-none-match") == self._tag:
            return Response(status_code=304, headers=cache)
        return with_cookie(HTMLResponse(self._page, headers=cache), headers)

    async def healthz(self) -> Response:
        """200 when games can be played: the store answers."""
        try:
            await self._store.get("health", "probe")
        except StoreUnreachable:
            return JSONResponse({"ok": False, "why": "the store does not answer"}, 503)
        return JSONResponse({"ok": True, "rooms": self._lobby.awake})

    async def games(self, request: Request) -> Response:
        """What every game declares of itself. It changes with the server's version alone."""
        cache = {"cache-control": "no-cache", "etag": self._games_tag}
        if request.headers.get("if-none-match") == self._games_tag:
            return Response(status_code=304, headers=cache)
        return Response(self._games, media_type="application/json", headers=cache)

    async def me(self, request: Request) -> Response:
        """The name last used, and the tables where a seat is kept."""
        token, headers = self._identity.token(request, self._people)
        player = player_of(token)
        person = await self._people.person(player)
        tables: list[dict[str, Any]] = []
        for code in person.tables:
            if len(tables) < SHOWN_TABLES and (entry := await self._kept_seat(code, player)):
                tables.append(entry)
        return with_cookie(JSONResponse({"name": person.name, "tables": tables}), headers)

    async def _kept_seat(self, code: str, player: str) -> dict[str, Any] | None:
        try:
            point = await self._lobby.glance(code)
        except Asleep:
            return None
        if point is None:
            return None
        state = point.room
        seat = state.kept_seat(player)
        if seat is None or (point.trail is not None and state.phase == "over"):
            return None
        return {
            "code": code,
            "game": state.game,
            "names": [other.name for other in state.seats if other is not seat],
            "round": state.round,
            "phase": state.phase,
            "seat": seat.number,
            **({"deal": state.deal} if state.deal else {}),
            **({"day": state.day} if state.day else {}),
        }

    async def rename(self, request: Request, body: NewName) -> Response:
        """Remember a name."""
        token, headers = self._identity.token(request, self._people)
        name = tidy(body.name)
        if name is None:
            return JSONResponse({"error": "bad_name"}, 422)
        await self._people.rename(player_of(token), name)
        return with_cookie(JSONResponse({"name": name}), headers)

    async def open_table(self, request: Request, body: NewTable) -> Response:
        """A new room; its code is the way in."""
        if not self._makers.take(request):
            return JSONResponse({"error": "too_fast"}, 429)
        _, headers = self._identity.token(request, self._people)
        try:
            code = await self._lobby.create(body.game)
        except KeyError:
            return JSONResponse({"error": "unknown_game"}, 422)
        return with_cookie(JSONResponse({"code": code}, 201), headers)

    async def look_up(self, request: Request, code: str) -> Response:
        """Whether there is such a table, and who sits there."""
        if not self._lookers.allows(request):
            return JSONResponse({"error": "too_fast"}, 429)
        point = await self._glance(code)
        if point is None:
            self._lookers.take(request)
            return JSONResponse({"error": "no_table"}, 404)
        state = point.room
        return JSONResponse(
            {"code": state.code, "game": state.game, "seats": [seat.name for seat in state.seats], "phase": state.phase}
        )

    async def _glance(self, code: str) -> Point | None:
        tidied = tidy_code(code)
        try:
            return await self._lobby.glance(tidied) if tidied else None
        except Asleep:
            return None

    async def match_record(self, request: Request, code: str, number: str) -> Response:
        """The record of a match that is over, as a file."""
        whole = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
        return await self._look_back(
            request, code, lambda point, pays: self._lookback.record(point, whole, pays), "no_match"
        )

    async def round_review(self, request: Request, code: str) -> Response:
        """The review of the last round, while its sheet is shown."""
        return await self._look_back(request, code, self._lookback.review, "no_round")

    async def _look_back(
        self, request: Request, code: str, look: Callable[[Point, Pays], Awaitable[Found | None]], missing: str
    ) -> Response:
        if not self._lookers.allows(request):
            return JSONResponse({"error": "too_fast"}, 429)
        point = await self._glance(code)
        token, _ = self._identity.token(request, self._people)
        found = None
        # Who was removed from the table does not look on here either.
        if point is not None and player_of(token) not in point.room.removed:
            try:
                found = await look(point, partial(self._readers.take, request))
            except TooMuch:
                return JSONResponse({"error": "too_fast"}, 429)
        if found is None:
            self._lookers.take(request)
            return JSONResponse({"error": missing}, 404)
        headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
        if found.file:
            headers["content-disposition"] = f'attachment; filename="{found.file}"'
        body = found.packed
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
        else:
            body = await asyncio.to_thread(gzip.decompress, body)
        return Response(body, media_type="application/json", headers=headers)


def game_view(game: Game[Any], levels: Sequence[str]) -> GameView:
    """A game's declaration as the wire has it."""
    info = game.info
    return GameView(
        key=info.key,
        name=info.name,
        seats=list(info.seats),
        pace=info.pace,
        options=[
            OptionView(key=option.key, default=option.default, choices=list(option.choices)) for option in info.options
        ],
        presets={name: dict(options) for name, options in info.presets.items()},
        levels=list(levels),
        call_off=bool(info.call_off),
    )


def _tag(content: str) -> str:
    return f'"{hashlib.sha256(content.encode()).hexdigest()[:16]}"'


def guard(app: FastAPI, settings: Settings) -> None:
    """State-changing requests come from our own pages; no request at all, and a store that is away, have one answer."""

    @app.middleware("http")
    async def own_pages_only(request: Request, forward: Callable[[Request], Awaitable[Response]]) -> Response:
        if request.method not in ("GET", "HEAD", "OPTIONS") and not same_origin(settings, request.headers):
            return JSONResponse({"error": "foreign_origin"}, 403)
        return await forward(request)

    @app.exception_handler(400)  # of a body that is no JSON, or too deep
    @app.exception_handler(RequestValidationError)
    async def no_request(_: Request, __: Exception) -> Response:
        # The framework's own answer repeats what was sent, and fails where that cannot be said in JSON.
        return JSONResponse({"error": "bad_request"}, 422)

    @app.exception_handler(StoreUnreachable)
    async def store_away(_: Request, __: StoreUnreachable) -> Response:
        return JSONResponse({"error": "store_away"}, 503)
