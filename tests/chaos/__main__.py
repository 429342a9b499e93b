"""`python -m tests.chaos`: a chaos run with a report. `make chaos` is the whole one."""

import argparse
import asyncio
import secrets
import sys
import tempfile
from pathlib import Path

import uvloop

from tests.chaos.faults import SHORT, WHOLE
from tests.chaos.run import Plan, keep, report, run, say

BOUND_S = 600


async def _bounded(plan: Plan, folder: Path) -> bool:
    with tempfile.TemporaryDirectory(prefix="pounce-chaos-") as home:
        async with asyncio.timeout(BOUND_S):
            outcome = await run(plan, Path(home), say)
    say(report(outcome))
    if outcome.differences:
        keep(outcome, folder)
        say(f"What everybody saw, the journals and the logs are in {folder}")
    return not outcome.differences


def main() -> int:
    """The exit code: 0 when nothing was missing and nothing otherwise."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**31), help="the order of the faults")
    parser.add_argument("--rooms", type=int, default=40)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--short", action="store_true", help="one fault of each kind instead of twenty")
    args = parser.parse_args()
    plan = Plan(args.seed, args.rooms, SHORT if args.short else WHOLE, args.workers)
    say(f"seed {plan.seed}")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return 0 if runner.run(_bounded(plan, Path("test-results", f"chaos-{plan.seed}"))) else 1


if __name__ == "__main__":
    sys.exit(main())
