"""Options: declared, completed, read from text."""

from typing import Any

import pytest

from app.rules.game import BadOptions, GameInfo, Option, complete, read_options

INFO = GameInfo(
    key="patience",
    name="Patience",
    seats=(1, 1),
    pace="solo",
    options=(Option("turn", 3, (3, 1)), Option("open", False, (False, True)), Option("empty", "king", ("king", "any"))),
)


@pytest.mark.parametrize(
    ("given", "full"),
    [
        ({}, {"turn": 3, "open": False, "empty": "king"}),
        ({"empty": "any", "turn": 1}, {"turn": 1, "open": False, "empty": "any"}),
    ],
)
def test_options_are_written_out(given: dict[str, Any], full: dict[str, Any]) -> None:
    """In the order in which the game declares them."""
    assert list(complete(INFO, given).items()) == list(full.items())


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"redeals": 1}, "redeals"),
        ({"turn": 2}, "turn"),
        ({"turn": True}, "turn"),
        ({"turn": "3"}, "turn"),
        ({"open": 0}, "open"),
        ({"empty": "King"}, "empty"),
        ({"turn": 3.0}, "turn"),
    ],
)
def test_other_options_are_refused(given: dict[str, Any], key: str) -> None:
    """A key or a value that is not declared; 1 is not true and "3" not 3."""
    with pytest.raises(BadOptions, match=key) as bad:
        complete(INFO, given)
    assert bad.value.key == key


def test_options_are_read_from_text() -> None:
    """As one writes them on a command line."""
    assert read_options(INFO, ["turn=1", "open=true", "empty=any"]) == {"turn": 1, "open": True, "empty": "any"}
    assert read_options(INFO, []) == {}


@pytest.mark.parametrize("text", ["turn", "turn=", "turn=2", "what=1", "=", "open=1"])
def test_other_texts_are_refused(text: str) -> None:
    """With the key that is wrong."""
    with pytest.raises(BadOptions) as bad:
        read_options(INFO, [text])
    assert bad.value.key == text.partition("=")[0]
