"""One chaos run: tables at play, faults one after the other, the end of every match, and the verdict."""

import asyncio
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import httpx

from app.rooms.entry import decode
from tests.chaos.door import Door
from tests.chaos.faults import Fault, Kind, drawn, strike
from tests.chaos.page import BLIP
from tests.chaos.table import GAMES, Table
from tests.chaos.verdict import Verdict, judged
from tests.support.redis_server import RedisServer
from tests.support.server import ServerProcess

SETTINGS: Final[dict[str, object]] = {
    "countdown_ms": 300,
    "next_round_ms": 1000,
    "moves_per_second": 1000,
    "messages_per_second": 1000,
    "rooms_per_minute": 100_000,
}
STRAY: Final = 0.15
PROGRESS_S: Final = 60.0
"""How long tables may take to go on after a fault."""
FURTHER: Final = (2, 40)
"""Entries a table, on average, between two faults."""
FINISH_S: Final = 240.0
LOOK_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class Plan:
    seed: int
    rooms: int
    faults: Mapping[Kind, int]
    workers: int = 2
    stray: float = STRAY
    pace: float = 1.0
    """How long people think, in parts of what they think otherwise."""


@dataclass(slots=True)
class Effect:
    """What a fault did. Times are seconds from its beginning."""

    fault: Fault
    cut: int = 0
    """Tables of which somebody lost the connection."""
    moved: list[float] = field(default_factory=list)
    """Until the next entry was shown, for each of those; for all tables when Redis was away."""
    back: list[float] = field(default_factory=list)
    """Until a page that was cut off saw its table again."""
    all_on: float = 0.0
    """Until everybody at every table had seen something new."""


@dataclass(slots=True)
class Outcome:
    plan: Plan
    effects: list[Effect] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    tables: list[Table] = field(default_factory=list)
    bodies: dict[str, list[bytes]] = field(default_factory=dict)
    logs: dict[str, list[str]] = field(default_factory=dict)


class Stuck(Exception):
    """Something did not come about in time."""


async def until(holds: Callable[[], bool], seconds: float, what: Callable[[], str]) -> None:
    """Until something holds of what others do. Raises Stuck with what is wrong."""
    try:
        async with asyncio.timeout(seconds):
            while not holds():  # noqa: ASYNC110 - a hundred pages change it, and none of them knows of the others
                await asyncio.sleep(LOOK_S)
    except TimeoutError:
        raise Stuck(what()) from None


async def run(plan: Plan, folder: Path, say: Callable[[str], None] = lambda line: None) -> Outcome:
    """Play, break, repair and judge. Whatever is found is in the outcome; nothing is raised for it."""
    outcome = Outcome(plan)
    began = time.monotonic()
    chance = Random(plan.seed)
    home = folder / "redis"
    home.mkdir(parents=True, exist_ok=True)
    redis = await asyncio.to_thread(RedisServer, home)
    workers = [
        ServerProcess(folder, redis_url=redis.url, **SETTINGS)  # type: ignore[arg-type]
        for _ in range(plan.workers)
    ]
    with _put_down(redis):
        try:
            async with AsyncExitStack() as stack:
                for worker in workers:
                    await worker.start()
                    stack.push_async_callback(worker.stop)
                door = await stack.enter_async_context(Door(workers, Random(chance.random()), stray=plan.stray))
                for number in range(plan.rooms):
                    game = list(GAMES)[number % len(GAMES)]
                    code = await opened(workers[number % len(workers)], game)
                    outcome.tables.append(Table(door, code, game, Random(chance.random()), pace=plan.pace))
                    stack.callback(outcome.tables[-1].stop)
                try:
                    await _play(outcome, workers, redis, chance, say)
                except Stuck:
                    outcome.logs["redis-state"] = _state(redis, outcome.tables)
                    raise
        except Stuck as stuck:
            outcome.differences.append(str(stuck))
        except AssertionError as failed:
            outcome.differences.append(f"a process did not do as it was told: {failed}")
        # What is kept is what a Redis that died tells after its return.
        await asyncio.to_thread(redis.restart)
        _judge(outcome, redis)
        outcome.logs |= {f"worker-{number + 1}": worker.log for number, worker in enumerate(workers)}
        outcome.logs["redis"] = redis.log
    for name, lines in outcome.logs.items():
        outcome.differences += [f"{name} reports a bug" for line in lines if line.startswith("Traceback")][:1]
    outcome.seconds = time.monotonic() - began
    return outcome


@contextmanager
def _put_down(redis: RedisServer) -> Iterator[None]:
    try:
        yield
    finally:
        redis.ensure()
        redis.kill()


async def opened(worker: ServerProcess, game: str) -> str:
    async with httpx.AsyncClient(base_url=worker.url, headers={"origin": worker.origin}) as http:
        answer = await http.post("api/tables", json={"game": game})
        answer.raise_for_status()
        return str(answer.json()["code"])


