"""The store in a local SQLite file: the default, with nothing to install or run.

One worker thread owns the connection and works the calls off in order. A batch of appends is one statement, because
every statement has to win the interpreter lock back from a busy event loop.
"""

import asyncio
import fcntl
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from app.storage.base import Append, StoreUnreachable, StoreUnusable

_T = TypeVar("_T")

DATABASE: Final = "pounce.sqlite3"
LOCK: Final = "pounce.lock"

APPLICATION_ID: Final = 0x504E4345
"""Marks the file as ours ("PNCE"), so that somebody else's database is never taken for an empty one."""

SCHEMA: Final = (
    """
    CREATE TABLE entry (
        room TEXT NOT NULL, seq INTEGER NOT NULL, kept_ms INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (room, seq)
    ) WITHOUT ROWID;
    CREATE TABLE document (
        space TEXT NOT NULL, key TEXT NOT NULL, expires_ms INTEGER NOT NULL, value BLOB NOT NULL,
        PRIMARY KEY (space, key)
    ) WITHOUT ROWID;
    CREATE INDEX document_expiry ON document (expires_ms);
    """,
)
"""What leads from each version of the data to the next; `user_version` counts how many have been done."""

MOST_ROWS: Final = 4096
"""Rows in one statement, well under SQLite's limit of 32,766 parameters."""

MOST_KNOWN: Final = 20_000
"""Log lengths kept in memory; above it they are read again from the file."""

CHECKPOINT_PAGES: Final = 4000
"""Pages (4 KB) in the write-ahead log before it goes into the file: fewer syncs than at SQLite's own 1,000."""

BUSY_S: Final = 1.0

SYNCHRONOUS: Final = {"OFF": 0, "NORMAL": 1, "FULL": 2}


