"""A page's WebSocket. It can be dropped without a word, so a server that stands still holds nobody up."""

import asyncio
from collections.abc import Callable
from typing import Final, cast

from app.bench.frame import CLOSE, PING, PONG, TEXT, handshake, masked, spans

ABNORMAL: Final = 1006
"""What a browser reports when a socket ended without a farewell."""
HEAD_END: Final = b"\r\n\r\n"


class Wire(asyncio.Protocol):
    """One socket, from the handshake to its end, of which it tells once."""

    def __init__(
        self, request: bytes, *, opened: Callable[[], None], heard: Callable[[str], None], closed: Callable[[int], None]
    ) -> None:
        self._request = request
        self._opened = opened
        self._heard = heard
        self._closed = closed
        self._rest = b""
        self._is_open = False
        self._code = ABNORMAL
        self._transport: asyncio.Transport | None = None

    def send(self, text: str) -> None:
        if self._transport is not None and self._is_open:
            self._transport.write(masked(text.encode()))

    def drop(self) -> None:
        """Nobody hears of it any more."""
        self._closed = _nobody
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        closed, self._closed = self._closed, _nobody
        self._heard = _nothing
        closed(self._code)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self._is_open:
            head, end, data = data.partition(HEAD_END)
            if not end:
                self._rest = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._end()
                return
            self._is_open = True
            self._opened()
        found, at = spans(data)
        self._rest = data[at:]
        for opcode, start, end_at in found:
            if opcode == TEXT:
                self._heard(data[start:end_at].decode())
            elif opcode == PING:
                self._write(masked(data[start:end_at], PONG))
            elif opcode == CLOSE:
                self._code = int.from_bytes(data[start : start + 2], "big") or ABNORMAL
                self._write(masked(data[start : start + 2], CLOSE))
                self._end()

    def _write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def _end(self) -> None:
        assert self._transport is not None
        self._transport.close()


def _nobody(code: int) -> None:
    """Who has let go of a socket does not hear of its end."""


def _nothing(text: str) -> None:
    """Nor of what came after it."""


def asked(place: str, code: str, cookie: str) -> bytes:
    """The request for a table's socket, with the cookie of a person."""
    return handshake(place, f"/ws/{code}").removesuffix(HEAD_END) + f"\r\nCookie: {cookie}".encode() + HEAD_END
