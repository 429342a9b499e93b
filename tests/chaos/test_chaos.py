"""The short form of the chaos run, and that its verdict finds what it is there to find."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.chaos.faults import SHORT
from tests.chaos.page import Page
from tests.chaos.run import Outcome, Plan, keep, report, run
from tests.chaos.table import Table
from tests.chaos.verdict import judged

pytestmark = pytest.mark.server

KEPT = Path("test-results")
"""What a run that failed leaves behind is in a folder here."""
SEED = 20_240_517
BOUND_S = 480


async def ran(plan: Plan, folder: Path) -> Outcome:
    async with asyncio.timeout(BOUND_S):
        outcome = await run(plan, folder)
    if outcome.differences:
        keep(outcome, KEPT / f"chaos-{plan.seed}")
    return outcome


async def test_after_one_fault_of_each_kind_nothing_is_missing_and_every_table_finishes(tmp_path: Path) -> None:
    outcome = await ran(Plan(SEED, rooms=12, faults=SHORT), tmp_path)
    assert not outcome.differences, report(outcome)
    assert sorted(effect.fault.kind for effect in outcome.effects) == sorted(SHORT)
    # Connections were cut and moves were on their way; else this would show nothing.
    assert outcome.counts["cut off"] > 0
    assert outcome.counts["sent again"] > 0
    assert outcome.counts["matches"] >= 12


async def test_the_verdict_finds_what_is_missing_what_is_twice_and_what_is_otherwise(tmp_path: Path) -> None:
    outcome = await ran(Plan(SEED, rooms=2, faults={}, workers=1, pace=0.1), tmp_path)
    assert not outcome.differences, report(outcome)
    for table in outcome.tables:
        bodies = outcome.bodies[table.code]
        entries = [json.loads(body) for body in bodies]
        acked = [number for number, entry in enumerate(entries) if entry.get("ack")]
        middle = acked[len(acked) // 2]

        def found(changed: list[bytes], table: Table = table) -> str:
            return "\n".join(judged(table, changed).differences)

        assert found(bodies) == ""
        assert "sees entry" in found(bodies[:-1])
        assert "not over" in found(bodies[: acked[-1]])
        assert found(bodies[:middle] + bodies[middle + 1 :])
        again = {**entries[middle], "ack": entries[acked[0]]["ack"]}
        twice = found([*bodies[:middle], json.dumps(again).encode(), *bodies[middle + 1 :]])
        assert "more than once" in twice
        assert "confirmed and are not in the log" in twice

        page = next(page for page in table.pages if page.confirmed)
        told = min(page.confirmed)
        for change, undo, words in _lies(page, told):
            change()
            assert words in found(bodies)
            undo()
        assert found(bodies) == ""


def _lies(page: Page, told: int) -> list[tuple[Callable[[], object], Callable[[], object], str]]:
    """What a server could do wrong to a page, how it is undone, and what is said of it."""
    number = next(number for number, text in enumerate(page.received) if '"p":{' in text and ":[" in text)
    text = page.received[number]
    frame = json.loads(text)
    frame["p"] = {pile: [cards[0] + 1, *cards[1:]] for pile, cards in frame["p"].items()}

    def show(shown: str) -> None:
        page.received[number] = shown

    return [
        (lambda: page.confirmed.add(1_000_000), lambda: page.confirmed.remove(1_000_000), "are not in the log"),
        (lambda: page.refused_moves.add(told), lambda: page.refused_moves.remove(told), "refused and are in the log"),
        (lambda: page.confirmed.remove(told), lambda: page.confirmed.add(told), "never answered"),
        (lambda: show(json.dumps(frame)), lambda: show(text), "that the log does not tell"),
        (lambda: page.received.pop(number), lambda: page.received.insert(number, text), "that the log does not tell"),
    ]
