"""What everybody saw and was told, held against the journal."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.rooms.entry import Moved
from app.rooms.point import Point
from app.rooms.view import room_view
from app.rules.registry import games
from tests.chaos.page import Page
from tests.chaos.table import Table
from tests.support.log import Log, assert_agrees, piles_for, seat_of_round
from tests.support.sight import Sight


@dataclass(slots=True)
class Verdict:
    """`differences` is empty when nothing is missing, nothing twice and nothing otherwise."""

    differences: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


def judged(table: Table, bodies: Sequence[bytes]) -> Verdict:
    """One table against its log as it lies in the store."""
    verdict = Verdict()
    try:
        log = Log(bodies)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what was looked for
        verdict.differences.append(f"{table.code}: the log does not fold: {error!r}")
        return verdict
    acks = log.acks()
    twice = sorted(ack for ack, count in acks.items() if count > 1)
    if twice:
        verdict.differences.append(f"{table.code}: moves that are in the log more than once: {twice}")
    if log.last.room.phase != "over":
        verdict.differences.append(f"{table.code}: not over but in “{log.last.room.phase}”")
    known = {page.load for page in table.pages}
    strange = sorted(ack for ack in acks if ack.partition(":")[0] not in known)
    if strange:
        verdict.differences.append(f"{table.code}: moves of nobody: {strange}")
    for page in table.pages:
        verdict.differences += [f"{table.code} {page.name}: {what}" for what in _judged(page, log, verdict.counts)]
    verdict.counts["entries"] += len(log.entries)
    verdict.counts["moves of people"] += acks.total()
    verdict.counts["matches"] += len(log.of_kind("match"))
    return verdict


def _judged(page: Page, log: Log, counts: Counter[str]) -> list[str]:
    found = list(page.wrong)
    kept = {
        int(entry.ack.rpartition(":")[2])
        for entry in log.entries
        if isinstance(entry, Moved) and entry.ack.startswith(f"{page.load}:")
    }
    if missing := page.confirmed - kept:
        found.append(f"moves that were confirmed and are not in the log: {sorted(missing)}")
    if made := kept & page.refused_moves:
        found.append(f"moves that were refused and are in the log: {sorted(made)}")
    if unheard := kept - page.confirmed - page.dropped:
        found.append(f"moves in the log that were never answered: {sorted(unheard)}")
    try:
        counts["messages compared"] += assert_agrees(page, log)
    except (AssertionError, IndexError) as error:
        found.append(f"something was seen that the log does not tell: {str(error) or repr(error)}"[:2000])
    if page.n != len(log.entries):
        found.append(f"sees entry {page.n} last, and the log has {len(log.entries)}")
    elif (seen := _plainly(page.sight)) != (kept_view := room_and_table(log.last, page.digest)):
        found.append(f"sees another table at the end: {_first_difference(seen, kept_view)}"[:2000])
    counts["confirmed"] += len(page.confirmed)
    counts["refused"] += page.refused.total()
    counts["given up"] += len(page.dropped)
    counts["cut off"] += len(page.cuts)
    counts["saving is interrupted, told"] += page.savings
    counts["sent again"] += page.resent.total()
    counts.update({f"sent again, {how}": count for how, count in page.resent.items()})
    return found


def room_and_table(point: Point, player: str) -> dict[str, object]:
    """What somebody may see of a room, as messages bring it; deadlines left out."""
    room = room_view(point.room, {})
    del room["due"]
    state = point.state
    piles = None if state is None else piles_for(point, seat_of_round(point, player))
    facts = None if state is None else games()[point.room.game].facts(state)
    view: dict[str, object] = json.loads(json.dumps({"room": room, "piles": piles, "facts": facts}))
    return view


def _plainly(sight: Sight) -> dict[str, object]:
    room = {key: value for key, value in sight.room.items() if key != "due"}
    return {"room": room, "piles": sight.table.get("piles"), "facts": sight.table.get("facts")}


def _first_difference(seen: dict[str, object], kept: dict[str, object]) -> str:
    key = next(key for key in seen if seen[key] != kept.get(key))
    return f"{key}: {seen[key]} instead of {kept.get(key)}"
