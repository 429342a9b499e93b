"""One connection to one Redis: commands take effect in the order in which they come, and nobody waits for ever."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from os import strerror
from typing import Any, Final, Protocol, TypeAlias

from hiredis import pack_command
from redis.exceptions import NoScriptError, ReadOnlyError, RedisError, ResponseError

from app.storage.base import StoreUnreachable

Command: TypeAlias = tuple[str | bytes | int, ...]
Answer: TypeAlias = Any
"""bytes, a number, None, a list of these; or a `ResponseError`, with which Redis refuses one command and no other."""

Address: TypeAlias = tuple[str, int]

CONNECT_S: Final = 2.0
ANSWER_S: Final = 3.0


class Connection(Protocol):
    """What is used of redis-py's connections, without timeouts of their own."""

    @property
    def is_connected(self) -> bool: ...

    async def connect(self) -> None: ...

    async def disconnect(self, nowait: bool = False) -> None: ...

    async def can_read(self) -> bool: ...

    async def send_packed_command(self, command: bytes, check_health: bool = True) -> None: ...

    async def read_response(self) -> Answer: ...


class Link(Protocol):
    """The way to one Redis, or to a cluster. Raises `StoreUnreachable`."""

    is_one: bool
    """Whether any keys may be in one command."""

    async def call(self, commands: Sequence[Command]) -> list[Answer]: ...

    async def lines(self) -> "Sequence[Line]": ...

    def node(self, key: str) -> Address | None:
        """Which node has a key, as far as is known; None where there are no nodes to choose from. It never raises."""

    async def look_again(self) -> None:
        """Find out anew which node has which keys, because a node said so or does not answer."""

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class _Call:
    packed: bytes
    commands: int
    answers: "asyncio.Future[list[Answer]]"


class Line:
    """A connection that is made when it is needed, and made anew after it broke.

    `connection` makes one (not connected yet), `scripts` are known to Redis on each of them, and `name` is what errors
    call the other end. Commands that come while others are under way go out together in the next round. A round that
    fails is not repeated here: its callers get `StoreUnreachable`, each after two rounds at the most.
    """

    is_one = True

    def __init__(
        self,
        connection: Callable[[], Connection],
        *,
        name: str,
        scripts: Sequence[str] = (),
        connect_s: float = CONNECT_S,
        answer_s: float = ANSWER_S,
    ) -> None:
        self.name = name
        self._new_connection = connection
        self._scripts = scripts
        self._connect_s = connect_s
        self._answer_s = answer_s
        self._waiting: list[_Call] = []
        self._worker: asyncio.Task[None] | None = None
        self._connection: Connection | None = None
        self._identity: Command = ()  # by which Redis knows the connection
        self._lost: Command = ()  # that of a connection in which commands may still be on their way
        self._closed = False

    def send(self, commands: Sequence[Command]) -> "asyncio.Future[list[Answer]]":
        """Their answers, in order. The place in the order is taken at once. Raises (later) `StoreUnreachable`."""
        answers: asyncio.Future[list[Answer]] = asyncio.get_running_loop().create_future()
        if self._closed:
            answers.set_exception(StoreUnreachable("the store is closed"))
        elif not commands:
            answers.set_result([])
        else:
            self._waiting.append(_Call(packed(commands), len(commands), answers))
            if self._worker is None:
                self._worker = asyncio.get_running_loop().create_task(self._work(), name=f"redis {self.name}")
        return answers

    async def call(self, commands: Sequence[Command]) -> list[Answer]:
        """The answers to commands, in order. Raises `StoreUnreachable`."""
        return await self.send(commands)

    async def lines(self) -> "Sequence[Line]":
        """Itself; a cluster has one to each of its nodes."""
        return (self,)

    def node(self, key: str) -> Address | None:  # noqa: ARG002 - it has all keys
        return None

    async def look_again(self) -> None:
        """There is nothing to look for."""

    async def close(self) -> None:
        """Finish what is under way and hang up. Closing twice does no harm."""
        self._closed = True
        if self._worker is not None:
            await asyncio.wait([self._worker])
        await self._hang_up(nowait=False)

    async def _work(self) -> None:
        try:
            while self._waiting:
                calls, self._waiting = self._waiting, []
                try:
                    await self._round(calls)
                except Exception as problem:  # noqa: BLE001 - a bug belongs to the callers, not to the line
                    self._lost = self._identity or self._lost
                    await self._hang_up()
                    _fail(calls, self._error(problem))
        finally:
            self._worker = None

    async def _round(self, calls: Sequence[_Call]) -> None:
        # A Redis that went away meanwhile has closed the connection, and nothing has been sent yet.
        if self._connection is not None and await self._connection.can_read():
            await self._hang_up()
        connection = self._connection or await self._connect()
        is_stale = False
        async with asyncio.timeout(self._answer_s):
            await connection.send_packed_command(b"".join([call.packed for call in calls]), check_health=False)
            for call in calls:
                answers = [await answer_of(connection) for _ in range(call.commands)]
                # Scripts were flushed, or this Redis is a replica by now: what helps against both is to connect anew.
                is_stale = is_stale or any(isinstance(answer, NoScriptError | ReadOnlyError) for answer in answers)
                if not call.answers.done():  # else the caller was cancelled
                    call.answers.set_result(answers)
        if is_stale:
            await self._hang_up()

    async def _connect(self) -> Connection:
        connection = self._new_connection()
        loads: list[Command] = [("SCRIPT", "LOAD", script) for script in self._scripts]
        self._identity = await connect(connection, self._connect_s, first=loads, lost=self._lost)
        self._lost = ()
        self._connection = connection
        return connection

    async def _hang_up(self, nowait: bool = True) -> None:
        connection, self._connection, self._identity = self._connection, None, ()
        if connection is not None:
            await disconnect(connection, nowait)

    def _error(self, problem: Exception) -> Exception:
        if not isinstance(problem, RedisError | OSError | StoreUnreachable):
            return problem
        error = StoreUnreachable(f"Redis at {self.name}: {reason(problem)}")
        error.__cause__ = problem
        return error


