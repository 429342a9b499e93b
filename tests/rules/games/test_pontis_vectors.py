"""Recorded games: the engine agrees with every verdict, every state and every score."""

from collections import Counter
from typing import Any

import pytest

from app.rules.card import face
from app.rules.game import HOUSE, Move, Options, complete
from app.rules.games.pontis import GAME
from app.rules.games.pontis.lay import letter
from app.rules.games.pontis.state import PontisState
from app.rules.rng import Scripted
from tests.support.games import played, playouts, refusal

PLAYOUTS = list(playouts("pontis"))

Action = list[Any]


def rules_of(playout: dict[str, Any]) -> Options:
    """The options by which a game was recorded."""
    rules = playout["rules"]
    return complete(
        GAME.info,
        {"jokers": playout["jokers"], "must_lay": rules["must_play"], "block_points": rules["points"]},
    )


def as_moves(seat: int, action: Action) -> list[Move]:
    """The moves of an action: a rank at its end names the joker base of a first turn."""
    match action:
        case ["open"] | ["pass"]:
            return [Move(action[0])]
        case ["open", rank]:
            return [Move("open"), Move("name", target=rank)]
        case ["pass", rank]:
            return [Move("name", target=rank), Move("pass")]
        case ["play", laid]:
            cards = tuple(f"0:{card}" for card, _ in laid)
            ranks = "".join(rank for card, rank in laid if card[0] == "X")
            return [Move("lay", f"{seat}h", cards, f"{seat}b:{ranks}" if ranks else f"{seat}b")]  # type: ignore[arg-type]
        case ["play", laid, rank]:
            return [Move("name", target=rank), *as_moves(seat, ["play", laid])]
    raise AssertionError(action)


def passes(state: PontisState, seat: int, moves: list[Move]) -> bool:
    """Whether all these moves, one after the other, are legal."""
    for move in moves:
        if refusal(GAME, state, seat, move) is not None:
            return False
        state = GAME.apply(state, seat, move)
    return True


class Recorded:
    """A state in the form of the records, which turn a base up with its owner's first action only."""

    def __init__(self, seats: int) -> None:
        self.acted = [False] * seats

    def __call__(self, state: PontisState) -> dict[str, Any]:
        rules = state.rules
        seats = range(rules.seats)
        banks = [[[face(card), letter(rank)] for card, rank in state.bank(seat) if rank] for seat in seats]
        blocked = state.ending == "block"
        return {
            "n": rules.seats,
            "turn": None if state.phase == "over" else state.turn,
            "dealer": state.dealer,
            "hidden": [
                None if self.acted[seat] else face(state.table.piles[rules.bank(seat)].cards[0]) for seat in seats
            ],
            "hands": [Counter(map(face, state.hand(seat))) for seat in seats],
            "banks": [bank if self.acted[seat] else [] for seat, bank in enumerate(banks)],
            "misses": state.misses,
            "over": state.phase == "over",
            "winner": GAME.facts(state)["won"],
            "points": [sum(each) for each in GAME.facts(state)["counts"]] if blocked else None,  # type: ignore[union-attr, arg-type]
            "aside": Counter(map(face, state.table.piles[rules.aside].cards)),
        }


def expected(record: dict[str, Any]) -> dict[str, Any]:
    """A recorded state; hands are compared as multisets, and nobody's turn comes after the end."""
    turn = None if record["over"] else record["turn"]
    return {
        **record,
        "turn": turn,
        "hands": [Counter(hand) for hand in record["hands"]],
        "aside": Counter(record["aside"]),
    }


def try_all(state: PontisState, step: dict[str, Any]) -> None:
    """Every listed candidate gets its recorded verdict, and `moves` finds as many as the record counted."""
    seat = step["p"]
    for action in step["legal"]:
        assert passes(state, seat, as_moves(seat, action)), action
    for action in step["illegal"]:
        assert not passes(state, seat, as_moves(seat, action)), action
    named = step["a"][-1] if state.phase == "name" else None
    if named is not None:
        state = played(GAME, state, (seat, ["name", "", [], named]))
    if state.phase == "open":
        return
    wanted = GAME.facts(state)["wanted"]
    assert wanted == step["want"]
    found = GAME.moves(state, seat)
    assert len(set(found)) == len(found) == step["n_legal"]
    if step["n_legal"] == len(step["legal"]):
        assert sorted(found) == sorted(as_moves(seat, action)[-1] for action in step["legal"])
    assert all(refusal(GAME, state, seat, move) is None for move in found)


@pytest.mark.parametrize("playout", PLAYOUTS, ids=lambda playout: f"game {playout['game']}")
def test_agrees_with_a_recorded_game(playout: dict[str, Any]) -> None:
    """From the recorded deck, through legal and illegal tries, to the recorded end and points."""
    seats = playout["n"]
    carry = [{"deals": (seat - playout["dealer"]) % seats} for seat in range(seats)]
    state = GAME.deal(rules_of(playout), carry, Scripted((tuple(playout["deck"]),)))
    as_record = Recorded(seats)
    assert as_record(state) == expected(playout["deal"])
    for step in playout["steps"]:
        seat = step["p"]
        assert state.turn == seat
        if "before" in step:
            assert as_record(state) == expected(step["before"])
        kept = repr(state)
        try_all(state, step)
        assert repr(state) == kept
        for move in as_moves(seat, step["a"]):
            assert refusal(GAME, state, seat, move) is None
            state = GAME.apply(state, seat, move)
        as_record.acted[seat] = True
    assert as_record(state) == expected(playout["end"])
    result = GAME.result(state)
    assert result is not None
    assert list(result.winners) == playout["end"]["winner"]
    if playout["end"]["points"] is not None:
        assert [score.parts["bank"] for score in result.scores] == playout["end"]["points"]
        assert result.ended_by == HOUSE
