"""What a run has shown: the load is put on a running site for a while, and what it took is counted."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.bench.load import Load
from app.bench.server import BenchFailed
from app.bench.site import Site

BUSY: Final = 0.9
"""The share of a processor from which on somebody is at the limit."""
TRIES: Final = 2
"""So often in a row the slowest moves must be too slow before so many tables are too many."""


@dataclass(frozen=True, slots=True)
class Report:
    """Times are those between a move and its coming back to the player who made it."""

    rooms: int
    seats: int
    relayed: float
    seconds: float
    moves_per_s: float
    plays_share: float
    p50_ms: float
    p99_ms: float
    bytes_per_push: float
    cpu_us_per_move: float
    worker_us_per_move: Sequence[float]
    redis_us_per_move: float
    redis_bytes_per_move: float
    server_cpu: float
    redis_cpu: float
    generator_cpu: float
    generator_bound: bool
    rss_mb: float
    redis_mb: float | None
    refused: int
    deals: int
    steps: Sequence[tuple[int, float]] = ()


def measure(site: Site, load: Load, seconds: float, share: float = 1.0) -> Report:
    """Drive the load for so long, after a warm-up. `share` is what each worker has of a processor."""
    load.drive(min(1.0, seconds / 2))
    before, used, own, began = load.counts(), site.used(), time.process_time(), time.perf_counter()
    load.drive(seconds)
    lasted = time.perf_counter() - began
    own, now_used, after = time.process_time() - own, site.used(), load.counts()
    moves = after.moves - before.moves
    if not moves:
        raise BenchFailed("No move came back in the time that was measured.")
    times = sorted(load.latencies[before.moves : after.moves])
    workers = [now - then for now, then in zip(now_used.workers, used.workers, strict=True)]
    redis = now_used.redis - used.redis
    return Report(
        rooms=load.rooms,
        seats=load.seats,
        relayed=load.relayed,
        seconds=lasted,
        moves_per_s=moves / lasted,
        plays_share=(after.plays - before.plays) / moves,
        p50_ms=times[moves // 2] * 1000,
        p99_ms=times[moves * 99 // 100] * 1000,
        bytes_per_push=(after.bytes - before.bytes) / (after.pushes - before.pushes),
        cpu_us_per_move=sum(workers) / moves * 1e6,
        worker_us_per_move=[cpu_s / moves * 1e6 for cpu_s in workers],
        redis_us_per_move=redis / moves * 1e6,
        redis_bytes_per_move=(now_used.redis_bytes - used.redis_bytes) / moves,
        server_cpu=sum(workers) / lasted,
        redis_cpu=redis / lasted,
        generator_cpu=own / lasted,
        generator_bound=own / lasted > BUSY > max(workers) / lasted / share,
        rss_mb=site.rss_mb(),
        redis_mb=site.redis_mb(),
        refused=after.refused - before.refused,
        deals=after.deals - before.deals,
    )


def ramp(site: Site, load: Load, seconds: float, share: float, *, pace: float, step: int, limit_ms: float) -> Report:
    """Put on more and more tables, at which each player makes `pace` moves a second.

    The report is that of the most tables with which 99 of 100 moves came back within `limit_ms`.
    """
    served: Report | None = None
    steps: list[tuple[int, float]] = []
    while True:
        tried = [measure(site, load, seconds, share)]
        while tried[-1].p99_ms > limit_ms and len(tried) < TRIES:
            tried.append(measure(site, load, seconds, share))
        steps += [(report.rooms, report.p99_ms) for report in tried]
        if tried[-1].p99_ms > limit_ms:
            break
        served = tried[-1]
        load.grow(step, pace * load.seats * (load.rooms + step))
    if served is None:
        raise BenchFailed(f"{load.rooms} tables are too many: 99 of 100 moves took {steps[-1][1]:.0f} ms.")
    return replace(served, steps=steps)
