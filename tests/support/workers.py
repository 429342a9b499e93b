"""Several workers of one site without a network: one store, one clock, one post, and those who look at rooms."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from app.rooms.far_room import FarRoom
from app.rooms.lease import Tenancy
from app.rooms.lobby import Workers
from app.rooms.outbox import Viewer
from app.rooms.people import player_of
from app.rooms.room import Room
from app.storage.base import Append, Lease, StoreUnreachable
from app.wire import CLIENT_MESSAGE
from tests.support.clock import WoundClock
from tests.support.leases import FakeLeases
from tests.support.lines import PageLine
from tests.support.rooms import GO_MS, Building
from tests.support.stores import FakeStore

NAMES: Final = {name: f"{number:032x}" for number, name in enumerate(("ann", "bob", "eve"), 1)}
STEP_MS: Final = 50
TURNS: Final = 40
"""Turns of the loop in which everything that needs no time has happened."""


class SharedStore(FakeStore):
    """The store as all workers have it; each writes through a view of its own. `leases` goes by the same logs.

    Until `may_give_up` is set no lease is given up.
    """

    def __init__(self, clock: WoundClock) -> None:
        super().__init__(clock.now)
        self.may_give_up = asyncio.Event()
        self.may_give_up.set()
        self.leases = FakeLeases(clock.steady)
        self.leases.lengths = _Lengths(self)


class _Lengths(dict[str, int]):
    def __init__(self, store: FakeStore) -> None:
        super().__init__()
        self._store = store

    def get(self, room: str, default: Any = 0) -> Any:
        return len(self._store.logs.get(room, ())) or default


class WorkerStore:
    """Everything of the shared store, but appends only to rooms that are not another worker's.

    What was read or leased is not told until `may_read` or `may_lease` is set. `reads` counts logs.
    """

    def __init__(self, shared: SharedStore, name: str) -> None:
        self._shared = shared
        self._name = name
        self.reads = 0
        self.may_read, self.may_lease = asyncio.Event(), asyncio.Event()
        self.may_read.set()
        self.may_lease.set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._shared, name)

    async def read(self, room: str) -> list[bytes]:
        self.reads += 1
        entries = await self._shared.read(room)
        await self.may_read.wait()
        if self._shared.is_away:
            raise StoreUnreachable("away")
        return entries

    async def append(self, batch: Sequence[Append]) -> list[bool]:
        free = [part for part in batch if self._shared.leases.owner(part.room) in ("", self._name)]
        kept = dict(zip((part.room for part in free), await self._shared.append(free), strict=True))
        return [kept.get(part.room, False) for part in batch]

    async def lease(self, rooms: Sequence[str], lapse_ms: int) -> list[Lease]:
        if self._shared.is_away:
            raise StoreUnreachable("away")
        leases = [self._shared.leases.lease(room, self._name, lapse_ms) for room in rooms]
        await self.may_lease.wait()
        return leases

    async def give_up(self, rooms: Sequence[str]) -> None:
        await self._shared.may_give_up.wait()
        for room in rooms:
            self._shared.leases.give_up(room, self._name)

    async def close(self) -> None:
        """The others go on."""


def store_of(worker: Building) -> WorkerStore:
    """What a worker writes through."""
    assert isinstance(worker.store, WorkerStore)
    return worker.store


class FakePost:
    """One worker's end of the post. `lose` is how many of its next messages do not arrive."""

    def __init__(self, site: "ManyWorkers", name: str) -> None:
        self._site = site
        self.name = name
        self.lose = 0
        self.sent = 0
        self.unsent = 0
        self.is_closed = False

    def send(self, to: str, message: bytes) -> None:
        if self.is_closed or self.name in self._site.dead:
            return
        self.sent += 1
        if self.lose:
            self.lose -= 1
        else:
            asyncio.get_running_loop().call_soon(self._site.deliver, to, message)

    async def close(self) -> None:
        self.is_closed = True


