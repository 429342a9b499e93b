"""The application as a whole, and the server around it: how it starts, how it stops, and how it does not start."""

import asyncio
import errno
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from app.main import LoopClock, _addresses, _announce, _listen, _why_not, create_app, offered, serve
from app.settings import Settings
from app.solver.pool import places
from app.storage.sqlite import SqliteStore
from app.transport.http import STATIC
from app.wire import CLOSE_BUG, CLOSE_COME_BACK
from tests.support.browser_socket import Player, all_see, open_table
from tests.support.log import RoomLog
from tests.support.redis_server import RedisServer, start_cluster
from tests.support.served import Socket, served
from tests.support.server import ROOT, ServerProcess, free_port, running
from tests.support.stores import FakeStore

# --- not starting -------------------------------------------------------------------------------------------


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """Settings of a server that could start, in an environment of its own."""
    monkeypatch.setattr(os, "environ", {"DATA_DIR": str(tmp_path / "data"), "PORT": str(free_port())})
    return monkeypatch


def sentence(capsys: pytest.CaptureFixture[str]) -> str:
    """What the server said instead of starting: one line on standard error."""
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith(".\n")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def test_a_taken_port_is_one_sentence(environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        environment.setitem(os.environ, "PORT", str(port))
        assert serve() == 2
    said = sentence(capsys)
    assert f"port {port} is taken" in said
    assert f"PORT={port + 1}" in said


def test_an_address_of_somebody_else_is_one_sentence(
    environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for host in ("192.0.2.1", "no such host", "2001:db8::1", "x" * 300):
        environment.setitem(os.environ, "HOST", host)
        assert serve() == 2
        assert host in sentence(capsys)


def test_a_bad_setting_is_one_sentence(environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    environment.setitem(os.environ, "PORT", "eighty")
    assert serve() == 2
    assert "PORT is “eighty”" in sentence(capsys)


def test_a_folder_that_cannot_be_written_is_one_sentence(
    environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Below a file, which not even root can."""
    (tmp_path / "file").write_text("")
    environment.setitem(os.environ, "DATA_DIR", str(tmp_path / "file" / "data"))
    assert serve() == 2
    assert str(tmp_path / "file" / "data") in sentence(capsys)


def test_a_second_server_on_one_folder_is_one_sentence(
    environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """And its port is free again for whoever comes next."""
    store = SqliteStore(tmp_path / "data", lambda: 0)
    assert serve() == 2
    assert "Another server is using the data folder" in sentence(capsys)
    _listen(Settings(port=int(os.environ["PORT"]))).close()
    asyncio.run(store.close())


def test_no_redis_is_one_sentence(environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    environment.setitem(os.environ, "REDIS_URL", f"redis://:secret@127.0.0.1:{free_port()}")
    assert serve() == 2
    said = sentence(capsys)
    assert "does not answer (Connection refused): start it, or correct REDIS_URL." in said
    assert "secret" not in said
    _listen(Settings(port=int(os.environ["PORT"]))).close()


@pytest.mark.parametrize(
    ("error", "port", "part"),
    [
        (PermissionError(errno.EACCES, ""), 80, "PORT=8080"),
        (OSError(errno.EADDRINUSE, ""), 8000, "PORT=8001"),
        (OSError(errno.EADDRINUSE, ""), 65535, "PORT=8080"),
        (OSError(errno.EADDRNOTAVAIL, ""), 8000, "HOST to 127.0.0.1"),
    ],
)
def test_each_reason_says_what_to_do(error: OSError, port: int, part: str) -> None:
    assert part in _why_not(Settings(port=port), error)


# --- what a host is told ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "first"),
    [
        (Settings(port=0), "http://localhost:{port}/"),
        (Settings(port=0, base_path="/cards"), "http://localhost:{port}/cards/"),
        (Settings(port=0, host="0.0.0.0"), "http://localhost:{port}/"),
        (Settings(port=0, host="127.0.0.2"), "http://127.0.0.2:{port}/"),
        (Settings(port=0, public_url="https://cards.example.org"), "https://cards.example.org/"),
    ],
)
def test_the_address_is_printed(settings: Settings, first: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As it can be opened, and how the local network gets in."""
    with _listen(settings) as listener:
        _announce(settings, listener)
        port = listener.getsockname()[1]
    said, *more = capsys.readouterr().out.splitlines()
    assert said == f"Pounce is ready: {first.format(port=port)}"
    if settings.host == "127.0.0.1":
        assert "HOST=0.0.0.0" in more[0]
    elif settings.host == "0.0.0.0":
        assert [line.startswith("In your network: http://") for line in more] == [True] * len(_addresses())


def test_an_ipv6_address_is_printed_in_brackets(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as listener:
        _announce(Settings(host="2001:db8::1", base_path="/cards"), listener)
    assert capsys.readouterr().out.startswith("Pounce is ready: http://[2001:db8::1]:")


# --- wired together -----------------------------------------------------------------------------------------


async def test_the_clock_is_the_machines() -> None:
    clock = LoopClock()
    called = asyncio.Event()
    before = clock.steady()
    clock.later(1, called.set)
    clock.later(1, lambda: None).cancel()
    await asyncio.wait_for(called.wait(), 5)
    assert 0.5 <= clock.steady() - before < 5000
    assert abs(clock.now() - time.time() * 1000) < 5000


async def test_the_rooms_are_drained_once_and_the_store_is_closed() -> None:
    store = FakeStore()
    application = create_app(Settings(), store=store)
    async with application.asgi.router.lifespan_context(application.asgi):
        await asyncio.gather(application.drain(), application.drain())
        assert not store._is_closed
    assert store._is_closed


async def test_a_store_that_hangs_does_not_keep_the_server(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What it has not confirmed was shown to nobody; its players send it again."""
    monkeypatch.setattr("app.main.DRAIN_S", 0.01)
    async with served() as site:
        ann = await Socket.open(site, site.open_room())
        await ann.hello()
        site.fake.hold()
        ann.send(t="sit", name="Ann")
        await site.until(lambda: bool(site.rooms()) and not site.rooms()[0].idle)
        await site.application.drain()
        assert "does not answer" in caplog.text
        assert not any('"you"' in text for text in ann.texts)
        site.fake.let_go()


async def test_a_slow_store_is_said_in_the_rooms_and_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("app.rooms.journal.SLOW_S", 0)
    caplog.set_level("WARNING")
    async with served() as site:
        ann = await Socket.open(site, site.open_room())
        await ann.hello()
        site.fake.hold()
        ann.send(t="sit", name="Ann")
        assert await ann.hear("saving") == {"t": "saving", "on": True}
        site.fake.let_go()
        assert await ann.hear("saving") == {"t": "saving", "on": False}
        assert (await ann.hear("you"))["seat"] == 0
    assert [record.getMessage() for record in caplog.records if record.name == "pounce"] == [
        "the store is slow or away",
        "the store answers again",
    ]


async def test_an_entry_that_cannot_be_shown_stops_its_room(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is kept, so there is no way back for that room; the others go on."""
    async with served() as site:
        ann = await Socket.open(site, site.open_room())
        bob = await Socket.open(site, site.open_room("BBBBBB"))
        await ann.hello()
        await bob.hello()
        room = next(room for room in site.rooms() if room.code == "KQ7M4X")
        monkeypatch.setattr(room, "kept", None)
        ann.send(t="sit", name="Ann")
        assert await ann.end() == CLOSE_BUG
        assert await bob.sit("Bob") == 0
        assert caplog.text.count("Traceback") == 1
        assert "room KQ7M4X" in caplog.text


# --- a real process -----------------------------------------------------------------------------------------


@pytest.mark.server
def test_a_game_is_offered_when_it_has_a_table_in_the_browser() -> None:
    """Every layout belongs to a game; a game without one is for `simulate` and `replay` only."""
    assert set(offered()) == {path.stem for path in (STATIC / "games").glob("*.js")}
    assert "pounce" in offered()


def test_not_starting_is_exit_code_2(tmp_path: Path) -> None:
    """For scripts and service managers; nothing but the sentence is written."""
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "PORT": "none"}
    done = subprocess.run(
        [sys.executable, "-m", "app"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "Pounce cannot start: PORT is “none”: give a whole number from 0 to 65535.\n"


@pytest.mark.server
async def test_of_two_servers_started_at_once_one_says_why_not(tmp_path: Path) -> None:
    """The same port, the same folder: one plays, the other ends in a sentence."""
    port = free_port()
    servers = [ServerProcess(tmp_path, port=port) for _ in range(2)]
    started = await asyncio.gather(*(server.start() for server in servers), return_exceptions=True)
    ready = [server for server, error in zip(servers, started, strict=True) if error is None]
    (failed,) = [server for server in servers if server not in ready]
    assert len(ready) == 1
    assert [line.split(":")[0] for line in failed.log] == ["Pounce cannot start"]
    assert failed._process is not None
    assert await failed._process.wait() == 2
    assert await ready[0].stop() == 0


@pytest.mark.server
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_a_stop_brings_everybody_back_and_loses_nothing(tmp_path: Path, sign: signal.Signals) -> None:
    """Sockets end with the code that asks to come back, also those in the middle of a move; a socket that does not
    answer holds nobody up; all that anybody saw is there again in the next process.
    """
    server = ServerProcess(tmp_path, log_level="debug", countdown_ms=1)
    await server.start()
    code = await open_table(server)
    ann, bob, eve = (Player(server, code, name) for name in ("Ann", "Bob", "Eve"))
    for player in (ann, bob, eve):
        await player.connect()
    for player in (ann, bob):
        await player.sit()
    await ann.send({"t": "start"})
    await all_see([ann, bob], lambda player: bool(player.table) and player.table["facts"]["phase"] == "race")
    deaf = socket.create_connection((server.host, server.port))
    deaf.sendall(
        f"GET /ws/{code} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nOrigin: {server.origin}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert deaf.recv(12) == b"HTTP/1.1 101"
    for _ in range(5):
        await ann.move(["flip"])
    posted = [await player.post_move(["flip"]) for player in (ann, bob)]
    began = time.monotonic()
    assert await server.stop(sign) == 0
    assert time.monotonic() - began < 10
    deaf.close()
    for player in (ann, bob, eve):
        assert await player.until_closed() == CLOSE_COME_BACK
    seen = ann.n
    assert not any("Traceback" in line or "ERROR" in line for line in server.log)
    assert not any(secret in line for line in server.log for secret in (code, ann.token, bob.token))
    log = RoomLog(tmp_path, code)
    assert log.last.seq >= seen
    await server.start()
    for player, k in zip((ann, bob), posted, strict=True):
        await player.connect()
        await player.post_move(["flip"], k)
        await player.answer(k)
    log.read()
    assert max(log.acks().values()) == 1
    assert log.acks()[f"{ann.load}:{posted[0]}"] == log.acks()[f"{bob.load}:{posted[1]}"] == 1
    for player in (ann, bob, eve):
        await player.close()
    assert await server.stop() == 0


@pytest.mark.server
async def test_a_server_is_healthy_as_soon_as_it_says_that_it_is_ready(tmp_path: Path) -> None:
    async with running(tmp_path, base_path="/cards") as server, httpx.AsyncClient() as http:
        assert (await http.get(f"{server.url}healthz")).json() == {"ok": True, "rooms": 0}
        assert server.log[0] == f"Pounce is ready: http://localhost:{server.port}/cards/"


def children(pid: int) -> list[int]:
    """The processes that a process has started and that run."""
    found = []
    for about in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            state, parent = about.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == pid and state != "Z":
                found.append(int(about.parent.name))
    return found


def runs(pid: int) -> bool:
    """Whether this process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.server
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
async def test_solvers_are_there_when_they_are_needed_and_end_with_the_server(
    tmp_path: Path, sign: signal.Signals
) -> None:
    """However that ends, and in the middle of their work: deals that can be won are found for the next ones who ask."""
    async with running(tmp_path) as server:
        assert children(server.pid) == []
        async with httpx.AsyncClient(base_url=server.url, headers={"origin": server.origin}) as http:
            daily = await http.post("api/daily", json={"game": "thumb-and-pouch", "name": "Ann"}, timeout=60)
            assert daily.status_code == 201
            body = {"game": "puss-in-the-corner", "name": "Ann", "options": {"redeals": 0}}
            assert (await http.post("api/solo", json=body, timeout=60)).status_code == 201
        solvers = children(server.pid)
        assert 0 < len(solvers) <= places()
        assert await server.stop(sign) == (-signal.SIGKILL if sign == signal.SIGKILL else 0)
        async with asyncio.timeout(20):
            while any(map(runs, solvers)):  # noqa: ASYNC110 - what happens in another process sets no event here
                await asyncio.sleep(0.01)
        assert not any("Traceback" in line or "ERROR" in line for line in server.log)


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path)
    yield server
    server.kill()


@pytest.mark.server
async def test_with_redis_a_game_outlives_redis_and_the_server(tmp_path: Path, redis: RedisServer) -> None:
    """While Redis is away moves wait; after kill -9 of either what was seen is there."""
    settings = {"redis_url": redis.url, "countdown_ms": 1}
    async with running(tmp_path / "none", **settings) as server:
        code = await open_table(server)
        async with Player(server, code, "Ann") as ann, Player(server, code, "Bob") as bob:
            for player in (ann, bob):
                await player.sit()
            await ann.send({"t": "start"})
            await all_see([ann, bob], lambda player: bool(player.table) and player.table["facts"]["phase"] == "race")
            await ann.move(["flip"])
            redis.kill()
            waiting = [await player.post_move(["flip"]) for player in (ann, bob)]
            await all_see([ann, bob], lambda player: '{"t":"saving","on":true}' in player.received)
            assert not any(k in player.answers for player, k in zip((ann, bob), waiting, strict=True))
            await asyncio.to_thread(redis.start)
            for player, k in zip((ann, bob), waiting, strict=True):
                assert "p" in await player.answer(k)
            await all_see([ann, bob], lambda player: player.n == max(ann.n, bob.n))
            seen = ann.table["piles"]
            await server.kill()
            await server.start()
            await ann.come_back()
            assert ann.table["piles"] == seen
            assert await server.stop() == 0
            await server.start()  # at once: who stops in peace keeps nobody waiting
            assert not (tmp_path / "none").exists()
            assert not any("Traceback" in line or redis.url in line for line in server.log)


@pytest.mark.server
@pytest.mark.parametrize("kind", ["redis", "cluster"])
async def test_two_servers_on_one_redis_are_one_site(tmp_path: Path, kind: str) -> None:
    """A person at each of them. The owner of the room is killed, then the other is stopped in peace."""
    nodes = [RedisServer(tmp_path)] if kind == "redis" else start_cluster(tmp_path)
    try:
        await _play_at_both(tmp_path, nodes[0].url)
    finally:
        for node in nodes:
            node.kill()


async def cards_of_the_day(server: ServerProcess) -> object:
    """What lies before somebody who has never been here."""
    async with httpx.AsyncClient(base_url=server.url, headers={"origin": server.origin}, timeout=60) as http:
        answer = await http.post("api/daily", json={"game": "thumb-and-pouch", "name": "Eve"})
        assert answer.status_code == 201
        eve = Player(server, answer.json()["code"])
        eve.token = next(iter(http.cookies.values()))
    async with eve:
        return eve.table["piles"]


async def _play_at_both(tmp_path: Path, redis_url: str) -> None:
    settings = {"redis_url": redis_url, "countdown_ms": 1}
    async with running(tmp_path / "1", **settings) as first, running(tmp_path / "2", **settings) as second:
        cards = await asyncio.gather(*map(cards_of_the_day, (first, second, first)))
        assert cards[0] == cards[1] == cards[2]
        code = await open_table(second)
        async with Player(first, code, "Ann") as ann, Player(second, code, "Bob") as bob:
            for player in (ann, bob):
                await player.sit()
            await ann.send({"t": "start"})
            await all_see([ann, bob], lambda player: bool(player.table) and player.table["facts"]["phase"] == "race")
            for player in (ann, bob):
                assert "p" in await player.move(["flip"])
            await all_see([ann, bob], lambda player: player.n == max(ann.n, bob.n))
            assert ann.table["piles"] == bob.table["piles"]
            seen = bob.n
            await first.kill()
            assert await bob.until_closed() == CLOSE_COME_BACK
            ann.server = second
            for player in (ann, bob):
                await player.connect()
                assert player.n >= seen
                assert "p" in await player.move(["flip"])
            await first.start()
            await ann.close()
            ann.server = first
            await ann.connect()
            posted = await ann.post_move(["flip"])
            stopping = asyncio.create_task(second.stop())
            assert await bob.until_closed() == CLOSE_COME_BACK
            assert await stopping == 0
            bob.server = first
            for player in (ann, bob):
                await player.close()
                await player.connect()
            await ann.post_move(["flip"], posted)
            await ann.answer(posted)
            assert "p" in await bob.move(["flip"])
            assert ann.table["piles"] == bob.table["piles"]
        for server in (first, second):
            assert not any("Traceback" in line or redis_url in line for line in server.log)
