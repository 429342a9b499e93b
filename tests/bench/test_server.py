"""The server that is put under load: started, measured and stopped."""

import os
import socket
import urllib.request

import pytest

from app.bench.server import BenchFailed, free_port, running_server


@pytest.mark.server
def test_a_server_runs_while_it_is_needed() -> None:
    with running_server() as server:
        with urllib.request.urlopen(f"http://{server.place}/healthz") as answer:
            assert answer.status == 200
        assert server.cpu_s() > 0
        assert 10 < server.rss_mb() < 1000
    with pytest.raises(ProcessLookupError):
        os.kill(server.pid, 0)


@pytest.mark.server
def test_a_server_that_does_not_start_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEP_DAYS", "many")
    with (
        pytest.raises(BenchFailed, match=r"^The server did not start\. The server said: .*KEEP_DAYS"),
        running_server(),
    ):
        raise AssertionError("it started")


def test_a_free_port_can_be_listened_on() -> None:
    with socket.create_server(("127.0.0.1", free_port())) as listening:
        assert listening.getsockname()[1] > 0
