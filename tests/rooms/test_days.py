"""Days of the calendar: every moment has one, and what is written otherwise is none."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rooms.days import DAY_MS, day_of, start_of


@given(st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(9999, 12, 31)))  # noqa: DTZ001 - made aware below
def test_every_moment_has_its_day(moment: datetime) -> None:
    ms = (moment.replace(tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
    assert day_of(ms) == moment.date().isoformat()
    begins = start_of(day_of(ms))
    assert begins is not None
    assert 0 <= ms - begins < DAY_MS


@pytest.mark.parametrize(
    "text",
    [
        *("2026-02-30", "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-04-31"),
        *("", "today", "2026-1-1", "2026-11-30 ", "2026-11-30\n", "+026-11-30", "20261130", "12026-11-30"),
        *("２０２６-11-30", "٢٠٢٦-١١-٣٠", "2026-11-3²", "2026–11–30"),
    ],
)
def test_what_is_no_day_is_none(text: str) -> None:
    assert start_of(text) is None
