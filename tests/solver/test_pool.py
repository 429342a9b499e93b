"""The pool, with real processes."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import pytest

from app.rules.deals import deal_seed
from app.rules.game import complete
from app.rules.games.puss_in_the_corner import GAME as PUSS
from app.rules.games.thumb_and_pouch import GAME as THUMB
from app.rules.rng import Rng
from app.solver.base import GaveUp, NoAnswer, Solved, solve
from app.solver.hints.base import Hint, fair
from app.solver.pool import Pool, Worker, places
from app.solver.worker import NICE
from tests.support.games import dealt

ENDLESS = 10**9
"""Nodes for longer than any test goes on."""
SHORT = 4000


def hopeless() -> Any:
    """A deal that no search here decides: hardly any is won without a redeal."""
    options = complete(PUSS.info, {"redeals": 0})
    return PUSS.deal(options, [{}], Rng.for_round(deal_seed("puss-in-the-corner", 1), 1))


async def until(holds: Callable[[], bool]) -> None:
    """Let everything else go on until it holds."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - what happens in another process sets no event here
            await asyncio.sleep(0.005)


def is_gone(process: int) -> bool:
    """Whether there is no such process any more, not even one that has ended and that nobody has asked how."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    """One place."""
    pool = Pool(1)
    yield pool
    await pool.close()


def endless(pool: Pool) -> "asyncio.Task[Any]":
    return asyncio.create_task(pool.solve("puss-in-the-corner", hopeless(), ENDLESS))


async def test_it_answers_what_a_search_here_would(pool: Pool) -> None:
    """Of either game; one process does for all."""
    for game in (THUMB, PUSS):
        state: Any = dealt(game, 1, {})
        expected = solve(game.info.key, state, SHORT)
        assert isinstance(expected, Solved)
        assert await pool.solve(game.info.key, state, SHORT) == expected
    assert len(pool.processes) == 1
    assert pool.working == 0


async def test_it_answers_with_the_hint_that_would_be_found_here(pool: Pool) -> None:
    """Of either game, by another process than a line, and with no move where nothing helps."""
    for game in (THUMB, PUSS):
        state: Any = dealt(game, 1, {})
        view: Any = game.view(state, 0)
        expected = fair(game.info.key, view)
        assert expected.move is not None
        assert await pool.hint(game.info.key, view) == expected
        assert isinstance(await pool.solve(game.info.key, state, SHORT), Solved)
        assert await pool.hint(game.info.key, view._replace(ended="stuck")) == Hint("none", None)
    assert len(pool.processes) == 2


async def test_a_hint_waits_for_no_search(pool: Pool) -> None:
    """However many there are."""
    searches = [endless(pool) for _ in range(3)]
    await until(lambda: pool.working == 1)
    view: Any = THUMB.view(dealt(THUMB, 1, {}), 0)
    for _ in range(2):
        assert await pool.hint("thumb-and-pouch", view) == fair("thumb-and-pouch", view)
    assert not [search for search in searches if search.done()]
    for search in searches:
        search.cancel()


async def test_of_a_view_nothing_hidden_is_sent(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes to the process is the same whatever cards lie face down."""
    sent: list[str] = []
    ask = Worker.ask

    async def asked(worker: Worker, question: dict[str, Any]) -> dict[str, Any]:
        sent.append(json.dumps(question))
        return await ask(worker, question)

    monkeypatch.setattr(Worker, "ask", asked)
    for game in (THUMB, PUSS):
        state: Any = dealt(game, 1, {})
        view: Any = game.view(state, 0)
        await pool.hint(game.info.key, view)
        seen = {card for pile in view.table.piles for card in pile.cards}
        hidden = {card for pile in state.table.piles for card in pile.cards} - seen
        assert len(hidden) > 40
        assert not [card for card in hidden if card in sent[-1]]


async def test_there_is_no_hint_when_the_time_is_up(pool: Pool) -> None:
    """Of a process that is frozen, say."""
    view: Any = THUMB.view(dealt(THUMB, 1, {}), 0)
    assert await pool.hint("thumb-and-pouch", view) is not None
    os.kill(pool.processes[0], signal.SIGSTOP)
    assert await pool.hint("thumb-and-pouch", view, seconds=0.1) is None


