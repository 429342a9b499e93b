"""What a run counts, and how many tables it finds to be the most."""

from contextlib import closing
from typing import Any, cast

import pytest

from app.bench.load import SPREADS, Load
from app.bench.report import Report, measure, ramp
from app.bench.server import BenchFailed
from app.bench.site import running_site


@pytest.mark.server
def test_two_workers_and_their_redis_are_counted_each() -> None:
    with running_site(2) as site, closing(Load(site.places, 2, 4, 40, SPREADS["apart"])) as load:
        report = measure(site, load, 1.0)
    assert (report.rooms, report.seats, report.relayed, report.refused) == (2, 4, 0.75, 0)
    assert len(report.worker_us_per_move) == 2
    assert report.cpu_us_per_move == pytest.approx(sum(report.worker_us_per_move))
    assert report.redis_us_per_move > 0
    assert report.redis_bytes_per_move > 100
    assert report.redis_mb is not None


class Growing:
    """A load of which only the number of tables counts."""

    def __init__(self, rooms: int) -> None:
        self.rooms = rooms
        self.seats = 4
        self.rates: list[float] = []

    def grow(self, rooms: int, rate: float) -> None:
        self.rooms += rooms
        self.rates.append(rate)


def ramped(monkeypatch: pytest.MonkeyPatch, p99: dict[int, list[float]]) -> tuple[Report, Growing]:
    """A ramp over a site with these times by the number of tables, one a measurement."""
    left = {rooms: list(times) for rooms, times in p99.items()}
    load = Growing(10)

    def measured(site: object, load: Growing, seconds: float, share: float) -> Report:
        zeros = dict.fromkeys(Report.__dataclass_fields__, 0)
        return Report(**cast("Any", {**zeros, "rooms": load.rooms, "p99_ms": left[load.rooms].pop(0)}))

    monkeypatch.setattr("app.bench.report.measure", measured)
    report = ramp(cast("Any", None), cast("Any", load), 1, 1, pace=2, step=5, limit_ms=50)
    assert not any(left.values())
    return report, load


def test_tables_come_on_until_moves_are_too_slow_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    report, load = ramped(monkeypatch, {10: [5], 15: [80, 20], 20: [51, 70]})
    assert (report.rooms, report.p99_ms) == (15, 20)
    assert report.steps == [(10, 5), (15, 80), (15, 20), (20, 51), (20, 70)]
    assert load.rates == [2 * 4 * 15, 2 * 4 * 20]


def test_tables_that_are_too_many_from_the_beginning_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BenchFailed, match="10 tables are too many: 99 of 100 moves took 80 ms"):
        ramped(monkeypatch, {10: [90, 80]})
