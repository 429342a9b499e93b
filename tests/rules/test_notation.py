"""Moves as JSON, tables as text."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import wire_views
from app.rules.card import HIDDEN, deck, known
from app.rules.game import HOUSE, Move
from app.rules.notation import move_from_json, move_to_json, piles_from_text, piles_to_text, spec_to_json
from app.rules.table import Accepts, Pile, PileSpec, Table, laid_out

SPECS = (
    PileSpec("0t3", "tableau", 0, "up", "run", Accepts(-1, "alternate", ("waste",), {"waste": "king"}, run=True)),
    PileSpec("b0", "foundation", None, 1, "none"),
)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Move("flip"), '["flip"]'),
        (Move("play", "0w", deck(0)[:1], "b3"), '["play", "0w", ["0:AS"], "b3"]'),
        (Move("play", "0p", deck(0)[:2]), '["play", "0p", ["0:AS", "0:2S"]]'),
        (Move("name", target="x"), '["name", "", [], "x"]'),
        (Move("agree", seat=0), '["agree", "", [], "", 0]'),
        (Move("ready", seat=5), '["ready", "", [], "", 5]'),
    ],
)
def test_a_move_is_an_array(move: Move, text: str) -> None:
    """Empty parts at the end are left out, and it reads back the same."""
    assert json.dumps(move_to_json(move)) == text
    assert move_from_json(json.loads(text)) == move


def test_cards_are_read_as_the_known_ones() -> None:
    """The same objects, so that comparing them is quick; an unknown name stays a name, for the referee to refuse."""
    read = move_from_json(json.loads('["play", "0w", ["3:TH", "nonsense"], "b3"]'))
    assert read.cards[0] is known("3:TH")
    assert read.cards[1] == "nonsense"


@pytest.mark.parametrize(
    "value",
    [
        None,
        "flip",
        {},
        [],
        ["flip", "", [], "", -1, 0],
        [1],
        ["x" * 17],
        ["play", None],
        ["play", "0w", "0:AS"],
        ["play", "0w", [1]],
        ["play", "0w", ["0:AS"] * 129],
        ["play", "0w", [], 3],
        ["ready", "", [], "", "0"],
        ["ready", "", [], "", True],
        ["ready", "", [], "", 64],
        ["ready", "", [], "", -2],
    ],
)
def test_other_shapes_are_no_moves(value: Any) -> None:
    """Each is refused with a reason to read."""
    with pytest.raises(ValueError, match=r"move"):
        move_from_json(value)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=8))
@settings(max_examples=50)
def test_anything_is_a_move_or_refused(value: object) -> None:
    """No JSON breaks the reader, and what it reads it writes."""
    try:
        move = move_from_json(value)
    except ValueError:
        return
    assert move_from_json(move_to_json(move)) == move
    assert move.seat >= HOUSE


def test_a_declaration_is_what_the_wire_declares() -> None:
    """Every pile's JSON is a PileSpec of the wire, word for word."""
    wild = Accepts(1, "any", ("hand",), {"hand": "ace_or_king"}, run=False, wild="king")
    for spec in (
        *SPECS,
        PileSpec("0h", "hand", 0, "owner", "any"),
        PileSpec("c0", "foundation", None, 1, "none", wild),
    ):
        told = spec_to_json(spec)
        assert wire_views.PileSpec.model_validate(told).model_dump(exclude_unset=True) == told


def test_a_table_is_text() -> None:
    """A line a pile, bottom first, face-down cards marked, the owner's deck left out."""
    table = laid_out(SPECS).with_piles({0: Pile(deck(0)[:3], 2), 1: Pile(deck(1)[:1])})
    assert piles_to_text(table) == "0t3 -AS -2S 3S\nb0 1:AS"
    assert piles_from_text("\n b0   1:AS \n0t3 -AS -2S 3S\n", SPECS) == {"0t3": table.piles[0], "b0": table.piles[1]}


def test_a_view_is_text_too() -> None:
    """Hidden cards are question marks, and read back as hidden."""
    table = laid_out(SPECS).with_piles({0: Pile((HIDDEN, HIDDEN, deck(0)[2]), 2)})
    text = piles_to_text(table)
    assert text == "0t3 -? -? 3S"
    assert piles_from_text(text, SPECS) == {"0t3": table.piles[0]}
    assert isinstance(table, Table)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0t4 AS", "no pile 0t4"),
        ("0t3 AS -2S", "face-down card lies on"),
        ("0t3 1S", "no card 1S"),
        ("b0 AS", "no card AS"),
        ("b0 9:AS", "no card 9:AS"),
    ],
)
def test_text_that_is_not_understood_is_refused(text: str, reason: str) -> None:
    """With the word that is wrong."""
    with pytest.raises(ValueError, match=reason):
        piles_from_text(text, SPECS)
