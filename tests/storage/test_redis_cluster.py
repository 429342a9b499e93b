"""A cluster: keys that move while commands are on their way, nodes that die, stand still or leave."""

import asyncio
import signal
from collections.abc import AsyncIterator, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import pytest
from redis.asyncio.connection import Connection
from redis.crc import key_slot
from redis.exceptions import MovedError

from app.storage.base import Append, Lease, StoreUnreachable
from app.storage.redis_cluster import Cluster
from app.storage.redis_line import Address, Line
from tests.storage.conftest import WAIT_S, Clock, opened
from tests.support.redis_server import RedisServer, give
from tests.support.server import free_port
from tests.support.stores import persist

pytestmark = pytest.mark.server

KEYS = [f"key{number}" for number in range(60)]
"""Some for each node."""


def line_to(address: Address) -> Line:
    host, port = address
    return Line(
        partial(Connection, host=host, port=port, protocol=2, socket_timeout=None, socket_connect_timeout=None),
        name=f"{host}:{port}",
        connect_s=WAIT_S,
        answer_s=WAIT_S,
    )


def address_of(node: RedisServer) -> Address:
    return ("127.0.0.1", node.port)


@pytest.fixture
async def link(cluster: Sequence[RedisServer]) -> AsyncIterator[Cluster]:
    opened = Cluster(line_to, [address_of(cluster[0])])
    yield opened
    await opened.close()


