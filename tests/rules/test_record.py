"""Records: written, read strictly, replayed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rules.card import deck
from app.rules.deals import deal_seed
from app.rules.game import HOUSE, Move
from app.rules.record import (
    MAX_BYTES,
    BadRecord,
    Record,
    RecordedMove,
    RecordedRound,
    read,
    replay,
    write,
)
from app.rules.registry import games

PAGE = Path(__file__).resolve().parents[2] / "docs" / "records.md"
GO: list[Any] = [-1, 0, ["go"]]
ROUND: dict[str, Any] = {"seats": [{}, {}], "moves": []}


def document(*moves: list[Any], **changes: Any) -> dict[str, Any]:
    """A record of one round of two in which no deck was shuffled; a change to None leaves a key out."""
    base = {
        "format": 1,
        "game": "pounce",
        "shuffles": [[each[2:] for each in deck(0)], list(deck(1))],
        "rounds": [{"seats": [{}, {}], "moves": list(moves)}],
    }
    return {key: value for key, value in {**base, **changes}.items() if value is not None}


def replayed(*moves: list[Any], legal: bool = False, **changes: Any) -> dict[str, Any]:
    record = read(json.dumps(document(*moves, **changes)))
    outcome: dict[str, Any] = json.loads(json.dumps(replay(record, games(), legal=legal)))
    return outcome


def test_a_record_reads_back_as_it_was_written() -> None:
    """With a seed or with shuffles, with names or without."""
    moves = (
        RecordedMove(HOUSE, 4000, Move("go")),
        RecordedMove(0, 4100, Move("play", "0t1", deck(0)[:1], "new")),
        RecordedMove(HOUSE, 4100, Move("agree", seat=1)),
    )
    rounds = (RecordedRound(({}, {"total": -3}), moves), RecordedRound(({"total": 1}, {"total": 0}), ()))
    named = (rounds[0]._replace(names=("Ann", "Bøb 🐺")), rounds[1])
    for record in (
        Record("pounce", {"target": 50, "silence": False}, rounds, seed=bytes(32)),
        Record("pounce", {}, named, seed=bytes(32)),
        Record("pounce", {}, rounds, shuffles=(deck(0), deck(1))),
        Record("thumb-and-pouch", {"redeals": 0}, (RecordedRound(({},), ()),), deal=48_213),
    ):
        assert read(write(record)) == record


def test_every_move_has_its_verdict() -> None:
    """A refused move changes nothing, and the replay goes on."""
    outcome = replayed(
        [0, 0, ["flip"]],
        GO,
        [0, 10, ["play", "0t1", ["0:AS"], "new"]],
        [1, 10, ["play", "1t1", ["1:AS"], "b0"]],
        [1, 11, ["play", "1t1", ["1:AS"], "new"]],
    )
    (told,) = outcome["rounds"]
    assert [verdict.get("reason") for verdict in told["verdicts"]] == ["not_now", None, None, "does_not_fit", None]
    assert [verdict["ok"] for verdict in told["verdicts"]] == [False, True, True, False, True]
    assert (outcome["accepted"], outcome["refused"]) == (3, 2)
    assert told["piles"]["b0"] == {"down": 0, "cards": ["0:AS"]}
    assert told["piles"]["b1"] == {"down": 0, "cards": ["1:AS"]}
    assert told["piles"]["0t2"] == {"down": 1, "cards": ["0:2S", "0:6S"]}
    assert told["facts"]["phase"] == "race"
    assert told["result"] is None
    assert outcome["options"]["target"] == 100


def test_legal_moves_are_told_before_every_move_and_at_the_end() -> None:
    """Of every seat, and of the house."""
    (told,) = replayed(GO, [0, 1, ["play", "0t1", ["0:AS"], "new"]], legal=True)["rounds"]
    before_go, before_ace = told["verdicts"]
    assert (before_go["legal"], before_go["house"]) == ([[], []], [["go"]])
    assert ["play", "0t1", ["0:AS"], "new"] in before_ace["legal"][0]
    assert ["play", "1t1", ["1:AS"], "new"] in before_ace["legal"][1]
    assert ["play", "0t1", ["0:AS"], "new"] not in told["legal"][0]
    assert told["house"] == []


def test_a_round_that_ends_has_its_score_sheet() -> None:
    """Five pounce cards to five empty piles would do; here all are out of luck with an open tableau."""
    over = replayed(
        GO,
        *[[seat, 1, ["stuck"]] for _ in range(9) for seat in (0, 1)],
        options={"tableau": 4, "target": 0, "penalty": 1},
    )
    assert over["refused"] == 16, "play has to go on before the next vote"
    moves: list[list[Any]] = [GO]
    for _ in range(9):
        moves += [[0, 1, ["stuck"]], [1, 1, ["stuck"]], [-1, 1, ["resume"]]]
    (told,) = replayed(*moves, options={"tableau": 4, "target": 0, "penalty": 1})["rounds"]
    line = {"points": -9, "total": -9, "parts": {"cards": 0, "penalty": -9, "bonus": 0}}
    assert told["result"] == {"scores": [line, line], "winners": [0, 1], "ended_by": None}


def test_rounds_take_their_chance_from_the_seed_by_their_number() -> None:
    """The second round of a seed is another deal than the first, whatever happened in it."""
    round_ = {"seats": [{}, {}], "moves": [GO]}
    first, second = replayed(shuffles=None, seed="00ff", rounds=[round_, round_])["rounds"]
    assert first["piles"] != second["piles"]
    assert replayed(shuffles=None, seed="00ff", rounds=[ROUND, round_])["rounds"][1] == second


def test_a_numbered_deal_is_its_seed() -> None:
    """A record that names the number replays as one that holds the seed."""
    rounds = [{"seats": [{}], "moves": [[0, 0, ["flip"]], [0, 0, ["pickup"]]]}]
    numbered = replayed(game="thumb-and-pouch", shuffles=None, deal=7, rounds=rounds)
    seed = deal_seed("thumb-and-pouch", 7).hex()
    assert numbered == replayed(game="thumb-and-pouch", shuffles=None, seed=seed, rounds=rounds)
    assert (numbered["accepted"], numbered["refused"]) == (1, 1)


def test_names_change_nothing() -> None:
    """They are there for the reader."""
    named = {**ROUND, "names": ["Ann", "Bob"], "moves": [GO]}
    assert replayed(rounds=[named]) == replayed(GO)


def test_totals_are_brought_along() -> None:
    """As the record says them, round by round."""
    moves = [GO]
    for _ in range(9):
        moves += [[0, 1, ["stuck"]], [1, 1, ["stuck"]], [-1, 1, ["resume"]]]
    rounds = [{"seats": [{"total": 7}, {"total": -2}], "moves": moves}]
    (told,) = replayed(rounds=rounds, options={"tableau": 4})["rounds"]
    assert [score["total"] for score in told["result"]["scores"]] == [7 - 18, -2 - 18]


TWICE = '{"format":1,"format":1,"game":"pounce","seed":"00","rounds":[]}'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not a JSON document"),
        ("{", "not a JSON document"),
        ("[" * 100_000, "not a JSON document"),
        ('{"format": ' + "9" * 5000 + "}", "not a JSON document"),
        ("[]", "not an object"),
        ("{}", "does not say its format, game, rounds"),
        (TWICE, "says something twice"),
        (" " * (MAX_BYTES + 1), "longer than 16 MB"),
    ],
)
def test_what_is_no_record_is_refused(text: str, sentence: str) -> None:
    """With one readable sentence."""
    with pytest.raises(BadRecord, match=sentence):
        read(text)


def test_bytes_that_are_no_text_are_refused() -> None:
    """A record is UTF-8."""
    with pytest.raises(BadRecord, match="not a JSON document"):
        read(b"\xff\xfe\xfa")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": 2}, "format is not 1"),
        ({"format": None}, "does not say its format"),
        ({"note": "hello"}, "unknown key 'note'"),
        ({"game": 5}, "game is not a text"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"seed": "00"}, "either a seed or the number of a deal or shuffles"),
        ({"deal": 7}, "either a seed or the number of a deal or shuffles"),
        ({"shuffles": None}, "either a seed or the number of a deal or shuffles"),
        ({"shuffles": None, "deal": 0}, "deal is not a whole number from 1"),
        ({"shuffles": None, "deal": 10**12}, "deal is not a whole number from 1"),
        ({"shuffles": None, "deal": True}, "deal is not a whole number from 1"),
        ({"shuffles": None, "deal": "7"}, "deal is not a whole number from 1"),
        ({"shuffles": None, "seed": "0"}, "seed is not"),
        ({"shuffles": None, "seed": "AB"}, "seed is not"),
        ({"shuffles": None, "seed": "00\n"}, "seed is not"),
        ({"shuffles": None, "seed": 7}, "seed is not"),
        ({"shuffles": {}}, "not an array"),
        ({"shuffles": ["AS"]}, "not an array"),
        ({"shuffles": [[1]]}, "not all texts"),
        ({"shuffles": [["AS"] * 501]}, "more than 500"),
        ({"shuffles": [list(deck(0))]}, "fewer shuffles"),
        ({"shuffles": [list(deck(0)), list(deck(0))]}, "exactly the cards"),
        ({"options": []}, "options are not an object"),
        ({"options": {"target": None}}, "not all true, false"),
        ({"options": {"target": 99}}, "'target'"),
        ({"options": {"speed": 1}}, "'speed'"),
        ({"rounds": {}}, "rounds are not an array"),
        ({"rounds": [5]}, "Round 1 is not an object"),
        ({"rounds": [ROUND, {"seats": []}]}, "Round 2 does not say its moves"),
        ({"rounds": [{**ROUND, "name": 1}]}, "unknown key 'name'"),
        ({"rounds": [{**ROUND, "names": "Ann"}]}, "names are not an array"),
        ({"rounds": [{**ROUND, "names": ["Ann", 7]}]}, "names are not all texts"),
        ({"rounds": [{**ROUND, "names": ["Ann", "B" * 65]}]}, "texts of at most 64"),
        ({"rounds": [{**ROUND, "names": ["Ann"]}]}, "not one name a seat"),
        ({"rounds": [{**ROUND, "names": []}]}, "not one name a seat"),
        ({"rounds": [{"seats": [{}], "moves": []}]}, "for 2 to 8 seats, not 1"),
        ({"rounds": [{"seats": [{}] * 17, "moves": []}]}, "more than 16"),
        ({"rounds": [{"seats": [{}, {"total": "7"}], "moves": []}]}, "object of numbers"),
        ({"rounds": [{"seats": [{}, {"total": True}], "moves": []}]}, "object of numbers"),
        ({"rounds": [{"seats": [{}, {"total": 10**10}], "moves": []}]}, "object of numbers"),
        ({"rounds": [{"seats": [{}, []], "moves": []}]}, "object of numbers"),
    ],
)
def test_a_record_that_says_something_wrong_is_refused(changes: dict[str, Any], sentence: str) -> None:
    """Whether in its form or for its game."""
    with pytest.raises(BadRecord, match=sentence):
        replayed(**changes)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (["flip"], r"Round 1, move 2 is not \[seat, when, move\]"),
        ([2, 1, ["flip"]], "move 2 is by a seat that is not in the round"),
        ([-2, 1, ["flip"]], "by a seat that is not"),
        ([True, 1, ["flip"]], "by a seat that is not"),
        ([0, -1, ["flip"]], "whole number of milliseconds"),
        ([0, 1.5, ["flip"]], "whole number of milliseconds"),
        ([0, 2**53, ["flip"]], "whole number of milliseconds"),
        ([0, 1, "flip"], "move 2: a move is an array"),
        ([0, 1, []], "a move is an array"),
        ([0, 1, ["play", "0t1", "0:AS"]], "cards of a move"),
    ],
)
def test_a_move_that_says_something_wrong_is_refused(move: list[Any], sentence: str) -> None:
    """With the round and the number of the move."""
    with pytest.raises(BadRecord, match=sentence):
        replayed(GO, move)


def test_time_never_runs_backwards() -> None:
    """Neither within a round nor from one to the next."""
    with pytest.raises(BadRecord, match="backwards"):
        replayed([-1, 5, ["go"]], [0, 4, ["flip"]])
    rounds = [{**ROUND, "moves": [[-1, 5, ["go"]]]}, {**ROUND, "moves": [[-1, 4, ["go"]]]}]
    with pytest.raises(BadRecord, match="backwards"):
        replayed(shuffles=None, seed="00", rounds=rounds)


SCRAPS = st.none() | st.booleans() | st.integers() | st.text(max_size=3)


@given(st.recursive(SCRAPS, lambda inner: st.lists(inner, max_size=4)))
@settings(max_examples=40)
def test_no_move_breaks_the_reader(value: object) -> None:
    """It is read and gets its verdict, or it is refused with a sentence."""
    told = ""
    try:
        replayed(GO, [0, 1, value])
    except BadRecord as bad:
        told = str(bad)
    assert not told or told.endswith(".")


def test_the_page_shows_a_record_that_replays() -> None:
    """Its example, with a seed in the place of the one that is cut short."""
    shown = re.search(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert shown
    example = shown[1].replace("9f0c…", "9f0c")
    outcome = replay(read(example), games())
    assert (outcome["accepted"], outcome["refused"]) == (2, 2)
