"""Who wins a game, and who the match."""

import pytest

from app.rules.game import HOUSE, OptionValue
from app.rules.games.pontis import GAME
from app.rules.games.pontis.score import counted, match_winners, winners
from app.rules.games.pontis.state import PontisState
from tests.support.games import played
from tests.support.pontis import pontis


def blocked(banks: str, seats: int = 2, names: str = "", /, **options: OptionValue) -> PontisState:
    """A game at its block."""
    return pontis(banks, seats, names, **options)._replace(phase="over", ending="block", by=HOUSE)


@pytest.mark.parametrize(
    ("bank", "values"), [("AS 2H TD", [14, 2, 10]), ("JS QH KD", [11, 12, 13]), ("X1 5S X2", [14, 5, 7])]
)
def test_what_cards_count(bank: str, values: list[int]) -> None:
    """Base first; an ace is 14, also a joker that was named one; by option a card is a point."""
    assert counted(blocked(f"0b {bank}", 2, "X1=A X2=7"), 0) == values
    assert counted(blocked(f"0b {bank}", 2, "X1=A X2=7", block_points="cards"), 0) == [1, 1, 1]


@pytest.mark.parametrize(
    ("banks", "options", "won"),
    [
        ("0b KS\n1b QS", {}, (0,)),
        ("0b KS\n1b QS AC", {}, (1,)),
        ("0b KS\n1b QS AC\n2b AD QH", {}, (1, 2)),
        ("0b KS 2S\n1b AS AD", {"block_points": "cards"}, (0, 1)),
    ],
)
def test_a_block_is_won_by_the_most_points(banks: str, options: dict[str, OptionValue], won: tuple[int, ...]) -> None:
    """Equal ones share."""
    assert winners(blocked(banks, banks.count("b "), **options)) == won


def test_the_last_card_wins_whatever_lies_in_banks() -> None:
    state = pontis("0b 2S\n1b KS AD")._replace(phase="over", ending="out", by=0)
    assert winners(state) == (0,)
    assert winners(state._replace(ending="stopped", by=HOUSE)) == ()
    assert winners(pontis("")) == ()


@pytest.mark.parametrize(
    ("series", "seats", "games", "wins", "won"),
    [
        (1, 2, 0, [1, 0], (0,)),
        (3, 2, 1, [2, 0], ()),
        (3, 2, 2, [2, 1], (0,)),
        (3, 3, 2, [1, 1, 1], (0, 1, 2)),
        (5, 2, 3, [4, 0], ()),
        (5, 2, 4, [2, 3], (1,)),
        ("dealer_round", 4, 2, [1, 1, 1, 0], ()),
        ("dealer_round", 4, 3, [2, 1, 1, 0], (0,)),
        ("dealer_round", 2, 1, [1, 1], (0, 1)),
    ],
)
def test_a_match_ends_with_its_last_game(
    series: OptionValue, seats: int, games: int, wins: list[int], won: tuple[int, ...]
) -> None:
    """All games are played, and most wins win."""
    state = blocked("0b KS", seats, series=series)._replace(games=games)
    assert match_winners(state, wins) == won


def test_a_game_that_is_given_up_ends_no_match() -> None:
    """It is not counted, and the next seat deals."""
    result = GAME.result(played(GAME, pontis("0h 2S\n1h 3S"), (HOUSE, ["end"])))
    assert result is not None
    assert result.winners == ()
    assert [dict(carry) for carry in result.carry] == [
        {"total": 0, "games": 0, "deals": 1},
        {"total": 0, "games": 0, "deals": 0},
    ]
