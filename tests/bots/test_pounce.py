"""The Pounce bots."""

from typing import Any

import pytest

from app.bots.bot import bots
from app.rules.game import HOUSE, Move
from app.rules.games.pounce import GAME
from app.rules.games.pounce.state import PounceState
from app.rules.notation import move_to_json
from app.rules.rng import Rng
from tests.support.games import Line, dealt, played, pounce

LEVELS = bots("pounce")
STEADY, SHARP = LEVELS["steady"], LEVELS["sharp"]
SPADES = " ".join(f"0:{rank}S" for rank in "A23456789TJQ")


def chosen(state: PounceState, seat: int = 0, seed: bytes = b"bot", level: str = "steady") -> list[Any] | None:
    """What the steady bot does, or that of another level, as JSON."""
    move, _ = LEVELS[level].choose(GAME, GAME.view(state, seat), seat, Rng(seed))
    return None if move is None else move_to_json(move)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        # the pounce card before all else
        ("0p KS 2S\n0t1 2S\n0w 2H\nb0 1:AS\nb1 1:AH", ["play", "0p", ["0:2S"], "b0"]),
        (
            "0p KS 9S\n0t1 2S\n0t2 3D\n0t3 9D\n0t4 9H\n0w 2H\nb0 1:AS\nb1 1:AH",
            ["play", "0p", ["0:9S"], "0t5"],
        ),
        # then what uncovers, before what does not
        (
            "0t1 -9D 2S\n0t2 4H 3H\n0t3 5D\n0t4 5H\n0t5 6C\n0w AC\nb0 1:AS\nb1 1:AH 1:2H",
            ["play", "0t1", ["0:2S"], "b0"],
        ),
        ("0t1 -9D 8S\n0t2 9H\n0t3 2D\n0t4 2H\n0t5 2C\n0w 8C", ["play", "0t1", ["0:8S"], "0t2"]),
        # to a build pile before inside the tableau
        ("0t1 -9D 8S\n0t2 9H\n0t3 2D\n0t4 2H\n0t5 2C\n0w AC", ["play", "0w", ["0:AC"], "new"]),
        # a whole pile on another makes room for the pounce card
        ("0t1 8S 7D\n0t2 9H\n0t3 2D\n0t4 2H\n0t5 2C", ["play", "0t1", ["0:8S", "0:7D"], "0t2"]),
        # part of a run, when what comes free can be built
        (
            "0t1 -KD 3S 2D\n0t2 3C\n0t3 9D\n0t4 9H\n0t5 9C\n0s -JC\nb0 0:AS 0:2S",
            ["play", "0t1", ["0:2D"], "0t2"],
        ),
        # but not for nothing
        ("0t1 -KD 3S 2D\n0t2 3C\n0t3 9D\n0t4 9H\n0t5 9C\n0s -JC", ["flip"]),
        # a waste card where it fits, before flipping on
        ("0t1 3S\n0t2 9H\n0t3 9D\n0t4 7H\n0t5 7C\n0w 2D\n0s -JC", ["play", "0w", ["0:2D"], "0t1"]),
        # flips and pick-ups
        ("0t1 3S\n0t2 9H\n0t3 9D\n0t4 7H\n0t5 7C\n0w JC", ["pickup"]),
        # a bare king stays where it is
        ("0p 9H KS\n0t1 KD\n0t2 9C\n0t3 9D\n0t4 7H\n0s -JC", ["play", "0p", ["0:KS"], "0t5"]),
    ],
)
def test_the_best_move(text: str, move: list[Any]) -> None:
    """One preference a line."""
    assert chosen(pounce(text)) == move


def test_keeps_room_where_the_pounce_card_fits_on_a_pile() -> None:
    """By the house rule that lets it; the empty pile is there for the next one."""
    state = pounce("0p KS 7C\n0t1 9H\n0t2 8D\n0t3 2C\n0t4 2H", pounce_on_tableau=True)
    assert chosen(state) == ["play", "0p", ["0:7C"], "0t2"]


NOTHING = "0t1 3S\n0t2 9H\n0t3 9D\n0t4 7H\n0t5 7C"


def test_says_stuck_after_two_passes_without_a_useful_move() -> None:
    """Two, since every other pass shows the same cards. Once said, it waits."""
    state = pounce(f"{NOTHING}\n0s -JC -JD -JH -JS")
    done = []
    for _ in range(12):
        move = chosen(state)
        if move is None:
            break
        done.append(move)
        state = played(GAME, state, (0, move))
    assert done == [["flip"], ["flip"], ["pickup"], ["flip"], ["flip"], ["stuck"]]
    assert chosen(state) is None


