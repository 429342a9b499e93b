"""Settings from the environment, as one frozen value."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit


class BadSetting(Exception):
    """A setting that cannot be used. The message is one readable sentence with what to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a host can change. Durations are milliseconds unless the name says otherwise."""

    host: str = "127.0.0.1"
    port: int = 8000
    data_dir: Path = Path("data")
    redis_url: str = ""
    """A Redis that keeps everything instead of `data_dir`; of a cluster any node, or several with commas."""
    base_path: str = ""
    """Path under which the site is mounted, "/cards" or empty. It arrives unstripped."""
    public_url: str = ""
    """Scheme, host and port that browsers use when a proxy in front changes the Host header."""
    log_level: str = "info"
    synchronous: str = "NORMAL"
    """SQLite's own: NORMAL survives a killed process, FULL also a power cut, at the price of a sync a batch."""
    messages_per_second: int = 40
    """Messages a socket may send; twice as many in a burst. More closes the socket."""
    moves_per_second: int = 10
    """Accepted moves a seat may make; twice as many in a burst."""
    entries_per_match: int = 50_000
    """A match that grows beyond this ends as it stands."""
    rooms_per_minute: int = 30
    """Tables that one address may open; it may try twenty times as many codes without a table."""
    countdown_ms: int = 0
    """Shortens the countdown of a round; 0 leaves the game's own."""
    bot_pace_ms: int = 0
    """Mean pause of a bot between two actions; 0 leaves the bot's own."""
    next_round_ms: int = 20_000
    """The next round starts by itself after this long."""
    sleep_minutes: int = 30
    """A room in which nobody was present for this long leaves memory; its log stays."""
    keep_days: int = 30
    """A log that did not grow for this long is dropped."""


_WORDS = {
    "log_level": {"debug", "info", "warning", "error"},
    "synchronous": {"NORMAL", "FULL"},
}
_RANGES = {
    "port": (0, 65_535),
    "messages_per_second": (1, 1_000_000),
    "moves_per_second": (1, 1_000_000),
    "entries_per_match": (100, 10_000_000),
    "rooms_per_minute": (1, 1_000_000),
    "countdown_ms": (0, 60_000),
    "bot_pace_ms": (0, 60_000),
    "next_round_ms": (0, 600_000),
    "sleep_minutes": (1, 10_080),
    "keep_days": (1, 3_650),
}


def settings_from(environment: Mapping[str, str]) -> Settings:
    """Settings from variables named like the fields in capitals; empty counts as unset. Raises BadSetting."""
    values: dict[str, object] = {}
    for field in Settings.__dataclass_fields__:
        name = field.upper()
        text = environment.get(name, "").strip()
        if not text:
            continue
        if field in _RANGES:
            low, high = _RANGES[field]
            if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
                raise BadSetting(f"{name} is “{text}”: give a whole number from {low} to {high}.")
            values[field] = int(text)
        elif field in _WORDS:
            fitting = [word for word in _WORDS[field] if word.lower() == text.lower()]
            if not fitting:
                raise BadSetting(f"{name} is “{text}”: give one of {', '.join(sorted(_WORDS[field]))}.")
            values[field] = fitting[0]
        elif field == "data_dir":
            values[field] = Path(text).expanduser()
        elif field == "base_path":
            values[field] = _base_path(text)
        elif field == "public_url":
            values[field] = _public_url(text)
        else:
            values[field] = text
    return Settings(**values)  # type: ignore[arg-type]  # every value was checked against its field above


def _base_path(text: str) -> str:
    path = "/" + text.strip("/")
    if path == "/":
        return ""
    if not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+", path) or "/.." in path or "/./" in path + "/":
        raise BadSetting(f"BASE_PATH is “{text}”: give a plain path such as /cards.")
    return path


def _public_url(text: str) -> str:
    bad = BadSetting(f"PUBLIC_URL is “{text}”: give scheme and host, such as https://cards.example.org.")
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        raise bad from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise bad
    return f"{parts.scheme}://{parts.netloc}"
