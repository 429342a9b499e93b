"""What a host starts a site with: Dockerfile, docker-compose.yml and the proxies' files, held against their rules."""

import asyncio
import json
import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from app.main import DRAIN_S, PING_S, create_app, server_config
from app.settings import Settings, settings_from
from app.storage.base import Append
from app.storage.sqlite import SqliteStore
from tests.support.proxies import CADDYFILE, NGINX_CONF, TEMPORARY, Nginx, program
from tests.support.redis_server import RedisServer
from tests.support.server import ROOT, free_port
from tests.support.stores import FakeStore

COMPOSE_FILE = ROOT / "docker-compose.yml"
DOCKERFILE = ROOT / "Dockerfile"
COMPOSE: dict[str, Any] = YAML(typ="safe").load(COMPOSE_FILE)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
WORKERS = [name for name, service in SERVICES.items() if service["image"] == "pounce-app"]
UVICORNS = {"FORWARDED_ALLOW_IPS"}
"""What the server's own server reads from the environment."""
PINNED = r"[a-z]+:\d+\.\d+\.\d+-[a-z-]+"


def stages() -> dict[str, list[str]]:
    """The instructions of the Dockerfile by stage, in order; lines that go on are one."""
    found: dict[str, list[str]] = {}
    text = re.sub(r"\\\n\s*", "", DOCKERFILE.read_text("utf-8"))
    for line in text.splitlines():
        if line.startswith("FROM "):
            found[line.rsplit(" ", 1)[1]] = [line]
        elif line and not line.startswith("#"):
            found[list(found)[-1]].append(line)
    return found


STAGES = stages()


