"""One server on one Redis."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from functools import partial

import pytest
from redis.asyncio.connection import Connection

from app.storage.base import StoreUnusable
from app.storage.redis_line import Line
from app.storage.redis_lock import Lock
from tests.support.redis_server import RedisServer

pytestmark = pytest.mark.server

KEY = "lock"


def never() -> None:
    raise AssertionError("the lock was lost")


@pytest.fixture
async def lock(redis: RedisServer) -> AsyncIterator[Callable[..., Lock]]:
    """Makes locks for holders by name, on a connection of their own."""
    line = Line(
        partial(Connection, port=redis.port, protocol=2, socket_timeout=None, socket_connect_timeout=None), name="redis"
    )
    made: list[Lock] = []

    def make(holder: str, on_lost: Callable[[], None] = never, renew_s: float = 0.05) -> Lock:
        made.append(Lock(line, KEY, holder, on_lost, lapse_s=60, renew_s=renew_s))
        return made[-1]

    yield make
    for each in made:
        await each.release()
    await line.close()


async def test_the_second_is_refused_while_the_first_lives(lock: Callable[..., Lock]) -> None:
    await lock("ann").take()
    with pytest.raises(StoreUnusable, match=r"^Another server is using this Redis: stop that one first, or .*\.$"):
        await lock("bob").take()


async def test_who_comes_after_a_release_takes_it_at_once(lock: Callable[..., Lock]) -> None:
    ann = lock("ann")
    await ann.take()
    await ann.release()
    await ann.release()
    await lock("bob").take()


async def test_a_redis_that_stands_still_does_not_keep_who_lets_go(
    redis: RedisServer, lock: Callable[..., Lock]
) -> None:
    ann = lock("ann")
    await ann.take()
    redis.send(signal.SIGSTOP)
    try:
        async with asyncio.timeout(20):
            await ann.release()
    finally:
        redis.send(signal.SIGCONT)


async def test_a_dead_holder_keeps_it_only_until_it_lapses(redis: RedisServer, lock: Callable[..., Lock]) -> None:
    redis.ask("SET", KEY, "dead", "PX", 100)
    await lock("bob").take()
    assert redis.ask("GET", KEY) == b"bob"


async def test_what_never_lapses_is_not_waited_for(redis: RedisServer, lock: Callable[..., Lock]) -> None:
    redis.ask("SET", KEY, "somebody")
    with pytest.raises(StoreUnusable):
        await lock("bob", renew_s=10).take()


async def test_a_lock_that_went_with_redis_is_held_again(redis: RedisServer, lock: Callable[..., Lock]) -> None:
    await lock("ann").take()
    redis.ask("DEL", KEY)
    async with asyncio.timeout(20):
        for _ in iter(partial(redis.ask, "GET", KEY), b"ann"):
            await asyncio.sleep(0)


async def test_the_holder_is_told_when_somebody_else_has_it(redis: RedisServer, lock: Callable[..., Lock]) -> None:
    lost = asyncio.Event()
    ann = lock("ann", lost.set)
    await ann.take()
    redis.ask("SET", KEY, "bob", "PX", 30_000)
    async with asyncio.timeout(20):
        await lost.wait()
    await ann.release()
    assert redis.ask("GET", KEY) == b"bob"
