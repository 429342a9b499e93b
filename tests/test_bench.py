"""The bench as a whole: what it prints."""

import argparse
import json
import os

import pytest

from app.bench import add_arguments, run


def bench(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args(arguments))


@pytest.mark.server
def test_a_short_run_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing about how fast: that depends on the machine."""
    cores = os.sched_getaffinity(0)
    assert bench("--rooms", "2", "--seats", "2", "--seconds", "0.5", "--json") == 0
    assert os.sched_getaffinity(0) == cores
    shown = json.loads(capsys.readouterr().out)
    assert {key: shown[key] for key in ("rooms", "seats", "rate", "refused")} == {
        "rooms": 2,
        "seats": 2,
        "rate": None,
        "refused": 0,
    }
    assert shown["moves_per_s"] > 0
    assert 0 < shown["p50_ms"] <= shown["p99_ms"]
    assert 30 < shown["bytes_per_push"] < 1000
    assert shown["cpu_us_per_move"] >= 0
    assert shown["generator_cpu"] > 0
    assert shown["generator_bound"] in (True, False)
    assert shown["rss_mb"] > 10
    assert 0 <= shown["plays_share"] <= 1


@pytest.mark.server
def test_a_run_for_people_prints_a_line_for_each_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench("--rooms", "1", "--seats", "2", "--seconds", "0.2", "--rate", "50") == 0
    assert "moves_per_s: " in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        *(["--rooms", "0"], ["--seats", "1"], ["--seats", "9"], ["--seconds", "0"], ["--rate", "0"]),
        *(["--pace", "0"], ["--share", "0"], ["--workers", "-1"], ["--idle", "-1"], ["--step", "0"]),
        *(["--until-ms", "50"], ["--plan", "1000", "0"]),
    ],
)
def test_figures_that_make_no_sense_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert bench(*arguments) == 2
    assert "The bench takes" in capsys.readouterr().err


@pytest.mark.server
def test_a_server_that_does_not_start_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KEEP_DAYS", "many")
    assert bench("--rooms", "1") == 1
    assert "did not start" in capsys.readouterr().err


@pytest.mark.server
def test_tables_come_on_until_moves_are_too_slow(capsys: pytest.CaptureFixture[str]) -> None:
    """No move comes back in so short a time, so the first tables are too many."""
    arguments = ["--workers", "2", "--spread", "random", "--rooms", "2", "--seats", "2", "--pace", "4", "--idle", "1"]
    assert bench(*arguments, "--until-ms", "0.001", "--seconds", "0.3") == 1
    assert "2 tables are too many" in capsys.readouterr().err


def test_a_plan_is_printed_without_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench("--plan", "100", "1000") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines[2:]] == ["100", "1,000"]


@pytest.mark.server
def test_an_echo_is_measured_with_nobody_who_asks_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench("--solves", "0", "--seconds", "0.2", "--json") == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["solves"], shown["answers"]) == (0, 0)
    assert shown["pings"] > 0
