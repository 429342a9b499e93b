"""Whose page is asking, and who is behind it."""

from typing import Any

import pytest
from starlette.requests import Request

from app.rooms.people import People
from app.settings import Settings
from app.transport.identity import Identity, same_origin
from tests.support.clock import WoundClock
from tests.support.rooms import Chance
from tests.support.stores import FakeStore


@pytest.mark.parametrize(
    ("origin", "host", "public"),
    [
        ("http://localhost:8000", "localhost:8000", ""),
        ("http://192.168.1.20:8000", "192.168.1.20:8000", ""),
        ("http://[::1]:8000", "[::1]:8000", ""),
        ("http://Cards.example.org", "cards.example.ORG", ""),
        ("http://cards.example.org", "cards.example.org:80", ""),
        ("https://cards.example.org", "cards.example.org", ""),  # https ends at the proxy, which keeps Host
        ("https://cards.example.org:443", "cards.example.org", ""),
        ("https://cards.example.org", "127.0.0.1:8000", "https://cards.example.org"),
        ("https://cards.example.org:8443", "127.0.0.1:8000", "https://cards.example.org:8443"),
        ("http://192.168.1.20:8000", "192.168.1.20:8000", "https://cards.example.org"),
    ],
)
def test_our_own_pages(origin: str, host: str, public: str) -> None:
    """Host and port of the page are those it asks, or PUBLIC_URL's."""
    assert same_origin(Settings(public_url=public), {"origin": origin, "host": host})


@pytest.mark.parametrize(
    ("origin", "host", "public"),
    [
        ("http://evil.example", "localhost:8000", ""),
        ("http://localhost:8001", "localhost:8000", ""),
        ("http://localhost", "localhost:8000", ""),
        ("http://localhost:8000.evil.example", "localhost:8000", ""),
        ("http://evil.example/localhost:8000", "localhost:8000", ""),
        ("http://127.0.0.1:8000", "localhost:8000", ""),
        ("http://cards.example.org", "127.0.0.1:8000", "https://cards.example.org"),
        ("https://evil.example", "127.0.0.1:8000", "https://cards.example.org"),
        ("null", "localhost:8000", ""),
        ("", "localhost:8000", ""),
        ("file://", "", ""),
        ("ftp://localhost:8000", "localhost:8000", ""),
        ("http://", "", ""),
        ("http://[", "[", ""),
        ("http://x:99999", "x:99999", ""),
        ("http://x:port", "x:port", ""),
    ],
)
def test_pages_of_others(origin: str, host: str, public: str) -> None:
    """Also those that only look alike, and what is no address at all."""
    assert not same_origin(Settings(public_url=public), {"origin": origin, "host": host})


def test_a_page_that_does_not_say_where_it_is_from_is_not_ours() -> None:
    assert not same_origin(Settings(), {"host": "localhost:8000"})
    assert not same_origin(Settings(), {"origin": "http://localhost:8000"})


def request(scheme: str = "http", cookie: str = "") -> Request:
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "scheme": scheme,
        "path": "/",
        "query_string": b"",
        "server": ("localhost", 8000),
        "headers": [(b"host", b"localhost:8000"), *([(b"cookie", cookie.encode())] if cookie else [])],
    }
    return Request(scope)


def people() -> People:
    return People(FakeStore(), WoundClock(), Chance())


def marks(headers: list[tuple[bytes, bytes]]) -> list[str]:
    """What the cookie that is set says of itself."""
    ((name, value),) = headers
    assert name == b"set-cookie"
    return value.decode().split("; ")


def test_somebody_new_gets_a_cookie() -> None:
    """It carries the port in its name, lasts, is out of the page's reach, and comes along from a link in a chat."""
    token, headers = Identity(Settings(port=8123)).token(request(), people())
    first, *rest = marks(headers)
    assert first == f"pounce_8123={token}"
    assert sorted(rest) == ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax"]


def test_somebody_known_is_known() -> None:
    token = "0123456789abcdef" * 2
    identity = Identity(Settings(port=8123))
    assert identity.token(request(cookie=f"a=b; pounce_8123={token}; c=d"), people()) == (token, [])


@pytest.mark.parametrize("value", ["", "x", "0" * 31, "0" * 33, "G" * 32, "0" * 31 + "\n"])
def test_what_is_no_token_is_replaced(value: str) -> None:
    """The server never takes an identity that it cannot have given."""
    token, headers = Identity(Settings()).token(request(cookie=f"pounce_8000={value}"), people())
    assert headers
    assert token != value


def test_a_cookie_of_another_port_is_another_persons() -> None:
    identity = Identity(Settings(port=8123))
    _, headers = identity.token(request(cookie="pounce_8000=" + "0" * 32), people())
    assert headers


@pytest.mark.parametrize(
    ("scheme", "public", "secure"),
    [
        ("http", "", False),
        ("https", "", True),
        ("wss", "", True),
        ("http", "https://cards.example.org", True),
        ("http", "http://192.168.1.20:8000", False),
    ],
)
def test_the_mark_for_https_is_set_only_there(scheme: str, public: str, secure: bool) -> None:
    """On plain http a browser would never send it back."""
    _, headers = Identity(Settings(public_url=public)).token(request(scheme), people())
    assert ("Secure" in marks(headers)) == secure


def test_the_cookie_holds_for_the_base_path_alone() -> None:
    _, headers = Identity(Settings(base_path="/cards")).token(request(), people())
    assert "Path=/cards" in marks(headers)
