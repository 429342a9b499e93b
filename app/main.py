"""The one place with a real clock, real chance and a chosen store: the application, and the server around it."""

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial

import uvicorn
from fastapi import APIRouter, FastAPI
from starlette.middleware.gzip import GZipMiddleware

from app.bots.bot import bots
from app.rooms.clock import Clock, Entropy, Scheduled
from app.rooms.daily import Daily
from app.rooms.fold import Games
from app.rooms.journal import Journal
from app.rooms.leaders import Leaders
from app.rooms.listing import Listing
from app.rooms.lobby import Lobby, Workers
from app.rooms.open_tables import OpenTables
from app.rooms.outbox import Outbox
from app.rooms.people import People
from app.rooms.results import Results
from app.rooms.room import Room
from app.rooms.winnable import Winnable
from app.rules.registry import games
from app.settings import BadSetting, Settings, settings_from
from app.solver.pool import Pool
from app.storage.base import Store, StoreUnreachable, StoreUnusable
from app.storage.sqlite import SqliteStore
from app.transport.address import ASKINGS_PER_ROOM, MISSES_PER_ROOM, Addresses
from app.transport.anybody import Anybody
from app.transport.daily import DailyPages
from app.transport.door import Door
from app.transport.http import STATIC, Bounds, Files, Pages, guard
from app.transport.solo import Solo
from app.transport.ws import SocketProtocol, socket_routes
from app.wire import CLOSE_BUG, MAX_MESSAGE_BYTES

log = logging.getLogger("pounce")

