"""The post between workers: order, whose it is, and that it comes back by itself whatever breaks."""

import asyncio
import logging
import random
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path

import pytest
from redis.crc import key_slot

from app.storage.base import Append, Post, StoreUnreachable, StoreUnusable
from app.storage.redis import RedisStore
from app.storage.redis_post import RedisPost, _channel
from tests.storage.conftest import WAIT_S, Clock, opened
from tests.support.redis_server import RedisServer, await_cluster, give, start_cluster, start_replica
from tests.support.redis_server import until as until_so
from tests.support.relay import relay_to
from tests.support.stores import persist

pytestmark = pytest.mark.server

QUICK_S = 0.05


class Worker:
    """A worker's post, and what has come."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.came: list[bytes] = []
        self.store: RedisStore
        self.post: Post

    async def hears(self, *messages: bytes) -> None:
        """Wait until exactly these have come since this was asked last."""
        await until(lambda: len(self.came) >= len(messages))
        assert self.came == [*messages]
        self.came.clear()


Hire = Callable[..., Awaitable[Worker]]


@pytest.fixture
async def hire(clock: Clock) -> AsyncIterator[Hire]:
    """Opens the post of a worker by the server and a name; `check_s` is that of `RedisPost`."""
    async with AsyncExitStack() as workers:

        async def open_one(server: RedisServer | str, name: str, check_s: float = WAIT_S) -> Worker:
            worker = Worker(name)
            worker.store = store = await opened(server if isinstance(server, str) else server.url, clock, name)
            workers.push_async_callback(store.close)
            post = store._new_post(worker.came.append, check_s=check_s)
            worker.post = post
            workers.push_async_callback(post.close)
            await post.open()
            return worker

        yield open_one


async def until(is_so: Callable[[], object], meanwhile: Callable[[], object] = lambda: None) -> None:
    async with asyncio.timeout(WAIT_S):
        while not is_so():
            meanwhile()
            await asyncio.sleep(0.001)


async def until_heard(sender: Worker, receiver: Worker) -> None:
    """Send until it arrives: both ends are there again."""
    sender.came.clear()
    receiver.came.clear()
    number = 0

    def send() -> None:
        nonlocal number
        number += 1
        sender.post.send(receiver.name, b"%d" % number)

    await until(lambda: receiver.came, send)
    await until(lambda: not sender.post.unsent)
    sender.post.send(receiver.name, b"last")
    await until(lambda: receiver.came[-1] == b"last")
    numbers = [int(message) for message in receiver.came[:-1]]
    assert numbers == sorted(set(numbers))
    receiver.came.clear()


def names_by_node() -> dict[int, str]:
    """The name of a worker and of a room on each of three nodes."""
    return {key_slot(_channel(name).encode()) * 3 // 16_384: name for name in map(str, range(50))}


async def test_a_message_comes_to_whom_it_was_sent_and_to_nobody_else(
    servers: Sequence[RedisServer], hire: Hire
) -> None:
    """Byte for byte, also to oneself; what nobody listens to is lost, and nobody minds."""
    workers = [await hire(servers[number % len(servers)], name) for number, name in enumerate("abcdef")]
    a = workers[0]
    a.post.send("nobody", b"lost")
    for worker in workers:
        a.post.send(worker.name, b"\x00\r\n\xff" + worker.name.encode())
    a.post.send("f", b"")
    a.post.send("f", b"x" * 300_000)
    for worker in workers[:-1]:
        await worker.hears(b"\x00\r\n\xff" + worker.name.encode())
    await workers[-1].hears(b"\x00\r\n\xfff", b"", b"x" * 300_000)
    await until(lambda: a.post.unsent == 0)


async def test_messages_stay_in_the_order_in_which_each_sent_them(servers: Sequence[RedisServer], hire: Hire) -> None:
    a, b, c = [await hire(servers[0], name) for name in "abc"]

    async def send(worker: Worker) -> None:
        for number in range(5000):
            worker.post.send("c", b"%s%d" % (worker.name.encode(), number))
            if number % 7 == 0:
                await asyncio.sleep(0)

    await asyncio.gather(send(a), send(b))
    await until(lambda: len(c.came) >= 10_000)
    for worker in (a, b):
        name = worker.name.encode()
        assert [message for message in c.came if message.startswith(name)] == [
            b"%s%d" % (name, number) for number in range(5000)
        ]


async def test_what_is_sent_in_one_turn_goes_out_together(redis: RedisServer, hire: Hire) -> None:
    a, b = await hire(redis, "a"), await hire(redis, "b")
    await until_heard(a, b)

    def reads() -> int:
        about = redis.ask("INFO", "stats").decode()
        return next(int(line.split(":")[1]) for line in about.split() if line.startswith("total_reads_processed"))

    before = reads()
    for number in range(500):
        a.post.send("b", b"%d" % number)
    await until(lambda: len(b.came) == 500)
    assert reads() - before < 10


async def test_when_redis_is_killed_and_comes_back_messages_come_again(
    servers: Sequence[RedisServer], hire: Hire
) -> None:
    a, b = await hire(servers[0], "a", QUICK_S), await hire(servers[-1], "b", QUICK_S)
    for _ in range(2):
        await until_heard(a, b)
        for server in servers:
            server.kill()
        for number in range(10):
            a.post.send("b", b"lost %d" % number)
            await asyncio.sleep(0.01)
        await until(lambda: a.post.unsent == 0)
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in servers))
        if len(servers) > 1:
            await asyncio.to_thread(await_cluster, servers)
    await until_heard(a, b)
    await until_heard(b, a)


async def test_a_redis_that_stands_still_is_noticed_and_left(servers: Sequence[RedisServer], hire: Hire) -> None:
    """No connection breaks. What is sent meanwhile counts as unsent, and is dropped when the connection is given up."""
    a, b = await hire(servers[0], "a", QUICK_S), await hire(servers[0], "b", QUICK_S)
    await until_heard(a, b)
    for server in servers:
        server.send(signal.SIGSTOP)
    try:
        a.post.send("b", b"x" * 1000)
        assert a.post.unsent > 1000
        await until(lambda: a.post.unsent == 0)
    finally:
        for server in servers:
            server.send(signal.SIGCONT)
    await until_heard(a, b)
    await until_heard(b, a)


async def test_a_connection_that_carries_nothing_more_is_replaced(redis: RedisServer, hire: Hire) -> None:
    """As one does whose other end has vanished: nobody hangs up. What comes out of it late overtakes nothing."""
    async with relay_to(redis.port) as relay:
        a = await hire(f"redis://127.0.0.1:{relay.port}", "a", QUICK_S)
        b = await hire(redis, "b")
        await until_heard(a, b)
        await until_heard(b, a)
        relay.hold()
        a.post.send("b", b"late")
        await until(lambda: a.post.unsent == 0)
        assert b.came == []
        await until_heard(a, b)
        await until_heard(b, a)
        relay.let_go()
        a.post.send("b", b"after")
        await b.hears(b"after")


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_breaks_on_the_way_no_message_comes_twice_or_too_late(
    redis: RedisServer, hire: Hire, seed: int
) -> None:
    chance = random.Random(seed)
    async with relay_to(redis.port) as near, relay_to(redis.port) as far:
        a = await hire(f"redis://127.0.0.1:{near.port}", "a", QUICK_S)
        b = await hire(f"redis://127.0.0.1:{far.port}", "b", QUICK_S)
        numbers = count()

        def send() -> None:
            a.post.send("b", b"%d" % next(numbers))

        for _ in range(150):
            end = chance.choice([near, far])
            troubles: list[Callable[[], None]] = [end.cut, end.lose_an_answer, end.hold, end.let_go]
            if chance.random() < 0.6:
                chance.choice(troubles)()
            for _ in range(4):
                send()
            await asyncio.sleep(chance.choice([0, 0.001, 0.02]))
        near.let_go()
        far.let_go()
        await until(lambda: b.came and int(b.came[-1]) >= 600, send)
        came = [int(message) for message in b.came]
        assert came == sorted(set(came))
        await until_heard(b, a)


async def test_no_more_waits_than_the_post_holds(
    redis: RedisServer, hire: Hire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.storage.redis_post.MOST_UNSENT", 10_000)
    a, b = await hire(redis, "a"), await hire(redis, "b")
    await until_heard(a, b)
    redis.send(signal.SIGSTOP)
    try:
        for number in range(100):
            a.post.send("b", b"%03d" % number + b"x" * 997)
        assert 8_000 < a.post.unsent <= 10_000
    finally:
        redis.send(signal.SIGCONT)
    await until(lambda: a.post.unsent == 0)
    a.post.send("b", b"last")
    await until(lambda: b.came[-1:] == [b"last"])
    assert [message[:3] for message in b.came[:-1]] == [b"%03d" % number for number in range(len(b.came) - 1)]
    assert 8 <= len(b.came) <= 10


async def test_a_channel_that_moves_to_another_node_is_followed(cluster: Sequence[RedisServer], hire: Hire) -> None:
    a, b = await hire(cluster[0], "a"), await hire(cluster[0], "b")
    slot = key_slot(_channel("b").encode())
    first = slot * 3 // 16_384
    for node in (*cluster[first + 1 :], *cluster[:first], cluster[first]):
        await until_heard(a, b)
        give(cluster, slot, node)
        await until_heard(a, b)
        assert node.ask("PUBSUB", "SHARDNUMSUB", _channel("b")) == [_channel("b").encode(), 1]


async def test_a_node_that_dies_takes_its_own_channels_and_no_others(
    cluster: Sequence[RedisServer], hire: Hire
) -> None:
    names = names_by_node()
    workers = [await hire(cluster[0], names[number], QUICK_S) for number in range(3)]
    a, b, c = workers
    for worker in workers:
        await until_heard(a, worker)
    cluster[2].kill()
    await asyncio.gather(until_heard(a, b), until_heard(b, a))
    c.post.send(a.name, b"from where it is dead")
    await a.hears(b"from where it is dead")
    cluster[2].start()
    await asyncio.to_thread(await_cluster, cluster)
    for worker in workers:
        await until_heard(worker, c)


async def test_when_a_replica_takes_over_messages_and_logs_go_on(tmp_path: Path, hire: Hire) -> None:
    options = (
        "--cluster-node-timeout",
        "500",
        "--cluster-require-full-coverage",
        "no",
        "--repl-diskless-sync-delay",
        "0",
    )
    nodes = await asyncio.to_thread(start_cluster, tmp_path, *options)
    nodes.append(await asyncio.to_thread(start_replica, tmp_path / "replica", nodes, nodes[2], *options))
    names = names_by_node()
    try:
        a, c = [await hire(nodes[0], names[number], QUICK_S) for number in (0, 2)]
        await until_heard(a, c)
        for room in names:  # one on each node
            assert await a.store.append([Append(names[room], 0, (b"a",))]) == [True]
        await asyncio.to_thread(until_so, lambda: nodes[3].ask("DBSIZE") == nodes[2].ask("DBSIZE"))
        nodes[2].kill()
        for seq in range(1, 4):
            for room in names:
                batch = [Append(names[room], seq, (b"b",))]
                assert await persist(lambda batch=batch: a.store.append(batch)) == [True]  # type: ignore[misc]
        assert await persist(lambda: c.store.read(names[2])) == [b"a", b"b", b"b", b"b"]
        await until_heard(a, c)
        await until_heard(c, a)
    finally:
        for node in nodes:
            node.kill()


async def test_a_node_that_stands_still_keeps_no_messages_from_others(
    cluster: Sequence[RedisServer], hire: Hire
) -> None:
    names = names_by_node()
    a, b, c = [await hire(cluster[0], names[number]) for number in range(3)]
    await until_heard(a, c)
    cluster[2].send(signal.SIGSTOP)
    try:
        a.post.send(c.name, b"later")
        a.post.send(b.name, b"now")
        await b.hears(b"now")
        assert a.post.unsent > 0
    finally:
        cluster[2].send(signal.SIGCONT)
    await c.hears(b"later")


async def test_closing_in_the_middle_sends_what_waits_and_takes_nothing_more(
    servers: Sequence[RedisServer], hire: Hire
) -> None:
    a, b = await hire(servers[0], "a"), await hire(servers[0], "b")
    for number in range(1000):
        a.post.send("b", b"%d" % number)
        b.post.send("a", b"%d" % number)
    await asyncio.gather(a.post.close(), a.post.close())
    a.post.send("b", b"too late")
    b.post.send("a", b"too late")
    await b.hears(*(b"%d" % number for number in range(1000)))
    assert a.post.unsent == 0
    assert b"too late" not in a.came
    await a.post.close()


async def test_a_redis_that_stands_still_does_not_keep_who_closes(
    redis: RedisServer, hire: Hire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.storage.redis_post.CLOSE_S", QUICK_S)
    a = await hire(redis, "a")
    redis.send(signal.SIGSTOP)
    try:
        a.post.send("b", b"1")
        async with asyncio.timeout(WAIT_S):
            await a.post.close()
    finally:
        redis.send(signal.SIGCONT)


async def test_a_mistake_of_ours_does_not_make_a_worker_deaf(
    redis: RedisServer, hire: Hire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    a, b = [await hire(redis, name, QUICK_S) for name in ("a", "b")]
    assert isinstance(b.post, RedisPost)
    right = b.post._look

    async def wrong() -> None:
        monkeypatch.setattr(b.post, "_look", right)
        raise ValueError

    monkeypatch.setattr(b.post, "_look", wrong)
    redis.restart()
    await until_heard(a, b)
    assert "begins anew after a mistake" in caplog.text


async def test_a_message_that_makes_trouble_does_not_end_the_post(
    redis: RedisServer, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    came: list[int] = []
    store = await opened(redis.url, clock, "a")
    post = await store.post(lambda message: came.append(int(message)))
    for message in (b"1", b"two", b"3"):
        post.send("a", message)
    await until(lambda: len(came) == 2)
    assert came == [1, 3]
    assert [(record.name, record.levelno) for record in caplog.records] == [("pounce.store", logging.ERROR)]
    await post.close()
    await store.close()


@pytest.mark.parametrize("missing", ["-spublish", "-ssubscribe", "resetchannels"])
async def test_a_user_who_may_not_is_told_in_one_sentence(redis: RedisServer, clock: Clock, missing: str) -> None:
    redis.ask("ACL", "SETUSER", "ann", "reset", "on", ">right", "~*", "&*", "+@all", missing)
    store = await opened(redis.url.replace("//", "//ann:right@"), clock, "a")
    with pytest.raises(StoreUnusable, match=r"^Redis refuses messages between workers \(.*\): give the user .*\.$"):
        await store.post(lambda _: None)
    await store.close()


async def test_no_redis_any_more_is_unreachable(servers: Sequence[RedisServer], clock: Clock) -> None:
    store = await opened(servers[0].url, clock, "a")
    for server in servers:
        server.kill()
    with pytest.raises(StoreUnreachable, match=r"^Redis takes no messages between workers: Connection refused$"):
        await store.post(lambda _: None)
    await store.close()
