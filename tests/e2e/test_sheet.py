"""The score sheets of a whole match and of its rematch, held against the journal's replay."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from app.rooms.entry import MatchStarted, Moved, RoundStarted
from app.rules.card import DECK
from app.rules.record import Record, RecordedMove, RecordedRound, write
from app.rules.rng import Rng, commitment, match_seed
from tests.support.browser_socket import Player, all_see, open_table
from tests.support.hand import Hand, play_round
from tests.support.log import RoomLog, assert_agrees
from tests.support.server import ROOT, running
from tests.support.sight import Message

pytestmark = pytest.mark.server

QUICK: dict[str, object] = {"countdown_ms": 100, "moves_per_second": 100_000, "messages_per_second": 100_000}
SHORT: dict[str, object] = {
    "pounce_pile": 6,
    "tableau": 4,
    "empty_space": "any",
    "pounce_on_tableau": True,
    "flip": 1,
    "king_stop": "off",
    "bonus": 15,
    "target": 50,
}


def records(log: RoomLog) -> list[Record]:
    """The matches in the log. What a seat carries into a round is added up here, from the cards themselves."""
    matches: list[Record] = []
    totals: dict[int, int] = {}
    for entry, point in zip(log.entries, log.points, strict=True):
        if isinstance(entry, MatchStarted):
            matches.append(Record(entry.game, entry.options, (), bytes.fromhex(entry.seed)))
            totals = {}
        elif isinstance(entry, RoundStarted):
            seats = tuple({"total": totals[seat]} if seat in totals else {} for seat in entry.seats)
            matches[-1] = _with_rounds(matches[-1], (*matches[-1].rounds, RecordedRound(seats, ())))
        elif isinstance(entry, Moved):
            *earlier, current = matches[-1].rounds
            moves = (*current.moves, RecordedMove(entry.seat, entry.when, entry.move))
            matches[-1] = _with_rounds(matches[-1], (*earlier, current._replace(moves=moves)))
            if point.state.phase == "over":
                for seat, points in zip(point.room.players, counted(point.state), strict=True):
                    totals[seat] = totals.get(seat, 0) + points
    return matches


def _with_rounds(record: Record, rounds: tuple[RecordedRound, ...]) -> Record:
    return Record(record.game, record.options, rounds, record.seed)


def counted(state: Any) -> list[int]:
    """The points of a finished round as pounce.md counts them, from the cards on the table."""
    rules = state.rules
    points = [0] * rules.seats
    for spec, pile in zip(state.table.specs, state.table.piles, strict=True):
        if spec.kind == "foundation":
            for card in pile.cards:
                points[DECK[card]] += 1
        elif spec.kind == "reserve":
            points[spec.owner] -= int(rules.options["penalty"]) * len(pile.cards)
            points[spec.owner] += 0 if pile.cards else int(rules.options["bonus"])
    return points


async def replayed(record: Record, file: Path) -> list[Message]:
    """The rounds of a match as `python -m app replay` tells them."""
    await asyncio.to_thread(file.write_text, write(record))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app", "replay", str(file), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    assert process.returncode == 0
    told = json.loads(out)
    assert told["refused"] == 0
    rounds: list[Message] = told["rounds"]
    return rounds


async def play_match(hands: list[Hand]) -> list[list[Message]]:
    """Play until the match is over; the room as each player saw it after every round."""
    seen: list[list[Message]] = []
    while True:
        players = [hand.player for hand in hands]
        await all_see(players, lambda player: player.room["phase"] == "play")
        await asyncio.gather(*(play_round(hand) for hand in hands))
        await all_see(players, lambda player: bool(player.room["sheet"]))
        seen.append([player.room for player in players])
        if players[0].room["phase"] == "over":
            return seen
        for player in players:
            await player.send({"t": "ready", "on": True, "add": "ff" * 16})


async def test_both_sheets_agree_with_the_journals_replay_to_the_end_of_the_match_and_in_the_rematch(
    tmp_path: Path,
) -> None:
    adds = [["0a" * 16, "0b" * 16], ["1a" * 16, "1b" * 16]]
    async with running(tmp_path, next_round_ms=60_000, **QUICK) as server:
        code = await open_table(server)
        async with Player(server, code, "Ann") as ann, Player(server, code, "Ben") as ben:
            for player in (ann, ben):
                await player.sit()
            hands = [Hand(ann, Rng(b"Ann")), Hand(ben, Rng(b"Ben"))]
            await ann.send({"t": "options", "options": SHORT})
            await ben.until(lambda: ben.room["options"]["target"] == 50)
            first_promise = ben.room["commitment"]
            await ben.send({"t": "ready", "on": True, "add": adds[0][1]})
            await ann.until(lambda: ann.room["seats"][1]["ready"])
            await ann.send({"t": "start", "add": adds[0][0]})
            first = await play_match(hands)

            await ann.until(lambda: ann.room["commitment"] != first_promise)
            second_promise = ann.room["commitment"]
            assert ann.room["revealed"] is not None
            for player, add in zip((ann, ben), adds[1], strict=True):
                await player.send({"t": "ready", "on": True, "add": add})
            second = await play_match(hands)
            await ann.until(lambda: ann.room["commitment"] != second_promise)

            log = RoomLog(tmp_path, code)
            assert log.assert_conserved() > 100
            for player in (ann, ben):
                assert assert_agrees(player, log) > 100

    matches = records(log)
    assert len(matches) == 2
    for number, (record, seen) in enumerate(zip(matches, (first, second), strict=True)):
        rounds = await replayed(record, tmp_path / f"match{number}.json")
        assert len(rounds) == len(seen)
        totals = [0, 0]
        for told, carried, (by_ann, by_ben) in zip(rounds, record.rounds, seen, strict=True):
            sheet = by_ann["sheet"]
            assert sheet == by_ben["sheet"]
            assert [row["seat"] for row in sheet["rows"]] == [0, 1]
            assert [carry.get("total", 0) for carry in carried.seats] == totals
            points = [row["points"] for row in sheet["rows"]]
            totals = [total + gained for total, gained in zip(totals, points, strict=True)]
            assert [row["total"] for row in sheet["rows"]] == totals
            assert [seat["total"] for seat in by_ann["seats"]] == totals
            assert all(sum(row["parts"].values()) == row["points"] for row in sheet["rows"])
            assert told["result"]["scores"] == [
                {"points": row["points"], "total": row["total"], "parts": row["parts"]} for row in sheet["rows"]
            ]
            over = max(totals) >= 50 and totals[0] != totals[1]
            assert by_ann["phase"] == by_ben["phase"] == ("over" if over else "between")
            assert sheet["winners"] == ([totals.index(max(totals))] if over else [])
        assert max(totals) >= 50

    # The chance of both matches was promised before, is shown after, and holds everybody's share.
    promises = (first_promise, second_promise)
    assert first_promise != second_promise
    for record, seen, promise, added in zip(matches, (first, second), promises, adds, strict=True):
        assert all(room["commitment"] == promise for rooms in seen[:-1] for room in rooms)
        revealed = seen[-1][0]["revealed"]
        assert commitment(bytes.fromhex(revealed)) == promise
        assert record.seed == match_seed(bytes.fromhex(revealed), [bytes.fromhex(add) for add in added])
    # The same people on the same seats.
    assert [entry.seats for entry in log.of_kind("round") if isinstance(entry, RoundStarted)] == [(0, 1)] * len(
        log.of_kind("round")
    )
