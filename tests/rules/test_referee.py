"""Carrying cards, judged and found by what piles declare."""

import pytest

from app.rules.card import Card, known
from app.rules.game import Illegal, Move
from app.rules.notation import piles_from_text
from app.rules.referee import carries, judge
from app.rules.table import Accepts, PileSpec, Table, laid_out

ROW = Accepts(step=-1, suits="alternate", onto=("tableau",), empty={"tableau": "king"}, run=True)
BUILD = Accepts(step=1, suits="same", onto=("tableau",), empty={"tableau": "ace"}, run=False)
SPECS = (
    PileSpec("0t", "tableau", 0, "up", "run", ROW),
    PileSpec("0u", "tableau", 0, "up", "run", ROW),
    PileSpec("0v", "tableau", 0, "up", "run", ROW),
    PileSpec("0s", "stock", 0, 0, "none"),
    PileSpec("1t", "tableau", 1, "up", "run", ROW),
    PileSpec("b", "foundation", None, 1, "none", BUILD),
)
TEXT = """
0t -7S 6H 5S
0u -KC 6D
0s -AS
1t 6H
b 1:4S
"""


def laid(text: str = TEXT) -> Table:
    table = laid_out(SPECS)
    return table.with_piles({table.index[name]: pile for name, pile in piles_from_text(text, SPECS).items()})


def cards(words: str) -> tuple[Card, ...]:
    return tuple(known(word) or Card(word) for word in words.split())


@pytest.mark.parametrize(
    ("seat", "source", "carried", "target", "reason"),
    [
        (0, "0t", "0:5S", "b", None),
        (0, "0t", "0:5S", "0u", None),
        (0, "0t", "0:6H 0:5S", "0u", "does_not_fit"),
        (0, "0t", "0:6H 0:5S", "b", "does_not_fit"),
        (0, "0t", "0:5S", "0v", "does_not_fit"),
        (0, "0t", "0:5S", "0t", "does_not_fit"),
        (0, "0t", "0:5S", "1t", "not_yours"),
        (1, "0t", "0:5S", "b", "not_yours"),
        (0, "b", "1:4S", "0u", "not_yours"),
        (0, "0t", "1:5S", "b", "not_there"),
        (0, "0t", "5S", "b", "not_there"),
        (0, "0t", "0:6H", "b", "not_there"),
        (0, "0u", "0:KC 0:6D", "0v", "not_there"),
        (0, "0s", "0:AS", "b", "not_there"),
        (0, "0s", "0:2S", "b", "not_there"),
        (0, "0t", "", "b", "unknown_move"),
        (0, "0x", "0:5S", "b", "unknown_move"),
        (0, "0t", "0:5S", "new", "unknown_move"),
    ],
)
def test_judge(seat: int, source: str, carried: str, target: str, reason: str | None) -> None:
    """Who may carry what where, and the reason why not."""
    table = laid()
    if reason is None:
        assert judge(table, seat, source, cards(carried), target) == (table.index[source], table.index[target])
        return
    with pytest.raises(Illegal) as refused:
        judge(table, seat, source, cards(carried), target)
    assert refused.value.reason == reason


def test_carries_finds_what_judge_allows() -> None:
    """From the tops downwards, targets in the order given."""
    table = laid()
    found = carries(table, "play", range(4), (5, 0, 1, 2))
    assert found == [Move("play", "0t", cards("0:5S"), "b"), Move("play", "0t", cards("0:5S"), "0u")]


def test_carries_takes_runs_along() -> None:
    """A run goes where its lowest card fits, and only where several may arrive."""
    table = laid("0t -2S KH QS JD\n0u -3S KD\nb 0:TD")
    found = [move[1:4] for move in carries(table, "put", (0, 1), (5, 0, 1, 2))]
    assert found == [
        ("0t", cards("0:JD"), "b"),
        ("0t", cards("0:QS 0:JD"), "0u"),
        ("0t", cards("0:KH 0:QS 0:JD"), "0v"),
        ("0u", cards("0:KD"), "0v"),
    ]


def test_carries_never_ends_where_it_began() -> None:
    """Not even on a pile whose face-up cards are no sequence, where the lower would fit on the upper."""
    table = laid("0t 5S 6H")
    assert [move.target for move in carries(table, "play", (0,), (0, 1, 2))] == []


def test_carries_finds_every_card_of_a_hand() -> None:
    """From left to right, one at a time."""
    side = Accepts(step=-1, suits="any", onto=("hand",), empty={"hand": "any"}, run=False, wild="any")
    table = laid_out((PileSpec("h", "hand", 0, "owner", "any"), PileSpec("s", "discard", 0, "up", "top", side)))
    table = table.with_piles(dict(enumerate(piles_from_text("h 5S KD 2C\ns 3H", table.specs).values())))
    found = carries(table, "play", (0,), (1,))
    assert found == [Move("play", "h", cards(f"0:{each}"), "s") for each in ("5S", "KD", "2C")]
    assert [judge(table, 0, *move[1:4]) for move in found] == [(0, 1)] * 3
