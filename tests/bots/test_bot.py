"""Bots are found by folder."""

import pytest

from app.bots.bot import bots
from app.rules.registry import games

SOLO = [key for key, game in games().items() if game.info.pace == "solo"]
WITHOUT = [*SOLO, *(f"{key}-race" for key in SOLO)]


@pytest.mark.parametrize("game", [key for key in games() if key not in WITHOUT])
def test_every_other_game_has_its_steady_bot(game: str) -> None:
    """By level; every bot says its own."""
    found = bots(game)
    assert "steady" in found
    assert all(bot.level == level for level, bot in found.items())
    assert all(bot.pace_ms > 0 for bot in found.values())


@pytest.mark.parametrize("game", WITHOUT)
def test_a_game_for_one_has_no_bots(game: str) -> None:
    """There is no seat that one could take; and nobody wants to race against one in it."""
    assert bots(game) == {}
