"""Piles: what is seen of them, what they give and take."""

from dataclasses import replace

import pytest

from app.rules.card import HIDDEN, Card, card
from app.rules.notation import piles_from_text, piles_to_text
from app.rules.table import EMPTY, Accepts, Kind, Pile, PileSpec, Table, carry, changed, gives, laid_out, takes, welcome

ROW = Accepts(
    step=-1, suits="alternate", onto=("tableau", "waste"), empty={"waste": "king", "reserve": "any"}, run=True
)
BUILD = Accepts(step=1, suits="same", onto=("tableau",), empty={"tableau": "ace"}, run=False)
SPECS = (
    PileSpec("r", "reserve", 0, 1, "top"),
    PileSpec("t", "tableau", 0, "up", "run", ROW),
    PileSpec("w", "waste", 0, 3, "top"),
    PileSpec("s", "stock", 0, 0, "none"),
    PileSpec("h", "hand", 0, "owner", "top"),
    PileSpec("b", "foundation", None, 1, "none", BUILD),
)


def laid(text: str) -> Table:
    table = laid_out(SPECS)
    return table.with_piles({table.index[name]: pile for name, pile in piles_from_text(text, SPECS).items()})


def cards(words: str) -> tuple[Card, ...]:
    return tuple(card(0, word) for word in words.split())


TABLE = """
r 2S 3S 4S
t -9C -9D 5H 4C
w 2D 3D 4D 5D
s -KS -QS
h AS AH
b 0:AD 1:2D
"""


@pytest.mark.parametrize(
    ("pile", "viewer", "shown"),
    [
        ("r", 0, [2, "0:4S"]),
        ("t", 1, [2, "0:5H", "0:4C"]),
        ("w", None, [1, "0:3D", "0:4D", "0:5D"]),
        ("s", 0, [2]),
        ("h", 0, [0, "0:AS", "0:AH"]),
        ("h", 1, [2]),
        ("h", None, [2]),
        ("b", 0, [1, "1:2D"]),
    ],
)
def test_what_a_viewer_sees_of_a_pile(pile: str, viewer: int | None, shown: list[int | str]) -> None:
    """A count of what lies below, then the cards that are seen."""
    table = laid(TABLE)
    assert table.shown(table.index[pile], viewer) == shown
    seen = table.seen_by(viewer)
    assert seen.shown(table.index[pile], viewer) == shown
    assert seen.pile(pile).cards[: int(shown[0])] == (HIDDEN,) * int(shown[0])


def test_an_empty_pile_is_shown_as_nothing() -> None:
    """All kinds alike."""
    table = laid_out(SPECS)
    assert [table.shown(at, 0) for at in range(len(SPECS))] == [[0]] * len(SPECS)
    assert table.seen_by(None) == table


def test_of_a_pile_apart_nobody_but_its_owner_is_told_anything() -> None:
    """Whatever it shows, also that it is empty or not."""
    specs = [replace(spec, owner=1, apart=True) for spec in SPECS]
    table = laid_out(specs)._replace(piles=laid(TABLE).piles)
    known = laid_out([replace(spec, owner=1) for spec in SPECS])._replace(piles=table.piles)
    for viewer in (None, 0, 2):
        assert [table.shown(at, viewer) for at in range(len(specs))] == [[0]] * len(specs)
        assert set(table.seen_by(viewer).piles) == {EMPTY}
    assert [table.shown(at, 1) for at in range(len(specs))] == [known.shown(at, 1) for at in range(len(specs))]
    assert table.seen_by(1).piles == known.seen_by(1).piles


def test_changed_piles_are_found_by_identity() -> None:
    """Only what was replaced, in order of the piles."""
    before = laid(TABLE)
    after = before.with_piles({5: EMPTY, 0: Pile(cards("2S"))})
    assert changed(before, after) == [0, 5]
    assert changed(before, before) == []
    assert after.piles[1] is before.piles[1]


