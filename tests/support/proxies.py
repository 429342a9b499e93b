"""Caddy and nginx as processes, with the files that docs/deploy/ has for them and nothing but the places changed."""

import asyncio
import getpass
import os
import shutil
import signal
import ssl
import subprocess
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Self

import httpx

from tests.support.redis_server import RedisServer
from tests.support.server import ROOT, ServerProcess, free_port

CADDYFILE = ROOT / "docs/deploy/Caddyfile"
NGINX_CONF = ROOT / "docs/deploy/nginx.conf"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
"""What nginx has a folder for, each."""
READY_S = 20


def program(name: str) -> str:
    """Where it is. On Debian the path of ordinary users lacks the folder of servers."""
    found = os.environ.get(name.upper()) or shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    assert found, f"These tests need {name}, and there is none here: apt install {name}"
    return found


def trusting() -> ssl.SSLContext:
    """For a client that takes any certificate: here they are made for the test."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Proxy(ABC):
    """One proxy in front of two workers, for the length of an `async with`. What it says is kept in `log`.

    `workers` are their ports, `base_path` is where the site is mounted, `tls` serves https; `plain_port` sends there.
    """

    def __init__(self, folder: Path, workers: tuple[int, int], *, tls: bool = False, base_path: str = "") -> None:
        self.folder = folder
        self.workers = workers
        self.port = free_port()
        self.plain_port = free_port()
        self.tls = tls
        self.base_path = base_path
        self.written = folder / "requests.log"
        """For requests of which the site does not say that they are not written down."""
        self.log: list[str] = []
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None

    @property
    def origin(self) -> str:
        """Scheme, host and port that the browsers see."""
        return f"{'https' if self.tls else 'http'}://localhost:{self.port}"

    @property
    def url(self) -> str:
        """The address of the home page."""
        return f"{self.origin}{self.base_path}/"

    @property
    @abstractmethod
    def ready(self) -> str:
        """What it says when it serves."""

    @abstractmethod
    def command(self) -> Sequence[str]:
        """What is run."""

    def environment(self) -> dict[str, str]:
        """What it finds in its environment besides the path."""
        return {}

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            *self.command(),
            env={"PATH": os.environ["PATH"], **self.environment()},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        is_ready = asyncio.Event()
        self._reader = asyncio.create_task(self._read(self._process, is_ready))
        ready = asyncio.create_task(is_ready.wait())
        await asyncio.wait({ready, self._reader}, timeout=READY_S, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        assert is_ready.is_set(), "the proxy did not become ready:\n" + "\n".join(self.log)
        async with asyncio.timeout(READY_S):
            while self.tls and not await self._has_certificate():
                pass
        return self

    async def _has_certificate(self) -> bool:
        """Whether it can already speak https: Caddy makes its certificate while it serves."""
        try:
            _, writer = await asyncio.open_connection(
                "127.0.0.1", self.port, ssl=trusting(), server_hostname="localhost"
            )
        except ssl.SSLError:
            return False
        writer.close()
        return True

    async def __aexit__(self, *_: object) -> None:
        assert self._process is not None
        assert self._reader is not None
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(self._process.wait(), 30)
        await self._reader
        if self.written.exists():
            self.log.extend(self.written.read_text("utf-8").splitlines())

    async def _read(self, process: asyncio.subprocess.Process, is_ready: asyncio.Event) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self.log.append(line.decode().rstrip("\n"))
            if self.ready in self.log[-1]:
                is_ready.set()


class Caddy(Proxy):
    @property
    def ready(self) -> str:
        return "serving initial configuration"

    def command(self) -> Sequence[str]:
        return (program("caddy"), "run", "--config", str(CADDYFILE), "--adapter", "caddyfile")

    def environment(self) -> dict[str, str]:
        return {
            # It keeps its certificates below; the first are made by itself.
            "HOME": str(self.folder),
            "XDG_DATA_HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder),
            "SITE": self.origin,
            "BASE_PATH": self.base_path,
            "WORKERS": " ".join(f"127.0.0.1:{port}" for port in self.workers),
            "HTTP_PORT": str(self.plain_port),
            "HTTPS_PORT": str(free_port()),
            "UP_PORT": str(free_port()),
        }


class Nginx(Proxy):
    @property
    def ready(self) -> str:
        return "start worker process"

    def command(self) -> Sequence[str]:
        return (program("nginx"), "-p", str(self.folder), "-e", "stderr", "-c", str(self.configuration()))

    def configuration(self) -> Path:
        """The file in `docs/`, changed as its first lines say, inside the shortest one that nginx runs with."""
        site = NGINX_CONF.read_text("utf-8")
        certificate = self.folder / "site.pem"
        below = (
            ("location / {", f"location {self.base_path} {{"),
            ("location /ws/ {", f"location {self.base_path}/ws/ {{"),
            ("pounce_tables/healthz;", f"pounce_tables{self.base_path}/healthz;"),
        )
        for old, new in (
            ("listen 80;", f"listen 127.0.0.1:{self.plain_port};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.port}{' ssl' if self.tls else ''};"),
            ("cards.example.org;", "localhost;"),
            ("/etc/ssl/certs/cards.example.org.pem", str(certificate)),
            ("/etc/ssl/private/cards.example.org.key", str(certificate)),
            ("/var/log/nginx/error.log crit", "stderr crit"),
            ("127.0.0.1:8000", f"127.0.0.1:{self.workers[0]}"),
            ("127.0.0.1:8001", f"127.0.0.1:{self.workers[1]}"),
            *(below if self.base_path else ()),
        ):
            assert old in site, f"{NGINX_CONF.name} has no longer: {old}"
            site = site.replace(old, new)
        certify(certificate)
        temporary = "".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in TEMPORARY)
        whole = self.folder / "nginx.conf"
        user = f"user {getpass.getuser()};" if os.geteuid() == 0 else ""
        whole.write_text(
            f"{user} daemon off; worker_processes 1; error_log stderr notice;\n"
            f"pid {self.folder}/nginx.pid; events {{ worker_connections 4096; }}\n"
            f"http {{ access_log {self.written}; {temporary}\n{site}\n}}\n",
            "utf-8",
        )
        return whole


def certify(file: Path) -> None:
    """A key and a certificate for localhost that nobody trusts."""
    key = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1")
    subprocess.run(
        [program("openssl"), *key, "-subj", "/CN=localhost", "-keyout", str(file), "-out", f"{file}.crt"],
        check=True,
        capture_output=True,
    )
    file.write_text(file.read_text("utf-8") + Path(f"{file}.crt").read_text("utf-8"), "utf-8")


@asynccontextmanager
async def site_of_two(
    proxy: type[Proxy], folder: Path, *, tls: bool = False, **settings: object
) -> AsyncIterator[tuple[Proxy, list[ServerProcess]]]:
    """Redis, two workers and a proxy, below a path."""
    redis = RedisServer(folder)
    ports = (free_port(), free_port())
    given: Any = {"base_path": "/cards", "redis_url": redis.url, **settings}
    workers = [ServerProcess(folder / "none", port=port, **given) for port in ports]
    try:
        async with AsyncExitStack() as stack:
            for worker in workers:
                await worker.start()
                stack.push_async_callback(worker.kill)
            yield await stack.enter_async_context(proxy(folder, ports, tls=tls, base_path="/cards")), workers
    finally:
        redis.kill()


async def rooms_at(worker: ServerProcess) -> int:
    """How many rooms are awake there."""
    async with httpx.AsyncClient(timeout=READY_S) as http:
        answer = await http.get(f"{worker.url}healthz")
    assert answer.status_code == 200
    return int(answer.json()["rooms"])
