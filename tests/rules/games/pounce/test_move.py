"""What the moves of Pounce do."""

from typing import Any

import pytest

from app.rules.game import HOUSE, Options
from app.rules.games.pounce import GAME
from app.rules.notation import piles_to_text
from tests.support.games import Line, played, pounce

SPADES = " ".join(f"0:{rank}S" for rank in "A23456789TJQ")


def after(text: str, *lines: Line, options: Options | None = None) -> dict[str, str]:
    """The piles after these moves of a table with these piles, by their ids."""
    told = piles_to_text(played(GAME, pounce(text, 2, **options or {}), *lines).table)
    return dict(line.split(" ", 1) for line in told.splitlines())


def test_an_ace_starts_the_next_pile() -> None:
    """Numbered in the order in which the aces came, two of one suit side by side."""
    piles = after(
        "0t1 AS\n1t1 AS\n1w AD",
        (1, ["play", "1t1", ["1:AS"], "new"]),
        (0, ["play", "0t1", ["0:AS"], "new"]),
        (1, ["play", "1w", ["1:AD"], "new"]),
    )
    assert [piles[name] for name in ("b0", "b1", "b2")] == ["1:AS", "0:AS", "1:AD"]


@pytest.mark.parametrize("source", ["0p KC 2S", "0w KC 2S", "0t1 -KC 2S"])
def test_building_from_any_top(source: str) -> None:
    """Pounce pile, waste and tableau alike; the card under it comes free."""
    name = source.split(maxsplit=1)[0]
    piles = after(f"{source}\nb0 1:AS", (0, ["play", name, ["0:2S"], "b0"]))
    assert piles["b0"] == "1:AS 0:2S"
    assert piles[name] == "KC"


def test_a_run_is_carried_as_it_lies() -> None:
    """And the face-down card under it is turned up by the same move."""
    piles = after("0t1 TH\n0t2 -3C -4C 9S 8D", (0, ["play", "0t2", ["0:9S", "0:8D"], "0t1"]))
    assert piles["0t1"] == "TH 9S 8D"
    assert piles["0t2"] == "-3C 4C"


def test_part_of_a_run_leaves_the_rest() -> None:
    """Nothing is turned up."""
    piles = after("0t1 9C\n0t2 -3C 9S 8D", (0, ["play", "0t2", ["0:8D"], "0t1"]))
    assert piles["0t1"] == "9C 8D"
    assert piles["0t2"] == "-3C 9S"


@pytest.mark.parametrize(
    ("options", "waste"),
    [
        ({}, "5S 4S 3S 2S AS"),
        ({"flip_top": "third"}, "5S 4S AS 2S 3S"),
        ({"flip": 1}, "5S 4S AS"),
        ({"flip": 1, "flip_top": "third"}, "5S 4S AS"),
    ],
)
def test_a_flip(options: Options, waste: str) -> None:
    """The first of the three on top, or the third, or single cards."""
    piles = after("0s -6S -3S -2S -AS\n0w 5S 4S", (0, ["flip"]), options=options)
    assert piles["0w"] == waste


def test_the_last_flip_and_the_pick_up() -> None:
    """What is left is flipped; then the waste is turned over as it lies, and nothing is flipped by itself."""
    piles = after("0s -2S -AS\n0w 5S", (0, ["flip"]), (0, ["pickup"]))
    assert piles["0s"] == "-AS -2S -5S"
    assert "0w" not in piles


ONE_VOTE = """
0p KS QH 2S
0t1 -5C 5D
0t2 6S
0t3 9S 8D
0t4 9C
0w 7C AD
0s -2C -3C
1s -7D
b0 1:AS
"""


@pytest.mark.parametrize(
    ("line", "cleared"),
    [
        ((0, ["play", "0w", ["0:AD"], "new"]), True),
        ((0, ["play", "0p", ["0:2S"], "b0"]), True),
        ((0, ["play", "0p", ["0:2S"], "0t5"]), True),
        ((0, ["play", "0t1", ["0:5D"], "0t2"]), True),
        ((0, ["play", "0t3", ["0:8D"], "0t4"]), False),
        ((0, ["flip"]), False),
        ((1, ["flip"]), False),
    ],
)
def test_useful_moves_clear_the_votes(line: Line, cleared: bool) -> None:
    """To a build pile, from pounce pile or waste, a card turned up; no shifts, no flips."""
    state = played(GAME, pounce(ONE_VOTE), (1, ["stuck"]), line)
    assert state.votes == ((False, False) if cleared else (False, True))


