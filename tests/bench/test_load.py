"""Opening tables on a server and driving them."""

import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from app.bench.load import SPREADS, Load
from app.bench.server import BenchFailed, running_server


@pytest.fixture
def closed_house() -> Iterator[str]:
    """A server that opens tables for nobody."""

    class Refusing(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(503)
            self.end_headers()
            self.wfile.write(b"away")

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Refusing) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_server_that_opens_no_table_is_named_as_the_reason(closed_house: str) -> None:
    with pytest.raises(BenchFailed, match="opened no table: 503 away"):
        Load([closed_house], 1, 2, None)


@pytest.mark.server
def test_with_a_rate_no_more_moves_are_made_than_are_due() -> None:
    """The moves due in a second and a half, less those that wait and those that fell into a deal."""
    with running_server() as server, closing(Load([server.place], 2, 2, 100)) as load:
        load.drive(0.5)
        between = load.counts()
        load.drive(1.0)
        after = load.counts()
    assert 0 < between.moves < after.moves <= 151
    assert after.refused == 0
    assert after.pushes >= 2 * after.moves
    assert after.bytes > 30 * after.pushes
    assert all(0 < latency < 10 for latency in load.latencies)


@pytest.mark.server
def test_a_table_without_plays_left_is_dealt_anew() -> None:
    with running_server() as server, closing(Load([server.place], 1, 2, None)) as load:
        while load.counts().deals < 3:
            load.drive(0.2)
        moves = load.counts().moves
        while load.counts().moves == moves:
            load.drive(0.2)
    assert load.counts().refused == 0
    assert load.counts().plays > 0


def test_by_the_hash_a_table_is_at_one_worker_and_by_chance_at_all() -> None:
    hashed, drawn, apart = SPREADS["hashed"], SPREADS["random"], SPREADS["apart"]
    for workers in (1, 2, 3):
        tables = [[drawn(f"TABLE{number}", seat, workers) for seat in range(4)] for number in range(200)]
        assert {place for table in tables for place in table} == set(range(workers))
        assert {hashed(f"TABLE{number}", number % 4, workers) for number in range(200)} == set(range(workers))
        assert {hashed("ABCDEF", seat, workers) for seat in range(4)} == {hashed("ABCDEF", 0, workers)}
    assert len({tuple(drawn(f"TABLE{number}", seat, 2) for seat in range(4)) for number in range(200)}) == 16
    assert [apart("ABCDEF", seat, 2) for seat in range(4)] == [0, 1, 1, 1]
    assert [apart("ABCDEF", seat, 1) for seat in range(2)] == [0, 0]


@pytest.mark.server
def test_more_tables_may_come_between_two_drives() -> None:
    with running_server() as server, closing(Load([server.place], 1, 2, 20)) as load:
        load.drive(0.3)
        load.grow(2, 60)
        assert load.rooms == 3
        before = load.counts().moves
        load.drive(0.3)
        assert load.counts().moves > before
        load.wake(2)
        load.drive(0.3)
    assert load.rooms == 3
    assert load.counts().refused == 0
    assert load.relayed == 0


@pytest.mark.server
def test_a_move_that_is_seen_in_the_whole_table_only_has_come_back() -> None:
    """Who lags gets the table instead of the frames that he missed; it says which of his moves are in the log."""
    with running_server() as server, closing(Load([server.place], 1, 2, 20)) as load:
        load.drive(0.3)
        line = next(iter(load._lines.values()))
        while line.is_flying:
            load._read(0.1)
        moves, line.is_flying = load.counts().moves, True
        load._hear(line, {"t": "welcome", "moved": []})
        assert (load.counts().moves, line.is_flying) == (moves, True)
        load._hear(line, {"t": "welcome", "moved": [line.player.k]})
        assert (load.counts().moves, line.is_flying) == (moves + 1, False)
