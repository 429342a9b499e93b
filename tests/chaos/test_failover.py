"""That the measures measure: one trial of each kind, a few round trips. How long they take is the machine's affair."""

import re

import pytest

from tests.chaos.failover import measure, parsed

pytestmark = pytest.mark.server


async def test_each_kind_of_trial_comes_to_its_end_and_says_its_times(capsys: pytest.CaptureFixture[str]) -> None:
    await measure(parsed(["--times", "1", "--frozen", "0", "--samples", "20", "--fsync", "always"]))
    said = capsys.readouterr().out
    assert said.startswith("appendfsync always\n")
    told = [re.sub(r"[0-9.]+", "0", line.strip()) for line in said.splitlines()[1:]]
    assert told == [
        *(f"{what}: median 0 s, worst 0 s of 0 (0)" for what in ("kill, next frame", "stop, next frame", "stop, exit")),
        "stop, back: median 0 s, worst 0 s of 0 (0)",
        *(f"round trip {where}: p0 0 ms, p0 0 ms of 0" for where in ("at the owner", "through the relay")),
    ]
