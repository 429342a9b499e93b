"""A game for one is begun by a request: the table is there with its cards on it before anybody looks."""

from typing import Annotated, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from app.rooms.lobby import Lobby
from app.rooms.winnable import Winnable
from app.rules.deals import MOST, NoSuchDeal
from app.rules.game import BadOptions, complete
from app.transport.door import Door
from app.transport.identity import with_cookie
from app.wire import Name
from app.wire_views import OptionValue

WINNABLE: Final = (0, 1)
"""With so few redeals many a deal is lost from the start: unless he says otherwise, who asks gets one that is not."""


class NewDeal(BaseModel):
    """`deal`: its number, None for any. `options`: what is missing has its default.

    `winnable`: only a deal that the solver has solved, if it names none; None: where there are few redeals.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    game: Annotated[str, StringConstraints(max_length=32)]
    name: Name
    options: Annotated[dict[Annotated[str, StringConstraints(max_length=32)], OptionValue], Field(max_length=32)] = {}
    deal: Annotated[int, Field(ge=1, le=MOST)] | None = None
    winnable: bool | None = None


class Solo:
    """Answers to these requests. Paths are relative to the base path."""

    def __init__(self, lobby: Lobby, winnable: Winnable, door: Door) -> None:
        self._lobby = lobby
        self._winnable = winnable
        self._door = door

    def routes(self) -> APIRouter:
        """All of them."""
        routes = APIRouter()
        routes.post("/api/solo")(self.begin)
        return routes

    async def begin(self, request: Request, body: NewDeal) -> JSONResponse:
        """A table with a deal for whoever asks; its code is the way there."""
        who = self._door.enter(request, body.name)
        if isinstance(who, JSONResponse):
            return who
        try:
            solved = await self._winnable.take(body.game, body.options) if self._is_choosy(body) else None
            number = body.deal or solved or self._winnable.any_number()
            code = await self._lobby.create_solo(body.game, who.player, who.name, body.options, number)
        except KeyError:
            return JSONResponse({"error": "unknown_game"}, 422)
        except (BadOptions, NoSuchDeal):
            return JSONResponse({"error": "bad_options"}, 422)
        told = {"code": code, "deal": number, "winnable": solved is not None}
        return with_cookie(JSONResponse(told, 201), who.headers)

    def _is_choosy(self, body: NewDeal) -> bool:
        """Whether only a deal that can be won will do. Raises KeyError and BadOptions."""
        whole = complete(self._lobby.site.games[body.game].info, body.options)
        if body.deal is not None:
            return False
        return whole.get("redeals") in WINNABLE if body.winnable is None else body.winnable
