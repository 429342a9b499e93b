"""How much the server can carry: it is started with empty tables, filled with players, and measured.

The players are real sockets that make legal moves; each accepted move is pushed to everybody at its table. Server and
load have a processor each.
"""

import argparse
import json
import os
import sys
import time
from dataclasses import asdict, dataclass

from app.bench.load import Load
from app.bench.server import BenchFailed, Server, running_server

BUSY = 0.9
"""The share of a processor from which on somebody is at the limit."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a run has shown. Times are those between a move and its coming back to the player who made it."""

    rooms: int
    seats: int
    seconds: float
    rate: float | None
    moves_per_s: float
    plays_share: float
    p50_ms: float
    p99_ms: float
    bytes_per_push: float
    cpu_us_per_move: float
    server_cpu: float
    generator_cpu: float
    generator_bound: bool
    rss_mb: float
    refused: int
    deals: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `run`."""
    parser.add_argument("--rooms", type=int, default=200, help="how many tables (default: 200)")
    parser.add_argument("--seats", type=int, default=4, help="players at each (default: 4)")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure, after a warm-up (default: 5)")
    parser.add_argument(
        "--rate",
        type=float,
        metavar="MOVES_PER_S",
        help="moves a second in all (default: each follows the last at once)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Start a server, put the load on and print what it has shown. The exit code."""
    if args.rooms < 1 or not 2 <= args.seats <= 8 or args.seconds <= 0 or (args.rate is not None and args.rate <= 0):
        print("The bench takes at least one room, 2 to 8 seats, and some time and rate.", file=sys.stderr)
        return 2
    if sys.platform != "linux":
        print("The bench needs Linux: it reads what the server costs in /proc.", file=sys.stderr)
        return 2
    cores = sorted(os.sched_getaffinity(0))
    try:
        with running_server(cores[0] if len(cores) > 1 else None) as server:
            if len(cores) > 1:
                os.sched_setaffinity(0, {cores[1]})
            report = measure(server, args.rooms, args.seats, args.seconds, args.rate)
    except BenchFailed as failed:
        print(failed, file=sys.stderr)
        return 1
    finally:
        os.sched_setaffinity(0, cores)
    shown = {key: round(value, 3) if isinstance(value, float) else value for key, value in asdict(report).items()}
    if args.json:
        print(json.dumps(shown))
    else:
        for key, value in shown.items():
            print(f"{key}: {json.dumps(value)}")
    return 0


def measure(server: Server, rooms: int, seats: int, seconds: float, rate: float | None) -> Report:
    """Put the load on a running server."""
    load = Load(server.place, rooms, seats, rate)
    try:
        load.drive(min(1.0, seconds / 2))
        before, cpu, own, began = load.counts(), server.cpu_s(), time.process_time(), time.perf_counter()
        load.drive(seconds)
        lasted = time.perf_counter() - began
        own, cpu, after = time.process_time() - own, server.cpu_s() - cpu, load.counts()
        rss = server.rss_mb()
    finally:
        load.close()
    moves = after.moves - before.moves
    if not moves:
        raise BenchFailed("No move came back in the time that was measured.")
    times = sorted(load.latencies[before.moves : after.moves])
    return Report(
        rooms=rooms,
        seats=seats,
        seconds=lasted,
        rate=rate,
        moves_per_s=moves / lasted,
        plays_share=(after.plays - before.plays) / moves,
        p50_ms=times[moves // 2] * 1000,
        p99_ms=times[moves * 99 // 100] * 1000,
        bytes_per_push=(after.bytes - before.bytes) / (after.pushes - before.pushes),
        cpu_us_per_move=cpu / moves * 1e6,
        server_cpu=cpu / lasted,
        generator_cpu=own / lasted,
        generator_bound=own / lasted > BUSY > cpu / lasted,
        rss_mb=rss,
        refused=after.refused - before.refused,
        deals=after.deals - before.deals,
    )
