"""Sockets as they come: good ones, odd ones, hostile ones."""

import asyncio
import json
from typing import Any, cast

import pytest

from app.rooms.entry import Created, encode
from app.transport.ws import SILENT_MS, SocketProtocol
from app.wire import (
    CLOSE_BAD_MESSAGE,
    CLOSE_BUG,
    CLOSE_COME_BACK,
    CLOSE_NO_ROOM,
    CLOSE_REMOVED,
    MAX_MESSAGE_BYTES,
    WIRE_VERSION,
)
from tests.support.served import (
    BINARY,
    CLOSE,
    PING,
    TEXT,
    Refused,
    Served,
    Socket,
    entered,
    framed,
    plays_on,
    racing,
    served,
)

PADDED_PING = b'{"t":"ping"}'.ljust(MAX_MESSAGE_BYTES)


# --- the door from uvicorn's protocol to the room -----------------------------------------------------------


async def test_text_frames_reach_the_room_without_asgi(site: Served) -> None:
    """The contract with uvicorn's protocol class, whose version is pinned: its own class is used, the application's
    task ends while the socket lives on, messages never enter its queue, and reading is never paused.
    """
    socket = await entered(site)
    (end,) = site.sockets
    await site.until(lambda: not site.state.tasks)
    assert type(end) is SocketProtocol
    assert end.receiver is not None
    for _ in range(20):
        socket.send(t="ping")
    for _ in range(20):
        await socket.hear("pong")
    assert end.queue.qsize() <= 1  # "connect", which nobody has fetched
    assert not end.read_paused
    assert end.transport.is_reading()
    assert cast("Any", end).scope is None
    await socket.leave()
    await site.until(lambda: not site.state.connections)


async def test_several_messages_in_one_packet_are_several_messages(site: Served) -> None:
    """And one message in several packets is one."""
    socket = await entered(site)
    socket.frame(b'{"t":"ping"}')
    socket.frame(b'{"t":"ping"}')
    await socket.hear("pong")
    await socket.hear("pong")
    whole = framed(b'{"t":"ping"}')
    for byte in whole:
        socket.writer.write(bytes([byte]))
        await socket.writer.drain()
        await asyncio.sleep(0)
    await socket.hear("pong")


async def test_a_message_in_fragments_is_one_message(site: Served) -> None:
    """With a ping of the protocol between them, as it may come."""
    socket = await entered(site)
    socket.frame(b'{"t":"p', fin=False)
    socket.frame(b"are you there", PING)
    socket.frame(b"in", 0, fin=False)
    socket.frame(b'g"}', 0)
    await socket.hear("pong")
    assert socket.pongs == [b"are you there"]


@pytest.mark.parametrize("pieces", [1, 4])
async def test_four_kilobytes_are_the_most(site: Served, pieces: int) -> None:
    """One byte more closes the socket, in one frame or in several, before it is looked at."""
    socket = await entered(site)
    size = MAX_MESSAGE_BYTES // pieces
    for text, more in ((PADDED_PING, b""), (PADDED_PING, b" ")):
        parts = [text[at : at + size] for at in range(0, len(text), size)]
        parts[-1] += more
        for at, part in enumerate(parts):
            socket.frame(part, 0 if at else TEXT, fin=at == len(parts) - 1)
        if not more:
            await socket.hear("pong")
    assert await socket.end() == 1009


async def test_a_frame_that_promises_gigabytes_is_refused_at_its_head(site: Served) -> None:
    socket = await entered(site)
    socket.writer.write(bytes([0x81, 0xFF]) + (2**40).to_bytes(8, "big") + b"\0\0\0\0")
    assert await socket.end() == 1009


# --- messages that are none ---------------------------------------------------------------------------------

