"""A game for one is there with its cards before anybody looks at it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from app import main
from app.rooms.entry import MatchStarted, Numbered, RoundStarted, Sat, decode
from app.rooms.people import player_of
from app.rooms.winnable import WAIT_MS
from app.rules.deals import MOST, deal_seed
from app.rules.game import complete
from app.rules.registry import games
from app.rules.rng import Rng
from app.solver.base import NoAnswer
from app.solver.pool import Pool, places
from tests.support.served import Served, Socket, entered, served
from tests.support.solving import FakeSolver

SOLO = ("thumb-and-pouch", "puss-in-the-corner")


@pytest.fixture
async def site(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    """With all games, those that have no table in the browser so far, too."""
    monkeypatch.setattr(main, "offered", games)
    async with served() as site:
        yield site


@pytest.fixture
async def page(site: Served) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=site.url, headers={"origin": site.origin}) as http:
        yield http


async def begun(page: httpx.AsyncClient, **given: Any) -> dict[str, Any]:
    answer = await page.post("api/solo", json={"game": "thumb-and-pouch", "name": "Ann", **given})
    assert answer.status_code == 201
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("game", SOLO)
async def test_the_cards_lie_there_when_the_page_comes(site: Served, page: httpx.AsyncClient, game: str) -> None:
    told = await begun(page, game=game, deal=48213)
    assert told["deal"] == 48213
    socket = await Socket.open(site, told["code"], token=next(iter(page.cookies.values())))
    welcome = await socket.hello()
    assert welcome["room"]["phase"] == "play"
    assert (welcome["room"]["deal"], welcome["seat"], welcome["table"]["steps"]) == (48213, 0, [0, 0])
    kinds = [decode(entry) for entry in site.fake.logs[told["code"]]]
    assert Numbered(site.clock.now(), 48213, "") in kinds
    (match,) = [entry for entry in kinds if isinstance(entry, MatchStarted)]
    assert match.seed == deal_seed(game, 48213).hex()


async def test_a_deal_is_drawn_for_who_names_none(site: Served, page: httpx.AsyncClient) -> None:
    drawn = {(await begun(page))["deal"] for _ in range(3)}
    assert len(drawn) == 3
    assert all(0 < number < 1_000_000 for number in drawn)


@pytest.mark.parametrize(
    ("options", "winnable", "solved"),
    [
        ({"redeals": 0}, None, True),
        ({"redeals": 1}, None, True),
        ({}, None, False),
        ({"redeals": "unlimited"}, None, False),
        ({"redeals": 1}, False, False),
        ({}, True, True),
    ],
)
async def test_only_what_can_be_won_is_dealt_where_redeals_are_few(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], winnable: bool | None, solved: bool
) -> None:
    """Unless he who asks says otherwise; and a deal that he names is dealt as it is."""
    monkeypatch.setattr(main, "Pool", FakeSolver)
    monkeypatch.setattr(main, "offered", games)
    async with served() as site, httpx.AsyncClient(base_url=site.url, headers={"origin": site.origin}) as page:
        told = await begun(page, options=options, **({} if winnable is None else {"winnable": winnable}))
        assert told["winnable"] == solved
        assert 0 < told["deal"] < 1_000_000
        named = await begun(page, options=options, winnable=winnable, deal=48213)
        assert (named["deal"], named["winnable"]) == (48213, False)


async def test_who_waits_too_long_for_one_gets_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """And is told so. The table has nothing to do with those that are found later."""
    solver = FakeSolver()
    solver.hold()
    monkeypatch.setattr(main, "Pool", lambda: solver)
    monkeypatch.setattr(main, "offered", games)
    async with served() as site, httpx.AsyncClient(base_url=site.url, headers={"origin": site.origin}) as page:
        asking = asyncio.create_task(begun(page, game="puss-in-the-corner", options={"redeals": 0}))
        await site.until(lambda: bool(solver.asked))
        assert not asking.done()
        site.clock.wind(WAIT_MS)
        told = await asking
        assert told["winnable"] is False
        (match,) = [entry for entry in map(decode, site.fake.logs[told["code"]]) if isinstance(entry, MatchStarted)]
        assert match.seed == deal_seed("puss-in-the-corner", told["deal"]).hex()
        solver.let_go()


@pytest.mark.parametrize("game", SOLO)
async def test_hints_are_found_by_the_servers_solver(site: Served, page: httpx.AsyncClient, game: str) -> None:
    """The real one. Whoever follows those that win is on the way there; a fair one leaves the match as it is."""
    code = (await begun(page, game=game, deal=48213))["code"]
    socket = await Socket.open(site, code, token=next(iter(page.cookies.values())))
    n = (await socket.hello())["n"]
    socket.send(t="hint", how="fair")
    fair = await socket.hear("hint")
    assert fair["how"] == "fair"
    assert fair["m"] is not None
    socket.send(t="hint", how="winning")
    assert (await socket.hear("frame"))["room"]["helped"] is True
    winning = await socket.hear("hint")
    assert (winning["say"], winning["n"] > n) == ("winning", True)
    socket.send(t="move", k=1, m=winning["m"])
    assert "p" in await socket.hear("frame")


async def test_others_play_while_ten_solve(site: Served) -> None:
    """Hundreds of words are answered before any of ten searches has come to an end, which these never do."""
    pool = Pool()
    game = games()["puss-in-the-corner"]
    hopeless = game.deal(complete(game.info, {"redeals": 0}), [{}], Rng.for_round(deal_seed(game.info.key, 1), 1))
    searches = [asyncio.create_task(pool.solve(game.info.key, hopeless, 10**9)) for _ in range(10)]
    try:
        await site.until(lambda: pool.working == places())
        socket = await entered(site)
        for _ in range(300):
            site.clock.wind(1000)  # as much as anybody may say
            socket.send(t="ping")
            await socket.hear("pong")
        assert pool.working == places()
        assert not any(search.done() for search in searches)
    finally:
        await pool.close()
    outcomes = await asyncio.gather(*searches, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [NoAnswer] * 10


async def test_the_options_are_written_out_and_the_table_is_on_its_persons_list(
    site: Served, page: httpx.AsyncClient
) -> None:
    told = await begun(page, options={"redeals": 0}, deal=MOST)
    entries = [decode(entry) for entry in site.fake.logs[told["code"]]]
    (match,) = [entry for entry in entries if isinstance(entry, MatchStarted)]
    assert match.options["redeals"] == 0
    token = next(iter(page.cookies.values()))
    assert [entry for entry in entries if isinstance(entry, Sat | RoundStarted)] == [
        Sat(site.clock.now(), 0, player_of(token), "Ann"),
        RoundStarted(site.clock.now(), (0,)),
    ]
    (table,) = (await page.get("api/me")).json()["tables"]
    assert (table["code"], table["phase"], table["deal"]) == (told["code"], "play", MOST)


async def test_what_came_to_its_end_does_not_wait_for_anybody(site: Served, page: httpx.AsyncClient) -> None:
    """Its player can take it up again from its own page; at home it would stand before those that are not finished."""
    codes = [(await begun(page))["code"] for _ in range(9)]
    token = next(iter(page.cookies.values()))
    for code in codes[2:]:
        socket = await Socket.open(site, code, token=token)
        await socket.hello()
        socket.send(t="call_off")
    await site.until(lambda: all(room.kept.room.phase == "over" for room in site.rooms() if room.code in codes[2:]))
    assert [table["code"] for table in (await page.get("api/me")).json()["tables"]] == [codes[1], codes[0]]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"game": "pounce"}, "unknown_game"),
        ({"game": "patience"}, "unknown_game"),
        ({"options": {"redeals": 9}}, "bad_options"),
        ({"options": {"jokers": 1}}, "bad_options"),
        ({"name": "\u200b"}, "bad_name"),
        ({"deal": 0}, "bad_request"),
        ({"deal": MOST + 1}, "bad_request"),
        ({"deal": "1"}, "bad_request"),
        ({"deal": 1.0}, "bad_request"),
        ({"more": 1}, "bad_request"),
        ({"winnable": 1}, "bad_request"),
        ({"game": "thumb-and-pouch-race", "winnable": True}, "unknown_game"),
        ({"game": "pounce", "winnable": True}, "unknown_game"),
        ({"options": {"jokers": 1}, "winnable": True}, "bad_options"),
        ({"name": ""}, "bad_request"),
    ],
)
async def test_what_cannot_be_begun_is_refused(
    site: Served, page: httpx.AsyncClient, given: dict[str, Any], error: str
) -> None:
    answer = await page.post("api/solo", json={"game": "thumb-and-pouch", "name": "Ann", **given})
    assert (answer.status_code, answer.json()) == (422, {"error": error})
    assert site.fake.logs == {}


async def test_it_is_bounded_and_for_our_own_pages(site: Served, page: httpx.AsyncClient) -> None:
    body = {"game": "thumb-and-pouch", "name": "Ann"}
    answer = await page.post("api/solo", json=body, headers={"origin": "http://evil.example"})
    assert answer.status_code == 403
    told = [(await page.post("api/solo", json=body)).status_code for _ in range(40)]
    assert told[:30] == [201] * 30
    # Every two seconds there is one more, so a slow machine has some of them before the end.
    assert 429 in told[30:]


async def test_nobody_is_sought_for_a_game_for_one(site: Served, page: httpx.AsyncClient) -> None:
    answer = await page.post("api/quick", json={"game": "thumb-and-pouch"})
    assert (answer.status_code, answer.json()) == (422, {"error": "unknown_game"})
    assert (await page.get("api/leaders/thumb-and-pouch")).status_code == 404
