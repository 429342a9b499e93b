"""Which moves are legal, and what they do."""

import pytest

from app.rules.game import HOUSE, Move, Options, Reason
from app.rules.games.pontis import GAME
from app.rules.games.pontis.state import PontisState
from tests.support.games import Line, dealt, played, refusal
from tests.support.pontis import cards, pontis

TABLE = "0h 4S 6H KH 9D X1 3C\n0b 9S\n1b 5C KD\n1h 7S 7H 8D X2"
"""9 and K: seat 0 wants 4."""


@pytest.mark.parametrize(
    ("laid", "target", "reason"),
    [
        ("4S", "0b", None),
        ("KH 9D", "0b", None),
        ("9D KH", "0b", None),
        ("X1", "0b:4", None),
        ("3C X1", "0b:A", None),
        ("X1 3C", "0b:7", None),
        ("X1", "0b:5", "does_not_fit"),
        ("3C X1", "0b:2", "does_not_fit"),
        ("6H", "0b", "does_not_fit"),
        ("6H KH", "0b", "does_not_fit"),
        ("X1", "0b", "unknown_move"),
        ("X1", "0b:", "unknown_move"),
        ("X1", "0b:44", "unknown_move"),
        ("X1", "0b:1", "unknown_move"),
        ("4S", "0b:4", "unknown_move"),
        ("4S", "1b", "not_yours"),
        ("4S", "b", "unknown_move"),
        ("7S", "0b", "not_there"),
        ("4S 4S", "0b", "not_there"),
        ("9D KH 4S", "0b", "not_there"),
        ("", "0b", "not_there"),
    ],
)
def test_what_may_be_laid(laid: str, target: str, reason: Reason | None) -> None:
    """Own cards, on the own bank, each joker named once, and they make the number."""
    state = pontis(TABLE)
    assert refusal(GAME, state, 0, Move("lay", "0h", cards(laid), target)) == reason


def test_from_no_other_pile() -> None:
    state = pontis(TABLE)
    assert refusal(GAME, state, 0, Move("lay", "1h", cards("8D"), "0b")) == "not_yours"
    assert refusal(GAME, state, 0, Move("lay", "0b", cards("9S"), "0b")) == "not_yours"
    assert refusal(GAME, state, 1, Move("lay", "1h", cards("8D"), "1b")) == "not_now"


@pytest.mark.parametrize(
    ("bank", "before", "laid", "target", "legal"),
    [
        ("AS", "AD", "KH", "0b", True),
        ("AS", "AD", "6H 7S", "0b", True),
        ("AS", "AD", "AH QC", "0b", True),
        ("AS", "AD", "AH AC", "0b", True),
        ("AS", "AD", "7S 7H", "0b", False),
        ("KS", "KD", "7S 7H", "0b", True),
        ("KS", "KD", "X1 7H", "0b:7", True),
        ("KS", "KD", "X1 7H", "0b:8", False),
        ("KS", "KD", "X1 X2", "0b:33", True),
        ("KS", "KD", "X1 X2", "0b:34", False),
        ("KS", "KD", "7S", "0b", False),
        ("KS", "KD", "KH QC", "0b", False),
        ("4S", "AD", "3H", "0b", True),
        ("4S", "AD", "TH", "0b", True),
        ("4S", "AD", "4H", "0b", False),
        ("X3", "KD", "4C", "0b", True),
        ("X3", "KD", "4C QC", "0b", False),
    ],
)
def test_bridges_aces_and_named_jokers(bank: str, before: str, laid: str, target: str, legal: bool) -> None:
    """Two aces want 13, other equal tops a pair; an ace is 1 or 14; X3 was named a nine."""
    state = pontis(f"0b {bank}\n1b {before}\n0h {laid} 2C 8C\n1h 5D", 2, "X3=9", jokers=4)
    assert (refusal(GAME, state, 0, Move("lay", "0h", cards(laid), target)) is None) is legal


@pytest.mark.parametrize("must_lay", [True, False])
@pytest.mark.parametrize(("hand", "can"), [("4S 8H", True), ("KH 9D", True), ("2S 8H", False), ("X1", True)])
def test_a_miss(hand: str, can: bool, must_lay: bool) -> None:
    """Only without a lay, unless the option lets one pass."""
    state = pontis(f"0h {hand}\n0b 9S\n1b KD\n1h 5D", must_lay=must_lay)
    assert refusal(GAME, state, 0, Move("pass")) == ("not_now" if can and must_lay else None)
    assert (Move("pass") in GAME.moves(state, 0)) is (not can or not must_lay)
    assert bool([move for move in GAME.moves(state, 0) if move.name == "lay"]) is can


