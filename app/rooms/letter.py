"""What one worker writes to another: who it is, the how many-th letter this is, and items, each about one socket."""

import struct
from collections.abc import Iterable
from typing import Final, TypeAlias

Item: TypeAlias = tuple[bytes, int, bytes]
"""What it is, the socket's number at the worker that has it, and what there is to say."""

HEAD: Final = struct.Struct(">16sQ")
ITEM: Final = struct.Struct(">cII")
"""An item without what there is to say, and the length of that."""

# From the worker with the socket to the owner of the room:
OPEN, SAY, TRIP, WHOLE, GONE = b"o", b"s", b"t", b"w", b"g"
# Back; who has caught up gets the whole table next:
SHOW, SHUT, CAUGHT_UP = b"f", b"x", b"c"
# Either way, of no socket:
RESET: Final = b"r"


class Damaged(Exception):
    """What came is no letter."""


def item(kind: bytes, number: int, data: bytes) -> bytes:
    """One item, as it goes into a letter."""
    return ITEM.pack(kind, number, len(data)) + data


def letter(sender: str, number: int, items: Iterable[bytes]) -> bytes:
    """A letter of the worker with this name, the `number`-th to the same receiver."""
    return b"".join((HEAD.pack(bytes.fromhex(sender), number), *items))


def opened(data: bytes) -> tuple[str, int, list[Item]]:
    """Sender, number and items of a letter. Raises `Damaged`."""
    try:
        sender, number = HEAD.unpack_from(data)
        at, items = HEAD.size, []
        while at < len(data):
            kind, socket, length = ITEM.unpack_from(data, at)
            at += ITEM.size + length
            items.append((kind, socket, data[at - length : at]))
    except struct.error as error:
        raise Damaged from error
    if at != len(data):
        raise Damaged
    return sender.hex(), number, items
