"""Pages, files and requests."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from app.bots.bot import bots
from app.main import offered
from app.rooms.entry import Created, Left, encode
from app.rules.registry import games
from app.transport.address import MISSES_PER_ROOM
from app.transport.http import MAX_BODY
from app.wire import CLOSE_COME_BACK, CLOSE_NO_ROOM
from app.wire_views import GameView
from tests.support.served import Served, Socket, entered, served

CODE = re.compile(r"[A-HJKMNP-Z2-9]{6}")


@asynccontextmanager
async def browser(site: Served, **headers: str) -> AsyncIterator[httpx.AsyncClient]:
    """A browser that has nothing of this site yet, on one of its pages."""
    own = {"origin": site.origin, "accept-encoding": "identity", **headers}
    async with httpx.AsyncClient(base_url=site.url, headers=own, verify=False) as http:
        yield http


@pytest.fixture
async def page(site: Served) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(site) as http:
        yield http


def token(http: httpx.AsyncClient) -> str:
    return next(iter(http.cookies.values()))


# --- pages and files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "t/KQ7M4X", "t/nonsense"])
async def test_every_address_of_ours_is_the_page(page: httpx.AsyncClient, path: str) -> None:
    """What it shows is the page's own business."""
    answer = await page.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert '<base href="/">' in answer.text
    assert "%BASE%" not in answer.text


async def test_the_page_sets_the_cookie_once(page: httpx.AsyncClient) -> None:
    first = await page.get("")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(first.headers["set-cookie"].split("; "))
    assert "Secure" not in first.headers["set-cookie"]
    assert "set-cookie" not in (await page.get("")).headers


async def test_a_proxy_with_https_gets_a_secure_cookie(site: Served) -> None:
    """One on this machine, which is believed."""
    async with browser(site, **{"x-forwarded-proto": "https"}) as http:
        assert "Secure" in (await http.get("")).headers["set-cookie"].split("; ")