@pytest.mark.parametrize(
    ("seat", "move", "reason"),
    [
        (0, Move("open"), "not_now"),
        (0, Move("name", target="7"), "not_now"),
        (0, Move("name"), "unknown_move"),
        (0, Move("name", target="1"), "unknown_move"),
        (0, Move("open", target="7"), "unknown_move"),
        (0, Move("open", target="x"), "unknown_move"),
        (0, Move("pass", source="0h"), "unknown_move"),
        (0, Move("pass", cards=cards("4S")), "unknown_move"),
        (0, Move("timeout"), "unknown_move"),
        (0, Move("end"), "unknown_move"),
        (0, Move("pass", seat=0), "unknown_move"),
        (1, Move("pass"), "not_now"),
        (2, Move("pass"), "unknown_move"),
        (HOUSE, Move("end"), None),
        (HOUSE, Move("end", seat=0), "unknown_move"),
        (HOUSE, Move("timeout", seat=0), None),
        (HOUSE, Move("timeout", seat=1), "not_now"),
        (HOUSE, Move("timeout"), "unknown_move"),
        (HOUSE, Move("pass"), "unknown_move"),
    ],
)
def test_moves_that_name_no_cards(seat: int, move: Move, reason: Reason | None) -> None:
    assert refusal(GAME, pontis(TABLE), seat, move) == reason


def test_the_second_card_lies_on_top() -> None:
    """And counts from then on; the hand keeps its order."""
    state = played(GAME, pontis(TABLE), (0, ["lay", "0h", ["0:9D", "0:KH"], "0b"]))
    assert (state.turn, state.top(0), state.misses) == (1, 13, 0)
    assert state.hand(0) == cards("4S 6H X1 3C")
    assert state.table.pile("0b").cards == cards("9S 9D KH")


def test_a_joker_keeps_its_name() -> None:
    state = played(GAME, pontis(TABLE), (0, ["lay", "0h", ["0:3C", "0:X1"], "0b:7"]))
    assert GAME.facts(state)["jokers"] == {"0:X1": "7"}
    assert state.top(0) == 7
    state = played(GAME, state, (1, ["lay", "1h", ["0:7S", "0:X2"], "1b:K"]))
    assert GAME.facts(state)["jokers"] == {"0:X1": "7", "0:X2": "K"}


def test_the_last_card_wins_at_once() -> None:
    state = played(GAME, pontis("0h KH 9D\n0b 9S\n1b KD\n1h 5D"), (0, ["lay", "0h", ["0:9D", "0:KH"], "0b"]))
    assert (state.phase, state.ending, state.by) == ("over", "out", 0)
    assert [GAME.moves(state, seat) for seat in (HOUSE, 0, 1)] == [[], [], []]
    assert refusal(GAME, state, HOUSE, Move("end")) == "not_now"
    assert refusal(GAME, state, 1, Move("pass")) == "not_now"


def test_a_lay_breaks_the_row_of_misses() -> None:
    """Three seats: two misses, a lay, and then it takes three again."""
    text = "0h 2S 3H\n1h 2D\n2h 8C 3S QC\n0b 9S\n1b 4D\n2b KC"
    state = played(GAME, pontis(text, 3), (0, ["pass"]), (1, ["pass"]))
    assert (state.misses, state.turn, state.phase) == (2, 2, "lay")
    state = played(GAME, state, (2, ["lay", "2h", ["0:QC", "0:3S"], "2b"]))
    assert state.misses == 0
    assert GAME.facts(state)["wanted"] == [6]


def test_as_many_misses_as_seats_are_a_block() -> None:
    state = played(GAME, pontis("0h 2S\n1h 2D\n0b 9S\n1b KD"), (0, ["pass"]), (1, ["pass"]))
    assert (state.phase, state.ending, state.by) == ("over", "block", HOUSE)


# --- first turns --------------------------------------------------------------------------------------------


def fresh(*bases: str, hands: str = "") -> PontisState:
    """Before the dealer, seat 0, opens."""
    banks = "\n".join(f"{seat}b -{base}" for seat, base in enumerate(bases))
    return pontis(f"{banks}\n{hands}", len(bases))._replace(phase="open")