def environment(service: str) -> dict[str, str]:
    """What a container finds there when its host has set nothing."""
    given = SERVICES[service]["environment"]
    return {name: re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", str(value)) for name, value in given.items()}


def milliseconds(text: str) -> int:
    """A duration as both compose files and proxies write it."""
    number, unit = re.fullmatch(r"(\d+)(ms|s|m|h)", text).groups()  # type: ignore[union-attr]
    return int(number) * {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000}[unit]


# --- docker-compose.yml -----------------------------------------------------------------------------------------------


def test_the_compose_file_is_one() -> None:
    """By the schema of compose files, which the checker brings with it."""
    check = ("-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(COMPOSE_FILE))
    done = subprocess.run([sys.executable, *check], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_workers_one_redis_and_one_proxy() -> None:
    assert len(WORKERS) >= 2
    assert set(SERVICES) == {*WORKERS, "redis", "proxy"}
    assert environment("proxy")["WORKERS"] == " ".join(f"{worker}:8000" for worker in WORKERS)


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_has_few_rights_and_comes_back(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not {"cap_add", "privileged", "network_mode", "pid", "devices"} & set(service)
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", service["user"])
    assert service["restart"] == "unless-stopped"
    assert service["mem_limit"]
    assert service["pids_limit"]
    assert service["logging"]["options"]["max-size"]


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_of_a_known_version_and_says_how_it_is(name: str) -> None:
    service = SERVICES[name]
    if "build" in service:
        stage = STAGES[service["build"]["target"]]
        assert any(line.startswith("HEALTHCHECK ") for line in stage)
        assert f"USER {service['user']}" in stage
    else:
        assert re.fullmatch(PINNED, service["image"])
        assert service["healthcheck"]["test"][0] == "CMD"


@pytest.mark.parametrize("name", WORKERS)
def test_a_worker_gets_settings_that_there_are(name: str) -> None:
    """And the server can start with them."""
    given = environment(name)
    assert set(given) - UVICORNS <= {field.name.upper() for field in fields(Settings)}
    settings = settings_from({name: value for name, value in given.items() if name not in UVICORNS})
    assert settings.redis_url
    assert SERVICES[name]["environment"] == SERVICES[WORKERS[0]]["environment"]


@pytest.mark.parametrize("name", WORKERS)
def test_a_worker_has_the_time_it_needs_to_stop(name: str) -> None:
    """To keep the last moves and then to close the sockets."""
    graceful = server_config(create_app(Settings(), store=FakeStore()).asgi).timeout_graceful_shutdown
    assert graceful is not None
    assert milliseconds(SERVICES[name]["stop_grace_period"]) >= 1000 * (DRAIN_S + graceful)


def test_only_the_proxy_is_reached_and_only_the_workers_reach_redis() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert SERVICES["redis"]["networks"] == ["back"]
    assert SERVICES["proxy"]["networks"] == ["outside", "front"]
    assert all(SERVICES[name]["networks"] == ["front", "back"] for name in WORKERS)
    assert COMPOSE["networks"]["front"]["internal"] is COMPOSE["networks"]["back"]["internal"] is True


def test_the_proxys_word_is_taken_and_nobody_elses() -> None:
    (front,) = COMPOSE["networks"]["front"]["ipam"]["config"]
    for name in WORKERS:
        assert SERVICES[name]["environment"]["FORWARDED_ALLOW_IPS"] == front["subnet"]


def test_what_must_last_is_in_volumes() -> None:
    """Everything else may go with its container."""
    mounted = {mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", [])}
    assert mounted == set(COMPOSE["volumes"]) == {"redis", "caddy"}


@pytest.mark.server
def test_redis_started_with_these_words_loses_nothing(tmp_path: Path) -> None:
    program_name, *options = SERVICES["redis"]["command"]
    assert program_name == "redis-server"
    server = RedisServer(tmp_path, "--appendonly", "no", "--appendfsync", "everysec", *options)
    try:
        told = {
            name: server.ask("CONFIG", "GET", name)[1].decode()
            for name in ("appendonly", "appendfsync", "maxmemory", "maxmemory-policy")
        }
    finally:
        server.kill()
    assert told == {
        "appendonly": "yes",
        "appendfsync": "always",
        "maxmemory": str(768 * 2**20),
        "maxmemory-policy": "noeviction",
    }


@pytest.mark.parametrize("name", sorted(set(re.findall(r"\$\{(\w+)", COMPOSE_FILE.read_text("utf-8")))))
def test_what_can_be_set_is_documented(name: str) -> None:
    assert f"| `{name}` |" in (ROOT / "docs/deploy.md").read_text("utf-8")


# --- Dockerfile -------------------------------------------------------------------------------------------------------


def test_the_dockerfile_has_no_fault_that_a_linter_finds() -> None:
    linter = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([linter, "--no-color", DOCKERFILE], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_images_are_of_known_versions_and_the_server_is_the_default() -> None:
    assert list(STAGES)[-1] == "app"
    for first, *_ in STAGES.values():
        assert re.fullmatch(rf"FROM {PINNED} AS \w+", first)
    assert STAGES["build"][0].split()[1] == STAGES["app"][0].split()[1]


@pytest.mark.parametrize("stage", ["app", "proxy"])
def test_an_image_runs_without_root_and_without_a_shell(stage: str) -> None:
    lines = STAGES[stage]
    assert "USER 1000:1000" in lines
    for word in ("CMD", "HEALTHCHECK"):
        (line,) = [line for line in lines if line.startswith(f"{word} ")]
        assert json.loads(line[line.index("[") :])


def test_the_server_of_the_image_is_asked_how_it_is_by_its_own_command() -> None:
    (line,) = [line for line in STAGES["app"] if line.startswith("HEALTHCHECK ")]
    assert json.loads(line[line.index("[") :]) == ["python", "-m", "app", "health"]


def test_everything_that_is_copied_is_there_and_is_sent() -> None:
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")}
    copied = {
        source
        for lines in STAGES.values()
        for line in lines
        if line.startswith("COPY ") and "--from" not in line
        for source in line.split()[1:-1]
    }
    assert copied == sent
    assert all((ROOT / source).exists() for source in copied)


# --- the proxies ------------------------------------------------------------------------------------------------------


def adapted(**environment: str) -> dict[str, Any]:
    """The Caddyfile as Caddy reads it."""
    done = subprocess.run(
        [program("caddy"), "adapt", "--config", CADDYFILE, "--adapter", "caddyfile"],
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    read: dict[str, Any] = json.loads(done.stdout)
    return read


def found(tree: object, key: str, value: str) -> list[dict[str, Any]]:
    """Every object in a tree that has this value there."""
    if isinstance(tree, list):
        return [hit for branch in tree for hit in found(branch, key, value)]
    if isinstance(tree, dict):
        below = [hit for branch in tree.values() for hit in found(branch, key, value)]
        return [tree, *below] if tree.get(key) == value else below
    return []


@pytest.mark.server
@pytest.mark.parametrize("site", ["", "cards.example.org", "http://localhost:8000"])
def test_caddy_takes_its_file(site: str, tmp_path: Path) -> None:
    at_home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(
        [program("caddy"), "validate", "--config", CADDYFILE, "--adapter", "caddyfile"],
        env={"PATH": os.environ["PATH"], "SITE": site, **at_home} if site else {"PATH": os.environ["PATH"], **at_home},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Valid configuration" in done.stdout + done.stderr
    assert done.returncode == 0


@pytest.mark.server
def test_caddy_asks_every_worker_each_second_and_cuts_no_socket() -> None:
    proxies = found(adapted(BASE_PATH="/cards", WORKERS="one:8000 two:8000"), "handler", "reverse_proxy")
    assert [proxy["load_balancing"]["selection_policy"]["policy"] for proxy in proxies] == ["uri_hash", "round_robin"]
    for proxy in proxies:
        assert [upstream["dial"] for upstream in proxy["upstreams"]] == ["one:8000", "two:8000"]
        active = proxy["health_checks"]["active"]
        assert (active["uri"], active["interval"]) == ("/cards/healthz", 10**9)
        assert not any(name.startswith("stream_") for name in proxy)
        assert set(proxy["transport"]) == {"protocol", "dial_timeout", "response_header_timeout", "keep_alive"}


@pytest.mark.server
def test_what_compose_tells_caddy_it_reads() -> None:
    """Each of its words has a place in the file, and the ports are those of the container."""
    text = CADDYFILE.read_text("utf-8")
    assert set(environment("proxy")) <= set(re.findall(r"\{\$(\w+)", text))
    listening = {
        port
        for server in adapted(**environment("proxy"))["apps"]["http"]["servers"].values()
        for port in server["listen"]
    }
    assert listening == {":8080", ":8081"}
    named = adapted(**environment("proxy") | {"SITE": "cards.example.org"})["apps"]["http"]
    assert (named["http_port"], named["https_port"]) == (8080, 8443)
    assert {port.split(":")[-1] for port in SERVICES["proxy"]["ports"]} == {"8080", "8443"}


@pytest.mark.server
def test_nginx_takes_its_file(tmp_path: Path) -> None:
    *command, file = Nginx(tmp_path, (free_port(), free_port()), tls=True, base_path="/cards").command()
    done = subprocess.run([*command, file, "-t"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr


def test_nginx_waits_for_a_silent_socket_longer_than_the_workers_are_silent() -> None:
    """They ping; three pings must be lost before it cuts one."""
    (tables,) = re.findall(r"location /ws/ \{(.*?)\n    \}", NGINX_CONF.read_text("utf-8"), re.DOTALL)
    for name in ("proxy_read_timeout", "proxy_send_timeout"):
        (limit,) = re.findall(rf"{name} (\w+);", tables)
        assert milliseconds(limit) > 3 * 1000 * PING_S


@pytest.mark.parametrize("file", [CADDYFILE, NGINX_CONF])
def test_a_proxy_lets_go_of_a_quiet_connection_before_a_worker_does(file: Path) -> None:
    """Else a request may go out on a connection that ends just then, and one that changes something is not repeated."""
    kept = server_config(create_app(Settings(), store=FakeStore()).asgi).timeout_keep_alive
    (limit,) = re.findall(r"(?:keepalive|keepalive_timeout) (\d+m?s)", file.read_text("utf-8"))
    assert milliseconds(limit) < 1000 * kept


# --- what docs/deploy.md tells hosts to type --------------------------------------------------------------------------


def blocks(kind: str, word: str = "") -> list[str]:
    """The page's samples of this kind that have the word in them."""
    page = (ROOT / "docs/deploy.md").read_text("utf-8")
    every = [text for name, text in re.findall(r"```(\w+)\n(.*?)```", page, re.DOTALL) if name == kind]
    return [text for text in every if word in text]


@pytest.mark.server
@pytest.mark.parametrize("sample", blocks("caddyfile"))
def test_caddy_takes_the_samples_of_the_page(sample: str, tmp_path: Path) -> None:
    file = tmp_path / "Caddyfile"
    file.write_text(sample, "utf-8")
    done = subprocess.run(
        [program("caddy"), "adapt", "--config", file], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert found(json.loads(done.stdout), "handler", "reverse_proxy")


@pytest.mark.server
@pytest.mark.parametrize("sample", blocks("nginx"))
def test_nginx_takes_the_sample_of_the_page(sample: str, tmp_path: Path) -> None:
    """But for the certificate."""
    file = tmp_path / "nginx.conf"
    site = sample.replace("443 ssl", str(free_port()))
    at_home = "".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in TEMPORARY)
    file.write_text(f"pid {tmp_path}/nginx.pid; events {{}}\nhttp {{ {at_home}\n{site}\n}}\n", "utf-8")
    command = (program("nginx"), "-p", tmp_path, "-e", "stderr", "-c", file, "-t")
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.server
def test_redis_is_restored_from_a_backup_as_the_page_says(tmp_path: Path) -> None:
    """What was there when the backup was made, and nothing else; and what is written from then on is kept."""
    (back,) = blocks("console", "--rdb")
    (restore,) = blocks("console", "appendonlydir")
    redis = RedisServer(tmp_path)
    try:
        redis.ask("SET", "pounce:kept", "yes")
        backup = back.replace("redis-cli", f"redis-cli -p {redis.port}")
        subprocess.run(backup, shell=True, cwd=tmp_path, timeout=60, check=True, capture_output=True)
        redis.ask("SET", "pounce:later", "yes")
        redis.kill()
        subprocess.run(restore, shell=True, cwd=tmp_path, timeout=60, check=True)
        redis.start()
        assert redis.ask("KEYS", "*") == [b"pounce:kept"]
        redis.ask("SET", "pounce:new", "yes")
        redis.restart()
        assert sorted(redis.ask("KEYS", "*")) == [b"pounce:kept", b"pounce:new"]
    finally:
        redis.kill()


async def test_a_file_is_saved_as_the_page_says(tmp_path: Path) -> None:
    """While a server has it open, and with what that server wrote last."""
    (save,) = blocks("console", "import sqlite3")
    store = SqliteStore(tmp_path / "data", lambda: 0)
    assert await store.append([Append("KQ7M4X", 0, (b"one", b"two"))]) == [True]
    await asyncio.to_thread(subprocess.run, save, shell=True, cwd=tmp_path, timeout=60, check=True)
    await store.close()
    again = tmp_path / "again"
    again.mkdir()
    (tmp_path / "pounce-backup.sqlite3").rename(again / "pounce.sqlite3")
    restored = SqliteStore(again, lambda: 0)
    assert await restored.append([Append("KQ7M4X", 0, (b"other",))]) == [False]
    assert await restored.append([Append("KQ7M4X", 2, (b"three",))]) == [True]
    await restored.close()
