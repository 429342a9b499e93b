"""Deals that can be won lie ready: whose they are, how they are found, and what happens when none is."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from app.rooms import winnable as module
from app.rooms.winnable import DRAWN, MISSES, NODES, READY, WAIT_MS, Winnable
from app.rules.deals import deal_seed
from app.rules.game import BadOptions, complete
from app.rules.registry import games
from app.rules.rng import Rng
from app.solver.base import NoAnswer
from tests.support.clock import WoundClock
from tests.support.rooms import Chance
from tests.support.solving import FakeSolver

THUMB, PUSS = "thumb-and-pouch", "puss-in-the-corner"
MOST_TURNS = 100_000


class Shop:
    """Shelves, and those around them."""

    def __init__(self, verdict: Callable[[int], bool] = lambda _: True, entropy: Callable[[int], bytes] | None = None):
        self.clock = WoundClock()
        self.solver = FakeSolver(verdict)
        self.shelves = Winnable(self.solver, games(), self.clock, entropy or Chance("shop"))

    async def calm(self) -> None:
        """Until nothing is looked for any more."""
        for _ in range(MOST_TURNS):
            if self.shelves._filling is None:
                return
            await asyncio.sleep(0)
        raise AssertionError("it goes on and on")

    def ask(self, game: str, **options: int) -> "asyncio.Task[int | None]":
        return asyncio.create_task(self.shelves.take(game, options))


@pytest.fixture
async def shop() -> AsyncIterator[Shop]:
    shop = Shop()
    yield shop
    await shop.shelves.close()


async def turns(count: int = 20) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_nothing_is_solved_before_somebody_asks(shop: Shop) -> None:
    await turns()
    assert shop.solver.asked == []


async def test_some_lie_ready_when_one_has_asked(shop: Shop) -> None:
    """As many as there is room for, one found after the other; whoever comes next takes one and waits for nothing."""
    first = await shop.shelves.take(THUMB, {"redeals": 0})
    await shop.calm()
    assert (len(shop.solver.asked), shop.solver.most) == (1 + READY, 1)
    shop.solver.hold()
    taken = [first, *[await shop.shelves.take(THUMB, {"redeals": 0}) for _ in range(READY)]]
    assert len(set(taken)) == len(taken)
    assert all(number is not None and 0 < number < DRAWN for number in taken)
    shop.solver.let_go()
    await shop.calm()
    assert len(shop.solver.asked) == 2 * READY + 1


async def test_what_is_taken_was_solved_as_it_will_be_dealt() -> None:
    """With these options, the first deal of a match of that number; what was not solved nobody gets."""
    shop = Shop(lambda number: number % 3 == 2)
    for redeals in (0, 1):
        asked = len(shop.solver.asked)
        number = await shop.shelves.take(THUMB, {"redeals": redeals})
        assert number is not None
        game = games()[THUMB]
        options = complete(game.info, {"redeals": redeals})
        dealt = game.deal(options, [{}], Rng.for_round(deal_seed(THUMB, number), 1))
        question = next(question for question in shop.solver.asked[asked:] if question.table == dealt.table)
        assert (question.game, question.options, question.nodes) == (THUMB, options, NODES)
        assert shop.solver.asked.index(question) % 3 == 2
    await shop.shelves.close()


async def test_each_kind_has_its_own(shop: Shop) -> None:
    """Options that are left out are the defaults, so that is no kind of its own."""
    await shop.shelves.take(PUSS, {})
    await shop.shelves.take(PUSS, {"redeals": 1})
    await shop.calm()
    assert len(shop.solver.asked) == READY + 2
    await shop.shelves.take(PUSS, {"redeals": 2})
    await shop.calm()
    assert len(shop.solver.asked) == 2 * READY + 3


async def test_who_waits_comes_first(shop: Shop) -> None:
    """Before all shelves that are only to be filled, whichever game it is; after one question at the most."""
    await shop.shelves.take(THUMB, {"redeals": 0})
    shop.solver.hold()
    await turns()
    asked = len(shop.solver.asked)
    waiting = [shop.ask(PUSS), shop.ask(THUMB, redeals=1), shop.ask(PUSS)]
    await turns()
    assert len(shop.solver.asked) == asked
    shop.solver.let_go()
    numbers = await asyncio.gather(*waiting)
    assert None not in numbers
    kinds = [(question.game, question.options["redeals"]) for question in shop.solver.asked[asked : asked + 3]]
    assert sorted(kinds) == [(PUSS, 1), (PUSS, 1), (THUMB, 1)]
    assert numbers[0] != numbers[2]
    assert shop.solver.most == 1


async def test_who_waits_for_a_hard_kind_keeps_nobody_else_waiting() -> None:
    """They are tried in turn."""
    shop = Shop()
    shop.solver.verdict = lambda number: shop.solver.asked[number].game == THUMB
    hard, easy = shop.ask(PUSS, redeals=0), shop.ask(THUMB)
    await turns()
    assert easy.done()
    assert await easy is not None
    assert not hard.done()
    await shop.shelves.close()
    assert await hard is None


async def test_patience_has_an_end(shop: Shop) -> None:
    """Then it is any deal. What is found afterwards lies ready for the next one."""
    shop.solver.hold()
    waiting = shop.ask(THUMB)
    await turns()
    shop.clock.wind(WAIT_MS - 1)
    await turns()
    assert not waiting.done()
    shop.clock.wind(1)
    assert await waiting is None
    shop.solver.let_go()
    await shop.calm()
    assert len(shop.solver.asked) == READY
    shop.solver.hold()
    assert await shop.shelves.take(THUMB, {}) is not None


async def test_who_goes_away_takes_nothing(shop: Shop) -> None:
    shop.solver.hold()
    gone, stays = shop.ask(THUMB), shop.ask(THUMB)
    await turns()
    gone.cancel()
    await turns()
    shop.solver.let_go()
    assert await stays is not None
    await shop.calm()
    assert len(shop.solver.asked) == 1 + READY
    assert shop.clock.due() is None


async def test_a_number_that_is_drawn_twice_lies_there_once() -> None:
    drawn = iter([7, 7, 7, *range(100, 200)])
    shop = Shop(entropy=lambda count: next(drawn).to_bytes(count, "big"))
    taken = [await shop.shelves.take(THUMB, {})]
    await shop.calm()
    taken += [await shop.shelves.take(THUMB, {}) for _ in range(READY)]
    assert taken == [8, 8, *range(101, 100 + READY)]  # the first was taken before it was drawn again
    await shop.shelves.close()


async def test_what_is_not_found_is_not_looked_for_for_ever() -> None:
    """A kind of which nothing is solved costs no more, until somebody asks again."""
    shop = Shop(lambda _: False)
    waiting = shop.ask(PUSS, redeals=0)
    await turns()
    shop.clock.wind(WAIT_MS)
    assert await waiting is None
    await shop.calm()
    asked = len(shop.solver.asked)
    assert asked == MISSES
    again = shop.ask(PUSS, redeals=0)
    await turns()
    shop.clock.wind(WAIT_MS)
    assert await again is None
    await shop.calm()
    assert len(shop.solver.asked) == 2 * MISSES
    await shop.shelves.close()


async def test_kinds_that_nobody_asks_for_are_forgotten(monkeypatch: pytest.MonkeyPatch, shop: Shop) -> None:
    """But none for which somebody waits."""
    monkeypatch.setattr(module, "KINDS", 2)
    for redeals in (0, 1, 2):
        await shop.shelves.take(THUMB, {"redeals": redeals})
        await shop.calm()
    assert [shelf.options["redeals"] for shelf in shop.shelves._shelves.values()] == [1, 2]
    shop.solver.hold()
    waiting = [shop.ask(PUSS, redeals=redeals) for redeals in (0, 1, 2)]
    await turns()
    assert len(shop.shelves._shelves) == 3
    shop.solver.let_go()
    assert None not in await asyncio.gather(*waiting)


@pytest.mark.parametrize(
    ("game", "options", "error"),
    [
        ("pounce", {}, KeyError),
        ("patience", {}, KeyError),
        (THUMB, {"redeals": 9}, BadOptions),
        (THUMB, {"redeals": True}, BadOptions),
        (THUMB, {"jokers": 1}, BadOptions),
    ],
)
async def test_what_there_is_not_is_said_at_once(
    shop: Shop, game: str, options: dict[str, int], error: type[Exception]
) -> None:
    with pytest.raises(error):
        await shop.shelves.take(game, options)
    assert shop.solver.asked == []


async def test_when_it_is_closed_nobody_waits_and_nothing_is_solved(shop: Shop) -> None:
    shop.solver.hold()
    waiting = shop.ask(THUMB)
    await turns()
    await shop.shelves.close()
    assert await waiting is None
    asked = len(shop.solver.asked)
    assert await shop.shelves.take(THUMB, {}) is None
    await turns()
    assert len(shop.solver.asked) == asked
    assert shop.clock.due() is None


async def test_a_bug_of_the_solver_keeps_nobody_from_playing(shop: Shop, caplog: pytest.LogCaptureFixture) -> None:
    """It is said once; whoever asks next has it tried again."""

    def broken(_: int) -> bool:
        raise ZeroDivisionError

    shop.solver.verdict = broken
    waiting = shop.ask(THUMB)
    await turns()
    shop.clock.wind(WAIT_MS)
    assert await waiting is None
    assert caplog.text.count("Traceback") == 1
    shop.solver.verdict = lambda _: True
    assert await shop.shelves.take(THUMB, {}) is not None


async def test_where_no_process_lives_not_one_after_the_other_is_started(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor is that a bug."""

    def dying(_: int) -> bool:
        raise NoAnswer("all have died")

    shop.solver.verdict = dying
    waiting = shop.ask(THUMB)
    await turns()
    shop.clock.wind(WAIT_MS)
    assert await waiting is None
    assert len(shop.solver.asked) == 1
    assert "all have died" in caplog.text
    assert "Traceback" not in caplog.text
