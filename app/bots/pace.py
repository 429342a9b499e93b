"""How long a bot thinks: a person's pace, with spread."""

from typing import Final

from app.rules.rng import Rng

MEAN_MS: Final = 1600
"""The mean pause of the middle level, against which a setting scales every level's."""
SPREAD_16THS: Final = 9
"""No pause is further from its mean than so many sixteenths of it."""


def pause_ms(mean: int, rng: Rng) -> tuple[int, Rng]:
    """The pause before a bot's next action: around the mean, the rarer the further away."""
    spread = mean * SPREAD_16THS // 16
    both, rng = rng.below((spread + 1) ** 2)
    first, second = divmod(both, spread + 1)
    return mean - spread + first + second, rng
