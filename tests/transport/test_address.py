"""What each address may do, and that their number costs little."""

import pytest
from starlette.requests import HTTPConnection

from app.transport.address import Addresses
from tests.support.clock import WoundClock


def caller(host: str | None) -> HTTPConnection:
    """Somebody who asks from there."""
    return HTTPConnection({"type": "http", "headers": [], "client": None if host is None else (host, 1)})


def test_each_address_has_its_own_measure() -> None:
    addresses = Addresses(2, WoundClock())
    assert [addresses.take(caller("a")) for _ in range(3)] == [True, True, False]
    assert addresses.take(caller("b"))


def test_it_fills_again_by_the_minute() -> None:
    clock = WoundClock()
    addresses = Addresses(6, clock)
    while addresses.take(caller("a")):
        pass
    clock.wind(10_000)
    assert [addresses.take(caller("a")) for _ in range(2)] == [True, False]


def test_to_ask_whether_one_may_costs_nothing() -> None:
    addresses = Addresses(1, WoundClock())
    assert all(addresses.allows(caller("a")) for _ in range(5))
    assert addresses.take(caller("a"))
    assert not addresses.allows(caller("a"))


def test_those_without_an_address_share_one() -> None:
    addresses = Addresses(1, WoundClock())
    assert addresses.take(caller(None))
    assert not addresses.take(caller(None))


def test_addresses_that_were_seen_long_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask, memory is bounded; who asks often is remembered."""
    monkeypatch.setattr(Addresses, "MOST", 3)
    addresses = Addresses(1, WoundClock())
    assert addresses.take(caller("often"))
    for host in "abcdef":
        assert addresses.take(caller(host))
        assert not addresses.take(caller("often"))
    assert len(addresses._buckets) == 3
    assert addresses.take(caller("a"))
