"""Directories and boards in the file: in slices, beside another program, all or nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.storage.base import REMEMBERED_MS
from app.storage.sqlite_lists import Lists
from app.storage.sqlite_tables import SCHEMA
from tests.storage.conftest import Clock

FAR = 1 << 45


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(tmp_path / "db", timeout=0.01, isolation_level=None)) as connection:
        connection.executescript("".join(SCHEMA))
        connection.execute("PRAGMA journal_mode = WAL")
        yield connection


@pytest.fixture
def lists(connection: sqlite3.Connection, clock: Clock) -> Lists:
    return Lists(connection, clock)


def rows(connection: sqlite3.Connection, table: str) -> int:
    count: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return count


def test_what_is_old_is_dropped_in_slices(
    connection: sqlite3.Connection, lists: Lists, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        lists.announce(f"tables {number % 3}", f"old {number}", b"", 1, clock.ms + 10)
        lists.credit("week", f"old {number}", {"Ann": 1})
    lists.announce("tables 0", "new", b"", 1, FAR)
    clock.ms += 10
    lists.credit("week", "new", {"Ann": 1})
    monkeypatch.setattr("app.storage.sqlite_lists.SLICE", 5)
    assert [(lists.drop_some(), rows(connection, "listing")) for _ in range(3)] == [(True, 8), (True, 3), (False, 1)]
    assert not lists.forget_some()
    clock.ms += REMEMBERED_MS - 10
    assert [(lists.forget_some(), rows(connection, "credit")) for _ in range(3)] == [(True, 8), (True, 3), (False, 1)]
    assert lists.leaders("week", 9) == [("Ann", 13)]


def test_entries_do_not_pile_up_between_two_purges(connection: sqlite3.Connection, lists: Lists, clock: Clock) -> None:
    for number in range(100):
        lists.announce("tables", f"{number}", b"", 1, clock.ms + 3)
        clock.ms += 1
    assert rows(connection, "listing") == 3


def test_while_another_program_holds_the_file_lists_can_be_read(tmp_path: Path, lists: Lists, clock: Clock) -> None:
    lists.announce("tables", "old", b"a", 1, clock.ms + 10)
    lists.announce("tables", "A", b"a", 1, FAR)
    lists.credit("week", "match", {"Ann": 1})
    clock.ms += 10
    with closing(sqlite3.connect(tmp_path / "db", isolation_level=None)) as backup:
        backup.execute("BEGIN IMMEDIATE")
        assert lists.announced("tables", 9) == [("A", b"a")]
        assert lists.leaders("week", 9) == [("Ann", 1)]
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            lists.reserve("tables")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            lists.credit("week", "next", {"Ann": 1})
    assert [lists.reserve("tables") for _ in range(2)] == ["A", None]
    lists.credit("week", "next", {"Ann": 1})
    assert lists.leaders("week", 9) == [("Ann", 2)]


def test_a_credit_that_fails_half_way_has_done_nothing(connection: sqlite3.Connection, lists: Lists) -> None:
    lists.credit("week", "first", {"Ann": 1})
    connection.execute(
        "CREATE TRIGGER stumble BEFORE INSERT ON standing WHEN new.member = 'Bob' BEGIN SELECT raise(ABORT, 'no'); END"
    )
    with pytest.raises(sqlite3.IntegrityError, match="no"):
        lists.credit("week", "second", {"Ann": 1, "Bob": 2})
    assert lists.leaders("week", 9) == [("Ann", 1)]
    connection.execute("DROP TRIGGER stumble")
    lists.credit("week", "second", {"Ann": 1, "Bob": 2})
    lists.credit("week", "second", {"Ann": 1, "Bob": 2})
    assert lists.leaders("week", 9) == [("Ann", 2), ("Bob", 2)]
