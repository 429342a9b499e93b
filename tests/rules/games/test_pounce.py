"""Pounce as the house asks it: facts, timers, absences, scores and the match."""

import json
from typing import Any

import pytest

from app.rules.game import HOUSE, Absence, Move, Options, Timer, complete
from app.rules.games.pounce import GAME
from app.rules.games.pounce.state import PounceState
from app.rules.rng import Rng
from tests.support.games import Line, dealt, played, pounce

SPADES = " ".join(f"0:{rank}S" for rank in "A23456789TJQ")


def test_facts_of_a_fresh_deal() -> None:
    """What everybody may know besides the piles."""
    assert json.loads(json.dumps(GAME.facts(dealt(GAME, 3, {"pounce_pile": 7})))) == {
        "phase": "countdown",
        "stuck": [],
        "ready": [],
        "by": None,
        "pile": None,
        "pulls": None,
    }


def test_facts_of_a_stuck_table() -> None:
    """Pulls as pairs, a card that went under the stock without its name."""
    state = played(GAME, pounce("0t1 -2S 9H\n1t1 -7C 9H\nb0 0:AS", 3), *((n, ["stuck"]) for n in range(3)))
    facts = json.loads(json.dumps(GAME.facts(state)))
    assert facts["pulls"] == [["0:2S", "b0"], [None, "stock"], [None, None]]
    assert facts["phase"] == "stuck"


@pytest.mark.parametrize(
    ("options", "lines", "timer"),
    [
        ({}, [], None),
        ({}, [(0, ["play", "0t1", ["0:KS"], "b0"])], Timer("resume", 5000, Move("resume"))),
        ({"king_stop": "auto"}, [(0, ["play", "0t1", ["0:KS"], "b0"])], Timer("resume", 2000, Move("resume"))),
        ({"king_stop": "off"}, [(0, ["play", "0t1", ["0:KS"], "b0"])], None),
        ({}, [(0, ["stuck"]), (1, ["stuck"])], Timer("resume", 2000, Move("resume"))),
        ({}, [(0, ["stuck"])], None),
        ({}, [(0, ["play", "0p", ["0:7S"], "0t3"])], None),
    ],
)
def test_timers(options: Options, lines: list[Line], timer: Timer | None) -> None:
    """What time brings after these moves."""
    state = played(GAME, pounce(f"0p 7S\n0t1 KS\n1t1 -2C 3C\nb0 {SPADES}", **options), *lines)
    assert GAME.timers(state) == (() if timer is None else (timer,))


def test_the_countdown() -> None:
    """Four seconds to Go."""
    assert GAME.timers(dealt(GAME, 2, {})) == (Timer("go", 4000, Move("go")),)


def test_an_absent_seat_is_ready_at_once() -> None:
    """Unless it has said so itself, or nobody waits for it."""
    stop: Line = (0, ["play", "0t1", ["0:KS"], "b0"])
    text = f"0t1 KS\nb0 {SPADES}"
    state = played(GAME, pounce(text), stop)
    assert GAME.absences(state) == tuple(Absence((seat,), 0, Move("ready", seat=seat)) for seat in (0, 1))
    assert GAME.absences(played(GAME, state, (1, ["ready"]))) == (Absence((0,), 0, Move("ready", seat=0)),)
    assert GAME.absences(played(GAME, pounce(text, king_stop="auto"), stop)) == ()


def test_an_absent_seat_agrees_after_ten_seconds() -> None:
    """When somebody else has said "stuck"."""
    state = pounce("0s -2C")
    assert GAME.absences(state) == ()
    state = played(GAME, state, (0, ["stuck"]))
    assert GAME.absences(state) == (Absence((1,), 10_000, Move("agree", seat=1)),)


ENDED = """
0p 9H
1p 2C 3C 4C
2p KS
b0 0:AS 1:2S 1:3S
b1 1:AD 2:2D
b2 2:AS 2:2S 2:3S 2:4S 2:5S 2:6S 2:7S 2:8S 2:9S 2:TS 2:JS 2:QS 1:KS
"""
"""Seat 0 goes out next. On build piles lie 1, 4 and 13 own cards."""