def test_says_stuck_at_once_with_neither_stock_nor_waste() -> None:
    """When no useful move exists either."""
    assert chosen(pounce(NOTHING)) == ["stuck"]
    assert chosen(pounce(f"{NOTHING}\nb0 0:AS 0:2S")) == ["play", "0t1", ["0:3S"], "b0"]


def test_goes_on_when_somebody_has_cleared_the_votes() -> None:
    """A useful move of anybody may have changed everything."""
    state = played(GAME, pounce(f"{NOTHING}\n0s -JC\n1w AS"), (0, ["stuck"]))
    assert chosen(state) is None
    state = played(GAME, state, (1, ["play", "1w", ["1:AS"], "new"]))
    assert chosen(state) == ["flip"]


def test_is_ready_after_a_stop() -> None:
    """Once; it waits where nobody is asked."""
    king: Line = (1, ["play", "1t1", ["1:KS"], "b0"])
    state = played(GAME, pounce(f"1t1 KS\nb0 {SPADES}"), king)
    assert chosen(state) == ["ready"]
    assert chosen(played(GAME, state, (0, ["ready"]))) is None
    assert chosen(played(GAME, pounce(f"1t1 KS\nb0 {SPADES}", king_stop="auto"), king)) is None


def test_waits_for_go() -> None:
    """Before it nothing is legal."""
    assert chosen(dealt(GAME, 2, {})) is None


def test_equally_good_moves_are_left_to_chance() -> None:
    """Not always the leftmost."""
    state = pounce("0w AS\nb0 1:AD\nb1 2:AD\n0p KS 2D", 3)
    assert {str(chosen(state, seed=bytes([n]))) for n in range(16)} == {
        "['play', '0p', ['0:2D'], 'b0']",
        "['play', '0p', ['0:2D'], 'b1']",
    }


def test_every_legal_useful_move_is_worth_making() -> None:
    """So a bot that flips through its stock twice has really had nothing to do."""
    state = played(GAME, dealt(GAME, 4, {}), (HOUSE, ["go"]))
    rng = Rng(b"walk")
    for turn in range(400):
        seat = turn % 4
        view = GAME.view(state, seat)
        move, rng = STEADY.choose(GAME, view, seat, rng)
        if state.phase != "race":
            break
        if move is not None and move.name != "play":
            for other in GAME.moves(state, seat):
                if other.name == "play":
                    after = GAME.apply(state._replace(votes=(True,) * 4), seat, other)
                    assert after.votes == (True,) * 4, other
        if move is not None:
            state = GAME.apply(state, seat, move)


# --- the other levels -------------------------------------------------------------------------------------------------


def test_levels_have_their_paces() -> None:
    """The slower, the easier to beat."""
    assert {level: bot.pace_ms for level, bot in LEVELS.items()} == {"easy": 3000, "steady": 1600, "sharp": 800}


PLAYS = "0t1 -9D 2S\n0t2 4H\n0t3 5D\n0t4 5H\n0t5 6H\nb0 1:AS\n0s -JC"


def test_easy_overlooks_a_move_now_and_then() -> None:
    """It turns the stock instead, and sees the move another time; what the view and chance are decides."""
    state = pounce(PLAYS)
    done = [str(chosen(state, seed=bytes([n]), level="easy")) for n in range(60)]
    assert set(done) == {"['play', '0t1', ['0:2S'], 'b0']", "['flip']"}
    assert 10 < done.count("['flip']") < 35
    assert done == [str(chosen(state, seed=bytes([n]), level="easy")) for n in range(60)]


def test_easy_overlooks_nothing_where_it_would_be_stuck() -> None:
    """With neither stock nor waste it looks twice."""
    state = pounce(PLAYS.replace("0s -JC", ""))
    for n in range(20):
        assert chosen(state, seed=bytes([n]), level="easy") == ["play", "0t1", ["0:2S"], "b0"]


