"""The deal of the day: one for all, hidden until the day is over, and one table for each person."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.rooms import daily as module
from app.rooms.daily import KEPT_MS, TABLES, TOLD_DAYS, TRIES, Daily, NoDeal, Place, candidate
from app.rooms.days import DAY_MS, day_of, start_of
from app.rooms.entry import MatchStarted, Numbered
from app.rooms.people import player_of
from app.rules.deals import MOST, deal_seed
from app.rules.notation import move_to_json
from app.solver.base import NoAnswer
from app.storage.base import StoreUnreachable
from tests.support.clock import WoundClock
from tests.support.rooms import Building, building
from tests.support.solving import FakeSolver

THUMB, PUSS = "thumb-and-pouch", "puss-in-the-corner"
DAY = "2026-11-30"
NOON = (start_of(DAY) or 0) + DAY_MS // 2
ANN, BOB = player_of("cookie of Ann"), player_of("cookie of Bob")


class Worker:
    """A server, and what it has for the day."""

    def __init__(self, house: Building) -> None:
        self.house = house
        self.solver = FakeSolver()
        self.daily = Daily(house.store, self.solver, house.lobby, house.people, clock=house.clock, entropy=house.chance)

    async def code(self, player: str = ANN, game: str = THUMB) -> str:
        return (await self.daily.table(game, player, "Ann")).code

    def seed(self, code: str) -> str:
        """What the cards of a table follow from."""
        (match,) = [entry for entry in self.house.log(code) if isinstance(entry, MatchStarted)]
        return match.seed


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    async with building(clock=WoundClock(NOON)) as house:
        yield Worker(house)


async def test_a_person_has_one_table_for_the_day(worker: Worker) -> None:
    """With the cards on it, in the default options; it is on his list."""
    place = await worker.daily.table(THUMB, ANN, "Ann")
    assert place.is_new
    assert await worker.daily.table(THUMB, ANN, "Anna") == Place(place.code, is_new=False)
    guest = await worker.house.guest(place.code, "Ann")
    room = guest.sight.room
    assert (room["phase"], room["day"], room["options"]) == ("play", DAY, {"redeals": 2})
    assert guest.sight.table["steps"] == [0, 0]
    await worker.house.settle()
    assert (await worker.house.people.person(ANN)).tables == (place.code,)


async def test_everybody_has_the_same_cards(worker: Worker) -> None:
    """Of one game; the other game has a deal of its own, and so has the next day."""
    codes = [await worker.code(player) for player in (ANN, BOB)]
    assert codes[0] != codes[1]
    assert worker.seed(codes[0]) == worker.seed(codes[1])
    assert len(worker.solver.asked) == 1
    others = [await worker.code(game=PUSS)]
    worker.house.clock.jump(DAY_MS)
    others.append(await worker.code())
    assert len({worker.seed(code) for code in (codes[0], *others)}) == 3


async def test_its_number_is_nowhere_before_the_day_is_over(worker: Worker) -> None:
    """Neither in the log nor in any byte that anybody gets, while it is played and when it has ended."""
    code = await worker.code()
    number = await worker.daily.number(THUMB, DAY)
    assert worker.seed(code) == deal_seed(THUMB, number).hex()
    guest = await worker.house.guest(code, "Ann")
    onlooker = await worker.house.guest(code, "Eve")
    room = guest.room
    assert room is not None
    for _ in range(3):
        await guest.move(*move_to_json(next(iter(room.game.moves(room.head.state, 0)))))
    await guest.ask(t="call_off")
    assert guest.sight.room["phase"] == "over"
    seen = guest.bytes_seen + onlooker.bytes_seen
    assert DAY.encode() in seen
    seed = worker.seed(code)
    assert str(number).encode() not in seen
    assert seed.encode() not in seen
    assert b'"deal"' not in seen
    assert Numbered(worker.house.clock.now(), 0, DAY) in worker.house.log(code)
    assert str(number).encode() not in b"".join(worker.house.fake.logs[code])


async def test_its_number_is_told_when_the_day_is_over(worker: Worker) -> None:
    """For as long as the day can be looked back on; a day that nobody has played has none."""
    await worker.code()
    number = await worker.daily.number(THUMB, DAY)
    assert await worker.daily.told_number(THUMB, DAY) is None
    worker.house.clock.jump(worker.daily.left_ms(DAY) - 1)
    assert await worker.daily.told_number(THUMB, DAY) is None
    worker.house.clock.jump(1)
    assert await worker.daily.told_number(THUMB, DAY) == number
    assert await worker.daily.told_number(PUSS, DAY) is None
    worker.house.clock.jump(TOLD_DAYS * DAY_MS)
    assert await worker.daily.told_number(THUMB, DAY) == number


@pytest.mark.parametrize(
    ("day", "is_told"),
    [
        (DAY, True),
        (day_of(NOON - DAY_MS), True),
        (day_of(NOON - TOLD_DAYS * DAY_MS), True),
        (day_of(NOON - (TOLD_DAYS + 1) * DAY_MS), False),
        (day_of(NOON + DAY_MS), False),
        ("2026-02-30", False),
        ("２０２６-11-30", False),
        ("", False),
    ],
)
async def test_days_that_can_be_looked_at(worker: Worker, day: str, is_told: bool) -> None:
    assert worker.daily.is_told(day) == is_told


# --- choosing ---------------------------------------------------------------------------------------------------------


async def test_it_is_the_first_that_is_solved(worker: Worker) -> None:
    """By a number of nodes that a busy machine looks at as well. Deals are drawn from all that there are."""
    worker.solver.verdict = lambda asked: asked == 3
    number = await worker.daily.number(THUMB, DAY)
    secret = await worker.house.store.get("site", "daily-secret")
    assert secret is not None
    assert (len(secret), len(worker.solver.asked)) == (32, 4)
    assert number == candidate(secret, THUMB, DAY, 3)
    assert {question.nodes for question in worker.solver.asked} == {module.NODES}


def test_candidates_cannot_be_known_without_the_secret() -> None:
    """They differ by everything, are numbers of deals, and hardly any is short enough to be found by trying."""
    drawn = [
        candidate(secret, game, day, attempt)
        for secret in (b"one", b"two")
        for game in (THUMB, PUSS)
        for day in (DAY, "2026-12-01")
        for attempt in range(50)
    ]
    assert len(set(drawn)) == len(drawn)
    assert all(1 <= number <= MOST for number in drawn)
    assert sorted(drawn)[len(drawn) // 10] > 10**10


async def test_all_who_ask_at_once_are_told_the_same(worker: Worker) -> None:
    """It is chosen once."""
    worker.solver.hold()
    asking = [asyncio.create_task(worker.daily.number(THUMB, DAY)) for _ in range(5)]
    await worker.house.turn()
    asking[0].cancel()
    worker.solver.let_go()
    numbers = await asyncio.gather(*asking[1:])
    assert len(set(numbers)) == 1
    assert len(worker.solver.asked) == 1


async def test_workers_that_share_a_store_have_the_same_deal(worker: Worker) -> None:
    """Each has its own chance, and one of them gives up on the deal that the other one solves: who keeps one first has
    chosen for all. A server that is started anew finds it there.
    """
    others = [Worker(Building(seed=seed, store=worker.house.store, clock=worker.house.clock)) for seed in ("2", "3")]
    others[0].solver.verdict = lambda asked: asked > 0
    workers = [worker, *others]
    for each in workers:
        each.solver.hold()
    asking = [asyncio.create_task(each.code(player)) for each in workers for player in (ANN, BOB)]
    await worker.house.turn()
    assert [len(each.solver.asked) for each in workers] == [1, 1, 1]
    for each in reversed(workers):
        each.solver.let_go()
    codes = await asyncio.gather(*asking)
    assert len({worker.seed(code) for code in codes}) == 1
    assert len(set(codes)) == 2, "each of them has one table"
    assert len({await each.daily.number(THUMB, DAY) for each in workers}) == 1
    again = Worker(Building(seed="4", store=worker.house.store, clock=worker.house.clock))
    assert await again.code() in codes
    assert again.solver.asked == []
    for each in (*others, again):
        await each.house.people.settled()
        await each.house.journal.close()


async def test_when_none_is_solved_there_is_none(worker: Worker, caplog: pytest.LogCaptureFixture) -> None:
    """It is tried so often and no more; whoever asks later has it tried again."""
    worker.solver.verdict = lambda _: False
    with pytest.raises(NoDeal):
        await worker.code()
    assert len(worker.solver.asked) == TRIES
    assert worker.house.fake.logs == {}
    assert DAY in caplog.text
    worker.solver.verdict = lambda _: True
    assert await worker.code()


async def test_where_no_process_lives_there_is_none(worker: Worker, caplog: pytest.LogCaptureFixture) -> None:
    """That says nothing of a deal, so no other one is tried; whoever asks later has it tried again."""

    def dying(_: int) -> bool:
        raise NoAnswer("all have died")

    worker.solver.verdict = dying
    with pytest.raises(NoDeal):
        await worker.code()
    assert len(worker.solver.asked) == 1
    assert "all have died" in caplog.text
    worker.solver.verdict = lambda _: True
    assert await worker.code()


@pytest.mark.parametrize("game", ["pounce", "patience", "pontis"])
async def test_games_for_several_have_none(worker: Worker, game: str) -> None:
    assert worker.daily.games == (PUSS, THUMB)
    with pytest.raises(KeyError):
        await worker.daily.table(game, ANN, "Ann")


async def test_a_store_that_is_away_is_said_and_nothing_is_lost(worker: Worker) -> None:
    worker.house.fake.is_away = True
    for call in (worker.code(), worker.daily.number(THUMB, DAY), worker.daily.standing(THUMB, ANN, DAY)):
        with pytest.raises(StoreUnreachable):
            await call
    worker.house.fake.is_away = False
    assert await worker.code()


# --- tables -----------------------------------------------------------------------------------------------------------


async def test_of_two_clicks_at_once_one_table_wins(worker: Worker) -> None:
    """Both get it; the other one is on nobody's list."""
    worker.solver.hold()
    asking = [asyncio.create_task(worker.daily.table(THUMB, ANN, "Ann")) for _ in range(2)]
    await worker.house.turn()
    worker.solver.let_go()
    places = await asyncio.gather(*asking)
    assert places[0].code == places[1].code
    assert sorted(place.is_new for place in places) == [False, True]
    await worker.house.settle()
    assert (await worker.house.people.person(ANN)).tables == (places[0].code,)


