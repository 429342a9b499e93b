"""Rooms without a network: the real lobby and journal over a store in memory, a clock wound by hand, and guests."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from typing import Any, Final

from app.bots.bot import bots
from app.rooms.advice import Advisor
from app.rooms.entry import Entry, Moved, decode
from app.rooms.fold import Games, fold, start
from app.rooms.journal import Journal
from app.rooms.leaders import Leaders
from app.rooms.listing import Listing
from app.rooms.lobby import Lobby, Workers
from app.rooms.outbox import Outbox, Viewer
from app.rooms.people import People, player_of
from app.rooms.point import Point
from app.rooms.room import Room
from app.rules.games.pounce.move import race_on
from app.rules.games.pounce.state import PounceState
from app.rules.notation import piles_from_text
from app.rules.registry import games as all_games
from app.rules.table import EMPTY
from app.settings import Settings
from app.storage.base import Store
from app.wire import CLIENT_MESSAGE, CLOSE_BUG, MAX_MESSAGE_BYTES
from tests.support.clock import WoundClock
from tests.support.lines import PageLine
from tests.support.sight import Message, Sight
from tests.support.stores import FakeStore

GO_MS: Final = 4000
"""Pounce's countdown."""


class Chance:
    """Bytes that look like chance and follow from a seed. `given` lists them all."""

    def __init__(self, seed: str = "") -> None:
        self._seed = seed
        self.given: list[bytes] = []

    def __call__(self, count: int, /) -> bytes:
        text = f"{self._seed}/{len(self.given)}".encode()
        self.given.append(hashlib.shake_256(text).digest(count))
        return self.given[-1]


class Guest:
    """One browser: its cookie, its page load, its socket while it has one, and what it was told."""

    def __init__(self, building: "Building", code: str, name: str, token: str = "") -> None:
        self.building = building
        self.code = code
        self.name = name
        self.token = token or f"cookie of {name}"
        self.player = player_of(self.token)
        self.load = ""
        self.room: Room | None = None
        self.viewer: Viewer | None = None
        self.line = PageLine()
        self.lines: list[PageLine] = []
        self._k = 0
        self._loads = 0

    # --- the socket --------------------------------------------------------------------------------------------

    async def connect(self) -> "Guest":
        """Open a socket to the room, waking it if need be, and wait until all is calm."""
        self.enter(await self.building.room(self.code))
        await self.building.settle()
        return self

    def enter(self, room: Room) -> None:
        """The same without a pause, to a room that is awake."""
        if not self.load:
            self.reload()
        self.room = room
        self.line = PageLine()
        self.lines.append(self.line)
        self.viewer = Viewer(self.line, self.player, self.load)
        room.connect(self.viewer)

    def disconnect(self) -> None:
        """The socket is gone."""
        assert self.room is not None
        assert self.viewer is not None
        self.room.disconnect(self.viewer)
        self.viewer = None

    def reload(self) -> None:
        """The page is loaded again; its next socket says so."""
        self._loads += 1
        self.load = hashlib.sha256(f"{self.token} {self._loads}".encode()).hexdigest()[:16]

    def say(self, **message: Any) -> None:
        """Send a message, as the socket would hand it over."""
        text = json.dumps(message)
        assert len(text.encode()) <= MAX_MESSAGE_BYTES
        assert self.room is not None
        assert self.viewer is not None
        self.room.receive(self.viewer, CLIENT_MESSAGE.validate_json(text))

    async def ask(self, **message: Any) -> list[Message]:
        """Send a message and wait until all is calm; what came meanwhile, presence aside."""
        seen = len(self.said)
        self.say(**message)
        await self.building.settle()
        return self.said[seen:]

    # --- moves -------------------------------------------------------------------------------------------------

    def post(self, *move: Any, k: int | None = None) -> int:
        """Send a move; its number."""
        if k is None:
            self._k += 1
            k = self._k
        self.say(t="move", k=k, m=list(move))
        return k

    async def move(self, *move: Any) -> Message:
        """Make a move; what was answered: the frame, "no" or "ok"."""
        k = self.post(*move)
        await self.building.settle()
        return self.answer(k)

    def answer(self, k: int) -> Message:
        """What came of move `k`."""
        found = self.answers(k)
        assert found, f"{self.name} was told nothing about move {k}"
        return found[0]

    def answers(self, k: int) -> list[Message]:
        """Everything that was said to this socket about move `k`, and the welcome's word for it."""
        return self.line.answers.get(k, [])

    # --- what was heard ----------------------------------------------------------------------------------------

    @property
    def heard(self) -> list[Message]:
        """All messages of the present (or last) socket."""
        return self.line.messages

    @property
    def said(self) -> list[Message]:
        """The same without presence, which comes when it will."""
        return [message for message in self.heard if message.get("t") != "presence"]

    def told(self, kind: str) -> list[Message]:
        """Messages of one type of this socket."""
        return [message for message in self.heard if message.get("t") == kind]

    @property
    def frames(self) -> list[Message]:
        """The frames of this socket."""
        return [message for message in self.heard if "t" not in message]

    @property
    def sight(self) -> Sight:
        """What the messages of this socket add up to by now."""
        return deepcopy(self.line.sight)

    @property
    def bytes_seen(self) -> bytes:
        """Everything that this browser ever received."""
        return b"\n".join(payload for line in self.lines for payload in line.payloads())

    @property
    def me(self) -> int:
        """The own seat of the round, by the head of the room."""
        assert self.room is not None
        state = self.room.head.room
        seat = state.seat_of(self.player)
        assert seat is not None
        return state.players.index(seat.number)