PING_S = 5
DRAIN_S = 5
BACKLOG = 2048
GC_THRESHOLD = 50_000
HERE = ("127.0.0.1", "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (a host chooses it; the default is this machine only)


class LoopClock:
    """The machine's clock, and the running loop's timers."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def steady(self) -> float:
        return time.monotonic_ns() / 1_000_000

    def later(self, ms: float, call: Callable[[], None]) -> Scheduled:
        return asyncio.get_running_loop().call_later(ms / 1000, call)


@dataclass(frozen=True, slots=True)
class Application:
    """The web application, and what has to happen before its sockets are closed."""

    asgi: FastAPI
    drain: Callable[[], "asyncio.Future[None]"]


def offered() -> Games:
    """The games with a table in the browser: they are found by their layouts, as all games are by their rules."""
    return {key: game for key, game in games().items() if (STATIC / "games" / f"{key}.js").exists()}


class Inbox:
    """Where the post brings what other workers say, before there are rooms and after."""

    def __init__(self) -> None:
        self.receiver: Callable[[bytes], None] | None = None

    def __call__(self, message: bytes) -> None:
        if self.receiver is not None:
            self.receiver(message)


def create_app(
    settings: Settings,
    *,
    store: Store,
    workers: Workers | None = None,
    inbox: Inbox | None = None,
    clock: Clock | None = None,
    entropy: Entropy = os.urandom,
) -> Application:
    """Wire everything together. The store is open already, and the post; they are closed with the application.

    With `workers` the store is shared; what their post brings comes through `inbox`.
    """
    clock = clock or LoopClock()
    lobby: Lobby | None = None

    def slow(codes: object, on: bool) -> None:
        assert lobby is not None
        log.warning("the store is slow or away" if on else "the store answers again")
        lobby.set_saving(codes, on)  # type: ignore[arg-type]

    def bug(code: str | None, error: Exception) -> None:
        log.error("room %s: an entry was kept but could not be shown", code, exc_info=error)
        if lobby is not None and code is not None:
            lobby.stop_room(code, CLOSE_BUG)

    journal = Journal(store, on_slow=slow, on_bug=bug)
    people = People(store, clock, entropy)
    listing = Listing(store, clock)
    leaders = Leaders(store, people, clock)
    results = Results(store, people, clock)
    pool = Pool()
    outbox = Outbox(lambda call: asyncio.get_running_loop().call_soon(call))
    lobby = Lobby(
        settings=settings,
        store=store,
        journal=journal,
        outbox=outbox,
        clock=clock,
        entropy=entropy,
        games=offered(),
        bots=bots,
        people=people,
        changed=_each(listing.look, leaders.look, results.look),
        workers=workers,
        advisor=pool,
    )
    winnable = Winnable(pool, lobby.site.games, clock, entropy)
    daily = Daily(store, pool, lobby, people, clock=clock, entropy=entropy)
    if inbox is not None:
        inbox.receiver = lobby.hear
    drained = False

    async def drain() -> None:
        nonlocal drained
        if drained:
            return
        drained = True
        try:
            async with asyncio.timeout(DRAIN_S):
                for ends in (
                    winnable.close,
                    lobby.close,
                    people.settled,
                    listing.close,
                    leaders.close,
                    results.close,
                ):
                    await ends()
        except TimeoutError:
            log.error(  # noqa: TRY400  (where it waited tells nothing)
                "the store does not answer; what it has not confirmed was shown to nobody"
            )
        finally:
            await pool.close()

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        lobby.begin()
        yield
        await drain()
        await journal.close()
        await store.close()

    asgi = FastAPI(title="Pounce", lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    guard(asgi, settings)
    asgi.add_middleware(GZipMiddleware, minimum_size=512, compresslevel=6)
    asgi.add_middleware(Bounds)
    for routes in _routes(settings, lobby, people, leaders, results, winnable=winnable, daily=daily, store=store):
        asgi.include_router(routes, prefix=settings.base_path)
    asgi.mount(f"{settings.base_path}/static", Files(directory=STATIC), name="static")
    return Application(asgi, lambda: asyncio.ensure_future(drain()))


def _routes(
    settings: Settings,
    lobby: Lobby,
    people: People,
    leaders: Leaders,
    results: Results,
    *,
    winnable: Winnable,
    daily: Daily,
    store: Store,
) -> Sequence[APIRouter]:
    """What is asked for over HTTP, and the sockets."""
    clock = lobby.site.clock
    lookers = Addresses(MISSES_PER_ROOM * settings.rooms_per_minute, clock)
    makers = Addresses(settings.rooms_per_minute, clock)
    askers = Addresses(ASKINGS_PER_ROOM * settings.rooms_per_minute, clock)
    door = Door(settings, people, makers=makers)
    shared = {key: game for key, game in lobby.site.games.items() if game.info.pace != "solo"}
    tables = OpenTables(store, partial(lobby.create, is_open=True), shared, clock)
    return (
        Pages(settings, lobby, people, store, clock, makers=makers, lookers=lookers).routes(),
        Solo(lobby, winnable, door).routes(),
        DailyPages(daily, results, door, askers=askers).routes(),
        Anybody(settings, tables, leaders, people, makers=makers).routes(),
        socket_routes(settings, lobby, people, lookers),
    )


def _each(*looks: Callable[[Room], None]) -> Callable[[Room], None]:
    """All of them, one after the other."""

    def look(room: Room) -> None:
        for one in looks:
            one(room)

    return look


class Server(uvicorn.Server):
    """uvicorn's server, which lets the rooms say goodbye before the sockets are closed."""

    def __init__(self, config: uvicorn.Config, application: Application, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._application = application
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._application.drain()
        await super().shutdown(sockets)


def server_config(asgi: FastAPI) -> uvicorn.Config:
    """How uvicorn is run. The socket protocol is ours, so no other ASGI server will do."""
    return uvicorn.Config(
        asgi,
        ws=SocketProtocol,
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http="httptools",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
        timeout_graceful_shutdown=5,
        backlog=BACKLOG,
    )


def serve() -> int:
    """Run the server with the settings of the environment. 0 after a clean stop, otherwise 2 and one sentence."""
    inbox = Inbox()
    try:
        settings = settings_from(os.environ)
        _begin_log(settings)
        with ExitStack() as unless_all_is_well:
            listener = unless_all_is_well.enter_context(_listen(settings))
            runner = unless_all_is_well.enter_context(asyncio.Runner(loop_factory=_new_loop))
            store, workers = runner.run(_open_store(settings, inbox))
            unless_all_is_well.pop_all()
    except (BadSetting, StoreUnusable, _CannotListen) as error:
        sys.stderr.write(f"Pounce cannot start: {error}\n")
        return 2
    except KeyboardInterrupt:  # while a Redis let us wait
        return 0
    application = create_app(settings, store=store, workers=workers, inbox=inbox)
    server = Server(server_config(application.asgi), application, lambda: _announce(settings, listener))
    # When it has stopped cleanly uvicorn raises the signal again, and that would count as killed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    # What is loaded now stays: the collector need not look at it again, nor as often as for a short script.
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD, 20, 50)
    with suppress(KeyboardInterrupt), runner:
        runner.run(server.serve(sockets=[listener]))
    return 0


def _begin_log(settings: Settings) -> None:
    logging.basicConfig(
        level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s %(message)s", stream=sys.stderr
    )
    # The handshake lines name the room, and a room's code is the key to it.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)


def _new_loop() -> asyncio.AbstractEventLoop:
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    import uvloop

    return uvloop.new_event_loop()


async def _open_store(settings: Settings, inbox: Inbox) -> tuple[Store, Workers | None]:
    """The store that the settings name, and what other workers share it. Raises `StoreUnusable`."""
    now_ms = LoopClock().now
    if not settings.redis_url:
        return SqliteStore(settings.data_dir, now_ms, synchronous=settings.synchronous), None
    from app.storage.redis import RedisStore  # who plays from a file does not wait for redis-py to load

    name = os.urandom(16).hex()
    store = await RedisStore.open(settings.redis_url, now_ms, owner=name)
    try:
        post = await store.post(inbox)
    except StoreUnreachable as problem:
        await store.close()
        raise StoreUnusable(f"Redis cannot be used now ({problem}): repair it first.") from problem
    except BaseException:
        await store.close()
        raise
    return store, Workers(name, store, post)


class _CannotListen(Exception):
    """One readable sentence with what to do."""


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        # Here and not later: of two servers started in the same moment both could bind, and only one listens.
        listener.listen(BACKLOG)
    except (OSError, UnicodeError) as error:
        listener.close()
        raise _CannotListen(_why_not(settings, error)) from None
    listener.set_inheritable(False)
    return listener


def _why_not(settings: Settings, error: Exception) -> str:
    if isinstance(error, PermissionError):
        return f"port {settings.port} needs more rights. Choose one above 1023 with PORT=8080."
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return (
            f"port {settings.port} is taken by another program. Stop that one or choose another port,"
            f" for example PORT={settings.port + 1 if settings.port < 65_535 else 8080}."
        )
    return (
        f"the address “{settings.host}” is none of this machine's. Set HOST to 127.0.0.1 (this machine only)"
        " or 0.0.0.0 (everybody who can reach it)."
    )


def _announce(settings: Settings, listener: socket.socket) -> None:
    port = listener.getsockname()[1]
    path = f"{settings.base_path}/"
    address = f"[{settings.host}]" if ":" in settings.host else settings.host
    shown = "localhost" if settings.host in (*HERE, *EVERYWHERE) else address
    lines = [f"Pounce is ready: {settings.public_url or f'http://{shown}:{port}'}{path}"]
    if settings.host in HERE:
        lines.append("For phones and friends in your network start it with HOST=0.0.0.0")
    elif settings.host in EVERYWHERE:
        lines.extend(f"In your network: http://{other}:{port}{path}" for other in _addresses())
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def _addresses() -> list[str]:
    """Addresses under which others may reach this machine. Nothing is sent: the kernel is only asked for a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return []
        return [str(probe.getsockname()[0])]
