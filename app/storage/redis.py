"""The store in Redis 7 or newer, alone or as Redis Cluster: for sites that outgrow one process.

A room's log is a list, and a script compares and appends, for all rooms of a batch: Redis syncs once for a command, and
in a cluster for what comes together (`appendfsync always`). All keys of a room carry its name in braces, so that a
cluster keeps them together. Only leases expire by Redis's own clock. For all else the server's decides; `purge` looks
at every key, and an eviction policy for keys with an expiry finds none.
"""

import logging
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from hashlib import sha1
from typing import Any, Final, TypeVar
from urllib.parse import quote

from redis.asyncio.connection import Connection, parse_url
from redis.exceptions import AuthenticationError, InvalidResponse, ResponseError

from app.storage.base import Append, Lease, StoreUnreachable, StoreUnusable
from app.storage.redis_cluster import Cluster
from app.storage.redis_line import ANSWER_S, CONNECT_S, Address, Answer, Command, Line, Link, reason
from app.storage.redis_lists import SCRIPTS as LIST_SCRIPTS
from app.storage.redis_lists import Lists
from app.storage.redis_post import RedisPost

log = logging.getLogger("pounce.store")

T = TypeVar("T")

NO_ADDRESS: Final = "REDIS_URL is no address of a Redis server: give one such as redis://localhost:6379/0."

PREFIX: Final = "pounce:"
OLDEST: Final = 7
"""The major version whose scripts and cluster we rely on."""

READ_SLICE: Final = 1000
"""Entries of a log that are read in a row: some milliseconds of a Redis that serves everybody."""
PURGE_SLICE: Final = 100
"""Keys that are looked at in a row."""
LEASE_SLICE: Final = 100
"""Rooms that are leased or given up in a row: a worker renews all that it owns every second, and moves come between."""
EXPIRY_DIGITS: Final = 16
"""A document begins with its expiry, so wide."""

ROOM: Final = f"{PREFIX}{{".encode()
DOCUMENT: Final = f"{PREFIX}document:".encode()
LOG: Final = b"}:log"
GROWN: Final = b"}:grown"
"""When the log grew last, in ms since the epoch."""
LEASED: Final = b"}:lease"
"""The name of the worker that owns the room."""

APPEND: Final = """
local now_ms, owner, at, answers = ARGV[1], ARGV[2], 3, {}

local function append(log, grown, lease, first_seq, first, last)
    local length = redis.call('LLEN', log)
    if length == first_seq then
        if last < first then return 1 end
        local holder = owner ~= '' and redis.call('GET', lease)
        if holder and holder ~= owner then return 0 end
        for from = first, last, 1000 do
            redis.call('RPUSH', log, unpack(ARGV, from, math.min(from + 999, last)))
        end
        redis.call('SET', grown, now_ms)
        return 1
    end
    if length ~= first_seq + last + 1 - first then return 0 end
    for index, entry in ipairs(redis.call('LRANGE', log, first_seq, -1)) do
        if entry ~= ARGV[first + index - 1] then return 0 end
    end
    return 1
end

for room = 1, #KEYS, 3 do
    local last = at + 1 + tonumber(ARGV[at + 1])
    answers[#answers + 1] = append(KEYS[room], KEYS[room + 1], KEYS[room + 2], tonumber(ARGV[at]), at + 2, last)
    at = last + 1
end
return answers
"""
"""For each room a number. 1: kept, now or before. 0: a conflict, or the room is leased to another than `owner`.

An owner without a name is not asked for leases. The keys are three a room. After the time and the owner the arguments
are, for each room, `first_seq`, the number of its entries, and the entries.
"""

LEASE: Final = """
local answers = {}
for room = 1, #KEYS, 2 do
    local owner, length = '', redis.call('LLEN', KEYS[room + 1])
    if length > 0 then
        owner = redis.call('GET', KEYS[room])
        if not owner or owner == ARGV[1] then
            redis.call('SET', KEYS[room], ARGV[1], 'PX', ARGV[2])
            owner = ARGV[1]
        end
    end
    answers[#answers + 1] = {owner, length}
end
return answers
"""
GIVE_UP: Final = """
for _, lease in ipairs(KEYS) do
    if redis.call('GET', lease) == ARGV[1] then redis.call('DEL', lease) end
end
return {}
"""
DROP_ROOM: Final = """
local grown = redis.call('GET', KEYS[1])
if not grown or tonumber(grown) >= tonumber(ARGV[1]) or redis.call('EXISTS', KEYS[3]) == 1 then return 0 end
redis.call('DEL', KEYS[1], KEYS[2])
return 1
"""
DROP_DOCUMENT: Final = """
local expires = redis.call('GETRANGE', KEYS[1], 0, 15)
if expires == '' or tonumber(expires) > tonumber(ARGV[1]) then return 0 end
return redis.call('DEL', KEYS[1])
"""
KEEP: Final = """
local kept = redis.call('GET', KEYS[1])
if kept and tonumber(string.sub(kept, 1, 16)) > tonumber(ARGV[1]) then return kept end
redis.call('SET', KEYS[1], ARGV[2])
return ARGV[2]
"""
OWN_SCRIPTS: Final = (APPEND, LEASE, GIVE_UP, DROP_ROOM, DROP_DOCUMENT, KEEP)
SCRIPTS: Final = (*OWN_SCRIPTS, *LIST_SCRIPTS)
APPEND_SHA, LEASE_SHA, GIVE_UP_SHA, DROP_ROOM_SHA, DROP_DOCUMENT_SHA, KEEP_SHA = (
    sha1(script.encode(), usedforsecurity=False).hexdigest() for script in OWN_SCRIPTS
)


