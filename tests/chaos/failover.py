"""`python -m tests.chaos.failover`: how long it takes until play goes on at another worker, and what the relay costs.

Two workers on one Redis. One person among three bots, who is at the worker that does not own the room where it is
killed, and at the owner where that is told to stop or stands still. Times are counted from the signal.
"""

import argparse
import asyncio
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final, Literal

import uvloop

from app.rooms.entry import decode
from app.rules.game import Move
from tests.chaos.door import Door
from tests.chaos.latency import Latency, round_trips
from tests.chaos.mind import Mind, PounceMind
from tests.chaos.page import Page, now_ms
from tests.chaos.run import opened, say, until
from tests.support.log import Log, assert_agrees
from tests.support.redis_server import RedisServer
from tests.support.server import ServerProcess
from tests.support.sight import Message, Sight

SETTINGS: Final[dict[str, object]] = {
    "countdown_ms": 100,
    "next_round_ms": 1000,
    "bot_pace_ms": 150,
    "moves_per_second": 1000,
    "messages_per_second": 1000,
    "rooms_per_minute": 100_000,
}
OPTIONS: Final = {"pounce_pile": 13, "target": 0, "king_stop": "off", "players": 4}
PATIENCE_S: Final = 60.0
FROZEN_S: Final = 20.0
PLAYED: Final = 30
"""Entries of a race before anything happens to it."""

Signal = Literal["kill", "stop", "freeze"]


class Idle:
    """Looks on."""

    def choose(self, sight: Sight, seat: int) -> Move | None:
        return None


class Towards(Door):
    """Leads to one worker first; to another only when that is away."""

    def __init__(self, workers: Sequence[ServerProcess]) -> None:
        super().__init__(workers, Random(0), stray=0)

    def home(self, code: str) -> int:
        return 0


class Site:
    """Redis and two workers."""

    def __init__(self, redis: RedisServer, workers: Sequence[ServerProcess]) -> None:
        self.redis = redis
        self.workers = workers
        self.rooms = 0

    def owner(self, code: str) -> str:
        """The name of the worker that has the room."""
        return str(self.redis.ask("GET", f"pounce:{{{code}}}:lease") or b"")

    def bodies(self, code: str) -> list[bytes]:
        found: list[bytes] = self.redis.ask("LRANGE", f"pounce:{{{code}}}:log", 0, -1)
        return found


@asynccontextmanager
async def site(folder: Path, fsync: str) -> AsyncIterator[Site]:
    home = folder / f"redis-{fsync}"
    home.mkdir()
    redis = await asyncio.to_thread(RedisServer, home, "--appendfsync", fsync)
    try:
        async with AsyncExitStack() as stack:
            workers = [ServerProcess(folder, redis_url=redis.url, **SETTINGS) for _ in range(2)]  # type: ignore[arg-type]
            for worker in workers:
                await worker.start()
                stack.push_async_callback(worker.stop)
            yield Site(redis, workers)
    finally:
        redis.ensure()
        redis.kill()


class Trial:
    """One room: somebody looks on at its owner, so that it stays there, and a person sits among three bots."""

    def __init__(self, site: Site, code: str, doors: Sequence[Towards], mind: Mind) -> None:
        self.site = site
        self.code = code
        self.shown: dict[int, float] = {}
        self.own: list[float] = []
        """When own moves were shown."""
        self.onlooker = Page(doors[0], code, "Onlooker", chance=Random(1), mind=Idle(), pace=(3600, 3600))
        self.person = Page(doors[1], code, "Ann", chance=Random(2), mind=mind, pace=(0.1, 0.2))
        self.person.on_frame = self._shown
        self.person.goes_on = lambda: True
        self.person.wishes = _hosting
        self.onlooker.goes_on = lambda: False

    def _shown(self, n: int, at: float) -> None:
        self.shown[n] = at

    async def begin(self) -> None:
        """The race is on."""
        self.onlooker.start()
        await until(lambda: self.onlooker.is_open, PATIENCE_S, lambda: "the onlooker is not welcomed")
        before = self.site.owner(self.code)
        self.person.start()
        await until(self._is_racing, PATIENCE_S, lambda: f"no race: {self.person.sight.room}")
        assert self.site.owner(self.code) == before, "the room went to another worker before its time"

    def _is_racing(self) -> bool:
        return self.person.n > PLAYED and self.person.sight.table.get("facts", {}).get("phase") == "race"

    async def next_frame(self, since: float) -> float:
        """Seconds from `since` (ms) until the person saw an entry that was made after it."""
        moments: list[int] = []

        def found() -> int | None:
            return next((n for n, when in enumerate(moments, 1) if when > since and n in self.shown), None)

        def looked() -> bool:
            if any(at > since for at in self.shown.values()):
                moments[:] = [decode(body).when for body in self.site.bodies(self.code)]
            return found() is not None

        await until(looked, PATIENCE_S, lambda: f"nothing new after {self.person.n}")
        n = found()
        assert n is not None
        return (self.shown[n] - since) / 1000

    def end(self) -> None:
        """Nobody looks any more; what was seen has to be what is kept."""
        self.person.stop()
        self.onlooker.stop()
        assert not self.person.wrong, self.person.wrong
        assert_agrees(self.person, Log(self.site.bodies(self.code)))


