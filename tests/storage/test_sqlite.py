"""The SQLite file itself: opening it, sharing it, losing the process, running out of room."""

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from app.storage.base import Append, Store, StoreUnreachable, StoreUnusable
from app.storage.sqlite import DATABASE, LOCK, SqliteStore
from tests.storage.conftest import Clock, reads_beside_others

T = TypeVar("T")

FIRST_VERSION = """
CREATE TABLE recent (
    id INTEGER PRIMARY KEY, room TEXT NOT NULL, seq INTEGER NOT NULL, kept_ms INTEGER NOT NULL, body BLOB NOT NULL
);
CREATE TABLE entry (
    room TEXT NOT NULL, seq INTEGER NOT NULL, kept_ms INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (room, seq)
) WITHOUT ROWID;
CREATE TABLE document (
    space TEXT NOT NULL, key TEXT NOT NULL, expires_ms INTEGER NOT NULL, value BLOB NOT NULL,
    PRIMARY KEY (space, key)
) WITHOUT ROWID;
CREATE INDEX document_expiry ON document (expires_ms);
PRAGMA application_id = 0x504E4345;
PRAGMA user_version = 1;
PRAGMA journal_mode = WAL;
INSERT INTO entry VALUES ('A', 0, 5, x'61'), ('A', 1, 5, x'62');
INSERT INTO recent VALUES (7, 'A', 2, 6, x'63'), (8, 'B', 0, 7, x'64');
INSERT INTO document VALUES ('person', 'k', 1000001, x'416e6e');
"""
"""A file as the first version made it, with something in each table."""

WRITER = """
import asyncio, sys
from pathlib import Path
from app.storage.base import Append
from app.storage.sqlite import SqliteStore

async def write():
    store = SqliteStore(Path(sys.argv[1]), lambda: 0, sort_rows=int(sys.argv[2]))
    lengths = dict.fromkeys(["R0", "R1", "R2", "R3", "R4"], 0)
    turn = 0
    while True:
        turn += 1
        rooms = list(lengths)[: turn % 5 + 1]
        assert all(await store.append([Append(room, lengths[room], (b"%d" % turn,) * 2) for room in rooms]))
        for room in rooms:
            lengths[room] += 2
            print(room, lengths[room], flush=True)

asyncio.run(write())
"""
"""Appends to up to five rooms at a time for ever, and says how long each log is once that is answered."""

HOLDER = """
import sys
from pathlib import Path
from app.storage.sqlite import SqliteStore

store = SqliteStore(Path(sys.argv[1]), lambda: 0)
print("open", flush=True)
sys.stdin.read()
"""