class ManyWorkers:
    """Buildings over one store. `dead` are killed or frozen: nothing of them is heard, and they hear nothing."""

    def __init__(self) -> None:
        self.clock = WoundClock()
        self.store = SharedStore(self.clock)
        self.workers: dict[str, Building] = {}
        self.posts: dict[str, FakePost] = {}
        self.dead: set[str] = set()

    def worker(self, who: str, **given: Any) -> Building:
        """Start one; its name is `NAMES[who]`."""
        name = NAMES[who]
        store, post = WorkerStore(self.store, name), FakePost(self, name)
        built = Building(
            seed=who,
            store=store,
            clock=self.clock,
            workers=Workers(name, store, post),
            **given,
        )
        self.workers[who], self.posts[who] = built, post
        built.lobby.begin()
        return built

    def deliver(self, to: str, message: bytes) -> None:
        for who, built in self.workers.items():
            if NAMES[who] == to and to not in self.dead:
                built.lobby.hear(message)

    async def kill(self, who: str) -> None:
        """kill -9: nothing is said or written any more, and its sockets are gone."""
        self.dead.add(NAMES[who])
        built = self.workers.pop(who)
        await built.journal.close()
        await built.listing.close()
        await built.leaders.close()
        built.lobby._closed = True
        built.lobby._sweep.stop()
        tenancy, relay = built.lobby._tenancy, built.lobby._relay
        assert tenancy is not None
        assert relay is not None
        for renewing in tenancy._renewing.values():
            renewing.cancel()
        for call in (tenancy._next, relay._tick):
            if call is not None:
                call.cancel()
        for room in built.awake:
            room.house.close()

    async def turn(self) -> None:
        """Whatever can happen without time passing happens."""
        for _ in range(TURNS):
            self.clock.wind()
            await asyncio.sleep(0)

    async def wind(self, ms: float) -> None:
        """Let time pass, some of it at once."""
        await self.turn()
        for _ in range(int(ms // STEP_MS)):
            self.clock.wind(STEP_MS)
            await self.turn()

    async def wind_until(self, holds: Callable[[], bool], most_ms: float = 60_000) -> float:
        """Let time pass until something holds; how much it took (ms)."""
        began = self.clock.steady()
        await self.turn()
        while not holds():
            assert self.clock.steady() - began < most_ms, f"not within {most_ms} ms"
            await self.wind(STEP_MS)
        return self.clock.steady() - began


class Visitor:
    """A page that looks at a room through one worker. It comes back when it is told to."""

    def __init__(self, site: ManyWorkers, code: str, name: str) -> None:
        self.site = site
        self.code = code
        self.name = name
        self.player = player_of(f"cookie of {name}")
        self.place: Room | FarRoom | None = None
        self.viewer: Viewer | None = None
        self.line = PageLine()
        self._k = 0

    async def connect(self, who: str) -> "Visitor":
        """Open a socket at this worker."""
        place = await self.site.workers[who].lobby.find(self.code)
        assert place is not None
        self.line = PageLine()
        self.viewer = Viewer(self.line, self.player, "0123456789abcdef")
        self.place = place
        place.connect(self.viewer)
        await self.site.turn()
        return self

    @property
    def is_relayed(self) -> bool:
        return isinstance(self.place, FarRoom)

    def disconnect(self) -> None:
        assert self.place is not None
        assert self.viewer is not None
        self.place.disconnect(self.viewer)

    def post(self, **message: Any) -> None:
        """Send a message."""
        assert self.place is not None
        assert self.viewer is not None
        self.place.receive(self.viewer, CLIENT_MESSAGE.validate_json(json.dumps(message)))

    async def say(self, **message: Any) -> None:
        """Send a message, and let it have its effect."""
        self.post(**message)
        await self.site.turn()

    async def move(self, *move: Any) -> int:
        """Make a move; its number."""
        self._k += 1
        await self.say(t="move", k=self._k, m=list(move))
        return self._k

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.line.messages if message.get("t") == kind]


@asynccontextmanager
async def many_workers(*names: str) -> AsyncIterator[ManyWorkers]:
    """A site with these workers, for the length of a block. A bug in it fails the test."""
    site = ManyWorkers()
    for name in names:
        site.worker(name)
    started = list(site.workers.values())
    try:
        yield site
    finally:
        for who in list(site.workers):
            await site.kill(who)
    assert [bug for built in started for bug in built.bugs] == []


async def table(site: ManyWorkers, **where: str) -> list[Visitor]:
    """A Pounce room with a seat for each of these, at the worker that is named. The first makes it, and is host."""
    code = await next(iter(site.workers.values())).lobby.create("pounce")
    visitors = []
    for name, who in where.items():
        visitor = await Visitor(site, code, name).connect(who)
        await visitor.say(t="sit", name=name)
        visitors.append(visitor)
    return visitors


async def play(site: ManyWorkers, **where: str) -> list[Visitor]:
    """The same with a race that runs."""
    visitors = await table(site, **where)
    for visitor in visitors[1:]:
        await visitor.say(t="ready", on=True)
    await visitors[0].say(t="start")
    await site.wind(GO_MS + 100)
    assert visitors[0].line.sight.room["phase"] == "play"
    return visitors


def room_at(site: ManyWorkers, who: str, code: str) -> Room:
    return site.workers[who].lobby._rooms[code]


def owner(site: ManyWorkers, code: str) -> str:
    """Who owns the room, as the store has it: the name by which the test knows the worker, "" for nobody."""
    names = {name: who for who, name in NAMES.items()}
    return names.get(site.store.leases.owner(code), "")


def tenancy_of(site: ManyWorkers, who: str) -> Tenancy:
    tenancy = site.workers[who].lobby._tenancy
    assert tenancy is not None
    return tenancy
