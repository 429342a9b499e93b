"""The server is killed, or told to stop, in the middle of play. People come back by themselves, nothing is missing."""

import asyncio
import json
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from app.rules.game import Move
from app.rules.notation import move_to_json
from app.rules.rng import Rng
from app.wire import CLOSE_COME_BACK, CLOSE_REMOVED
from tests.support.browser_socket import ANSWER_S, Player, all_see, open_table
from tests.support.hand import Hand
from tests.support.log import RoomLog, assert_agrees
from tests.support.server import ServerProcess, running
from tests.support.sight import Message

pytestmark = pytest.mark.server

UNDER_LOAD: dict[str, object] = {
    "countdown_ms": 100,
    "next_round_ms": 60_000,
    "moves_per_second": 100_000,
    "messages_per_second": 100_000,
}
OPTIONS: dict[str, object] = {"target": 200, "pounce_pile": 13, "king_stop": "ready"}
NAMES = ("Ann", "Ben", "Cleo", "Dan")
KILLS = 10
RESTARTS = 3
RETRY_S = 0.05


@dataclass(slots=True)
class Page:
    """One browser page at its table: plays as fast as it is answered, and comes back when the socket is gone."""

    hand: Hand
    outcomes: dict[int, Message] = field(default_factory=dict)
    """What came of each move, by its number."""
    given_up: set[int] = field(default_factory=set)
    """Moves whose round was over before they were answered: a page does not send those again."""
    cut_off: list[int] = field(default_factory=list)
    """Moves that were on their way when the socket closed."""
    closes: list[int] = field(default_factory=list)
    is_back: asyncio.Event = field(default_factory=asyncio.Event)
    stopping: bool = False

    @property
    def player(self) -> Player:
        return self.hand.player

    async def run(self) -> None:
        """Until `stop`, and then until the last move is answered."""
        while not self.stopping:
            if self.player.closed_with is not None:
                await self.come_back()
            elif self.player.room["phase"] in ("between", "over"):
                own = next(seat for seat in self.player.room["seats"] if seat["seat"] == self.player.seat)
                await self.wait_after({"t": "ready", "on": True} if not own["ready"] else None)
            elif (move := self.choice()) is None:
                await self.wait_after(None)
            else:
                await self.make(move)

    async def stop(self) -> None:
        self.stopping = True
        await self.player.wake()

    async def wait_after(self, message: Message | None) -> None:
        """Until something has changed."""
        seen = self.player.n
        if message is not None:
            await self.send(message)
        await self.player.heard(lambda: self.player.n != seen or self.stopping)

    async def make(self, move: Move) -> None:
        """Make a move; over another socket again, if the first one closes before it is answered."""
        number = self.player.room["round"]
        k = max(self.outcomes.keys() | self.given_up, default=0) + 1
        message = {"t": "move", "k": k, "m": move_to_json(move)}
        await self.send(message)
        while not await self.player.heard(lambda: k in self.player.answers):
            self.cut_off.append(k)
            await self.come_back()
            if k not in self.player.answers:
                room = self.player.room
                if room["phase"] != "play" or room["round"] != number:
                    self.given_up.add(k)
                    return
                await self.send(message)
        self.outcomes[k] = self.player.answers[k]

    def choice(self) -> Move | None:
        """The best move, or just any, so that rounds last. Nobody says "stuck": play goes on."""
        if self.player.table["facts"]["phase"] in ("countdown", "stuck", "over"):
            return None
        legal = [move for move in self.hand.moves() if move.name not in ("stuck", "unstuck")]
        best = self.hand.best()
        if best in legal and self.hand.below(3) == 0:
            return best
        return legal[self.hand.below(len(legal))] if legal else None

    async def send(self, message: Message) -> None:
        """A message that is lost if the socket is."""
        with suppress(ConnectionClosed):
            await self.player.send(message)

    async def come_back(self) -> None:
        """Another socket of the same page, tried until there is a server again."""
        assert self.player.closed_with is not None
        self.closes.append(self.player.closed_with)
        seen = self.player.n
        while True:
            try:
                await self.player.connect()
                break
            except (OSError, WebSocketException):
                await asyncio.sleep(RETRY_S + self.hand.below(50) / 1000)
        assert self.player.n >= seen, "the server knows less than was seen"
        self.is_back.set()


