"""The bytes of the log's entries. They lie in stores for ever: what is written here is never changed, only added to."""

import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rooms.entry import (
    BotAdded,
    Claimed,
    Created,
    Ended,
    Entry,
    Helped,
    HostMade,
    Left,
    Locked,
    MatchStarted,
    Moved,
    Numbered,
    Opened,
    OptionsSet,
    Paused,
    PauseWanted,
    Readied,
    Removed,
    Renamed,
    Rewound,
    RoundStarted,
    Sat,
    Sealed,
    StoodIn,
    TalkLet,
    UnknownEntry,
    decode,
    encode,
)
from app.rules.card import Card
from app.rules.game import HOUSE, Move

GOLDEN: list[tuple[Entry, str]] = [
    (Created(1, "KQ7M4X", "pounce"), '{"e":"created","w":1,"code":"KQ7M4X","game":"pounce"}'),
    (Sealed(2, "0a" * 32), '{"e":"sealed","w":2,"seed":"' + "0a" * 32 + '"}'),
    (Sat(3, 0, "d1", "Änn \N{WOLF FACE}"), '{"e":"sat","w":3,"seat":0,"player":"d1","name":"Änn \N{WOLF FACE}"}'),
    (Renamed(4, 0, 'A"n'), '{"e":"renamed","w":4,"seat":0,"name":"A\\"n"}'),
    (Left(5, 7), '{"e":"left","w":5,"seat":7}'),
    (BotAdded(6, 1, "Marble", "steady"), '{"e":"bot","w":6,"seat":1,"name":"Marble","level":"steady"}'),
    (HostMade(7, 2), '{"e":"host","w":7,"seat":2}'),
    (
        OptionsSet(8, {"flip": 3, "silence": True, "flip_top": "first"}),
        '{"e":"options","w":8,"options":{"flip":3,"silence":true,"flip_top":"first"}}',
    ),
    (Readied(9, 0, True, "ab" * 16), '{"e":"ready","w":9,"seat":0,"on":true,"add":"' + "ab" * 16 + '"}'),
    (
        MatchStarted(10, "pounce", {"target": 0}, "0f" * 32),
        '{"e":"match","w":10,"game":"pounce","options":{"target":0},"seed":"' + "0f" * 32 + '"}',
    ),
    (RoundStarted(11, (0, 2, 5)), '{"e":"round","w":11,"seats":[0,2,5]}'),
    (Ended(12), '{"e":"ended","w":12}'),
    (Moved(13, HOUSE, "", Move("go")), '{"e":"move","w":13,"seat":-1,"ack":"","move":["go"]}'),
    (
        Moved(14, HOUSE, "", Move("agree", seat=1)),
        '{"e":"move","w":14,"seat":-1,"ack":"","move":["agree","",[],"",1]}',
    ),
    (
        Moved(15, 2, "0123456789abcdef:17", Move("play", "2w", (Card("2:TH"),), "b3")),
        '{"e":"move","w":15,"seat":2,"ack":"0123456789abcdef:17","move":["play","2w",["2:TH"],"b3"]}',
    ),
    (Removed(17, 3), '{"e":"removed","w":17,"seat":3}'),
    (Claimed(18, 2, "d2"), '{"e":"claimed","w":18,"seat":2,"player":"d2"}'),
    (StoodIn(19, 2, "sharp"), '{"e":"stand_in","w":19,"seat":2,"level":"sharp"}'),
    (Locked(20, True), '{"e":"locked","w":20,"on":true}'),
    (Opened(24, True), '{"e":"opened","w":24,"on":true}'),
    (TalkLet(21, False), '{"e":"talk","w":21,"on":false}'),
    (PauseWanted(22, 0, True), '{"e":"pause_wanted","w":22,"seat":0,"on":true}'),
    (Paused(23, False), '{"e":"paused","w":23,"on":false}'),
    (
        Rewound(24, 0, "0123456789abcdef:18", "undo"),
        '{"e":"rewound","w":24,"seat":0,"ack":"0123456789abcdef:18","to":"undo"}',
    ),
    (Helped(26, 0), '{"e":"helped","w":26,"seat":0}'),
    (Numbered(25, 48213, "2026-11-30"), '{"e":"numbered","w":25,"number":48213,"day":"2026-11-30"}'),
    (Moved(16, 0, "", Move("flip")), '{"e":"move","w":16,"seat":0,"ack":"","move":["flip"]}'),
]


@pytest.mark.parametrize(("entry", "text"), GOLDEN, ids=lambda value: getattr(value, "kind", ""))
def test_an_entry_is_these_bytes_for_ever(entry: Entry, text: str) -> None:
    """Written so, and read back as the same. A line here changes only if no log was ever written with it."""
    assert encode(entry) == text.encode()
    assert decode(text.encode()) == entry


def test_every_kind_is_held() -> None:
    """A new kind of entry needs its golden line."""
    assert {type(entry) for entry, _ in GOLDEN} == set(get_args(Entry))


@given(st.builds(Sat, st.integers(0, 2**53), st.integers(0, 7), st.text("0123456789abcdef", max_size=32), st.text()))
def test_every_name_comes_back_as_it_was(entry: Sat) -> None:
    """Quotes, control characters, anything that can be written in UTF-8."""
    try:
        entry.name.encode()
    except UnicodeEncodeError:
        return
    assert decode(encode(entry)) == entry


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "null",
        "[]",
        "7",
        "{}",
        '{"e":"left","w":5}',
        '{"e":"left","seat":1}',
        '{"w":5,"seat":1}',
        '{"e":"kicked","w":5,"seat":1}',
        '{"e":["left"],"w":5,"seat":1}',
        '{"e":"left","w":5,"seat":1,"why":"late"}',
        '{"e":"left","w":5,"seat":"1"}',
        '{"e":"left","w":5.5,"seat":1}',
        '{"e":"left","w":true,"seat":1}',
        '{"e":"left","w":5,"seat":null}',
        '{"e":"ready","w":9,"seat":0,"on":1,"add":""}',
        '{"e":"round","w":11,"seats":"012"}',
        '{"e":"round","w":11,"seats":[0,"1"]}',
        '{"e":"round","w":11,"seats":{"0":1}}',
        '{"e":"options","w":8,"options":[]}',
        '{"e":"match","w":10,"game":"pounce","options":null,"seed":""}',
        '{"e":"move","w":13,"seat":0,"ack":"","move":"flip"}',
        '{"e":"move","w":13,"seat":0,"ack":"","move":["play","0w",["0:TH"],"b3",-1,7]}',
        '{"e":"move","w":13,"seat":0,"ack":"","move":[["play"]]}',
    ],
)
def test_what_is_not_understood_is_refused(text: str) -> None:
    """A log of another version must not fold into something else."""
    with pytest.raises(UnknownEntry):
        decode(text.encode())


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(UnknownEntry):
        decode(b'{"e":"left","w":5,"seat":\xff}')


@pytest.mark.parametrize(("entry", "text"), GOLDEN, ids=lambda value: getattr(value, "kind", ""))
def test_an_entry_without_one_of_its_fields_is_refused(entry: Entry, text: str) -> None:
    body = json.loads(text)
    for name in body:
        with pytest.raises(UnknownEntry):
            decode(json.dumps({key: value for key, value in body.items() if key != name}).encode())
