"""Any legal move."""

from app.bots.wanderer import GIVE_UP, Wanderer
from app.rules.games.puss_in_the_corner import GAME
from app.rules.registry import games
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


def test_it_seldom_gives_up_but_does() -> None:
    """Where a seat can: about one thought of it in fifty is meant."""
    race = games()["puss-in-the-corner-race"]
    state, rng, names = played(race, dealt(race, 2, {}), (-1, ["go"])), Rng(b"wander"), []
    assert any(move.name == GIVE_UP for move in race.moves(state, 1))
    for _ in range(2000):
        move, rng = Wanderer().choose(race, race.view(state, 1), 1, rng)
        assert move is not None
        names.append(move.name)
    assert 1 <= names.count(GIVE_UP) <= 25
