"""How large a site has to be, and that the page for hosts says the same."""

from pathlib import Path

import pytest

from app.bench.plan import Costs, Habits, plan, printed

PAGE = Path(__file__).resolve().parents[2] / "docs/scale.md"


def test_of_even_loads_the_least_number_of_parts_is_found() -> None:
    """Everybody races, and one table is one part: what it costs is what the part is busy."""
    costs = Costs(
        move_us=50_000, redis_move_us=10_000, lease_us=0, redis_lease_us=0, socket_us=0, worker_mb=100, table_kb=1000
    )
    planned = plan(4, costs, Habits(racing=1.0, pace=2.0, crowd=1.0, keep_days=1))
    assert (planned.tables, planned.workers, planned.nodes) == (1, 1, 1)
    assert planned.busiest_worker == pytest.approx(0.4)
    assert planned.busiest_node == pytest.approx(0.08)
    assert planned.moves_per_s == 8
    assert planned.worker_gb == pytest.approx(0.101)
    assert planned.kept_gb == pytest.approx(8 * 86_400 * costs.log_bytes / 1e9)
    assert planned.mbit_per_s == pytest.approx(8 * 4 * costs.frame_bytes * 8 / 1e6)


def test_nobody_is_busier_than_may_be_and_more_players_need_more() -> None:
    few, many = plan(2_000), plan(40_000)
    habits = Habits()
    for planned in (few, many):
        assert 0 < planned.busiest_worker <= habits.most_busy
        assert 0 < planned.busiest_node <= habits.most_busy
    assert many.workers > few.workers
    assert plan(40_000) == many


def test_a_table_that_is_too_much_for_a_worker_has_one_of_its_own() -> None:
    planned = plan(8, Costs(move_us=200_000), Habits(racing=1.0))
    assert planned.workers >= planned.tables == 2
    assert planned.busiest_worker == pytest.approx(0.8, abs=0.01)


def test_the_page_has_what_the_plan_says() -> None:
    """The rows of large sites take long to deal out and are made in the same way."""
    page = PAGE.read_text("utf-8")
    for line in printed([plan(players) for players in (100, 1_000, 10_000)]).splitlines():
        assert line in page