async def _play(
    outcome: Outcome, workers: Sequence[ServerProcess], redis: RedisServer, chance: Random, say: Callable[[str], None]
) -> None:
    tables, plan = outcome.tables, outcome.plan
    for table in tables:
        table.start()
    marks = dict.fromkeys((table.code for table in tables), 0)

    def behind() -> str:
        return "no progress: " + "; ".join(f"{t.code} {t.told()}" for t in tables if t.slowest <= marks[t.code])

    def all_on() -> bool:
        return all(table.slowest > marks[table.code] for table in tables)

    await until(
        lambda: all(table.has_begun for table in tables),
        PROGRESS_S,
        lambda: "not begun: " + "; ".join(f"{t.code} {t.told()}" for t in tables if not t.has_begun),
    )
    for number, fault in enumerate(drawn(plan.faults, chance), 1):
        target = sum(table.newest for table in tables) + chance.randint(*FURTHER) * len(tables)
        await until(lambda target=target: sum(t.newest for t in tables) >= target, PROGRESS_S, behind)  # type: ignore[misc]
        at = Counter(page.port for table in tables for page in table.pages)
        await strike(fault, workers, redis, max(range(plan.workers), key=lambda number: at[workers[number].port]))
        marks.update({table.code: table.newest for table in tables})
        outcome.effects.append(effect := Effect(fault))
        await until(all_on, PROGRESS_S, lambda fault=fault: f"after {fault.words}: {behind()}")  # type: ignore[misc]
        effect.all_on = time.time() - fault.began / 1000
        say(f"{number:3d}  {fault.words}; everybody plays on after {effect.all_on:.1f} s")
    for table in tables:
        table.rematches = False
    await until(
        lambda: all(table.is_over for table in tables),
        FINISH_S,
        lambda: "not finished: " + "; ".join(f"{t.code} {t.told()}" for t in tables if not t.is_over),
    )


def _state(redis: RedisServer, tables: Sequence[Table]) -> list[str]:
    """Who talks to Redis, who listens, and who has which room, at a moment when something has not come about."""
    clients: bytes = redis.ask("CLIENT", "LIST")
    channels: list[bytes] = redis.ask("PUBSUB", "SHARDCHANNELS")
    owners = [(table.code, redis.ask("GET", f"pounce:{{{table.code}}}:lease")) for table in tables]
    return [*clients.decode().splitlines(), *(f"listens: {channel!r}" for channel in channels), *map(str, owners)]


def _judge(outcome: Outcome, redis: RedisServer) -> None:
    for table in outcome.tables:
        bodies: list[bytes] = redis.ask("LRANGE", f"pounce:{{{table.code}}}:log", 0, -1)
        outcome.bodies[table.code] = bodies
        verdict: Verdict = judged(table, bodies)
        outcome.differences += verdict.differences
        outcome.counts += verdict.counts
        moments = [entry.when for entry in map(decode, bodies)]
        for effect in outcome.effects:
            _measure(effect, table, moments)


def _measure(effect: Effect, table: Table, moments: Sequence[int]) -> None:
    """How long this table stood still by this fault, if it touched it: one of Redis touches all."""
    fault = effect.fault
    until_ms = fault.began + 1000 * effect.all_on
    cuts = []
    for page in table.pages:
        # A table that was taken over may go back to where its people come in, so a page may be cut off once more.
        own = [cut for cut in page.cuts if cut.code != BLIP and fault.began <= cut.at < until_ms]
        cuts += own[:1]
    if not cuts and not fault.is_of_redis:
        return
    effect.cut += bool(cuts)
    effect.back += [(cut.back - fault.began) / 1000 for cut in cuts if cut.back]
    first = next((n for n, when in enumerate(moments, 1) if when > fault.began and n in table.shown), None)
    if first is not None:
        effect.moved.append((table.shown[first] - fault.began) / 1000)


def keep(outcome: Outcome, folder: Path) -> None:
    """Everything that somebody needs who looks for what went wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "differences.txt").write_text("\n".join([f"seed {outcome.plan.seed}", *outcome.differences]) + "\n")
    for name, lines in outcome.logs.items():
        (folder / f"{name}.log").write_text("\n".join(lines) + "\n")
    for code, bodies in outcome.bodies.items():
        (folder / f"{code}.journal").write_bytes(b"\n".join(bodies) + b"\n")
    for table in outcome.tables:
        if any(difference.startswith(table.code) or table.code in difference for difference in outcome.differences):
            for page in table.pages:
                name = f"{table.code}-{page.name}"
                (folder / f"{name}.seen").write_text("\n".join(page.received) + "\n")
                (folder / f"{name}.ways").write_text("\n".join(page.ways) + "\n")


def report(outcome: Outcome) -> str:
    """What a person wants to know of it."""
    plan = outcome.plan
    lines = [
        f"{plan.rooms} tables of four, {plan.workers} workers, seed {plan.seed}",
        f"{len(outcome.effects)} faults in {outcome.seconds:.0f} s",
        "",
        "  #  fault                                              tables  next move (s)   page back (s)   all on",
        "                                                       cut off  median  worst   median  worst      (s)",
    ]
    for number, effect in enumerate(outcome.effects, 1):
        lines.append(
            f"{number:3d}  {effect.fault.words:<50} {effect.cut:6d}  {_pair(effect.moved)}  {_pair(effect.back)}"
            f"  {effect.all_on:7.1f}"
        )
    lines += ["", "by kind                   tables  next move (s)   page back (s)"]
    for kind in plan.faults:
        ofs = [effect for effect in outcome.effects if effect.fault.kind == kind]
        moved = [each for effect in ofs for each in effect.moved]
        back = [each for effect in ofs for each in effect.back]
        lines.append(f"{kind:<25} {sum(effect.cut for effect in ofs):6d}  {_pair(moved)}  {_pair(back)}")
    lines += ["", *(f"{what}: {count}" for what, count in sorted(outcome.counts.items()))]
    lines += ["", f"{len(outcome.differences)} differences", *outcome.differences]
    return "\n".join(lines) + "\n"


def _pair(values: Sequence[float]) -> str:
    return f"{statistics.median(values):6.2f} {max(values):6.2f}" if values else "     -      -"


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
