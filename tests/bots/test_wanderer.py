"""Any legal move."""

from app.bots.wanderer import Wanderer
from app.rules.games.puss_in_the_corner import GAME
from app.rules.rng import Rng
from tests.support.games import dealt, played


def test_every_move_is_made_now_and_then_and_no_other() -> None:
    """In a fresh game of four corners each is chosen about as often as the others."""
    state, rng, chosen = dealt(GAME, 1, {}), Rng(b"wander"), []
    for _ in range(100):
        move, rng = Wanderer().choose(GAME, GAME.view(state, 0), 0, rng)
        chosen.append(move)
    assert set(chosen) == set(GAME.moves(state, 0))
    assert all(chosen.count(move) > 10 for move in GAME.moves(state, 0))


def test_where_nothing_is_left_it_waits() -> None:
    """And uses up no chance."""
    over = played(GAME, dealt(GAME, 1, {}), (-1, ["give_up"]))
    assert Wanderer().choose(GAME, GAME.view(over, 0), 0, Rng(b"x")) == (None, Rng(b"x"))
