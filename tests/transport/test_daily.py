"""The deal of the day over HTTP: one table a person, what is told of it and when, and the results."""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from app import main
from app.rooms import daily
from app.rooms.days import DAY_MS, day_of, start_of
from app.rooms.entry import MatchStarted, decode
from app.rooms.results import FRESH_MS, SHOWN, DayResult
from app.rules.deals import deal_seed
from app.rules.record import read
from app.rules.registry import games
from app.transport.address import ASKINGS_PER_ROOM
from tests.support.served import Served, Socket, served
from tests.support.solving import FakeSolver

THUMB, PUSS = "thumb-and-pouch", "puss-in-the-corner"


@pytest.fixture
async def site(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    """All deals can be won here, as far as is known."""
    monkeypatch.setattr(main, "Pool", FakeSolver)
    monkeypatch.setattr(main, "offered", games)
    async with served() as site:
        yield site


@pytest.fixture
async def page(site: Served) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(site) as http:
        yield http


def browser(site: Served) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=site.url, headers={"origin": site.origin})


async def begun(page: httpx.AsyncClient, game: str = THUMB, name: str = "Ann") -> str:
    answer = await page.post("api/daily", json={"game": game, "name": name})
    assert answer.status_code in (200, 201)
    return str(answer.json()["code"])


async def told(page: httpx.AsyncClient, path: str) -> Any:
    answer = await page.get(path)
    assert answer.status_code == 200
    return answer.json()


async def gives_up(site: Served, page: httpx.AsyncClient, code: str) -> Socket:
    socket = await Socket.open(site, code, token=next(iter(page.cookies.values())))
    await socket.hello()
    socket.send(t="call_off")
    room = next(room for room in site.rooms() if room.code == code)
    await site.until(lambda: room.kept.room.phase == "over")
    site.clock.wind(FRESH_MS)
    return socket


async def test_a_person_has_one_table_for_the_day(site: Served, page: httpx.AsyncClient) -> None:
    """It is new once, and on his list with its day and without a number."""
    first, again = [await page.post("api/daily", json={"game": THUMB, "name": "Ann"}) for _ in range(2)]
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json() == {"code": first.json()["code"]}
    (table,) = (await told(page, "api/me"))["tables"]
    day = day_of(site.clock.now())
    assert (table["code"], table["day"], table["phase"]) == (first.json()["code"], day, "play")
    assert "deal" not in table
    async with browser(site) as other:
        assert await begun(other) != first.json()["code"]


async def test_the_first_page_shows_how_far_one_has_come(site: Served, page: httpx.AsyncClient) -> None:
    """Who has never been here gets his cookie with the answer."""
    day = day_of(site.clock.now())
    ends_ms = (start_of(day) or 0) + DAY_MS - site.clock.now()
    new = {"code": None, "state": "new", "up": 0, "won": False}
    answer = await page.get("api/daily")
    assert answer.json() == {"day": day, "ends_ms": ends_ms, "games": [{"game": PUSS, **new}, {"game": THUMB, **new}]}
    assert page.cookies
    code = await begun(page)
    played = {"game": THUMB, "code": code, "state": "open", "up": 0, "won": False}
    assert (await told(page, "api/daily"))["games"] == [{"game": PUSS, **new}, played]
    await gives_up(site, page, code)
    (_, over) = (await told(page, "api/daily"))["games"]
    assert over["state"] == "over"
    site.clock.wind(ends_ms)
    after = await told(page, "api/daily")
    assert after["day"] == day_of(site.clock.now()) > day
    assert after["games"][1] == {"game": THUMB, **new}