@asynccontextmanager
async def four_pages(server: ServerProcess, code: str) -> AsyncIterator[list[Page]]:
    """Four people who play while the block runs; at its end their last moves are answered."""
    async with AsyncExitStack() as stack:
        pages = []
        for name in NAMES:
            player = await stack.enter_async_context(Player(server, code, name))
            await player.sit()
            pages.append(Page(Hand(player, Rng(name.encode()))))
        host = pages[0].player
        await host.send({"t": "options", "options": OPTIONS})
        await host.send({"t": "start", "add": "5a" * 16})
        await all_see([page.player for page in pages], lambda player: player.room["phase"] == "play")
        async with asyncio.TaskGroup() as tasks:
            for page in pages:
                tasks.create_task(page.run())
            yield pages
            for page in pages:
                await page.stop()


async def interrupted(pages: list[Page], server: ServerProcess, sign: signal.Signals, entries: int) -> int:
    """End the server in the middle of a race, `entries` further on, start it again and wait until all are back."""
    host = pages[0].player
    start = host.n
    for page in pages:
        page.is_back.clear()
    await host.until(lambda: host.n >= start + entries and host.table["facts"]["phase"] == "race")
    code = await server.stop(sign)
    await server.start()
    for page in pages:
        await asyncio.wait_for(page.is_back.wait(), ANSWER_S)
    return code


def assert_nothing_lost(pages: list[Page], log: RoomLog) -> Counter[str]:
    """What was seen is so, what was confirmed is kept once, what was refused is not there. What there was of each."""
    tally = Counter(tables=log.assert_conserved(), moves=sum(log.acks().values()))
    assert set(log.acks().values()) == {1}
    for page in pages:
        player = page.player
        tally["messages"] += assert_agrees(player, log)
        kept = {int(ack.rpartition(":")[2]) for ack in log.acks() if ack.startswith(f"{player.load}:")}
        confirmed = {k for k, outcome in page.outcomes.items() if outcome.get("t") != "no"}
        assert confirmed <= kept
        assert kept <= confirmed | page.given_up
        tally["confirmed"] += len(confirmed)
        tally["refused"] += len(page.outcomes) - len(confirmed)
        tally["given up"] += len(page.given_up)
        tally["cut off"] += len(page.cut_off)
        tally["cut off, known already"] += sum(page.outcomes.get(k, {}).get("t") == "ok" for k in page.cut_off)
    return tally


async def test_ten_times_killed_under_load_nothing_that_anybody_saw_is_missing(tmp_path: Path) -> None:
    spread = Rng(b"when the server dies")
    async with running(tmp_path, **UNDER_LOAD) as server:
        code = await open_table(server)
        async with four_pages(server, code) as pages:
            for _ in range(KILLS):
                more, spread = spread.below(200)
                assert await interrupted(pages, server, signal.SIGKILL, 100 + more) == -signal.SIGKILL
        tally = assert_nothing_lost(pages, RoomLog(tmp_path, code))
    assert all(page.closes == [1006] * KILLS for page in pages)
    assert tally["confirmed"] > 100 * KILLS
    # Moves were on their way when the server died; else this test would show nothing.
    assert tally["cut off"] > KILLS


async def test_a_restart_loses_no_move_and_sends_everybody_away_to_come_back(tmp_path: Path) -> None:
    async with running(tmp_path, **UNDER_LOAD) as server:
        code = await open_table(server)
        async with four_pages(server, code) as pages:
            for _ in range(RESTARTS):
                assert await interrupted(pages, server, signal.SIGTERM, 50) == 0
        tally = assert_nothing_lost(pages, RoomLog(tmp_path, code))
    assert all(page.closes == [CLOSE_COME_BACK] * RESTARTS for page in pages)
    assert tally["confirmed"] > 50 * RESTARTS


