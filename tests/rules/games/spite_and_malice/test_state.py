"""The deal of Spite & Malice, and the shuffle of a complete stack."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.card import HIDDEN, RANK, deck
from app.rules.game import complete
from app.rules.games.spite_and_malice import GAME
from app.rules.games.spite_and_malice.state import STOCK, packs
from app.rules.rng import Rng, Scripted
from tests.support.games import dealt, played, spite


@pytest.mark.parametrize(
    ("seats", "pay_off", "count"),
    [(2, 20, 2), (2, 30, 2), (3, 20, 3), (4, 26, 3), (4, 30, 4), (5, 20, 4), (6, 20, 4), (6, 26, 5), (6, 30, 5)],
)
def test_packs(seats: int, pay_off: int, count: int) -> None:
    """Two, three or four by the number of seats, and one more where the stock would be short."""
    assert packs(seats, pay_off) == count
    state = dealt(GAME, seats, {"pay_off": pay_off})
    assert len(state.table.pile("stock").cards) == 52 * count - seats * (5 + pay_off) >= STOCK


def test_the_deal_goes_round_from_the_first_player() -> None:
    """Five to each hand, then each pay-off pile in one go, its last card on top; the next card is the first drawn."""
    order = Rng(b"deal").shuffled([each for number in range(3) for each in deck(number)])[0]
    state = GAME.deal(complete(GAME.info, {}), [{"place": 2}, {"place": 0}, {"place": 1}], Scripted((order,)))
    assert (state.first, state.turn) == (1, 1)
    for number, seat in enumerate((1, 2, 0)):
        assert state.table.pile(f"{seat}h").cards == order[5 * number : 5 * number + 5]
        assert state.table.pile(f"{seat}p").cards == order[15 + 20 * number : 35 + 20 * number]
        assert state.table.pile(f"{seat}p").down == 19
    stock = state.table.pile("stock")
    assert stock.cards == order[75:][::-1]
    assert stock.down == len(stock.cards)


def test_a_lot_says_who_begins() -> None:
    """Each seat now and then; without a place nobody is asked for one."""
    begun = [dealt(GAME, 3, {}, bytes([n])).first for n in range(60)]
    assert all(begun.count(seat) > 8 for seat in range(3))


def test_who_is_new_has_no_place() -> None:
    """The lowest place that somebody brings begins, also when whoever was to begin has left."""
    options = complete(GAME.info, {})
    assert GAME.deal(options, [{}, {"place": 2, "total": 7}, {"place": 1}], Rng(b"places")).first == 2


@given(st.integers(2, 6), st.binary(min_size=1, max_size=8))
def test_the_highest_pay_off_card_begins(seats: int, seed: bytes) -> None:
    """By option, in the first hand; of equal ones the one dealt first. It is dealt from the lot on as ever."""
    lot = dealt(GAME, seats, {}, seed)
    state = dealt(GAME, seats, {"first": "higher"}, seed)
    assert state.table == lot.table
    tops = [RANK[state.table.pile(f"{seat}p").cards[-1]] for seat in range(seats)]
    order = [(lot.first + step) % seats for step in range(seats)]
    assert state.first == state.turn == next(seat for seat in order if tops[seat] == max(tops))


def test_later_hands_begin_in_turn_whatever_lies_there() -> None:
    """The option is about the first hand only."""
    options = complete(GAME.info, {"first": "higher"})
    for seed in range(8):
        assert GAME.deal(options, [{"place": 1}, {"place": 0}], Rng(bytes([seed]))).first == 1


STACK = "c0 " + " ".join(f"0:{rank}S" for rank in "A23456789TJ")


def test_a_complete_stack_leaves_no_trace_in_the_stock() -> None:
    """Its cards lie anywhere between those of the stock, by chance alone, and all face down."""
    places: set[Any] = set()
    for number in range(20):
        state = spite(f"0h QH 2S\n{STACK}")._replace(rng=Rng(bytes([number])))
        state = played(GAME, state, (0, ["play", "0h", ["0:QH"], "c0"]))
        stock = state.table.pile("stock")
        assert len(stock.cards) == stock.down == 42
        assert state.table.pile("c0").cards == ()
        assert state.turn == 0
        places.add(stock.cards.index("0:QH"))
    assert len(places) > 10


def test_in_a_view_the_stock_stays_unknown() -> None:
    """Who looks ahead sees a stack vanish, and nothing of the stock or of the cards that will be drawn."""
    view = GAME.view(spite(f"0h QH\n{STACK}", refill=True), 0)
    view = played(GAME, view, (0, ["play", "0h", ["0:QH"], "c0"]))
    assert set(view.table.pile("stock").cards) == {HIDDEN}
    assert view.table.pile("0h").cards == (HIDDEN,) * 5


@pytest.mark.parametrize("seats", [1, 7])
def test_the_table_is_for_two_to_six(seats: int) -> None:
    """Others are refused."""
    with pytest.raises(ValueError, match="2 to 6 seats"):
        dealt(GAME, seats, {})
