"""What is put under load: one server with its file, or several workers over one Redis; and what they have used."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from redis import Redis
from redis.backoff import ConstantBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from app.bench.server import STOP_S, BenchFailed, Server, free_port, running_server
from app.bench.share import limited

START_S: Final = 10.0
"""How long a Redis may take to answer."""
ASK_S: Final = 0.05
"""It is asked so often."""


class Used(NamedTuple):
    """What has been used by some moment: processor seconds of each worker and of Redis, and bytes that Redis moved."""

    workers: tuple[float, ...]
    redis: float
    redis_bytes: int


@dataclass(frozen=True, slots=True)
class Site:
    """Running workers and, if they share one, their Redis."""

    workers: Sequence[Server]
    redis: "Redis | None" = None

    @property
    def places(self) -> list[str]:
        return [worker.place for worker in self.workers]

    def used(self) -> Used:
        workers = tuple(worker.cpu_s() for worker in self.workers)
        about = self._about()
        cpu_s = about.get("used_cpu_user", 0.0) + about.get("used_cpu_sys", 0.0)
        moved = about.get("total_net_input_bytes", 0) + about.get("total_net_output_bytes", 0)
        return Used(workers, cpu_s, moved)

    def rss_mb(self) -> float:
        """Memory of all workers."""
        return sum(worker.rss_mb() for worker in self.workers)

    def redis_mb(self) -> float | None:
        return None if self.redis is None else self._about()["used_memory"] / 1e6

    def _about(self) -> dict[str, Any]:
        return {} if self.redis is None else self.redis.info()


@contextmanager
def running_site(
    workers: int = 0, redis_url: str | None = None, share: float | None = None, cores: Sequence[int] = ()
) -> Iterator[Site]:
    """One server with a file or, with `workers`, so many over a Redis: the one at `redis_url`, or one that is started.

    Of several processors (`cores`) the last is left to Redis and the load. With `share` each worker gets that much of
    one. All that was started is stopped at the end.
    """
    free, last = cores[:-1], cores[-1:]
    with ExitStack() as running:
        environment: dict[str, str] = {}
        redis: Redis | None = None
        if workers:
            url = redis_url or running.enter_context(_running_redis(last))
            environment = {"REDIS_URL": url}
            redis = running.enter_context(Redis.from_url(url))
        servers = []
        for number in range(max(workers, 1)):
            core = free[number % len(free)] if free else None
            servers.append(running.enter_context(_running_worker(core, environment, share)))
        yield Site(servers, redis)


@contextmanager
def _running_worker(core: int | None, environment: dict[str, str], share: float | None) -> Iterator[Server]:
    with ExitStack() as group, running_server(core, environment) as server:
        if share is not None:
            try:
                group.enter_context(limited(server.pid, share))
            except OSError as problem:
                raise BenchFailed(f"A share of a processor cannot be set here: {problem}.") from problem
        yield server


@contextmanager
def _running_redis(cores: Sequence[int]) -> Iterator[str]:
    """A Redis that syncs every write, as a site wants it. Its address."""
    program = shutil.which("redis-server")
    if program is None:
        raise BenchFailed("There is no redis-server: install Redis 7, or name a running one with --redis.")
    port = free_port()
    keep = ("--save", "", "--appendonly", "yes", "--appendfsync", "always")
    with tempfile.TemporaryDirectory(prefix="pounce-bench-") as folder:
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder, *keep]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)  # noqa: S603  (found on the path)
        try:
            if cores:
                os.sched_setaffinity(process.pid, cores)
            url = f"redis://127.0.0.1:{port}/0"
            _wait_for(url)
            yield url
        finally:
            process.terminate()
            process.wait(STOP_S)


def _wait_for(url: str) -> None:
    retry = Retry(ConstantBackoff(ASK_S), int(START_S / ASK_S), (RedisError,))
    with Redis.from_url(url, retry=retry) as redis:
        try:
            redis.ping()
        except RedisError as problem:
            raise BenchFailed(f"Redis does not answer: {problem}.") from problem
