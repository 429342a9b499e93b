"""The Pontis bots."""

from collections import Counter
from itertools import combinations
from time import process_time
from typing import Any

import pytest

from app.bots import pontis as pontis_bot
from app.bots.bot import bots
from app.bots.simulation import Players, simulate
from app.rules.card import RANK
from app.rules.game import OptionValue, complete
from app.rules.games.pontis import GAME
from app.rules.games.pontis.lay import has_lay, wanted
from app.rules.games.pontis.state import PontisState
from app.rules.notation import move_to_json
from app.rules.rng import Rng
from tests.support.games import dealt, played
from tests.support.pontis import cards, pontis

LEVELS = bots("pontis")
EVERY_LEVEL = pytest.mark.parametrize("level", list(LEVELS))


def chosen(state: PontisState, level: str, seat: int = 0, seed: bytes = b"bot") -> list[Any] | None:
    """What a bot does, as JSON."""
    move, _ = LEVELS[level].choose(GAME, GAME.view(state, seat), seat, Rng(seed))
    return None if move is None else move_to_json(move)


def test_three_levels() -> None:
    """The better, the quicker."""
    assert [(bot.level, bot.pace_ms) for bot in LEVELS.values()] == [("easy", 1300), ("steady", 1150), ("sharp", 1000)]


@EVERY_LEVEL
def test_nobody_plays_out_of_turn(level: str) -> None:
    """Nor when the game is over."""
    state = pontis("0b 9S\n1b KD\n0h 4C\n1h 2D")
    assert chosen(state, level, seat=1) is None
    over = played(GAME, state, (0, ["lay", "0h", ["0:4C"], "0b"]))
    assert [chosen(over, level, seat) for seat in (0, 1)] == [None, None]


@EVERY_LEVEL
def test_a_miss_only_without_a_lay(level: str) -> None:
    """Also where one may pass."""
    assert chosen(pontis("0b 9S\n1b KD\n0h 2C\n1h 2D"), level) == ["pass"]
    assert chosen(pontis("0b 9S\n1b KD\n0h 4C 2C\n1h 2D", must_lay=False), level) == ["lay", "0h", ["0:4C"], "0b"]


@EVERY_LEVEL
def test_bases(level: str) -> None:
    """They are opened; a joker is named so that it leaves a lay, and counts much."""
    state = pontis("0b -X1\n1b -X2\n0h 4C 2C\n1h 2D")._replace(phase="open")
    assert chosen(state, level) == ["open"]
    state = played(GAME, state, (0, ["open"]))
    assert chosen(state, level) == ["name", "", [], "A"]
    state = played(GAME, state, (0, ["name", "", [], "5"]))
    assert chosen(state, level, seat=1) == ["name", "", [], "7"]


@pytest.mark.parametrize(
    ("hand", "level", "laid"),
    [
        ("4C KH 9D 2H", "easy", ["0:4C"]),
        ("4C KH 9H 2H", "steady", ["0:9H", "0:KH"]),
        ("4C X1 2H", "steady", ["0:4C"]),
        ("4C X1 2C", "sharp", ["0:4C"]),
        ("4C X1", "sharp", ["0:4C", "0:X1"]),
        ("4C X1 8H", "sharp", ["0:4C", "0:8H"]),
        ("4C 8H", "sharp", ["0:4C", "0:8H"]),
    ],
)
def test_what_is_laid(hand: str, level: str, laid: list[str]) -> None:
    """One card; two high ones; jokers later; the end at once."""
    move = chosen(pontis(f"0b 9S\n1b KD\n0h {hand}\n1h 2D 5C JC"), level)
    assert move is not None
    assert sorted(move[2]) == laid


@pytest.mark.parametrize(("own", "before"), [(9, 13), (5, 5), (1, 5), (1, 1), (2, 3)])
@pytest.mark.parametrize("held", [1, 2, 3])
def test_how_likely_a_seat_is_stuck(own: int, before: int, held: int) -> None:
    """About as in all hands that it can have."""
    unseen = cards("AS 3S 3H 4D 5C 8S 9H QD QC KH X1")
    want = wanted(own, before)
    hands = [not has_lay(want, hand) for hand in combinations(unseen, held)]
    counts = pontis_bot._count([(each, RANK[each]) for each in unseen])
    assert abs(pontis_bot._stuck(counts, held, want) - sum(hands) / len(hands)) < 0.15


def test_the_hope_of_small_hands() -> None:
    """A joker is nearly always laid, an ace in two ways; between a nine and anything no nine is wanted."""

    def hope(text: str, top: int = 9) -> float:
        return pontis_bot._hope(pontis_bot._count([(each, RANK[each]) for each in cards(text)]), top)

    assert hope("") == 1
    assert 1 > hope("X1") > hope("AS 5H") > hope("5H") > hope("9H") == 0
    assert hope("4S 8H X1") > hope("4S 8H 3C")
    assert hope("X1 X2 5S") > hope("X1 KS 5S") > hope("5H KS 5S")


@EVERY_LEVEL
def test_a_bot_sees_no_more_than_its_seat(level: str) -> None:
    """Whatever the others hold, the same view leads to the same lay."""
    one = pontis("0b 9S\n1b KD\n0h 4C KH 9D 2C 7S\n1h 2D 5C")
    other = pontis("0b 9S\n1b KD\n0h 4C KH 9D 2C 7S\n1h JD AC")
    assert chosen(one, level) == chosen(other, level)


LADDER = (("easy", "steady"), ("steady", "sharp"))


def won(*levels: str, seats: int, games: int, seed: int = 3) -> Counter[str]:
    """How many games each level won alone; each deal is played with the levels the other way round too."""
    found = Counter[str]()
    for order in (levels, levels[::-1]):
        players = Players(GAME, tuple(LEVELS[level] for level in order), complete(GAME.info, {}), seats)
        outcome: Any = simulate(players, games=games, seed=seed)
        assert (outcome["finished"], outcome["refused"]) == (games, 0)
        found.update(outcome["rounds_won"])
    return found


@pytest.mark.parametrize(("lower", "higher"), LADDER)
def test_every_level_beats_the_one_below(lower: str, higher: str) -> None:
    """In at least 55 of 100 decided games; a small sample of what `simulate --levels` shows."""
    table = won(lower, higher, seats=2, games=20)
    assert table[higher] >= 0.55 * table.total() >= 16


@pytest.mark.parametrize(
    "options",
    [{"jokers": 4, "series": "dealer_round"}, {"must_lay": False}, {"block_points": "cards", "bases": "suit"}],
)
@pytest.mark.parametrize("seats", [3, 8])
def test_games_by_other_options_end(seats: int, options: dict[str, OptionValue]) -> None:
    """With all levels at one table."""
    players = Players(GAME, tuple(LEVELS.values()), complete(GAME.info, options), seats)
    outcome: Any = simulate(players, games=2, seed=5)
    assert (outcome["finished"], outcome["refused"], outcome["conserved"]) == (2, 0, True)


@EVERY_LEVEL
def test_a_decision_is_quick(level: str) -> None:
    """Far below 20 ms in the mean, also with full hands and four jokers."""
    spent, decisions, rng = 0.0, 0, Rng(b"quick")
    for seed in range(3):
        state = dealt(GAME, 2, {"jokers": 4}, bytes([seed]))
        while GAME.result(state) is None:
            view, began = GAME.view(state, state.turn), process_time()
            move, rng = LEVELS[level].choose(GAME, view, state.turn, rng)
            spent += process_time() - began
            decisions += 1
            assert move is not None
            state = GAME.apply(state, state.turn, move)
    assert spent / decisions < 0.02
