"""Settings as a host writes them."""

from dataclasses import fields
from pathlib import Path

import pytest

from app.settings import BadSetting, Settings, settings_from


def test_nothing_set_is_the_defaults() -> None:
    assert settings_from({}) == Settings()
    assert settings_from({"PATH": "/usr/bin", "port": "1", "POUNCE": "x"}) == Settings()


@pytest.mark.parametrize("field", [field.name for field in fields(Settings)])
def test_empty_counts_as_unset(field: str) -> None:
    for empty in ("", "  "):
        assert settings_from({field.upper(): empty}) == Settings()


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("HOST", "0.0.0.0", "0.0.0.0"),
        ("PORT", "0", 0),
        ("PORT", " 8080 ", 8080),
        ("PORT", "65535", 65535),
        ("DATA_DIR", "/srv/pounce", Path("/srv/pounce")),
        ("BASE_PATH", "/", ""),
        ("BASE_PATH", "cards", "/cards"),
        ("BASE_PATH", "/cards/", "/cards"),
        ("BASE_PATH", "//a/b//", "/a/b"),
        ("BASE_PATH", "/a.b/c_d-e~f", "/a.b/c_d-e~f"),
        ("PUBLIC_URL", "https://cards.example.org", "https://cards.example.org"),
        ("PUBLIC_URL", "https://cards.example.org/", "https://cards.example.org"),
        ("PUBLIC_URL", "http://192.168.1.20:8000", "http://192.168.1.20:8000"),
        ("LOG_LEVEL", "DEBUG", "debug"),
        ("SYNCHRONOUS", "full", "FULL"),
        ("MESSAGES_PER_SECOND", "1000000", 1_000_000),
        ("COUNTDOWN_MS", "100", 100),
        ("KEEP_DAYS", "3650", 3650),
    ],
)
def test_a_setting_is_understood(name: str, text: str, value: object) -> None:
    assert getattr(settings_from({name: text}), name.lower()) == value


def test_a_home_folder_is_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    assert settings_from({"DATA_DIR": "~/pounce"}).data_dir == Path("/home/ann/pounce")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PORT", "http"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "80.5"),
        ("PORT", "1_000"),
        ("PORT", "٨٠"),
        ("PORT", "9" * 5000),
        ("BASE_PATH", "/a b"),
        ("BASE_PATH", "/../etc"),
        ("BASE_PATH", "/a/./b"),
        ("BASE_PATH", "/a//b"),
        ("BASE_PATH", "/a?b"),
        ("BASE_PATH", '/"><script>'),
        ("BASE_PATH", "https://cards.example.org/cards"),
        ("PUBLIC_URL", "cards.example.org"),
        ("PUBLIC_URL", "ftp://cards.example.org"),
        ("PUBLIC_URL", "https://cards.example.org/cards"),
        ("PUBLIC_URL", "https://cards.example.org:port"),
        ("PUBLIC_URL", "https://"),
        ("PUBLIC_URL", "https://["),
        ("LOG_LEVEL", "loud"),
        ("SYNCHRONOUS", "OFF"),
        ("MESSAGES_PER_SECOND", "0"),
        ("MOVES_PER_SECOND", "many"),
        ("ENTRIES_PER_MATCH", "99"),
        ("ROOMS_PER_MINUTE", "0"),
        ("COUNTDOWN_MS", "60001"),
        ("BOT_PACE_MS", "-5"),
        ("NEXT_ROUND_MS", "1e3"),
        ("SLEEP_MINUTES", "0"),
        ("KEEP_DAYS", "0"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(name: str, text: str) -> None:
    """It names the setting, repeats what was written, and says what to write instead."""
    with pytest.raises(BadSetting) as bad:
        settings_from({name: text})
    (sentence,) = bad.value.args
    assert sentence.startswith(f"{name} is “{text}”: give ")
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_settings_do_not_change() -> None:
    settings = Settings()
    with pytest.raises(AttributeError):
        settings.port = 1  # type: ignore[misc]
