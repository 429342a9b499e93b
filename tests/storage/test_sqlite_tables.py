"""Sorting by room, and what happens when it is cut short. What callers see of the tables is in the contract suite."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.storage.base import Append
from app.storage.sqlite_tables import SCHEMA, Tables

Open = Callable[..., Tables]


@pytest.fixture
def open_tables(tmp_path: Path) -> Iterator[Open]:
    """Opens the tables of a file, which is made when it is not there."""
    opened: list[Tables] = []

    def open_tables(path: Path = tmp_path / "db", sort_rows: int = 10) -> Tables:
        is_new = not path.exists()
        connection = sqlite3.connect(path, timeout=0.01, isolation_level=None)
        if is_new:
            connection.executescript("".join(SCHEMA))
            connection.execute("PRAGMA journal_mode = WAL")
        opened.append(Tables(connection, lambda: 0, sort_rows, lambda: None))
        return opened[-1]

    yield open_tables
    for tables in opened:
        tables.close()


def crash(path: Path, target: Path) -> Path:
    """What a process that dies now would leave behind."""
    shutil.copy(path, target)
    shutil.copy(f"{path}-wal", f"{target}-wal")
    return target


def unsorted(tables: Tables) -> bool:
    return tables.is_unsorted


def overfull(tables: Tables) -> bool:
    return tables.is_overfull


def rows(tables: Tables, table: str) -> int:
    count: int = tables._run(f"SELECT count(*) FROM {table}").fetchone()[0]
    return count


def test_sorting_starts_when_enough_has_arrived_and_comes_to_an_end(open_tables: Open) -> None:
    tables = open_tables(sort_rows=10)
    tables.append([Append("B", 0, (b"b",) * 5), Append("A", 0, (b"a",) * 4)])
    assert not unsorted(tables)
    tables.append([Append("A", 4, (b"a",))])
    assert unsorted(tables)
    assert not tables.sort_some()
    assert not unsorted(tables)
    assert (rows(tables, "recent"), rows(tables, "entry")) == (0, 10)


def test_rows_that_come_faster_than_they_are_sorted_are_noticed(open_tables: Open) -> None:
    tables = open_tables(sort_rows=10)
    tables.append([Append("A", 0, (b"a",) * 19)])
    assert not overfull(tables)
    tables.append([Append("A", 19, (b"a",))])
    assert overfull(tables)
    tables.sort_some()
    assert not overfull(tables)


def test_dying_at_any_point_of_sorting_loses_and_repeats_nothing(tmp_path: Path, open_tables: Open) -> None:
    """400 rooms take several slices; every second one goes on growing in between."""
    tables = open_tables()
    rooms = [f"R{number:03}" for number in range(400)]
    logs = {room: [b"0", room.encode()] for room in rooms}
    assert all(tables.append([Append(room, 0, tuple(log)) for room, log in logs.items()]))
    for step in range(20):
        tables.sort_some()
        grown = rooms[step % 2 :: 2]
        assert all(tables.append([Append(room, len(logs[room]), (b"%d" % step,)) for room in grown]))
        for room in grown:
            logs[room].append(b"%d" % step)
        left = open_tables(crash(tmp_path / "db", tmp_path / f"crash {step}"))
        for room in rooms:
            assert tables.read(room) == left.read(room) == logs[room]
        batch = [Append("R000", len(logs["R000"]), (b"on",)), Append("R399", 0, (b"no",))]
        assert left.append(batch) == [True, False]
        assert left.read("R000") == [*logs["R000"], b"on"]


def test_a_sorting_that_fails_is_taken_up_again_after_the_next_append(tmp_path: Path, open_tables: Open) -> None:
    tables = open_tables(sort_rows=10)
    tables.append([Append("A", 0, tuple(b"%d" % number for number in range(10)))])
    with closing(sqlite3.connect(tmp_path / "db", isolation_level=None)) as backup:
        backup.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            tables.sort_some()
    assert not unsorted(tables)
    assert tables.append([Append("A", 10, (b"10",))]) == [True]
    assert unsorted(tables)
    assert tables.read("A") == [b"%d" % number for number in range(11)]
    while tables.sort_some():
        pass
    assert tables.read("A") == [b"%d" % number for number in range(11)]
    assert (rows(tables, "recent"), rows(tables, "entry")) == (0, 11)


def test_a_room_is_not_dropped_while_rows_of_it_may_be_unsorted(open_tables: Open) -> None:
    tables = open_tables()
    tables.append([Append(f"R{number:03}", 0, (b"x",)) for number in range(200)])
    assert tables.sort_some()
    assert tables.room_after("") == "R000"
    assert not tables.drop_if_older("R000", 1)
    while tables.sort_some():
        pass
    tables.append([Append("R001", 1, (b"y",))])
    assert [tables.drop_if_older(room, 1) for room in ("R000", "R001", "R002")] == [True, False, True]
    assert tables.room_after("R001") == "R003"


def test_writing_behind_the_tables_back_is_noticed(tmp_path: Path, open_tables: Open) -> None:
    tables = open_tables()
    tables.append([Append("A", 0, (b"a",))])
    with closing(sqlite3.connect(tmp_path / "db", isolation_level=None)) as other:
        other.execute("INSERT INTO recent VALUES (2, 'B', 0, 0, x'62')")
    with pytest.raises(sqlite3.DatabaseError, match="somebody else"):
        tables.append([Append("A", 1, (b"b",))])
    assert tables.append([Append("A", 1, (b"b",))]) == [True]
    assert tables.read("A") == [b"a", b"b"]
    assert tables.read("B") == [b"b"]


def test_more_rooms_than_lengths_are_remembered(open_tables: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.storage.sqlite_tables.MOST_KNOWN", 2)
    tables = open_tables()
    for seq in range(5):
        assert tables.append([Append(room, seq, (b"x",)) for room in "ABCDE"]) == [True] * 5
        tables.sort_some()
    assert [len(tables.read(room)) for room in "ABCDE"] == [5] * 5
