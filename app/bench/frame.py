"""WebSocket frames as a browser sends and reads them (RFC 6455), with as little work as can be."""

import os
from typing import Final, NamedTuple

TEXT: Final = 0x81
CLOSE: Final = 0x88
PING: Final = 0x89
PONG: Final = 0x8A


class Span(NamedTuple):
    """Where a frame's payload lies in the data that it came in. `opcode` is the frame's whole first byte."""

    opcode: int
    start: int
    end: int


def masked(payload: bytes, opcode: int = TEXT) -> bytes:
    """One frame from a client. The mask is zero, which is as good as any on a line of our own."""
    size = len(payload)
    if size < 126:
        return bytes((opcode, 0x80 | size, 0, 0, 0, 0)) + payload
    return bytes((opcode, 0x80 | 126)) + size.to_bytes(2, "big") + b"\0\0\0\0" + payload


def spans(data: bytes) -> tuple[list[Span], int]:
    """The whole frames in `data`, and where the rest begins."""
    found = []
    at = 0
    most = len(data)
    while at + 2 <= most:
        size = data[at + 1]
        start = at + 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            if start + wide > most:
                break
            size = int.from_bytes(data[start : start + wide], "big")
            start += wide
        end = start + size
        if end > most:
            break
        found.append(Span(data[at], start, end))
        at = end
    return found, at


def handshake(place: str, path: str) -> bytes:
    """The request that turns a connection to `place` (host:port) into a socket."""
    key = "cG91bmNlIGJlbmNoLi4uLg=="
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {place}",
        f"Origin: http://{place}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def load_id() -> str:
    """A page load's random id."""
    return os.urandom(8).hex()
