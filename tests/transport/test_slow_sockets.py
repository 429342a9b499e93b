"""Sockets that say too much, or read too slowly, or not at all: they cost little, and nobody else notices."""

import asyncio
from typing import Any

from app.rooms.outbox import LAGGING, framed
from app.transport.ws import STUCK_MS, SocketProtocol
from app.wire import CLOSE_TOO_FAST
from tests.support.served import Served, Socket, entered, plays_on, racing, served


async def test_too_many_messages_close_the_socket(site: Served) -> None:
    """Twice the rate in a burst; nobody else notices."""
    ann, _ = await racing(site)
    eve = await entered(site, "KQ7M4X")
    for _ in range(2 * site.settings.messages_per_second):
        eve.send(t="ping")
    assert await eve.end() == CLOSE_TOO_FAST
    assert await plays_on(ann)


async def test_the_rate_itself_is_not_too_much(site: Served) -> None:
    socket = await entered(site)
    for _ in range(4 * site.settings.messages_per_second):
        site.clock.wind(1000 / site.settings.messages_per_second)
        socket.send(t="ping")
        await socket.hear("pong")


async def test_a_socket_that_answers_no_ping_is_dropped() -> None:
    """Its seat is away from then on, and the others hear of it."""
    async with served(config={"ws_ping_interval": 0.05, "ws_ping_timeout": 0.05}) as site:
        ann = await entered(site)
        bob = await entered(site, "KQ7M4X")
        await ann.sit("Ann")
        await bob.sit("Bob")
        (room,) = site.rooms()
        async with asyncio.timeout(5):
            while len(room.viewers) == 2:  # Bob reads nothing, and so answers no ping
                await ann.read()
        site.clock.wind()
        while (await ann.hear("presence"))["here"] != [0]:
            pass


async def lagging(site: Served) -> tuple[Socket, Socket, Any]:
    """Ann, and Eve who does not read and is behind; Eve's viewer."""
    ann = await entered(site)
    eve = await Socket.open(site, "KQ7M4X", limit=1024)
    await eve.hello()
    (room,) = site.rooms()
    viewer = room.viewers[-1]
    spaces = framed(b'{"t":"pong"}'.ljust(60_000))
    while not viewer.behind:
        room.site.outbox.say(viewer, spaces)
        room.site.outbox.flush()
        await asyncio.sleep(0)
        assert viewer.line.unsent() < 2 * LAGGING
    return ann, eve, viewer


async def test_who_does_not_read_costs_little_and_slows_nobody() -> None:
    """From 256 KB on he gets nothing more; the others' answers come as ever."""
    async with served(small_buffers=True) as site:
        ann, eve, viewer = await lagging(site)
        unsent = viewer.line.unsent()
        for turn in range(20):
            ann.send(t="rename" if turn else "sit", name=f"Ann {turn}")
            await ann.hear("frame")
        assert viewer.line.unsent() <= unsent
        eve.writer.transport.abort()
        (room,) = site.rooms()
        await site.until(lambda: viewer not in room.viewers)


async def test_who_reads_again_gets_the_whole_table() -> None:
    async with served(small_buffers=True) as site:
        ann, eve, viewer = await lagging(site)
        await ann.sit("Ann")
        welcome = await eve.hear("welcome")
        assert [seat["name"] for seat in welcome["room"]["seats"]] == ["Ann"]
        assert not viewer.behind


async def test_who_never_reads_again_is_dropped_though_he_talks() -> None:
    async with served(small_buffers=True) as site:
        _, eve, _ = await lagging(site)
        (room,) = site.rooms()
        eve.send(t="ping")
        await site.until(lambda: bool(site.sockets) and any(_stuck(end) for end in site.sockets))
        site.clock.wind(STUCK_MS)
        await site.until(lambda: len(room.viewers) == 1)


def _stuck(end: SocketProtocol) -> bool:
    session: Any = getattr(end.receiver, "__self__", None)
    return session is not None and session._stuck_call is not None