BAD: dict[str, bytes] = {
    "nothing": b"",
    "no json": b"hello",
    "cut off": b'{"t":"ping"',
    "two": b'{"t":"ping"}{"t":"ping"}',
    "null": b"null",
    "a list": b"[]",
    "a number": b"1",
    "a text": b'"ping"',
    "no type": b"{}",
    "an unknown type": b'{"t":"cheat"}',
    "a type that is no text": b'{"t":1}',
    "the server's type": b'{"t":"welcome","v":1}',
    "an unknown field": b'{"t":"ping","ms":1,"x":1}',
    "a second hello": b'{"t":"hello","v":1,"load":"0123456789abcdef"}',
    "no utf-8": b'{"t":"rename","name":"\xff\xfe"}',
    "half a surrogate": b'{"t":"rename","name":"\\ud800"}',
    "deep": b'{"t":"move","k":1,"m":' + b"[" * 1900 + b"]" * 1900 + b"}",
    "deeper": b"[" * 4000,
    "NaN": b'{"t":"ping","ms":NaN}',
    "infinity": b'{"t":"ping","ms":1e999}',
    "a huge number": b'{"t":"move","k":' + b"9" * 3000 + b',"m":["flip"]}',
    "a negative number": b'{"t":"move","k":-1,"m":["flip"]}',
    "half a number": b'{"t":"move","k":1.5,"m":["flip"]}',
    "a whole float": b'{"t":"move","k":1.0,"m":["flip"]}',
    "a number as text": b'{"t":"move","k":"1","m":["flip"]}',
    "a boolean as number": b'{"t":"move","k":true,"m":["flip"]}',
    "a number as boolean": b'{"t":"ready","on":1}',
    "a word as boolean": b'{"t":"ready","on":"yes"}',
    "no move": b'{"t":"move","k":1}',
    "an empty move": b'{"t":"move","k":1,"m":[]}',
    "a move that is null": b'{"t":"move","k":1,"m":null}',
    "a move of five": b'{"t":"move","k":1,"m":["play","0w",["0:2S"],"b0",0]}',
    "a move with counts": b'{"t":"move","k":1,"m":["play","0w",3,"b0"]}',
    "a move of an object": b'{"t":"move","k":1,"m":{"name":"flip"}}',
    "too many cards": json.dumps({"t": "move", "k": 1, "m": ["play", "0w", ["0:2S"] * 33, "b0"]}).encode(),
    "a long card": json.dumps({"t": "move", "k": 1, "m": ["play", "0w", ["0:2SSSSS"], "b0"]}).encode(),
    "a name of 0 characters": b'{"t":"sit","name":""}',
    "a name of 65 characters": json.dumps({"t": "sit", "name": "x" * 65}).encode(),
    "a name that is a number": b'{"t":"sit","name":7}',
    "a share of the wrong length": b'{"t":"ready","on":true,"add":"00"}',
    "a share with a line break": json.dumps({"t": "ready", "on": True, "add": "0" * 32 + "\n"}).encode(),
    "a seat beyond the table": b'{"t":"remove","seat":8}',
    "options in a list": b'{"t":"options","options":[]}',
    "options that are nested": b'{"t":"options","options":{"flip":{"x":1}}}',
    "an option that is a float": b'{"t":"options","options":{"flip":3.0}}',
    "too many options": json.dumps({"t": "options", "options": {f"o{n}": 1 for n in range(33)}}).encode(),
}


@pytest.mark.parametrize("payload", BAD.values(), ids=BAD.keys())
async def test_what_is_no_message_closes_its_socket_and_nobody_elses(
    site: Served, payload: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """For good: the page that sent it would send it again. The game goes on, and no traceback is written."""
    ann, _ = await racing(site)
    eve = await entered(site, "KQ7M4X")
    eve.frame(payload)
    assert await eve.end() == CLOSE_BAD_MESSAGE
    assert await plays_on(ann)
    assert "Traceback" not in caplog.text


async def test_binary_is_no_message(site: Served) -> None:
    socket = await entered(site)
    socket.frame(b'{"t":"ping"}', BINARY)
    assert await socket.end() == CLOSE_BAD_MESSAGE


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (bytes([0x81, 0x02]) + b"{}", 1002),  # not masked
        (bytes([0xC1, 0x80]) + bytes(4), 1002),  # a reserved bit
        (bytes([0x83, 0x80]) + bytes(4), 1002),  # a reserved opcode
        (bytes([0x80, 0x80]) + bytes(4), 1002),  # the end of a message that never began
        (bytes([0x09, 0x80]) + bytes(4), 1002),  # a ping in fragments
    ],
)
async def test_what_breaks_the_protocol_is_closed_by_the_protocol(site: Served, data: bytes, code: int) -> None:
    socket = await entered(site)
    socket.writer.write(data)
    assert await socket.end() == code


async def test_nothing_is_heard_after_a_bad_message(site: Served) -> None:
    """What came in the same packet behind it is dropped, whole or in fragments."""
    ann = await entered(site)
    eve = await entered(site, "KQ7M4X")
    eve.frame(b"nonsense")
    eve.send(t="sit", name="Eve")
    eve.frame(b'{"t":"sit",', fin=False)
    eve.frame(b'"name":"Eve"}', 0)
    assert await eve.end() == CLOSE_BAD_MESSAGE
    assert await ann.sit("Ann") == 0


# --- hello --------------------------------------------------------------------------------------------------


