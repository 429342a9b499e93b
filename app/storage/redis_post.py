"""The post in Redis: messages between workers, on sharded channels, which a cluster spreads as it does keys.

A worker listens on the channel of its name and publishes on those of others. Both go over connections of their own, so
that no message waits behind appends, and none waits for the answer to the one before. Once a second each connection is
asked whether anybody is there: a Redis that stands still does not hang up.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from redis.exceptions import AskError, ClusterDownError, RedisError, ResponseError

from app.storage.base import StoreUnreachable, StoreUnusable
from app.storage.redis_line import (
    CONNECT_S,
    Address,
    Answer,
    Command,
    Connection,
    Link,
    answer_of,
    connect,
    disconnect,
    packed,
    reason,
)

log = logging.getLogger("pounce.store")

MOST_UNSENT: Final = 8 << 20
CHECK_S: Final = 1.0
SILENT_CHECKS: Final = 3
"""A connection on which so many checks in a row found nothing is given up. Checks are counted, not seconds: a process
that stood still itself has not listened."""
PAUSE_S: Final = 0.05
CLOSE_S: Final = 1.0
TURN: Final = 50
"""Answers that are worked off in a row before others have their turn of the event loop."""
MOST_MOVES: Final = 20
"""A channel that is sent on more often, while the post is opened, goes to and fro between nodes that do not agree."""

PING: Final = packed([("PING",)])
PONG: Final = b"PONG"


class RedisPost:
    """A `Post` for the worker `owner`, from `open` to `close`.

    `connection` makes one to a node, or for None to the only Redis there is (not connected yet). `link` knows which
    node has which channel. `on_message` is called with each message; what it raises is logged.
    """

    def __init__(
        self,
        connection: Callable[[Address | None], Connection],
        link: Link,
        owner: str,
        on_message: Callable[[bytes], None],
        *,
        connect_s: float = CONNECT_S,
        check_s: float = CHECK_S,
    ) -> None:
        self._new_connection = connection
        self._link = link
        self._channel = _channel(owner)
        self._on_message = on_message
        self._connect_s = connect_s
        self._check_s = check_s
        self._senders: dict[Address | None, _Sender] = {}
        self._told: Address | None = None  # where a node has sent us; the link may not know it yet
        self._talk: _Talk | None = None
        self._listening: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._closed = False

    async def open(self) -> None:
        """Listen from now on. Raises `StoreUnusable` when Redis refuses that or to publish, and `StoreUnreachable`."""
        try:
            # Nobody hears what is published before: it only shows whether we may.
            self._talk = await self._subscribe(MOST_MOVES, ("SPUBLISH", self._channel, b""))
        except (AskError, ClusterDownError) as refusal:
            raise StoreUnreachable(f"Redis refuses: {refusal}") from refusal
        except ResponseError as refusal:
            raise StoreUnusable(
                f"Redis refuses messages between workers ({refusal}): "
                "give the user of REDIS_URL the rights that docs/deploy.md names."
            ) from refusal
        except (RedisError, OSError) as problem:
            raise StoreUnreachable(f"Redis takes no messages between workers: {reason(problem)}") from problem
        self._listening = asyncio.get_running_loop().create_task(self._listen(), name="redis post")

    def send(self, to: str, message: bytes) -> None:
        channel = _channel(to)
        command = packed([("SPUBLISH", channel, message)])
        if self._closed or self.unsent + len(command) > MOST_UNSENT:
            return
        node = self._link.node(channel)
        if node not in self._senders:
            self._senders[node] = _Sender(
                lambda: self._new_connection(node), self._look_soon, self._connect_s, self._check_s
            )
        self._senders[node].send(command)

    @property
    def unsent(self) -> int:
        return sum(sender.unsent for sender in self._senders.values())

    async def close(self) -> None:
        """A Redis that does not answer keeps us for `CLOSE_S` at the most."""
        self._closed = True
        await asyncio.gather(*(sender.close() for sender in self._senders.values()))
        tasks = [task for task in (self._listening, self._looking) if task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        if self._talk is not None:
            await self._talk.close()  # the task that listens may not have begun

    async def _listen(self) -> None:
        while True:
            try:
                if self._talk is not None:
                    await self._talk.last()
                await asyncio.sleep(PAUSE_S)
                self._talk = await self._subscribe_again()
            except Exception:  # a worker that hears nothing any more would be worse than any mistake
                log.exception("listening to the other workers begins anew after a mistake of ours")
                self._talk = None
                await asyncio.sleep(self._check_s)

    async def _subscribe_again(self) -> "_Talk | None":
        await self._look()
        with suppress(RedisError, OSError):
            return await self._subscribe(1)
        return None

    async def _subscribe(self, attempts: int, *first: Command) -> "_Talk":
        """A connection to wherever the channel is, on which messages come. Raises what redis-py and Redis say."""
        while True:
            node, self._told = self._told or self._link.node(self._channel), None
            connection = self._new_connection(node)
            await connect(connection, self._connect_s)
            try:
                async with asyncio.timeout(self._connect_s):
                    await connection.send_packed_command(
                        packed([*first, ("SSUBSCRIBE", self._channel)]), check_health=False
                    )
                    for _ in (*first, "SSUBSCRIBE"):
                        _accepted(await answer_of(connection))
                return _Talk(connection, self._hear, self._check_s)
            except (AskError, ClusterDownError) as refusal:
                await disconnect(connection)
                if isinstance(refusal, AskError) and node is not None:
                    self._told = (refusal.host or node[0], refusal.port)
                attempts -= 1
                if not attempts:
                    raise
                await asyncio.sleep(PAUSE_S)
            except BaseException:
                await disconnect(connection)
                raise

    def _hear(self, answer: Answer) -> None:
        kind = _accepted(answer)[0]
        if kind == b"smessage":
            try:
                self._on_message(answer[2])
            except Exception:
                log.exception("a message of another worker was not understood")
        elif kind == b"sunsubscribe":
            raise ConnectionError("the channel has moved to another node")

    def _look_soon(self) -> None:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._look(), name="redis post looks")

    async def _look(self) -> None:
        with suppress(StoreUnreachable):
            await self._link.look_again()


class _Sender:
    """Publishes at one node. What is sent while it does not answer waits, and is dropped when it is given up."""

    def __init__(
        self,
        connection: Callable[[], Connection],
        on_trouble: Callable[[], None],
        connect_s: float,
        check_s: float,
    ) -> None:
        self.unsent = 0
        self._new_connection = connection
        self._on_trouble = on_trouble
        self._connect_s = connect_s
        self._check_s = check_s
        self._waiting: list[bytes] = []
        self._sizes: deque[int] = deque()  # of what went out and is not answered
        self._lost: Command = ()
        self._talk: _Talk | None = None
        self._worker: asyncio.Task[None] | None = None
        self._emptied: asyncio.Future[None] | None = None

    def send(self, command: bytes) -> None:
        self.unsent += len(command)
        if self._talk is not None:
            self._sizes.append(len(command))
            self._talk.say(command)
            return
        self._waiting.append(command)
        if self._worker is None:
            self._worker = asyncio.get_running_loop().create_task(self._work(), name="redis post sends")

    async def close(self) -> None:
        if self.unsent:
            self._emptied = asyncio.get_running_loop().create_future()
            await asyncio.wait([self._emptied], timeout=CLOSE_S)
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.wait([self._worker])

    async def _work(self) -> None:
        try:
            while self._waiting:
                with suppress(RedisError, OSError):
                    await self._connect()
                if self._talk is not None:
                    await self._talk.last()
                self._drop()
                self._on_trouble()
                await asyncio.sleep(PAUSE_S)
        finally:
            self._worker = None

    async def _connect(self) -> None:
        connection = self._new_connection()
        # What still lies in the connection before must not overtake what comes in this one.
        self._lost = await connect(connection, self._connect_s, lost=self._lost)
        self._talk = _Talk(connection, self._hear, self._check_s)
        self._sizes.extend(map(len, self._waiting))
        self._talk.say(b"".join(self._waiting))
        self._waiting.clear()

    def _drop(self) -> None:
        self._talk = None
        self._waiting.clear()
        self._sizes.clear()
        self.unsent = 0
        self._tell_if_emptied()

    def _hear(self, answer: Answer) -> None:
        if answer == PONG:
            return
        self.unsent -= self._sizes.popleft()
        if isinstance(answer, AskError | ClusterDownError):
            self._on_trouble()
        self._tell_if_emptied()

    def _tell_if_emptied(self) -> None:
        if self._emptied is not None and not self.unsent and not self._emptied.done():
            self._emptied.set_result(None)


class _Talk:
    """A connection on which both sides speak when they like. `hear` is called with each answer, and may end it."""

    def __init__(self, connection: Connection, hear: Callable[[Answer], None], check_s: float) -> None:
        self._connection = connection
        self._hear = hear
        self._check_s = check_s
        self._answers = 0
        self._waiting: list[bytes] = []
        self._wake: asyncio.Future[None] | None = None

    def say(self, commands: bytes) -> None:
        """What is said in one turn of the event loop goes out together."""
        self._waiting.append(commands)
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def last(self) -> None:
        """Until it breaks."""
        try:
            async with asyncio.TaskGroup() as tasks:
                for part in (self._speak(), self._listen(), self._check()):
                    tasks.create_task(part)
        except* (RedisError, OSError):
            pass
        except* Exception:
            log.exception("a connection between workers ends for a mistake of ours")
        finally:
            await self.close()

    async def close(self) -> None:
        await disconnect(self._connection)

    async def _speak(self) -> None:
        while True:
            if not self._waiting:
                self._wake = asyncio.get_running_loop().create_future()
                await self._wake
            if not self._connection.is_connected:
                raise ConnectionError("the connection was closed")  # redis-py would make a new one
            said = b"".join(self._waiting)
            self._waiting.clear()
            await self._connection.send_packed_command(said, check_health=False)

    async def _listen(self) -> None:
        while True:
            for _ in range(TURN):
                answer = await answer_of(self._connection)
                self._answers += 1
                self._hear(answer)
            await asyncio.sleep(0)

    async def _check(self) -> None:
        silent = 0
        while silent < SILENT_CHECKS:
            answers = self._answers
            self.say(PING)
            await asyncio.sleep(self._check_s)
            silent = 0 if self._answers > answers else silent + 1
        raise TimeoutError("no answer in time")


def _channel(worker: str) -> str:
    return f"pounce:{{{worker}}}:post"


def _accepted(answer: Answer) -> Answer:
    if isinstance(answer, ResponseError):
        raise answer
    return answer