class SqliteStore:
    """A `Store` in one file of `data_dir`. Raises `StoreUnusable` when that cannot be opened or another server has it.

    `now_ms` is the clock (ms since the epoch). `synchronous` is SQLite's: NORMAL survives the death of the process,
    FULL also that of the machine, at the price of one disk sync a batch. `busy_s` is how long another program (a
    backup) may hold the file before a call fails.
    """

    def __init__(
        self, data_dir: Path, now_ms: Callable[[], int], *, synchronous: str = "NORMAL", busy_s: float = BUSY_S
    ) -> None:
        self._lock = _lock(data_dir)
        try:
            file = _File(_open(data_dir, synchronous, busy_s), now_ms)
        except BaseException:
            os.close(self._lock)
            raise
        self._file = file
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._closed = False
        self._thread = Thread(target=self._work, name="sqlite", daemon=True)
        self._thread.start()

    async def append(self, batch: Sequence[Append]) -> list[bool]:
        return await self._call(partial(self._file.append, batch))

    async def read(self, room: str) -> list[bytes]:
        return await self._call(partial(self._file.read, room))

    async def touched(self, room: str) -> int | None:
        return await self._call(partial(self._file.touched, room))

    async def purge(self, before_ms: int) -> int:
        """One call of the worker a room, so that appends do not wait for a long purge."""
        await self._call(self._file.drop_expired)
        gone = 0
        room = await self._call(partial(self._file.room_after, ""))
        while room is not None:
            gone += await self._call(partial(self._file.drop_if_older, room, before_ms))
            room = await self._call(partial(self._file.room_after, room))
        return gone

    async def put(self, space: str, key: str, value: bytes, expires_ms: int) -> None:
        await self._call(partial(self._file.put, space, key, value, expires_ms))

    async def get(self, space: str, key: str) -> bytes | None:
        return await self._call(partial(self._file.get, space, key))

    async def close(self) -> None:
        """Finish the calls under way, write everything into the file and let go of it. Closing twice does no harm."""
        if not self._closed:
            closing = self._call(self._file.close)
            self._closed = True
            self._calls.put(None)
            try:
                await closing
            finally:
                self._thread.join()
                os.close(self._lock)

    def _call(self, work: Callable[[], _T]) -> "asyncio.Future[_T]":
        """Hand `work` to the worker thread. What SQLite raises there becomes `StoreUnreachable` here."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[_T] = loop.create_future()
        if self._closed:
            answer.set_exception(StoreUnreachable("the store is closed"))
            return answer

        def do() -> None:
            result: Any = None
            error: Exception | None = None
            try:
                result = work()
            except sqlite3.Error as problem:
                error = StoreUnreachable(f"SQLite: {problem}")
                error.__cause__ = problem
            except Exception as problem:  # noqa: BLE001 - a bug belongs to the caller, not to the worker thread
                error = problem
            with suppress(RuntimeError):  # the loop is gone, and nobody waits any more
                loop.call_soon_threadsafe(_settle, answer, result, error)

        self._calls.put(do)
        return answer

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            call()


def _settle(answer: "asyncio.Future[Any]", result: object, error: Exception | None) -> None:
    if answer.done():  # the caller was cancelled
        return
    if error is None:
        answer.set_result(result)
    else:
        answer.set_exception(error)


class _File:
    """The connection and what is known of the file. Used by the worker thread only."""

    def __init__(self, connection: sqlite3.Connection, now_ms: Callable[[], int]) -> None:
        self._connection = connection
        self._now_ms = now_ms
        self._lengths: dict[str, int] = {}

    def append(self, batch: Sequence[Append]) -> list[bool]:
        if len({append.room for append in batch}) != len(batch):
            raise ValueError("a room appears twice in one batch")
        answers: list[bool] = []
        rows: list[tuple[str, int, int, bytes]] = []
        now = self._now_ms()
        for append in batch:
            room, seq = append.room, append.first_seq
            length = self._length(room)
            if length == seq:
                for entry in append.entries:
                    rows.append((room, seq, now, entry))
                    seq += 1
                answers.append(True)
            else:
                answers.append(length == seq + len(append.entries) and self._ends_in(append))
        if rows:
            self._insert(rows)
            for append, kept in zip(batch, answers, strict=True):
                if kept:
                    self._lengths[append.room] = append.first_seq + len(append.entries)
        return answers

    def _insert(self, rows: list[tuple[str, int, int, bytes]]) -> None:
        """All or nothing. Statements come in powers of two, filled up with repeats of the last row, which are ignored:
        so a handful of prepared statements serves all batches.
        """
        run = self._connection.execute
        chunks = [rows[at : at + MOST_ROWS] for at in range(0, len(rows), MOST_ROWS)]
        try:
            if len(chunks) > 1:
                run("BEGIN IMMEDIATE")
            for chunk in chunks:
                size = 1 << (len(chunk) - 1).bit_length()
                chunk.extend([chunk[-1]] * (size - len(chunk)))
                run(_insert_statement(size), [value for row in chunk for value in row])
            if len(chunks) > 1:
                run("COMMIT")
        except BaseException:
            self._lengths.clear()  # it may have been kept or not: look again
            if self._connection.in_transaction:
                with suppress(sqlite3.Error):
                    run("ROLLBACK")
            raise

    def _length(self, room: str) -> int:
        length = self._lengths.get(room)
        if length is None:
            row = self._one("SELECT max(seq) FROM entry WHERE room = ?", room)
            length = 0 if row is None or row[0] is None else row[0] + 1
            if len(self._lengths) >= MOST_KNOWN:
                self._lengths.clear()
            self._lengths[room] = length
        return length

    def _ends_in(self, append: Append) -> bool:
        rows = self._connection.execute(
            "SELECT body FROM entry WHERE room = ? AND seq >= ? ORDER BY seq", (append.room, append.first_seq)
        ).fetchall()
        return tuple(row[0] for row in rows) == append.entries

    def read(self, room: str) -> list[bytes]:
        rows = self._connection.execute("SELECT body FROM entry WHERE room = ? ORDER BY seq", (room,)).fetchall()
        return [row[0] for row in rows]

    def touched(self, room: str) -> int | None:
        row = self._one("SELECT kept_ms FROM entry WHERE room = ? ORDER BY seq DESC LIMIT 1", room)
        return None if row is None else row[0]

    def room_after(self, room: str) -> str | None:
        row = self._one("SELECT room FROM entry WHERE room > ? ORDER BY room LIMIT 1", room)
        return None if row is None else row[0]

    def drop_if_older(self, room: str, before_ms: int) -> bool:
        touched = self.touched(room)
        if touched is None or touched >= before_ms:
            return False
        self._lengths.pop(room, None)
        self._connection.execute("DELETE FROM entry WHERE room = ?", (room,))
        return True

    def drop_expired(self) -> None:
        self._connection.execute("DELETE FROM document WHERE expires_ms <= ?", (self._now_ms(),))

    def put(self, space: str, key: str, value: bytes, expires_ms: int) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO document (space, key, expires_ms, value) VALUES (?, ?, ?, ?)",
            (space, key, expires_ms, value),
        )

    def get(self, space: str, key: str) -> bytes | None:
        row = self._one(
            "SELECT value FROM document WHERE space = ? AND key = ? AND expires_ms > ?", space, key, self._now_ms()
        )
        return None if row is None else row[0]

    def close(self) -> None:
        self._connection.close()

    def _one(self, statement: str, *values: str | int) -> Any:
        return self._connection.execute(statement, values).fetchone()


def _insert_statement(rows: int) -> str:
    values = ", ".join(["(?, ?, ?, ?)"] * rows)
    return f"INSERT OR IGNORE INTO entry (room, seq, kept_ms, body) VALUES {values}"  # noqa: S608 - only placeholders


def _lock(data_dir: Path) -> int:
    """The descriptor of a lock that lasts as long as it is open: the kernel lets go of it however the process ends."""
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(data_dir / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as problem:
        raise StoreUnusable(
            f"The data folder {data_dir} cannot be written ({problem.strerror}): "
            "make it a folder that this user may write, or set DATA_DIR to another one."
        ) from problem
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        os.close(descriptor)
        raise StoreUnusable(
            f"Another server is using the data folder {data_dir}: "
            "stop that one first, or set DATA_DIR to another folder."
        ) from problem
    return descriptor


def _open(data_dir: Path, synchronous: str, busy_s: float) -> sqlite3.Connection:
    path = data_dir / DATABASE
    try:
        connection = sqlite3.connect(path, timeout=busy_s, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as problem:
        raise StoreUnusable(
            f"The database {path} cannot be opened ({problem}): "
            "let this user read and write it, or set DATA_DIR to another folder."
        ) from problem
    try:
        _upgrade(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS[synchronous]}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    except sqlite3.OperationalError as problem:
        connection.close()
        raise StoreUnusable(
            f"The database {path} cannot be written ({problem}): "
            "let this user write it, see that the disk has room, or set DATA_DIR to another folder."
        ) from problem
    except sqlite3.DatabaseError as problem:
        connection.close()
        raise _foreign(path) from problem
    except BaseException:
        connection.close()
        raise
    return connection


def _upgrade(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the tables to the present version, all of it or nothing."""
    known = len(SCHEMA)
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    is_empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if owner != APPLICATION_ID and not (is_empty and version == owner == 0):
        raise _foreign(path)
    if version > known:
        raise StoreUnusable(
            f"The data in {path} was written by a newer server (data version {version}, this server knows {known}): "
            "install that version, or set DATA_DIR to another folder."
        )
    if version < known:
        steps = "".join(SCHEMA[version:])
        connection.executescript(
            f"BEGIN IMMEDIATE; {steps} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {known}; COMMIT;"
        )


def _foreign(path: Path) -> StoreUnusable:
    return StoreUnusable(
        f"The file {path} is not a database of this server, or is damaged: "
        "move it away, put a backup in its place, or set DATA_DIR to another folder."
    )