async def connect(
    connection: Connection, connect_s: float, *, first: Sequence[Command] = (), lost: Command = ()
) -> Command:
    """Connect, send the `first` commands, which may not be refused, and learn by what name Redis knows the connection.

    `lost` is the name of an earlier one. What is on its way in that, or lies unread with a Redis that stands still,
    must not take effect after what comes in this one.
    """
    commands: list[Command] = [("CLIENT", "INFO"), *first]
    if lost:
        commands.append(("CLIENT", "KILL", *lost))
    try:
        async with asyncio.timeout(connect_s):
            await connection.connect()
            await connection.send_packed_command(packed(commands), check_health=False)
            answers = [await answer_of(connection) for _ in commands]
        for answer in answers:
            if isinstance(answer, ResponseError):
                raise answer
    except BaseException:
        await disconnect(connection)
        raise
    about = dict(pair.split("=", 1) for pair in answers[0].decode().split() if "=" in pair)
    return ("ID", about["id"], "ADDR", about["addr"])


def reason(problem: BaseException) -> str:
    """What the system says of it rather than what redis-py makes of that; a TimeoutError of ours says nothing."""
    cause = problem.__context__
    if isinstance(cause, ConnectionError) and cause.errno:
        return strerror(cause.errno)
    if isinstance(cause, OSError) and cause.strerror:  # a name that is not known, a certificate
        return cause.strerror
    return str(problem) or "no answer in time"


def packed(commands: Sequence[Command]) -> bytes:
    """As Redis reads them."""
    return b"".join([pack_command(command) for command in commands])  # type: ignore[arg-type]  # it takes any length


async def answer_of(connection: Connection) -> Answer:
    """The next answer; a refusal is one, too."""
    try:
        return await connection.read_response()
    except ResponseError as refusal:
        return refusal


async def disconnect(connection: Connection, nowait: bool = True) -> None:
    """Let go of it, broken or not."""
    with suppress(RedisError, OSError):
        await connection.disconnect(nowait=nowait)


def _fail(calls: Sequence[_Call], error: Exception) -> None:
    for call in calls:
        if not call.answers.done():
            call.answers.set_exception(error)
