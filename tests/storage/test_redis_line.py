"""The connection to one Redis: order, refusals, timeouts, and what becomes of commands that were lost on the way."""

import asyncio
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from functools import partial

import pytest
from redis.asyncio.connection import Connection
from redis.exceptions import NoScriptError, ResponseError

from app.storage.base import StoreUnreachable
from app.storage.redis_line import Line
from tests.support.redis_server import RedisServer
from tests.support.relay import Relay, relay_to
from tests.support.server import free_port
from tests.support.stores import persist

pytestmark = pytest.mark.server

WAIT_S = 20.0
SCRIPT = "return redis.call('INCR', KEYS[1])"


def line_to(port: int, *, connect_s: float = WAIT_S, answer_s: float = WAIT_S, scripts: Sequence[str] = ()) -> Line:
    return Line(
        partial(Connection, host="127.0.0.1", port=port, protocol=2, socket_timeout=None, socket_connect_timeout=None),
        name=f"127.0.0.1:{port}",
        scripts=scripts,
        connect_s=connect_s,
        answer_s=answer_s,
    )


@pytest.fixture
async def line(redis: RedisServer) -> AsyncIterator[Line]:
    opened = line_to(redis.port)
    yield opened
    await opened.close()


@pytest.fixture
async def relay(redis: RedisServer) -> AsyncIterator[Relay]:
    async with relay_to(redis.port) as opened:
        yield opened


async def test_answers_come_in_the_order_of_the_commands(line: Line) -> None:
    assert await line.call([("SET", "a", b"\x00\r\n\xff"), ("GET", "a"), ("LPUSH", "b", 1, "ä")]) == [
        b"OK",
        b"\x00\r\n\xff",
        2,
    ]
    assert await line.call([]) == []


async def test_calls_made_at_once_take_effect_in_order(line: Line) -> None:
    answers = await asyncio.gather(*(line.call([("RPUSH", "a", n), ("LLEN", "a")]) for n in range(50)))
    assert answers == [[n + 1, n + 1] for n in range(50)]
    assert await line.call([("LRANGE", "a", 0, -1)]) == [[b"%d" % n for n in range(50)]]


async def test_a_refused_command_fails_no_other(line: Line) -> None:
    before, refused, after = await line.call([("SET", "a", 1), ("LPUSH", "a", 1), ("GET", "a")])
    assert (before, after) == (b"OK", b"1")
    assert isinstance(refused, ResponseError)
    assert str(refused).startswith("WRONGTYPE")


async def test_a_caller_who_gives_up_disturbs_nobody(line: Line) -> None:
    call = asyncio.ensure_future(line.call([("INCR", "a")]))
    await asyncio.sleep(0)
    call.cancel()
    assert await line.call([("INCR", "a")]) == [2]


async def test_a_command_that_cannot_be_written_is_its_callers_mistake(line: Line) -> None:
    other = asyncio.ensure_future(line.call([("INCR", "a")]))
    with pytest.raises(TypeError):
        await line.call([("INCR", object())])  # type: ignore[list-item]  # the mistake
    assert await other == [1]


async def test_nobody_there_is_told_with_the_address_until_somebody_is(redis: RedisServer) -> None:
    line = line_to(redis.port)
    redis.kill()
    with pytest.raises(StoreUnreachable, match=rf"^Redis at 127\.0\.0\.1:{redis.port}: Connection refused$"):
        await line.call([("PING",)])
    redis.start()
    assert await line.call([("PING",)]) == [b"PONG"]
    await line.close()


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
async def test_who_is_not_redis_does_not_keep_us(said: bytes) -> None:
    """A server that only listens, and one that says something else."""
    async with AsyncExitStack() as connections:

        async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connections.callback(writer.close)
            writer.write(said)

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        line = line_to(server.sockets[0].getsockname()[1], connect_s=WAIT_S if said else 0.05)
        with pytest.raises(StoreUnreachable, match="no answer in time" if not said else "Protocol error"):
            await line.call([("PING",)])
        await line.close()
        server.close()


async def test_a_redis_that_stands_still_is_unreachable_in_time_and_goes_on_later(redis: RedisServer) -> None:
    line = line_to(redis.port, connect_s=0.2)
    await persist(lambda: line.call([("PING",)]))
    line._answer_s = 0.2
    redis.send(signal.SIGSTOP)
    try:
        async with asyncio.timeout(WAIT_S):
            calls = [line.call([("INCR", "a")]) for _ in range(3)]
            results = await asyncio.gather(*calls, return_exceptions=True)
    finally:
        redis.send(signal.SIGCONT)
    assert [type(result) for result in results] == [StoreUnreachable] * 3
    await line.close()
    patient = line_to(redis.port)
    assert (await patient.call([("INCR", "a")]))[0] in {1, 2, 3, 4}
    await patient.close()


async def test_a_connection_that_broke_while_nobody_called_is_made_anew_unnoticed(
    redis: RedisServer, line: Line
) -> None:
    assert await line.call([("SET", "a", 1)]) == [b"OK"]
    await asyncio.to_thread(redis.restart)
    assert await line.call([("GET", "a")]) == [b"1"]


async def test_what_was_lost_on_the_way_does_not_take_effect_after_what_came_later(
    relay: Relay, redis: RedisServer
) -> None:
    line = line_to(relay.port)
    await line.call([("PING",)])
    relay.hold()
    line._answer_s = 0.1
    with pytest.raises(StoreUnreachable, match="no answer in time"):
        await line.call([("SET", "a", "old")])
    line._answer_s = WAIT_S
    assert await line.call([("SET", "a", "new")]) == [b"OK"]
    relay.let_go()
    await line.close()
    await relay.passed_on()
    assert redis.ask("GET", "a") == b"new"


async def test_a_lost_answer_is_told_though_the_command_took_effect(relay: Relay, redis: RedisServer) -> None:
    line = line_to(relay.port)
    await line.call([("PING",)])
    relay.lose_an_answer()
    with pytest.raises(StoreUnreachable):
        await line.call([("INCR", "a")])
    assert await line.call([("INCR", "a")]) == [2]
    await line.close()


async def test_scripts_that_were_flushed_are_there_again_after_one_refusal(redis: RedisServer) -> None:
    line = line_to(redis.port, scripts=[SCRIPT])
    sha = redis.ask("SCRIPT", "LOAD", SCRIPT)
    assert await line.call([("EVALSHA", sha, 1, "a")]) == [1]
    redis.ask("SCRIPT", "FLUSH")
    (refused,) = await line.call([("EVALSHA", sha, 1, "a")])
    assert isinstance(refused, NoScriptError)
    assert await line.call([("EVALSHA", sha, 1, "a")]) == [2]
    await line.close()


async def test_closing_finishes_what_is_under_way_and_takes_nothing_more(redis: RedisServer, line: Line) -> None:
    call = asyncio.ensure_future(line.call([("SET", "a", 1)]))
    await asyncio.sleep(0)
    await line.close()
    await line.close()
    assert await call == [b"OK"]
    with pytest.raises(StoreUnreachable, match="closed"):
        await line.call([("PING",)])


async def test_a_line_that_was_never_used_closes() -> None:
    line = line_to(free_port())
    assert await line.lines() == (line,)
    await line.close()