async def test_the_page_is_not_sent_again(page: httpx.AsyncClient) -> None:
    """Unless the browser has no cookie yet."""
    tag = (await page.get("")).headers["etag"]
    again = await page.get("", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    page.cookies.clear()
    assert (await page.get("", headers={"if-none-match": tag})).status_code == 200


async def test_everything_lies_below_the_base_path() -> None:
    async with served(base_path="/cards") as site, browser(site) as http:
        index = await http.get("")
        assert '<base href="/cards/">' in index.text
        assert "Path=/cards" in index.headers["set-cookie"].split("; ")
        assert (await http.get("static/app.js")).status_code == 200
        assert (await http.get("healthz")).status_code == 200
        code = (await http.post("api/tables", json={"game": "pounce"})).json()["code"]
        assert (await http.get(f"api/tables/{code}")).status_code == 200
        assert (await http.get("api/games")).status_code == 200
        for path in ("/", "/static/app.js", "/healthz", "/api/games", f"/api/tables/{code}"):
            assert (await http.get(f"{site.origin}{path}")).status_code == 404
        assert (await http.get(f"{site.origin}/cards")).headers["location"].endswith("/cards/")


async def test_files_are_asked_about_again_and_not_sent_again(page: httpx.AsyncClient) -> None:
    answer = await page.get("static/app.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert "javascript" in answer.headers["content-type"]
    again = await page.get("static/app.js", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "static/",
        "static/nothing.js",
        "static/..%2fapp%2fmain.py",
        "static/%2e%2e/pyproject.toml",
        "docs",
        "openapi.json",
        "t",
        "api",
    ],
)
async def test_there_is_nothing_else(page: httpx.AsyncClient, path: str) -> None:
    assert (await page.get(path)).status_code == 404


async def test_text_is_sent_compressed(site: Served) -> None:
    async with browser(site, **{"accept-encoding": "gzip"}) as http:
        answer = await http.get("static/app.js")
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.num_bytes_downloaded < len(answer.content) / 2


SAFE = {
    "content-security-policy": "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}


async def test_every_answer_says_what_a_page_may_do() -> None:
    """Refusals too."""
    async with served(rooms_per_minute=1) as site, browser(site) as http:
        answers = [
            await http.get(""),
            await http.get("static/app.js"),
            await http.get("nothing"),
            await http.get("healthz"),
            await http.post("api/tables", json={"game": "pounce"}),
            await http.post("api/tables", json={"game": "pounce"}),
            await http.post("api/tables", json={}),
            await http.post("api/tables", content=b" " * (MAX_BODY + 1)),
            await http.post("api/tables", json={"game": "pounce"}, headers={"origin": "http://evil.example"}),
        ]
        site.fake.is_away = True
        answers.append(await http.get("api/me"))
        site.fake.is_away = False
        assert [answer.status_code for answer in answers] == [200, 200, 404, 200, 201, 429, 422, 413, 403, 503]
        for answer in answers:
            for name, part in SAFE.items():
                assert part in answer.headers[name], answer.request.url


# --- tables -------------------------------------------------------------------------------------------------


async def test_a_table_is_opened_and_looked_up(site: Served, page: httpx.AsyncClient) -> None:
    answer = await page.post("api/tables", json={"game": "pounce"})
    code = answer.json()["code"]
    assert (answer.status_code, bool(CODE.fullmatch(code))) == (201, True)
    found = {"code": code, "game": "pounce", "seats": [], "phase": "lobby"}
    for typed in (code, code.lower(), f"{code[:3]} {code[3:]}", f"{code[:3]}-{code[3:]}"):
        answer = await page.get(f"api/tables/{typed}")
        assert (answer.status_code, answer.json()) == (200, found)
    socket = await Socket.open(site, code)
    await socket.hello()
    await socket.sit("Ann")
    assert (await page.get(f"api/tables/{code}")).json()["seats"] == ["Ann"]


@pytest.mark.parametrize("code", ["ZZZZZZ", "x", "KQ7M4XX", "%00", "KQ7M4%C3%9F"])
async def test_there_is_no_such_table(page: httpx.AsyncClient, code: str) -> None:
    answer = await page.get(f"api/tables/{code}")
    assert (answer.status_code, answer.json()) == (404, {"error": "no_table"})


async def test_a_table_that_sleeps_is_none(site: Served, page: httpx.AsyncClient) -> None:
    site.fake.intrude("KQ7M4X", encode(Created(1, "KQ7M4X", "pounce")), b"nonsense")
    assert (await page.get("api/tables/KQ7M4X")).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"{",
        b"\xff\xfe",
        b'{"game":7}',
        b'{"game":"bridge"}',
        b'{"game":""}',
        b'{"game":"\\ud800"}',
        b'{"game":"pounce","seed":"00"}',
        b'{"game":NaN}',
        b'{"game":' + b"[" * 3000 + b"]" * 3000 + b"}",
        b'{"game":"' + b"x" * 3000 + b'"}',
    ],
)
async def test_what_is_no_request_makes_no_table(
    site: Served, page: httpx.AsyncClient, body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """A refusal that repeats nothing of it, whatever it is, and no failure."""
    answer = await page.post("api/tables", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) in (
        (422, "bad_request"),
        (422, "unknown_game"),
        (413, "too_large"),
    )
    assert site.fake.logs == {}
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[", ""])
@pytest.mark.parametrize("path", ["api/tables", "api/me"])
async def test_pages_of_others_change_nothing(site: Served, page: httpx.AsyncClient, origin: str, path: str) -> None:
    answer = await page.post(path, json={"game": "pounce", "name": "Ann"}, headers={"origin": origin})
    assert (answer.status_code, answer.json()) == (403, {"error": "foreign_origin"})
    assert site.fake.logs == {}
    assert "access-control-allow-origin" not in answer.headers


async def test_a_request_without_an_origin_changes_nothing(site: Served) -> None:
    """No browser leaves it out of a POST."""
    async with httpx.AsyncClient(base_url=site.url, verify=False) as http:
        assert (await http.post("api/tables", json={"game": "pounce"})).status_code == 403


async def test_bodies_are_bounded_before_they_are_read(site: Served, page: httpx.AsyncClient) -> None:
    """By the length they declare; without one they are refused."""

    async def pieces() -> AsyncIterator[bytes]:
        yield b'{"game":"pounce"}'

    assert (await page.post("api/tables", content=b" " * (MAX_BODY + 1))).status_code == 413
    assert (await page.post("api/tables", content=pieces())).status_code == 413
    assert site.fake.logs == {}
    fits = b'{"game":"pounce"}'.ljust(MAX_BODY)
    answer = await page.post("api/tables", content=fits, headers={"content-type": "application/json"})
    assert answer.status_code == 201


async def test_one_address_opens_so_many_tables_a_minute() -> None:
    async with served(rooms_per_minute=3) as site, browser(site) as http:
        made = [(await http.post("api/tables", json={"game": "pounce"})).status_code for _ in range(5)]
        assert made == [201, 201, 201, 429, 429]
        site.clock.wind(20_000)
        again = [(await http.post("api/tables", json={"game": "pounce"})).status_code for _ in range(2)]
        assert again == [201, 429]


async def test_codes_cannot_be_tried_through() -> None:
    """By pages and sockets together; tables that exist are found as often as anybody likes."""
    async with served(rooms_per_minute=1) as site, browser(site) as http:
        code = site.open_room()
        for _ in range(2 * MISSES_PER_ROOM):
            assert (await http.get(f"api/tables/{code}")).status_code == 200
        for _ in range(MISSES_PER_ROOM // 2):
            assert (await http.get("api/tables/ZZZZZZ")).status_code == 404
            assert await (await Socket.open(site, "ZZZZZZ")).end() == CLOSE_NO_ROOM
        assert (await http.get("api/tables/ZZZZZZ")).status_code == 429
        assert await (await Socket.open(site, code)).end() == CLOSE_COME_BACK
        site.clock.wind(60_000)
        await entered(site, code)


# --- games --------------------------------------------------------------------------------------------------


async def test_every_game_that_is_offered_declares_itself(page: httpx.AsyncClient) -> None:
    """In the shape of the wire, with every option, preset and level that the rules and the bots have."""
    answer = await page.get("api/games")
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert list(body) == ["games"]
    views = [GameView.model_validate(view) for view in body["games"]]
    assert [view.model_dump() for view in views] == body["games"]
    assert [view.key for view in views] == list(offered())
    for view in views:
        info = games()[view.key].info
        assert (view.name, view.pace, tuple(view.seats)) == (info.name, info.pace, info.seats)
        told = [(option.key, option.default, tuple(option.choices)) for option in view.options]
        assert told == [(option.key, option.default, option.choices) for option in info.options]
        assert view.presets == info.presets
        assert view.levels == list(bots(view.key))
        assert view.call_off == bool(info.call_off)


async def test_a_default_keeps_its_type_on_the_wire(page: httpx.AsyncClient) -> None:
    """`true` does not become 1, nor 0 `false`: the page sends back what it was given."""
    (pounce,) = [game for game in (await page.get("api/games")).json()["games"] if game["key"] == "pounce"]
    choices = {option["key"]: option["choices"] for option in pounce["options"]}
    assert [type(choice) for choice in choices["silence"]] == [bool, bool]
    assert {type(choice) for choice in choices["target"]} == {int}
    assert list(pounce["presets"]) == ["classic", "nerts"]


async def test_declarations_are_not_sent_again(page: httpx.AsyncClient) -> None:
    first = await page.get("api/games")
    assert first.headers["cache-control"] == "no-cache"
    again = await page.get("api/games", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


# --- persons ------------------------------------------------------------------------------------------------


async def test_a_name_is_remembered(page: httpx.AsyncClient) -> None:
    """As a table would show it."""
    assert (await page.get("api/me")).json() == {"name": "", "tables": []}
    assert (await page.post("api/me", json={"name": "  Ann \u202e "})).json() == {"name": "Ann"}
    assert (await page.get("api/me")).json()["name"] == "Ann"
    page.cookies.clear()
    assert (await page.get("api/me")).json()["name"] == ""


@pytest.mark.parametrize("name", ["", " ", "\u200b", "x" * 65, "\u202e"])
async def test_a_name_of_nothing_is_refused(page: httpx.AsyncClient, name: str) -> None:
    assert (await page.post("api/me", json={"name": name})).status_code == 422
    assert (await page.get("api/me")).json()["name"] == ""


async def test_half_a_surrogate_is_no_name(page: httpx.AsyncClient) -> None:
    """Python can hold it, UTF-8 cannot; it comes back as a refusal, not as a failure."""
    json_ = {"content-type": "application/json"}
    answer = await page.post("api/me", content=b'{"name":"\\ud800"}', headers=json_)
    assert answer.status_code == 422


async def test_the_way_back_to_ones_tables(site: Served, page: httpx.AsyncClient) -> None:
    """Tables where a seat is kept, the newest first, with those who wait there; a seat given up is none."""
    await page.get("")
    for code in ("AAAAAA", "BBBBBB"):
        socket = await Socket.open(site, site.open_room(code), token=token(page))
        await socket.hello()
        await socket.sit("Ann")
        other = await Socket.open(site, code)
        await other.hello()
        await other.sit("Bob")
    me = (await page.get("api/me")).json()
    assert me["name"] == "Ann"
    assert [table["code"] for table in me["tables"]] == ["BBBBBB", "AAAAAA"]
    assert me["tables"][0] == {
        "code": "BBBBBB",
        "game": "pounce",
        "names": ["Bob"],
        "round": 0,
        "phase": "lobby",
        "seat": 0,
    }
    (room,) = [room for room in site.rooms() if room.code == "BBBBBB"]
    room.append(Left(room.now(), 0))
    await site.until(lambda: room.idle)
    assert [table["code"] for table in (await page.get("api/me")).json()["tables"]] == ["AAAAAA"]


async def test_a_table_that_is_gone_or_sleeps_is_not_offered(site: Served, page: httpx.AsyncClient) -> None:
    await page.get("")
    for code in ("AAAAAA", "BBBBBB", "CCCCCC"):
        socket = await Socket.open(site, site.open_room(code), token=token(page))
        await socket.hello()
        await socket.sit("Ann")
    for room in site.rooms():
        room.stop(4000)
    del site.fake.logs["AAAAAA"]
    site.fake.intrude("BBBBBB", b"nonsense")
    assert [table["code"] for table in (await page.get("api/me")).json()["tables"]] == ["CCCCCC"]


# --- health -------------------------------------------------------------------------------------------------


async def test_health_is_whether_one_can_play(site: Served, page: httpx.AsyncClient) -> None:
    assert (await page.get("healthz")).json() == {"ok": True, "rooms": 0}
    site.fake.is_away = True
    answer = await page.get("healthz")
    assert (answer.status_code, answer.json()["ok"]) == (503, False)
    site.fake.is_away = False
    assert (await page.get("healthz")).status_code == 200


async def test_a_store_that_is_away_is_said_in_one_way(site: Served, page: httpx.AsyncClient) -> None:
    site.fake.is_away = True
    answers = [
        await page.get("api/me"),
        await page.post("api/me", json={"name": "Ann"}),
        await page.post("api/tables", json={"game": "pounce"}),
        await page.get("api/tables/ZZZZZZ"),
    ]
    site.fake.is_away = False
    assert [(answer.status_code, answer.json()) for answer in answers] == [(503, {"error": "store_away"})] * 4


async def test_many_ask_at_once(site: Served) -> None:
    """Twenty browsers open the same link at once: one room, twenty persons."""
    code = site.open_room()
    async with browser(site) as http:
        answers = await asyncio.gather(*(http.get(f"api/tables/{code}") for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert (await _rooms(site)) == 1


async def _rooms(site: Served) -> int:
    async with browser(site) as http:
        return int((await http.get("healthz")).json()["rooms"])