@pytest.mark.parametrize("what", ["gone", "not understood"])
async def test_a_table_whose_log_is_of_no_use_is_replaced(worker: Worker, what: str) -> None:
    """Again and again, but not for ever."""
    codes = []
    for _ in range(TABLES):
        code = await worker.code()
        codes.append(code)
        if what == "gone":
            del worker.house.fake.logs[code]
        else:
            worker.house.fake.intrude(code, b"nonsense")
        assert (await worker.daily.standing(THUMB, ANN, DAY)).state == "new"
    assert len(set(codes)) == TABLES
    assert await module.tables_of(worker.house.store, THUMB, ANN, DAY) == codes
    with pytest.raises(NoDeal):
        await worker.code()


async def test_who_begins_in_the_last_moment_has_the_deal_of_that_day(worker: Worker) -> None:
    """Whatever it takes until the cards lie there. Afterwards it is another day with another table."""
    worker.house.clock.jump(worker.daily.left_ms(DAY) - 1)
    worker.solver.hold()
    asking = asyncio.create_task(worker.code())
    await worker.house.turn()
    worker.house.clock.jump(1)
    assert worker.daily.today == "2026-12-01"
    worker.solver.let_go()
    code = await asking
    (first, *_), (numbered,) = (
        worker.house.log(code),
        [entry for entry in worker.house.log(code) if isinstance(entry, Numbered)],
    )
    assert numbered == Numbered(start_of("2026-12-01") or 0, 0, DAY)
    assert first.when == numbered.when
    assert (await worker.daily.standing(THUMB, ANN, DAY)).code == code
    assert (await worker.daily.standing(THUMB, ANN, worker.daily.today)).state == "new"
    assert await worker.code() != code


