"""How long bots think."""

from statistics import mean, pstdev

import pytest

from app.bots.pace import MEAN_MS, pause_ms
from app.rules.rng import Rng


@pytest.mark.parametrize(("pace", "furthest"), [(3000, 1687), (MEAN_MS, 900), (800, 450)])
def test_pauses_are_a_persons(pace: int, furthest: int) -> None:
    """Around the mean, spread out in proportion to it, never outside."""
    rng = Rng(b"pauses")
    pauses = []
    for _ in range(2000):
        pause, rng = pause_ms(pace, rng)
        pauses.append(pause)
    assert abs(mean(pauses) - pace) < pace / 40
    assert pace / 6.4 < pstdev(pauses) < pace / 3.2
    assert pace - furthest <= min(pauses) < max(pauses) <= pace + furthest


def test_no_pause_is_no_time_at_all() -> None:
    """However quick the level is."""
    rng = Rng(b"quick")
    for _ in range(100):
        pause, rng = pause_ms(1, rng)
        assert pause == 1