def _hosting(page: Page) -> Message | None:
    room = page.sight.room
    if room["host"] != page.sight.seat:
        return None
    if any(room["options"][key] != value for key, value in OPTIONS.items()):
        return {"t": "options", "options": OPTIONS}
    return {"t": "add_bot", "level": "steady"} if len(room["seats"]) < 4 else {"t": "start", "add": "5a" * 16}


async def _trial(site: Site, kind: Signal) -> dict[str, float]:
    """One signal to the owner of one room, and everything repaired again."""
    site.rooms += 1
    owner, other = site.workers[site.rooms % 2], site.workers[1 - site.rooms % 2]
    code = await opened(owner, "pounce")
    async with Towards([owner, other]) as first, Towards([other, owner]) as second:
        relayed = kind == "kill"
        mind: Mind = Idle() if relayed else PounceMind(Random(site.rooms))
        trial = Trial(site, code, [first, second if relayed else first], mind)
        await trial.begin()
        times: dict[str, float] = {}
        since = now_ms()
        if kind == "kill":
            await owner.kill()
            times["next frame"] = await trial.next_frame(since)
            await owner.start()
        elif kind == "stop":
            went = asyncio.create_task(_stopped(owner))
            times["next frame"] = await trial.next_frame(since)
            times["exit"] = await went
            await owner.start()
        else:
            owner.send(signal.SIGSTOP)
            times["next frame"] = await trial.next_frame(since)
            await asyncio.sleep(max(0.0, FROZEN_S - (now_ms() - since) / 1000))
            owner.send(signal.SIGCONT)
            n = trial.person.n
            await until(lambda: trial.person.n > n + 20, PATIENCE_S, lambda: "no play after it woke up")
        if not relayed:
            k = len(trial.person.confirmed)
            times["back"] = (trial.person.cuts[0].back - since) / 1000
            await until(lambda: len(trial.person.confirmed) > k, PATIENCE_S, lambda: "no own move lands")
        trial.end()
    return times


async def _stopped(worker: ServerProcess) -> float:
    began = time.monotonic()
    code = await worker.stop()
    assert code == 0, f"ended with {code}"
    return time.monotonic() - began


async def measure(args: argparse.Namespace) -> None:
    """Say what was asked for."""
    with tempfile.TemporaryDirectory(prefix="pounce-failover-") as home:
        for fsync in args.fsync:
            async with site(Path(home), fsync) as running:
                say(f"appendfsync {fsync}")
                kinds: Sequence[tuple[Signal, int]] = (
                    ("kill", args.times),
                    ("stop", args.times),
                    ("freeze", args.frozen),
                )
                for kind, times in kinds:
                    trials = [await _trial(running, kind) for _ in range(times)]
                    for what in trials[0] if trials else ():
                        _told(f"{kind}, {what}", [trial[what] for trial in trials])
                if args.samples:
                    code = await opened(running.workers[0], "pounce")
                    ports = [worker.port for worker in running.workers]
                    latency = await asyncio.to_thread(round_trips, code, ports, args.samples, args.rate)
                    _latency(latency)


def _told(what: str, values: Sequence[float]) -> None:
    every = " ".join(f"{value:.2f}" for value in values)
    say(f"  {what}: median {statistics.median(values):.2f} s, worst {max(values):.2f} s of {len(values)} ({every})")


def _latency(latency: Latency) -> None:
    for name, values in (("at the owner", latency.direct), ("through the relay", latency.relayed)):
        cuts = statistics.quantiles([1000 * value for value in values], n=100, method="inclusive")
        say(f"  round trip {name}: p50 {cuts[49]:.2f} ms, p99 {cuts[98]:.2f} ms of {len(values)}")


def parsed(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.failover")
    parser.add_argument("--times", type=int, default=10, help="kills and stops")
    parser.add_argument("--frozen", type=int, default=3, help="freezes, of 20 s each")
    parser.add_argument("--samples", type=int, default=2000, help="round trips each way")
    parser.add_argument("--rate", type=float, default=50, help="moves a second")
    parser.add_argument("--fsync", nargs="+", default=["always", "everysec"])
    return parser.parse_args(arguments)


def main() -> int:
    args = parsed()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(measure(args))
    return 0


if __name__ == "__main__":
    sys.exit(main())