async def test_nothing_tells_the_number_before_the_day_is_over(site: Served, page: httpx.AsyncClient) -> None:
    """No byte of any answer, nor of the socket; the record of the match least of all. On the next day everybody may
    know it, and the record is there.
    """
    code = await begun(page)
    socket = await gives_up(site, page, code)
    day = day_of(site.clock.now())
    kept = await site.store.get("daily", f"{THUMB}:{day}")
    assert kept is not None
    seed = deal_seed(THUMB, int(kept)).hex()
    (match,) = [entry for entry in map(decode, site.fake.logs[code]) if isinstance(entry, MatchStarted)]
    assert match.seed == seed
    paths = (
        *("", "api/me", "api/daily", f"api/daily/{THUMB}/{day}", f"api/tables/{code}", f"api/tables/{code}/review"),
        f"api/tables/{code}/matches/1",
    )
    answers = [await page.get(path) for path in paths]
    assert answers[-1].status_code == 404
    for what in ("end", "start"):
        socket.send(t=what)
        assert (await socket.hear("sorry"))["code"] == "not_now"
    answers += [await page.get(path) for path in paths]
    assert answers[-1].status_code == 404
    seen = "".join((*socket.texts, *(f"{answer.headers}{answer.text}" for answer in answers)))
    for secret in (kept.decode(), seed):
        assert secret not in seen
    assert (await told(page, f"api/daily/{THUMB}/{day}"))["number"] is None
    site.clock.wind(DAY_MS)
    assert (await told(page, f"api/daily/{THUMB}/{day}"))["number"] == int(kept)
    assert read((await page.get(f"api/tables/{code}/matches/1")).content).seed == bytes.fromhex(seed)


async def test_the_results_of_a_day(site: Served, page: httpx.AsyncClient) -> None:
    """For everybody; who asks finds himself. They stay when the day is over."""
    day = day_of(site.clock.now())
    path = f"api/daily/{THUMB}/{day}"
    empty: dict[str, Any] = {"game": THUMB, "day": day, "number": None, "results": [], "players": 0}
    assert await told(page, path) == empty
    await gives_up(site, page, await begun(page))
    async with browser(site) as bob:
        await gives_up(site, bob, await begun(bob, name="Bob"))
        mine = {"won": False, "helped": False, "up": 0, "moves": 0}
        for asks, own in ((page, "Ann"), (bob, "Bob")):
            found = await told(asks, path)
            assert found["players"] == 2
            assert {row["name"]: row["you"] for row in found["results"]} == {"Ann": own == "Ann", "Bob": own == "Bob"}
            assert all(mine.items() <= row.items() for row in found["results"])
            assert set(found["results"][0]) == {"name", "won", "up", "ms", "moves", "helped", "you"}
    site.clock.wind(DAY_MS)
    assert len((await told(page, path))["results"]) == 2


async def test_many_results_are_counted_and_the_best_shown(site: Served, page: httpx.AsyncClient) -> None:
    day = day_of(site.clock.now())
    for at in range(SHOWN + 5):
        result = DayResult(f"player {at}", f"P{at}", True, 52, 1_000 + at, 9, False)
        value = json.dumps(result._asdict()).encode()
        await site.store.announce(f"daily:{PUSS}:{day}", result.player, value, 0, site.clock.now() + DAY_MS)
    found = await told(page, f"api/daily/{PUSS}/{day}")
    assert found["players"] == SHOWN + 5
    assert [row["name"] for row in found["results"]] == [f"P{at}" for at in range(SHOWN)]
    assert "player " not in json.dumps(found), "nobody's digest"