@pytest.mark.parametrize(
    ("bases", "line", "phase", "turn"),
    [
        (("9S", "KD"), [(0, ["open"])], "lay", 1),
        (("9S", "X1"), [(0, ["open"])], "name", 1),
        (("X1", "KD"), [(0, ["open"])], "name", 0),
        (("X1", "KD"), [(0, ["open"]), (0, ["name", "", [], "9"])], "lay", 1),
        (("9S", "X1"), [(0, ["open"]), (1, ["name", "", [], "K"])], "lay", 1),
        (("X1", "X2"), [(0, ["open"]), (0, ["name", "", [], "9"])], "name", 1),
    ],
)
def test_bases_are_opened_and_named(bases: tuple[str, ...], line: list[Line], phase: str, turn: int) -> None:
    """The dealer opens; the table opens the next base with its owner's first turn; a joker is named first."""
    state = played(GAME, fresh(*bases, hands="0h 2S\n1h 4D 7C"), *line)
    assert (state.phase, state.turn, state.misses) == (phase, turn, 0)
    assert [state.table.pile(f"{seat}b").down for seat in (0, 1)] == [0, 1 - turn]


def test_before_it_is_open_nobody_knows_a_base() -> None:
    state = fresh("9S", "X1", hands="0h 2S\n1h 4D 7C")
    assert refusal(GAME, state, 0, Move("pass")) == "not_now"
    assert refusal(GAME, state, 1, Move("open")) == "not_now"
    assert GAME.moves(state, 0) == [Move("open")]
    assert all("0:9S" not in repr(GAME.view(state, seat)) for seat in (0, 1, None))


def test_a_name_may_leave_no_lay() -> None:
    """The miss is legal then; every rank can be named."""
    state = played(GAME, fresh("9S", "X1", hands="0h 2S\n1h 4D"), (0, ["open"]))
    assert [move.target for move in GAME.moves(state, 1)] == list("A23456789TJQK")
    assert refusal(GAME, state, 1, Move("pass")) == "not_now"
    state = played(GAME, state, (1, ["name", "", [], "8"]), (1, ["pass"]))
    assert (state.misses, state.turn) == (1, 0)


# --- the house ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "bank", "before", "options", "laid"),
    [
        ("9D 4S 4H", "AS", "5D", {}, "4S"),
        ("X1 9D 6C", "AS", "5D", {}, "9D"),
        ("X1 6C 8C", "9S", "KD", {}, "X1"),
        ("KH 2C 9D", "9S", "KD", {}, "KH 9D"),
        ("2C X1 7H 7D", "9S", "9D", {}, "7H 7D"),
        ("2C 8H", "9S", "KD", {}, ""),
        ("4S 8H", "9S", "KD", {"must_lay": False}, "4S"),
    ],
)
def test_out_of_time(hand: str, bank: str, before: str, options: Options, laid: str) -> None:
    """The lowest single card, a joker last, else the first two, else a miss: what `moves` names first."""
    state = pontis(f"0h {hand} JC\n0b {bank}\n1b {before}\n1h 5C", **options)
    first = GAME.moves(state, 0)[0]
    after = played(GAME, state, (HOUSE, ["timeout", "", [], "", 0]))
    assert after == GAME.apply(state, 0, first)
    assert after.table.pile("0b").cards[1:] == cards(laid)
    assert (after.turn, after.misses) == (1, int(not laid))


def test_out_of_time_before_a_base_is_open_or_named() -> None:
    """The dealer's joker is an ace and that was the turn; anybody else's is an ace and the lay follows."""
    state = played(GAME, fresh("X1", "X2", hands="0h 2S\n1h KH 4D"), (HOUSE, ["timeout", "", [], "", 0]))
    assert (state.turn, state.phase, GAME.facts(state)["jokers"]) == (1, "name", {"0:X1": "A"})
    state = played(GAME, state, (HOUSE, ["timeout", "", [], "", 1]))
    assert (state.turn, state.phase) == (0, "lay")
    assert state.table.pile("1b").cards == cards("X2 KH")
    opened = played(GAME, fresh("X1", "5S", hands="0h 2S\n1h KH 4D"), (0, ["open"]))
    state = played(GAME, opened, (HOUSE, ["timeout", "", [], "", 0]))
    assert (state.turn, state.phase) == (1, "lay")


def test_a_game_that_is_given_up() -> None:
    """It is over at any moment, and nobody has won it."""
    for state in (dealt(GAME, 3, {}), pontis(TABLE)):
        over = played(GAME, state, (HOUSE, ["end"]))
        assert (over.phase, over.ending, over.by) == ("over", "stopped", HOUSE)
        result = GAME.result(over)
        assert result is not None
        assert result.winners == ()
        assert [score.points for score in result.scores] == [0] * over.rules.seats