def passes(*names: str) -> list[int]:
    """The full passes of seat 0 after each of these moves, starting from a fresh stock of four."""
    state: Any = pounce("0s -2S -3S -4S -6S\n0t1 7H\n1t1 -3C AC")
    lines: dict[str, Line] = {
        "flip": (0, ["flip"]),
        "pickup": (0, ["pickup"]),
        "useful": (1, ["play", "1t1", ["1:AC"], "new"]),
        "play": (0, ["play", "0w", ["0:6S"], "0t1"]),
    }
    counted = []
    for name in names:
        state = played(GAME, state, lines[name])
        counted.append(max(state.passes[0], 0))
    return counted


@pytest.mark.parametrize(
    ("names", "counted"),
    [
        ("flip flip pickup flip flip", [0, 1, 1, 1, 2]),
        ("useful flip flip pickup flip flip", [0, 0, 1, 1, 1, 2]),
        ("flip useful flip pickup flip flip", [0, 0, 0, 0, 0, 1]),
        ("flip flip useful pickup flip flip", [0, 1, 0, 0, 0, 1]),
        ("flip flip pickup useful flip flip", [0, 1, 1, 0, 0, 1]),
        ("flip play flip pickup flip", [0, 0, 0, 0, 1]),
    ],
)
def test_only_full_passes_since_the_last_useful_move_count(names: str, counted: list[int]) -> None:
    """A pass that began before it does not."""
    assert passes(*names.split()) == counted


@pytest.mark.parametrize(("king_stop", "phase"), [("ready", "stopped"), ("auto", "stopped"), ("off", "race")])
def test_a_king_on_a_build_pile_stops_the_play(king_stop: str, phase: str) -> None:
    """Whoever laid it; the pile stays where it is and keeps its number."""
    state = played(
        GAME,
        pounce(f"b0 0:AH\nb1 {SPADES}\n1t1 KS", king_stop=king_stop),
        (1, ["play", "1t1", ["1:KS"], "b1"]),
    )
    facts = GAME.facts(state)
    assert facts["phase"] == phase
    assert (facts["by"], facts["pile"]) == ((1, "b1") if phase == "stopped" else (None, None))
    assert len(state.table.pile("b1").cards) == 13


def test_play_goes_on_when_all_are_ready() -> None:
    """Seats by themselves, the house for absent ones."""
    state = played(GAME, pounce(f"b0 {SPADES}\n1t1 KS", 3), (1, ["play", "1t1", ["1:KS"], "b0"]))
    state = played(GAME, state, (2, ["ready"]), (HOUSE, ["ready", "", [], "", 0]))
    assert (state.phase, GAME.facts(state)["ready"]) == ("stopped", [0, 2])
    state = played(GAME, state, (1, ["ready"]))
    facts = GAME.facts(state)
    assert facts["phase"] == "race"
    assert (facts["ready"], facts["by"], facts["pile"]) == ([], None, None)


@pytest.mark.parametrize("king_stop", ["ready", "auto"])
def test_play_goes_on_by_itself(king_stop: str) -> None:
    """The house sees to it."""
    state = pounce(f"b0 {SPADES}\n1t1 KS", king_stop=king_stop)
    state = played(GAME, state, (1, ["play", "1t1", ["1:KS"], "b0"]), (HOUSE, ["resume"]))
    assert state.phase == "race"


@pytest.mark.parametrize(
    ("pile", "target"),
    [("0p 2S\nb0 1:AS", "b0"), ("0p 2S", "0t3"), ("0p AS", "new")],
)
def test_the_last_pounce_card_ends_the_round(pile: str, target: str) -> None:
    """To a build pile, a new one, or an empty tableau pile; nobody moves after it."""
    card = pile.split("\n", maxsplit=1)[0].split()[1]
    state = played(GAME, pounce(f"{pile}\n0s -3D\n1s -4D"), (0, ["play", "0p", [f"0:{card}"], target]))
    facts = GAME.facts(state)
    assert (facts["phase"], facts["by"]) == ("over", 0)
    assert [list(GAME.moves(state, seat)) for seat in (HOUSE, 0, 1)] == [[], [], []]


def test_a_king_as_the_last_pounce_card_is_pounce_and_no_stop() -> None:
    """Even though it completes a pile."""
    state = played(GAME, pounce(f"0p KS\nb0 {SPADES}"), (0, ["play", "0p", ["0:KS"], "b0"]))
    facts = GAME.facts(state)
    assert (facts["phase"], facts["by"], facts["pile"]) == ("over", 0, None)
