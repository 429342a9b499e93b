"""What goes wrong, in a seeded order: workers and their Redis are killed, frozen, stopped and started again."""

import asyncio
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from tests.chaos.page import now_ms
from tests.support.redis_server import RedisServer
from tests.support.server import ServerProcess

Kind = Literal["kill", "freeze", "stop", "redis kill", "redis stop", "redis freeze"]

WHOLE: Final[Mapping[Kind, int]] = {
    "kill": 5,
    "freeze": 4,
    "stop": 4,
    "redis kill": 3,
    "redis stop": 2,
    "redis freeze": 2,
}
"""How often each happens in a whole run."""
SHORT: Final[Mapping[Kind, int]] = dict.fromkeys(WHOLE, 1)

FROZEN_S: Final = (6.0, 20.0)
"""For how long a worker stands still: longer than its leases hold."""
REDIS_FROZEN_S: Final = 3.0
BUSIEST: Final = 0.6
"""The share of faults of workers that hit the one with the most browsers: after a fault all may be at one."""
AWAY_S: Final = (0.0, 7.0)
"""How long what was killed stays away. Half of them are started again at once, as a supervisor does."""


@dataclass(slots=True)
class Fault:
    """One fault as it happened. `away`: how long what it hit was gone, in s."""

    kind: Kind
    away: float
    is_for_busiest: bool
    """Whether it hits the worker with the most browsers, and not any."""
    worker: int | None = None
    """Which one it hit, None for Redis."""
    began: float = 0.0
    ended: float = 0.0

    @property
    def is_of_redis(self) -> bool:
        return self.kind.startswith("redis")

    @property
    def words(self) -> str:
        whom = "Redis" if self.worker is None else f"worker {self.worker + 1}"
        match self.kind.removeprefix("redis "):
            case "kill":
                return f"kill -9 of {whom}, started again after {self.away:.1f} s"
            case "freeze":
                return f"{whom} frozen for {self.away:.1f} s"
            case _:
                return f"{whom} told to stop, started again after {self.away:.1f} s"


def drawn(counts: Mapping[Kind, int], chance: Random) -> list[Fault]:
    """So many of each kind, in an order by chance."""
    kinds = [kind for kind, count in counts.items() for _ in range(count)]
    chance.shuffle(kinds)
    faults = []
    for kind in kinds:
        away = 0.0
        if kind == "freeze":
            away = chance.uniform(*FROZEN_S)
        elif kind == "redis freeze":
            away = REDIS_FROZEN_S
        elif kind != "stop" and chance.random() < 0.5:
            away = chance.uniform(*AWAY_S)
        faults.append(Fault(kind, away, chance.random() < BUSIEST))
    return faults


async def strike(fault: Fault, workers: Sequence[ServerProcess], redis: RedisServer, busiest: int) -> None:
    """Let it happen, and repair it: at the end everything runs again. `busiest`: a worker."""
    if not fault.is_of_redis:
        fault.worker = busiest if fault.is_for_busiest else (busiest + 1) % len(workers)
    fault.began = now_ms()
    if fault.worker is None:
        await _strike_redis(fault, redis)
    else:
        await _strike_worker(fault, workers[fault.worker])
    fault.ended = now_ms()


async def _strike_redis(fault: Fault, redis: RedisServer) -> None:
    if fault.kind == "redis freeze":
        redis.send(signal.SIGSTOP)
        await asyncio.sleep(fault.away)
        redis.send(signal.SIGCONT)
    else:
        await asyncio.to_thread(redis.kill, signal.SIGKILL if fault.kind == "redis kill" else signal.SIGTERM)
        await asyncio.sleep(fault.away)
        await asyncio.to_thread(redis.start)


async def _strike_worker(fault: Fault, worker: ServerProcess) -> None:
    if fault.kind == "freeze":
        worker.send(signal.SIGSTOP)
        await asyncio.sleep(fault.away)
        worker.send(signal.SIGCONT)
    elif fault.kind == "kill":
        await worker.kill()
        await asyncio.sleep(fault.away)
        await worker.start()
    else:
        code = await worker.stop()
        assert code == 0, f"a worker that was told to stop ended with {code}"
        await worker.start()
