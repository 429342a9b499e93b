"""What a log holds of matches and rounds."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from app.rooms import archive
from app.rooms.archive import SLICE, in_slices, played_round, record
from app.rooms.entry import Created, Ended, Entry, MatchStarted, Moved, Paused, RoundStarted, Sat, decode, encode
from app.rules.game import HOUSE, Move, complete
from app.rules.games.pounce import GAME
from app.rules.record import Record, RecordedMove, read, replay, write
from app.rules.registry import games
from tests.support.clock import WoundClock
from tests.support.games import VECTORS, done
from tests.support.rooms import folded

LOG = (VECTORS / "log-1.jsonl").read_bytes().splitlines()
"""Two matches: one that the host ended early, and one of three rounds that was won. A person comes and goes."""


def recorded(entries: Sequence[bytes], number: int) -> Record | None:
    return done(record(entries, number, games()))


def kind(data: bytes) -> str:
    return str(json.loads(data)["e"])


def sheets(entries: Sequence[bytes]) -> list[list[tuple[int, int]]]:
    """Points and totals of every round that has a sheet, by seat of the round."""
    found: list[list[tuple[int, int]]] = []
    sheet: object = None
    for point in folded([decode(data) for data in entries]):
        if point.room.sheet is not None and point.room.sheet is not sheet:
            found.append([(line.points, line.total) for line in point.room.sheet.lines])
        sheet = point.room.sheet
    return found


def test_a_match_that_was_won_replays_to_its_sheets() -> None:
    """Every move is legal, the house's too, and every round has the points that the players saw."""
    found = recorded(LOG, 2)
    assert found is not None
    outcome = replay(read(write(found)), games())
    assert outcome["refused"] == 0
    rounds: Any = outcome["rounds"]
    told = [[(score["points"], score["total"]) for score in each["result"]["scores"]] for each in rounds]
    assert told == sheets(LOG)
    assert rounds[-1]["result"]["winners"]


@pytest.mark.parametrize("name", sorted(path.stem for path in VECTORS.glob("log-*.jsonl")))
def test_every_kept_log_gives_records(name: str) -> None:
    """Whatever has happened at its table: people removed, seats claimed, bots standing in, pauses."""
    log = (VECTORS / f"{name}.jsonl").read_bytes().splitlines()
    results = []
    for number in range(1, sum(kind(data) == "match" for data in log) + 1):
        found = recorded(log, number)
        if found is None:
            assert number == sum(kind(data) == "match" for data in log), "only the last one can still run"
            continue
        outcome: Any = replay(read(write(found)), games())
        assert outcome["refused"] == 0
        results += [each["result"] for each in outcome["rounds"] if each["result"]]
    told = [[(score["points"], score["total"]) for score in result["scores"]] for result in results]
    shown = sheets(log)
    if any(kind(data) == "rewound" for data in log):
        shown = shown[-1:]  # what was given up and taken up again ended otherwise
    assert told == shown[: len(told)]
    assert told


def test_a_record_says_all_that_the_match_depends_on() -> None:
    """The seed, every option, what each seat brought, who sat there, and when each move was made."""
    found = recorded(LOG, 2)
    assert found is not None
    (began,) = [data for data in LOG if kind(data) == "match"][1:]
    body = json.loads(began)
    assert (found.game, found.seed) == ("pounce", bytes.fromhex(body["seed"]))
    assert found.options == body["options"] == complete(GAME.info, found.options)
    assert [each.names for each in found.rounds] == [
        ("Ann", "Bøb 🐺", "Marble"),
        ("Ann", "Bøb 🐺", "Marble", "Eve"),
        ("Ann", "Bøb 🐺", "Marble"),
    ]
    assert found.rounds[0].seats == ({}, {}, {})
    assert [carry.get("total") for carry in found.rounds[1].seats][3:] == [None], "who is new brings nothing"
    moves = [data for data in LOG[LOG.index(began) :] if kind(data) == "move"]
    assert sum(len(each.moves) for each in found.rounds) == len(moves)
    assert found.rounds[0].moves[0] == RecordedMove(HOUSE, json.loads(moves[0])["w"] - body["w"], Move("go"))