async def test_what_a_table_has_decided_holds_after_every_kill(tmp_path: Path) -> None:
    """Who was removed stays away, a bot goes on standing in, a pause stays one, a seat that was claimed is kept.

    What lives in memory alone, an open claim, is gone, and nobody is told otherwise.
    """
    async with running(tmp_path, **UNDER_LOAD, bot_pace_ms=100) as server, AsyncExitStack() as stack:
        code = await open_table(server)
        ann, ben, cleo, dan = [await stack.enter_async_context(Player(server, code, name)) for name in NAMES]
        for player in (ann, ben, cleo, dan):
            await player.sit()

        async def killed(*back: Player) -> None:
            await server.kill()
            await server.start()
            for player in back:
                await player.until_closed()
                await player.connect()

        def seat(player: Player, number: int) -> Message:
            return dict(player.room["seats"][number])

        await ann.send({"t": "options", "options": OPTIONS})
        await ann.send({"t": "start", "add": "5a" * 16})
        await all_see([ann, ben], lambda player: player.table.get("facts", {}).get("phase") == "race")
        await ann.send({"t": "remove", "seat": 3})
        assert await dan.until_closed() == CLOSE_REMOVED
        await cleo.close()
        await ann.until(lambda: 2 not in json.loads(ann.received[-1]).get("here", [2]))
        await ann.send({"t": "bot", "seat": 2, "level": "steady"})
        await ben.until(lambda: seat(ben, 2)["stand_in"] == "steady")

        await killed(ann, ben)
        assert (seat(ben, 2)["stand_in"], seat(ben, 3)["gone"], ben.room["locked"]) == ("steady", True, True)
        seen = len(ben.received)
        await ben.until(lambda: any(json.loads(text).get("b") == 2 for text in ben.received[seen:]))
        with pytest.raises(ConnectionError, match=str(CLOSE_REMOVED)):
            await dan.connect()

        phone = await stack.enter_async_context(Player(server, code, "Cleo"))
        await phone.send({"t": "claim", "seat": 2, "name": "Cleo"})
        await ann.until(lambda: bool(_claims(ann)))
        for player in (ann, ben):
            await player.send({"t": "pause", "on": True})
        await all_see([ann, ben, phone], lambda player: bool(player.room["paused"]))

        await killed(ann, ben, phone)
        assert all(player.room["paused"] and not player.table["due"] for player in (ann, ben, phone))
        assert (await ben.move(["flip"]))["code"] == "paused"
        claim = _claims(ann)[0]["id"]
        await ann.send({"t": "grant", "id": claim, "on": True})
        await phone.ping()
        await ann.ping()
        assert json.loads(ann.received[-2]) == {"t": "sorry", "what": "grant", "code": "not_now"}
        await phone.send({"t": "claim", "seat": 2, "name": "Cleo"})
        await ann.until(lambda: _claims(ann)[0]["id"] != claim)
        await ann.send({"t": "grant", "id": _claims(ann)[0]["id"], "on": True})
        await phone.until(lambda: phone.seat == 2)

        await killed(ann, ben, phone)
        assert phone.seat == 2
        await cleo.connect()
        assert cleo.seat is None
        for player in (ann, ben, phone):
            await player.send({"t": "pause", "on": False})
        await phone.until(lambda: not phone.room["paused"])
        assert "p" in await phone.move(["flip"])
        await all_see([ann, ben, cleo], lambda player: player.n == phone.n)
        log = RoomLog(tmp_path, code)
        for player in (ann, ben, cleo, dan, phone):
            assert assert_agrees(player, log) > 0
        log.assert_conserved()
        kinds = {"removed", "stand_in", "pause_wanted", "paused", "claimed"}
        assert kinds <= {entry.kind for entry in log.entries}


def _claims(player: Player) -> list[Message]:
    """The open claims of which this page was told last."""
    told = [message for text in player.received if (message := json.loads(text)).get("t") == "claims"]
    return list(told[-1]["claims"]) if told else []
