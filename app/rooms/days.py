"""Days, as UTC has them: which one it is, and when it begins. A day is written as 2026-11-30."""

import re
from datetime import date
from typing import Final

DAY_MS: Final = 86_400_000
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_EPOCH: Final = date(1970, 1, 1).toordinal()


def day_of(ms: int) -> str:
    """The day of a time in ms since the epoch."""
    return date.fromordinal(_EPOCH + ms // DAY_MS).isoformat()


def start_of(day: str) -> int | None:
    """When a day begins, in ms since the epoch; None for what is no day."""
    if not _DAY.fullmatch(day):  # the calendar's own reading takes other spellings, too
        return None
    try:
        return (date.fromisoformat(day).toordinal() - _EPOCH) * DAY_MS
    except ValueError:
        return None