def start(program: str, folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    root = Path(__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, "-c", program, str(folder), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def test_what_was_kept_is_there_after_closing_and_opening(tmp_path: Path, clock: Clock) -> None:
    first: Store = SqliteStore(tmp_path, clock)
    await first.append([Append("A", 0, (b"a", b"b"))])
    await first.put("person", "k", b"Ann", clock.ms + 10)
    await first.close()
    second = SqliteStore(tmp_path, clock)
    assert await second.read("A") == [b"a", b"b"]
    assert await second.get("person", "k") == b"Ann"
    assert await second.append([Append("A", 1, (b"b",)), Append("B", 1, (b"x",))]) == [True, False]
    assert await second.append([Append("A", 2, (b"c",))]) == [True]
    await second.close()
    assert names(tmp_path) == {DATABASE, LOCK}


@pytest.mark.parametrize("sort_rows", ["100000", "50"])
async def test_killing_the_process_loses_nothing_that_was_answered(
    tmp_path: Path, clock: Clock, sort_rows: str
) -> None:
    with start(WRITER, tmp_path, sort_rows) as writer:
        assert writer.stdout is not None
        told = [writer.stdout.readline() for _ in range(500)]
        writer.send_signal(signal.SIGKILL)
        told += writer.stdout.readlines()
    store = SqliteStore(tmp_path, clock)
    lengths = {room: int(length) for room, length in (line.split() for line in told if line.endswith("\n"))}
    assert len(lengths) == 5
    for room, length in lengths.items():
        log = await store.read(room)
        assert len(log) in {length, length + 2}  # the last batch may be kept and not told
        assert log[::2] == log[1::2]
    await store.close()


async def test_a_second_server_is_refused_and_may_come_when_the_first_is_gone(tmp_path: Path, clock: Clock) -> None:
    with start(HOLDER, tmp_path) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(StoreUnusable, match=r"^Another server is using the data folder .*: stop .*\.$"):
            SqliteStore(tmp_path, clock)
        holder.send_signal(signal.SIGKILL)
    store = SqliteStore(tmp_path, clock)
    with pytest.raises(StoreUnusable, match="Another server"):
        SqliteStore(tmp_path, clock)
    await store.close()
    await SqliteStore(tmp_path, clock).close()


async def test_the_data_folder_is_made_when_it_is_missing(tmp_path: Path, clock: Clock) -> None:
    await SqliteStore(tmp_path / "new" / "data", clock).close()
    assert (tmp_path / "new" / "data" / DATABASE).is_file()


@pytest.mark.parametrize("obstacle", ["data", f"data/{LOCK}/x", f"data/{DATABASE}/x"])
def test_a_folder_that_cannot_be_written_is_told_in_one_sentence(tmp_path: Path, clock: Clock, obstacle: str) -> None:
    """A file in the folder's place, and folders in the place of its files: they stop an administrator, too."""
    path = tmp_path / obstacle
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")
    with pytest.raises(
        StoreUnusable, match=rf"^The [ \w]+ {tmp_path}.* cannot be \w+ \(.*\): .* DATA_DIR to another .*\.$"
    ):
        SqliteStore(tmp_path / "data", clock)


def foreign_text(path: Path) -> None:
    path.write_text("These are the minutes of the card club. " * 100)


def foreign_tables(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    connection.close()


def newer_version(path: Path) -> None:
    asyncio.run(SqliteStore(path.parent, Clock()).close())
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 9")
    connection.close()


@pytest.mark.parametrize(
    ("prepare", "sentence"),
    [
        (foreign_text, r"^The file .* is not a database of this server, or is damaged: move it away, .*\.$"),
        (foreign_tables, r"^The file .* is not a database of this server, or is damaged: move it away, .*\.$"),
        (newer_version, r"^The data in .* a newer server \(data version 9, this server knows \d\): install .*\.$"),
    ],
)
async def test_a_file_that_is_not_ours_is_left_alone(
    tmp_path: Path, clock: Clock, prepare: Callable[[Path], None], sentence: str
) -> None:
    path = tmp_path / DATABASE
    await asyncio.to_thread(prepare, path)
    before = path.read_bytes()
    with pytest.raises(StoreUnusable, match=sentence):
        SqliteStore(tmp_path, clock)
    assert path.read_bytes() == before
    path.unlink()
    await SqliteStore(tmp_path, clock).close()  # the refusal has let go of the lock


@pytest.mark.parametrize("dies", [False, True])
async def test_a_file_of_the_first_version_is_brought_up_to_date(tmp_path: Path, clock: Clock, dies: bool) -> None:
    """As it was closed, and as a server that was killed left it."""
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as old:
        old.executescript(FIRST_VERSION)
        if dies:
            folder = tmp_path / "left"
            await asyncio.to_thread(shutil.copytree, tmp_path / "data", folder)
    for turn in range(2):
        store = SqliteStore(folder, clock)
        assert [await store.read(room) for room in "AB"] == [[b"a", b"b", b"c"], [b"d"]]
        assert [await store.touched(room) for room in "AB"] == [6, 7]
        assert await store.get("person", "k") == b"Ann"
        await store.announce("tables", "A", b"a", 2 - turn, clock.ms + 1)
        await store.credit("week", "match", {"Ann": 3})
        assert await store.reserve("tables") == "A"
        assert await store.leaders("week", 9) == [("Ann", 3)]
        assert await store.append([Append("A", 2, (b"c",)), Append("B", 0, (b"d",))]) == [True, True]
        await store.close()


async def test_while_another_program_holds_the_file_calls_fail_and_repeating_them_helps(
    tmp_path: Path, clock: Clock
) -> None:
    store = SqliteStore(tmp_path, clock, busy_s=0.01)
    await store.append([Append("A", 0, (b"a",))])
    backup = sqlite3.connect(tmp_path / DATABASE, isolation_level=None)
    backup.execute("BEGIN IMMEDIATE")
    batch = [Append("A", 1, (b"b",)), Append("B", 0, tuple(b"%d" % number for number in range(5000)))]
    with pytest.raises(StoreUnreachable, match="locked"):
        await store.append(batch)
    with pytest.raises(StoreUnreachable, match="locked"):
        await store.put("person", "k", b"Ann", clock.ms + 1)
    backup.close()
    assert await store.append(batch) == [True, True]
    assert await store.append(batch) == [True, True]
    assert await store.read("A") == [b"a", b"b"]
    assert len(await store.read("B")) == 5000
    await store.close()


async def test_on_a_full_disk_calls_fail_and_go_on_when_there_is_room(tmp_path: Path, clock: Clock) -> None:
    store = SqliteStore(tmp_path, clock)
    await store.append([Append("A", 0, (b"a",))])
    await store._call(lambda: store._tables._run("PRAGMA max_page_count = 10").fetchone())
    batch = [Append("A", 1, (b"b",)), Append("B", 0, tuple(b"x" * 100 for _ in range(5000)))]
    with pytest.raises(StoreUnreachable, match="full"):
        await store.append(batch)
    assert await store.read("A") == [b"a"]
    assert await store.append([Append("A", 1, (b"other",))]) == [True]
    await store._call(lambda: store._tables._run("PRAGMA max_page_count = 100000").fetchone())
    assert await store.append(batch) == [False, True]
    await store.close()


async def test_the_write_ahead_log_goes_into_the_file_meanwhile(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.storage.sqlite_tables.CHECKPOINT_EVERY", 2)
    store = SqliteStore(tmp_path, clock)
    size = (tmp_path / DATABASE).stat().st_size
    seq = 0
    while (tmp_path / DATABASE).stat().st_size == size:
        assert await store.append([Append("A", seq, (b"x" * 5000,))]) == [True]
        seq += 1
    await store.close()


@pytest.mark.parametrize("sort_rows", [2, 10_000])
async def test_no_append_waits_for_a_long_log_to_be_read(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, sort_rows: int
) -> None:
    """Nor for one that is too old and dropped meanwhile: of that nothing is read."""
    monkeypatch.setattr("app.storage.sqlite.READ_SLICE", 10)
    store = SqliteStore(tmp_path, clock, sort_rows=sort_rows)
    await reads_beside_others(store, clock)
    await store.close()


async def test_nobody_else_reads_the_file(tmp_path: Path) -> None:
    """The logs hold seeds of running matches."""
    store = SqliteStore(tmp_path / "new", lambda: 0)
    assert await store.append([Append("room", 0, (b"one",))]) == [True]
    rights = {file.name: file.stat().st_mode & 0o077 for file in (tmp_path / "new").iterdir()}
    assert len(rights) >= 3
    assert not any(rights.values()), rights
    await store.close()