class Building:
    """Everything between sockets and store, with nobody in it yet.

    `restart` is a killed process and a new one over the same store. `bugs` lists what no test expects.
    """

    def __init__(
        self,
        *,
        seed: str = "a building",
        store: Store | None = None,
        clock: WoundClock | None = None,
        workers: Workers | None = None,
        games: Games | None = None,
        advisor: Advisor | None = None,
        **settings: Any,
    ) -> None:
        self.advisor = advisor
        self.clock = clock or WoundClock()
        self.workers = workers
        self.games = all_games() if games is None else games
        self.settings = Settings(**settings)
        self.store = FakeStore(self.clock.now) if store is None else store
        self.chance = Chance(seed)
        self.bugs: list[tuple[str | None, Exception]] = []
        self.guests: list[Guest] = []
        self._open()

    def _open(self) -> None:
        self.journal = Journal(self.store, on_slow=self._on_slow, on_bug=self._on_bug)
        self.people = People(self.store, self.clock, self.chance)
        self.outbox = Outbox(lambda call: asyncio.get_running_loop().call_soon(call))
        self.listing = Listing(self.store, self.clock)
        self.leaders = Leaders(self.store, self.people, self.clock)
        self.lobby = Lobby(
            settings=self.settings,
            store=self.store,
            journal=self.journal,
            outbox=self.outbox,
            clock=self.clock,
            entropy=self.chance,
            games=self.games,
            bots=bots,
            people=self.people,
            changed=self._on_changed,
            workers=self.workers,
            advisor=self.advisor,
        )

    def _on_changed(self, room: Room) -> None:
        self.listing.look(room)
        self.leaders.look(room)

    def _on_slow(self, codes: Sequence[str], is_slow: bool) -> None:
        self.lobby.set_saving(codes, is_slow)

    def _on_bug(self, code: str | None, error: Exception) -> None:
        self.bugs.append((code, error))
        if code is not None:
            self.lobby.stop_room(code, CLOSE_BUG)

    @property
    def fake(self) -> FakeStore:
        """The store, which here is the one in memory."""
        assert isinstance(self.store, FakeStore)
        return self.store

    # --- time --------------------------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Until everything that was done is kept, shown and written. The store must answer."""
        while True:
            self.clock.wind()
            await self.journal.idle()
            await self.people.settled()
            await self.listing.settled()
            await self.leaders.settled()
            due = self.clock.due()
            busy = any(not room.idle for room in self.awake) or self.outbox._dirty
            if not busy and (due is None or due > self.clock.steady()):
                return

    async def turn(self) -> None:
        """Some turns of the loop: whatever can happen without the store happens."""
        for _ in range(10):
            self.clock.wind()
            await asyncio.sleep(0)

    async def wind(self, ms: float) -> None:
        """Let time pass, and let all be calm after every call that it brings."""
        end = self.clock.steady() + ms
        await self.settle()
        while (due := self.clock.due()) is not None and due <= end:
            self.clock.wind(due - self.clock.steady())
            await self.settle()
        self.clock.wind(end - self.clock.steady())
        await self.settle()

    async def wind_until(self, holds: Callable[[], bool], most_ms: float = 3_600_000) -> None:
        """Let time pass until something holds."""
        end = self.clock.steady() + most_ms
        await self.settle()
        while not holds():
            due = self.clock.due()
            assert due is not None, "nothing is to come any more"
            assert due <= end, f"not within {most_ms} ms"
            self.clock.wind(due - self.clock.steady())
            await self.settle()

    # --- rooms and guests --------------------------------------------------------------------------------------

    @property
    def awake(self) -> list[Room]:
        return list(self.lobby._rooms.values())

    async def room(self, code: str) -> Room:
        """The room with this code, awake."""
        room = await self.lobby.find(code)
        assert isinstance(room, Room)
        return room

    async def guest(self, code: str, name: str, token: str = "") -> Guest:
        """A browser that looks at a room."""
        guest = Guest(self, code, name, token)
        self.guests.append(guest)
        return await guest.connect()

    async def table(self, *names: str, bots: int = 0, game: str = "pounce", **options: Any) -> list[Guest]:
        """A fresh room in which these people sit, in this order, the first of them host, and then bots."""
        code = await self.lobby.create(game)
        guests = [await self.guest(code, name) for name in names]
        for guest in guests:
            await guest.ask(t="sit", name=guest.name)
            if options and guest is guests[0]:
                await guest.ask(t="options", options=options)  # they may say how many can sit
        for _ in range(bots):
            await guests[0].ask(t="add_bot")
        await self.wind(1)  # what begins now begins after everybody has come
        return guests

    async def race(self, *names: str, bots: int = 0, **options: Any) -> list[Guest]:
        """The same, with a first round that has been counted down."""
        guests = await self.table(*names, bots=bots, **options)
        await guests[0].ask(t="start")
        await self.wind(GO_MS)
        return guests

    async def sheet(self, *names: str, bots: int = 0, **options: Any) -> list[Guest]:
        """The same, with the sheet of a first round from which the host went out."""
        guests = await self.race(*names, bots=bots, **options)
        await self.lay(await self.room(guests[0].code), "0p AS")
        await guests[0].move("play", "0p", ["0:AS"], "new")
        return guests

    async def lay(self, room: Room, text: str) -> None:
        """Put other cards on the table of a running race (the log knows nothing of it) and show them to everybody."""
        await self.settle()
        point = room.head._replace(state=raced(room.head.state, text), clocks=())
        room.head = room.kept = point
        for viewer in room.viewers:
            room.show_all(viewer)
        await self.settle()

    async def laid(self, text: str, *names: str, **options: Any) -> list[Guest]:
        """A race of Ann and Bob (or these) in which just these piles lie on the table."""
        guests = await self.race(*(names or ("Ann", "Bob")), **options)
        await self.lay(await self.room(guests[0].code), text)
        return guests

    def log(self, code: str) -> list[Entry]:
        """The entries of a room as the store has them."""
        return [decode(entry) for entry in self.fake.logs[code]]

    def moves(self, code: str) -> list[Moved]:
        """The moves of people among them."""
        return [entry for entry in self.log(code) if isinstance(entry, Moved) and entry.ack]

    def points(self, code: str) -> list[Point]:
        """The room after each of its entries, folded anew."""
        return folded(self.log(code))

    # --- the end -----------------------------------------------------------------------------------------------

    async def restart(self) -> None:
        """kill -9, and a new process: nothing is finished, what the store has is all that is left."""
        await self.journal.close()
        await self.listing.close()
        await self.leaders.close()
        for room in self.awake:
            room.house.close()
            room.ended = True
        for guest in self.guests:
            guest.line.close(1006)
            guest.viewer = None
        self._open()

    async def close(self) -> None:
        """Nothing runs on after a test."""
        for room in self.awake:
            room.house.close()
        await self.people.settled()
        await self.listing.close()
        await self.leaders.close()
        await self.journal.close()
        await self.store.close()


