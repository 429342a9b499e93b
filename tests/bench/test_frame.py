"""Frames of the load generator, held against the library that the server uses."""

import pytest
from websockets.frames import Frame, Opcode

from app.bench.frame import PONG, TEXT, handshake, load_id, masked, spans


def read(data: bytes) -> Frame:
    """As the server reads a client's frame."""
    at = 0

    def read_exact(size: int):  # type: ignore[no-untyped-def]
        nonlocal at
        yield from ()
        at += size
        return data[at - size : at]

    parsing = Frame.parse(read_exact, mask=True)
    try:
        next(parsing)
    except StopIteration as stop:
        assert at == len(data)
        frame: Frame = stop.value
        return frame
    raise AssertionError("the frame is not whole")


@pytest.mark.parametrize("size", [0, 1, 125, 126, 4096])
def test_a_server_reads_what_a_player_sends(size: int) -> None:
    frame = read(masked(b"x" * size))
    assert (frame.opcode, frame.data, frame.fin) == (Opcode.TEXT, b"x" * size, True)
    assert read(masked(b"beat", PONG)).opcode == Opcode.PONG


@pytest.mark.parametrize("sizes", [[0], [5, 125], [126, 3], [70_000, 126, 1], []])
def test_frames_are_found_however_the_data_is_cut(sizes: list[int]) -> None:
    payloads = [bytes([number]) * size for number, size in enumerate(sizes)]
    data = b"".join(Frame(Opcode.TEXT, payload).serialize(mask=False) for payload in payloads)
    for cut in {0, 1, 2, 3, 5, len(data) // 2, max(0, len(data) - 1), len(data)}:
        first, at = spans(data[:cut])
        rest = data[at:]
        second, end = spans(rest)
        assert [data[start:stop] for _, start, stop in first] + [
            rest[start:stop] for _, start, stop in second
        ] == payloads
        assert {opcode for opcode, _, _ in first + second} <= {TEXT}
        assert end == len(rest)


def test_the_handshake_comes_from_the_servers_own_page() -> None:
    lines = handshake("127.0.0.1:8000", "/ws/ABCDEF").decode().split("\r\n")
    assert lines[0] == "GET /ws/ABCDEF HTTP/1.1"
    assert {"Host: 127.0.0.1:8000", "Origin: http://127.0.0.1:8000"} <= set(lines)
    assert lines[-2:] == ["", ""]


def test_every_page_load_has_an_id_of_its_own() -> None:
    assert len({load_id() for _ in range(100)}) == 100
