"""Deals by number are the same on every server, for ever."""

import hashlib
import json

import pytest

from app.rules.deals import MOST, NoSuchDeal, deal_seed
from app.rules.game import complete
from app.rules.registry import games
from app.rules.rng import Rng

PINNED = {
    ("puss-in-the-corner", 1): "3fcf047b08c9c98b",
    ("puss-in-the-corner", 48_213): "638ce12c22ce4a33",
    ("thumb-and-pouch", 1): "744ebb6f94c8667c",
    ("thumb-and-pouch", 48_213): "ddbdf8ba57f26cf6",
    ("thumb-and-pouch", MOST): "ba9821960d5d35bb",
}
"""The beginnings of the digests of tables. They never change: numbers are on paper and in links."""


@pytest.mark.parametrize(("game", "number"), PINNED, ids=str)
def test_a_number_deals_the_same_cards_for_ever(game: str, number: int) -> None:
    """By whatever options."""
    rules = games()[game]
    for redeals in rules.info.options[0].choices:
        options = complete(rules.info, {"redeals": redeals})
        table = rules.deal(options, [{}], Rng.for_round(deal_seed(game, number), 1)).table
        assert hashlib.sha256(json.dumps(table.piles).encode()).hexdigest()[:16] == PINNED[game, number]


def test_every_number_of_every_game_is_another_deal() -> None:
    """The game is part of what is hashed."""
    seeds = [deal_seed(game, number) for game in games() for number in range(1, 200)]
    assert len(set(seeds)) == len(seeds)
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize("number", [0, -1, MOST + 1])
def test_there_are_numbers_that_name_no_deal(number: int) -> None:
    """They are refused in one sentence."""
    with pytest.raises(NoSuchDeal, match="from 1 to 999999999999"):
        deal_seed("thumb-and-pouch", number)
