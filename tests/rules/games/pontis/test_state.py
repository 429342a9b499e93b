"""The deal, and what a state says of itself."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.card import SUIT, deck, jokers
from app.rules.game import complete
from app.rules.games.pontis import GAME
from app.rules.games.pontis.lay import Want
from app.rules.games.pontis.state import PontisState
from app.rules.rng import Rng
from tests.support.games import dealt
from tests.support.pontis import cards, pontis


@given(
    seats=st.integers(2, 8),
    count=st.sampled_from([2, 3, 4]),
    bases=st.sampled_from(["pack", "suit"]),
    seed=st.binary(min_size=1, max_size=8),
)
def test_everybody_gets_as_many(seats: int, count: int, bases: str, seed: bytes) -> None:
    """One base face down, equal hands as large as can be, the rest out of play; every card lies somewhere once."""
    state: PontisState = dealt(GAME, seats, {"jokers": count, "bases": bases}, seed)
    piles = state.table.piles
    rest = 52 + count - seats
    for seat in range(seats):
        bank = piles[state.rules.bank(seat)]
        assert (len(bank.cards), bank.down) == (1, 1)
        assert len(state.hand(seat)) == rest // seats
    aside = piles[state.rules.aside]
    assert len(aside.cards) == aside.down == rest % seats
    assert Counter(card for pile in piles for card in pile.cards) == Counter((*deck(0), *jokers(0, count)))
    suits = {SUIT[piles[state.rules.bank(seat)].cards[0]] for seat in range(seats)}
    assert bases == "pack" or (len(suits) == 1 and "" not in suits)


@given(seats=st.integers(2, 8), seed=st.binary(min_size=1, max_size=8))
def test_cards_go_round_from_the_dealers_left(seats: int, seed: bytes) -> None:
    """Bases first, then the hands, one card at a time; the lot falls after the shuffle."""
    state: PontisState = dealt(GAME, seats, {}, seed)
    order, rng = Rng.for_round(seed, 1).shuffled((*deck(0), *jokers(0, 2)))
    assert state.dealer == rng.below(seats)[0]
    left = [(state.dealer + 1 + n) % seats for n in range(seats)]
    assert [state.table.piles[state.rules.bank(seat)].cards[0] for seat in left] == list(order[:seats])
    assert [state.hand(seat)[:2] for seat in left] == [(order[seats + n], order[2 * seats + n]) for n in range(seats)]


def test_every_suit_and_every_dealer_is_drawn() -> None:
    drawn = [dealt(GAME, 3, {"bases": "suit"}, bytes([n])) for n in range(60)]
    assert {state.dealer for state in drawn} == {0, 1, 2}
    assert {SUIT[state.table.piles[1].cards[0]] for state in drawn} == {"S", "H", "D", "C"}


@pytest.mark.parametrize(
    ("deals", "dealer"),
    [([0, 1, 2], 0), ([2, 0, 1], 1), ([1, 2, 3], 0), ([None, 1, 0], 2), ([None, 2, 1], 2), ([None, None, 3], 2)],
)
def test_the_next_dealer(deals: list[int | None], dealer: int) -> None:
    """Whoever is next of those who know; newcomers wait for their turn."""
    carry = [{} if each is None else {"deals": each, "total": 1, "games": 2} for each in deals]
    state = GAME.deal(complete(GAME.info, {}), carry, Rng(b"next"))
    assert state.dealer == state.turn == dealer
    assert state.wins == tuple(0 if each is None else 1 for each in deals)
    assert state.games == 2


@pytest.mark.parametrize("seats", [1, 9])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 8"):
        dealt(GAME, seats, {})


def test_banks_and_tops() -> None:
    """Jokers count as named; what is face down counts as nothing."""
    state = pontis("0b KS X1\n1b -AH\n0h 5S", 2, "X1=7")
    assert state.bank(0) == tuple(zip(cards("KS X1"), (13, 7), strict=True))
    assert state.bank(1) == ()
    assert [state.top(0), state.top(1)] == [7, 0]
    assert pontis("0b 9S\n1b 5H KD").want() == Want((4,))
    assert pontis("0b X1\n1b KD").bank(0) == ((cards("X1")[0], 0),)


def test_neighbours() -> None:
    rules = pontis("", 5).rules
    assert [rules.before(seat) for seat in range(5)] == [4, 0, 1, 2, 3]
    assert [rules.after(seat) for seat in range(5)] == [1, 2, 3, 4, 0]
