"""Who is asking, and from where: a cookie of random bits, and the origin of the page that asks."""

import re
from collections.abc import Mapping
from typing import Final, TypeVar
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.rooms.people import KEPT_MS, TOKEN_BYTES, People
from app.settings import Settings

_TOKEN: Final = re.compile(f"[0-9a-f]{{{2 * TOKEN_BYTES}}}")
_PORTS: Final = {"http": 80, "https": 443}


def same_origin(settings: Settings, headers: Mapping[str, str]) -> bool:
    """Whether the page that asks is one of ours: its host and port are those it asks, or PUBLIC_URL's."""
    origin = headers.get("origin", "")
    place = _place(origin)
    if place is None:
        return False
    scheme = origin.partition(":")[0]
    return place in (_place(settings.public_url), _place(f"{scheme}://{headers.get('host', '')}"))


def _place(url: str) -> tuple[str, int] | None:
    """Host and port of an address of the web; None for anything else."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname:
        return None
    return parts.hostname, port or _PORTS[parts.scheme]


R = TypeVar("R", bound=Response)


def with_cookie(response: R, headers: list[tuple[bytes, bytes]]) -> R:
    """The response with the header that sets a new token, if there is one."""
    response.raw_headers.extend(headers)
    return response


class Identity:
    """Reads and issues the cookie. Its name carries the port, since browsers share cookies between ports of a host.

    Where several workers may serve one site, that is the port that the browser sees, which is the same at all of them.
    """

    def __init__(self, settings: Settings) -> None:
        self._port = settings.port
        self._is_shared = bool(settings.redis_url)
        self._path = settings.base_path or "/"
        self._public = settings.public_url

    def token(self, request: HTTPConnection, people: People) -> tuple[str, list[tuple[bytes, bytes]]]:
        """The caller's token, and the header that sets it when it is new."""
        name = f"pounce_{self._seen_port(request) if self._is_shared else self._port}"
        token = request.cookies.get(name, "")
        if _TOKEN.fullmatch(token):
            return token, []
        token = people.new_token()
        secure = request.url.scheme in ("https", "wss") or self._public.startswith("https:")
        # Lax, not Strict: a link from a chat would otherwise arrive without the cookie and make a second person.
        value = f"{name}={token}; Path={self._path}; Max-Age={KEPT_MS // 1000}; HttpOnly; SameSite=Lax"
        return token, [(b"set-cookie", (value + ("; Secure" if secure else "")).encode())]

    def _seen_port(self, request: HTTPConnection) -> int | str:
        """The port that the browser sees, "" for the usual one of its scheme."""
        try:
            return urlsplit(self._public or f"http://{request.headers.get('host', '')}").port or ""
        except ValueError:
            return ""
