"""The store in a local SQLite file: the default, with nothing to install or run.

A worker thread owns the connection and works the calls off in order. A batch of appends is one statement, because every
statement has to win the interpreter lock back from a busy event loop. A second thread carries the write-ahead log into
the file, so that no append waits for the disk.
"""

import asyncio
import fcntl
import os
import sqlite3
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from app.storage.base import Append, StoreUnreachable, StoreUnusable
from app.storage.sqlite_lists import Lists
from app.storage.sqlite_tables import SCHEMA, SORT_ROWS, Tables

DATABASE: Final = "pounce.sqlite3"
LOCK: Final = "pounce.lock"

APPLICATION_ID: Final = 0x504E4345
"""Marks the file as ours ("PNCE"), so that somebody else's database is never taken for an empty one."""

SYNCHRONOUS: Final = {"OFF": 0, "NORMAL": 1, "FULL": 2}
BUSY_S: Final = 1.0

READ_SLICE: Final = 1000
"""Entries of a log that are read in a row: some milliseconds."""
CHECKPOINT_PAGES: Final = 8000
"""Pages (4 KB) in the write-ahead log at which an append waits for it to start anew: little is left to do by then."""

_T = TypeVar("_T")


class SqliteStore:
    """A `Store` in one file of `data_dir`. Raises `StoreUnusable` when that cannot be opened or another server has it.

    `now_ms` is the clock (ms since the epoch). `synchronous` is SQLite's: NORMAL survives the death of the process,
    FULL also that of the machine, at the price of one disk sync a batch. `busy_s` is how long another program (a
    backup) may hold the file before a call fails, `sort_rows` how many entries lie unsorted before that is changed.
    """

    def __init__(
        self,
        data_dir: Path,
        now_ms: Callable[[], int],
        *,
        synchronous: str = "NORMAL",
        busy_s: float = BUSY_S,
        sort_rows: int = SORT_ROWS,
    ) -> None:
        self._lock = _lock(data_dir)
        self._checkpoints: SimpleQueue[bool] = SimpleQueue()
        try:
            connection, second = _open(data_dir / DATABASE, SYNCHRONOUS[synchronous], busy_s)
            self._tables = Tables(connection, now_ms, sort_rows, partial(self._checkpoints.put, True))
            self._lists = Lists(connection, now_ms)
        except BaseException:
            os.close(self._lock)
            raise
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._closed = False
        self._threads = (
            Thread(target=self._work, name="sqlite", daemon=True),
            Thread(target=_checkpoint, args=(second, self._checkpoints), name="sqlite-checkpoint", daemon=True),
        )
        for thread in self._threads:
            thread.start()

    async def append(self, batch: Sequence[Append]) -> list[bool]:
        return await self._call(partial(self._tables.append, batch))

    def lane(self, room: str) -> Hashable:  # noqa: ARG002  (one file)
        return ""

    async def read(self, room: str) -> list[bytes]:
        """Many calls of the worker for a long log, so that appends do not wait for it."""
        entries: list[bytes] = []
        length = await self._call(partial(self._tables.length, room))
        while len(entries) < length:
            until = min(len(entries) + READ_SLICE, length)
            entries += (some := await self._call(partial(self._tables.read, room, len(entries), until)))
            if not some:
                return []  # dropped for its age meanwhile
        return entries

    async def touched(self, room: str) -> int | None:
        return await self._call(partial(self._tables.touched, room))

    async def purge(self, before_ms: int, living: Collection[str] = ()) -> int:
        """One call of the worker for a few rows, so that appends do not wait for a long purge."""
        await self._call(self._tables.drop_expired)
        for drop_some in (self._lists.drop_some, self._lists.forget_some):
            while await self._call(drop_some):
                pass
        while await self._call(self._tables.sort_some):
            pass
        gone = 0
        room = await self._call(partial(self._tables.room_after, ""))
        while room is not None:
            if room not in living:
                gone += await self._call(partial(self._tables.drop_if_older, room, before_ms))
            room = await self._call(partial(self._tables.room_after, room))
        return gone

    async def put(self, space: str, key: str, value: bytes, expires_ms: int) -> None:
        await self._call(partial(self._tables.put, space, key, value, expires_ms))

    async def keep(self, space: str, key: str, value: bytes, expires_ms: int) -> bytes:
        return await self._call(partial(self._tables.keep, space, key, value, expires_ms))

    async def get(self, space: str, key: str) -> bytes | None:
        return await self._call(partial(self._tables.get, space, key))

    async def announce(self, directory: str, key: str, value: bytes, free: int, expires_ms: int) -> None:
        await self._call(partial(self._lists.announce, directory, key, value, free, expires_ms))

    async def withdraw(self, directory: str, key: str) -> None:
        await self._call(partial(self._lists.withdraw, directory, key))

    async def announced(self, directory: str, limit: int) -> list[tuple[str, bytes]]:
        return await self._call(partial(self._lists.announced, directory, limit))

    async def reserve(self, directory: str) -> str | None:
        return await self._call(partial(self._lists.reserve, directory))

    async def credit(self, board: str, key: str, points: Mapping[str, int]) -> None:
        await self._call(partial(self._lists.credit, board, key, points))

    async def leaders(self, board: str, limit: int) -> list[tuple[str, int]]:
        return await self._call(partial(self._lists.leaders, board, limit))

    async def close(self) -> None:
        """Finish the calls under way, write everything into the file and let go of it. Closing twice does no harm."""
        if self._closed:
            return
        self._checkpoints.put(False)
        closing = self._call(self._close)
        self._closed = True
        self._calls.put(None)
        try:
            await closing
        finally:
            os.close(self._lock)

    def _close(self) -> None:
        """The connection that is closed last tidies up: it has to be the worker's, which nobody waits for any more."""
        self._threads[1].join()
        self._tables.close()

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
        while (call := self._next_call()) is not None:
            call()

    def _next_call(self) -> Callable[[], None] | None:
        """The next call; while there is none, or it has been put off for too long, some rows are sorted."""
        while self._tables.is_unsorted:
            if not self._tables.is_overfull:
                with suppress(Empty):
                    return self._calls.get_nowait()
            with suppress(sqlite3.Error):
                self._tables.sort_some()
        return self._calls.get()


