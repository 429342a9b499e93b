"""Who begins a game for one: by a name, and not too often."""

from typing import Any

import pytest
from fastapi.responses import JSONResponse
from starlette.requests import Request

from app.rooms.people import People, player_of
from app.settings import Settings
from app.transport.address import Addresses
from app.transport.door import Door, Entrant
from tests.support.clock import WoundClock
from tests.support.rooms import Chance
from tests.support.stores import FakeStore


@pytest.fixture
def door() -> Door:
    """Of a server at which an address may open two tables a minute."""
    clock = WoundClock()
    return Door(Settings(), People(FakeStore(), clock, Chance("door")), makers=Addresses(2, clock))


def asking(cookie: str = "") -> Request:
    headers: list[Any] = [(b"cookie", cookie.encode())] if cookie else []
    return Request(
        {"type": "http", "headers": headers, "client": ("a", 1), "scheme": "http", "path": "/", "server": None}
    )


def test_a_new_person_gets_a_cookie_and_is_known_by_it(door: Door) -> None:
    who = door.enter(asking(), "  Ann ")
    assert isinstance(who, Entrant)
    assert who.name == "Ann"
    ((header, value),) = who.headers
    assert header == b"set-cookie"
    cookie = value.decode().partition(";")[0]
    assert door.who(asking(cookie)) == (who.player, [])
    assert who.player == player_of(cookie.partition("=")[2])


@pytest.mark.parametrize("name", ["\u200b", "   "])
def test_a_name_that_cannot_be_shown_is_none(door: Door, name: str) -> None:
    assert told(door.enter(asking(), name)) == (422, b'{"error":"bad_name"}')


def test_an_address_begins_as_many_as_it_may_open_tables(door: Door) -> None:
    """Who only asks who he is has opened none."""
    for _ in range(2):
        door.who(asking())
        assert isinstance(door.enter(asking(), "Ann"), Entrant)
    assert told(door.enter(asking(), "Ann")) == (429, b'{"error":"too_fast"}')


def told(answer: Entrant | JSONResponse) -> tuple[int, bytes]:
    assert isinstance(answer, JSONResponse)
    return answer.status_code, bytes(answer.body)
