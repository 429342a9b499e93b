"""Matches of bots in virtual time."""

import json
from collections import Counter
from typing import Any

import pytest

from app.bots import simulation
from app.bots.bot import bots
from app.bots.simulation import Draw, Players, simulate
from app.bots.wanderer import Wanderer
from app.rules.game import Move, complete
from app.rules.games.pounce import GAME
from app.rules.registry import games
from app.rules.rng import Rng
from app.settings import Settings

STEADY = bots("pounce")["steady"]


def run(*bots: Any, seats: int = 4, games: int = 2, seed: int = 1, target: int = 0) -> Any:
    """What comes of matches of one round, or to a target."""
    players = Players(GAME, bots or (STEADY,), complete(GAME.info, {"target": target}), seats)
    return simulate(players, games=games, seed=seed)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_all_matches_end(seats: int) -> None:
    """None refused, no card lost, and somebody wins each."""
    outcome = run(seats=seats, games=1, target=50)
    assert (outcome["finished"], outcome["refused"], outcome["conserved"]) == (1, 0, True)
    assert sum(outcome["wins"]) == 1
    assert max(outcome["scores"]) >= 50
    assert outcome["rounds"] >= 2
    assert sum(outcome["moves_by_name"].values()) == outcome["moves"]


def test_the_same_seed_is_the_same_match() -> None:
    """Down to the last figure; each match of a run is another."""
    first = run()
    assert run() == first
    assert run(seed=2) != first
    assert run(games=1)["moves"] * 2 != first["moves"]


def test_the_outcome_is_json() -> None:
    """It is printed as one object."""
    outcome = run(games=1)
    assert json.loads(json.dumps(outcome)) == outcome


def test_stuck_tables_are_counted() -> None:
    """Two bots alone get stuck now and then; every call is one agreement of all."""
    outcome = run(seats=2, games=10)
    assert outcome["stuck_calls"] > 0
    assert outcome["moves_by_name"]["stuck"] >= 2 * outcome["stuck_calls"]


def test_levels_sit_by_turns() -> None:
    """Every level's figures are the sums of its seats'."""
    outcome = run(bots("pounce")["easy"], STEADY, seats=3, games=4)
    assert outcome["levels"] == ["easy", "steady", "easy"]
    first, second, third = outcome["scores"]
    assert outcome["points_by_level"] == {"easy": first + third, "steady": second}
    first, second, third = outcome["wins"]
    assert outcome["wins_by_level"] == {"easy": first + third, "steady": second}
    assert sum(outcome["rounds_won"].values()) <= outcome["rounds"] == 4


def test_a_round_is_won_by_the_most_points() -> None:
    """In a match too, where the totals are another matter; two levels with equally many leave it open."""
    outcome = run(bots("pounce")["sharp"], STEADY, seats=2, games=1, target=50)
    won = outcome["rounds_won"]
    assert list(won) == ["sharp", "steady"]
    assert outcome["rounds"] >= sum(won.values()) > sum(outcome["wins"])
    assert run(Stubborn(), STEADY, seats=2, games=1)["rounds_won"] == {"stubborn": 0, "steady": 0}, (
        "nobody came to an end"
    )


def test_one_level_wins_all_its_rounds() -> None:
    """Whichever of its seats it was."""
    outcome = run(games=3)
    assert outcome["rounds_won"] == {"steady": outcome["rounds"]}
    assert outcome["points_by_level"] == {"steady": sum(outcome["scores"])}


def test_the_quicker_bot_acts_more_often() -> None:
    """In proportion to the paces."""
    calls = {"quick": 0, "slow": 0}

    class Counting:
        def __init__(self, level: str, pace_ms: int) -> None:
            self.level, self.pace_ms = level, pace_ms

        def choose(self, game: Any, view: Any, seat: int, rng: Rng) -> tuple[Move | None, Rng]:
            calls[self.level] += 1
            return STEADY.choose(game, view, seat, rng)

    run(Counting("quick", 500), Counting("slow", 2000), seats=2, games=2)
    assert 3.6 < calls["quick"] / calls["slow"] < 4.4


LADDER = (("easy", "steady"), ("steady", "sharp"))


@pytest.mark.parametrize(("lower", "higher"), LADDER)
def test_every_level_beats_the_one_below(lower: str, higher: str) -> None:
    """In at least 60 of 100 decided rounds; each deal is played from both sides."""
    levels = bots("pounce")
    won = Counter[str]()
    for pair in ((lower, higher), (higher, lower)):
        won.update(run(*(levels[level] for level in pair), seats=2, games=8)["rounds_won"])
    assert won[higher] >= 0.6 * won.total() >= 8


class Stubborn:
    """Waits for ever."""

    level = "stubborn"
    pace_ms = 1600

    def choose(self, game: Any, view: Any, seat: int, rng: Rng) -> tuple[Move | None, Rng]:
        return None, rng


class Clumsy:
    """Tries what is not legal, then plays on."""

    level = "clumsy"
    pace_ms = 1600

    def choose(self, game: Any, view: Any, seat: int, rng: Rng) -> tuple[Move | None, Rng]:
        odd, rng = rng.below(2)
        return (Move("pounce"), rng) if odd else STEADY.choose(game, view, seat, rng)