@pytest.mark.parametrize(
    ("text", "steady", "sharp"),
    [
        # a build card that lets the pounce card follow, before a quicker point
        (
            "0p KS 3S\n0t1 9C 2S\n0t2 4H\n0t3 4D\n0t4 5H\n0t5 6H\n0w AC\nb0 1:AS",
            ["play", "0w", ["0:AC"], "new"],
            ["play", "0t1", ["0:2S"], "b0"],
        ),
        # room for it, likewise
        (
            "0t1 8S 7D\n0t2 9H\n0t3 2D\n0t4 2H\n0t5 2C\n0w AC",
            ["play", "0w", ["0:AC"], "new"],
            ["play", "0t1", ["0:8S", "0:7D"], "0t2"],
        ),
        # a king stays in the waste, since the pounce card has the empty pile
        (
            "0p KS QC\n0t2 9H\n0t3 2D\n0t4 2H\n0t5 2C\n0w KC",
            ["play", "0p", ["0:QC"], "0t1"],
            ["play", "0p", ["0:QC"], "0t1"],
        ),
        # what somebody else's pounce card waits for is kept back
        (
            "1p KS 3S\n0t1 9C 2S\n0t2 4H\n0t3 4D\n0t4 5H\n0t5 6H\n0s -JC\nb0 1:AS",
            ["play", "0t1", ["0:2S"], "b0"],
            ["flip"],
        ),
        # of one who has few left only
        (
            "1p KS KD KC 3S\n0t1 9C 2S\n0t2 4H\n0t3 4D\n0t4 5H\n0t5 6H\n0s -JC\nb0 1:AS",
            ["play", "0t1", ["0:2S"], "b0"],
            ["play", "0t1", ["0:2S"], "b0"],
        ),
        # but not from the own pounce pile, nor when the own pounce card can follow too
        (
            "1p KS 3S\n0p KS 2S\n0t1 9C\n0t2 4H\n0t3 4D\n0t4 5H\n0t5 6H\n0s -JC\nb0 1:AS",
            ["play", "0p", ["0:2S"], "b0"],
            ["play", "0p", ["0:2S"], "b0"],
        ),
        (
            "1p KS 3S\n0p KS 3S\n0t1 9C 2S\n0t2 4H\n0t3 4D\n0t4 5H\n0t5 6H\n0s -JC\nb0 1:AS",
            ["play", "0t1", ["0:2S"], "b0"],
            ["play", "0t1", ["0:2S"], "b0"],
        ),
    ],
)
def test_sharp_looks_one_step_ahead(text: str, steady: list[Any], sharp: list[Any]) -> None:
    """What it does otherwise than the middle level, one difference a line."""
    state = pounce(text)
    assert chosen(state) == steady
    assert chosen(state, level="sharp") == sharp


def test_sharp_empties_the_pile_that_is_empty_soonest() -> None:
    """Of equally good moves; the middle level leaves that to chance."""
    state = pounce("0t1 -9D -9S 8S\n0t2 9H\n0t3 -2D 8C\n0t4 2H\n0t5 2C")
    shifts = {"['play', '0t1', ['0:8S'], '0t2']", "['play', '0t3', ['0:8C'], '0t2']"}
    assert {str(chosen(state, seed=bytes([n]))) for n in range(16)} == shifts
    assert chosen(state, level="sharp") == ["play", "0t3", ["0:8C"], "0t2"]


def test_sharp_gives_the_place_away_before_it_says_stuck() -> None:
    """After two passes of its stock."""
    state = pounce("1p KS 3S\n0t1 9C 2S\n0t2 4H\n0t3 4D\n0t4 5H\n0t5 6H\n0s -JC -JD -JH -JS\nb0 1:AS")
    done = []
    for _ in range(6):
        move = chosen(state, level="sharp")
        assert move is not None
        done.append(move)
        state = played(GAME, state, (0, move))
    assert done == [["flip"], ["flip"], ["pickup"], ["flip"], ["flip"], ["play", "0t1", ["0:2S"], "b0"]]


@pytest.mark.parametrize("level", list(LEVELS))
def test_nobody_says_stuck_with_a_useful_move_at_hand(level: str) -> None:
    """Whatever it has overlooked or kept back before."""
    rng, bot = Rng(b"walk"), LEVELS[level]
    said = 0
    for deal in range(3):
        state = played(GAME, dealt(GAME, 2, {}, bytes([deal])), (HOUSE, ["go"]))
        for turn in range(800):
            if state.phase != "race":
                timers = GAME.timers(state)
                if not timers:
                    break
                state = GAME.apply(state, HOUSE, timers[0].move)
            seat = turn % 2
            move, rng = bot.choose(GAME, GAME.view(state, seat), seat, rng)
            if move is None:
                continue
            GAME.check(state, seat, move)
            if move.name == "stuck":
                said += 1
                assert not any(useful(state, seat, other) for other in GAME.moves(state, seat))
            state = GAME.apply(state, seat, move)
    assert said > 0


def useful(state: PounceState, seat: int, move: Move) -> bool:
    """Whether it takes back what everybody has voted."""
    return move.name == "play" and GAME.apply(state._replace(votes=(True, True)), seat, move).votes != (True, True)