def key_of(cluster: Sequence[RedisServer], number: int) -> str:
    """A key that the node of this number has."""
    return next(key for key in KEYS if key_slot(key.encode()) * 3 // 16_384 == number)


@contextmanager
def moved(cluster: Sequence[RedisServer], key: str) -> Iterator[None]:
    """The slot of a key of the first node is the second's for a while, which the client has to find out."""
    slot = key_slot(key.encode())
    give(cluster, slot, cluster[1])
    try:
        yield
    finally:
        cluster[1].ask("FLUSHALL")
        give(cluster, slot, cluster[0])


@contextmanager
def moving(cluster: Sequence[RedisServer], key: str) -> Iterator[None]:
    """The slot of a key of the first node is on its way to the second: keys that are not there yet are made here."""
    slot = key_slot(key.encode())
    first, second = (node.ask("CLUSTER", "MYID") for node in cluster[:2])
    cluster[1].ask("CLUSTER", "SETSLOT", slot, "IMPORTING", first)
    cluster[0].ask("CLUSTER", "SETSLOT", slot, "MIGRATING", second)
    try:
        yield
    finally:
        cluster[1].ask("FLUSHALL")
        for node in cluster[:2]:
            node.ask("CLUSTER", "SETSLOT", slot, "STABLE")


async def test_each_key_is_asked_for_where_it_is_and_answers_keep_their_order(
    link: Cluster, cluster: Sequence[RedisServer]
) -> None:
    assert await link.call([("SET", key, key) for key in KEYS]) == [b"OK"] * len(KEYS)
    assert await link.call([("GET", key) for key in KEYS]) == [key.encode() for key in KEYS]
    counts = [node.ask("DBSIZE") for node in cluster]
    assert sum(counts) == len(KEYS)
    assert all(counts)
    assert await link.call([]) == []


async def test_a_key_that_has_moved_is_followed(link: Cluster, cluster: Sequence[RedisServer]) -> None:
    key, other = key_of(cluster, 0), key_of(cluster, 2)
    assert await link.call([("LLEN", key)]) == [0]
    with moved(cluster, key):
        assert await link.call([("SET", other, 1), ("RPUSH", key, "a")]) == [b"OK", 1]
        assert await link.call([("RPUSH", key, "b")]) == [2]
        assert cluster[1].ask("LRANGE", key, 0, -1) == [b"a", b"b"]
    assert await link.call([("LLEN", key)]) == [0]


async def test_calls_made_at_once_stay_in_order_while_their_key_moves(
    link: Cluster, cluster: Sequence[RedisServer]
) -> None:
    key, other = key_of(cluster, 0), key_of(cluster, 2)
    await link.call([("LLEN", key)])
    with moved(cluster, key):
        # Those with a second key wait for two nodes, and are not overtaken for that.
        calls = [
            link.call([("RPUSH", key, number), *([("INCR", other)] if number % 3 == 0 else [])]) for number in range(30)
        ]
        answers = await asyncio.gather(*calls)
        assert [answer[0] for answer in answers] == list(range(1, 31))
        assert cluster[1].ask("LRANGE", key, 0, -1) == [b"%d" % number for number in range(30)]


async def test_a_key_that_is_just_moving_is_made_where_it_is_going(
    link: Cluster, cluster: Sequence[RedisServer]
) -> None:
    key = key_of(cluster, 0)
    await link.call([("LLEN", key)])
    with moving(cluster, key):
        assert await link.call([("RPUSH", key, "a"), ("RPUSH", key, "b")]) == [1, 2]
        assert await link.call([("RPUSH", key, "c")]) == [3]


async def test_nodes_that_send_us_to_and_fro_are_not_followed_for_ever(
    link: Cluster, cluster: Sequence[RedisServer]
) -> None:
    """The first says that the second has it, and the second that the first has: what is left is a refusal."""
    key = key_of(cluster, 0)
    slot = key_slot(key.encode())
    await link.call([("LLEN", key)])
    cluster[0].ask("CLUSTER", "SETSLOT", slot, "NODE", cluster[1].ask("CLUSTER", "MYID"))
    try:
        (refused,) = await link.call([("GET", key)])
        assert isinstance(refused, MovedError)
    finally:
        give(cluster, slot, cluster[0])
    assert await link.call([("GET", key)]) == [None]


async def test_a_dead_node_keeps_its_own_keys_from_us_and_no_others(
    link: Cluster, cluster: Sequence[RedisServer]
) -> None:
    mine, dead = key_of(cluster, 0), key_of(cluster, 2)
    await link.call([("SET", mine, 1), ("SET", dead, 1)])
    cluster[2].kill()
    with pytest.raises(StoreUnreachable, match=f":{cluster[2].port}: "):
        await link.call([("INCR", mine), ("INCR", dead)])
    assert await link.call([("INCR", mine)]) == [3]
    cluster[2].start()
    cluster[2].said("Cluster state changed: ok")
    assert await link.call([("GET", dead)]) == [b"1"]


async def test_a_node_that_stands_still_keeps_nobody_for_long(link: Cluster, cluster: Sequence[RedisServer]) -> None:
    mine, still = key_of(cluster, 0), key_of(cluster, 2)
    await link.call([("SET", mine, 1), ("SET", still, 1)])
    line = link._line(address_of(cluster[2]))
    line._answer_s = line._connect_s = 0.2
    cluster[2].send(signal.SIGSTOP)
    try:
        async with asyncio.timeout(WAIT_S):
            for _ in range(2):  # in the connection that there is, and in a new one
                with pytest.raises(StoreUnreachable, match=f":{cluster[2].port}: no answer in time"):
                    await link.call([("GET", mine), ("GET", still)])
                assert await link.call([("GET", mine)]) == [b"1"]
    finally:
        cluster[2].send(signal.SIGCONT)


async def test_rooms_on_other_nodes_do_not_wait_for_a_node_that_stands_still(
    cluster: Sequence[RedisServer], clock: Clock
) -> None:
    """Batches for different lanes: the journal of a worker is kept as before, where the node is there."""
    store = await opened(cluster[0].url, clock, "ann")
    by_lane: dict[Hashable, list[str]] = {}
    for room in KEYS:
        by_lane.setdefault(store.lane(room), []).append(room)
    assert by_lane.keys() == {address_of(node) for node in cluster}
    rooms = [by_lane[address_of(node)][0] for node in cluster]
    assert await store.append([Append(room, 0, (b"a",)) for room in rooms]) == [True] * 3
    line = store._link._line(address_of(cluster[2]))  # type: ignore[attr-defined]  # a cluster's
    answers_s = [WAIT_S, 0.05, 0.05, WAIT_S]  # in the connection that there is, until it is given up, and in new ones
    for seq, line._answer_s in enumerate(answers_s, 1):
        line._connect_s = line._answer_s
        cluster[2].send(signal.SIGSTOP)
        try:
            still = asyncio.ensure_future(store.append([Append(rooms[2], seq, (b"b",))]))
            if line._answer_s < WAIT_S:
                await asyncio.wait([still])
                assert isinstance(still.exception(), StoreUnreachable)
            for is_stale in (False, True):  # whoever asks where keys are asks this node, too
                store._link._is_stale |= is_stale  # type: ignore[attr-defined]
                batch = [Append(room, seq, (b"b",)) for room in rooms[:2]]
                assert await store.append(batch) == [True] * 2
                assert await store.lease(rooms[:2], 60_000) == [Lease("ann", seq + 1)] * 2
                assert await store.read(rooms[0]) == [b"a"] + [b"b"] * seq
            assert still.done() == (line._answer_s < WAIT_S)
        finally:
            cluster[2].send(signal.SIGCONT)
        assert await persist(lambda seq=seq: store.append([Append(rooms[2], seq, (b"b",))])) == [True]  # type: ignore[misc]
        assert still.done()
    await store.close()


async def test_any_living_node_leads_to_all_of_them(cluster: Sequence[RedisServer]) -> None:
    nobody = ("127.0.0.1", free_port())
    link = Cluster(line_to, [nobody, address_of(cluster[1])])
    assert len(await link.lines()) == 3
    await link.close()
    lost = Cluster(line_to, [nobody])
    with pytest.raises(StoreUnreachable, match=r"no node of the cluster can say where the keys are: .*refused"):
        await lost.call([("GET", "a")])
    await lost.close()


async def test_a_node_that_has_left_is_forgotten(link: Cluster, cluster: Sequence[RedisServer]) -> None:
    left = link._line(("127.0.0.1", free_port()))
    await link.lines()
    assert set(link._lines) == {address_of(node) for node in cluster}
    await link.close()
    with pytest.raises(StoreUnreachable, match="closed"):
        await left.call([("PING",)])


async def test_a_closed_cluster_takes_no_calls(link: Cluster) -> None:
    await link.call([("SET", "a", 1)])
    await link.close()
    await link.close()
    with pytest.raises(StoreUnreachable, match="closed"):
        await link.call([("GET", "a")])
    with pytest.raises(StoreUnreachable, match="closed"):
        await link.lines()
