"""Recorded games: the engine agrees with every verdict, every state and every score."""

from typing import Any

import pytest

from app.rules.card import DECK, card, face
from app.rules.game import HOUSE, Move, complete
from app.rules.games.pounce import GAME
from app.rules.games.pounce.state import PounceState
from app.rules.rng import Scripted
from tests.support.games import played, playouts, refusal

PLAYOUTS = list(playouts("pounce"))


def as_move(state: PounceState, seat: int, action: list[Any]) -> Move:
    """The move of an action; it names the cards that lie there, known to the seat or not."""
    match action:
        case ["flip"]:
            return Move("flip")
        case ["turn"]:
            return Move("pickup")
        case ["up", source, build]:
            return carry(state, seat, source, 1, "new" if build == "new" else f"b{build}")
        case ["place", source, count, column]:
            return carry(state, seat, source, count, f"{seat}t{column}")
        case ["pouncefill", column]:
            return carry(state, seat, "P", 1, f"{seat}t{column}")
    raise AssertionError(action)


def carry(state: PounceState, seat: int, source: str, count: int, target: str) -> Move:
    pile = f"{seat}{source.lower()}"
    return Move("play", pile, state.table.pile(pile).cards[-count:], target)


def same_by_another_name(state: PounceState, seat: int, action: list[Any]) -> bool:
    """A pounce card "placed" on an empty pile is the filling of that pile, which the record lists by its own name."""
    return action[:3] == ["place", "P", 1] and not state.table.pile(f"{seat}t{action[3]}").cards


def as_record(state: PounceState) -> dict[str, Any]:
    """The state in the form of the recorded ones."""
    rules = state.rules

    def faces(at: int) -> list[str]:
        return [face(each) for each in state.table.piles[at].cards]

    def parts(seat: int, *, up: bool) -> list[list[str]]:
        downs = [state.table.piles[at].down for at in rules.row[seat]]
        return [faces(at)[down:] if up else faces(at)[:down] for at, down in zip(rules.row[seat], downs, strict=True)]

    players = [
        {
            "pounce": faces(rules.pounce[seat]),
            "down": parts(seat, up=False),
            "up": parts(seat, up=True),
            "stock": faces(rules.stock[seat]),
            "waste": faces(rules.waste[seat]),
        }
        for seat in range(rules.seats)
    ]
    builds = [pile.cards for pile in state.table.piles[rules.builds :] if pile.cards]
    return {
        "players": players,
        "build": [
            {"cards": [[face(each), DECK[each]] for each in cards], "done": len(cards) == 13} for cards in builds
        ],
        "over": state.phase == "over",
        "pouncer": None if state.phase != "over" or state.by == HOUSE else state.by,
    }


def try_all(state: PounceState, seat: int, step: dict[str, Any]) -> None:
    """Every listed candidate gets its recorded verdict, and `moves` finds just the legal ones."""
    legal = [as_move(state, seat, action) for action in step["legal"]]
    for move in legal:
        assert refusal(GAME, state, seat, move) is None, move
    for action in step["illegal"]:
        if not same_by_another_name(state, seat, action):
            assert refusal(GAME, state, seat, as_move(state, seat, action)) is not None, action
    found = [move for move in GAME.moves(state, seat) if move.name not in {"stuck", "unstuck"}]
    assert sorted(found) == sorted(legal)


def run_stuck_rule(state: PounceState, step: dict[str, Any]) -> PounceState:
    opened = state.opened
    for seat in range(state.rules.seats):
        state = played(GAME, state, (seat, ["stuck"]))
    expected: list[tuple[Any, Any]] = []
    for seat, pull in enumerate(step["stuck"]):
        if pull is None:
            expected.append((None, None))
        elif pull[2] == "stock":
            expected.append((None, "stock"))
        elif pull[2].startswith("T"):
            expected.append((card(seat, pull[0]), f"{seat}t{pull[2][1:]}"))
        elif pull[2] == "new":
            expected.append((card(seat, pull[0]), f"b{opened}"))
            opened += 1
        else:
            expected.append((card(seat, pull[0]), pull[2].replace("build", "b")))
    assert state.pulls == tuple(expected)
    assert as_record(state) == step["after"]
    return state if state.phase == "over" else played(GAME, state, (HOUSE, ["resume"]))


def make(state: PounceState, step: dict[str, Any]) -> PounceState:
    seat, move = step["p"], as_move(state, step["p"], step["a"])
    before = state
    assert (refusal(GAME, state, seat, move) is None) == step["ok"], step["a"]
    assert state is before
    if not step["ok"]:
        return state
    state = GAME.apply(state, seat, move)
    return played(GAME, state, (HOUSE, ["resume"])) if state.phase == "stopped" else state


@pytest.mark.parametrize("playout", PLAYOUTS, ids=lambda playout: f"game {playout['game']}")
def test_agrees_with_a_recorded_game(playout: dict[str, Any]) -> None:
    """From the recorded decks, through legal and illegal tries and stuck rules, to the recorded end and scores."""
    decks = tuple(tuple(deck) for deck in playout["decks"])
    state = GAME.deal(complete(GAME.info, {}), [{}] * len(decks), Scripted(decks))
    assert as_record(state) == playout["deal"]
    state = played(GAME, state, (HOUSE, ["go"]))
    for step in playout["steps"]:
        if "before" in step:
            assert as_record(state) == step["before"]
        if "legal" in step:
            kept = as_record(state)
            try_all(state, step["p"], step)
            assert as_record(state) == kept
        state = run_stuck_rule(state, step) if "stuck" in step else make(state, step)
    assert as_record(state) == playout["end"]
    result = GAME.result(state)
    assert result is not None
    rules = state.rules
    left = [len(state.table.piles[rules.pounce[seat]].cards) for seat in range(rules.seats)]
    scores = [[s.parts["cards"], left[seat], s.points] for seat, s in enumerate(result.scores)]
    assert scores == playout["scores"]
