"""One server, or several workers over a Redis: started, looked at and stopped."""

import os
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.bench.server import BenchFailed
from app.bench.site import running_site
from tests.support.redis_server import RedisServer

pytestmark = pytest.mark.server


def test_two_workers_over_a_redis_that_is_started_for_them() -> None:
    with running_site(2, cores=sorted(os.sched_getaffinity(0))) as site:
        assert len(set(site.places)) == 2
        for place in site.places:
            with urllib.request.urlopen(f"http://{place}/healthz") as answer:
                assert answer.status == 200
        used = site.used()
        assert len(used.workers) == 2
        assert min(used.workers) > 0
        assert used.redis_bytes > 0
        assert site.rss_mb() > 20
        assert 0 < (site.redis_mb() or 0) < 100
        assert site.redis is not None
        settings = site.redis.config_get("append*")
        assert (settings["appendonly"], settings["appendfsync"]) == ("yes", "always")
    for server in site.workers:
        with pytest.raises(ProcessLookupError):
            os.kill(server.pid, 0)


def test_workers_over_a_redis_that_runs_already(tmp_path: Path) -> None:
    redis = RedisServer(tmp_path)
    try:
        with running_site(1, redis.url) as site:
            assert site.used().redis_bytes > 0
        assert redis.ask("PING") == b"PONG"
    finally:
        redis.kill()


def test_one_server_with_a_file_has_no_redis() -> None:
    with running_site() as site:
        assert len(site.workers) == 1
        used = site.used()
        assert (len(used.workers), used.redis, used.redis_bytes) == (1, 0, 0)
        assert site.redis_mb() is None


def test_a_machine_without_redis_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BenchFailed, match="no redis-server: install Redis 7"), running_site(1):
        raise AssertionError("it started")


def test_a_redis_that_does_not_answer_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "redis-server"
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr("app.bench.site.START_S", 0.2)
    with pytest.raises(BenchFailed, match="Redis does not answer"), running_site(1):
        raise AssertionError("it started")


def test_each_worker_has_its_share_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[tuple[int, float]] = []

    @contextmanager
    def limited(pid: int, share: float):  # type: ignore[no-untyped-def]
        limits.append((pid, share))
        yield
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    monkeypatch.setattr("app.bench.site.limited", limited)
    with running_site(share=0.5) as site:
        assert limits == [(site.workers[0].pid, 0.5)]


def test_a_share_that_cannot_be_set_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(pid: int, share: float) -> None:
        raise PermissionError("read-only")

    monkeypatch.setattr("app.bench.site.limited", refuses)
    with pytest.raises(BenchFailed, match="cannot be set here: read-only"), running_site(share=0.5):
        raise AssertionError("it started")