@pytest.mark.parametrize(
    ("pile", "carried", "given"),
    [
        ("r", "4S", True),
        ("r", "3S 4S", False),
        ("r", "3S", False),
        ("t", "4C", True),
        ("t", "5H 4C", True),
        ("t", "5H", False),
        ("t", "9D 5H 4C", False),
        ("t", "4C 5H", False),
        ("w", "5D", True),
        ("w", "4D", False),
        ("s", "QS", False),
        ("b", "2D", False),
        ("r", "", False),
    ],
)
def test_what_a_pile_gives(pile: str, carried: str, given: bool) -> None:
    """The top, or a face-up end part in its order; never a face-down card, never one of another deck."""
    table = laid(TABLE)
    assert gives(SPECS[table.index[pile]], table.pile(pile), cards(carried)) == given


@pytest.mark.parametrize(
    ("pile", "kind", "carried", "taken"),
    [
        ("t 5H", "waste", "4C", True),
        ("t 5H", "tableau", "4C 3D", True),
        ("t 5H", "waste", "4D", False),
        ("t 5H", "reserve", "4C", False),
        ("t", "waste", "KC", True),
        ("t", "waste", "QC", False),
        ("t", "reserve", "7C", True),
        ("t", "tableau", "KC", False),
        ("b", "tableau", "AS", True),
        ("b", "tableau", "2S", False),
        ("b 0:AS", "tableau", "2S", True),
        ("b 0:AS", "tableau", "2S 3S", False),
        ("b 0:AS", "waste", "2S", False),
        ("b 0:KS", "tableau", "AS", False),
        ("s", "tableau", "AS", False),
    ],
)
def test_what_a_pile_takes(pile: str, kind: Kind, carried: str, taken: bool) -> None:
    """By what it declares, and by the kind of pile that the cards come from."""
    name = pile.split(maxsplit=1)[0]
    table = laid(pile)
    spec = SPECS[table.index[name]]
    assert takes(spec, table.pile(name), kind, cards(carried)) == taken
    if len(cards(carried)) == 1:
        assert (cards(carried)[0] in welcome(spec, table.pile(name), kind)) == taken


@pytest.mark.parametrize(
    ("before", "count", "after", "turned"),
    [
        ("t -9C -9D 5H 4C 3D", 1, "t -9C -9D 5H 4C\nb 0:3D", False),
        ("t -9C -9D 5H 4C 3D", 3, "t -9C 9D\nb 0:5H 0:4C 0:3D", True),
        ("t 5H 4C 3D", 3, "b 0:5H 0:4C 0:3D", False),
        ("t 5H 4C\nb 1:AD", 1, "t 5H\nb 1:AD 0:4C", False),
    ],
)
def test_carrying_turns_up_the_last_face_down_card(before: str, count: int, after: str, turned: bool) -> None:
    """Once all that lies on it is gone, and only then. The cards keep their order."""
    table = laid(before)
    piles = list(table.piles)
    assert carry(piles, table.index["t"], count, table.index["b"]) == turned
    assert piles_to_text(Table(SPECS, table.index, tuple(piles))) == after


WILD = Accepts(step=1, suits="any", onto=("hand",), empty={"hand": "ace_or_king"}, run=False, wild="king")


@pytest.mark.parametrize(
    ("lying", "fitting"), [("", "AS KD"), ("AS", "2S KD"), ("KS", "2S KD"), ("AS 2S KH", "4S KD"), ("KS KH", "3S KD")]
)
def test_a_wild_card_is_worth_what_is_needed(lying: str, fitting: str) -> None:
    """What lies on top does not matter, only how many do."""
    pile = Pile(cards(lying))
    spec = PileSpec("c", "foundation", None, 1, "none", WILD)
    tried = cards("AS 2S 3S 4S 5S KD")
    assert [each for each in tried if takes(spec, pile, "hand", (each,))] == list(cards(fitting))
    assert [each for each in tried if each in welcome(spec, pile, "hand")] == list(cards(fitting))
    assert not any(takes(spec, pile, "waste", (each,)) for each in tried)


@pytest.mark.parametrize(("held", "given"), [("AS", True), ("5H", True), ("QD", True), ("AS 5H", False), ("2S", False)])
def test_a_hand_gives_any_one_card(held: str, given: bool) -> None:
    """Wherever it is; but one, and one that is there."""
    spec = PileSpec("h", "hand", 0, "owner", "any")
    assert gives(spec, Pile(cards("AS 5H QD")), cards(held)) == given
    assert not gives(spec, Pile(), cards(held))
