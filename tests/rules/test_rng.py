"""Chance that anybody can recompute."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.card import card, deck
from app.rules.rng import BadShuffle, Rng, Scripted, commitment, match_seed


def by_the_book(seed: bytes, number: int, cards: list[str]) -> list[str]:
    """The shuffle of a round, written once more from the documented conventions alone."""
    draw = 0
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        n = i + 1
        while True:
            message = number.to_bytes(4, "big") + draw.to_bytes(4, "big")
            value = int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest()[:4], "big")
            draw += 1
            if value < 2**32 - 2**32 % n:
                break
        j = value % n
        order[i], order[j] = order[j], order[i]
    return order


@given(st.binary(max_size=64), st.integers(1, 1000))
def test_shuffles_follow_the_documented_conventions(seed: bytes, number: int) -> None:
    """A second implementation from the page agrees."""
    shuffled, _ = Rng.for_round(seed, number).shuffled(deck(0))
    assert list(shuffled) == by_the_book(seed, number, list(deck(0)))


def test_a_shuffle_is_pinned() -> None:
    """The browser's own implementation is held against the same order. It never changes."""
    shuffled, rest = Rng.for_round(bytes(range(32)), 1).shuffled(deck(0))
    assert " ".join(each[2:] for each in shuffled[:8]) == "9C 9D 2H 7S 6S 4D 2D QH"
    assert rest.counter == 2**32 + 51


def test_a_generator_is_a_value() -> None:
    """Drawing changes nothing: the same value draws the same again, what is left draws on."""
    rng = Rng(b"seed")
    first = rng.below(1000)
    assert rng.below(1000) == first
    assert first[1] != rng
    assert first[1].below(1000)[0] != first[0]


@given(st.binary(), st.integers(1, 2**32))
def test_a_number_is_below_its_bound(seed: bytes, n: int) -> None:
    """From 0 to n - 1, whatever the bound."""
    assert 0 <= Rng(seed).below(n)[0] < n


def test_a_bound_that_half_of_all_values_exceed_rejects_some() -> None:
    """Just above 2**31 nearly half of the draws are thrown away, each using up its counter."""
    left = [Rng(bytes([n])).below(2**31 + 1)[1].counter for n in range(50)]
    assert max(left) > 2


def test_numbers_are_spread_evenly() -> None:
    """Of 6000 draws below 6 each number comes about a thousand times."""
    rng = Rng(b"dice")
    counts: Counter[int] = Counter()
    for _ in range(6000):
        number, rng = rng.below(6)
        counts[number] += 1
    assert all(850 < counts[number] < 1150 for number in range(6))


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_a_bound_out_of_range_is_refused(n: int) -> None:
    """There is no number below 0, and a draw has 32 bits."""
    with pytest.raises(ValueError, match="from 1 to"):
        Rng(b"").below(n)


def test_a_script_is_taken_in_turn() -> None:
    """Each shuffle takes the next order; cards may be named without their deck."""
    backwards = deck(1)[::-1]
    script = Scripted((backwards, tuple(each[2:] for each in deck(2))))
    first, left = script.shuffled(deck(1))
    second, left = left.shuffled(deck(2))
    assert first == backwards
    assert second == deck(2)
    assert left == Scripted(())


@pytest.mark.parametrize(
    "order",
    [
        deck(1)[1:],
        (*deck(1)[1:], "1:2S"),
        (*deck(1)[1:], "0:AS"),
        (*deck(1), "1:AS"),
        (*deck(1)[1:], "nonsense"),
    ],
)
def test_a_script_with_other_cards_is_refused(order: tuple[str, ...]) -> None:
    """One missing, one twice, one of another deck, one too many, one that does not exist."""
    with pytest.raises(BadShuffle, match="exactly the cards"):
        Scripted((order,)).shuffled(deck(1))


def test_a_script_does_not_guess_between_two_decks() -> None:
    """Where two decks are shuffled together, a card needs its deck."""
    both = (*deck(0), *deck(1))
    assert Scripted((both[::-1],)).shuffled(both)[0] == both[::-1]
    with pytest.raises(BadShuffle):
        Scripted((tuple(each[2:] for each in both),)).shuffled(both)


def test_a_script_holds_shuffles_only() -> None:
    """It ends, and it draws no numbers."""
    with pytest.raises(BadShuffle, match="fewer shuffles"):
        Scripted(()).shuffled(deck(0))
    with pytest.raises(BadShuffle, match="draws a number"):
        Scripted((deck(0),)).below(3)


def test_the_match_seed_is_made_of_everybodys_share() -> None:
    """SHA-256 over the server's seed and the additions in seat order."""
    server, ann, bob = b"s" * 32, b"a" * 16, b"b" * 16
    assert match_seed(server, [ann, bob]) == hashlib.sha256(server + ann + bob).digest()
    assert match_seed(server, [bob, ann]) != match_seed(server, [ann, bob])
    assert match_seed(server, []) == hashlib.sha256(server).digest()
    assert commitment(server) == hashlib.sha256(server).hexdigest()


@pytest.mark.parametrize(("server", "additions"), [(b"s" * 31, []), (b"s" * 32, [b"a" * 15]), (b"s" * 32, [b""])])
def test_shares_of_another_length_are_refused(server: bytes, additions: list[bytes]) -> None:
    """Otherwise two different sets of shares could give one seed."""
    with pytest.raises(ValueError, match="bytes"):
        match_seed(server, additions)


def test_the_first_card_is_any_card() -> None:
    """Over many rounds every card of the deck is dealt first at some time."""
    first = {Rng.for_round(b"any", number).shuffled(deck(0))[0][0] for number in range(600)}
    assert first == {card(0, each[2:]) for each in deck(0)}
