"""What the first page asks for who wants to play with anybody."""

from collections.abc import AsyncIterator

import httpx
import pytest

from app.rooms.entry import Created, Opened, decode
from app.rooms.people import player_of
from app.wire_views import OpenTable
from tests.support.served import Served, Socket, entered, served


@pytest.fixture
async def page(site: Served) -> AsyncIterator[httpx.AsyncClient]:
    """A browser that has nothing of this site yet, on one of its pages."""
    async with httpx.AsyncClient(base_url=site.url, headers={"origin": site.origin}) as http:
        yield http


async def open_table(site: Served, name: str) -> Socket:
    """Somebody sits at a table that is open to everybody."""
    socket = await entered(site)
    await socket.sit(name)
    socket.send(t="open", on=True)
    while not (await socket.hear("frame")).get("room", {}).get("open"):
        pass
    return socket


async def test_open_tables_are_listed(site: Served, page: httpx.AsyncClient) -> None:
    """As the wire declares them, without anybody's digest."""
    assert (await page.get("api/open")).json() == {"tables": []}
    await open_table(site, "Ann")
    await site.until(lambda: bool(site.fake._directories.get("open:pounce")))
    site.clock.wind(1000)
    answer = await page.get("api/open")
    (table,) = answer.json()["tables"]
    assert OpenTable.model_validate(table) == OpenTable(
        code="KQ7M4X",
        game="pounce",
        phase="lobby",
        since=site.clock.now() - 1000,
        names=["Ann"],
        bots=0,
        free=5,
        seats=6,
        own_rules=False,
    )


async def test_quick_game_is_a_place_at_an_open_table(site: Served, page: httpx.AsyncClient) -> None:
    await open_table(site, "Ann")
    await site.until(lambda: bool(site.fake._directories.get("open:pounce")))
    answer = await page.post("api/quick", json={"game": "pounce"})
    assert (answer.status_code, answer.json()) == (200, {"code": "KQ7M4X", "new": False})
    token = next(iter(page.cookies.values()))
    guest = await entered(site, "KQ7M4X", token)
    assert await guest.sit("Bob") == 1
    assert site.rooms()[0].kept.room.seats[1].player == player_of(token)


async def test_or_at_a_new_one(site: Served, page: httpx.AsyncClient) -> None:
    """Which is open: the next who asks is sent there, unless that is where he was refused."""
    answer = await page.post("api/quick", json={"game": "pontis"})
    code = answer.json()["code"]
    assert (answer.status_code, answer.json()["new"]) == (201, True)
    assert [type(decode(entry)) for entry in site.fake.logs[code]] == [Created, Opened]
    again = await page.post("api/quick", json={"game": "pontis"})
    assert (again.status_code, again.json()) == (200, {"code": code, "new": False})
    other = await page.post("api/quick", json={"game": "pontis", "aside": [code]})
    assert (other.status_code, other.json()["code"] != code) == (201, True)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "bridge"},
        {"game": 7},
        {"game": "pounce", "aside": "KQ7M4X"},
        {"game": "pounce", "aside": ["KQ7"]},
        {"game": "pounce", "aside": ["KQ7M4X"] * 5},
        {"game": "pounce", "seed": "00"},
    ],
)
async def test_what_is_no_wish_opens_nothing(site: Served, page: httpx.AsyncClient, body: dict[str, object]) -> None:
    assert (await page.post("api/quick", json=body)).status_code == 422
    assert site.fake.logs == {}


async def test_another_site_opens_nothing(site: Served, page: httpx.AsyncClient) -> None:
    answer = await page.post("api/quick", json={"game": "pounce"}, headers={"origin": "http://evil.example"})
    assert answer.status_code == 403
    assert site.fake.logs == {}


async def test_quick_games_count_as_tables() -> None:
    """One address has one measure for both."""
    async with served(rooms_per_minute=2) as site, httpx.AsyncClient(base_url=site.url) as http:
        http.headers["origin"] = site.origin
        paths = ("api/tables", "api/quick", "api/quick", "api/tables")
        answers = [(await http.post(path, json={"game": "pounce"})).status_code for path in paths]
        assert answers == [201, 201, 429, 429]


async def test_who_has_won_most(site: Served, page: httpx.AsyncClient) -> None:
    """Names and numbers; a game that is not here has no list."""
    assert (await page.get("api/leaders/pounce")).json() == {"leaders": []}
    assert (await page.get("api/leaders/bridge")).status_code == 404
    await page.post("api/me", json={"name": "Ann"})
    player = player_of(next(iter(page.cookies.values())))
    await site.fake.credit("won:pontis", "KQ7M4X:1", {player: 1, "f" * 32: 1})
    assert (await page.get("api/leaders/pontis")).json() == {"leaders": [{"name": "Ann", "won": 1}]}


async def test_a_store_that_is_away_is_said(site: Served, page: httpx.AsyncClient) -> None:
    site.fake.is_away = True
    for answer in (
        await page.get("api/open"),
        await page.get("api/leaders/pounce"),
        await page.post("api/quick", json={"game": "pounce"}),
    ):
        assert (answer.status_code, answer.json()) == (503, {"error": "store_away"})


async def test_a_server_that_goes_down_takes_its_tables_from_the_list(site: Served) -> None:
    await open_table(site, "Ann")
    await site.until(lambda: bool(site.fake._directories.get("open:pounce")))
    await site.application.drain()
    assert await site.fake.announced("open:pounce", 9) == []
