"""The tables that the client's tests read are those that the rules and rooms make today."""

import asyncio

import pytest

from app.rules.registry import games
from tests.support.browser_vectors import VECTORS, chances, declarations, judged, messages, verdicts


@pytest.mark.parametrize("game", judged())
def test_the_verdicts_are_fresh(game: str) -> None:
    """What the browser thinks may go where is held against what the referee says now."""
    lines = (VECTORS / f"{game}.fits.jsonl").read_text("utf-8").splitlines()
    assert lines == list(verdicts(games()[game])), "run: python -m tests.support.browser_vectors"


@pytest.mark.parametrize("game", list(games()))
def test_the_deals_are_fresh(game: str) -> None:
    """What the browser recomputes from a seed is held against what the game deals now."""
    lines = (VECTORS / f"{game}.chance.jsonl").read_text("utf-8").splitlines()
    assert lines == list(chances(games()[game])), "run: python -m tests.support.browser_vectors"


def test_the_declarations_are_fresh() -> None:
    """The form of the options, and the words for it, are held against what the games declare now."""
    lines = (VECTORS / "games.json").read_text("utf-8").splitlines()
    assert lines == declarations(), "run: python -m tests.support.browser_vectors"


def test_the_messages_are_fresh() -> None:
    """What the browser adds up is held against what a socket is told now."""
    lines = (VECTORS / "frames.jsonl").read_text("utf-8").splitlines()
    assert lines == asyncio.run(messages()), "run: python -m tests.support.browser_vectors"
