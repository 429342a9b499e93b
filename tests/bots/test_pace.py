"""How long bots think."""

from statistics import mean, pstdev

from app.bots.pace import MEAN_MS, SPREAD_MS, pause_ms
from app.rules.rng import Rng


def test_pauses_are_a_persons() -> None:
    """Around 1.6 s, spread out, never outside."""
    rng = Rng(b"pauses")
    pauses = []
    for _ in range(2000):
        pause, rng = pause_ms(rng)
        pauses.append(pause)
    assert abs(mean(pauses) - MEAN_MS) < 40
    assert 250 < pstdev(pauses) < 500
    assert MEAN_MS - SPREAD_MS <= min(pauses) < max(pauses) <= MEAN_MS + SPREAD_MS