@asynccontextmanager
async def building(**given: Any) -> AsyncIterator[Building]:
    """A building for the length of a block; a bug in it fails the test."""
    built = Building(**given)
    try:
        yield built
    finally:
        await built.close()
    assert built.bugs == []


def raced(state: PounceState, text: str) -> PounceState:
    """The same round in full race, but only these piles lie there, written as by `piles_to_text`.

    A seat of which no pounce pile is written has a king and a queen there, so that it does not go out.
    """
    rules, specs = state.rules, state.table.specs
    spare = "\n".join(f"{seat}p QS KS" for seat in range(rules.seats))
    piles = {**piles_from_text(spare, specs), **piles_from_text(text, specs)}
    table = state.table._replace(piles=tuple(piles.get(spec.id, EMPTY) for spec in specs))
    opened = sum(bool(pile.cards) for pile in table.piles[rules.builds :])
    return race_on(state)._replace(table=table, opened=opened, votes=rules.nobody, passes=rules.unpassed)


def folded(entries: Sequence[Entry]) -> list[Point]:
    """The room after each entry; every move is checked by the rules first."""
    games = all_games()
    points = [start(entries[0], games)]
    for entry in entries[1:]:
        last = points[-1]
        if entry.kind == "move":
            assert not last.room.paused
            games[last.room.game].check(last.state, entry.seat, entry.move)  # type: ignore[union-attr]
        points.append(fold(last, entry, games))
    return points


def kinds(messages: Iterable[Message]) -> list[str]:
    """The types of messages; a frame is "frame"."""
    return [str(message.get("t", "frame")) for message in messages]