def ended(totals: tuple[int, ...], options: Options | None = None) -> Any:
    """The score sheet after seat 0 has gone out, with what the seats had before."""
    state: PounceState = pounce(ENDED, 3, **options or {})._replace(totals=totals)
    state = played(GAME, state, (0, ["play", "0p", ["0:9H"], "0t1"]))
    return GAME.result(state)


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, [1, 4 - 6, 13 - 2]),
        ({"penalty": 1}, [1, 4 - 3, 13 - 1]),
        ({"penalty": 0, "bonus": 25}, [26, 4, 13]),
    ],
)
def test_scores(options: Options, points: list[int]) -> None:
    """One for every own card on build piles, complete ones too; the penalty for every pounce card; the bonus."""
    result = ended((10, 0, -5), options)
    assert [score.points for score in result.scores] == points
    assert [score.total for score in result.scores] == [10 + points[0], points[1], points[2] - 5]
    assert [sum(score.parts.values()) for score in result.scores] == points
    assert result.scores[1].parts["cards"] == 4
    assert result.ended_by == 0
    assert result.carry == tuple({"total": score.total} for score in result.scores)


@pytest.mark.parametrize(
    ("target", "totals", "winners"),
    [
        (100, (98, 0, 0), ()),
        (100, (99, 0, 0), (0,)),
        (100, (150, 0, 141), (2,)),
        (100, (150, 0, 139), (0,)),
        (100, (150, 0, 140), ()),
        (100, (100, 0, 90), ()),
        (100, (100, 103, 90), ()),
        (50, (49, 0, 0), (0,)),
        (200, (120, 0, 0), ()),
        (0, (0, 0, 0), (2,)),
        (0, (10, 0, 0), (0, 2)),
    ],
)
def test_the_match(target: int, totals: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """The highest of those at the target wins; equal highest play on; one round is shared. Points 1, -2, 11."""
    assert ended(totals, {"target": target}).winners == winners


def test_a_round_that_goes_on_has_no_score_sheet() -> None:
    """Not even when it is stopped."""
    assert GAME.result(pounce(ENDED, 3)) is None


def test_nerts_is_a_preset() -> None:
    """Thirteen pounce cards, four open piles, any card to an empty one, the pounce card to the tableau."""
    options = complete(GAME.info, GAME.info.presets["nerts"])
    state = GAME.deal(options, [{}] * 2, Rng(b"nerts"))
    assert [len(state.table.pile(f"0{name}").cards) for name in ("p", "t1", "t4", "s")] == [13, 1, 1, 35]
    assert options["king_stop"] == "off"
    assert options["flip_top"] == "third"


def test_a_view_shows_tops_and_counts() -> None:
    """The top of the pounce pile, three of the waste, none of the stock, whoever looks."""
    state = pounce("0p 2C 3C 4C\n0w 5C 6C 7C 8C\n0s -9C -TC\nb0 0:AS 0:2S")
    for viewer in (None, 0, 1):
        table = GAME.view(state, viewer).table
        assert [table.shown(table.index[name], viewer) for name in ("0p", "0w", "0s", "b0")] == [
            [2, "0:4C"],
            [1, "0:6C", "0:7C", "0:8C"],
            [2],
            [1, "0:2S"],
        ]


def test_the_rule_sheet_names_every_option_and_its_source() -> None:
    """The docstring is what a player would be told; options that are no rules of play need no word."""
    import app.rules.games.pounce as module

    sheet = module.__doc__ or ""
    assert "nauticom.net" in sheet
    for option in GAME.info.options:
        if option.key not in {"stuck_nudge_s", "silence", "players"}:
            assert f"`{option.key}`" in sheet, option.key


def test_house_moves_say_whom_they_are_about() -> None:
    """Found in a fixed order."""
    state = played(GAME, pounce("0s -2C", 3), (1, ["stuck"]))
    assert GAME.moves(state, HOUSE) == [Move("agree", seat=0), Move("agree", seat=2)]