# --- what cannot be answered ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "day", "error"),
    [
        ("pounce", "today", "unknown_game"),
        ("patience", "today", "unknown_game"),
        ("thumb-and-pouch-race", "today", "unknown_game"),
        (THUMB, "tomorrow", "no_day"),
        (THUMB, "long ago", "no_day"),
        (THUMB, "2023-02-30", "no_day"),
        (THUMB, "2023-11-1", "no_day"),
        (THUMB, "２０２３-11-14", "no_day"),
        (THUMB, "%00", "no_day"),
        (THUMB, "9" * 400, "no_day"),
    ],
)
async def test_there_is_no_such_day(site: Served, page: httpx.AsyncClient, game: str, day: str, error: str) -> None:
    now = site.clock.now()
    days = {"today": 0, "tomorrow": 1, "long ago": -daily.TOLD_DAYS - 1}
    answer = await page.get(f"api/daily/{game}/{day_of(now + days[day] * DAY_MS) if day in days else day}")
    assert (answer.status_code, answer.json()) == (404, {"error": error})


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"game": "pounce"}, "unknown_game"),
        ({"game": "patience"}, "unknown_game"),
        ({"game": "thumb-and-pouch-race"}, "unknown_game"),
        ({"name": "\u200b"}, "bad_name"),
        ({"name": ""}, "bad_request"),
        ({"name": 1}, "bad_request"),
        ({"game": "x" * 33}, "bad_request"),
        ({"day": "2023-11-14"}, "bad_request"),
        ({"options": {}}, "bad_request"),
    ],
)
async def test_what_cannot_be_begun_is_refused(
    site: Served, page: httpx.AsyncClient, given: dict[str, Any], error: str
) -> None:
    answer = await page.post("api/daily", json={"game": THUMB, "name": "Ann", **given})
    assert (answer.status_code, answer.json()) == (422, {"error": error})
    assert site.fake.logs == {}


async def test_it_is_bounded_and_for_our_own_pages(site: Served, page: httpx.AsyncClient) -> None:
    body = {"game": THUMB, "name": "Ann"}
    answer = await page.post("api/daily", json=body, headers={"origin": "http://evil.example"})
    assert answer.status_code == 403
    answers = [(await page.post("api/daily", json=body)).status_code for _ in range(30)]
    assert answers == [201, *[200] * 29]
    # Every two seconds there is one more, so a slow machine has some of them before the end.
    more = [(await page.post("api/daily", json=body)).status_code for _ in range(10)]
    assert 429 in more
    assert set(more) <= {200, 429}


async def test_to_look_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals and results by one measure, which is not that of tables: whoever has looked too often still plays."""
    monkeypatch.setattr(main, "Pool", FakeSolver)
    monkeypatch.setattr(main, "offered", games)
    async with served(rooms_per_minute=1) as site, browser(site) as page:
        paths = ("api/daily", f"api/daily/{THUMB}/{day_of(site.clock.now())}", f"api/daily/{THUMB}/never")
        answers = [await page.get(paths[number % 3]) for number in range(ASKINGS_PER_ROOM)]
        assert [answer.status_code for answer in answers[:3]] == [200, 200, 404]
        assert 429 not in {answer.status_code for answer in answers}
        # Every three seconds there is one more, so a slow machine has some of them before the end.
        more = [await page.get(paths[number % 3]) for number in range(20)]
        refused = [answer.json() for answer in more if answer.status_code == 429]
        assert refused
        assert all(answer == {"error": "too_fast"} for answer in refused)
        assert (await page.post("api/daily", json={"game": THUMB, "name": "Ann"})).status_code == 201
        site.clock.wind(60_000)
        assert [(await page.get(path)).status_code for path in paths] == [200, 200, 404]


async def test_a_store_that_is_away_is_said(site: Served, page: httpx.AsyncClient) -> None:
    await page.get("")
    site.fake.is_away = True
    answers = [
        await page.post("api/daily", json={"game": THUMB, "name": "Ann"}),
        await page.get("api/daily"),
        await page.get(f"api/daily/{THUMB}/{day_of(site.clock.now())}"),
    ]
    assert [(answer.status_code, answer.json()) for answer in answers] == [(503, {"error": "store_away"})] * 3


async def test_no_deal_is_said(site: Served, page: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "TRIES", 0)
    answer = await page.post("api/daily", json={"game": THUMB, "name": "Ann"})
    assert (answer.status_code, answer.json()) == (503, {"error": "no_deal"})
    assert site.fake.logs == {}


@pytest.mark.parametrize("game", [THUMB, PUSS])
async def test_a_real_solver_chooses_it(game: str) -> None:
    """The table is there with cards that are won."""
    async with served() as site, browser(site) as page:
        assert (await page.post("api/daily", json={"game": game, "name": "Ann"})).status_code == 201
