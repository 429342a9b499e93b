"""Recorded positions and games: the engine agrees with every verdict and every state."""

from typing import Any

import pytest

from app.rules.card import card, face
from app.rules.game import Move, complete
from app.rules.games.puss_in_the_corner import CORNER, FOUNDATIONS, GAME, ORDERS, OTHERS, STOCK, TURNED, PussState, up
from app.rules.klondike import face_down
from app.rules.rng import Scripted
from app.rules.table import Pile
from tests.support.games import playouts, positions, refusal

PLAYOUTS = list(playouts("puss-in-the-corner"))
POSITIONS = list(positions("puss-in-the-corner"))
EVERY = 5
"""Of a playout the deal, every so many-th state and the last one are recorded."""


def cards(faces: list[str]) -> tuple[Any, ...]:
    return tuple(card(0, each) for each in faces)


def dealt(faces: list[str], aces: list[str]) -> PussState:
    """The deal of these cards, the aces lying as they lay there."""
    state = GAME.deal(complete(GAME.info, {}), [{}], Scripted((tuple(faces),)))
    changes = {at: Pile(cards([ace])) for at, ace in zip(FOUNDATIONS, aces, strict=True)}
    return state._replace(table=state.table.with_piles(changes))


def as_state(recorded: dict[str, Any]) -> PussState:
    """The state that was recorded."""
    state = dealt([face(each) for each in OTHERS], ["AS", "AH", "AD", "AC"])
    piles = {STOCK: face_down(cards(recorded["stock"][:-1])), TURNED: Pile(cards(recorded["stock"][-1:]))}
    piles |= {at: Pile(cards(faces)) for at, faces in zip(FOUNDATIONS, recorded["F"], strict=True)}
    piles |= {at: Pile(cards(faces)) for at, faces in zip(CORNER, recorded["W"], strict=True)}
    return state._replace(table=state.table.with_piles(piles), redeals=1 - recorded["redeals"])


def as_record(state: PussState) -> dict[str, Any]:
    """The state in the form of the recorded ones."""
    faces = [[face(each) for each in pile.cards] for pile in state.table.piles]
    return {
        "stock": faces[STOCK] + faces[TURNED],
        "F": [faces[at] for at in FOUNDATIONS],
        "W": [faces[at] for at in CORNER],
        "redeals": 1 - state.redeals,
    }


def as_move(state: PussState, action: list[Any]) -> Move:
    match action:
        case ["redeal", order]:
            return Move("redeal", target="".join(map(str, order)))
        case ["stock", target]:
            return Move("play", "0r", state.table.piles[TURNED].cards, "0" + target.lower())
        case ["waste", source, target]:
            pile = "0" + source.lower()
            return Move("play", pile, state.table.pile(pile).cards[-1:], "0" + target.lower())
    raise AssertionError(action)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_agrees_with_a_recorded_position(position: dict[str, Any]) -> None:
    """Every candidate gets its verdict, nothing changes by asking, and it is over just when no move is left.

    Of the orders of a redeal one is recorded; all are legal then.
    """
    state = as_state(position["state"])
    before = repr(state)
    legal = [as_move(state, action) for action in position["legal"]]
    for move in legal:
        assert refusal(GAME, state, 0, move) is None, move
    for action in position["illegal"]:
        assert refusal(GAME, state, 0, as_move(state, action)) is not None, action
    redeals = [move for move in legal if move.name == "redeal"]
    expected = [move for move in legal if move.name != "redeal"] + list(ORDERS if redeals else ())
    assert sorted(GAME.moves(state, 0)) == sorted(expected)
    assert GAME.moves(GAME.view(state, 0), 0) == GAME.moves(state, 0)
    assert repr(state) == before
    assert as_record(state) == position["state"]
    assert (up(state.table) == 52) == position["won"]


@pytest.mark.parametrize("playout", PLAYOUTS, ids=lambda playout: f"game {playout['game']}")
def test_agrees_with_a_recorded_game(playout: dict[str, Any]) -> None:
    """From the recorded deck through all moves, the redeal among them, to the recorded end."""
    state = dealt(playout["deck48"], playout["aces"])
    states = [as_record(state)]
    for number, action in enumerate(playout["moves"], 1):
        assert GAME.result(state) is None
        move = as_move(state, action)
        assert refusal(GAME, state, 0, move) is None, move
        state = GAME.apply(state, 0, move)
        if number % EVERY == 0 or number == len(playout["moves"]):
            states.append(as_record(state))
    assert states == playout["states"]
    assert up(state.table) == playout["score"]
    result = GAME.result(state)
    assert (result is not None and result.winners == (0,)) == playout["won"]
    assert (result is not None) == (GAME.moves(state, 0) == [])
