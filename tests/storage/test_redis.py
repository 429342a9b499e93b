"""Redis itself: opening it, losing it, sharing it; what is kept when it is killed."""

import asyncio
import logging
import random
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.storage.base import Append, StoreUnreachable, StoreUnusable
from app.storage.redis import SCRIPTS
from tests.storage.conftest import WAIT_S, Clock, opened, reads_beside_others
from tests.support.redis_server import RedisServer
from tests.support.relay import relay_to
from tests.support.server import free_port
from tests.support.stores import persist

pytestmark = pytest.mark.server

T = TypeVar("T")


async def test_what_was_kept_is_there_after_closing_and_opening(servers: Sequence[RedisServer], clock: Clock) -> None:
    first = await opened(servers[0].url, clock)
    await first.append([Append("A", 0, (b"a", b"b"))])
    await first.put("person", "k", b"Ann", clock.ms + 10)
    await first.close()
    second = await opened(servers[-1].url, clock)
    assert await second.read("A") == [b"a", b"b"]
    assert await second.get("person", "k") == b"Ann"
    assert await second.append([Append("A", 1, (b"b",)), Append("B", 1, (b"x",))]) == [True, False]
    assert await second.append([Append("A", 2, (b"c",))]) == [True]
    await second.close()


async def test_killing_redis_loses_nothing_that_was_answered(servers: Sequence[RedisServer], clock: Clock) -> None:
    """Twice in a stream of batches, in the middle of one; the writer repeats what was not answered."""
    store = await opened(servers[0].url, clock)
    lengths = {f"R{number}": 0 for number in range(20)}
    half, enough = asyncio.Event(), asyncio.Event()
    stop = False

    async def write() -> None:
        turn = 0
        while not stop:
            turn += 1
            rooms = list(lengths)[turn % 5 :: turn % 3 + 1]
            batch = [Append(room, lengths[room], (b"%d" % turn,) * 2) for room in rooms]
            assert await persist(lambda batch=batch: store.append(batch)) == [True] * len(batch)  # type: ignore[misc]
            for room in rooms:
                lengths[room] += 2
            (enough if turn >= 60 else half if turn >= 30 else asyncio.Event()).set()

    writer = asyncio.create_task(write())
    for moment in (half, enough):
        await moment.wait()
        await asyncio.to_thread(servers[0].restart)
        if len(servers) > 1:
            await asyncio.to_thread(servers[0].said, "Cluster state changed: ok")
    stop = True
    await writer
    for room, length in lengths.items():
        log = await store.read(room)
        assert len(log) == length
        assert log[::2] == log[1::2]
    await store.close()


async def test_of_two_writers_of_a_room_exactly_one_wins(servers: Sequence[RedisServer], clock: Clock) -> None:
    stores = [await opened(servers[0].url, clock) for _ in range(2)]
    rooms = [f"R{number}" for number in range(10)]
    expected: dict[str, list[bytes]] = {room: [] for room in rooms}
    for seq in range(20):
        first, second = await asyncio.gather(
            *(
                store.append([Append(room, seq, (name,)) for room in rooms])
                for store, name in zip(stores, (b"a", b"b"), strict=True)
            )
        )
        for room, a, b in zip(rooms, first, second, strict=True):
            assert a is not b
            expected[room].append(b"a" if a else b"b")
    assert {room: await stores[0].read(room) for room in rooms} == expected
    for store in stores:
        await store.close()


async def test_two_hundred_rooms_in_a_batch(servers: Sequence[RedisServer], clock: Clock) -> None:
    store = await opened(servers[0].url, clock)
    rooms = [f"R{number:03}" for number in range(200)]
    assert await store.append([Append(room, 0, (room.encode(), b"")) for room in rooms]) == [True] * 200
    strange = [Append(room, 2 if number % 2 else 1, (b"x",)) for number, room in enumerate(rooms)]
    assert await store.append(strange) == [bool(number % 2) for number in range(200)]
    assert await store.read("R007") == [b"R007", b"", b"x"]
    assert await store.read("R008") == [b"R008", b""]
    await store.close()