class RedisStore:
    """A `Store` in Redis, with `Leases`; `open` finds Redis and looks at it first.

    `now_ms` is the clock (ms since the epoch). `owner` is the worker's name: with one, nothing is written to rooms
    that another worker has leased. Without one there are no leases, and whoever appends first wins.
    """

    def __init__(
        self,
        link: Link,
        now_ms: Callable[[], int],
        *,
        owner: str,
        post: Callable[..., RedisPost],
    ) -> None:
        self._link = link
        self._new_post = post
        self._now_ms = now_ms
        self._owner = owner
        self._lists = Lists(self._call, now_ms)

    @classmethod
    async def open(
        cls,
        url: str,
        now_ms: Callable[[], int],
        *,
        owner: str = "",
        connect_s: float = CONNECT_S,
        answer_s: float = ANSWER_S,
    ) -> "RedisStore":
        """Raises `StoreUnusable`. A Redis that may lose entries is used all the same, with a warning in the log.

        `url` is redis-py's: redis://user:password@host:port/0, rediss:// for TLS, unix:///path. Of a cluster it names
        any node, or several, separated by commas. A call fails after `connect_s` and `answer_s`, or twice that for one
        that had to wait for another.
        """
        ways = [_way(part.strip()) for part in url.split(",")]
        async with AsyncExitStack() as others:
            asked = [_line(way, connect_s, answer_s) for way in ways]
            for line in asked:
                others.push_async_callback(line.close)
            first, is_cluster = await _first(asked)
            if len(ways) > 1 and not is_cluster:
                raise StoreUnusable("REDIS_URL names several servers, which are no cluster: name the one to use.")
        line_to = partial(_line, ways[0], connect_s, answer_s)
        first_nodes = [(way["host"], way["port"]) for way in ways]
        link: Link = Cluster(line_to, first_nodes) if is_cluster else line_to()
        try:
            for line in await link.lines():
                await _warn(line)
        except StoreUnreachable as problem:
            await link.close()
            raise StoreUnusable(f"Redis at {first.name} cannot be used now ({problem}): repair it first.") from problem
        post = partial(RedisPost, partial(_connection, ways[0]), link, owner, connect_s=connect_s)
        return cls(link, now_ms, owner=owner, post=post)

    async def append(self, batch: Sequence[Append]) -> list[bool]:
        """One command, so one sync, for all rooms; one a room in a cluster, whose scripts may not leave a slot."""
        if len({append.room for append in batch}) != len(batch):
            raise ValueError("a room appears twice in one batch")
        commands = [self._append_command(part) for part in self._parts(batch)]
        return [answer == 1 for answers in await self._call(commands) for answer in answers]

    def _append_command(self, batch: Sequence[Append]) -> Command:
        keys: list[str] = []
        arguments: list[int | str | bytes] = [self._now_ms(), self._owner]
        for append in batch:
            room = f"{PREFIX}{{{append.room}}}"
            keys += (f"{room}:log", f"{room}:grown", f"{room}:lease")
            arguments += (append.first_seq, len(append.entries))
            arguments += append.entries
        return ("EVALSHA", APPEND_SHA, len(keys), *keys, *arguments)

    def _parts(self, rooms: Sequence[T]) -> Sequence[Sequence[T]]:
        """What may go into one command: everything, or one room."""
        if self._link.is_one:
            return [rooms] if rooms else []
        return [(room,) for room in rooms]

    async def lease(self, rooms: Sequence[str], lapse_ms: int) -> list[Lease]:
        """Several calls for many rooms, so that appends do not wait for all of them."""
        assert self._owner
        leases: list[Lease] = []
        for some in _slices(rooms):
            commands: list[Command] = []
            for part in self._parts(some):
                keys = [f"{PREFIX}{{{room}}}:{what}" for room in part for what in ("lease", "log")]
                commands.append(("EVALSHA", LEASE_SHA, len(keys), *keys, self._owner, lapse_ms))
            leases += [Lease(owner.decode(), length) for told in await self._call(commands) for owner, length in told]
        return leases

    async def give_up(self, rooms: Sequence[str]) -> None:
        for some in _slices(rooms):
            commands: list[Command] = []
            for part in self._parts(some):
                keys = [f"{PREFIX}{{{room}}}:lease" for room in part]
                commands.append(("EVALSHA", GIVE_UP_SHA, len(keys), *keys, self._owner))
            await self._call(commands)

    def lane(self, room: str) -> Hashable:
        return self._link.node(f"{PREFIX}{{{room}}}")

    async def post(self, on_message: Callable[[bytes], None]) -> RedisPost:
        """A `Post` that is this worker's: `on_message` is called with whatever others send to it, from now on.

        Raises `StoreUnusable` when Redis does not let us, and `StoreUnreachable`. To be closed before the store.
        """
        assert self._owner
        post = self._new_post(on_message)
        await post.open()
        return post

    async def read(self, room: str) -> list[bytes]:
        """Several calls for a long log, so that appends do not wait for it."""
        key = f"{PREFIX}{{{room}}}:log"
        entries: list[bytes]
        length, entries = await self._call([("LLEN", key), ("LRANGE", key, 0, READ_SLICE - 1)])
        while len(entries) < length:
            until = min(len(entries) + READ_SLICE, length)
            (some,) = await self._call([("LRANGE", key, len(entries), until - 1)])
            if not some:
                return []  # dropped for its age meanwhile
            entries += some
        return entries

    async def touched(self, room: str) -> int | None:
        (grown,) = await self._call([("GET", f"{PREFIX}{{{room}}}:grown")])
        return None if grown is None else int(grown)

    async def purge(self, before_ms: int, living: Collection[str] = ()) -> int:
        """Looks at all keys, some at a time: no index of all rooms could be kept in step with them in a cluster."""
        gone = 0
        for line in await self._link.lines():
            cursor = -1
            while cursor:
                scan: Command = ("SCAN", max(cursor, 0), "MATCH", f"{PREFIX}*", "COUNT", PURGE_SLICE)
                ((cursor, keys),) = _accepted(await line.call([scan]))
                cursor = int(cursor)
                gone += await self._drop_if_older(keys, before_ms, living)
                await self._lists.tidy(keys)
        return gone

    async def _drop_if_older(self, keys: Sequence[bytes], before_ms: int, living: Collection[str]) -> int:
        """Drop the rooms and the documents among these keys that are too old. How many rooms went."""
        now = self._now_ms()
        grown = [key.removesuffix(GROWN) for key in keys if key.startswith(ROOM) and key.endswith(GROWN)]
        rooms = [room for room in grown if room.removeprefix(ROOM).decode(errors="replace") not in living]
        commands: list[Command] = [
            ("EVALSHA", DROP_ROOM_SHA, 3, room + GROWN, room + LOG, room + LEASED, before_ms) for room in rooms
        ]
        commands += [("EVALSHA", DROP_DOCUMENT_SHA, 1, key, now) for key in keys if key.startswith(DOCUMENT)]
        return sum((await self._call(commands))[: len(rooms)])

    async def put(self, space: str, key: str, value: bytes, expires_ms: int) -> None:
        await self._call([("SET", _document(space, key), _dated(value, expires_ms))])

    async def keep(self, space: str, key: str, value: bytes, expires_ms: int) -> bytes:
        own = _dated(value, expires_ms)
        (kept,) = await self._call([("EVALSHA", KEEP_SHA, 1, _document(space, key), self._now_ms(), own)])
        return bytes(kept[EXPIRY_DIGITS:])

    async def get(self, space: str, key: str) -> bytes | None:
        (found,) = await self._call([("GET", _document(space, key))])
        if found is None or int(found[:EXPIRY_DIGITS]) <= self._now_ms():
            return None
        return bytes(found[EXPIRY_DIGITS:])

    async def announce(self, directory: str, key: str, value: bytes, free: int, expires_ms: int) -> None:
        await self._lists.announce(directory, key, value, free, expires_ms)

    async def withdraw(self, directory: str, key: str) -> None:
        await self._lists.withdraw(directory, key)

    async def announced(self, directory: str, limit: int) -> list[tuple[str, bytes]]:
        return await self._lists.announced(directory, limit)

    async def reserve(self, directory: str) -> str | None:
        return await self._lists.reserve(directory)

    async def credit(self, board: str, key: str, points: Mapping[str, int]) -> None:
        await self._lists.credit(board, key, points)

    async def leaders(self, board: str, limit: int) -> list[tuple[str, int]]:
        return await self._lists.leaders(board, limit)

    async def close(self) -> None:
        """Finish what is under way and hang up. Closing twice does no harm."""
        await self._link.close()

    async def _call(self, commands: Sequence[Command]) -> list[Answer]:
        return _accepted(await self._link.call(commands))