class Restless:
    """Flips for ever."""

    level = "restless"
    pace_ms = 1600

    def choose(self, game: Any, view: Any, seat: int, rng: Rng) -> tuple[Move | None, Rng]:
        return next((move for move in game.moves(view, seat) if move.name in {"flip", "pickup"}), None), rng


def test_a_stalled_round_is_not_finished() -> None:
    """When all wait and nothing is due."""
    outcome = run(Stubborn(), games=2)
    assert (outcome["finished"], outcome["moves"]) == (0, 2), "the two Go"


def test_a_round_without_end_is_not_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is given up after so many moves."""
    monkeypatch.setattr(simulation, "MAX_ENTRIES", 500)
    outcome = run(Restless(), games=1)
    assert (outcome["finished"], outcome["moves"]) == (0, 500)


def test_refused_moves_are_counted() -> None:
    """They change nothing, and the match ends all the same."""
    outcome = run(Clumsy(), games=1)
    assert outcome["refused"] > 10
    assert (outcome["finished"], outcome["conserved"]) == (1, True)


# --- drawn options ------------------------------------------------------------------------------------------


def drawn(count: int, *, seats: bool = True, **given: Any) -> list[Players]:
    """The players of so many matches."""
    draw = Draw(given, seats=seats)
    players = Players(GAME, (STEADY,), complete(GAME.info, given), 3)
    return [draw.drawn(players, f"1/{number}") for number in range(count)]


def test_every_choice_of_every_option_is_drawn() -> None:
    """And every number of seats."""
    matches = drawn(400)
    for option in GAME.info.options:
        assert {match.options[option.key] for match in matches} == set(option.choices), option.key
    assert {match.seats for match in matches} == set(range(2, 9))
    assert all(complete(GAME.info, match.options) == match.options for match in matches)


def test_what_is_given_is_not_drawn() -> None:
    """Nor the seats, when they are."""
    for match in drawn(20, seats=False, target=0, flip=1):
        assert (match.seats, match.options["target"], match.options["flip"]) == (3, 0, 1)
    assert [match.options for match in drawn(5)] == [match.options for match in drawn(5)]


def test_no_level_is_left_without_a_seat() -> None:
    levels = tuple(bots("pounce").values())
    players = Players(GAME, levels, complete(GAME.info, {}), 3)
    seats = {Draw(seats=True).drawn(players, str(number)).seats for number in range(100)}
    assert seats == set(range(3, 9))


def test_matches_with_options_of_their_own_end() -> None:
    """Short ones of all kinds; the figures by seat are for as many as the game takes."""
    players = Players(GAME, (STEADY,), complete(GAME.info, {"target": 0}), 2)
    outcome: Any = simulate(players, games=25, seed=5, draw=Draw({"target": 0}, seats=True))
    assert (outcome["finished"], outcome["refused"], outcome["failed"]) == (25, 0, [])
    assert (outcome["seats"], outcome["options"]) == ("drawn", {"drawn": True, "target": 0})
    assert len(outcome["scores"]) == len(outcome["wins"]) == len(outcome["levels"]) == 8
    assert simulate(players, games=25, seed=5, draw=Draw({"target": 0}, seats=True)) == outcome


def test_a_match_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what it takes to play it again."""
    monkeypatch.setattr(simulation, "MAX_ENTRIES", 3)
    players = Players(GAME, (STEADY,), complete(GAME.info, {}), 2)
    outcome: Any = simulate(players, games=2, seed=1, draw=Draw(seats=True))
    assert outcome["finished"] == 0
    assert [each["match"] for each in outcome["failed"]] == [0, 1]
    assert [each["options"] for each in outcome["failed"]] == [dict(match.options) for match in drawn(2)]
    assert [(each["rounds"], each["totals"]) for each in outcome["failed"]] == [(1, None)] * 2


def test_a_match_that_nobody_wins_ends_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """After as many moves as a room allows; it counts as finished, and it is told."""
    monkeypatch.setattr(simulation, "MATCH_ENTRIES", 200)
    outcome = run(seats=2, games=1, target=200)
    assert (outcome["finished"], outcome["ended_at_limit"], outcome["failed"]) == (1, 1, [])
    assert outcome["wins"] == [0, 0]
    assert outcome["moves"] >= 200
    assert outcome["rounds"] >= 2


def test_the_limit_is_the_rooms() -> None:
    assert Settings().entries_per_match == simulation.MATCH_ENTRIES


@pytest.mark.parametrize("game", [each for each in games().values() if each.info.pace == "solo"])
def test_a_game_for_one_ends_or_is_given_up(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """By any legal moves: a match is one round, won or not, and nothing of it counts as cut short."""
    monkeypatch.setattr(simulation, "SOLO_ENTRIES", 40)
    options = complete(game.info, {"redeals": game.info.options[0].choices[-1]})
    outcome: Any = simulate(Players(game, (Wanderer(),), options, 1), games=3, seed=1)
    assert (outcome["finished"], outcome["rounds"], outcome["refused"], outcome["conserved"]) == (3, 3, 0, True)
    assert (outcome["ended_at_limit"], outcome["moves"]) == (0, 3 * 41)
    assert outcome["moves_by_name"]["give_up"] == 3
