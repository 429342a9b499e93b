"""Pinging a server that thinks."""

import pytest

from app.bench import echo
from app.bench.server import BenchFailed, running_server


@pytest.mark.server
def test_a_quiet_socket_pings_while_players_ask() -> None:
    """Longer than anybody waits for a hint, so that the first have come."""
    with running_server() as server:
        shown = echo.measure(server.place, 2, 4)
    assert (shown.solves, shown.seconds) == (2, 4)
    assert shown.pings > 10
    assert shown.answers > 0
    assert 0 < shown.quiet_p50_ms <= shown.quiet_p99_ms
    assert 0 < shown.p50_ms <= shown.p99_ms


@pytest.mark.server
def test_a_server_that_opens_no_more_tables_is_named_as_the_reason() -> None:
    with (
        running_server(environment={"ROOMS_PER_MINUTE": "1"}) as server,
        pytest.raises(BenchFailed, match="table: 429"),
    ):
        echo.measure(server.place, 9, 1)


@pytest.mark.server
def test_who_is_refused_is_named_as_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket that is closed, and a wish that is not met."""
    with running_server() as server:
        monkeypatch.setattr(echo, "WISH", '{"t":"hint","how":"no way"}')
        with pytest.raises(BenchFailed, match=r"closed a socket: .*4508"):
            echo.measure(server.place, 1, 1)
        monkeypatch.setattr(echo, "WISH", '{"t":"bot","seat":0,"level":"easy"}')
        with pytest.raises(BenchFailed, match="refused “bot”"):
            echo.measure(server.place, 1, 1)
