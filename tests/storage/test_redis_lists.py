"""Directories and boards in a Redis that several share and nobody keeps busy for long, and when answers are lost."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import partial

import pytest

from app.storage.base import REMEMBERED_MS, StoreUnreachable
from tests.storage.conftest import Clock, opened
from tests.support.redis_server import RedisServer
from tests.support.relay import relay_to

pytestmark = pytest.mark.server

FAR = 1 << 45


async def test_two_who_ask_at_once_never_get_the_same_place(servers: Sequence[RedisServer], clock: Clock) -> None:
    stores = [await opened(server.url, clock) for server in (servers[0], servers[-1])]
    await stores[0].announce("tables", "A", b"", 10, FAR)
    taken = await asyncio.gather(*(stores[number % 2].reserve("tables") for number in range(50)))
    assert Counter(taken) == {"A": 10, None: 40}
    for store in stores:
        await store.close()


async def test_two_who_credit_the_same_match_at_once_credit_it_once(
    servers: Sequence[RedisServer], clock: Clock
) -> None:
    stores = [await opened(server.url, clock) for server in (servers[0], servers[-1])]
    await asyncio.gather(
        *(stores[number % 2].credit("week", f"match {number // 4}", {"Ann": 1, "Bob": 2}) for number in range(40))
    )
    assert await stores[1].leaders("week", 9) == [("Bob", 20), ("Ann", 10)]
    for store in stores:
        await store.close()


async def test_after_a_lost_answer_a_call_is_repeated(redis: RedisServer, clock: Clock) -> None:
    async with relay_to(redis.port) as relay:
        store = await opened(f"redis://127.0.0.1:{relay.port}", clock)
        await store.announce("tables", "B", b"b", 1, FAR)
        calls = (
            partial(store.credit, "week", "match", {"Ann": 5, "Bob": -5}),
            partial(store.withdraw, "tables", "B"),
            partial(store.announce, "tables", "A", b"a", 3, FAR),
        )
        for call in calls:
            relay.lose_an_answer()
            with pytest.raises(StoreUnreachable):
                await call()
            await call()
        assert await store.leaders("week", 9) == [("Ann", 5), ("Bob", -5)]
        assert await store.announced("tables", 9) == [("A", b"a")]
        assert [await store.reserve("tables") for _ in range(4)] == ["A", "A", "A", None]
        await store.close()


async def test_a_place_that_a_lost_answer_took_is_free_with_the_next_announcement(
    redis: RedisServer, clock: Clock
) -> None:
    async with relay_to(redis.port) as relay:
        store = await opened(f"redis://127.0.0.1:{relay.port}", clock)
        await store.announce("tables", "A", b"a", 2, FAR)
        relay.lose_an_answer()
        with pytest.raises(StoreUnreachable):
            await store.reserve("tables")
        assert [await store.reserve("tables") for _ in range(2)] == ["A", None]
        await store.announce("tables", "A", b"a", 1, FAR)
        assert [await store.reserve("tables") for _ in range(2)] == ["A", None]
        await store.close()


async def test_many_old_entries_are_dropped_in_slices(
    servers: Sequence[RedisServer], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By whoever asks for entries or places, and by purge. Nothing is left of them, and others' keys are left alone."""
    monkeypatch.setattr("app.storage.redis_lists.SLICE", 5)
    store = await opened(servers[0].url, clock)
    directories = ("read", "reserved", "purged", "purged as well")
    for directory in directories:
        for number in range(15):
            await store.announce(directory, f"old {number}", b"", 1, clock.ms + 10)
        await store.announce(directory, "new", b"n", 1, clock.ms + 20)
    foreign = [b"pounce:{directory:\xff}:expiry", b"pounce:{directory:a}:else", b"pounce:{board:\xff}:credits"]
    away = await opened(servers[0].url, clock)
    await away._call([("SET", key, b"x") for key in foreign])
    clock.ms += 10
    assert await store.announced("read", 9) == [("new", b"n")]
    assert [await store.reserve("reserved") for _ in range(2)] == ["new", None]
    await store.purge(0)
    clock.ms -= 10
    assert [await store.announced(directory, 9) for directory in directories] == [[("new", b"n")]] * 4
    clock.ms += 20
    await store.purge(0)
    assert sorted(await keys(servers)) == sorted(foreign)
    await away.close()
    await store.close()


async def test_many_old_credits_are_forgotten_in_slices(
    servers: Sequence[RedisServer], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.storage.redis_lists.SLICE", 5)
    store = await opened(servers[0].url, clock)
    for number in range(15):
        await store.credit("week", f"old {number}", {"Ann": 1})
        await store.credit("month", f"old {number}", {"Ann": 2})
    clock.ms += 1
    await store.credit("week", "new", {"Ann": 1})
    clock.ms += REMEMBERED_MS - 1
    await store.purge(0)
    assert sorted(await keys(servers)) == [
        b"pounce:{board:month}:points",
        b"pounce:{board:week}:credits",
        b"pounce:{board:week}:points",
    ]
    await store.credit("week", "old 0", {"Ann": 1})
    await store.credit("week", "new", {"Ann": 1})
    assert await store.leaders("week", 9) == [("Ann", 17)]
    await store.close()


async def test_without_memory_nothing_is_credited_by_halves(redis: RedisServer, clock: Clock) -> None:
    store = await opened(redis.url, clock)
    await store.announce("tables", "A", b"a", 1, FAR)
    redis.ask("CONFIG", "SET", "maxmemory", 1)
    try:
        with pytest.raises(StoreUnreachable, match="maxmemory"):
            await store.credit("week", "match", {"Ann": 1, "Bob": 2})
        with pytest.raises(StoreUnreachable, match="maxmemory"):
            await store.announce("tables", "B", b"b", 1, FAR)
        assert await store.announced("tables", 9) == [("A", b"a")]
    finally:
        redis.ask("CONFIG", "SET", "maxmemory", 0)
    assert await store.leaders("week", 9) == []
    await store.credit("week", "match", {"Ann": 1, "Bob": 2})
    assert await store.leaders("week", 9) == [("Bob", 2), ("Ann", 1)]
    await store.close()


async def keys(servers: Sequence[RedisServer]) -> list[bytes]:
    return [key for server in servers for key in await asyncio.to_thread(server.ask, "KEYS", "*")]