async def test_the_first_message_is_hello(site: Served) -> None:
    socket = await Socket.open(site, site.open_room())
    socket.send(t="ping")
    assert await socket.end() == CLOSE_BAD_MESSAGE


async def test_who_says_nothing_is_sent_away(site: Served) -> None:
    """To come back: he may have been asleep."""
    socket = await Socket.open(site, site.open_room())
    site.clock.wind(SILENT_MS)
    assert await socket.end() == CLOSE_COME_BACK


async def test_who_has_said_hello_may_be_silent(site: Served) -> None:
    socket = await entered(site)
    site.clock.wind(100 * SILENT_MS)
    socket.send(t="ping")
    await socket.hear("pong")


@pytest.mark.parametrize("version", [WIRE_VERSION - 1, WIRE_VERSION + 1])
async def test_a_page_of_another_version_is_told_so_and_served(site: Served, version: int) -> None:
    """It loads itself again between rounds; until then it plays."""
    socket = await Socket.open(site, site.open_room())
    await socket.hello(version=version)
    assert socket.texts[0] == '{"t":"reload"}'


async def test_what_is_said_before_the_handshake_is_answered_comes_to_nothing(site: Served) -> None:
    """No browser does that; the socket is closed and the server goes on."""
    ahead = framed(b'{"t":"hello","v":1,"load":"0123456789abcdef"}')
    socket = await Socket.open(site, site.open_room(), ahead=ahead)
    await site.until(lambda: site.sockets[0].receiver is not None)
    site.clock.wind(SILENT_MS)
    assert await socket.end() == CLOSE_COME_BACK


