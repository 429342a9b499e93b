"""The tables of the SQLite store: documents, and logs that grow in order of arrival and are sorted by room later."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, TypeAlias

from app.storage.base import Append

SCHEMA: Final = (
    """
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
    """,
    """
    CREATE TABLE listing (
        directory TEXT NOT NULL, key TEXT NOT NULL, number INTEGER NOT NULL, free INTEGER NOT NULL,
        expires_ms INTEGER NOT NULL, value BLOB NOT NULL,
        PRIMARY KEY (directory, key)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX listing_order ON listing (directory, number);
    CREATE INDEX listing_open ON listing (directory, number) WHERE free > 0;
    CREATE INDEX listing_expiry ON listing (expires_ms);
    CREATE TABLE credit (
        board TEXT NOT NULL, key TEXT NOT NULL, kept_ms INTEGER NOT NULL,
        PRIMARY KEY (board, key)
    ) WITHOUT ROWID;
    CREATE INDEX credit_age ON credit (kept_ms);
    CREATE TABLE standing (
        board TEXT NOT NULL, member TEXT NOT NULL, points INTEGER NOT NULL,
        PRIMARY KEY (board, member)
    ) WITHOUT ROWID;
    CREATE INDEX standing_order ON standing (board, points DESC, member);
    """,
)
"""What leads from each version of the data to the next; `user_version` counts how many have been done."""

MOST_ROWS: Final = 4096
"""Rows in one statement, well under SQLite's limit of 32,766 parameters."""
MOST_KNOWN: Final = 20_000
"""Log lengths kept in memory; above it they are read again from the file."""
END: Final = 1 << 62
"""No log is so long."""
SORT_ROWS: Final = 16_384
"""Recent rows that start a sorting. The more there are, the more share a page; so many take 4 MB of memory."""
SORT_SLICE: Final = 64
"""Rows sorted between two calls, so that no append waits long."""
CHECKPOINT_EVERY: Final = 500
"""Pages written, about, between two checkpoints."""

_Row: TypeAlias = tuple[str, int, int, bytes]
"""room, seq, kept_ms, body"""


class Tables:
    """The connection and what is known of its file. For one thread. Raises `sqlite3.Error`; repeating is safe then.

    New entries go into the table `recent` in the order in which they come: a batch of many rooms fills a page or two,
    where a table ordered by room would write one page a room. When `recent` has grown, its rows are copied to `entry`
    between calls, some rooms at a time, and dropped from `recent` once all of them are there. So for a while some rows
    are in both tables. Those that are not known to be in `entry` are in memory as well.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        now_ms: Callable[[], int],
        sort_rows: int,
        on_written: Callable[[], None],
    ) -> None:
        self._connection = connection
        self._now_ms = now_ms
        self._sort_rows = sort_rows
        self._on_written = on_written
        self._written = 0
        self._load()

    def _load(self) -> None:
        """Take `recent` as it is in the file: at the start, and when a call may or may not have got through."""
        rows = self._run("SELECT room, seq, kept_ms, body, id FROM recent ORDER BY id").fetchall()
        self._lengths: dict[str, int] = {}
        self._recent: dict[str, list[_Row]] = {}
        self._recent_rows = len(rows)
        self._sorting: dict[str, list[_Row]] = {}
        self._sorting_until = 0  # the last id in `recent` of what is being sorted, 0 when nothing is
        self._next_id = rows[-1][4] + 1 if rows else 1
        for row in rows:
            self._recent.setdefault(row[0], []).append(row[:4])
        self._is_stale = False
        self.is_unsorted = False

    @property
    def is_overfull(self) -> bool:
        """Whether rows come faster than they are sorted."""
        return self._recent_rows >= 2 * self._sort_rows

    def append(self, batch: Sequence[Append]) -> list[bool]:
        if len({append.room for append in batch}) != len(batch):
            raise ValueError("a room appears twice in one batch")
        self._refresh()
        answers: list[bool] = []
        rows: list[_Row] = []
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
                is_repeat = length == seq + len(append.entries)
                answers.append(is_repeat and tuple(self._bodies(room, seq)) == append.entries)
        if rows:
            self._keep(rows)
        return answers

    def _keep(self, rows: list[_Row]) -> None:
        values: list[str | int | bytes] = []
        for number, row in enumerate(rows, self._next_id):
            values.append(number)
            values.extend(row)
        if self._insert("recent (id, room, seq, kept_ms, body)", 5, values) != len(rows):
            self._is_stale = True
            raise sqlite3.DatabaseError("somebody else has written to the file")
        self._next_id += len(rows)
        for row in rows:
            room = row[0]
            self._lengths[room] = row[1] + 1
            if room in self._recent:
                self._recent[room].append(row)
            else:
                self._recent[room] = [row]
        self._recent_rows += len(rows)
        self.is_unsorted = bool(self._sorting_until) or self._recent_rows >= self._sort_rows

    def sort_some(self) -> bool:
        """Sort some of the recent rows. Whether there is more to sort."""
        self.is_unsorted = False  # no further attempt before the next append, should this one fail
        self._refresh()
        if not self._sorting_until:
            if not self._recent:
                return False
            self._sorting, self._recent = self._recent, {}
            self._sorting_until, self._recent_rows = self._next_id - 1, 0
        rooms: list[str] = []
        values: list[str | int | bytes] = []
        for room, rows in self._sorting.items():
            rooms.append(room)
            for row in rows:
                values.extend(row)
            if len(values) >= SORT_SLICE * 4:
                break
        if values:
            self._insert("entry (room, seq, kept_ms, body)", 4, values)
            for room in rooms:
                del self._sorting[room]
        if not self._sorting:
            self._run("DELETE FROM recent WHERE id <= ?", self._sorting_until)
            self._sorting_until = 0
        self.is_unsorted = bool(self._sorting_until) or self._recent_rows >= self._sort_rows
        return bool(self._sorting_until or self._recent)

    def _insert(self, table: str, width: int, values: list[str | int | bytes]) -> int:
        """All the rows or none; how many are new. Statements come in powers of two, filled up with repeats of the last
        row, which are ignored: so a handful of prepared statements serves all batches.
        """
        most = MOST_ROWS * width
        new = 0
        is_long = len(values) > most
        self._is_stale = True
        try:
            if is_long:
                self._run("BEGIN IMMEDIATE")
            for at in range(0, len(values), most):
                chunk = values[at : at + most]
                rows = len(chunk) // width
                size = 1 << (rows - 1).bit_length()
                chunk += chunk[-width:] * (size - rows)
                new += self._connection.execute(_insert_statement(table, width, size), chunk).rowcount
            if is_long:
                self._run("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                with suppress(sqlite3.Error):
                    self._run("ROLLBACK")
            raise
        self._is_stale = False
        self._written += 1 + len(values) // 128
        if self._written >= CHECKPOINT_EVERY:
            self._written = 0
            self._on_written()
        return new

    def _length(self, room: str) -> int:
        length = self._lengths.get(room)
        if length is None:
            tail = self._tail(room)
            if tail:
                length = tail[-1][1] + 1
            else:
                last = self._run("SELECT max(seq) FROM entry WHERE room = ?", room).fetchone()[0]
                length = 0 if last is None else last + 1
            if len(self._lengths) >= MOST_KNOWN:
                self._lengths.clear()
            self._lengths[room] = length
        return length

    def _tail(self, room: str) -> list[_Row]:
        """The end of a room's log, as far as it is in memory."""
        return self._sorting.get(room, []) + self._recent.get(room, [])

    def _bodies(self, room: str, first_seq: int, until: int = END) -> list[bytes]:
        tail = self._tail(room)
        sorted_to = min(tail[0][1] if tail else END, until)
        rows = self._run(
            "SELECT body FROM entry WHERE room = ? AND seq >= ? AND seq < ? ORDER BY seq", room, first_seq, sorted_to
        ).fetchall()
        return [row[0] for row in rows] + [row[3] for row in tail if first_seq <= row[1] < until]

    def length(self, room: str) -> int:
        """How many entries a room's log has."""
        self._refresh()
        return self._length(room)

    def read(self, room: str, first_seq: int = 0, until: int = END) -> list[bytes]:
        """A room's log from one number to before another."""
        self._refresh()
        return self._bodies(room, first_seq, until)

    def touched(self, room: str) -> int | None:
        self._refresh()
        tail = self._tail(room)
        if tail:
            return tail[-1][2]
        row = self._run("SELECT kept_ms FROM entry WHERE room = ? ORDER BY seq DESC LIMIT 1", room).fetchone()
        return None if row is None else row[0]

    def room_after(self, room: str) -> str | None:
        """The next room in `entry`."""
        row = self._run("SELECT room FROM entry WHERE room > ? ORDER BY room LIMIT 1", room).fetchone()
        return None if row is None else row[0]

    def drop_if_older(self, room: str, before_ms: int) -> bool:
        """Drop a sorted room. One with rows in `recent` has grown since the purge began or waits for the next one."""
        touched = self.touched(room)
        if touched is None or touched >= before_ms or self._sorting_until or room in self._recent:
            return False
        self._lengths.pop(room, None)
        self._run("DELETE FROM entry WHERE room = ?", room)
        return True

    def drop_expired(self) -> None:
        self._run("DELETE FROM document WHERE expires_ms <= ?", self._now_ms())

    def put(self, space: str, key: str, value: bytes, expires_ms: int) -> None:
        self._run(
            "INSERT OR REPLACE INTO document (space, key, expires_ms, value) VALUES (?, ?, ?, ?)",
            space,
            key,
            expires_ms,
            value,
        )

    def keep(self, space: str, key: str, value: bytes, expires_ms: int) -> bytes:
        """One after the other: this thread alone writes. Who repeats it finds what he has kept."""
        self._run(
            "INSERT INTO document (space, key, expires_ms, value) VALUES (?, ?, ?, ?) ON CONFLICT (space, key)"
            " DO UPDATE SET expires_ms = excluded.expires_ms, value = excluded.value WHERE document.expires_ms <= ?",
            space,
            key,
            expires_ms,
            value,
            self._now_ms(),
        )
        row = self._run("SELECT value FROM document WHERE space = ? AND key = ?", space, key).fetchone()
        kept: bytes = row[0]
        return kept

    def get(self, space: str, key: str) -> bytes | None:
        row = self._run(
            "SELECT value FROM document WHERE space = ? AND key = ? AND expires_ms > ?", space, key, self._now_ms()
        ).fetchone()
        return None if row is None else row[0]

    def close(self) -> None:
        self._connection.close()

    def _refresh(self) -> None:
        if self._is_stale:
            self._load()

    def _run(self, statement: str, *values: str | int | bytes) -> sqlite3.Cursor:
        return self._connection.execute(statement, values)


def _insert_statement(table: str, width: int, rows: int) -> str:
    row = f"({', '.join('?' * width)})"
    return f"INSERT OR IGNORE INTO {table} VALUES {', '.join([row] * rows)}"  # noqa: S608 - no value is in it
