"""Directories and boards in Redis: sorted sets, each directory and each board in one slot of a cluster."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from hashlib import sha1
from typing import Final, TypeAlias

from app.storage.base import REMEMBERED_MS
from app.storage.redis_line import Answer, Command

Call: TypeAlias = Callable[[Sequence[Command]], Awaitable[list[Answer]]]
"""Commands to their answers, none of which is a refusal."""

DIRECTORY: Final = "pounce:{directory:"
BOARD: Final = "pounce:{board:"
EXPIRY: Final = "}:expiry"
CREDITS: Final = "}:credits"

SLICE: Final = 300
"""Old entries that are dropped in a row: some milliseconds of a Redis that serves everybody."""

SHELF: Final = """
local order, open, expiry, values, free = unpack(KEYS)
local now_ms, slice = ARGV[1], tonumber(ARGV[2])

local function drop(keys)
    if #keys == 0 then return end
    for _, sorted in ipairs({order, open, expiry}) do redis.call('ZREM', sorted, unpack(keys)) end
    for _, hash in ipairs({values, free}) do redis.call('HDEL', hash, unpack(keys)) end
end

local function is_tidy()
    local expired = redis.call('ZRANGEBYSCORE', expiry, '-inf', now_ms, 'LIMIT', 0, slice)
    drop(expired)
    return #expired < slice
end
"""
"""What the scripts of a directory begin with. `is_tidy` drops some entries that have expired; are all of them gone?

`order`: entries by the number of their first announcement. `open`: those with a free place, likewise. `expiry`: by the
time when they expire. `values` and `free` are hashes. Each script has these keys, the time and the slice.
"""
ANNOUNCE: Final = f"""{SHELF}
local key, value, places, expires_ms = unpack(ARGV, 3)
local until_ms = redis.call('ZSCORE', expiry, key)
if until_ms and tonumber(until_ms) <= tonumber(now_ms) then drop({{key}}) end
local number = redis.call('ZSCORE', order, key)
if not number then
    local last = redis.call('ZRANGE', order, -1, -1, 'WITHSCORES')
    number = last[2] and last[2] + 1 or 1
    redis.call('ZADD', order, number, key)
end
redis.call('ZADD', expiry, expires_ms, key)
redis.call('HSET', values, key, value)
redis.call('HSET', free, key, places)
if tonumber(places) > 0 then redis.call('ZADD', open, number, key) else redis.call('ZREM', open, key) end
return 1
"""
WITHDRAW: Final = f"""{SHELF}
drop({{ARGV[3]}})
return 1
"""
TIDY: Final = f"""{SHELF}
return is_tidy() and 1 or 0
"""
ANNOUNCED: Final = f"""{SHELF}
if not is_tidy() then return 0 end
local answers = {{}}
for _, key in ipairs(redis.call('ZRANGE', order, 0, ARGV[3] - 1)) do
    answers[#answers + 1] = {{key, redis.call('HGET', values, key)}}
end
return answers
"""
RESERVE: Final = f"""{SHELF}
if not is_tidy() then return 0 end
local key = redis.call('ZRANGE', open, 0, 0)[1]
if not key then return false end
if redis.call('HINCRBY', free, key, -1) < 1 then redis.call('ZREM', open, key) end
return key
"""
"""Answers 0 as long as there is something to tidy, as `ANNOUNCED` does: then it has done nothing else yet."""
CREDIT: Final = """
local credits, points = unpack(KEYS)
if redis.call('ZADD', credits, 'NX', ARGV[1], ARGV[2]) == 0 then return 0 end
for at = 3, #ARGV, 2 do redis.call('ZINCRBY', points, ARGV[at], ARGV[at + 1]) end
return 1
"""
FORGET: Final = """
local slice = tonumber(ARGV[2])
local count = math.min(redis.call('ZCOUNT', KEYS[1], '-inf', ARGV[1]), slice)
if count > 0 then redis.call('ZREMRANGEBYRANK', KEYS[1], 0, count - 1) end
return count < slice and 1 or 0
"""
SCRIPTS: Final = (ANNOUNCE, WITHDRAW, TIDY, ANNOUNCED, RESERVE, CREDIT, FORGET)
SHA: Final = {script: sha1(script.encode(), usedforsecurity=False).hexdigest() for script in SCRIPTS}


class Lists:
    """`Directory` and `Boards` for the store in Redis. `now_ms` is its clock."""

    def __init__(self, call: Call, now_ms: Callable[[], int]) -> None:
        self._call = call
        self._now_ms = now_ms

    async def announce(self, directory: str, key: str, value: bytes, free: int, expires_ms: int) -> None:
        await self._call([self._shelf(ANNOUNCE, directory, key, value, free, expires_ms)])

    async def withdraw(self, directory: str, key: str) -> None:
        await self._call([self._shelf(WITHDRAW, directory, key)])

    async def announced(self, directory: str, limit: int) -> list[tuple[str, bytes]]:
        if limit < 1:
            return []
        found: Answer = 0
        while found == 0:
            (found,) = await self._call([self._shelf(ANNOUNCED, directory, limit)])
        return [(key.decode(), value) for key, value in found]

    async def reserve(self, directory: str) -> str | None:
        found: Answer = 0
        while found == 0:
            (found,) = await self._call([self._shelf(RESERVE, directory)])
        return None if found is None else found.decode()

    async def credit(self, board: str, key: str, points: Mapping[str, int]) -> None:
        """The score is what a member lacks: Redis sorts ascending, and equal scores by member, as it shall be."""
        arguments: list[str | int] = [self._now_ms(), key]
        for member, more in points.items():
            arguments += (-more, member)
        keys = (f"{BOARD}{board}{CREDITS}", _points(board))
        await self._call([("EVALSHA", SHA[CREDIT], len(keys), *keys, *arguments)])

    async def leaders(self, board: str, limit: int) -> list[tuple[str, int]]:
        if limit < 1:
            return []
        (found,) = await self._call([("ZRANGE", _points(board), 0, limit - 1, "WITHSCORES")])
        return [(member.decode(), -int(float(lack))) for member, lack in zip(found[::2], found[1::2], strict=True)]

    async def tidy(self, keys: Sequence[bytes]) -> None:
        """Drop what is too old in the directories and boards of which one of these keys is the index by age."""
        commands: list[Command] = []
        for key in [key.decode(errors="replace") for key in keys]:
            if key.startswith(DIRECTORY) and key.endswith(EXPIRY):
                commands.append(self._shelf(TIDY, key.removeprefix(DIRECTORY).removesuffix(EXPIRY)))
            elif key.startswith(BOARD) and key.endswith(CREDITS):
                commands.append(("EVALSHA", SHA[FORGET], 1, key, self._now_ms() - REMEMBERED_MS, SLICE))
        while commands:
            answers = await self._call(commands)
            commands = [command for command, is_tidy in zip(commands, answers, strict=True) if not is_tidy]

    def _shelf(self, script: str, directory: str, *arguments: str | bytes | int) -> Command:
        ends = ("}:order", "}:open", EXPIRY, "}:values", "}:free")
        keys = [f"{DIRECTORY}{directory}{end}" for end in ends]
        return ("EVALSHA", SHA[script], len(keys), *keys, self._now_ms(), SLICE, *arguments)


def _points(board: str) -> str:
    return f"{BOARD}{board}}}:points"