async def test_who_goes_before_his_room_is_found_is_no_mistake_of_ours(
    site: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A room may take seconds to be found, where another worker has just died with it."""
    found, read = asyncio.Event(), site.fake.read

    async def slowly(room: str) -> list[bytes]:
        await found.wait()
        return await read(room)

    monkeypatch.setattr(site.fake, "read", slowly)
    opening = asyncio.create_task(Socket.open(site, site.open_room()))
    await site.until(lambda: bool(site.sockets))
    site.clients[-1].writer.transport.abort()
    with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
        await opening
    await site.until(lambda: not site.sockets)
    found.set()
    await site.until(lambda: not site.state.tasks)
    assert not caplog.records


# --- who may come in ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "",
        "http://evil.example",
        "https://127.0.0.1",
        "http://127.0.0.1:1",
        "http://[",
        "http://x:99999",
        "file://",
    ],
)
async def test_pages_of_others_open_no_socket(site: Served, origin: str | None) -> None:
    """Without our own origin the handshake is answered with 403."""
    with pytest.raises(Refused) as refused:
        await Socket.open(site, site.open_room(), origin=origin)
    assert refused.value.args == (403,)


async def test_the_public_address_is_ours_too() -> None:
    """Behind a proxy that changes Host."""
    async with served(public_url="https://cards.example.org") as site:
        socket = await Socket.open(site, site.open_room(), origin="https://cards.example.org")
        await socket.hello()


@pytest.mark.parametrize("code", ["ZZZZZZ", "nonsense", "KQ7M4", "%00", "..", "%F0%9F%90%BA"])
async def test_there_is_no_such_table(site: Served, code: str) -> None:
    """Said on an open socket, since a browser hears no more of a refused handshake than that it failed."""
    site.open_room()
    socket = await Socket.open(site, code)
    assert await socket.end() == CLOSE_NO_ROOM


@pytest.mark.parametrize("code", ["", "KQ7M4X/", "KQ7M4X/x", "../KQ7M4X", "KQ7M4X%2Fx"])
async def test_other_paths_are_no_sockets(site: Served, code: str) -> None:
    site.open_room()
    with pytest.raises(Refused) as refused:
        await Socket.open(site, code)
    assert refused.value.args == (403,)


async def test_the_code_as_people_write_it(site: Served) -> None:
    site.open_room()
    socket = await Socket.open(site, "kq7%20m4x")
    assert (await socket.hello())["room"]["code"] == "KQ7M4X"


async def test_a_store_that_is_away_is_worth_another_try(site: Served) -> None:
    site.open_room()
    site.fake.is_away = True
    socket = await Socket.open(site, "KQ7M4X")
    assert await socket.end() == CLOSE_COME_BACK
    site.fake.is_away = False


async def test_a_table_that_sleeps_is_not(site: Served) -> None:
    site.fake.intrude("KQ7M4X", encode(Created(1, "KQ7M4X", "pounce")), b"nonsense")
    socket = await Socket.open(site, "KQ7M4X")
    assert await socket.end() == CLOSE_BUG


async def test_a_room_that_stopped_before_hello_is_worth_another_try(site: Served) -> None:
    """The next socket finds it anew."""
    socket = await Socket.open(site, site.open_room())
    (room,) = site.rooms()
    room.stop(CLOSE_COME_BACK)
    socket.send(t="hello", v=WIRE_VERSION, load="0123456789abcdef")
    assert await socket.end() == CLOSE_COME_BACK
    await entered(site, "KQ7M4X")


async def test_a_socket_without_a_cookie_gets_one(site: Served) -> None:
    """The same marks as a page's; the seat is kept for whoever brings it back."""
    first = await entered(site)
    name, _, rest = first.headers["set-cookie"].partition("=")
    token, *marks = rest.split("; ")
    assert name == site.cookie_name
    assert len(bytes.fromhex(token)) == 16
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(marks)
    assert await first.sit("Ann") == 0
    await first.leave()
    again = await Socket.open(site, "KQ7M4X", token=token)
    assert (await again.hello())["seat"] == 0
    assert "set-cookie" not in again.headers


@pytest.mark.parametrize("token", ["x", "0" * 31, "0" * 33, "G" * 32, "A" * 32])
async def test_a_cookie_that_is_none_of_ours_is_replaced(site: Served, token: str) -> None:
    socket = await Socket.open(site, site.open_room(), token=token)
    assert "set-cookie" in socket.headers


async def test_sockets_lie_below_the_base_path() -> None:
    async with served(base_path="/cards") as site:
        socket = await Socket.open(site, site.open_room())
        await socket.hello()
        assert "Path=/cards" in socket.headers["set-cookie"].split("; ")


# --- the end ------------------------------------------------------------------------------------------------


async def test_a_page_that_closes_leaves_its_seat_behind(site: Served) -> None:
    """With the closing handshake of the protocol, or with none."""
    ann = await entered(site)
    bob = await entered(site, "KQ7M4X")
    await ann.sit("Ann")
    await bob.sit("Bob")
    (room,) = site.rooms()
    bob.frame((1001).to_bytes(2, "big"), CLOSE)
    assert await bob.end() == 1001
    await site.until(lambda: len(room.viewers) == 1)
    ann.writer.transport.abort()
    await site.until(lambda: not room.viewers)
    assert [seat.name for seat in room.head.room.seats] == ["Ann", "Bob"]


async def test_a_newer_tab_closes_the_older_socket(site: Served) -> None:
    old = await entered(site, token="0" * 32)
    new = await entered(site, "KQ7M4X", token="0" * 32)
    await old.hear("elsewhere")
    assert await old.end() == 4501
    assert await new.sit("Ann") == 0


async def test_who_is_removed_hears_of_it_and_comes_in_no_more(site: Served) -> None:
    """What everybody saw, then the close; a later socket is closed after the handshake, without a word of the room."""
    ann = await entered(site)
    bob = await entered(site, "KQ7M4X", token="0" * 32)
    await ann.sit("Ann")
    await bob.sit("Bob")
    (room,) = site.rooms()
    ann.send(t="remove", seat=1)
    while not (await bob.hear("frame")).get("room", {}).get("locked"):
        pass
    assert await bob.end() == CLOSE_REMOVED
    again = await Socket.open(site, "KQ7M4X", token="0" * 32)
    again.send(t="hello", v=WIRE_VERSION, load="0123456789abcdef")
    again.send(t="sit", name="Bob")
    assert await again.end() == CLOSE_REMOVED
    assert again.texts == []
    await site.until(lambda: len(room.viewers) == 1)


async def test_a_bug_in_a_room_closes_that_room_and_is_written_down_once(
    site: Served, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await racing(site)
    cat = await entered(site, site.open_room("CATCAT"))
    room = next(room for room in site.rooms() if room.code == "KQ7M4X")
    room.head = room.head._replace(state=None)
    ann.send(t="move", k=1, m=["flip"])
    assert await ann.end() == CLOSE_BUG
    assert await bob.end() == CLOSE_BUG
    assert await cat.sit("Cat") == 0
    assert caplog.text.count("Traceback") == 1
    assert "room KQ7M4X stops" in caplog.text


async def test_a_socket_whose_peer_never_answers_the_close_is_dropped(site: Served) -> None:
    """After a while, without anything that waits for it."""
    socket = await entered(site)
    (end,) = site.sockets
    end.close_timeout = 0.01
    end.close(CLOSE_COME_BACK)
    end.close(CLOSE_BUG)
    async with asyncio.timeout(5):
        assert await socket.read()
        assert not await socket.read()
    assert socket.closed == CLOSE_COME_BACK