def _settle(answer: "asyncio.Future[Any]", result: object, error: Exception | None) -> None:
    if answer.done():  # the caller was cancelled
        return
    if error is None:
        answer.set_result(result)
    else:
        answer.set_exception(error)


def _checkpoint(connection: sqlite3.Connection, orders: "SimpleQueue[bool]") -> None:
    while orders.get():
        with suppress(sqlite3.Error):  # the next one will do it
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    connection.close()


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


def _open(path: Path, synchronous: int, busy_s: float) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """The worker's connection and the one for checkpoints."""
    opened: list[sqlite3.Connection] = []
    # The logs hold the seeds of running matches: other users of the machine have no business in them. What SQLite lays
    # beside the file gets the file's rights. A folder that cannot be written is SQLite's to report.
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    try:
        for pages in (CHECKPOINT_PAGES, 0):
            connection = sqlite3.connect(path, timeout=busy_s, isolation_level=None, check_same_thread=False)
            opened.append(connection)
            if len(opened) == 1:
                _upgrade(connection, path)
                connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA synchronous = {synchronous}")
            connection.execute(f"PRAGMA wal_autocheckpoint = {pages}")
    except sqlite3.OperationalError as problem:
        _close(opened)
        raise StoreUnusable(
            f"The database {path} cannot be opened ({problem}): "
            "let this user read and write it, see that the disk has room, or set DATA_DIR to another folder."
        ) from problem
    except sqlite3.DatabaseError as problem:
        _close(opened)
        raise _foreign(path) from problem
    except BaseException:
        _close(opened)
        raise
    return opened[0], opened[1]


def _close(connections: Sequence[sqlite3.Connection]) -> None:
    for connection in connections:
        connection.close()


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