def _slices(rooms: Sequence[str]) -> Iterator[Sequence[str]]:
    for first in range(0, len(rooms), LEASE_SLICE):
        yield rooms[first : first + LEASE_SLICE]


def _accepted(answers: list[Answer]) -> list[Answer]:
    """Redis refuses a command when it has no memory or disk left, loads its data, or fails over: it may pass."""
    for answer in answers:
        if isinstance(answer, ResponseError):
            raise StoreUnreachable(f"Redis refuses: {answer}") from answer
    return answers


def _dated(value: bytes, expires_ms: int) -> bytes:
    return b"%0*d%s" % (EXPIRY_DIGITS, expires_ms, value)


def _document(space: str, key: str) -> str:
    return f"{PREFIX}document:{quote(space, safe='')}:{key}"


def _way(url: str) -> dict[str, Any]:
    """What redis-py's connections want to know."""
    try:
        return {"host": "localhost", "port": 6379, **parse_url(url)}
    except ValueError as problem:
        raise StoreUnusable(NO_ADDRESS) from problem


def _connection(way: dict[str, Any], address: Address | None) -> Connection:
    """A connection there, or the same way to another node of a cluster; not connected yet."""
    host, port = address or (way["host"], way["port"])
    timeless = {"socket_timeout": None, "socket_connect_timeout": None}
    options = {**way, **timeless, "protocol": 2, "client_name": "pounce", "driver_info": None}
    kind = options.pop("connection_class", Connection)
    if "path" not in way:
        options |= {"host": host, "port": port}
    else:
        del options["host"], options["port"]
    made: Connection = kind(**options)
    return made


