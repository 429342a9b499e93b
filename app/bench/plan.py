"""How large a site has to be for so many players: tables are dealt out to workers and Redis nodes by chance.

Each costs what was measured. A site is large enough when its busiest part is not too busy; how far that is from the
average part is what chance is for.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

SLOTS: Final = 16_384
"""Of a Redis Cluster."""
DAY_S: Final = 86_400


@dataclass(frozen=True, slots=True)
class Costs:
    """Measured, see docs/benchmarks.md."""

    move_us: float = 400.0
    """Processor time of a worker for a move that four see."""
    redis_move_us: float = 80.0
    lease_us: float = 13.0
    """Of a worker, each second for a table that is awake."""
    redis_lease_us: float = 15.0
    socket_us: float = 17.0
    """Of a worker, each second for a socket."""
    worker_mb: float = 66.0
    table_kb: float = 130.0
    """Memory of a worker, for a table with four sockets."""
    log_bytes: float = 94.0
    """Memory of Redis, for a move."""
    frame_bytes: float = 68.0


@dataclass(frozen=True, slots=True)
class Habits:
    """Assumed."""

    seats: int = 4
    pace: float = 1.0
    """Moves a second of a player in a race."""
    racing: float = 0.6
    """The share of the tables with a race at any moment; the others wait for the next round."""
    crowd: float = 0.4
    """Players on average, as a share of those at the busiest time."""
    keep_days: int = 30
    """How long tables are kept that nobody touches: the setting's default."""
    most_busy: float = 0.6
    """The share of its processor that the busiest worker or node may use."""


MEASURED: Final = Costs()
ASSUMED: Final = Habits()


@dataclass(frozen=True, slots=True)
class Plan:
    """What so many players at once need."""

    players: int
    tables: int
    moves_per_s: float
    workers: int
    busiest_worker: float
    nodes: int
    busiest_node: float
    worker_gb: float
    kept_gb: float
    mbit_per_s: float


def plan(players: int, costs: Costs = MEASURED, habits: Habits = ASSUMED) -> Plan:
    """All sockets are at the worker of their table. The same plan each time."""
    chance = random.Random(players)  # noqa: S311  (nothing is hidden here)
    tables = math.ceil(players / habits.seats)
    races = [chance.random() < habits.racing for _ in range(tables)]
    pace = habits.seats * habits.pace  # of a table
    quiet = costs.lease_us + habits.seats * costs.socket_us
    at_worker = [(quiet + races_now * pace * costs.move_us) / 1e6 for races_now in races]
    at_node = [(costs.redis_lease_us + races_now * pace * costs.redis_move_us) / 1e6 for races_now in races]
    workers, busiest_worker = _spread(at_worker, lambda many: lambda: chance.randrange(many), habits.most_busy)
    nodes, busiest_node = _spread(
        at_node, lambda many: lambda: chance.randrange(SLOTS) * many // SLOTS, habits.most_busy
    )
    moves = sum(races) * pace
    return Plan(
        players=players,
        tables=tables,
        moves_per_s=moves,
        workers=workers,
        busiest_worker=busiest_worker,
        nodes=nodes,
        busiest_node=busiest_node,
        worker_gb=workers * costs.worker_mb / 1e3 + tables * costs.table_kb / 1e6,
        kept_gb=moves * habits.crowd * DAY_S * habits.keep_days * costs.log_bytes / 1e9,
        mbit_per_s=moves * habits.seats * costs.frame_bytes * 8 / 1e6,
    )


def _spread(loads: Sequence[float], draw: Callable[[int], Callable[[], int]], most: float) -> tuple[int, float]:
    """The least number of parts, as far as chance goes, of which none gets more than `most`; and what the busiest has.

    A load cannot be divided.
    """
    most = max(most, *loads)
    many = max(1, math.ceil(sum(loads) / most))
    while True:
        parts = [0.0] * many
        drawn = draw(many)
        for load in loads:
            parts[drawn()] += load
        if max(parts) <= most:
            return many, max(parts)
        many += max(1, many // 50)


def printed(plans: Sequence[Plan]) -> str:
    """As a table of Markdown."""
    head = (
        "| players | tables | moves a second | workers (the busiest) | Redis nodes (the busiest) "
        f"| memory of the workers | logs of {ASSUMED.keep_days} days | to the browsers |"
    )
    rows = [
        f"| {plan.players:,} | {plan.tables:,} | {plan.moves_per_s:,.0f} "
        f"| {plan.workers:,} ({plan.busiest_worker:.0%}) | {plan.nodes:,} ({plan.busiest_node:.0%}) "
        f"| {plan.worker_gb:,.1f} GB | {plan.kept_gb:,.0f} GB | {plan.mbit_per_s:,.1f} Mbit/s |"
        for plan in plans
    ]
    return "\n".join([head, "|" + " --- |" * 8, *rows])
