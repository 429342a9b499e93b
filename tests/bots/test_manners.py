"""When a bot says something, and what."""

from collections import Counter
from collections.abc import Collection, Sequence

import pytest

from app.bots.manners import (
    CLOSE,
    GREETS,
    PAUSE_MS,
    SPEAKS,
    SPEAKS_AT_THE_END,
    Standing,
    after_round,
    greeting,
    pause_ms,
)
from app.rules.rng import Rng

TURNS = 1000
ANN = Standing(0, bot=False, points=10, total=60)


def bot(seat: int, points: int, total: int = 0) -> Standing:
    return Standing(seat, bot=True, points=points, total=total)


def said(rows: Sequence[Standing], winners: Collection[int] = ()) -> Counter[tuple[int, str] | None]:
    """What bots say about a sheet, in so many cases."""
    rng, heard = Rng(b"manners"), Counter[tuple[int, str] | None]()
    for _ in range(TURNS):
        word, rng = after_round(rows, winners, rng)
        heard[word] += 1
    return heard


def test_not_every_bot_greets() -> None:
    rng, heard = Rng(b"manners"), Counter[str | None]()
    for _ in range(TURNS):
        word, rng = greeting(rng)
        heard[word] += 1
    assert set(heard) == {"hello", None}
    assert GREETS - 5 < heard["hello"] * 100 / TURNS < GREETS + 5


@pytest.mark.parametrize(
    ("rows", "winners", "words"),
    [
        ([ANN, bot(1, 5), bot(2, -3)], (), {(2, "ouch")}),
        ([ANN, bot(1, -3), bot(2, -3)], (), set()),
        ([ANN, bot(1, 5), bot(2, 3)], (), set()),
        ([ANN, bot(1, 12, 52)], (0,), {(1, "well_played")}),
        ([ANN, bot(1, 12, 60 - CLOSE)], (0,), {(1, "so_close")}),
        ([ANN, bot(1, 40, 90)], (1,), {(1, "thanks"), (1, "again")}),
        ([ANN, bot(1, 40, 90), bot(2, -5, 20)], (1,), {(1, "thanks"), (1, "again"), (2, "well_played"), (2, "ouch")}),
        ([ANN, Standing(1, bot=False, points=-9, total=0)], (0,), set()),
    ],
)
def test_what_is_said_about_a_sheet(
    rows: Sequence[Standing], winners: Collection[int], words: set[tuple[int, str]]
) -> None:
    """Only what fits, never by a person, at most one word, and not every time."""
    heard = said(rows, winners)
    assert set(heard) == {*words, None}
    if words:
        share = 100 - heard[None] * 100 / TURNS
        often = SPEAKS_AT_THE_END if winners else SPEAKS
        assert often - 5 < share < often + 5


def test_a_bot_takes_its_time() -> None:
    rng = Rng(b"manners")
    for _ in range(100):
        ms, rng = pause_ms(rng)
        assert PAUSE_MS[0] <= ms < sum(PAUSE_MS)