def _line(way: dict[str, Any], connect_s: float, answer_s: float, address: Address | None = None) -> Line:
    host, port = address or (way["host"], way["port"])
    return Line(
        partial(_connection, way, address),
        name=way.get("path") or f"{host}:{port}",
        scripts=SCRIPTS,
        connect_s=connect_s,
        answer_s=answer_s,
    )


async def _first(lines: Sequence[Line]) -> tuple[Line, bool]:
    """The first that leads to a Redis, and whether that is part of a cluster. Raises `StoreUnusable`."""
    refusal: StoreUnusable | None = None
    for line in lines:
        try:
            about = await _about(line)
        except StoreUnreachable as problem:
            refusal = refusal or StoreUnusable(_why_not(line.name, problem.__cause__ or problem))
            continue
        except TypeError as problem:  # redis-py does not know a word after the question mark
            raise StoreUnusable(NO_ADDRESS) from problem
        version, is_cluster = about.get("redis_version", "0"), about.get("cluster_enabled") == "1"
        if int(version.split(".")[0]) < OLDEST:
            raise StoreUnusable(f"Redis at {line.name} is version {version}: install version {OLDEST} or a newer one.")
        if about.get("role") != "master" and not is_cluster:
            raise StoreUnusable(f"Redis at {line.name} is a replica: name the one that it follows in REDIS_URL.")
        return line, is_cluster
    assert refusal is not None
    raise refusal


async def _about(line: Line) -> dict[str, str]:
    (about,) = _accepted(await line.call([("INFO",)]))
    return dict(row.split(":", 1) for row in about.decode().splitlines() if ":" in row)


def _why_not(name: str, problem: BaseException) -> str:
    if isinstance(problem, AuthenticationError):
        return f"Redis at {name} refuses the user or the password of REDIS_URL: correct them there."
    if isinstance(problem, InvalidResponse):
        return f"What answers at {name} is not Redis: correct REDIS_URL."
    return f"Redis at {name} does not answer ({reason(problem)}): start it, or correct REDIS_URL."


async def _warn(line: Line) -> None:
    """Say what of a Redis would lose entries that were taken for kept."""
    about = await _about(line)
    # A hosted Redis may refuse to tell.
    (told,) = await line.call([("CONFIG", "GET", "appendfsync", "maxmemory-policy")])
    settings = [] if isinstance(told, ResponseError) else [part.decode() for part in told]
    known = dict(zip(settings[::2], settings[1::2], strict=True))
    if about.get("aof_enabled") != "1":
        log.warning(
            "Redis at %s has no append-only file: it forgets tables when it dies. Set appendonly yes.", line.name
        )
    elif known.get("appendfsync", "always") != "always":
        log.warning("Redis at %s may forget the last moves when it dies. Set appendfsync always.", line.name)
    if known.get("maxmemory-policy", "").startswith("allkeys"):
        log.warning("Redis at %s throws tables away when memory is short. Set maxmemory-policy noeviction.", line.name)
