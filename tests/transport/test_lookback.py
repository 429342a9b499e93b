"""Records and reviews over HTTP."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence

import httpx
import pytest

from app.rooms.entry import Created, Removed, Sat, encode
from app.rooms.people import player_of
from app.rules.card import RANK, known
from app.rules.game import HOUSE, Opening, SeatReview
from app.rules.record import Record, parts, read, replay
from app.rules.registry import games
from app.transport import lookback
from app.transport.address import MISSES_PER_ROOM, READINGS_PER_ROOM
from app.transport.lookback import KEPT, Found, Lookback, ReviewView, review_view
from tests.support.games import VECTORS
from tests.support.rooms import building
from tests.support.served import Served, entered, served

LOG = (VECTORS / "log-1.jsonl").read_bytes().splitlines()
"""A room with two matches: one that was ended early, and one of three rounds that was won."""
CODE = "8P6T95"
MOVES = [at for at, data in enumerate(LOG) if json.loads(data)["e"] == "move"]
ROUNDS = [at for at, data in enumerate(LOG) if json.loads(data)["e"] == "round"]


@pytest.fixture
async def page(site: Served) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=site.url) as http:
        yield http


def keep(site: Served, entries: Sequence[bytes] = LOG, code: str = CODE) -> None:
    """Let this be the log of a room that nobody has touched yet."""
    first = json.loads(entries[0])
    site.fake.intrude(code, encode(Created(first["w"], code, first["game"])), *entries[1:])


# --- records ----------------------------------------------------------------------------------------------------------


async def test_a_record_is_a_file(site: Served, page: httpx.AsyncClient) -> None:
    """With a name of its own; it replays."""
    keep(site)
    for number, rounds in ((1, 1), (2, 3)):
        answer = await page.get(f"api/tables/{CODE.lower()}/matches/{number}")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["content-disposition"] == f'attachment; filename="pounce-{CODE}-{number}.json"'
        outcome = replay(read(answer.content), games())
        assert outcome["refused"] == 0
        assert isinstance(outcome["rounds"], list)
        assert len(outcome["rounds"]) == rounds


@pytest.mark.parametrize("number", ["0", "3", "-1", "x", "1.0", "%C2%B2", "9" * 400])
async def test_there_is_no_such_match(site: Served, page: httpx.AsyncClient, number: str) -> None:
    keep(site)
    answer = await page.get(f"api/tables/{CODE}/matches/{number}")
    assert (answer.status_code, answer.json()) == (404, {"error": "no_match"})


@pytest.mark.parametrize("count", [ROUNDS[1] + 1, ROUNDS[2] + 1, MOVES[-1]], ids=["dealt", "between", "last move"])
async def test_a_match_that_runs_has_no_record(site: Served, page: httpx.AsyncClient, count: int) -> None:
    """It would tell the seed, and with it every card."""
    keep(site, LOG[:count])
    answer = await page.get(f"api/tables/{CODE}/matches/2")
    assert (answer.status_code, answer.json()) == (404, {"error": "no_match"})
    assert (await page.get(f"api/tables/{CODE}/matches/1")).status_code == 200


@pytest.mark.parametrize("name", ["log-3", "log-4"])
async def test_hands_of_a_match_that_runs_are_in_no_record(name: str) -> None:
    """Neither in a round nor between two: a record tells every hand, and by its seed those that are still to come."""
    log = (VECTORS / f"{name}.jsonl").read_bytes().splitlines()
    dealt = [at for at, data in enumerate(log) if json.loads(data)["e"] == "round"]
    async with building() as house:
        for code, count in (("222222", dealt[0] + 9), ("333333", dealt[1]), ("444444", dealt[1] + 9), (CODE, len(log))):
            first = json.loads(log[0])
            house.fake.intrude(code, encode(Created(first["w"], code, first["game"])), *log[1:count])
            point, looking = (await house.room(code)).kept, Lookback(house.store, house.games, house.clock)
            record, review = await looking.record(point, 1, lambda: True), await looking.review(point, lambda: True)
            assert (record is not None) == (count == len(log))
            assert (review is not None) == (point.room.phase != "play")
            if review is not None:
                assert json.loads(gzip.decompress(review.packed))["seats"] == []


@pytest.mark.parametrize(("what", "error"), [("matches/1", "no_match"), ("review", "no_round")])
async def test_no_table_or_one_that_sleeps_has_nothing(
    site: Served, page: httpx.AsyncClient, what: str, error: str
) -> None:
    site.fake.intrude(CODE, *LOG, b"nonsense")
    for code in (CODE, "ZZZZZZ", "x"):
        answer = await page.get(f"api/tables/{code}/{what}")
        assert (answer.status_code, answer.json()) == (404, {"error": error})


async def test_a_store_that_is_away_is_said(site: Served, page: httpx.AsyncClient) -> None:
    """And it is no reason for not finding it later."""
    keep(site)
    assert (await page.get(f"api/tables/{CODE}")).status_code == 200
    site.fake.is_away = True
    for what in ("matches/1", "review"):
        answer = await page.get(f"api/tables/{CODE}/{what}")
        assert (answer.status_code, answer.json()) == (503, {"error": "store_away"})
    site.fake.is_away = False
    for what in ("matches/1", "review"):
        assert (await page.get(f"api/tables/{CODE}/{what}")).status_code == 200


# --- reviews ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "number", "players"),
    [(ROUNDS[2], 1, [0, 1, 2]), (ROUNDS[3], 2, [0, 1, 2, 3]), (len(LOG), 3, [0, 1, 2])],
    ids=["first", "second", "last"],
)
async def test_the_last_round_is_reviewed(
    site: Served, page: httpx.AsyncClient, count: int, number: int, players: list[int]
) -> None:
    """By room seats, as the sheet has them."""
    keep(site, LOG[:count])
    answer = await page.get(f"api/tables/{CODE}/review")
    assert answer.status_code == 200
    review = ReviewView.model_validate_json(answer.content)
    assert json.loads(review.model_dump_json()) == answer.json()
    assert (review.round, [seat.seat for seat in review.seats]) == (number, players)
    assert answer.headers.get("content-disposition") is None
    assert (await page.get(f"api/tables/{CODE}")).status_code == 200
    cards = [opening.card for seat in review.seats for opening in (*seat.beaten, *seat.missed)]
    assert all((card := known(name)) is not None and RANK[card] for name in cards)
    assert all(beaten.by in players and beaten.by != seat.seat for seat in review.seats for beaten in seat.beaten)


@pytest.mark.parametrize("count", [1, ROUNDS[0] + 3, ROUNDS[1], ROUNDS[2] + 1, MOVES[-1]])
async def test_a_round_that_runs_has_no_review(site: Served, page: httpx.AsyncClient, count: int) -> None:
    """Nor has a lobby."""
    keep(site, LOG[:count])
    answer = await page.get(f"api/tables/{CODE}/review")
    assert (answer.status_code, answer.json()) == (404, {"error": "no_round"})


def test_seats_of_the_round_become_seats_of_the_room() -> None:
    card = known("1:5H")
    assert card is not None
    told = review_view(
        4,
        (2, 5),
        [
            SeatReview(3, None, (), (Opening(card, 6000),)),
            SeatReview(0, Opening(card, 7), (Opening(card, 900, 0),), ()),
        ],
    )
    assert HOUSE not in (2, 5)
    assert told.model_dump() == {
        "round": 4,
        "seats": [
            {"seat": 2, "built": 3, "fastest": None, "beaten": [], "missed": [{"card": "1:5H", "ms": 6000}]},
            {
                "seat": 5,
                "built": 0,
                "fastest": {"card": "1:5H", "ms": 7},
                "beaten": [{"card": "1:5H", "ms": 900, "by": 2}],
                "missed": [],
            },
        ],
    }


# --- work and limits --------------------------------------------------------------------------------------------------


async def test_many_who_ask_at_once_cost_one_reading(
    site: Served, page: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All have the same bytes."""
    keep(site)
    written = 0

    def count(record: Record) -> Iterator[str]:
        nonlocal written
        written += 1
        return parts(record)

    monkeypatch.setattr(lookback, "parts", count)
    answers = await asyncio.gather(*(page.get(f"api/tables/{CODE}/matches/2") for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert written == 1


async def test_only_the_newest_answers_are_kept(site: Served) -> None:
    """Those that were asked for last."""
    keep(site)
    await entered(site, CODE)
    point = site.rooms()[0].kept
    found = Lookback(site.store, games(), site.clock)
    paid = 0

    def pays() -> bool:
        nonlocal paid
        paid += 1
        return True

    async def worked(asked: Awaitable[Found | None]) -> bool:
        before = paid
        assert await asked is not None
        return paid > before

    assert [await worked(found.record(point, 1, pays)) for _ in range(2)] == [True, False]
    assert await worked(found.review(point, pays))
    for number in range(KEPT - 1):
        found._kept[("filler", str(number))] = b""
    assert not await worked(found.record(point, 1, pays))
    assert await worked(found.record(point, 2, pays))
    assert not await worked(found.record(point, 1, pays))
    assert await worked(found.review(point, pays))
    assert not await worked(found.record(point, 2, pays))
    assert len(found._kept) == KEPT


async def test_asking_in_vain_is_limited_as_looking_up_is() -> None:
    """What is kept is had as often as anybody likes."""
    async with served(rooms_per_minute=1) as site, httpx.AsyncClient(base_url=site.url) as http:
        keep(site)
        for _ in range(2 * MISSES_PER_ROOM):
            assert (await http.get(f"api/tables/{CODE}/matches/2")).status_code == 200
        for code in [CODE, "ZZZZZZ"] * (MISSES_PER_ROOM // 2):
            assert (await http.get(f"api/tables/{code}/matches/7")).status_code == 404
        for what in ("matches/2", "review"):
            answer = await http.get(f"api/tables/{CODE}/{what}")
            assert (answer.status_code, answer.json()) == (429, {"error": "too_fast"})


async def test_reading_logs_is_limited_also_for_those_who_ask_all_at_once() -> None:
    codes = ["AAAAAA", "BBBBBB", "CCCCCC"]
    async with served(rooms_per_minute=1) as site, httpx.AsyncClient(base_url=site.url) as http:
        for code in codes:
            keep(site, code=code)
        asked = [f"api/tables/{code}/matches/{number}" for code in codes for number in (1, 2)]
        answers = await asyncio.gather(*map(http.get, asked))
        codes_of = [answer.status_code for answer in answers]
        assert sorted(codes_of) == [200] * READINGS_PER_ROOM + [429] * (len(asked) - READINGS_PER_ROOM)
        site.clock.wind(60_000)
        assert {(await http.get(what)).status_code for what in asked} == {200}


async def test_an_answer_is_kept_as_it_is_sent(site: Served, page: httpx.AsyncClient) -> None:
    """Compressed, for nearly everybody; the others get the same bytes unpacked."""
    keep(site)
    for what in ("matches/2", "review"):
        packed = await page.get(f"api/tables/{CODE}/{what}")
        plain = await page.get(f"api/tables/{CODE}/{what}", headers={"accept-encoding": "identity"})
        assert (packed.headers["content-encoding"], plain.headers.get("content-encoding")) == ("gzip", None)
        assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) == len(plain.content)
        assert packed.content == plain.content
        for answer in (packed, plain):
            assert "accept-encoding" in answer.headers["vary"].lower()


async def test_who_was_removed_looks_back_on_nothing(site: Served) -> None:
    """A review would be a look at a match that goes on without him."""
    token = "ab" * 16
    when = json.loads(LOG[-1])["w"]
    keep(site, [*LOG, encode(Sat(when, 6, player_of(token), "Gus")), encode(Removed(when, 6))])
    for what, error in (("matches/2", "no_match"), ("review", "no_round")):
        async with httpx.AsyncClient(base_url=site.url) as http:
            assert (await http.get(f"api/tables/{CODE}/{what}")).status_code == 200
        async with httpx.AsyncClient(base_url=site.url, cookies={f"pounce_{site.settings.port}": token}) as http:
            answer = await http.get(f"api/tables/{CODE}/{what}")
            assert (answer.status_code, answer.json()) == (404, {"error": error})
