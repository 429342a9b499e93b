"""What a store promises to the workers that share it: who owns a room, and that nobody else writes to it."""

import asyncio
from collections.abc import Sequence

import pytest

from app.storage.base import Append, Lease
from tests.storage.conftest import WAIT_S, Clock, opened
from tests.support.redis_server import RedisServer

pytestmark = pytest.mark.server


async def test_nobody_writes_to_a_room_that_another_worker_owns(servers: Sequence[RedisServer], clock: Clock) -> None:
    """What is kept already is told to whoever repeats it, and a length to whoever asks."""
    ann, bob = await opened(servers[0].url, clock, "ann"), await opened(servers[0].url, clock, "bob")
    assert await ann.append([Append(room, 0, (b"a",)) for room in "ABCD"]) == [True] * 4
    assert await ann.lease(["A", "B"], 60_000) == [Lease("ann", 1)] * 2
    assert await bob.lease(["B", "C"], 60_000) == [Lease("ann", 1), Lease("bob", 1)]
    assert await ann.append([Append(room, 1, (b"aa",)) for room in "ABCD"]) == [True, True, False, True]
    assert await bob.append([Append(room, 2, (b"b",)) for room in "ABD"]) == [False, False, True]
    assert await bob.append([Append("C", 1, (b"b",))]) == [True]
    assert await bob.append([Append("A", 0, (b"a", b"aa")), Append("B", 2, ())]) == [True, True]
    assert await bob.lease(["A"], 60_000) == await ann.lease(["A"], 60_000) == [Lease("ann", 2)]
    await ann.give_up(["A", "C"])
    assert await bob.lease(["A", "B", "C"], 60_000) == [Lease("bob", 2), Lease("ann", 2), Lease("bob", 2)]
    assert await ann.append([Append("A", 2, (b"late",)), Append("B", 2, (b"a",))]) == [False, True]
    assert [await ann.read(room) for room in "AB"] == [[b"a", b"aa"], [b"a", b"aa", b"a"]]
    assert await ann.lease([], 60_000) == []
    await ann.close()
    await bob.close()


async def test_who_has_no_name_is_refused_for_the_length_alone(servers: Sequence[RedisServer], clock: Clock) -> None:
    ann, nobody = await opened(servers[0].url, clock, "ann"), await opened(servers[0].url, clock)
    assert await ann.append([Append("A", 0, (b"a",))]) == [True]
    assert await ann.lease(["A"], 60_000) == [Lease("ann", 1)]
    assert await nobody.append([Append("A", 1, (b"b",))]) == [True]
    assert await nobody.append([Append("A", 0, (b"x",))]) == [False]
    await ann.close()
    await nobody.close()


async def test_a_room_without_a_log_cannot_be_owned(servers: Sequence[RedisServer], clock: Clock) -> None:
    ann = await opened(servers[0].url, clock, "ann")
    await ann.append([Append("A", 0, (b"a",))])
    assert await ann.lease(["A", "B"], 60_000) == [Lease("ann", 1), Lease("", 0)]
    keys = [key for server in servers for key in server.ask("KEYS", "pounce:*")]
    assert sorted(keys) == [b"pounce:{A}:grown", b"pounce:{A}:lease", b"pounce:{A}:log"]
    await ann.close()


async def test_a_lease_that_has_lapsed_refuses_nobody_and_is_the_next_ones(
    servers: Sequence[RedisServer], clock: Clock
) -> None:
    ann, bob = await opened(servers[0].url, clock, "ann"), await opened(servers[0].url, clock, "bob")
    await ann.append([Append(room, 0, (b"a",)) for room in "ABC"])
    assert await ann.lease(["A", "B"], 60_000) == [Lease("ann", 1)] * 2
    assert await ann.lease(["A", "C"], 1) == [Lease("ann", 1)] * 2
    async with asyncio.timeout(WAIT_S):
        while await bob.lease(["A", "B"], 60_000) != [Lease("bob", 1), Lease("ann", 1)]:
            pass
        while await bob.append([Append("C", 1, (b"b",))]) != [True]:
            pass
    assert await ann.append([Append("A", 1, (b"late",)), Append("C", 1, (b"a",))]) == [False, False]
    assert await ann.append([Append("C", 2, (b"a",))]) == [True]
    await ann.close()
    await bob.close()


async def test_no_append_waits_for_many_rooms_to_be_leased(
    servers: Sequence[RedisServer], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.storage.redis.LEASE_SLICE", 10)
    ann, bob = await opened(servers[0].url, clock, "ann"), await opened(servers[0].url, clock, "bob")
    rooms = [f"R{number}" for number in range(105)]
    await ann.append([Append(room, 0, (b"a",)) for room in rooms[1:]])
    await bob.lease(["R42"], 60_000)
    expected = [Lease("", 0), *[Lease("ann", 1)] * 104]
    expected[42] = Lease("bob", 1)
    answered: list[str] = []

    async def append() -> None:
        await ann.append([Append("B", 0, (b"b",))])
        answered.append("append")

    async def lease() -> None:
        assert await ann.lease(rooms, 60_000) == expected
        answered.append("lease")

    await asyncio.gather(lease(), append())
    assert answered == ["append", "lease"]
    await ann.give_up(rooms)
    assert await bob.lease(rooms, 60_000) == [Lease("", 0), *[Lease("bob", 1)] * 104]
    await ann.close()
    await bob.close()


async def test_purge_drops_no_room_that_a_worker_owns(servers: Sequence[RedisServer], clock: Clock) -> None:
    """Whoever asks, the owner or another: a room that is played in grows seldom, but somebody has it."""
    ann, bob = await opened(servers[0].url, clock, "ann"), await opened(servers[0].url, clock, "bob")
    await ann.append([Append(room, 0, (b"a",)) for room in ("A", "B", "C", "\xe4")])
    await ann.lease(["A", "B"], 60_000)
    clock.ms += 10
    assert await bob.purge(clock.ms, ["\xe4"]) == 1
    assert [await bob.read(room) for room in ("A", "B", "C", "\xe4")] == [[b"a"], [b"a"], [], [b"a"]]
    await ann.give_up(["A"])
    assert await ann.purge(clock.ms, ()) == 2
    assert await ann.append([Append("B", 1, (b"b",))]) == [True]
    await ann.close()
    await bob.close()