@given(rooms=st.dictionaries(st.text("AZ}{:\u00e4 *", min_size=1), st.lists(st.binary(), min_size=1), min_size=1))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_entries_are_any_bytes_and_rooms_any_names(
    servers: Sequence[RedisServer], rooms: dict[str, list[bytes]]
) -> None:
    async def run() -> None:
        clock = Clock()
        store = await opened(servers[0].url, clock)
        rooms_now = {room: entries for room, entries in rooms.items() if not room.startswith("}")}
        batch = [Append(room, 0, tuple(entries)) for room, entries in rooms_now.items()]
        try:
            assert await store.append(batch) == [True] * len(batch)
            assert await store.append(batch) == [True] * len(batch)
            assert [await store.read(room) for room in rooms_now] == list(rooms_now.values())
        finally:
            clock.ms += 1
            assert await store.purge(clock.ms) == len(rooms_now)
            await store.close()

    asyncio.run(run())


async def test_a_repeated_append_whose_answer_was_lost_is_kept_once(redis: RedisServer, clock: Clock) -> None:
    async with relay_to(redis.port) as relay:
        store = await opened(f"redis://127.0.0.1:{relay.port}", clock)
        assert await store.append([Append("A", 0, (b"a",))]) == [True]
        batch = [Append("A", 1, (b"b", b"c")), Append("B", 0, (b"b",)), Append("C", 5, (b"c",))]
        relay.lose_an_answer()
        with pytest.raises(StoreUnreachable):
            await store.append(batch)
        assert await store.append(batch) == [True, True, False]
        assert [await store.read(room) for room in "ABC"] == [[b"a", b"b", b"c"], [b"b"], []]
        await store.close()


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_breaks_on_the_way_each_entry_is_kept_once_and_in_order(
    redis: RedisServer, clock: Clock, seed: int
) -> None:
    """Connections are cut, answers lost, and what was given up arrives late, while a writer repeats what it must."""
    chance = random.Random(seed)
    rooms = [f"R{number}" for number in range(8)]
    logs: dict[str, list[bytes]] = {room: [] for room in rooms}
    async with relay_to(redis.port) as relay:
        store = await opened(f"redis://127.0.0.1:{relay.port}", clock)
        (line,) = await store._link.lines()
        for turn in range(60):
            trouble = chance.choice([relay.cut, relay.lose_an_answer, relay.hold, relay.let_go, None, None])
            if trouble is not None:
                trouble()
            batch = [
                Append(room, len(logs[room]), tuple(b"%d.%d" % (turn, n) for n in range(chance.randrange(3))))
                for room in chance.sample(rooms, chance.randrange(1, 9))
            ]
            if trouble == relay.hold:
                line._answer_s = 0.02
                with suppress(StoreUnreachable):
                    await store.append(batch)
                line._answer_s = WAIT_S
            assert await persist(lambda batch=batch: store.append(batch)) == [True] * len(batch)  # type: ignore[misc]
            for append in batch:
                logs[append.room] += append.entries
        relay.let_go()
        assert [await store.read(room) for room in rooms] == list(logs.values())
        await store.close()


async def test_a_redis_that_stands_still_in_a_batch_is_unreachable_in_time_and_works_afterwards(
    servers: Sequence[RedisServer], clock: Clock
) -> None:
    store = await opened(servers[0].url, clock)
    for line in await store._link.lines():
        line._connect_s = line._answer_s = 0.2
    batch = [Append(f"R{number}", 0, (b"a", b"b")) for number in range(30)]
    for server in servers:
        server.send(signal.SIGSTOP)
    try:
        async with asyncio.timeout(WAIT_S):
            with pytest.raises(StoreUnreachable, match="no answer in time"):
                await store.append(batch)
    finally:
        for server in servers:
            server.send(signal.SIGCONT)
    for line in await persist(store._link.lines):
        line._connect_s = line._answer_s = WAIT_S
    assert await persist(lambda: store.append(batch)) == [True] * 30
    assert await persist(lambda: store.read("R29")) == [b"a", b"b"]
    await store.close()


async def test_when_redis_has_no_memory_left_calls_fail_and_go_on_when_there_is_some(
    redis: RedisServer, clock: Clock
) -> None:
    store = await opened(redis.url, clock)
    await store.append([Append("A", 0, (b"a",))])
    redis.ask("CONFIG", "SET", "maxmemory", 1)
    try:
        with pytest.raises(StoreUnreachable, match=r"^Redis refuses: .*maxmemory"):
            await store.append([Append("A", 1, (b"b",))])
        assert await store.read("A") == [b"a"]
    finally:
        redis.ask("CONFIG", "SET", "maxmemory", 0)
    assert await store.append([Append("A", 1, (b"b",))]) == [True]
    await store.close()


