"""Days, as UTC has them: which one it is, and when it begins. A day is written as 2026-11-30."""

import re
from typing import Final

DAY_MS: Final = 86_400_000
_DAY: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_ERA: Final = 146_097
"""Days of 400 years, after which the calendar repeats itself."""
_EPOCH: Final = 719_468
"""Days from the first of March of the year 0 to the first of January 1970. Years that begin in March end with the day
that not all of them have."""


def day_of(ms: int) -> str:
    """The day of a time in ms since the epoch."""
    era, day = divmod(ms // DAY_MS + _EPOCH, _ERA)
    year = (day - day // 1_460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    date = day - (153 * month + 2) // 5 + 1
    year += 400 * era + (month >= 10)
    return f"{year:04}-{(month + 2) % 12 + 1:02}-{date:02}"


def start_of(day: str) -> int | None:
    """When a day begins, in ms since the epoch; None for what is no day."""
    found = _DAY.fullmatch(day)
    if found is None:
        return None
    year, month, date = (int(number) for number in found.groups())
    years = year - (month <= 2)
    era, rest = divmod(years, 400)
    days = 365 * rest + rest // 4 - rest // 100 + (153 * ((month + 9) % 12) + 2) // 5 + date - 1
    start = (era * _ERA + days - _EPOCH) * DAY_MS
    # The thirtieth of February is written like a day, and is another one.
    return start if day_of(start) == day else None
