"""Directories and boards in the SQLite store: plain tables, beside those of `sqlite_tables` in the same file."""

import sqlite3
from collections.abc import Callable, Mapping
from typing import Final

from app.storage.base import REMEMBERED_MS

SLICE: Final = 200
"""Old rows that are dropped in a row, so that no append waits long."""


class Lists:
    """`Directory` and `Boards` over a connection. For one thread. Raises `sqlite3.Error`; repeating is safe then."""

    def __init__(self, connection: sqlite3.Connection, now_ms: Callable[[], int]) -> None:
        self._connection = connection
        self._now_ms = now_ms

    def announce(self, directory: str, key: str, value: bytes, free: int, expires_ms: int) -> None:
        self.drop_some()
        self._run(
            """
            INSERT OR REPLACE INTO listing (directory, key, number, free, expires_ms, value)
            VALUES (:directory, :key, coalesce(
                (SELECT number FROM listing WHERE directory = :directory AND key = :key AND expires_ms > :now_ms),
                (SELECT max(number) + 1 FROM listing WHERE directory = :directory),
                1
            ), :free, :expires_ms, :value)
            """,
            directory=directory,
            key=key,
            now_ms=self._now_ms(),
            free=free,
            expires_ms=expires_ms,
            value=value,
        )

    def withdraw(self, directory: str, key: str) -> None:
        self._run("DELETE FROM listing WHERE directory = :directory AND key = :key", directory=directory, key=key)

    def announced(self, directory: str, limit: int) -> list[tuple[str, bytes]]:
        return self._run(
            """
            SELECT key, value FROM listing WHERE directory = :directory AND expires_ms > :now_ms
            ORDER BY number LIMIT max(:limit, 0)
            """,
            directory=directory,
            now_ms=self._now_ms(),
            limit=limit,
        ).fetchall()

    def reserve(self, directory: str) -> str | None:
        found = self._run(
            """
            SELECT key FROM listing WHERE directory = :directory AND free > 0 AND expires_ms > :now_ms
            ORDER BY number LIMIT 1
            """,
            directory=directory,
            now_ms=self._now_ms(),
        ).fetchone()
        if found is None:
            return None
        key: str = found[0]
        self._run(
            "UPDATE listing SET free = free - 1 WHERE directory = :directory AND key = :key",
            directory=directory,
            key=key,
        )
        return key

    def drop_some(self) -> bool:
        """Drop some entries of directories that have expired. Whether there may be more."""
        expired = self._run(
            "SELECT directory, key FROM listing WHERE expires_ms <= :now_ms LIMIT :slice",
            now_ms=self._now_ms(),
            slice=SLICE,
        ).fetchall()
        return self._drop("DELETE FROM listing WHERE directory = ? AND key = ?", expired)

    def credit(self, board: str, key: str, points: Mapping[str, int]) -> None:
        with self._connection:
            self._run("BEGIN IMMEDIATE")
            is_new = self._run(
                "INSERT OR IGNORE INTO credit (board, key, kept_ms) VALUES (:board, :key, :now_ms)",
                board=board,
                key=key,
                now_ms=self._now_ms(),
            ).rowcount
            if is_new:
                self._connection.executemany(
                    """
                    INSERT INTO standing (board, member, points) VALUES (?, ?, ?)
                    ON CONFLICT (board, member) DO UPDATE SET points = points + excluded.points
                    """,
                    [(board, member, more) for member, more in points.items()],
                )

    def leaders(self, board: str, limit: int) -> list[tuple[str, int]]:
        return self._run(
            """
            SELECT member, points FROM standing WHERE board = :board
            ORDER BY points DESC, member LIMIT max(:limit, 0)
            """,
            board=board,
            limit=limit,
        ).fetchall()

    def forget_some(self) -> bool:
        """Forget some of what was credited so long ago that nobody repeats it. Whether there may be more."""
        old = self._run(
            "SELECT board, key FROM credit WHERE kept_ms <= :before_ms LIMIT :slice",
            before_ms=self._now_ms() - REMEMBERED_MS,
            slice=SLICE,
        ).fetchall()
        return self._drop("DELETE FROM credit WHERE board = ? AND key = ?", old)

    def _drop(self, statement: str, rows: list[tuple[str, str]]) -> bool:
        if rows:
            with self._connection:
                self._run("BEGIN IMMEDIATE")
                self._connection.executemany(statement, rows)
        return len(rows) == SLICE

    def _run(self, statement: str, **values: str | int | bytes) -> sqlite3.Cursor:
        return self._connection.execute(statement, values)
