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
AWAY_S: Final = (0.0, 7.0)
"""How long a killed worker stays away. Half of them are started again at once, as a supervisor does."""


@dataclass(slots=True)
class Fault:
    """One fault as it happened. `worker`: which one it hit, None for Redis; `away`: how long that was gone, in s."""

    kind: Kind
    worker: int | None
    away: float
    began: float = 0.0
    ended: float = 0.0

    @property
    def words(self) -> str:
        whom = "Redis" if self.worker is None else f"worker {self.worker + 1}"
        match self.kind.removeprefix("redis "):
            case "kill":
                return f"kill -9 of {whom}, started again after {self.away:.1f} s"
            case "freeze":
                return f"{whom} frozen for {self.away:.1f} s"
            case _:
                return f"{whom} told to stop and started again"


def drawn(counts: Mapping[Kind, int], workers: int, chance: Random) -> list[Fault]:
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
        elif kind == "kill" and chance.random() < 0.5:
            away = chance.uniform(*AWAY_S)
        faults.append(Fault(kind, None if kind.startswith("redis") else chance.randrange(workers), away))
    return faults


async def strike(fault: Fault, workers: Sequence[ServerProcess], redis: RedisServer) -> None:
    """Let it happen, and repair it: at the end everything runs again."""
    fault.began = now_ms()
    if fault.worker is None:
        await asyncio.to_thread(_strike_redis, fault, redis)
        if fault.kind == "redis freeze":
            await asyncio.sleep(fault.away)
            redis.send(signal.SIGCONT)
    else:
        await _strike_worker(fault, workers[fault.worker])
    fault.ended = now_ms()


def _strike_redis(fault: Fault, redis: RedisServer) -> None:
    if fault.kind == "redis freeze":
        redis.send(signal.SIGSTOP)
        return
    redis.kill(signal.SIGKILL if fault.kind == "redis kill" else signal.SIGTERM)
    redis.start()


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