async def test_how_far_somebody_has_come(worker: Worker) -> None:
    assert await worker.daily.standing(THUMB, ANN, DAY) == (None, "new", 0, False)
    code = await worker.code()
    assert await worker.daily.standing(THUMB, ANN, DAY) == (code, "open", 0, False)
    assert await worker.daily.standing(THUMB, BOB, DAY) == (None, "new", 0, False)
    guest = await worker.house.guest(code, "Ann")
    await guest.ask(t="call_off")
    up = guest.sight.table["facts"]["up"]
    assert await worker.daily.standing(THUMB, ANN, DAY) == (code, "over", up, False)
    await guest.move("undo")
    assert await worker.daily.standing(THUMB, ANN, DAY) == (code, "open", up, False)


@pytest.mark.parametrize("is_over", [False, True])
async def test_nothing_else_is_played_at_its_table(worker: Worker, is_over: bool) -> None:
    """Whoever opens it finds the day's deal as he left it, and so does the first page."""
    code = await worker.code()
    guest = await worker.house.guest(code, "Ann")
    if is_over:
        await guest.ask(t="call_off")
    before = await worker.daily.standing(THUMB, ANN, DAY)
    log = worker.house.log(code)
    for what in ({"t": "end"}, {"t": "start"}, {"t": "ready", "on": True}):
        (sorry,) = await guest.ask(**what)
        assert (sorry["what"], sorry["code"]) == (what["t"], "not_now")
    assert worker.house.log(code) == log
    assert await worker.daily.standing(THUMB, ANN, DAY) == before
    assert await worker.daily.table(THUMB, ANN, "Ann") == Place(code, is_new=False)
    if is_over:
        await guest.move("undo")
    assert (await worker.daily.standing(THUMB, ANN, DAY)).state == "open"


async def test_a_table_whose_log_has_grown_too_long_is_over(worker: Worker) -> None:
    code = await worker.code()
    guest = await worker.house.guest(code, "Ann")
    assert guest.room is not None
    guest.room.end()
    await worker.house.settle()
    assert await worker.daily.standing(THUMB, ANN, DAY) == (code, "over", 0, False)
    assert [sorry["code"] for sorry in await guest.ask(t="start")] == ["not_now"]


async def test_what_belongs_to_a_day_is_dropped_in_the_end(worker: Worker) -> None:
    """But not the secret of the site."""
    await worker.code()
    worker.house.clock.jump(KEPT_MS + DAY_MS)
    await worker.house.store.purge(0)
    assert list(worker.house.fake._documents) == [("site", "daily-secret")]