def test_a_match_that_ended_early_has_a_record() -> None:
    """As far as it came."""
    found = recorded(LOG, 1)
    assert found is not None
    outcome: Any = replay(read(write(found)), games())
    assert [each["result"] for each in outcome["rounds"]] == [None]
    assert outcome["refused"] == 0


@pytest.mark.parametrize("number", [-1, 0, 3, 10**9])
def test_there_is_no_such_match(number: int) -> None:
    assert recorded(LOG, number) is None


def test_a_match_that_runs_has_none() -> None:
    """Its seed is secret until its last move, or until it is ended."""
    for number, last in ((1, "ended"), (2, "move")):
        end = max(at for at, data in enumerate(LOG) if kind(data) == last and (number == 2 or at < 200))
        ends = [recorded(LOG[:count], number) is not None for count in (end // 2 + 5, end, end + 1)]
        assert ends == [False, False, True]


def test_the_moves_of_other_matches_are_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are passed over unread, with the same outcome."""
    found = recorded(LOG, 2)
    monkeypatch.setattr(archive, "_MOVES", (b"\xff",))
    assert recorded(LOG, 2) == found


def test_the_rounds_of_a_match() -> None:
    """With the room seats, and the game's own state as it was dealt."""
    rounds = [done(played_round(LOG, 2, number, games())) for number in (1, 2, 3)]
    assert [each.players for each in rounds if each] == [(0, 1, 2), (0, 1, 2, 3), (0, 1, 2)]
    for each in rounds:
        assert each is not None
        review = done(GAME.review(each.dealt, each.running))
        assert len(review) == len(each.players)
        assert each.running[0] == RecordedMove(HOUSE, 4000, Move("go"))
    for match, number in ((2, 0), (2, 4), (1, 1), (3, 1), (0, 1)):
        assert done(played_round(LOG, match, number, games())) is None


def test_a_round_that_runs_cannot_be_looked_back_on() -> None:
    last = max(at for at, data in enumerate(LOG) if kind(data) == "move")
    assert done(played_round(LOG[:last], 2, 3, games())) is None
    assert done(played_round(LOG[:last], 2, 2, games())) is not None
    assert done(played_round(LOG[: last + 1], 2, 3, games())) is not None


def test_pauses_do_not_count_as_running() -> None:
    """A record keeps the time as it went by; a review looks at play alone."""
    entries: list[Entry] = [
        Created(1000, "KQ7M4X", "pounce"),
        Sat(1000, 0, "ann", "Ann"),
        Sat(1000, 1, "bob", "Bob"),
        MatchStarted(2000, "pounce", complete(GAME.info, {"target": 50}), "5e" * 32),
        RoundStarted(2000, (0, 1)),
        Moved(6000, HOUSE, "", Move("go")),
        Moved(7000, 0, "", Move("flip")),
        Paused(7500, True),
        Paused(97_500, False),
        Moved(98_000, 1, "", Move("flip")),
        Paused(98_100, True),
        Paused(98_200, False),
        Moved(98_300, 0, "", Move("flip")),
        Ended(99_000),
    ]
    found = recorded([encode(entry) for entry in entries], 1)
    assert found is not None
    assert [move.when for move in found.rounds[0].moves] == [4000, 5000, 96_000, 96_300]
    *_, rounds = done(archive._match([encode(entry) for entry in entries], 1, games()))
    assert [move.when for move in rounds[0].running] == [4000, 5000, 6000, 6200]


def test_a_log_that_was_dropped_meanwhile_has_nothing() -> None:
    """The room may still be awake."""
    assert recorded([], 1) is None
    assert done(played_round([], 1, 1, games())) is None


async def test_others_have_their_turn_meanwhile() -> None:
    """One after each slice."""
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    assert await in_slices(record(LOG, 2, games()), WoundClock().steady) == recorded(LOG, 2)
    assert abs(turns - len(LOG) // SLICE) <= 2
    counting.cancel()