async def test_nothing_is_started_before_it_is_needed(pool: Pool) -> None:
    """A server whose players need no solver has no process for one."""
    assert pool.processes == ()


async def test_who_asks_goes_on_meanwhile(pool: Pool) -> None:
    """While a search runs, others say a thousand things to each other."""
    search = endless(pool)
    await until(lambda: pool.working == 1)
    reader, writer = await asyncio.open_connection(*await echo())
    for number in range(1000):
        writer.write(b"%d\n" % number)
        assert await reader.readline() == b"%d\n" % number
    writer.close()
    await writer.wait_closed()
    assert not search.done()
    search.cancel()


async def echo() -> tuple[str, int]:
    """Where somebody repeats every line."""

    async def repeat(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            writer.write(line)
        writer.close()
        server.close()

    server = await asyncio.start_server(repeat, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    return host, port


async def test_a_search_that_nobody_wants_any_more_stops(pool: Pool) -> None:
    """And its process takes the next question, which has waited."""
    search = endless(pool)
    await until(lambda: pool.working == 1)
    (process,) = pool.processes
    state: Any = dealt(THUMB, 1, {})
    waiting = asyncio.create_task(pool.solve("thumb-and-pouch", state, SHORT))
    search.cancel()
    assert isinstance(await waiting, Solved)
    assert search.cancelled()
    assert pool.processes == (process,)


async def test_who_cancels_in_the_queue_takes_nobodys_place(pool: Pool) -> None:
    """Neither the place of who works nor that of who waits behind."""
    first = endless(pool)
    second = endless(pool)
    state: Any = dealt(THUMB, 1, {})
    third = asyncio.create_task(pool.solve("thumb-and-pouch", state, SHORT))
    await until(lambda: pool.working == 1)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    assert not first.done()
    first.cancel()
    assert isinstance(await third, Solved)


async def test_who_asks_one_thing_after_the_other_lets_others_in_between(pool: Pool) -> None:
    """The place goes to who has waited longest, not to who has just had it."""
    state: Any = dealt(THUMB, 1, {})
    answered = 0

    async def insatiable() -> None:
        nonlocal answered
        while True:
            await pool.solve("thumb-and-pouch", state, 1)
            answered += 1

    asking = asyncio.create_task(insatiable())
    await until(lambda: answered > 0)
    before = answered
    async with asyncio.timeout(60):
        assert isinstance(await pool.solve("thumb-and-pouch", state, SHORT), Solved)
    assert answered <= before + 2
    asking.cancel()


async def test_when_the_time_is_up_it_has_given_up(pool: Pool) -> None:
    """The place is free again."""
    assert await pool.solve("puss-in-the-corner", hopeless(), ENDLESS, seconds=0.5) == GaveUp()
    state: Any = dealt(THUMB, 1, {})
    assert isinstance(await pool.solve("thumb-and-pouch", state, SHORT), Solved)


async def test_a_process_that_dies_is_replaced(pool: Pool) -> None:
    """The question is asked once more; if the next one dies of it too there is no answer, but one to later ones."""
    search = endless(pool)
    killed: set[int] = set()
    for _ in range(2):
        await until(lambda: pool.working == 1 and not killed & set(pool.processes))
        killed.update(pool.processes)
        os.kill(pool.processes[0], signal.SIGKILL)
    with pytest.raises(NoAnswer):
        await search
    assert len(killed) == 2
    state: Any = dealt(THUMB, 1, {})
    assert isinstance(await pool.solve("thumb-and-pouch", state, SHORT), Solved)


async def test_a_process_that_died_while_nobody_asked_is_replaced(pool: Pool) -> None:
    """One that the machine had no memory for any more, say: who asks next does not notice."""
    state: Any = dealt(THUMB, 1, {})
    for _ in range(3):
        assert isinstance(await pool.solve("thumb-and-pouch", state, SHORT), Solved)
        (process,) = pool.processes
        os.kill(process, signal.SIGKILL)
        await until(partial(is_gone, process))
    assert isinstance(await pool.solve("thumb-and-pouch", state, SHORT), Solved)


async def test_a_place_is_never_lost(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong when a search is stopped, its place is there for the next."""
    search = endless(pool)
    await until(lambda: pool.working == 1)

    async def fails(_: Worker) -> None:
        raise RuntimeError("a bug")

    with monkeypatch.context() as patched:
        patched.setattr(Worker, "stop", fails)
        search.cancel()
        await until(lambda: not pool.processes)
    state: Any = dealt(THUMB, 1, {})
    assert isinstance(await pool.solve("thumb-and-pouch", state, SHORT), Solved)


async def test_where_no_process_can_be_started_that_is_said() -> None:
    """In a sentence, to everybody who asks."""
    pool = Pool(1, ("/no/such/program",))
    state: Any = dealt(THUMB, 1, {})
    for _ in range(2):
        with pytest.raises(NoAnswer, match="can be started"):
            await pool.solve("thumb-and-pouch", state, SHORT)
    await pool.close()


async def test_a_line_that_is_no_answer_spoils_no_later_one() -> None:
    """Somebody's print in a search, say."""
    chatty = "import sys; print('hm', flush=True); from app.solver.worker import main; main()"
    pool = Pool(1, (sys.executable, "-c", chatty))
    state: Any = dealt(THUMB, 1, {})
    with pytest.raises(ValueError, match="Expecting value"):
        await pool.solve("thumb-and-pouch", state, SHORT)
    assert isinstance(await pool.solve("thumb-and-pouch", state, SHORT), Solved)
    await pool.close()


async def test_a_process_that_does_not_stop_is_replaced(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is frozen, say."""
    monkeypatch.setattr("app.solver.pool.GRACE_S", 0)
    search = endless(pool)
    await until(lambda: pool.working == 1)
    (frozen,) = pool.processes
    os.kill(frozen, signal.SIGSTOP)
    search.cancel()
    state: Any = dealt(THUMB, 1, {})
    assert isinstance(await pool.solve("thumb-and-pouch", state, SHORT), Solved)
    assert frozen not in pool.processes


async def test_processes_are_nice(pool: Pool) -> None:
    """They work when nobody else does."""
    state: Any = dealt(THUMB, 1, {})
    await pool.solve("thumb-and-pouch", state, SHORT)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, pool.processes[0]) == min(own + NICE, 19)


async def test_a_terminal_stops_the_server_alone(pool: Pool) -> None:
    """Ctrl-C goes to its whole group; a worker ends when its input does, and has nothing to say about it."""
    state: Any = dealt(THUMB, 1, {})
    await pool.solve("thumb-and-pouch", state, SHORT)
    assert os.getpgid(pool.processes[0]) != os.getpgid(0)


async def test_a_closed_pool_has_no_processes_and_lets_nobody_wait(pool: Pool) -> None:
    """Who is in the middle of a search, who waits, and who comes later: there is nobody any more."""
    searches = [endless(pool), endless(pool)]
    await until(lambda: pool.working == 1)
    (process,) = pool.processes
    await pool.close()
    state: Any = dealt(THUMB, 1, {})
    for asked in (*searches, endless(pool), pool.hint("thumb-and-pouch", THUMB.view(state, 0))):
        with pytest.raises(NoAnswer):
            await asked
    assert pool.processes == ()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_one_after_the_other_needs_one_process() -> None:
    """However many places there are: an idle process is asked before another is started."""
    pool = Pool(4)
    state: Any = dealt(THUMB, 1, {})
    for _ in range(4):
        assert isinstance(await pool.solve("thumb-and-pouch", state, SHORT), Solved)
    assert len(pool.processes) == 1
    await pool.close()


async def test_several_work_side_by_side() -> None:
    """As many as there are places, and nobody waits while one is free."""
    pool = Pool(2)
    searches = [endless(pool) for _ in range(3)]
    await until(lambda: pool.working == 2)
    assert len(pool.processes) == 2
    await pool.close()
    assert {type(outcome) for outcome in await asyncio.gather(*searches, return_exceptions=True)} == {NoAnswer}


def test_one_core_is_left_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one there is still one."""
    for cores, expected in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: set(range(cores)))
        assert places() == expected


def test_where_nobody_says_which_cores_are_ours_all_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Mac has no such call, and may not know how many there are."""
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.delattr(os, "sched_getaffinity")
    for cores, expected in ((8, 7), (1, 1), (None, 1)):
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        assert places() == expected
