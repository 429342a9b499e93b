"""What solvers answer, how they are found, and that no line passes that the referee does not let through."""

import json
from typing import Any

import pytest

from app.rules.game import HOUSE, Move
from app.rules.games.puss_in_the_corner import GAME as PUSS
from app.rules.games.thumb_and_pouch import GAME as THUMB
from app.rules.registry import games
from app.solver.base import Dead, GaveUp, Line, Solved, WrongLine, has_solver, next_move, pack, search, solve, unpack
from tests.support.games import dealt, played

SOLO = [game for game in games().values() if game.info.pace == "solo"]
EVERY_GAME = pytest.mark.parametrize("game", SOLO, ids=lambda game: game.info.key)


def test_every_game_for_one_has_a_solver_and_no_other() -> None:
    """They are found by folder."""
    assert [key for key in games() if has_solver(key)] == [game.info.key for game in SOLO]
    with pytest.raises(KeyError):
        search("pounce", dealt(THUMB, 1, {}))


@EVERY_GAME
def test_a_line_wins(game: Any) -> None:
    """Move by move, as anybody may check."""
    for number in range(10):
        state = dealt(game, 1, {}, bytes([number]))
        outcome = solve(game.info.key, state, 20_000)
        assert isinstance(outcome, Solved)
        assert next_move(outcome) == outcome.line[0]
        for move in outcome.line:
            game.check(state, 0, move)
            state = game.apply(state, 0, move)
        assert game.result(state).winners == (0,)
        assert solve(game.info.key, state, 1) == Solved(())


@EVERY_GAME
def test_from_anywhere_on_its_way_a_game_is_still_won(game: Any) -> None:
    """The next move can be asked for after each one; the line may be another one then, and it ends."""
    state = dealt(game, 1, {}, b"on the way")
    outcome = solve(game.info.key, state, 20_000)
    assert isinstance(outcome, Solved)
    for at, move in enumerate(outcome.line):
        if at % 12 == 0:
            found = solve(game.info.key, state, 20_000)
            assert isinstance(found, Solved)
            assert next_move(found) in game.moves(state, 0)
        state = game.apply(state, 0, move)


@EVERY_GAME
def test_the_same_question_has_the_same_answer(game: Any) -> None:
    """In one go or bit by bit; too few nodes are said to be too few."""
    state = dealt(game, 1, {}, b"twice")
    whole = solve(game.info.key, state, 20_000)
    work = search(game.info.key, state)
    outcomes = [work.run(7)]
    while isinstance(outcomes[-1], GaveUp) and len(outcomes) < 5000:
        outcomes.append(work.run(7))
    assert len(outcomes) > 1
    assert outcomes[-1] == whole
    assert next_move(outcomes[0]) is None


@EVERY_GAME
def test_a_game_that_is_over_is_won_or_dead(game: Any) -> None:
    """Without a look at it."""
    over = played(game, dealt(game, 1, {}), (HOUSE, ["give_up"]))
    assert solve(game.info.key, over, 1) == Dead()


@EVERY_GAME
@pytest.mark.parametrize("choice", [0, -1])
def test_a_state_travels_as_json(game: Any, choice: int) -> None:
    """What arrives plays on as what was sent; chance stays at home."""
    state = dealt(game, 1, {"redeals": game.info.options[0].choices[choice]}, b"travels")
    for move in solve(game.info.key, dealt(game, 1, {}, b"travels"), 20_000).line[:30]:  # type: ignore[union-attr]
        state = game.apply(state, 0, move)
    arrived = unpack(game.info.key, json.loads(json.dumps(pack(state))))
    assert arrived == state._replace(rng=None)
    ended = played(game, state, (HOUSE, ["give_up"]))
    assert unpack(game.info.key, json.loads(json.dumps(pack(ended)))).ended == "given_up"


def test_a_line_that_is_refused_is_never_answered() -> None:
    """It is a bug of the solver, and says so."""
    line = Line(PUSS, dealt(PUSS, 1, {}))
    with pytest.raises(WrongLine, match="stock_not_empty"):
        line.make(Move("redeal", target="1234"))


def test_a_line_that_does_not_win_is_none() -> None:
    """Though every move is legal."""
    line = Line(THUMB, dealt(THUMB, 1, {}))
    line.make(Move("flip"))
    with pytest.raises(WrongLine, match="1 moves in Thumb and Pouch: it does not win"):
        line.solved()
