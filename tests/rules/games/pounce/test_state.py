"""The deal of Pounce and its piles."""

import pytest

from app.rules.card import deck, face
from app.rules.game import Options, complete
from app.rules.games.pounce import GAME
from app.rules.games.pounce.state import PounceState
from app.rules.notation import piles_to_text, spec_to_json
from app.rules.rng import Rng, Scripted


def dealt_in_order(seats: int = 2, options: Options | None = None) -> PounceState:
    """Nothing is shuffled: every deck runs from the ace of spades to the king of clubs."""
    script = Scripted(tuple(deck(seat) for seat in range(seats)))
    return GAME.deal(complete(GAME.info, options or {}), [{}] * seats, script)


def lines(state: PounceState, seat: int) -> dict[str, str]:
    """The piles of one seat as text, by the rest of their id."""
    told = [line.split(" ", 1) for line in piles_to_text(state.table).splitlines()]
    return {pile[1:]: cards for pile, cards in told if pile.startswith(str(seat))}


def stock(first: str, count: int) -> str:
    """A stock of so many cards down from the last of the deck to this one on top."""
    cards = deck(0)[52 - count :][::-1]
    assert face(cards[-1]) == first
    return " ".join(f"-{face(each)}" for each in cards)


def test_the_deal_of_the_klondike_tableau() -> None:
    """Row by row, then nine cards with the first of them on top, then the stock with the next card on top."""
    state = dealt_in_order()
    for seat in range(2):
        assert lines(state, seat) == {
            "t1": "AS",
            "t2": "-2S 6S",
            "t3": "-3S -7S TS",
            "t4": "-4S -8S -JS KS",
            "t5": "-5S -9S -QS -AH 2H",
            "p": "JH TH 9H 8H 7H 6H 5H 4H 3H",
            "s": stock("QH", 28),
        }


def test_the_deal_of_the_open_tableau() -> None:
    """Four open cards, then the pounce pile, then the stock."""
    state = dealt_in_order(options={"tableau": 4, "pounce_pile": 13})
    assert lines(state, 1) == {
        "t1": "AS",
        "t2": "2S",
        "t3": "3S",
        "t4": "4S",
        "p": "4H 3H 2H AH KS QS JS TS 9S 8S 7S 6S 5S",
        "s": stock("5H", 35),
    }


@pytest.mark.parametrize("pounce_pile", range(5, 14))
@pytest.mark.parametrize("tableau", [4, 5])
def test_pounce_pile_and_stock_share_what_the_tableau_leaves(pounce_pile: int, tableau: int) -> None:
    """However large the pounce pile is."""
    state = dealt_in_order(3, {"tableau": tableau, "pounce_pile": pounce_pile})
    laid = 15 if tableau == 5 else 4
    assert len(state.table.pile("2p").cards) == pounce_pile
    assert state.table.pile("2s").down == len(state.table.pile("2s").cards) == 52 - laid - pounce_pile


@pytest.mark.parametrize(("seats", "tableau"), [(2, 5), (4, 4), (8, 5)])
def test_piles_and_their_names(seats: int, tableau: int) -> None:
    """Each seat's lie together, then four build piles a seat."""
    state = dealt_in_order(seats, {"tableau": tableau})
    ids = [spec.id for spec in state.table.specs]
    row = [f"t{n}" for n in range(1, tableau + 1)]
    own = [f"{seat}{name}" for seat in range(seats) for name in ("p", *row, "w", "s")]
    assert ids == own + [f"b{n}" for n in range(4 * seats)]


@pytest.mark.parametrize(
    ("options", "onto", "empty"),
    [
        ({}, ["waste", "tableau"], {"reserve": "any", "waste": "king", "tableau": "king"}),
        ({"empty_space": "any"}, ["waste", "tableau"], {"reserve": "any", "waste": "any", "tableau": "any"}),
        ({"empty_space": "pounce"}, ["waste", "tableau"], {"reserve": "any"}),
        (
            {"pounce_on_tableau": True},
            ["waste", "tableau", "reserve"],
            {"reserve": "any", "waste": "king", "tableau": "king"},
        ),
    ],
)
def test_house_rules_are_told_to_the_browser(options: Options, onto: list[str], empty: dict[str, str]) -> None:
    """What a tableau pile declares follows the options."""
    table = dealt_in_order(options=options).table
    spec = spec_to_json(table.specs[table.index["0t1"]])
    assert spec["accepts"] == {"step": -1, "suits": "alternate", "onto": onto, "empty": empty, "run": True}


def test_decks_are_shuffled_in_seat_order_by_the_rounds_own_chance() -> None:
    """A page in the browser recomputes them from the match seed and the round's number."""
    rng = Rng.for_round(b"match", 3)
    state = GAME.deal(complete(GAME.info, {}), [{}] * 3, rng)
    for seat in range(3):
        cards, rng = rng.shuffled(deck(seat))
        assert state.table.pile(f"{seat}s").cards == cards[24:][::-1]
    assert state.rng == rng


def test_totals_are_carried_in() -> None:
    """A seat that is new has none."""
    state = GAME.deal(complete(GAME.info, {}), [{"total": 38}, {}, {"total": -4}], Rng(b""))
    assert state.totals == (38, 0, -4)


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    """Two to eight can play."""
    with pytest.raises(ValueError, match="2 to 8"):
        GAME.deal(complete(GAME.info, {}), [{}] * seats, Rng(b""))
