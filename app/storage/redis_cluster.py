"""Redis Cluster: each command goes to the node that has its key, and follows a key that has moved."""

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Final

from redis.crc import key_slot
from redis.exceptions import AskError, ClusterDownError, MovedError, ResponseError

from app.storage.base import StoreUnreachable
from app.storage.redis_line import Address, Answer, Command, Line

SCRIPTS: Final = ("EVALSHA", "EVAL")

MOST_MOVES: Final = 3
"""A command that is sent on more often in one call goes to and fro between nodes that do not agree."""


class Cluster:
    """Lines to all nodes that have keys. `line_to` makes one, `first` are nodes to ask for the others.

    The key of a command is its second part; of a script the fourth, and all its keys are in the same slot. Calls take
    effect in the order in which they were made, for each key. Each node gets its part of a call in one go.
    """

    is_one = False

    def __init__(self, line_to: Callable[[Address], Line], first: Sequence[Address]) -> None:
        self._line_to = line_to
        self._first = tuple(first)
        self._lines: dict[Address, Line] = {}
        self._slots: list[tuple[int, Address]] = []  # the last slot of each range, in order
        self._is_stale = True
        # Whoever learns where keys are now, or follows one, is not overtaken. asyncio's locks are given in order.
        self._turn = asyncio.Lock()
        self._leaving: set[asyncio.Future[None]] = set()
        self._closed = False

    async def call(self, commands: Sequence[Command]) -> list[Answer]:
        """The answers to commands, in order. Raises `StoreUnreachable`: then any of them may have taken effect."""
        parts: dict[Line, list[int]] = {}
        async with self._turn:
            await self._learn_if_stale()
            for index, command in enumerate(commands):
                parts.setdefault(self._line_of(command), []).append(index)
            sent = [(places, line, line.send([commands[index] for index in places])) for line, places in parts.items()]
        answers: list[Answer] = [None] * len(commands)
        # All parts to their end, whatever becomes of the others: what comes after this call comes after all of it.
        results = await asyncio.gather(
            *(self._part([commands[index] for index in places], line, answered) for places, line, answered in sent),
            return_exceptions=True,
        )
        for (places, _, _), result in zip(sent, results, strict=True):
            if isinstance(result, BaseException):
                raise result
            for index, answer in zip(places, result, strict=True):
                answers[index] = answer
        return answers

    async def lines(self) -> Sequence[Line]:
        """One to each node that has keys. Raises `StoreUnreachable`."""
        async with self._turn:
            await self._learn_if_stale()
            return [self._line(address) for address in dict.fromkeys(address for _, address in self._slots)]

    def node(self, key: str) -> Address | None:
        """The first of those that were named, as long as nothing is known."""
        return self._node(key.encode()) or self._first[0]

    async def look_again(self) -> None:
        self._is_stale = True
        async with self._turn:
            await self._learn_if_stale()

    async def close(self) -> None:
        """Finish what is under way and hang up everywhere. Closing twice does no harm."""
        self._closed = True
        await asyncio.gather(*(line.close() for line in self._lines.values()), *self._leaving)

    async def _part(
        self, commands: Sequence[Command], line: Line, answered: "asyncio.Future[list[Answer]]"
    ) -> list[Answer]:
        """One node's part of a call, followed to wherever its keys are."""
        try:
            answers = await answered
            for _ in range(MOST_MOVES):
                moved = [index for index, answer in enumerate(answers) if isinstance(answer, AskError)]
                if not moved:
                    break
                async with self._turn:
                    sent = [(index, self._follow(commands[index], answers[index], line)) for index in moved]
                for index, following in sent:
                    answers[index] = (await following)[-1]
        except StoreUnreachable:
            self._is_stale = True  # its keys may have got a new owner
            raise
        if any(isinstance(answer, AskError | ClusterDownError) for answer in answers):
            self._is_stale = True
        return answers

    def _follow(self, command: Command, answer: AskError, line: Line) -> "asyncio.Future[list[Answer]]":
        node = self._line((answer.host or self._address(line)[0], answer.port))
        if isinstance(answer, MovedError):
            self._is_stale = True
            return node.send([command])
        return node.send([("ASKING",), command])

    async def _learn_if_stale(self) -> None:
        """Ask all nodes at once who has which keys. The first that knows of a whole cluster is believed."""
        if self._closed:
            raise StoreUnreachable("the store is closed")
        if not self._is_stale:
            return
        asked = dict.fromkeys((*self._lines, *self._first))
        told = [asyncio.ensure_future(_ranges(self._line(address), address)) for address in asked]
        reasons: list[str] = []
        for answer in asyncio.as_completed(told):
            ranges = await answer
            if isinstance(ranges, str):
                reasons.append(ranges)
                continue
            self._slots = ranges
            self._is_stale = False
            for asking in told:
                asking.cancel()
            self._let_go({address for _, address in ranges})
            return
        raise StoreUnreachable(f"no node of the cluster can say where the keys are: {', '.join(reasons)}")

    def _let_go(self, needed: set[Address]) -> None:
        for address in [address for address in self._lines if address not in needed and address not in self._first]:
            closing = asyncio.ensure_future(self._lines.pop(address).close())
            self._leaving.add(closing)
            closing.add_done_callback(self._leaving.discard)

    def _line(self, address: Address) -> Line:
        line = self._lines.get(address)
        if line is None:
            line = self._lines[address] = self._line_to(address)
        return line

    def _address(self, line: Line) -> Address:
        return next(address for address, other in self._lines.items() if other is line)

    def _line_of(self, command: Command) -> Line:
        key = command[3] if command[0] in SCRIPTS else command[1]
        node = self._node(key if isinstance(key, bytes) else str(key).encode())
        if node is None:
            raise StoreUnreachable("no node of the cluster has this key")
        return self._line(node)

    def _node(self, key: bytes) -> Address | None:
        at = bisect_left(self._slots, key_slot(key), key=_last)
        return self._slots[at][1] if at < len(self._slots) else None


def _last(slots: tuple[int, Address]) -> int:
    return slots[0]


async def _ranges(line: Line, address: Address) -> list[tuple[int, Address]] | str:
    """The last slot of each range and the node that has it, in order, as one node knows it; or why it does not."""
    try:
        about, ranges = await line.call([("CLUSTER", "INFO"), ("CLUSTER", "SLOTS")])
    except StoreUnreachable as problem:
        return str(problem)
    if isinstance(ranges, ResponseError):
        return f"Redis at {line.name}: {ranges}"
    if b"cluster_state:ok" not in about:
        return f"Redis at {line.name}: the cluster is down"
    # A node that does not know its own address is the one that was asked.
    return sorted((last, ((node[0] or b"").decode() or address[0], node[1])) for _, last, node, *_ in ranges)