async def test_scripts_that_were_flushed_cost_one_call(redis: RedisServer, clock: Clock) -> None:
    store = await opened(redis.url, clock)
    redis.ask("SCRIPT", "FLUSH")
    with pytest.raises(StoreUnreachable):
        await store.append([Append("A", 0, (b"a",))])
    assert await store.append([Append("A", 0, (b"a",))]) == [True]
    await store.close()


async def test_no_append_waits_for_a_long_log_to_be_read(
    redis: RedisServer, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.storage.redis.READ_SLICE", 10)
    store = await opened(redis.url, clock)
    await reads_beside_others(store, clock)
    await store.close()


async def test_purge_looks_at_everything_in_slices_and_lets_others_be(
    redis: RedisServer, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.storage.redis.PURGE_SLICE", 5)
    store = await opened(redis.url, clock)
    await store.append([Append(f"R{number}", 0, (b"a",)) for number in range(40)])
    for number in range(40):
        await store.put("}:grown", f"{number}}}:grown", b"5", clock.ms + 1 + number % 2)
    redis.ask("SET", "somebody:else's", "a")
    clock.ms += 1
    await store.append([Append("R0", 1, (b"b",))])
    assert await store.purge(clock.ms) == 39
    assert len(redis.ask("KEYS", "pounce:*")) == 2 + 20
    assert redis.ask("GET", "somebody:else's") == b"a"
    await store.close()


async def test_documents_are_told_apart_by_space_and_key_whatever_they_hold(redis: RedisServer, clock: Clock) -> None:
    store = await opened(redis.url, clock)
    names = [("a", "b:c"), ("a:b", "c"), ("a", ""), ("", "a"), ("%3A", "{x}"), (":", "{x}")]
    for number, (space, key) in enumerate(names):
        await store.put(space, key, b"%d" % number, clock.ms + 1)
    assert [await store.get(space, key) for space, key in names] == [b"%d" % number for number in range(len(names))]
    await store.close()


async def test_no_redis_at_the_start_is_told_in_one_sentence(clock: Clock) -> None:
    port = free_port()
    sentence = rf"^Redis at .*:{port} does not answer \(Connection refused\): start it, or correct REDIS_URL\.$"
    with pytest.raises(StoreUnusable, match=sentence):
        await opened(f"redis://127.0.0.1:{port}", clock)


@pytest.mark.parametrize(
    "url",
    [
        "localhost:6379",
        "http://localhost",
        "redis://localhost:port",
        "redis://h/0?socket_read_size=x",
        "redis://h/0?x=y",
    ],
)
async def test_an_address_that_is_none_is_told_in_one_sentence(url: str, clock: Clock) -> None:
    with pytest.raises(StoreUnusable, match=r"^REDIS_URL is no address .*: give one such as .*\.$"):
        await opened(url, clock)


RIGHTS = [
    *("~pounce:*", "&pounce:*", "+@read", "+@write", "+@scripting", "+@connection", "+@pubsub"),
    *("+info", "+cluster|info", "+cluster|slots", "+client|kill"),
]
"""What docs/deploy.md says that the user needs."""


async def test_a_wrong_password_is_told_without_telling_it(redis: RedisServer, clock: Clock) -> None:
    redis.ask("ACL", "SETUSER", "pounce", "on", ">right", *RIGHTS)
    sentence = r"^Redis at 127\.0\.0\.1:\d+ refuses the user or the password of REDIS_URL: correct them there\.$"
    with pytest.raises(StoreUnusable, match=sentence):
        await opened(redis.url.replace("//", "//pounce:wrong@"), clock)
    redis.ask("ACL", "SETUSER", "default", "resetpass", ">secret")
    try:
        with pytest.raises(StoreUnusable, match=sentence):
            await opened(redis.url, clock)
        store = await opened(redis.url.replace("//", "//pounce:right@"), clock, "ann")
        await (await store.post(lambda _: None)).close()
        assert await store.append([Append("A", 0, (b"a",))]) == [True]
        await store.put("person", "k", b"Ann", clock.ms)
        clock.ms += 1
        assert await store.purge(clock.ms) == 1
        await store.close()
    finally:
        redis.restart()


@asynccontextmanager
async def pretender(*answers: bytes) -> AsyncIterator[str]:
    """A server that says these things, one after another, whatever it is asked."""
    conversations = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        conversations.append(asyncio.current_task())
        for answer in answers:
            await reader.read(65_536)
            writer.write(answer)
        await reader.read()
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()
    await asyncio.wait(filter(None, conversations))


def bulk(text: str) -> bytes:
    return b"$%d\r\n%s\r\n" % (len(text), text.encode())


HANDSHAKE = (b"+OK\r\n", bulk("id=1 addr=127.0.0.1:1") + b"+loaded\r\n" * len(SCRIPTS))


async def test_what_is_not_redis_is_told_in_one_sentence(clock: Clock) -> None:
    async with pretender(b"HTTP/1.1 400 Bad Request\r\n\r\n") as url:
        with pytest.raises(
            StoreUnusable, match=r"^What answers at 127\.0\.0\.1:\d+ is not Redis: correct REDIS_URL\.$"
        ):
            await opened(url, clock)


async def test_an_old_redis_is_told_in_one_sentence(clock: Clock) -> None:
    async with pretender(*HANDSHAKE, bulk("redis_version:6.2.14\r\nredis_mode:standalone\r\n")) as url:
        with pytest.raises(
            StoreUnusable, match=r"^Redis at .* is version 6\.2\.14: install version 7 or a newer one\.$"
        ):
            await opened(url, clock)


async def test_a_socket_of_this_machine_will_do(tmp_path: Path, clock: Clock) -> None:
    server = RedisServer(tmp_path, "--unixsocket", str(tmp_path / "s"))
    store = await opened(f"unix://{tmp_path}/s?db=3", clock)
    assert await store.append([Append("A", 0, (b"a",))]) == [True]
    await store.close()
    assert server.ask("DBSIZE") == 0
    server.kill()


async def test_a_replica_is_told_in_one_sentence(tmp_path: Path, redis: RedisServer, clock: Clock) -> None:
    replica = RedisServer(tmp_path, "--replicaof", "127.0.0.1", str(redis.port))
    with pytest.raises(StoreUnusable, match=r"^Redis at .* is a replica: name the one .*\.$"):
        await opened(replica.url, clock)
    replica.kill()


async def test_several_servers_have_to_be_a_cluster(redis: RedisServer, clock: Clock) -> None:
    with pytest.raises(StoreUnusable, match=r"^REDIS_URL names several servers, which are no cluster: .*\.$"):
        await opened(f"{redis.url}, {redis.url}", clock)


async def test_of_a_cluster_the_first_node_may_be_away(cluster: Sequence[RedisServer], clock: Clock) -> None:
    store = await opened(f"redis://127.0.0.1:{free_port()}, {cluster[1].url}", clock)
    assert await store.append([Append(room, 0, (b"a",)) for room in "ABCDEF"]) == [True] * 6
    await store.close()


async def test_a_cluster_that_is_down_is_told_in_one_sentence(tmp_path: Path, clock: Clock) -> None:
    node = RedisServer(tmp_path, "--cluster-enabled", "yes", "--cluster-port", str(free_port()))
    try:
        with pytest.raises(
            StoreUnusable, match=r"^Redis at .* cannot be used now \(.* the cluster is down\): repair .*\.$"
        ):
            await opened(node.url, clock)
    finally:
        node.kill()


RISKS = {
    ("--appendonly", "no"): "has no append-only file: it forgets tables when it dies. Set appendonly yes.",
    ("--appendfsync", "everysec"): "may forget the last moves when it dies. Set appendfsync always.",
    ("--maxmemory-policy", "allkeys-lru"): "throws tables away when memory is short. Set maxmemory-policy noeviction.",
}
"""An option of Redis, and what is said of it."""


@pytest.mark.parametrize("risk", RISKS, ids=" ".join)
async def test_a_redis_that_would_lose_entries_is_used_with_a_warning(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture, risk: tuple[str, str]
) -> None:
    server = RedisServer(tmp_path, *risk)
    try:
        await (await opened(server.url, clock)).close()
    finally:
        server.kill()
    assert [(record.name, record.levelno) for record in caplog.records] == [("pounce.store", logging.WARNING)]
    assert RISKS[risk] in caplog.text


async def test_of_a_redis_that_keeps_everything_nothing_is_said(
    redis: RedisServer, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    await (await opened(redis.url, clock)).close()
    assert not caplog.records
