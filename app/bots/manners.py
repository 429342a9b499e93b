"""When a bot says something, and what: seldom, friendly, and never two of them at once. Pure, like the bots."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from app.rules.rng import Rng
from app.wire import Reaction

PAUSE_MS: Final = (1200, 2600)
"""How long a bot waits before it speaks: least, spread."""
GREETS: Final = 50
"""So many of a hundred bots greet."""
SPEAKS: Final = 40
"""After so many of a hundred rounds a bot that could say something does."""
SPEAKS_AT_THE_END: Final = 75
"""The same at the end of a match."""
CLOSE: Final = 3
"""So few points behind the winner of a match are close."""


class Standing(NamedTuple):
    """A seat on the score sheet of a round."""

    seat: int
    bot: bool
    points: int
    total: int


def greeting(rng: Rng) -> tuple[Reaction | None, Rng]:
    """What a bot says that has just sat down with people."""
    luck, rng = rng.below(100)
    return ("hello" if luck < GREETS else None), rng


def after_round(
    rows: Sequence[Standing], winners: Collection[int], rng: Rng
) -> tuple[tuple[int, Reaction] | None, Rng]:
    """Which seat says what about a sheet; None when all bots keep silent. `winners` are those of the match."""
    words = [(row.seat, word) for row in rows if row.bot for word in _words(row, rows, winners)]
    if not words:
        return None, rng
    luck, rng = rng.below(100)
    if luck >= (SPEAKS_AT_THE_END if winners else SPEAKS):
        return None, rng
    at, rng = rng.below(len(words))
    return words[at], rng


def pause_ms(rng: Rng) -> tuple[int, Rng]:
    """How long the bot waits before it says so."""
    least, spread = PAUSE_MS
    extra, rng = rng.below(spread)
    return least + extra, rng


def _words(row: Standing, rows: Sequence[Standing], winners: Collection[int]) -> list[Reaction]:
    """All that this bot could say."""
    if row.seat in winners:
        return ["thanks", "again"]
    words: list[Reaction] = []
    if winners:
        best = max(other.total for other in rows if other.seat in winners)
        words.append("so_close" if best - row.total <= CLOSE else "well_played")
    # Last alone: nobody else has so few points.
    if row.points < 0 and all(other.points > row.points for other in rows if other.seat != row.seat):
        words.append("ouch")
    return words
