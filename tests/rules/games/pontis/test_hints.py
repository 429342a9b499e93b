"""The short form of what a seat may do says neither more nor less than the list of its moves."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.card import RANKS, deck, is_joker, jokers
from app.rules.game import HOUSE, Move
from app.rules.games.pontis import GAME
from app.rules.games.pontis.state import PontisState
from app.rules.table import Pile
from tests.support.games import dealt, played
from tests.support.pontis import cards, pontis

MOST_BYTES = 5_000
"""What hints may weigh on the wire."""


def weight(hints: Any) -> int:
    return len(json.dumps(hints, separators=(",", ":")))


def expanded(hints: Any, seat: int) -> Iterator[Move]:
    """The moves that a browser makes of hints."""
    match hints:
        case None:
            pass
        case {"do": "open"}:
            yield Move("open")
        case {"do": "name"}:
            yield from (Move("name", target=rank) for rank in RANKS)
        case {"do": "lay", "lays": lays, "pass": may_pass}:
            for lay in lays:
                yield from _moves(seat, lay)
            if may_pass:
                yield Move("pass")


def _moves(seat: int, lay: list[Any]) -> Iterator[Move]:
    laid = tuple(word for word in lay if ":" in word)
    jokers_in = sum(map(is_joker, laid))
    bank = f"{seat}b"
    for ranks in [""] if not jokers_in else lay[-1] if jokers_in == 1 else lay[-1].split():
        yield Move("lay", f"{seat}h", laid, f"{bank}:{ranks}" if ranks else bank)
        if len(laid) == 2:
            yield Move("lay", f"{seat}h", laid[::-1], f"{bank}:{ranks[::-1]}" if ranks else bank)


def assert_same(state: PontisState) -> None:
    """For every seat; and nothing is said twice."""
    for seat in range(state.rules.seats):
        moves = list(expanded(GAME.hints(state, seat), seat))
        assert len(set(moves)) == len(moves)
        assert set(moves) == set(GAME.moves(state, seat))
        assert GAME.hints(GAME.view(state, seat), seat) == GAME.hints(state, seat)


@pytest.mark.parametrize(
    ("position", "names", "expected"),
    [
        ("0h 4S 9H\n0b 9S\n1b KS", "", [["0:4S"]]),
        ("0h X1\n0b 9S\n1b KS", "", [["0:X1", "4"]]),
        ("0h X1\n0b AS\n1b 5S", "", [["0:X1", "49"]]),
        ("0h 6S 2H\n0b 9S\n1b KS", "", [["0:6S", "0:2H"]]),
        ("0h X1 KH\n0b 2S\n1b 3S", "", [["0:X1", "A"], ["0:KH", "0:X1", "AQ"]]),
        ("0h 7S 7H X1\n0b KH\n1b KS", "", [["0:7S", "0:7H"], ["0:7S", "0:X1", "7"], ["0:7H", "0:X1", "7"]]),
        ("0h X2 X1\n0b KH\n1b KS", "", [["0:X2", "0:X1", "AA 22 33 44 55 66 77 88 99 TT JJ QQ KK"]]),
        ("0h 8S\n0b X1\n1b KS", "X1=5", [["0:8S"]]),
        ("0h 2S\n0b 9S\n1b KS", "", []),
    ],
)
def test_lays_are_short(position: str, names: str, expected: list[Any]) -> None:
    """Two cards stand once, a joker with every rank that it may be named."""
    state = pontis(position, 2, names)
    assert GAME.hints(state, 0) == {"do": "lay", "lays": expected, "pass": not expected}
    assert_same(state)


def test_one_may_always_pass_where_nothing_must_be_laid() -> None:
    hints = GAME.hints(pontis("0h 4S 9H\n0b 9S\n1b KS", must_lay=False), 0)
    assert hints == {"do": "lay", "lays": [["0:4S"]], "pass": True}


def test_a_base_is_opened_and_a_joker_named_first() -> None:
    state = pontis("0h 4S\n0b -X1\n1b -KS")._replace(phase="open")
    assert GAME.hints(state, 0) == {"do": "open"}
    state = played(GAME, state, (0, ["open"]))
    assert GAME.hints(state, 0) == {"do": "name"}
    assert_same(state)


def test_nobody_else_is_told_anything() -> None:
    """Not the other seats, not the house, and nobody when the game is over."""
    state = pontis("0h 4S 9H\n1h 5S\n0b 9S\n1b KS", 3)
    assert [seat for seat in (HOUSE, 0, 1, 2) if GAME.hints(state, seat) is not None] == [0]
    over = played(GAME, state, (HOUSE, ["end"]))
    assert [GAME.hints(over, seat) for seat in range(3)] == [None] * 3


@given(data=st.data())
def test_hints_are_the_moves(data: st.DataObject) -> None:
    """Any hand under any tops: what the short form says, written out, is what the rules list."""
    must_lay = data.draw(st.booleans())
    pack = data.draw(st.permutations([*deck(0), *jokers(0, 4)]))
    size = data.draw(st.integers(0, 12))
    state: PontisState = dealt(GAME, 2, {"jokers": 4, "must_lay": must_lay})
    hand, own, before = pack[:size], pack[size], pack[size + 1]
    names = tuple((card, data.draw(st.integers(1, 13))) for card in (own, before) if is_joker(card))
    rules = state.rules
    piles = {rules.hand(0): Pile(tuple(hand)), rules.bank(0): Pile((own,)), rules.bank(1): Pile((before,))}
    state = state._replace(table=state.table.with_piles(piles), phase="lay", turn=0, names=names)
    assert_same(state)


@given(seed=st.binary(min_size=1, max_size=8), seats=st.integers(2, 8), steps=st.integers(0, 60))
def test_hints_are_the_moves_all_game_long(seed: bytes, seats: int, steps: int) -> None:
    """From the opened base on, whoever's turn it is."""
    state: PontisState = dealt(GAME, seats, {"jokers": 4}, seed)
    for step in range(steps):
        moves = GAME.moves(state, state.turn)
        if not moves:
            break
        assert_same(state)
        assert weight(GAME.hints(state, state.turn)) <= MOST_BYTES
        state = GAME.apply(state, state.turn, moves[step * 7919 % len(moves)])
    assert_same(state)


def test_the_largest_hints_are_small() -> None:
    """All four jokers and the half of the pack that has most lays, of two hands: found by a search, 4,764 bytes."""
    hand = cards("X1 X2 X3 X4 AD AC 2S 2H 2D 2C 3H 3S 3D 3C 6S 6H 6D 6C 7H 7D 7C 7S TC JH JD JC JS")
    state: PontisState = dealt(GAME, 2, {"jokers": 4})
    rules = state.rules
    piles = {rules.hand(0): Pile(hand), rules.bank(0): Pile(cards("AS")), rules.bank(1): Pile(cards("5H"))}
    state = state._replace(table=state.table.with_piles(piles), phase="lay", turn=0)
    assert len(hand) == 27
    assert weight(GAME.hints(state, 0)) == 4764 < MOST_BYTES
