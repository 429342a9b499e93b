"""How long a bot thinks: a person's pace, with spread."""

from typing import Final

from app.rules.rng import Rng

MEAN_MS: Final = 1600
SPREAD_MS: Final = 900
"""No pause is further from the mean than this."""


def pause_ms(rng: Rng) -> tuple[int, Rng]:
    """The pause before a bot's next action: around the mean, the rarer the further away."""
    both, rng = rng.below((SPREAD_MS + 1) ** 2)
    first, second = divmod(both, SPREAD_MS + 1)
    return MEAN_MS - SPREAD_MS + first + second, rng
