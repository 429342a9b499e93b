"""The files in docs/deploy/ at work: Caddy and nginx in front of two workers, stand-ins and real ones."""

import asyncio
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Self

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.support.browser_socket import Player, all_see, open_table
from tests.support.proxies import Caddy, Nginx, Proxy, rooms_at, site_of_two, trusting
from tests.support.server import ServerProcess, free_port

pytestmark = pytest.mark.server

ANSWER_S = 30
TRIES = 20
MOST_TABLES = 30
PROXIES = pytest.mark.parametrize("proxy", [Caddy, Nginx])
CODES = [f"KQ7M{left}{right}" for left in "ABCDEF" for right in "23456"]


class StandIn:
    """What a worker is to a proxy: it is healthy, takes sockets and answers requests, and remembers how they arrived.

    A frozen one takes connections and says nothing, as the kernel does for a stopped process. A dying one ends in the
    middle of its answer.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.heads: list[str] = []
        self.frozen = False
        self.dying = False
        self._server: asyncio.Server | None = None
        self._clients: set[asyncio.StreamWriter] = set()

    def paths(self) -> set[str]:
        """Of everything that arrived, health checks aside."""
        return {head.split()[1] for head in self.heads}

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for client in self._clients:
            client.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._clients.add(writer)
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                is_health = head.split()[1].endswith("/healthz")
                if self.frozen:
                    await reader.read()
                    return
                if not is_health:
                    self.heads.append(head)
                if "upgrade: websocket" in head.lower():
                    writer.write(b"HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
                    writer.write(await reader.readline())
                elif self.dying and not is_health:
                    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}")
                    return
                else:
                    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self._clients.discard(writer)
            writer.close()


@asynccontextmanager
async def stand_ins(
    proxy: type[Proxy], folder: Path, base_path: str = ""
) -> AsyncIterator[tuple[Proxy, list[StandIn]]]:
    """A proxy with https in front of two stand-ins."""
    ports = (free_port(), free_port())
    async with AsyncExitStack() as stack:
        workers = [await stack.enter_async_context(StandIn(port)) for port in ports]
        yield await stack.enter_async_context(proxy(folder, ports, tls=True, base_path=base_path)), workers


async def shake_hands(site: Proxy, code: str, *headers: str, ask: bytes = b"hm\n") -> tuple[str, bytes]:
    """Open a socket at a table, say one line through it and close it; the answer's first line and what came back."""
    async with asyncio.timeout(ANSWER_S):
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", site.port, ssl=trusting(), server_hostname="localhost", local_addr=("127.0.0.9", 0)
        )
        lines = [
            f"GET {site.base_path}/ws/{code} HTTP/1.1",
            f"Host: localhost:{site.port}",
            f"Origin: {site.origin}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            *headers,
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        line = b""
        if " 101 " in head:
            writer.write(ask)
            line = await reader.readline()
        writer.close()
        return head.split("\r\n", 1)[0], line


@PROXIES
@pytest.mark.parametrize("base_path", ["", "/cards"])
async def test_a_tables_sockets_go_to_one_worker_and_both_have_some(
    proxy: type[Proxy], base_path: str, tmp_path: Path
) -> None:
    async with stand_ins(proxy, tmp_path, base_path) as (site, workers):
        for code in (*CODES, *reversed(CODES)):
            assert (await shake_hands(site, code))[1] == b"hm\n"
        one, other = (worker.paths() for worker in workers)
        assert one | other == {f"{base_path}/ws/{code}" for code in CODES}
        assert not one & other
        assert len(one) > 1
        assert len(other) > 1


@PROXIES
async def test_the_workers_hear_who_asks_and_how(proxy: type[Proxy], tmp_path: Path) -> None:
    """Host, address and https, and nothing that the visitor invents."""
    async with stand_ins(proxy, tmp_path) as (site, workers):
        await shake_hands(site, CODES[0], "X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: http")
        (head,) = [head.lower() for worker in workers for head in worker.heads]
        assert f"\r\nhost: localhost:{site.port}\r\n" in head
        assert f"\r\norigin: {site.origin}\r\n" in head
        assert "\r\nx-forwarded-for: 127.0.0.9\r\n" in head
        assert "\r\nx-forwarded-proto: https\r\n" in head
        assert "192.0.2.1" not in head


@PROXIES
async def test_pages_come_from_both_workers(proxy: type[Proxy], tmp_path: Path) -> None:
    async with stand_ins(proxy, tmp_path) as (site, workers), httpx.AsyncClient(verify=trusting()) as http:
        for _ in range(8):
            assert (await http.get(f"{site.url}api/games")).status_code == 200
        assert all(worker.heads for worker in workers)


@PROXIES
@pytest.mark.parametrize("how", ["gone", "frozen"])
async def test_a_worker_that_does_not_answer_is_left_alone(proxy: type[Proxy], how: str, tmp_path: Path) -> None:
    """Every page and every socket is served by the other one, from the first try on."""
    async with stand_ins(proxy, tmp_path) as (site, workers):
        tired, fresh = workers
        if how == "gone":
            await tired.__aexit__()
        tired.frozen = True
        async with httpx.AsyncClient(verify=trusting(), timeout=ANSWER_S) as http:
            for code in CODES:
                assert (await shake_hands(site, code))[1] == b"hm\n"
                assert (await http.get(site.url)).status_code == 200
        assert tired.heads == []
        assert fresh.paths() == {"/", *(f"/ws/{code}" for code in CODES)}


@PROXIES
async def test_no_table_is_named_in_what_a_proxy_writes_down(proxy: type[Proxy], tmp_path: Path) -> None:
    """When all is well, when an answer breaks off, and when nobody is there to answer."""
    async with stand_ins(proxy, tmp_path) as (site, workers), httpx.AsyncClient(verify=trusting()) as http:
        await shake_hands(site, CODES[0])
        assert (await http.get(f"http://localhost:{site.plain_port}/t/{CODES[0]}")).status_code in (301, 308)
        for worker in workers:
            worker.dying = True
        with pytest.raises(httpx.RemoteProtocolError):
            await http.get(f"{site.url}t/{CODES[0]}")
        for worker in workers:
            worker.frozen = True
            await worker.__aexit__()
        first, _ = await shake_hands(site, CODES[0])
        assert first.split()[1].startswith("50")
    assert not any(CODES[0] in line for line in site.log)


# --- real workers -----------------------------------------------------------------------------------------------------


async def played(site: Proxy, workers: Sequence[ServerProcess], stack: AsyncExitStack) -> list[Player]:
    """Two players each of a few tables in the middle of a round; so many tables that no worker is without."""
    everybody: list[Player] = []
    for table in range(MOST_TABLES):
        code = await open_table(site)
        players = [await stack.enter_async_context(Player(site, code, f"{name}{table}")) for name in ("Ann", "Bob")]
        for player in players:
            await player.sit()
        await players[0].send({"t": "start"})
        await all_see(players, lambda player: bool(player.table) and player.table["facts"]["phase"] == "race")
        everybody.extend(players)
        if table > 1 and all([await rooms_at(worker) for worker in workers]):
            break
    return everybody


async def back(player: Player) -> None:
    """Let go, come again as often as asked to and make one move, as the page does when its socket is lost or silent."""
    k = None
    for _ in range(TRIES):
        assert player._socket is not None
        player._socket.transport.abort()  # from who is frozen no farewell comes
        await player.until_closed()
        try:
            await player.connect()
        except (ConnectionError, InvalidStatus):
            continue
        assert player.seat is not None
        k = await player.post_move(["flip"], k)
        if await player.heard(partial(player.answers.__contains__, k)):
            return
    raise AssertionError(f"{player.name} was sent away {TRIES} times; last with {player.closed_with}")


@PROXIES
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_worker_is_lost_in_mid_game_and_play_goes_on(
    proxy: type[Proxy], how: signal.Signals, tmp_path: Path
) -> None:
    """The tables of a worker that was killed or stands still are played on at the other one, by who sat there."""
    async with site_of_two(proxy, tmp_path, countdown_ms=1) as (site, workers), AsyncExitStack() as stack:
        everybody = await played(site, workers, stack)
        tables = len(everybody) // 2
        assert sum([await rooms_at(worker) for worker in workers]) == tables
        lost, other = workers
        lost.send(how)
        await asyncio.gather(*map(back, everybody))
        assert await rooms_at(other) == tables
        if how == signal.SIGSTOP:
            lost.send(signal.SIGCONT)
        else:
            await lost.stop()
            await lost.start()
        await asyncio.gather(*map(back, everybody))
        assert sum([await rooms_at(worker) for worker in workers]) >= tables


@PROXIES
async def test_a_visitor_is_known_by_his_own_address_and_a_cookie_for_https(proxy: type[Proxy], tmp_path: Path) -> None:
    """What one address may do is counted for it, whatever it claims to be; the cookie is valid for all workers."""
    async with site_of_two(proxy, tmp_path, tls=True, rooms_per_minute=1) as (site, workers):

        def visitor(address: str, number: int) -> httpx.AsyncClient:
            return httpx.AsyncClient(
                base_url=site.url,
                headers={
                    "origin": site.origin,
                    "x-forwarded-for": f"192.0.2.{number}",
                },
                transport=httpx.AsyncHTTPTransport(verify=trusting(), local_address=address),
                timeout=ANSWER_S,
            )

        async def open_tables(address: str) -> list[int]:
            told = []
            for number in range(2 * len(workers)):
                async with visitor(address, number) as http:
                    told.append((await http.post("api/tables", json={"game": "pounce"})).status_code)
            return told

        for address in ("127.0.0.9", "127.0.0.10"):
            told = await open_tables(address)
            assert told.count(201) == told.count(429) == len(workers)
        async with visitor("127.0.0.11", 0) as http:
            answer = await http.get("")
            (cookie,) = answer.headers.get_list("set-cookie")
            assert cookie.startswith(f"pounce_{site.port}=")
            assert {"Secure", "HttpOnly", "Path=/cards"} <= set(cookie.split("; "))
            for _ in range(2 * len(workers)):
                again = await http.get("", headers={"cookie": cookie.split(";")[0]})
                assert again.status_code == 200
                assert "set-cookie" not in again.headers
