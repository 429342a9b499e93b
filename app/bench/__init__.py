"""How much the server can carry: it is started with empty tables, filled with players, and measured.

The players are real sockets that make legal moves; each accepted move is pushed to everybody at its table. Server and
load have a processor each. Several workers share a Redis, and may get a share of a processor each.
"""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from typing import Any

from app.bench import echo
from app.bench.load import SPREADS, Load
from app.bench.plan import plan, printed
from app.bench.report import measure, ramp
from app.bench.server import BenchFailed
from app.bench.site import running_site


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `run`."""
    parser.add_argument("--rooms", type=int, default=200, help="how many tables (default: 200)")
    parser.add_argument("--seats", type=int, default=4, help="players at each (default: 4)")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure, after a warm-up (default: 5)")
    speed = parser.add_mutually_exclusive_group()
    speed.add_argument(
        "--rate",
        type=float,
        metavar="MOVES_PER_S",
        help="moves a second in all (default: each follows the last at once)",
    )
    speed.add_argument("--pace", type=float, metavar="MOVES_PER_S", help="moves a second of each player")
    parser.add_argument(
        "--until-ms", type=float, metavar="P99", help="put on more tables until 99 of 100 moves take so long"
    )
    parser.add_argument("--step", type=int, default=10, help="so many more tables each time (default: 10)")
    parser.add_argument("--idle", type=int, default=0, metavar="ROOMS", help="tables besides that are awake and empty")
    parser.add_argument("--workers", type=int, default=0, help="so many over a Redis (default: one server with a file)")
    parser.add_argument("--redis", metavar="URL", help="over this one, which is not emptied (default: one is started)")
    parser.add_argument(
        "--spread", choices=SPREADS, default="hashed", help="which worker a player connects to (default: his table's)"
    )
    parser.add_argument("--share", type=float, help="what each worker gets of a processor, by a control group")
    parser.add_argument(
        "--solves", type=int, metavar="PLAYERS", help="so many ask for searches; measure the echo of a quiet socket"
    )
    parser.add_argument(
        "--plan", type=int, nargs="+", metavar="PLAYERS", help="measure nothing; print how large a site they need"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Start what is to be measured, put the load on and print what it has shown. The exit code."""
    if args.plan is not None and min(args.plan) > 0:
        print(printed([plan(players) for players in args.plan]))
        return 0
    problem = _problem(args)
    if problem:
        print(problem, file=sys.stderr)
        return 2
    cores = sorted(os.sched_getaffinity(0))
    try:
        shown = _shown(args, cores)
    except BenchFailed as failed:
        print(failed, file=sys.stderr)
        return 1
    finally:
        os.sched_setaffinity(0, cores)
    if args.json:
        print(json.dumps(shown))
    else:
        for key, value in shown.items():
            print(f"{key}: {json.dumps(value)}")
    return 0


def _problem(args: argparse.Namespace) -> str:
    """What is wrong with the arguments, or nothing."""
    positive = (args.seconds, args.rate, args.pace, args.until_ms, args.share)
    if args.rooms < 1 or not 2 <= args.seats <= 8 or any(value is not None and value <= 0 for value in positive):
        return "The bench takes at least one room, 2 to 8 seats, and some time, rate and share."
    if min(args.workers, args.idle, args.solves or 0) < 0 or min(args.step, *(args.plan or ()), 1) < 1:
        return "The bench takes no negative numbers, and at least one player and one table more."
    if args.until_ms is not None and args.pace is None:
        return "The bench takes --until-ms with --pace only: the tables that come on are as fast as the others."
    if sys.platform != "linux":
        return "The bench needs Linux: it reads what the server costs in /proc."
    return ""


def _shown(args: argparse.Namespace, cores: Sequence[int]) -> dict[str, Any]:
    if args.solves is not None:
        with running_site() as site:  # on whatever processors: where the solver works is part of the question
            return _figures(asdict(echo.measure(site.places[0], args.solves, args.seconds)))
    rate = args.rate if args.pace is None else args.pace * args.rooms * args.seats
    share = args.share or 1.0
    with running_site(args.workers, args.redis, args.share, cores if len(cores) > 1 else ()) as site:
        if len(cores) > 1:
            os.sched_setaffinity(0, cores[-1:])
        with closing(Load(site.places, args.rooms, args.seats, rate, SPREADS[args.spread])) as load:
            load.wake(args.idle)
            if args.until_ms is None:
                report = measure(site, load, args.seconds, share)
            else:
                grow = {"pace": args.pace, "step": args.step, "limit_ms": args.until_ms}
                report = ramp(site, load, args.seconds, share, **grow)
    given = {"workers": args.workers, "spread": args.spread, "share": args.share, "idle": args.idle, "rate": rate}
    return _figures({**given, **asdict(report)})


def _figures(found: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _short(value) for key, value in found.items()}


def _short(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_short(part) for part in value]
    return round(value, 3) if isinstance(value, float) else value
